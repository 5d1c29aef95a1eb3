defmodule OapiCodemode.Soak.Programs do
  @moduledoc """
  The programs of the soak: each with its environment, its options and what must come of it.

  `check` is a function over the outcome that answers `:ok` or what was expected.
  """

  alias OapiCodemode.Test.RandomJSON

  defstruct [:name, :code, :check, env: %{globals: %{}, callbacks: %{}}, options: []]

  # What computes shares two dirty schedulers with everything else: time is not what is tested.
  @patience [timeout: 120_000]

  @doc "A random program that must give its value, its lines and its calls exactly."
  def good do
    Enum.random([
      &compute/0,
      &parallel_calls/0,
      &sequential_calls/0,
      &round_trip/0,
      &lines/0,
      &table/0,
      &large_text/0,
      &recursion/0,
      &fire_and_forget/0,
      &caught_failure/0,
      &garbage/0
    ]).()
  end

  @doc "A random program that must fail in its own way."
  def failing do
    {code, kind} =
      Enum.random([
        {"async () => { throw new TypeError('mine') }", :js_error},
        {"async () => missing.property", :js_error},
        {"async () => { const a = [1, 2 }", :syntax_error},
        {"const = 1", :syntax_error},
        {"class A {}", :invalid_code},
        {"async () => await host.fail()", :host_error},
        {"async () => await new Promise(() => {})", :deadlock},
        {"async () => { const o = {}; o.o = o; return o }", :result_error},
        {"async () => { const f = () => f(); return f() }", :stack_overflow}
      ])

    callbacks = %{fail: fn _args -> raise "the soak's own failure" end}

    %__MODULE__{
      name: "failing #{kind}",
      code: code,
      env: %{globals: %{}, callbacks: callbacks},
      options: @patience,
      check: &expect_kind(&1, kind)
    }
  end

  @doc """
  A random hostile program that is stopped through the engine, or by the memory limit. None asks
  for more than the limit and a quarter in one operation, which would park its thread.
  """
  def hostile do
    timeout = Enum.random(50..200)

    Enum.random([
      endless("for (;;) {}", timeout),
      endless("try { for (;;) {} } finally { for (;;) {} }", timeout),
      endless("const again = () => Promise.resolve().then(again); await again()", timeout),
      endless("for (;;) await host.echo(1)", timeout),
      endless("return { get a() { for (;;) {} } }", timeout),
      endless("[2, 1].sort(() => { for (;;) {} })", timeout),
      endless("await host.sleep(100000)", timeout),
      growing("const keep = [], x = 'x'.repeat(1e4); for (;;) keep.push(x + keep.length)"),
      growing("const keep = []; for (;;) keep.push(new Uint8Array(1e5))"),
      growing("let s = ''; for (;;) s += 'x'.repeat(1e5)"),
      growing("const m = new Map(), x = 'x'.repeat(1e4); for (let i = 0; ; i++) m.set(i, x + i)")
    ])
  end

  @doc "A program that only the quarantine ends, cheaply: it has next to nothing alive."
  def quarantined do
    pattern = Enum.random(["(a+)+$", "(a|aa)+$", "^(\\w+\\s?)*$", "(a*)*b"])

    %__MODULE__{
      name: "quarantined",
      code: "async () => new RegExp(#{inspect(pattern)}).test('a'.repeat(60) + '!')",
      options: [timeout: 100],
      check: &expect(&1, {:error, {:timeout, 100}})
    }
  end

  @doc "A random program that takes long enough for its caller to be killed in it."
  def doomed(tell) do
    body =
      Enum.random([
        "for (;;) {}",
        "await Promise.all([host.hold(1), host.hold(2), host.hold(3)])",
        "host.hold(1); for (;;) await host.echo(1)",
        "host.hold(1); await host.echo(1); for (;;) {}",
        "host.hold(1); return { get a() { for (;;) {} } }",
        "for (let i = 0; i < 50; i++) host.hold(i); return 1"
      ])

    hold = fn _args ->
      tell.(self())
      Process.sleep(:infinity)
    end

    callbacks = %{hold: hold, echo: & &1}
    env = %{globals: %{}, callbacks: callbacks}
    %__MODULE__{name: "doomed", code: "async () => { #{body} }", env: env, options: @patience}
  end

  defp endless(body, timeout) do
    callbacks = %{echo: & &1, sleep: fn [ms] -> Process.sleep(ms) end}

    %__MODULE__{
      name: "endless",
      code: "async () => { #{body} }",
      env: %{globals: %{}, callbacks: callbacks},
      options: [timeout: timeout],
      check: &expect(&1, {:error, {:timeout, timeout}})
    }
  end

  defp growing(body) do
    %__MODULE__{
      name: "growing",
      code: "async () => { #{body} }",
      options: [memory_limit: 16 * 1024 * 1024] ++ @patience,
      check: &expect_kind(&1, :memory_limit)
    }
  end

  defp compute do
    n = Enum.random(1_000..20_000)
    code = "() => { let s = 0; for (let i = 1; i <= n; i++) s += i % 7; return s }"
    value = Enum.reduce(1..n, 0, &(&2 + rem(&1, 7)))
    good("compute", code, %{"n" => n}, %{}, value)
  end

  defp parallel_calls do
    ids = Enum.map(1..Enum.random(1..40), fn _id -> Enum.random(1..1_000_000) end)
    code = "async () => (await Promise.all(ids.map((id) => host.get(id)))).map((r) => r.double)"
    good("parallel calls", code, %{"ids" => ids}, %{get: &double/1}, Enum.map(ids, &(&1 * 2)))
  end

  defp sequential_calls do
    ids = Enum.map(1..Enum.random(1..10), fn _id -> Enum.random(1..1_000_000) end)

    code =
      "async () => { let s = 0; for (const id of ids) s += (await host.get(id)).double; return s }"

    good("sequential calls", code, %{"ids" => ids}, %{get: &double/1}, 2 * Enum.sum(ids))
  end

  defp double([id]) do
    if Enum.random(1..4) == 1, do: Process.sleep(Enum.random(1..5))
    %{"id" => id, "double" => id * 2}
  end

  defp round_trip do
    data = RandomJSON.list(5, {Enum.random(1..1_000_000), 2, 3})
    code = "async () => [data, await host.echo(data)]"
    good("round trip", code, %{"data" => data}, %{echo: fn [data] -> data end}, [data, data])
  end

  defp lines do
    n = Enum.random(1..20)
    code = "() => { for (let i = 1; i <= n; i++) console.log('line', i, { i }); return n }"
    good("lines", code, %{"n" => n}, %{}, n, for(i <- 1..n, do: ~s(line #{i} {"i":#{i}})))
  end

  defp table do
    rows = for id <- 1..Enum.random(10..500), do: %{"id" => id, "group" => "g#{rem(id * 7, 5)}"}

    code = """
    () => {
      const counts = {};
      for (const { group } of rows) counts[group] = (counts[group] ?? 0) + 1;
      return counts;
    }
    """

    good("table", code, %{"rows" => rows}, %{}, Enum.frequencies_by(rows, & &1["group"]))
  end

  defp large_text do
    text = String.duplicate("0123456789abcdef", Enum.random(1_000..60_000))
    code = "async () => [text.length, (await host.echo(text)) === text, text.slice(-4)]"
    value = [byte_size(text), true, "cdef"]
    good("large text", code, %{"text" => text}, %{echo: fn [text] -> text end}, value)
  end

  defp recursion do
    n = Enum.random(100..1_500)
    code = "() => { const f = (n) => (n === 0 ? 0 : 1 + f(n - 1)); return f(n) }"
    good("recursion", code, %{"n" => n}, %{}, n)
  end

  defp garbage do
    code =
      "() => { let n = 0; for (let i = 0; i < 100; i++) n += new Uint8Array(1e6).length; return n }"

    program = good("garbage", code, %{}, %{}, 100_000_000)
    %{program | options: [memory_limit: 32 * 1024 * 1024] ++ program.options}
  end

  # What the program set off is complete when the run returns.
  defp fire_and_forget do
    n = Enum.random(1..30)
    calls = :counters.new(1, [])
    callbacks = %{fire: fn _args -> :counters.add(calls, 1, 1) end}

    program =
      good(
        "fire and forget",
        "() => { for (let i = 0; i < n; i++) host.fire(i); return n }",
        %{"n" => n},
        callbacks,
        n
      )

    check = fn outcome ->
      with :ok <- program.check.(outcome), do: expect(:counters.get(calls, 1), n)
    end

    %{program | check: check}
  end

  defp caught_failure do
    code = "async () => { try { await host.fail() } catch (e) { return e.message } }"
    callbacks = %{fail: fn _args -> raise "the soak's own failure" end}
    good("caught failure", code, %{}, callbacks, "host function failed")
  end

  defp good(name, code, globals, callbacks, value, logs \\ []) do
    %__MODULE__{
      name: name,
      code: code,
      env: %{globals: globals, callbacks: callbacks},
      options: @patience,
      check: &expect(&1, {:ok, %{value: value, logs: logs}})
    }
  end

  defp expect(found, found), do: :ok
  defp expect(_found, expected), do: {:expected, expected}

  defp expect_kind({:error, %{kind: kind}}, kind), do: :ok
  defp expect_kind(_outcome, kind), do: {:expected, kind}
end
