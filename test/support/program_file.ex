defmodule OapiCodemode.Test.ProgramFile do
  @moduledoc """
  A realistic program of `test/cases/programs`: a block comment that holds JSON, then the code.

  The header's fields: `globals`; `stubs` (see `OapiCodemode.Test.StubApis`); `needs`, what it
  uses beyond ECMAScript; `expect`, a JSON value, or `expect_error`, a regex for the message;
  `any_order`, when the order of the expected list is that of an Elixir map's keys, which is none;
  `console`, a list of `[level, text]`; `calls`, in dispatch order.
  """

  alias OapiCodemode.Test.JSON

  @directory Path.expand("../cases/programs", __DIR__)

  defstruct [:name, :code, :header]

  @doc "All programs, by name."
  def all do
    @directory |> Path.join("*.js") |> Path.wildcard() |> Enum.sort() |> Enum.map(&read!/1)
  end

  @doc "The program of that name."
  def fetch!(name), do: read!(Path.join(@directory, name <> ".js"))

  defp read!(path) do
    [_all, header, code] = Regex.run(~r/\A\/\*\n(.*?)\*\/\s*(.*)\z/s, File.read!(path))
    %__MODULE__{name: Path.basename(path, ".js"), code: code, header: JSON.decode!(header)}
  end

  def needs(program), do: Map.get(program.header, "needs", [])
  def stubs(program), do: Map.get(program.header, "stubs", %{})

  @doc "The globals, with the names of the stubbed APIs as `apiNames`."
  def globals(program) do
    program.header
    |> Map.get("globals", %{})
    |> Map.put("apiNames", program |> stubs() |> Map.keys())
  end
end
