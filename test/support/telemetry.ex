# As much of the telemetry package as the executor and its tests use, where that is not there.

if not Code.ensure_loaded?(:telemetry) do
  defmodule :telemetry do
    @moduledoc "Handlers by id; `execute/3` calls those of the event, in the process that it is in."

    @handlers {__MODULE__, :handlers}

    def attach_many(id, events, function, config) do
      :persistent_term.put(@handlers, Map.put(handlers(), id, {events, function, config}))
    end

    @doc "All of them, whatever the prefix."
    def list_handlers(_prefix), do: for({id, _handler} <- handlers(), do: %{id: id})

    def detach(id), do: :persistent_term.put(@handlers, Map.delete(handlers(), id))

    def execute(event, measurements, metadata) do
      for {_id, {events, function, config}} <- handlers(), event in events do
        function.(event, measurements, metadata, config)
      end

      :ok
    end

    defp handlers, do: :persistent_term.get(@handlers, %{})
  end
end

defmodule OapiCodemode.Test.Events do
  @moduledoc "Records the executor's events in a test process's mailbox."

  alias OapiCodemode.Executor.Native.Telemetry

  @doc "Has every event sent to `pid`, as `{:event, name, measurements, metadata, process}`."
  def send_to(pid) do
    id = make_ref()
    :ok = :telemetry.attach_many(id, Telemetry.events(), &__MODULE__.handle/4, pid)
    id
  end

  @doc "Ends that."
  def detach(id), do: :telemetry.detach(id)

  def handle(event, measurements, metadata, pid),
    do: send(pid, {:event, event, measurements, metadata, self()})
end
