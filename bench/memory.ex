defmodule OapiCodemode.Bench.Memory do
  @moduledoc "Resident memory of this node and of the processes that it started. Linux only."

  @doc "Whether it can be measured here."
  def available?, do: File.exists?("/proc/self/clear_refs")

  @doc "Resident bytes of the node."
  def resident, do: status("self", "VmRSS")

  @doc "The most that was resident since `reset_peak/0`, in bytes."
  def peak, do: status("self", "VmHWM")

  def reset_peak, do: File.write!("/proc/self/clear_refs", "5")

  @doc "Threads of the node."
  def threads, do: length(File.ls!("/proc/self/task"))

  @doc """
  The processes that descend from this node and their resident bytes. Pages that they share (a
  binary that several of them run) are counted for each, as `ps` does.
  """
  def children do
    below = parents() |> descendants([System.pid()]) |> Enum.reject(&helper?/1)
    {length(below), below |> Enum.map(&status(&1, "VmRSS")) |> Enum.sum()}
  end

  @doc "What `function` answers, and the most that the children held while it ran."
  def watch_children(function) do
    owner = self()
    watcher = spawn_link(fn -> watch(owner, 0) end)
    result = function.()
    send(watcher, :stop)

    receive do
      {^watcher, most} -> {result, most}
    end
  end

  defp watch(owner, most) do
    receive do
      :stop -> send(owner, {self(), most})
    after
      3 ->
        {_count, bytes} = children()
        watch(owner, max(most, bytes))
    end
  end

  # Erlang's own, which starts the others.
  defp helper?(pid), do: read("/proc/#{pid}/comm") in ["erl_child_setup\n", "inet_gethost\n"]

  defp descendants(parents, pids) do
    case Enum.flat_map(pids, &Map.get(parents, &1, [])) do
      [] -> []
      below -> below ++ descendants(parents, below)
    end
  end

  defp parents do
    for pid <- File.ls!("/proc"), pid =~ ~r/^\d+$/, parent = parent(pid), reduce: %{} do
      known -> Map.update(known, parent, [pid], &[pid | &1])
    end
  end

  # The fields behind the name, which stands in parentheses and may hold anything.
  defp parent(pid) do
    case pid |> then(&read("/proc/#{&1}/stat")) |> String.split(") ") |> List.last() do
      "" -> nil
      fields -> fields |> String.split(" ") |> Enum.at(1)
    end
  end

  defp status(pid, field) do
    case Regex.run(~r/^#{field}:\s+(\d+) kB$/m, read("/proc/#{pid}/status")) do
      [_all, kilobytes] -> String.to_integer(kilobytes) * 1024
      # It has ended meanwhile.
      nil -> 0
    end
  end

  defp read(path) do
    case File.read(path) do
      {:ok, text} -> text
      {:error, _gone} -> ""
    end
  end
end
