defmodule OapiCodemode.Contract.CallerUntouchedTest do
  use OapiCodemode.ExecutorCase, async: true

  alias OapiCodemode.Test.CallerProbe

  @moduletag :capture_log

  @callers [{"a caller", false}, {"a caller that traps exits", true}]

  @ways [:returns, :raises, :throws, :exits, :killed]

  # How the run ends after the callback `f` has done what it does.
  @endings [
    {"success", "return 1"},
    {"an error", "throw new Error('mine')"},
    {"a timeout", "await host.wait()"}
  ]

  defp callback(:returns), do: fn _args -> 1 end
  defp callback(:raises), do: fn _args -> raise "x" end
  defp callback(:throws), do: fn _args -> throw(:x) end
  defp callback(:exits), do: fn _args -> exit(:x) end

  defp callback(:killed) do
    fn _args ->
      Process.exit(self(), :kill)
      Process.sleep(:infinity)
    end
  end

  defp timeout("a timeout"), do: 150
  defp timeout(_ending), do: 10_000

  defp ended?("success", {:ok, %{value: 1}}), do: true
  defp ended?("an error", {:error, %{kind: :js_error}}), do: true
  defp ended?("a timeout", {:error, {:timeout, 150}}), do: true
  defp ended?(_ending, _outcome), do: false

  for {caller, trap_exit?} <- @callers, way <- @ways, {ending, statement} <- @endings do
    test "#{caller} is as before when a callback #{way} and the run ends in #{ending}" do
      callbacks = %{f: callback(unquote(way)), wait: fn _args -> Process.sleep(:infinity) end}
      code = "async () => { try { await host.f() } catch {} #{unquote(statement)} }"
      timeout = timeout(unquote(ending))

      probe =
        CallerProbe.watch(unquote(trap_exit?), fn ->
          run(code, callbacks: callbacks, timeout: timeout)
        end)

      assert ended?(unquote(ending), probe.outcome), inspect(probe.outcome)
      CallerProbe.assert_untouched(probe)
    end
  end

  for {caller, trap_exit?} <- @callers do
    for way <- @ways -- [:returns] do
      test "#{caller} is as before when nothing catches a callback that #{way}" do
        callbacks = %{f: callback(unquote(way))}
        run = fn -> run("async () => await host.f()", callbacks: callbacks) end
        probe = CallerProbe.watch(unquote(trap_exit?), run)

        assert {:error, %{kind: :host_error}} = probe.outcome
        CallerProbe.assert_untouched(probe)
      end
    end

    for {what, code, options, kind} <- [
          {"no code", "", [], :syntax_error},
          {"a deadlock", "async () => { await new Promise(() => {}) }", [], :deadlock},
          {"globals that are not JSON", "() => 1", [globals: quote(do: %{"a" => self()})],
           :invalid_input},
          {"an invalid option", "() => 1", [timeout: -1], :invalid_option}
        ] do
      test "#{caller} is as before after #{what}" do
        run = fn -> run(unquote(code), unquote(options)) end
        probe = CallerProbe.watch(unquote(trap_exit?), run)

        assert {:error, %{kind: unquote(kind)}} = probe.outcome
        CallerProbe.assert_untouched(probe)
      end
    end

    test "#{caller} is as before after calls that were not awaited" do
      code = "async () => { host.f(1); host.f(2); return 1 }"
      probe = CallerProbe.watch(unquote(trap_exit?), fn -> run(code, callbacks: %{f: & &1}) end)

      assert {:ok, %{value: 1}} = probe.outcome
      CallerProbe.assert_untouched(probe)
    end
  end
end
