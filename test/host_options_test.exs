defmodule OapiCodemode.HostOptionsTest do
  # A host that had another executor changes the module's name, and nothing else.
  use ExUnit.Case, async: true

  @executor OapiCodemode.Executor.Native

  defp call(tool, code, options) do
    store = fn %{"path" => path} ->
      %{"status" => 200, "headers" => %{}, "body" => %{"path" => path}}
    end

    tools = OapiCodemode.tools([registry: %{"store" => store}, executor: @executor] ++ options)
    Enum.find(tools, &(&1.name == tool)).handler.(%{"code" => code}, %{})
  end

  for {host, options} <- [
        {"of SafeJS with its limits",
         [executor_opts: [memory_limit: 128 * 1024 * 1024, wall_clock_ms: 60_000]]},
        {"of SafeJS with a stack size, its defaults as nil",
         [executor_opts: [max_stack_size: 1024 * 1024, memory_limit: nil], timeout: 10_000]},
        {"of Deno", [timeout: 10_000]},
        {"that sets nothing", []}
      ] do
    describe "a host #{host}" do
      @options options

      test "searches" do
        assert call("search_apis", "async () => Object.keys(specs.store.paths)", @options) ==
                 {:ok, ["/orders"]}
      end

      test "calls, in the dialect that awaits" do
        code = """
        async () => {
          const replies = await Promise.all(
            ["/a", "/b"].map((path) => apis.store.request({ method: "GET", path })),
          );
          return replies.map((reply) => reply.body.path);
        }
        """

        assert call("execute_api_code", code, @options) == {:ok, ["/a", "/b"]}
      end

      test "calls, in the dialect that does not" do
        code =
          "() => { const r = apis.store.request({ method: 'GET', path: '/a' }); return r.body.path }"

        assert call("execute_api_code", code, @options) == {:ok, "/a"}
      end

      test "is told of an error" do
        assert {:error, "ReferenceError: nope is not defined (line 1, column 13)"} =
                 call("execute_api_code", "async () => nope", @options)
      end
    end
  end

  test "a host's limits are kept: the wall clock of SafeJS, the timeout of Deno" do
    loop = "async () => { for (;;) await apis.store.request({ path: '/a' }) }"
    options = [executor_opts: [wall_clock_ms: 300], timeout: 10_000]
    assert call("execute_api_code", loop, options) == {:error, "wall clock 300"}
    assert call("execute_api_code", loop, timeout: 300) == {:error, "timeout 300"}
  end
end
