//! Timers: order, arguments, bounds, and their end with the program.

use std::time::{Duration, Instant};

use super::{check, logs};
use crate::json_text::{Driver, value};
use sandbox::fault::Kind;
use sandbox::isolate::{Phase, Slice};
use sandbox::limits::Limits;

const SLEEP: &str = "const sleep = ms => new Promise(r => setTimeout(r, ms));";

#[test]
fn timers_are_called_in_the_order_of_their_time_and_then_of_their_creation() {
    let body = format!(
        "{SLEEP} setTimeout(() => console.log('c'), 20); setTimeout((a, b) => console.log('b', a, b), 1, 1, 2);
         setTimeout(() => console.log('b2'), 1); setTimeout(() => console.log('a'), 0);
         queueMicrotask(() => console.log('micro')); console.log('sync'); await sleep(40)"
    );
    assert_eq!(logs(&body), ["sync", "micro", "a", "b 1 2", "b2", "c"]);
}

#[test]
fn timers_are_what_the_web_says() {
    check(&[
        ("typeof setTimeout(() => {}) + (setTimeout(() => {}) > 0)", "'numbertrue'"),
        (
            "[clearTimeout(), clearTimeout(null), clearTimeout('x'), clearInterval({}), clearTimeout(1e9)]",
            "[null,null,null,null,null]",
        ),
        (
            "setTimeout('1 + 1', 1)",
            "'TypeError: code from strings (eval, new Function) is not available here: write the code itself into the program; for data use JSON.parse'",
        ),
        (
            "setInterval('1 + 1')",
            "'TypeError: code from strings (eval, new Function) is not available here: write the code itself into the program; for data use JSON.parse'",
        ),
        ("setTimeout()", "'TypeError: setTimeout: the first argument is no function'"),
        ("queueMicrotask(1)", "'TypeError: queueMicrotask: the first argument is no function'"),
        ("await new Promise(r => setTimeout(r, -5, 'neg'))", "'neg'"),
        ("await new Promise(r => setTimeout(r, NaN, 'nan'))", "'nan'"),
        ("await new Promise(r => setTimeout(r, '3', 'text'))", "'text'"),
        (
            "await new Promise(r => { let n = 0; const i = setInterval(() => { if (++n === 3) { clearInterval(i); r(n) } }, 1) })",
            "3",
        ),
        (
            "await new Promise(r => { const t = setTimeout(r, 1, 'cleared'); clearTimeout(t); setTimeout(r, 5, 'kept') })",
            "'kept'",
        ),
        (
            "await Promise.race([new Promise(r => setTimeout(r, 60_000)), new Promise(r => setTimeout(r, 1, 'fast'))])",
            "'fast'",
        ),
        ("await new Promise(r => setTimeout(function () { r(this === undefined) }, 0))", "true"),
        (
            "await new Promise(r => setTimeout(() => setTimeout(() => setTimeout(r, 1, 'nested'), 1), 1))",
            "'nested'",
        ),
        (
            "[await new Promise(r => setTimeout(r, 1, 1)), new Promise(r => setTimeout(r, 1, 2))]",
            "[1,2]",
        ),
    ]);
}

#[test]
fn what_a_callback_throws_is_a_console_line() {
    let body = format!(
        "{SLEEP} setTimeout(() => {{ throw new TypeError('lost') }}, 0); setTimeout(() => {{ throw 1 }}, 0);
         queueMicrotask(() => {{ throw new Error('micro') }}); await sleep(5); console.log('on')"
    );
    let lines = logs(&body);
    let [micro, typed, number, on] = lines.as_slice() else { unreachable!("{lines:?}") };
    assert!(micro.starts_with("Uncaught Error: micro (line "), "{micro}");
    assert!(typed.starts_with("Uncaught TypeError: lost (line "), "{typed}");
    assert_eq!((number.as_str(), on.as_str()), ("Uncaught 1", "on"));
}

#[test]
fn timers_end_with_the_program() {
    let before = Instant::now();
    let lines = logs(
        "setTimeout(() => console.log('late'), 5_000); setInterval(() => console.log('tick'), 1)",
    );
    assert!(lines.is_empty(), "{lines:?}");
    assert!(before.elapsed() < Duration::from_secs(4));
}

#[test]
fn a_pending_timer_is_no_deadlock_and_none_is_one() {
    let fault =
        value("async () => { const t = setTimeout(() => {}, 5); await new Promise(() => {}) }")
            .err();
    assert_eq!(fault.map(|fault| fault.kind), Some(Kind::Deadlock));
    let fault = value(
        "async () => { clearTimeout(setTimeout(() => {}, 60_000)); await new Promise(() => {}) }",
    )
    .err();
    assert_eq!(fault.map(|fault| fault.kind), Some(Kind::Deadlock));
}

#[test]
fn the_number_of_pending_timers_is_bounded() {
    check(&[(
        "(() => { for (let i = 0; i < 10_000; i++) setTimeout(() => {}, 1e6); return setTimeout(() => {}, 1) })()",
        "'RangeError: too many timers are pending (limit 10000)'",
    )]);
}

#[test]
fn a_sleeping_guest_says_for_how_long_and_hands_out_its_calls() {
    let driver = Driver::start(
        "async () => { host.f(1); await new Promise(r => setTimeout(r, 50)); return 'slept' }",
        "{}",
        Limits::default(),
    );
    let Ok(Slice::Waiting { requests, phase, sleep }) = driver.supervise() else { unreachable!() };
    assert_eq!((requests.len(), phase), (1, Phase::Running));
    let sleep = sleep.unwrap_or_default();
    assert!(sleep > Duration::from_millis(20) && sleep <= Duration::from_millis(50), "{sleep:?}");
    // Woken early, it waits for the rest.
    driver.isolate.resume(Vec::new());
    let Ok(Slice::Waiting { sleep, .. }) = driver.supervise() else { unreachable!() };
    std::thread::sleep(sleep.unwrap_or_default());
    driver.reply(1, "1");
    assert_eq!(driver.outcome().result.as_deref(), Ok("\"slept\""));
}

#[test]
fn timers_that_are_always_due_do_not_keep_replies_out() {
    let driver = Driver::start(
        "async () => { let n = 0; (function again() { n++; setTimeout(again, 0) })(); const r = await host.f(7); return [r, n > 0] }",
        "{}",
        Limits::default(),
    );
    let Ok(Slice::Waiting { requests, sleep, .. }) = driver.supervise() else { unreachable!() };
    assert_eq!((requests.len(), sleep), (1, Some(Duration::ZERO)));
    driver.reply(1, "7");
    assert_eq!(driver.outcome().result.as_deref(), Ok("[7,true]"));
}
