//! Terms as a serde data format, both ways, and the wire that ties them to the isolate.
//!
//! rustler's own serde support is not used: it reads tuples as lists and stops at 128-bit
//! integers, and the contract refuses the former and carries any integer.

mod de;
mod ser;

use rustler::env::SavedTerm;
use rustler::{OwnedEnv, Term};
use sandbox::boundary::{OutOfJs, Reader, Rejection, Value, Wire, WriteError};
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
        input.env.run(|env| reader.value(de::TermDeserializer(input.term.load(env))))
    }

    fn write(value: &OutOfJs<'_, '_>) -> Result<Payload, WriteError> {
        let env = OwnedEnv::new();
        let term =
            env.run(|own| value.serialize(ser::TermSerializer(own)).map(|term| env.save(term)));
        match term {
            Ok(term) => Ok(Payload { env, term }),
            Err(error) => Err(WriteError(error.0)),
        }
    }
}
