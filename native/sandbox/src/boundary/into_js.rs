//! Into the guest: any serde `Deserializer` to a JavaScript value, in one pass.

use std::fmt;

use boa_engine::object::builtins::JsArray;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsBigInt, JsObject, JsString, JsValue};
use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};

use super::{MAX_EXACT_INTEGER, Path, Problem, Rejection, Wire};
use crate::limits::Limits;

/// A converted value. Opaque: only the isolate's thread can use what it holds.
#[derive(Debug)]
pub struct Value(pub(crate) JsValue);

/// What a `Deserializer`'s error type must tell of an error that the representation itself found
/// (a tuple, a struct, bytes that are not text).
pub trait PayloadError: Error {
    /// The problem, when the representation knows it; otherwise the error's own text is used.
    fn problem(&self) -> Option<Problem>;
}

/// For payloads made of serde's own deserializers over Rust values.
impl PayloadError for serde::de::value::Error {
    fn problem(&self) -> Option<Problem> {
        None
    }
}

/// Converts one payload on the isolate's thread.
#[derive(Debug)]
pub struct Reader<'a> {
    context: &'a mut Context,
    limits: Limits,
    /// Whether an integer that a double can't hold exactly becomes a BigInt: the host's do, those
    /// in a text that the guest parses are numbers.
    is_exact: bool,
}

/// Reads `input` into the guest's realm.
pub(crate) fn read<W: Wire>(
    input: W::In,
    limits: &Limits,
    context: &mut Context,
) -> Result<JsValue, Rejection> {
    W::read(input, Reader { context, limits: *limits, is_exact: true }).map(|value| value.0)
}

impl<'a> Reader<'a> {
    /// For a text that the guest parses: numbers are as ECMA-262 has them.
    pub(crate) fn of_guest_text(limits: Limits, context: &'a mut Context) -> Self {
        Reader { context, limits, is_exact: false }
    }

    /// Converts what `deserializer` describes.
    ///
    /// # Errors
    /// A [`Rejection`] that names the key path: not JSON, not UTF-8, a struct, too deep, too many
    /// values.
    pub fn value<'de, D>(self, deserializer: D) -> Result<Value, Rejection>
    where
        D: Deserializer<'de>,
        D::Error: PayloadError,
    {
        let mut state = State {
            context: self.context,
            limits: self.limits,
            is_exact: self.is_exact,
            depth: 0,
            nodes: 0,
            path: Path::default(),
            problem: None,
        };
        match Seed(&mut state).deserialize(deserializer) {
            Ok(value) => Ok(Value(value)),
            Err(error) => {
                let problem = state
                    .problem
                    .or_else(|| error.problem())
                    .unwrap_or_else(|| Problem::Malformed(error.to_string()));
                Err(Rejection { path: state.path, problem })
            }
        }
    }
}

struct State<'a> {
    context: &'a mut Context,
    limits: Limits,
    is_exact: bool,
    depth: usize,
    nodes: usize,
    path: Path,
    problem: Option<Problem>,
}

impl State<'_> {
    fn fail<E: Error>(&mut self, problem: Problem) -> E {
        self.problem = Some(problem);
        // The text is never shown: `problem` is what counts.
        E::custom("refused")
    }

    fn integer(&self, value: i128) -> JsValue {
        if self.is_exact && value.unsigned_abs() > u128::from(MAX_EXACT_INTEGER) {
            return JsBigInt::from(value).into();
        }
        match i32::try_from(value) {
            Ok(small) => small.into(),
            #[expect(clippy::cast_precision_loss, reason = "at most 2^53 in size, or rounded")]
            Err(_) => (value as f64).into(),
        }
    }

    fn enter<E: Error>(&mut self) -> Result<(), E> {
        self.depth += 1;
        if self.depth > self.limits.max_depth {
            return Err(self.fail(Problem::TooDeep(self.limits.max_depth)));
        }
        Ok(())
    }
}

struct Seed<'s, 'a>(&'s mut State<'a>);

