defmodule OapiCodemode.Contract.BoundaryInTest do
  use OapiCodemode.ExecutorCase, async: true

  alias OapiCodemode.Test.RandomJSON

  @beyond [9_007_199_254_740_993, -9_007_199_254_740_993, 9_223_372_036_854_775_807] ++
            [-9_223_372_036_854_775_808, 18_446_744_073_709_551_615, Integer.pow(2, 70)]

  test "globals are JSON data, injected before the code runs" do
    globals = %{"data" => %{"n" => 41}, "list" => [1, 2]}
    assert value!("(n = data.n, l = list) => [n + 1, l.length]", globals: globals) == [42, 2]
  end

  test "a value that crosses survives unchanged, as a global" do
    for {value, index} <- Enum.with_index(RandomJSON.list(150, 11)) do
      assert {index, value!("() => data", globals: %{"data" => value})} == {index, value}
    end
  end

  test "a value that crosses survives unchanged, as a reply and as an argument" do
    values = RandomJSON.list(150, 12)
    test = self()
    give = fn [index] -> Enum.at(values, index) end
    take = fn [index, value] -> send(test, {:took, index, value}) && nil end

    code = "async () => { for (let i = 0; i < 150; i++) await host.take(i, await host.give(i)); }"
    assert value!(code, callbacks: %{give: give, take: take}) == nil

    for {value, index} <- Enum.with_index(values) do
      assert_received {:took, ^index, taken}
      assert {index, taken} == {index, value}
    end
  end

  test "an integer up to 2^53 from the host is a number" do
    globals = %{"list" => [0, 9_007_199_254_740_992, -9_007_199_254_740_992]}

    assert value!("() => list.map(n => typeof n)", globals: globals) ==
             ["number", "number", "number"]
  end

  test "an integer beyond 2^53 from the host becomes a BigInt" do
    code = "() => list.map(n => [typeof n, String(n)])"
    expected = Enum.map(@beyond, &["bigint", Integer.to_string(&1)])
    assert value!(code, globals: %{"list" => @beyond}) == expected
  end

  test "64-bit ids survive from the host through the guest and back" do
    test = self()
    callbacks = %{get: fn [] -> @beyond end, put: fn [ids] -> send(test, {:ids, ids}) && nil end}
    code = "async () => { const ids = await host.get(); await host.put(ids); return ids }"

    assert value!(code, callbacks: callbacks) === @beyond
    assert_received {:ids, @beyond}
  end

  test "JSON.stringify in the guest prints such an integer as digits" do
    id = 9_007_199_254_740_993

    code =
      "() => [JSON.stringify(id), JSON.stringify({id, list: [id]}), JSON.stringify([id], null, 1)]"

    assert value!(code, globals: %{"id" => id}) ==
             ["#{id}", ~s|{"id":#{id},"list":[#{id}]}|, "[\n #{id}\n]"]
  end

  test "a reply's integer beyond 2^53 becomes a BigInt" do
    code = "async () => { const r = await host.f(); return [typeof r.id, r.id + 1n] }"

    assert value!(code, callbacks: %{f: fn [] -> %{id: 9_007_199_254_740_993} end}) ==
             ["bigint", 9_007_199_254_740_994]
  end

  test "data that nests too deeply is refused before any code runs, and the error says so" do
    deep = Enum.reduce(1..5_000, [], fn _depth, inner -> [inner] end)
    error = error!(~S|() => { console.log("ran") }|, globals: %{"data" => deep})

    assert %{kind: :invalid_input, logs: []} = error
    assert error.message =~ "data"
    assert error.message =~ "512"
  end

  test "data of too many values is refused before any code runs, and the error says so" do
    globals = %{"data" => List.duplicate(0, 2_100_000)}
    error = error!(~S|() => { console.log("ran") }|, globals: globals)

    assert %{kind: :invalid_input, logs: []} = error
    assert error.message =~ "data"
    assert error.message =~ ~r/too (large|many)/
  end

  test "data that is not UTF-8 is refused before any code runs" do
    error = error!(~S|() => { console.log("ran") }|, globals: %{"data" => <<255, 254>>})
    assert %{kind: :invalid_input, logs: []} = error
    assert error.message =~ "UTF-8"
  end
end
