defmodule OapiCodemode.Limits.SymbolRegistryTest do
  # `Symbol.for` is the engine's one register that is static to the process: here each run has
  # its own, so that nothing leaks and no guest sees another's symbols.
  use OapiCodemode.ExecutorCase, async: true

  test "within a run, a key has one symbol" do
    assert value!("() => Symbol.for('a') === Symbol.for('a')")
    refute value!("() => Symbol.for('a') === Symbol.for('b')")
    refute value!("() => Symbol.for('a') === Symbol('a')")
  end

  test "keyFor gives the key back, and nothing for a symbol that is not registered" do
    code = "() => [Symbol.keyFor(Symbol.for('k')), Symbol.keyFor(Symbol('k')) === undefined]"
    assert value!(code) == ["k", true]
    assert value!("() => Symbol.keyFor(Symbol.iterator) === undefined")
  end

  test "keys are texts: what is no text is converted" do
    assert value!("() => Symbol.for(1) === Symbol.for('1')")
    assert value!("() => Symbol.for() === Symbol.for('undefined')")
    assert error!("() => Symbol.for(Symbol())").name == "TypeError"
    assert error!("() => Symbol.keyFor('text')").name == "TypeError"
  end

  test "the well-known symbols are not in it" do
    refute value!("() => Symbol.for('Symbol.iterator') === Symbol.iterator")
  end

  test "what one run registers counts as its memory, and goes with it" do
    limit = 32 * 1024 * 1024

    # Each run registers the same keys again: were they kept, the third run would pass the limit.
    fill = """
    () => {
      const x = 'x'.repeat(1000);
      for (let i = 0; i < 10000; i++) Symbol.for(x + i);
      return Symbol.keyFor(Symbol.for(x + 5)).length;
    }
    """

    for _run <- 1..4, do: assert(value!(fill, memory_limit: limit, timeout: 60_000) == 1001)

    grow = """
    () => {
      const x = 'x'.repeat(1000);
      for (let i = 0; ; i++) Symbol.for(x + i);
    }
    """

    assert error!(grow, memory_limit: limit, timeout: 60_000).kind == :memory_limit
  end
end
