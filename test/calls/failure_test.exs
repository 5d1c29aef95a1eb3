defmodule OapiCodemode.Calls.FailureTest do
  use OapiCodemode.ExecutorCase, async: true

  @moduletag :capture_log

  # A program whose call is on line 4, in a function that is called on line 7; what follows is
  # where its reply is used, and where its error is read.
  defp program(use_it) do
    """
    async () => {
      const first = await host.ok();
      const get = (options) => {
        return host.fail(options);
      };

      const r = get({ first });

      #{use_it}
    }
    """
  end

  @call_line 4
  @caller_line 7

  defp callbacks, do: %{fail: fn _args -> raise "x" end, ok: fn _args -> 1 end}

  uses = [
    {"touched", "r.body"},
    {"awaited", "await r"},
    {"awaited with others", "await Promise.all([host.ok(), r])"},
    {"handed on", "await host.ok(r)"}
  ]

  for {how, use_it} <- uses do
    test "e.stack of a failed call that is #{how} points at the line of the call" do
      code = program("try { #{unquote(use_it)} } catch (e) { return e.stack }")
      stack = value!(code, callbacks: callbacks())
      assert [call, caller | _rest] = stack |> String.split("\n") |> Enum.filter(&(&1 =~ "at "))
      assert call =~ ~r/\bget\b/
      assert call =~ ":#{@call_line}:"
      assert caller =~ ":#{@caller_line}:"
    end

    test "uncaught, a failed call that is #{how} has the line of the call in the error map" do
      error = error!(program(unquote(use_it)), callbacks: callbacks())
      assert %{kind: :host_error, line: @call_line} = error
      assert is_integer(error.column)
    end
  end

  test "e.stack of a call whose reply is not JSON points at the line of the call" do
    code = program("try { r.body } catch (e) { return e.stack }")
    callbacks = %{callbacks() | fail: fn _args -> self() end}
    assert value!(code, callbacks: callbacks) =~ ":#{@call_line}:"
  end

  test "each of two calls points at its own line" do
    code = """
    async () => {
      const one = host.fail();
      const two = host.fail();
      const line = (e) => Number(/:(\\d+):/.exec(e.stack)[1]);
      return (await Promise.allSettled([two, one])).map(s => line(s.reason));
    }
    """

    assert value!(code, callbacks: callbacks()) == [3, 2]
  end

  test "a call that is refused because the run has no :request callback says so, at its line" do
    code = """
    async () => {
      console.log("before");
      return await apis.store.request({ path: "/" });
    }
    """

    for callbacks <- [%{}, %{describe: fn _args -> 1 end}] do
      error = error!(code, globals: %{"apiNames" => ["store"]}, callbacks: callbacks)
      assert %{kind: :js_error, line: 3, logs: ["before"]} = error
      assert error.message =~ "apis.store.request"
      assert error.message =~ ~r/this run has no request callback/
    end
  end

  test "such a call can be caught, and other calls go on" do
    code = """
    async () => {
      try { await apis.store.request({}) } catch (e) { return [e.message, await host.ok()] }
    }
    """

    options = [globals: %{"apiNames" => ["store"]}, callbacks: callbacks()]
    assert [message, 1] = value!(code, options)
    assert message =~ "no request callback"
  end
end
