defmodule OapiCodemode.Contract.ApiNamesTest do
  use OapiCodemode.ExecutorCase, async: true

  defp echo, do: %{request: fn args -> args end}

  test "apiNames builds apis.<name>.request for each name" do
    code = "() => Object.keys(apis).map(n => [n, typeof apis[n].request])"
    options = [globals: %{"apiNames" => ["store", "billing"]}, callbacks: echo()]
    assert value!(code, options) == [["store", "function"], ["billing", "function"]]
  end

  test "apis.<name>.request forwards [name, options] to the :request callback" do
    code = ~S|async () => [await apis.store.request({a: 1}), await apis.billing.request([2])]|
    options = [globals: %{"apiNames" => ["store", "billing"]}, callbacks: echo()]
    assert value!(code, options) == [["store", %{"a" => 1}], ["billing", [2]]]
  end

  test "no more than the options is forwarded" do
    options = [globals: %{"apiNames" => ["store"]}, callbacks: echo()]
    assert value!("async () => await apis.store.request(1, 2, 3)", options) == ["store", 1]
  end

  test "request works when it is taken off its object" do
    options = [globals: %{"apiNames" => ["a", "b"]}, callbacks: echo()]
    code = "async () => { const {request} = apis.a; return await request.call(apis.b, 1) }"
    assert value!(code, options) == ["a", 1]
  end

  test "apiNames is visible to the guest as data" do
    options = [globals: %{"apiNames" => ["store", "billing"]}, callbacks: echo()]
    assert value!("() => apiNames", options) == ["store", "billing"]
    assert value!("() => [typeof apiNames, Array.isArray(apiNames)]", options) == ["object", true]
  end

  test "apiNames may be given as an atom key and as atoms" do
    options = [globals: %{apiNames: [:store]}, callbacks: echo()]

    assert value!("async () => [apiNames, await apis.store.request(1)]", options) ==
             [["store"], ["store", 1]]
  end

  test "apis exists, empty, without apiNames" do
    assert value!("() => [typeof apis, Object.keys(apis)]") == ["object", []]
  end
end
