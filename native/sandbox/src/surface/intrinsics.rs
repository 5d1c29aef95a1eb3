//! The engine's own functions that the host needs, taken before any guest code runs, so that
//! nothing the guest rewrites changes what the host reads (design, section 4).

use boa_engine::builtins::typed_array::TypedArrayKind;
use boa_engine::object::builtins::JsFunction;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string};

/// Functions and prototypes of the untouched realm.
#[derive(Debug)]
pub(crate) struct Intrinsics {
    pub(crate) bigint_prototype: JsObject,
    object_keys: JsFunction,
    array_is_array: JsFunction,
    error_stack: JsFunction,
    date_to_iso: JsFunction,
    regexp_to_string: JsFunction,
    json_is_raw_json: JsFunction,
    string_normalize: JsFunction,
    parse_int: JsFunction,
    parse_float: JsFunction,
    error_constructor: JsObject,
}

impl Intrinsics {
    /// Takes them from a realm in which no guest code has run yet.
    pub(crate) fn take(context: &mut Context) -> JsResult<Self> {
        let constructors = context.intrinsics().constructors();
        let bigint_prototype = constructors.bigint().prototype();
        let object = constructors.object().constructor();
        let array = constructors.array().constructor();
        let error = constructors.error().prototype();
        let error_constructor = constructors.error().constructor();
        let date = constructors.date().prototype();
        let regexp = constructors.regexp().prototype();
        let string = constructors.string().prototype();
        let json = context.intrinsics().objects().json();
        let global = context.global_object();
        Ok(Self {
            bigint_prototype,
            object_keys: method(&object, "keys", context)?,
            array_is_array: method(&array, "isArray", context)?,
            error_stack: getter(&error, "stack")?,
            date_to_iso: method(&date, "toISOString", context)?,
            regexp_to_string: method(&regexp, "toString", context)?,
            json_is_raw_json: method(&json, "isRawJSON", context)?,
            string_normalize: method(&string, "normalize", context)?,
            parse_int: method(&global, "parseInt", context)?,
            parse_float: method(&global, "parseFloat", context)?,
            error_constructor,
        })
    }

    /// IsArray (ECMA-262 7.2.2): true through proxies too.
    pub(crate) fn is_array(&self, object: &JsObject, context: &mut Context) -> JsResult<bool> {
        let answer =
            self.array_is_array.call(&JsValue::undefined(), &[object.clone().into()], context)?;
        Ok(answer.to_boolean())
    }

    /// Whether the object came from `JSON.rawJSON`.
    pub(crate) fn is_raw_json(&self, object: &JsObject, context: &mut Context) -> JsResult<bool> {
        if object.is_ordinary() {
            return Ok(false);
        }
        let args = [object.clone().into()];
        Ok(self.json_is_raw_json.call(&JsValue::undefined(), &args, context)?.to_boolean())
    }

    /// EnumerableOwnProperties(object, key), ECMA-262 7.3.23.
    pub(crate) fn own_enumerable_keys(
        &self,
        object: &JsObject,
        context: &mut Context,
    ) -> JsResult<Vec<JsString>> {
        if object.is_ordinary() {
            return own_enumerable_keys_of_ordinary(object, context);
        }
        let list =
            self.object_keys.call(&JsValue::undefined(), &[object.clone().into()], context)?;
        let Some(list) = list.as_object() else { return Ok(Vec::new()) };
        let length = list.get(js_string!("length"), context)?.to_length(context)?;
        let mut keys = Vec::new();
        for index in 0..length {
            keys.push(list.get(index, context)?.to_string(context)?);
        }
        Ok(keys)
    }

    /// A new error whose stack is that of the guest's call that is being made now.
    pub(crate) fn error_here(&self, context: &mut Context) -> JsResult<JsObject> {
        self.error_constructor.construct(&[], None, context)
    }

    /// The text of an error object's stack, as the engine's own accessor gives it.
    pub(crate) fn stack_of(&self, error: &JsObject, context: &mut Context) -> Option<String> {
        let stack = self.error_stack.call(&error.clone().into(), &[], context).ok()?;
        Some(stack.as_string()?.to_std_string_lossy())
    }

