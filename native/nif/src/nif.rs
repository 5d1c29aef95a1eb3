//! The four functions: decode, call, encode. The Elixir side documents them where they are
//! declared, in `OapiCodemode.Executor.Native.Nif`.

use std::time::{Duration, Instant};

use rustler::{Encoder, Env, LocalPid, NifResult, ResourceArc, Term};
use sandbox::host_calls::{Failure, Reply};
use sandbox::isolate::{self, Isolate, Start};
use sandbox::limits::Limits;

use crate::handle::Handle;
use crate::term::{Payload, Terms};
use crate::{atoms, reply};

/// Called by the VM when it loads the library.
pub(crate) fn load(_: Env<'_>, _: Term<'_>) -> bool {
    true
}

/// What `run/3` is given besides the code: globals, callback names, API names, the caller.
type World<'a> = (Term<'a>, Vec<String>, Vec<String>, LocalPid);

#[rustler::nif(schedule = "DirtyCpu")]
fn run<'a>(env: Env<'a>, code: &str, world: World<'a>, timeout_ms: u64) -> NifResult<Term<'a>> {
    let (globals, callbacks, api_names, caller) = world;
    let deadline = Instant::now() + Duration::from_millis(timeout_ms);
    let start = Start {
        code: code.to_owned(),
        globals: Payload::new(globals),
        callbacks,
        api_names,
        limits: Limits::default(),
    };
    let isolate: Isolate<Terms> = match Isolate::start(start) {
        Ok(isolate) => isolate,
        Err(error) => return Ok((atoms::refused(), error.to_string()).encode(env)),
    };
    let handle = ResourceArc::new(Handle { isolate, deadline });
    if env.monitor(&handle, &caller).is_none() {
        handle.isolate.cancel();
    }
    let slice = handle.isolate.supervise(deadline);
    Ok(reply::encode(env, slice, handle))
}

#[rustler::nif(schedule = "DirtyCpu")]
fn resume<'a>(env: Env<'a>, handle: ResourceArc<Handle>, replies: Term<'a>) -> NifResult<Term<'a>> {
    let is_finishing = atoms::finish() == replies;
    if is_finishing {
        handle.isolate.finish();
    } else {
        let replies: Vec<Term<'a>> = replies.decode()?;
        let replies = replies.into_iter().map(decode_reply).collect::<NifResult<_>>()?;
        handle.isolate.resume(replies);
    }
    let slice = handle.isolate.supervise(handle.slice_deadline(is_finishing));
    Ok(reply::encode(env, slice, handle))
}

fn decode_reply(term: Term<'_>) -> NifResult<Reply<Payload>> {
    let (id, result): (u64, (rustler::Atom, Term<'_>)) = term.decode()?;
    let (tag, value) = result;
    let result = if tag == atoms::ok() {
        Ok(Payload::new(value))
    } else if let Ok((_, text)) = value.decode::<(rustler::Atom, String)>() {
        Err(Failure::NotJson(text))
    } else {
        Err(Failure::Raised)
    };
    Ok(Reply { id, result })
}

#[rustler::nif]
fn cancel(handle: ResourceArc<Handle>) -> rustler::Atom {
    handle.isolate.cancel();
    atoms::ok()
}

#[rustler::nif]
fn info<'a>(env: Env<'a>) -> NifResult<Term<'a>> {
    let census = isolate::census();
    let pairs = [
        (atoms::isolates(), census.isolates),
        (atoms::runs(), census.runs),
        (atoms::engine_panics(), census.engine_panics),
    ];
    Term::map_from_pairs(env, &pairs)
}
