defmodule OapiCodemode.Calls.DrainTest do
  # Not async: these tell early from late.
  use OapiCodemode.ExecutorCase, async: false

  @moduletag :capture_log

  # A callback that nobody waits for to its end.
  defp slow(test) do
    fn _args ->
      send(test, {:slow, self()})
      Process.sleep(60_000)
      :never
    end
  end

  defp timed(code, options) do
    {microseconds, outcome} = :timer.tc(fn -> run(code, options) end)
    {div(microseconds, 1_000), outcome}
  end

  defp assert_slow_is_dead do
    assert_received {:slow, pid}
    refute Process.alive?(pid)
  end

  defp posts do
    {:ok, agent} = Agent.start_link(fn -> [] end)

    post = fn [n] ->
      Process.sleep(300)
      Agent.update(agent, &[n | &1])
      nil
    end

    {agent, %{post: post}}
  end

  for {ending, code} <- [
        {"value", "async () => { host.post(1); return 'end' }"},
        {"value of a function that is not async", "() => { host.post(1); return 'end' }"},
        {"error", "async () => { host.post(1); throw new Error('end') }"},
        {"rejected promise", "() => { host.post(1); return Promise.reject('end') }"}
      ] do
    test "a call of 300 ms that is not awaited is done when run/3 returns: #{ending}" do
      {agent, callbacks} = posts()
      outcome = run(unquote(code), callbacks: callbacks)

      assert Agent.get(agent, & &1) == [1]
      assert inspect(outcome) =~ "end"
      assert logs!(outcome) == []
    end
  end

  test "calls that still wait for their turn when the program ends are made and awaited too" do
    {:ok, agent} = Agent.start_link(fn -> [] end)
    post = fn [n] -> Process.sleep(5) && Agent.update(agent, &[n | &1]) && nil end
    code = "() => { for (let n = 1; n <= 40; n++) host.post(n); return 'end' }"

    assert value!(code, callbacks: %{post: post}, max_concurrent_calls: 3) == "end"
    assert agent |> Agent.get(& &1) |> Enum.sort() == Enum.to_list(1..40)
  end

  test "what a .then handler does with a late reply is done too, and the calls that it makes" do
    {agent, callbacks} = posts()

    code = """
    async () => {
      host.post(1).then(() => { console.log("posted"); host.post(2) }).then(() => host.post(3));
      return "end";
    }
    """

    assert {:ok, %{value: "end", logs: ["posted"]}} = run(code, callbacks: callbacks)
    assert agent |> Agent.get(& &1) |> Enum.sort() == [1, 2, 3]
  end

  test "the value is what it was when the program ended, whatever a late handler changes" do
    code = """
    async () => {
      const result = {n: 1};
      host.f().then(() => { result.n = 2; console.log("changed") });
      return result;
    }
    """

    callbacks = %{f: fn _args -> Process.sleep(30) && nil end}
    assert {:ok, %{value: %{"n" => 1}, logs: ["changed"]}} = run(code, callbacks: callbacks)
  end

  test "Promise.race of 60 s and 20 ms, drain_ms: 200: the value within 400 ms, the slow one dead" do
    callbacks = %{slow: slow(self()), fast: fn [] -> Process.sleep(20) && "fast" end}
    code = "async () => await Promise.race([host.slow(), host.fast()])"

    # The best of three: a busy machine is late by itself.
    times =
      for _attempt <- 1..3 do
        {elapsed, outcome} = timed(code, callbacks: callbacks, drain_ms: 200)
        assert {:ok, %{value: "fast", logs: [line]}} = outcome
        assert line =~ "host.slow"
        assert_slow_is_dead()
        elapsed
      end

    assert Enum.min(times) in 200..400
  end

  test "drain_ms: 0 awaits nothing" do
    code = "async () => { host.slow(); await host.fast(); return 1 }"
    callbacks = %{slow: slow(self()), fast: fn [] -> nil end}
    {elapsed, outcome} = timed(code, callbacks: callbacks, drain_ms: 0)

    assert {:ok, %{value: 1, logs: [line]}} = outcome
    assert line =~ "host.slow"
    assert elapsed < 2_000
    assert_slow_is_dead()
  end

  test "an error outcome is kept when a call in flight is killed" do
    code = "async () => { host.slow(); await host.fast(); null.x }"
    callbacks = %{slow: slow(self()), fast: fn [] -> nil end}
    error = error!(code, callbacks: callbacks, drain_ms: 100)

    assert %{kind: :js_error, name: "TypeError", line: 1} = error
    assert [line] = error.logs
    assert line =~ "host.slow"
    assert_slow_is_dead()
  end

  for {what, ending} <- [{"value", "return 1"}, {"error", "throw new Error('mine')"}] do
    test "a deadline that passes during the drain keeps the #{what}" do
      code = "async () => { host.slow(); await host.fast(); #{unquote(ending)} }"
      callbacks = %{slow: slow(self()), fast: fn [] -> nil end}
      {elapsed, outcome} = timed(code, callbacks: callbacks, timeout: 500, drain_ms: 60_000)

      case unquote(what) do
        "value" -> assert value!(outcome) == 1
        "error" -> assert error!(outcome).message =~ "mine"
      end

      assert [line] = logs!(outcome)
      assert line =~ "host.slow"
      assert elapsed in 500..2_500
      assert_slow_is_dead()
    end
  end

  test "each callback whose calls are killed is named" do
    code = "() => { host.slow(); host.slow(); host.other(); return 1 }"
    callbacks = %{slow: slow(self()), other: slow(self())}
    assert {:ok, %{value: 1, logs: lines}} = run(code, callbacks: callbacks, drain_ms: 100)

    for name <- ["host.slow", "host.other"], do: assert(Enum.any?(lines, &(&1 =~ name)))
  end

  hostile = [
    {"loops for ever", "for (;;) {}"},
    {"loops for ever in promise jobs",
     "const again = () => Promise.resolve().then(again); return again()"},
    {"recurses for ever", "const again = () => again() + 1; again()"},
    {"allocates for ever", "const all = []; for (;;) all.push(new Array(1000).fill(all.length))"},
    {"makes calls for ever", "const again = () => host.f().then(again); return again()"},
    {"throws", "throw new Error('late')"}
  ]

  for {what, js} <- hostile do
    test "a .then handler that #{what} during the drain does not lose the value" do
      code = "async () => { host.f().then(() => { #{unquote(js)} }); return {kept: 1} }"
      callbacks = %{f: fn [] -> Process.sleep(20) && nil end}
      {elapsed, outcome} = timed(code, callbacks: callbacks, drain_ms: 300)

      assert value!(outcome) == %{"kept" => 1}
      assert elapsed < 5_000
    end
  end

  test "a .then handler that loops for ever does not lose the value at the deadline either" do
    code = "async () => { host.f().then(() => { for (;;) {} }); return {kept: 1} }"
    callbacks = %{f: fn [] -> Process.sleep(20) && nil end}
    {elapsed, outcome} = timed(code, callbacks: callbacks, timeout: 500, drain_ms: 60_000)

    assert value!(outcome) == %{"kept" => 1}
    assert elapsed < 3_000
  end

  test "a .then handler that loops for ever does not lose the error either" do
    code = "async () => { host.f().then(() => { for (;;) {} }); throw new Error('mine') }"
    callbacks = %{f: fn [] -> Process.sleep(20) && nil end}
    assert error!(code, callbacks: callbacks, drain_ms: 300).message =~ "mine"
  end

  for {ending, code} <- [
        {"value", "async () => { host.fail(); return 'end' }"},
        {"error", "async () => { host.fail(); throw new Error('end') }"}
      ] do
    test "a failing call that is not awaited becomes a console line: #{ending}" do
      callbacks = %{fail: fn _args -> Process.sleep(30) && raise "detail715" end}
      outcome = run(unquote(code), callbacks: callbacks)

      assert inspect(outcome) =~ "end"
      assert [line] = logs!(outcome)
      assert line =~ "host function failed"
      refute inspect(outcome) =~ "detail715"
    end
  end

  test "a failing call that is caught late becomes no console line" do
    callbacks = %{fail: fn _args -> raise "x" end}
    code = "async () => { host.fail().catch(() => {}); return 1 }"
    assert {:ok, %{value: 1, logs: []}} = run(code, callbacks: callbacks)
  end

  test "the outcome does not wait behind guests that compute on every dirty scheduler" do
    test = self()
    code = "async () => { host.slow(); return 'end' }"
    options = [callbacks: %{slow: slow(test)}, drain_ms: 500, timeout: 30_000]
    drained = Task.async(fn -> timed(code, options) end)
    assert_receive {:slow, pid}, 10_000

    # The program has ended or is about to; what follows is there for longer than the drain.
    busy =
      for _scheduler <- 1..(2 * :erlang.system_info(:dirty_cpu_schedulers_online)),
          do: Task.async(fn -> run("() => { for (;;) {} }", timeout: 6_000) end)

    {ms, outcome} = Task.await(drained, 60_000)
    assert {:ok, %{value: "end", logs: [line]}} = outcome
    assert line =~ "host.slow"
    assert ms < 4_000
    refute Process.alive?(pid)
    for run <- Task.await_many(busy, 60_000), do: assert(run == {:error, {:timeout, 6_000}})
  end
end
