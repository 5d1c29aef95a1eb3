//! Out of the guest: a JavaScript value to any serde `Serializer`, in one pass.
//!
//! The rules are those of `JSON.stringify` (ECMA-262 25.5.2.2 SerializeJSONProperty), with the
//! contract's additions: BigInt crosses as an integer, typed arrays as lists of numbers, errors
//! as their name and message, and a promise inside a result is awaited.

use std::cell::{RefCell, RefMut};
use std::rc::Rc;

use boa_engine::builtins::error::Error as ErrorData;
use boa_engine::object::builtins::{JsPromise, JsTypedArray};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsBigInt, JsError, JsObject, JsString, JsValue, JsVariant, js_string};
use serde::ser::{Error, Serialize, SerializeMap, SerializeSeq, Serializer};

use super::{MAX_EXACT_INTEGER, Path, WIDE_INTEGER, Wire};
use crate::event_loop::Ending;
use crate::heap;
use crate::host_call_value::{call_behind, touched};
use crate::limits::Limits;
use crate::surface::intrinsics::Intrinsics;

/// What runs the event loop until a promise met inside a result has settled.
pub(crate) type Await<'a> = &'a mut dyn FnMut(&mut Context, &JsPromise) -> Result<JsValue, Ending>;

/// Why a value did not cross, and where in it.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) path: Path,
    pub(crate) reason: Reason,
}

/// What keeps a guest value from crossing.
#[derive(Debug)]
pub(crate) enum Reason {
    /// Guest code that the walk ran (`toJSON`, a getter, a trap, an awaited promise) ended so.
    Ended(Ending),
    Circular,
    TooDeep(usize),
    TooManyNodes(usize),
    TooManyBytes(usize),
    /// The serializer refused; its own words.
    Unwritable(String),
}

/// What a value costs where it is written, besides its text: a term and its place in a list.
const BYTES_PER_NODE: usize = 24;

/// What a key costs there, besides its text: a binary, and its places in two tuples.
const BYTES_PER_KEY: usize = 40;

/// Something in a result that JSON writes as `{}`, and the user should hear of.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Note {
    pub(crate) kind: &'static str,
    pub(crate) instead: &'static str,
}

/// The serializer's own error. The walk keeps the real reason; this carries the text for the case
/// that the serializer itself refused.
#[derive(Debug)]
pub struct WriteError(pub String);

/// Serializes `value` with the wire's serializer. `awaiting` is given for results, not for
/// arguments: a call must be dispatched in the instant in which it is made.
pub(crate) fn write<'c, W: Wire>(
    value: JsValue,
    limits: &Limits,
    intrinsics: &Rc<Intrinsics>,
    awaiting: Option<Await<'c>>,
    context: &'c mut Context,
) -> Result<Written<W::Out>, Refusal> {
    let walk = RefCell::new(Walk {
        context,
        intrinsics: Rc::clone(intrinsics),
        limits: *limits,
        awaiting,
        ancestors: Vec::new(),
        nodes: 0,
        bytes: 0,
        charged: 0,
        path: Path::default(),
        reason: None,
        notes: Vec::new(),
    });
    let prepared = walk.borrow_mut().prepare(value, "");
    let written = match prepared {
        Ok(prepared) => {
            W::write(&OutOfJs { value: prepared.unwrap_or(Prepared::Null), walk: &walk })
        }
        Err(reason) => {
            walk.borrow_mut().reason = Some(reason);
            Err(WriteError(String::new()))
        }
    };
    let walk = walk.into_inner();
    match written {
        Ok(out) => Ok(Written { out, notes: walk.notes, charged: walk.charged }),
        Err(WriteError(words)) => {
            heap::discharge(walk.charged);
            Err(Refusal {
                path: walk.path,
                reason: walk.reason.unwrap_or(Reason::Unwritable(words)),
            })
        }
    }
}

/// A value that has crossed.
pub(crate) struct Written<V> {
    pub(crate) out: V,
    pub(crate) notes: Vec<Note>,
    /// Bytes that the guest's account carries for it, until whoever got it is done with it.
    pub(crate) charged: usize,
}

