defmodule OapiCodemode.Decisions.ValuesOutTest do
  use OapiCodemode.ExecutorCase, async: true

  rows = [
    {"undefined", "undefined", nil},
    {"no return", "{ const a = 1 }", nil},
    {"null", "null", nil},
    {"function", "(() => () => 1)()", nil},
    {"symbol", "Symbol('s')", nil},
    {"{a: undefined, f(){}, s: Symbol(), b: 1}", "({a: undefined, f(){}, s: Symbol(), b: 1})",
     %{"b" => 1}},
    {"[undefined, () => 1, Symbol()]", "[undefined, () => 1, Symbol()]", [nil, nil, nil]},
    {"NaN, ±Infinity", "[NaN, Infinity, -Infinity, {x: NaN}]", [nil, nil, nil, %{"x" => nil}]},
    {"NaN by itself", "NaN", nil},
    {"-0 is 0", "[-0, -0.0 * 5]", [0, 0]},
    {"integral numbers up to 2^53 are integers", "[1.0, 0, -7, 2 ** 31, 2 ** 53 - 1, -(2 ** 53)]",
     [1, 0, -7, 2_147_483_648, 9_007_199_254_740_991, -9_007_199_254_740_992]},
    {"2**53", "2 ** 53", 9_007_199_254_740_992},
    {"1e21", "1e21", 1.0e21},
    {"other numbers are floats", "[1.5, 5e-324, 1e300, -0.1]", [1.5, 5.0e-324, 1.0e300, -0.1]},
    {"BigInt", "[10n, 2n ** 70n, {a: -5n}]", [10, 1_180_591_620_717_411_303_424, %{"a" => -5}]},
    {"BigInt of a thousand digits", "10n ** 999n", Integer.pow(10, 999)},
    {"Date", "({d: new Date(86400000)})", %{"d" => "1970-01-02T00:00:00.000Z"}},
    {"Date by itself", "new Date(0)", "1970-01-01T00:00:00.000Z"},
    {"invalid Date", "[new Date(NaN)]", [nil]},
    {"Error as a result", "new TypeError('m')", %{"name" => "TypeError", "message" => "m"}},
    {"Error inside a result", "[new Error('m')]", [%{"name" => "Error", "message" => "m"}]},
    {"toJSON", "({toJSON: () => ({json: true})})", %{"json" => true}},
    {"getters", "({get x() { return 1 }})", %{"x" => 1}},
    {"boxed primitives", "[new Number(3), new String('s'), new Boolean(false), Object(5n)]",
     [3, "s", false, 5]},
    {"class instances", "new (class { x = 1; #y = 2; get z() { return 3 } m() {} })()",
     %{"x" => 1}},
    {"class instances with toJSON", "new (class { x = 1; toJSON() { return {y: this.x} } })()",
     %{"y" => 1}},
    {"Proxy", "new Proxy({a: 1}, {})", %{"a" => 1}},
    {"Proxy with traps", "new Proxy({a: 1}, {get: (t, k) => k === 'a' ? 2 : undefined})",
     %{"a" => 2}},
    {"Proxy of an array", "new Proxy([1, 2], {})", [1, 2]},
    {"Object.create(null)", "Object.assign(Object.create(null), {a: 1})", %{"a" => 1}},
    {"typed arrays", "[new Uint8Array([1, 2, 255]), new Float64Array([1.5, NaN])]",
     [[1, 2, 255], [1.5, nil]]},
    {"typed arrays of BigInts", "new BigInt64Array([-1n, 2n ** 62n])",
     [-1, 4_611_686_018_427_387_904]},
    {"a typed array is its own part of the buffer", "new Uint16Array(new ArrayBuffer(8), 2, 2)",
     [0, 0]},
    {"ArrayBuffer", "[new ArrayBuffer(4)]", [%{}]},
    {"holes of a sparse array", "[1, , 3]", [1, nil, 3]},
    {"a list's own properties are dropped", "Object.assign([1], {k: 2})", [1]},
    {"thenable", "({then(resolve) { resolve(5) }})", 5},
    {"promise inside a result", "({p: Promise.resolve({q: Promise.resolve(1)})})",
     %{"p" => %{"q" => 1}}},
    {"list of promises", "[1, 2].map(async (n) => n * 2)", [2, 4]},
    {"own __proto__ key", ~S|JSON.parse('{"__proto__": {"x": 1}, "a": 1}')|,
     %{"__proto__" => %{"x" => 1}, "a" => 1}},
    {"lone surrogate", ~S|"\uD800"|, "\uFFFD"},
    {"lone surrogates among others", ~S|["a\uDC00b", "\uD83D\uDE00\uD83D"]|,
     ["a\uFFFDb", "😀\uFFFD"]},
    {"NUL and any other character", ~S|"\0\x01\x7f\u00e9\u2028\uffff\u{1F600}žluťoučký"|,
     "\0\x01\x7Fé\u2028\uFFFF😀žluťoučký"},
    {"empty key", "({'': 1})", %{"" => 1}}
  ]

  for {row, js, expected} <- rows do
    test row do
      assert value!("() => #{unquote(js)}") === unquote(Macro.escape(expected))
    end
  end

  test "a thenable from an async function" do
    assert value!("async () => ({then(resolve) { resolve(5) }})") == 5
  end

  for {type, js, advice} <- [
        {"Map", "new Map([['a', 1]])", "Object.fromEntries"},
        {"Set", "new Set([1])", "[..."},
        {"RegExp", "/a/g", "RegExp"}
      ] do
    test "#{type} is as JSON has it, and a console line says what to return instead" do
      assert {:ok, %{value: value, logs: logs}} = run("() => (#{unquote(js)})")
      assert value == %{}
      assert [line] = logs
      assert line =~ unquote(type)
      assert line =~ unquote(advice)
    end
  end

  test "a Map inside the result has its console line too" do
    assert {:ok, %{value: %{"m" => %{}}, logs: [line]}} = run("() => ({m: new Map([[1, 2]])})")
    assert line =~ "Object.fromEntries"
  end

  test "more than the element limit is an error" do
    error = error!("() => { const a = [1]; a.length = 2e9; return a }")
    assert error.kind == :result_error
    assert error.message =~ "result too large"
  end

  test "more than the element limit is an error, holes or not" do
    error = error!("() => [new Array(1100000).fill(0), new Array(1100000).fill(0)]")
    assert error.kind == :result_error
    assert error.message =~ "result too large"
  end

  test "a cycle is an error that contains circular and the path to it" do
    error = error!("() => { const a = {b: {c: [0]}}; a.b.c.push(a); return {top: a} }")
    assert error.kind == :result_error
    assert error.message =~ "circular"
    assert error.message =~ ~r/top\.b\.c(\[1\]|\.1)/
  end

  test "nesting of 512 crosses" do
    code = "() => { let a = []; for (let i = 1; i < 512; i++) a = [a]; return a }"
    assert value!(code) == Enum.reduce(1..511, [], fn _depth, inner -> [inner] end)
  end

  test "nesting beyond 512 is an error that names the bound" do
    for depth <- [513, 5_000] do
      code = "() => { let a = {}; for (let i = 1; i < #{depth}; i++) a = {a}; return a }"
      error = error!(code)
      assert error.kind == :result_error
      assert error.message =~ "512"
    end
  end

  test "a throwing getter: its error" do
    error = error!("() => ({a: [{get x() { throw new RangeError('getter') }}]})")
    assert %{kind: :js_error, name: "RangeError"} = error
    assert error.message =~ "RangeError: getter"
  end

  test "a throwing toJSON: its error" do
    error = error!("() => ({toJSON() { throw new Error('tj') }})")
    assert %{kind: :js_error, name: "Error"} = error
    assert error.message =~ "tj"
  end

  test "a throwing proxy: its error" do
    error = error!("() => new Proxy({}, {ownKeys() { throw new Error('keys') }})")
    assert %{kind: :js_error, name: "Error"} = error
    assert error.message =~ "keys"
  end
end
