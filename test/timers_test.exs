defmodule OapiCodemode.TimersTest do
  @moduledoc "Sleeping guests: they hold no scheduler, and end at their deadline."

  use OapiCodemode.ExecutorCase

  @sleep "const sleep = ms => new Promise(r => setTimeout(r, ms));"

  defp ms(fun) do
    {us, result} = :timer.tc(fun)
    {div(us, 1000), result}
  end

  test "a sleep lasts as long as it says" do
    {ms, value} =
      ms(fn -> value!("async () => { #{@sleep} await sleep(80); return 'slept' }") end)

    assert value == "slept"
    assert ms in 80..1_000
  end

  test "two hundred guests sleep at once and hold no scheduler" do
    code = "async () => { #{@sleep} for (let i = 0; i < 4; i++) await sleep(100); return 1 }"

    {ms, values} =
      ms(fn ->
        1..200
        |> Enum.map(fn _ -> Task.async(fn -> value!(code) end) end)
        |> Task.await_many(20_000)
      end)

    assert values == List.duplicate(1, 200)
    # One after the other they would take 80 seconds.
    assert ms < 10_000
  end

  test "the deadline ends a sleep" do
    code = "async () => { #{@sleep} await sleep(60_000) }"
    {ms, outcome} = ms(fn -> run(code, timeout: 200) end)
    assert outcome == {:error, {:timeout, 200}}
    assert ms in 200..1_500
  end

  test "an interval without an end is stopped at the deadline" do
    code = "async () => { setInterval(() => {}, 1); await new Promise(() => {}) }"
    assert run(code, timeout: 200) == {:error, {:timeout, 200}}
  end

  test "replies arrive while a guest sleeps, and timers while it waits for replies" do
    request = fn _api, _opts ->
      Process.sleep(60)
      %{"body" => 1}
    end

    code = """
    async () => {
      #{@sleep}
      const seen = [];
      const timer = setInterval(() => seen.push("tick"), 10);
      const reply = apis.a.request({}).then(() => seen.push("reply"));
      await sleep(120);
      clearInterval(timer);
      await reply;
      return [seen.includes("reply"), seen.indexOf("reply") > 1, seen.lastIndexOf("tick") > seen.indexOf("reply")];
    }
    """

    outcome = run(code, globals: %{"apiNames" => ["a"]}, callbacks: %{request: request})
    assert value!(outcome) == [true, true, true]
  end

  test "a retry with a growing delay" do
    counter = :counters.new(1, [])

    request = fn _api, _opts ->
      :counters.add(counter, 1, 1)
      %{"status" => if(:counters.get(counter, 1) < 3, do: 503, else: 200)}
    end

    code = """
    async () => {
      for (let attempt = 0; attempt < 5; attempt++) {
        const { status } = await apis.a.request({ path: "/" });
        if (status === 200) return attempt;
        await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 10));
      }
    }
    """

    assert value!(run(code, globals: %{"apiNames" => ["a"]}, callbacks: %{request: request})) == 2
  end

  test "timers end with the program, also while calls are drained" do
    request = fn _api, _opts ->
      Process.sleep(50)
      %{}
    end

    code = """
    async () => {
      apis.a.request({});
      setInterval(() => console.log("late"), 1);
      return 1;
    }
    """

    outcome = run(code, globals: %{"apiNames" => ["a"]}, callbacks: %{request: request})
    assert {value!(outcome), logs!(outcome)} == {1, []}
  end
end
