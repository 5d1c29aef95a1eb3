defmodule OapiCodemode.Test.CallerProbe do
  @moduledoc """
  Runs a function in a process of its own and tells what that process looked like before, right
  after, and a little later, when what was on its way has arrived.

  The process has a message, a link, a monitor and a dictionary entry of its own beforehand, so
  that one that was taken away shows as well as one that was added.
  """

  import ExUnit.Assertions

  # How long a stray message may still be on its way. There is nothing to wait *for*.
  @late_ms 30

  @patience 30_000

  defstruct [:outcome, :before, :at_return, :later]

  @doc "Watches a caller that traps exits, or does not, while it runs `fun`."
  def watch(trap_exit?, fun) do
    observer = self()
    key = make_ref()
    {caller, monitor} = spawn_monitor(fn -> send(observer, {key, probe(trap_exit?, fun)}) end)

    receive do
      {^key, probe} ->
        Process.demonitor(monitor, [:flush])
        probe

      {:DOWN, ^monitor, :process, ^caller, reason} ->
        flunk("the caller died: #{inspect(reason)}")
    after
      @patience ->
        Process.exit(caller, :kill)
        flunk("the caller did not come back")
    end
  end

  @doc "Asserts that the caller is as it was, at once and later."
  def assert_untouched(%__MODULE__{} = probe) do
    assert probe.at_return == probe.before, "changed at return: #{difference(probe, :at_return)}"
    assert probe.later == probe.before, "changed later: #{difference(probe, :later)}"
  end

  defp difference(probe, at),
    do: inspect({probe.before -- Map.get(probe, at), Map.get(probe, at) -- probe.before})

  defp probe(trap_exit?, fun) do
    Process.flag(:trap_exit, trap_exit?)
    companion = spawn_link(fn -> Process.sleep(:infinity) end)
    Process.monitor(companion)
    Process.put(:kept, "by the caller")
    send(self(), :sent_before)

    before = snapshot()
    outcome = fun.()
    at_return = snapshot()
    never = make_ref()

    receive do
      ^never -> :ok
    after
      @late_ms -> :ok
    end

    probe = %__MODULE__{outcome: outcome, before: before, at_return: at_return, later: snapshot()}
    Process.unlink(companion)
    Process.exit(companion, :kill)
    probe
  end

  defp snapshot do
    [:messages, :links, :monitors, :dictionary, :trap_exit, :group_leader]
    |> Enum.map(&Process.info(self(), &1))
    |> Enum.map(fn {key, value} ->
      {key, if(is_list(value), do: Enum.sort(value), else: value)}
    end)
  end
end
