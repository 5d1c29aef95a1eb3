defmodule OapiCodemode.Soak.Worker do
  @moduledoc """
  One process of the soak: runs random programs until the time is over, and counts.

  It is the caller of most of its runs, so that its own mailbox, links and monitors show what a
  run leaves behind; the callers that are killed are processes that it starts.
  """

  alias OapiCodemode.Executor.Native
  alias OapiCodemode.Soak.Programs

  # What a killed caller's callbacks have to be gone.
  @soon 10_000

  @doc """
  Works until `deadline` (monotonic milliseconds). `park?` tells whether a program that needs
  quarantine may be run now. Answers `{counts by name, violations}`.
  """
  def work(deadline, seed, park?) do
    :rand.seed(:exsss, seed)
    loop(deadline, park?, %{}, [])
  end

  defp loop(deadline, park?, counts, violations) do
    if System.monotonic_time(:millisecond) >= deadline do
      {counts, violations}
    else
      {name, found} = one(park?)
      loop(deadline, park?, Map.update(counts, name, 1, &(&1 + 1)), found ++ violations)
    end
  end

  defp one(park?) do
    case :rand.uniform(100) do
      n when n <= 55 -> run(Programs.good())
      n when n <= 75 -> run(Programs.failing())
      n when n <= 88 -> run(Programs.hostile())
      n when n <= 98 -> kill_a_caller()
      _rest -> if park?.(), do: run(Programs.quarantined()), else: run(Programs.good())
    end
  end

  defp run(program) do
    outcome = Native.run(program.code, program.env, program.options)

    wrong =
      case program.check.(outcome) do
        :ok ->
          []

        {:expected, expected} ->
          ["#{program.name}: #{short(outcome)}, expected #{short(expected)}"]
      end

    {program.name, wrong ++ left_behind(program)}
  end

  defp left_behind(program) do
    for {what, value} <- Process.info(self(), [:message_queue_len, :monitors]),
        value not in [0, []],
        do: "#{program.name}: left #{what} #{short(value)}"
  end

  # The caller is killed at a random moment; what it had started must be gone soon.
  defp kill_a_caller do
    worker = self()
    program = Programs.doomed(&send(worker, {:held, &1}))

    {caller, monitor} =
      spawn_monitor(fn -> Native.run(program.code, program.env, program.options) end)

    Process.sleep(:rand.uniform(60) - 1)
    Process.exit(caller, :kill)

    receive do
      {:DOWN, ^monitor, :process, ^caller, _reason} -> :ok
    end

    {"killed caller", survivors()}
  end

  # A callback that starts while its caller dies may tell so a moment later.
  defp survivors do
    receive do
      {:held, pid} -> survivor(pid) ++ survivors()
    after
      5 -> []
    end
  end

  defp survivor(pid) do
    monitor = Process.monitor(pid)

    receive do
      {:DOWN, ^monitor, :process, ^pid, _reason} -> []
    after
      @soon ->
        Process.demonitor(monitor, [:flush])
        ["a callback lives #{@soon} ms after its caller was killed"]
    end
  end

  defp short(term), do: inspect(term, limit: 8, printable_limit: 120)
end
