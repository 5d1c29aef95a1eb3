//! `Object.prototype[Symbol.toPrimitive]`: OrdinaryToPrimitive (ECMA-262 7.1.1.1) as it is
//! written.
//!
//! The engine diverges from it: an object that is converted while it is being converted becomes 0
//! or the empty string, without an error, and a program with that mistake goes on with a wrong
//! value (`ordinary_to_primitive`, boa_engine 0.22.0). Asked through this method, it recurses and
//! meets the recursion limit. Objects without `Object.prototype` keep the engine's way.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsNativeError, JsResult, JsSymbol, JsValue, NativeFunction, js_string};

/// Defines the method.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let function =
        FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(to_primitive))
            .name(js_string!("[Symbol.toPrimitive]"))
            .length(1)
            .build();
    let property = PropertyDescriptor::builder()
        .value(function)
        .writable(true)
        .enumerable(false)
        .configurable(true);
    let prototype = context.intrinsics().constructors().object().prototype();
    prototype.define_property_or_throw(JsSymbol::to_primitive(), property, context).map(drop)
}

fn to_primitive(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(object) = this.as_object() else {
        return Err(JsNativeError::typ().with_message("not an object").into());
    };
    let hint = args.first().and_then(JsValue::as_string);
    let is_text = hint.is_some_and(|hint| hint == "string");
    let names = if is_text { ["toString", "valueOf"] } else { ["valueOf", "toString"] };
    for name in names {
        let method = object.get(js_string!(name), context)?;
        if let Some(method) = method.as_callable() {
            let value = method.call(this, &[], context)?;
            if !value.is_object() {
                return Ok(value);
            }
        }
    }
    Err(JsNativeError::typ().with_message("cannot convert object to primitive value").into())
}
