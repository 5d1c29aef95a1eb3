defmodule OapiCodemode.Test.JSONTest do
  use ExUnit.Case, async: true

  alias OapiCodemode.Test.JSON

  rows = [
    {~S|null|, nil},
    {~S| [true, false ,null] |, [true, false, nil]},
    {~S|{}|, %{}},
    {~S|{"a":{"b":[ ]},"a b":-0.5}|, %{"a" => %{"b" => []}, "a b" => -0.5}},
    {~S|[0,-12,3.25,1e3,2.5E-1,9007199254740993]|,
     [0, -12, 3.25, 1.0e3, 0.25, 9_007_199_254_740_993]},
    {~S|"q\"\\\/\b\f\n\r\t"|, "q\"\\/\b\f\n\r\t"},
    {~S|"\u00e9\ud83d\ude00 \u0000 é😀"|, "é😀 \0 é😀"}
  ]

  for {text, value} <- rows do
    test "reads #{text}" do
      assert JSON.decode!(unquote(text)) === unquote(Macro.escape(value))
    end
  end

  for text <- ["", "[1,]", "{\"a\" 1}", "{a:1}", "01", "\"\\x\"", "\"a", "1 2", "tru"] do
    test "refuses #{inspect(text)}" do
      assert_raise ArgumentError, fn -> JSON.decode!(unquote(text)) end
    end
  end
end
