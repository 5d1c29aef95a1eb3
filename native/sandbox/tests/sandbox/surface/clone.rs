//! `structuredClone`.

use super::check;

#[test]
fn what_can_be_cloned_is_a_copy_of_the_same_kind() {
    check(&[
        (
            "structuredClone({a: [1, {b: 'x'}], u: undefined, n: null})",
            "{'a':[1,{'b':'x'}],'n':null}",
        ),
        (
            "(() => { const a = {b: {}}; const c = structuredClone(a); return [c !== a, c.b !== a.b] })()",
            "[true,true]",
        ),
        (
            "(() => { const a = {}; a.self = a; const c = structuredClone(a); return c.self === c && c !== a })()",
            "true",
        ),
        (
            "(() => { const s = {}; const c = structuredClone([s, s]); return c[0] === c[1] })()",
            "true",
        ),
        (
            "[...structuredClone(new Map([[{k: 1}, new Set([1, 'a'])]]))].map(([k, v]) => [k, [...v]])",
            "[[{'k':1},[1,'a']]]",
        ),
        (
            "(() => { const d = structuredClone(new Date(5)); return d instanceof Date && d.getTime() })()",
            "5",
        ),
        ("String(structuredClone(new Date(NaN)))", "'Invalid Date'"),
        (
            "(() => { const x = /a\\/b/gi; const r = structuredClone(x); return [r instanceof RegExp, r.source === x.source, r.flags, r.lastIndex, r.test('A/B')] })()",
            "[true,true,'gi',0,true]",
        ),
        (
            "(() => { const e = structuredClone(new RangeError('m', {cause: {c: 1}})); return [e instanceof RangeError, e.name, e.message, e.cause] })()",
            "[true,'RangeError','m',{'c':1}]",
        ),
        (
            "(() => { class My extends Error {}; const e = structuredClone(new My('m')); return [e instanceof Error, e instanceof My, e.message] })()",
            "[true,false,'m']",
        ),
        ("[...new Uint8Array(structuredClone(new Uint8Array([1, 2]).buffer))]", "[1,2]"),
        (
            "(() => { const b = new Uint8Array([1, 2, 3, 4]); const c = structuredClone({b, part: b.subarray(1, 3)}); return [[...c.part], c.part.byteOffset, c.b.buffer === c.part.buffer, c.b.buffer !== b.buffer] })()",
            "[[2,3],1,true,true]",
        ),
        ("structuredClone(new DataView(new ArrayBuffer(8), 2, 3)).byteLength", "3"),
        (
            "[structuredClone(10n) === 10n, structuredClone('x'), structuredClone(NaN)]",
            "[true,'x',null]",
        ),
        (
            "[typeof structuredClone(Object(1)), structuredClone(Object('a')) instanceof String]",
            "['object',true]",
        ),
        (
            "(() => { const a = structuredClone([1, , 3]); return [a.length, 1 in a] })()",
            "[3,false]",
        ),
        (
            "(() => { class P { x = 1; get y() { return 2 } }; const c = structuredClone(new P()); return [c, c instanceof P] })()",
            "[{'x':1},false]",
        ),
        (
            "structuredClone({get a() { return 1 }, [Symbol.iterator]: 1, ['__proto__']: 2})",
            "{'a':1,'__proto__':2}",
        ),
        ("structuredClone(host.f(1, {a: 2}))", "[1,{'a':2}]"),
        ("structuredClone({r: host.f(3)})", "{'r':[3]}"),
    ]);
}

#[test]
fn what_cannot_be_cloned_is_a_data_clone_error() {
    check(&[
        (
            "structuredClone(() => {})",
            "'DataCloneError: structuredClone: a function cannot be cloned'",
        ),
        (
            "structuredClone({s: Symbol()})",
            "'DataCloneError: structuredClone: a symbol cannot be cloned'",
        ),
        (
            "structuredClone(Promise.resolve())",
            "'DataCloneError: structuredClone: a promise (await it first) cannot be cloned'",
        ),
        (
            "structuredClone(new WeakMap())",
            "'DataCloneError: structuredClone: an object of this class cannot be cloned'",
        ),
        (
            "structuredClone(new URL('a:b'))",
            "'DataCloneError: structuredClone: an object of this class cannot be cloned'",
        ),
        (
            "structuredClone(new Proxy({}, {}))",
            "'DataCloneError: structuredClone: an object of this class cannot be cloned'",
        ),
        ("structuredClone()", "'TypeError: structuredClone: argument 1 is missing'"),
        (
            "(() => { let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return structuredClone(a) })()",
            "'RangeError: structuredClone: nested deeper than 2000 levels'",
        ),
    ]);
}
