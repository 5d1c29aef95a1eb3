defmodule OapiCodemode.Contract.CallbackFailureTest do
  # Not async: what other tests log must not be taken for what these wait for.
  use OapiCodemode.ExecutorCase, async: false

  import ExUnit.CaptureLog

  @redacted "host function failed"
  @outside "a host-side error occurred while handling a call"

  # All that a guest can read of an error.
  @inspect_error """
  const read = (e) => [e.name, e.message, String(e), String(e.stack), String(e.cause), typeof e.then,
    e instanceof Error, ...Reflect.ownKeys(e).map(k => String(k) + "=" + String(e[k]))];
  """

  @uncaught "async () => { console.log('before'); await host.f(); console.log('after') }"
  @caught """
  async () => {
    #{@inspect_error}
    try { await host.f() } catch (e) { return read(e) }
    return "nothing was thrown";
  }
  """

  @ways [
    {"raises", :raise},
    {"throws", :throw},
    {"exits", :exit},
    {"calls :erlang.error", :error},
    {"has no clause for its arguments", :no_clause},
    {"is killed from outside", :kill},
    {"dies of a linked process", :link}
  ]

  # Its words, and what a report of it would say of the place.
  defp secrets(secret),
    do: [secret, "RuntimeError", "ErlangError", "callback_failure_test", "#PID"]

  defp failing(:raise, secret), do: fn _args -> raise "secret #{secret}" end
  defp failing(:throw, secret), do: fn _args -> throw({:ball, secret}) end
  defp failing(:exit, secret), do: fn _args -> exit({:bye, secret}) end
  defp failing(:error, secret), do: fn _args -> :erlang.error({:bad, secret}) end
  defp failing(:no_clause, secret), do: fn [^secret] -> 1 end

  defp failing(:kill, _secret) do
    fn _args ->
      Process.exit(self(), :kill)
      Process.sleep(:infinity)
    end
  end

  defp failing(:link, secret) do
    fn _args ->
      spawn_link(fn -> exit({:linked, secret}) end)
      Process.sleep(:infinity)
    end
  end

  defp failing(way) do
    secret = "s#{System.unique_integer([:positive])}x"
    {failing(way, secret), secret}
  end

  # What the log says, at least.
  defp detail(:kill, _secret), do: "killed"
  defp detail(:no_clause, _secret), do: "FunctionClauseError"
  defp detail(_way, secret), do: secret

  # The detail that Logger got, beside what `fun` returned.
  defp logged(fun) do
    parent = self()
    log = capture_log(fn -> send(parent, {:outcome, fun.()}) end)
    assert_received {:outcome, outcome}
    {outcome, log}
  end

  for {what, way} <- @ways do
    test "a callback that #{what}: the guest gets a catchable Error with the fixed text only" do
      {callback, secret} = failing(unquote(way))
      {outcome, _log} = logged(fn -> run(@caught, callbacks: %{f: callback}) end)

      assert {:ok, %{value: ["Error", @redacted, "Error: " <> @redacted | _rest] = read}} =
               outcome

      assert Enum.at(read, 6) == true
      for word <- secrets(secret), do: refute(inspect(outcome) =~ word)
    end

    test "a callback that #{what}: uncaught, the run answers the fixed message" do
      {callback, secret} = failing(unquote(way))
      {outcome, _log} = logged(fn -> run(@uncaught, callbacks: %{f: callback}) end)

      error = error!(outcome)
      assert %{message: @outside, kind: :host_error, logs: ["before"]} = error
      for word <- secrets(secret), do: refute(inspect(outcome) =~ word)
    end

    test "a callback that #{what}: the detail goes to Logger" do
      {callback, secret} = failing(unquote(way))
      {_outcome, log} = logged(fn -> run(@uncaught, callbacks: %{f: callback}) end)

      assert log =~ detail(unquote(way), secret)
    end
  end

  test "the guest goes on after a failure, with other calls too" do
    callbacks = %{f: fn _ -> raise "x" end, g: fn [n] -> n + 1 end}
    code = "async () => { try { await host.f() } catch {} return await host.g(1) }"
    {outcome, _log} = logged(fn -> run(code, callbacks: callbacks) end)
    assert {:ok, %{value: 2}} = outcome
  end

  test "a failure is catchable by .catch and shows in Promise.allSettled" do
    code = """
    async () => [
      await host.f().catch(e => e.message),
      (await Promise.allSettled([host.f(), host.g()])).map(r => r.reason?.message ?? r.value),
    ]
    """

    callbacks = %{f: fn _ -> raise "x" end, g: fn [] -> 1 end}
    {outcome, _log} = logged(fn -> run(code, callbacks: callbacks) end)
    assert {:ok, %{value: [@redacted, [@redacted, 1]]}} = outcome
  end

  test "an error of the guest's own after a caught failure is the guest's" do
    code = "async () => { try { await host.f() } catch { throw new TypeError('mine') } }"
    {outcome, _log} = logged(fn -> run(code, callbacks: %{f: fn _ -> raise "x" end}) end)
    assert %{kind: :js_error, name: "TypeError"} = error!(outcome)
  end

  describe "a callback that returns something that is not JSON" do
    @not_json [
      {"a tuple", quote(do: {:ok, 715_517})},
      {"a pid", quote(do: self())},
      {"a function", quote(do: fn -> 715_517 end)},
      {"a reference", quote(do: make_ref())},
      {"a nested tuple", quote(do: %{a: [1, {:deep, 715_517}]})},
      {"not UTF-8", quote(do: <<255, "715517">>)}
    ]

    for {what, returned} <- @not_json do
      test "#{what}: a catchable Error with its own text, without the value" do
        callback = fn _args -> unquote(returned) end
        {outcome, _log} = logged(fn -> run(@caught, callbacks: %{f: callback}) end)

        assert {:ok, %{value: ["Error", message | _rest]}} = outcome
        assert message =~ "not JSON"
        refute message =~ "715517"
        refute message =~ "715_517"
        refute inspect(outcome) =~ "#PID"
        refute inspect(outcome) =~ "#Reference"
      end

      test "#{what}: uncaught, it is the same kind of failure" do
        callback = fn _args -> unquote(returned) end
        {outcome, _log} = logged(fn -> run(@uncaught, callbacks: %{f: callback}) end)

        error = error!(outcome)
        assert %{kind: :host_error, logs: ["before"]} = error
        refute error.message =~ "715"
      end
    end

    test "the text says where in the value" do
      callback = fn _args -> %{items: [1, %{id: {:a, :b}}]} end
      code = "async () => { try { await host.f() } catch (e) { return e.message } }"
      {outcome, _log} = logged(fn -> run(code, callbacks: %{f: callback}) end)
      assert {:ok, %{value: message}} = outcome
      assert message =~ ~r/items.*1.*id/
    end
  end
end
