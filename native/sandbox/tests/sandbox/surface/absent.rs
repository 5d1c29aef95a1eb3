//! What a program that reaches for something absent is told.

use crate::json_text::value;
use sandbox::surface::absent::{ABSENT, CODE_FROM_STRINGS, IMPORT};

fn message(body: &str) -> String {
    value(&format!("async () => {{ {body} }}")).err().map(|fault| fault.message).unwrap_or_default()
}

/// The run of these tests has one API and two callbacks.
fn filled(sentence: &str) -> String {
    sentence
        .replace("{apis}", "this run has apis.<name>.request(options) for a")
        .replace("{host}", "this run has host.<name>(...) for f, request")
}

#[test]
fn each_absent_name_has_its_sentence() {
    assert!(ABSENT.len() >= 40);
    for (path, sentence) in ABSENT {
        let root = path.split('.').next().unwrap_or_default();
        let found = message(&format!("{path}()"));
        let expected = match root {
            "crypto" | "console" => {
                format!("TypeError: not a callable function; {}", filled(sentence))
            }
            "Intl" => format!("TypeError: not a callable function; {}", filled(sentence)),
            _ => format!("ReferenceError: {root} is not defined; {}", filled(sentence)),
        };
        assert_eq!(found, format!("{expected} (line 1, column 15)"), "{path}");
        assert!(found.chars().count() < 400, "{path}");
    }
}

#[test]
fn the_names_are_really_absent() {
    for (path, _) in ABSENT {
        let found = value(&format!(
            "() => {{ try {{ return typeof {path} }} catch {{ return 'undefined' }} }}"
        ));
        assert_eq!(found.as_deref(), Ok("\"undefined\""), "{path}");
    }
}

#[test]
fn every_way_of_reaching_is_understood() {
    let network = filled("there is no network here but the run's APIs; {apis}");
    let environment =
        ABSENT.iter().find(|(name, _)| *name == "process.env").map(|(_, s)| *s).unwrap_or_default();
    let rows = [
        ("const r = await fetch('https://a.b')", format!("ReferenceError: fetch is not defined; {network} (line 1, column 31)")),
        ("await globalThis.fetch('https://a.b')", format!("TypeError: not a callable function; {network} (line 1, column 21)")),
        ("const key = process.env.KEY", format!("ReferenceError: process is not defined; {environment} (line 1, column 27)")),
        ("new WebSocket('a:b')", format!("ReferenceError: WebSocket is not defined; {} (line 1, column 19)", filled("there are no sockets here; {apis}"))),
        ("new globalThis.WebSocket('a:b')", format!("TypeError: not a constructor; {} (line 1, column 19)", filled("there are no sockets here; {apis}"))),
        ("await crypto.subtle.digest('SHA-256', 1)", "TypeError: cannot convert 'null' or 'undefined' to object; there are no digests, keys or signatures here (line 1, column 21)".to_owned()),
        ("const text = new Intl.PluralRules('en').select(1)", "TypeError: not a constructor; write the plural by hand: n === 1 ? one : many (line 1, column 32)".to_owned()),
        ("await apis.nope.request({path: '/'})", "TypeError: cannot convert 'null' or 'undefined' to object; this run has apis.<name>.request(options) for a (line 1, column 21)".to_owned()),
        ("return apis['no pe'].request()", "TypeError: cannot convert 'null' or 'undefined' to object; this run has apis.<name>.request(options) for a (line 1, column 22)".to_owned()),
        ("await host.nope(1)", "TypeError: not a callable function; this run has host.<name>(...) for f, request (line 1, column 21)".to_owned()),
        ("request({path: '/'})", "ReferenceError: request is not defined; write host.request(...) (line 1, column 15)".to_owned()),
        ("a.get('/')", "ReferenceError: a is not defined; write apis.a.request(options) (line 1, column 15)".to_owned()),
        ("await import('fs')", format!("TypeError: {IMPORT}")),
        ("new Function('return 1')", format!("TypeError: {CODE_FROM_STRINGS} (line 1, column 15)")),
        ("(async () => {}).constructor('1')", format!("TypeError: {CODE_FROM_STRINGS} (line 1, column 43)")),
        ("setTimeout('f()', 1)", format!("TypeError: {CODE_FROM_STRINGS} (line 1, column 25)")),
    ];
    for (body, expected) in rows {
        assert_eq!(message(body), expected, "{body}");
    }
}

