defmodule OapiCodemode.Calls.OrderTest do
  # Not async: processes and memory of the node are counted.
  use OapiCodemode.ExecutorCase, async: false

  alias OapiCodemode.Test.{Gate, InFlight}

  @moduletag :capture_log

  # A callback that tells the test where it is and answers when it is told to.
  defp on_command(test) do
    fn [n] ->
      send(test, {:waits, n, self()})
      receive do: (:answer -> n)
    end
  end

  # The processes of the calls, by number.
  defp waiting(count) do
    for _call <- 1..count, into: %{} do
      assert_receive {:waits, n, pid}, 10_000
      {n, pid}
    end
  end

  # Lets one call answer; it has sent its reply when it is dead.
  defp answer(pid) do
    monitor = Process.monitor(pid)
    send(pid, :answer)
    assert_receive {:DOWN, ^monitor, :process, ^pid, :normal}, 10_000
  end

  for {what, program} <- [
        {"while the program awaits",
         """
         async () => {
           const order = [];
           await Promise.all([1, 2, 3, 4, 5, 6].map(n => host.f(n).then(r => order.push(r))));
           return order;
         }
         """},
        {"while the program waits at a touch",
         """
         async () => {
           const order = [];
           const all = [1, 2, 3, 4, 5].map(n => host.f(n).then(r => order.push(r)));
           const last = host.f(6);
           order.push(last + 0);
           await Promise.all(all);
           return order;
         }
         """}
      ] do
    test "replies are delivered in the order in which they arrive, #{what}" do
      for order <- [[1, 2, 3, 4, 5], [5, 4, 3, 2, 1], [3, 1, 5, 2, 4]] do
        callbacks = %{f: on_command(self())}
        run = Task.async(fn -> value!(unquote(program), callbacks: callbacks) end)
        pids = waiting(6)
        for n <- order ++ [6], do: answer(pids[n])

        # At the touch, the program goes on before the handlers, which are promise jobs, do.
        expected = if unquote(what) =~ "touch", do: [6 | order], else: order ++ [6]

        assert Task.await(run, 15_000) == expected
      end
    end
  end

  for {awaited, program} <- [
        {"awaited",
         "async () => await Promise.all(Array.from({length: 40}, (_, n) => host.f(n)))"},
        {"touched", "() => Array.from({length: 40}, (_, n) => host.f(n)).map(r => r + 0)"},
        {"neither", "() => { for (let n = 0; n < 40; n++) host.f(n) }"}
      ],
      limit <- [1, 3, 40] do
    test "max_concurrent_calls: #{limit} is what there is in flight at most, and none is lost: #{awaited}" do
      counter = InFlight.new()
      {:ok, agent} = Agent.start_link(fn -> [] end)
      # Nobody leaves before as many have come as may.
      {:ok, gate} = Gate.start_link(unquote(limit))

      call = fn [n] ->
        InFlight.track(counter, fn ->
          Gate.pass(gate)
          Process.sleep(1)
          Agent.update(agent, &[n | &1])
          n
        end)
      end

      value!(unquote(program), callbacks: %{f: call}, max_concurrent_calls: unquote(limit))
      assert InFlight.most(counter) == unquote(limit)
      assert agent |> Agent.get(& &1) |> Enum.sort() == Enum.to_list(0..39)
    end
  end

  test "calls that queue start in the order of issue, also those issued by handlers" do
    {:ok, agent} = Agent.start_link(fn -> [] end)
    call = fn [n] -> Agent.update(agent, &[n | &1]) && n end

    code = """
    async () => {
      host.f(1).then(() => host.f(5));
      host.f(2).then(() => host.f(6));
      host.f(3); host.f(4);
    }
    """

    value!(code, callbacks: %{f: call}, max_concurrent_calls: 1)
    assert agent |> Agent.get(&Enum.reverse/1) |> Enum.take(4) == [1, 2, 3, 4]
    assert agent |> Agent.get(&Enum.sort/1) == [1, 2, 3, 4, 5, 6]
  end

  test "a program that makes calls without an end and awaits none ends at its deadline" do
    callbacks = %{f: fn [] -> Process.sleep(30) && nil end}

    for code <- ["() => { for (;;) host.f() }", "() => { for (;;) host.f().then(() => {}) }"] do
      outcome = run(code, callbacks: callbacks, timeout: 20_000, wall_clock_ms: 1_000)
      assert outcome == {:error, {:wall_clock, 1_000}}
    end
  end

  test "a failing call gives its place to the next" do
    code = """
    async () => (await Promise.allSettled([0, 1, 2, 3, 4, 5].map(n => host.f(n)))).map(s => s.status)
    """

    callbacks = %{f: fn [n] -> if(rem(n, 2) == 0, do: exit(:bad), else: n) end}

    assert value!(code, callbacks: callbacks, max_concurrent_calls: 1) ==
             ["rejected", "fulfilled", "rejected", "fulfilled", "rejected", "fulfilled"]
  end

  for {how, touch} <- [
        {"awaited", "await r"},
        {"touched", "r.x"},
        {"neither, until the end", "await host.other()"}
      ] do
    test "a callback process that is killed from outside is a failed call, not a hang: #{how}" do
      test = self()

      code = """
      async () => {
        const r = host.f(1);
        try { #{unquote(touch)}; return "went on" } catch (e) { return e.message }
      }
      """

      callbacks = %{f: on_command(test), other: fn [] -> 1 end}
      run = Task.async(fn -> run(code, callbacks: callbacks) end)
      Process.exit(waiting(1)[1], :kill)
      assert {:ok, %{value: value, logs: logs}} = Task.await(run, 15_000)

      if unquote(how) =~ "neither" do
        assert value == "went on"
        assert [line] = logs
        assert line =~ "host function failed"
      else
        assert {value, logs} == {"host function failed", []}
      end
    end
  end

  test "a killed callback process gives its place to the next" do
    code = "async () => { host.f(1).catch(() => {}); return await host.f(2) }"
    callbacks = %{f: on_command(self())}
    run = Task.async(fn -> run(code, callbacks: callbacks, max_concurrent_calls: 1) end)
    Process.exit(waiting(1)[1], :kill)
    answer(waiting(1)[2])
    assert {:ok, %{value: 2, logs: []}} = Task.await(run, 15_000)
  end
end
