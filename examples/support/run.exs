# Runs one program of the demo and shows it: source, calls as they are served, console, outcome.

defmodule Demo.Run do
  alias Demo.Printer
  alias OapiCodemode.Executor.Native

  @timeout_ms 5_000

  @doc """
  Options: `:globals`, `:request` (the callback, or nil), `:wrap` (what the tool layer puts around
  the program), `:expect` (`:ok` or `:error`; the demo ends with an error when it is the other).
  """
  def run(heading, file, options) do
    Printer.heading(heading)
    source = File.read!(file)
    Printer.section("program")
    Printer.source(source)
    code = Keyword.get(options, :wrap, & &1).(source)

    Printer.section("calls")
    {:ok, calls} = Agent.start_link(fn -> [] end)
    started = now()
    callbacks = callbacks(options[:request], started, calls)
    env = %{globals: Keyword.get(options, :globals, %{}), callbacks: callbacks}
    outcome = Native.run(code, env, timeout: @timeout_ms)
    took = now() - started
    Logger.flush()
    Printer.calls_in_short(Agent.get(calls, & &1))

    show(outcome, code)
    Printer.took(took)
    check(outcome, Keyword.fetch!(options, :expect))
  end

  defp callbacks(nil, _started, _calls), do: %{}

  defp callbacks(request, run_started, calls) do
    %{request: fn api, options -> serve(request, api, options, run_started, calls) end}
  end

  # Times the call and prints it when it has been answered; calls run concurrently, each in a
  # process of its own.
  defp serve(request, api, options, run_started, calls) do
    started = now()

    note = fn result ->
      call = %{
        started: started - run_started,
        took: now() - started,
        result: result,
        text: "#{api} #{options["method"]} #{options["path"]}#{query(options["query"])}"
      }

      Agent.update(calls, &[call | &1])
      Printer.call(call)
    end

    try do
      reply = request.(api, options)
      note.(to_string(reply["status"]))
      reply
    rescue
      error ->
        note.("raises")
        reraise error, __STACKTRACE__
    end
  end

  defp query(empty) when empty in [nil, %{}], do: ""
  defp query(query), do: "?" <> URI.encode_query(query)

  defp show({:ok, %{value: value, logs: logs}}, _code) do
    show_console(logs)
    Printer.section("value")
    Printer.value(value)
  end

  defp show({:error, reason}, code) do
    show_console(if is_map(reason), do: reason.logs, else: [])
    Printer.section("error")
    Printer.error(reason, code)
  end

  defp show_console(lines) do
    Printer.section("console")
    Printer.console(lines)
  end

  defp check({expected, _outcome}, expected), do: :ok
  defp check(_outcome, expected), do: raise("this run should have ended with #{expected}")

  defp now, do: System.monotonic_time(:microsecond)
end
