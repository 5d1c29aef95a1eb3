//! The forms of code: what each gives, and where its errors are.

use crate::json_text::{run_with, value};
use sandbox::fault::{Fault, Kind};
use sandbox::limits::Limits;
use sandbox::position::Position;

fn fault(code: &str) -> Fault {
    match value(code) {
        Ok(value) => unreachable!("{code}: a value: {value}"),
        Err(fault) => fault,
    }
}

fn check(rows: &[(&str, &str)]) {
    for (code, json) in rows {
        assert_eq!(value(code).as_deref(), Ok(*json), "{code}");
    }
}

#[test]
fn a_function_is_called() {
    check(&[
        ("() => 1", "1"),
        ("async () => 1", "1"),
        ("x => typeof x", "\"undefined\""),
        ("async (x) => typeof x", "\"undefined\""),
        ("function () { return 1 }", "1"),
        ("async function () { return await 1 }", "1"),
        ("function main() { return main.name }", "\"main\""),
        ("async function main() { return 1 }", "1"),
        ("(async () => 1)", "1"),
        ("((function () { return 1 }))", "1"),
        ("function* () { yield 1 }", "{}"),
        ("async function* main() { yield 1 }", "{}"),
        ("async () => { \"use strict\"; return 1 }", "1"),
        ("async () => ({a: 1})", "{\"a\":1}"),
    ]);
}

#[test]
fn what_stands_around_a_program_is_taken_off() {
    check(&[
        ("async () => 1;", "1"),
        ("async () => 1;;\n ; ", "1"),
        ("\n\n  async () => 1  \n\n", "1"),
        ("// first\nasync () => 1", "1"),
        ("/* a */ /* b\n */ async () => 1 // last", "1"),
        ("async () => 1; // last", "1"),
        ("\u{feff}async () => 1", "1"),
        ("```\nasync () => 1\n```", "1"),
        ("```js\nasync () => 1\n```\n", "1"),
        ("\n```javascript  \r\nasync () => 1;\r\n```", "1"),
        ("```TypeScript\nconst a = 1\nreturn a\n  ```", "1"),
        ("\u{feff}```tsx\nreturn `x${1}`\n```", "\"x1\""),
        ("`async () => 1`", "1"),
        ("``async () => 1``", "1"),
        ("```async () => 1```", "1"),
        (" ` return 2 ` ", "2"),
        // A template is one when what it holds is no program.
        ("`a ${1 + 1} b`", "\"a 2 b\""),
        ("`a` + `b`", "\"ab\""),
    ]);
}

#[test]
fn an_expression_is_its_value() {
    check(&[
        ("1 + 2", "3"),
        ("1 + 2;", "3"),
        ("apis.a.request({q: 1}).then(r => r[1].q)", "1"),
        ("await host.f(7)", "[7]"),
        ("host.f(7)", "[7]"),
        ("(async () => 1)()", "1"),
        ("(() => 1)()", "1"),
        ("(function () { return 1 })();", "1"),
        ("async function () { return 1 }()", "1"),
        ("await (async () => { await null; return 1 })()", "1"),
        ("!function () {}()", "true"),
        ("new Date(0)", "\"1970-01-01T00:00:00.000Z\""),
        ("typeof this", "\"undefined\""),
        ("undefined", "null"),
        ("console.log(1)", "null"),
    ]);
}

#[test]
fn an_object_literal_is_an_object() {
    check(&[
        ("{}", "{}"),
        ("{a: 1}", "{\"a\":1}"),
        ("{a: 1, b: 2}", "{\"a\":1,\"b\":2}"),
        ("{a: await host.f(1)}", "{\"a\":[1]}"),
        // No object literal, so a block: statements that end in one have no value.
        ("{ const a = 1; a }", "null"),
    ]);
}

#[test]
fn a_function_body_returns() {
    check(&[
        ("return 1", "1"),
        ("const a = 1; return a", "1"),
        ("const r = await host.f(2);\nreturn r[0]", "2"),
        ("if (true) { return 1 }\nreturn 2", "1"),
        ("return async () => 1", "null"),
        ("return", "null"),
        ("return typeof this", "\"undefined\""),
        ("try { undeclared = 1 } catch (e) { return e.name }", "\"ReferenceError\""),
    ]);
}

