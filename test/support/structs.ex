# Structs that cross the boundary, or don't, and stand-ins for libraries that an application may
# have. They are compiled, not part of a test file, so that protocols are consolidated with them.

defmodule OapiCodemode.Test.Plain do
  @moduledoc "A struct that nothing encodes."
  defstruct id: 1
end

defmodule OapiCodemode.Test.Printable do
  @moduledoc "A struct that prints, which does not make it JSON."
  defstruct id: 1

  defimpl String.Chars do
    def to_string(_printable), do: "printable"
  end
end

defmodule OapiCodemode.Test.JasonMoney do
  @moduledoc "A struct with an encoder of Jason's."
  defstruct [:amount]
end

defmodule OapiCodemode.Test.JSONMoney do
  @moduledoc "A struct with an encoder of Elixir's own JSON."
  defstruct [:amount]
end

if not Code.ensure_loaded?(Decimal) do
  defmodule Decimal do
    @moduledoc "As much of Decimal as prints a number."
    defstruct sign: 1, coef: 0, exp: 0

    def to_string(%{sign: sign, coef: coef, exp: exp}, _format \\ :scientific) do
      {whole, fraction} = coef |> Integer.to_string() |> String.split_at(exp)
      if(sign < 0, do: "-", else: "") <> whole <> "." <> fraction
    end

    defimpl String.Chars do
      def to_string(decimal), do: Decimal.to_string(decimal)
    end
  end
end

if not Code.ensure_loaded?(Jason) do
  defprotocol Jason.Encoder do
    @moduledoc "Jason's protocol: as there, a struct without an encoder raises in `Any`."
    @fallback_to_any true
    def encode(value, options)
  end

  defimpl Jason.Encoder, for: Any do
    def encode(value, _options),
      do: raise(Protocol.UndefinedError, protocol: @protocol, value: value)
  end

  defmodule Jason do
    @moduledoc "As much of Jason as encodes one struct, and reads it back."
    defdelegate decode!(text), to: OapiCodemode.Test.JSON

    def encode!(value, options \\ []),
      do: value |> encode_to_iodata!(options) |> IO.iodata_to_binary()

    def encode_to_iodata!(value, _options \\ []), do: Jason.Encoder.encode(value, {nil, nil})

    def encode(value, options \\ []) do
      {:ok, encode!(value, options)}
    rescue
      error in Protocol.UndefinedError -> {:error, error}
    end
  end
end

if not Code.ensure_loaded?(JSON) do
  defprotocol JSON.Encoder do
    @moduledoc "The protocol of Elixir 1.18 and later."
    def encode(value, encoder)
  end

  defmodule JSON do
    @moduledoc "As much of it as encodes one struct, and reads it back."
    defdelegate decode!(text), to: OapiCodemode.Test.JSON

    def encode!(value, encoder \\ &protocol_encode/2),
      do: value |> encoder.(encoder) |> IO.iodata_to_binary()

    def encode_to_iodata!(value, encoder \\ &protocol_encode/2), do: encoder.(value, encoder)

    def protocol_encode(value, encoder), do: JSON.Encoder.encode(value, encoder)
  end
end

defimpl Jason.Encoder, for: OapiCodemode.Test.JasonMoney do
  def encode(money, _options), do: [~S|{"amount":|, money.amount, ~S|,"by":["jason",null]}|]
end

defimpl JSON.Encoder, for: OapiCodemode.Test.JSONMoney do
  def encode(money, _encoder), do: [~S|{"amount":|, money.amount, ~S|,"by":["json",null]}|]
end
