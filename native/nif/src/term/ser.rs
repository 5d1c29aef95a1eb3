//! Terms as a serde `Serializer`: what the guest's walk writes becomes terms at once, without an
//! intermediate tree. Object keys are binaries, never atoms.

use std::fmt;

use rustler::types::map::map_new;
use rustler::{BigInt, Encoder, Env, NewBinary, Term};
use sandbox::quarantine::critical;
use serde::ser::{Error, Impossible, Serialize, SerializeMap, SerializeSeq, Serializer};

use crate::atoms;

/// Builds terms in one environment.
#[derive(Clone, Copy)]
pub(crate) struct TermSerializer<'a>(pub(crate) Env<'a>);

/// The serializer's own error: only for what JSON values never ask of it.
#[derive(Debug)]
pub(crate) struct SerError(pub(crate) String);

impl fmt::Display for SerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SerError {}

impl Error for SerError {
    fn custom<T: fmt::Display>(words: T) -> Self {
        Self(words.to_string())
    }
}

fn unsupported<T>(what: &str) -> Result<T, SerError> {
    Err(SerError(format!("{what} is not JSON")))
}

impl<'a> Serializer for TermSerializer<'a> {
    type Ok = Term<'a>;
    type Error = SerError;
    type SerializeSeq = List<'a>;
    type SerializeMap = Map<'a>;
    type SerializeTuple = Impossible<Term<'a>, SerError>;
    type SerializeTupleStruct = Impossible<Term<'a>, SerError>;
    type SerializeTupleVariant = Impossible<Term<'a>, SerError>;
    type SerializeStruct = Impossible<Term<'a>, SerError>;
    type SerializeStructVariant = Impossible<Term<'a>, SerError>;

    fn serialize_bool(self, value: bool) -> Result<Term<'a>, SerError> {
        Ok(critical(|| value.encode(self.0)))
    }

    fn serialize_i64(self, value: i64) -> Result<Term<'a>, SerError> {
        Ok(critical(|| value.encode(self.0)))
    }

    fn serialize_i128(self, value: i128) -> Result<Term<'a>, SerError> {
        Ok(critical(|| BigInt::from(value).encode(self.0)))
    }

    fn serialize_f64(self, value: f64) -> Result<Term<'a>, SerError> {
        if value.is_finite() {
            Ok(critical(|| value.encode(self.0)))
        } else {
            self.serialize_unit()
        }
    }

    fn serialize_str(self, value: &str) -> Result<Term<'a>, SerError> {
        Ok(critical(|| NewBinary::from_slice(self.0, value.as_bytes()).into()))
    }

    fn serialize_unit(self) -> Result<Term<'a>, SerError> {
        Ok(atoms::nil().encode(self.0))
    }

    fn serialize_none(self) -> Result<Term<'a>, SerError> {
        self.serialize_unit()
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<Term<'a>, SerError> {
        value.serialize(self)
    }

    /// The one newtype of the boundary: an integer wider than 128 bits, as its digits.
    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<Term<'a>, SerError> {
        let digits = value.serialize(self)?;
        digits
            .decode::<&str>()
            .ok()
            .and_then(|digits| digits.parse::<BigInt>().ok())
            .map(|integer| critical(|| integer.encode(self.0)))
            .ok_or_else(|| SerError(format!("{name} without digits")))
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<List<'a>, SerError> {
        // The length comes from the guest: it is a hint, not an order to allocate.
        Ok(List { env: self.0, items: Vec::with_capacity(length.unwrap_or(0).min(4096)) })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Map<'a>, SerError> {
        Ok(Map { env: self.0, keys: Vec::new(), values: Vec::new() })
    }

    fn serialize_i8(self, value: i8) -> Result<Term<'a>, SerError> {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Result<Term<'a>, SerError> {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Result<Term<'a>, SerError> {
        self.serialize_i64(value.into())
    }

    fn serialize_u8(self, value: u8) -> Result<Term<'a>, SerError> {
        self.serialize_i64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Result<Term<'a>, SerError> {
        self.serialize_i64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Result<Term<'a>, SerError> {
        self.serialize_i64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Result<Term<'a>, SerError> {
        Ok(critical(|| value.encode(self.0)))
    }

    fn serialize_f32(self, value: f32) -> Result<Term<'a>, SerError> {
        self.serialize_f64(value.into())
    }

    fn serialize_char(self, value: char) -> Result<Term<'a>, SerError> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<Term<'a>, SerError> {
        unsupported("a byte string")
    }

    fn serialize_unit_struct(self, name: &'static str) -> Result<Term<'a>, SerError> {
        unsupported(name)
    }

    fn serialize_unit_variant(
        self,
        name: &'static str,
        _: u32,
        _: &'static str,
    ) -> Result<Term<'a>, SerError> {
        unsupported(name)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        name: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<Term<'a>, SerError> {
        unsupported(name)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, SerError> {
        unsupported("a tuple")
    }

    fn serialize_tuple_struct(
        self,
        name: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, SerError> {
        unsupported(name)
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, SerError> {
        unsupported(name)
    }

    fn serialize_struct(
        self,
        name: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStruct, SerError> {
        unsupported(name)
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, SerError> {
        unsupported(name)
    }
}

/// A list while it grows.
pub(crate) struct List<'a> {
    env: Env<'a>,
    items: Vec<Term<'a>>,
}

impl<'a> SerializeSeq for List<'a> {
    type Ok = Term<'a>;
    type Error = SerError;

    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), SerError> {
        self.items.push(value.serialize(TermSerializer(self.env))?);
        Ok(())
    }

    fn end(self) -> Result<Term<'a>, SerError> {
        Ok(critical(|| self.items.encode(self.env)))
    }
}

/// A map while it grows.
pub(crate) struct Map<'a> {
    env: Env<'a>,
    keys: Vec<Term<'a>>,
    values: Vec<Term<'a>>,
}

impl<'a> SerializeMap for Map<'a> {
    type Ok = Term<'a>;
    type Error = SerError;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), SerError> {
        self.keys.push(key.serialize(TermSerializer(self.env))?);
        Ok(())
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), SerError> {
        self.values.push(value.serialize(TermSerializer(self.env))?);
        Ok(())
    }

    fn end(self) -> Result<Term<'a>, SerError> {
        critical(|| self.build())
    }
}

impl<'a> Map<'a> {
    fn build(self) -> Result<Term<'a>, SerError> {
        if let Ok(map) = Term::map_from_term_arrays(self.env, &self.keys, &self.values) {
            return Ok(map);
        }
        // Two keys became equal when lone surrogates became U+FFFD: the later one counts, as it
        // does for JSON text with a key twice.
        let mut map = map_new(self.env);
        for (key, value) in self.keys.into_iter().zip(self.values) {
            map = map.map_put(key, value).map_err(|_| SerError("a map key".to_owned()))?;
        }
        Ok(map)
    }
}
