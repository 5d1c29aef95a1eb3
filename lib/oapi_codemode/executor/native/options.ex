defmodule OapiCodemode.Executor.Native.Options do
  @moduledoc false
  # The options of `run/3`: one list that validates and documents.

  @schema [
    timeout: [
      default: 30_000,
      unit: "ms",
      min: 0,
      doc: "wall clock from the call of `run/3` to its return, host time included"
    ],
    wall_clock_ms: [
      default: nil,
      unit: "ms",
      min: 0,
      doc: "a second deadline, for hosts that come from SafeJS; the earlier one counts"
    ],
    max_concurrent_calls: [
      default: 16,
      unit: "calls",
      min: 1,
      doc: "callbacks of one run that are under way at once; further calls queue in order"
    ],
    drain_ms: [
      default: 5_000,
      unit: "ms",
      min: 0,
      doc:
        "how long calls still in flight are awaited after the program has ended, within the timeout"
    ],
    host_errors: [
      default: :redacted,
      unit: "`:redacted` or `:message`",
      one_of: [:redacted, :message],
      doc:
        "what the program sees of a callback's exception: a fixed text, or its message's first " <>
          "line, which may hold internals (paths, queries, credentials in a transport error)"
    ],
    memory_limit: [
      default: 128 * 1024 * 1024,
      unit: "bytes",
      min: 1024 * 1024,
      doc: "what the program may have alive: objects, strings, buffers, globals, replies, result"
    ],
    max_stack_size: [
      default: nil,
      unit: "bytes",
      min: 1,
      doc: "accepted from SafeJS configurations; recursion is bounded by frames here"
    ]
  ]

  defstruct Enum.map(@schema, fn {name, spec} -> {name, spec[:default]} end)

  @type t :: %__MODULE__{}

  @names Keyword.keys(@schema)

  @doc false
  # Validates the options of one call, over those of the application's configuration
  # (`config :oapi_codemode_native, timeout: 10_000`), over the defaults.
  @spec new(keyword()) :: {:ok, t()} | {:error, :invalid_option, String.t()}
  def new(opts) do
    if Keyword.keyword?(opts) do
      configured = :oapi_codemode_native |> Application.get_all_env() |> Keyword.take(@names)

      Enum.reduce_while(configured ++ opts, {:ok, %__MODULE__{}}, fn {name, value},
                                                                     {:ok, options} ->
        case check(@schema[name], name, value) do
          :ok -> {:cont, {:ok, Map.put(options, name, value)}}
          {:error, _, _} = error -> {:halt, error}
        end
      end)
    else
      {:error, :invalid_option, "options: expected a keyword list, got: #{inspect(opts)}"}
    end
  end

  defp check(nil, name, _value) do
    known = Enum.map_join(@schema, ", ", fn {name, _} -> inspect(name) end)
    {:error, :invalid_option, "unknown option #{inspect(name)}; the options are #{known}"}
  end

  defp check(spec, name, value) do
    if valid?(spec, value) do
      :ok
    else
      {:error, :invalid_option,
       "#{inspect(name)}: expected #{expected(spec)}, got: #{inspect(value)}"}
    end
  end

  defp valid?(spec, value) do
    cond do
      values = spec[:one_of] -> value in values
      is_nil(value) -> is_nil(spec[:default])
      true -> is_integer(value) and value >= spec[:min]
    end
  end

  defp expected(spec) do
    case spec[:one_of] do
      nil -> "an integer of at least #{spec[:min]} (#{spec[:unit]})"
      values -> Enum.map_join(values, " or ", &inspect/1)
    end
  end

  @doc false
  # The table in the documentation of `OapiCodemode.Executor.Native`.
  def docs do
    rows =
      Enum.map_join(@schema, "\n", fn {name, spec} ->
        "| `#{inspect(name)}` | #{spec[:unit]} | #{inspect(spec[:default])} | #{spec[:doc]} |"
      end)

    "| option | unit | default | meaning |\n|---|---|---|---|\n" <> rows
  end
end
