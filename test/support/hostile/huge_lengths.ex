defmodule OapiCodemode.Test.Hostile.HugeLengths do
  @moduledoc """
  Native operations over lengths that no machine gets to the end of: most never come back to the
  engine's loop, so that only the quarantine ends them. `huge` is an array-like of length
  2^53 - 1, `sparse` an array of length 2^32 - 1 that is all holes, `text` a long text.
  """

  alias OapiCodemode.Test.Hostile.Row

  @timeout 100

  # Over by time or by memory, or refused by the engine: all are right, and a value is none.
  @expect "timeout | error /memory limit|length|range|invalid|exceed|size|too (large|long|many)/i"

  @array_likes ~w(join reverse includes indexOf lastIndexOf shift unshift sort fill copyWithin
                  slice splice concat flat toReversed toSorted toSpliced with map filter forEach
                  some every reduce reduceRight find findLast findIndex findLastIndex flatMap
                  toLocaleString toString)

  # Answered from the length alone, or right at once.
  @quick_on_array_likes ~w(concat toString unshift find findLast findIndex findLastIndex)

  @arguments %{
    "unshift" => "1",
    "includes" => "1",
    "indexOf" => "1",
    "lastIndexOf" => "1",
    "fill" => "1",
    "copyWithin" => "1, 0",
    "splice" => "0, 1",
    "slice" => "0",
    "with" => "0, 1",
    "toSpliced" => "0, 1",
    "join" => "''",
    "concat" => "[1]",
    "flat" => "Infinity",
    "reduce" => "() => 1, 1",
    "reduceRight" => "() => 1, 1"
  }

  @others [
    {"array-from", "Array.from(huge)"},
    {"array-of-from-map", "Array.from({ length: 2 ** 32 }, (_, i) => i)"},
    {"spread-sparse", "[...sparse].length"},
    {"spread-call-sparse", "Math.max(...sparse)"},
    {"apply-sparse", "Math.max.apply(null, sparse)"},
    {"apply-huge", "(() => 1).apply(null, huge)"},
    {"reflect-construct-huge", "Reflect.construct(Array, huge)"},
    {"bind-huge", "(() => 1).bind(null, ...sparse)"},
    {"object-keys-sparse", "Object.keys(sparse.fill(1)).length"},
    {"json-sparse", "JSON.stringify(sparse).length"},
    {"json-huge-indent", "JSON.stringify(sparse, null, 10).length"},
    {"to-string-sparse", "String(sparse).length"},
    {"delete-by-length",
     "sparse[2 ** 32 - 2] = 1; sparse.length = 0; sparse.length = 2 ** 32 - 1; sparse.fill(0)"},
    {"set-from-sparse", "new Set(sparse).size"},
    {"map-from-huge-entries", "new Map(Array.prototype.entries.call(huge)).size"},
    {"object-from-entries", "Object.fromEntries(Array.prototype.entries.call(huge))"},
    {"promise-all-sparse", "await Promise.all(sparse)"},
    {"promise-any-sparse", "await Promise.any(sparse)"},
    {"typed-array-from-huge", "Uint8Array.from(huge)"},
    {"typed-array-of-huge", "new Uint8Array(huge)"},
    {"typed-array-set-huge", "new Uint8Array(8).set(huge)"},
    {"string-raw-huge", "String.raw({ raw: huge })"},
    {"from-char-code-sparse", "String.fromCharCode(...sparse)"},
    {"from-code-point-sparse", "String.fromCodePoint.apply(null, sparse)"},
    {"repeat", "text.repeat(2 ** 28)"},
    {"repeat-empty-many", "for (;;) ''.repeat(2 ** 28)"},
    {"pad-start", "''.padStart(2 ** 40, text)"},
    {"pad-end-by-one", "''.padEnd(2 ** 29)"},
    {"replace-all-empty", "text.replaceAll('', text).length"},
    {"split-empty-kept", "const keep = []; for (;;) keep.push(text.split(''))"},
    {"split-regex", "const keep = []; for (;;) keep.push(text.split(/(?:)/))"},
    {"match-all-empty", "const keep = []; for (;;) keep.push([...text.matchAll(/(?:)/g)])"},
    {"replace-regex-context", "text.replace(/x/g, \"$`$'\").length"},
    {"concat-text-list", "''.concat(...Array(1000).fill(text)).length"},
    {"last-index-of-text", "for (;;) (text + 'y').lastIndexOf(text.slice(1) + 'z')"},
    {"index-of-text", "const s = text + text; for (;;) s.indexOf(text + 'y')"},
    {"locale-compare", "for (;;) text.localeCompare(text + 'y')"},
    {"code-points", "const keep = []; for (;;) keep.push([...text])"},
    {"to-well-formed",
     "const keep = []; const s = '\\ud800' + text; for (;;) keep.push(s.toWellFormed())"},
    {"number-to-string-radix", "for (;;) (1.7976931348623157e308).toString(2)"},
    {"bigint-exponent", "7n ** 10000000n"},
    {"bigint-exponent-huge", "2n ** (2n ** 64n)"},
    {"bigint-shift-left", "1n << 10000000000n"},
    {"bigint-multiply-kept", "let a = 7n; const keep = []; for (;;) keep.push((a = a * a))"},
    {"bigint-text-radix", "for (;;) (7n ** 100000n).toString(3)"},
    {"array-length-only",
     "const keep = []; for (;;) keep.push(new Array(2 ** 32 - 1).fill(1, 0, 1e6))"},
    {"flat-map-huge", "[1].flatMap(() => sparse).length"},
    {"species-huge",
     "const a = [1]; a.constructor = { [Symbol.species]: function () { return sparse; } }; a.map((x) => x); a.concat(sparse).sort()"},
    {"array-concat-sparse", "sparse.concat(sparse).length"},
    {"proxy-huge-keys", "Object.keys(new Proxy({}, { ownKeys: () => sparse }))"},
    {"group-by-sparse", "Object.groupBy(sparse, () => 1)"},
    {"resizable-huge", "new ArrayBuffer(1, { maxByteLength: 2 ** 53 - 1 }).resize(2 ** 40)"},
    {"data-view-huge", "new DataView(new ArrayBuffer(2 ** 33))"},
    {"array-buffer-many-huge", "const keep = []; for (;;) keep.push(new ArrayBuffer(2 ** 25))"},
    {"error-huge-message", "const keep = []; for (;;) keep.push(new Error(text + keep.length))"},
    {"symbol-huge-description",
     "const keep = []; for (;;) keep.push(Symbol(text + keep.length))"},
    {"function-name-huge", "const keep = []; for (;;) keep.push({ [text + keep.length]() {} })"},
    {"intl-free-upper", "let s = 'ß'.repeat(1000); for (;;) s = (s + s).toUpperCase()"},
    {"normalize-kd",
     "'\\ufdfa'.repeat(100000).normalize('NFKD').normalize('NFKC').repeat(100).length"}
  ]

  @doc "The rows."
  def rows do
    array_likes =
      for method <- @array_likes,
          {target, quick} <- [{"huge", @quick_on_array_likes}, {"sparse", []}] do
        arguments = Map.get(@arguments, method, "(x) => x")
        call = "Array.prototype.#{method}.call(#{target}, #{arguments})"
        {"#{target}-#{method}", call, method in quick}
      end

    others = for {name, statements} <- @others, do: {name, statements, false}

    for {name, statements, quick?} <- array_likes ++ others do
      expect = if quick?, do: @expect <> ~s( | value "survived"), else: @expect

      Row.new("length-" <> name, "a length without an end", expect, code(statements),
        timeout: @timeout
      )
    end
  end

  defp code(statements) do
    fn ->
      """
      async () => {
        const huge = { length: 2 ** 53 - 1 };
        const sparse = new Array(2 ** 32 - 1);
        let text = "x"; while (text.length < 1e5) text += text;
        #{statements};
        return "survived";
      }
      """
    end
  end
end
