defmodule OapiCodemode.Memory.ResidentTest do
  # Memory and CPU time are those of a whole node, so it is one of its own; not async, since what
  # else runs here takes its CPU. The full measure: mix run test/memory/resident.exs
  use ExUnit.Case, async: false

  @moduletag :resident
  @moduletag timeout: 300_000

  @script Path.expand("resident.exs", __DIR__)

  # Without Mix: no configuration is read, so the quarantine's budget is the default.
  defp measure(arguments) do
    paths =
      [Application.app_dir(:oapi_codemode_native), "..", "*", "ebin"]
      |> Path.join()
      |> Path.wildcard()
      |> Enum.flat_map(&["-pa", &1])

    elixir = System.find_executable("elixir")
    System.cmd(elixir, paths ++ [@script | arguments], stderr_to_stdout: true)
  end

  test "after 300 hostile runs a node has the memory that it had after 50" do
    {output, status} = measure(~w(--only runs --runs 300))
    assert status == 0, output
    assert output =~ "all within bounds"
  end

  test "40 runs that need quarantine cost memory within the budget, and no CPU" do
    {output, status} = measure(~w(--only parked --parked 40))
    assert status == 0, output
    assert output =~ "all within bounds"
  end

  test "past the budget, runs are refused with a clear error, and the node lives" do
    {output, status} = measure(~w(--only parked --parked 40 --budget 4))
    assert status == 0, output
    assert output =~ ~r/ [1-9][0-9]* refused/
  end
end
