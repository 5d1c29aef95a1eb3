//! `AbortController` and `AbortSignal` (DOM 3.1, 3.2), as far as a guest without events can use
//! them: `Event` and `dispatchEvent` are absent, and a listener is given `{type, target}`.

use boa_engine::class::{Class, ClassBuilder};
use boa_engine::object::JsData;
use boa_engine::object::builtins::JsFunction;
use boa_engine::{
    Context, JsError, JsNativeError, JsObject, JsResult, JsValue, NativeFunction, js_string,
};
use boa_gc::{Finalize, Trace};

use super::define::{
    Native, accessors, argument, function, iterate, methods, named_error, tag, this_as,
};
use super::timers::{report, start};

/// Defines both classes.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    context.register_global_class::<AbortSignal>()?;
    context.register_global_class::<AbortController>()
}

#[derive(Trace, Finalize)]
struct AbortController {
    signal: JsObject<AbortSignal>,
}

impl JsData for AbortController {}

impl Class for AbortController {
    const NAME: &'static str = "AbortController";

    fn init(class: &mut ClassBuilder<'_>) -> JsResult<()> {
        tag(class, Self::NAME);
        let signal: Native = |this, _, _| {
            let controller = this_as::<Self>(this, Self::NAME)?;
            let signal = controller.borrow().data().signal.clone();
            Ok(signal.upcast().into())
        };
        accessors(class, &[("signal", signal, None)]);
        methods(
            class,
            &[("abort", 0, |this, args, context| {
                let controller = this_as::<Self>(this, Self::NAME)?;
                let signal = controller.borrow().data().signal.clone();
                abort(&signal, argument(args, 0), context).map(|()| JsValue::undefined())
            })],
        );
        Ok(())
    }

    fn data_constructor(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<Self> {
        Ok(Self { signal: new_signal(None, context)? })
    }
}

#[derive(Trace, Finalize)]
struct AbortSignal {
    /// The reason, once it is aborted.
    reason: Option<JsValue>,
    /// Called once at most, whatever their options say: a signal aborts once.
    listeners: Vec<JsObject>,
    on_abort: JsValue,
    /// Signals made by `AbortSignal.any` that follow this one.
    dependents: Vec<JsObject<AbortSignal>>,
}

impl JsData for AbortSignal {}

impl Class for AbortSignal {
    const NAME: &'static str = "AbortSignal";

    fn init(class: &mut ClassBuilder<'_>) -> JsResult<()> {
        tag(class, Self::NAME);
        let aborted: Native = |this, _, _| Ok(reason_of(this)?.is_some().into());
        let reason: Native = |this, _, _| Ok(reason_of(this)?.unwrap_or_default());
        let get_on_abort: Native =
            |this, _, _| Ok(this_as::<Self>(this, Self::NAME)?.borrow().data().on_abort.clone());
        let set_on_abort: Native = |this, args, _| {
            let handler = argument(args, 0);
            let handler = if handler.is_object() { handler } else { JsValue::null() };
            this_as::<Self>(this, Self::NAME)?.borrow_mut().data_mut().on_abort = handler;
            Ok(JsValue::undefined())
        };
        accessors(
            class,
            &[
                ("aborted", aborted, None),
                ("reason", reason, None),
                ("onabort", get_on_abort, Some(set_on_abort)),
            ],
        );
        methods(
            class,
            &[
                ("addEventListener", 2, add_listener),
                ("removeEventListener", 2, remove_listener),
                ("throwIfAborted", 0, |this, _, _| match reason_of(this)? {
                    Some(reason) => Err(JsError::from_opaque(reason)),
                    None => Ok(JsValue::undefined()),
                }),
            ],
        );
        let statics: [(&str, usize, Native); 3] =
            [("abort", 0, aborted_signal), ("any", 1, any), ("timeout", 1, timeout)];
        for (name, length, native) in statics {
            class.static_method(js_string!(name), length, NativeFunction::from_fn_ptr(native));
        }
        Ok(())
    }

