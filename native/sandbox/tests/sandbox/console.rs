//! Console lines: order, formats, bounds.

use crate::json_text::run_with;
use sandbox::limits::Limits;

fn logs(body: &str) -> Vec<String> {
    run_with(&format!("async () => {{ {body} }}"), "{}", Limits::default()).logs
}

#[test]
fn every_kind_of_value_is_readable() {
    let rows = [
        ("'a', {b: 1}, undefined, 3", "a {\"b\":1} undefined 3"),
        ("", ""),
        ("null, true, 1.5, NaN, -0", "null true 1.5 NaN 0"),
        ("10n, Symbol('s')", "10n Symbol(s)"),
        ("function f() {}, () => 1", "[function f] [function]"),
        ("new Map([[1, 2]]), new Set([1])", "Map(1) {1 => 2} Set(1) {1}"),
        ("new Date(0), new Date(NaN)", "1970-01-01T00:00:00.000Z Invalid Date"),
        ("new TypeError('m')", "TypeError: m (line 1, column 27)"),
        ("new Promise(() => {}), Promise.resolve(1)", "Promise {pending} Promise {1}"),
        ("[1, [2, 'x']], /re/g", "[1,[2,\"x\"]] /re/g"),
        ("{d: new Date(0), u: undefined}", "{\"d\":\"1970-01-01T00:00:00.000Z\",\"u\":undefined}"),
        ("{get x() { throw new Error('no') }, y: 1}", "{\"x\":[getter threw],\"y\":1}"),
        (
            "new Proxy({}, {get() { throw 1 }, ownKeys() { throw 1 }})",
            "[unreadable: it throws when it is read]",
        ),
        (
            "'%s is %d%%, %i, %f, %j %c!', 'x', 5.7, 4.2, 1.5, {a: 1}, 'css'",
            "x is 5%, 4, 1.5, {\"a\":1} !",
        ),
        ("'%s', 'a', 'b'", "a b"),
        ("'%d'", "%d"),
        ("'two\\nlines'", "two\nlines"),
    ];
    for (args, line) in rows {
        assert_eq!(logs(&format!("console.log({args})")), [line], "{args}");
    }
}

#[test]
fn a_cycle_is_readable() {
    assert_eq!(logs("const o = {a: []}; o.a.push(o); console.log(o)"), ["{\"a\":[[Circular]]}"]);
}

#[test]
fn all_five_levels_are_lines_in_order() {
    let lines = logs("for (const m of ['log', 'info', 'debug', 'warn', 'error']) console[m](m)");
    assert_eq!(lines, ["log", "info", "debug", "warn", "error"]);
}

#[test]
fn lines_are_bounded_in_number_and_bytes_and_the_last_says_how_many_were_dropped() {
    let limits = Limits { max_log_lines: 10, max_log_bytes: 100, ..Limits::default() };
    let count = "async () => { for (let i = 0; i < 1_000; i++) console.log(i) }";
    let lines = run_with(count, "{}", limits).logs;
    assert_eq!(lines.len(), 11);
    assert_eq!(lines.last().map(String::as_str), Some("… 990 more console lines were dropped"));

    let long = "async () => { console.log('a'); console.log('x'.repeat(101)); console.log('b') }";
    let lines = run_with(long, "{}", limits).logs;
    assert_eq!(lines, ["a", "… 2 more console lines were dropped"]);
}

#[test]
fn logs_are_kept_whatever_the_outcome_is() {
    assert_eq!(logs("console.log('before'); throw new Error('after')"), ["before"]);
}
