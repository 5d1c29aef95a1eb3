# The demo (./dev demo): an imaginary store's API, searched and called by four programs of the kind
# that models write. The API document, the store's data and the programs are in files beside this.

require Logger

for file <- ~w(store/data.exs store/api.exs support/printer.exs support/run.exs) do
  Code.require_file(file, __DIR__)
end

Demo.Printer.title(
  "oapi_codemode_native: model-written JavaScript, run inside this BEAM node",
  "Elixir #{System.version()}, OTP #{System.otp_release()}, " <>
    "#{System.schedulers_online()} schedulers. The store is imaginary; each of its answers takes 20 ms."
)

# An empty program first, unseen: the times below then leave out the loading of the code.
{:ok, _} = OapiCodemode.Executor.Native.run("async () => null", %{})

program = &Path.join([__DIR__, "programs", &1])
document = File.read!(Path.join(__DIR__, "store/openapi.json"))
store = [globals: %{"apiNames" => ["store"]}, request: &Demo.Store.Api.request/2]

# As oapi_codemode's search tool does it: the documents as one text, the program in a wrapper.
wrap = fn code ->
  """
  async () => {
    const specs = JSON.parse(__oapi_specs_json);
    return await (#{code})();
  }
  """
end

Demo.Run.run(
  "1. Search an OpenAPI document (#{div(byte_size(document), 1024)} KiB of JSON)",
  program.("search.js"),
  globals: %{"__oapi_specs_json" => ~s({"store":#{document}})},
  wrap: wrap,
  expect: :ok
)

Demo.Run.run(
  "2. Page through orders, fetch their customers at once, join both",
  program.("report.js"),
  store ++ [expect: :ok]
)

Demo.Run.run(
  "3. A program with a typo: the error says where",
  program.("typo.js"),
  store ++ [expect: :error]
)

Demo.Run.run(
  "4. A callback that raises: the program learns that it failed, Logger learns why",
  program.("broken_backend.js"),
  store ++ [expect: :error]
)
