defmodule OapiCodemode.Bench.Statistics do
  @moduledoc "Medians and percentiles of a list of samples, by nearest rank."

  @doc "`%{count:, median:, p95:, p99:}` of samples in any unit."
  def of(samples) do
    sorted = samples |> Enum.sort() |> List.to_tuple()
    rank = fn share -> elem(sorted, max(ceil(share * tuple_size(sorted)) - 1, 0)) end
    %{count: tuple_size(sorted), median: rank.(0.5), p95: rank.(0.95), p99: rank.(0.99)}
  end
end
