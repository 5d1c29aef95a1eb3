//! The forms of code: what each gives.

use crate::json_text::{run_with, value};
use sandbox::fault::Kind;
use sandbox::limits::Limits;

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
