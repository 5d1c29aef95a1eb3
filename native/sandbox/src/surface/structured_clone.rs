//! `structuredClone` (HTML 2.7.3, 2.7.4) of everything that the realm has and the standard can
//! clone. What it can't (functions, symbols, promises, instances of the web's own classes) is a
//! `DataCloneError`.
//!
//! Not that of `boa_wintertc`: it has no errors and no data views, loses a view's offset, and its
//! errors have no name.

use std::collections::HashMap;

use boa_engine::builtins::array_buffer::AlignedVec;
use boa_engine::builtins::error::{Error as ErrorData, ErrorKind};
use boa_engine::builtins::object::OrdinaryObject;
use boa_engine::object::builtins::{
    JsArray, JsArrayBuffer, JsDataView, JsDate, JsMap, JsPromise, JsRegExp, JsSet, JsTypedArray,
};
use boa_engine::property::PropertyKey;
use boa_engine::{
    Context, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string,
};

use super::define::{argument, global_function, hidden, named_error, required};
use super::intrinsics::typed_array_constructor;
use crate::host_call_value::touched;

/// Levels of nesting: what the isolate's stack carries with room.
const MAX_LEVELS: usize = 2_000;

/// Defines the function.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    global_function("structuredClone", 1, structured_clone, context)
}

fn structured_clone(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let value = required(args, 0, "structuredClone")?;
    if let Some(options) = argument(args, 1).as_object()
        && !options.get(js_string!("transfer"), context)?.is_undefined()
    {
        return Err(uncloneable("the option transfer is not available here", context));
    }
    Cloner { context, copies: HashMap::new(), levels: 0 }.value(&value)
}

fn uncloneable(message: &str, context: &mut Context) -> JsError {
    let message = format!("structuredClone: {message}");
    JsError::from_opaque(named_error("DataCloneError", &message, context).into())
}

struct Cloner<'a> {
    context: &'a mut Context,
    /// What was cloned already: cycles and shared parts stay so.
    copies: HashMap<JsObject, JsObject>,
    levels: usize,
}

