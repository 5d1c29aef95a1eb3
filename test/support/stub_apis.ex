defmodule OapiCodemode.Test.StubApis do
  @moduledoc """
  Imagined APIs behind a `:request` callback, answered from a table.

  Per API name a list of `{method, path, query?, body?, times?, reply or error, delay_ms?}`. The
  first entry answers whose method and path are equal, whose query values are equal as strings,
  whose body is deeply equal and which has uses left. `reply` is completed to
  `{status: 200, headers: {}, body: null}`; `error` is raised, with that message.
  """

  use Agent

  def start_link(stubs) do
    entries = for {api, list} <- stubs, entry <- list, do: {api, entry, entry["times"]}
    Agent.start_link(fn -> %{entries: entries, calls: [], unmatched: []} end)
  end

  @doc "The `:request` callback, of arity 1."
  def callback(stubs), do: fn [api, request] -> answer(stubs, api, request) end

  @doc "What was called, `api METHOD path`, in the order of arrival."
  def calls(stubs), do: Agent.get(stubs, &Enum.reverse(&1.calls))

  @doc "The calls that no entry answers."
  def unmatched(stubs), do: Agent.get(stubs, &Enum.reverse(&1.unmatched))

  defp answer(stubs, api, request) do
    case Agent.get_and_update(stubs, &take(&1, api, request)) do
      nil -> raise "no stub for #{api} #{inspect(request)}"
      entry -> reply(entry)
    end
  end

  defp reply(entry) do
    if delay = entry["delay_ms"], do: Process.sleep(delay)
    if error = entry["error"], do: raise(error)
    Map.merge(%{"status" => 200, "headers" => %{}, "body" => nil}, entry["reply"])
  end

  defp take(state, api, request) do
    state = %{state | calls: ["#{api} #{request["method"]} #{request["path"]}" | state.calls]}

    case Enum.find_index(state.entries, &answers?(&1, api, request)) do
      nil ->
        {nil, %{state | unmatched: [{api, request} | state.unmatched]}}

      index ->
        {_api, entry, _left} = Enum.at(state.entries, index)
        {entry, %{state | entries: List.update_at(state.entries, index, &use_once/1)}}
    end
  end

  defp use_once({api, entry, nil}), do: {api, entry, nil}
  defp use_once({api, entry, left}), do: {api, entry, left - 1}

  defp answers?({api, entry, left}, api, request) do
    left != 0 and entry["method"] == request["method"] and entry["path"] == request["path"] and
      same_query?(entry["query"] || %{}, request["query"] || %{}) and
      (not is_map_key(entry, "body") or entry["body"] == request["body"])
  end

  defp answers?(_entry, _api, _request), do: false

  defp same_query?(wanted, given) do
    Enum.all?(wanted, fn {key, value} ->
      is_map_key(given, key) and text(given[key]) == text(value)
    end)
  end

  defp text(nil), do: "null"
  defp text(value), do: to_string(value)
end
