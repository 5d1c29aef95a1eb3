defmodule OapiCodemode.Executor.Native.Runner do
  @moduledoc false
  # One run: the process that starts the callbacks that the guest asks for and watches the
  # deadline. The slices themselves run in a process beside it (`Slices`), and the caller only
  # waits, so that nothing of a run ever reaches its mailbox, links, monitors or dictionary.

  alias OapiCodemode.Executor.Native
  alias OapiCodemode.Executor.Native.{HostCalls, Nif, Slices}

  defstruct [
    :caller_monitor,
    :slices,
    :slices_monitor,
    :deadline,
    :overdue,
    :drain_ms,
    :calls,
    # The guest's handle, known from its first wait on.
    handle: nil,
    # Whether the guest waits; otherwise a slice runs.
    waiting?: false,
    # `:sleeping` when a timer of the guest is due before the deadline, `:draining` when the program
    # has ended and only its calls are awaited.
    phase: :running,
    # When the waiting ends: the deadline, or earlier when sleeping or draining.
    until: nil,
    # Replies that arrived while a slice ran, newest first.
    replies: [],
    # The values of the replies of this slice, kept in case that the guest wants one encoded.
    values: %{}
  ]

  # What a guest that was stopped in the VM, or parked, needs to be known as such.
  @stop_grace_ms 100
  # What a guest that has its outcome needs to hand it over, also when schedulers are busy.
  @finish_grace_ms 2_000

  @doc false
  # Runs `input`, blocking the calling process until the run and all of its processes have ended.
  # `telemetry` is the run as `Telemetry` knows it.
  def run(input, options, telemetry) do
    {limit, overdue} = limit(options)
    if limit == 0, do: {:error, overdue}, else: run(input, options, limit, overdue, telemetry)
  end

  defp run(input, options, limit, overdue, telemetry) do
    caller = self()
    callers = [caller | Process.get(:"$callers", [])]
    metadata = Logger.metadata()
    deadline = now() + limit
    result_ref = make_ref()
    deliver = fn result -> send(caller, {result_ref, result}) end
    calls = HostCalls.new(input, options, callers, metadata, telemetry)

    {runner, monitor} =
      spawn_monitor(fn ->
        state = %__MODULE__{
          caller_monitor: Process.monitor(caller),
          deadline: deadline,
          until: deadline,
          overdue: overdue,
          drain_ms: options.drain_ms,
          calls: calls
        }

        with {:result, result} <- start(state), do: deliver.(result)
      end)

    meter = telemetry && telemetry.meter
    slices = spawn(fn -> Slices.run(runner, input, {deadline, options}, deliver, meter) end)

    send(runner, {:slices, slices})

    receive do
      {^result_ref, result} ->
        Process.demonitor(monitor, [:flush])
        result

      {:DOWN, ^monitor, :process, ^runner, _reason} ->
        delivered(result_ref, slices)
    end
  end

  # The runner ends after the result was sent, or crashed.
  defp delivered(result_ref, slices) do
    receive do
      {^result_ref, result} -> result
    after
      0 ->
        Process.exit(slices, :kill)
        {:error, Native.error(:internal, "the run's own process died")}
    end
  end

  # Which of the two deadlines is the earlier, and what the run answers when it passes.
  defp limit(%{timeout: timeout, wall_clock_ms: wall_clock})
       when is_integer(wall_clock) and wall_clock < timeout,
       do: {wall_clock, {:wall_clock, wall_clock}}

  defp limit(%{timeout: timeout}), do: {timeout, {:timeout, timeout}}

  defp start(state) do
    caller_monitor = state.caller_monitor

    receive do
      {:slices, slices} ->
        loop(%{state | slices: slices, slices_monitor: Process.monitor(slices)})

      {:DOWN, ^caller_monitor, :process, _pid, _reason} ->
        exit(:normal)
    end
  end

  defp loop(%{slices: slices, slices_monitor: slices_monitor, caller_monitor: caller} = state) do
    receive do
      {Slices, ^slices, slice} ->
        step(slice, state)

      {:DOWN, ^caller, :process, _pid, _reason} ->
        # The guest is stopped by this process's own end, which the handle watches.
        HostCalls.stop(state.calls)
        exit(:normal)

      {:DOWN, ^slices_monitor, :process, _pid, _reason} ->
        HostCalls.stop(state.calls)
        {:result, {:error, Native.error(:internal, "the run's own process died")}}

      message ->
        case HostCalls.handle_message(message, state.calls) do
          {:reply, id, result, calls} ->
            resume(%{state | calls: calls, replies: [{id, result} | state.replies]})

          {:ok, calls} ->
            loop(%{state | calls: calls})

          :unknown ->
            loop(state)
        end
    after
      max(state.until - now(), 0) -> overdue(state)
    end
  end

  # What a slice ended in.
  defp step({:calls, handle, requests, nil}, state) do
    requests |> issue(%{state | handle: handle, waiting?: true}) |> resume()
  end

  defp step({:drain, handle, requests, nil}, %{phase: :running} = state) do
    until = min(state.deadline, now() + state.drain_ms)
    step({:drain, handle, requests, nil}, %{state | phase: :draining, until: until})
  end

  # A timer of the guest is due in `sleep` ms: what waits is this process, no scheduler.
  defp step({:calls, handle, requests, sleep}, state) do
    until = now() + sleep
    state = %{state | handle: handle, waiting?: true}
    state = if until < state.deadline, do: %{state | phase: :sleeping, until: until}, else: state
    requests |> issue(state) |> resume()
  end

  defp step({:drain, handle, requests, nil}, state) do
    requests |> issue(%{state | handle: handle, waiting?: true}) |> resume()
  end

  # The outcome goes from the slices' process to the caller, once nothing of the run is left.
  defp step(:done, state) do
    HostCalls.stop(state.calls)
    send(state.slices, {Slices, :deliver})
    monitor = state.slices_monitor

    receive do
      {:DOWN, ^monitor, :process, _pid, _reason} -> :delivered
    end
  end

  defp step(:deadline, state) do
    HostCalls.stop(state.calls)
    {:result, {:error, state.overdue}}
  end

  defp step(:stopped, state) do
    HostCalls.stop(state.calls)
    {:result, {:error, Native.error(:stopped, "the run was stopped")}}
  end

  defp issue(requests, state) do
    calls =
      Enum.reduce(requests, state.calls, fn
        {id, :encode}, calls -> HostCalls.encode(calls, id, Map.fetch!(state.values, id))
        {id, name, args}, calls -> HostCalls.call(calls, id, name, args)
      end)

    %{state | calls: calls, values: %{}}
  end

  # Hands a waiting guest what has arrived; the next slice runs meanwhile.
  defp resume(%{waiting?: true, replies: [_ | _]} = state), do: wake(state)
  defp resume(state), do: loop(state)

  defp wake(%{replies: replies} = state) do
    send(state.slices, {Slices, :resume, state.handle, Enum.reverse(replies)})
    values = for {id, {:ok, value}} <- replies, into: %{}, do: {id, value}
    loop(awake(%{state | waiting?: false, replies: [], values: values}))
  end

  defp awake(%{phase: :sleeping} = state), do: %{state | phase: :running, until: state.deadline}
  defp awake(state), do: state

  # Not overdue: a timer is due.
  defp overdue(%{phase: :sleeping} = state), do: wake(state)

  # The outcome stands: what is in flight is killed, and the guest names it in its last lines. One
  # that computes (in a handler of a late reply) is stopped.
  defp overdue(%{phase: :draining} = state) do
    calls = HostCalls.stop(state.calls)
    if state.waiting?, do: finish(state), else: Nif.cancel(state.handle)
    last_step(%{state | calls: calls})
  end

  defp overdue(state) do
    if state.handle, do: Nif.cancel(state.handle)
    HostCalls.stop(state.calls)
    # A guest that computes has the same deadline: it is stopped by the time that this waits.
    unless state.waiting?, do: slice_within(state, @stop_grace_ms)
    Process.exit(state.slices, :kill)
    {:result, {:error, state.overdue}}
  end

  defp finish(state), do: send(state.slices, {Slices, :finish, state.handle})

  defp last_step(state) do
    case slice_within(state, @finish_grace_ms) do
      {:drain, _handle, _requests, nil} ->
        finish(state)
        last_step(state)

      :done ->
        step(:done, state)

      _none ->
        Process.exit(state.slices, :kill)
        {:result, {:error, state.overdue}}
    end
  end

  defp slice_within(%{slices: slices}, time) do
    receive do
      {Slices, ^slices, slice} -> slice
    after
      time -> nil
    end
  end

  defp now, do: System.monotonic_time(:millisecond)
end
