defmodule OapiCodemode.Bench.Load do
  @moduledoc "How much many processes get done at once: the rows of the kind `:load`."

  alias OapiCodemode.Bench.{Executors, Rows, Statistics}

  @doc """
  Measures a load row `repeats` times for each executor, in an order drawn anew each time.
  Answers `%{rate:, p95:}` by executor: the median of the runs per second, and the 95th percentile
  of a run's time in microseconds over all of them.
  """
  def measure(executors, row, repeats) do
    for executor <- executors, do: once(executor, row)

    1..repeats
    |> Enum.flat_map(fn _repeat ->
      for executor <- Enum.shuffle(executors) do
        Process.sleep(200)
        {executor, once(executor, row)}
      end
    end)
    |> Enum.group_by(&elem(&1, 0), &elem(&1, 1))
    |> Map.new(fn {executor, results} ->
      rates = Enum.map(results, fn {rate, _times} -> rate end)
      times = Enum.flat_map(results, fn {_rate, times} -> times end)
      {executor, %{rate: Statistics.of(rates).median, p95: Statistics.of(times).p95}}
    end)
  end

  @doc "Runs the load row once: runs per second, and the time of each run."
  def once(executor, row) do
    # What is given to the runs is made before the clock starts.
    mix =
      for id <- row.mix, program = Rows.fetch!(id, row.scale), do: {program, Rows.env(program, 0)}

    start = now()
    goal = goal(row.until, start)

    times =
      1..row.processes
      |> Enum.map(fn process ->
        Task.async(fn -> work(executor, Stream.cycle(rotate(mix, process)), goal) end)
      end)
      |> Enum.flat_map(&Task.await(&1, :infinity))

    {length(times) / ((now() - start) / 1_000_000), times}
  end

  defp goal({:rounds, rounds}, _start), do: {:rounds, rounds}
  defp goal({:seconds, seconds}, start), do: {:until, start + seconds * 1_000_000}

  defp rotate(list, by) do
    {front, back} = Enum.split(list, rem(by, length(list)))
    back ++ front
  end

  defp work(executor, programs, goal) do
    Enum.reduce_while(programs, [], fn {row, env}, times ->
      start = now()
      {:ok, _result} = Executors.run(executor, row, env)
      times = [now() - start | times]
      if reached?(goal, times), do: {:halt, times}, else: {:cont, times}
    end)
  end

  defp reached?({:rounds, rounds}, times), do: length(times) >= rounds
  defp reached?({:until, moment}, _times), do: now() >= moment

  defp now, do: System.monotonic_time(:nanosecond) / 1_000
end
