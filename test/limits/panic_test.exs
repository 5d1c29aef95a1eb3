defmodule OapiCodemode.Limits.PanicTest do
  # A panic of the engine costs one run. The programs here make Boa 0.22 panic: `slice` of a
  # buffer that is made smaller after its length was looked at.
  use OapiCodemode.ExecutorCase, async: false

  import ExUnit.CaptureLog

  alias OapiCodemode.Test.NativeInfo

  @panic "(() => { const b = new ArrayBuffer(8, { maxByteLength: 16 }); b.slice({ valueOf() { b.resize(0); return 0 } }, 8) })()"

  @message "the JavaScript engine failed while running this program"

  # The error of a run that panics; what the engine said goes to the log.
  defp panic!(code, options \\ []) do
    panics = NativeInfo.now().engine_panics
    {error, log} = with_log(fn -> error!(code, options) end)
    assert error.kind == :engine_panic
    assert error.message == @message
    assert NativeInfo.now().engine_panics == panics + 1
    {error, log}
  end

  test "is an error of the run, which says nothing of the engine; the host's log does" do
    {error, log} = panic!("() => #{@panic}")
    assert {error.name, error.line, error.column} == {nil, nil, nil}
    assert log =~ "the JavaScript engine failed"
    assert log =~ "panicked at"
  end

  test "can't be caught, and keeps the lines" do
    code = """
    async () => {
      console.log("before");
      try { #{@panic} } catch { console.log("caught") } finally { console.log("finally") }
      return "survived";
    }
    """

    {error, _log} = panic!(code)
    assert error.logs == ["before"]
  end

  for {what, code} <- [
        {"a continuation", "async () => { await host.echo(1); PANIC; return 1 }"},
        {"a promise job", "async () => { await Promise.resolve().then(() => PANIC) }"},
        {"a builtin's callback", "async () => [1].map(() => PANIC)"},
        {"a generator", "async () => [...(function* () { yield PANIC })()]"},
        {"a getter of the result", "async () => ({ get a() { return PANIC } })"},
        {"a toJSON of an argument", "async () => await host.echo({ toJSON: () => PANIC })"},
        {"what is printed", "async () => { console.log({ toJSON: () => PANIC }); return 1 }"},
        {"the error's message",
         "async () => { throw { get message() { return PANIC }, toJSON: () => PANIC } }"},
        {"depth", "async () => { const f = (n) => n === 0 ? PANIC : f(n - 1); return f(1000) }"}
      ] do
    test "is contained in #{what}" do
      panic!(String.replace(unquote(code), "PANIC", @panic), callbacks: %{echo: & &1})
      assert value!("() => 1 + 1") == 2
    end
  end

  test "leaves no callback running" do
    test = self()

    wait = fn _args ->
      send(test, {:waiting, self()})
      Process.sleep(:infinity)
    end

    panic!("async () => { host.wait(); await host.echo(1); #{@panic} }",
      callbacks: %{wait: wait, echo: & &1}
    )

    assert_received {:waiting, pid}
    refute Process.alive?(pid)
  end

  test "leaves other runs alone, and no isolate behind" do
    good = fn n ->
      "async () => { let s = 0; for (let i = 0; i < 2000; i++) s += i % #{n}; return s }"
    end

    former = NativeInfo.lasting_isolates()

    with_log(fn ->
      1..60
      |> Task.async_stream(
        fn
          n when rem(n, 3) == 0 -> assert error!("() => #{@panic}").kind == :engine_panic
          n -> assert value!(good.(n)) == Enum.reduce(0..1999, 0, &(&2 + rem(&1, n)))
        end,
        max_concurrency: 8
      )
      |> Stream.run()
    end)

    assert NativeInfo.isolates_at_most?(former)
  end
end
