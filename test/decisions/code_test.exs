defmodule OapiCodemode.Decisions.CodeTest do
  use OapiCodemode.ExecutorCase, async: true

  test "a sync arrow" do
    assert value!("() => 1") == 1
  end

  test "an async arrow" do
    assert value!("async () => 1") == 1
  end

  test "a sync arrow that returns a promise" do
    assert value!("() => Promise.resolve(7)") == 7
  end

  test "arrows with a body, over several lines" do
    assert value!("async () => {\n  const a = await 1;\n  return a + 1;\n}\n") == 2
    assert value!("() => {\n  const a = 1;\n  return a + 1;\n}\n") == 2
  end

  test "an arrow that throws" do
    assert without_position(error!("() => { throw new Error('s') }")) == "s"
  end
end
