defmodule OapiCodemode.ProgramsTest do
  @moduledoc "Realistic programs, in the style that models write, against imagined APIs."

  use OapiCodemode.ExecutorCase, async: true

  alias OapiCodemode.Test.{ProgramFile, StubApis}

  @moduletag :capture_log

  # Those that read what a callback said when it failed.
  @options %{"13-retry-no-timer" => [host_errors: :message]}

  for program <- ProgramFile.all() do
    test program.name do
      check(ProgramFile.fetch!(unquote(program.name)), unquote(@options[program.name] || []))
    end
  end

  test "13-retry-no-timer, with the fixed text in place of the callback's own" do
    program = ProgramFile.fetch!("13-retry-no-timer")
    expected = %{program.header["expect"] | "lastError" => "host function failed"}
    check(%{program | header: %{program.header | "expect" => expected}})
  end

  test "a call that no stub answers is a failed case" do
    program = ProgramFile.fetch!("01-list-names")
    moved = %{program | header: put_in(program.header, ["stubs", "petstore"], [])}
    assert_raise ExUnit.AssertionError, ~r/no stub/, fn -> check(moved) end
  end

  defp check(program, options \\ []) do
    {:ok, stubs} = StubApis.start_link(ProgramFile.stubs(program))
    callbacks = %{request: StubApis.callback(stubs)}
    environment = [globals: ProgramFile.globals(program), callbacks: callbacks]
    outcome = run(program.code, environment ++ options)

    assert StubApis.unmatched(stubs) == [],
           "no stub answers #{inspect(StubApis.unmatched(stubs))}"

    check_outcome(program.header, outcome)

    if lines = program.header["console"] do
      assert logs!(outcome) == for([_level, text] <- lines, do: text)
    end

    if calls = program.header["calls"], do: assert(StubApis.calls(stubs) == calls)
  end

  defp check_outcome(%{"any_order" => true, "expect" => expected}, outcome),
    do: assert(Enum.sort(value!(outcome)) == Enum.sort(expected))

  defp check_outcome(%{"expect" => expected}, outcome), do: assert(value!(outcome) == expected)

  # The regex is one for the error's own message, to which Native adds the position.
  defp check_outcome(%{"expect_error" => regex}, outcome),
    do: assert(without_position(error!(outcome)) =~ Regex.compile!(regex))
end
