defmodule OapiCodemode.Test.Hostile.Syntax do
  @moduledoc """
  Programs that are nested, or long, in every form of syntax: with brackets, which are counted
  before the parser sees them, and without, where only the net under the native stack is left.
  A row is a form, repeated until the program is nearly as long as it may be.
  """

  alias OapiCodemode.Test.Hostile.Row

  # 256 KiB is the bound on source text; the rest is for what stands around the repetition.
  @bytes 256 * 1024 - 2_000

  # Parsing is native: what takes longer than this ends in quarantine.
  @timeout 150

  @refused "error /nested deeper than|used up|recursion|SyntaxError|memory limit|too (deep|large|many)/ | timeout"
  @or_value @refused <> " | value null"

  # Name, what is repeated, what stands in the middle, what closes each.
  @nested [
    {"brackets", "[", "1", "]"},
    {"parentheses", "(", "1", ")"},
    {"blocks", "{", "", "}"},
    {"objects", "{a:", "1", "}", "b="},
    {"calls", "f(", "1", ")"},
    {"indexing", "a[", "1", "]"},
    {"templates", "`${", "1", "}`"},
    {"tagged-templates", "f`${", "1", "}`"},
    {"arrows-with-bodies", "()=>{", "", "}"},
    {"arrows-in-parentheses", "(()=>", "1", ")"},
    {"functions", "function f(){", "", "}"},
    {"function-expressions", "(function(){", "", "})"},
    {"async-functions", "async function f(){", "", "}"},
    {"generators", "function*f(){", "", "}"},
    {"classes", "class A{static{", "", "}}"},
    {"class-expressions", "(class{a=", "1", "})"},
    {"class-heritage", "class extends (", "Object", "){}", "b="},
    {"methods", "({m(){", "", "}})"},
    {"computed-keys", "({[", "1", "]:1})"},
    {"array-patterns", "[", "c", "]", "try{let ", "=1}catch{}"},
    {"object-patterns", "{a:", "c", "}", "try{let ", "=1}catch{}"},
    {"parameter-patterns", "(([c=", "1", "])=>1)"},
    {"defaults", "(a=", "1", ")=>1"},
    {"if-blocks", "if(1){", "", "}"},
    {"loops", "for(;0;){", "", "}"},
    {"switches", "switch(1){case 1:", "", "}"},
    {"tries", "try{", "", "}finally{}"},
    {"imports", "import(", "1", ")"},
    {"optional-calls", "f?.(", "1", ")"},
    {"spreads", "[...", "[]", "]"}
  ]

  # Without a bracket: what is repeated, what stands behind, and in front.
  @open [
    {"not", "!", "1"},
    {"tilde", "~", "1"},
    {"minus", "- ", "1"},
    {"plus", "+ ", "1"},
    {"typeof", "typeof ", "1"},
    {"void", "void ", "1"},
    {"delete", "delete ", "a"},
    {"await", "await ", "1"},
    {"new", "new ", "Object"},
    {"arrow", "a=>", "1"},
    {"async-arrow", "async a=>", "1"},
    {"assignment", "a=", "1"},
    {"compound-assignment", "a+=", "1"},
    {"logical-assignment", "a??=", "1"},
    {"conditional", "1?1:", "1"},
    {"conditional-middle", "1?", "1"},
    {"exponent", "2**", "1"},
    {"if", "if(1)", ";"},
    {"if-else", "if(0);else ", ";"},
    {"while", "while(0)", ";"},
    {"for", "for(;0;)", ";"},
    {"do", "do ", ";"},
    {"label", "a:", ";"},
    {"yield", "yield ", "1", "function*g(){", "}"},
    {"throw-arrow", "x=>y=>", "1"}
  ]

  # Chains: a head, what is appended again and again.
  @chains [
    {"sum", "1", "+1"},
    {"text-sum", "'a'", "+'a'"},
    {"product", "1", "*1"},
    {"comma", "1", ",1"},
    {"and", "1", "&&1"},
    {"or", "0", "||0"},
    {"nullish", "null", "??null"},
    {"compare", "1", "<1"},
    {"in", "1", " in a"},
    {"instanceof", "a", " instanceof a"},
    {"member", "a", ".b"},
    {"optional-member", "a", "?.b"},
    {"call", "a", "()"},
    {"index", "a", "[0]"},
    {"tagged", "a", "``"},
    {"statements", "1", ";1"},
    {"empty-statements", "1", ";"},
    {"declarations", "let x", ",x"},
    {"blocks-in-a-row", "1", "\n{}"},
    {"functions-in-a-row", "1", "\n()=>1"},
    {"elements", "[1", ",1", "]"},
    {"holes", "[1", ",", "]"},
    {"properties", "({a:1", ",a:1", "})"},
    {"arguments", "Math.max(1", ",1", ")"},
    {"parameters", "((a", ",a", ")=>1)"},
    {"cases", "switch(1){case 1:", "case 1:", "}"},
    {"else-ifs", "if(0);", "else if(0);"},
    {"catches", "1", "\ntry{}catch{}"},
    {"template-parts", "`", "${1}", "`"},
    {"line-comments", "1", "//\n"},
    {"block-comments", "1", "/**/"},
    {"line-breaks", "1", "\n"},
    {"long-name", "let a", "a"},
    {"long-number", "1", "0"},
    {"long-bigint", "1", "0", "n"},
    {"long-text", "'", "a", "'"},
    {"long-escapes", "'", "\\u0041", "'"},
    {"long-regex", "/", "a", "/"},
    {"regex-groups", "/", "(?:", "a#{String.duplicate(")", 3)}/"},
    {"labels-in-a-row", "1", "\nb:1"},
    {"class-members", "(class{", "a;", "})"},
    {"private-names", "(class{", "#a;", "})"},
    {"directives", "'a'", ";'a'"},
    {"unclosed-text", "'", "a"},
    {"unclosed-template", "`", "a"},
    {"unclosed-comment", "/*", "a"},
    {"unclosed-regex", "/", "a"},
    {"nul-bytes", "1", "\0"},
    {"wide-letters", "'", "😀", "'"},
    {"byte-order-marks", "1", "\uFEFF"},
    {"closing-only", "1", ")"},
    {"at-signs", "1", "@a "},
    {"hashes", "1", "#a "}
  ]

  @doc "The rows."
  def rows, do: nested() ++ open() ++ chains() ++ counted()

  # Deep, and at the bound on brackets, where the parser has to carry it.
  defp nested do
    Enum.flat_map(@nested, fn form ->
      [name, open, middle, close, before, behind] =
        form |> Tuple.to_list() |> Enum.concat(["", ""]) |> Enum.take(6)

      brackets = open |> String.graphemes() |> Enum.count(&(&1 in ["(", "[", "{"]))
      most = div(@bytes, byte_size(open) + byte_size(close))
      allowed = div(480, brackets)

      for {suffix, times} <- [{"", most}, {"-at-the-bound", allowed}] do
        code = fn ->
          body =
            before <>
              String.duplicate(open, times) <> middle <> String.duplicate(close, times) <> behind

          program("#{body};")
        end

        row("nested-#{name}#{suffix}", code, if(suffix == "", do: @refused, else: :any_end))
      end
    end)
  end

  defp open do
    for form <- @open do
      [name, token, last, before, behind] =
        form |> Tuple.to_list() |> Enum.concat(["", ""]) |> Enum.take(5)

      code = fn ->
        times = div(@bytes, byte_size(token))
        program("#{before}#{String.duplicate(token, times)}#{last}#{behind};")
      end

      row("open-" <> name, code, :any_end)
    end
  end

  defp chains do
    for form <- @chains do
      [name, head, link, last] = form |> Tuple.to_list() |> Enum.concat([""]) |> Enum.take(4)

      code = fn ->
        times = div(@bytes, byte_size(link))
        program("#{head}#{String.duplicate(link, times)}#{last};")
      end

      row("chain-" <> name, code, :any_end)
    end
  end

  # Many different things, which a repetition can't write.
  defp counted do
    [
      {"locals", &"let v#{&1};"},
      {"functions", &"function f#{&1}(){}"},
      {"classes", &"class C#{&1}{}"},
      {"labels", &"l#{&1}:;"},
      {"properties", &"({p#{&1}:1});"},
      {"globals", &"globalThis.g#{&1}=1;"},
      {"closures", &"let c#{&1}=()=>c#{&1};"},
      {"texts", &"'t#{&1}';"},
      {"regexes", &"/r#{&1}/;"},
      {"bigints", &"#{&1}n;"},
      {"blocks", &"{let b=#{&1};()=>b}"}
    ]
    |> Enum.map(fn {name, item} ->
      code = fn ->
        1
        |> Stream.iterate(&(&1 + 1))
        |> Stream.map(item)
        |> Enum.reduce_while({[], 0}, fn text, {done, size} ->
          size = size + byte_size(text)
          if size > @bytes, do: {:halt, done}, else: {:cont, {[done | text], size}}
        end)
        |> IO.iodata_to_binary()
        |> program()
      end

      row("counted-" <> name, code, :any_end)
    end)
  end

  defp program(body),
    do: "async () => {\nlet a = 0, f = (x) => null, b;\n#{body}\nreturn null; }\n"

  # What the program would do if it ran is not the point: an error of its own is an end too.
  defp row(name, code, :any_end), do: row(name, code, @or_value <> " | error /Error|invalid/")

  defp row(name, code, expect) do
    Row.new("syntax-" <> name, "source text, deep or long", expect, code, timeout: @timeout)
  end
end
