//! `setTimeout`, `setInterval` and their `clear` functions (HTML 8.7), and `queueMicrotask`.
//!
//! Not those of `boa_wintertc`: they run on the engine's own timer queue, whose executor decides
//! by itself when to sleep, and a guest's sleep must end its slice.

use std::rc::Rc;

use boa_engine::job::{Job, PromiseJob};
use boa_engine::object::builtins::JsFunction;
use boa_engine::{Context, JsError, JsNativeError, JsResult, JsValue};

use super::absent::CODE_FROM_STRINGS;
use super::console::Console;
use super::define::{argument, global_function};
use super::inspect::inspect;
use super::intrinsics::Intrinsics;
use crate::timers::{Timers, TooMany};

/// Defines the functions.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    global_function("setTimeout", 1, |_, args, context| set(args, false, context), context)?;
    global_function("setInterval", 1, |_, args, context| set(args, true, context), context)?;
    global_function("clearTimeout", 0, clear, context)?;
    global_function("clearInterval", 0, clear, context)?;
    global_function("queueMicrotask", 1, queue_microtask, context)
}

fn timers(context: &Context) -> JsResult<Rc<Timers>> {
    context
        .get_data::<Rc<Timers>>()
        .map(Rc::clone)
        .ok_or_else(|| JsNativeError::error().with_message("timers are not available here").into())
}

fn callback(args: &[JsValue], function: &str) -> JsResult<JsFunction> {
    let callback = argument(args, 0);
    if let Some(callback) = callback.as_function() {
        return Ok(callback);
    }
    // A string would be code.
    let error = if callback.is_string() {
        JsNativeError::typ().with_message(CODE_FROM_STRINGS)
    } else {
        JsNativeError::typ().with_message(format!("{function}: the first argument is no function"))
    };
    Err(error.into())
}

fn set(args: &[JsValue], repeats: bool, context: &mut Context) -> JsResult<JsValue> {
    let name = if repeats { "setInterval" } else { "setTimeout" };
    let callback = callback(args, name)?;
    let delay = argument(args, 1).to_number(context)?;
    let extra = args.get(2..).unwrap_or_default().to_vec();
    start(callback, extra, delay, repeats, context)
}

/// Sets a timer for a function of the surface or the guest.
pub(crate) fn start(
    callback: JsFunction,
    args: Vec<JsValue>,
    delay_ms: f64,
    repeats: bool,
    context: &Context,
) -> JsResult<JsValue> {
    match timers(context)?.set(callback, args, delay_ms, repeats) {
        Ok(id) => Ok(id.into()),
        Err(TooMany(bound)) => Err(JsNativeError::range()
            .with_message(format!("too many timers are pending (limit {bound})"))
            .into()),
    }
}

fn clear(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let id = argument(args, 0);
    if !id.is_undefined() && !id.is_object() && !id.is_symbol() {
        let id = id.to_number(context).unwrap_or_default();
        timers(context)?.clear(id as u32);
    }
    Ok(JsValue::undefined())
}

fn queue_microtask(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let callback = callback(args, "queueMicrotask")?;
    let job = PromiseJob::new(move |context| {
        let called = callback.call(&JsValue::undefined(), &[], context);
        report(called, context).map(|()| JsValue::undefined())
    });
    context.enqueue_job(Job::from(job));
    Ok(JsValue::undefined())
}

/// What a callback that nobody waits for threw becomes a console line (HTML 8.1.4.6).
///
/// # Errors
/// Only what the guest can't catch either.
pub(crate) fn report(called: JsResult<JsValue>, context: &mut Context) -> JsResult<()> {
    let error = match called {
        Err(error) if error.as_engine().is_none() => error,
        other => return other.map(drop),
    };
    let value = error.into_opaque(context)?;
    let text = uncaught(&value, context)?;
    if let Some(console) = context.get_data::<Rc<Console>>().map(Rc::clone) {
        console.push(&format!("Uncaught {text}"));
    }
    Ok(())
}

fn uncaught(value: &JsValue, context: &mut Context) -> Result<String, JsError> {
    match context.get_data::<Rc<Intrinsics>>().map(Rc::clone) {
        Some(intrinsics) => inspect(value, &intrinsics, context),
        None => Ok(String::new()),
    }
}
