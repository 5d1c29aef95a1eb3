//! Expressions and statements that make values which resist being read.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

const LEAVES: &[&str] = &[
    "1",
    "-0",
    "NaN",
    "'s'",
    "'\\ud800'",
    "null",
    "undefined",
    "true",
    "1n",
    "2n ** 200n",
    "Symbol('s')",
    "Symbol.iterator",
    "() => 1",
    "class { static x = 1 }",
    "[]",
    "({})",
    "[1, , 3]",
    "[undefined, () => 1]",
    "new Array(5)",
    "new Array(2 ** 32 - 1)",
    "({length: 2 ** 53 - 1})",
    "Object.assign([], {length: 1e9})",
    "Object.create(null)",
    "Object.create([1])",
    "(o => o.o = o)({})",
    "(a => (a.push(a), a))([])",
    "(() => { const m = new Map(); m.set(m, m); return m })()",
    "(() => { const s = new Set(); s.add(s); return s })()",
    "(function () { return arguments })(1, 2)",
    "new Uint8Array(3)",
    "new Float64Array([NaN, 1.5])",
    "new BigInt64Array(2)",
    "new Uint8Array(5e4)",
    "new DataView(new ArrayBuffer(8))",
    "new ArrayBuffer(8)",
    "new Date(0)",
    "new Date(NaN)",
    "/x/g",
    "new Map([[1, 2], ['a', {}]])",
    "new Set([1, 'a'])",
    "new WeakMap()",
    "new WeakRef({})",
    "Object(1n)",
    "Object(Symbol('b'))",
    "Object('str')",
    "Object(false)",
    "new Error('m', {cause: 1})",
    "new AggregateError([1, {}], 'm')",
    "Object.assign(new Error('m'), {name: Symbol()})",
    "new Error('x'.repeat(1e5))",
    "'x'.repeat(1e5)",
    "Symbol('x'.repeat(1e5))",
    "({['k'.repeat(1e5)]: 1})",
    "(() => { const e = new Error('m'); e.cause = e; return e })()",
    "new (class extends Error { get message() { throw 1 } get name() { throw 2 } })('m')",
    "new (class extends Array { get length() { return 3 } })(1, 2)",
    "new (class { #x = 1; get y() { return this.#x } })()",
    "(function f() { return {get a() { return f() }} })()",
    "(function f() { return [{toJSON: f}] })()",
    "(function f() { return new Proxy({}, {get: f, ownKeys: () => ['a'], \
     getOwnPropertyDescriptor: () => ({configurable: true, enumerable: true})}) })()",
    "(() => { const r = Proxy.revocable({}, {}); r.revoke(); return r.proxy })()",
    "(() => { const r = Proxy.revocable([], {}); r.revoke(); return r.proxy })()",
    "new Proxy(() => 1, {})",
    "new Proxy([1, 2], {})",
    "new Proxy([], {get: () => 1e9})",
    "(function* () { yield 1 })()",
    "(async function* () { yield 1 })()",
    "[1][Symbol.iterator]()",
    "Promise.resolve(1)",
    "Promise.reject(new Error('no'))",
    "(async () => { throw 1 })()",
    "JSON.rawJSON('1')",
    "globalThis",
    "Reflect",
    "console",
    "host",
    "host.f(1)",
    "apis.a.request(1)",
];

/// One inner value, at `§`.
const AROUND: &[&str] = &[
    "[§]",
    "[1, §, 2]",
    "({a: §})",
    "({a: §, b: 1})",
    "({get a() { return § }})",
    "({get a() { throw § }})",
    "({set a(v) {}, b: §})",
    "({toJSON() { return § }})",
    "({toJSON() { throw § }})",
    "({toJSON() { return [this, §] }})",
    "({toJSON: §})",
    "({get toJSON() { throw § }})",
    "({get toJSON() { return () => § }})",
    "({then(r) { r(§) }})",
    "({then(r, j) { j(§) }})",
    "({then() { throw § }})",
    "({get then() { throw § }})",
    "({then: §})",
    "[{then(r) { r(§) }}]",
    "Promise.resolve(§)",
    "Promise.reject(§)",
    "[(async () => §)()]",
    "Object.freeze([§])",
    "Object.freeze({a: §})",
    "Object.assign(Object.create(null), {a: §})",
    "Object.defineProperty({}, 'h', {value: §})",
    "Object.defineProperty([1, 2, 3], 1, {get() { throw § }})",
    "Object.defineProperty([1, 2, 3], 0, {get() { this.length = 0; return § }})",
    "({get a() { delete this.b; this.c = 1; return § }, b: 2})",
    "new Error('m', {cause: §})",
    "new AggregateError([§], 'm')",
    "Object.assign(new Error('m'), {message: §})",
    "Object.assign(new Error('m'), {name: §})",
    "({toString() { throw § }, valueOf() { return § }, [Symbol.toPrimitive]: 1})",
    "({[Symbol.toStringTag]: §, constructor: §})",
    "new Map([[§, §]])",
    "new Set([§])",
    "Object.setPrototypeOf({own: 1}, §)",
    "Object.setPrototypeOf([1], §)",
    "(() => { const v = §; return [v, v, {v}] })()",
    "host.f(§)",
    "[host.f([§])]",
];

