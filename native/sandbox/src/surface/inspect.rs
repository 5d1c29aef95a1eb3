//! Any value as text that a reader can use: for console lines and uncaught values. Objects read
//! like JSON; what JSON has no form for (functions, maps, cycles, `undefined`) has one here.

use std::fmt::Write as _;
use std::rc::Rc;

use boa_engine::builtins::error::Error as ErrorData;
use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::builtins::{
    JsDate, JsMap, JsPromise, JsProxy, JsRegExp, JsSet, JsTypedArray,
};
use boa_engine::{Context, JsBigInt, JsObject, JsResult, JsString, JsValue, JsVariant, js_string};

use super::intrinsics::Intrinsics;
use crate::host_call_value::touched;
use crate::position::Position;

/// Bytes after which a value is cut.
const MAX_TEXT_BYTES: usize = 64 * 1024;
/// Bytes beyond that for the brackets that close what is open.
const ROOM_TO_CLOSE: usize = 256;
/// Levels that are shown.
const MAX_LEVELS: usize = 32;

/// A value as it reads inside other text: strings quoted.
///
/// # Errors
/// Only what the guest can't catch either: a limit or a stop. What guest code throws while it is
/// asked (getters, traps, `toJSON`) becomes part of the text.
pub(crate) fn inspect(
    value: &JsValue,
    intrinsics: &Rc<Intrinsics>,
    context: &mut Context,
) -> JsResult<String> {
    let mut inspector =
        Inspector { intrinsics, context, text: String::new(), ancestors: Vec::new() };
    inspector.value(value)?;
    Ok(inspector.finished())
}

/// A value as a console argument: a string as it is, a date without quotes, else as [`inspect`].
///
/// # Errors
/// As [`inspect`].
pub(crate) fn display(
    value: &JsValue,
    intrinsics: &Rc<Intrinsics>,
    context: &mut Context,
) -> JsResult<String> {
    let value = &match touched(value.clone(), context) {
        Ok(value) => value,
        Err(error) if error.as_engine().is_some() => return Err(error),
        Err(_) => return Ok("[failed host call]".to_owned()),
    };
    match value.variant() {
        JsVariant::String(text) => Ok(text.to_std_string_lossy()),
        JsVariant::Object(object) if JsDate::from_object(object.clone()).is_ok() => {
            Ok(intrinsics.iso_of(&object, context).unwrap_or_else(|| "Invalid Date".to_owned()))
        }
        _ => inspect(value, intrinsics, context),
    }
}

struct Inspector<'a> {
    intrinsics: &'a Rc<Intrinsics>,
    context: &'a mut Context,
    text: String,
    ancestors: Vec<JsObject>,
}

