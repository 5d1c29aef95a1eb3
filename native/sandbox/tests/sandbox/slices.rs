//! The slice protocol: waiting, replies, failure, drain, deadlock, cancellation.

use std::time::{Duration, Instant};

use crate::json_text::{Driver, run_with, value};
use sandbox::fault::Kind;
use sandbox::isolate::{Overrun, Phase, Slice};
use sandbox::limits::Limits;
use sandbox::position::Position;

fn start(code: &str) -> Driver {
    Driver::start(code, "{}", Limits::default())
}

#[test]
fn calls_of_one_slice_are_handed_out_together_and_in_order() {
    let driver = start(
        "async () => Promise.all([host.f(1, 'x'), apis.a.request({p: 2}), apis.a.request()])",
    );
    let calls = driver.calls();
    assert_eq!(
        calls,
        [
            (1, "f".to_owned(), "[1,\"x\"]".to_owned()),
            (2, "request".to_owned(), "[\"a\",{\"p\":2}]".to_owned()),
            (3, "request".to_owned(), "[\"a\",null]".to_owned()),
        ]
    );
    driver.reply(3, "30");
    assert!(driver.calls().is_empty());
    driver.reply(1, "10");
    assert!(driver.calls().is_empty());
    driver.reply(2, "20");
    assert_eq!(driver.outcome().result.as_deref(), Ok("[10,20,30]"));
}

#[test]
fn a_reply_to_an_unknown_call_goes_nowhere() {
    let driver = start("async () => host.f()");
    assert_eq!(driver.calls().len(), 1);
    driver.reply(99, "1");
    assert!(driver.calls().is_empty());
    driver.reply(1, "2");
    assert_eq!(driver.outcome().result.as_deref(), Ok("2"));
}

#[test]
fn a_failed_call_is_catchable_and_redacted_when_it_is_not_caught() {
    let driver =
        start("async () => { try { await host.f() } catch (e) { return [e.name, e.message] } }");
    assert_eq!(driver.calls().len(), 1);
    driver.fail(1);
    assert_eq!(driver.outcome().result.as_deref(), Ok("[\"Error\",\"host function failed\"]"));

    let driver = start("async () => { try { await host.f() } catch (e) { throw e } }");
    assert_eq!(driver.calls().len(), 1);
    driver.fail(1);
    let fault = driver.outcome().result.err();
    assert_eq!(fault.as_ref().map(|fault| fault.kind), Some(Kind::HostError));
    assert_eq!(
        fault.map(|fault| fault.message).as_deref(),
        Some("a host-side error occurred while handling a call")
    );
}

#[test]
fn the_guests_own_error_of_the_same_text_is_not_a_host_error() {
    let fault = value("async () => { throw new Error('host function failed') }").err();
    assert_eq!(fault.map(|fault| fault.kind), Some(Kind::JsError));
}

#[test]
fn calls_in_flight_are_drained_after_the_program_has_ended() {
    let driver = start("async () => { host.f().then(v => console.log('late', v)); return 'done' }");
    match driver.supervise() {
        Ok(Slice::Waiting { requests, phase, .. }) => {
            assert_eq!((requests.len(), phase), (1, Phase::Draining));
        }
        other => unreachable!("{other:?}"),
    }
    driver.reply(1, "7");
    let outcome = driver.outcome();
    assert_eq!(outcome.result.as_deref(), Ok("\"done\""));
    assert_eq!(outcome.logs, ["late 7"]);
}

#[test]
fn a_drain_that_is_finished_early_keeps_the_outcome_and_names_the_calls() {
    let driver = start("async () => { host.f(); throw new Error('early exit') }");
    assert!(matches!(driver.supervise(), Ok(Slice::Waiting { phase: Phase::Draining, .. })));
    driver.isolate.finish();
    let outcome = driver.outcome();
    let fault = outcome.result.err();
    assert_eq!(fault.map(|fault| fault.message).as_deref(), Some("early exit (line 1, column 31)"));
    assert_eq!(outcome.logs, ["host.f had not replied when the run ended; it was stopped"]);
}

#[test]
fn what_nothing_can_settle_is_a_deadlock_at_once() {
    let before = Instant::now();
    let fault = value("async () => { await new Promise(() => {}) }").err();
    assert_eq!(fault.map(|fault| fault.kind), Some(Kind::Deadlock));
    assert!(before.elapsed() < Duration::from_secs(5));
}

#[test]
fn unhandled_rejections_become_console_lines() {
    let outcome = run_with(
        "async () => { Promise.reject(new TypeError('lost')); Promise.reject(1).catch(() => {}); return 1 }",
        "{}",
        Limits::default(),
    );
    assert_eq!(outcome.result.as_deref(), Ok("1"));
    assert_eq!(outcome.logs, ["Uncaught (in promise) TypeError: lost (line 1, column 30)"]);
}

#[test]
fn positions_are_in_the_programs_own_text() {
    let rows = [
        ("async () => {\n  const x = 1;\n  throw new Error('a');\n}", (3, 9)),
        ("async () => { null.x }", (1, 20)),
        ("// first\nasync () => undefinedName", (2, 13)),
        ("async () => {\n  await null;\n  const x = 1 + undefinedName;\n}", (3, 17)),
    ];
    for (code, (line, column)) in rows {
        let fault = value(code).err();
        let position = fault.as_ref().and_then(|fault| fault.position);
        assert_eq!(position, Some(Position { line, column }), "{code}: {fault:?}");
    }
    let fault = value("async () => {\n  let 1x;\n}").err();
    assert_eq!(fault.and_then(|fault| fault.position).map(|position| position.line), Some(2));
}

#[test]
fn a_computing_guest_is_stopped_at_its_deadline() {
    let driver = start("async () => { try { for (;;) {} } finally { for (;;) {} } }");
    let ended = driver.isolate.supervise(Instant::now() + Duration::from_millis(50));
    assert!(matches!(ended, Err(Overrun::Deadline)), "{ended:?}");
}

#[test]
fn a_computing_guest_is_stopped_by_a_cancel_from_elsewhere() {
    let driver = start("async () => { for (;;) await null }");
    driver.isolate.cancel();
    let ended = driver.supervise();
    assert!(matches!(ended, Err(Overrun::Stopped)), "{ended:?}");
}
