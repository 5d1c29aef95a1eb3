defmodule OapiCodemode.Bench.Report do
  @moduledoc "The tables, in Markdown. The first executor is the one that the others are compared with."

  alias OapiCodemode.Bench.Executors

  @doc "Starts the table of times."
  def times_head(executors), do: head(executors, "ms (p95, p99)")

  @doc "A row of it; `results` has statistics in microseconds, or words, by executor."
  def times_row(row, executors, results) do
    cells = Enum.map(executors, &time(results[&1]))

    medians =
      for executor <- executors, do: with(%{median: median} <- results[executor], do: median)

    line([row.id, row.title] ++ cells ++ ratios(medians, :less))
  end

  def load_head(executors), do: head(executors, "runs/s (p95)")

  def load_row(row, executors, results) do
    cells = Enum.map(executors, &rate(results[&1]))
    rates = for executor <- executors, do: with(%{rate: rate} <- results[executor], do: rate)
    line([row.id, row.title] ++ cells ++ ratios(rates, :more))
  end

  def memory_head(executors), do: head(executors, "MiB")

  def memory_row(row, executors, results) do
    cells = Enum.map(executors, &peak(results[&1]))

    totals =
      for executor <- executors,
          do: with(%{own: own, children: children} <- results[executor], do: own + children)

    line([row.id, row.title] ++ cells ++ ratios(totals, :less))
  end

  def waiting_head do
    table_head([
      "executor",
      "runs waiting",
      "resident each, MiB",
      "threads each",
      "processes each",
      "schedulers held",
      "a trivial run meanwhile, ms"
    ])
  end

  def waiting_row(executor, %{} = result) do
    line([
      Executors.label(executor),
      result.runs,
      number(result.resident_each / 1_048_576),
      number(result.threads_each),
      number(result.processes_each),
      number(result.schedulers_held),
      milliseconds(result.trivial_us)
    ])
  end

  def waiting_row(executor, words),
    do: line([Executors.label(executor), words, "", "", "", "", ""])

  defp head(executors, unit) do
    labels = Enum.map(executors, &Executors.label/1)
    columns = Enum.map(labels, &"#{&1} #{unit}")
    table_head(["row", "what"] ++ columns ++ ratio_columns(labels))
  end

  # --- cells ------------------------------------------------------------------------------------

  defp time(%{median: median, p95: p95, p99: p99}),
    do: "#{milliseconds(median)} (#{milliseconds(p95)}, #{milliseconds(p99)})"

  defp time(words), do: words || "–"

  defp rate(%{rate: rate, p95: p95}), do: "#{number(rate)} (#{milliseconds(p95)} ms)"
  defp rate(words), do: words || "–"

  defp peak(%{own: own, children: 0}), do: mib(own)
  defp peak(%{own: own, children: children}), do: "#{mib(own)} + #{mib(children)} child"
  defp peak(words), do: words || "–"

  defp mib(bytes), do: number(bytes / 1_048_576)

  # How many times better the first executor is.
  defp ratio_columns([first | others]), do: Enum.map(others, &"#{first} against #{&1}")

  defp ratios([first | others], better), do: Enum.map(others, &ratio(first, &1, better))

  defp ratio(first, other, better) when is_number(first) and is_number(other) and first > 0 do
    ratio = if better == :less, do: first / other, else: first / max(other, 0.001)
    "#{:erlang.float_to_binary(ratio * 1.0, decimals: if(ratio < 10, do: 2, else: 0))} ×"
  end

  defp ratio(_first, _other, _better), do: "–"

  defp milliseconds(microseconds), do: number(microseconds / 1_000)

  # Three digits that count.
  defp number(value) when abs(value) < 1, do: :erlang.float_to_binary(value * 1.0, decimals: 3)
  defp number(value) when abs(value) < 10, do: :erlang.float_to_binary(value * 1.0, decimals: 2)
  defp number(value) when abs(value) < 100, do: :erlang.float_to_binary(value * 1.0, decimals: 1)
  defp number(value), do: Integer.to_string(round(value))

  defp table_head(columns),
    do: line(columns) <> "\n" <> line(Enum.map(columns, fn _ -> "---" end))

  defp line(cells), do: "| " <> Enum.join(cells, " | ") <> " |"
end
