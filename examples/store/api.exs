# The store's API, served by plain Elixir instead of HTTP. Each answer takes 20 ms, as over a
# network, and needs the host's token.

defmodule Demo.Store.Api do
  alias Demo.Store.Data

  @latency_ms 20
  @token "store-token-that-no-program-sees"

  def token, do: @token

  @doc "Serves one request: what the host makes of `apis.store.request({method, path, query})`."
  def request(%{"headers" => %{"authorization" => "Bearer " <> @token}} = request) do
    Process.sleep(@latency_ms)
    %{"method" => method, "path" => path} = request
    route(method, String.split(path, "/", trim: true), Map.get(request, "query") || %{})
  end

  def request(_request), do: reply(401, %{"error" => "who are you?"})

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

  # A broken backend, for the last session: this text must not get to the program.
  defp route("GET", ["reports", "sales"], _query) do
    raise "connection to reports-db.internal:5432 refused for user store_ro"
  end

  defp route(method, path, _query) do
    reply(404, %{"error" => "not in this demo: #{method} /#{Enum.join(path, "/")}"})
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
