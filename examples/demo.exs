# The demo (./dev demo): an agent host of two imaginary APIs and two tools, and the programs that a
# model wrote for four questions, the ones that failed and how it corrected them.
# `host/` is what an application has of its own; the rest is the APIs, the programs and the printing.

require Logger

for file <- ~w(host/json host/registry host/gateway host/tools store/data store/api courier/api
               support/printer support/session) do
  Code.require_file(file <> ".exs", __DIR__)
end

document = &File.read!(Path.join([__DIR__, &1, "openapi.json"]))

registry =
  Demo.Host.Registry.new()
  |> Demo.Host.Registry.add(
    "store",
    document.("store"),
    &Demo.Store.Api.request/1,
    Demo.Store.Api.token()
  )
  |> Demo.Host.Registry.add(
    "courier",
    document.("courier"),
    &Demo.Courier.Api.request/1,
    Demo.Courier.Api.token()
  )

tools =
  Demo.Host.Tools.definitions(
    registry: registry,
    executor: OapiCodemode.Executor.Native,
    executor_opts: [timeout: 1_500, memory_limit: 64 * 1024 * 1024],
    # For the printing: what a host would show its user.
    observe: &send(self(), {:reply, &1})
  )

Demo.Printer.title(
  "oapi_codemode_native: model-written JavaScript, run inside this BEAM node",
  "Elixir #{System.version()}, OTP #{System.otp_release()}, #{System.schedulers_online()} schedulers. " <>
    "The store answers in 20 ms, the courier in 60; both are imaginary."
)

Demo.Printer.tools(tools)

{sessions, _bindings} = Code.eval_file(Path.join(__DIR__, "sessions.exs"))
Enum.each(sessions, &Demo.Session.play(&1, tools))