#[test]
fn the_last_expression_of_statements_is_the_value() {
    check(&[
        ("const a = 1; a", "1"),
        ("const a = 1\na", "1"),
        ("const a = 1; a;;", "1"),
        ("const a = {b: [1, {c: 2}]};\na\n  .b\n  .map(x => x.c)\n  .filter(Boolean)", "[2]"),
        ("let a = 1; a++", "1"),
        ("const o = {a: 1}; o.a++; o", "{\"a\":2}"),
        ("const o = {a: 1}; o.a++", "1"),
        ("const o = {a: 1}; o['a']--; --o.a", "-1"),
        ("let a; a = 5", "5"),
        ("let a; ({a} = {a: 6}); a", "6"),
        ("let a; [a] = [7]", "[7]"),
        ("const o = {}; o.x = 3", "3"),
        ("const o = {f: () => ({g: 4})}; o.f().g", "4"),
        ("const o = null; o?.a.b", "null"),
        ("const o = {f: () => 8}; o?.f()", "8"),
        ("const f = x => x[0] + 1; f`a`", "\"a1\""),
        ("const n = 1; n ? 'y' : 'n'", "\"y\""),
        ("const n = 1; n + 1 > 1 && [n]", "[1]"),
        ("const n = 1; (n, 2)", "2"),
        ("const n = 1; n, 3", "3"),
        ("const n = 1; -n", "-1"),
        ("const n = 1; !n", "false"),
        ("const n = 1; typeof n", "\"number\""),
        ("const n = 1; `v${n}`", "\"v1\""),
        ("const n = 1; /x/.test('x')", "true"),
        ("const n = 1; [n, ...[2]]", "[1,2]"),
        ("const n = 1; ({n})", "{\"n\":1}"),
        ("const n = 1; new Date(n)", "\"1970-01-01T00:00:00.001Z\""),
        ("const n = 1; new Map([[1, 2]]).get(n)", "2"),
        ("const n = 1; await host.f(n)", "[1]"),
        ("const n = 1; host.f(n).then(r => r[0])", "1"),
        ("const n = 1; (await host.f(n))[0]", "1"),
        ("const n = 1; (() => n)()", "1"),
        ("'use strict'; 'text'", "\"text\""),
        ("const w = 'wörter 😀'; w", "\"wörter 😀\""),
        ("/* 😀 */ const w = '😀'; w.length", "2"),
        ("const a = 1;\r\na", "1"),
        ("const a = 1;\u{2028}a", "1"),
        ("if (true) {} 5", "5"),
        ("class A { #x = 1; static has(o) { return #x in o } } A.has(new A())", "true"),
        ("const a = 'return 1; export default'; a", "\"return 1; export default\""),
    ]);
}

#[test]
fn a_last_expression_that_is_a_function_or_names_one_is_called() {
    check(&[
        ("const n = 1;\nasync () => n", "1"),
        ("const n = 1; (function () { return n })", "1"),
        ("async () => 1; globalThis.x = 5; async () => x", "5"),
        ("const f = async () => 1; f", "1"),
        ("async function main() { return 1 }\nmain", "1"),
        ("\"use strict\";\nasync () => 1", "1"),
        // Not the program's own: a value that can't cross.
        ("const o = {f() { return 1 }}; o.f", "null"),
    ]);
}

#[test]
fn a_function_that_is_declared_and_called_is_called_once() {
    for code in [
        "async function main() { console.log('once'); return 1 }\nmain();",
        "function main() { console.log('once'); return 1 }\nmain()",
        "async function main() { console.log('once'); return 1 }\nawait main();",
        "async function main() { console.log('once'); return 1 }\nreturn main();",
        "const main = async () => { console.log('once'); return 1 };\nmain();",
        "async function main() { console.log('once'); return 1 }",
        "export default async function main() { console.log('once'); return 1 }",
    ] {
        let outcome = run_with(code, "{}", Limits::default());
        assert_eq!(outcome.result.as_deref(), Ok("1"), "{code}");
        assert_eq!(outcome.logs, ["once"], "{code}");
    }
}

#[test]
fn statements_that_end_in_another_statement_run_and_have_no_value() {
    for code in [
        "const a = 1; console.log(a); const b = 2",
        "for (const a of [1]) console.log(a)",
        "console.log(1); function unused() { return 2 }",
        "console.log(1); class A {}",
        "if (true) { console.log(1) }",
        "try { console.log(1) } catch {}",
    ] {
        let outcome = run_with(code, "{}", Limits::default());
        assert_eq!(outcome.result.as_deref(), Ok("null"), "{code}");
        assert_eq!(outcome.logs, ["1"], "{code}");
    }
}

