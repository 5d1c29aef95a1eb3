defmodule OapiCodemode.AsyncTest do
  use OapiCodemode.ExecutorCase, async: true

  alias OapiCodemode.Test.Gate

  @moduletag :capture_log

  # Answers n, or fails when n is below 0.
  defp callbacks, do: %{f: fn [n] -> if(n < 0, do: raise("x"), else: n) end}

  rows = [
    {"await of a value", "await 1", 1},
    {"await of a call, twice", "await host.f(1) + await host.f(2)", 3},
    {"then chains", "host.f(1).then(n => n + 1).then(n => host.f(n * 10)).then(n => [n])", [20]},
    {"a then chain recovers and goes on",
     "host.f(-1).then(() => 0).catch(e => e.message).then(m => [m])", ["host function failed"]},
    {"finally passes the value", "host.f(1).finally(() => 2)", 1},
    {"Promise.all keeps the order", "Promise.all([host.f(3), 1, Promise.resolve(2)])", [3, 1, 2]},
    {"Promise.all of nothing", "Promise.all([])", []},
    {"Promise.allSettled",
     "(await Promise.allSettled([host.f(1), host.f(-1)])).map(r => [r.status, r.value ?? r.reason.message])",
     [["fulfilled", 1], ["rejected", "host function failed"]]},
    {"Promise.race takes the first", "Promise.race([new Promise(() => {}), host.f(1)])", 1},
    {"Promise.any takes the first that is fulfilled", "Promise.any([host.f(-1), host.f(2)])", 2},
    {"a thenable", "await {then(resolve) { resolve(5) }}", 5},
    {"a thenable that resolves later, with a call",
     "await {then(resolve) { host.f(4).then(resolve) }}", 4},
    {"Promise.resolve of a promise of a promise",
     "Promise.resolve(Promise.resolve(Promise.resolve(1)))", 1},
    {"new Promise around a call",
     "new Promise((resolve, reject) => host.f(1).then(resolve, reject))", 1},
    {"Promise.withResolvers",
     "(() => { const d = Promise.withResolvers(); host.f(1).then(d.resolve); return d.promise })()",
     1},
    {"an async generator",
     "await (async () => { const a = []; for await (const n of (async function* () { yield host.f(1); yield* [2, 3] })()) a.push(n); return a })()",
     [1, 2, 3]},
    {"promise jobs run in order",
     "await (async () => { const a = []; const p = Promise.resolve().then(() => a.push(2)); a.push(1); await p; a.push(3); return a })()",
     [1, 2, 3]}
  ]

  for {what, js, expected} <- rows do
    test what do
      code = "async () => { return #{unquote(js)} }"
      assert value!(code, callbacks: callbacks()) == unquote(Macro.escape(expected))
    end
  end

  failures = [
    {"a thenable that rejects", "await {then(_, reject) { reject(new Error('no')) }}", "no"},
    {"a thenable whose then throws", "await {get then() { throw new Error('no') }}", "no"},
    {"a rejection", "Promise.reject(new Error('no'))", "no"},
    {"a rejection with no Error", "Promise.reject(7)", "Uncaught 7"},
    {"a rejection in Promise.all", "Promise.all([host.f(1), Promise.reject(new Error('no'))])",
     "no"}
  ]

  for {what, js, text} <- failures do
    test "#{what} is the run's error" do
      code = "async () => { return #{unquote(js)} }"
      error = error!(code, callbacks: callbacks())
      assert error.kind == :js_error
      assert String.starts_with?(error.message, unquote(text))
    end
  end

  test "replies arrive in the order in which they are ready, not in that of the calls" do
    {:ok, gate} = Gate.start_link(:infinity)

    callbacks = %{
      slow: fn [] -> Gate.pass(gate) && "slow" end,
      fast: fn [] -> "fast" end,
      open: fn [] -> Gate.open(gate) && nil end
    }

    code = """
    async () => {
      const order = [];
      const slow = host.slow().then(r => order.push(r));
      await host.fast().then(r => order.push(r));
      await host.open();
      await slow;
      return order;
    }
    """

    assert value!(code, callbacks: callbacks) == ["fast", "slow"]
  end

  test "calls of one Promise.all are in flight together" do
    {:ok, gate} = Gate.start_link(8)
    callbacks = %{f: fn [n] -> Gate.pass(gate) && n end}
    code = "async () => await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(n => host.f(n)))"
    assert value!(code, callbacks: callbacks) == Enum.to_list(1..8)
  end

  describe "a program that nothing can settle is an error at once" do
    for {what, code} <- [
          {"a promise that nobody resolves", "async () => { await new Promise(() => {}) }"},
          {"a promise that is returned", "() => new Promise(() => {})"},
          {"a promise inside the result", "() => ({p: new Promise(() => {})})"},
          {"a thenable that never answers", "async () => { await {then() {}} }"},
          {"after a call that was answered",
           "async () => { await host.f(1); await new Promise(() => {}) }"},
          {"two that wait for each other",
           "async () => { let b; const a = (async () => { await null; await b })(); b = (async () => { await a })(); await b }"}
        ] do
      test what do
        {microseconds, error} =
          :timer.tc(fn -> error!(unquote(code), callbacks: callbacks(), timeout: 30_000) end)

        assert error.kind == :deadlock
        assert error.message =~ "pending"
        assert microseconds < 5_000_000
      end
    end

    test "but not while a call is in flight" do
      {:ok, gate} = Gate.start_link(2)
      callbacks = %{f: fn [] -> Gate.pass(gate) && nil end}

      code = """
      async () => {
        let resolve;
        const settled = new Promise(r => { resolve = r });
        host.f().then(() => resolve("settled"));
        return await settled;
      }
      """

      run = Task.async(fn -> run(code, callbacks: callbacks) end)
      :ok = Gate.await_arrivals(gate, 1)
      :ok = Gate.pass(gate)
      assert {:ok, %{value: "settled"}} = Task.await(run, 15_000)
    end
  end

  describe "unhandled rejections beside a result become console lines" do
    test "with the reason as it would be logged" do
      code = """
      async () => {
        Promise.reject(new TypeError("side"));
        Promise.reject({code: 7});
        (async () => { throw new Error("later") })();
        return 1;
      }
      """

      assert {:ok, %{value: 1, logs: [first, second, third]}} = run(code)
      assert first =~ ~r/^Uncaught \(in promise\) TypeError: side/
      assert second =~ ~r/^Uncaught \(in promise\) .*\{"code":7\}/
      assert third =~ ~r/^Uncaught \(in promise\) .*later/
    end

    test "a rejection that is handled later is none" do
      code = """
      async () => {
        const p = Promise.reject(new Error("late"));
        await null;
        await host.f(1);
        return await p.catch(e => e.message);
      }
      """

      assert {:ok, %{value: "late", logs: []}} = run(code, callbacks: callbacks())
    end

    test "a rejection that is the run's own error is no line" do
      assert {:error, %{message: message, logs: []}} = run("() => Promise.reject(new Error('m'))")
      assert message =~ "m"
    end

    test "lines come behind what was logged before" do
      code = "async () => { console.log('one'); Promise.reject(new Error('m')); return 1 }"
      assert {:ok, %{value: 1, logs: ["one", "Uncaught (in promise)" <> _rest]}} = run(code)
    end
  end
end
