//! How the additions are defined: functions, methods, accessors and their arguments.

use boa_engine::class::ClassBuilder;
use boa_engine::object::builtins::JsFunction;
use boa_engine::object::{FunctionObjectBuilder, NativeObject};
use boa_engine::property::{Attribute, PropertyDescriptor};
use boa_engine::{
    Context, JsNativeError, JsObject, JsResult, JsString, JsSymbol, JsValue, NativeFunction,
    js_string,
};

/// A function of the surface.
pub(crate) type Native = fn(&JsValue, &[JsValue], &mut Context) -> JsResult<JsValue>;

/// The argument at `index`, or undefined.
pub(crate) fn argument(args: &[JsValue], index: usize) -> JsValue {
    args.get(index).cloned().unwrap_or_default()
}

/// An argument that must be there (Web IDL 3.6: too few arguments are a `TypeError`).
pub(crate) fn required(args: &[JsValue], index: usize, function: &str) -> JsResult<JsValue> {
    args.get(index).cloned().ok_or_else(|| {
        JsNativeError::typ()
            .with_message(format!("{function}: argument {} is missing", index + 1))
            .into()
    })
}

/// A function object.
pub(crate) fn function(
    name: &str,
    length: usize,
    native: NativeFunction,
    context: &Context,
) -> JsFunction {
    FunctionObjectBuilder::new(context.realm(), native)
        .name(js_string!(name))
        .length(length)
        .build()
}

/// Defines a method on `object`, with the attributes of the language's own (ECMA-262 18).
pub(crate) fn method(
    object: &JsObject,
    name: &str,
    length: usize,
    native: Native,
    context: &mut Context,
) -> JsResult<()> {
    define(object, name, length, NativeFunction::from_fn_ptr(native), context)
}

/// As [`method`], for a function that captures something.
pub(crate) fn define(
    object: &JsObject,
    name: &str,
    length: usize,
    native: NativeFunction,
    context: &mut Context,
) -> JsResult<()> {
    let function = function(name, length, native, context);
    hidden(object, name, function.into(), context)
}

/// Defines a property that is writable, configurable and not enumerable.
pub(crate) fn hidden(
    object: &JsObject,
    name: &str,
    value: JsValue,
    context: &mut Context,
) -> JsResult<()> {
    let property = PropertyDescriptor::builder()
        .value(value)
        .writable(true)
        .enumerable(false)
        .configurable(true);
    object.define_property_or_throw(js_string!(name), property, context).map(drop)
}

/// Defines a global function.
pub(crate) fn global_function(
    name: &str,
    length: usize,
    native: Native,
    context: &mut Context,
) -> JsResult<()> {
    method(&context.global_object(), name, length, native, context)
}

/// Methods of a class: name, length, body.
pub(crate) fn methods(class: &mut ClassBuilder<'_>, methods: &[(&str, usize, Native)]) {
    for (name, length, native) in methods {
        class.method(js_string!(*name), *length, NativeFunction::from_fn_ptr(*native));
    }
}

/// Accessors of a class: name, getter, setter.
pub(crate) fn accessors(
    class: &mut ClassBuilder<'_>,
    accessors: &[(&str, Native, Option<Native>)],
) {
    for (name, get, set) in accessors {
        let context = class.context();
        let native = NativeFunction::from_fn_ptr(*get);
        let get = function(&format!("get {name}"), 0, native, context);
        let set = set.map(|set| {
            function(&format!("set {name}"), 1, NativeFunction::from_fn_ptr(set), context)
        });
        class.accessor(js_string!(*name), Some(get), set, Attribute::CONFIGURABLE);
    }
}

/// What `Object.prototype.toString` says of a class's instances.
pub(crate) fn tag(class: &mut ClassBuilder<'_>, name: &str) {
    class.property(JsSymbol::to_string_tag(), js_string!(name), Attribute::CONFIGURABLE);
}

/// `this` as an instance that carries a `T`.
pub(crate) fn this_as<T: NativeObject>(this: &JsValue, class: &str) -> JsResult<JsObject<T>> {
    this.as_object()
        .and_then(|object| object.downcast::<T>().ok())
        .ok_or_else(|| JsNativeError::typ().with_message(format!("this is not a {class}")).into())
}

/// A string argument as the web's APIs take it: a lone surrogate becomes U+FFFD (Web IDL 3.2.12).
pub(crate) fn text(value: &JsValue, context: &mut Context) -> JsResult<String> {
    Ok(value.to_string(context)?.to_std_string_lossy())
}

/// An error with a name of its own, where the web throws a `DOMException` of that name.
pub(crate) fn named_error(name: &str, message: &str, context: &mut Context) -> JsObject {
    let error = JsNativeError::error().with_message(message.to_owned()).into_opaque(context);
    // On an object that nobody else has seen this can't fail.
    let _ = hidden(&error, "name", JsString::from(name).into(), context);
    error
}

/// The items of an iterable (ECMA-262 7.4), at most [`MAX_ITEMS`].
pub(crate) fn iterate(iterable: &JsValue, context: &mut Context) -> JsResult<Vec<JsValue>> {
    let not_iterable = || JsNativeError::typ().with_message("the value is not iterable");
    let object = iterable.to_object(context)?;
    let method = object.get(JsSymbol::iterator(), context)?;
    let method = method.as_callable().ok_or_else(not_iterable)?;
    let iterator = method.call(iterable, &[], context)?.as_object().ok_or_else(not_iterable)?;
    let next = iterator.get(js_string!("next"), context)?;
    let next = next.as_callable().ok_or_else(not_iterable)?;
    let mut items = Vec::new();
    loop {
        let step = next.call(&iterator.clone().into(), &[], context)?;
        let step = step.as_object().ok_or_else(not_iterable)?;
        if step.get(js_string!("done"), context)?.to_boolean() {
            return Ok(items);
        }
        if items.len() >= MAX_ITEMS {
            return Err(JsNativeError::range().with_message("too many items").into());
        }
        items.push(step.get(js_string!("value"), context)?);
    }
}

/// Far beyond what a program gives to a function of the surface.
const MAX_ITEMS: usize = 1_000_000;
