//! `JSON.stringify` with one difference to the engine's: a BigInt is written as its digits, so
//! that 64-bit ids from the host survive in texts the guest makes (design, section 1).
//!
//! ECMA-262 25.5.2, step by step; nesting is bounded, since the engine's own recursion is not.

use std::rc::Rc;

use boa_engine::error::{EngineError, RuntimeLimitError};
use boa_engine::object::builtins::JsFunction;
use boa_engine::property::PropertyKey;
use boa_engine::{
    Context, JsBigInt, JsNativeError, JsObject, JsResult, JsString, JsValue, JsVariant, js_string,
};

use super::define::method;
use super::intrinsics::Intrinsics;
use crate::heap::is_stopped;
use crate::host_call_value::touched;

/// Levels of nesting. Far beyond any document, and what the isolate's stack carries with room.
const MAX_LEVELS: usize = 2_000;

/// Replaces `JSON.stringify` by the function here.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let json = context.intrinsics().objects().json();
    method(&json, "stringify", 3, stringify, context)
}

/// In a loop that the VM does not see, now and then: the guest may have been stopped meanwhile.
fn check_stop(index: u64) -> JsResult<()> {
    if index.is_multiple_of(1024) && is_stopped() {
        return Err(EngineError::from(RuntimeLimitError::LoopIteration).into());
    }
    Ok(())
}

struct Writer<'a> {
    context: &'a mut Context,
    intrinsics: Rc<Intrinsics>,
    replacer: Option<JsFunction>,
    property_list: Option<Vec<JsString>>,
    gap: Vec<u16>,
    indent: Vec<u16>,
    ancestors: Vec<JsObject>,
    text: Vec<u16>,
}

/// `JSON.stringify ( value [ , replacer [ , space ] ] )`
fn stringify(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let arg = |index: usize| args.get(index).cloned().unwrap_or_default();
    let Some(intrinsics) = context.get_data::<Rc<Intrinsics>>().map(Rc::clone) else {
        return Ok(JsValue::undefined());
    };
    let (replacer, property_list) = replacer(&arg(1), &intrinsics, context)?;
    let gap = gap(&arg(2), context)?;
    let holder = JsObject::with_object_proto(context.intrinsics());
    holder.create_data_property_or_throw(js_string!(), arg(0), context)?;
    let mut writer = Writer {
        context,
        intrinsics,
        replacer,
        property_list,
        gap,
        indent: Vec::new(),
        ancestors: Vec::new(),
        text: Vec::new(),
    };
    if writer.property(&js_string!(), &holder, arg(0))? {
        Ok(JsString::from(writer.text.as_slice()).into())
    } else {
        Ok(JsValue::undefined())
    }
}

type Replacer = (Option<JsFunction>, Option<Vec<JsString>>);

