defmodule OapiCodemode.Bench.Waiting do
  @moduledoc """
  Many runs that wait for a call that does not answer: what each keeps resident, and whether it
  holds a scheduler. For a node of its own (bench/probe.exs).
  """

  alias OapiCodemode.Bench.{Executors, Memory}

  @code ~S|async () => (await apis.a.request({path: "/x"})).body.n|

  # Started at once; then it is seen whether the machine has room for more.
  @batch 20
  # Of the memory that is available, as a share.
  @room 0.5
  @patience_ms 60_000

  @doc """
  Starts `wanted` runs, fewer when the machine has no room for them, and measures while all of them
  wait. Then lets them end.
  """
  def measure(executor, wanted) do
    # The first run loads code.
    release([start(executor)])
    idle = total()
    room = available() * @room
    threads = Memory.threads()
    {runs, resident} = fill(executor, wanted, room, idle, [])
    held = schedulers_held()
    trivial = trivial(executor)
    {children, _bytes} = Memory.children()

    result = %{
      runs: length(runs),
      resident_each: div(resident - idle, length(runs)),
      threads_each: (Memory.threads() - threads) / length(runs),
      processes_each: children / length(runs),
      schedulers_held: held,
      trivial_us: trivial
    }

    release(runs)
    result
  end

  defp fill(executor, wanted, room, idle, runs) do
    batch = min(@batch, wanted - length(runs))
    started = for _n <- 1..batch, do: start(executor, :asynchronous)
    runs = Enum.map(started, &await_call/1) ++ runs
    resident = total()

    if length(runs) >= wanted or resident - idle > room,
      do: {runs, resident},
      else: fill(executor, wanted, room, idle, runs)
  end

  defp start(executor), do: executor |> start(:asynchronous) |> await_call()

  defp start(executor, :asynchronous) do
    owner = self()
    reference = make_ref()

    request = fn _api, _options ->
      send(owner, {reference, self()})

      receive do
        ^reference -> %{"status" => 200, "body" => %{"n" => 7}}
      end
    end

    env = %{globals: %{"apiNames" => ["a"]}, callbacks: %{request: request}}
    {Task.async(fn -> executor.run(@code, env, timeout: 600_000) end), reference}
  end

  defp await_call({task, reference}) do
    receive do
      {^reference, callee} -> {task, reference, callee}
    after
      @patience_ms ->
        raise "a run did not come to its call: #{inspect(Task.shutdown(task, :brutal_kill))}"
    end
  end

  defp release(runs) do
    for {_task, reference, callee} <- runs, do: send(callee, reference)

    for {task, _reference, _callee} <- runs do
      {:ok, %{value: 7}} = Task.await(task, @patience_ms)
    end
  end

  # Resident bytes of the node and its children, when garbage is collected and teardown is over.
  defp total do
    for pid <- Process.list(), do: :erlang.garbage_collect(pid)
    Process.sleep(100)
    {_count, children} = Memory.children()
    Memory.resident() + children
  end

  defp available do
    [_all, kilobytes] = Regex.run(~r/^MemAvailable:\s+(\d+) kB$/m, File.read!("/proc/meminfo"))
    String.to_integer(kilobytes) * 1024
  end

  # How many schedulers, dirty ones included, were busy over a second in which nothing happens.
  defp schedulers_held do
    :erlang.system_flag(:scheduler_wall_time, true)
    before = Enum.sort(:erlang.statistics(:scheduler_wall_time_all))
    Process.sleep(1_000)
    later = Enum.sort(:erlang.statistics(:scheduler_wall_time_all))
    :erlang.system_flag(:scheduler_wall_time, false)

    before
    |> Enum.zip(later)
    |> Enum.map(fn {{id, active, total}, {id, active_later, total_later}} ->
      (active_later - active) / max(total_later - total, 1)
    end)
    |> Enum.sum()
  end

  # What one more run takes meanwhile.
  defp trivial(executor) do
    times =
      for _run <- 1..21 do
        env = %{globals: %{"apiNames" => []}, callbacks: %{}}

        {time, {:ok, _}} =
          :timer.tc(fn -> executor.run("async () => 1 + 2", env, timeout: 60_000) end)

        time
      end

    times |> Enum.sort() |> Enum.at(10)
  end
end
