defmodule OapiCodemode.Limits.PendingCallsTest do
  # Calls that wait for their reply are bounded: past 10 000, a call waits for one to be answered.
  use OapiCodemode.ExecutorCase, async: true

  @most 10_000
  @options [timeout: 50_000]

  defp echo, do: %{f: fn args -> args end}

  test "10 000 calls may be in flight" do
    code = """
    async () => {
      const calls = [];
      for (let i = 0; i < #{@most}; i++) calls.push(host.f(i));
      const replies = await Promise.all(calls);
      return replies.every(([n], i) => n === i) && replies.length;
    }
    """

    assert value!(code, [callbacks: echo()] ++ @options) == @most
  end

  test "where nothing answers, one more waits: the run ends at its deadline" do
    issued = :counters.new(1, [])

    callbacks = %{
      f: fn _args ->
        :counters.add(issued, 1, 1)
        Process.sleep(:infinity)
      end
    }

    code =
      "async () => { for (let i = 0; i < #{@most + 1}; i++) host.f(i); console.log('all'); return 1 }"

    options = [callbacks: callbacks, timeout: 5_000, drain_ms: 0]
    assert run(code, options) == {:error, {:timeout, 5_000}}
    assert :counters.get(issued, 1) <= 16

    # With as many as may be in flight it goes on, and the drain gives them up.
    code = String.replace(code, "#{@most + 1}", "#{@most}")
    assert {:ok, %{value: 1, logs: ["all" | notes]}} = run(code, options)
    assert Enum.any?(notes, &(&1 =~ "had not replied"))
  end

  test "more than 10 000 calls are all answered, each with its own reply" do
    code = """
    async () => {
      const calls = [];
      for (let i = 0; i < #{@most + 500}; i++) calls.push(host.f(i));
      const replies = await Promise.all(calls);
      return replies.every(([n], i) => n === i) && replies.length;
    }
    """

    assert value!(code, [callbacks: echo()] ++ @options) == @most + 500
  end

  test "calls without an end, in a loop that never awaits, end at the deadline" do
    code = "async () => { for (;;) { try { host.f() } catch {} } }"
    assert run(code, callbacks: echo(), timeout: 2_000) == {:error, {:timeout, 2_000}}
    assert value!("() => 1 + 1") == 2
  end

  for count <- [1, 17, 500, 5_000],
      {ending, kind} <- [{"return 1", :ok}, {"throw new Error('mine')", :error}] do
    test "#{count} calls that nobody awaits, given up at once, before #{ending}" do
      code = """
      async () => { console.log("before"); for (let i = 0; i < #{unquote(count)}; i++) host.f(i); #{unquote(ending)} }
      """

      outcome = run(code, [callbacks: echo(), drain_ms: 0] ++ @options)
      assert {unquote(kind), _} = outcome
      assert ["before" | notes] = logs!(outcome)
      assert Enum.all?(notes, &(&1 =~ "had not replied"))
      assert length(notes) <= 1_000
    end
  end

  test "no more callbacks than :max_concurrent_calls are under way for any of them" do
    running = :counters.new(1, [])
    test = self()

    callback = fn _args ->
      :counters.add(running, 1, 1)
      send(test, {:running, :counters.get(running, 1)})
      :counters.sub(running, 1, 1)
    end

    code = "async () => (await Promise.all(Array.from({ length: 500 }, () => host.f()))).length"

    options = [callbacks: %{f: callback}, max_concurrent_calls: 4] ++ @options
    assert value!(code, options) == 500
    counts = for _call <- 1..500, do: assert_received({:running, count}) && count
    assert Enum.max(counts) <= 4
  end
end
