# Configuration of this project's own runs; a project that depends on it does not read this file.

import Config

# The suite parks more threads in its one node than the default budget of 256 MiB is for; what
# happens at the default is tested in a node of its own (test/memory). Not in test_helper.exs: the
# NIF reads it when it is loaded, which a `mix test` that has something to compile does earlier.
if config_env() == :test do
  config :oapi_codemode_native, quarantine_budget: 16 * 1024 * 1024 * 1024
end
