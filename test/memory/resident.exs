# Measures the memory and the CPU time of a node that runs hostile programs, in a node of its own:
#
#     mix run test/memory/resident.exs
#     mix run test/memory/resident.exs --only runs,parked --runs 300 --parked 40
#     mix run test/memory/resident.exs --only parked --parked 40 --budget 4
#
# peaks: the most memory above the idle node for each growing program, one at a time;
# runs: the memory after many runs that need no quarantine, against that after the first 50;
# parked: many runs that need quarantine, one after the other, with the default budget, or with one
# of so many MiB.
#
# Prints a table, and exits with 1 when a bound is passed. Linux only.

{options, []} =
  OptionParser.parse!(System.argv(),
    strict: [only: :string, runs: :integer, parked: :integer, budget: :integer]
  )

# The default budget is what is measured, also where a configuration sets another.
budget = Keyword.get(options, :budget, 256) * 1024 * 1024
Application.put_env(:oapi_codemode_native, :quarantine_budget, budget)

# In the test environment these are compiled.
unless Code.ensure_loaded?(OapiCodemode.Test.Gauge) do
  support = ~w(gauge json hostile/row hostile/stub hostile/callbacks hostile/huge_lengths
               hostile/syntax hostile/types hostile/hostile)

  for file <- support, do: Code.require_file("../support/#{file}.ex", __DIR__)
end

for file <- ~w(programs peaks runs parked), do: Code.require_file("#{file}.ex", __DIR__)

defmodule OapiCodemode.Memory.Resident do
  alias OapiCodemode.Memory.{Parked, Peaks, Runs}
  alias OapiCodemode.Test.Gauge

  @parts ~w(peaks runs parked)

  def main(options, budget) do
    # What callbacks raise on purpose, and what the engine says when it panics.
    Logger.configure(level: :none)
    check_budget(OapiCodemode.Executor.Native.Nif.info().quarantine_budget, budget)
    wanted = options |> Keyword.get(:only, Enum.join(@parts, ",")) |> String.split(",")

    # In this order: the last part fills the quarantine.
    @parts
    |> Enum.filter(&(&1 in wanted))
    |> Enum.flat_map(fn
      "peaks" -> Peaks.measure()
      "runs" -> Runs.measure(Keyword.get(options, :runs, 1_000))
      "parked" -> Parked.measure(Keyword.get(options, :parked, 200))
    end)
    |> report()
  end

  defp check_budget(budget, budget), do: :ok

  # The library was loaded before this script: by Mix, when it had something to compile.
  defp check_budget(other, _wanted) do
    IO.puts("the quarantine's budget is #{Gauge.mib(other)} here already: run it again")
    System.halt(2)
  end

  defp report([]), do: IO.puts("\nall within bounds")

  defp report(violations) do
    IO.puts("\n#{length(violations)} violations:")
    for text <- violations, do: IO.puts("  " <> text)
    System.halt(1)
  end
end

OapiCodemode.Memory.Resident.main(options, budget)