const TARGETS: &[&str] =
    &["{}", "[]", "[1, 2]", "() => 1", "{a: 1, b: {}}", "Object.freeze({a: 1})"];

const TRAPS: &[&str] = &[
    "get",
    "has",
    "set",
    "ownKeys",
    "getOwnPropertyDescriptor",
    "defineProperty",
    "deleteProperty",
    "getPrototypeOf",
    "setPrototypeOf",
    "isExtensible",
    "preventExtensions",
    "apply",
    "construct",
];

/// What a trap does: throws, lies, or gives something at `§`.
const BEHAVIOURS: &[&str] = &[
    "() => { throw § }",
    "() => §",
    "() => undefined",
    "() => null",
    "() => true",
    "() => 1",
    "() => 'text'",
    "() => Symbol()",
    "() => 1e9",
    "() => []",
    "() => ['a', 'a']",
    "() => ['length', '0', 'x', Symbol.iterator]",
    "() => [1]",
    "() => ({length: 1e6})",
    "() => ({value: §, writable: true, enumerable: true, configurable: true})",
    "() => ({get() { throw § }, enumerable: true, configurable: true})",
    "(t, k) => k === 'length' ? 3 : §",
    "(t, k, r) => r",
];

/// What may have been done to the realm before.
const TAMPERS: &[&str] = &[
    "Object.prototype.toJSON = function () { return [this] };",
    "Object.prototype.toJSON = () => { throw new Error('toJSON') };",
    "Array.prototype.toJSON = function () { return {a: 1} };",
    "BigInt.prototype.toJSON = () => ({});",
    "Object.defineProperty(Object.prototype, 'a', {get() { throw 1 }, set() { throw 2 }});",
    "Object.defineProperty(Object.prototype, 'then', {get() { throw new Error('then') }, \
     configurable: true});",
    "Object.prototype.then = function (r) { r(1) };",
    "Array.prototype[Symbol.iterator] = null;",
    "Promise.prototype.then = () => { throw new Error('then') };",
    "Promise.resolve = Promise.all = null;",
    "Object.keys = Array.isArray = JSON.stringify = () => { throw 1 };",
    "Error.prototype.toString = () => { throw 1 }; Error.prototype.name = {};",
    "Object.setPrototypeOf(Array.prototype, null);",
    "Object.setPrototypeOf(Error.prototype, new Proxy({}, {get() { throw 1 }}));",
    "String.prototype.toString = Number.prototype.valueOf = () => { throw 1 };",
    "Object.freeze(Object.prototype); Object.freeze(Array.prototype);",
    "Object.defineProperty(Array.prototype, '0', {get: () => 7, set() { throw 1 }});",
    "globalThis.Object = globalThis.Array = globalThis.Error = undefined;",
];

/// An expression whose value is hard to read, or that throws itself.
pub(crate) fn expression() -> impl Strategy<Value = String> {
    let leaf = select(LEAVES).prop_map(|leaf| format!("({leaf})"));
    leaf.prop_recursive(5, 24, 3, |inner| {
        prop_oneof![
            5 => (select(AROUND), inner.clone())
                .prop_map(|(around, inner)| format!("({})", around.replace('§', &inner))),
            2 => vec(inner.clone(), 0..4).prop_map(|items| format!("[{}]", items.join(", "))),
            2 => vec(inner.clone(), 0..4).prop_map(record),
            3 => proxy(inner),
        ]
    })
}

fn record(values: Vec<String>) -> String {
    let members: Vec<String> =
        values.iter().zip('a'..).map(|(value, name)| format!("{name}: {value}")).collect();
    format!("({{{}}})", members.join(", "))
}

fn proxy(inner: impl Strategy<Value = String> + Clone + 'static) -> impl Strategy<Value = String> {
    let target = prop_oneof![
        3 => select(TARGETS).prop_map(str::to_owned),
        // A primitive target throws when it is built.
        1 => inner.clone().prop_map(|target| format!("Object({target})")),
    ];
    let trap = (select(TRAPS), select(BEHAVIOURS), inner)
        .prop_map(|(trap, behaviour, inner)| format!("{trap}: {}", behaviour.replace('§', &inner)));
    (target, vec(trap, 0..4))
        .prop_map(|(target, traps)| format!("(new Proxy({target}, {{{}}}))", traps.join(", ")))
}

/// Statements that change the realm.
pub(crate) fn tampering() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => Just(String::new()),
        1 => vec(select(TAMPERS), 1..3).prop_map(|tampers| {
            // One may keep the next from working.
            tampers.iter().map(|tamper| format!("try {{ {tamper} }} catch {{}} ")).collect()
        }),
    ]
}
