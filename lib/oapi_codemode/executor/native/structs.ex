defmodule OapiCodemode.Executor.Native.Structs do
  @moduledoc false
  # Structs in a payload as plain data. Called only for a payload in which the native conversion
  # met a struct: a struct-free payload is never walked in Elixir.
  #
  # Date and time types become ISO 8601 text and `Decimal`, `URI` and `Version` their text; any
  # other struct goes through `Jason.Encoder` or `JSON.Encoder`, when the application has
  # implemented one for it.

  require Logger

  @iso [Date, Time, DateTime, NaiveDateTime]
  @text [Decimal, URI, Version]

  @doc false
  # `root` names the payload in the error's key path.
  @spec encode(term(), String.t()) :: {:ok, term()} | {:error, String.t()}
  def encode(payload, root) do
    {:ok, walk(payload, root)}
  catch
    {:refused, message} -> {:error, message}
  end

  defp walk(%module{} = struct, _path) when module in @iso,
    do: module.to_iso8601(struct)

  defp walk(%module{} = struct, _path) when module in @text, do: to_string(struct)
  defp walk(%module{} = struct, path), do: through_encoder(module, struct, path)

  defp walk(map, path) when is_map(map) do
    Map.new(map, fn {key, value} -> {key, walk(value, path <> step(key))} end)
  end

  defp walk(list, path) when is_list(list) do
    if List.improper?(list) do
      throw({:refused, "#{path}: an improper list is not JSON"})
    else
      list
      |> Enum.with_index()
      |> Enum.map(fn {item, index} -> walk(item, "#{path}[#{index}]") end)
    end
  end

  defp walk(other, _path), do: other

  defp step(key) when is_binary(key) or is_atom(key) do
    text = to_string(key)

    if Regex.match?(~r/\A[A-Za-z_$][A-Za-z0-9_$]*\z/, text),
      do: "." <> text,
      else: "[#{inspect(text)}]"
  end

  defp step(key), do: "[#{inspect(key)}]"

  # Each library with its protocol, its catch-all implementation and its codec.
  @encoders [{Jason.Encoder, Jason.Encoder.Any, Jason}, {JSON.Encoder, JSON.Encoder.Any, JSON}]

  defp through_encoder(module, struct, path) do
    case Enum.find(@encoders, &implemented?(&1, struct)) do
      nil ->
        throw(
          {:refused,
           "#{path}: struct #{inspect(module)} has no Jason.Encoder or JSON.Encoder implementation"}
        )

      {_protocol, _any, codec} ->
        through_codec(codec, module, struct, path)
    end
  end

  # What the encoder says when it fails goes to the log only, as with callbacks.
  defp through_codec(codec, module, struct, path) do
    codec |> apply(:encode!, [struct]) |> then(&apply(codec, :decode!, [&1]))
  rescue
    exception ->
      Logger.error(fn ->
        "encoding a struct failed: " <> Exception.format(:error, exception, __STACKTRACE__)
      end)

      throw({:refused, "#{path}: encoding struct #{inspect(module)} failed"})
  end

  defp implemented?({protocol, any, codec}, struct) do
    Code.ensure_loaded?(protocol) and Code.ensure_loaded?(codec) and
      apply(protocol, :impl_for, [struct]) not in [nil, any]
  end
end
