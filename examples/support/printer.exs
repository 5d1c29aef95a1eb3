# How the demo looks: what was asked, programs with line numbers, calls, console lines, results.
# Colours only where the terminal has them (IO.ANSI decides).

defmodule Demo.Printer do
  @width 98
  # More calls of one kind are counted, not listed.
  @calls_shown 4

  def title(text, subtitle) do
    puts([:bright, text])
    puts([:faint, subtitle])
  end

  def tools(tools) do
    for %{name: name, description: description} <- tools do
      puts(["\n", :bright, name])
      puts([:faint, indent(String.trim(description))])
    end
  end

  def heading(text), do: puts(["\n", :bright, :cyan, text, " ", rule(text)])

  def turn(number, tool), do: puts(["\n  ", :yellow, "#{number}. #{tool}", "\n"])

  def source(code), do: code |> lines() |> Enum.each(&source_line/1)

  @doc "What a corrected program has that the one before had not, and the other way round."
  def changes(before, corrected) do
    [old, new] =
      for code <- [before, corrected], do: for({line, _number} <- lines(code), do: line)

    for {kind, lines} <- List.myers_difference(old, new), kind != :eq, line <- lines do
      case kind do
        :del -> puts([:red, "     - ", line])
        :ins -> puts([:green, "     + ", line])
      end
    end
  end

  def calls([]), do: :ok

  def calls(calls) do
    {shown, rest} = Enum.split(calls, @calls_shown)
    puts("")

    for %{"api" => api, "operation" => operation, "status" => status} <- shown,
        do: puts(["  ", :faint, "call  ", :reset, "#{api} #{operation} → #{status}"])

    if rest != [], do: puts([:faint, "        and #{length(rest)} more, #{statuses(rest)}"])
  end

  defp statuses(calls) do
    calls
    |> Enum.frequencies_by(& &1["status"])
    |> Enum.map_join(", ", fn {status, count} -> "#{count} → #{status}" end)
  end

  def console(lines) do
    {shown, rest} = Enum.split(lines, @calls_shown)
    Enum.each(shown, &puts(["  ", :faint, "log   ", :reset, :green, &1]))
    if rest != [], do: puts([:faint, "        and #{length(rest)} more lines"])
  end

  def value(value),
    do: puts(["\n", indent(inspect(value, pretty: true, width: @width - 4, limit: 500))])

  @doc "An error's message, and the line that it points at."
  def error(message, code) do
    puts(["\n  ", :red, message])

    with [_all, line, column] <- Regex.run(~r/\(line (\d+), column (\d+)\)/, message),
         {text, number} <- List.keyfind(lines(code), String.to_integer(line), 1) do
      source_line({text, number})
      puts([String.duplicate(" ", 7 + String.to_integer(column) - 1), :red, "^"])
    end
  end

  def says(text), do: puts(["\n  ", :magenta, "The model: ", :reset, text])

  def took(microseconds) do
    ms = :erlang.float_to_binary(microseconds / 1000, decimals: 1)
    puts(["\n  ", :faint, "took #{ms} ms"])
  end

  defp lines(code), do: code |> String.trim_trailing() |> String.split("\n") |> Enum.with_index(1)

  defp source_line({text, number}) do
    puts(["  ", :faint, String.pad_leading("#{number}", 3), :reset, "  ", text])
  end

  defp rule(text), do: String.duplicate("─", max(@width - String.length(text) - 1, 0))

  defp indent(text), do: "  " <> String.replace(text, "\n", "\n  ")

  defp puts(data), do: data |> List.wrap() |> IO.ANSI.format() |> IO.puts()
end
