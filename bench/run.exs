# Measures the rows of bench/rows.ex: `./dev bench [OPTIONS] [ROWS]`, or with `mix run`:
#
#     mix run bench/run.exs
#     mix run bench/run.exs --quick a b e e-again
#     mix run bench/run.exs --executors Native,SafeJS,Deno
#
#   --executors A,B   modules (`Native` is short for OapiCodemode.Executor.Native) that are loaded;
#                     the first is compared with the others
#   --quick           fewer samples, and 100 waiting runs in place of 1 000
#   --plain           the plain loop also where Benchee is installed
#   --seconds N       time of each executor on each row
#   --waiting N       runs that wait at once
#
# ROWS are ids of bench/rows.ex, and `memory` and `waiting` for those tables; all by default. With
# ids given, `memory` is about those rows. Prints Markdown; bench/README.md says how to read it.

for file <- ~w(document inputs rows memory executors statistics latency load report),
    do: Code.require_file("#{file}.ex", __DIR__)

defmodule OapiCodemode.Bench.Run do
  alias OapiCodemode.Bench.{Executors, Latency, Load, Memory, Report, Rows}

  @switches [
    executors: :string,
    quick: :boolean,
    plain: :boolean,
    seconds: :float,
    waiting: :integer
  ]

  def main(argv) do
    {options, names} = OptionParser.parse!(argv, strict: @switches)
    {tables, ids} = Enum.split_with(names, &(&1 in ~w(memory waiting)))
    wanted? = fn table -> names == [] or table in tables end
    rows = if ids == [], do: Rows.all(), else: Enum.map(ids, &Rows.fetch!/1)
    settings = settings(options)
    executors = executors(options)

    IO.puts(about(settings))
    able = if names == [] or ids != [] or "memory" in tables, do: able(executors, rows)
    if names == [] or ids != [], do: times(executors, rows, able, settings)
    if wanted?.("memory"), do: memory(executors, rows, able)
    if wanted?.("waiting"), do: waiting(executors, settings)
  end

  defp settings(options) do
    quick? = Keyword.get(options, :quick, false)

    %{
      seconds: Keyword.get(options, :seconds, if(quick?, do: 0.3, else: 3.0)),
      rounds: if(quick?, do: 3, else: 15),
      least: if(quick?, do: 1, else: 3),
      repeats: if(quick?, do: 1, else: 3),
      waiting: Keyword.get(options, :waiting, if(quick?, do: 100, else: 1_000)),
      benchee?: Code.ensure_loaded?(Benchee) and not Keyword.get(options, :plain, false)
    }
  end

  defp executors(options) do
    names = options |> Keyword.get(:executors, "Native") |> String.split(",")
    {found, missing} = Executors.named(names)
    for name <- missing, do: IO.puts(:stderr, "#{name} is not loaded")
    if found == [], do: System.halt(2), else: found
  end

  defp about(settings) do
    sampler = if settings.benchee?, do: "Benchee", else: "the plain loop"

    "#{System.schedulers_online()} schedulers, OTP #{System.otp_release()}, " <>
      "Elixir #{System.version()}; samples by #{sampler}; #{DateTime.utc_now() |> DateTime.truncate(:second)}\n"
  end

  # Which executors answer what a row expects, by row; words for those that do not.
  defp able(executors, rows) do
    programs = rows |> Enum.flat_map(&Map.get(&1, :mix, [&1.id])) |> Enum.uniq()

    for id <- programs, row = Rows.fetch!(id), expected = row.expected.(), into: %{} do
      {id, Map.new(executors, &{&1, Executors.check(&1, row, expected)})}
    end
  end

  defp fit(row, executors, able) do
    verdicts =
      for executor <- executors do
        ids = Map.get(row, :mix, [row.id])
        {executor, ids |> Enum.map(&able[&1][executor]) |> Enum.find(:ok, &(&1 != :ok))}
      end

    {good, bad} = Enum.split_with(verdicts, &match?({_executor, :ok}, &1))

    {Enum.map(good, &elem(&1, 0)),
     Map.new(bad, fn {executor, {:wrong, words}} -> {executor, words} end)}
  end

  defp times(executors, rows, able, settings) do
    {programs, loads} = Enum.split_with(rows, &(&1.kind == :program))

    table(programs, Report.times_head(executors), fn row ->
      {good, bad} = fit(row, executors, able)
      results = Map.merge(Latency.measure(good, row, settings), bad)
      Report.times_row(row, executors, results)
    end)

    table(loads, Report.load_head(executors), fn row ->
      {good, bad} = fit(row, executors, able)
      results = Map.merge(Load.measure(good, row, settings.repeats), bad)
      Report.load_row(row, executors, results)
    end)
  end

  defp memory(executors, rows, able) do
    if Memory.available?() do
      table(rows, Report.memory_head(executors), fn row ->
        {good, bad} = fit(row, executors, able)
        results = Map.new(good, &{&1, probe(["memory", inspect(&1), row.id])})
        Report.memory_row(row, executors, Map.merge(results, bad))
      end)
    else
      IO.puts("memory is measured on Linux only\n")
    end
  end

  defp waiting(executors, settings) do
    if Memory.available?() do
      table(executors, Report.waiting_head(), fn executor ->
        result = probe(["waiting", inspect(executor), Integer.to_string(settings.waiting)])
        Report.waiting_row(executor, result)
      end)
    else
      IO.puts("waiting runs are measured on Linux only\n")
    end
  end

  defp table([], _head, _line), do: :ok

  defp table(items, head, line) do
    IO.puts(head)
    for item <- items, do: IO.puts(line.(item))
    IO.puts("")
  end

  # A fresh node with this node's code.
  defp probe(arguments) do
    paths = Enum.flat_map(:code.get_path(), &["-pa", List.to_string(&1)])
    script = Path.join(__DIR__, "probe.exs")
    command = System.find_executable("elixir")

    {output, _status} = System.cmd(command, paths ++ [script | arguments], stderr_to_stdout: true)

    case Regex.run(~r/^probe:(.*)$/m, output) do
      [_all, term] ->
        term |> Base.decode64!() |> :erlang.binary_to_term()

      nil ->
        output
        |> String.split("\n")
        |> Enum.find("no answer", &(&1 =~ ~r/\S/))
        |> String.slice(0, 120)
    end
  end
end

Logger.configure(level: :error)
OapiCodemode.Bench.Run.main(System.argv())
