defmodule OapiCodemode.Decisions.ErrorsTest do
  use OapiCodemode.ExecutorCase, async: true

  test ~S|uncaught new Error("boom")| do
    error = error!("async () => {\n  throw new Error(\"boom\");\n}")
    assert %{kind: :js_error, name: "Error", line: 2} = error
    assert error.column in 3..26
    assert error.message == "boom (line 2, column #{error.column})"
  end

  test ~S|uncaught new TypeError("tt")| do
    error = error!("() => { throw new TypeError('tt') }")
    assert %{kind: :js_error, name: "TypeError", line: 1} = error
    assert without_position(error) == "TypeError: tt"
  end

  test "own error classes: name is the error's own name" do
    code = """
    () => {
      class HttpError extends Error {
        constructor(message) { super(message); this.name = "HttpError"; this.code = 7 }
      }
      throw new HttpError("404");
    }
    """

    error = error!(code)
    assert %{kind: :js_error, name: "HttpError"} = error
    assert without_position(error) == "HttpError: 404"
  end

  test "a multi-line message is its first line" do
    error = error!(~S|() => { throw new Error("line1\nline2\nline3") }|)
    assert without_position(error) == "line1"
  end

  test "a 5000-character message is cut to 500 characters, position kept in the keys" do
    error = error!("() => {\n  throw new Error('x'.repeat(5000)) }")
    assert String.length(error.message) == 500
    assert String.starts_with?(error.message, String.duplicate("x", 450))
    assert %{line: 2, column: column} = error
    assert is_integer(column)
  end

  for {js, text} <- [
        {~S|"str"|, ~S|Uncaught "str"|},
        {"42", "Uncaught 42"},
        {"null", "Uncaught null"},
        {"undefined", "Uncaught undefined"},
        {"[1,2]", "Uncaught [1,2]"},
        {~S|Symbol("s")|, "Uncaught Symbol(s)"},
        {~S|({code: 7, message: "m"})|, ~S|Uncaught {"code":7,"message":"m"}|}
      ] do
    test "throw #{js}" do
      error = error!("async () => { throw #{unquote(js)} }")
      assert %{message: unquote(text), kind: :js_error, name: nil} = error
    end
  end

  test "an Error with a cause" do
    error = error!("() => { throw new Error('outer', {cause: new Error('inner')}) }")
    assert error.message =~ "outer (caused by: inner)"
    refute error.message =~ "\n"
  end

  test "a cause is followed over several errors" do
    code = "() => { throw new Error('a', {cause: new Error('b', {cause: new Error('c')})}) }"
    assert error!(code).message =~ ~r/^a \(caused by: b \(caused by: c/
  end

  test "a cause that is the error itself does no harm" do
    code = "() => { const e = new Error('self'); e.cause = e; throw e }"
    assert error!(code).message =~ "self"
  end

  test "AggregateError: its message and the first reason" do
    code = "() => { throw new AggregateError([new Error('one'), new Error('two')], 'all') }"
    error = error!(code)
    assert %{kind: :js_error, name: "AggregateError"} = error
    assert error.message =~ ~r/AggregateError: all.*one/
  end

  test "AggregateError of Promise.any: the first reason" do
    code = "() => Promise.any([Promise.reject(new Error('one')), Promise.reject(2)])"
    error = error!(code)
    assert %{kind: :js_error, name: "AggregateError"} = error
    assert error.message =~ "one"
  end

  for property <- ["message", "name", "stack", "toString"] do
    test "a thrown Error whose #{property} throws: an error that says so, or that needs it not" do
      code = """
      () => {
        const e = new Error("own text");
        Object.defineProperty(e, "#{unquote(property)}", {get() { throw new Error("trap") }});
        throw e;
      }
      """

      error = error!(code)
      assert error.kind == :js_error
      assert error.message =~ "own text" or error.message =~ unquote(property)
      refute error.message =~ "trap"
      assert value!("() => 1 + 1") == 2
    end
  end

  test "a thrown object whose message throws: an error that says so" do
    code = "() => { throw {get message() { throw new Error('trap') }} }"
    error = error!(code)
    assert %{kind: :js_error, name: nil} = error
    assert error.message =~ ~r/^Uncaught ./
    refute error.message =~ "trap"
  end

  test "a thrown proxy whose every trap throws: an error that says so" do
    code = """
    () => {
      const trap = () => { throw new Error("trap") };
      throw new Proxy({}, new Proxy({}, {get: () => trap}));
    }
    """

    error = error!(code)
    assert error.kind == :js_error
    assert error.message =~ ~r/^Uncaught ./
    refute error.message =~ "trap"
  end

  test "a thrown value whose message loops: the run's limits hold" do
    code = "() => { throw {get message() { for (;;); }} }"
    outcome = run(code, timeout: 500)
    assert match?({:error, %{message: _}}, outcome) or outcome == {:error, {:timeout, 500}}
  end

  test "a syntax error has its position in the model's own text" do
    code = """
    async () => {
      const a = 1;
      const = 2;
    }
    """

    error = error!(code)
    assert %{kind: :syntax_error, name: "SyntaxError", line: 3, logs: []} = error
    assert error.column in 3..13
    assert error.message =~ ~r/^SyntaxError: ./
    assert without_position(error) =~ "SyntaxError"
  end

  test "a syntax error on the first line has its column in the model's own text" do
    error = error!("async () => { const = 1 }")
    assert %{kind: :syntax_error, line: 1} = error
    assert error.column in 15..22
  end

  test "a syntax error at the end is not behind the model's own text" do
    error = error!("async () => {{{")
    assert %{kind: :syntax_error, line: 1} = error
    assert error.column in 13..16
    assert without_position(error) =~ ~r/^SyntaxError: ./
  end

  for code <- ["", " ", "\n\t \r\n"] do
    test "empty or blank code: #{inspect(code)}" do
      error = error!(unquote(code))
      assert %{kind: :syntax_error, logs: []} = error

      assert error.message ==
               "SyntaxError: the program is empty; expected an async arrow function"
    end
  end

  test "a never-settling promise: at once, an error that says that nothing can settle it" do
    {microseconds, error} =
      :timer.tc(fn -> error!("async () => { await new Promise(() => {}) }", timeout: 30_000) end)

    assert error.kind == :deadlock
    assert error.message =~ "pending"
    assert error.message =~ ~r/nothing can .*settle/
    assert microseconds < 5_000_000
  end

  test "a side rejection unhandled: the value, and a console line" do
    code = "async () => { Promise.reject(new TypeError('side')); return 1 }"
    assert {:ok, %{value: 1, logs: [line]}} = run(code)
    assert line =~ ~r/^Uncaught \(in promise\) TypeError: side/
  end

  test "infinite recursion: an error that names the recursion limit" do
    error = error!("() => { const f = (n) => f(n + 1) + 1; return f(0) }")
    assert error.kind == :stack_overflow
    assert error.message =~ ~r/recursion limit/i
  end

  test "infinite recursion is not catchable" do
    code = """
    () => {
      const f = (n) => f(n + 1) + 1;
      try { f(0) } catch (e) { return "caught" } finally { console.log("finally") }
    }
    """

    assert %{kind: :stack_overflow, logs: []} = error!(code)
  end
end
