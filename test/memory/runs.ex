defmodule OapiCodemode.Memory.Runs do
  @moduledoc "The resident memory after many hostile runs, against that after the first 50."

  alias OapiCodemode.Memory.Programs
  alias OapiCodemode.Test.Gauge
  alias OapiCodemode.Test.Hostile.{Row, Stub}

  @first 50
  @bound 32 * 1024 * 1024
  @at_once 2

  @doc "Prints the figures, and answers the violations."
  def measure(count) do
    rows = Programs.stoppable() |> Stream.cycle() |> Enum.take(count)
    {first, rest} = Enum.split(rows, @first)
    wrong = run(first)
    before = settled()
    wrong = wrong ++ run(rest)
    later = settled()

    grown = later.resident - before.resident
    parked = later.parked_bytes - before.parked_bytes

    IO.puts(
      "\nresident after #{@first} runs #{Gauge.mib(before.resident)}, after #{count} #{Gauge.mib(later.resident)}"
    )

    IO.puts("  grown by #{Gauge.mib(grown)}; bound #{Gauge.mib(@bound)}")

    # A stopped guest that does not get the CPU in time is parked; what that costs is its budget's.
    IO.puts(
      "  parked meanwhile: #{later.parked_threads - before.parked_threads}, #{Gauge.mib(parked)}"
    )

    wrong ++
      for {true, text} <- [
            {grown - parked > @bound, "#{count} runs: grown by #{Gauge.mib(grown)}"},
            {later.isolates > 0, "#{count} runs: #{later.isolates} isolates are left"}
          ],
          do: text
  end

  defp run(rows) do
    rows
    |> Task.async_stream(&wrong/1, max_concurrency: @at_once, timeout: 60_000, ordered: false)
    |> Enum.flat_map(fn {:ok, wrong} -> wrong end)
  end

  defp wrong(row) do
    {outcome, _ms} = Stub.run(row)

    if Row.accepts?(row, outcome),
      do: [],
      else: ["#{row.name}: #{inspect(outcome, printable_limit: 80)}"]
  end

  defp settled do
    Process.sleep(500)
    Gauge.read_collected()
  end
end
