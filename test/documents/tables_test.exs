defmodule OapiCodemode.Documents.TablesTest do
  # The tables that are made from code are, in the files that hold them, as the code makes them.
  use ExUnit.Case, async: true

  alias OapiCodemode.Executor.Native.Options.Schema

  @root Path.expand("../..", __DIR__)

  for {file, table} <- [{"README.md", :call}, {"README.md", :node}] do
    test "#{file} has the table of the options of the #{table}" do
      table = Schema.table(unquote(table))
      file = unquote(file)

      assert @root |> Path.join(file) |> File.read!() |> String.contains?(table),
             "#{file} has an older table of options; put this in its place:\n\n#{table}\n"
    end
  end
end
