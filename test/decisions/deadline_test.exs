defmodule OapiCodemode.Decisions.DeadlineTest do
  # Not async: other tests' guests compute for long, and these tell early from late.
  use OapiCodemode.ExecutorCase, async: false

  test "one callback of 900 ms, timeout 500: the timeout at 500 ms, the process dead" do
    test = self()

    slow = fn _args ->
      send(test, {:callback, self()})
      Process.sleep(900)
      nil
    end

    {microseconds, outcome} =
      :timer.tc(fn -> run("async () => await host.f()", callbacks: %{f: slow}, timeout: 500) end)

    assert outcome == {:error, {:timeout, 500}}
    assert microseconds in 500_000..899_000
    assert_received {:callback, pid}
    refute Process.alive?(pid)
  end

  test "timeout: 5000, wall_clock_ms: 300" do
    slow = fn _args -> Process.sleep(900) end
    options = [callbacks: %{f: slow}, timeout: 5_000, wall_clock_ms: 300]
    assert run("async () => await host.f()", options) == {:error, {:wall_clock, 300}}
  end
end
