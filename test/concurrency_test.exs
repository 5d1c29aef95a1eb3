defmodule OapiCodemode.ConcurrencyTest do
  # Not async: the node is what is measured.
  use OapiCodemode.ExecutorCase, async: false

  alias OapiCodemode.Test.{Gate, InFlight}

  @runs 500

  defp in_flight(code, options) do
    counter = InFlight.new()
    {milliseconds, options} = Keyword.pop!(options, :each_ms)
    slow = fn [n] -> InFlight.track(counter, fn -> Process.sleep(milliseconds) && n end) end
    {microseconds, value} = :timer.tc(fn -> value!(code, [callbacks: %{f: slow}] ++ options) end)
    %{value: value, most: InFlight.most(counter), milliseconds: div(microseconds, 1_000)}
  end

  test "eight calls of 50 ms in Promise.all take about 50 ms, eight in flight" do
    together = "async () => await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(n => host.f(n)))"
    one_by_one = "async () => { for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) await host.f(n); }"

    attempt = fn ->
      result = in_flight(together, each_ms: 50)
      assert %{value: [1, 2, 3, 4, 5, 6, 7, 8], most: 8} = result
      result.milliseconds
    end

    # 400 ms and more, at this moment and on this machine.
    assert %{most: 1, milliseconds: reference} = in_flight(one_by_one, each_ms: 50)
    assert reference >= 400
    assert best_of(5, attempt) < reference / 2
  end

  test "sixteen calls are in flight at most, unless told otherwise; the others wait their turn" do
    code = "async () => await Promise.all(Array.from({length: 40}, (_, n) => host.f(n)))"

    for {limit, options} <- [
          {16, []},
          {3, [max_concurrent_calls: 3]},
          {40, [max_concurrent_calls: 50]}
        ] do
      counter = InFlight.new()
      # Nobody leaves before as many have come as may.
      {:ok, gate} = Gate.start_link(limit)

      slow = fn [n] ->
        InFlight.track(counter, fn ->
          Gate.pass(gate)
          Process.sleep(2)
          n
        end)
      end

      assert value!(code, [callbacks: %{f: slow}] ++ options) == Enum.to_list(0..39)
      assert InFlight.most(counter) == limit
    end
  end

  test "calls beyond the limit start in the order in which they were made" do
    test = self()
    callbacks = %{f: fn [n] -> send(test, {:started, n}) && nil end}
    code = "async () => { await Promise.all([1, 2, 3, 4, 5, 6].map(n => host.f(n))) }"
    value!(code, callbacks: callbacks, max_concurrent_calls: 1)

    for n <- 1..6 do
      assert {:messages, [{:started, ^n} | _later]} = Process.info(self(), :messages)
      assert_received {:started, ^n}
    end
  end

  test "#{@runs} runs that wait for 200 ms callbacks finish in under 2 s" do
    callbacks = %{f: fn [n] -> Process.sleep(200) && n end}
    wait = fn n -> value!("async () => await host.f(#{n})", callbacks: callbacks) end

    attempt = fn ->
      at_once = [max_concurrency: @runs, timeout: 20_000]
      started = System.monotonic_time(:millisecond)
      values = 1..@runs |> Task.async_stream(wait, at_once) |> Enum.map(&elem(&1, 1))
      assert values == Enum.to_list(1..@runs)
      System.monotonic_time(:millisecond) - started
    end

    assert best_of(3, attempt) < 2_000
  end

  # If a waiting run held a scheduler of any kind, two of them would hold all, for as long as they
  # wait: until the gate opens, which is after the measurements.
  test "while #{@runs} runs wait, dirty operations, ports and other runs are not delayed" do
    {:ok, gate} = Gate.start_link(:infinity)
    callbacks = %{f: fn [n] -> Gate.pass(gate) && n end}

    wait = fn n ->
      value!("async () => await host.f(#{n})", callbacks: callbacks, timeout: 60_000)
    end

    operations = [
      fn -> :erts_debug.dirty_cpu(:wait, 1) end,
      fn -> :erts_debug.dirty_io(:wait, 1) end,
      fn -> {_output, 0} = System.cmd("true", []) end,
      fn -> 2 = value!("() => 1 + 1") end
    ]

    before = Enum.map(operations, &median_ms/1)
    runs = for n <- 1..@runs, do: Task.async(fn -> wait.(n) end)
    :ok = Gate.await_arrivals(gate, @runs)
    meanwhile = Enum.map(operations, &median_ms/1)

    for {quiet, waiting} <- Enum.zip(before, meanwhile), do: assert(waiting < 5 * quiet + 20)

    assert Enum.all?(runs, &Process.alive?(&1.pid))
    :ok = Gate.open(gate)
    assert Task.await_many(runs, 20_000) == Enum.to_list(1..@runs)
  end

  # What else the machine does can only add to a time.
  defp best_of(attempts, attempt),
    do: Enum.min(for(_attempt <- 1..attempts, do: attempt.()))

  defp median_ms(operation) do
    times = for _time <- 1..15, do: operation |> :timer.tc() |> elem(0)
    times |> Enum.sort() |> Enum.at(7) |> Kernel./(1_000)
  end
end
