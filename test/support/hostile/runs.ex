defmodule OapiCodemode.Test.Hostile.Runs do
  @moduledoc """
  Runs hostile programs ahead of the tests that look at their ends: as many at once as there are
  dirty CPU schedulers, so that each gets one at once and its time can be measured. A program that
  a test waits for is next.

  After each program the same node is asked for `1 + 1`.
  """

  use GenServer

  alias OapiCodemode.Executor.Native
  alias OapiCodemode.Test.Hostile.Stub

  # All programs together, on a loaded machine.
  @patience 600_000

  defstruct [:row, :outcome, :ms, :next]

  def start_link(rows), do: GenServer.start_link(__MODULE__, rows)

  @doc "How the program of that name ended."
  def await(runs, name), do: GenServer.call(runs, {:await, name}, @patience)

  @doc "How all programs ended."
  def await_all(runs), do: GenServer.call(runs, :await_all, @patience)

  @impl true
  def init(rows) do
    runs = self()
    workers = :erlang.system_info(:dirty_cpu_schedulers_online)
    for _worker <- 1..workers, do: spawn_link(fn -> work(runs) end)
    {:ok, %{queue: rows, count: length(rows), ended: %{}, waiting: []}}
  end

  @impl true
  def handle_call(:next, _from, %{queue: []} = state), do: {:reply, :none, state}

  def handle_call(:next, _from, %{queue: [row | queue]} = state),
    do: {:reply, row, %{state | queue: queue}}

  def handle_call(awaited, from, state) do
    {wanted, others} = Enum.split_with(state.queue, &(awaited == {:await, &1.name}))

    {:noreply,
     answer(%{state | queue: wanted ++ others, waiting: [{awaited, from} | state.waiting]})}
  end

  @impl true
  def handle_cast({:ended, ended}, state),
    do: {:noreply, answer(%{state | ended: Map.put(state.ended, ended.row.name, ended)})}

  defp answer(%{ended: ended, count: count} = state) do
    waiting =
      Enum.reject(state.waiting, fn
        {{:await, name}, from} when is_map_key(ended, name) ->
          GenServer.reply(from, Map.fetch!(ended, name))

        {:await_all, from} when map_size(ended) == count ->
          GenServer.reply(from, Map.values(ended))

        _not_yet ->
          false
      end)

    %{state | waiting: waiting}
  end

  defp work(runs) do
    with %{} = row <- GenServer.call(runs, :next, @patience) do
      {outcome, ms} = Stub.run(row)
      next = Native.run("() => 1 + 1", %{}, timeout: 10_000)
      GenServer.cast(runs, {:ended, %__MODULE__{row: row, outcome: outcome, ms: ms, next: next}})
      work(runs)
    end
  end
end
