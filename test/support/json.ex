defmodule OapiCodemode.Test.JSON do
  @moduledoc """
  Reads JSON (RFC 8259) for the headers of the program files.

  Elixir has a decoder of its own only since 1.18, and the executor must not be the one that
  reads what it is measured against.
  """

  @escapes %{
    ?" => ?",
    ?\\ => ?\\,
    ?/ => ?/,
    ?b => ?\b,
    ?f => ?\f,
    ?n => ?\n,
    ?r => ?\r,
    ?t => ?\t
  }

  @doc "The value of a JSON text; raises `ArgumentError` when it is none."
  def decode!(text) do
    case value(skip(text)) do
      {value, rest} -> if skip(rest) == "", do: value, else: unexpected(rest)
    end
  end

  defp value("null" <> rest), do: {nil, rest}
  defp value("true" <> rest), do: {true, rest}
  defp value("false" <> rest), do: {false, rest}
  defp value("\"" <> rest), do: string(rest, [])

  defp value("[" <> rest) do
    case skip(rest) do
      "]" <> rest -> {[], rest}
      rest -> elements(rest, [])
    end
  end

  defp value("{" <> rest) do
    case skip(rest) do
      "}" <> rest -> {%{}, rest}
      rest -> members(rest, %{})
    end
  end

  defp value(text), do: number(text)

  defp elements(text, done) do
    {value, rest} = value(skip(text))

    case skip(rest) do
      "," <> rest -> elements(rest, [value | done])
      "]" <> rest -> {Enum.reverse(done, [value]), rest}
      rest -> unexpected(rest)
    end
  end

  defp members(text, done) do
    with "\"" <> rest <- skip(text),
         {key, rest} = string(rest, []),
         ":" <> rest <- skip(rest) do
      {value, rest} = value(skip(rest))
      done = Map.put(done, key, value)

      case skip(rest) do
        "," <> rest -> members(rest, done)
        "}" <> rest -> {done, rest}
        rest -> unexpected(rest)
      end
    else
      rest -> unexpected(rest)
    end
  end

  defp string("\"" <> rest, done), do: {done |> Enum.reverse() |> List.to_string(), rest}

  # A character outside the Basic Multilingual Plane is written as a surrogate pair.
  defp string(<<"\\u", d, b::binary-size(3), "\\u", e, c::binary-size(3), rest::binary>>, done)
       when d in [?d, ?D] and e in [?d, ?D] do
    <<code::utf16>> = hex(<<d, b::binary>>) <> hex(<<e, c::binary>>)
    string(rest, [code | done])
  end

  defp string(<<"\\u", digits::binary-size(4), rest::binary>>, done) do
    <<code::16>> = hex(digits)
    string(rest, [code | done])
  end

  defp string(<<"\\", letter, rest::binary>>, done) when is_map_key(@escapes, letter),
    do: string(rest, [Map.fetch!(@escapes, letter) | done])

  defp string(<<char::utf8, rest::binary>>, done) when char >= 0x20 and char != ?\\,
    do: string(rest, [char | done])

  defp string(rest, _done), do: unexpected(rest)

  defp hex(digits), do: Base.decode16!(digits, case: :mixed)

  defp number(text) do
    case Regex.run(~r/\A-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/, text) do
      [digits] ->
        {String.to_integer(digits), after_prefix(text, digits)}

      [digits, "" | _exponent] ->
        {float(String.replace(digits, ~r/[eE]/, ".0e")), after_prefix(text, digits)}

      [digits | _parts] ->
        {float(digits), after_prefix(text, digits)}

      nil ->
        unexpected(text)
    end
  end

  defp float(digits), do: String.to_float(digits)

  defp after_prefix(text, prefix),
    do: binary_part(text, byte_size(prefix), byte_size(text) - byte_size(prefix))

  defp skip(<<char, rest::binary>>) when char in [?\s, ?\n, ?\r, ?\t], do: skip(rest)
  defp skip(text), do: text

  defp unexpected(rest),
    do: raise(ArgumentError, "unexpected in JSON: #{inspect(String.slice(rest, 0, 20))}")
end
