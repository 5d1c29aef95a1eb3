defmodule OapiCodemode.Calls.LanguageLimitsTest do
  # What JavaScript does not let a host-call value do, and what to write instead: both are
  # documented. A call that is awaited has none of these limits.
  use OapiCodemode.ExecutorCase, async: true

  @callbacks [
    callbacks: %{
      number: &__MODULE__.number/1,
      no: &__MODULE__.no/1,
      null: &__MODULE__.null/1,
      list: &__MODULE__.list/1
    }
  ]

  def number(_args), do: 7
  def no(_args), do: false
  def null(_args), do: nil
  def list(_args), do: [1]

  # {what, the touch, what it gives, what is written instead, what that gives}
  rows = [
    {"=== on a primitive reply", "host.number() === 7", false, "(await host.number()) === 7",
     true},
    {"typeof of a primitive reply", "typeof host.number()", "object",
     "typeof (await host.number())", "number"},
    {"truthiness of a false reply", "host.no() ? 1 : 2", 1, "(await host.no()) ? 1 : 2", 2},
    {"! of a false reply", "!host.no()", false, "!(await host.no())", true},
    {"?? of a null reply", "(host.null() ?? 'default') === 'default'", false,
     "((await host.null()) ?? 'default') === 'default'", true},
    {"== null of a null reply", "host.null() == null", false, "(await host.null()) == null",
     true},
    {"Number.isInteger of a number reply", "Number.isInteger(host.number())", false,
     "Number.isInteger(await host.number())", true},
    {"flat() of a list reply inside a list", "[host.list(), host.list()].flat()", [[1], [1]],
     "[await host.list(), await host.list()].flat()", [1, 1]},
    {"switch over a primitive reply",
     "((v) => { switch (v) { case 7: return 'seven'; default: return 'none' } })(host.number())",
     "none",
     "((v) => { switch (v) { case 7: return 'seven'; default: return 'none' } })(await host.number())",
     "seven"}
  ]

  for {what, touch, seen, instead, right} <- rows do
    test "#{what} sees an object" do
      assert value!("() => #{unquote(touch)}", @callbacks) == unquote(seen)
    end

    test "#{what}: awaited, it is as expected" do
      assert value!("async () => #{unquote(instead)}", @callbacks) == unquote(right)
    end
  end

  test "== and valueOf() compare a primitive reply without an await" do
    code = "() => [host.number() == 7, host.number().valueOf() === 7, host.no() == false]"
    assert value!(code, @callbacks) == [true, true, true]
  end
end
