defmodule OapiCodemode.Documents.SnippetsTest do
  # Runs what the documents show. Not async: configuration and telemetry are the node's.
  use ExUnit.Case, async: false

  alias OapiCodemode.Test.Document

  @moduletag :capture_log

  # Whatever handlers a document attaches.
  defp detach_afterwards do
    before = :telemetry.list_handlers([])

    on_exit(fn ->
      for %{id: id} = handler <- :telemetry.list_handlers([]),
          handler not in before,
          do: :telemetry.detach(id)
    end)
  end

  for file <- Document.files() do
    test "#{file}: Elixir" do
      detach_afterwards()
      Document.run_elixir(unquote(file))
    end

    for {line, text} <- Document.blocks(file, "javascript") do
      test "#{file}:#{line}: JavaScript" do
        Document.run_javascript(unquote(text))
      end
    end

    test "#{file}: commands, links and tests that it names are there" do
      text = Document.text(unquote(file))
      dev = Document.text("dev")

      for [_all, command] <- Regex.scan(~r/\.\/dev ([a-z]+)/, text) do
        assert dev =~ ~r/^  #{command}\)|^  #{command} \||#{command} \| /m, "./dev #{command}"
      end

      folder = Path.dirname(unquote(file))

      for [_all, link] <- Regex.scan(~r/\]\((?!https?:|#)([^)#]+)/, text) do
        assert File.exists?(Path.join(folder, link)), "no file for the link #{link}"
      end

      for [path] <- Regex.scan(~r/\b(?:test|native|examples|lib)\/[\w\/.-]*\.\w+/, text) do
        assert File.exists?(path), "no file #{path}"
      end
    end
  end
end
