//! Logging a value never changes what a program answers, and lines are bounded.

use std::time::Duration;

use proptest::prelude::*;
use proptest::sample::select;
use sandbox::fault::Kind;
use sandbox::limits::Limits;

use crate::check::{Checked, End, Ran, check, run, still_answers};
use crate::hostile::{expression, tampering};

const TIME: Duration = Duration::from_secs(2);
const MAX_LINES: usize = 50;
const MAX_BYTES: usize = 200_000;

/// Lines of the host about the run are few and short: how many were dropped.
const MAX_NOTES: usize = 2;
const MAX_NOTE_BYTES: usize = 1_000;

/// Values of one long text each, in every form in which a line shows text.
const LONG: &[&str] = &[
    "t",
    "new Error(t)",
    "new Error('m', {cause: t})",
    "Object.assign(new Error('m'), {name: t})",
    "new AggregateError([new Error(t)], t)",
    "Symbol(t)",
    "Object(t)",
    "Object.values({[t]() {}})[0]",
    "{[t]: t}",
    "[t, [t]]",
    "2n ** 500000n",
    "new RegExp(t)",
    "new Map([[t, t]])",
    "({toJSON: () => t})",
];

/// The value 1, unless a limit ended the run.
fn answers_one(ran: &Ran) -> Checked {
    match &ran.end {
        End::Value(text) => prop_assert_eq!(text, "1"),
        End::Fault(fault) => {
            prop_assert!(matches!(fault.kind, Kind::StackOverflow | Kind::MemoryLimit), "{fault:?}")
        }
        End::Overrun => {}
    }
    let bytes: usize = ran.logs.iter().map(String::len).sum();
    prop_assert!(ran.logs.len() <= MAX_LINES + MAX_NOTES, "{} lines", ran.logs.len());
    prop_assert!(bytes <= MAX_BYTES + MAX_NOTES * MAX_NOTE_BYTES, "{bytes} bytes in the lines");
    Ok(())
}

fn limits() -> Limits {
    Limits { max_log_lines: MAX_LINES, max_log_bytes: MAX_BYTES, ..Limits::default() }
}

#[test]
fn logging_a_hostile_value_does_not_change_the_outcome() {
    let call = select(vec![
        "console.log(x)",
        "console.info(1, x, 'a', x)",
        "console.debug('%s %d %i', x, x, x)",
        "console.warn('%f %j %o %O %c%', x, x, x, x, x, x)",
        "console.error(y)",
        "for (let i = 0; i < 60; i++) console.log(i, x)",
    ]);
    check(300, (tampering(), expression(), call), |(tampering, expression, call)| {
        let code = format!(
            "async () => {{\nlet x; try {{ x = {expression} }} catch {{ return 1 }}\n\
             const y = [x, {{x}}, new Map([[x, x]]), new Set([x]), [[[x]]]];\n\
             {tampering}\n{call};\nreturn 1 }}"
        );
        answers_one(&run(&code, "{}", limits(), TIME)?)?;
        still_answers()
    });
}

#[test]
fn rejections_nobody_handles_do_not_change_the_outcome() {
    let value = prop_oneof![3 => expression(), 1 => select(LONG).prop_map(str::to_owned)];
    check(20, (tampering(), value, 1..500_000), |(tampering, value, length)| {
        let code = format!(
            "async () => {{\nconst t = 'x'.repeat({length});\n\
             let x; try {{ x = {value} }} catch {{ return 1 }}\n\
             for (let i = 0; i < 110; i++) Promise.reject(x);\n{tampering}\nreturn 1 }}"
        );
        answers_one(&run(&code, "{}", limits(), Duration::from_secs(1))?)?;
        still_answers()
    });
}

/// The most that one value becomes, and what closes the brackets around the cut.
const MAX_VALUE_BYTES: usize = 64 * 1024 + 1_000;

#[test]
fn a_logged_value_is_cut() {
    // A text that is logged by itself is a line, as long as it is.
    let value = select(LONG).prop_filter("shown in a form", |value| *value != "t");
    let limits = Limits { max_log_bytes: 100_000_000, ..Limits::default() };
    check(40, (value, 1..2_000_000), |(value, length)| {
        let code = format!(
            "async () => {{ const t = 'x'.repeat({length}); console.log({value}); return 1 }}"
        );
        let ran = run(&code, "{}", limits, TIME)?;
        if let End::Value(text) = &ran.end {
            prop_assert_eq!(text, "1");
            let bytes = ran.logs.first().map_or(0, String::len);
            prop_assert!(0 < bytes && bytes <= MAX_VALUE_BYTES, "a value of {bytes} bytes");
        }
        Ok(())
    });
}
