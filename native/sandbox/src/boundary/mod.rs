//! The boundary: how a value crosses, in either direction, over serde.
//!
//! Security rules of this folder:
//! - A payload from the host becomes plain data: own data properties on fresh objects. No setter,
//!   no `__proto__` magic and nothing the guest rewrote sees it being built.
//! - A value from the guest is read by the host's own code under a depth, node and byte bound.
//!   Guest code that this reading must run (`toJSON`, getters, proxy traps) runs in the VM, where
//!   it can be stopped, and a JavaScript exception from it is a fault of the run.
//! - Every refusal says where in the value it happened ([`Path`]) and never shows the value.

mod into_js;
mod out_of_js;
mod path;

pub use into_js::{PayloadError, Reader, Value};
pub(crate) use into_js::{insert_data_property, read};
pub use out_of_js::{OutOfJs, WriteError};
pub(crate) use out_of_js::{Reason, Refusal, Written, write};
pub use path::Path;

/// The serde newtype name under which an integer wider than 128 bits crosses, as its decimal
/// digits: serde's data model ends at 128 bits, BEAM integers and BigInt do not.
pub const WIDE_INTEGER: &str = "oapi_codemode_native.WideInteger";

/// The largest magnitude up to which a host integer is a JavaScript number: 2^53. Beyond it a
/// number could not hold every integer, so those become BigInt (design, section 1).
pub const MAX_EXACT_INTEGER: u64 = 1 << 53;

/// A representation in which values cross: BEAM terms for the NIF, JSON text for tests.
///
/// It ties one `Deserializer` and one `Serializer` to the isolate, so that the crate that knows
/// the engine and the crate that knows the representation meet at serde and nowhere else.
pub trait Wire: 'static {
    /// A payload on its way into the guest, owned, and movable to the isolate's thread.
    type In: Send + 'static;
    /// A value on its way out, owned, and movable back.
    type Out: Send + 'static;

    /// Converts `input` by handing a `Deserializer` over it to `reader`.
    ///
    /// # Errors
    /// What [`Reader::value`] answers: the payload is not JSON, or passes a bound.
    fn read(input: Self::In, reader: Reader<'_>) -> Result<Value, Rejection>;

    /// Serializes `value`.
    ///
    /// # Errors
    /// Whatever the serializer answers; the walk behind `value` keeps the real reason itself.
    fn write(value: &OutOfJs<'_, '_>) -> Result<Self::Out, WriteError>;
}

/// Why a payload from the host was refused, and where in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    /// Where the refused part is, from the payload's root.
    pub path: Path,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What can be wrong with a payload from the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// A term of a kind that JSON does not have; the word names the kind ("a tuple", "a pid").
    NotJson(&'static str),
    /// A map key of a kind that is not a JSON key.
    NotAKey(&'static str),
    /// A binary that is not UTF-8 text.
    NotUtf8,
    /// A struct, which the host has to encode first; the text is the struct's module.
    Struct(String),
    /// Nested deeper than this many levels.
    TooDeep(usize),
    /// More values than this many.
    TooManyNodes(usize),
    /// The text could not be parsed; the deserializer's own words.
    Malformed(String),
}

impl Problem {
    /// The problem as a clause that follows a path and a colon.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            Self::NotJson(kind) => format!("{kind} is not JSON"),
            Self::NotAKey(kind) => format!("{kind} as a map key is not JSON"),
            Self::NotUtf8 => "a binary that is not UTF-8 text".to_owned(),
            Self::Struct(module) => {
                format!("struct {module} has no Jason.Encoder or JSON.Encoder implementation")
            }
            Self::TooDeep(bound) => format!("nested deeper than {bound} levels"),
            Self::TooManyNodes(bound) => format!("too large: more than {bound} values"),
            Self::Malformed(words) => words.clone(),
        }
    }
}
