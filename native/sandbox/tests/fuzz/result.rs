//! A result that resists being read costs its own run, in bounded time.

use std::time::Duration;

use proptest::prelude::*;
use sandbox::fault::Kind;
use sandbox::limits::Limits;
use serde_json::Value;

use crate::check::{Checked, End, check, parsed, run, still_answers};
use crate::hostile::{expression, tampering};

const TIME: Duration = Duration::from_secs(2);

fn limits() -> Limits {
    // serde_json reads 127 levels back.
    Limits { max_depth: 120, max_nodes: 20_000, max_result_bytes: 300_000, ..Limits::default() }
}

/// A value within the bounds, or a fault of the guest's making.
fn ends_well(code: &str) -> Checked {
    let limits = limits();
    let ran = run(code, "{}", limits, TIME)?;
    match &ran.end {
        End::Value(text) => {
            let nodes = nodes(&parsed(text)?);
            prop_assert!(nodes <= limits.max_nodes, "{nodes} values");
        }
        End::Fault(fault) => prop_assert!(
            !matches!(
                fault.kind,
                Kind::EnginePanic | Kind::Stopped | Kind::Cancelled | Kind::InvalidInput
            ),
            "{fault:?}"
        ),
        End::Overrun => {}
    }
    still_answers()
}

fn nodes(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(nodes).sum::<usize>(),
        Value::Object(members) => 1 + members.values().map(nodes).sum::<usize>(),
        _ => 1,
    }
}

#[test]
fn a_hostile_result_costs_its_own_run() {
    check(300, (tampering(), expression()), |(tampering, expression)| {
        ends_well(&format!("async () => {{ {tampering}\nreturn {expression} }}"))
    });
}

#[test]
fn a_hostile_argument_costs_its_own_run() {
    check(150, (tampering(), expression()), |(tampering, expression)| {
        ends_well(&format!("async () => {{ {tampering}\nreturn [await host.f({expression})] }}"))
    });
}

#[test]
fn a_hostile_exception_costs_its_own_run() {
    check(150, (tampering(), expression()), |(tampering, expression)| {
        ends_well(&format!("async () => {{ {tampering}\nthrow {expression} }}"))
    });
}

#[test]
fn a_hostile_value_in_the_guests_own_json_costs_its_own_run() {
    check(150, (tampering(), expression(), expression()), |(tampering, value, replacer)| {
        ends_well(&format!(
            "async () => {{ const s = JSON.stringify; {tampering}\n\
             return s({value}, {replacer}, {value}) }}"
        ))
    });
}
