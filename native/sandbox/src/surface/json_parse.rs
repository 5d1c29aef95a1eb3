//! `JSON.parse` in one pass over the text.
//!
//! The engine validates with serde_json and then parses the text a second time as a script, ten
//! times slower and with a tree of syntax beside the value (design, section 3.7). Here serde_json
//! feeds the boundary's own converter. Whatever it does not take (an error, a number beyond a
//! double, a lone surrogate, a reviver) is left to the engine, whose words and values those are.

use std::fmt;

use boa_engine::object::builtins::JsFunction;
use boa_engine::{Context, JsResult, JsValue, NativeFunction, js_string};
use serde::de::{Deserializer, Error, Visitor};

use super::define::define;
use super::intrinsics::method;
use crate::boundary::{PayloadError, Problem, Reader};
use crate::limits::Limits;

/// Replaces the function.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let json = context.intrinsics().objects().json();
    let original = method(&json, "parse", context)?;
    let native = NativeFunction::from_copy_closure_with_captures(parse, original);
    define(&json, "parse", 2, native, context)
}

/// `JSON.parse ( text [ , reviver ] )`, ECMA-262 25.5.1
fn parse(
    _: &JsValue,
    args: &[JsValue],
    original: &JsFunction,
    context: &mut Context,
) -> JsResult<JsValue> {
    let text = args.first().cloned().unwrap_or_default().to_string(context)?;
    let reviver = args.get(1).cloned().unwrap_or_default();
    let limits = context.get_data::<Limits>().copied().unwrap_or_default();
    if reviver.is_callable() {
        return original.call(&JsValue::undefined(), &[text.into(), reviver], context);
    }
    let parsed = text
        .to_std_string()
        .ok()
        .and_then(|utf8| Reader::of_guest_text(limits, context).value(Text(&utf8)).ok());
    match parsed {
        Some(value) => Ok(value.0),
        None => original.call(&JsValue::undefined(), &[js_string!(text).into()], context),
    }
}

/// serde_json's deserializer, with an error type that the converter takes.
struct Text<'a>(&'a str);

#[derive(Debug)]
struct TextError(serde_json::Error);

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for TextError {}

impl Error for TextError {
    fn custom<T: fmt::Display>(words: T) -> Self {
        Self(Error::custom(words))
    }
}

impl PayloadError for TextError {
    fn problem(&self) -> Option<Problem> {
        None
    }
}

impl<'de> Deserializer<'de> for Text<'de> {
    type Error = TextError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TextError> {
        let mut deserializer = serde_json::Deserializer::from_str(self.0);
        let value = deserializer.deserialize_any(visitor).map_err(TextError)?;
        deserializer.end().map_err(TextError)?;
        Ok(value)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}
