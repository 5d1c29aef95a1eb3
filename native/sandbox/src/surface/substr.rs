//! `String.prototype.substr` (ECMA-262 B.2.2.1): the engine is built without annex B, and this is
//! the one of its functions that generated code is full of.

use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue};

use super::define::{argument, method};

/// Defines the method.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().string().prototype();
    method(&prototype, "substr", 2, substr, context)
}

fn substr(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if this.is_null_or_undefined() {
        return Err(JsNativeError::typ()
            .with_message("String.prototype.substr: this is null or undefined")
            .into());
    }
    let text = this.to_string(context)?;
    let size = text.len();
    let start = argument(args, 0).to_integer_or_infinity(context)?;
    let start = start.clamp_finite(-(size as i64), size as i64);
    let start = if start < 0 { start + size as i64 } else { start };
    let length = match argument(args, 1) {
        length if length.is_undefined() => size as i64,
        length => length.to_integer_or_infinity(context)?.clamp_finite(0, size as i64),
    };
    let end = (start + length).min(size as i64);
    let range = usize::try_from(start).unwrap_or(0)..usize::try_from(end.max(start)).unwrap_or(0);
    let units: Vec<u16> = text.iter().skip(range.start).take(range.len()).collect();
    Ok(JsString::from(units.as_slice()).into())
}
