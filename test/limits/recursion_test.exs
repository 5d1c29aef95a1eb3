defmodule OapiCodemode.Limits.RecursionTest do
  use OapiCodemode.ExecutorCase, async: true

  @options [timeout: 20_000]

  # Kinds of recursion: a program with DEPTH levels, and the same without an end.
  @kinds [
    {"a function", "const f = (n) => n === 0 ? 0 : 1 + f(n - 1); return f(DEPTH)"},
    {"a method",
     "const o = { f(n) { return n === 0 ? 0 : 1 + this.f(n - 1) } }; return o.f(DEPTH)"},
    {"two functions",
     "const f = (n) => n === 0 ? 0 : 1 + g(n - 1), g = (n) => n === 0 ? 0 : 1 + f(n - 1); return f(DEPTH)"},
    {"a getter",
     "let n = DEPTH; const o = { get a() { return n-- === 0 ? 0 : 1 + this.a } }; return o.a"},
    {"a setter",
     "let n = DEPTH, count = 0; const o = { set a(v) { count++; if (--n > 0) this.a = v } }; o.a = 1; return count"},
    {"a constructor",
     "let n = DEPTH, count = 0; class A { constructor() { count++; if (--n > 0) new A() } } new A(); return count"},
    {"a field",
     "let n = DEPTH, count = 0; class A { a = (count++, --n > 0 ? new A() : 1) } new A(); return count"},
    {"toString",
     "let n = DEPTH, count = 0; const o = { toString() { count++; return --n > 0 ? `${o}` : '' } }; String(o); return count"},
    {"valueOf",
     "let n = DEPTH, count = 0; const o = { valueOf() { count++; return --n > 0 ? +o : 1 } }; +o; return count"},
    {"an async function",
     "const f = async (n) => n === 0 ? 0 : 1 + await f(n - 1); return await f(DEPTH)"},
    {"a template tag",
     "let n = DEPTH, count = 0; const tag = () => { count++; if (--n > 0) tag`a` }; tag`a`; return count"},
    {"apply and call",
     "const f = function (n) { return n === 0 ? 0 : 1 + f.call(null, n - 1) }; return f.apply(null, [DEPTH])"},
    {"a spread argument",
     "const f = (...n) => n[0] === 0 ? 0 : 1 + f(...[n[0] - 1]); return f(DEPTH)"},
    {"a default argument",
     "const f = (n, rest = n === 0 ? 0 : 1 + f(n - 1)) => rest; return f(DEPTH)"},
    {"a computed key",
     "const f = (n) => n === 0 ? 0 : 1 + ({ [f(n - 1)]: 1 }, n - 1); return f(DEPTH)"}
  ]

  # The same through the engine's own code: each level is a guest's frame and a builtin's.
  @builtins [
    {"map", "const f = (n) => n === 0 ? 0 : 1 + [n - 1].map(f)[0]; return f(DEPTH)"},
    {"forEach",
     "let count = 0; const f = (n) => { count++; if (n > 1) [n - 1].forEach(f) }; f(DEPTH); return count"},
    {"reduce",
     "const f = (n) => n === 0 ? 0 : 1 + [1].reduce(() => f(n - 1), 0); return f(DEPTH)"},
    {"sort",
     "let count = 0, n = DEPTH; const f = () => { count++; if (--n > 0) [2, 1].sort(f); return 0 }; f(); return count"},
    {"replace",
     "let count = 0, n = DEPTH; const f = () => { count++; if (--n > 0) 'a'.replace(/a/, f); return '' }; f(); return count"},
    {"JSON.stringify",
     "let count = 0, n = DEPTH; const o = { toJSON() { count++; if (--n > 0) JSON.stringify(o); return 1 } }; JSON.stringify(o); return count"},
    {"JSON.parse",
     "let count = 0, n = DEPTH; const f = () => { count++; if (--n > 0) JSON.parse('1', f); return 1 }; f(); return count"},
    {"a proxy",
     "let count = 0, n = DEPTH; const p = new Proxy({}, { get(t, k, r) { count++; return --n > 0 ? r.a : 1 } }); p.a; return count"},
    {"Reflect",
     "const f = (n) => n === 0 ? 0 : 1 + Reflect.apply(f, null, [n - 1]); return f(DEPTH)"},
    {"an iterator",
     "let count = 0, n = DEPTH; const it = { [Symbol.iterator]: () => ({ next() { count++; if (--n > 0) [...it]; return { done: true } } }) }; [...it]; return count"}
  ]

  defp program(body, depth), do: "async () => { #{String.replace(body, "DEPTH", depth)} }"

  for {what, body} <- @kinds do
    test "2 000 levels of #{what} work" do
      assert value!(program(unquote(body), "2000"), @options) == 2_000
    end
  end

  for {what, body} <- @builtins do
    test "1 000 levels through #{what} work" do
      assert value!(program(unquote(body), "1000"), @options) == 1_000
    end
  end

  for {what, body} <- @kinds ++ @builtins do
    test "without an end, #{what} is :stack_overflow, and the program can't catch it" do
      code = """
      async () => {
        const attempt = async () => { #{String.replace(unquote(body), "DEPTH", "Infinity")} };
        try { await attempt() }
        catch { console.log("caught") }
        finally { console.log("finally") }
        return "survived";
      }
      """

      error = error!(code, @options)
      assert error.kind == :stack_overflow
      assert error.message =~ "recursion limit"
      assert error.logs == []
    end
  end

  # Where the engine loses its own error, or panics on it.
  @places [
    {"an async continuation", "await null; f()"},
    {"the continuation of a call", "await host.g(); f()"},
    {"a promise job", "await Promise.resolve().then(f).catch(() => 1)"},
    {"a finally job", "await Promise.resolve().finally(f).catch(() => 1)"},
    {"a thenable job", "await { then(resolve) { f(); resolve(1) } }"},
    {"an executor", "await new Promise(() => f()).catch(() => 1)"},
    {"an async generator",
     "for await (const x of (async function* () { await null; f(); yield 1 })()) x"},
    {"a job that nobody awaits", "Promise.resolve().then(f); await null; await null; await null"},
    {"several jobs", "await Promise.allSettled([1, 2, 3].map(async () => { await null; f() }))"}
  ]

  for {what, statements} <- @places do
    test "in #{what} it is :stack_overflow too" do
      code = """
      async () => {
        const f = () => f();
        try { #{unquote(statements)} } catch { return "caught" }
        return "survived";
      }
      """

      callbacks = %{g: fn _args -> 1 end}
      assert error!(code, [callbacks: callbacks] ++ @options).kind == :stack_overflow
    end
  end

  test "in a getter of the result" do
    error = error!("() => ({ get a() { return this.a } })", @options)
    assert error.kind == :stack_overflow
  end

  test "in a toJSON of an argument" do
    code = "async () => host.g({ toJSON() { return this.toJSON() } })"
    error = error!(code, [callbacks: %{g: fn _args -> 1 end}] ++ @options)
    assert error.kind == :stack_overflow
  end

  test "in what is printed" do
    code =
      "() => { const o = { toJSON() { console.log(o); return 1 } }; console.log(o); return 1 }"

    assert error!(code, @options).kind == :stack_overflow
  end

  test "many deep recursions one after the other leave nothing behind" do
    code =
      "() => { const f = (n) => n === 0 ? 0 : 1 + f(n - 1); let s = 0; for (let i = 0; i < 50; i++) s += f(2000); return s }"

    assert value!(code, @options) == 100_000
  end

  test "where the data is too deep for the engine, that is said" do
    code = "() => { const a = []; a.push(a); return a.flat(Infinity) }"
    error = error!(code, [memory_limit: 64 * 1024 * 1024] ++ @options)
    assert error.kind == :stack_overflow
    assert error.message =~ "nested too deep"
    assert value!("() => 1 + 1") == 2
  end
end
