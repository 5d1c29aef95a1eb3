defmodule OapiCodemode.Test.Hostile.Types do
  @moduledoc """
  Programs in TypeScript that are nested, long or ambiguous in every form of its syntax. The eraser
  of types runs on the guest's thread: its stack, its memory and its time are the guest's.
  """

  alias OapiCodemode.Test.Hostile.Row

  # 256 KiB is the bound on source text; the rest is for what stands around the repetition.
  @bytes 256 * 1024 - 2_000

  # The eraser is native: what takes longer than this ends in quarantine.
  @timeout 300

  @any_end "error /nested deeper than|used up|recursion|memory limit|too (deep|large|many)|Error|invalid/ | timeout | value null"

  # Types: what is repeated, what stands in the middle, what closes each.
  @types [
    {"arguments", "A<", "1", ">"},
    {"arguments-behind-an-arrow", "A<()=>", "1", ">"},
    {"parentheses", "(", "1", ")"},
    {"tuples", "[", "1", "]"},
    {"named-tuples", "[a:", "1", "]"},
    {"objects", "{a:", "1", "}"},
    {"methods", "{a():", "1", "}"},
    {"mapped", "{[k in ", "a", "]:1}"},
    {"indexed", "A[", "1", "]"},
    {"templates", "`${", "1", "}`"},
    {"parameters", "(a:", "1", ")=>1"},
    {"type-parameters", "<T extends ", "1", ">()=>1"},
    {"defaults", "<T=", "1", ">()=>1"},
    {"imports", "import('a').A<", "1", ">"},
    {"queries", "typeof a<", "1", ">"},
    {"functions", "()=>", "1", ""},
    {"generic-functions", "<T>()=>", "1", ""},
    {"predicates", "(a)=>a is ", "1", ""},
    {"assertions", "(a)=>asserts a is ", "1", ""},
    {"constructors", "new()=>", "1", ""},
    {"abstract-constructors", "abstract new()=>", "1", ""},
    {"keyof", "keyof ", "1", ""},
    {"readonly", "readonly ", "1[]", ""},
    {"unique", "unique ", "symbol", ""},
    {"infer", "infer A extends ", "1", ""},
    {"conditionals", "A extends B?1:", "1", ""},
    {"conditionals-in-the-middle", "A extends B?", "1", ":1"},
    {"conditionals-to-check", "A extends ", "1", "?1:1"},
    {"ambiguous-infer", "A extends (infer B extends ", "1", "?1:1)?1:1"},
    {"unions", "1|", "1", ""},
    {"intersections", "1&", "1", ""},
    {"arrays", "", "1", "[]"},
    {"members", "", "A", ".A"},
    {"nullable", "?", "1", "!"},
    {"rest", "[...", "1", "]"},
    {"minus", "-", "1", ""}
  ]

  # Expressions and statements that no JavaScript is.
  @code [
    {"as", "", "1", " as 1"},
    {"satisfies", "", "1", " satisfies 1"},
    {"not-null", "", "a", "!"},
    {"old-casts", "<A>", "1", ""},
    {"old-casts-in-parentheses", "<A>(", "1", ")"},
    {"instantiations", "f<", "1", ">"},
    {"instantiations-called", "f<A>(", "1", ")"},
    {"comparisons", "a<", "1", ""},
    {"shifts", "a<<", "1", ""},
    {"typed-arrows", "(a:A)=>", "1", ""},
    {"returning-arrows", "():A=>", "1", ""},
    {"generic-arrows", "<T,>()=>", "1", ""},
    {"async-arrows", "async(a:A)=>", "1", ""},
    {"arrows-as-defaults", "(a:A=", "1", ")=>1"},
    {"async-arrows-as-defaults", "async(a:A=", "1", ")=>1"},
    {"generic-arrows-as-defaults", "<T,>(a:A=", "1", ")=>1"},
    {"no-arrows", "(a:A=", "1", ")"},
    {"no-async-arrows", "async(a=", "1", ")"},
    {"arrow-or-conditional", "a?(b):c=>", "1", ":1"},
    {"arrow-or-conditional-open", "a?(b):", "1", ""},
    {"arrow-or-conditional-typed", "a?(b:A):A=>", "1", ":1"},
    {"arrow-or-parentheses", "a?(b,", "1", "):c=>1"},
    {"functions", "function f(a:A){", "", "}"},
    {"blocks", "{let a:A;", "", "}"},
    {"classes", "class A<T>{a:A=class{b=", "1", "}}"},
    {"heritage", "class extends A<", "1", ">{}"},
    {"parameter-properties", "(class{constructor(public a=", "1", "){}})"},
    {"decorators", "@a ", "class A{}", ""},
    {"namespaces", "namespace A{", "", "}"},
    {"dotted-namespaces", "namespace A", "", ".A"},
    {"many-dots", "namespace A.", "A{export const a=1}", ""},
    {"enums", "enum A{a=", "1", "}"},
    {"enums-in-functions", "(()=>{enum A{a=", "1", "}})()"},
    {"ifs", "if(1)", ";", ""},
    {"declares", "declare ", "var a", ""},
    {"abstracts", "abstract ", "class A{}", ""},
    {"exports", "export ", "const a=1", ""},
    {"type-aliases", "type A=", "1", ";"},
    {"import-equals", "import a=", "b", ";"}
  ]

  # A head, what is appended again and again, the end.
  @chains [
    {"union", "type A=1", "|1", ""},
    {"overloads", "1;", "function f():A;", "function f(){}"},
    {"interfaces", "1;", "interface A{}", ""},
    {"members", "interface A{", "a:1;", "}"},
    {"extends", "interface A extends B", ",B", "{}"},
    {"implements", "class A implements B", ",B", "{}"},
    {"type-parameters", "type A<T", ",T", ">=1"},
    {"parameters", "((a:A", ",a:A", ")=>1)"},
    {"properties", "class A{", "a:A;", "}"},
    {"parameter-properties", "class A{constructor(", "public a,", "){}}"},
    {"enum-members", "enum A{a", ",a", "}"},
    {"enum-sum", "enum A{a=1", "+1", "}"},
    {"enum-text", "enum A{a='a'", "+'a'", "}"},
    {"enum-not", "enum A{a=", "~", "1}"},
    {"enums", "1;", "enum A{a}", ""},
    {"modifiers", "class A{", "readonly ", "a}"},
    {"indexed-access", "type A=B", "[1]", ""},
    {"template-parts", "type A=`", "${1}", "`"},
    {"casts-of-calls", "f", "<A>()", ""},
    {"unclosed-arguments", "f", "<a", ""},
    {"unclosed-parameters", "(a:A", ",a:A", ""},
    {"unclosed-template", "type A=`", "a", ""},
    {"comments", "1", "/// <a/>\n", ""},
    {"wide-letters", "let b:A='", "😀", "'"},
    {"line-separators", "1", "\u2028", ""}
  ]

  @doc "The rows."
  def rows,
    do:
      nested("type", @types, "let t:", ";") ++
        nested("code", @code, "", ";") ++ chains() ++ grown()

  # Deep, at the bound on brackets, and as deep as is enough for what doubles at every level.
  defp nested(kind, forms, before, behind) do
    for {name, open, middle, close} <- forms, {suffix, times} <- depths(open, close) do
      code = fn ->
        program(
          before <>
            String.duplicate(open, times) <> middle <> String.duplicate(close, times) <> behind
        )
      end

      row("#{kind}-#{name}#{suffix}", code)
    end
  end

  defp depths(open, close) do
    brackets = open |> String.graphemes() |> Enum.count(&(&1 in ["(", "[", "{"]))
    most = div(@bytes, byte_size(open) + byte_size(close))
    if brackets == 0, do: [{"", most}], else: [{"", most}, {"-at-the-bound", div(480, brackets)}]
  end

  defp chains do
    for {name, head, link, last} <- @chains do
      code = fn ->
        program(head <> String.duplicate(link, div(@bytes, byte_size(link))) <> last)
      end

      row("chain-" <> name, code)
    end
  end

  # Enums are computed: each member is twice as long as the one before.
  defp grown do
    names = Enum.map(0..60, &"m#{&1}")

    doubled = fn member ->
      names |> Enum.chunk_every(2, 1, :discard) |> Enum.map_join(",", member)
    end

    [
      {"enum-doubles",
       fn -> "enum A{m0='aaaaaaaa'," <> doubled.(fn [a, b] -> "#{b}=#{a}+#{a}" end) <> "}" end},
      {"enum-doubles-in-templates",
       fn ->
         "enum A{m0='aaaaaaaa'," <> doubled.(fn [a, b] -> "#{b}=`${#{a}}${#{a}}`" end) <> "}"
       end},
      {"enum-of-one-long-name",
       fn ->
         "enum A{" <>
           String.duplicate("a", div(@bytes, 2)) <>
           "='" <> String.duplicate("b", div(@bytes, 2)) <> "'}"
       end}
    ]
    |> Enum.map(fn {name, code} -> row("grown-" <> name, fn -> program(code.()) end) end)
  end

  # The first statement is what makes it TypeScript.
  defp program(body),
    do: "async () => {\nlet s: number = 1, a, b, c, f;\n#{body}\nreturn null; }\n"

  defp row(name, code),
    do: Row.new("types-" <> name, "types, deep or long", @any_end, code, timeout: @timeout)
end
