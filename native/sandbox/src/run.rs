//! One run, on its isolate's thread: inject the globals, call the program, settle, convert, drain.

use std::rc::Rc;
use std::sync::PoisonError;

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsError, JsNativeError, JsObject, JsResult, JsValue, js_string};

use crate::boundary::{self, Refusal, Wire, Written};
use crate::event_loop::{Ending, EventLoop};
use crate::fault::{Diagnosis, Fault, Kind};
use crate::guest_thread::Port;
use crate::heap;
use crate::host_calls::HostCalls;
use crate::isolate::{Shared, Slice, Start};
use crate::outcome::Outcome;
use crate::program::{Program, Yields};
use crate::quarantine::critical;
use crate::stop::{Stop, Verdict};
use crate::surface::inspect::inspect;
use crate::surface::realm::Guest;

/// Names that a data global can't take: the host's own, and the global object's fixed ones.
const TAKEN: [&str; 7] = ["console", "host", "apis", "undefined", "NaN", "Infinity", "globalThis"];

/// Runs a program to its end. The guest is handed back so that it is torn down after the answer.
pub(crate) fn run<W: Wire>(
    start: Start<W::In>,
    port: &Rc<Port<W>>,
) -> (Slice<W::Out>, Option<Guest>) {
    let Start { code, globals, callbacks, api_names, limits } = start;
    let shared = &port.shared;
    let stop = &shared.stop;
    let mut guest = match Guest::new(&limits, &shared.lines) {
        Ok(guest) => guest,
        Err(error) => {
            return (done(Err(Fault::engine_panic(error.to_string())), shared), None);
        }
    };
    stop.arm(&mut guest.context);
    let calls = Rc::new(HostCalls::<W>::new(limits, &guest, Rc::clone(port)));

    let installed = calls.install(&callbacks, &api_names, &mut guest.context);
    if let Err(error) = installed {
        return (done(Err(Fault::engine_panic(error.to_string())), shared), Some(guest));
    }
    match boundary::read::<W>(globals, &limits, &mut guest.context) {
        Ok(globals) => {
            if let Err(fault) = inject(&globals, &mut guest) {
                return (done(Err(fault), shared), Some(guest));
            }
        }
        Err(rejection) if Fault::needs_encoding(&rejection) => {
            return (Slice::Unencoded, Some(guest));
        }
        Err(rejection) => {
            return (done(Err(Fault::of_rejection("globals", &rejection)), shared), Some(guest));
        }
    }
    let program = match Program::new(&code, &limits, &mut guest.context) {
        Ok(program) => program,
        Err(fault) => return (done(Err(fault), shared), Some(guest)),
    };
    let result = Run { guest: &mut guest, calls: &calls, port, stop, limits }.execute(&program);
    guest.console.close();
    (done(result, shared), Some(guest))
}

/// The end of a run: what happened, unless the guest was stopped meanwhile, and its lines.
pub(crate) fn done<V>(result: Result<V, Fault>, shared: &Shared<V>) -> Slice<V> {
    // The supervisor frees all of it: it must not be the guest's.
    heap::host_owned(|| {
        let result = match shared.stop.verdict().filter(|_| !shared.is_draining()) {
            Some(Verdict::Exhausted) => Err(Fault::memory_limit(&shared.limits)),
            // The fault may say where.
            Some(Verdict::Recursed) => Err(result
                .err()
                .filter(|fault| fault.kind == Kind::StackOverflow)
                .map_or_else(Fault::recursion, Fault::copied)),
            _ => result.map_err(Fault::copied),
        };
        let logs =
            std::mem::take(&mut *shared.lines.lock().unwrap_or_else(PoisonError::into_inner));
        Slice::Done(Outcome { result, logs })
    })
}

/// Makes each key of `globals` a global of its own.
fn inject(globals: &JsValue, guest: &mut Guest) -> Result<(), Fault> {
    let context = &mut guest.context;
    let Some(object) = globals.as_object().filter(|object| object.is_ordinary()) else {
        return Err(Fault::new(Kind::InvalidInput, "globals: a map is expected"));
    };
    let failed = |error: JsError| Fault::engine_panic(error.to_string());
    for key in guest.intrinsics.own_enumerable_keys(&object, context).map_err(failed)? {
        let name = key.to_std_string_lossy();
        if TAKEN.contains(&name.as_str()) {
            let text = format!("globals.{name}: the name is taken by the sandbox; use another");
            return Err(Fault::new(Kind::InvalidInput, text));
        }
        let value = object.get(key.clone(), context).map_err(failed)?;
        boundary::insert_data_property(&context.global_object(), key, value);
    }
    Ok(())
}

/// Never seen: the supervisor has taken the outcome, and answered, before.
const STOPPED: &str = "the program was stopped";

