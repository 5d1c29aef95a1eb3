//! Slices and outcomes as the terms that the runner receives.

use rustler::{Atom, Encoder, Env, ResourceArc, Term};
use sandbox::fault::{Fault, Kind};
use sandbox::host_calls::Request;
use sandbox::isolate::{Overrun, Phase, Slice};
use sandbox::outcome::Outcome;

use crate::atoms;
use crate::handle::Handle;
use crate::term::Payload;

/// A supervised slice as a term; see `OapiCodemode.Executor.Native.Nif` for the shapes.
pub(crate) fn encode<'a>(
    env: Env<'a>,
    slice: Result<Slice<Payload>, Overrun>,
    handle: ResourceArc<Handle>,
) -> Term<'a> {
    match slice {
        Ok(Slice::Waiting { requests, phase, sleep }) => {
            let tag = match phase {
                Phase::Running => atoms::calls(),
                Phase::Draining => atoms::drain(),
            };
            let requests: Vec<_> =
                requests.into_iter().map(|request| encode_request(env, request)).collect();
            // Rounded up: a guest that is woken early would only wait again.
            let sleep_ms = sleep.map(|sleep| sleep.as_micros().div_ceil(1_000) as u64);
            (tag, handle, requests, sleep_ms).encode(env)
        }
        Ok(Slice::Done(outcome)) => (atoms::done(), encode_outcome(env, outcome)).encode(env),
        Ok(Slice::Unencoded) => atoms::unencoded().encode(env),
        Err(Overrun::Deadline) => atoms::deadline().encode(env),
        Err(Overrun::Stopped) => atoms::stopped().encode(env),
    }
}

fn encode_request<'a>(env: Env<'a>, request: Request<Payload>) -> Term<'a> {
    match request {
        Request::Call { id, name, args } => (id, name, args.into_term(env)).encode(env),
        Request::Encode { id } => (id, atoms::encode()).encode(env),
    }
}

fn encode_outcome<'a>(env: Env<'a>, outcome: Outcome<Payload>) -> Term<'a> {
    let Outcome { result, logs } = outcome;
    match result {
        Ok(value) => (atoms::ok(), value.into_term(env), logs).encode(env),
        Err(Fault { kind, name, message, position, detail }) => {
            let (line, column) = match position {
                Some(position) => (Some(position.line), Some(position.column)),
                None => (None, None),
            };
            let place = (line, column);
            (atoms::error(), kind_atom(kind), name, message, place, logs, detail).encode(env)
        }
    }
}

fn kind_atom(kind: Kind) -> Atom {
    match kind {
        Kind::JsError => atoms::js_error(),
        Kind::SyntaxError => atoms::syntax_error(),
        Kind::InvalidCode => atoms::invalid_code(),
        Kind::HostError => atoms::host_error(),
        Kind::Deadlock => atoms::deadlock(),
        Kind::MemoryLimit => atoms::memory_limit(),
        Kind::Unavailable => atoms::unavailable(),
        Kind::StackOverflow => atoms::stack_overflow(),
        Kind::EnginePanic => atoms::engine_panic(),
        Kind::InvalidInput => atoms::invalid_input(),
        Kind::ResultError => atoms::result_error(),
        Kind::Stopped | Kind::Cancelled => atoms::stopped(),
    }
}
