defmodule OapiCodemode.Executor.Native.HostCalls do
  @moduledoc false
  # The callback processes of one run: one process per call, concurrent up to a cap, killable.
  # Only the runner process uses this; replies and `:DOWN`s arrive in its mailbox.

  require Logger

  alias OapiCodemode.Executor.Native.Structs

  # running: monitor => {id, pid} or {id, pid, :replied}; queue: {id, work} in the order of issue.
  defstruct [
    :callbacks,
    :max,
    :host_errors,
    :callers,
    :metadata,
    running: %{},
    queue: :queue.new()
  ]

  @doc false
  # `callers` and `metadata` are what a callback process inherits: `$callers` and Logger metadata.
  def new(callbacks, options, callers, metadata) do
    %__MODULE__{
      callbacks: callbacks,
      max: options.max_concurrent_calls,
      host_errors: options.host_errors,
      callers: callers,
      metadata: metadata
    }
  end

  @doc false
  # Starts the call `name` with the list `args`, or queues it.
  def call(state, id, name, args) do
    function = Map.fetch!(state.callbacks, name)
    enqueue(state, id, fn -> apply_callback(function, args) end)
  end

  @doc false
  # Encodes the structs in `value`, the value that the call `id` gave: in a process of its own,
  # since encoders are the application's code.
  def encode(state, id, value) do
    enqueue(state, id, fn ->
      case Structs.encode(value, "reply") do
        {:ok, plain} -> {:ok, plain}
        {:error, text} -> {:error, {:not_json, text}}
      end
    end)
  end

  defp enqueue(state, id, work) do
    start_queued(%{state | queue: :queue.in({id, work}, state.queue)})
  end

  defp start_queued(%{running: running, max: max} = state) when map_size(running) >= max,
    do: state

  defp start_queued(state) do
    case :queue.out(state.queue) do
      {:empty, _} ->
        state

      {{:value, {id, work}}, queue} ->
        {pid, monitor} = start(id, work, state)
        start_queued(%{state | queue: queue, running: Map.put(state.running, monitor, {id, pid})})
    end
  end

  defp start(id, work, %{callers: callers, metadata: metadata, host_errors: host_errors}) do
    runner = self()

    spawn_monitor(fn ->
      Process.put(:"$callers", callers)
      Logger.metadata(metadata)
      send(runner, {__MODULE__, id, guarded(work, host_errors)})
    end)
  end

  # Arity 1 takes the argument list; arity 2 is the request callback of oapi_codemode 0.4.
  defp apply_callback(function, args) when is_function(function, 1), do: {:ok, function.(args)}

  defp apply_callback(function, args) do
    {:ok, function.(Enum.at(args, 0), Enum.at(args, 1))}
  end

  # What a callback says when it fails goes to the log and, unless the host asks for it with
  # `host_errors: :message`, nowhere else.
  defp guarded(work, host_errors) do
    work.()
  catch
    kind, reason ->
      Logger.error(fn ->
        "host callback failed: " <> Exception.format(kind, reason, __STACKTRACE__)
      end)

      {:error, failure(host_errors, kind, reason)}
  end

  defp failure(:message, :error, reason) do
    message = :error |> Exception.normalize(reason) |> Exception.message()
    {:raised, message |> String.split(["\r\n", "\n", "\r"]) |> hd()}
  rescue
    _ -> :raised
  end

  defp failure(_redacted, _kind, _reason), do: :raised

  @doc false
  # A message of the runner's mailbox: `{:reply, id, result, state}` when it settles a call,
  # `{:ok, state}` when it is one of ours and settles none, `:unknown` otherwise.
  def handle_message({__MODULE__, id, result}, state) do
    if replied?(state, id) do
      {:ok, state}
    else
      {:reply, id, result, mark_replied(state, id)}
    end
  end

  def handle_message({:DOWN, monitor, :process, _pid, reason}, state)
      when is_map_key(state.running, monitor) do
    {entry, running} = Map.pop!(state.running, monitor)
    state = start_queued(%{state | running: running})

    case entry do
      {_id, _pid, :replied} ->
        {:ok, state}

      {id, _pid} ->
        Logger.error(fn -> "host callback process died: " <> inspect(reason) end)
        {:reply, id, {:error, :raised}, state}
    end
  end

  def handle_message(_message, _state), do: :unknown

  defp replied?(state, id) do
    not Enum.any?(state.running, fn {_monitor, entry} -> match?({^id, _pid}, entry) end)
  end

  defp mark_replied(state, id) do
    {monitor, {id, pid}} = Enum.find(state.running, fn {_, entry} -> match?({^id, _}, entry) end)
    %{state | running: Map.put(state.running, monitor, {id, pid, :replied})}
  end

  @doc false
  # Kills what still runs, drops what is queued, and returns when every process is known dead: the
  # callback processes, and with each those that it started and linked, which might trap the exit.
  def stop(state) do
    callbacks = for {_monitor, entry} <- state.running, do: elem(entry, 1)
    started = Enum.flat_map(callbacks, &linked_children(&1, callbacks))
    Enum.each(callbacks, &Process.exit(&1, :kill))
    for {monitor, _entry} <- state.running, do: await_down(monitor)
    Enum.each(started, &kill/1)
    %{state | running: %{}, queue: :queue.new()}
  end

  # Processes that `pid` is linked to and has started itself, and theirs in turn. A process that it
  # only linked to (a pool, a server of the application) gets the exit signal and decides itself.
  # Suspended first, so that none is started between the look and the kill.
  defp linked_children(pid, known) do
    suspend(pid)

    with {:links, links} <- Process.info(pid, :links) do
      children = for link <- links, is_pid(link), link not in known, child?(link, pid), do: link
      children ++ Enum.flat_map(children, &linked_children(&1, [pid | known]))
    else
      nil -> []
    end
  end

  defp suspend(pid) do
    :erlang.suspend_process(pid)
  rescue
    # It has ended meanwhile.
    ArgumentError -> true
  end

  defp child?(pid, parent) do
    node(pid) == node() and Process.info(pid, :parent) == {:parent, parent}
  end

  defp kill(pid) do
    monitor = Process.monitor(pid)
    Process.exit(pid, :kill)
    await_down(monitor)
  end

  defp await_down(monitor) do
    receive do
      {:DOWN, ^monitor, :process, _pid, _reason} -> :ok
    end
  end
end