struct Run<'a, W: Wire> {
    guest: &'a mut Guest,
    calls: &'a Rc<HostCalls<W>>,
    port: &'a Rc<Port<W>>,
    stop: &'a Stop,
    limits: crate::limits::Limits,
}

impl<W: Wire> Run<'_, W> {
    fn execute(self, program: &Program) -> Result<W::Out, Fault> {
        let Self { guest, calls, port, stop, limits } = self;
        let Guest { context, jobs, timers, intrinsics, console, rejections } = guest;
        let event_loop = EventLoop { jobs, timers, calls, port, stop };
        let diagnosis = Diagnosis {
            intrinsics,
            program,
            limits: &limits,
            host_error: &|value| calls.host_error(value),
        };

        let settle = |promise: &JsResult<JsPromise>, context: &mut Context| match promise {
            Ok(promise) => event_loop.settle(promise, context),
            Err(error) => Err(Ending::Thrown(error.clone())),
        };
        let mut promise = call(program, context);
        let mut settled = settle(&promise, context);
        if program.yields() == (Yields::Value { is_called: true })
            && let Ok(value) = &settled
            && let Some(function) = value.as_callable()
        {
            promise = call_function(&function, context);
            settled = settle(&promise, context);
        }
        let queued = event_loop.run_queued(context);
        let written = settled.and_then(|value| queued.map(|()| value)).map(|value| {
            let mut awaiting = |context: &mut Context, promise: &JsPromise| {
                let settled = event_loop.settle(promise, context);
                // What it was rejected with is the run's own error.
                rejections.forget(promise);
                settled
            };
            boundary::write::<W>(value, &limits, intrinsics, Some(&mut awaiting), context)
        });
        let result = match written {
            Ok(Ok(Written { out, notes, charged: _ })) => {
                for note in notes {
                    console.push_note(&format!(
                        "the result holds a {}, which JSON writes as {{}}: return {} instead",
                        note.kind, note.instead
                    ));
                }
                Ok(out)
            }
            Ok(Err(refusal)) => Err(refused(refusal, &diagnosis, context)),
            Err(ending) => Err(diagnosis.of_ending(ending, context)),
        };
        timers.close();
        if event_loop.check().is_err() {
            return result;
        }
        // It stands from here on: nothing that happens during the drain can take it back.
        critical(|| port.shared.settle(heap::host_owned(|| result.map_err(Fault::copied))));
        let _ = event_loop.drain(context);
        for (name, count) in calls.unfinished() {
            let calls = if count == 1 { String::new() } else { format!(": {count} calls") };
            console.push_note(&format!(
                "host.{name}{calls} had not replied when the run ended; it was stopped"
            ));
        }
        let main = promise.ok();
        for rejection in rejections.take() {
            let is_main = main.as_ref().is_some_and(|main| same(main, &rejection));
            if let (false, Some(reason)) = (is_main, reason_of(&rejection))
                && let Ok(text) = inspect(&reason, intrinsics, context)
            {
                console.push(&format!("Uncaught (in promise) {text}"));
            }
        }
        port.shared.settled().unwrap_or_else(|| Err(Fault::new(Kind::Stopped, STOPPED)))
    }
}

fn refused(refusal: Refusal, diagnosis: &Diagnosis<'_>, context: &mut Context) -> Fault {
    diagnosis.of_refusal(refusal, context)
}

/// Starts the program and gives the promise of its value.
fn call(program: &Program, context: &mut Context) -> JsResult<JsPromise> {
    let wrapper = callable(&context.eval(program.source())?)?;
    match program.yields() {
        Yields::Function => {
            let function = wrapper.call(&JsValue::undefined(), &[], context)?;
            call_function(&callable(&function)?, context)
        }
        Yields::Value { .. } => call_function(&wrapper, context),
    }
}

/// Calls a function with `this` undefined and no arguments, and gives its promise: its own when it
/// is asynchronous, else one that is resolved with its value.
fn call_function(function: &JsObject, context: &mut Context) -> JsResult<JsPromise> {
    let value = function.call(&JsValue::undefined(), &[], context)?;
    match value.as_promise() {
        Some(promise) => Ok(promise),
        None => {
            let (promise, resolvers) = JsPromise::new_pending(context);
            resolvers.resolve.call(&JsValue::undefined(), &[value], context)?;
            Ok(promise)
        }
    }
}

fn callable(value: &JsValue) -> JsResult<JsObject> {
    value.as_callable().ok_or_else(|| {
        JsNativeError::typ()
            .with_message(js_string!("the program is not a function").to_std_string_lossy())
            .into()
    })
}

fn same(one: &JsPromise, other: &JsPromise) -> bool {
    JsObject::equals(one, other)
}

fn reason_of(promise: &JsPromise) -> Option<JsValue> {
    promise.state().as_rejected().cloned()
}