impl<'de> DeserializeSeed<'de> for Seed<'_, '_> {
    type Value = JsValue;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<JsValue, D::Error> {
        self.0.nodes += 1;
        if self.0.nodes > self.0.limits.max_nodes {
            let bound = self.0.limits.max_nodes;
            return Err(self.0.fail(Problem::TooManyNodes(bound)));
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_, '_> {
    type Value = JsValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON data")
    }

    fn visit_unit<E: Error>(self) -> Result<JsValue, E> {
        Ok(JsValue::null())
    }

    fn visit_none<E: Error>(self) -> Result<JsValue, E> {
        Ok(JsValue::null())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<JsValue, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<JsValue, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<JsValue, E> {
        Ok(self.0.integer(value.into()))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<JsValue, E> {
        Ok(self.0.integer(value.into()))
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<JsValue, E> {
        Ok(match i128::try_from(value) {
            Ok(value) => self.0.integer(value),
            Err(_) => JsBigInt::from(value).into(),
        })
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<JsValue, E> {
        Ok(self.0.integer(value))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<JsValue, E> {
        Ok(value.into())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<JsValue, E> {
        Ok(JsString::from(value).into())
    }

    /// A [`super::WIDE_INTEGER`]: decimal digits.
    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<JsValue, D::Error> {
        struct Digits;
        impl Visitor<'_> for Digits {
            type Value = Option<JsBigInt>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("decimal digits")
            }
            fn visit_str<E: Error>(self, digits: &str) -> Result<Self::Value, E> {
                Ok(JsBigInt::from_string_radix(digits, 10))
            }
        }
        match deserializer.deserialize_str(Digits)? {
            Some(integer) => Ok(integer.into()),
            None => Err(self.0.fail(Problem::NotJson("an integer that has no digits"))),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<JsValue, A::Error> {
        self.0.enter()?;
        let mut items = Vec::with_capacity(access.size_hint().unwrap_or(0).min(4096));
        loop {
            match access.next_element_seed(Seed(self.0)) {
                Ok(Some(item)) => items.push(item),
                Ok(None) => break,
                Err(error) => {
                    self.0.path.under_index(items.len());
                    return Err(error);
                }
            }
        }
        self.0.depth -= 1;
        Ok(JsArray::from_iter(items, self.0.context).into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<JsValue, A::Error> {
        self.0.enter()?;
        let object = JsObject::with_object_proto(self.0.context.intrinsics());
        while let Some(key) = access.next_key_seed(KeySeed)? {
            let value = match access.next_value_seed(Seed(self.0)) {
                Ok(value) => value,
                Err(error) => {
                    self.0.path.under_key(&key.to_std_string_lossy());
                    return Err(error);
                }
            };
            insert_data_property(&object, key, value);
        }
        self.0.depth -= 1;
        Ok(object.into())
    }
}

/// Defines an own, ordinary data property (CreateDataProperty, ECMA-262 7.3.5) on an object that
/// the host just made: no setter is looked up and `__proto__` is a key like any other.
pub(crate) fn insert_data_property(object: &JsObject, key: impl Into<PropertyKey>, value: JsValue) {
    object.insert_property(
        key,
        PropertyDescriptor::builder()
            .value(value)
            .writable(true)
            .enumerable(true)
            .configurable(true),
    );
}

/// Object keys: text, or an integer, which JSON encoders write as text.
struct KeySeed;

impl<'de> DeserializeSeed<'de> for KeySeed {
    type Value = JsString;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<JsString, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Visitor<'_> for KeySeed {
    type Value = JsString;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object key")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<JsString, E> {
        Ok(JsString::from(key))
    }

    fn visit_u64<E: Error>(self, key: u64) -> Result<JsString, E> {
        Ok(JsString::from(key.to_string().as_str()))
    }

    fn visit_i64<E: Error>(self, key: i64) -> Result<JsString, E> {
        Ok(JsString::from(key.to_string().as_str()))
    }
}
