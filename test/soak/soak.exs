# A random mix of good, failing and hostile programs from many processes, with callers killed at
# random:
#
#     mix run test/soak/soak.exs SECONDS [SEED]
#
# Good programs are checked exactly. At the end processes, threads, isolates and memory must be
# near what they were after the warm-up. Exits with 1 on any violation.

# In the test environment these are compiled.
unless Code.ensure_loaded?(OapiCodemode.Test.Gauge) do
  for file <- ~w(gauge random_json), do: Code.require_file("../support/#{file}.ex", __DIR__)
end

for file <- ~w(programs worker), do: Code.require_file("#{file}.ex", __DIR__)

defmodule OapiCodemode.Soak do
  alias OapiCodemode.Soak.Worker
  alias OapiCodemode.Test.Gauge

  @workers 24

  # At most one parked thread in ten seconds: ten minutes stay far below the default budget.
  @park_every_ms 10_000

  # How far above the warm node it may end.
  @more_processes 0
  @more_threads 2
  @more_resident 64 * 1024 * 1024

  # Guests that could be stopped and were parked all the same, for want of CPU.
  @more_parked 10

  def main(arguments) do
    {seconds, seed} = parse(arguments)
    # What callbacks raise on purpose, thousands of times.
    Logger.configure(level: :none)
    IO.puts("soak: #{seconds} s, #{@workers} workers, seed #{seed}")

    # The warm-up is a soak of its own: the code is loaded, the heaps have grown.
    {_counts, early} = run(div(seconds * 1000, 10), seed + 1)
    warm = settled()
    {sampler, peaks} = start_sampler()
    {counts, late} = run(seconds * 1000, seed)
    send(sampler, :stop)
    ended = settled()

    violations = early ++ late ++ violations(warm, ended, counts)
    print(counts, warm, ended, peaks.(), seconds)
    report(violations)
  end

  defp parse([seconds]), do: {String.to_integer(seconds), :rand.uniform(1_000_000)}
  defp parse([seconds, seed]), do: {String.to_integer(seconds), String.to_integer(seed)}

  defp run(milliseconds, seed) do
    deadline = System.monotonic_time(:millisecond) + milliseconds
    park? = rate_limit()

    1..@workers
    |> Enum.map(fn n -> Task.async(fn -> Worker.work(deadline, {seed, n, 0}, park?) end) end)
    |> Task.await_many(milliseconds + 600_000)
    |> Enum.reduce({%{}, []}, fn {counts, violations}, {all_counts, all_violations} ->
      {Map.merge(all_counts, counts, fn _name, a, b -> a + b end), violations ++ all_violations}
    end)
  end

  defp rate_limit do
    last = :atomics.new(1, signed: true)
    :atomics.put(last, 1, System.monotonic_time(:millisecond) - @park_every_ms)

    fn ->
      now = System.monotonic_time(:millisecond)
      before = :atomics.get(last, 1)
      now - before >= @park_every_ms and :atomics.compare_exchange(last, 1, before, now) == :ok
    end
  end

  # Teardown follows the answers: what is still there after this does not go.
  defp settled do
    Process.sleep(2_000)
    Gauge.read_collected()
  end

  # The most of each that was seen, twice a second.
  defp start_sampler do
    table = :ets.new(:peaks, [:public])

    sampler = spawn(fn -> sample(table) end)

    {sampler, fn -> Map.new(:ets.tab2list(table)) end}
  end

  defp sample(table) do
    for {what, value} <- Gauge.read() do
      most = with [{_what, most}] <- :ets.lookup(table, what), do: most, else: (_none -> 0)
      :ets.insert(table, {what, max(value, most)})
    end

    receive do
      :stop -> :ok
    after
      500 -> sample(table)
    end
  end

  defp violations(warm, ended, counts) do
    parked = ended.parked_threads - warm.parked_threads
    needed = Map.get(counts, "quarantined", 0)
    unparked = ended.resident - (ended.parked_bytes - warm.parked_bytes)

    for {true, text} <- [
          {ended.processes > warm.processes + @more_processes,
           "processes: #{warm.processes} before, #{ended.processes} after"},
          {ended.threads > warm.threads + @more_threads,
           "threads that are not parked: #{warm.threads} before, #{ended.threads} after"},
          {ended.isolates != 0, "isolates alive: #{ended.isolates}"},
          {unparked > warm.resident + @more_resident,
           "resident: #{Gauge.mib(warm.resident)} before, #{Gauge.mib(ended.resident)} after"},
          {parked > 2 * needed + @more_parked, "parked: #{parked}, where #{needed} needed it"},
          {ended.engine_panics > 0, "engine panics: #{ended.engine_panics}"}
        ],
        do: text
  end

  defp print(counts, warm, ended, peaks, seconds) do
    IO.puts("\n#{pad("program", 24)} runs")
    for {name, count} <- Enum.sort(counts), do: IO.puts("#{pad(name, 24)} #{count}")
    total = counts |> Map.values() |> Enum.sum()
    IO.puts("#{pad("in all", 24)} #{total}, #{div(total, max(seconds, 1))} per second")

    parked = ended.parked_threads - warm.parked_threads
    needed = Map.get(counts, "quarantined", 0)
    IO.puts("#{pad("parked", 24)} #{parked}; #{needed} runs needed it")

    IO.puts("\n#{pad("gauge", 24)} #{pad("warm", 14)} #{pad("most", 14)} end")

    for what <- Enum.sort(Map.keys(ended)) do
      values = for gauge <- [warm, peaks, ended], do: pad(show(what, gauge[what]), 14)
      IO.puts("#{pad(to_string(what), 24)} #{Enum.join(values, " ")}")
    end
  end

  defp show(_what, nil), do: "-"
  defp show(what, bytes) when what in [:resident, :parked_bytes], do: Gauge.mib(bytes)
  defp show(_what, count), do: to_string(count)

  defp pad(text, width), do: String.pad_trailing(text, width)

  defp report([]), do: IO.puts("\nno violations")

  defp report(violations) do
    IO.puts("\n#{length(violations)} violations:")

    for {text, count} <- violations |> Enum.frequencies() |> Enum.take(40),
        do: IO.puts("  #{count} × #{text}")

    System.halt(1)
  end
end

OapiCodemode.Soak.main(System.argv())
