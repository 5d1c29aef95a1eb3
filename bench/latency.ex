defmodule OapiCodemode.Bench.Latency do
  @moduledoc """
  How long a program row takes, executor by executor, in turns.

  The executors alternate, in an order that is drawn anew for every round, so that a drift of the
  machine hits all of them alike. A turn is some milliseconds of runs back to back, one run at
  least: an executor that pays for a run after its answer pays for it within its own turn. Between
  two turns is a pause, so that nobody pays for the one before.

  Benchee takes the samples of a turn where it is installed; a loop does it elsewhere.
  """

  alias OapiCodemode.Bench.{Executors, Rows, Statistics}

  @turn_ms 25
  @pause_ms 10

  @doc """
  The statistics in microseconds, by executor. `settings` has `:seconds` for each executor, the
  number of `:rounds` that there should be at least, and `:benchee?`. A row that would take more
  than five times its `:seconds` for that gets fewer, `:least`.
  """
  def measure(executors, row, settings) do
    for executor <- executors, do: warm(executor, row)
    rounds = rounds(executors, row, settings, {now(), 1}, %{})
    Map.new(rounds, fn {executor, samples} -> {executor, Statistics.of(samples)} end)
  end

  defp rounds(executors, row, settings, {start, round}, samples) do
    samples =
      for executor <- Enum.shuffle(executors), reduce: samples do
        samples ->
          if length(executors) > 1, do: Process.sleep(@pause_ms)
          taken = turn(executor, row, settings)
          Map.update(samples, executor, taken, &(taken ++ &1))
      end

    budget = settings.seconds * 1_000_000 * length(executors)
    spent = now() - start
    least = if spent > 5 * budget, do: min(settings.rounds, settings.least), else: settings.rounds

    if spent > budget and round >= least,
      do: samples,
      else: rounds(executors, row, settings, {start, round + 1}, samples)
  end

  # The first runs load code and fill pools.
  defp warm(executor, row) do
    Enum.reduce_while(1..5, 0, fn sample, spent ->
      spent = spent + once(executor, row, sample)
      if spent > 500_000, do: {:halt, spent}, else: {:cont, spent}
    end)
  end

  defp turn(executor, row, %{benchee?: true}) do
    # Not known when this is compiled.
    benchee = Benchee
    hook = fn _input -> prepare(row) end
    job = {fn env -> Executors.run(executor, row, env) end, before_each: hook}

    print = [benchmarking: false, configuration: false, fast_warning: false]

    suite =
      [time: @turn_ms / 1_000, warmup: 0, formatters: [], print: print]
      |> benchee.init()
      |> benchee.benchmark("turn", job)
      |> benchee.collect()

    [scenario] = suite.scenarios
    Enum.map(scenario.run_time_data.samples, &(&1 / 1_000))
  end

  defp turn(executor, row, _plain), do: turn(executor, row, 0, [])

  defp turn(executor, row, spent, samples) do
    taken = once(executor, row, prepare(row))
    samples = [taken | samples]

    if spent + taken < @turn_ms * 1_000,
      do: turn(executor, row, spent + taken, samples),
      else: samples
  end

  # Globals that no sample had before; what making them left behind is not the run's to collect.
  defp prepare(row) do
    env = Rows.env(row, rem(System.unique_integer([:positive, :monotonic]), 1_000_000))
    if map_size(env.globals) > 1, do: :erlang.garbage_collect()
    env
  end

  defp once(executor, row, sample) when is_integer(sample),
    do: once(executor, row, Rows.env(row, sample))

  defp once(executor, row, env) do
    start = now()
    {:ok, _result} = Executors.run(executor, row, env)
    now() - start
  end

  defp now, do: System.monotonic_time(:nanosecond) / 1_000
end
