defmodule OapiCodemode.Bench.Executors do
  @moduledoc """
  The executor modules that are compared: by name, if they are loaded, and only where they answer
  what a row expects.
  """

  alias OapiCodemode.Bench.Rows

  # Every executor takes it; far beyond any row.
  @options [timeout: 120_000]

  @doc """
  Modules by name: `Native` is short for `OapiCodemode.Executor.Native`. Answers those that are
  loaded, and the names of those that are not.
  """
  def named(names) do
    {found, missing} = names |> Enum.map(&module/1) |> Enum.split_with(&Code.ensure_loaded?/1)
    {found, Enum.map(missing, &inspect/1)}
  end

  defp module(name) do
    if name =~ ".", do: Module.concat([name]), else: Module.concat(OapiCodemode.Executor, name)
  end

  @doc "The last part of the module's name."
  def label(executor), do: executor |> Module.split() |> List.last()

  @doc "Runs a program row once."
  def run(executor, row, env), do: executor.run(row.code, env, @options)

  @doc "`:ok`, or in words what the executor answered in place of the row's value."
  def check(executor, row, expected) do
    case run(executor, row, Rows.env(row, 0)) do
      {:ok, %{value: ^expected}} -> :ok
      {:ok, %{value: value}} -> {:wrong, "answered #{inspect(value, limit: 5)}"}
      {:error, %{message: message}} -> {:wrong, message}
      other -> {:wrong, inspect(other, limit: 5)}
    end
  end
end
