defmodule OapiCodemode.Limits.MemoryTest do
  # Not async: garbage is collected by the clock of the collector, and the programs are long.
  use OapiCodemode.ExecutorCase, async: false

  @limit 64 * 1024 * 1024
  @options [memory_limit: @limit, timeout: 60_000]

  # One text of `size` bytes, built without the cost of many small steps.
  defp text(size), do: "'0123456789abcdef'.repeat(#{div(size, 16)})"

  describe "a program that grows" do
    for {what, body} <- [
          {"an array", "const keep = []; for (;;) keep.push(x + keep.length)"},
          {"a map", "const m = new Map(); for (let i = 0; ; i++) m.set(i, x + i)"},
          {"one text", "let s = x; for (;;) s += s"},
          {"typed arrays", "const keep = []; for (;;) keep.push(new Uint8Array(100000))"},
          {"in one native operation", "return new Array(1e7).join(x)"},
          {"what its promises hold",
           "const keep = []; for (let i = 0; ; i++) keep.push(Promise.resolve(x + i))"}
        ] do
      test "ends at the limit: #{what}" do
        code = "async () => { const x = #{text(100_000)}; #{unquote(body)} }"
        error = error!(code, @options)
        assert error.kind == :memory_limit
        assert error.message == "the memory limit of #{@limit} bytes was reached"
        assert value!("() => 1 + 1") == 2
      end
    end

    test "can't catch the limit, and no finally runs on" do
      code = """
      async () => {
        const keep = [], x = #{text(100_000)};
        try { for (;;) keep.push(x + keep.length) }
        catch { console.log("caught") }
        finally { console.log("finally"); keep.length = 0 }
        return "survived";
      }
      """

      error = error!(code, @options)
      assert error.kind == :memory_limit
      assert error.logs == []
    end

    test "can't catch it as a rejection" do
      code = """
      async () => {
        const keep = [], x = #{text(100_000)};
        const grow = async () => { await null; for (;;) keep.push(x + keep.length) };
        return grow().catch(() => "caught");
      }
      """

      assert error!(code, @options).kind == :memory_limit
    end

    test "keeps its lines, also when only quarantine ended it" do
      code = "async () => { console.log('before'); return new Array(1e8).join('0123456789') }"
      error = error!(code, @options)
      assert error.kind == :memory_limit
      assert error.logs == ["before"]
    end
  end

  describe "the option" do
    test "names the limit in the message" do
      for limit <- [2 * 1024 * 1024, 5_000_000] do
        code = "() => { const keep = []; for (;;) keep.push(new Uint8Array(10000)) }"
        error = error!(code, memory_limit: limit)
        assert error.message == "the memory limit of #{limit} bytes was reached"
      end
    end

    test "is 128 MiB when it is not given" do
      megabytes = fn count ->
        "() => { const keep = []; while (keep.length < #{count}) keep.push(new Uint8Array(1e6)); return keep.length }"
      end

      assert value!(megabytes.(110), timeout: 60_000) == 110
      error = error!(megabytes.(140), timeout: 60_000)
      assert error.kind == :memory_limit
      assert error.message =~ "#{128 * 1024 * 1024}"
    end

    test "lets a run have what it allows" do
      code =
        "() => { const keep = []; while (keep.length < 50) keep.push(new Uint8Array(1e6)); return keep.length }"

      assert value!(code, @options) == 50
    end

    test "at its least still runs a small program" do
      assert value!("() => [1, 2, 3].map(n => n * 2)", memory_limit: 1024 * 1024) == [2, 4, 6]
    end
  end

  describe "payloads count" do
    test "a huge global" do
      globals = %{"data" => String.duplicate("x", 80 * 1024 * 1024)}
      error = error!("() => data.length", [globals: globals] ++ @options)
      assert error.kind == :memory_limit
    end

    test "many small globals" do
      globals = %{"data" => for(n <- 1..400_000, do: %{"id" => n, "name" => "item #{n}"})}
      error = error!("() => data.length", [globals: globals] ++ @options)
      assert error.kind == :memory_limit
    end

    test "a global that fits" do
      globals = %{"data" => String.duplicate("x", 20 * 1024 * 1024)}
      assert value!("() => data.length", [globals: globals] ++ @options) == 20 * 1024 * 1024
    end

    test "a huge reply" do
      callbacks = %{f: fn [] -> String.duplicate("x", 80 * 1024 * 1024) end}
      error = error!("async () => (await host.f()).length", [callbacks: callbacks] ++ @options)
      assert error.kind == :memory_limit
    end

    test "replies that are kept, together" do
      callbacks = %{f: fn [] -> String.duplicate("x", 5 * 1024 * 1024) end}
      code = "async () => { const keep = []; for (;;) keep.push(await host.f()) }"
      assert error!(code, [callbacks: callbacks] ++ @options).kind == :memory_limit
    end

    test "replies that are not kept do not" do
      callbacks = %{f: fn [] -> String.duplicate("x", 5 * 1024 * 1024) end}

      code =
        "async () => { let n = 0; for (let i = 0; i < 40; i++) n += (await host.f()).length; return n }"

      assert value!(code, [callbacks: callbacks] ++ @options) == 40 * 5 * 1024 * 1024
    end

    test "a huge result" do
      code = "() => { const s = #{text(8_000_000)}; return [s, s, s, s, s, s, s, s, s, s] }"
      error = error!(code, @options)
      assert error.kind in [:result_error, :memory_limit]
      assert error.message =~ ~r/result too large: exceeded \d+ bytes|memory limit/
    end

    test "huge arguments of a call" do
      code =
        "async () => { const s = #{text(8_000_000)}; return host.f([s, s, s, s, s, s, s, s, s, s]) }"

      error = error!(code, [callbacks: %{f: fn _args -> 1 end}] ++ @options)
      assert error.kind in [:js_error, :memory_limit]
      assert error.message =~ ~r/too large: exceeded \d+ bytes|memory limit/
    end

    test "arguments of calls in flight, together" do
      code = """
      async () => {
        const s = #{text(1_000_000)};
        const calls = [];
        for (let i = 0; i < 1000; i++) calls.push(host.f(s + i));
        await Promise.all(calls);
        return "survived";
      }
      """

      error = error!(code, [callbacks: %{f: fn _args -> 1 end}] ++ @options)
      assert error.kind in [:js_error, :memory_limit]
      assert error.message =~ ~r/memory limit|too large|bytes/
    end

    test "arguments of calls that have been answered do not" do
      code = """
      async () => {
        const s = #{text(1_000_000)};
        for (let i = 0; i < 200; i++) await host.f(s + i);
        return "done";
      }
      """

      assert value!(code, [callbacks: %{f: fn _args -> 1 end}] ++ @options) == "done"
    end

    test "a result that fits" do
      value = value!("() => #{text(16_000_000)}", @options)
      assert byte_size(value) == 16_000_000
    end
  end

  describe "garbage that is dead does not end a run" do
    for {what, code, value} <- [
          {"objects with texts",
           "() => { const x = X; let n = 0; for (let i = 0; i < 2000; i++) n += { s: x + i }.s.length > 100000 ? 1 : 0; return n }",
           2000},
          {"repeated texts",
           "() => { let n = 0; for (let i = 0; i < 2000; i++) n += { s: 'x'.repeat(100000) }.s.length; return n }",
           200_000_000},
          {"typed arrays",
           "() => { let n = 0; for (let i = 0; i < 500; i++) n += new Uint8Array(1000000).length; return n }",
           500_000_000},
          {"an array spread into its successor",
           "() => { let a = []; for (let i = 0; i < 3000; i++) a = [...a, i]; return a.length }",
           3000},
          {"an array concatenated into its successor",
           "() => { let a = []; for (let i = 0; i < 8000; i++) a = a.concat([i]); return a.length }",
           8000},
          {"an object spread into its successor",
           "() => { let o = {}; for (let i = 0; i < 4000; i++) o = { ...o, [i]: i }; return Object.keys(o).length }",
           4000},
          {"a text that grows by +=",
           "() => { let s = ''; for (let i = 0; i < 20000; i++) s += '0123456789'; return s.length }",
           200_000},
          {"parsed JSON",
           "() => { const t = JSON.stringify(Array.from({ length: 1000 }, (_, i) => ({ i, s: 'x' + i }))); let n = 0; for (let i = 0; i < 100; i++) n += JSON.parse(t).length; return n }",
           100_000},
          {"closures and promises",
           "async () => { const x = X; let n = 0; for (let i = 0; i < 2000; i++) n += (await Promise.resolve(x + i).then((s) => s)).length > 0 ? 1 : 0; return n }",
           2000},
          {"split and join",
           "() => { let s = 'a,b,c,d'.repeat(1000), n = 0; for (let i = 0; i < 100; i++) n += s.split(',').join(';').length; return n }",
           700_000},
          {"cycles",
           "() => { let n = 0; for (let i = 0; i < 2000; i++) { const a = { s: X + i }; a.a = a; n++ } return n }",
           2000}
        ] do
      @tag timeout: 120_000
      test what do
        code = String.replace(unquote(code), "X", "'0123456789'.repeat(10000)")
        assert value!(code, @options) == unquote(value)
      end
    end
  end
end