/// Step 4: a replacer function, or the list of property names to keep.
fn replacer(value: &JsValue, intrinsics: &Intrinsics, context: &mut Context) -> JsResult<Replacer> {
    let Some(object) = value.as_object() else { return Ok((None, None)) };
    if let Some(function) = value.as_function() {
        return Ok((Some(function), None));
    }
    if !intrinsics.is_array(&object, context)? {
        return Ok((None, None));
    }
    let length = object.get(js_string!("length"), context)?.to_length(context)?;
    let mut names: Vec<JsString> = Vec::new();
    for index in 0..length {
        check_stop(index)?;
        let item = object.get(index, context)?;
        let is_name = item.is_string()
            || item.is_number()
            || item.as_object().is_some_and(|item| item.is::<f64>() || item.is::<JsString>());
        if is_name {
            let name = item.to_string(context)?;
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    Ok((None, Some(names)))
}

/// Steps 5 to 8: the text of one level of indentation, at most ten characters.
fn gap(space: &JsValue, context: &mut Context) -> JsResult<Vec<u16>> {
    let space = match space.as_object() {
        Some(object) if object.is::<f64>() => space.to_number(context)?.into(),
        Some(object) if object.is::<JsString>() => space.to_string(context)?.into(),
        _ => space.clone(),
    };
    if let Some(number) = space.as_number() {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
        let width = number.clamp(0.0, 10.0) as usize;
        return Ok(vec![u16::from(b' '); width]);
    }
    Ok(space.as_string().map(|text| text.iter().take(10).collect()).unwrap_or_default())
}

impl Writer<'_> {
    fn push(&mut self, text: &str) {
        self.text.extend(text.encode_utf16());
    }

    /// SerializeJSONProperty (25.5.2.2). `false`: JSON drops the value, and nothing was written.
    fn property(&mut self, key: &JsString, holder: &JsObject, value: JsValue) -> JsResult<bool> {
        let mut value = touched(value, self.context)?;
        if value.is_object() || value.is_bigint() {
            let to_json = match value.as_object() {
                Some(object) => object.get(js_string!("toJSON"), self.context)?,
                None => self.intrinsics.bigint_prototype.get(js_string!("toJSON"), self.context)?,
            };
            if let Some(to_json) = to_json.as_callable() {
                value = to_json.call(&value, &[key.clone().into()], self.context)?;
            }
        }
        if let Some(replacer) = self.replacer.clone() {
            let args = [key.clone().into(), value];
            value = replacer.call(&holder.clone().into(), &args, self.context)?;
        }
        match value.variant() {
            JsVariant::Null => self.push("null"),
            JsVariant::Boolean(true) => self.push("true"),
            JsVariant::Boolean(false) => self.push("false"),
            JsVariant::Undefined | JsVariant::Symbol(_) => return Ok(false),
            JsVariant::Integer32(_) => self.number(&value)?,
            JsVariant::Float64(number) if number.is_finite() => self.number(&value)?,
            JsVariant::Float64(_) => self.push("null"),
            JsVariant::String(text) => self.quoted(&text),
            JsVariant::BigInt(integer) => self.push(&integer.to_string_radix(10)),
            JsVariant::Object(object) => return self.object(&value, &object),
        }
        Ok(true)
    }

    fn number(&mut self, value: &JsValue) -> JsResult<()> {
        let text = value.to_string(self.context)?;
        self.text.extend(text.iter());
        Ok(())
    }

    fn object(&mut self, value: &JsValue, object: &JsObject) -> JsResult<bool> {
        if object.is_callable() {
            return Ok(false);
        }
        if object.is::<f64>() {
            let number = value.to_number(self.context)?;
            if number.is_finite() {
                self.number(&number.into())?
            } else {
                self.push("null")
            }
            return Ok(true);
        }
        if object.is::<JsString>() {
            let text = value.to_string(self.context)?;
            self.quoted(&text);
            return Ok(true);
        }
        let boxed = object.downcast_ref::<bool>().map(|boxed| *boxed);
        if let Some(boxed) = boxed {
            self.push(if boxed { "true" } else { "false" });
            return Ok(true);
        }
        let boxed = object.downcast_ref::<JsBigInt>().map(|boxed| boxed.to_string_radix(10));
        if let Some(digits) = boxed {
            self.push(&digits);
            return Ok(true);
        }
        if self.intrinsics.is_raw_json(object, self.context)? {
            let raw = object.get(js_string!("rawJSON"), self.context)?;
            self.text.extend(raw.to_string(self.context)?.iter());
            return Ok(true);
        }
        self.enter(object)?;
        if self.intrinsics.is_array(object, self.context)? {
            self.array(object)?;
        } else {
            self.members(object)?;
        }
        self.ancestors.pop();
        Ok(true)
    }

    fn enter(&mut self, object: &JsObject) -> JsResult<()> {
        if self.ancestors.iter().any(|known| JsObject::equals(known, object)) {
            return Err(JsNativeError::typ()
                .with_message("JSON.stringify: the structure is circular")
                .into());
        }
        if self.ancestors.len() >= MAX_LEVELS {
            return Err(JsNativeError::range()
                .with_message(format!("JSON.stringify: nested deeper than {MAX_LEVELS} levels"))
                .into());
        }
        self.ancestors.push(object.clone());
        Ok(())
    }

    /// SerializeJSONObject (25.5.2.4).
    fn members(&mut self, object: &JsObject) -> JsResult<()> {
        let keys = match &self.property_list {
            Some(names) => names.clone(),
            None => self.intrinsics.own_enumerable_keys(object, self.context)?,
        };
        let outer = self.indent.len();
        self.indent.extend_from_slice(&self.gap);
        self.push("{");
        let mut is_first = true;
        for key in keys {
            let before = self.text.len();
            self.separate(is_first);
            self.quoted(&key);
            self.push(if self.gap.is_empty() { ":" } else { ": " });
            let value = object.get(PropertyKey::from(key.clone()), self.context)?;
            if self.property(&key, object, value)? {
                is_first = false;
            } else {
                self.text.truncate(before);
            }
        }
        self.close(outer, is_first, "}");
        Ok(())
    }

    /// SerializeJSONArray (25.5.2.5).
    fn array(&mut self, object: &JsObject) -> JsResult<()> {
        let outer = self.indent.len();
        self.indent.extend_from_slice(&self.gap);
        self.push("[");
        let length = object.get(js_string!("length"), self.context)?.to_length(self.context)?;
        for index in 0..length {
            check_stop(index)?;
            self.separate(index == 0);
            let value = object.get(index, self.context)?;
            let key = if value.is_object() || value.is_bigint() || self.replacer.is_some() {
                JsString::from(index.to_string().as_str())
            } else {
                js_string!()
            };
            if !self.property(&key, object, value)? {
                self.push("null");
            }
        }
        self.close(outer, length == 0, "]");
        Ok(())
    }

    fn separate(&mut self, is_first: bool) {
        if !is_first {
            self.push(",");
        }
        self.line_break();
    }

    fn line_break(&mut self) {
        if !self.gap.is_empty() {
            self.push("\n");
            self.text.extend_from_slice(&self.indent);
        }
    }

    fn close(&mut self, outer: usize, is_empty: bool, bracket: &str) {
        self.indent.truncate(outer);
        if !is_empty {
            self.line_break();
        }
        self.push(bracket);
    }

    /// QuoteJSONString (25.5.2.3): lone surrogates are escaped, pairs are kept.
    fn quoted(&mut self, text: &JsString) {
        self.push("\"");
        let mut units = text.iter().peekable();
        while let Some(unit) = units.next() {
            let escape = match unit {
                0x08 => Some("\\b"),
                0x09 => Some("\\t"),
                0x0a => Some("\\n"),
                0x0c => Some("\\f"),
                0x0d => Some("\\r"),
                0x22 => Some("\\\""),
                0x5c => Some("\\\\"),
                _ => None,
            };
            if let Some(escape) = escape {
                self.push(escape);
            } else if (0xd800..0xdc00).contains(&unit)
                && let Some(low) = units.next_if(|low| (0xdc00..0xe000).contains(low))
            {
                self.text.extend([unit, low]);
            } else if unit < 0x20 || (0xd800..0xe000).contains(&unit) {
                self.push(&format!("\\u{unit:04x}"));
            } else {
                self.text.push(unit);
            }
        }
        self.push("\"");
    }
}
