defmodule OapiCodemode.Calls.HostCallValueTest do
  # What `host.f()` gives, without an await: a promise where a promise is wanted, the reply
  # wherever it is touched otherwise. (What a failed call does is in failed_touch_test.exs.)
  use OapiCodemode.ExecutorCase, async: true

  alias OapiCodemode.Test.Gate

  @replies %{
    object: %{"a" => 1, "b" => %{"c" => [1, 2]}},
    list: [3, 1, 2],
    string: "héllo",
    number: 7,
    yes: true,
    no: false,
    null: nil
  }

  # What each reply looks like: as JSON, as a string, as a console line behind its kind.
  @texts %{
    object: [~S|{"a":1,"b":{"c":[1,2]}}|, "[object Object]", ~S|object {"a":1,"b":{"c":[1,2]}}|],
    list: ["[3,1,2]", "3,1,2", "list [3,1,2]"],
    string: [~S|"héllo"|, "héllo", "string héllo"],
    number: ["7", "7", "number 7"],
    yes: ["true", "true", "yes true"],
    no: ["false", "false", "no false"],
    null: ["null", "null", "null null"]
  }

  defp callbacks do
    give = for {kind, reply} <- @replies, into: %{}, do: {kind, fn _args -> reply end}
    Map.put(give, :echo, fn args -> args end)
  end

  defp value(kind, expression, async \\ "") do
    value!("#{async} () => { const r = host.#{kind}(); return #{expression} }",
      callbacks: callbacks()
    )
  end

  for {kind, reply} <- @replies do
    @reply Macro.escape(reply)
    @kind kind

    test "#{kind} reply: as the result, and inside it" do
      assert value(@kind, "r") === unquote(@reply)

      assert value(@kind, "[r, {deep: [r]}]") ===
               [unquote(@reply), %{"deep" => [unquote(@reply)]}]
    end

    test "#{kind} reply: as an argument of another call, and inside one" do
      assert value(@kind, "host.echo(r, [r], {v: r})") ===
               [unquote(@reply), [unquote(@reply)], %{"v" => unquote(@reply)}]
    end

    test "#{kind} reply: JSON.stringify, alone and inside" do
      [json, _string, _line] = @texts[@kind]
      assert value(@kind, "JSON.stringify(r)") == json
      assert value(@kind, "JSON.stringify({v: [r]})") == ~s|{"v":[#{json}]}|
    end

    test "#{kind} reply: template literal, String and +" do
      [_json, string, _line] = @texts[@kind]

      assert value(@kind, ~S|[`<${r}>`, String(r), "+" + (r + "")]|) ==
               ["<#{string}>", string, "+#{string}"]
    end

    test "#{kind} reply: console.log" do
      [_json, _string, line] = @texts[@kind]
      code = "() => { const r = host.#{@kind}(); console.log('#{@kind}', r) }"
      assert logs!(code, callbacks: callbacks()) == [line]
    end

    test "#{kind} reply: Array.isArray" do
      assert value(@kind, "Array.isArray(r)") == (@kind == :list)
    end

    for {how, js} <- [
          {"await", "await r"},
          {"then", "r.then(v => v)"},
          {"then, whose handler gets the reply itself",
           "r.then(v => [typeof v, v]).then(([, v]) => v)"},
          {"then without a handler", "r.then()"},
          {"catch", "r.catch(() => 'caught')"},
          {"finally", "r.finally(() => 'other')"},
          {"Promise.resolve", "Promise.resolve(r)"},
          {"Promise.all", "Promise.all([r]).then(([v]) => v)"},
          {"Promise.allSettled", "Promise.allSettled([r]).then(([s]) => s.value)"},
          {"Promise.race", "Promise.race([r, new Promise(() => {})])"},
          {"Promise.any", "Promise.any([r, Promise.reject(1)])"},
          {"new Promise", "new Promise(resolve => resolve(r))"},
          {"the return of an async function", "(async () => r)()"},
          {"for await", "(async () => { for await (const v of [r]) return v })()"}
        ] do
      test "#{kind} reply: a promise for #{how}" do
        assert value(@kind, unquote(js), "async") === unquote(@reply)
      end
    end

    test "#{kind} reply: touched and then awaited, and the other way round" do
      both =
        "(async () => { const one = String(r); const v = await r; return [one === String(v), v] })()"

      assert value(@kind, both) === [true, unquote(@reply)]
      assert value(@kind, "(async () => { await r; return r })()") === unquote(@reply)
    end
  end

  touches = [
    object: [
      {"property read", ~S|[r.a, r["a"], r.b.c[1], r?.b?.c?.length, r.missing ?? "none"]|,
       [1, 1, 2, 2, "none"]},
      {"property write", "(r.x = 5, r.a += 1, r.b.c.push(3), [r.x, r.a, r])",
       [5, 2, %{"a" => 2, "b" => %{"c" => [1, 2, 3]}, "x" => 5}]},
      {"method call", ~S|[r.hasOwnProperty("a"), r.b.c.map(n => n * 2), r.toString()]|,
       [true, [2, 4], "[object Object]"]},
      {"in", ~S|["a" in r, "zz" in r, "toString" in r]|, [true, false, true]},
      {"delete", "[delete r.a, delete r.zz, r]", [true, true, %{"b" => %{"c" => [1, 2]}}]},
      {"spread", "({z: 1, ...r, a: 9})", %{"z" => 1, "a" => 9, "b" => %{"c" => [1, 2]}}},
      {"destructuring", "(({a, zz = 4, ...rest}) => [a, zz, rest])(r)",
       [1, 4, %{"b" => %{"c" => [1, 2]}}]},
      {"destructuring in depth", "(({b: {c: [first]}}) => first)(r)", 1},
      {"for…in", "(() => { const k = []; for (const key in r) k.push(key); return k })()",
       ["a", "b"]},
      {"Object.keys", "Object.keys(r)", ["a", "b"]},
      {"Object.values", "Object.values(r)", [1, %{"c" => [1, 2]}]},
      {"Object.entries", "Object.entries(r)", [["a", 1], ["b", %{"c" => [1, 2]}]]},
      {"Object.assign from it", "Object.assign({a: 0, z: 1}, r)",
       %{"a" => 1, "b" => %{"c" => [1, 2]}, "z" => 1}},
      {"Object.assign to it", "(Object.assign(r, {z: 1}), r.z)", 1},
      {"Object.hasOwn", ~S|[Object.hasOwn(r, "a"), Object.hasOwn(r, "toString")]|, [true, false]},
      {"Object.fromEntries of its entries", "Object.fromEntries(Object.entries(r))",
       %{"a" => 1, "b" => %{"c" => [1, 2]}}},
      {"JSON.stringify with an indent", "JSON.stringify(r, ['a'], 1)", "{\n \"a\": 1\n}"},
      {"JSON.parse of JSON.stringify", "JSON.parse(JSON.stringify(r)).b.c", [1, 2]},
      {"instanceof Object, not Promise", "[r instanceof Object, r instanceof Promise]",
       [true, false]},
      {"the same value each time",
       "[r === r, r.b === r.b, [r].includes(r), new Set([r, r]).size]", [true, true, true, 1]}
    ],
    list: [
      {"index and length", "[r[0], r.length, r.at(-1), r[3] ?? 'none']", [3, 3, 2, "none"]},
      {"write", "(r[0] = 9, r.push(4), r.length = 4, r.unshift(0), r)", [0, 9, 1, 2, 4]},
      {"methods",
       "[r.map(n => n + 1), r.filter(n => n > 1), r.reduce((a, b) => a + b), r.join('-')]",
       [[4, 2, 3], [3, 2], 6, "3-1-2"]},
      {"sort in place", "(r.sort(), r)", [1, 2, 3]},
      {"splice and slice", "[r.splice(0, 1), r, r.slice(1)]", [[3], [1, 2], [2]]},
      {"in and delete", "[0 in r, 3 in r, delete r[0], 0 in r]", [true, false, true, false]},
      {"spread", "[0, ...r, Math.max(...r)]", [0, 3, 1, 2, 3]},
      {"destructuring", "(([first, ...rest]) => [first, rest])(r)", [3, [1, 2]]},
      {"for…of", "(() => { const l = []; for (const n of r) l.push(n * 2); return l })()",
       [6, 2, 4]},
      {"entries", "[...r.entries()]", [[0, 3], [1, 1], [2, 2]]},
      {"Object.keys and entries", "[Object.keys(r), Object.entries(r)[0]]",
       [["0", "1", "2"], ["0", 3]]},
      {"concat, either way", "[[0].concat(r), r.concat([4])]", [[0, 3, 1, 2], [3, 1, 2, 4]]},
      {"Array.from, Set, methods of Array.prototype",
       "[Array.from(r, n => n + 1), new Set(r).size, Array.prototype.map.call(r, n => n * 2)]",
       [[4, 2, 3], 3, [6, 2, 4]]},
      {"Promise.all of its elements", "Promise.all(r)", [3, 1, 2]},
      {"flatMap to it", "[1, 2].flatMap(() => [...r])", [3, 1, 2, 3, 1, 2]}
    ],
    string: [
      {"index and length", "[r[0], r.length, r.at(-1)]", ["h", 5, "o"]},
      {"methods", ~S|[r.toUpperCase(), r.split("l"), r.slice(1, 3), r.replace("h", "j")]|,
       ["HÉLLO", ["hé", "", "o"], "él", "jéllo"]},
      {"+ and comparison", ~S|["a" + r, r + "!", r == "héllo", r < "z"]|,
       ["ahéllo", "héllo!", true, true]},
      {"spread and for…of",
       "[[...r].length, (() => { let s = ''; for (const c of r) s = c + s; return s })()]",
       [5, "olléh"]},
      {"destructuring", "(({length}) => length)(r)", 5},
      {"Object.keys, entries and spread",
       "[Object.keys(r).length, Object.entries(r)[1], {...r}[4]]", [5, ["1", "é"], "o"]},
      {"as a key", ~S|[({"héllo": 1})[r], {[r]: 2}]|, [1, %{"héllo" => 2}]},
      {"as an argument of a builtin",
       ~S|[/h/.test(r), encodeURIComponent(r), "xhéllo".endsWith(r)]|, [true, "h%C3%A9llo", true]}
    ],
    number: [
      {"arithmetic", "[r + 1, 1 + r, r * 2, r / 2, r % 4, r ** 2, -r, +r, r | 8]",
       [8, 8, 14, 3.5, 3, 49, -7, 7, 15]},
      {"comparison", "[r > 3, r < 3, r == 7, r >= 7]", [true, false, true, true]},
      {"methods", "[r.toFixed(2), r.toString(2), r.valueOf() === 7]", ["7.00", "111", true]},
      {"as an index and a count", "['x'.repeat(r).length, 'abcdefgh'[r], new Date(r).getTime()]",
       [7, "h", 7]},
      {"builtins", "[Math.max(r, 3), Number(r) === 7, isNaN(r), parseInt(r)]",
       [7, true, false, 7]},
      {"++", "(() => { let n = r; n++; return n })()", 8},
      {"Object.keys, spread and delete", "[Object.keys(r), {...r}, delete r.a]", [[], %{}, true]}
    ],
    yes: [
      {"conversion", "[r == true, r.valueOf() === true, +r, r.toString()]",
       [true, true, 1, "true"]}
    ],
    no: [
      {"conversion", "[r == false, r.valueOf() === false, +r, r.toString()]",
       [true, true, 0, "false"]}
    ],
    null: [
      {"conversion", "[r + 1, {...r}, Object.assign({a: 1}, r)]", [1, %{}, %{"a" => 1}]}
    ]
  ]

  for {kind, rows} <- touches, {what, js, expected} <- rows do
    test "#{kind} reply: #{what}" do
      assert value(unquote(kind), unquote(js)) == unquote(Macro.escape(expected))
    end
  end

  for {what, js} <- [{"read", "r.a"}, {"write", "r.a = 1"}, {"in", "'a' in r"}] do
    test "null reply: property #{what} is a TypeError, as it is for null" do
      code = "() => { const r = host.null(); try { #{unquote(js)} } catch (e) { return e.name } }"
      assert value!(code, callbacks: callbacks()) == "TypeError"
    end
  end

  test "two calls that are not awaited are in flight together, whichever is touched first" do
    for touch <- ["a.n + b.n", "b.n + a.n", "[b, a].map(r => r.n).reduce((x, y) => x + y)"] do
      {:ok, gate} = Gate.start_link(2)
      callbacks = %{f: fn [n] -> Gate.pass(gate) && %{n: n} end}
      code = "() => { const a = host.f(1); const b = host.f(2); return #{touch} }"
      assert value!(code, callbacks: callbacks) == 3
    end
  end

  test "a touch waits for its own reply only: a later call can be answered first" do
    {:ok, gate} = Gate.start_link(:infinity)

    callbacks = %{
      slow: fn [] -> Gate.pass(gate) && %{n: 1} end,
      fast: fn [] -> %{n: 2} end,
      open: fn [] -> Gate.open(gate) && %{n: 3} end
    }

    code =
      "() => { const s = host.slow(); const f = host.fast().n; return [f, host.open().n, s.n] }"

    assert value!(code, callbacks: callbacks) == [2, 3, 1]
  end
end
