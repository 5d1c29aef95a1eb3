defmodule OapiCodemode.ExecutorCase do
  @moduledoc """
  The case template of everything that is said of an executor.

  The executor is a parameter: `use OapiCodemode.ExecutorCase, executor: MyExecutor` for one
  file, the environment variable `EXECUTOR` for all that name none, and Native otherwise.
  """

  use ExUnit.CaseTemplate

  @native "OapiCodemode.Executor.Native"

  # Long enough for a loaded machine, short enough that a hang is a failure and not a break.
  @timeout 20_000

  using options do
    executor = Keyword.get_lazy(options, :executor, &default_executor/0)

    quote do
      @executor unquote(executor)

      def run(code, options \\ []),
        do: OapiCodemode.ExecutorCase.run(@executor, code, options)

      # Of a program, or of an outcome that is there already.
      def value!(program, options \\ []),
        do: OapiCodemode.ExecutorCase.value!(outcome(program, options))

      def error!(program, options \\ []),
        do: OapiCodemode.ExecutorCase.error!(outcome(program, options))

      def logs!(program, options \\ []),
        do: OapiCodemode.ExecutorCase.logs!(outcome(program, options))

      defp outcome(outcome, []) when is_tuple(outcome), do: outcome
      defp outcome(code, options), do: run(code, options)

      import OapiCodemode.ExecutorCase, only: [without_position: 1]
    end
  end

  @doc "The executor that is tested when a file names none."
  def default_executor, do: Module.concat([System.get_env("EXECUTOR", @native)])

  @doc "Runs a program; `:globals` and `:callbacks` make the environment, the rest are options."
  def run(executor, code, options) do
    {env, options} = Keyword.split(options, [:globals, :callbacks])
    env = Enum.into(env, %{globals: %{}, callbacks: %{}})
    executor.run(code, env, Keyword.put_new(options, :timeout, @timeout))
  end

  @doc "The value of a run that succeeded."
  def value!({:ok, %{value: value, logs: _logs}}), do: value
  def value!(outcome), do: flunk("expected a value, got: #{inspect(outcome)}")

  @doc "The error of a run that failed, which must have the contract's keys."
  def error!({:error, %{} = error}) do
    missing = [:message, :logs, :kind, :name, :line, :column] -- Map.keys(error)
    assert missing == [], "the error lacks #{inspect(missing)}: #{inspect(error)}"
    error
  end

  def error!(outcome), do: flunk("expected an error map, got: #{inspect(outcome)}")

  @doc "The console lines of a run, whether it succeeded or failed."
  def logs!({:ok, %{logs: logs}}), do: logs
  def logs!({:error, %{logs: logs}}), do: logs
  def logs!(outcome), do: flunk("expected logs, got: #{inspect(outcome)}")

  @doc "An error's message less the position at its end, which must be the one in the keys."
  def without_position(%{message: message, line: line, column: column}) do
    suffix = " (line #{line}, column #{column})"
    assert String.ends_with?(message, suffix), "no #{suffix} at the end of #{inspect(message)}"
    String.replace_suffix(message, suffix, "")
  end
end
