//! `%TypedArray%.prototype.fill` by copying.
//!
//! The engine sets the elements one by one, some 200 ms for each MiB. Here the first is set, and
//! what is filled is copied behind itself until all is.

use boa_engine::object::builtins::{JsFunction, JsTypedArray};
use boa_engine::{Context, JsResult, JsValue, NativeFunction, js_string};

use super::define::define;
use super::intrinsics::method;

/// Elements up to which the engine's own way is as good.
const SHORT: u64 = 64;

/// Replaces the method.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().typed_array().prototype();
    let fill = method(&prototype, "fill", context)?;
    let copy_within = method(&prototype, "copyWithin", context)?;
    let native =
        NativeFunction::from_copy_closure_with_captures(fill_by_copying, (fill, copy_within));
    define(&prototype, "fill", 1, native, context)
}

/// `%TypedArray%.prototype.fill ( value [ , start [ , end ] ] )`, ECMA-262 23.2.3.9. A range is
/// left to the engine; the whole of a long array is the case that matters.
fn fill_by_copying(
    this: &JsValue,
    args: &[JsValue],
    (fill, copy_within): &(JsFunction, JsFunction),
    context: &mut Context,
) -> JsResult<JsValue> {
    let array = this.as_object().filter(|o| JsTypedArray::from_object(o.clone()).is_ok());
    let is_whole = args.iter().skip(1).all(JsValue::is_undefined);
    let (Some(array), Some(value), true) = (array, args.first(), is_whole) else {
        return fill.call(this, args, context);
    };
    // The value is converted once, by setting the first elements.
    fill.call(this, &[value.clone(), 0.into(), SHORT.into()], context)?;
    let length = array.get(js_string!("length"), context)?.to_length(context)?;
    let mut filled = SHORT;
    while filled < length {
        copy_within.call(this, &[filled.into(), 0.into(), filled.into()], context)?;
        filled *= 2;
    }
    Ok(this.clone())
}
