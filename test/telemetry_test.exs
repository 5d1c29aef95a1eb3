defmodule OapiCodemode.TelemetryTest do
  # The events of runs. Not async: a handler hears every run of the node.
  use OapiCodemode.ExecutorCase, async: false

  import ExUnit.CaptureLog

  alias OapiCodemode.Executor.Native
  alias OapiCodemode.Executor.Native.Telemetry
  alias OapiCodemode.Test.Events

  @moduletag :capture_log

  @app :oapi_codemode_native

  setup do
    id = Events.send_to(self())
    on_exit(fn -> Events.detach(id) end)
  end

  # The events of the run that has just ended, oldest first. They are all there when it returns. A
  # guest that another test left may be told of at any time.
  defp events, do: for(event <- all_events(), elem(event, 0) != [:quarantine], do: event)

  defp all_events do
    receive do
      {:event, [@app | name], measurements, metadata, process} ->
        [{name, measurements, metadata, process} | all_events()]
    after
      0 -> []
    end
  end

  defp names(events), do: for({name, _, _, _} <- events, do: name)
  defp only(events, name), do: for({^name, m, meta, pid} <- events, do: {m, meta, pid})

  describe "a run" do
    test "start and stop, in the caller's process, with what it used" do
      program = "async () => { console.log('čtyři'); console.log('5'); await host.f(); return 1 }"
      assert value!(program, callbacks: %{f: fn [] -> nil end}) == 1

      events = events()

      assert [[:run, :start], [:host_call, :start], [:host_call, :stop], [:run, :stop]] =
               names(events)

      caller = self()
      [{start, %{telemetry_span_context: context}, ^caller}] = only(events, [:run, :start])
      assert start.code_bytes == byte_size(program)
      assert is_integer(start.system_time) and is_integer(start.monotonic_time)

      [{stop, metadata, ^caller}] = only(events, [:run, :stop])
      assert metadata == %{telemetry_span_context: context, outcome: :ok}
      assert %{calls: 1, slices: 2, log_lines: 2, log_bytes: 8} = stop
      assert stop.compute_time > 0
      assert stop.duration == stop.compute_time + stop.waiting_time
      assert stop.monotonic_time == start.monotonic_time + stop.duration
    end

    test "the time that a callback takes is waiting, the time that a loop takes is computing" do
      waits = fn [] -> Process.sleep(100) end
      assert value!("async () => await host.f()", callbacks: %{f: waits}) == "ok"
      [{waited, _, _}] = only(events(), [:run, :stop])
      wait = System.convert_time_unit(100, :millisecond, :native)
      assert waited.waiting_time >= wait
      assert waited.compute_time < waited.waiting_time

      assert run("() => { for (;;); }", timeout: 200) == {:error, {:timeout, 200}}
      [{computed, %{outcome: :timeout}, _}] = only(events(), [:run, :stop])
      assert computed.compute_time >= wait
      assert computed.compute_time > computed.waiting_time
    end

    for {code, options, outcome} <- [
          {"() => null.x", [], :js_error},
          {"() => {{", [], :syntax_error},
          {"() => new Promise(() => {})", [], :deadlock},
          {"() => { const f = () => f() + 1; f() }", [], :stack_overflow},
          {"() => 1", [timeout: -1], :invalid_option},
          {"() => 1", [globals: %{"f" => &is_map/1}], :invalid_input},
          {"() => 1", [timeout: 0], :timeout},
          {"() => 1", [wall_clock_ms: 0], :wall_clock},
          {:no_text, [], :invalid_code}
        ] do
      test "#{inspect(code)} with #{inspect(options)} has the outcome #{inspect(outcome)}" do
        run(unquote(code), unquote(Macro.escape(options)))
        assert [{[:run, :start], _, _, _}, {[:run, :stop], stop, metadata, _}] = events()
        assert metadata.outcome == unquote(outcome)
        assert stop.compute_time >= 0 and stop.waiting_time >= 0
      end
    end

    test "each has a context of its own" do
      for _run <- 1..3, do: run("() => 1")

      contexts =
        for {_, %{telemetry_span_context: context}, _} <- only(events(), [:run, :stop]),
            do: context

      assert length(Enum.uniq(contexts)) == 3
    end

    test "what raises in run/3 itself is an :exception, and is raised" do
      assert_raise ArithmeticError, fn -> Telemetry.run("x", fn _run -> 1 / zero() end) end

      assert [
               {[:run, :start], _, %{telemetry_span_context: context}, _},
               {[:run, :exception], _, metadata, _}
             ] = events()

      assert metadata == %{
               telemetry_span_context: context,
               kind: :error,
               exception: ArithmeticError
             }
    end

    defp zero, do: String.length("")
  end

  describe "a host call" do
    test "start and stop, in its own process, with its run's context" do
      test = self()

      request = fn [_api, _options] ->
        send(test, {:in, self()})
        %{"body" => 1}
      end

      code = "async () => (await apis.store.request({ path: '/secret715' })).body"

      assert value!(code, globals: %{"apiNames" => ["store"]}, callbacks: %{request: request}) ==
               1

      assert_received {:in, process}
      events = events()
      [{_, %{telemetry_span_context: run}, _}] = only(events, [:run, :start])
      [{start, metadata, ^process}] = only(events, [:host_call, :start])
      assert %{name: "request", api: "store", run: ^run, telemetry_span_context: call} = metadata
      assert call != run
      assert start.queue_time >= 0
      [{%{duration: duration}, ^metadata, ^process}] = only(events, [:host_call, :stop])
      assert duration > 0
    end

    test "an API's name is in it only when it is one of the run's" do
      code =
        "async () => { await host.request('secret715', {}); await host.f({ a: 'store' }); await host.f() }"

      callbacks = %{request: fn [_, _] -> nil end, f: fn _args -> nil end}
      run(code, globals: %{"apiNames" => ["store"]}, callbacks: callbacks)

      assert [%{name: "request", api: nil}, %{name: "f", api: nil}, %{name: "f", api: nil}] =
               for({_, metadata, _} <- only(events(), [:host_call, :stop]), do: metadata)
    end

    for {kind, body, exception} <- [
          {:error, quote(do: raise(KeyError, key: "secret715", term: %{})), KeyError},
          {:error, quote(do: :erlang.error(:badarg)), ArgumentError},
          {:throw, quote(do: throw("secret715")), nil},
          {:exit, quote(do: exit("secret715")), nil}
        ] do
      test "that fails: #{Macro.to_string(body)}" do
        callbacks = %{f: fn [] -> unquote(body) end}
        code = "async () => { try { await host.f() } catch { return 'caught' } }"
        assert value!(code, callbacks: callbacks) == "caught"
        events = events()
        assert only(events, [:host_call, :stop]) == []
        [{%{duration: _}, metadata, _}] = only(events, [:host_call, :exception])

        assert %{name: "f", kind: unquote(kind), exception: unquote(exception)} = metadata
        refute inspect(events) =~ "secret715"
      end
    end

    test "that is killed at the deadline is an exception, before the run's stop; what it waited for is not" do
      test = self()
      callbacks = %{f: fn [n] -> n == 1 && send(test, :started) && Process.sleep(:infinity) end}
      code = "async () => { await Promise.all([host.f(1), host.f(2), host.f(3)]) }"
      options = [callbacks: callbacks, timeout: 400, max_concurrent_calls: 1]
      assert run(code, options) == {:error, {:timeout, 400}}
      assert_received :started

      events = events()
      # The two that were waiting for their turn never began.
      assert [[:run, :start], [:host_call, :start], [:host_call, :exception], [:run, :stop]] =
               names(events)

      [{killed, %{kind: :killed, exception: nil, name: "f"}, _}] =
        only(events, [:host_call, :exception])

      assert killed.duration > 0
      [{%{calls: 3}, %{outcome: :timeout}, _}] = only(events, [:run, :stop])
    end

    test "that is left over when the program has ended is killed too, and the run is :ok" do
      callbacks = %{f: fn [] -> Process.sleep(:infinity) end}
      code = "() => { host.f(); return 1 }"
      assert value!(code, callbacks: callbacks, drain_ms: 50) == 1
      events = events()
      assert [{_, %{kind: :killed}, _}] = only(events, [:host_call, :exception])
      assert [{_, %{outcome: :ok}, _}] = only(events, [:run, :stop])
    end

    test "whose process is killed from elsewhere is an exception" do
      callbacks = %{f: fn [] -> Process.exit(self(), :kill) end}
      error!("async () => { await host.f() }", callbacks: callbacks)
      assert [{_, %{kind: :killed}, _}] = only(events(), [:host_call, :exception])
    end

    test "tells how long it waited for its turn" do
      callbacks = %{f: fn [] -> Process.sleep(60) end}
      options = [callbacks: callbacks, max_concurrent_calls: 1]
      run("async () => { await Promise.all([host.f(), host.f()]) }", options)
      [{first, _, _}, {second, _, _}] = only(events(), [:host_call, :start])
      assert second.queue_time >= System.convert_time_unit(60, :millisecond, :native)
      assert first.queue_time < second.queue_time
    end

    test "each start has one end, whatever becomes of the calls" do
      callbacks = %{
        f: fn [n] ->
          if rem(n, 3) == 0, do: raise("no")
          if rem(n, 5) == 0, do: Process.exit(self(), :kill)
          n
        end
      }

      code =
        "async () => { await Promise.allSettled(Array.from({ length: 60 }, (_, n) => host.f(n))) }"

      run(code, callbacks: callbacks)
      events = events()
      ends = only(events, [:host_call, :stop]) ++ only(events, [:host_call, :exception])

      contexts = fn events ->
        Enum.sort(for {_, meta, _} <- events, do: meta.telemetry_span_context)
      end

      assert contexts.(ends) == contexts.(only(events, [:host_call, :start]))
      assert length(ends) == 60
    end
  end

  describe "quarantine" do
    # It backtracks inside one built-in operation, which nothing can stop.
    @unstoppable ~S|() => /(a+)+$/.test("a".repeat(40) + "b")|

    # Each is over its time, and parked some time after; runs are the clock.
    defp park(count) do
      wanted = parked() + count

      for _run <- 1..count,
          do: assert(run(@unstoppable, timeout: 300) == {:error, {:timeout, 300}})

      assert Enum.any?(1..20_000, fn _attempt -> value!("() => 1") == 1 and parked() >= wanted end)
    end

    defp parked, do: Native.Nif.info().parked_threads

    test "each parked guest is in exactly one event, with what the quarantine holds" do
      # Whatever another test left is told of first.
      Telemetry.quarantine()
      all_events()
      before = parked()
      park(2)
      Telemetry.quarantine()

      told = only(all_events(), [:quarantine])
      info = Native.Nif.info()

      assert Enum.sum(for {%{count: count}, _, _} <- told, do: count) ==
               info.parked_threads - before

      {last, _metadata, _} = List.last(told)

      assert Map.delete(last, :count) ==
               Map.take(info, [:parked_threads, :parked_bytes, :quarantine_budget])

      assert last.parked_bytes > 0
    end

    test "comes before the stop of the first run that ends after it, or when asked for" do
      park(1)
      Telemetry.quarantine()
      events = all_events()

      for {_, %{run: run}, _} <- only(events, [:quarantine]), run != nil do
        ends =
          for {name, _, meta, _} <- events,
              run in [meta[:run], meta[:telemetry_span_context]],
              do: name

        assert ends == [[:run, :start], [:quarantine], [:run, :stop]]
      end

      assert only(events, [:quarantine]) != []
      assert Telemetry.quarantine() == :ok
      assert all_events() == []
    end
  end

  describe "in no event" do
    test "is anything that a program, a value or a callback says" do
      code = """
      async () => {
        console.log("secret715");
        try { await host.fail("secret715") } catch (error) { console.log(error) }
        const reply = await apis.a.request({ path: "/secret715" });
        throw new Error(reply.body + "secret715" + secret);
      }
      """

      callbacks = %{
        request: fn ["a", _options] -> %{"body" => "secret715"} end,
        fail: fn _args -> raise "secret715" end
      }

      log =
        capture_log(fn ->
          error!(code,
            callbacks: callbacks,
            globals: %{"apiNames" => ["a"], "secret" => "secret715"}
          )
        end)

      # The log has it, the events don't.
      assert log =~ "secret715"
      events = events()
      assert length(events) == 6
      refute inspect(events, limit: :infinity, printable_limit: :infinity) =~ "secret715"
    end
  end

  describe "the catalogue" do
    test "has each event, measurement and metadata key that there is" do
      {:docs_v1, _, :elixir, _, %{"en" => catalogue}, _, _} = Code.fetch_docs(Telemetry)
      for event <- Telemetry.events(), do: assert(catalogue =~ "## `#{inspect(event)}`")

      callbacks = %{f: fn [ok] -> ok || raise("no") end}
      run("async () => { await host.f(true); await host.f(false) }", callbacks: callbacks)
      park(1)
      Telemetry.quarantine()
      assert_raise RuntimeError, fn -> Telemetry.run("x", fn _run -> raise "no" end) end

      events = all_events()

      assert Enum.sort(Enum.uniq(names(events))) ==
               Enum.sort(for [@app | name] <- Telemetry.events(), do: name)

      for {_name, measurements, metadata, _} <- events,
          key <- Map.keys(measurements) ++ Map.keys(metadata) do
        assert catalogue =~ "`#{key}`", "the catalogue does not say what #{key} is"
      end
    end
  end

  describe "without the telemetry package" do
    test "there are no events, and nothing is measured" do
      :code.purge(:telemetry)
      assert :code.delete(:telemetry)
      on_exit(fn -> Code.ensure_loaded!(:telemetry) end)

      assert Telemetry.run("x", fn run -> run end) == nil
      assert value!("async () => await host.f()", callbacks: %{f: fn [] -> 1 end}) == 1
      refute :erlang.function_exported(:telemetry, :execute, 3)

      Code.ensure_loaded!(:telemetry)
      assert events() == []
      assert value!("() => 1") == 1
      assert [[:run, :start], [:run, :stop]] = names(events())
    end
  end
end
