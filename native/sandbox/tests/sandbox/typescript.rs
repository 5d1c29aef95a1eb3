//! TypeScript: what is erased, what is lowered, and where errors are.

use crate::json_text::{assert_placed, fault, run_with, value};
use sandbox::fault::Kind;
use sandbox::limits::Limits;

#[test]
fn types_are_erased_in_every_form() {
    let rows = [
        ("async () => { const a: number = 1; return a }", "1"),
        ("async (): Promise<number> => 1", "1"),
        ("async (): Promise<\n  number\n> => {\n  return 1\n}", "1"),
        ("async () => { const a = {b: 1}; return (a as any).b! }", "1"),
        ("async () => { interface A { b: number }; const a: A = {b: 2}; return a.b }", "2"),
        ("async () => { const f = <T>(x: T): T => x; return f<number>(3) }", "3"),
        ("async () => { enum E { A, B = 5 }; return E.B }", "5"),
        (
            "async () => { enum E { A, B = A + 4, C = 'c' }; return [E.B, E[0], E.C] }",
            "[4,\"A\",\"c\"]",
        ),
        ("async () => { const enum E { A = 7 } return E.A }", "7"),
        ("async () => ({a: 1} satisfies Record<string, number>)", "{\"a\":1}"),
        ("async () => { type A = {b?: string} | null; const a: A = null; return a }", "null"),
        ("async () => { let a!: number; a = 1; return a }", "1"),
        (
            "async () => { const f = (a: number, b?: string, ...c: any[]) => [a, b, c]; return f(1) }",
            "[1,null,[]]",
        ),
        (
            "async () => { const m = new Map<string, number[]>(); m.set('a', [1]); return m.get('a') }",
            "[1]",
        ),
        (
            "async () => { class A { constructor(private readonly x: number) {} get() { return this.x } }\
          return new A(4).get() }",
            "4",
        ),
        (
            "async () => { abstract class A<T> implements I { public x?: T; protected y: number = 2;\
          abstract f(): void; static readonly z = 3 } return [A.z] } \ninterface I {}",
            "[3]",
        ),
        ("async () => { try { throw 1 } catch (e: unknown) { return e as number } }", "1"),
        (
            "async () => { function f(a: string): string; function f(a: any) { return a }\
          return f('x') }",
            "\"x\"",
        ),
        ("async () => { const a = <number>1; return a }", "1"),
        ("async () => { const t: [a: number, b: string] = [1, 'x']; return t }", "[1,\"x\"]"),
        ("async () => { const k: keyof typeof Math = 'PI'; return k }", "\"PI\""),
        (
            "async () => { const is = (x: unknown): x is string => typeof x === 'string';\
          return is('x') }",
            "true",
        ),
        ("async () => { const ü: string = 'ä😀'; return ü }", "\"ä😀\""),
        ("async function main(x?: number): Promise<number> { return 1 }", "1"),
        ("async function (x?: number): Promise<number> { return 1 }", "1"),
        ("(async (): Promise<number> => 1)", "1"),
        ("(async (): Promise<number> => 1)()", "1"),
        ("interface A { b: number }\nasync () => { const a: A = {b: 1}; return a.b }", "1"),
        (
            "interface A { b: number }\nasync function main() { const a: A = {b: 1}; return a.b }",
            "1",
        ),
        ("enum E { A = 3 }\nasync () => E.A", "3"),
        ("const a: number = 1;\nreturn a", "1"),
        ("const r: any = await host.f(2);\nreturn r[0]", "2"),
        ("const a: number = 1;\na", "1"),
        ("const a = 1;\na as number", "1"),
        ("(1 as number) + 2", "3"),
        ("{a: 1 as number}", "{\"a\":1}"),
        ("async function main(): Promise<number> { return 1 }\nmain();", "1"),
        ("export default async (): Promise<number> => 1", "1"),
        ("export default async function (a?: number) { return 1 }", "1"),
        ("import type { A } from './types';\nasync () => { const a: A = 1; return a }", "1"),
        ("import { type A } from './types';\nasync () => { const a: A = 1; return a }", "1"),
        ("export type A = number;\nexport default async () => { const a: A = 1; return a }", "1"),
        ("declare const apis: any;\nasync () => { const a: number = 1; return a }", "1"),
        ("```ts\nasync () => { const a: number = 1; return a }\n```", "1"),
        ("`async (): Promise<number> => 1`", "1"),
        ("namespace N { export const a = 1 }\nreturn N.a", "1"),
    ];
    for (code, json) in rows {
        assert_eq!(value(code).as_deref(), Ok(json), "{code}");
    }
}

