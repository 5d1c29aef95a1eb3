defmodule OapiCodemode.Bench.Document do
  @moduledoc """
  A generated OpenAPI document with every reference resolved in place, as JSON text: what
  oapi_codemode hands its search tool. The same arguments give the same text, on every machine.

  At full size (149 paths) it has the shape of a large public API's document: 4.0 MB, some 64 000
  objects and 120 000 strings, 179 operations, a nesting of about 40 levels.
  """

  @nouns ~w(account order invoice webhook message user team project report export session device
            payment refund customer product catalog shipment address coupon ticket comment file
            folder member role policy token event alert dashboard metric job pipeline)
  @verbs ~w(list create find update cancel archive restore validate publish search)
  @adjectives ~w(pending recent internal public shared daily monthly external active draft)
  @texts [
    "The identifier, unique within the workspace.",
    "A pagination token; absent on the last page.",
    "When it was created, as a UTC timestamp.",
    "What a human reads in the user interface.",
    "Whether deliveries are attempted again after a failure.",
    "Free text, at most 4 096 characters.",
    "How many there are, archived ones included."
  ]

  # How many schemas there are, and how deep their references are followed.
  @schemas 120
  @levels 10

  @type operation :: %{
          path: String.t(),
          method: String.t(),
          summary: String.t(),
          description: String.t(),
          tags: [String.t()]
        }

  @doc "The operations of the document, in its order."
  @spec operations(pos_integer()) :: [operation()]
  def operations(paths) do
    for n <- 0..(paths - 1), method <- methods(n) do
      noun = Enum.at(@nouns, rem(n, length(@nouns)))
      verb = pick(@verbs, {:verb, n, method})
      last = pick(@verbs, {:last, n})
      adjective = pick(@adjectives, {:adjective, n})

      %{
        path: "/v2/#{noun}s/#{adjective}/{#{noun}_id}/#{last}-#{n}",
        method: method,
        summary: "#{String.capitalize(verb)} #{adjective} #{noun}s",
        description:
          "#{String.capitalize(verb)}s the #{adjective} #{noun}s of one #{pick(@nouns, {:of, n})}. " <>
            pick(@texts, {:operation, n, method}),
        tags: [String.capitalize(noun) <> "s", String.capitalize(pick(@nouns, {:tag, n}))]
      }
    end
  end

  @doc """
  The text of the specs object, `{"bench": document}`. Texts with different marks are different
  from their first to their last kilobyte and equally long.
  """
  @spec text(pos_integer(), 0..999_999) :: String.t()
  def text(paths, mark \\ 0) do
    {head, body, tail} = parts(paths)
    mark = mark |> Integer.to_string() |> String.pad_leading(6, "0")
    IO.iodata_to_binary([head, mark, body, mark, tail])
  end

  @doc "The text around its two marks. Making it takes a while; joining it with a mark does not."
  def parts(paths) do
    key = {__MODULE__, paths}
    with nil <- :persistent_term.get(key, nil), do: :persistent_term.put(key, generate(paths))
    :persistent_term.get(key)
  end

  defp generate(paths) do
    items =
      paths
      |> operations()
      |> Enum.chunk_by(& &1.path)
      |> Enum.map(fn [%{path: path} | _] = operations ->
        {path, {:object, Enum.map(operations, &{&1.method, operation(&1)})}}
      end)

    {~s({"bench":{"openapi":"3.1.0","info":{"title":"Bench","version":"),
     IO.iodata_to_binary([~s("},"paths":), json({:object, items}), ~s(,"x-build":")]), ~s("}})}
  end

  # One in five paths has two operations.
  defp methods(n) when rem(n, 5) == 0, do: ["get", "post"]
  defp methods(n), do: [pick(~w(get get get post put delete), {:method, n})]

  defp operation(operation) do
    key = {operation.path, operation.method}

    object(
      tags: operation.tags,
      summary: operation.summary,
      description: operation.description,
      operationId: "#{operation.method}#{hash(key, 1_000_000)}",
      parameters: for(n <- 0..hash({key, :parameters}, 6), do: parameter({key, n})),
      responses:
        object(
          "200": response("The request has succeeded.", schema(hash({key, 200}, @schemas), 0)),
          default: response("The request has failed.", schema(0, @levels - 2))
        )
    )
  end

  defp parameter(key) do
    name = "#{pick(@adjectives, key)}_#{pick(@nouns, key)}"

    object(
      name: name,
      in: pick(~w(query query path), key),
      description: pick(@texts, key),
      required: hash(key, 2) == 0,
      schema: leaf(key)
    )
  end

  defp response(description, schema) do
    content = {:object, [{"application/json", object(schema: schema)}]}
    object(description: description, content: content)
  end

  # A schema refers to two or three others of a higher number; the last ones to none.
  defp schema(number, level) when level >= @levels or number >= @schemas do
    object(type: "string", "$circular": "Schema#{number}")
  end

  defp schema(number, level) do
    leaves =
      for n <- 0..(2 + hash({number, :leaves}, 4)), do: {field({number, n}), leaf({number, n})}

    nested =
      for n <- 1..hash_in({number, :nested}, 1, 2) do
        next = number + 1 + hash({number, n, :next}, 9)
        {field({number, n, :nested}), nest({number, n}, schema(next, level + 1))}
      end

    object(
      type: "object",
      required: Enum.map(Enum.take(leaves, 2), &elem(&1, 0)),
      properties: {:object, Enum.uniq_by(leaves ++ nested, &elem(&1, 0))}
    )
  end

  defp nest(key, schema) do
    if hash(key, 2) == 0, do: schema, else: object(type: "array", items: schema)
  end

  defp leaf(key) do
    case hash(key, 4) do
      0 -> object(type: "string", description: pick(@texts, key))
      1 -> object(type: "integer", format: "int32", description: pick(@texts, key))
      2 -> object(type: "string", enum: [pick(@adjectives, key), pick(@verbs, key)])
      3 -> object(type: "boolean")
    end
  end

  defp field(key), do: "#{pick(@nouns, key)}_#{pick(@verbs, {key, :field})}"

  # --- a dice that falls the same way everywhere ------------------------------------------------

  defp pick(list, key), do: Enum.at(list, hash({key, length(list)}, length(list)))
  defp hash(key, range), do: :erlang.phash2(key, range)
  defp hash_in(key, from, to), do: from + hash(key, to - from + 1)

  # --- JSON text, keys in the order given -------------------------------------------------------

  defp object(fields), do: {:object, Enum.map(fields, fn {key, value} -> {"#{key}", value} end)}

  defp json({:object, fields}) do
    members =
      Enum.map_intersperse(fields, ?,, fn {key, value} -> [?", key, ~s(":), json(value)] end)

    [?{, members, ?}]
  end

  defp json(list) when is_list(list), do: [?[, Enum.map_intersperse(list, ?,, &json/1), ?]]
  # No text here has a character that JSON escapes.
  defp json(text) when is_binary(text), do: [?", text, ?"]
  defp json(other), do: to_string(other)
end
