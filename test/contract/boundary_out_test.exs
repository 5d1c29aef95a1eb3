defmodule OapiCodemode.Contract.BoundaryOutTest do
  use OapiCodemode.ExecutorCase, async: true

  # Both doors out of the guest have the same rules: the result, and a host call's arguments.
  rows = [
    {"toJSON is honoured", "({toJSON: () => ({json: true})})", %{"json" => true}},
    {"toJSON gets the key", "({a: [{toJSON: (key) => key}]})", %{"a" => ["0"]}},
    {"undefined, functions and symbols are dropped from objects",
     "({a: undefined, f() {}, s: Symbol('s'), b: 1})", %{"b" => 1}},
    {"undefined, functions and symbols are null in arrays", "[undefined, () => 1, Symbol('s')]",
     [nil, nil, nil]},
    {"NaN and the infinities are null", "[NaN, Infinity, -Infinity, {n: NaN}]",
     [nil, nil, nil, %{"n" => nil}]},
    {"a Date is its ISO string", "[new Date(0)]", ["1970-01-01T00:00:00.000Z"]},
    {"only own enumerable string keys cross",
     "Object.create({inherited: 1}, {own: {value: 2, enumerable: true}, hidden: {value: 3}})",
     %{"own" => 2}},
    {"a boxed primitive is unboxed", "[new Number(3), new String('s'), new Boolean(false)]",
     [3, "s", false]},
    {"a BigInt crosses as an integer", "[10n, -(2n ** 70n), {n: 0n}]",
     [10, -1_180_591_620_717_411_303_424, %{"n" => 0}]},
    {"a lone surrogate becomes U+FFFD", ~S|["a\uD800b", "\uDC00", {"\uDBFF": 1}, "\uD83D\uDE00"]|,
     ["a\uFFFDb", "\uFFFD", %{"\uFFFD" => 1}, "😀"]},
    {"a shared reference crosses twice", "((o) => [o, o])({k: 1})", [%{"k" => 1}, %{"k" => 1}]}
  ]

  for {sentence, js, expected} <- rows do
    test "#{sentence}, in a result" do
      assert value!("() => #{unquote(js)}") === unquote(Macro.escape(expected))
    end

    test "#{sentence}, in a call's arguments" do
      test = self()
      callbacks = %{take: fn args -> send(test, {:took, args}) && nil end}
      value!("async () => { await host.take(#{unquote(js)}) }", callbacks: callbacks)
      assert_received {:took, [taken]}
      assert taken === unquote(Macro.escape(expected))
    end
  end

  test "a promise inside the result is awaited" do
    code = """
    () => ({
      p: Promise.resolve(1),
      list: [Promise.resolve().then(() => 2), [Promise.resolve({deep: Promise.resolve(3)})]],
    })
    """

    assert value!(code) == %{"p" => 1, "list" => [2, [%{"deep" => 3}]]}
  end

  test "a host call inside the result is awaited" do
    callbacks = %{f: fn [n] -> %{"got" => n} end}
    code = "() => ({one: host.f(1), many: [2, 3].map(n => host.f(n))})"

    assert value!(code, callbacks: callbacks) ==
             %{"one" => %{"got" => 1}, "many" => [%{"got" => 2}, %{"got" => 3}]}
  end

  test "a rejected promise inside the result is the run's error" do
    error = error!("() => ({p: Promise.reject(new RangeError('inside'))})")
    assert %{kind: :js_error, name: "RangeError"} = error
    assert error.message =~ "RangeError: inside"
  end

  test "the result is read by the host, whatever the guest did to the builtins" do
    code = """
    () => {
      JSON.stringify = () => '"forged"';
      Object.keys = Object.entries = Reflect.ownKeys = () => ["forged"];
      Array.prototype[Symbol.iterator] = Array.prototype.map = () => { throw 1 };
      Promise.prototype.then = () => { throw 2 };
      return {a: [1, 2]};
    }
    """

    assert value!(code) == %{"a" => [1, 2]}
  end
end
