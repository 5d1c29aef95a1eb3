defmodule OapiCodemode.FormsTest do
  use OapiCodemode.ExecutorCase, async: true

  # The rows of "Shape of the code string" that the two executors in use accept, then every form
  # that models were seen to write.
  for {what, code, value} <- [
        {"a sync arrow", "() => 1", 1},
        {"an async arrow", "async () => 1", 1},
        {"an async function expression", "async function () { return 1 }", 1},
        {"a named async function", "async function main() { return 1 }", 1},
        {"a sync function expression", "function () { return 1 }", 1},
        {"a named function declaration", "function main() { return 1 }", 1},
        {"a generator function", "function* () { yield 1 }", Macro.escape(%{})},
        {"an arrow with parameters", "async (input) => typeof input", "undefined"},
        {"a parenthesised arrow", "(async () => 1)", 1},
        {"a trailing semicolon", "async () => 1;", 1},
        {"a trailing newline and spaces", "async () => 1\n   ", 1},
        {"a leading newline", "\nasync () => 1", 1},
        {"a leading line comment", "// c\nasync () => 1", 1},
        {"a leading block comment", "/* c */ async () => 1", 1},
        {"a trailing line comment", "async () => 1 // c", 1},
        {"a semicolon and a comment", "async () => 1; // c", 1},
        {"a BOM", "\uFEFFasync () => 1", 1},
        {"'use strict' inside", "async () => { 'use strict'; return 1 }", 1},
        {"a program that declares apis", "async () => { const apis = 1; return apis }", 1},
        {"a program that declares specs", "async () => { const specs = 1; return specs }", 1},
        {"a function body with return", "const a = 1; return a", 1},
        {"a lone return", "return 1", 1},
        {"a body with await and return", "const a = await 1;\nreturn a", 1},
        {"statements that end in an expression", "const a = 1; a", 1},
        {"a last expression over several lines", "const a = [1, 2];\na\n  .map(x => x * 2)\n",
         [2, 4]},
        {"statements that end in an arrow", "const a = 1;\nasync () => a", 1},
        {"statements that end in a function's name", "const f = async () => 1; f", 1},
        {"a function that is declared, then called",
         "async function main() { return 1 }\n\nmain();", 1},
        {"a single expression", "1 + 2", 3},
        {"an expression that chains", "Promise.resolve(1).then(x => x + 1)", 2},
        {"an async IIFE", "(async () => 1)()", 1},
        {"a sync IIFE", "(() => 1)();", 1},
        {"an awaited IIFE", "await (async () => 1)()", 1},
        {"an object literal", "{a: 1}", Macro.escape(%{"a" => 1})},
        {"export default of an arrow", "export default async () => 1", 1},
        {"export default of a function", "export default async function () { return 1 }", 1},
        {"export default of a name", "const f = () => 1;\nexport default f", 1},
        {"statements that end in a declaration", "const a = 1", nil},
        {"statements that end in a loop", "for (const a of [1]) { a }", nil},
        {"inline backticks", "`async () => 1`", 1},
        {"a program that would close a wrapper", "async () => 1; globalThis.x = 5; async () => x",
         5}
      ] do
    test what do
      assert value!(unquote(code)) == unquote(value)
    end
  end

  for language <- ["", "js", "javascript", "ts", "typescript", "jsx", "tsx", "JavaScript"] do
    test "a fence: #{inspect(language)}" do
      assert value!("```#{unquote(language)}\nasync () => 1\n```") == 1
      assert value!("\n```#{unquote(language)}\r\nreturn 1\r\n```\r\n") == 1
    end
  end

  test "console lines are the result of statements that end in one" do
    assert {:ok, %{value: nil, logs: ["1"]}} = run("const a = 1;\nconsole.log(a);")
  end

  test "calls in every form" do
    callbacks = %{request: fn [api, opts] -> %{"api" => api, "q" => opts["q"]} end}
    options = [globals: %{"apiNames" => ["a"]}, callbacks: callbacks]

    for code <- [
          "async () => (await apis.a.request({q: 1})).q",
          "const r = await apis.a.request({q: 1});\nreturn r.q",
          "const r = await apis.a.request({q: 1});\nr.q",
          "const r = apis.a.request({q: 1});\nr.q",
          "apis.a.request({q: 1}).then(r => r.q)",
          "async function main() { return (await apis.a.request({q: 1})).q }\nmain();",
          "(async () => (await apis.a.request({q: 1})).q)()",
          "export default async () => (await apis.a.request({q: 1})).q"
        ] do
      assert value!(code, options) == 1, code
    end
  end

  test "an async arrow that destructures its argument: the error of the language" do
    error = error!("async ({apis}) => apis")
    assert %{kind: :js_error, name: "TypeError"} = error
  end

  test "module.exports: module is not defined" do
    error = error!("module.exports = async () => 1")
    assert %{kind: :js_error, name: "ReferenceError", line: 1, column: 1} = error
    assert error.message =~ "module"
  end

  for {what, code} <- [
        {"two functions", "async () => 1, async () => 2"},
        {"a class", "class A {}"},
        {"what closes a bracket it did not open", "}); evil(); (async function () {"}
      ] do
    test "#{what}: an error that says what is expected and shows the line" do
      error = error!(unquote(code))
      assert %{kind: :invalid_code, logs: []} = error
      assert error.message =~ "expected one async arrow function"
      assert error.message =~ unquote(code)
    end
  end

  test "prose: an error that says what is expected and shows the line" do
    error = error!("Sure, here is the code:\n\nasync () => 1")
    assert %{kind: :syntax_error, line: 1} = error
    assert error.message =~ "expected an async arrow function"
    assert error.message =~ "Sure, here is the code:"
  end

  for {what, code} <- [
        {"an import statement", "import { request } from 'api';\nasync () => 1"},
        {"an import statement before a body", "import fs from 'fs';\nreturn 1"}
      ] do
    test "#{what}: import is not available" do
      error = error!(unquote(code))
      assert %{kind: :syntax_error, name: "SyntaxError", line: 1, logs: []} = error
      assert error.message =~ "import is not available"
    end
  end

  test "import() is a rejection that the program can catch" do
    code = "async () => { try { return await import('api') } catch (e) { return e.message } }"
    assert value!(code) =~ "import is not available"

    error = error!("async () => await import('api')")
    assert %{kind: :js_error, name: "TypeError"} = error
    assert error.message =~ "import is not available"
  end

  for {what, code} <- [
        {"export of a declaration", "export const a = 1"},
        {"export of a list", "const a = 1;\nexport { a }"}
      ] do
    test "#{what}: the sentence says what to write" do
      error = error!(unquote(code))
      assert %{kind: :syntax_error, name: "SyntaxError"} = error
      assert error.message =~ "export default"
    end
  end

  test "a program never runs as something that it does not say" do
    for code <- [
          "async () => 1}); console.log('evil'); (function(){",
          "1}); console.log('evil'); (async function(){ 1",
          "const a = 1; a}); console.log('evil'); (async function(){ 1"
        ] do
      assert %{kind: kind, logs: []} = error!(code)
      assert kind in [:syntax_error, :invalid_code]
    end
  end

  for {what, code, line, column} <- [
        {"an arrow", "async () => {\n  throw new Error('x')\n}", 2, 9},
        {"a body", "const a = 1;\nthrow new Error('x')", 2, 7},
        {"a last expression", "const a = 1; null.x", 1, 19},
        {"an expression", "null.x", 1, 6},
        {"export default", "export default () => null.x", 1, 27},
        {"a fence", "```js\nasync () => {\n  throw new Error('x')\n}\n```", 3, 9}
      ] do
    test "#{what}: an error's place is in the model's own text" do
      assert %{kind: :js_error, line: unquote(line), column: unquote(column)} =
               error!(unquote(code))
    end
  end

  test "of the readings that fail, the one that got furthest is reported" do
    error = error!("const a = 1;\nconst b = 2;\nreturn a +* b")
    assert %{kind: :syntax_error, line: 3, column: 11} = error
  end

  # The search tool puts the model's program into one of its own.
  for {what, code, value} <- [
        {"an async arrow", "async () => Object.keys(specs)", ["x"]},
        {"a sync arrow", "() => Object.keys(specs)", ["x"]},
        {"a leading comment", "// c\nasync () => Object.keys(specs)", ["x"]}
      ] do
    test "the search tool's wrapper around #{what}" do
      code =
        "async () => { const specs = JSON.parse(__oapi_specs_json); " <>
          "return await (#{unquote(code)})(); }"

      assert value!(code, globals: %{"__oapi_specs_json" => ~s({"x": 1})}) == unquote(value)
    end
  end
end
