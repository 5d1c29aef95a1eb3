# As much of VegaLite as the notebook uses, where that is not there: it makes the same map.

if not Code.ensure_loaded?(VegaLite) do
  defmodule VegaLite do
    @moduledoc "Builds a specification, as a map."

    def new(options \\ []), do: Map.new(options)
    def data_from_values(spec, values), do: Map.put(spec, :data, Enum.to_list(values))
    def mark(spec, mark) when is_atom(mark), do: Map.put(spec, :mark, mark)

    def encode_field(spec, channel, field, options \\ []) when channel in [:x, :x2, :y, :color] do
      true = Enum.all?(spec.data, &is_map_key(&1, field))
      encoding = Map.put(Map.get(spec, :encoding, %{}), channel, [field: field] ++ options)
      Map.put(spec, :encoding, encoding)
    end
  end
end