    fn data_constructor(_: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<Self> {
        Err(JsNativeError::typ()
            .with_message("AbortSignal is not constructed: use new AbortController().signal")
            .into())
    }
}

fn new_signal(reason: Option<JsValue>, context: &mut Context) -> JsResult<JsObject<AbortSignal>> {
    let signal = AbortSignal {
        reason,
        listeners: Vec::new(),
        on_abort: JsValue::null(),
        dependents: Vec::new(),
    };
    this_as(&AbortSignal::from_data(signal, context)?.into(), AbortSignal::NAME)
}

fn reason_of(this: &JsValue) -> JsResult<Option<JsValue>> {
    Ok(this_as::<AbortSignal>(this, AbortSignal::NAME)?.borrow().data().reason.clone())
}

/// What is the reason when none is given.
fn or_abort_error(reason: JsValue, context: &mut Context) -> JsValue {
    if reason.is_undefined() {
        named_error("AbortError", "This operation was aborted", context).into()
    } else {
        reason
    }
}

/// Signal abort (DOM 3.2): dependents have the reason before any listener runs.
fn abort(signal: &JsObject<AbortSignal>, reason: JsValue, context: &mut Context) -> JsResult<()> {
    if signal.borrow().data().reason.is_some() {
        return Ok(());
    }
    let reason = or_abort_error(reason, context);
    let mut aborted = vec![signal.clone()];
    signal.borrow_mut().data_mut().reason = Some(reason.clone());
    for dependent in std::mem::take(&mut signal.borrow_mut().data_mut().dependents) {
        if dependent.borrow().data().reason.is_none() {
            dependent.borrow_mut().data_mut().reason = Some(reason.clone());
            aborted.push(dependent);
        }
    }
    aborted.iter().try_for_each(|signal| notify(signal, context))
}

/// Calls the listeners; what one throws is a console line, and the next is called.
fn notify(signal: &JsObject<AbortSignal>, context: &mut Context) -> JsResult<()> {
    let target = JsValue::from(signal.clone().upcast());
    let event = JsObject::with_object_proto(context.intrinsics());
    event.create_data_property_or_throw(js_string!("type"), js_string!("abort"), context)?;
    event.create_data_property_or_throw(js_string!("target"), target.clone(), context)?;
    let (on_abort, listeners) = {
        let mut signal = signal.borrow_mut();
        let data = signal.data_mut();
        (data.on_abort.clone(), std::mem::take(&mut data.listeners))
    };
    let handlers = on_abort.as_object().into_iter();
    for callback in handlers.chain(listeners) {
        let called = if callback.is_callable() {
            callback.call(&target, &[event.clone().into()], context)
        } else {
            let handle = callback.get(js_string!("handleEvent"), context)?;
            match handle.as_callable() {
                Some(handle) => handle.call(&callback.into(), &[event.clone().into()], context),
                None => Ok(JsValue::undefined()),
            }
        };
        report(called, context)?;
    }
    Ok(())
}

fn is_abort_type(args: &[JsValue], context: &mut Context) -> JsResult<bool> {
    Ok(argument(args, 0).to_string(context)? == js_string!("abort"))
}

fn add_listener(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let signal = this_as::<AbortSignal>(this, AbortSignal::NAME)?;
    let (is_abort, callback) = (is_abort_type(args, context)?, argument(args, 1).as_object());
    if let (true, Some(callback)) = (is_abort, callback) {
        let mut signal = signal.borrow_mut();
        let listeners = &mut signal.data_mut().listeners;
        if !listeners.iter().any(|known| JsObject::equals(known, &callback)) {
            listeners.push(callback);
        }
    }
    Ok(JsValue::undefined())
}

fn remove_listener(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let signal = this_as::<AbortSignal>(this, AbortSignal::NAME)?;
    let (is_abort, callback) = (is_abort_type(args, context)?, argument(args, 1).as_object());
    if let (true, Some(callback)) = (is_abort, callback) {
        let mut signal = signal.borrow_mut();
        let listeners = &mut signal.data_mut().listeners;
        listeners.retain(|known| !JsObject::equals(known, &callback));
    }
    Ok(JsValue::undefined())
}

fn aborted_signal(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let reason = or_abort_error(argument(args, 0), context);
    Ok(new_signal(Some(reason), context)?.upcast().into())
}

/// A timer of the run aborts it; like every timer it is dropped when the program ends.
fn timeout(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let delay = argument(args, 0).to_number(context)?;
    if !delay.is_finite() || delay < 0.0 {
        return Err(JsNativeError::typ()
            .with_message("AbortSignal.timeout: a number of milliseconds is expected")
            .into());
    }
    let signal = new_signal(None, context)?;
    let native = NativeFunction::from_copy_closure_with_captures(
        |_, _, signal: &JsObject<AbortSignal>, context| {
            let text = "The operation was aborted due to timeout";
            let reason = named_error("TimeoutError", text, context);
            abort(signal, reason.into(), context).map(|()| JsValue::undefined())
        },
        signal.clone(),
    );
    let callback: JsFunction = function("", 0, native, context);
    start(callback, Vec::new(), delay, false, context)?;
    Ok(signal.upcast().into())
}

fn any(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let mut sources = Vec::new();
    for source in iterate(&argument(args, 0), context)? {
        sources.push(this_as::<AbortSignal>(&source, AbortSignal::NAME)?);
    }
    let reason = sources.iter().find_map(|source| source.borrow().data().reason.clone());
    let is_aborted = reason.is_some();
    let signal = new_signal(reason, context)?;
    if !is_aborted {
        for source in sources {
            source.borrow_mut().data_mut().dependents.push(signal.clone());
        }
    }
    Ok(signal.upcast().into())
}
