//! The sandbox's own `JSON.stringify` against ECMA-262 25.5.2, written down once more below.

use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use sandbox::limits::Limits;
use serde_json::{Map, Number, Value, json};

use crate::check::{check, run};
use crate::json_values::{json as any_json, key, normalised};

const TIME: Duration = Duration::from_secs(20);

/// The text of `JSON.stringify(g, <replacer>, s)` in a guest.
fn stringify(globals: &Value, replacer: &str) -> Result<String, TestCaseError> {
    let code = format!("async () => JSON.stringify(g, {replacer}, s)");
    let ran = run(&code, &globals.to_string(), Limits::default(), TIME)?;
    match ran.value()? {
        Value::String(text) => Ok(text),
        other => Err(TestCaseError::fail(format!("not a text: {other}"))),
    }
}

#[test]
fn text_is_that_of_the_specification() {
    check(200, any_json(), |value| {
        let text = stringify(&json!({ "g": value, "s": null }), "null")?;
        prop_assert_eq!(&text, &Reference::default().text(&value));
        prop_assert!(same(&read_back(&text)?, &value), "read back: {text}");
        Ok(())
    });
}

#[test]
fn a_gap_indents() {
    let gap = prop_oneof![
        (-2..13).prop_map(Value::from),
        (0.0..12.0).prop_map(Value::from),
        "[ \t]{0,12}".prop_map(Value::from),
        "[a-z→é\"]{0,14}".prop_map(Value::from),
        Just(json!(true)),
        Just(json!([3])),
    ];
    check(150, (any_json(), gap), |(value, gap)| {
        let text = stringify(&json!({ "g": value, "s": gap }), "null")?;
        let reference = Reference { gap: gap_text(&gap), ..Reference::default() };
        prop_assert_eq!(&text, &reference.text(&value));
        if reference.gap.trim().is_empty() {
            prop_assert!(same(&read_back(&text)?, &value), "read back: {text}");
        }
        Ok(())
    });
}

/// Step 8 of JSON.stringify.
fn gap_text(gap: &Value) -> String {
    match gap {
        Value::Number(number) => {
            let width = number.as_f64().unwrap_or_default().clamp(0.0, 10.0);
            " ".repeat(width as usize)
        }
        Value::String(text) => text.chars().take(10).collect(),
        _ => String::new(),
    }
}

#[test]
fn a_replacer_list_picks_and_orders() {
    let names = vec(key(), 0..6);
    check(150, (any_json(), names, 0..3u8), |(value, names, gap)| {
        let text = stringify(&json!({ "g": value, "l": names, "s": gap }), "l")?;
        let mut only: Vec<String> = Vec::new();
        for name in names {
            if !only.contains(&name) {
                only.push(name);
            }
        }
        let reference =
            Reference { only: Some(only), gap: gap_text(&gap.into()), ..Reference::default() };
        prop_assert_eq!(text, reference.text(&value));
        Ok(())
    });
}

/// A replacer function in JavaScript and what it does to a member: `None` drops it.
type Replacer = (&'static str, fn(&str, &Value) -> Option<Value>);

#[test]
fn a_replacer_function_sees_and_changes_every_member() {
    let replacers: Vec<Replacer> = vec![
        ("(k, v) => v", |_, value| Some(value.clone())),
        (
            "function (k, v) { if (!Object.is(this[k], v)) throw new Error('holder'); return v }",
            |_, value| Some(value.clone()),
        ),
        ("(k, v) => typeof v === 'string' ? v + '!' : v", |_, value| {
            Some(value.as_str().map_or_else(|| value.clone(), |text| json!(format!("{text}!"))))
        }),
        ("(k, v) => k === '' || k === '0' || v !== null ? v : undefined", |key, value| {
            (key.is_empty() || key == "0" || !value.is_null()).then(|| value.clone())
        }),
        ("(k, v) => k.length > 4 ? k : v", |key, value| {
            Some(if key.encode_utf16().count() > 4 { json!(key) } else { value.clone() })
        }),
    ];
    check(150, (any_json(), select(replacers), 0..3u8), |(value, (function, replace), gap)| {
        let text = stringify(&json!({ "g": value, "s": gap }), function)?;
        let reference = Reference {
            replace: Some(replace),
            gap: gap_text(&gap.into()),
            ..Reference::default()
        };
        prop_assert_eq!(text, reference.text(&value));
        Ok(())
    });
}

/// Whether the values are the same, with numbers as near as serde_json's fast parser reads them;
/// the comparison of the texts is exact.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            let (one, other) =
                (one.as_f64().unwrap_or(f64::NAN), other.as_f64().unwrap_or(f64::NAN));
            one == other || (one - other).abs() <= one.abs() * 4.0 * f64::EPSILON
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let is_same =
                |(key, value): (&String, &Value)| other.get(key).is_some_and(|v| same(value, v));
            one.len() == other.len() && one.iter().all(is_same)
        }
        (one, other) => one == other,
    }
}

