defmodule OapiCodemode.Contract.OptionsTest do
  use OapiCodemode.ExecutorCase, async: true

  test "options and the keys of the environment may be left out" do
    assert {:ok, %{value: [0, 0], logs: []}} =
             @executor.run("() => [Object.keys(host).length, Object.keys(apis).length]", %{}, [])
  end

  test "an option's value that makes no sense is an :invalid_option that names the option" do
    for {name, value} <- [
          timeout: -1,
          timeout: "5",
          timeout: 1.5,
          wall_clock_ms: -1,
          wall_clock_ms: :soon,
          max_concurrent_calls: 0,
          max_concurrent_calls: nil
        ] do
      error = error!(~S|() => { console.log("ran") }|, [{name, value}])
      assert %{kind: :invalid_option, logs: []} = error
      assert error.message =~ Atom.to_string(name)
    end
  end

  test "code that is no text is :invalid_code" do
    for code <- [nil, 42, :code, ~c"() => 1", <<255>>, <<1::1>>] do
      assert %{kind: :invalid_code, logs: []} = error!(code)
    end
  end

  test "globals that are no map are :invalid_input" do
    assert %{kind: :invalid_input} = error!("() => 1", globals: [1])
  end
end
