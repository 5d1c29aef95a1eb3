defmodule OapiCodemode.Executor.Native.Options.Schema do
  @moduledoc false
  # The list of the options: name, type, unit, default, text. Everything that is said of an option
  # anywhere (validation, typespec, the tables of the documentation) is made from this list.
  #
  # The order is that of the limits in `native/sandbox/src/limits.rs`, after what is Elixir's own.
  # Units are in the names' texts; a `nil` default means that there is no such limit.

  # `receive … after` takes no more milliseconds than this (49 days).
  @most_ms 4_294_967_295

  # What no machine has; it keeps the arithmetic on limits far from any overflow.
  @most_bytes 1024 * 1024 * 1024 * 1024

  @call [
    timeout: [
      type: {:integer, 0, @most_ms},
      unit: "ms",
      default: 30_000,
      doc: "wall clock from the call of `run/3` to its return, host time included"
    ],
    wall_clock_ms: [
      type: {:integer, 0, @most_ms},
      unit: "ms",
      default: nil,
      doc:
        "a second deadline, for hosts that come from SafeJS; the earlier one counts, and each has its own result"
    ],
    max_concurrent_calls: [
      type: {:integer, 1, 1_000_000},
      unit: "calls",
      default: 16,
      doc: "callbacks of one run that are under way at once; further calls wait their turn"
    ],
    drain_ms: [
      type: {:integer, 0, @most_ms},
      unit: "ms",
      default: 5_000,
      doc:
        "how long calls that are in flight when the program ends are awaited, within the timeout; what is left is killed"
    ],
    host_errors: [
      type: {:one_of, [:redacted, :message]},
      unit: "",
      default: :redacted,
      doc:
        "what the program sees of a callback's exception: a fixed text, or its message's first line, which may hold paths, queries or credentials"
    ],
    memory_limit: [
      type: {:integer, 1024 * 1024, @most_bytes},
      unit: "bytes",
      default: 128 * 1024 * 1024,
      nil: :default,
      doc: "what the program may have alive, globals, replies and result included"
    ],
    max_stack_size: [
      type: {:integer, 1, @most_bytes},
      unit: "bytes",
      default: nil,
      doc: "accepted from SafeJS configurations, without effect: recursion is bounded by frames"
    ]
  ]

  # Read once, when the library is loaded: for the node, not for a call.
  @node [
    quarantine_budget: [
      type: {:integer, 0, @most_bytes},
      unit: "bytes",
      default: 256 * 1024 * 1024,
      doc: "what the guests that were parked may hold; past it new runs are refused"
    ]
  ]

  # Options of other executors that have no meaning here, and what to do instead.
  @foreign [
    report_pid: "it is Deno's: there is no operating-system process here; leave it out",
    limits:
      "it is ZapCode's: write `memory_limit: bytes` in place of `limits: %{max_memory: bytes}`",
    gc_threshold: "it is ex_safejs's: nothing here needs it; leave it out"
  ]

  @doc false
  # The options of a call, which the application's configuration may set too.
  def call, do: @call

  @doc false
  # The options of the node: in the application's configuration only.
  def node, do: @node

  @doc false
  def foreign, do: @foreign

  @doc false
  def default(name), do: Keyword.fetch!(@call ++ @node, name)[:default]

  @doc false
  # The call's options as a type, quoted.
  def typespec do
    for({name, spec} <- @call, do: {name, type(spec)})
    |> Enum.reverse()
    |> Enum.reduce(fn option, union -> {:|, [], [option, union]} end)
  end

  defp type(spec) do
    type = type_of(spec[:type])
    if nil?(spec), do: {:|, [], [type, nil]}, else: type
  end

  defp type_of({:integer, 0, _most}), do: quote(do: non_neg_integer())
  defp type_of({:integer, _least, _most}), do: quote(do: pos_integer())
  defp type_of({:one_of, values}), do: Enum.reduce(values, &{:|, [], [&1, &2]})

  @doc false
  # Whether `nil` may be given: it stands for the default, as SafeJS has it.
  def nil?(spec), do: is_nil(spec[:default]) or spec[nil] == :default

  @doc false
  # What may be given, in words.
  def allowed(spec) do
    allowed = allowed(spec[:type], spec[:unit])
    if nil?(spec), do: allowed <> ", or nil", else: allowed
  end

  defp allowed({:integer, least, most}, unit),
    do: "an integer from #{number(least)} to #{number(most)} (#{unit})"

  defp allowed({:one_of, values}, _unit), do: Enum.map_join(values, " or ", &inspect/1)

  @doc false
  # The table of the documentation: `:call` or `:node`.
  def table(:call), do: table_of(@call)
  def table(:node), do: table_of(@node)

  defp table_of(options) do
    rows =
      Enum.map_join(options, "\n", fn {name, spec} ->
        "| `#{inspect(name)}` | #{default_text(spec)} | #{spec[:doc]} |"
      end)

    "| option | default | meaning |\n| --- | --- | --- |\n" <> rows
  end

  defp default_text(spec) do
    case {spec[:default], spec[:type]} do
      {nil, _type} -> "none (#{spec[:unit]})"
      {default, {:integer, _least, _most}} -> "`#{number(default)}` #{spec[:unit]}"
      {default, {:one_of, values}} -> one_of_text(default, values)
    end
  end

  defp one_of_text(default, values) do
    others = Enum.map_join(values -- [default], ", ", &"`#{inspect(&1)}`")
    "`#{inspect(default)}`; or #{others}"
  end

  # With the separators that Elixir's own numbers may have.
  defp number(integer), do: inspect(integer) |> String.replace(~r/\B(?=(\d{3})+$)/, "_")
end
