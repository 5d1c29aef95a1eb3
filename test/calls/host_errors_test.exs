defmodule OapiCodemode.Calls.HostErrorsTest do
  # Not async: the application's configuration is for all runs.
  use OapiCodemode.ExecutorCase, async: false

  import ExUnit.CaptureLog

  @moduletag :capture_log

  @redacted "host function failed"
  @outside "a host-side error occurred while handling a call"

  @caught "async () => { try { await host.f() } catch (e) { return [e.name, e.message, String(e)] } }"
  @uncaught "async () => { await host.f() }"

  defp failing, do: %{f: fn _args -> raise ArgumentError, "first715\nsecond715" end}

  defp configure(value) do
    Application.put_env(:oapi_codemode_native, :host_errors, value)
    on_exit(fn -> Application.delete_env(:oapi_codemode_native, :host_errors) end)
  end

  defp assert_redacted(options) do
    options = [callbacks: failing()] ++ options
    assert value!(@caught, options) == ["Error", @redacted, "Error: " <> @redacted]
    error = error!(@uncaught, options)
    assert %{message: @outside, kind: :host_error} = error
    refute inspect(error) =~ "715"
  end

  defp assert_message(options) do
    options = [callbacks: failing()] ++ options
    assert value!(@caught, options) == ["Error", "first715", "Error: first715"]
    error = error!(@uncaught, options)
    assert error.kind == :host_error
    assert error.message =~ "first715"
    refute inspect(error) =~ "second715"
  end

  test "by default, nothing of the exception reaches the program or the caller" do
    assert_redacted([])
  end

  test "host_errors: :redacted is the same" do
    assert_redacted(host_errors: :redacted)
  end

  test "host_errors: :message gives the first line of the message, caught and uncaught" do
    assert_message(host_errors: :message)
  end

  test "host_errors: :message, when the call is touched, and as a console line" do
    code = "() => { try { host.f().x } catch (e) { console.log(e.message) } host.f(); return 1 }"
    options = [callbacks: failing(), host_errors: :message]
    assert {:ok, %{value: 1, logs: ["first715", uncaught]}} = run(code, options)
    assert uncaught =~ "first715"
    refute uncaught =~ "second715"
  end

  test "the application's configuration is for all runs" do
    configure(:message)
    assert_message([])
  end

  test "an option of the call is above the configuration" do
    configure(:message)
    assert_redacted(host_errors: :redacted)
  end

  test "the line is ended by any kind of line break" do
    for break <- ["\n", "\r\n", "\r"] do
      callbacks = %{f: fn _args -> raise "first715#{break}second715" end}
      options = [callbacks: callbacks, host_errors: :message]
      assert ["Error", "first715", _string] = value!(@caught, options)
    end
  end

  for {what, fail} <- [
        {"throws", quote(do: throw("secret715"))},
        {"exits", quote(do: exit("secret715"))},
        {"is killed", quote(do: Process.exit(self(), :kill))}
      ] do
    test "host_errors: :message: a callback that #{what} has no message; the text is the fixed one" do
      options = [callbacks: %{f: fn _args -> unquote(fail) end}, host_errors: :message]
      assert value!(@caught, options) == ["Error", @redacted, "Error: " <> @redacted]
      assert %{message: @outside, kind: :host_error} = error!(@uncaught, options)
    end
  end

  test "host_errors: :message: an Erlang error has the message that Elixir gives it" do
    options = [callbacks: %{f: fn _args -> :erlang.error(:badarith) end}, host_errors: :message]
    assert ["Error", "bad argument in arithmetic expression", _string] = value!(@caught, options)
  end

  test "host_errors: :message: a long message keeps to the bound of the error map" do
    options = [
      callbacks: %{f: fn _args -> raise String.duplicate("x", 5_000) end},
      host_errors: :message
    ]

    assert String.length(error!(@uncaught, options).message) <= 500
  end

  test "whatever is chosen, the whole of it is in the log" do
    for choice <- [:redacted, :message] do
      options = [callbacks: failing(), host_errors: choice]
      log = capture_log(fn -> run(@uncaught, options) end)
      assert log =~ "first715" and log =~ "second715"
    end
  end

  for value <- [:all, nil, true, "message"] do
    test "host_errors: #{inspect(value)} is an invalid option" do
      error = error!("() => { console.log('ran') }", host_errors: unquote(value))
      assert %{kind: :invalid_option, logs: []} = error
      assert error.message =~ ":host_errors"
      assert error.message =~ ":redacted or :message"
    end
  end

  test "an invalid value in the configuration is an invalid option too" do
    configure(:everything)
    assert %{kind: :invalid_option, message: message} = error!("() => 1")
    assert message =~ ":host_errors"
  end
end
