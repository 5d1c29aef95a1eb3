//! `String.prototype.repeat`, `padStart` and `padEnd` into one buffer.
//!
//! The engine collects a list of slices first, 16 bytes and some 50 ns for each repetition, so that
//! a text of 5 MB needs 80 MB. Here the length is known before anything is allocated, and one that
//! the memory limit can't hold is an error that the guest can catch.

use boa_engine::string::JsStr;
use boa_engine::value::IntegerOrInfinity;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue, NativeFunction, js_string};

use super::define::define;
use crate::limits::Limits;

/// Replaces the three methods.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().string().prototype();
    define(&prototype, "repeat", 1, NativeFunction::from_fn_ptr(repeat), context)?;
    define(&prototype, "padStart", 1, NativeFunction::from_fn_ptr(pad_start), context)?;
    define(&prototype, "padEnd", 1, NativeFunction::from_fn_ptr(pad_end), context)
}

fn this_text(this: &JsValue, context: &mut Context) -> JsResult<JsString> {
    this.require_object_coercible()?.to_string(context)
}

/// `String.prototype.repeat ( count )`, ECMA-262 22.1.3.18
fn repeat(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = this_text(this, context)?;
    let count = args.first().cloned().unwrap_or_default().to_integer_or_infinity(context)?;
    let count = match count {
        IntegerOrInfinity::Integer(count) if count >= 0 => count,
        _ => return Err(JsNativeError::range().with_message("Invalid count value").into()),
    };
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    if text.is_empty() || count == 0 {
        return Ok(js_string!().into());
    }
    let units = text.len().saturating_mul(count);
    check_length(&text, units, context)?;
    Ok(filled(&text, units).into())
}

/// `String.prototype.padStart ( maxLength [ , fillString ] )`, ECMA-262 22.1.3.17
fn pad_start(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    pad(this, args, true, context)
}

/// `String.prototype.padEnd ( maxLength [ , fillString ] )`, ECMA-262 22.1.3.16
fn pad_end(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    pad(this, args, false, context)
}

fn pad(
    this: &JsValue,
    args: &[JsValue],
    is_at_start: bool,
    context: &mut Context,
) -> JsResult<JsValue> {
    let text = this_text(this, context)?;
    let length = args.first().cloned().unwrap_or_default().to_length(context)?;
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    if length <= text.len() {
        return Ok(text.into());
    }
    let filler = match args.get(1) {
        Some(filler) if !filler.is_undefined() => filler.to_string(context)?,
        _ => js_string!(" "),
    };
    if filler.is_empty() {
        return Ok(text.into());
    }
    check_length(&filler, length, context)?;
    let filler = filled(&filler, length - text.len());
    let padded = if is_at_start { js_string!(&filler, &text) } else { js_string!(&text, &filler) };
    Ok(padded.into())
}

/// Refuses a text that would not fit, before anything is allocated for it.
fn check_length(text: &JsString, units: usize, context: &Context) -> JsResult<()> {
    let bytes = units.saturating_mul(if text.as_str().is_latin1() { 1 } else { 2 });
    let bound = context.get_data::<Limits>().copied().unwrap_or_default().memory_limit;
    if bytes > bound {
        return Err(JsNativeError::range()
            .with_message(format!("Invalid string length: over the memory limit of {bound} bytes"))
            .into());
    }
    Ok(())
}

/// `units` code units of `text`, over and over.
fn filled(text: &JsString, units: usize) -> JsString {
    let text = text.as_str();
    match text.as_latin1() {
        Some(bytes) => {
            let filled: Vec<u8> = bytes.iter().copied().cycle().take(units).collect();
            JsString::from(JsStr::latin1(&filled))
        }
        None => {
            let wide: Vec<u16> = text.iter().collect();
            let filled: Vec<u16> = wide.iter().copied().cycle().take(units).collect();
            JsString::from(filled.as_slice())
        }
    }
}
