# The store's API, served by plain Elixir instead of HTTP: it has the shape of the callback that
# oapi_codemode hands to an executor, and each answer takes 20 ms, as over a network.

defmodule Demo.Store.Api do
  alias Demo.Store.Data

  @latency_ms 20

  @doc "Serves one request: `apis.store.request({method, path, query})` in the guest."
  def request("store", %{"method" => method, "path" => path} = options) do
    Process.sleep(@latency_ms)
    route(method, String.split(path, "/", trim: true), Map.get(options, "query") || %{})
  end

  defp route("GET", ["orders"], query) do
    Data.orders()
    |> Enum.filter(&between?(&1["created"], query["created_from"], query["created_to"]))
    |> page(query)
  end

  defp route("GET", ["customers", id], _query) do
    case Map.fetch(Data.customers(), String.to_integer(id)) do
      {:ok, customer} -> reply(200, customer)
      :error -> reply(404, %{"error" => "no customer #{id}"})
    end
  end

  # A broken backend, for the last program: this text must not get to the guest.
  defp route("GET", ["reports", "sales"], _query) do
    raise "connection to reports-db.internal:5432 refused for user store_ro"
  end

  defp route(method, path, _query) do
    reply(404, %{"error" => "no such operation: #{method} /#{Enum.join(path, "/")}"})
  end

  defp between?(day, from, to) do
    text = Date.to_iso8601(day)
    (from == nil or text >= from) and (to == nil or text <= to)
  end

  defp page(rows, query) do
    size = min(Map.get(query, "per_page", 20), 50)
    page = Map.get(query, "page", 1)
    total = length(rows)

    reply(200, %{
      "data" => Enum.slice(rows, (page - 1) * size, size),
      "total" => total,
      "next_page" => if(page * size < total, do: page + 1)
    })
  end

  defp reply(status, body) do
    %{"status" => status, "headers" => %{"content-type" => "application/json"}, "body" => body}
  end
end
