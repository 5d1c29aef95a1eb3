# A host's side of oapi_codemode, as far as an executor can tell: the same call of `run/3`, with the
# same environment and options. It stands in for the library where that is not there.

if not Code.ensure_loaded?(OapiCodemode) do
  defmodule OapiCodemode do
    @moduledoc "Two tools as data with handlers; `:registry` is a map of request functions by API name."

    @doc "Options: `:registry`, `:executor`, `:executor_opts`, `:timeout`; others are not looked at."
    def tools(options) do
      [
        %{name: "search_apis", handler: fn %{"code" => code}, _ctx -> search(code, options) end},
        %{
          name: "execute_api_code",
          handler: fn %{"code" => code}, _ctx -> execute(code, options) end
        }
      ]
    end

    # The documents cross as one JSON text.
    defp search(code, options) do
      globals = %{"__oapi_specs_json" => ~S|{"store":{"paths":{"/orders":{"get":{}}}}}|}

      wrapped =
        "async () => {\n  const specs = JSON.parse(__oapi_specs_json);\n  return await (#{code})();\n}\n"

      run(wrapped, %{globals: globals, callbacks: %{}}, options)
    end

    # The callback has two arguments, as in 0.4.
    defp execute(code, options) do
      registry = options[:registry]
      request = fn name, request -> registry[name].(request) end
      globals = %{"apiNames" => Map.keys(registry)}
      run(code, %{globals: globals, callbacks: %{request: request}}, options)
    end

    defp run(code, env, options) do
      executor_opts = Keyword.get(options, :executor_opts, [])
      timeout = Keyword.get(options, :timeout, 30_000)

      case options[:executor].run(code, env, Keyword.put_new(executor_opts, :timeout, timeout)) do
        {:ok, %{value: value}} -> {:ok, value}
        {:error, %{message: message}} -> {:error, message}
        {:error, {:timeout, ms}} -> {:error, "timeout #{ms}"}
        {:error, {:wall_clock, ms}} -> {:error, "wall clock #{ms}"}
      end
    end
  end
end
