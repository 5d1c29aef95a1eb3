defmodule OapiCodemode.Test.Gauge do
  @moduledoc """
  What the node has and uses at a moment: processes, threads, memory, isolates. Linux only.
  """

  alias OapiCodemode.Executor.Native

  @doc "The gauge after every process has collected its garbage."
  def read_collected do
    for pid <- Process.list(), do: :erlang.garbage_collect(pid)
    read()
  end

  @doc "The gauge now."
  def read do
    info = Native.Nif.info()

    %{
      processes: length(Process.list()),
      # A parked thread is there for ever; it is counted by itself.
      threads: length(File.ls!("/proc/self/task")) - info.parked_threads,
      resident: status("VmRSS"),
      isolates: info.isolates,
      parked_threads: info.parked_threads,
      parked_bytes: info.parked_bytes,
      runs: info.runs,
      engine_panics: info.engine_panics
    }
  end

  @doc "The most memory that was resident, in bytes."
  def peak_resident, do: status("VmHWM")

  @doc "Makes the memory that is resident now the most that there was."
  def reset_peak, do: File.write!("/proc/self/clear_refs", "5")

  @doc "CPU time of all threads of the node, in ticks of 10 ms."
  def cpu_ticks do
    # The name of the program, in parentheses, may hold anything.
    [_name, numbers] = "/proc/self/stat" |> File.read!() |> String.split(") ", parts: 2)
    fields = String.split(numbers, " ")
    # utime and stime are the fields 14 and 15 of the line, the 12th and 13th behind the name.
    String.to_integer(Enum.at(fields, 11)) + String.to_integer(Enum.at(fields, 12))
  end

  defp status(field) do
    [_all, kilobytes] = Regex.run(~r/^#{field}:\s+(\d+) kB$/m, File.read!("/proc/self/status"))

    String.to_integer(kilobytes) * 1024
  end

  @doc "Bytes as MiB with one digit."
  def mib(bytes), do: :erlang.float_to_binary(bytes / 1_048_576, decimals: 1) <> " MiB"
end
