//! The sandbox from outside, without a BEAM: programs in, outcomes out.

mod boundary;
mod console;
mod json_text;
mod slices;
mod surface;