#[test]
fn javascript_is_never_read_as_typescript() {
    // Type arguments in TypeScript, comparisons in JavaScript.
    let code = "async () => { const a = 1, b = 2, c = 0; return [a < b, b > (c)] }";
    assert_eq!(value(code).as_deref(), Ok("[true,true]"));
    let code = "async () => { const f = 1, x = 2, y = 3; const r = [f<x, x>(y)]; return r }";
    assert_eq!(value(code).as_deref(), Ok("[true,false]"));
}

#[test]
fn a_syntax_error_is_placed_in_the_authors_text() {
    let rows = [
        ("async () => {\n  const a: number = 1;\n  const = 2;\n}", (3, 9)),
        ("async () => { const a: number = ; }", (1, 33)),
        ("const a: number = 1;\nreturn a +", (2, 10)),
        ("```ts\nasync () => {\n  const a: number = 1;\n  const = 2;\n}\n```", (4, 9)),
        ("async function (a: number) { const = 2 }", (1, 36)),
        // The engine's own finding, in the text without types.
        ("async () => {\n  const a: number = 1;\n  return a; @x class B {}\n}", (3, 13)),
    ];
    assert_placed(Kind::SyntaxError, &rows);
}

#[test]
fn a_thrown_error_is_placed_in_the_authors_text() {
    let rows = [
        ("async (): Promise<void> => { throw new Error('x') }", (1, 36)),
        (
            "interface A {\n  b: number\n}\nasync () => {\n  const a: A = {b: 1};\n  null.x;\n}",
            (6, 8),
        ),
        ("enum E {\n  A,\n  B,\n}\nasync () => {\n  throw new Error('x');\n}", (6, 9)),
        ("const a: number = 1;\nconst b = '😀'; throw new Error('x')", (2, 22)),
        ("const a: number = 1;\nunknownName", (2, 1)),
        ("const a: number = 1;\nunknownName.b", (2, 1)),
        ("const a: number = 1;\nreturn [a].map((x: number) => unknownName + x)", (2, 31)),
        ("async function (a?: number) { throw new Error('x') }", (1, 37)),
        ("export default async (a?: number) => { throw new Error('x') }", (1, 46)),
        ("```ts\nasync () => {\n  const a: number = 1;\n  throw new Error('x');\n}\n```", (4, 9)),
    ];
    assert_placed(Kind::JsError, &rows);
}

#[test]
fn imports_of_values_are_refused() {
    for code in [
        "import { a } from 'x';\nasync () => { const b: number = a; return b }",
        "import { A } from 'x';\nasync () => { const b: A = 1; return b }",
        "import 'x';\nasync (): Promise<number> => 1",
    ] {
        let fault = fault(code);
        assert_eq!(fault.kind, Kind::SyntaxError, "{code}: {fault:?}");
        assert!(fault.message.contains("import is not available"), "{code}: {fault:?}");
    }
}

#[test]
fn types_alone_are_no_program() {
    for code in ["interface A { b: number }", "type A = number", "declare const a: number"] {
        let fault = fault(code);
        assert_eq!(fault.kind, Kind::SyntaxError, "{code}: {fault:?}");
        assert!(fault.message.contains("the program is empty"), "{code}: {fault:?}");
    }
}

#[test]
fn a_text_with_types_cannot_close_its_wrapper() {
    for code in [
        "async (): Promise<void> => 1}); console.log('evil'); (function(){",
        "}); console.log('evil' as string); (async function(){",
        "const a: number = 1; a}); console.log('evil'); (async function(){ 1",
    ] {
        let outcome = run_with(code, "{}", Limits::default());
        let kind = outcome.result.err().map(|fault| fault.kind);
        assert!(matches!(kind, Some(Kind::InvalidCode | Kind::SyntaxError)), "{code}: {kind:?}");
        assert!(outcome.logs.is_empty(), "{code}: {:?}", outcome.logs);
    }
}

#[test]
fn deep_types_are_bounded() {
    let fault_of = |code: String| fault(&code).kind;
    let deep = |open: &str, close: &str, n: usize| {
        format!("let a: {}x{} = 1; return a", open.repeat(n), close.repeat(n))
    };
    assert_eq!(fault_of(deep("A<", ">", 20_000)), Kind::SyntaxError);
    assert_eq!(fault_of(deep("[", "]", 20_000)), Kind::SyntaxError);
    assert_eq!(value(&deep("A<", ">", 900)).as_deref(), Ok("1"));
    assert_eq!(value(&deep("(", ")", 400)).as_deref(), Ok("1"));
    // What no bracket counts is contained by the thread's own guard, or is not deep at all.
    let unions = format!("let a: {} = 1; return a", "x|".repeat(50_000) + "x");
    assert_eq!(value(&unions).as_deref(), Ok("1"));
}
