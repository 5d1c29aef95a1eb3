# The courier's API: where the parcel of an order is. Slower than the store, so that it shows when
# calls are in flight together.

defmodule Demo.Courier.Api do
  @latency_ms 60
  @token "courier-token-that-no-program-sees"
  @places ["Rotterdam", "Trieste", "Aarhus", "Le Havre"]

  def token, do: @token

  @doc "Serves one request."
  def request(%{"headers" => %{"authorization" => "Bearer " <> @token}} = request) do
    Process.sleep(@latency_ms)
    %{"method" => method, "path" => path} = request
    route(method, String.split(path, "/", trim: true))
  end

  def request(_request), do: reply(401, %{"error" => "who are you?"})

  # Computed from the order's id: every run of the demo sees the same.
  defp route("GET", ["shipments", order_id]) do
    case Integer.parse(order_id) do
      {id, ""} -> reply(200, shipment(id))
      _other -> reply(404, %{"error" => "no shipment for order #{order_id}"})
    end
  end

  defp route(method, path),
    do: reply(404, %{"error" => "not in this demo: #{method} /#{Enum.join(path, "/")}"})

  defp shipment(order_id) do
    delivered? = rem(order_id, 7) not in [2, 5]

    %{
      "order_id" => order_id,
      "state" => if(delivered?, do: "delivered", else: "in transit"),
      "last_seen" => Enum.at(@places, rem(order_id, length(@places)))
    }
  end

  defp reply(status, body) do
    %{"status" => status, "headers" => %{"content-type" => "application/json"}, "body" => body}
  end
end
