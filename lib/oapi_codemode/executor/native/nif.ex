defmodule OapiCodemode.Executor.Native.Nif do
  @moduledoc false
  # The native functions. A run is a state machine: each call of `run/3` or `resume/2` runs one
  # slice of the guest on a dirty CPU scheduler and answers what the slice ended in; between two
  # calls no scheduler is held.
  #
  # A slice ends in:
  #
  #   * `{:calls, handle, requests, sleep_ms | nil}`: the guest waits for replies; resume it without
  #     any after `sleep_ms`, when a timer of its own is due;
  #   * `{:drain, handle, requests, nil}`: the program has ended, and its calls are awaited;
  #   * `{:done, outcome}`, with `{:ok, value, logs}` or
  #     `{:error, kind, name, message, {line, column}, logs, detail}`, where `detail` is for the
  #     host's log only;
  #   * `:unencoded`: the globals hold a struct; encode them and start again (`run/3` only);
  #   * `:deadline`: the time was up, the guest is stopped;
  #   * `:stopped`: it was stopped from elsewhere;
  #   * `{:refused, reason}`: the system gave no thread, or the quarantine is full (`run/3` only).
  #
  # A request is `{id, name, args}`, to call a callback, or `{id, :encode}`: the reply to that call
  # holds a struct; encode it and reply again.

  # Taken while this is compiled: nothing of the project can be called while the library is loaded.
  @quarantine_budget OapiCodemode.Executor.Native.Options.Schema.default(:quarantine_budget)

  @on_load :load

  def load do
    :oapi_codemode_native
    |> :code.priv_dir()
    |> Path.join("native/oapi_codemode_native")
    |> String.to_charlist()
    |> :erlang.load_nif(quarantine_budget())
  end

  # `config :oapi_codemode_native, quarantine_budget: bytes`, read when the library is loaded: what
  # parked guests of the whole node may hold before new runs are refused.
  defp quarantine_budget do
    case Application.get_env(:oapi_codemode_native, :quarantine_budget, @quarantine_budget) do
      bytes when is_integer(bytes) and bytes >= 0 -> bytes
      other -> raise ArgumentError, "quarantine_budget: expected bytes, got: #{inspect(other)}"
    end
  end

  # Starts `code` with `{globals, callback_names, api_names, runner}`. `limits` is
  # `{timeout_ms, memory_limit_bytes}`: what is left of the run's time, and what it may have alive.
  # The guest is stopped when either is passed, or when the process `runner` ends.
  def run(_code, _world, _limits), do: :erlang.nif_error(:nif_not_loaded)

  # Hands over replies, `{id, {:ok, term}}`, `{id, {:error, :raised}}` or
  # `{id, {:error, {:not_json, text}}}`, and runs the next slice.
  def resume(_handle, _replies), do: :erlang.nif_error(:nif_not_loaded)

  # Ends a drain: the next slice gives up what is in flight. On a dirty IO scheduler, where no guest
  # is waited for, since the outcome is there already.
  def finish(_handle), do: :erlang.nif_error(:nif_not_loaded)

  # Stops the guest. Returns at once.
  def cancel(_handle), do: :erlang.nif_error(:nif_not_loaded)

  # Counts: `%{isolates: alive_now, runs: started, engine_panics: contained, parked_threads: _,
  # parked_bytes: _, quarantine_budget: bytes}`.
  def info, do: :erlang.nif_error(:nif_not_loaded)
end
