//! Running a property, and running one program inside it.

use std::fmt::Debug;
use std::sync::Once;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestError, TestRunner};
use sandbox::fault::{Fault, MAX_MESSAGE_CHARS};
use sandbox::host_calls::{Reply, Request};
use sandbox::isolate::{Overrun, Slice, self_check};
use sandbox::limits::Limits;
use sandbox::quarantine;
use serde_json::Value;

use crate::json_text::Driver;

/// What a property answers for one case.
pub(crate) type Checked = Result<(), TestCaseError>;

/// Bytes that guests parked by a hunt may hold: far above what the default counts park.
const BUDGET_BYTES: u64 = 4 << 30;

/// What a machine that is busy with other tests may add to any time that is asserted.
pub(crate) const SLACK: Duration = Duration::from_secs(3);

/// Checks `property` on `cases` values of `strategy`, or on as many as the environment asks for.
pub(crate) fn check<S>(cases: u32, strategy: S, property: impl Fn(S::Value) -> Checked)
where
    S: Strategy,
    S::Value: Debug,
{
    static HANDLERS: Once = Once::new();
    HANDLERS.call_once(|| {
        assert_eq!(self_check(), Ok(()));
        quarantine::set_budget(BUDGET_BYTES);
    });
    let mut config = Config {
        failure_persistence: None,
        max_shrink_time: 60_000,
        max_shrink_iters: 2_000,
        ..Config::default()
    };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
        config.rng_seed = RngSeed::Fixed(0);
    }
    match TestRunner::new(config).run(&strategy, property) {
        Ok(()) => {}
        Err(TestError::Fail(reason, case)) => {
            unreachable!("{reason}\nthe smallest case that fails:\n{case:#?}")
        }
        Err(error) => unreachable!("{error}"),
    }
}

/// How a program ended.
#[derive(Debug)]
pub(crate) enum End {
    Value(String),
    Fault(Fault),
    /// Stopped at its deadline.
    Overrun,
}

/// A program's end and its console lines.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) end: End,
    pub(crate) logs: Vec<String>,
}

impl Ran {
    /// The value as JSON; a program without one fails the case.
    pub(crate) fn value(&self) -> Result<Value, TestCaseError> {
        match &self.end {
            End::Value(text) => parsed(text),
            other => Err(TestCaseError::fail(format!("no value: {other:?}"))),
        }
    }
}

/// JSON text that the sandbox gave out.
pub(crate) fn parsed(text: &str) -> Result<Value, TestCaseError> {
    serde_json::from_str(text)
        .map_err(|error| TestCaseError::fail(format!("not JSON: {error}: {text}")))
}

/// Runs `code`; each call is answered with its argument list. It fails the case when supervising
/// takes longer than it may, or when a fault is not in its form.
pub(crate) fn run(
    code: &str,
    globals: &str,
    limits: Limits,
    time: Duration,
) -> Result<Ran, TestCaseError> {
    keep(code);
    let started = Instant::now();
    let deadline = started + time;
    let driver = Driver::start(code, globals, limits);
    let ran = loop {
        match driver.isolate.supervise(deadline) {
            Ok(Slice::Waiting { requests, .. }) => driver.isolate.resume(echoes(requests)),
            Ok(Slice::Done(outcome)) => {
                let end = match outcome.result {
                    Ok(value) => End::Value(value),
                    Err(fault) => End::Fault(fault),
                };
                break Ran { end, logs: outcome.logs };
            }
            Err(Overrun::Deadline) => break Ran { end: End::Overrun, logs: Vec::new() },
            other => return Err(TestCaseError::fail(format!("neither asked for: {other:?}"))),
        }
    };
    let took = started.elapsed();
    prop_assert!(took < time + SLACK, "{took:?} for a deadline after {time:?}");
    if let End::Fault(fault) = &ran.end {
        check_fault(fault, code)?;
    }
    Ok(ran)
}

fn echoes(requests: Vec<Request<String>>) -> Vec<Reply<String>> {
    requests
        .into_iter()
        .filter_map(|request| match request {
            Request::Call { id, args, .. } => Some(Reply { id, result: Ok(args) }),
            Request::Encode { .. } => None,
        })
        .collect()
}

/// The contract's form of a fault: one line, bounded, placed inside the program's text.
fn check_fault(fault: &Fault, code: &str) -> Checked {
    let message = &fault.message;
    prop_assert!(message.chars().count() <= MAX_MESSAGE_CHARS, "too long: {message}");
    prop_assert!(!message.contains(is_line_end), "more than one line: {message:?}");
    prop_assert!(!message.trim().is_empty(), "says nothing: {fault:?}");
    if let Some(position) = fault.position {
        let lines = lines(code);
        let line = usize::try_from(position.line).unwrap_or(usize::MAX);
        let column = usize::try_from(position.column).unwrap_or(usize::MAX);
        let length = line.checked_sub(1).and_then(|index| lines.get(index));
        prop_assert!(
            length.is_some_and(|length| (1..=length + 1).contains(&column)),
            "{fault:?} is not in a text of the line lengths {lines:?}"
        );
    }
    Ok(())
}

fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// The characters of each line, with the line terminators of ECMA-262 12.3.
fn lines(code: &str) -> Vec<usize> {
    code.replace("\r\n", "\n").split(is_line_end).map(|line| line.chars().count()).collect()
}

/// The next run in the process is unaffected.
pub(crate) fn still_answers() -> Checked {
    let driver = Driver::start("async () => 1 + 1", "{}", Limits::default());
    match driver.supervise() {
        Ok(Slice::Done(outcome)) => prop_assert_eq!(outcome.result.as_deref(), Ok("2")),
        other => prop_assert!(false, "the next run: {other:?}"),
    }
    Ok(())
}

/// Keeps the program outside the process.
fn keep(code: &str) {
    let thread = std::thread::current();
    let name = thread.name().unwrap_or("test").replace("::", "-");
    let path = format!("{}/fuzz-{name}.js", env!("CARGO_TARGET_TMPDIR"));
    // For a reader after an abort; a run without it checks as much.
    let _ = std::fs::write(path, code);
}
