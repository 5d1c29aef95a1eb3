//! Runs one untrusted JavaScript program on Boa and knows nothing of the BEAM.
//!
//! | question | module |
//! |---|---|
//! | what bounds a guest? | [`limits`] |
//! | what does a run end in? | [`outcome`], and [`fault`] for kinds, positions and messages |
//! | how are slices handed over and supervised? | [`isolate`], over `bell` |
//! | where does a guest run? | `guest_thread` |
//! | what is one run, from globals to outcome? | `run` |
//! | which forms of code are accepted? | `program`, and [`position`] for places in its text |
//! | what did a dead program reach for that is absent? | `reach` |
//! | who runs promise jobs, and when is nothing left to settle? | `event_loop` |
//! | what are `host` and `apis`, and how does a call cross? | [`host_calls`] |
//! | what does a call give the guest? | `host_call_value` |
//! | how does a value cross? | [`boundary`]: serde both ways |
//! | what can a guest reach? | [`surface`], whose [`surface::list`] is the whole of it |
//! | what waits for its time? | `timers` |
//! | where do an engine panic's words go? | `panics` |
//! | how is a computing guest stopped? | `stop` |
//! | how is its memory counted? | `heap`; when is garbage collected? `collector` |
//! | what if it can't be stopped? | [`quarantine`], with its `signals` |

mod bell;
pub mod boundary;
mod collector;
mod event_loop;
pub mod fault;
mod guest_thread;
mod heap;
mod host_call_value;
pub mod host_calls;
pub mod isolate;
pub mod limits;
pub mod outcome;
mod panics;
pub mod position;
mod program;
pub mod quarantine;
mod reach;
mod run;
mod signals;
mod stop;
pub mod surface;
mod timers;
