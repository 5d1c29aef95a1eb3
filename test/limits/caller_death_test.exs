defmodule OapiCodemode.Limits.CallerDeathTest do
  # Not async: isolates are counted over the whole node.
  use OapiCodemode.ExecutorCase, async: false

  alias OapiCodemode.Test.NativeInfo

  # What a callback process, a run's own process and a guest have to be gone.
  @soon 5_000

  # Long beyond what a test waits: it is never the deadline that ends these runs.
  @timeout 120_000

  setup do
    %{former: NativeInfo.lasting_isolates()}
  end

  # Callbacks that tell who they are: `ready` returns, `wait` never does.
  defp callbacks(test) do
    %{
      ready: fn args ->
        send(test, {:ready, self(), args})
        1
      end,
      wait: fn args ->
        send(test, {:waiting, self(), args})
        Process.sleep(:infinity)
      end
    }
  end

  # A caller of its own that runs the program, and a monitor of it.
  defp start_caller(code) do
    env = %{globals: %{}, callbacks: callbacks(self())}
    spawn_monitor(fn -> exit({:returned, @executor.run(code, env, timeout: @timeout)}) end)
  end

  # The callback processes of the program, in the order of their calls, with the process of the
  # run that watches them.
  defp await_waiting(count) do
    for _call <- 1..count do
      assert_receive {:waiting, pid, _args}, @soon
      {:monitored_by, [run]} = Process.info(pid, :monitored_by)
      {Process.monitor(pid), Process.monitor(run)}
    end
  end

  defp await_ready do
    assert_receive {:ready, pid, _args}, @soon
    monitor = Process.monitor(pid)
    assert_receive {:DOWN, ^monitor, :process, ^pid, _reason}, @soon
  end

  # The reply of a callback that has ended is on its way to the guest, which then computes: cheap
  # runs are the clock.
  defp let_it_compute do
    for _run <- 1..200, do: assert(value!("() => 1") == 1)
  end

  defp kill({caller, monitor}, reason \\ :kill) do
    Process.exit(caller, reason)
    assert_receive {:DOWN, ^monitor, :process, ^caller, reason}, @soon
    assert reason in [:killed, :shutdown]
  end

  defp assert_gone(monitors, former) do
    for {callback, run} <- monitors do
      assert_receive {:DOWN, ^callback, :process, _pid, :killed}, @soon
      assert_receive {:DOWN, ^run, :process, _pid, _reason}, @soon
    end

    assert NativeInfo.isolates_at_most?(former)
  end

  # No callback has started after its caller died.
  defp refute_others, do: refute_received({:waiting, _pid, _args})

  test "while it computes: the guest stops, its callback processes die", %{former: former} do
    caller =
      start_caller("async () => { host.wait(1); host.wait(2); await host.ready(); for (;;) {} }")

    monitors = await_waiting(2)
    await_ready()
    let_it_compute()
    before = NativeInfo.now()
    assert before.isolates >= 1
    kill(caller)
    assert_gone(monitors, former)
    # It was the engine's loop that ended it, not the quarantine.
    assert NativeInfo.now().parked_threads == before.parked_threads
  end

  test "while it waits for callbacks", %{former: former} do
    caller =
      start_caller("async () => await Promise.all([host.wait(1), host.wait(2), host.wait(3)])")

    monitors = await_waiting(3)
    assert NativeInfo.now().isolates >= 1
    kill(caller)
    assert_gone(monitors, former)
  end

  test "in a native operation that only the quarantine ends", %{former: former} do
    code =
      "async () => { host.wait(1); await host.ready(); return /(a+)+$/.test('a'.repeat(60) + '!') }"

    caller = start_caller(code)
    monitors = await_waiting(1)
    await_ready()
    let_it_compute()
    before = NativeInfo.now()
    kill(caller)
    assert_gone(monitors, former)
    assert NativeInfo.now().parked_threads == before.parked_threads + 1
  end

  test "while a drain awaits its calls", %{former: former} do
    caller = start_caller("async () => { host.wait(1); return 1 }")
    monitors = await_waiting(1)
    let_it_compute()
    kill(caller)
    assert_gone(monitors, former)
  end

  test "in the middle of a conversion", %{former: former} do
    code = "async () => { host.wait(1); await host.ready(); return { get a() { for (;;) {} } } }"
    caller = start_caller(code)
    monitors = await_waiting(1)
    await_ready()
    let_it_compute()
    kill(caller)
    assert_gone(monitors, former)
  end

  test "by an exit signal that is not :kill", %{former: former} do
    caller = start_caller("async () => { host.wait(1); await host.ready(); for (;;) {} }")
    monitors = await_waiting(1)
    await_ready()
    let_it_compute()
    kill(caller, :shutdown)
    assert_gone(monitors, former)
  end

  test "calls that wait for their turn never start", %{former: former} do
    code = "async () => await Promise.all(Array.from({ length: 100 }, (_, i) => host.wait(i)))"
    caller = start_caller(code)
    # As many as may run at once.
    monitors = await_waiting(16)
    kill(caller)
    assert_gone(monitors, former)
    refute_others()
  end

  test "many callers at once, in all states", %{former: former} do
    codes = [
      "async () => { host.wait(1); await host.ready(); for (;;) {} }",
      "async () => { await host.ready(); await host.wait(1) }",
      "async () => { host.wait(1); await host.ready(); return { toJSON() { for (;;) {} } } }"
    ]

    callers = for code <- codes, _copy <- 1..10, do: start_caller(code)
    monitors = await_waiting(10)
    for caller <- callers, do: kill(caller)
    # Others had started meanwhile.
    assert_gone(monitors, former)
    drain_mailbox()
    assert value!("() => 1 + 1") == 2
  end

  defp drain_mailbox do
    receive do
      {tag, pid, _args} when tag in [:ready, :waiting] ->
        monitor = Process.monitor(pid)
        assert_receive {:DOWN, ^monitor, :process, ^pid, _reason}, @soon
        drain_mailbox()
    after
      0 -> :ok
    end
  end
end