/// A guest value on its way out, as something that serde can serialize.
pub struct OutOfJs<'w, 'c> {
    value: Prepared,
    walk: &'w RefCell<Walk<'c>>,
}

/// A value after the steps of SerializeJSONProperty that come before writing it.
enum Prepared {
    Null,
    Bool(bool),
    Integer(i64),
    Float(f64),
    Text(JsString),
    BigInt(JsBigInt),
    List(JsObject),
    Record(JsObject),
    ErrorRecord(JsObject),
}

struct Walk<'c> {
    context: &'c mut Context,
    intrinsics: Rc<Intrinsics>,
    limits: Limits,
    awaiting: Option<Await<'c>>,
    ancestors: Vec<JsObject>,
    nodes: usize,
    bytes: usize,
    /// Bytes of the serializer's side, which the guest's account carries while it is written.
    charged: usize,
    path: Path,
    reason: Option<Reason>,
    notes: Vec<Note>,
}

impl From<JsError> for Reason {
    fn from(error: JsError) -> Self {
        Self::Ended(Ending::Thrown(error))
    }
}

/// A number as JSON has it: integral ones up to 2^53 as integers, non-finite ones as null.
fn number(value: f64) -> Prepared {
    #[expect(clippy::cast_precision_loss, reason = "2^53 is exact")]
    let bound = MAX_EXACT_INTEGER as f64;
    if !value.is_finite() {
        Prepared::Null
    } else if value.fract() == 0.0 && value.abs() <= bound {
        #[expect(clippy::cast_possible_truncation, reason = "integral and at most 2^53 in size")]
        let integer = value as i64;
        Prepared::Integer(integer)
    } else {
        Prepared::Float(value)
    }
}

