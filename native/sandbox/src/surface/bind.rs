//! `Function.prototype.bind` with names of bounded length.
//!
//! The name of a bound function is "bound " and the name of its target, so that a chain of n of
//! them has names of n² characters together (design, section 3.15).

use boa_engine::object::builtins::JsFunction;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsResult, JsValue, NativeFunction, js_string};

use super::define::define;

/// Characters of a bound function's name.
const MAX_NAME: usize = 200;

/// Replaces the method.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().function().prototype();
    let Some(original) = prototype.get(js_string!("bind"), context)?.as_function() else {
        return Ok(());
    };
    let native = NativeFunction::from_copy_closure_with_captures(bind, original);
    define(&prototype, "bind", 1, native, context)
}

/// `Function.prototype.bind ( thisArg, ...args )`, ECMA-262 20.2.3.2
fn bind(
    this: &JsValue,
    args: &[JsValue],
    original: &JsFunction,
    context: &mut Context,
) -> JsResult<JsValue> {
    let bound = original.call(this, args, context)?;
    let Some(function) = bound.as_object() else { return Ok(bound) };
    let name = function.get(js_string!("name"), context)?;
    if let Some(name) = name.as_string().filter(|name| name.len() > MAX_NAME) {
        let property = PropertyDescriptor::builder()
            .value(name.slice(0, MAX_NAME))
            .writable(false)
            .enumerable(false)
            .configurable(true);
        function.define_property_or_throw(js_string!("name"), property, context)?;
    }
    Ok(bound)
}
