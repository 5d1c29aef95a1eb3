# Plays a recorded session against the host's tools, and shows it: programs (of a corrected one, what
# was changed), calls, console, and what the model reads.

defmodule Demo.Session do
  alias Demo.Printer

  @programs Path.expand("../programs", __DIR__)

  @doc "Plays all turns; raises when one ends in another way than it was recorded to."
  def play(session, tools) do
    Printer.heading("“#{session.user}”")

    session.turns
    |> Enum.with_index(1)
    |> Enum.reduce(nil, fn {turn, number}, before ->
      turn(session, turn, number, tools, before)
    end)
  end

  # `before` is the program that this one corrects.
  defp turn(session, turn, number, tools, before) do
    program = File.read!(Path.join([@programs, session.name, "#{number}.js"]))
    Printer.turn(number, turn.tool)

    if before && not Map.get(turn, :whole, false),
      do: Printer.changes(before, program),
      else: Printer.source(program)

    tool = Enum.find(tools, &(&1.name == turn.tool))
    started = System.monotonic_time(:microsecond)
    {outcome, text} = tool.handler.(%{"code" => program}, %{})
    took = System.monotonic_time(:microsecond) - started
    Logger.flush()

    show(outcome, text, program)
    Printer.took(took)
    if says = turn[:says], do: Printer.says(says)

    text =~ turn.expect ||
      raise "turn #{number} of #{session.name} should have #{turn.expect}: #{text}"

    if turn.tool == "execute_api_code", do: program
  end

  defp show(:error, message, program), do: Printer.error(message, program)

  defp show(:ok, _json, program) do
    receive do
      {:reply, %{"calls" => calls, "logs" => logs} = reply} ->
        Printer.calls(calls)
        Printer.console(logs)
        outcome(reply, program)

      {:reply, found} ->
        Printer.value(found)
    end
  end

  defp outcome(%{"error" => message}, program), do: Printer.error(message, program)
  defp outcome(%{"result" => value}, _program), do: Printer.value(value)
end
