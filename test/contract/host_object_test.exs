defmodule OapiCodemode.Contract.HostObjectTest do
  use OapiCodemode.ExecutorCase, async: true

  @inherited ~w(toString constructor valueOf hasOwnProperty isPrototypeOf propertyIsEnumerable
    toLocaleString __proto__ __defineGetter__ __lookupGetter__ then toJSON length name call apply)

  # Later a name that is not there may throw and say which ones are: that resolves to nothing too.
  @resolves "const resolves = (o, k) => { try { return o[k] !== undefined } catch { return false } };"

  test "host has exactly the keys of env.callbacks" do
    callbacks = %{request: fn _ -> 1 end, describe: fn _ -> 2 end, ping: fn _ -> 3 end}

    assert value!("() => Object.keys(host).sort()", callbacks: callbacks) ==
             ["describe", "ping", "request"]

    assert value!("() => Reflect.ownKeys(host).map(String).sort()", callbacks: callbacks) ==
             ["describe", "ping", "request"]
  end

  test "each member forwards its argument list" do
    test = self()
    callbacks = %{f: fn args -> send(test, {:args, args}) && nil end}
    code = ~S|async () => { await host.f(); await host.f(1, "a", [true], {k: null}, 5); }|

    assert value!(code, callbacks: callbacks) == nil
    assert_received {:args, []}
    assert_received {:args, [1, "a", [true], %{"k" => nil}, 5]}
  end

  test "each member gives what the callback returns" do
    reply = %{"n" => 1, "list" => [1.5, "é", nil, false], "o" => %{"k" => %{}}}
    assert value!("async () => await host.f()", callbacks: %{f: fn [] -> reply end}) === reply
    assert value!("async () => [await host.f()]", callbacks: %{f: fn [] -> "s" end}) == ["s"]
    assert value!("async () => [await host.f()]", callbacks: %{f: fn [] -> nil end}) == [nil]
  end

  test "no inherited member of host resolves" do
    code = "() => { #{@resolves} return names.filter(n => resolves(host, n)) }"
    assert value!(code, globals: %{"names" => @inherited}, callbacks: %{f: fn _ -> 1 end}) == []
    assert value!(code, globals: %{"names" => @inherited}) == []
  end

  test "`in` finds nothing on host but the callbacks" do
    code = "() => names.filter(n => n in host)"
    names = ["f" | @inherited]
    assert value!(code, globals: %{"names" => names}, callbacks: %{f: fn _ -> 1 end}) == ["f"]
  end

  test "what the guest puts on Object.prototype does not appear on host" do
    code = "() => { #{@resolves} Object.prototype.leak = 1; return resolves(host, 'leak') }"
    assert value!(code) == false
  end

  test "host has no prototype" do
    assert value!("() => Object.getPrototypeOf(host) === null") == true
  end

  test "host always exists, empty when there are no callbacks" do
    assert value!("() => [typeof host, Reflect.ownKeys(host).length]") == ["object", 0]
    assert {:ok, %{value: 0}} = @executor.run("() => Reflect.ownKeys(host).length", %{}, [])
  end

  test "a member of host is an ordinary function" do
    code = "() => [typeof host.f, typeof host.f.call]"
    assert value!(code, callbacks: %{f: fn _ -> 1 end}) == ["function", "function"]
  end
end
