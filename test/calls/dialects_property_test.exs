defmodule OapiCodemode.Calls.DialectsPropertyTest do
  use OapiCodemode.ExecutorCase, async: true

  alias OapiCodemode.Test.RandomProgram

  @moduletag :capture_log
  @moduletag timeout: 120_000

  @programs 300
  @statements 12

  # Answers by its argument alone, since calls are not made in the same order in both programs, and
  # not in the order of the calls.
  defp call([key, delay]) do
    Process.sleep(delay)

    cond do
      not is_integer(key) -> %{"n" => :erlang.phash2(key, 100), "list" => [key]}
      rem(key, 7) == 6 -> raise "call #{key} fails"
      rem(key, 14) == 5 -> "text#{key}"
      rem(key, 14) == 12 -> nil
      rem(key, 7) == 4 -> key * 10
      rem(key, 7) == 3 -> [key, key + 1, %{"n" => key}]
      true -> %{"n" => key, "list" => [key, key + 2], "deep" => %{"s" => "s#{key}"}}
    end
  end

  test "#{@programs} programs have the value of the same program with every call awaited at once" do
    seed = ExUnit.configuration()[:seed]

    for index <- 1..@programs do
      program = RandomProgram.new({seed, index, @statements})
      mixed = RandomProgram.mixed(program)
      awaited = RandomProgram.awaited(program)

      options = [
        callbacks: %{f: &call/1},
        host_errors: :message,
        max_concurrent_calls: 1 + rem(index, 8)
      ]

      got = run(mixed, options)
      expected = run(awaited, options)

      assert match?({:ok, _}, expected) and comparable(got) == comparable(expected), """
      program #{index} of `mix test --seed #{seed}`

      #{mixed}
      gives #{inspect(got)}

      every call awaited at once:

      #{awaited}
      gives #{inspect(expected)}
      """
    end
  end

  # The failures of calls that nothing reads are console lines of one of the two only.
  defp comparable({:ok, %{value: value}}), do: value
  defp comparable(outcome), do: outcome

  test "the programs are of all kinds: what is compared is not one thing over and over" do
    programs =
      for index <- 1..@programs,
          do: RandomProgram.mixed(RandomProgram.new({1, index, @statements}))

    text = Enum.join(programs, "\n")

    for part <- [
          "await ",
          ".then(",
          "Promise.all(",
          "...",
          "JSON.stringify(",
          "`<${",
          "catch (e)",
          "host.f("
        ] do
      assert length(String.split(text, part)) > @programs / 10, "#{part} is rare"
    end

    assert length(Enum.uniq(programs)) == @programs
  end
end
