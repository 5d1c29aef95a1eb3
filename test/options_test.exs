defmodule OapiCodemode.OptionsTest do
  # What an option may be, and how its refusal reads. Not async: the configuration is for all runs.
  use OapiCodemode.ExecutorCase, async: false

  alias OapiCodemode.Executor.Native
  alias OapiCodemode.Executor.Native.Options
  alias OapiCodemode.Executor.Native.Options.Schema

  defp configure(name, value) do
    Application.put_env(:oapi_codemode_native, name, value)
    on_exit(fn -> Application.delete_env(:oapi_codemode_native, name) end)
  end

  defp refused(options) do
    test = self()
    callbacks = %{ran: fn [] -> send(test, :ran) && nil end}
    error = error!("async () => { await host.ran() }", [callbacks: callbacks] ++ options)
    assert %{kind: :invalid_option, logs: [], line: nil} = error
    refute_received :ran
    refute error.message =~ "\n"
    assert String.length(error.message) <= 500
    error.message
  end

  describe "what was given and what is allowed" do
    for {options, message} <- [
          {[timeout: -1],
           "option :timeout: expected an integer from 0 to 4_294_967_295 (ms), got: -1"},
          {[timeout: :infinity],
           "option :timeout: expected an integer from 0 to 4_294_967_295 (ms), got: :infinity"},
          {[wall_clock_ms: 1.5],
           "option :wall_clock_ms: expected an integer from 0 to 4_294_967_295 (ms), or nil, got: 1.5"},
          {[max_concurrent_calls: 0],
           "option :max_concurrent_calls: expected an integer from 1 to 1_000_000 (calls), got: 0"},
          {[host_errors: :all], "option :host_errors: expected :redacted or :message, got: :all"},
          {[memory_limit: 1024],
           "option :memory_limit: expected an integer from 1_048_576 to 1_099_511_627_776 (bytes), or nil, got: 1024"},
          {[max_stack_size: 0],
           "option :max_stack_size: expected an integer from 1 to 1_099_511_627_776 (bytes), or nil, got: 0"},
          {[drain_ms: nil],
           "option :drain_ms: expected an integer from 0 to 4_294_967_295 (ms), got: nil"}
        ] do
      test inspect(options) do
        assert refused(unquote(options)) == unquote(message)
      end
    end
  end

  describe "names" do
    test "an unknown one: the message lists those that there are" do
      message = refused(colour: :red)

      assert message =~
               "unknown option :colour (given: :red); the options are :timeout, :wall_clock_ms"

      for {name, _spec} <- Schema.call(), do: assert(message =~ inspect(name))
    end

    test "a misspelt one: the message says which was meant" do
      assert refused(time_out: 5) =~
               "unknown option :time_out (given: 5), did you mean `:timeout`?"

      assert refused(memory_limt: 5) =~ "did you mean `:memory_limit`?"
    end

    test "those of other executors are named as such, with what to do instead" do
      assert refused(report_pid: self()) =~
               ~r/:report_pid \(given: #PID<.*>\): it is Deno's: .*leave it out/

      assert refused(limits: %{max_memory: 256_000_000}) ==
               "option :limits (given: %{max_memory: 256000000}): it is ZapCode's: write " <>
                 "`memory_limit: bytes` in place of `limits: %{max_memory: bytes}`"

      assert refused(gc_threshold: 1) =~ "it is ex_safejs's"
    end

    test "one of the node's is not an option of a call" do
      assert refused(quarantine_budget: 5) =~
               "it is the node's, set it by `config :oapi_codemode_native, quarantine_budget: …`"
    end

    test "a value of any size makes a short message" do
      assert refused(timeout: Enum.to_list(1..10_000)) =~ "[1, 2, 3, 4, 5, ...]"

      assert refused(timeout: String.duplicate("x", 10_000)) =~
               ~s|x" <> ...|

      assert refused([{:timeout, %{deep: for(n <- 1..5, do: String.duplicate("#{n}", 90))}}])
    end

    test "options that are no keyword list" do
      assert {:error, %{kind: :invalid_option, message: message}} =
               @executor.run("() => 1", %{}, %{timeout: 5})

      assert message == "options: expected a keyword list, got: %{timeout: 5}"
    end
  end

  describe "configuration" do
    test "sets an option for all runs; an option of the call wins" do
      configure(:timeout, 0)
      assert Native.run("() => 1", %{}) == {:error, {:timeout, 0}}
      assert {:ok, %{value: 1}} = Native.run("() => 1", %{}, timeout: 20_000)
    end

    test "is validated as a call's options are, and says where it is" do
      configure(:timeout, "5")

      assert refused([]) ==
               "config :oapi_codemode_native: option :timeout: expected an integer from 0 to 4_294_967_295 (ms), got: \"5\""
    end

    test "may have names of the call and of the node, and no others" do
      configure(:memory_limt, 64 * 1024 * 1024)
      message = refused([])

      assert message =~
               "config :oapi_codemode_native: unknown option :memory_limt (given: 67108864)"

      assert message =~ "did you mean `:memory_limit`?"
      assert message =~ ":quarantine_budget"
    end
  end

  describe "options that hosts pass" do
    # oapi_codemode puts its own :timeout into the host's `executor_opts` where they have none.
    for {host, options} <- [
          {"SafeJS's", [memory_limit: 128 * 1024 * 1024, wall_clock_ms: 60_000, timeout: 30_000]},
          {"SafeJS's with a stack size", [max_stack_size: 1024 * 1024, timeout: 30_000]},
          {"SafeJS's, with nil for a default", [memory_limit: nil, max_stack_size: nil]},
          {"Deno's", [timeout: 30_000]}
        ] do
      test host do
        assert value!("async () => 1 + 1", unquote(options)) == 2
      end
    end

    test "nil stands for the default" do
      assert {:ok, %{memory_limit: 134_217_728, wall_clock_ms: nil}} =
               Options.new(memory_limit: nil, wall_clock_ms: nil)
    end

    test "the first of several entries of one name counts, as with Keyword.get/2" do
      assert {:ok, %{timeout: 1}} = Options.new(timeout: 1, timeout: 2)
    end
  end

  describe "the schema" do
    test "each default is a value that is allowed" do
      defaults = for {name, spec} <- Schema.call(), do: {name, spec[:default]}
      assert {:ok, options} = Options.new(defaults)
      assert options == struct!(Options, defaults)
    end

    test "each option has a unit or its values, a text, and a line in the moduledoc's table" do
      {:docs_v1, _, :elixir, _, %{"en" => moduledoc}, _, _} = Code.fetch_docs(Native)
      table = Schema.table(:call)
      assert moduledoc =~ table
      assert moduledoc =~ Schema.table(:node)

      for {name, spec} <- Schema.call() do
        assert spec[:doc] =~ ~r/^\S.{20,}\S$/
        assert table =~ "| `#{inspect(name)}` | "
      end
    end

    test "the type of run/3's options has each of them" do
      {:ok, types} = Code.Typespec.fetch_types(Options)
      [type] = for {:type, {:option, _, _} = type} <- types, do: type
      text = type |> Code.Typespec.type_to_quoted() |> Macro.to_string()
      for {name, _spec} <- Schema.call(), do: assert(text =~ "#{name}")
    end
  end
end
