defmodule OapiCodemode.Contract.TimeoutTest do
  # Not async: other tests' guests compute for long, and these tell early from late.
  use OapiCodemode.ExecutorCase, async: false

  @wait "async () => await host.wait()"

  # The timeouts are long enough for the callbacks to have started, also on a loaded machine.

  # How late an answer may be on a loaded machine.
  @late_ms 1_500

  # A callback that tells its pid and then waits for ever.
  defp waiting(test, trap_exit? \\ false) do
    fn _args ->
      Process.flag(:trap_exit, trap_exit?)
      send(test, {:callback, self()})
      Process.sleep(:infinity)
    end
  end

  defp timed(code, options) do
    {microseconds, outcome} = :timer.tc(fn -> run(code, options) end)
    {div(microseconds, 1_000), outcome}
  end

  test "a run that is over time answers {:error, {:timeout, ms}}, on time" do
    {elapsed, outcome} = timed(@wait, callbacks: %{wait: waiting(self())}, timeout: 500)
    assert outcome == {:error, {:timeout, 500}}
    assert elapsed in 500..(500 + @late_ms)
  end

  test "every outstanding callback process is dead when run/3 returns" do
    test = self()
    code = "async () => { await Promise.all([1, 2, 3, 4, 5].map(n => host.wait(n))) }"

    assert run(code, callbacks: %{wait: waiting(test)}, timeout: 500) ==
             {:error, {:timeout, 500}}

    for _call <- 1..5 do
      assert_received {:callback, pid}
      refute Process.alive?(pid)
    end
  end

  test "a callback process that traps exits is dead too" do
    assert run(@wait, callbacks: %{wait: waiting(self(), true)}, timeout: 500) ==
             {:error, {:timeout, 500}}

    assert_received {:callback, pid}
    refute Process.alive?(pid)
  end

  test "no code of a callback runs after run/3 has returned" do
    test = self()

    slow = fn [] ->
      send(test, :started)
      Process.sleep(600)
      send(test, :went_on)
      nil
    end

    assert run("async () => await host.wait()", callbacks: %{wait: slow}, timeout: 500) ==
             {:error, {:timeout, 500}}

    assert_received :started
    refute_receive :went_on, 200
  end

  test ":timeout is wall clock, host time included: many short calls add up" do
    test = self()

    short = fn [] ->
      send(test, :call)
      Process.sleep(40)
      nil
    end

    code = "async () => { for (;;) await host.wait() }"
    {elapsed, outcome} = timed(code, callbacks: %{wait: short}, timeout: 700)
    assert outcome == {:error, {:timeout, 700}}
    assert elapsed in 700..(700 + @late_ms)
    assert_received :call
    assert_received :call
  end

  test ":wall_clock_ms answers {:error, {:wall_clock, ms}} when it is the earlier of the two" do
    options = [callbacks: %{wait: waiting(self())}, timeout: 20_000, wall_clock_ms: 500]
    {elapsed, outcome} = timed(@wait, options)
    assert outcome == {:error, {:wall_clock, 500}}
    assert elapsed in 500..(500 + @late_ms)
    assert_received {:callback, pid}
    refute Process.alive?(pid)
  end

  test ":timeout answers when it is the earlier of the two" do
    options = [callbacks: %{wait: waiting(self())}, timeout: 500, wall_clock_ms: 20_000]
    assert run(@wait, options) == {:error, {:timeout, 500}}
  end

  test "a run that ends in time is not affected by either" do
    options = [callbacks: %{wait: fn [] -> 1 end}, timeout: 20_000, wall_clock_ms: 20_000]
    assert {:ok, %{value: 1}} = run(@wait, options)
  end

  test "a timeout of 0 has passed when it starts" do
    assert run("() => 1", timeout: 0) == {:error, {:timeout, 0}}
  end

  test "the next run is unaffected by one that timed out" do
    assert run(@wait, callbacks: %{wait: waiting(self())}, timeout: 50) ==
             {:error, {:timeout, 50}}

    assert value!("() => 1 + 1") == 2
  end
end
