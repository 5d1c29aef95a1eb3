//! The sandbox from outside, without a BEAM: programs in, outcomes out.

mod boundary;
mod console;
mod forms;
mod forms_failing;
mod json_text;
mod quarantine;
mod slices;
mod stack;
mod surface;
#[cfg(feature = "typescript")]
mod typescript;
