//! How values cross, in both directions, under bounds.

use crate::json_text::{run_with, value};
use sandbox::fault::Kind;
use sandbox::limits::Limits;

fn fault_of(code: &str, globals: &str, limits: Limits) -> (Kind, String) {
    match run_with(code, globals, limits).result {
        Ok(value) => unreachable!("a value: {value}"),
        Err(fault) => (fault.kind, fault.message),
    }
}

#[test]
fn values_out_follow_json_stringify() {
    let rows = [
        ("undefined", "null"),
        ("() => 1", "null"),
        ("({a: undefined, f() {}, s: Symbol(), b: 1})", "{\"b\":1}"),
        ("[undefined, () => 1, Symbol()]", "[null,null,null]"),
        ("[NaN, Infinity, -0]", "[null,null,0]"),
        ("[2 ** 53, -(2 ** 53), 1e21, 1.5]", "[9007199254740992,-9007199254740992,1e+21,1.5]"),
        ("[10n, 2n ** 64n]", "[10,18446744073709551616]"),
        ("[new Date(0), new Date(NaN)]", "[\"1970-01-01T00:00:00.000Z\",null]"),
        ("[new Number(3), new String('s'), new Boolean(false), Object(5n)]", "[3,\"s\",false,5]"),
        ("[new Map([[1, 2]]), new Set([1]), /x/]", "[{},{},{}]"),
        (
            "[new Uint8Array([1, 2]), new Float64Array([1.5]), new ArrayBuffer(2)]",
            "[[1,2],[1.5],{}]",
        ),
        ("[1, , 3]", "[1,null,3]"),
        ("new TypeError('m')", "{\"name\":\"TypeError\",\"message\":\"m\"}"),
        ("({toJSON: (k) => ({k})})", "{\"k\":\"\"}"),
        ("[{toJSON: (k) => k}]", "[\"0\"]"),
        ("new Proxy([1, 2], {})", "[1,2]"),
        ("new Proxy({a: 1}, {})", "{\"a\":1}"),
        ("JSON.parse('{\"__proto__\": {\"x\": 1}}')", "{\"__proto__\":{\"x\":1}}"),
        ("({z: 1, a: 1, 1: 1})", "{\"1\":1,\"z\":1,\"a\":1}"),
        ("'\\ud800x'", "\"\u{fffd}x\""),
        ("({p: Promise.resolve(1), l: [Promise.resolve(2)]})", "{\"p\":1,\"l\":[2]}"),
        ("({then(r) { r(5) }})", "5"),
        ("(() => { const o = {k: 1}; return [o, o] })()", "[{\"k\":1},{\"k\":1}]"),
    ];
    for (expression, json) in rows {
        assert_eq!(
            value(&format!("async () => {expression}")).as_deref(),
            Ok(json),
            "{expression}"
        );
    }
}

#[test]
fn integers_beyond_two_to_the_53_become_bigint_and_survive() {
    let globals = "{\"n\": [9007199254740992, 9007199254740993, -9007199254740993]}";
    let code = "async () => [n.map(v => typeof v), n, JSON.stringify(n)]";
    let outcome = run_with(code, globals, Limits::default());
    assert_eq!(
        outcome.result.as_deref(),
        Ok("[[\"number\",\"bigint\",\"bigint\"],\
            [9007199254740992,9007199254740993,-9007199254740993],\
            \"[9007199254740992,9007199254740993,-9007199254740993]\"]")
    );
}

#[test]
fn a_result_that_cannot_cross_names_the_reason_and_the_path() {
    let small = Limits { max_nodes: 1_000, max_result_bytes: 10_000, ..Limits::default() };
    let rows = [
        ("(() => { const o = {a: [{}]}; o.a[0].b = o; return o })()", "circular", "result.a[0].b"),
        (
            "(() => { let v = 0; for (let i = 0; i < 600; i++) v = [v]; return v })()",
            "512",
            "result",
        ),
        ("({ok: new Array(1_001).fill(0)})", "exceeded 1000 elements", "result.ok"),
        ("new Array(2 ** 32 - 1)", "exceeded 1000 elements", "result"),
        ("['x'.repeat(20_000)]", "exceeded 10000 bytes", "result[0]"),
    ];
    for (expression, reason, path) in rows {
        let (kind, message) = fault_of(&format!("async () => {expression}"), "{}", small);
        assert_eq!(kind, Kind::ResultError, "{expression}: {message}");
        assert!(message.contains(reason) && message.contains(path), "{expression}: {message}");
    }
}

#[test]
fn what_reading_the_result_throws_is_the_runs_error() {
    let (kind, message) =
        fault_of("async () => ({get x() { throw new Error('inside') }})", "{}", Limits::default());
    assert_eq!(kind, Kind::JsError);
    assert!(message.starts_with("inside (line 1"), "{message}");
}

#[test]
fn globals_are_bounded_and_their_names_checked() {
    let deep = format!("{{\"deep\": {}0{}}}", "[".repeat(100), "]".repeat(100));
    let bounded = Limits { max_depth: 50, ..Limits::default() };
    let (kind, message) = fault_of("async () => 1", &deep, bounded);
    assert_eq!(kind, Kind::InvalidInput);
    assert!(message.contains("50 levels") && message.contains("[0]"), "{message}");

    let wide = Limits { max_nodes: 10, ..Limits::default() };
    let (_, message) = fault_of("async () => 1", "{\"a\": [1,2,3,4,5,6,7,8,9,10]}", wide);
    assert_eq!(message, "globals.a[8]: too large: more than 10 values");

    for name in ["console", "host", "apis", "undefined", "NaN", "Infinity", "globalThis"] {
        let globals = format!("{{\"{name}\": 1}}");
        let (kind, message) = fault_of("async () => 1", &globals, Limits::default());
        assert_eq!(kind, Kind::InvalidInput);
        assert!(message.contains("taken") && message.contains(name), "{message}");
    }
}

#[test]
fn a_proto_key_is_an_own_property_and_pollutes_nothing() {
    let code = "async () => [Object.keys(g), g.__proto__.x, typeof ({}).x]";
    let outcome = run_with(code, "{\"g\": {\"__proto__\": {\"x\": 1}}}", Limits::default());
    assert_eq!(outcome.result.as_deref(), Ok("[[\"__proto__\"],1,\"undefined\"]"));
}
