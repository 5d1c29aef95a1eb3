defmodule OapiCodemode.Contract.CallbackShapesTest do
  use OapiCodemode.ExecutorCase, async: true

  @request ~S|async () => await apis.store.request({method: "GET", path: "/p", query: {n: 1}})|
  @options %{"method" => "GET", "path" => "/p", "query" => %{"n" => 1}}
  @globals %{"apiNames" => ["store"]}

  test "an arity-2 :request gets the API's name and the options" do
    callbacks = %{request: fn api, options -> %{"api" => api, "options" => options} end}

    assert value!(@request, globals: @globals, callbacks: callbacks) ==
             %{"api" => "store", "options" => @options}
  end

  test "an arity-1 :request gets the argument list" do
    callbacks = %{request: fn [api, options] -> %{"api" => api, "options" => options} end}

    assert value!(@request, globals: @globals, callbacks: callbacks) ==
             %{"api" => "store", "options" => @options}
  end

  test "an arity-1 :describe gets the argument list" do
    callbacks = %{describe: fn args -> args end}

    assert value!(~S|async () => await host.describe("store", "listPets")|, callbacks: callbacks) ==
             ["store", "listPets"]
  end

  test "both shapes are told apart by arity in one run" do
    callbacks = %{
      request: fn api, %{"path" => path} -> "#{api} #{path}" end,
      describe: fn [api, operation] -> "#{api}: #{operation}" end
    }

    code = ~S"""
    async () => [
      await apis.store.request({ path: "/p" }),
      await host.request("other", { path: "/q" }),
      await host.describe("store", "listPets"),
    ]
    """

    assert value!(code, globals: @globals, callbacks: callbacks) ==
             ["store /p", "other /q", "store: listPets"]
  end

  test "a captured function of another module is a callback too" do
    callbacks = %{f: &Enum.sum/1}
    assert value!("async () => await host.f(1, 2, 3)", callbacks: callbacks) == 6
  end
end
