defmodule OapiCodemode.Test.Hostile.Stub do
  @moduledoc """
  The environment of every hostile program, and one run in it.

  `apis.t.request` answers `{status: 200, headers: {}, body: {ok: true, n: <calls so far>}}`;
  the path `/list` has the body `[1, 2, 3]`, the path `/raise` raises "host says no".
  """

  alias OapiCodemode.Executor.Native

  @memory_limit 64 * 1024 * 1024

  @doc "Runs the row's program: `{outcome, milliseconds}`."
  def run(row) do
    code = row.code.()
    options = [timeout: row.timeout, memory_limit: @memory_limit]
    {microseconds, outcome} = :timer.tc(fn -> Native.run(code, env(), options) end)
    {outcome, div(microseconds, 1_000)}
  end

  @doc "The environment; each has a count of its own."
  def env do
    calls = :counters.new(1, [])
    request = fn api, options -> answer(api, options, calls) end
    %{globals: %{"apiNames" => ["t"]}, callbacks: %{request: request}}
  end

  defp answer("t", %{"path" => "/raise"}, _calls), do: raise("host says no")
  defp answer("t", %{"path" => "/list"}, _calls), do: reply([1, 2, 3])

  defp answer("t", _options, calls) do
    :counters.add(calls, 1, 1)
    reply(%{"ok" => true, "n" => :counters.get(calls, 1)})
  end

  defp reply(body), do: %{"status" => 200, "headers" => %{}, "body" => body}
end