#[test]
fn it_is_said_in_every_form() {
    let network = filled("there is no network here but the run's APIs; {apis}");
    let digests = "there are no digests, keys or signatures here";
    let rows = [
        ("fetch('x')", 1, 1),
        ("const a = 1;\nawait fetch('x');\nreturn a", 2, 7),
        ("const a = 1;\nfetch('x').then(r => r.b)", 2, 1),
        ("async function main() {\n  return fetch('x')\n}\nmain();", 2, 10),
        ("(async () => fetch('x'))()", 1, 14),
        ("export default async () => fetch('x')", 1, 28),
        ("```js\nasync () => fetch('x')\n```", 2, 13),
        ("`async () => fetch('x')`", 1, 14),
        #[cfg(feature = "typescript")]
        (
            "interface A {\n  b: number\n}\nasync (): Promise<A> => {\n  return await fetch('x') as A\n}",
            5,
            16,
        ),
        #[cfg(feature = "typescript")]
        ("enum E {\n  A,\n  B,\n}\nconst a: E = E.A;\nfetch('x')", 6, 1),
    ];
    for (code, line, column) in rows {
        let found = value(code).err().map(|fault| fault.message).unwrap_or_default();
        let place = format!("(line {line}, column {column})");
        assert_eq!(
            found,
            format!("ReferenceError: fetch is not defined; {network} {place}"),
            "{code}"
        );
        let code = code.replace("fetch('x')", "crypto.subtle.digest('a', 1)");
        let found = value(&code).err().map(|fault| fault.message).unwrap_or_default();
        let error = "TypeError: cannot convert 'null' or 'undefined' to object";
        assert_eq!(found, format!("{error}; {digests} {place}"), "{code}");
        let code = code.replace("crypto.subtle.digest('a', 1)", "new globalThis.WebSocket('a:b')");
        let found = value(&code).err().map(|fault| fault.message).unwrap_or_default();
        let sockets = filled("there are no sockets here; {apis}");
        let column = column + 4;
        assert_eq!(
            found,
            format!("TypeError: not a constructor; {sockets} (line {line}, column {column})"),
            "{code}"
        );
    }
}

#[test]
fn what_is_the_programs_own_gets_no_sentence() {
    let rows = [
        ("unknownName", "ReferenceError: unknownName is not defined (line 1, column 15)"),
        (
            "const crypto = {}; crypto.subtle()",
            "TypeError: not a callable function (line 1, column 47)",
        ),
        ("const a = {}; a.b()", "TypeError: not a callable function (line 1, column 32)"),
        ("((apis) => apis.nope())({})", "TypeError: not a callable function (line 1, column 35)"),
        ("throw new TypeError('mine')", "TypeError: mine (line 1, column 21)"),
    ];
    for (body, expected) in rows {
        assert_eq!(message(body), expected, "{body}");
    }
}

#[test]
fn what_exists_is_said_also_when_nothing_does() {
    use crate::json_text::JsonText;
    use sandbox::isolate::{Isolate, Slice, Start};
    use std::time::{Duration, Instant};
    for (code, expected) in [
        (
            "async () => { host.nope() }",
            "TypeError: not a callable function; this run has no host callbacks (line 1, column 15)",
        ),
        (
            "async () => { apis.nope.request() }",
            "TypeError: cannot convert 'null' or 'undefined' to object; this run has no APIs (line 1, column 15)",
        ),
        (
            "async () => { fetch('x') }",
            "ReferenceError: fetch is not defined; there is no network here but the run's APIs; this run has no APIs (line 1, column 15)",
        ),
    ] {
        let isolate: Isolate<JsonText> = Isolate::start(Start {
            code: code.to_owned(),
            globals: "{}".to_owned(),
            callbacks: Vec::new(),
            api_names: Vec::new(),
            limits: sandbox::limits::Limits::default(),
        })
        .unwrap_or_else(|error| unreachable!("{error}"));
        match isolate.supervise(Instant::now() + Duration::from_secs(20)) {
            Ok(Slice::Done(outcome)) => {
                let message = outcome.result.err().map(|fault| fault.message);
                assert_eq!(message.as_deref(), Some(expected));
            }
            other => unreachable!("{other:?}"),
        }
    }
}
