# Measures memory in a node of its own, which bench/run.exs starts:
#
#     elixir bench/probe.exs memory MODULE ROW
#     elixir bench/probe.exs waiting MODULE COUNT
#
# Prints one line, a term for bench/run.exs. Linux only.

for file <- ~w(document inputs rows memory executors statistics load waiting),
    do: Code.require_file("#{file}.ex", __DIR__)

defmodule OapiCodemode.Bench.Probe do
  alias OapiCodemode.Bench.{Executors, Load, Memory, Rows, Waiting}

  # Runs of a row of which the peak is taken, and after how long there are no more of them.
  @runs 5
  @ms 5_000

  def main(["memory", name, id]), do: memory(Module.concat([name]), Rows.fetch!(id))

  def main(["waiting", name, count]),
    do: Waiting.measure(Module.concat([name]), String.to_integer(count))

  # The peak above the idle node, which has run something and has the row's input.
  defp memory(executor, row) do
    trivial = Rows.fetch!("a")
    {:ok, _result} = Executors.run(executor, trivial, Rows.env(trivial, 0))
    # Its parts stay with the node.
    if row.kind == :load, do: Enum.each(row.mix, &Rows.env(Rows.fetch!(&1), 0))
    env = if row.kind == :program, do: Rows.env(row, 0)
    for pid <- Process.list(), do: :erlang.garbage_collect(pid)
    Process.sleep(300)
    idle = Memory.resident()
    Memory.reset_peak()

    {_result, children} =
      Memory.watch_children(fn ->
        if env, do: repeat(executor, row, env, {@runs, now()}), else: Load.once(executor, row)
      end)

    %{own: Memory.peak() - idle, children: children}
  end

  defp repeat(executor, row, env, {left, start}) do
    {:ok, _result} = Executors.run(executor, row, env)
    if left > 1 and now() - start < @ms, do: repeat(executor, row, env, {left - 1, start})
  end

  defp now, do: System.monotonic_time(:millisecond)
end

Logger.configure(level: :error)

System.argv()
|> OapiCodemode.Bench.Probe.main()
|> :erlang.term_to_binary()
|> Base.encode64()
|> then(&IO.puts("probe:" <> &1))
