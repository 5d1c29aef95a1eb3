//! The surface: what is really there, against the list and against the file that is checked in;
//! then each addition.

mod abort;
mod absent;
mod base64;
mod clone;
mod console;
mod encoding;
mod golden;
mod intl;
mod sharing;
mod table;
mod tamper;
mod timers;
mod url;

use crate::json_text::{run_with, value};
use sandbox::limits::Limits;

/// Each row is an expression, `await` allowed, and the JSON text of its value; an exception's is
/// its name and message.
fn check(rows: &[(&str, &str)]) {
    for (expression, expected) in rows {
        let program = format!(
            "async () => {{ try {{ return {expression} }} catch (e) {{ return `${{e.name}}: ${{e.message}}` }} }}"
        );
        let expected = expected.replace('\'', "\"");
        assert_eq!(value(&program).as_deref(), Ok(expected.as_str()), "{expression}");
    }
}

fn logs(body: &str) -> Vec<String> {
    let outcome = run_with(&format!("async () => {{ {body} }}"), "{}", Limits::default());
    assert!(outcome.result.is_ok(), "{body}: {:?}", outcome.result);
    outcome.logs
}
