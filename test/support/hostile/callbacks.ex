defmodule OapiCodemode.Test.Hostile.Callbacks do
  @moduledoc """
  Every way found in which the engine's own code, or the host's, calls the guest's: the function
  that is called never returns. `loop` is that function, `it` an iterable whose `next` is.
  """

  alias OapiCodemode.Test.Hostile.Row

  # Shorter than a file's row: what is tested is where the stop arrives, not when.
  @timeout 100

  @programs [
    # Array
    {"array-for-each", "[1].forEach(loop)"},
    {"array-map", "[1].map(loop)"},
    {"array-filter", "[1].filter(loop)"},
    {"array-some", "[1].some(loop)"},
    {"array-every", "[1].every(loop)"},
    {"array-find", "[1].find(loop)"},
    {"array-find-index", "[1].findIndex(loop)"},
    {"array-find-last", "[1].findLast(loop)"},
    {"array-find-last-index", "[1].findLastIndex(loop)"},
    {"array-reduce", "[1, 2].reduce(loop)"},
    {"array-reduce-right", "[1, 2].reduceRight(loop)"},
    {"array-flat-map", "[1].flatMap(loop)"},
    {"array-sort", "[1, 2].sort(loop)"},
    {"array-to-sorted", "[1, 2].toSorted(loop)"},
    {"array-from-map", "Array.from([1], loop)"},
    {"array-from-iterator", "Array.from(it)"},
    {"array-from-length", "Array.from({ get length() { return loop(); } })"},
    {"array-of-constructor", "Array.of.call(function () { loop(); }, 1)"},
    {"array-join", "[{ toString: loop }].join()"},
    {"array-to-locale-string", "[{ toLocaleString: loop }].toLocaleString()"},
    {"array-concat-spreadable",
     "[].concat({ get [Symbol.isConcatSpreadable]() { return loop(); } })"},
    {"array-includes-length", "[].includes.call({ get length() { return loop(); } }, 1)"},
    {"array-index-of-element", "[].indexOf.call({ length: 1, get 0() { return loop(); } }, 1)"},
    {"array-fill-setter", "[].fill.call({ length: 1, set 0(v) { loop(); } }, 1)"},
    {"array-reverse-getter", "[].reverse.call({ length: 2, get 0() { return loop(); }, 1: 1 })"},
    {"array-splice-species",
     "const a = [1]; a.constructor = { get [Symbol.species]() { return loop(); } }; a.splice(0)"},
    {"array-at-index", "[1].at({ valueOf: loop })"},
    {"array-set-length", "[].length = { valueOf: loop }"},
    # Typed arrays and buffers
    {"typed-array-map", "new Uint8Array(1).map(loop)"},
    {"typed-array-sort", "new Uint8Array(2).sort(loop)"},
    {"typed-array-from", "Uint8Array.from(it)"},
    {"typed-array-new", "new Uint8Array(it)"},
    {"typed-array-set", "new Uint8Array(1).set([{ valueOf: loop }])"},
    {"typed-array-fill", "new Uint8Array(1).fill({ valueOf: loop })"},
    {"array-buffer-length", "new ArrayBuffer({ valueOf: loop })"},
    {"data-view-index", "new DataView(new ArrayBuffer(1)).getUint8({ valueOf: loop })"},
    # Collections
    {"map-for-each", "new Map([[1, 1]]).forEach(loop)"},
    {"map-new", "new Map(it)"},
    {"map-new-adder", "Map.prototype.set = loop; new Map([[1, 1]])"},
    {"map-group-by", "Map.groupBy([1], loop)"},
    {"set-for-each", "new Set([1]).forEach(loop)"},
    {"set-new", "new Set(it)"},
    {"weak-map-new", "new WeakMap(it)"},
    {"weak-set-new", "new WeakSet(it)"},
    {"object-group-by", "Object.groupBy([1], loop)"},
    # Objects
    {"object-assign", "Object.assign({}, { get a() { return loop(); } })"},
    {"object-assign-setter", "Object.assign({ set a(v) { loop(); } }, { a: 1 })"},
    {"object-entries", "Object.entries({ get a() { return loop(); } })"},
    {"object-values", "Object.values({ get a() { return loop(); } })"},
    {"object-from-entries", "Object.fromEntries(it)"},
    {"object-define-property",
     "Object.defineProperty({}, 'a', { get value() { return loop(); } })"},
    {"object-define-properties", "Object.defineProperties({}, { get a() { return loop(); } })"},
    {"object-create", "Object.create(null, { get a() { return loop(); } })"},
    {"object-spread", "({ ...{ get a() { return loop(); } } })"},
    {"object-rest", "const { a, ...rest } = { a: 1, get b() { return loop(); } }"},
    {"object-key", "({})[{ toString: loop }]"},
    {"object-to-string", "String({ get [Symbol.toStringTag]() { return loop(); } })"},
    {"object-has-own", "Object.hasOwn({}, { toString: loop })"},
    {"in-operator", "({ toString: loop }) in {}"},
    {"delete-operator", "delete ({})[{ toString: loop }]"},
    {"private-accessor",
     "class A { get #x() { return loop(); } static read(o) { o.#x; } } A.read(new A())"},
    {"super-accessor",
     "class A { get x() { return loop(); } } class B extends A { y() { return super.x; } } new B().y()"},
    # Conversions
    {"value-of-plus", "1 + { valueOf: loop }"},
    {"value-of-minus", "1 - { valueOf: loop }"},
    {"value-of-unary", "+{ valueOf: loop }"},
    {"value-of-shift", "1 << { valueOf: loop }"},
    {"value-of-exponent", "2 ** { valueOf: loop }"},
    {"value-of-less", "1 < { valueOf: loop }"},
    {"value-of-equal", "1 == { valueOf: loop }"},
    {"value-of-increment", "let o = { valueOf: loop }; o++"},
    {"to-string-template", "`${{ toString: loop }}`"},
    {"to-string-concat", "'' + { toString: loop }"},
    {"to-primitive", "+{ [Symbol.toPrimitive]: loop }"},
    {"to-primitive-getter", "+{ get [Symbol.toPrimitive]() { return loop(); } }"},
    {"number", "Number({ valueOf: loop })"},
    {"string", "String({ toString: loop })"},
    {"symbol-description", "Symbol({ toString: loop })"},
    {"symbol-for", "Symbol.for({ toString: loop })"},
    {"bigint", "BigInt({ valueOf: loop })"},
    {"bigint-as-int-n", "BigInt.asIntN({ valueOf: loop }, 1n)"},
    {"parse-int", "parseInt({ toString: loop })"},
    {"parse-float", "parseFloat({ toString: loop })"},
    {"is-nan", "isNaN({ valueOf: loop })"},
    {"encode-uri", "encodeURIComponent({ toString: loop })"},
    {"decode-uri", "decodeURI({ toString: loop })"},
    {"math-max", "Math.max(1, { valueOf: loop })"},
    {"math-hypot", "Math.hypot({ valueOf: loop })"},
    {"number-to-fixed", "(1).toFixed({ valueOf: loop })"},
    {"date-new", "new Date({ [Symbol.toPrimitive]: loop })"},
    {"date-parts", "new Date(2020, { valueOf: loop })"},
    {"date-set", "new Date().setFullYear({ valueOf: loop })"},
    {"date-utc", "Date.UTC({ valueOf: loop })"},
    {"date-to-json", "Date.prototype.toJSON.call({ toISOString: loop, valueOf: () => 1 })"},
    {"error-message", "new Error({ toString: loop })"},
    {"error-options", "new Error('', { get cause() { return loop(); } })"},
    {"error-to-string", "Error.prototype.toString.call({ get name() { return loop(); } })"},
    {"aggregate-error", "new AggregateError(it)"},
    # Text and patterns
    {"string-replace", "'a'.replace('a', loop)"},
    {"string-replace-regex", "'a'.replace(/a/, loop)"},
    {"string-replace-all", "'a'.replaceAll('a', loop)"},
    {"string-replace-protocol", "'a'.replace({ [Symbol.replace]: loop })"},
    {"string-match-protocol", "'a'.match({ [Symbol.match]: loop })"},
    {"string-match-all-protocol", "'a'.matchAll({ [Symbol.matchAll]: loop })"},
    {"string-search-protocol", "'a'.search({ [Symbol.search]: loop })"},
    {"string-split-protocol", "'a'.split({ [Symbol.split]: loop })"},
    {"string-raw", "String.raw({ raw: { get length() { return loop(); } } })"},
    {"string-pad", "'a'.padEnd({ valueOf: loop })"},
    {"string-repeat", "'a'.repeat({ valueOf: loop })"},
    {"string-concat", "'a'.concat({ toString: loop })"},
    {"string-starts-with", "'a'.startsWith({ get [Symbol.match]() { return loop(); } })"},
    {"string-normalize", "'a'.normalize({ toString: loop })"},
    {"string-from-code-point", "String.fromCodePoint({ valueOf: loop })"},
    {"string-iterator-next", "for (const x of { [Symbol.iterator]: () => ({ next: loop }) });"},
    {"regex-new",
     "new RegExp({ get source() { return loop(); }, get [Symbol.match]() { return true; }, constructor: 1 })"},
    {"regex-exec", "const r = /a/; r.exec = loop; r.test('a')"},
    {"regex-flags",
     "const r = /a/; Object.defineProperty(r, 'flags', { get: loop }); 'a'.replace(r, 'b')"},
    {"regex-last-index", "const r = /a/g; r.lastIndex = { valueOf: loop }; r.exec('a')"},
    {"regex-species",
     "const r = /a/; r.constructor = { get [Symbol.species]() { return loop(); } }; 'a'.split(r)"},
    # JSON
    {"json-parse-reviver", "JSON.parse('[1]', loop)"},
    {"json-parse-text", "JSON.parse({ toString: loop })"},
    {"json-stringify-replacer", "JSON.stringify([1], loop)"},
    {"json-stringify-list", "JSON.stringify([1], new Proxy([], { get: loop }))"},
    {"json-stringify-to-json", "JSON.stringify({ toJSON: loop })"},
    {"json-stringify-getter", "JSON.stringify({ get a() { return loop(); } })"},
    {"json-stringify-space",
     "JSON.stringify([1], null, Object.assign(Object(1), { valueOf: loop }))"},
    # Functions and classes
    {"function-apply-list", "Math.max.apply(null, { get length() { return loop(); } })"},
    {"function-bind-name", "Object.defineProperty(() => {}, 'name', { get: loop }).bind()"},
    {"reflect-apply", "Reflect.apply(loop, null, [])"},
    {"reflect-construct", "Reflect.construct(function () { loop(); }, [])"},
    {"reflect-own-keys", "Reflect.ownKeys(new Proxy({}, { ownKeys: loop }))"},
    {"reflect-get-receiver", "Reflect.get({ get a() { return loop(); } }, 'a', {})"},
    {"reflect-set", "Reflect.set({ set a(v) { loop(); } }, 'a', 1)"},
    {"constructor", "new (class { constructor() { loop(); } })()"},
    {"new-target-prototype",
     "Reflect.construct(Object, [], new Proxy(function () {}, { get: loop }))"},
    {"field", "new (class { a = loop(); })()"},
    {"static-field", "(class { static a = loop(); })"},
    {"computed-key", "(class { [{ toString: loop }]() {} })"},
    {"class-extends-getter",
     "class A extends Object.defineProperty(function () {}.bind(), 'prototype', { get: loop }) {}"},
    {"has-instance", "1 instanceof { [Symbol.hasInstance]: loop }"},
    {"default-parameter", "((a = loop()) => a)()"},
    {"template-tag", "loop`a`"},
    {"optional-call", "({ a: loop }).a?.()"},
    {"getter-chain", "({ get a() { return loop(); } })?.a?.b"},
    # Iteration
    {"spread-array", "[...it]"},
    {"spread-call", "Math.max(...it)"},
    {"spread-new", "new Date(...it)"},
    {"destructuring", "const [a] = it"},
    {"destructuring-default", "const [a = loop()] = []"},
    {"destructuring-return", "const [] = { [Symbol.iterator]: () => ({ return: loop }) }"},
    {"for-of", "for (const x of it);"},
    {"for-of-return",
     "for (const x of { [Symbol.iterator]: () => ({ next: () => ({}), return: loop }) }) break;"},
    {"for-of-done-getter",
     "for (const x of { [Symbol.iterator]: () => ({ next: () => ({ get done() { return loop(); } }) }) });"},
    {"for-await", "for await (const x of it);"},
    {"for-await-async",
     "for await (const x of { [Symbol.asyncIterator]: () => ({ next: loop }) });"},
    {"for-in-own-keys", "for (const k in new Proxy({}, { ownKeys: loop }));"},
    {"yield-star", "[...(function* () { yield* it; })()]"},
    {"generator-return",
     "const g = (function* () { try { yield 1; } finally { loop(); } })(); g.next(); g.return()"},
    {"generator-throw",
     "const g = (function* () { try { yield 1; } catch { loop(); } })(); g.next(); g.throw(1)"},
    {"async-generator", "await (async function* () { loop(); })().next()"},
    # Promises
    {"promise-executor", "new Promise(loop)"},
    {"promise-then", "await Promise.resolve().then(loop)"},
    {"promise-catch", "await Promise.reject().catch(loop)"},
    {"promise-finally", "await Promise.resolve().finally(loop)"},
    {"promise-all", "await Promise.all(it)"},
    {"promise-race", "await Promise.race(it)"},
    {"promise-all-resolve", "Promise.resolve = loop; Promise.all([1])"},
    {"promise-any-then", "await Promise.any([{ then: loop }])"},
    {"promise-with-resolvers",
     "Promise.withResolvers.call(function (f) { f(loop, loop); loop(); })"},
    {"promise-species",
     "const p = Promise.resolve(); p.constructor = { get [Symbol.species]() { return loop(); } }; p.then()"},
    {"thenable", "await { then: loop }"},
    {"thenable-getter", "await { get then() { return loop(); } }"},
    {"async-array-from", "await Array.fromAsync(it)"},
    # The host's own conversions
    {"console-argument", "console.log({ get a() { return loop(); } })"},
    {"console-to-json", "console.log({ toJSON: loop })"},
    {"console-format", "console.log('%d', { valueOf: loop, toString: loop })"},
    {"call-argument", "apis.t.request({ get path() { return loop(); } })"},
    {"call-argument-list", "host.request('t', new Proxy([], { get: loop }))"},
    {"thrown-message", "const e = new Error(); e.message = { toString: loop }; throw e"},
    {"thrown-name",
     "const e = new Error('x'); Object.defineProperty(e, 'name', { get: loop }); throw e"},
    {"thrown-object", "throw { get a() { return loop(); } }"},
    {"rejected-object", "Promise.reject({ get a() { return loop(); } }); return 1"},
    {"returned-getter", "return { get a() { return loop(); } }"},
    {"returned-to-json", "return { toJSON: loop }"},
    {"returned-then", "return { then: loop }"},
    {"returned-proxy", "return new Proxy({}, { ownKeys: loop })"},
    {"returned-array-proxy",
     "return new Proxy([1], { get: (t, k) => (k === 'then' ? undefined : loop()) })"}
  ]

  @traps ~w(get set has deleteProperty ownKeys getOwnPropertyDescriptor defineProperty
            getPrototypeOf setPrototypeOf isExtensible preventExtensions apply construct)

  # What triggers each trap of the proxy `p`.
  @triggers %{
    "get" => "p.a",
    "set" => "p.a = 1",
    "has" => "'a' in p",
    "deleteProperty" => "delete p.a",
    "ownKeys" => "Object.keys(p)",
    "getOwnPropertyDescriptor" => "Object.getOwnPropertyDescriptor(p, 'a')",
    "defineProperty" => "Object.defineProperty(p, 'a', { value: 1 })",
    "getPrototypeOf" => "p instanceof Array",
    "setPrototypeOf" => "Object.setPrototypeOf(p, null)",
    "isExtensible" => "Object.isExtensible(p)",
    "preventExtensions" => "Object.freeze(p)",
    "apply" => "p()",
    "construct" => "new p()"
  }

  # What the engine may not have: the program then ends in an error that says so.
  @optional ~w(array-of-constructor array-from-async map-group-by object-group-by
               promise-with-resolvers async-array-from)

  @doc "The rows."
  def rows do
    traps =
      for trap <- @traps do
        {"proxy-" <> trap,
         "const p = new Proxy(function () {}, { #{trap}: loop }); " <> @triggers[trap]}
      end

    for {name, statements} <- @programs ++ traps do
      Row.new(
        "callback-" <> name,
        "a callback that never returns",
        expect(name),
        code(statements),
        timeout: @timeout
      )
    end
  end

  defp expect(name) when name in @optional, do: "timeout | error /callable|not a function/"
  defp expect("rejected-object"), do: "timeout | value 1"
  defp expect(_name), do: "timeout"

  defp code(statements) do
    fn ->
      """
      async () => {
        const loop = () => { for (;;) {} };
        const it = { [Symbol.iterator]: () => ({ next: loop }) };
        #{statements};
        return "survived";
      }
      """
    end
  end
end
