defmodule OapiCodemode.Limits.SourceTest do
  # The bounds on source text: its size, and how deep its brackets nest.
  use OapiCodemode.ExecutorCase, async: true

  @bytes 256 * 1024

  # A program of exactly so many bytes.
  defp padded(size, filler \\ "x") do
    head = "() => 7 /*"
    tail = "*/"
    count = div(size - byte_size(head <> tail), byte_size(filler))
    code = head <> String.duplicate(filler, count) <> tail
    code <> String.duplicate(" ", size - byte_size(code))
  end

  test "source text of 256 KiB is a program" do
    assert byte_size(padded(@bytes)) == @bytes
    assert value!(padded(@bytes)) == 7
  end

  test "one byte more is :invalid_code, and the message names both sizes" do
    error = error!(padded(@bytes + 1))
    assert error.kind == :invalid_code
    assert error.message =~ "#{@bytes + 1} bytes"
    assert error.message =~ "#{@bytes}"
  end

  test "bytes count, not characters" do
    assert value!(padded(@bytes, "é")) == 7
    assert error!(padded(@bytes + 2, "é")).kind == :invalid_code
  end

  test "a text of many megabytes is refused at once" do
    code = padded(50_000_000)
    {microseconds, error} = :timer.tc(fn -> error!(code) end)
    assert error.kind == :invalid_code
    assert microseconds < 2_000_000
  end

  # `count` brackets around a number, as an expression.
  defp nested(open, close, count),
    do: "() => " <> String.duplicate(open, count) <> "1" <> String.duplicate(close, count)

  for {open, close} <- [{"(", ")"}, {"[", "]"}] do
    test "500 open #{open} are a program, 501 are not" do
      # The program's own () close before the others open.
      assert {:ok, _outcome} = run(nested(unquote(open), unquote(close), 500))
      error = error!(nested(unquote(open), unquote(close), 501))
      assert error.kind == :syntax_error
      assert error.name == "SyntaxError"
      assert error.message =~ "nested deeper than 500 brackets"
      assert error.line == 1
    end
  end

  test "braces count too" do
    body = &("() => " <> String.duplicate("{", &1) <> String.duplicate("}", &1))
    assert {:ok, _outcome} = run(body.(500))
    assert error!(body.(501)).message =~ "nested deeper than 500 brackets"
  end

  test "what is open together counts, not what there is in all" do
    code = "() => { let n = 0; " <> String.duplicate("n += [(1)].length; ", 5_000) <> "return n }"
    assert value!(code) == 5_000
  end

  test "the line is the one on which the bound was passed" do
    code = "() =>\n" <> String.duplicate("[\n", 600) <> String.duplicate("]", 600)
    error = error!(code)
    assert error.kind == :syntax_error
    assert error.line == 502
  end
end
