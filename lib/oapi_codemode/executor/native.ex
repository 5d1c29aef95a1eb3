defmodule OapiCodemode.Executor.Native do
  @moduledoc """
  Runs model-written JavaScript inside the BEAM, on the Boa engine, as an
  `OapiCodemode.Executor`.

  One config line puts it where another executor was:

      executor: OapiCodemode.Executor.Native

  The program is one async arrow function. It reaches the host only through `host.<name>(...)`,
  one function per callback, and `apis.<name>.request(opts)`, one per entry of the `apiNames`
  global. Host calls are concurrent; nothing of a run is left when `run/3` returns.

      iex> OapiCodemode.Executor.Native.run(
      ...>   "async () => { console.log('hi'); return [1, 2].map(n => n * k) }",
      ...>   %{globals: %{"k" => 10}, callbacks: %{}},
      ...>   timeout: 5_000
      ...> )
      {:ok, %{value: [10, 20], logs: ["hi"]}}

  ## Options

  #{OapiCodemode.Executor.Native.Options.Schema.table(:call)}

  Each can be set for all runs by `config :oapi_codemode_native, name: value`; an option of the call
  wins. A name or a value that is not allowed is an error of kind `:invalid_option` before any code
  runs; its message names the option, what was given and what is allowed:

      iex> {:error, error} =
      ...>   OapiCodemode.Executor.Native.run("() => 1", %{}, memory_limit: "128 MiB")
      iex> error.message
      "option :memory_limit: expected an integer from 1_048_576 to 1_099_511_627_776 (bytes), or nil, got: \\"128 MiB\\""

  What is the node's, read once when the library is loaded, is in the configuration only:

  #{OapiCodemode.Executor.Native.Options.Schema.table(:node)}

  ## Errors

  A guest failure is `{:error, map}` with the keys `:message` (one line, at most 500 characters),
  `:logs` (the console lines up to then), `:kind`, `:name` (the JavaScript error's own), `:line`
  and `:column` (in the program's own text, or `nil`):

      iex> {:error, error} =
      ...>   OapiCodemode.Executor.Native.run("async () => nope", %{globals: %{}, callbacks: %{}}, [])
      iex> {error.kind, error.name, error.line, error.column}
      {:js_error, "ReferenceError", 1, 13}

  | kind | what happened |
  |---|---|
  | `:js_error` | the program threw |
  | `:syntax_error` | the program does not parse |
  | `:invalid_code` | the program is not one function, or too large |
  | `:host_error` | a callback failed and the program did not catch it; what it said is in the log |
  | `:deadlock` | the program waits for a promise that nothing can settle |
  | `:stack_overflow` | the program passed the recursion limit |
  | `:result_error` | the result can't cross: circular, too deep, too large |
  | `:invalid_input` | globals or callbacks were refused before any code ran |
  | `:invalid_option` | an option was refused before any code ran |
  | `:engine_panic` | the engine failed; the run was contained |
  | `:memory_limit` | the program passed `:memory_limit` |
  | `:stopped` | the run was stopped from elsewhere |
  | `:unavailable` | the system gave no thread for the run, or the quarantine is full |

  A run that is over its time is `{:error, {:timeout, ms}}`, or `{:error, {:wall_clock, ms}}` when
  `:wall_clock_ms` was the earlier of the two.
  """

  alias OapiCodemode.Executor.Native.{Input, Options, Runner, Telemetry}

  if Code.ensure_loaded?(OapiCodemode.Executor) do
    @behaviour OapiCodemode.Executor
  end

  @type env :: %{
          optional(:globals) => map(),
          optional(:callbacks) => %{optional(atom() | String.t()) => function()}
        }
  @type error :: %{
          message: String.t(),
          logs: [String.t()],
          kind: atom(),
          name: String.t() | nil,
          line: pos_integer() | nil,
          column: pos_integer() | nil
        }
  @typedoc "An option of `run/3`; the table above says what each means."
  @type option :: Options.option()
  @type result :: %{value: term(), logs: [String.t()]}
  @type run_error ::
          {:timeout, non_neg_integer()} | {:wall_clock, non_neg_integer()} | error()

  @doc """
  Runs `code` with `env.globals` and `env.callbacks`; blocks until it has ended.

  The caller's mailbox, links, monitors and dictionary are as before when it returns.
  """
  @spec run(String.t(), env(), [option()]) :: {:ok, result()} | {:error, run_error()}
  def run(code, env, opts \\ []) do
    Telemetry.run(code, fn telemetry ->
      with {:ok, options} <- Options.new(opts),
           {:ok, input} <- Input.new(code, env) do
        Runner.run(input, options, telemetry)
      else
        {:error, kind, message} -> {:error, error(kind, message)}
      end
    end)
  end

  @doc false
  # The one shape of an error map; `fields` adds what is known of the guest's own error.
  def error(kind, message, fields \\ []) do
    Map.merge(
      %{message: message, logs: [], kind: kind, name: nil, line: nil, column: nil},
      Map.new(fields)
    )
  end
end
