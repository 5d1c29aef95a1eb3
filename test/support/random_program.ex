defmodule OapiCodemode.Test.RandomProgram do
  @moduledoc """
  Random small programs over calls, awaits and touches, the same ones for the same seed.

  Each is written in two ways. In `mixed/1`, calls are made without an await, and their values
  are awaited, chained or touched later, or never. In `awaited/1`, every call is awaited where it
  is made, and the reply, or the error, is kept in a function that gives or throws it; nothing of
  a host-call value is used. Both note the same things in `out`, which is the value.

  `host.f(key, delay)` must answer by its `key` alone.
  """

  @longest_ms 3

  @doc "A program: a list of statements about variables, which are numbers."
  def new({seed, index, size}) do
    state = {:rand.seed_s(:exsss, {seed, index, size}), 0}

    {statements, _state} =
      Enum.map_reduce(1..size, state, fn _position, {random, variables} ->
        {kind, random} = pick(kinds(variables), random)
        statement(kind, random, variables)
      end)

    statements
  end

  defp kinds(0), do: [:call]

  defp kinds(_variables) do
    [:call, :call, :call, :call_with, :call_with, :await, :then, :all, :loop, :late, :note] ++
      List.duplicate(:touch, 6)
  end

  # One statement, which may define the next variable.
  defp statement(:call, random, variables) do
    {key, random} = :rand.uniform_s(60, random)
    {delay, random} = delay(random)
    {{:call, variables, "#{key}", delay}, {random, variables + 1}}
  end

  defp statement(:call_with, random, variables) do
    {one, random} = variable(random, variables)
    {argument, random} = pick(["{v: ONE}", "[ONE, 1]", "String(ONE)"], random)
    {delay, random} = delay(random)
    {{:call_with, variables, one, argument, delay}, {random, variables + 1}}
  end

  defp statement(:touch, random, variables) do
    {one, random} = variable(random, variables)
    {other, random} = variable(random, variables)
    {expression, random} = pick(touches(), random)
    {{:touch, one, other, expression}, {random, variables}}
  end

  defp statement(:note, random, variables), do: {:note, {random, variables}}

  defp statement(kind, random, variables) do
    {one, random} = variable(random, variables)
    {other, random} = variable(random, variables)
    {{kind, one, other}, {random, variables}}
  end

  # ONE and OTHER are variables. Each expression touches what it names, in the order in which it
  # names them: a failed call throws at its touch, and where its value would be taken otherwise.
  defp touches do
    [
      "ONE.n",
      "ONE.deep?.s",
      "ONE.list.length",
      "ONE.list.map(n => [n])",
      "[...ONE.list, ...OTHER.list]",
      "({...ONE, z: 1})",
      "(({n, ...rest}) => [n, rest])(ONE)",
      "ONE.n + OTHER.n",
      "ONE + ''",
      "`<${ONE}>`",
      "JSON.stringify({v: [ONE]})",
      "JSON.stringify(ONE) + JSON.stringify(OTHER)",
      "Array.isArray(ONE)",
      "ONE == 40",
      "ONE.length",
      "(ONE.x = 1, ONE.x)",
      "(ONE.list.push(0), ONE.list)",
      "delete ONE.n",
      "String('n' in ONE)",
      "Object.assign({}, ONE, OTHER).n",
      "Object.values(ONE.deep)",
      "ONE.toString()",
      "[ONE, {v: OTHER}].map(x => x)",
      "(() => { const l = []; for (const x of ONE) l.push(x); return l })()"
    ]
  end

  @doc "The program whose calls are not awaited where they are made."
  def mixed(statements) do
    text(statements, %{
      call: fn arguments -> "host.f(#{arguments})" end,
      value: fn variable -> "v#{variable}" end,
      promise: fn variable -> "v#{variable}" end
    })
  end

  @doc "The same program, every call awaited at once."
  def awaited(statements) do
    keep = """
      const keep = async (promise) => {
        try { const reply = await promise; return () => reply } catch (e) { return () => { throw e } }
      };
    """

    text(statements, %{
      prelude: keep,
      call: fn arguments -> "await keep(host.f(#{arguments}))" end,
      value: fn variable -> "v#{variable}()" end,
      promise: fn variable -> "(async () => v#{variable}())()" end
    })
  end

  defp text(statements, dialect) do
    lines = Enum.map_join(statements, "\n", &("  " <> line(&1, dialect)))

    """
    async () => {
      const out = [], later = [];
      const note = (value) => out.push(value === undefined ? "undefined" : JSON.stringify(value));
    #{dialect[:prelude]}#{lines}
      await Promise.all(later);
      return out;
    }
    """
  end

  defp line({:call, variable, key, delay}, dialect),
    do: "const v#{variable} = #{dialect.call.("#{key}, #{delay}")};"

  # A call whose argument fails is not made: there is another one then.
  defp line({:call_with, variable, one, argument, delay}, dialect) do
    argument = String.replace(argument, "ONE", dialect.value.(one))

    "let v#{variable}; try { v#{variable} = #{dialect.call.("#{argument}, #{delay}")} } " <>
      "catch (e) { v#{variable} = #{dialect.call.("1, #{delay}")} }"
  end

  defp line({:touch, one, other, expression}, dialect) do
    expression =
      expression
      |> String.replace("ONE", dialect.value.(one))
      |> String.replace("OTHER", dialect.value.(other))

    noted("note(#{expression})")
  end

  defp line(:note, _dialect), do: ~s|note("here");|

  defp line({:await, one, _other}, dialect), do: noted("note(await #{dialect.promise.(one)})")

  defp line({:then, one, _other}, dialect) do
    noted("note(await #{dialect.promise.(one)}.then(r => [r]).catch(e => [e.message]))")
  end

  # It fails as the one of the two that fails first, and that depends on the callbacks' times.
  defp line({:all, one, other}, dialect) do
    all = "Promise.all([#{dialect.promise.(one)}, #{dialect.promise.(other)}])"

    noted(
      "note(await #{all}.catch(e => { throw new Error(e.message.replace(/^call \\d+ /, \"\")) }))"
    )
  end

  defp line({:loop, one, other}, dialect) do
    noted("for (const n of [1, 2]) note([n, #{dialect.value.(one)}, #{dialect.value.(other)}])")
  end

  # Awaited at the end only.
  defp line({:late, one, _other}, dialect) do
    "later.push(#{dialect.promise.(one)}.then(() => {}, () => {}));"
  end

  defp noted(statement),
    do:
      "try { #{statement}; } catch (e) { note(e instanceof TypeError ? \"TypeError\" : e.message) }"

  defp variable(random, variables) do
    {number, random} = :rand.uniform_s(variables, random)
    {number - 1, random}
  end

  defp delay(random) do
    {number, random} = :rand.uniform_s(@longest_ms + 1, random)
    {number - 1, random}
  end

  defp pick(list, random) do
    {index, random} = :rand.uniform_s(length(list), random)
    {Enum.at(list, index - 1), random}
  end
end
