defmodule OapiCodemode.HostileTest do
  # Not async: times are measured, and the programs use all dirty schedulers there are.
  use ExUnit.Case, async: false

  alias OapiCodemode.Executor.Native
  alias OapiCodemode.Test.{Hostile, NativeInfo}
  alias OapiCodemode.Test.Hostile.{Row, Runs}

  # How late a single answer may be on a loaded machine, and the median of all.
  @late_ms 1_000
  @median_late_ms 150

  @all_rows_timeout 600_000

  setup_all do
    level = Logger.level()
    # What callbacks raise, and what an engine panic said.
    Logger.configure(level: :none)
    on_exit(fn -> Logger.configure(level: level) end)

    former = NativeInfo.lasting_isolates()
    before = %{NativeInfo.now() | isolates: former}
    %{before: before, runs: start_supervised!({Runs, Hostile.rows()})}
  end

  for row <- Hostile.rows() do
    @tag timeout: @all_rows_timeout
    test row.name, %{runs: runs} do
      check(Runs.await(runs, unquote(row.name)))
    end
  end

  defp check(%{row: row} = run) do
    assert Row.accepts?(row, run.outcome), """
    #{row.name} (#{row.class}) ended in
      #{inspect(run.outcome, limit: 20, printable_limit: 400)}
    expected: #{Row.describe(row)}
    """

    assert run.ms <= row.timeout + @late_ms
    assert {:ok, %{value: 2}} = run.next
  end

  @tag timeout: @all_rows_timeout
  test "over all programs that end by their timeout, the median is on time", %{runs: runs} do
    late = for %{outcome: {:error, {:timeout, ms}}} = run <- Runs.await_all(runs), do: run.ms - ms
    median = late |> Enum.sort() |> Enum.at(div(length(late), 2))
    IO.puts("\n#{length(late)} timeouts: median #{median} ms late, at most #{Enum.max(late)} ms")
    assert median <= @median_late_ms
  end

  @tag timeout: @all_rows_timeout
  test "afterwards the counts are sane", %{runs: runs, before: before} do
    rows = length(Runs.await_all(runs))
    assert NativeInfo.isolates_at_most?(before.isolates)
    now = NativeInfo.now()
    assert now.runs >= before.runs + 2 * rows
    assert now.parked_threads - before.parked_threads <= rows
    assert now.parked_bytes < now.quarantine_budget
    assert now.engine_panics - before.engine_panics <= rows
  end

  @tag timeout: @all_rows_timeout
  test "afterwards every dirty CPU scheduler is in service", %{runs: runs} do
    Runs.await_all(runs)

    # Each tells when it computed. Where a scheduler is lost, two do one after the other.
    code = """
    async () => {
      const begin = Date.now();
      while (Date.now() < begin + 500) {}
      return [begin, Date.now()];
    }
    """

    spans =
      1..:erlang.system_info(:dirty_cpu_schedulers_online)
      |> Enum.map(fn _run -> Task.async(fn -> Native.run(code, %{}, timeout: 20_000) end) end)
      |> Task.await_many(60_000)
      |> Enum.map(fn {:ok, %{value: span}} -> span end)

    last_begin = spans |> Enum.map(&List.first/1) |> Enum.max()
    first_end = spans |> Enum.map(&List.last/1) |> Enum.min()
    assert last_begin < first_end, "not at the same time: #{inspect(spans)}"
  end
end