impl Walk<'_> {
    /// Steps 1 to 12 of SerializeJSONProperty up to the writing. `None`: JSON drops the value.
    fn prepare(&mut self, mut value: JsValue, key: &str) -> Result<Option<Prepared>, Reason> {
        self.nodes += 1;
        if self.nodes > self.limits.max_nodes {
            return Err(Reason::TooManyNodes(self.limits.max_nodes));
        }
        self.charge(BYTES_PER_NODE);
        value = self.awaited(value)?;
        if value.is_object() || value.is_bigint() {
            let to_json = match value.as_object() {
                Some(object) => object.get(js_string!("toJSON"), self.context)?,
                None => self.intrinsics.bigint_prototype.get(js_string!("toJSON"), self.context)?,
            };
            if let Some(to_json) = to_json.as_callable() {
                value = to_json.call(&value, &[js_string!(key).into()], self.context)?;
                value = self.awaited(value)?;
            }
        }
        Ok(match value.variant() {
            JsVariant::Null => Some(Prepared::Null),
            JsVariant::Undefined | JsVariant::Symbol(_) => None,
            JsVariant::Boolean(value) => Some(Prepared::Bool(value)),
            JsVariant::Integer32(value) => Some(Prepared::Integer(value.into())),
            JsVariant::Float64(value) => Some(number(value)),
            JsVariant::String(text) => Some(self.text(text)?),
            JsVariant::BigInt(integer) => Some(Prepared::BigInt(integer)),
            JsVariant::Object(object) => self.prepare_object(&value, object)?,
        })
    }

    /// What a host-call value, a promise or a thenable inside a result comes to. An argument is
    /// converted inside a call: there only a host-call value is waited for.
    fn awaited(&mut self, value: JsValue) -> Result<JsValue, Reason> {
        let call = call_behind(&value, self.context)?;
        let Some(awaiting) = self.awaiting.as_mut() else {
            return if call.is_some() { Ok(touched(value, self.context)?) } else { Ok(value) };
        };
        let promise = match (call.or_else(|| value.as_promise()), value.as_object()) {
            (Some(promise), _) => promise,
            (None, Some(object)) => {
                if !object.get(js_string!("then"), self.context)?.is_callable() {
                    return Ok(value);
                }
                let (promise, resolvers) = JsPromise::new_pending(self.context);
                resolvers.resolve.call(&JsValue::undefined(), &[value], self.context)?;
                promise
            }
            (None, None) => return Ok(value),
        };
        awaiting(self.context, &promise).map_err(Reason::Ended)
    }

    fn prepare_object(
        &mut self,
        value: &JsValue,
        object: JsObject,
    ) -> Result<Option<Prepared>, Reason> {
        if object.is_callable() {
            return Ok(None);
        }
        if object.is_ordinary() {
            return Ok(Some(Prepared::Record(object)));
        }
        if object.is_array() || JsTypedArray::from_object(object.clone()).is_ok() {
            return Ok(Some(Prepared::List(object)));
        }
        if object.is::<f64>() {
            return Ok(Some(number(value.to_number(self.context)?)));
        }
        if object.is::<JsString>() {
            let text = value.to_string(self.context)?;
            return self.text(text).map(Some);
        }
        let boxed = object.downcast_ref::<bool>().map(|boxed| *boxed);
        if let Some(boxed) = boxed {
            return Ok(Some(Prepared::Bool(boxed)));
        }
        let boxed = object.downcast_ref::<JsBigInt>().map(|boxed| boxed.clone());
        if let Some(boxed) = boxed {
            return Ok(Some(Prepared::BigInt(boxed)));
        }
        if object.is::<ErrorData>() {
            return Ok(Some(Prepared::ErrorRecord(object)));
        }
        if self.intrinsics.is_array(&object, self.context)? {
            return Ok(Some(Prepared::List(object)));
        }
        if let Some(note) = note_on(&object)
            && !self.notes.contains(&note)
        {
            self.notes.push(note);
        }
        Ok(Some(Prepared::Record(object)))
    }

    fn text(&mut self, text: JsString) -> Result<Prepared, Reason> {
        self.count_bytes(text.len())?;
        Ok(Prepared::Text(text))
    }

    fn count_bytes(&mut self, bytes: usize) -> Result<(), Reason> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > self.limits.max_result_bytes {
            return Err(Reason::TooManyBytes(self.limits.max_result_bytes));
        }
        self.charge(bytes);
        Ok(())
    }

    fn charge(&mut self, bytes: usize) {
        heap::charge(bytes);
        self.charged += bytes;
    }

    fn enter(&mut self, object: &JsObject) -> Result<(), Reason> {
        if self.ancestors.len() >= self.limits.max_depth {
            // A cycle is as deep as its bound: tell the two apart before saying which it is.
            let circular = self.ancestors.iter().any(|known| JsObject::equals(known, object));
            return Err(if circular {
                Reason::Circular
            } else {
                Reason::TooDeep(self.limits.max_depth)
            });
        }
        if self.ancestors.iter().any(|known| JsObject::equals(known, object)) {
            return Err(Reason::Circular);
        }
        self.ancestors.push(object.clone());
        Ok(())
    }

    /// The value of an own, enumerable property; `None` when the key is a symbol, is not
    /// enumerable, or is gone by now.
    fn own_value(&mut self, object: &JsObject, key: &PropertyKey) -> Result<JsValue, Reason> {
        Ok(object.get(key.clone(), self.context)?)
    }

    /// EnumerableOwnProperties(object, key), ECMA-262 7.3.23.
    fn keys(&mut self, object: &JsObject) -> Result<Vec<JsString>, Reason> {
        Ok(self.intrinsics.own_enumerable_keys(object, self.context)?)
    }
}

/// Maps, sets and regular expressions hold their contents where JSON does not look.
fn note_on(object: &JsObject) -> Option<Note> {
    use boa_engine::object::builtins::{JsMap, JsRegExp, JsSet};
    if JsMap::from_object(object.clone()).is_ok() {
        Some(Note { kind: "Map", instead: "Object.fromEntries(map)" })
    } else if JsSet::from_object(object.clone()).is_ok() {
        Some(Note { kind: "Set", instead: "[...set]" })
    } else if JsRegExp::from_object(object.clone()).is_ok() {
        Some(Note { kind: "RegExp", instead: "String(regexp)" })
    } else {
        None
    }
}

