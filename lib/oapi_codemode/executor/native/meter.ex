defmodule OapiCodemode.Executor.Native.Meter do
  @moduledoc false
  # What one run has used so far, for `Telemetry`: time in the engine, slices, calls. Its processes
  # write, the caller reads when the run has ended, however it ended: also when they were killed.
  #
  # Without one (`nil`: nobody listens) nothing is counted.

  @compute 1
  # When the slice that runs was started; 0 between slices.
  @started 2
  @slices 3
  @calls 4

  @opaque t :: :atomics.atomics_ref()

  @doc false
  @spec new() :: t()
  def new, do: :atomics.new(4, signed: true)

  @doc false
  # Runs one slice: the time that `fun` takes is the guest's, waiting for a dirty scheduler included.
  @spec slice(t() | nil, (() -> result)) :: result when result: term()
  def slice(nil, fun), do: fun.()

  def slice(meter, fun) do
    started = now()
    :atomics.put(meter, @started, started)
    result = fun.()
    :atomics.add(meter, @compute, now() - started)
    :atomics.put(meter, @started, 0)
    :atomics.add(meter, @slices, 1)
    result
  end

  @doc false
  # One more call was asked for.
  @spec call(t() | nil) :: :ok
  def call(nil), do: :ok
  def call(meter), do: :atomics.add(meter, @calls, 1)

  @doc false
  # A slice that was still running when its process was killed counts up to now.
  @spec read(t()) :: %{
          compute_time: integer(),
          slices: non_neg_integer(),
          calls: non_neg_integer()
        }
  def read(meter) do
    under_way =
      case :atomics.get(meter, @started) do
        0 -> 0
        started -> now() - started
      end

    %{
      compute_time: :atomics.get(meter, @compute) + under_way,
      slices: :atomics.get(meter, @slices) + if(under_way == 0, do: 0, else: 1),
      calls: :atomics.get(meter, @calls)
    }
  end

  defp now, do: System.monotonic_time()
end
