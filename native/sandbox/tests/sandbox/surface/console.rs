//! The methods of `console` beyond the levels.

use super::logs;

#[test]
fn each_method_writes_what_a_reader_expects() {
    let rows: [(&str, &[&str]); 14] = [
        (
            "console.assert(1 > 0, 'no'); console.assert(false, 'x %d', 5); console.assert(false); console.assert()",
            &["Assertion failed: x 5", "Assertion failed", "Assertion failed"],
        ),
        (
            "console.count(); console.count('a'); console.count(); console.countReset(); console.count()",
            &["default: 1", "a: 1", "default: 2", "default: 1"],
        ),
        ("console.dir({a: 'x'}); console.dirxml('x')", &["{\"a\":\"x\"}", "x"]),
        (
            "console.group('g', 1); console.log('a\\nb'); console.group(); console.info('c'); console.groupEnd(); console.groupEnd(); console.groupEnd(); console.log('d')",
            &["g 1", "  a\n  b", "    c", "d"],
        ),
        (
            "console.groupCollapsed('g'); console.table([])",
            &["g", "  ┌─────────┐\n  │ (index) │\n  ├─────────┤\n  └─────────┘"],
        ),
        ("console.trace('here', 1); console.trace()", &["Trace: here 1", "Trace"]),
        (
            "console.timeLog('t'); console.timeEnd()",
            &["Timer 't' does not exist", "Timer 'default' does not exist"],
        ),
        (
            "console.table([{a: 1, b: 'x'}, {a: 2, c: true}])",
            &[
                "┌─────────┬───┬─────┬──────┐\n│ (index) │ a │ b   │ c    │\n├─────────┼───┼─────┼──────┤\n│ 0       │ 1 │ \"x\" │      │\n│ 1       │ 2 │     │ true │\n└─────────┴───┴─────┴──────┘",
            ],
        ),
        (
            "console.table([{a: 1, b: 2}], ['b'])",
            &[
                "┌─────────┬───┐\n│ (index) │ b │\n├─────────┼───┤\n│ 0       │ 2 │\n└─────────┴───┘",
            ],
        ),
        (
            "console.table([1, {a: 2}])",
            &[
                "┌─────────┬───┬────────┐\n│ (index) │ a │ Values │\n├─────────┼───┼────────┤\n│ 0       │   │ 1      │\n│ 1       │ 2 │        │\n└─────────┴───┴────────┘",
            ],
        ),
        (
            "console.table({x: [1, 2]})",
            &[
                "┌─────────┬───┬───┐\n│ (index) │ 0 │ 1 │\n├─────────┼───┼───┤\n│ x       │ 1 │ 2 │\n└─────────┴───┴───┘",
            ],
        ),
        ("console.table('text')", &["text"]),
        ("const {log} = console; log('free')", &["free"]),
        ("console.log('%s', 'a'); console.warn('w'); console.error('e')", &["a", "w", "e"]),
    ];
    for (body, lines) in rows {
        assert_eq!(logs(body), lines, "{body}");
    }
}

#[test]
fn a_timer_of_the_console_gives_milliseconds() {
    let lines = logs(
        "console.time('t'); console.timeLog('t', 'so far'); console.timeEnd('t'); console.timeEnd('t')",
    );
    let [first, second, third] = lines.as_slice() else { unreachable!("{lines:?}") };
    assert!(first.starts_with("t: ") && first.ends_with("ms so far"), "{first}");
    assert!(second.starts_with("t: ") && second.ends_with("ms"), "{second}");
    assert_eq!(third, "Timer 't' does not exist");
}
