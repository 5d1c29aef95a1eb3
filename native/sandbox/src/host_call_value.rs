//! The host-call value: what `host.f(...)` gives (design, section 5).
//!
//! Awaited, or used through `then`, `catch` or `finally`, it is the promise of its reply. Touched
//! in any other way it waits for its own reply and behaves as the reply, so that programs written
//! for a blocking `request()` run as they are, and calls made one after the other are in flight
//! together. A failed call throws where it is touched.
//!
//! It is a proxy whose traps are the functions here. What the language does not allow: a proxy is
//! an object, so `===` against a primitive reply, `typeof` and truthiness see an object.

use std::rc::Rc;

use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::builtins::{JsArray, JsFunction, JsPromise, JsProxy, JsWeakMap};
use boa_engine::object::{FunctionObjectBuilder, JsData};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{
    Context, JsError, JsNativeError, JsObject, JsResult, JsSymbol, JsValue, NativeFunction,
    js_string,
};
use boa_gc::{Finalize, Trace};

use crate::boundary::insert_data_property;
use crate::surface::intrinsics::method;

/// What waits for the reply of one call.
pub(crate) trait Replies {
    /// Waits until `call` has settled; other replies that arrive meanwhile are kept for their own.
    fn wait_for(&self, call: &JsPromise, context: &mut Context) -> JsResult<()>;
}

/// The host-call values of one guest.
pub(crate) struct HostCallValues {
    replies: Rc<dyn Replies>,
    proxy: JsObject,
    handler: JsObject,
    then: JsFunction,
    finally: JsFunction,
    /// Each value's call: what is in here is a host-call value, whatever a guest's proxy claims.
    calls: JsWeakMap,
}

/// The proxy's target: the call behind a value.
#[derive(Trace, Finalize)]
struct Call {
    promise: JsPromise,
}

impl JsData for Call {}

impl HostCallValues {
    /// Takes what is needed from a realm in which no guest code has run yet.
    pub(crate) fn install(replies: Rc<dyn Replies>, context: &mut Context) -> JsResult<()> {
        let handler = JsObject::with_null_proto();
        let traps: [(&str, Trap); 10] = [
            ("get", get),
            ("set", set),
            ("has", has),
            ("deleteProperty", delete_property),
            ("ownKeys", own_keys),
            ("getOwnPropertyDescriptor", get_own_property_descriptor),
            ("defineProperty", define_property),
            ("getPrototypeOf", get_prototype_of),
            ("setPrototypeOf", |_, _, _| Ok(false.into())),
            ("preventExtensions", |_, _, _| Ok(false.into())),
        ];
        for (name, trap) in traps {
            let native = NativeFunction::from_fn_ptr(trap);
            let function = FunctionObjectBuilder::new(context.realm(), native).build();
            insert_data_property(&handler, js_string!(name), function.into());
        }
        let proxy = context.intrinsics().constructors().proxy().constructor();
        let calls = JsWeakMap::new(context);
        let prototype = context.intrinsics().constructors().promise().prototype();
        let then = method(&prototype, "then", context)?;
        let finally = method(&prototype, "finally", context)?;
        context.insert_data(Rc::new(Self { replies, proxy, handler, then, finally, calls }));
        install_is_array(context)
    }

    fn of(context: &Context) -> JsResult<Rc<Self>> {
        context.get_data::<Rc<Self>>().map(Rc::clone).ok_or_else(|| {
            JsNativeError::error().with_message("host calls are not available here").into()
        })
    }

    /// The value of the call whose reply `promise` is.
    pub(crate) fn wrap(promise: JsPromise, context: &mut Context) -> JsResult<JsValue> {
        let values = Self::of(context)?;
        // The guest never has this promise itself. Without a constructor `then` is not asked for
        // a species (ECMA-262 7.3.22), which the guest may have replaced: the engine panics on it.
        let property = PropertyDescriptor::builder().value(JsValue::undefined());
        let object = JsObject::from(promise.clone());
        object.define_property_or_throw(js_string!("constructor"), property, context)?;
        let target = JsObject::from_proto_and_data(None, Call { promise });
        let arguments = [target.clone().into(), values.handler.clone().into()];
        let value = values.proxy.construct(&arguments, None, context)?;
        values.calls.set(&value, target.into(), context)?;
        Ok(value.into())
    }

