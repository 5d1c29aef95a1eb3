defmodule OapiCodemode.Calls.FailedTouchTest do
  # A failed call throws where it is touched, however it is touched, and nowhere else.
  use OapiCodemode.ExecutorCase, async: true

  @moduletag :capture_log

  @redacted "host function failed"

  defp callbacks, do: %{fail: fn _args -> raise "x" end, echo: fn args -> args end}

  touches = [
    {"property read", "r.a"},
    {"optional property read", "r?.a"},
    {"property write", "r.a = 1"},
    {"method call", "r.toString()"},
    {"in", "'a' in r"},
    {"delete", "delete r.a"},
    {"spread into an object", "({...r})"},
    {"spread into a list", "[...r]"},
    {"destructuring of an object", "(({a}) => a)(r)"},
    {"destructuring of a list", "(([a]) => a)(r)"},
    {"for…of", "(() => { for (const x of r) return x })()"},
    {"for…in", "(() => { for (const k in r) return k })()"},
    {"Object.keys", "Object.keys(r)"},
    {"Object.entries", "Object.entries(r)"},
    {"Object.assign", "Object.assign({}, r)"},
    {"JSON.stringify", "JSON.stringify({r})"},
    {"template literal", "`${r}`"},
    {"arithmetic", "r + 1"},
    {"comparison", "r > 1"},
    {"instanceof", "r instanceof Object"},
    {"Array.isArray", "Array.isArray(r)"},
    {"an argument of another call", "host.echo(r)"},
    {"an argument of another call, in depth", "host.echo({v: [r]})"},
    {"await", "await r"},
    {"then", "await r.then(() => 1)"},
    {"finally", "await r.finally(() => 1)"},
    {"Promise.all", "await Promise.all([r])"},
    {"Promise.race", "await Promise.race([r])"}
  ]

  for {what, touch} <- touches do
    test "#{what}: a failed call throws there, and can be caught there" do
      code = """
      async () => {
        const seen = [];
        const r = host.fail();
        seen.push("called");
        try {
          seen.push("before");
          #{unquote(touch)};
          seen.push("after");
        } catch (e) { seen.push(e instanceof Error, e.message) }
        return seen;
      }
      """

      assert {:ok, %{value: value, logs: logs}} = run(code, callbacks: callbacks())
      assert value == ["called", "before", true, @redacted]
      assert logs == []
    end
  end

  test "each touch of a failed call throws the same error" do
    code = """
    () => {
      const r = host.fail();
      const errors = [];
      for (let i = 0; i < 3; i++) { try { r.a } catch (e) { errors.push(e) } }
      return [errors.length, new Set(errors).size];
    }
    """

    assert value!(code, callbacks: callbacks()) == [3, 1]
  end

  for {how, js} <- [
        {"catch", "host.fail().catch(e => e.message)"},
        {"the second handler of then", "host.fail().then(() => 1, e => e.message)"},
        {"Promise.allSettled",
         "Promise.allSettled([host.fail()]).then(([s]) => s.reason.message)"},
        {"Promise.any, which goes on to the next", "Promise.any([host.fail(), '#{@redacted}'])"}
      ] do
    test "a failed call is handled by #{how}" do
      assert {:ok, %{value: @redacted, logs: []}} =
               run("async () => #{unquote(js)}", callbacks: callbacks())
    end
  end

  for {what, js} <- [
        {"touched", "return r.a"},
        {"returned", "return r"},
        {"inside the result", "return {list: [r]}"}
      ] do
    test "a failed call that is #{what} and not caught is the run's error, said once" do
      code = "() => { console.log('before'); const r = host.fail(); #{unquote(js)} }"
      error = error!(code, callbacks: callbacks())

      assert %{kind: :host_error, logs: ["before"]} = error
      assert error.message =~ "a host-side error occurred while handling a call"
    end
  end

  test "console.log of a failed call is a line that says so, not an error" do
    code = "() => { console.log('got', host.fail()); return 1 }"
    assert {:ok, %{value: 1, logs: ["got " <> shown | _rest]}} = run(code, callbacks: callbacks())
    assert shown =~ "failed"
  end
end
