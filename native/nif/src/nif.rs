//! The functions: decode, call, encode. The Elixir side documents them where they are
//! declared, in `OapiCodemode.Executor.Native.Nif`.

use std::time::{Duration, Instant};

use rustler::{Encoder, Env, LocalPid, NifResult, ResourceArc, Term};
use sandbox::host_calls::{Failure, Reply};
use sandbox::isolate::{self, Isolate, Start};
use sandbox::limits::Limits;
use sandbox::quarantine;

use crate::handle::Handle;
use crate::term::{Payload, Terms};
use crate::{atoms, reply};

/// Called by the VM when it loads the library.
/// `budget` is the quarantine's, in bytes.
pub(crate) fn load(_: Env<'_>, budget: Term<'_>) -> bool {
    if let Ok(bytes) = budget.decode::<u64>() {
        quarantine::set_budget(bytes);
    }
    match isolate::self_check() {
        Ok(()) => true,
        Err(reason) => {
            // The VM says only that loading failed; this says why.
            eprintln!("oapi_codemode_native refuses to load: {reason}");
            false
        }
    }
}

/// What `run/3` is given besides the code: globals, callback names, API names, the runner.
type World<'a> = (Term<'a>, Vec<String>, Vec<String>, LocalPid);

/// What bounds a run: milliseconds until it is stopped, bytes it may have alive.
type RunLimits = (u64, usize);

#[rustler::nif(schedule = "DirtyCpu")]
fn run<'a>(env: Env<'a>, code: &str, world: World<'a>, limits: RunLimits) -> NifResult<Term<'a>> {
    let (timeout_ms, memory_limit) = limits;
    let (globals, callbacks, api_names, runner) = world;
    let deadline = Instant::now() + Duration::from_millis(timeout_ms);
    let start = Start {
        code: code.to_owned(),
        globals: Payload::new(globals),
        callbacks,
        api_names,
        limits: Limits { memory_limit, ..Limits::default() },
    };
    let isolate: Isolate<Terms> = match Isolate::start(start) {
        Ok(isolate) => isolate,
        Err(refusal) => return Ok((atoms::refused(), refusal.to_string()).encode(env)),
    };
    let handle = ResourceArc::new(Handle { isolate, deadline });
    if env.monitor(&handle, &runner).is_none() {
        handle.isolate.cancel();
    }
    let slice = handle.isolate.supervise(deadline);
    Ok(reply::encode(env, slice, handle))
}

#[rustler::nif(schedule = "DirtyCpu")]
fn resume<'a>(env: Env<'a>, handle: ResourceArc<Handle>, replies: Term<'a>) -> NifResult<Term<'a>> {
    let replies: Vec<Term<'a>> = replies.decode()?;
    let replies = replies.into_iter().map(decode_reply).collect::<NifResult<_>>()?;
    handle.isolate.resume(replies);
    let slice = handle.isolate.supervise(handle.deadline);
    Ok(reply::encode(env, slice, handle))
}

/// What a finishing guest gets to convert nothing and answer what it has.
const FINISH_GRACE: Duration = Duration::from_secs(1);

/// On a scheduler for waiting: the guest computes next to nothing, and its outcome, which it has
/// already, must not queue behind other guests.
#[rustler::nif(schedule = "DirtyIo")]
fn finish(env: Env<'_>, handle: ResourceArc<Handle>) -> Term<'_> {
    handle.isolate.finish();
    let slice = handle.isolate.supervise(Instant::now() + FINISH_GRACE);
    reply::encode(env, slice, handle)
}

fn decode_reply(term: Term<'_>) -> NifResult<Reply<Payload>> {
    let (id, result): (u64, (rustler::Atom, Term<'_>)) = term.decode()?;
    let (tag, value) = result;
    let result = if tag == atoms::ok() {
        Ok(Payload::new(value))
    } else {
        Err(match value.decode::<(rustler::Atom, String)>() {
            Ok((kind, text)) if kind == atoms::not_json() => Failure::NotJson(text),
            Ok((_, text)) => Failure::Raised(Some(text)),
            Err(_) => Failure::Raised(None),
        })
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
    let parked = quarantine::state();
    let pairs = [
        (atoms::parked_threads(), parked.threads),
        (atoms::parked_bytes(), parked.bytes),
        (atoms::quarantine_budget(), parked.budget),
        (atoms::isolates(), census.isolates),
        (atoms::runs(), census.runs),
        (atoms::engine_panics(), census.engine_panics),
    ];
    Term::map_from_pairs(env, &pairs)
}
