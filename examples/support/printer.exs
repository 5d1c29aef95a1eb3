# How the demo looks: headings, sources with line numbers, calls, console lines, outcomes.
# Colours only where the terminal has them (IO.ANSI decides).

defmodule Demo.Printer do
  @width 98

  def title(text, subtitle) do
    puts([:bright, text])
    puts([:faint, subtitle])
  end

  def heading(text), do: puts(["\n", :bright, :cyan, text, " ", rule(text)])

  def section(name), do: puts(["\n  ", :yellow, name])

  def source(code) do
    code
    |> String.trim_trailing()
    |> String.split("\n")
    |> Enum.with_index(1)
    |> Enum.each(&source_line/1)
  end

  @doc "One served call; times in microseconds, `started` counted from the start of the run."
  def call(%{started: started, took: took, result: result, text: text}) do
    times = ["at ", ms(started), ", took ", ms(took)]
    puts(["  ", :faint, times, :reset, "  ", String.pad_trailing(result, 7), text])
  end

  def calls_in_short([]), do: puts("  none")

  def calls_in_short(calls) do
    sum = calls |> Enum.map(& &1.took) |> Enum.sum()
    at_once = calls |> Enum.map(&running_at(&1.started, calls)) |> Enum.max()
    count = length(calls)

    if count > 1 do
      puts(["  ", :faint, "#{count} calls of #{bare_ms(sum)} ms in all, up to #{at_once} at once"])
    end
  end

  def console([]), do: puts("  nothing")
  def console(lines), do: Enum.each(lines, &puts(["  ", :green, "| ", :reset, &1]))

  def value(value), do: puts(indent(inspect(value, pretty: true, width: @width - 4, limit: 500)))

  @doc "An error map, and the line that it points at."
  def error(%{message: message} = error, code) do
    puts(["  ", :red, message])
    details = for key <- [:kind, :name, :line, :column], do: "#{key}: #{inspect(error[key])}"
    puts(["  ", :faint, Enum.join(details, ", ")])
    if error[:line], do: point_at(code, error.line, error[:column])
  end

  def error(reason, _code), do: puts(["  ", :red, inspect(reason)])

  def took(microseconds), do: puts(["\n  took ", :bright, bare_ms(microseconds), " ms"])

  defp point_at(code, line, column) do
    text = code |> String.split("\n") |> Enum.at(line - 1, "")
    puts("")
    source_line({text, line})
    if column, do: puts([String.duplicate(" ", 7 + column - 1), :red, "^"])
  end

  defp source_line({text, number}) do
    puts(["  ", :faint, String.pad_leading("#{number}", 3), :reset, "  ", text])
  end

  defp running_at(moment, calls) do
    Enum.count(calls, &(&1.started <= moment and moment < &1.started + &1.took))
  end

  defp rule(text), do: String.duplicate("─", max(@width - String.length(text) - 1, 0))

  defp indent(text), do: "  " <> String.replace(text, "\n", "\n  ")

  defp ms(microseconds), do: [String.pad_leading(bare_ms(microseconds), 5), " ms"]
  defp bare_ms(microseconds), do: :erlang.float_to_binary(microseconds / 1000, decimals: 1)

  defp puts(data), do: data |> List.wrap() |> IO.ANSI.format() |> IO.puts()
end
