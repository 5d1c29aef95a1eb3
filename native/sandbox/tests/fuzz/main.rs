//! Properties of the sandbox over random programs and values.
//!
//! By default a fixed seed and a few hundred cases each: a regression check of some seconds. With
//! `PROPTEST_CASES` set, that many cases of each from a random seed: a hunt. `PROPTEST_RNG_SEED`
//! fixes the seed of a hunt. The program that ran last is kept in `target/tmp/fuzz-<test>.js`, for
//! the case that it took the process with it.

mod boundary;
mod check;
mod console;
mod host_calls;
mod hostile;
#[path = "../sandbox/json_text.rs"]
#[allow(dead_code, reason = "shared with tests/sandbox, which uses the rest")]
mod json_text;
mod json_values;
mod parser;
mod result;
mod stringify;
