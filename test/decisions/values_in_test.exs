defmodule OapiCodemode.Decisions.ValuesInTest do
  use OapiCodemode.ExecutorCase, async: true

  alias OapiCodemode.Test.{JasonMoney, JSONMoney, Plain, Printable}

  # Evaluated in the test, not at compile time: some are no literals.
  rows = [
    {"2^53+1 and 2^70 are BigInts, exact", quote(do: [9_007_199_254_740_993, 2 ** 70]),
     "data.map(n => [typeof n, String(n)])",
     [["bigint", "9007199254740993"], ["bigint", "1180591620717411303424"]]},
    {"atoms and atom keys are strings", quote(do: %{key: [:value, Some.Module]}), "data",
     %{"key" => ["value", "Elixir.Some.Module"]}},
    {"nil, true and false are as such", quote(do: [nil, true, false]),
     "[data[0] === null, data[1] === true, data[2] === false]", [true, true, true]},
    {"floats are numbers", quote(do: [1.0, 1.0e300, -0.5]),
     "data.map(n => typeof n).concat(data)", ["number", "number", "number", 1, 1.0e300, -0.5]},
    {"Date", quote(do: ~D[2024-01-02]), "data", "2024-01-02"},
    {"Time", quote(do: ~T[03:04:05.678]), "data", "03:04:05.678"},
    {"DateTime", quote(do: ~U[2024-01-02 03:04:05Z]), "data", "2024-01-02T03:04:05Z"},
    {"NaiveDateTime", quote(do: ~N[2024-01-02 03:04:05.6]), "data", "2024-01-02T03:04:05.6"},
    {"Decimal", quote(do: struct!(Decimal, sign: -1, coef: 1234, exp: -2)), "data", "-12.34"},
    {"URI", quote(do: URI.parse("https://a.test/b?c=d")), "data", "https://a.test/b?c=d"},
    {"Version", quote(do: Version.parse!("1.2.3-rc.1")), "data", "1.2.3-rc.1"},
    {"a struct inside data", quote(do: %{list: [%{at: ~D[2024-01-02]}]}), "data.list[0].at",
     "2024-01-02"},
    {"another struct, through Jason.Encoder", quote(do: [struct!(JasonMoney, amount: "1.50")]),
     "data", [%{"amount" => 1.5, "by" => ["jason", nil]}]},
    {"another struct, through JSON.Encoder", quote(do: [struct!(JSONMoney, amount: "1.50")]),
     "data", [%{"amount" => 1.5, "by" => ["json", nil]}]},
    {"a __proto__ key is an own property", quote(do: %{"__proto__" => %{"x" => 1}, "a" => 1}),
     "[Object.keys(data).sort(), data.x === undefined, " <>
       "Object.getPrototypeOf(data) === Object.prototype, data['__proto__'].x]",
     [["__proto__", "a"], true, true, 1]},
    {"NUL and any other character", quote(do: "\0é\u2028😀"), "data", "\0é\u2028😀"}
  ]

  for {row, input, js, expected} <- rows do
    test "#{row}, in globals" do
      globals = %{"data" => unquote(input)}
      assert value!("() => #{unquote(js)}", globals: globals) === unquote(Macro.escape(expected))
    end

    test "#{row}, in a reply" do
      callbacks = %{f: fn [] -> unquote(input) end}
      code = "async () => { const data = await host.f(); return #{unquote(js)} }"
      assert value!(code, callbacks: callbacks) === unquote(Macro.escape(expected))
    end
  end

  # What the message names, beside the key path.
  refused = [
    {"another struct", quote(do: %Plain{}), "OapiCodemode.Test.Plain"},
    {"a struct that only prints", quote(do: %Printable{}), "OapiCodemode.Test.Printable"},
    {"a struct of Elixir's own", quote(do: MapSet.new([1])), "MapSet"},
    {"a tuple", quote(do: {:ok, 1}), "tuple"},
    {"a pid", quote(do: self()), "pid"},
    {"a reference", quote(do: make_ref()), "reference"},
    {"a function", quote(do: fn -> 1 end), "function"},
    {"a bitstring", quote(do: <<1::3>>), "bitstring"},
    {"a non-UTF-8 binary", quote(do: <<?a, 255>>), "UTF-8"},
    {"a key that is no string", quote(do: %{{1, 2} => 3}), "key"},
    {"an improper list", quote(do: [1 | 2]), "list"}
  ]

  for {what, input, named} <- refused do
    test "#{what} in globals: an error that names the key path, before any code runs" do
      globals = %{"cart" => %{items: [1, %{"what" => unquote(input)}]}}
      error = error!(~S|() => { console.log("ran"); return 1 }|, globals: globals)

      assert %{kind: :invalid_input, logs: []} = error
      assert error.message =~ unquote(named)
      assert error.message =~ ~r/cart.*items.*1.*what/
    end

    @tag :capture_log
    test "#{what} in a reply: an error that names the key path" do
      callbacks = %{f: fn [] -> %{items: [1, %{"what" => unquote(input)}]} end}
      code = "async () => { try { await host.f() } catch (e) { return e.message } }"

      message = value!(code, callbacks: callbacks)
      assert message =~ unquote(named)
      assert message =~ ~r/items.*1.*what/
    end
  end

  for name <- ["console", "host", "apis", "undefined", "NaN", "Infinity", "globalThis"] do
    test "a global named #{name}: an error that says that the name is taken" do
      for key <- [unquote(name), String.to_atom(unquote(name))] do
        error = error!(~S|() => { console.log("ran") }|, globals: %{key => 1})
        assert %{kind: :invalid_input, logs: []} = error
        assert error.message =~ unquote(name)
        assert error.message =~ "taken"
      end
    end
  end

  test "a global whose key is no identifier is on globalThis" do
    globals = %{"a-b" => 1, "x y" => 2, "" => 3, "1" => 4, "class" => 5}
    code = "() => ['a-b', 'x y', '', '1', 'class'].map(k => globalThis[k])"
    assert value!(code, globals: globals) == [1, 2, 3, 4, 5]
  end

  test "a global may have the name of a builtin or a local variable" do
    assert value!("() => [JSON, data]", globals: %{"JSON" => 1, "data" => 2}) == [1, 2]
    assert value!("() => { const data = 3; return data }", globals: %{"data" => 2}) == 3
  end

  describe "apiNames with odd names" do
    @odd ["default", "a-b", "x y", "__proto__", "constructor", "", "1"]

    defp echo, do: %{request: fn args -> args end}

    test "each is an own property with its request" do
      code = """
      async () => [
        names.filter(n => !Object.hasOwn(apis, n)),
        await Promise.all(names.map(n => apis[n].request(1))),
      ]
      """

      globals = %{"apiNames" => @odd, "names" => @odd}

      assert value!(code, globals: globals, callbacks: echo()) ==
               [[], Enum.map(@odd, &[&1, 1])]
    end

    test "apis is not a thenable" do
      code = "async () => [(await apis) === apis, 'then' in apis, 'x' in apis]"
      options = [globals: %{"apiNames" => ["x"]}, callbacks: echo()]
      assert value!(code, options) == [true, false, true]
    end

    test "with an API named then, awaiting apis never calls it" do
      test = self()
      request = fn [api, options] -> send(test, {:called, api}) && options end
      options = [globals: %{"apiNames" => ["then"]}, callbacks: %{request: request}]

      assert value!("async () => (await apis) === apis", options) == true
      refute_received {:called, _api}

      assert value!("async () => await apis.then.request({n: 1})", options) == %{"n" => 1}
      assert_received {:called, "then"}
    end
  end
end
