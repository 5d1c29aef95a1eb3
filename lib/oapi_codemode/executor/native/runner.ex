defmodule OapiCodemode.Executor.Native.Runner do
  @moduledoc false
  # One run: a process of its own that drives the guest slice by slice, starts the callbacks that
  # it asks for, and watches the deadline. The caller only waits for it, so that nothing of a run
  # ever reaches the caller's mailbox, links, monitors or dictionary.

  require Logger

  alias OapiCodemode.Executor.Native
  alias OapiCodemode.Executor.Native.{HostCalls, Nif, Structs}

  defstruct [
    :input,
    :caller_monitor,
    :deadline,
    :overdue,
    :drain_ms,
    :memory_limit,
    :calls,
    values: %{}
  ]

  @doc false
  # Runs `input`, blocking the calling process until the run and all of its processes have ended.
  def run(input, options) do
    {limit, overdue} = limit(options)
    if limit == 0, do: {:error, overdue}, else: run(input, options, limit, overdue)
  end

  defp run(input, options, limit, overdue) do
    caller = self()
    callers = [caller | Process.get(:"$callers", [])]
    metadata = Logger.metadata()
    deadline = now() + limit
    result_ref = make_ref()

    {runner, monitor} =
      spawn_monitor(fn ->
        state = %__MODULE__{
          input: input,
          caller_monitor: Process.monitor(caller),
          deadline: deadline,
          overdue: overdue,
          drain_ms: options.drain_ms,
          memory_limit: options.memory_limit,
          calls: HostCalls.new(input.callbacks, options.max_concurrent_calls, callers, metadata)
        }

        send(caller, {result_ref, start(state, caller)})
      end)

    receive do
      {^result_ref, result} ->
        Process.demonitor(monitor, [:flush])
        result

      {:DOWN, ^monitor, :process, ^runner, _reason} ->
        {:error, Native.error(:internal, "the run's own process died")}
    end
  end

  # Which of the two deadlines is the earlier, and what the run answers when it passes.
  defp limit(%{timeout: timeout, wall_clock_ms: wall_clock})
       when is_integer(wall_clock) and wall_clock < timeout,
       do: {wall_clock, {:wall_clock, wall_clock}}

  defp limit(%{timeout: timeout}), do: {timeout, {:timeout, timeout}}

  defp start(state, caller) do
    %{input: input} = state

    case first_slice(input.globals, state, caller) do
      :unencoded ->
        with {:ok, globals} <- encode_globals(state) do
          globals |> first_slice(state, caller) |> step(state)
        end

      slice ->
        step(slice, state)
    end
  end

  defp first_slice(globals, %{input: input} = state, caller) do
    world = {globals, Map.keys(input.callbacks), input.api_names, caller}
    Nif.run(input.code, world, {time_left(state), state.memory_limit})
  end

  # In a process that can be killed: encoders are the application's code.
  defp encode_globals(%{input: input} = state) do
    runner = self()
    ref = make_ref()
    globals = input.globals

    {pid, monitor} =
      spawn_monitor(fn -> send(runner, {ref, Structs.encode(globals, "globals")}) end)

    receive do
      {^ref, {:ok, globals}} ->
        Process.demonitor(monitor, [:flush])
        {:ok, globals}

      {^ref, {:error, message}} ->
        Process.demonitor(monitor, [:flush])
        {:error, Native.error(:invalid_input, message)}

      {:DOWN, ^monitor, :process, ^pid, _reason} ->
        {:error, Native.error(:invalid_input, "globals: encoding a struct failed")}
    after
      time_left(state) ->
        Process.exit(pid, :kill)

        receive do
          {:DOWN, ^monitor, :process, ^pid, _reason} -> {:error, state.overdue}
        end
    end
  end

  # What a slice ended in.
  defp step({:calls, handle, requests, nil}, state) do
    requests |> issue(state) |> await(handle, :running, state.deadline)
  end

  # A timer of the guest is due in `sleep` ms: what waits is this process, no scheduler.
  defp step({:calls, handle, requests, sleep}, state) do
    state = issue(requests, state)
    wake = now() + sleep

    if wake < state.deadline,
      do: await(state, handle, :sleeping, wake),
      else: await(state, handle, :running, state.deadline)
  end

  defp step({:drain, handle, requests, nil}, state) do
    drain_until = min(state.deadline, now() + state.drain_ms)
    requests |> issue(%{state | drain_ms: 0}) |> await(handle, :draining, drain_until)
  end

  defp step({:done, outcome}, state) do
    HostCalls.stop(state.calls)
    outcome(outcome)
  end

  defp step(:deadline, state) do
    HostCalls.stop(state.calls)
    {:error, state.overdue}
  end

  defp step(:stopped, state) do
    HostCalls.stop(state.calls)
    {:error, Native.error(:stopped, "the run was stopped")}
  end

  defp step(:unencoded, _state) do
    {:error, Native.error(:invalid_input, "globals: a struct is left after encoding")}
  end

  defp step({:refused, reason}, _state) do
    {:error, Native.error(:unavailable, reason)}
  end

  defp issue(requests, state) do
    calls =
      Enum.reduce(requests, state.calls, fn
        {id, :encode}, calls -> HostCalls.encode(calls, id, Map.fetch!(state.values, id))
        {id, name, args}, calls -> HostCalls.call(calls, id, name, args)
      end)

    %{state | calls: calls}
  end

  # Waits for replies and resumes with all that have arrived.
  defp await(state, handle, phase, until) do
    receive do
      {:DOWN, monitor, :process, _pid, _reason} when monitor == state.caller_monitor ->
        Nif.cancel(handle)
        step(:stopped, state)

      message ->
        case HostCalls.handle_message(message, state.calls) do
          {:reply, id, result, calls} ->
            resume([{id, result}], %{state | calls: calls}, handle, phase, until)

          {:ok, calls} ->
            await(%{state | calls: calls}, handle, phase, until)

          :unknown ->
            await(state, handle, phase, until)
        end
    after
      max(until - now(), 0) -> overdue(handle, phase, state)
    end
  end

  defp resume(replies, state, handle, phase, until) do
    receive do
      {HostCalls, _id, _result} = message ->
        case HostCalls.handle_message(message, state.calls) do
          {:reply, id, result, calls} ->
            resume([{id, result} | replies], %{state | calls: calls}, handle, phase, until)

          {:ok, calls} ->
            resume(replies, %{state | calls: calls}, handle, phase, until)
        end
    after
      0 ->
        # Kept for the one slice in which the guest may ask to have them encoded.
        values = for {id, {:ok, value}} <- replies, into: %{}, do: {id, value}
        slice = Nif.resume(handle, Enum.reverse(replies))
        again(slice, %{state | values: values}, until)
    end
  end

  # A drain keeps the end that it began with.
  defp again({:drain, handle, requests, nil}, %{drain_ms: 0} = state, until) do
    requests |> issue(state) |> await(handle, :draining, until)
  end

  defp again(slice, state, _until), do: step(slice, state)

  # Not overdue: awake.
  defp overdue(handle, :sleeping, state) do
    handle |> Nif.resume([]) |> step(%{state | values: %{}})
  end

  defp overdue(handle, :running, state) do
    Nif.cancel(handle)
    step(:deadline, state)
  end

  # The outcome stands: what is in flight is killed, and the guest names it in its last lines.
  defp overdue(handle, :draining, state) do
    calls = HostCalls.stop(state.calls)

    case Nif.resume(handle, :finish) do
      {:done, outcome} -> outcome(outcome)
      slice -> step(slice, %{state | calls: calls})
    end
  end

  defp outcome({:ok, value, logs}), do: {:ok, %{value: value, logs: logs}}

  defp outcome({:error, kind, name, message, {line, column}, logs, detail}) do
    if detail, do: Logger.error("the JavaScript engine failed: " <> detail)
    {:error, Native.error(kind, message, name: name, line: line, column: column, logs: logs)}
  end

  defp time_left(state), do: max(state.deadline - now(), 0)
  defp now, do: System.monotonic_time(:millisecond)
end
