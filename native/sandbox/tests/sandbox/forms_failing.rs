//! The forms of code, when they fail: what a text that is no program is told, and where errors are.

use crate::json_text::{assert_placed, fault, run_with};
use sandbox::fault::Kind;
use sandbox::limits::Limits;
use sandbox::position::Position;

#[test]
fn what_is_no_form_says_what_is_expected_and_shows_the_line() {
    let rows = [
        ("async () => 1, async () => 2", "several with a comma", "async () => 1, async () => 2"),
        ("\n\nclass A { b() {} }", "got a class", "class A"),
        ("const a = 1;\nb, () => a", "several with a comma", "const a = 1;"),
        ("export default class {}", "got a class", "export default class"),
        ("export default () => n;\nconst n = 1", "put it last", "export default () => n"),
        ("}); (function(){", "closes a bracket", "}); (function(){"),
    ];
    for (code, why, line) in rows {
        let fault = fault(code);
        assert_eq!(fault.kind, Kind::InvalidCode, "{code}: {fault:?}");
        for part in ["expected one async arrow function", why, line] {
            assert!(fault.message.contains(part), "{code}: {} lacks {part}", fault.message);
        }
    }
    let fault = fault("Here is the code you asked for:\nasync () => 1");
    assert_eq!(fault.kind, Kind::SyntaxError);
    assert!(fault.message.contains("expected an async arrow function"), "{fault:?}");
    assert!(fault.message.contains("in: Here is the code you asked for:"), "{fault:?}");
}

#[test]
fn a_text_without_a_statement_is_empty() {
    for code in ["", " \n", "// only\n", "/* only */", ";", "```js\n```", "```\n\n```", "\u{feff}"]
    {
        let fault = fault(code);
        assert_eq!(fault.kind, Kind::SyntaxError, "{code}");
        let text = "SyntaxError: the program is empty; expected an async arrow function";
        assert_eq!(fault.message, text, "{code}");
    }
}

#[test]
fn a_dynamic_import_is_a_rejection_in_every_form() {
    for code in [
        "async () => {\n  const fs = await import('fs');\n}",
        "const a = await import('x'); a",
        "import('x')",
        "export default async () => import('x')",
    ] {
        let fault = fault(code);
        assert_eq!(fault.kind, Kind::JsError, "{code}: {fault:?}");
        assert_eq!(fault.name.as_deref(), Some("TypeError"), "{code}");
        assert!(fault.message.contains("import is not available"), "{code}: {fault:?}");
    }
}

#[test]
fn there_is_nothing_to_import_and_nobody_to_export_to() {
    let rows = [
        ("import fs from 'fs';\nasync () => 1", "import", Some((1, 1))),
        ("import 'x'", "import", Some((1, 1))),
        ("const a = 1;\nimport * as x from 'x';\nx", "import", Some((2, 1))),
        ("import { a } from 'x';\nreturn a", "import", Some((1, 8))),
        ("async () => import.meta.url", "import", None),
        ("export const a = 1", "export", Some((1, 1))),
        ("async function main() {}\nexport { main }", "export", Some((2, 1))),
        ("export async function main() { return 1 }", "export", Some((1, 1))),
        ("export * from 'x'", "export", Some((1, 1))),
        ("return 1;\nexport const a = 1", "export", Some((2, 1))),
    ];
    for (code, word, place) in rows {
        let fault = fault(code);
        assert_eq!(fault.kind, Kind::SyntaxError, "{code}: {fault:?}");
        assert_eq!(fault.name.as_deref(), Some("SyntaxError"), "{code}");
        let nobody =
            if word == "import" { "import is not available" } else { "nobody to export to" };
        assert!(fault.message.contains(nobody), "{code}: {fault:?}");
        if let Some((line, column)) = place {
            assert_eq!(fault.position, Some(Position { line, column }), "{code}: {fault:?}");
        }
    }
}

#[test]
fn a_syntax_error_is_placed_in_every_form() {
    let rows = [
        ("async () => { const = 1 }", (1, 21)),
        ("async () => {\n  const = 1\n}", (2, 9)),
        ("function () { const = 1 }", (1, 21)),
        ("const = 1; return 1", (1, 7)),
        ("const a = 1;\nconst b = ;\nreturn a", (2, 11)),
        ("const a = 1;\na b", (2, 3)),
        ("return 1 +", (1, 10)),
        ("(async () => { const = 1 })()", (1, 22)),
        ("export default async () => { const = 1 }", (1, 36)),
        ("const a = 1;\nexport default async () => { const = 1 }", (2, 36)),
        ("```js\nasync () => {\n  const = 1\n}\n```", (3, 9)),
        ("\u{feff}async () => { const = 1 }", (1, 21)),
        ("/* 😀 */ const = 1", (1, 15)),
        ("async () => {{{", (1, 15)),
    ];
    assert_placed(Kind::SyntaxError, &rows);
}

#[test]
fn a_thrown_error_is_placed_in_every_form() {
    let rows = [
        ("async () => { throw new Error('x') }", (1, 21)),
        ("function () {\n  throw new Error('x')\n}", (2, 9)),
        ("const a = 1; throw new Error('x')", (1, 20)),
        ("const a = 1;\nnull.x", (2, 6)),
        ("const a = 1; null.x", (1, 19)),
        ("const a = 1; [a].map(() => null.x)", (1, 33)),
        ("const a = () => { throw new Error('x') }; a()", (1, 25)),
        ("const a = () => {\n  throw new Error('x')\n};\nconst b = 1;\na()", (2, 9)),
        ("null.x", (1, 6)),
        ("(async () => { throw new Error('x') })()", (1, 22)),
        ("return null.x", (1, 13)),
        ("export default async () => { throw new Error('x') }", (1, 36)),
        ("const a = 1;\nexport default () => null.x", (2, 27)),
        ("```js\nasync () => {\n  throw new Error('x')\n}\n```", (3, 9)),
        ("`async () => null.x`", (1, 19)),
        ("const a = 1; unknownName", (1, 14)),
        ("const a = 1;\nreturn unknownName", (2, 8)),
        ("unknownName + 1", (1, 1)),
    ];
    assert_placed(Kind::JsError, &rows);
    let logged = run_with("const a = 1; console.log(new Error('x'))", "{}", Limits::default()).logs;
    assert_eq!(logged, ["Error: x (line 1, column 26)"]);
}
