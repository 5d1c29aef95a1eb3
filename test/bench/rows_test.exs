for file <- ~w(document inputs rows executors statistics load),
    do: Code.require_file("../../bench/#{file}.ex", __DIR__)

defmodule OapiCodemode.Bench.RowsTest do
  # The programs of bench/rows.ex, at their small size: each must give its value before it is timed.
  use ExUnit.Case, async: true

  alias OapiCodemode.Bench.{Document, Executors, Load, Rows}

  @native OapiCodemode.Executor.Native

  for row <- Rows.all(:small), row.kind == :program do
    test "row #{row.id}, #{row.title}: gives the expected value" do
      row = Rows.fetch!(unquote(row.id), :small)
      assert Executors.check(@native, row, row.expected.()) == :ok
    end
  end

  for row <- Rows.all(:small), row.kind == :load do
    test "row #{row.id}, #{row.title}: every run succeeds" do
      row = Rows.fetch!(unquote(row.id), :small)
      {rate, times} = Load.once(@native, row)
      assert rate > 0
      assert length(times) >= row.processes
    end
  end

  test "a search finds some of the operations, and not all" do
    found = Rows.fetch!("e").expected.()
    assert length(found) in 5..100
  end

  test "the globals of two samples differ, those of an \"again\" row do not" do
    globals = fn id, sample -> Rows.env(Rows.fetch!(id, :small), sample).globals end

    for id <- ~w(e f), do: refute(globals.(id, 1) == globals.(id, 2))
    for id <- ~w(e-again f-again), do: assert(globals.(id, 1) == globals.(id, 2))
  end

  test "the document is the same for the same arguments, and equally long for every mark" do
    assert Document.text(10, 5) == Document.text(10, 5)
    assert byte_size(Document.text(10, 5)) == byte_size(Document.text(10, 999_999))
  end

  test "the globals of row f have strings of 46 to 51 bytes" do
    strings = Rows.env(Rows.fetch!("f"), 999_999).globals["items"]
    assert length(strings) == 20_000

    assert strings
           |> Enum.map(&byte_size/1)
           |> Enum.min_max()
           |> then(fn {a, b} -> a in 46..51 and b in 46..51 end)
  end
end
