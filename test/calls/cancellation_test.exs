defmodule OapiCodemode.Calls.CancellationTest do
  # Not async: what is checked is what still runs.
  use OapiCodemode.ExecutorCase, async: false

  @moduletag :capture_log
  @moduletag timeout: 180_000

  @trials 500
  @deadlines 1..40

  # The longest that a callback sleeps before it writes: half of them would write after the
  # deadline, if they were left running.
  @longest_ms 60

  # Every process of the callbacks registers here, per trial; what they write goes to the agent.
  setup do
    {:ok, agent} = Agent.start_link(fn -> [] end)
    %{table: :ets.new(:started, [:public, :duplicate_bag]), agent: agent}
  end

  # A process that sleeps and then writes, and registers before.
  defp sleep_and_write(context, trial, who) do
    :ets.insert(context.table, {trial, self()})
    Process.sleep(:rand.uniform(@longest_ms))
    Agent.update(context.agent, &[{trial, who} | &1])
  end

  defp helper(context, trial, who, spawn) do
    pid =
      spawn.(fn ->
        Process.flag(:trap_exit, true)
        sleep_and_write(context, trial, who)
        receive do: ({:EXIT, _pid, _reason} -> sleep_and_write(context, trial, :after_exit))
      end)

    :ets.insert(context.table, {trial, pid})
    pid
  end

  # Sleeps and writes, and nothing else.
  defp callback(:plain, context, trial) do
    fn [] -> sleep_and_write(context, trial, :callback) && nil end
  end

  # As above, but does not die of an exit signal that can be trapped.
  defp callback(:trap_exit, context, trial) do
    fn [] ->
      Process.flag(:trap_exit, true)
      sleep_and_write(context, trial, :callback)
      receive do: ({:EXIT, _pid, _reason} -> sleep_and_write(context, trial, :after_exit))
    end
  end

  # As above, with linked helpers that trap exits too, also those of helpers.
  defp callback(:helpers, context, trial) do
    fn [] ->
      Process.flag(:trap_exit, true)
      helper(context, trial, :helper, &spawn_link/1)

      spawn = fn fun ->
        spawn_link(fn -> helper(context, trial, :second, &spawn_link/1) && fun.() end)
      end

      helper(context, trial, :first, spawn)
      sleep_and_write(context, trial, :callback)
      Process.sleep(:infinity)
    end
  end

  # As above, with a helper that is started over and over, at the moment of the kill too.
  defp callback(:respawning, context, trial) do
    fn [] ->
      Process.flag(:trap_exit, true)
      for n <- Stream.cycle([1]), do: helper(context, trial, n, &spawn_link/1) && Process.sleep(1)
    end
  end

  defp written(context, trial) do
    Agent.get(context.agent, fn writes -> for {^trial, who} <- writes, do: who end)
  end

  # One run that is over time; what there is of it directly afterwards.
  defp trial(context, kind, trial) do
    deadline = Enum.random(@deadlines)
    callbacks = %{f: callback(kind, context, trial)}
    code = "async () => { await Promise.all([host.f(), host.f()]); await new Promise(() => {}) }"
    outcome = run(code, callbacks: callbacks, timeout: deadline)

    started = for {^trial, pid} <- :ets.lookup(context.table, trial), do: pid
    alive = for pid <- started, Process.alive?(pid), do: pid

    %{trial: trial, timeout?: outcome == {:error, {:timeout, deadline}}, started: length(started)}
    |> Map.merge(%{alive: alive, written: written(context, trial)})
  end

  # A process that sleeps as long as the slowest of them and then writes: when its write is there,
  # those of the others would be.
  defp wait_for_late_writes(context) do
    {_pid, monitor} =
      spawn_monitor(fn ->
        Process.sleep(3 * @longest_ms)
        Agent.update(context.agent, &[{:control, :written} | &1])
      end)

    assert_receive {:DOWN, ^monitor, :process, _pid, :normal}, 10_000
    assert written(context, :control) == [:written]
  end

  for {kind, what} <- [
        plain: "sleeps and then writes",
        trap_exit: "traps exits, sleeps and then writes",
        helpers: "traps exits and has linked helpers that trap exits and write",
        respawning: "keeps starting linked helpers that trap exits and write"
      ] do
    test "#{@trials} trials: a callback that #{what} never writes after a timeout", context do
      results =
        1..@trials
        |> Task.async_stream(&trial(context, unquote(kind), &1),
          max_concurrency: 4,
          timeout: 60_000
        )
        |> Enum.map(fn {:ok, result} -> result end)

      wait_for_late_writes(context)

      # Not a promise, but without it nothing would have been tried.
      timeouts = Enum.filter(results, & &1.timeout?)
      assert length(timeouts) > @trials / 4
      assert Enum.count(timeouts, &(&1.started > 0)) > @trials / 8

      assert for(result <- timeouts, result.alive != [], do: result) == []

      late =
        for %{trial: trial, written: before} <- timeouts,
            after_all = written(context, trial),
            after_all != before,
            do: {trial, before, after_all}

      assert late == []
    end
  end

  # A callback that waits for ever, with linked helpers, all of them registered with the test.
  defp waiting(test) do
    fn _args ->
      Process.flag(:trap_exit, true)

      wait = fn ->
        Process.flag(:trap_exit, true)
        send(test, {:started, self()})
        Process.sleep(:infinity)
      end

      spawn_link(fn -> spawn_link(wait) && wait.() end)
      spawn_monitor(fn -> send(test, :started_unlinked) end)
      wait.()
    end
  end

  # The pids of one call of `waiting/1`: itself, its helper, and the helper's helper.
  defp three_started do
    for _process <- 1..3 do
      assert_receive {:started, pid}, 10_000
      pid
    end
  end

  defp down(monitor) do
    receive do
      {:DOWN, ^monitor, :process, _pid, reason} -> reason
    after
      5_000 -> :alive
    end
  end

  for {what, options, expected} <- [
        {"timeout", [timeout: 400], {:error, {:timeout, 400}}},
        {"wall clock", [timeout: 20_000, wall_clock_ms: 400], {:error, {:wall_clock, 400}}}
      ] do
    test "#{what}: every process of a callback is dead when run/3 returns" do
      outcome = run("() => host.f().x", [callbacks: %{f: waiting(self())}] ++ unquote(options))
      assert outcome == unquote(Macro.escape(expected))
      assert Enum.filter(three_started(), &Process.alive?/1) == []
    end
  end

  test "at the end of the drain, every process of a callback is dead when run/3 returns" do
    code = "async () => { host.f(); return 1 }"
    assert value!(code, callbacks: %{f: waiting(self())}, drain_ms: 400) == 1
    assert Enum.filter(three_started(), &Process.alive?/1) == []
  end

  for {how, reason} <- [{"is killed", :kill}, {"is shut down", :shutdown}, {"crashes", :crash}] do
    test "a caller that #{how}: every process of a callback dies, and the guest with it" do
      callbacks = %{f: waiting(self())}
      caller = spawn(fn -> run("async () => await host.f()", callbacks: callbacks) end)
      monitors = Enum.map(three_started(), &Process.monitor/1)
      Process.exit(caller, unquote(reason))
      assert Enum.map(monitors, &down/1) == [:killed, :killed, :killed]
    end
  end

  test "a caller that dies while the guest computes: what is in flight dies" do
    code = "() => { host.f(); host.go().x; for (;;) {} }"
    callbacks = %{f: waiting(self()), go: fn _args -> 1 end}
    caller = spawn(fn -> run(code, callbacks: callbacks) end)
    monitors = Enum.map(three_started(), &Process.monitor/1)
    Process.exit(caller, :kill)
    assert Enum.map(monitors, &down/1) == [:killed, :killed, :killed]
  end

  test "a process that a callback only linked to, and did not start, is told and may live" do
    test = self()

    server =
      spawn_link(fn ->
        Process.flag(:trap_exit, true)
        receive do: ({:EXIT, _pid, reason} -> send(test, {:told, reason}))
        receive do: (:stop -> :ok)
      end)

    callback = fn [] -> Process.link(server) && Process.sleep(:infinity) end

    assert {:error, {:timeout, 300}} =
             run("async () => await host.f()", callbacks: %{f: callback}, timeout: 300)

    assert_receive {:told, :killed}, 5_000
    assert Process.alive?(server)
    send(server, :stop)
  end

  test "a reply that arrives after its run has ended goes nowhere" do
    test = self()

    # The value is on its way when the run ends, or not: both ways round.
    for _attempt <- 1..100 do
      callback = fn [] -> Process.sleep(:rand.uniform(20)) && List.duplicate(0, 1_000) end
      options = [callbacks: %{f: callback}, timeout: Enum.random(5..20)]
      outcome = run("async () => (await host.f()).length", options)
      assert match?({:error, {:timeout, _}}, outcome) or value!(outcome) == 1_000
    end

    assert Process.info(test, :messages) == {:messages, []}
    assert Process.info(test, :monitors) == {:monitors, []}
    assert value!("async () => await host.f()", callbacks: %{f: fn [] -> 1 end}) == 1
  end
end
