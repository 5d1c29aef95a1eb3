# The APIs that the example host knows: for each its document, what is in it, and how it is reached.
# A plain value; a host that changes it at run time keeps it in a process.

defmodule Demo.Host.Registry do
  alias OapiCodemode.Executor.Native

  # What the host needs of a document: whose it is, and which operations there are. A document is
  # data, so a program is the shortest way of reading it.
  @read """
  () => {
    const { info, paths } = JSON.parse(text);
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, tags }]) => ({
        id: operationId, method: method.toUpperCase(), path, tags,
      })),
    );
    return {
      title: info.title,
      operations,
      tags: [...new Set(operations.flatMap((operation) => operation.tags ?? []))],
    };
  }
  """

  @doc "An empty registry."
  def new, do: %{}

  @doc """
  Adds an API: its OpenAPI document as text, the function that serves a request, and the token that
  the host has for it, which no program ever sees.
  """
  def add(registry, name, document, serve, token) do
    {:ok, %{value: read}} = Native.run(@read, %{globals: %{"text" => document}})
    api = %{title: read["title"], tags: read["tags"], operations: read["operations"]}
    Map.put(registry, name, Map.merge(api, %{document: document, serve: serve, token: token}))
  end

  @doc "The names of the APIs."
  def names(registry), do: registry |> Map.keys() |> Enum.sort()

  @doc "All documents as one JSON text, by name: what search programs read."
  def documents(registry) do
    entries = for {name, api} <- registry, do: [?", name, "\":", api.document]
    IO.iodata_to_binary(["{", Enum.intersperse(entries, ","), "}"])
  end

  @doc "The operation that a request means, or what there is instead."
  def operation(%{operations: operations}, method, path) do
    wanted = segments(path)

    case Enum.find(
           operations,
           &(&1["method"] == method and matches?(segments(&1["path"]), wanted))
         ) do
      nil ->
        {:error, "no operation #{method} #{path}; there is #{nearest(operations, method, path)}"}

      operation ->
        {:ok, operation}
    end
  end

  defp matches?([], []), do: true
  defp matches?(["{" <> _ | known], [_ | given]), do: matches?(known, given)
  defp matches?([segment | known], [segment | given]), do: matches?(known, given)
  defp matches?(_known, _given), do: false

  defp segments(path), do: String.split(path, "/", trim: true)

  defp nearest(operations, method, path) do
    operations
    |> Enum.sort_by(&{&1["method"] == method, String.jaro_distance(&1["path"], path)}, :desc)
    |> Enum.take(3)
    |> Enum.map_join(", ", &"#{&1["method"]} #{&1["path"]}")
  end
end