    /// Waits for the reply behind `call` and gives it, or throws its error.
    fn settle(&self, call: &JsPromise, context: &mut Context) -> JsResult<JsValue> {
        self.replies.wait_for(call, context)?;
        match call.state() {
            PromiseState::Fulfilled(reply) => Ok(reply),
            PromiseState::Rejected(error) => Err(JsError::from_opaque(error)),
            PromiseState::Pending => {
                Err(JsNativeError::error().with_message("the reply did not arrive").into())
            }
        }
    }
}

/// The reply behind a host-call value, waited for; any other value as it is.
///
/// # Errors
/// The call's own error.
pub(crate) fn touched(value: JsValue, context: &mut Context) -> JsResult<JsValue> {
    match call_behind(&value, context)? {
        Some(promise) => HostCallValues::of(context)?.settle(&promise, context),
        None => Ok(value),
    }
}

/// The promise of the reply behind a host-call value.
pub(crate) fn call_behind(value: &JsValue, context: &mut Context) -> JsResult<Option<JsPromise>> {
    let Some(object) = value.as_object() else { return Ok(None) };
    if JsProxy::from_object(object.clone()).is_err() {
        return Ok(None);
    }
    let target = HostCallValues::of(context)?.calls.get(&object, context)?;
    Ok(target.as_object().and_then(|target| promise_of(&target)))
}

fn promise_of(target: &JsObject) -> Option<JsPromise> {
    target.downcast_ref::<Call>().map(|call| call.promise.clone())
}

type Trap = fn(&JsValue, &[JsValue], &mut Context) -> JsResult<JsValue>;

/// The call behind the trap's target, and its reply.
fn reply(args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let promise = own_promise(args)?;
    HostCallValues::of(context)?.settle(&promise, context)
}

fn own_promise(args: &[JsValue]) -> JsResult<JsPromise> {
    args.first()
        .and_then(JsValue::as_object)
        .and_then(|target| promise_of(&target))
        .ok_or_else(|| JsNativeError::typ().with_message("not a host-call value").into())
}

fn argument(args: &[JsValue], index: usize) -> JsValue {
    args.get(index).cloned().unwrap_or_default()
}

fn key(args: &[JsValue], context: &mut Context) -> JsResult<PropertyKey> {
    argument(args, 1).to_property_key(context)
}

fn get(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let key = key(args, context)?;
    if let PropertyKey::String(name) = &key
        && let Some(method) = promise_method(&name.to_std_string_lossy())
    {
        let promise = own_promise(args)?;
        let native = NativeFunction::from_copy_closure_with_captures(method, promise);
        return Ok(FunctionObjectBuilder::new(context.realm(), native).build().into());
    }
    let reply = reply(args, context)?;
    if let Some(object) = reply.as_object() {
        if key == PropertyKey::from(JsSymbol::is_concat_spreadable()) && object.is_array() {
            return Ok(true.into());
        }
        return object.get(key, context);
    }
    if key == PropertyKey::from(JsSymbol::to_primitive()) {
        let native = NativeFunction::from_copy_closure_with_captures(
            |_, _, primitive: &JsValue, _| Ok(primitive.clone()),
            reply,
        );
        return Ok(FunctionObjectBuilder::new(context.realm(), native).build().into());
    }
    // Methods of primitives look at `this`, which would be the proxy.
    let member = reply.to_object(context)?.get(key, context)?;
    match member.as_function() {
        Some(method) => {
            let native = NativeFunction::from_copy_closure_with_captures(
                |_, args, (method, primitive): &(JsFunction, JsValue), context| {
                    method.call(primitive, args, context)
                },
                (method, reply),
            );
            Ok(FunctionObjectBuilder::new(context.realm(), native).build().into())
        }
        None => Ok(member),
    }
}

type PromiseMethod = fn(&JsValue, &[JsValue], &JsPromise, &mut Context) -> JsResult<JsValue>;