    /// A date's ISO 8601 text; `None` for an invalid date.
    pub(crate) fn iso_of(&self, date: &JsObject, context: &mut Context) -> Option<String> {
        let text = self.date_to_iso.call(&date.clone().into(), &[], context).ok()?;
        Some(text.as_string()?.to_std_string_lossy())
    }

    /// `parseInt(value, 10)`; reading `value` as text may run guest code.
    pub(crate) fn parse_int(&self, value: &JsValue, context: &mut Context) -> JsResult<JsValue> {
        self.parse_int.call(&JsValue::undefined(), &[value.clone(), 10.into()], context)
    }

    /// `parseFloat(value)`; as above.
    pub(crate) fn parse_float(&self, value: &JsValue, context: &mut Context) -> JsResult<JsValue> {
        self.parse_float.call(&JsValue::undefined(), std::slice::from_ref(value), context)
    }

    /// A text in Unicode's form NFD.
    pub(crate) fn decomposed(&self, text: JsString, context: &mut Context) -> JsResult<String> {
        let text =
            self.string_normalize.call(&text.into(), &[js_string!("NFD").into()], context)?;
        Ok(text.to_string(context)?.to_std_string_lossy())
    }

    /// A regular expression in literal form.
    pub(crate) fn source_of(&self, regexp: &JsObject, context: &mut Context) -> JsResult<String> {
        let text = self.regexp_to_string.call(&regexp.clone().into(), &[], context)?;
        Ok(text.to_string(context)?.to_std_string_lossy())
    }
}

/// The constructor of the typed arrays of one kind.
pub(crate) fn typed_array_constructor(kind: TypedArrayKind, context: &Context) -> JsObject {
    let constructors = context.intrinsics().constructors();
    match kind {
        TypedArrayKind::Int8 => constructors.typed_int8_array(),
        TypedArrayKind::Uint8 => constructors.typed_uint8_array(),
        TypedArrayKind::Uint8Clamped => constructors.typed_uint8clamped_array(),
        TypedArrayKind::Int16 => constructors.typed_int16_array(),
        TypedArrayKind::Uint16 => constructors.typed_uint16_array(),
        TypedArrayKind::Int32 => constructors.typed_int32_array(),
        TypedArrayKind::Uint32 => constructors.typed_uint32_array(),
        TypedArrayKind::BigInt64 => constructors.typed_bigint64_array(),
        TypedArrayKind::BigUint64 => constructors.typed_biguint64_array(),
        TypedArrayKind::Float16 => constructors.typed_float16_array(),
        TypedArrayKind::Float32 => constructors.typed_float32_array(),
        TypedArrayKind::Float64 => constructors.typed_float64_array(),
    }
    .constructor()
}

/// For an object whose internal methods are the ordinary ones the property map answers, without
/// building a list object for `Object.keys`.
fn own_enumerable_keys_of_ordinary(
    object: &JsObject,
    context: &mut Context,
) -> JsResult<Vec<JsString>> {
    let keys = object.own_property_keys(context)?;
    let borrowed = object.borrow();
    let properties = borrowed.properties();
    Ok(keys
        .into_iter()
        .filter(|key| {
            properties.get(key).is_some_and(|property| property.enumerable() == Some(true))
        })
        .filter_map(|key| match key {
            PropertyKey::String(name) => Some(name),
            PropertyKey::Index(index) => Some(JsString::from(index.get().to_string().as_str())),
            PropertyKey::Symbol(_) => None,
        })
        .collect())
}

/// An engine function that is a member of `object`.
pub(crate) fn method(object: &JsObject, name: &str, context: &mut Context) -> JsResult<JsFunction> {
    object.get(js_string!(name), context)?.as_function().ok_or_else(|| absent(name))
}

fn getter(object: &JsObject, name: &str) -> JsResult<JsFunction> {
    let property = object.borrow().properties().get(&PropertyKey::from(js_string!(name)));
    property
        .as_ref()
        .and_then(|property| property.get())
        .and_then(JsValue::as_function)
        .ok_or_else(|| absent(name))
}

fn absent(name: &str) -> boa_engine::JsError {
    JsNativeError::error().with_message(format!("the engine has no {name}")).into()
}
