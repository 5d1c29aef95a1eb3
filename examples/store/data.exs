# What the imaginary store holds: nine customers, and about two orders a day from September to
# November 2025. Everything is computed from counters, so every run of the demo sees the same.

defmodule Demo.Store.Data do
  # Ids of 64 bits, as many services give out: too large for a JavaScript number.
  @first_customer_id 7_205_759_403_792_793_600
  @first_order_id 9_110_071_254_740_993_000

  @customers [
    {"Adela Novak", "CZ", "retail"},
    {"Bram de Wit", "NL", "retail"},
    {"Chiara Conti", "IT", "wholesale"},
    {"Dinesh Rao", "IN", "retail"},
    {"Elin Sørensen", "DK", "wholesale"},
    {"Farid Haddad", "FR", "retail"},
    {"Grace Okafor", "NL", "retail"},
    {"Hanako Mori", "JP", "wholesale"},
    {"Iva Kovář", "CZ", "retail"}
  ]

  @statuses ~w(paid shipped shipped open shipped refunded shipped paid cancelled)
  @products [{"Rope, 10 m", 1_490}, {"Anchor, 4 kg", 5_900}, {"Lantern", 3_250}, {"Buoy", 2_175}]

  @doc "All customers, by id."
  def customers do
    for {{name, country, segment}, n} <- Enum.with_index(@customers), into: %{} do
      id = @first_customer_id + n
      [first | _] = name |> String.downcase(:ascii) |> String.split(" ")

      {id,
       %{
         "id" => id,
         "name" => name,
         "email" => "#{first}@customers.example",
         "country" => country,
         "segment" => segment
       }}
    end
  end

  @doc "All orders, the oldest first."
  def orders do
    for n <- 0..179, do: order(n)
  end

  defp order(n) do
    who = rem(n * 4 + div(n, 5), length(@customers))
    {name, _country, _segment} = Enum.at(@customers, who)
    items = for k <- 0..rem(n, 3), do: item(n + k * 5)

    %{
      "id" => @first_order_id + n,
      "created" => Date.add(~D[2025-09-01], div(n, 2)),
      "status" => Enum.at(@statuses, rem(n * 4 + div(n, 7), length(@statuses))),
      "customer" => %{"id" => @first_customer_id + who, "name" => name},
      "items" => items,
      "total_cents" => items |> Enum.map(&(&1["quantity"] * &1["unit_cents"])) |> Enum.sum()
    }
  end

  defp item(n) do
    {product, cents} = Enum.at(@products, rem(n, length(@products)))
    %{"product" => product, "quantity" => 1 + rem(n, 7), "unit_cents" => cents}
  end
end