fn read_back(text: &str) -> Result<Value, TestCaseError> {
    serde_json::from_str(text).map_err(|error| TestCaseError::fail(format!("{error}: {text}")))
}

/// JSON.stringify for plain data.
#[derive(Default)]
struct Reference {
    gap: String,
    only: Option<Vec<String>>,
    replace: Option<fn(&str, &Value) -> Option<Value>>,
}

impl Reference {
    fn text(&self, value: &Value) -> String {
        let value = normalised(value);
        self.property("", &value, "").unwrap_or_default()
    }

    fn property(&self, key: &str, value: &Value, indent: &str) -> Option<String> {
        let value = match self.replace {
            Some(replace) => replace(key, value)?,
            None => value.clone(),
        };
        let inner = format!("{indent}{}", self.gap);
        Some(match &value {
            Value::Number(number) => number_text(number),
            Value::Array(items) => {
                let items = items.iter().enumerate().map(|(index, item)| {
                    let item = self.property(&index.to_string(), item, &inner);
                    item.unwrap_or_else(|| "null".to_owned())
                });
                self.joined('[', items.collect(), ']', indent)
            }
            Value::Object(members) => {
                let colon = if self.gap.is_empty() { ":" } else { ": " };
                let members = self.members(members).into_iter().filter_map(|(key, value)| {
                    let text = self.property(&key, &value, &inner)?;
                    Some(format!("{}{colon}{text}", json!(key)))
                });
                self.joined('{', members.collect(), '}', indent)
            }
            other => other.to_string(),
        })
    }

    fn joined(&self, open: char, parts: Vec<String>, close: char, indent: &str) -> String {
        if self.gap.is_empty() || parts.is_empty() {
            return format!("{open}{}{close}", parts.join(","));
        }
        let inner = format!("{indent}{}", self.gap);
        format!("{open}\n{inner}{}\n{indent}{close}", parts.join(&format!(",\n{inner}")))
    }

    /// The members in the order of OrdinaryOwnPropertyKeys: indices first, by size. The others
    /// cross in the order of the host's map.
    fn members(&self, members: &Map<String, Value>) -> Vec<(String, Value)> {
        if let Some(only) = &self.only {
            return only
                .iter()
                .filter_map(|name| Some((name.clone(), listed(members, name)?)))
                .collect();
        }
        let (mut indices, others): (Vec<_>, Vec<_>) = members
            .iter()
            .map(|(key, value)| (key.clone(), value.clone()))
            .partition(|(key, _)| index_of(key).is_some());
        indices.sort_by_key(|(key, _)| index_of(key));
        indices.into_iter().chain(others).collect()
    }
}

/// A listed name is read with `[[Get]]`: what is not there may be inherited. Of what objects
/// inherit, only `__proto__` is data: Object.prototype, whose own `__proto__` is null.
fn listed(members: &Map<String, Value>, name: &str) -> Option<Value> {
    let inherited = (name == "__proto__").then(|| json!({ "__proto__": null }));
    members.get(name).cloned().or(inherited)
}

fn index_of(key: &str) -> Option<u32> {
    key.parse().ok().filter(|index: &u32| *index != u32::MAX && index.to_string() == key)
}

/// Number::toString (ECMA-262 6.1.6.1.20); an integer beyond 2^53 is a BigInt's digits.
fn number_text(number: &Number) -> String {
    let Some(float) = number.as_f64().filter(|_| number.is_f64()) else {
        return number.to_string();
    };
    // serde_json writes the shortest digits that read back as the same float, and of two such the
    // even ones, as the specification asks (Rust's own formatting does not do the second).
    let written = Number::from_f64(float.abs()).map(|float| float.to_string()).unwrap_or_default();
    let (plain, exponent) = written.split_once('e').unwrap_or((&written, "0"));
    let (whole, fraction) = plain.split_once('.').unwrap_or((plain, ""));
    let all = format!("{whole}{fraction}");
    let digits = all.trim_start_matches('0');
    let length = |text: &str| i32::try_from(text.len()).unwrap_or(i32::MAX);
    let leading = length(&all) - length(digits);
    let point = length(whole) - leading + exponent.parse::<i32>().unwrap_or_default();
    let digits = digits.trim_end_matches('0');
    let size = length(digits);
    let sign = if float < 0.0 { "-" } else { "" };
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap_or_default());
    let text = if (size..=21).contains(&point) {
        format!("{digits}{}", zeros(point - size))
    } else if (1..=21).contains(&point) {
        let (whole, rest) = digits.split_at(usize::try_from(point).unwrap_or_default());
        format!("{whole}.{rest}")
    } else if (-5..=0).contains(&point) {
        format!("0.{}{digits}", zeros(-point))
    } else {
        let (first, rest) = digits.split_at(1);
        let dot = if rest.is_empty() { "" } else { "." };
        format!("{first}{dot}{rest}e{:+}", point - 1)
    };
    format!("{sign}{text}")
}
