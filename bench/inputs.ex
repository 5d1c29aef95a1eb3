defmodule OapiCodemode.Bench.Inputs do
  @moduledoc "What bench/rows.ex gives its programs, and what they must make of it, worked out in Elixir."

  alias OapiCodemode.Bench.Document

  @doc "What a search for the operations with one of `words` finds."
  def found(paths, words) do
    for operation <- Document.operations(paths),
        parts = [operation.summary, operation.description, Enum.join(operation.tags, " ")],
        parts |> Enum.join(" ") |> String.downcase() |> String.contains?(words) do
      %{
        "api" => "bench",
        "method" => String.upcase(operation.method),
        "path" => operation.path,
        "summary" => operation.summary
      }
    end
  end

  @doc "Strings of 46 to 51 bytes; the first six say which sample they are of."
  def strings(count, mark) do
    mark = mark |> Integer.to_string() |> String.pad_leading(6, "0")
    for n <- 1..count, do: "#{mark}:customers/region-eu/orders/status-paid/#{n}"
  end

  @doc "How many strings there are, and the last of them without its first seven bytes."
  def last_string(count) do
    <<_mark::binary-size(7), rest::binary>> = count |> strings(0) |> List.last()
    [count, rest]
  end

  def fib(n) when n < 2, do: n
  def fib(n), do: fib(n - 1) + fib(n - 2)

  @doc "The count, the least and the greatest of the integers that row g3 sorts."
  def sorted(count) do
    numbers = Stream.iterate(1, &rem(&1 * 48_271, 2_147_483_647))
    {least, greatest} = numbers |> Stream.drop(1) |> Enum.take(count) |> Enum.min_max()
    [count, least, greatest]
  end

  @doc "A text of some 46 bytes for each match of row g6."
  def mails(count) do
    Enum.map_join(1..count, "\n", &"From: A Customer <user#{&1}@example.com>, seen")
  end

  @doc "How many matches there are, and the length of their groups."
  def addresses(count) do
    [count, 1..count |> Enum.map(&byte_size("user#{&1}example")) |> Enum.sum()]
  end
end
