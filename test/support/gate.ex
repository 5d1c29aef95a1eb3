defmodule OapiCodemode.Test.Gate do
  @moduledoc """
  Holds processes until it opens: by itself when enough of them have arrived, or when told to.

  With it a test shows that calls are in flight together, or holds runs at a known point,
  without a sleep: where they are not together, the wait ends in an exit.
  """

  use GenServer

  @patience 30_000

  @doc "A gate that opens when `count` processes wait (`:infinity`: only by `open/1`)."
  def start_link(count), do: GenServer.start_link(__MODULE__, count)

  @doc "Waits until the gate is open."
  def pass(gate), do: GenServer.call(gate, :pass, @patience)

  @doc "Waits until `count` processes have arrived."
  def await_arrivals(gate, count), do: GenServer.call(gate, {:await_arrivals, count}, @patience)

  @doc "Lets everyone through, now and later."
  def open(gate), do: GenServer.call(gate, :open)

  @impl true
  def init(count), do: {:ok, %{count: count, open: false, arrived: 0, held: [], observers: []}}

  @impl true
  def handle_call(:pass, _from, %{open: true} = state), do: {:reply, :ok, state}

  def handle_call(:pass, from, state) do
    state = tell(%{state | arrived: state.arrived + 1, held: [from | state.held]})
    {:noreply, if(state.arrived >= state.count, do: release(state), else: state)}
  end

  def handle_call({:await_arrivals, count}, from, state),
    do: {:noreply, tell(%{state | observers: [{count, from} | state.observers]})}

  def handle_call(:open, _from, state), do: {:reply, :ok, release(state)}

  defp tell(state) do
    {ready, waiting} = Enum.split_with(state.observers, fn {n, _from} -> state.arrived >= n end)
    for {_count, from} <- ready, do: GenServer.reply(from, :ok)
    %{state | observers: waiting}
  end

  defp release(state) do
    for from <- state.held, do: GenServer.reply(from, :ok)
    %{state | open: true, held: []}
  end
end
