defmodule OapiCodemode.Executor.Native.Telemetry do
  @moduledoc """
  The events of a run, for [`:telemetry`](https://hexdocs.pm/telemetry).

  Nothing has to be switched on: attach a handler. Where the `:telemetry` package is not there, or
  not loaded, there are no events, and nothing is measured for them.

      :telemetry.attach_many(
        "my-app-codemode",
        OapiCodemode.Executor.Native.Telemetry.events(),
        &MyApp.Metrics.handle/4,
        nil
      )

  No event has code, values, arguments, console lines or the text of an error in it: nothing that a
  program or an API says. Times are in native units (`System.convert_time_unit/3`).

  ## `[:oapi_codemode_native, :run, :start]`

  `run/3` was called. In the calling process, as the other two of a run.

  | measurement | |
  | --- | --- |
  | `system_time`, `monotonic_time` | now |
  | `code_bytes` | the size of the program's text |

  ## `[:oapi_codemode_native, :run, :stop]`

  `run/3` is about to return.

  | measurement | |
  | --- | --- |
  | `duration` | from the start |
  | `compute_time` | of that, in the engine, or waiting for a scheduler to be in the engine |
  | `waiting_time` | the rest: waiting for callbacks and timers, starting and ending the run |
  | `slices` | how many times the engine was entered |
  | `calls` | host calls that the program made |
  | `log_lines`, `log_bytes` | what the result has of the console |
  | `monotonic_time` | now |

  | metadata | |
  | --- | --- |
  | `outcome` | `:ok`, `:timeout`, `:wall_clock`, or the `kind` of the error (`:js_error`, `:memory_limit`, …), `:invalid_option` and `:invalid_input` included |

  ## `[:oapi_codemode_native, :run, :exception]`

  `run/3` itself raised, which is a fault of this package. `duration` and `monotonic_time`;
  metadata `kind` and `exception`, the exception's module.

  ## `[:oapi_codemode_native, :host_call, :start]`

  A callback begins. In the process of that call, as `:stop`.

  | measurement | |
  | --- | --- |
  | `system_time`, `monotonic_time` | now |
  | `queue_time` | how long the call waited for its turn: high values say that `:max_concurrent_calls` is low for such programs |

  | metadata | |
  | --- | --- |
  | `name` | the callback's name, a string |
  | `api` | the API's name when the call is one of `apis.<name>.request`, or one that has such a name as its first argument; otherwise `nil` |

  ## `[:oapi_codemode_native, :host_call, :stop]`

  The callback has returned. `duration` and `monotonic_time`; metadata `name` and `api`. What it returned may
  still be refused, when it is not JSON.

  ## `[:oapi_codemode_native, :host_call, :exception]`

  The callback failed, or was killed: at the run's deadline, or when the program had ended and
  `:drain_ms` had passed. `duration` and `monotonic_time`; metadata `name`, `api`, `kind`
  (`:error`, `:throw`, `:exit` in the call's process, or `:killed`, then from the process of the run) and
  `exception`, the exception's module or `nil`. What it said is in the log.

  ## `[:oapi_codemode_native, :quarantine]`

  A guest that could not be stopped was parked for ever. Each is in exactly one event of its node:
  that of the first run that ended after it was parked, before its `:stop`. This is often a later
  run than its own, since a guest that is over its time is given a second before it is parked, and
  its caller does not wait for that. Where runs are rare, have `quarantine/0` called now and then.

  | measurement | |
  | --- | --- |
  | `count` | guests that were parked since the last such event |
  | `parked_threads` | parked in the node so far |
  | `parked_bytes`, `quarantine_budget` | what they hold, and what they may: past it new runs are refused |

  ## In all of them

  In those of runs and of calls, the metadata `telemetry_span_context`: a reference, the same in
  `:start` and in `:stop` or `:exception`. In those of a call and of the quarantine, `run`: that of
  the run, `nil` in an event that came by `quarantine/0`.

  Of a run whose calling process is killed there is no end; its calls are killed and have theirs.
  The peak of a run's memory is not in the events yet.
  """

  alias OapiCodemode.Executor.Native.{Meter, Nif}

  @app :oapi_codemode_native
  @run [@app, :run]
  @host_call [@app, :host_call]
  @quarantine [@app, :quarantine]

  @mark {__MODULE__, :parked_threads}

  # How many parked guests the node's events have told of: kept for the node, set once.
  @on_load :load

  @doc false
  def load do
    if :persistent_term.get(@mark, nil) == nil,
      do: :persistent_term.put(@mark, :atomics.new(1, signed: false))

    :ok
  end

  @doc "The names of all events."
  @spec events() :: [[atom(), ...], ...]
  def events do
    spans =
      for span <- [@run, @host_call], phase <- [:start, :stop, :exception], do: span ++ [phase]

    spans ++ [@quarantine]
  end

  # Nobody can have attached a handler while the module is not loaded.
  defp listened_to?, do: :erlang.function_exported(:telemetry, :execute, 3)

  @doc false
  # A run: `fun` gets what its processes pass on, `nil` when nobody can be listening.
  def run(code, fun) do
    if listened_to?(), do: span(code, fun), else: fun.(nil)
  end

  defp span(code, fun) do
    run = %{context: make_ref(), meter: Meter.new()}
    metadata = %{telemetry_span_context: run.context}
    started = now()
    code_bytes = if is_binary(code), do: byte_size(code), else: 0
    execute(@run ++ [:start], start_of(started, %{code_bytes: code_bytes}), metadata)

    try do
      fun.(run)
    catch
      kind, reason ->
        failed = Map.merge(metadata, %{kind: kind, exception: exception(kind, reason)})
        execute(@run ++ [:exception], end_of(started), failed)
        :erlang.raise(kind, reason, __STACKTRACE__)
    else
      result ->
        tell_quarantine(run.context)
        outcome = Map.put(metadata, :outcome, outcome(result))
        execute(@run ++ [:stop], used(end_of(started), run.meter, result), outcome)
        result
    end
  end

  defp used(ended, meter, result) do
    used = Meter.read(meter)
    logs = logs(result)

    Map.merge(ended, used)
    |> Map.put(:waiting_time, max(ended.duration - used.compute_time, 0))
    |> Map.put(:log_lines, length(logs))
    |> Map.put(:log_bytes, logs |> Enum.map(&byte_size/1) |> Enum.sum())
  end

  defp logs({_ok_or_error, %{logs: logs}}), do: logs
  defp logs(_timeout), do: []

  defp outcome({:ok, _result}), do: :ok
  defp outcome({:error, %{kind: kind}}), do: kind
  defp outcome({:error, {kind, _ms}}), do: kind

  @doc """
  Tells of guests that were parked since the last `[:oapi_codemode_native, :quarantine]` event.

  Every run does this at its end. For a periodic measurement, with `:telemetry_poller`:
  `{OapiCodemode.Executor.Native.Telemetry, :quarantine, []}`.

      iex> OapiCodemode.Executor.Native.Telemetry.quarantine()
      :ok
  """
  @spec quarantine() :: :ok
  def quarantine do
    if listened_to?(), do: tell_quarantine(nil), else: :ok
  end

  # Of runs that end together, the one that moves the mark tells.
  defp tell_quarantine(run) do
    info = Nif.info()
    mark = :persistent_term.get(@mark)
    told = :atomics.get(mark, 1)

    if info.parked_threads > told and
         :atomics.compare_exchange(mark, 1, told, info.parked_threads) == :ok do
      measurements = Map.take(info, [:parked_threads, :parked_bytes, :quarantine_budget])
      count = info.parked_threads - told
      execute(@quarantine, Map.put(measurements, :count, count), %{run: run})
    end

    :ok
  end

  @doc false
  # A host call that was asked for: its metadata, `nil` when nobody can be listening.
  def host_call(nil, _name, _args, _api_names), do: nil

  def host_call(run, name, args, api_names) do
    %{
      asked: now(),
      metadata: %{
        telemetry_span_context: make_ref(),
        run: run.context,
        name: name,
        api: api(args, api_names)
      }
    }
  end

  # A name that the host has given, and nothing else that a program says.
  defp api([first | _rest], api_names), do: if(first in api_names, do: first)
  defp api([], _api_names), do: nil

  @doc false
  # The call itself, in its own process: `fun`, with the events around it.
  def host_call(nil, fun), do: fun.()

  def host_call(call, fun) do
    started = now()
    queued = %{queue_time: started - call.asked}
    execute(@host_call ++ [:start], start_of(started, queued), call.metadata)

    try do
      fun.()
    catch
      kind, reason ->
        failed = Map.merge(call.metadata, %{kind: kind, exception: exception(kind, reason)})
        execute(@host_call ++ [:exception], end_of(started), failed)
        :erlang.raise(kind, reason, __STACKTRACE__)
    else
      result ->
        execute(@host_call ++ [:stop], end_of(started), call.metadata)
        result
    end
  end

  @doc false
  # The call was killed; `started` is when its process was.
  def killed(nil), do: :ok

  def killed(call) do
    metadata = Map.merge(call.metadata, %{kind: :killed, exception: nil})
    execute(@host_call ++ [:exception], end_of(call.started), metadata)
  end

  defp exception(:error, %module{}), do: module
  defp exception(:error, reason), do: Exception.normalize(:error, reason).__struct__
  defp exception(_throw_or_exit, _reason), do: nil

  defp start_of(started, measurements),
    do: Map.merge(measurements, %{monotonic_time: started, system_time: System.system_time()})

  defp end_of(started) do
    ended = now()
    %{duration: ended - started, monotonic_time: ended}
  end

  # Through `apply`, so that nothing is said of a package that need not be there.
  defp execute(event, measurements, metadata),
    do: apply(:telemetry, :execute, [event, measurements, metadata])

  defp now, do: System.monotonic_time()
end
