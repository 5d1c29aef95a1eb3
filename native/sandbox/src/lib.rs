//! Runs one untrusted JavaScript program on Boa and knows nothing of the BEAM.
//!
//! | question | module |
//! |---|---|
//! | what bounds a guest? | [`limits`] |
//! | what does a run end in? | [`outcome`], and [`fault`] for kinds, positions and messages |
//! | where does a guest run, and how are slices handed over? | [`isolate`] |
//! | what is one run, from globals to outcome? | `run` |
//! | which forms of code are accepted? | `program`, and [`position`] for places in its text |
//! | who runs promise jobs, and when is nothing left to settle? | `event_loop` |
//! | what are `host` and `apis`, and how does a call cross? | [`host_calls`] |
//! | how does a value cross? | [`boundary`]: serde both ways |
//! | what can a guest reach? | `surface` |
//! | how is a computing guest stopped? | `stop` |

pub mod boundary;
mod event_loop;
pub mod fault;
pub mod host_calls;
pub mod isolate;
pub mod limits;
pub mod outcome;
pub mod position;
mod program;
mod run;
mod stop;
mod surface;
