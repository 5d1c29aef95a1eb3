defmodule OapiCodemode.Test.Hostile.Row do
  @moduledoc """
  One hostile program, and what is acceptable as its end.

  A file of `test/cases/hostile` begins with lines `// key: value`:

    * `expect`: `A | B | …`, each one of `timeout`, `error /regex/flags` for the message,
      `value JSON`;
    * `class`: what kind of attack it is;
    * `timeout`: milliseconds; where there is none, 500, or 10 000 for a program that has to come
      to an end of its own, which a loaded machine must not turn into a timeout;
    * `logs`: JSON, the console lines of an end that is not a timeout.
  """

  alias OapiCodemode.Test.JSON

  @directory Path.expand("../../cases/hostile", __DIR__)

  # `code` is a function that builds the program: some are too large to be kept. `timeout` in ms.
  defstruct [:name, :class, :expect, :code, timeout: nil, logs: :any]

  # Ends that are never a hostile program's doing.
  @never [:unavailable, :internal, :stopped, :invalid_input, :invalid_option]

  @doc "The programs that are files, in the order of their names."
  def files do
    @directory |> Path.join("*.js") |> Path.wildcard() |> Enum.sort() |> Enum.map(&read!/1)
  end

  defp read!(path) do
    text = File.read!(path)
    header = header(text, %{})
    options = for {key, read} <- options(), text = header[key], do: {key, read.(text)}
    name = Path.basename(path, ".js")
    new(name, Map.fetch!(header, :class), Map.fetch!(header, :expect), fn -> text end, options)
  end

  defp options, do: [timeout: &String.to_integer/1, logs: &JSON.decode!/1]

  @keys %{"expect" => :expect, "class" => :class, "timeout" => :timeout, "logs" => :logs}

  defp header(text, found) do
    case Regex.run(~r/\A\/\/ (expect|class|timeout|logs): ([^\n]*)\n(.*)\z/s, text) do
      [_all, key, value, rest] -> header(rest, Map.put(found, Map.fetch!(@keys, key), value))
      nil -> found
    end
  end

  @doc "A row; `options` are `:timeout` and `:logs`."
  def new(name, class, expect, code, options \\ []) do
    expect = parse(expect)
    timeout = if :timeout in expect, do: 500, else: 10_000
    row = %__MODULE__{name: name, class: class, expect: expect, code: code, timeout: timeout}
    struct!(row, options)
  end

  defp parse(expect) do
    expect |> String.split(~r/\s\|\s(?=timeout|error |value )/) |> Enum.map(&alternative/1)
  end

  defp alternative("timeout"), do: :timeout
  defp alternative("value " <> json), do: {:value, JSON.decode!(json)}

  defp alternative("error /" <> rest) do
    [_all, source, flags] = Regex.run(~r/\A(.+)\/([a-z]*)\z/, rest)
    {:error, Regex.compile!(source, flags)}
  end

  @doc "Whether the outcome of a run is one that the row accepts."
  def accepts?(row, outcome) do
    Enum.any?(row.expect, &met?(&1, outcome, row)) and logs_as_expected?(row.logs, outcome)
  end

  defp met?(:timeout, {:error, {:timeout, ms}}, row), do: ms == row.timeout
  defp met?({:value, expected}, {:ok, %{value: value}}, _row), do: value === expected

  # That the engine panicked is accepted only by a row that says so.
  defp met?({:error, regex}, {:error, %{message: message, kind: kind}}, _row) do
    kind not in @never and message =~ regex and
      (kind != :engine_panic or Regex.source(regex) =~ "engine failed")
  end

  defp met?(_alternative, _outcome, _row), do: false

  defp logs_as_expected?(:any, _outcome), do: true
  defp logs_as_expected?(_logs, {:error, {:timeout, _ms}}), do: true
  defp logs_as_expected?(logs, {_tag, outcome}), do: outcome.logs == logs

  @doc "The acceptable ends, for a failure's text."
  def describe(row) do
    ends = Enum.map_join(row.expect, " | ", &inspect/1)
    if row.logs == :any, do: ends, else: ends <> ", with the lines " <> inspect(row.logs)
  end
end
