defmodule OapiCodemode.Decisions.HostCallsTest do
  use OapiCodemode.ExecutorCase, async: true

  alias OapiCodemode.Test.Gate

  require Logger

  @moduletag :capture_log
  @store [globals: %{"apiNames" => ["store"]}]

  test "what request() returns: dispatched at once" do
    {:ok, gate} = Gate.start_link(2)
    callbacks = %{request: fn [_api, n] -> Gate.pass(gate) && n end}

    # The first is answered only when the second has been dispatched.
    code = """
    async () => {
      const first = apis.store.request(1);
      const second = apis.store.request(2);
      return [await first, await second];
    }
    """

    assert value!(code, [callbacks: callbacks] ++ @store) == [1, 2]
  end

  for {how, js} <- [
        {"await", "[await apis.store.request(1)]"},
        {".then", "await apis.store.request(1).then(r => [r])"},
        {".then of a failure", "await apis.store.request('fail').then(() => 0, () => [1])"},
        {".catch", "await apis.store.request('fail').catch(() => [1])"},
        {".finally", "(await apis.store.request(1).finally(() => log.push(1)), log)"},
        {"Promise.all", "await Promise.all([apis.store.request(1)])"},
        {"Promise.allSettled",
         "(await Promise.allSettled([apis.store.request(1)])).map(r => r.value)"},
        {"Promise.race", "[await Promise.race([apis.store.request(1)])]"},
        {"Promise.any",
         "[await Promise.any([apis.store.request('fail'), apis.store.request(1)])]"},
        {"Promise.resolve", "[await Promise.resolve(apis.store.request(1))]"},
        {"for await",
         "await (async () => { for await (const r of [apis.store.request(1)]) log.push(r); return log })()"}
      ] do
    test "what request() returns works with #{how}" do
      callbacks = %{request: fn [_api, n] -> if(n == "fail", do: raise("x"), else: n) end}
      code = "async () => { const log = []; return #{unquote(js)} }"
      assert value!(code, [callbacks: callbacks] ++ @store) == [1]
    end
  end

  test "a callback that raises, throws or exits: the guest catches the fixed text" do
    callbacks = %{
      raises: fn _ -> raise "detail" end,
      throws: fn _ -> throw(:detail) end,
      exits: fn _ -> exit(:detail) end
    }

    code = """
    async () => {
      const seen = [];
      for (const name of ["raises", "throws", "exits"]) {
        try { await host[name]() } catch (e) { seen.push([name, String(e)]) }
      }
      return seen;
    }
    """

    assert value!(code, callbacks: callbacks) ==
             for(name <- ["raises", "throws", "exits"], do: [name, "Error: host function failed"])
  end

  test "a callback that raises, uncaught: the fixed message and kind" do
    error = error!("async () => await host.f()", callbacks: %{f: fn _ -> raise "detail" end})

    assert %{message: "a host-side error occurred while handling a call", kind: :host_error} =
             error
  end

  test "a callback killed from outside: the same" do
    test = self()

    callback = fn _args ->
      send(test, {:kill_me, self()})
      Process.sleep(:infinity)
    end

    code = "async () => { try { await host.f() } catch (e) { return e.message } }"
    run = Task.async(fn -> run(code, callbacks: %{f: callback}) end)
    assert_receive {:kill_me, pid}, 5_000
    Process.exit(pid, :kill)
    assert {:ok, %{value: "host function failed"}} = Task.await(run, 15_000)
  end

  test "a callback that returns what is not JSON: an Error that says so and where, without the value" do
    callbacks = %{f: fn _ -> %{list: [{"x715517x", 715_518}]} end}
    code = "async () => { try { await host.f() } catch (e) { return [e.name, e.message] } }"

    assert ["Error", message] = value!(code, callbacks: callbacks)
    assert message =~ ~r/return/i
    assert message =~ "not JSON"
    assert message =~ ~r/list.*0/
    refute message =~ "715517"
    refute message =~ ~r/715_?518/
  end

  test ~S|a callback that returns {:error, "x"} returns what is not JSON| do
    callbacks = %{f: fn _ -> {:error, "x715517x"} end}
    code = "async () => { try { await host.f() } catch (e) { return e.message } }"

    message = value!(code, callbacks: callbacks)
    assert message =~ "not JSON"
    refute message =~ "x715517x"
  end

  test "arguments have the JSON rules of results" do
    test = self()
    callbacks = %{f: fn args -> send(test, {:args, args}) && nil end}

    code = ~S"""
    async () => {
      await host.f(undefined, () => 1, NaN, 2.0, 5n, new Date(0), [undefined], "\uD800",
        {u: undefined, f() {}, d: new Date(0), m: new Map([[1, 2]]), b: 5n, t: {toJSON: () => 1}});
    }
    """

    value!(code, callbacks: callbacks)
    assert_received {:args, args}

    assert args ===
             [nil, nil, nil, 2, 5, "1970-01-01T00:00:00.000Z", [nil], "\uFFFD"] ++
               [%{"d" => "1970-01-01T00:00:00.000Z", "m" => %{}, "b" => 5, "t" => 1}]
  end

  test "a circular argument throws at the call" do
    test = self()
    callbacks = %{f: fn args -> send(test, {:called, args}) && nil end}

    code = """
    () => {
      const a = {}; a.a = a;
      try { host.f(a) } catch (e) { return ["at the call", e.message] }
    }
    """

    assert ["at the call", message] = value!(code, callbacks: callbacks)
    assert message =~ "circular"
    refute_received {:called, _args}
  end

  test "an argument whose getter throws throws that at the call" do
    code = """
    () => {
      try { host.f({get x() { throw new RangeError("mine") }}) } catch (e) { return String(e) }
    }
    """

    assert value!(code, callbacks: %{f: fn _ -> nil end}) == "RangeError: mine"
  end

  for {arguments, passed} <- [
        {~S|"GET /x"|, "GET /x"},
        {"", nil},
        {"undefined", nil},
        {"[1], 2", [1]}
      ] do
    test "request(#{arguments}) is passed on" do
      callbacks = %{request: fn args -> args end}

      assert value!(
               "async () => await apis.store.request(#{unquote(arguments)})",
               [callbacks: callbacks] ++ @store
             ) ==
               ["store", unquote(passed)]
    end
  end

  test "no :request callback but apiNames: an Error that says that this run has none" do
    code =
      "async () => { try { await apis.store.request({}) } catch (e) { return [e instanceof Error, e.message] } }"

    for callbacks <- [%{}, %{describe: fn _ -> 1 end}] do
      assert [true, message] = value!(code, [callbacks: callbacks] ++ @store)
      assert message =~ "request"
      assert message =~ ~r/\bno\b.*callback/
    end
  end

  test "a callback runs in a process of its own" do
    test = self()
    callbacks = %{f: fn _ -> send(test, {:in, self()}) && nil end}
    value!("async () => { await host.f(); await host.f() }", callbacks: callbacks)

    assert_received {:in, first}
    assert_received {:in, second}
    assert Enum.uniq([first, second, test]) == [first, second, test]
  end

  test "a callback has the $callers of the caller, and the caller first" do
    test = self()
    callbacks = %{f: fn _ -> send(test, {:callers, Process.get(:"$callers")}) && nil end}

    caller =
      Task.async(fn ->
        value!("async () => await host.f()", callbacks: callbacks)
        self()
      end)

    caller = Task.await(caller, 15_000)
    assert_received {:callers, [^caller, ^test | _more]}
  end

  test "a callback has the caller's Logger metadata" do
    Logger.metadata(request_id: "r-1")
    callbacks = %{f: fn _ -> Logger.metadata()[:request_id] end}
    assert value!("async () => [await host.f()]", callbacks: callbacks) == ["r-1"]
  end
end
