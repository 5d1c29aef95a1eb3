defmodule OapiCodemode.Test.NativeInfo do
  @moduledoc "The library's own counts, and waiting for one of them without a sleep."

  alias OapiCodemode.Executor.Native

  # Teardown follows the answer within a millisecond or so; a large heap takes longer.
  @attempts 5_000

  @doc "The counts now."
  def now, do: Native.Nif.info()

  @doc "How many isolates are alive that are not just being torn down."
  def lasting_isolates do
    Enum.reduce(1..200, now().isolates, fn _attempt, least ->
      min(least, after_a_run().isolates)
    end)
  end

  @doc """
  Waits until no more than `count` isolates are alive; `false` when that does not happen.

  Cheap runs are the clock: what is waited for is the teardown of guests that have answered.
  """
  def isolates_at_most?(count) do
    Enum.any?(1..@attempts, fn _attempt -> after_a_run().isolates <= count end)
  end

  defp after_a_run do
    {:ok, %{value: 1}} = Native.run("() => 1", %{}, timeout: 10_000)
    now()
  end
end
