# One request of a program: checked against the API's document and the tool's policy, given the
# host's token, served, and noted in the call log. What goes wrong is data for the program, in words
# that the host has chosen; only what nobody foresaw is raised.

defmodule Demo.Host.Gateway do
  alias Demo.Host.Registry

  @doc "The `:request` callback of one run; `log` is the agent that keeps its calls."
  def callback(registry, policy, log) do
    fn api_name, options -> request(registry, policy, log, api_name, options) end
  end

  defp request(registry, policy, log, api_name, options) when is_map(options) do
    method = options |> Map.get("method", "GET") |> to_string() |> String.upcase()
    path = to_string(options["path"])
    call = note(log, api_name, method <> " " <> path)

    with {:ok, api} <- fetch(registry, api_name),
         {:ok, _operation} <- tagged("match", Registry.operation(api, method, path)),
         :ok <- tagged("policy", allowed(policy, method)) do
      headers = %{"authorization" => "Bearer " <> api.token}
      serve(api, Map.merge(options, %{"method" => method, "headers" => headers}), log, call)
    else
      {:error, message} ->
        finish(log, call, "error")
        %{"error" => message}
    end
  end

  defp request(_registry, _policy, _log, _api_name, _options) do
    %{"error" => "request() takes one object: { method, path, query, body }"}
  end

  defp serve(api, request, log, call) do
    reply = api.serve.(request)
    finish(log, call, reply["status"])
    reply
  rescue
    error ->
      finish(log, call, "failed")
      reraise error, __STACKTRACE__
  end

  defp fetch(registry, name) do
    with :error <- Map.fetch(registry, name) do
      {:error,
       "[match] no API #{inspect(name)}; there is #{Enum.join(Registry.names(registry), ", ")}"}
    end
  end

  defp allowed(:read_only, method) when method not in ["GET", "HEAD"],
    do: {:error, "#{method} is not allowed with this tool, which reads only"}

  defp allowed(_policy, _method), do: :ok

  defp tagged(phase, {:error, message}), do: {:error, "[#{phase}] #{message}"}
  defp tagged(_phase, ok), do: ok

  # Written before the call and completed after it: one that a deadline cuts short stays in the log
  # as in flight, since nobody knows what became of it.
  defp note(log, api, operation) do
    call = %{"api" => api, "operation" => operation, "status" => "in flight"}

    Agent.get_and_update(log, fn calls ->
      {map_size(calls), Map.put(calls, map_size(calls), call)}
    end)
  end

  defp finish(log, call, status),
    do: Agent.update(log, fn calls -> put_in(calls[call]["status"], status) end)
end