impl Cloner<'_> {
    fn refuse<T>(&mut self, what: &str) -> JsResult<T> {
        Err(uncloneable(&format!("{what} cannot be cloned"), self.context))
    }

    fn value(&mut self, value: &JsValue) -> JsResult<JsValue> {
        // A host-call value is its reply, waited for.
        let value = touched(value.clone(), self.context)?;
        if value.is_symbol() {
            return self.refuse("a symbol");
        }
        let Some(object) = value.as_object() else { return Ok(value) };
        if let Some(copy) = self.copies.get(&object) {
            return Ok(copy.clone().into());
        }
        if self.levels >= MAX_LEVELS {
            let text = format!("structuredClone: nested deeper than {MAX_LEVELS} levels");
            return Err(JsNativeError::range().with_message(text).into());
        }
        self.levels += 1;
        let copy = self.object(&object)?;
        self.levels -= 1;
        Ok(copy.into())
    }

    fn keep(&mut self, object: &JsObject, copy: impl Into<JsObject>) -> JsObject {
        let copy = copy.into();
        self.copies.insert(object.clone(), copy.clone());
        copy
    }

    fn object(&mut self, object: &JsObject) -> JsResult<JsObject> {
        if object.is_callable() {
            return self.refuse("a function");
        }
        if let Some(primitive) = boxed(object) {
            let copy = primitive.to_object(self.context)?;
            return Ok(self.keep(object, copy));
        }
        if let Ok(date) = JsDate::from_object(object.clone()) {
            let time = date.get_time(self.context)?;
            let copy = JsDate::new(self.context);
            copy.set_time(time, self.context)?;
            return Ok(self.keep(object, copy));
        }
        if JsRegExp::from_object(object.clone()).is_ok() {
            return self.regexp(object);
        }
        if let Ok(buffer) = JsArrayBuffer::from_object(object.clone()) {
            let Some(bytes) = buffer.data().map(|data| data.to_vec()) else {
                return self.refuse("a detached buffer");
            };
            let block = AlignedVec::from_slice(0, &bytes);
            let copy = JsArrayBuffer::from_byte_block(block, self.context)?;
            return Ok(self.keep(object, copy));
        }
        if let Ok(view) = JsTypedArray::from_object(object.clone()) {
            return self.typed_array(object, &view);
        }
        if let Ok(view) = JsDataView::from_object(object.clone()) {
            let buffer = view.buffer(self.context)?;
            let offset = view.byte_offset(self.context)?;
            let length = view.byte_length(self.context)?;
            let Some(buffer) = self.value(&buffer)?.as_object() else {
                return self.refuse("a view without a buffer");
            };
            let buffer = JsArrayBuffer::from_object(buffer)?;
            let copy =
                JsDataView::from_js_array_buffer(buffer, Some(offset), Some(length), self.context)?;
            return Ok(self.keep(object, copy));
        }
        if let Ok(map) = JsMap::from_object(object.clone()) {
            return self.map(object, &map);
        }
        if let Ok(set) = JsSet::from_object(object.clone()) {
            return self.set(object, &set);
        }
        if let Some(error) = object.downcast_ref::<ErrorData>() {
            let tag = error.clone();
            drop(error);
            return self.error(object, tag);
        }
        self.record(object)
    }

    /// From the object and not from its `source`, which the engine escapes a second time.
    fn regexp(&mut self, object: &JsObject) -> JsResult<JsObject> {
        let constructor = self.context.intrinsics().constructors().regexp().constructor();
        let copy = constructor.construct(&[object.clone().into()], None, self.context)?;
        Ok(self.keep(object, copy))
    }

    /// The whole buffer is cloned, and the copy shows the same part of it.
    fn typed_array(&mut self, object: &JsObject, view: &JsTypedArray) -> JsResult<JsObject> {
        let (buffer, kind) = (view.buffer(self.context)?, view.kind());
        let (offset, length) = (view.byte_offset(self.context)?, view.length(self.context)?);
        let buffer = self.value(&buffer)?;
        let Some(kind) = kind else { return self.refuse("a view of an unknown kind") };
        let constructor = typed_array_constructor(kind, self.context);
        let args = [buffer, offset.into(), length.into()];
        let copy = constructor.construct(&args, None, self.context)?;
        Ok(self.keep(object, copy))
    }

    fn map(&mut self, object: &JsObject, map: &JsMap) -> JsResult<JsObject> {
        let mut entries = Vec::new();
        map.for_each_native(|key, value| {
            entries.push((key, value));
            Ok(())
        })?;
        let copy = JsMap::new(self.context);
        self.keep(object, copy.clone());
        for (key, value) in entries {
            let key = self.value(&key)?;
            let value = self.value(&value)?;
            copy.set(key, value, self.context)?;
        }
        Ok(copy.into())
    }

    fn set(&mut self, object: &JsObject, set: &JsSet) -> JsResult<JsObject> {
        let mut items = Vec::new();
        set.for_each_native(|item| {
            items.push(item);
            Ok(())
        })?;
        let copy = JsSet::new(self.context);
        self.keep(object, copy.clone());
        for item in items {
            let item = self.value(&item)?;
            copy.add(item, self.context)?;
        }
        Ok(copy.into())
    }

    /// The standard keeps name, message and cause, and of the names those that the language has.
    fn error(&mut self, object: &JsObject, data: ErrorData) -> JsResult<JsObject> {
        let name = object.get(js_string!("name"), self.context)?.to_string(self.context)?;
        let kind = match name.to_std_string_lossy().as_str() {
            "EvalError" => ErrorKind::Eval,
            "RangeError" => ErrorKind::Range,
            "ReferenceError" => ErrorKind::Reference,
            "SyntaxError" => ErrorKind::Syntax,
            "TypeError" => ErrorKind::Type,
            "URIError" => ErrorKind::Uri,
            _ => ErrorKind::Error,
        };
        let constructors = self.context.intrinsics().constructors();
        let prototype = match kind {
            ErrorKind::Eval => constructors.eval_error(),
            ErrorKind::Range => constructors.range_error(),
            ErrorKind::Reference => constructors.reference_error(),
            ErrorKind::Syntax => constructors.syntax_error(),
            ErrorKind::Type => constructors.type_error(),
            ErrorKind::Uri => constructors.uri_error(),
            _ => constructors.error(),
        }
        .prototype();
        let copy = JsObject::from_proto_and_data(prototype, data);
        self.keep(object, copy.clone());
        for key in ["message", "cause"] {
            if object.has_own_property(js_string!(key), self.context)? {
                let value = object.get(js_string!(key), self.context)?;
                let value = if key == "message" {
                    value.to_string(self.context)?.into()
                } else {
                    self.value(&value)?
                };
                hidden(&copy, key, value, self.context)?;
            }
        }
        Ok(copy)
    }

    /// Arrays and plain objects; of an instance of a class its own properties.
    fn record(&mut self, object: &JsObject) -> JsResult<JsObject> {
        let is_array = object.is_array();
        if !is_array && !object.is::<OrdinaryObject>() {
            let what = if JsPromise::from_object(object.clone()).is_ok() {
                "a promise (await it first)"
            } else {
                "an object of this class"
            };
            return self.refuse(what);
        }
        let copy: JsObject = if is_array {
            let copy: JsObject = JsArray::new(self.context)?.into();
            let length = object.get(js_string!("length"), self.context)?;
            copy.set(js_string!("length"), length, true, self.context)?;
            copy
        } else {
            JsObject::with_object_proto(self.context.intrinsics())
        };
        self.keep(object, copy.clone());
        for key in object.own_property_keys(self.context)? {
            if matches!(key, PropertyKey::Symbol(_)) || !is_enumerable(object, &key) {
                continue;
            }
            let value = object.get(key.clone(), self.context)?;
            let value = self.value(&value)?;
            copy.create_data_property_or_throw(key, value, self.context)?;
        }
        Ok(copy)
    }
}

/// Only asked of arrays and ordinary objects, whose property map says it.
fn is_enumerable(object: &JsObject, key: &PropertyKey) -> bool {
    let borrowed = object.borrow();
    borrowed.properties().get(key).is_some_and(|property| property.enumerable() == Some(true))
}

/// The primitive in a `Boolean`, `Number`, `String` or `BigInt` object.
fn boxed(object: &JsObject) -> Option<JsValue> {
    if let Some(value) = object.downcast_ref::<bool>() {
        return Some((*value).into());
    }
    if let Some(value) = object.downcast_ref::<f64>() {
        return Some((*value).into());
    }
    if let Some(value) = object.downcast_ref::<JsString>() {
        return Some(value.clone().into());
    }
    object.downcast_ref::<boa_engine::JsBigInt>().map(|value| value.clone().into())
}
