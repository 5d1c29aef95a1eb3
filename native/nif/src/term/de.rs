//! Terms as a serde `Deserializer`: what JSON has passes, everything else is refused by its kind.

use std::fmt;

use rustler::types::{ListIterator, MapIterator};
use rustler::{Atom, BigInt, Binary, Term, TermType};
use sandbox::boundary::{PayloadError, Problem, WIDE_INTEGER};
use sandbox::quarantine::critical;
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use crate::atoms;

/// A term on its way into the guest.
pub(crate) struct TermDeserializer<'a>(pub(crate) Term<'a>);

/// What is wrong with a term.
#[derive(Debug)]
pub(crate) enum TermError {
    Problem(Problem),
    Other(String),
}

impl TermError {
    fn not_json(kind: &'static str) -> Self {
        Self::Problem(Problem::NotJson(kind))
    }
}

impl fmt::Display for TermError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Problem(problem) => f.write_str(&problem.describe()),
            Self::Other(words) => f.write_str(words),
        }
    }
}

impl std::error::Error for TermError {}

impl Error for TermError {
    fn custom<T: fmt::Display>(words: T) -> Self {
        Self::Other(words.to_string())
    }
}

impl PayloadError for TermError {
    fn problem(&self) -> Option<Problem> {
        match self {
            Self::Problem(problem) => Some(problem.clone()),
            Self::Other(_) => None,
        }
    }
}

impl<'de, 'a: 'de> Deserializer<'de> for TermDeserializer<'a> {
    type Error = TermError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TermError> {
        let term = self.0;
        match term.get_type() {
            TermType::Atom => atom(term, visitor),
            TermType::Integer => integer(term, visitor),
            TermType::Float => {
                visitor.visit_f64(term.decode().map_err(|_| TermError::not_json("a float"))?)
            }
            TermType::Binary => visitor.visit_str(text(term)?),
            TermType::List => list(term, visitor),
            TermType::Map => map(term, visitor),
            other => Err(TermError::not_json(kind(other))),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

fn kind(term_type: TermType) -> &'static str {
    match term_type {
        TermType::Tuple => "a tuple",
        TermType::Pid => "a pid",
        TermType::Fun => "a function",
        TermType::Ref => "a reference",
        TermType::Port => "a port",
        // Binaries that are not whole bytes have this type and are not `is_binary`.
        _ => "a term of this kind",
    }
}

fn atom<'de, V: Visitor<'de>>(term: Term<'_>, visitor: V) -> Result<V::Value, TermError> {
    if atoms::nil() == term {
        return visitor.visit_unit();
    }
    if let Ok(value) = term.decode::<bool>() {
        return visitor.visit_bool(value);
    }
    visitor.visit_str(&atom_text(term)?)
}

fn atom_text(term: Term<'_>) -> Result<String, TermError> {
    Atom::from_term(term)
        .and_then(|_| term.atom_to_string())
        .map_err(|_| TermError::not_json("an atom"))
}

fn integer<'de, V: Visitor<'de>>(term: Term<'_>, visitor: V) -> Result<V::Value, TermError> {
    if let Ok(value) = term.decode::<i64>() {
        return visitor.visit_i64(value);
    }
    let wide =
        critical(|| term.decode::<BigInt>()).map_err(|_| TermError::not_json("an integer"))?;
    match i128::try_from(&wide) {
        Ok(value) => visitor.visit_i128(value),
        Err(_) => visitor.visit_newtype_struct(WideInteger(wide.to_string())),
    }
}

/// An integer wider than 128 bits as its digits ([`WIDE_INTEGER`]).
struct WideInteger(String);

impl<'de> Deserializer<'de> for WideInteger {
    type Error = TermError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TermError> {
        let digits: StrDeserializer<'_, TermError> = StrDeserializer::new(&self.0);
        digits.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

// The name is the convention of both crates; the term side never needs to spell it.
const _: &str = WIDE_INTEGER;

fn text<'a>(term: Term<'a>) -> Result<&'a str, TermError> {
    let binary = Binary::from_term(term).map_err(|_| TermError::not_json("a bitstring"))?;
    std::str::from_utf8(binary.as_slice()).map_err(|_| TermError::Problem(Problem::NotUtf8))
}

fn list<'de, 'a: 'de, V: Visitor<'de>>(term: Term<'a>, visitor: V) -> Result<V::Value, TermError> {
    // An improper list has no length, and iterating it would not end well.
    let length = term.list_length().map_err(|_| TermError::not_json("an improper list"))?;
    let items: ListIterator<'a> =
        term.decode().map_err(|_| TermError::not_json("an improper list"))?;
    visitor.visit_seq(Items { items, left: length })
}

struct Items<'a> {
    items: ListIterator<'a>,
    left: usize,
}

impl<'de, 'a: 'de> SeqAccess<'de> for Items<'a> {
    type Error = TermError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, TermError> {
        self.left = self.left.saturating_sub(1);
        self.items.next().map(|item| seed.deserialize(TermDeserializer(item))).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

fn map<'de, 'a: 'de, V: Visitor<'de>>(term: Term<'a>, visitor: V) -> Result<V::Value, TermError> {
    if let Ok(module) = term.map_get(atoms::__struct__()) {
        let module = atom_text(module)?;
        let module = module.strip_prefix("Elixir.").unwrap_or(&module).to_owned();
        return Err(TermError::Problem(Problem::Struct(module)));
    }
    let entries =
        critical(|| MapIterator::new(term)).ok_or_else(|| TermError::not_json("a map"))?;
    visitor.visit_map(Entries { entries: Some(entries), value: None })
}

struct Entries<'a> {
    /// Always there until dropped.
    entries: Option<MapIterator<'a>>,
    value: Option<Term<'a>>,
}

impl Drop for Entries<'_> {
    fn drop(&mut self) {
        critical(|| drop(self.entries.take()));
    }
}

impl<'de, 'a: 'de> MapAccess<'de> for Entries<'a> {
    type Error = TermError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, TermError> {
        let Some((key, value)) = self.entries.as_mut().and_then(Iterator::next) else {
            return Ok(None);
        };
        self.value = Some(value);
        seed.deserialize(KeyDeserializer(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, TermError> {
        match self.value.take() {
            Some(value) => seed.deserialize(TermDeserializer(value)),
            None => Err(TermError::Other("a value without its key".to_owned())),
        }
    }
}

/// Map keys: strings, atoms (also nil, true and false) and integers, as JSON encoders take them.
struct KeyDeserializer<'a>(Term<'a>);

impl<'de, 'a: 'de> Deserializer<'de> for KeyDeserializer<'a> {
    type Error = TermError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TermError> {
        let key = self.0;
        match key.get_type() {
            TermType::Atom => visitor.visit_str(&atom_text(key)?),
            TermType::Binary => visitor.visit_str(text(key)?),
            TermType::Integer => match critical(|| key.decode::<BigInt>()) {
                Ok(integer) => visitor.visit_str(&integer.to_string()),
                Err(_) => Err(TermError::Problem(Problem::NotAKey("an integer"))),
            },
            TermType::Float => Err(TermError::Problem(Problem::NotAKey("a float"))),
            TermType::Map => Err(TermError::Problem(Problem::NotAKey("a map"))),
            TermType::List => Err(TermError::Problem(Problem::NotAKey("a list"))),
            other => Err(TermError::Problem(Problem::NotAKey(kind(other)))),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}