impl Inspector<'_> {
    /// The text, cut: a single name or message may be longer than everything should be.
    fn finished(mut self) -> String {
        if self.text.len() > MAX_TEXT_BYTES + ROOM_TO_CLOSE {
            let mut end = MAX_TEXT_BYTES;
            while !self.text.is_char_boundary(end) {
                end -= 1;
            }
            self.text.truncate(end);
            self.text.push('…');
        }
        self.text
    }

    fn is_full(&self) -> bool {
        self.text.len() >= MAX_TEXT_BYTES
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn value(&mut self, value: &JsValue) -> JsResult<()> {
        let value = &match touched(value.clone(), self.context) {
            Ok(value) => value,
            Err(error) if error.as_engine().is_some() => return Err(error),
            Err(_) => {
                self.push("[failed host call]");
                return Ok(());
            }
        };
        match value.variant() {
            JsVariant::Null => self.push("null"),
            JsVariant::Undefined => self.push("undefined"),
            JsVariant::Boolean(true) => self.push("true"),
            JsVariant::Boolean(false) => self.push("false"),
            JsVariant::Integer32(_) | JsVariant::Float64(_) => {
                let number = value.to_string(self.context)?;
                self.push(&number.to_std_string_lossy());
            }
            JsVariant::String(text) => self.quoted(&text),
            JsVariant::BigInt(integer) => {
                let _ = write!(self.text, "{}n", integer.to_string_radix(10));
            }
            JsVariant::Symbol(symbol) => {
                let description =
                    symbol.description().map(|text| text.to_std_string_lossy()).unwrap_or_default();
                let _ = write!(self.text, "Symbol({description})");
            }
            JsVariant::Object(object) => self.object(&object)?,
        }
        Ok(())
    }

    /// A string in quotes, as JSON has it.
    fn quoted(&mut self, text: &JsString) {
        let room = MAX_TEXT_BYTES.saturating_sub(self.text.len());
        self.text.push('"');
        for c in text.to_std_string_lossy().chars().take(room) {
            match c {
                '"' => self.push("\\\""),
                '\\' => self.push("\\\\"),
                '\n' => self.push("\\n"),
                '\r' => self.push("\\r"),
                '\t' => self.push("\\t"),
                c if c < ' ' => {
                    let _ = write!(self.text, "\\u{:04x}", u32::from(c));
                }
                c => self.text.push(c),
            }
        }
        self.text.push('"');
    }

    fn object(&mut self, object: &JsObject) -> JsResult<()> {
        if self.ancestors.iter().any(|known| JsObject::equals(known, object)) {
            self.push("[Circular]");
            return Ok(());
        }
        if self.ancestors.len() >= MAX_LEVELS || self.is_full() {
            self.push("…");
            return Ok(());
        }
        self.ancestors.push(object.clone());
        let start = self.text.len();
        if let Err(error) = self.members(object) {
            if error.as_engine().is_some() {
                return Err(error);
            }
            // Guest code that was asked threw: say so in place of what it would have given.
            self.text.truncate(start);
            self.push("[unreadable: it throws when it is read]");
        }
        self.ancestors.pop();
        Ok(())
    }

    fn members(&mut self, object: &JsObject) -> JsResult<()> {
        if object.is_callable() && JsProxy::from_object(object.clone()).is_err() {
            return self.function(object);
        }
        if object.is::<ErrorData>() {
            return self.error(object);
        }
        if JsDate::from_object(object.clone()).is_ok() {
            match self.intrinsics.iso_of(object, self.context) {
                Some(iso) => self.quoted(&js_string!(iso.as_str())),
                None => self.push("Invalid Date"),
            }
            return Ok(());
        }
        if JsRegExp::from_object(object.clone()).is_ok() {
            let source = self.intrinsics.source_of(object, self.context)?;
            self.push(&source);
            return Ok(());
        }
        if let Ok(promise) = JsPromise::from_object(object.clone()) {
            return self.promise(&promise);
        }
        if let Ok(map) = JsMap::from_object(object.clone()) {
            return self.map(&map);
        }
        if let Ok(set) = JsSet::from_object(object.clone()) {
            return self.set(&set);
        }
        let boxed = object.downcast_ref::<JsBigInt>().map(|boxed| boxed.clone());
        if let Some(boxed) = boxed {
            return self.value(&boxed.into());
        }
        if object.is::<bool>() || object.is::<f64>() || object.is::<JsString>() {
            let primitive = JsValue::from(object.clone()).to_string(self.context)?;
            self.push(&primitive.to_std_string_lossy());
            return Ok(());
        }
        let to_json = object.get(js_string!("toJSON"), self.context)?;
        if let Some(to_json) = to_json.as_callable() {
            let value =
                to_json.call(&object.clone().into(), &[js_string!().into()], self.context)?;
            return self.value(&value);
        }
        if object.is_array()
            || JsTypedArray::from_object(object.clone()).is_ok()
            || self.intrinsics.is_array(object, self.context)?
        {
            return self.list(object);
        }
        self.record(object)
    }

    fn function(&mut self, object: &JsObject) -> JsResult<()> {
        let name = object.get(js_string!("name"), self.context)?;
        match name.as_string().filter(|name| !name.is_empty()) {
            Some(name) => {
                let _ = write!(self.text, "[function {}]", name.to_std_string_lossy());
            }
            None => self.push("[function]"),
        }
        Ok(())
    }

    /// Name, message and the error's own position; a member that throws is left out.
    fn error(&mut self, error: &JsObject) -> JsResult<()> {
        let name = self.error_text(error, "name", "Error")?;
        let message = self.error_text(error, "message", "[its message throws when it is read]")?;
        self.push(&name);
        if !message.is_empty() {
            self.push(": ");
            self.push(&message);
        }
        let stack = self.intrinsics.stack_of(error, self.context).unwrap_or_default();
        if let Some(Position { line, column }) = Position::of_stack(&stack, self.context) {
            let _ = write!(self.text, " (line {line}, column {column})");
        }
        let cause = error.get(js_string!("cause"), self.context)?;
        if !cause.is_undefined() {
            self.push(" (caused by: ");
            self.value(&cause)?;
            self.push(")");
        }
        Ok(())
    }

    fn error_text(&mut self, error: &JsObject, key: &str, otherwise: &str) -> JsResult<String> {
        let text = error.get(js_string!(key), self.context).and_then(|v| v.to_string(self.context));
        match text {
            Ok(text) => Ok(text.to_std_string_lossy()),
            Err(error) if error.as_engine().is_some() => Err(error),
            Err(_) => Ok(otherwise.to_owned()),
        }
    }

    fn promise(&mut self, promise: &JsPromise) -> JsResult<()> {
        match promise.state() {
            PromiseState::Pending => self.push("Promise {pending}"),
            PromiseState::Fulfilled(value) => {
                self.push("Promise {");
                self.value(&value)?;
                self.push("}");
            }
            PromiseState::Rejected(reason) => {
                self.push("Promise {rejected: ");
                self.value(&reason)?;
                self.push("}");
            }
        }
        Ok(())
    }

    fn map(&mut self, map: &JsMap) -> JsResult<()> {
        let mut entries = Vec::new();
        map.for_each_native(|key, value| {
            entries.push((key, value));
            Ok(())
        })?;
        let _ = write!(self.text, "Map({}) {{", entries.len());
        for (position, (key, value)) in entries.iter().enumerate() {
            if self.separate(position) {
                break;
            }
            self.value(key)?;
            self.push(" => ");
            self.value(value)?;
        }
        self.push("}");
        Ok(())
    }

    fn set(&mut self, set: &JsSet) -> JsResult<()> {
        let mut items = Vec::new();
        set.for_each_native(|item| {
            items.push(item);
            Ok(())
        })?;
        let _ = write!(self.text, "Set({}) {{", items.len());
        for (position, item) in items.iter().enumerate() {
            if self.separate(position) {
                break;
            }
            self.value(item)?;
        }
        self.push("}");
        Ok(())
    }

    fn list(&mut self, object: &JsObject) -> JsResult<()> {
        let length = object.get(js_string!("length"), self.context)?.to_length(self.context)?;
        self.push("[");
        for index in 0..length {
            if self.separate(usize::try_from(index).unwrap_or(usize::MAX)) {
                break;
            }
            let item = object.get(index, self.context)?;
            self.value(&item)?;
        }
        self.push("]");
        Ok(())
    }

    fn record(&mut self, object: &JsObject) -> JsResult<()> {
        let keys = self.intrinsics.own_enumerable_keys(object, self.context)?;
        self.push("{");
        for (position, key) in keys.into_iter().enumerate() {
            if self.separate(position) {
                break;
            }
            self.quoted(&key);
            self.push(":");
            match object.get(key, self.context) {
                Ok(value) => self.value(&value)?,
                Err(error) if error.as_engine().is_some() => return Err(error),
                Err(_) => self.push("[getter threw]"),
            }
        }
        self.push("}");
        Ok(())
    }

    /// Writes the comma before every entry but the first; `true` when the text is full.
    fn separate(&mut self, position: usize) -> bool {
        if position > 0 {
            self.push(",");
        }
        if self.is_full() {
            self.push("…");
            return true;
        }
        false
    }
}
