//! JSON that crosses into the guest and out again is the JSON it was.

use std::time::Duration;

use proptest::prelude::*;
use proptest::sample::select;
use sandbox::host_calls::{Reply, Request};
use sandbox::isolate::Slice;
use sandbox::limits::Limits;
use serde_json::{Value, json};

use crate::check::{check, parsed, run};
use crate::json_text::Driver;
use crate::json_values::{ODD_KEYS, has_wide_integers, json as any_json, normalised};

const TIME: Duration = Duration::from_secs(20);

#[test]
fn a_global_that_is_returned_is_itself() {
    check(200, any_json(), |value| {
        let globals = json!({ "g": value }).to_string();
        let ran = run("async () => g", &globals, Limits::default(), TIME)?;
        prop_assert_eq!(normalised(&ran.value()?), normalised(&value));
        Ok(())
    });
}

#[test]
fn a_globals_name_can_be_any_text() {
    let odd = select(ODD_KEYS).prop_map(str::to_owned);
    let more = select(vec!["Object", "JSON", "Promise", "Array", "async", "let", "f"]);
    let name = prop_oneof![3 => odd, 1 => more.prop_map(str::to_owned), 1 => "\\PC{1,8}"]
        .prop_filter("not taken", |name| !["NaN", "console", "host", "apis"].contains(&&**name));
    check(100, (name, any_json()), |(name, value)| {
        let globals = json!({ &name: value }).to_string();
        let code = format!("async () => globalThis[{}]", json!(name));
        let ran = run(&code, &globals, Limits::default(), TIME)?;
        prop_assert_eq!(normalised(&ran.value()?), normalised(&value));
        Ok(())
    });
}

#[test]
fn an_argument_and_a_reply_are_themselves() {
    check(150, (any_json(), any_json()), |(argument, reply)| {
        let globals = json!({ "g": argument }).to_string();
        let code = "async () => { const r = await host.f(g, 1); return [r] }";
        let driver = Driver::start(code, &globals, Limits::default());
        match driver.supervise() {
            Ok(Slice::Waiting { requests, .. }) => match requests.as_slice() {
                [Request::Call { id: 1, name, args }] => {
                    prop_assert_eq!(name, "f");
                    let sent = normalised(&json!([argument, 1]));
                    prop_assert_eq!(normalised(&parsed(args)?), sent);
                }
                other => prop_assert!(false, "not one call: {other:?}"),
            },
            other => prop_assert!(false, "not waiting: {other:?}"),
        }
        driver.isolate.resume(vec![Reply { id: 1, result: Ok(reply.to_string()) }]);
        match driver.supervise() {
            Ok(Slice::Done(outcome)) => {
                let text = outcome.result.map_err(|fault| TestCaseError::fail(fault.message))?;
                prop_assert_eq!(normalised(&parsed(&text)?), normalised(&json!([reply])));
            }
            other => prop_assert!(false, "not done: {other:?}"),
        }
        Ok(())
    });
}

#[test]
fn the_guests_own_json_text_of_a_value_is_the_value() {
    check(150, any_json(), |value| {
        let globals = json!({ "g": value }).to_string();
        let code = "async () => JSON.parse(JSON.stringify(g))";
        let ran = run(code, &globals, Limits::default(), TIME)?;
        let back: Value = normalised(&ran.value()?);
        // Beyond 2^53 the digits are in the text, and JSON.parse makes a number of them.
        if !has_wide_integers(&value) {
            prop_assert_eq!(back, normalised(&value));
        }
        Ok(())
    });
}