impl<'w, 'c> OutOfJs<'w, 'c> {
    fn walk(&self) -> RefMut<'w, Walk<'c>> {
        self.walk.borrow_mut()
    }

    /// Keeps the reason in the walk and gives the serializer an error to carry outwards.
    fn refuse<E: Error>(&self, reason: Reason) -> E {
        self.walk().reason = Some(reason);
        E::custom("refused")
    }

    fn child(&self, value: Prepared) -> Self {
        Self { value, walk: self.walk }
    }

    fn list<S: Serializer>(&self, object: &JsObject, serializer: S) -> Result<S::Ok, S::Error> {
        let length = {
            let mut walk = self.walk();
            walk.enter(object)
                .and_then(|()| Ok(object.get(js_string!("length"), walk.context)?))
                .and_then(|length| Ok(length.to_length(walk.context)?))
        };
        let length = length.map_err(|reason| self.refuse(reason))?;
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let bound = self.walk().limits.max_nodes;
        // Said before the first element is looked at: a sparse list costs nothing to refuse.
        if length > bound {
            return Err(self.refuse(Reason::TooManyNodes(bound)));
        }
        let mut list = serializer.serialize_seq(Some(length))?;
        for index in 0..length {
            let prepared = {
                let mut walk = self.walk();
                walk.own_value(object, &PropertyKey::from(index))
                    .and_then(|value| walk.prepare(value, &index.to_string()))
            };
            let written = match prepared {
                Ok(prepared) => {
                    list.serialize_element(&self.child(prepared.unwrap_or(Prepared::Null)))
                }
                Err(reason) => Err(self.refuse(reason)),
            };
            if let Err(error) = written {
                self.walk().path.under_index(index);
                return Err(error);
            }
        }
        self.walk().ancestors.pop();
        list.end()
    }

    fn record<S: Serializer>(
        &self,
        object: &JsObject,
        keys: Result<Vec<JsString>, Reason>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let entered = self.walk().enter(object);
        let keys = entered.and(keys).map_err(|reason| self.refuse(reason))?;
        let mut map = serializer.serialize_map(None)?;
        for key in keys {
            let name = key.to_std_string_lossy();
            let prepared = {
                let mut walk = self.walk();
                walk.charge(BYTES_PER_KEY);
                walk.count_bytes(name.len())
                    .and_then(|()| walk.own_value(object, &PropertyKey::from(key)))
                    .and_then(|value| walk.prepare(value, &name))
            };
            let written = match prepared {
                Ok(None) => continue,
                Ok(Some(prepared)) => map.serialize_entry(name.as_str(), &self.child(prepared)),
                Err(reason) => Err(self.refuse(reason)),
            };
            if let Err(error) = written {
                self.walk().path.under_key(&name);
                return Err(error);
            }
        }
        self.walk().ancestors.pop();
        map.end()
    }
}

impl Serialize for OutOfJs<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.value {
            Prepared::Null => serializer.serialize_unit(),
            Prepared::Bool(value) => serializer.serialize_bool(*value),
            Prepared::Integer(value) => serializer.serialize_i64(*value),
            Prepared::Float(value) => serializer.serialize_f64(*value),
            Prepared::Text(text) => serializer.serialize_str(&text.to_std_string_lossy()),
            Prepared::BigInt(integer) => match i128::try_from(integer.as_inner()) {
                Ok(value) => serializer.serialize_i128(value),
                Err(_) => {
                    serializer.serialize_newtype_struct(WIDE_INTEGER, &integer.to_string_radix(10))
                }
            },
            Prepared::List(object) => self.list(object, serializer),
            Prepared::Record(object) => {
                let keys = self.walk().keys(object);
                self.record(object, keys, serializer)
            }
            Prepared::ErrorRecord(object) => {
                let keys = vec![js_string!("name"), js_string!("message")];
                self.record(object, Ok(keys), serializer)
            }
        }
    }
}

impl std::fmt::Debug for OutOfJs<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OutOfJs").finish_non_exhaustive()
    }
}
