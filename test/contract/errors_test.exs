defmodule OapiCodemode.Contract.ErrorsTest do
  use OapiCodemode.ExecutorCase, async: true

  @circular "() => { console.log('before'); const a = []; a.push(a); return a }"
  @deadlock "async () => { console.log('before'); await new Promise(() => {}) }"
  @host "async () => { console.log('before'); await host.f() }"

  @moduletag :capture_log

  test "a success is a map of value and logs, and nothing else" do
    assert {:ok, outcome} = run("() => { console.log('l'); return 1 }")
    assert outcome == %{value: 1, logs: ["l"]}
  end

  test "a guest failure has message, logs, kind, name, line and column" do
    code = """
    async () => {
      console.log("before");
      throw new RangeError("boom");
    }
    """

    assert {:error, error} = run(code)
    assert Map.keys(error) |> Enum.sort() == [:column, :kind, :line, :logs, :message, :name]
    assert %{kind: :js_error, name: "RangeError", line: 3, logs: ["before"]} = error
    assert error.column in 3..31
    assert without_position(error) == "RangeError: boom"
  end

  test "line and column are in the guest's own numbering, also on the first line" do
    code = ~S|async () => { throw new Error("boom"); }|
    error = error!(code)
    assert error.line == 1
    assert error.column in 15..39
  end

  test "line and column are where it happened, in a function that was called" do
    code = """
    async () => {
      const inner = (o) => {

        return o.missing.field;
      };
      return inner({});
    }
    """

    error = error!(code)
    assert %{name: "TypeError", line: 4} = error
    assert error.column in 5..27
  end

  test "line and column survive an await before the error" do
    code = """
    async () => {
      await host.f();
      await null;
      undefinedName;
    }
    """

    error = error!(code, callbacks: %{f: fn [] -> 1 end})
    assert %{name: "ReferenceError", line: 4} = error
    assert error.column in 3..16
  end

  for {what, code} <- [
        {"an exception", "() => { console.log('before'); throw new Error('x') }"},
        {"a thrown value", "() => { console.log('before'); throw 1 }"},
        {"a result that can't cross", @circular},
        {"a deadlock", @deadlock},
        {"a failed host call", @host},
        {"a recursion without end",
         "() => { console.log('before'); const f = () => f() + 1; f() }"}
      ] do
    test "logs are included after #{what}" do
      error = error!(unquote(code), callbacks: %{f: fn [] -> raise "detail" end})
      assert ["before" | _rest] = error.logs
    end
  end

  test "kinds: a circular result is :result_error" do
    assert %{kind: :result_error} = error!(@circular)
  end

  test "kinds: a program that nothing can settle is :deadlock" do
    assert %{kind: :deadlock} = error!(@deadlock)
  end

  test "kinds: an uncaught failure of a callback is :host_error" do
    assert %{kind: :host_error} = error!(@host, callbacks: %{f: fn [] -> raise "detail" end})
  end

  test "kinds: code that does not parse is :syntax_error" do
    assert %{kind: :syntax_error, logs: []} = error!("async () => { const = 1 }")
  end

  test "the message is one line" do
    for separator <- ["\\n", "\\r\\n", "\\r", "\\u2028"] do
      message = error!("() => { throw new Error('first#{separator}second') }").message
      assert message =~ "first"
      refute message =~ "second"
      refute message =~ ~r/[\n\r\x{2028}]/u
    end
  end

  test "the message is at most 500 characters" do
    for thrown <- [
          "new Error('x'.repeat(5000))",
          "'é'.repeat(5000)",
          "({a: 'x'.repeat(5000)})",
          "new Error('a', {cause: new Error('x'.repeat(5000))})",
          "Object.assign(new Error('a'), {name: 'N'.repeat(5000)})"
        ] do
      message = error!("() => { throw #{thrown} }").message
      assert String.length(message) <= 500
      assert String.length(message) > 400
    end
  end
end
