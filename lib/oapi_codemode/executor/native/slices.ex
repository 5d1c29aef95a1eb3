defmodule OapiCodemode.Executor.Native.Slices do
  @moduledoc false
  # The slices of one run, one after the other: a process that does nothing but call the NIF, so
  # that the runner never has to wait for a dirty scheduler, and is on time whatever the node does.
  #
  # It sends the runner `{Slices, pid, slice}` for each slice that waits, `{Slices, pid, :done}` for
  # the last, and waits for what the runner wants of it. The outcome goes from here to the caller,
  # when the runner says so: it is copied once.

  require Logger

  alias OapiCodemode.Executor.Native
  alias OapiCodemode.Executor.Native.{Meter, Nif, Options, Structs}

  @doc false
  # In a process of its own. `deliver` is called with the result of the run; `meter` counts slices.
  def run(runner, input, limits, deliver, meter) do
    # Ends with the runner: the handle that it holds keeps a waiting guest alive.
    Process.monitor(runner)
    input.code |> first(input, runner, limits, meter) |> loop(runner, deliver, meter)
  end

  defp first(code, input, runner, {deadline, options}, meter) do
    start = fn globals ->
      world = {globals, Map.keys(input.callbacks), input.api_names, runner}
      limits = Options.limits(options, max(deadline - now(), 0))
      Meter.slice(meter, fn -> Nif.run(code, world, limits) end)
    end

    with :unencoded <- start.(input.globals),
         {:ok, globals} <- Structs.encode(input.globals, "globals"),
         :unencoded <- start.(globals) do
      {:refused, :invalid_input, "globals: a struct is left after encoding"}
    else
      {:error, message} -> {:refused, :invalid_input, message}
      slice -> slice
    end
  end

  defp loop({waiting, _handle, _requests, _sleep} = slice, runner, deliver, meter)
       when waiting in [:calls, :drain] do
    send(runner, {__MODULE__, self(), slice})

    receive do
      {__MODULE__, :resume, handle, replies} ->
        slice = Meter.slice(meter, fn -> Nif.resume(handle, replies) end)
        loop(slice, runner, deliver, meter)

      {__MODULE__, :finish, handle} ->
        slice = Meter.slice(meter, fn -> Nif.finish(handle) end)
        loop(slice, runner, deliver, meter)

      {:DOWN, _monitor, :process, ^runner, _reason} ->
        :ok
    end
  end

  defp loop(stopped, runner, _deliver, _meter) when stopped in [:deadline, :stopped] do
    send(runner, {__MODULE__, self(), stopped})
  end

  defp loop(ended, runner, deliver, _meter) do
    result = result(ended)
    send(runner, {__MODULE__, self(), :done})

    receive do
      {__MODULE__, :deliver} -> deliver.(result)
      {:DOWN, _monitor, :process, ^runner, _reason} -> :ok
    end
  end

  defp result({:done, {:ok, value, logs}}), do: {:ok, %{value: value, logs: logs}}

  defp result({:done, {:error, kind, name, message, {line, column}, logs, detail}}) do
    if detail, do: Logger.error("the JavaScript engine failed: " <> detail)
    {:error, Native.error(kind, message, name: name, line: line, column: column, logs: logs)}
  end

  defp result({:refused, reason}), do: {:error, Native.error(:unavailable, reason)}
  defp result({:refused, kind, reason}), do: {:error, Native.error(kind, reason)}

  defp now, do: System.monotonic_time(:millisecond)
end
