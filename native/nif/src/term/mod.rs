//! Terms as a serde data format, both ways, and the wire that ties them to the isolate.
//!
//! rustler's own serde support is not used: it reads tuples as lists and stops at 128-bit
//! integers, and the contract refuses the former and carries any integer.
//!
//! Both run on the isolate's thread, which may be parked between any two instructions. Whatever
//! takes a lock of the BEAM (it allocates in an environment, or frees one) is therefore a critical
//! stretch; guest code, which runs in between, is not.

mod de;
mod ser;

use rustler::env::SavedTerm;
use rustler::{OwnedEnv, Term};
use sandbox::boundary::{OutOfJs, Reader, Rejection, Value, Wire, WriteError};
use sandbox::quarantine::critical;
use serde::Serialize;

/// A term in an environment of its own: it can be read or built on the isolate's thread.
pub(crate) struct Payload {
    env: OwnedEnv,
    term: SavedTerm,
}

impl Payload {
    /// Copies `term`. Large binaries are shared, not copied.
    pub(crate) fn new(term: Term<'_>) -> Self {
        let env = OwnedEnv::new();
        let term = env.save(term);
        Self { env, term }
    }

    /// Copies the term into `env`.
    pub(crate) fn into_term<'a>(self, env: rustler::Env<'a>) -> Term<'a> {
        self.env.run(|own| self.term.load(own).in_env(env))
    }
}

/// Values cross as BEAM terms.
pub(crate) struct Terms;

impl Wire for Terms {
    type In = Payload;
    type Out = Payload;

    fn read(input: Payload, reader: Reader<'_>) -> Result<Value, Rejection> {
        let value = input.env.run(|env| reader.value(de::TermDeserializer(input.term.load(env))));
        critical(|| drop(input));
        value
    }

    fn write(value: &OutOfJs<'_, '_>) -> Result<Payload, WriteError> {
        let env = OwnedEnv::new();
        let term =
            env.run(|own| value.serialize(ser::TermSerializer(own)).map(|term| env.save(term)));
        match term {
            Ok(term) => Ok(Payload { env, term }),
            Err(error) => {
                critical(|| drop(env));
                Err(WriteError(error.0))
            }
        }
    }
}
