//! Arbitrary JSON values, and what is equal to what after a crossing.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Number, Value};

/// 2^53: integers beyond it are BigInt in the guest.
const MAX_EXACT: u64 = 1 << 53;

/// Levels of nesting; the globals, the argument list and a reply add a few.
const MAX_LEVELS: usize = 60;

/// Names that a JavaScript engine, or code written for one, treats in a way of its own.
pub(crate) const ODD_KEYS: &[&str] = &[
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "valueOf",
    "hasOwnProperty",
    "",
    "0",
    "-0",
    "-1",
    "01",
    "1.5",
    "1e3",
    "4294967294",
    "4294967295",
    "9007199254740993",
    "length",
    "then",
    "toJSON",
    "NaN",
    "\0",
    "a\0b",
    "\u{2028}",
    "\u{10ffff}\u{feff}",
];

/// Any value: flat, branched, deep or wide.
pub(crate) fn json() -> impl Strategy<Value = Value> {
    prop_oneof![
        2 => scalar(),
        6 => tree(),
        1 => (tree(), vec(key(), 0..MAX_LEVELS - 10)).prop_map(wrapped),
        1 => vec(scalar(), 0..2_000).prop_map(Value::Array),
        1 => btree_map(key(), scalar(), 0..300).prop_map(object),
    ]
}

fn tree() -> impl Strategy<Value = Value> {
    scalar().prop_recursive(8, 48, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::Array),
            btree_map(key(), inner, 0..6).prop_map(object),
        ]
    })
}

/// One level per key; every other key is an index.
fn wrapped((mut value, keys): (Value, Vec<String>)) -> Value {
    for (level, key) in keys.into_iter().enumerate() {
        value = if level % 2 == 0 {
            Value::Array(vec![Value::Null, value])
        } else {
            object([(key, value)])
        };
    }
    value
}

fn object(members: impl IntoIterator<Item = (String, Value)>) -> Value {
    Value::Object(members.into_iter().collect::<Map<_, _>>())
}

pub(crate) fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => select(ODD_KEYS).prop_map(str::to_owned),
        3 => "[a-z]{1,4}",
        1 => any::<u32>().prop_map(|index| index.to_string()),
        2 => text(),
        1 => (1_000..20_000usize).prop_map(|length| "k".repeat(length)),
    ]
}

fn text() -> impl Strategy<Value = String> {
    let special = select(vec!['\0', '"', '\\', '/', '\n', '\r', '\u{7f}', '\u{2029}', '\u{ffff}']);
    prop_oneof![
        2 => vec(prop_oneof![3 => any::<char>(), 1 => special], 0..24).prop_map(String::from_iter),
        1 => "[ -~]{0,40}",
    ]
}

fn scalar() -> impl Strategy<Value = Value> {
    let edges = vec![0, 1, i32::MAX as u64 + 1, MAX_EXACT - 1, MAX_EXACT, MAX_EXACT + 1, u64::MAX];
    let floats =
        vec![-0.0, 0.5, 5e-324, 1e300, f64::MAX, 1e21, 1e-7, 1e-6, 9_007_199_254_740_994.0];
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<i16>().prop_map(Value::from),
        select(edges.clone()).prop_map(Value::from),
        select(edges).prop_map(|edge| Value::from((edge as i64).wrapping_neg())),
        select(floats).prop_map(Value::from),
        any::<f64>().prop_map(|float| Value::from(settled(float))),
        (any::<i32>(), 0..8).prop_map(|(n, e)| Value::from(settled(f64::from(n) / 10f64.powi(e)))),
        text().prop_map(Value::String),
    ]
}

/// A float near `float` that serde_json's fast number parser, which may be off by one unit in the
/// last place, reads as it writes it: what is under test is not that parser.
fn settled(mut float: f64) -> f64 {
    for _ in 0..8 {
        let text = Value::from(float).to_string();
        match serde_json::from_str(&text) {
            Ok(read) if read == float => return float,
            Ok(read) => float = read,
            Err(_) => break,
        }
    }
    0.25
}

/// The value with each number in the form in which it leaves a guest.
pub(crate) fn normalised(value: &Value) -> Value {
    match value {
        Value::Number(number) => Value::Number(normalised_number(number)),
        Value::Array(items) => Value::Array(items.iter().map(normalised).collect()),
        Value::Object(members) => {
            object(members.iter().map(|(key, value)| (key.clone(), normalised(value))))
        }
        other => other.clone(),
    }
}

fn normalised_number(number: &Number) -> Number {
    match number.as_f64() {
        Some(float)
            if number.is_f64() && float.fract() == 0.0 && float.abs() <= MAX_EXACT as f64 =>
        {
            Number::from(float as i64)
        }
        _ => number.clone(),
    }
}

/// Whether an integer in the value is a BigInt in the guest.
pub(crate) fn has_wide_integers(value: &Value) -> bool {
    match value {
        Value::Number(number) => {
            number.as_u64().is_some_and(|n| n > MAX_EXACT)
                || number.as_i64().is_some_and(|n| n.unsigned_abs() > MAX_EXACT)
        }
        Value::Array(items) => items.iter().any(has_wide_integers),
        Value::Object(members) => members.values().any(has_wide_integers),
        _ => false,
    }
}
