//! The recursion limit and the stack that is sized for it: real depths work, endless ones are a
//! fault of their own kind in every form, and none of them uses the stack up.

use crate::json_text::{run_with, value};
use sandbox::fault::Kind;
use sandbox::limits::Limits;

#[test]
fn two_thousand_guest_frames_work() {
    let code = "() => { const f = n => n === 0 ? 0 : 1 + f(n - 1); return f(2_000) }";
    assert_eq!(value(code).as_deref(), Ok("2000"));
}

#[test]
fn a_thousand_callbacks_within_builtins_work() {
    let code = "() => { const f = n => n === 0 ? 0 : 1 + [n - 1].map(f)[0]; return f(900) }";
    assert_eq!(value(code).as_deref(), Ok("900"));
}

/// Each recurses without an end in its own way. The message tells the recursion limit from the
/// native stack: at the limit, the stack must have room left (guest_thread.rs).
const ENDLESS: [&str; 24] = [
    "() => { const f = () => f(); f() }",
    "async () => { await null; const f = () => f(); f() }",
    "async () => { const f = () => f(); await Promise.resolve().then(f) }",
    "async () => { const f = async () => 1 + await f(); return f() }",
    "async () => { async function* g() { yield* g() } for await (const x of g()); }",
    "() => { function* g() { yield* g() } return [...g()] }",
    "() => { const o = { valueOf() { return this + 1 } }; return o + 1 }",
    "() => { const o = { toString() { return `${this}` } }; return `${o}` }",
    "() => { const f = () => [1].map(f); f() }",
    "() => { const f = () => [2, 1].sort(f); f() }",
    "() => { const f = () => 'a'.replace(/a/, f); f() }",
    "() => { const f = () => 'a'.replaceAll('a', f); f() }",
    "() => { const f = () => Array.from([1], f); f() }",
    "() => { const f = () => Reflect.apply(f, null, []); f() }",
    "() => { const f = () => JSON.stringify({ toJSON: f }); f() }",
    "() => { const f = () => JSON.parse('[1]', f); f() }",
    "() => { const f = () => new Promise(f); f() }",
    "() => { const o = { get x() { return o.x } }; o.x }",
    "() => { const p = new Proxy({}, { get: (t, k, r) => r[k] }); p.x }",
    "() => { const p = new Proxy(function () {}, { apply: () => p() }); p() }",
    "() => { const o = { [Symbol.iterator]() { return [...o] } }; [...o] }",
    "() => { class A { constructor() { new A() } } new A() }",
    "() => { class A { static [Symbol.hasInstance]() { return 1 instanceof A } } 1 instanceof A }",
    "() => { const o = { get a() { console.log(o); return 1 } }; console.log(o) }",
];

#[test]
fn endless_recursion_meets_the_limit_in_every_form_before_the_stack_ends() {
    for code in ENDLESS {
        let fault = value(code).err();
        let kind = fault.as_ref().map(|fault| fault.kind);
        assert_eq!(kind, Some(Kind::StackOverflow), "{code}: {fault:?}");
        let message = fault.map(|fault| fault.message).unwrap_or_default();
        assert!(message.starts_with("the recursion limit"), "{code}: {message}");
    }
}

#[test]
fn it_cannot_be_caught() {
    let code = "() => { const f = () => f(); try { f() } catch { return 1 } finally { return 2 } }";
    assert_eq!(value(code).err().map(|fault| fault.kind), Some(Kind::StackOverflow));
}

#[test]
fn brackets_are_bounded_before_parsing_and_the_bound_itself_parses() {
    let bound = Limits::default().max_brackets;
    for (open, inner, close) in [
        ("(", "1", ")"),
        ("[", "", "]"),
        ("(() => ", "1", ")"),
        ("{a: ", "1", "}"),
        ("`${", "1", "}`"),
    ] {
        let nested = |levels: usize| {
            format!("() => ({}{inner}{})", open.repeat(levels), close.repeat(levels))
        };
        let inside = run_with(&nested(bound - 2), "{}", Limits::default()).result;
        let is_parsed = !matches!(&inside, Err(fault) if fault.kind != Kind::ResultError);
        assert!(is_parsed, "{open}: {inside:?}");
        let beyond = run_with(&nested(bound + 1), "{}", Limits::default()).result.err();
        assert_eq!(beyond.map(|fault| fault.kind), Some(Kind::SyntaxError), "{open}");
    }
}