#[test]
fn export_default_names_the_program() {
    check(&[
        ("export default async () => 1", "1"),
        ("export default async () => 1;\n", "1"),
        ("// first\nexport default async function () { return 1 }", "1"),
        ("export default function main() { return 1 }", "1"),
        ("export  default /* c */ () => 1", "1"),
        ("const n = 1;\nexport default async () => n", "1"),
        ("async function main() { return 1 }\nexport default main;", "1"),
        ("export default async function () { return help() }\nfunction help() { return 1 }", "1"),
        ("const s = 'export default';\nexport default () => s", "\"export default\""),
        ("export default 1 + 2", "3"),
        ("export default {a: 1}", "{\"a\":1}"),
        ("```js\nexport default async () => 1\n```", "1"),
    ]);
}

#[test]
fn this_is_undefined_and_code_is_strict_in_every_form() {
    let body = "{ try { undeclared = 1 } catch (e) { return [typeof this, e.name] } }";
    for code in [
        format!("() => {body}"),
        format!("async () => {body}"),
        format!("function () {body}"),
        format!("const f = () => {body}; f()"),
        format!("(async () => {body})()"),
        format!("export default () => {body}"),
        body.to_owned(),
    ] {
        let got = value(&code);
        assert_eq!(got.as_deref(), Ok("[\"undefined\",\"ReferenceError\"]"), "{code}");
    }
}

#[test]
fn a_program_cannot_close_its_wrapper() {
    for code in [
        "async () => 1}); console.log('evil'); (function(){",
        "async () => 1}); console.log('evil'); (function () { return void 0, async () => 2",
        "async () => 1}); console.log('evil'); (async function () { return void 0, async () => 2",
        "}); console.log('evil'); (async function(){",
        "}, console.log('evil'), function(){",
        "}(console.log('evil')), async function(){",
        "1}); console.log('evil'); (async function(){ 1",
        "} + console.log('evil') + async function(){",
        "return 1}); console.log('evil'); (async function(){ return 1",
        "const a = 1; a}); console.log('evil'); (async function(){ 1",
        "export default () => 1}); console.log('evil'); (function(){",
        "async () => 1 /*",
        "`",
        "async () => `",
        "async () => 1)",
        "async () => '",
    ] {
        let outcome = run_with(code, "{}", Limits::default());
        let kind = outcome.result.err().map(|fault| fault.kind);
        assert!(matches!(kind, Some(Kind::InvalidCode | Kind::SyntaxError)), "{code}: {kind:?}");
        assert!(outcome.logs.is_empty(), "{code}: {:?}", outcome.logs);
    }
}

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
fn there_is_nothing_to_import_and_nobody_to_export_to() {
    let rows = [
        ("import fs from 'fs';\nasync () => 1", "import", Some((1, 1))),
        ("import 'x'", "import", Some((1, 1))),
        ("const a = 1;\nimport * as x from 'x';\nx", "import", Some((2, 1))),
        ("import { a } from 'x';\nreturn a", "import", Some((1, 8))),
        ("async () => {\n  const fs = await import('fs');\n}", "import", Some((2, 20))),
        ("const a = await import('x'); a", "import", Some((1, 17))),
        ("import('x')", "import", Some((1, 1))),
        ("export default async () => import('x')", "import", Some((1, 28))),
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
    for (code, (line, column)) in rows {
        let fault = fault(code);
        assert_eq!(fault.kind, Kind::SyntaxError, "{code}: {fault:?}");
        assert_eq!(fault.position, Some(Position { line, column }), "{code}: {fault:?}");
        assert!(fault.message.starts_with("SyntaxError: "), "{fault:?}");
    }
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
    for (code, (line, column)) in rows {
        let fault = fault(code);
        assert_eq!(fault.kind, Kind::JsError, "{code}: {fault:?}");
        assert_eq!(fault.position, Some(Position { line, column }), "{code}: {fault:?}");
    }
    let logged = run_with("const a = 1; console.log(new Error('x'))", "{}", Limits::default()).logs;
    assert_eq!(logged, ["Error: x (line 1, column 26)"]);
}

#[test]
fn the_search_wrapper_is_an_async_arrow() {
    for (inner, json) in [
        ("async () => specs.x", "[\"x\"]"),
        ("() => specs.x", "[\"x\"]"),
        ("// first\nasync () => specs.x", "[\"x\"]"),
    ] {
        let code = format!(
            "async () => {{ const specs = JSON.parse(__oapi_specs_json); return await ({inner})(); }}"
        );
        let globals = r#"{"__oapi_specs_json": "{\"x\": [\"x\"]}"}"#;
        let outcome = run_with(&code, globals, Limits::default());
        assert_eq!(outcome.result.as_deref(), Ok(json), "{code}");
    }
}
