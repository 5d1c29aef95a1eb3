defmodule OapiCodemode.TypescriptTest do
  use OapiCodemode.ExecutorCase, async: true

  for {what, code, value} <- [
        {"an annotation", "async () => { const a: number = 1; return a }", 1},
        {"a return type", "async (): Promise<number> => 1", 1},
        {"as and !", "async () => { const a = {b: 1}; return (a as any).b! }", 1},
        {"an interface inside",
         "async () => { interface A { b: number }; const a: A = {b: 2}; return a.b }", 2},
        {"a generic arrow", "async () => { const f = <T>(x: T): T => x; return f<number>(3) }",
         3},
        {"an enum inside", "async () => { enum E { A, B = 5 }; return E.B }", 5},
        {"a const enum", "async () => { const enum E { A = 7 }; return E.A }", 7},
        {"an enum's reverse mapping", "async () => { enum E { A }; return E[0] }", "A"},
        {"satisfies", "async () => ({a: 1} satisfies {a: number}).a", 1},
        {"a type alias", "type A = {b?: string};\nasync () => { const a: A = {}; return 1 }", 1},
        {"a type-only import",
         "import type { A } from './a';\nasync () => { const a: A = 1; return a }", 1},
        {"a function body", "const a: number = 1;\nreturn a", 1},
        {"a last expression", "const a: number = 1;\na", 1},
        {"declare and call", "async function main(): Promise<number> { return 1 }\nmain();", 1},
        {"an anonymous function", "async function (x?: number): Promise<number> { return 1 }", 1},
        {"export default", "export default async (): Promise<number> => 1", 1},
        {"a fence", "```ts\nasync () => { const a: number = 1; return a }\n```", 1},
        {"a catch clause", "try { throw 1 } catch (e: unknown) { return e as number }", 1},
        {"a parameter property",
         "class A { constructor(private x: number) {} get() { return this.x } }\n" <>
           "return new A(4).get()", 4}
      ] do
    test what do
      assert value!(unquote(code)) == unquote(value)
    end
  end

  test "a typed program that calls an API" do
    code = """
    interface Item { id: number; tags?: string[] }

    async function all(limit: number): Promise<Item[]> {
      const page = await apis.shop.request({ path: "/items", query: { limit } }) as { items: Item[] };
      return page.items;
    }

    async (): Promise<Record<string, number>> => {
      const items = await all(2);
      const counts: Record<string, number> = {};
      for (const item of items) {
        for (const tag of item.tags ?? []) counts[tag] = (counts[tag] ?? 0) + 1;
      }
      return counts;
    }
    """

    items = [%{"id" => 1, "tags" => ["a", "b"]}, %{"id" => 2}]
    callbacks = %{request: fn ["shop", %{"query" => %{"limit" => 2}}] -> %{"items" => items} end}
    options = [globals: %{"apiNames" => ["shop"]}, callbacks: callbacks]
    assert value!(code, options) == %{"a" => 1, "b" => 1}
  end

  test "a thrown error has its place in the model's own text" do
    code = "interface A {\n  b: number\n}\nasync () => {\n  const a: A = {b: 1};\n  null.x;\n}"
    assert %{kind: :js_error, name: "TypeError", line: 6, column: 8} = error!(code)
  end

  test "a syntax error has its place in the model's own text" do
    code = "async () => {\n  const a: number = 1;\n  const = 2;\n}"
    error = error!(code)
    assert %{kind: :syntax_error, name: "SyntaxError", line: 3, column: 9, logs: []} = error
    assert error.message =~ "const = 2;"
  end

  test "an import of a value is refused" do
    error = error!("import { a } from 'x';\nasync () => { const b: number = a; return b }")
    assert %{kind: :syntax_error} = error
    assert error.message =~ "import is not available"
  end

  test "types alone are no program" do
    assert %{kind: :syntax_error} = error = error!("interface A { b: number }")
    assert error.message =~ "the program is empty"
  end

  test "types nested without an end are a syntax error, and the next program runs" do
    code = "const a: #{String.duplicate("A<", 50_000)} = 1"
    assert %{kind: :syntax_error} = error!(code)
    assert value!("() => 1") == 1
  end
end
