defmodule OapiCodemode.Test.InFlight do
  @moduledoc "Counts how many calls are in progress at once, and remembers the most there were."

  @current 1
  @most 2

  def new, do: :atomics.new(2, [])

  @doc "Runs the function as one call in flight."
  def track(counter, fun) do
    raise_most(counter, :atomics.add_get(counter, @current, 1))

    try do
      fun.()
    after
      :atomics.sub(counter, @current, 1)
    end
  end

  @doc "The most calls that were in flight together."
  def most(counter), do: :atomics.get(counter, @most)

  defp raise_most(counter, value) do
    most = :atomics.get(counter, @most)

    if value > most and :atomics.compare_exchange(counter, @most, most, value) != :ok,
      do: raise_most(counter, value)
  end
end