/// What makes the value a promise: the engine's own methods, called on the promise. They may throw:
/// which constructor a derived promise has is the guest's affair.
fn promise_method(name: &str) -> Option<PromiseMethod> {
    match name {
        "then" => Some(|_, args, promise, context| {
            let values = HostCallValues::of(context)?;
            values.then.call(&promise.clone().into(), args, context)
        }),
        "catch" => Some(|_, args, promise, context| {
            let values = HostCallValues::of(context)?;
            let arguments = [JsValue::undefined(), argument(args, 0)];
            values.then.call(&promise.clone().into(), &arguments, context)
        }),
        "finally" => Some(|_, args, promise, context| {
            let values = HostCallValues::of(context)?;
            values.finally.call(&promise.clone().into(), args, context)
        }),
        _ => None,
    }
}

/// The reply as an object: a primitive has no properties to change.
fn object_reply(args: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    reply(args, context)?.as_object().ok_or_else(|| {
        JsNativeError::typ().with_message("the reply is a primitive value, not an object").into()
    })
}

fn set(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let key = key(args, context)?;
    let object = object_reply(args, context)?;
    Ok(object.set(key, argument(args, 2), false, context)?.into())
}

fn has(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let key = key(args, context)?;
    Ok(object_reply(args, context)?.has_property(key, context)?.into())
}

fn delete_property(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let key = key(args, context)?;
    // As `delete` does: nothing is deleted from a number, null throws (ECMA-262 13.5.1.2).
    let object = reply(args, context)?.to_object(context)?;
    object.delete_property_or_throw(key, context).map(JsValue::from)
}

fn own_keys(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let reply = reply(args, context)?;
    if reply.is_null_or_undefined() {
        return Ok(JsArray::new(context)?.into());
    }
    let keys = reply.to_object(context)?.own_property_keys(context)?;
    let keys: Vec<JsValue> = keys
        .iter()
        .map(|key| match key {
            PropertyKey::Index(index) => js_string!(index.get().to_string().as_str()).into(),
            key => JsValue::from(key),
        })
        .collect();
    Ok(JsArray::from_iter(keys, context).into())
}

fn get_own_property_descriptor(
    _: &JsValue,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let key = key(args, context)?;
    let reply = reply(args, context)?;
    if reply.is_null_or_undefined() {
        return Ok(JsValue::undefined());
    }
    let object = reply.to_object(context)?;
    if !object.has_own_property(key.clone(), context)? {
        return Ok(JsValue::undefined());
    }
    let is_enumerable = object.borrow().properties().get(&key).map_or_else(
        || matches!(key, PropertyKey::Index(_)),
        |property| property.enumerable() != Some(false),
    );
    let value = object.get(key, context)?;
    // Always configurable: a proxy must not report what its target can't keep (ECMA-262 10.5.5).
    let descriptor = JsObject::with_object_proto(context.intrinsics());
    for (name, value) in [
        ("value", value),
        ("writable", true.into()),
        ("enumerable", is_enumerable.into()),
        ("configurable", true.into()),
    ] {
        insert_data_property(&descriptor, js_string!(name), value);
    }
    Ok(descriptor.into())
}

fn define_property(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let key = key(args, context)?;
    let descriptor = argument(args, 2).to_property_descriptor(context)?;
    if descriptor.configurable() == Some(false) {
        return Ok(false.into());
    }
    let object = object_reply(args, context)?;
    Ok(object.define_property_or_throw(key, descriptor, context)?.into())
}

fn get_prototype_of(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let reply = reply(args, context)?;
    let prototype = reply.to_object(context).ok().and_then(|object| object.prototype());
    Ok(prototype.map_or_else(JsValue::null, JsValue::from))
}

/// `Array.isArray` sees through a host-call value (as far as the language allows: the proxy's
/// target can't be a list before the reply is known to be one).
fn install_is_array(context: &mut Context) -> JsResult<()> {
    let array = context.intrinsics().constructors().array().constructor();
    let Some(original) = array.get(js_string!("isArray"), context)?.as_function() else {
        return Ok(());
    };
    let native = NativeFunction::from_copy_closure_with_captures(
        |this, args, original: &JsFunction, context| {
            let value = touched(argument(args, 0), context)?;
            original.call(this, &[value], context)
        },
        original,
    );
    let function = FunctionObjectBuilder::new(context.realm(), native)
        .name(js_string!("isArray"))
        .length(1)
        .build();
    let property = PropertyDescriptor::builder()
        .value(function)
        .writable(true)
        .enumerable(false)
        .configurable(true);
    array.define_property_or_throw(js_string!("isArray"), property, context).map(drop)
}
