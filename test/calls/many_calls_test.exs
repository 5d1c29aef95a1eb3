defmodule OapiCodemode.Calls.ManyCallsTest do
  # Not async: processes and memory of the node are counted.
  use OapiCodemode.ExecutorCase, async: false

  alias OapiCodemode.Test.{Gate, InFlight}

  @moduletag timeout: 180_000

  @calls 10_000
  @at_once 64

  # What the node may have more of afterwards: far less than a hundred bytes a call. What is left of
  # a run shows after each.
  @slack_bytes 500_000
  @rounds 3

  @programs [
    {"awaited together",
     "async () => await Promise.all(Array.from({length: #{@calls}}, (_, n) => host.f(n)))"},
    {"touched without an await",
     "() => Array.from({length: #{@calls}}, (_, n) => host.f(n)).map(r => r + 0)"},
    {"one chain beside another",
     """
     async () => {
       const values = [];
       let next = 0;
       const work = async () => { while (next < #{@calls}) { const n = next++; values[n] = await host.f(n) } };
       await Promise.all(Array.from({length: #{@at_once}}, work));
       return values;
     }
     """}
  ]

  # What the node has, once the processes that were not there before are gone, as they must.
  defp counts(here) do
    Enum.each(Process.list(), &:erlang.garbage_collect/1)
    bytes = bytes()

    for pid <- Process.list() -- here do
      monitor = Process.monitor(pid)
      assert_receive {:DOWN, ^monitor, :process, _pid, _reason}, 5_000
    end

    pids = Process.list()

    %{
      pids: Enum.sort(pids),
      monitors: Enum.sum(Enum.map(pids, &size(&1, :monitors))),
      links: Enum.sum(Enum.map(pids, &size(&1, :links))),
      messages: size(self(), :messages),
      bytes: bytes
    }
  end

  # The memory of a process that has ended is freed a little later. Cheap runs are the clock.
  defp bytes do
    Enum.min(for _sample <- 1..50, do: value!("() => 1") && :erlang.memory(:processes))
  end

  defp size(pid, item) do
    case Process.info(pid, item) do
      {^item, list} -> length(list)
      nil -> 0
    end
  end

  for {what, code} <- @programs do
    test "#{@calls} calls, #{@at_once} at a time, #{what}: in order, and nothing is left of them" do
      counter = InFlight.new()
      # The first of them answer only when as many are there as may be.
      {:ok, gate} = Gate.start_link(@at_once)
      call = fn [n] -> InFlight.track(counter, fn -> Gate.pass(gate) && n end) end
      options = [callbacks: %{f: call}, max_concurrent_calls: @at_once, timeout: 60_000]
      run = fn -> value!(unquote(code), options) == Enum.to_list(0..(@calls - 1)) end

      here = Process.list()

      # The first run may load code and grow tables.
      assert run.()

      grown =
        for _round <- 1..@rounds do
          before = counts(here)
          assert run.()
          afterwards = counts(here)

          assert Map.delete(afterwards, :bytes) == Map.delete(before, :bytes)
          afterwards.bytes - before.bytes
        end

      assert Enum.min(grown) < @slack_bytes
      assert InFlight.most(counter) == @at_once
    end
  end
end
