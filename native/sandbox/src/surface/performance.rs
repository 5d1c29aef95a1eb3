//! `performance.now` (High Resolution Time) and `crypto.randomUUID`, `crypto.getRandomValues`
//! (Web Crypto 10). `crypto.subtle` is absent, and its sentence says so.

use std::rc::Rc;
use std::time::Instant;

use boa_engine::builtins::typed_array::TypedArrayKind;
use boa_engine::object::builtins::JsTypedArray;
use boa_engine::{Context, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue};

use super::bytes::with_bytes_mut;
use super::define::{hidden, method, named_error, required};
use crate::quarantine::critical;

/// When the realm was made.
struct Origin(Instant);

/// Defines `performance`.
pub(crate) fn install_performance(context: &mut Context) -> JsResult<()> {
    context.insert_data(Rc::new(Origin(Instant::now())));
    let performance = JsObject::with_object_proto(context.intrinsics());
    method(&performance, "now", 0, now, context)?;
    hidden(&context.global_object(), "performance", performance.into(), context)
}

/// Milliseconds since the run began, in steps of 0.1 ms as browsers give them: enough to time a
/// program, too coarse to time a cache.
fn now(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let origin = context.get_data::<Rc<Origin>>();
    let elapsed = origin.map(|origin| origin.0.elapsed()).unwrap_or_default();
    Ok(((elapsed.as_micros() / 100) as f64 / 10.0).into())
}

/// Defines `crypto`.
pub(crate) fn install_crypto(context: &mut Context) -> JsResult<()> {
    let crypto = JsObject::with_object_proto(context.intrinsics());
    method(&crypto, "getRandomValues", 1, get_random_values, context)?;
    method(&crypto, "randomUUID", 0, random_uuid, context)?;
    hidden(&context.global_object(), "crypto", crypto.into(), context)
}

/// Fills `bytes` from the system's generator.
fn fill(bytes: &mut [u8]) -> JsResult<()> {
    // It may open a device once, under a lock of the process.
    critical(|| getrandom::fill(bytes)).map_err(|_| {
        JsNativeError::error().with_message("the system gives no random numbers").into()
    })
}

/// A version 4 UUID (RFC 9562 5.4).
fn random_uuid(_: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let mut bytes = [0; 16];
    fill(&mut bytes)?;
    let bits = u128::from_be_bytes(bytes);
    let bits = bits & !(0xf << 76) | (4 << 76);
    let bits = bits & !(3 << 62) | (2 << 62);
    let digits = format!("{bits:032x}");
    let mut uuid = String::with_capacity(36);
    for (place, digit) in digits.chars().enumerate() {
        if matches!(place, 8 | 12 | 16 | 20) {
            uuid.push('-');
        }
        uuid.push(digit);
    }
    Ok(JsString::from(uuid.as_str()).into())
}

/// The most that one call fills, in bytes (Web Crypto 10.1.1).
const MAX_RANDOM_BYTES: usize = 65_536;

fn get_random_values(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let value = required(args, 0, "crypto.getRandomValues")?;
    let view = value.as_object().and_then(|object| JsTypedArray::from_object(object).ok());
    let is_float = |kind| {
        matches!(kind, TypedArrayKind::Float16 | TypedArrayKind::Float32 | TypedArrayKind::Float64)
    };
    let Some(view) = view.filter(|view| view.kind().is_some_and(|kind| !is_float(kind))) else {
        let text = "crypto.getRandomValues: a typed array of integers is expected";
        let error = named_error("TypeMismatchError", text, context);
        return Err(JsError::from_opaque(error.into()));
    };
    if view.byte_length(context)? > MAX_RANDOM_BYTES {
        let text = "crypto.getRandomValues: at most 65536 bytes at once";
        let error = named_error("QuotaExceededError", text, context);
        return Err(JsError::from_opaque(error.into()));
    }
    let mut filled = Ok(());
    with_bytes_mut(&view, context, |bytes| filled = fill(bytes))?;
    filled.map(|()| value)
}
