defmodule OapiCodemode.Decisions.ConsoleTest do
  use OapiCodemode.ExecutorCase, async: true

  # Arguments of console.log, and the line they make.
  rows = [
    {~S|"a", {b: 1}, undefined, 3|, ~S|a {"b":1} undefined 3|},
    {~S|"a"|, "a"},
    {"", ""},
    {"{a: 1, b: [1, 2]}", ~S|{"a":1,"b":[1,2]}|},
    {"null, true, 1.5", "null true 1.5"},
    {~S|["a", {b: "c"}]|, ~S|["a",{"b":"c"}]|},
    {"undefined", "undefined"},
    {"NaN", "NaN"},
    {"10n", "10n"},
    {~S|Symbol("s")|, "Symbol(s)"},
    {"function f() {}", "[function f]"},
    {"new Map([[1, 2]])", "Map(1) {1 => 2}"},
    {"new Set([1])", "Set(1) {1}"},
    {"new Date(0)", "1970-01-01T00:00:00.000Z"},
    {"new Promise(() => {})", "Promise {pending}"},
    # WHATWG console, section 2.2.1 (Formatter).
    {~S|"%s is %d", "x", 5|, "x is 5"},
    {~S|"%s", "a", "b", {c: 1}|, ~S|a b {"c":1}|},
    {~S|"%s %s", "a"|, "a %s"},
    {~S|"%i", "42.9"|, "42"},
    {~S|"%d", 42.9|, "42"},
    {~S|"%d", "x"|, "NaN"},
    {~S|"%f", "1.5px"|, "1.5"},
    {~S|"%j", {a: [1]}|, ~S|{"a":[1]}|},
    {~S|"%O", {a: [1]}|, ~S|{"a":[1]}|},
    {~S|"%o", {a: [1]}|, ~S|{"a":[1]}|},
    {~S|"%cred", "color: red"|, "red"},
    {~S|"%d%%", 100|, "100%"},
    {~S|"%s is no format", undefined|, "undefined is no format"},
    {~S|1, "%s", 2|, "1 %s 2"},
    {~S|"100%"|, "100%"},
    {~S|"%x", 1|, "%x 1"}
  ]

  for {arguments, line} <- rows do
    test "console.log(#{arguments})" do
      assert logs!("() => { console.log(#{unquote(arguments)}) }") == [unquote(line)]
    end
  end

  test "an Error: name and message, and its own position" do
    code = """
    () => {
      const e =
        new TypeError("m");
      console.log(e);
      console.log("failed:", e);
    }
    """

    assert [alone, behind] = logs!(code)
    assert alone =~ ~r/^TypeError: m\b.*line 3\b/
    assert behind =~ ~r/^failed: TypeError: m\b.*line 3\b/
  end

  test "log, info, debug, warn and error are lines, in order, without a level" do
    code = """
    () => {
      for (const level of ["log", "info", "debug", "warn", "error"]) console[level](level, 1);
    }
    """

    assert logs!(code) == ["log 1", "info 1", "debug 1", "warn 1", "error 1"]
  end

  test "a string of several lines is kept" do
    assert logs!(~S|() => { console.log("two\nlines") }|) == ["two\nlines"]
  end

  test "values inside values are readable" do
    code = """
    () => {
      console.log({f() {}, u: undefined, n: NaN, b: 10n, s: Symbol("s"), d: new Date(0)});
      console.log([new Map([["k", {v: 1}]]), new Set(["x"])]);
    }
    """

    assert [first, second] = logs!(code)

    assert first =~ ~r/"?b"?: ?10n?\b/
    assert first =~ "1970-01-01T00:00:00.000Z"
    assert second =~ ~r/Map\(1\) \{"?k"? => \{"v":1\}\}/
    assert second =~ ~r/Set\(1\) \{"?x"?\}/
  end

  for {what, js, readable} <- [
        {"a cycle", "(() => { const a = {name: 'box'}; a.self = a; return a })()", "box"},
        {"a cycle in a Map", "(() => { const m = new Map(); m.set('box', m); return m })()",
         "box"},
        {"a throwing getter", "({name: 'box', get bad() { throw new Error('trap') }})", "box"},
        {"a throwing toJSON", "({name: 'box', toJSON() { throw new Error('trap') }})", ""},
        {"a throwing proxy",
         "new Proxy({}, new Proxy({}, {get: () => () => { throw new Error('trap') }}))", ""},
        {"an Error whose message throws",
         "Object.defineProperty(new Error('e'), 'message', {get() { throw new Error('trap') }})",
         "Error"},
        {"an object without a prototype", "Object.assign(Object.create(null), {name: 'box'})",
         "box"},
        {"a revoked proxy",
         "(() => { const p = Proxy.revocable({}, {}); p.revoke(); return p.proxy })()", ""}
      ] do
    test "#{what} is readable text, never an error" do
      code = "() => { console.log('before', #{unquote(js)}, 'after'); return 1 }"
      assert {:ok, %{value: 1, logs: [line]}} = run(code)
      assert line =~ ~r/^before .+ after$/s
      assert line =~ unquote(readable)
    end
  end

  test "nesting of any depth is readable text" do
    code =
      "() => { let a = []; for (let i = 0; i < 5000; i++) a = [a]; console.log(a); return 1 }"

    assert {:ok, %{value: 1, logs: [line]}} = run(code)
    assert line =~ "["
  end

  test "100 000 lines are bounded; the last line says how many were dropped" do
    code = "() => { for (let i = 0; i < 100000; i++) console.log('line', i); return 1 }"
    assert {:ok, %{value: 1, logs: logs}} = run(code, timeout: 30_000)

    assert Enum.at(logs, 0) == "line 0"
    {kept, [last]} = Enum.split(logs, -1)
    assert length(kept) < 100_000
    assert last =~ "dropped"
    assert digits(last) =~ Integer.to_string(100_000 - length(kept))
  end

  test "the lines are bounded in bytes too" do
    code = "() => { for (let i = 0; i < 400; i++) console.log('x'.repeat(100000)); return 1 }"
    assert {:ok, %{value: 1, logs: logs}} = run(code)

    assert logs |> Enum.map(&byte_size/1) |> Enum.sum() < 20_000_000
    assert List.last(logs) =~ "dropped"
  end

  # "93 000", "93,000" and "93_000" are read as 93000.
  defp digits(text), do: String.replace(text, ~r/(?<=\d)[ ,_](?=\d{3})/, "")
end
