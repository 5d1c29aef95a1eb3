//! The BEAM side of the sandbox: knows terms, processes and schedulers, and nothing of Boa.
//!
//! | question | module |
//! |---|---|
//! | which functions does Elixir call? | `nif` |
//! | what holds a run between two calls? | `handle` |
//! | how do terms cross? | `term`: a serde `Deserializer` and `Serializer` over terms |
//! | what do slices and outcomes look like as terms? | `reply` |

mod atoms;
mod handle;
mod nif;
mod reply;
mod term;

rustler::init!("Elixir.OapiCodemode.Executor.Native.Nif", load = nif::load);
