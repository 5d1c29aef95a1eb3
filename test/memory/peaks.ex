defmodule OapiCodemode.Memory.Peaks do
  @moduledoc "The most resident memory above the idle node, for each growing program by itself."

  alias OapiCodemode.Memory.Programs
  alias OapiCodemode.Test.Gauge
  alias OapiCodemode.Test.Hostile.{Row, Stub}

  @limit 64 * 1024 * 1024
  @bound div(@limit * 5, 4) + 64 * 1024 * 1024

  # Long enough to get to the limit: here it is not the time that is measured.
  @timeout 5_000

  @doc "Prints a line per program, and answers the violations."
  def measure do
    IO.puts(
      "\npeak above the idle node, at a limit of #{Gauge.mib(@limit)}; bound #{Gauge.mib(@bound)}"
    )

    found = Enum.map(Programs.growing(), &measure_one(%{&1 | timeout: @timeout}))
    {worst, _violations} = Enum.max(found)
    IO.puts("  most: #{Gauge.mib(worst)}")
    Enum.flat_map(found, &elem(&1, 1))
  end

  defp measure_one(row) do
    idle = idle()
    Gauge.reset_peak()
    {outcome, ms} = Stub.run(row)
    # What the teardown does counts too.
    settle()
    above = Gauge.peak_resident() - idle

    IO.puts(
      "  #{String.pad_trailing(row.name, 36)} #{pad(Gauge.mib(above))} #{pad("#{ms} ms")} #{ending(outcome)}"
    )

    violations =
      for {true, text} <- [
            {above > @bound, "#{row.name}: #{Gauge.mib(above)} above the idle node"},
            {not Row.accepts?(row, outcome),
             "#{row.name}: #{inspect(outcome, printable_limit: 80)}"}
          ],
          do: text

    {above, violations}
  end

  defp idle do
    settle()
    Gauge.read_collected().resident
  end

  # Until the guest's teardown is over; a parked guest has none.
  defp settle do
    Process.sleep(20)
    if Gauge.read().isolates > 0, do: settle()
  end

  defp pad(text), do: String.pad_leading(text, 10)

  defp ending({:ok, _outcome}), do: "value"
  defp ending({:error, {what, _ms}}), do: to_string(what)
  defp ending({:error, %{kind: kind}}), do: to_string(kind)
end
