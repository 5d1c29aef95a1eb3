defmodule OapiCodemode.Test.RandomJSON do
  @moduledoc "Random JSON values, the same ones for the same seed."

  @integers [0, 1, -1, 255, 65_536, 2_147_483_648, 9_007_199_254_740_991, -9_007_199_254_740_992] ++
              [9_007_199_254_740_993, -9_223_372_036_854_775_808, 18_446_744_073_709_551_615] ++
              [1_180_591_620_717_411_303_424]
  @floats [0.5, -0.1, 1.5e300, 5.0e-324, 3.141592653589793, -1.0e-7, 123_456.789]
  @strings [
             "",
             "a",
             "two words",
             "0",
             "-1",
             "1.5",
             "é",
             "😀",
             "\0",
             "\n\t\"\\",
             "\u2028",
             "\uFFFF"
           ] ++
             ["__proto__", "constructor", "toJSON", "then", "length", "undefined", "null"]

  @doc "`count` values."
  def list(count, seed) do
    state = :rand.seed_s(:exsss, seed)
    {values, _state} = Enum.map_reduce(1..count, state, fn _index, state -> value(4, state) end)
    values
  end

  defp value(depth, state) do
    {kind, state} = :rand.uniform_s(if(depth == 0, do: 5, else: 8), state)

    case kind do
      1 -> pick([nil, true, false], state)
      2 -> pick(@integers, state)
      3 -> pick(@floats, state)
      kind when kind in [4, 5] -> pick(@strings, state)
      kind when kind in [6, 7] -> collection(depth, state, &{Map.new(&1), &2})
      8 -> collection(depth, state, fn pairs, state -> {Enum.map(pairs, &elem(&1, 1)), state} end)
    end
  end

  defp collection(depth, state, build) do
    {size, state} = :rand.uniform_s(5, state)

    {pairs, state} =
      Enum.map_reduce(1..size//1, state, fn _index, state ->
        {key, state} = pick(@strings, state)
        {value, state} = value(depth - 1, state)
        {{key, value}, state}
      end)

    # One in five is empty.
    build.(if(size == 5, do: [], else: pairs), state)
  end

  defp pick(list, state) do
    {index, state} = :rand.uniform_s(length(list), state)
    {Enum.at(list, index - 1), state}
  end
end
