defmodule OapiCodemode.Memory.Parked do
  @moduledoc """
  Many runs that need quarantine, one after the other: the node lives, refusals are clear errors,
  memory stays under the budget, and nothing that is parked uses the CPU.
  """

  alias OapiCodemode.Executor.Native
  alias OapiCodemode.Memory.Programs
  alias OapiCodemode.Test.Gauge
  alias OapiCodemode.Test.Hostile.Stub

  # CPU ticks of 10 ms in one second of idling: the VM's own housekeeping.
  @idle_ticks 5

  # A parked thread costs at least this (native/sandbox/src/quarantine.rs).
  @least 256 * 1024

  # What one guest may have alive when it is parked, past the budget: its limit and a quarter more.
  @one_guest 80 * 1024 * 1024

  @doc "Prints the figures, and answers the violations."
  def measure(count) do
    Process.sleep(500)
    before = Gauge.read_collected()
    Gauge.reset_peak()
    outcomes = Programs.quarantined() |> Stream.cycle() |> Enum.take(count) |> Enum.map(&run/1)
    # Back to idle within a second.
    Process.sleep(1_000)
    ticks = idle_ticks()
    later = Gauge.read_collected()
    next = Native.run("() => 1 + 1", %{}, timeout: 5_000)

    grown = later.resident - before.resident
    parked = later.parked_threads - before.parked_threads
    budget = Native.Nif.info().quarantine_budget

    {refused, others} =
      Enum.split_with(outcomes, &match?({_name, {:error, %{kind: :unavailable}}}, &1))

    IO.puts("\n#{count} runs that need quarantine: #{parked} parked, #{length(refused)} refused")
    IO.puts("  parked bytes #{Gauge.mib(later.parked_bytes)} of #{Gauge.mib(budget)}")

    IO.puts(
      "  resident grown by #{Gauge.mib(grown)}, at most #{Gauge.mib(Gauge.peak_resident() - before.resident)}"
    )

    IO.puts("  CPU in a second of idling afterwards: #{ticks} ticks; bound #{@idle_ticks}")
    IO.puts("  the next run: #{inspect(next, printable_limit: 60)}")

    for({name, outcome} <- others, not contained?(outcome), do: "#{name}: #{inspect(outcome)}") ++
      for(
        {_name, outcome} <- [{"next", next} | refused],
        not clear?(outcome),
        do: "not clear: #{inspect(outcome)}"
      ) ++
      for {true, text} <- [
            {grown > budget + @one_guest, "parked: resident grown by #{Gauge.mib(grown)}"},
            {count * @least > 2 * budget and refused == [],
             "parked: none of #{count} was refused"},
            {later.parked_bytes > budget + @one_guest,
             "parked bytes: #{Gauge.mib(later.parked_bytes)}"},
            {ticks > @idle_ticks, "parked: #{ticks} CPU ticks in a second of idling"},
            {later.isolates > 0, "parked: #{later.isolates} isolates are left"}
          ],
          do: text
  end

  defp run(row), do: {row.name, row |> Stub.run() |> elem(0)}

  defp idle_ticks do
    before = Gauge.cpu_ticks()
    Process.sleep(1_000)
    Gauge.cpu_ticks() - before
  end

  defp contained?({:error, {:timeout, _ms}}), do: true
  defp contained?({:error, %{kind: kind}}), do: kind in [:stack_overflow, :memory_limit]
  defp contained?(_outcome), do: false

  # The next run is right or refused; a refusal says why, and what to do.
  defp clear?({:ok, %{value: 2}}), do: true

  defp clear?({:error, %{kind: :unavailable, message: message}}),
    do: message =~ "quarantine is full"

  defp clear?(_outcome), do: false
end
