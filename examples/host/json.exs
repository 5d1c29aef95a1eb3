# JSON for the example host, which has no package for it: the executor writes it, with integers of any
# size. An application uses the codec that it has (Jason, or Elixir's own JSON from 1.18 on).

defmodule Demo.Host.Json do
  alias OapiCodemode.Executor.Native

  @doc "The JSON text of a value."
  def encode!(value) do
    {:ok, %{value: text}} =
      Native.run("() => JSON.stringify(given)", %{globals: %{"given" => value}})

    text
  end
end
