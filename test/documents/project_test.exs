defmodule OapiCodemode.Documents.ProjectTest do
  # What mix.exs says of documents: each is there, in a group, and in the package.
  use ExUnit.Case, async: true

  alias OapiCodemode.Test.Document

  @project Mix.Project.config()

  defp extras do
    for extra <- @project[:docs][:extras],
        do: if(is_tuple(extra), do: elem(extra, 0), else: extra)
  end

  test "each document of the documentation is a file of the package" do
    package = @project[:package][:files]

    for extra <- extras() do
      assert File.regular?(extra)

      assert extra in package or hd(Path.split(extra)) in package,
             "#{extra} is not in the package"
    end
  end

  test "each document that is there is in the documentation" do
    assert Document.files() -- extras() == []
  end

  test "each is in a group" do
    for extra <- extras() do
      assert Enum.any?(@project[:docs][:groups_for_extras], fn {_group, pattern} ->
               extra =~ pattern
             end)
    end
  end

  test "each public module is in a group and has a moduledoc, each public function a doc and a spec" do
    {:ok, modules} = :application.get_key(:oapi_codemode_native, :modules)

    public =
      for module <- modules,
          {:docs_v1, _, _, _, %{"en" => _moduledoc}, _, functions} <- [Code.fetch_docs(module)],
          source(module) =~ "/lib/oapi_codemode/",
          do: {module, functions}

    grouped = Enum.flat_map(@project[:docs][:groups_for_modules], &elem(&1, 1))
    assert Enum.sort(for {module, _} <- public, do: module) == Enum.sort(grouped)

    for {module, functions} <- public,
        {{:function, name, arity}, _, _, doc, _} <- functions,
        doc != :hidden do
      assert is_map(doc) and doc != %{}, "#{inspect(module)}.#{name}/#{arity} has no doc"
      {:ok, specs} = Code.Typespec.fetch_specs(module)

      assert List.keymember?(specs, {name, arity}, 0),
             "#{inspect(module)}.#{name}/#{arity} has no spec"
    end
  end

  defp source(module), do: module.module_info(:compile)[:source] |> to_string()
end
