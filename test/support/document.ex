defmodule OapiCodemode.Test.Document do
  @moduledoc """
  The code blocks of a Markdown file, and what it means to run one.

  Elixir, all blocks of a file one after the other, with the variables of those before:

    * `iex>` and `...>`: the value has to be equal to what stands below it, if anything does;
    * a block that begins with `# mix.exs`: functions of that file; `deps/0` is called;
    * a block that begins with `# config/…`: configuration, which has to be valid;
    * a line `# => value`: the value of all before it in the block has to be equal to it;
    * a block that begins with `name: `: entries of a keyword list;
    * any other: has to run. `Mix.install` is left out.

  JavaScript, each block by itself, with `apis.store` and `apis.courier` (`Store` below) and
  `globals`: a line `// => JSON` says what it has to return, `// error: text` what the error's
  message has to have in it, and without either it has to end well.
  """

  import ExUnit.Assertions

  alias OapiCodemode.Executor.Native
  alias OapiCodemode.Test.Document.Store
  alias OapiCodemode.Test.JSON

  @root Path.expand("../..", __DIR__)

  @doc "The files whose blocks are run, in the project's folder."
  def files do
    for pattern <- ~w(README.md SECURITY.md usage-rules.md guides/*.md guides/*.livemd),
        path <- Path.wildcard(Path.join(@root, pattern)),
        do: Path.relative_to(path, @root)
  end

  def text(file), do: @root |> Path.join(file) |> File.read!()

  @doc "The blocks of that language, also those inside a list: `{line, text}`."
  def blocks(file, language) do
    text = text(file)

    ~r/^( *)```#{language}\n(.*?)^ *```$/ms
    |> Regex.scan(text, return: :index)
    |> Enum.map(fn [{start, _}, {_, indent}, {from, length}] ->
      block = text |> binary_part(from, length) |> String.replace(~r/^ {#{indent}}/m, "")
      {lines(binary_part(text, 0, start)) + 1, block}
    end)
  end

  defp lines(text), do: text |> String.split("\n") |> length()

  @doc "Runs a file's Elixir; answers how many blocks there were."
  def run_elixir(file) do
    blocks = blocks(file, "elixir")
    # What a host has: the registry of `OapiCodemode.tools/1`. Variables and aliases are kept.
    state = {[registry: Store.registry()], Code.env_for_eval(file: file)}
    Enum.reduce(blocks, state, fn {line, text}, state -> run_block(text, state, {file, line}) end)
    length(blocks)
  end

  defp run_block(text, state, at) do
    cond do
      text =~ ~r/^iex>/m -> run_session(text, state, at)
      text =~ ~r/\A# mix\.exs\n/ -> run_project(text, state, at)
      text =~ ~r/\A# config\// -> run_config(text, state, at)
      text =~ ~r/^Mix\.install/m -> state
      text =~ ~r/\A[a-z_]+: / -> "[#{text}]" |> eval(state, at) |> elem(1)
      true -> run_plain(text, state, at)
    end
  end

  # An expression is up to the next prompt, what it should give up to the next empty line.
  defp run_session(text, state, at) do
    ~r/^iex> (.*\n(?:\.\.\.>.*\n)*)((?:(?!iex>|\n).*\n)*)/m
    |> Regex.scan(text, capture: :all_but_first)
    |> Enum.reduce(state, fn [code, expected], state ->
      {value, state} = code |> String.replace(~r/^\.\.\.> ?/m, "") |> eval(state, at)
      if String.trim(expected) != "", do: assert_value(value, expected, state, at)
      state
    end)
  end

  defp run_project(text, state, at) do
    name = "DocumentProject#{System.unique_integer([:positive])}"
    code = "defmodule #{name} do\n#{text}\ndef all, do: deps()\nend"
    {{:module, module, _, _}, _} = eval(code, state, at)
    assert [_ | _] = module.all()
    state
  end

  defp run_config(text, state, {file, line}) do
    config = Config.Reader.eval!("#{file}:#{line}", text)

    for {name, value} <- Keyword.get(config, :oapi_codemode_native, []) do
      before = Application.fetch_env(:oapi_codemode_native, name)
      Application.put_env(:oapi_codemode_native, name, value)
      valid = Native.Options.new([])

      case before do
        {:ok, before} -> Application.put_env(:oapi_codemode_native, name, before)
        :error -> Application.delete_env(:oapi_codemode_native, name)
      end

      assert {:ok, _options} = valid
    end

    state
  end

  defp run_plain(text, state, at) do
    case Regex.run(~r/\A(.*)^# => (.*)\z/ms, text, capture: :all_but_first) do
      nil ->
        text |> eval(state, at) |> elem(1)

      [code, expected] ->
        {value, state} = eval(code, state, at)
        assert_value(value, String.replace(expected, ~r/^# ?/m, ""), state, at)
        state
    end
  end

  defp assert_value(value, expected, state, {file, line} = at) do
    {wanted, _} = eval(expected, state, at)
    assert value == wanted, "#{file}, block of line #{line}: is #{inspect(value)}"
  end

  defp eval(code, {bindings, env}, {file, line}) do
    quoted = Code.string_to_quoted!(code, file: file, line: line)
    {value, bindings, env} = Code.eval_quoted_with_env(quoted, bindings, env)
    {value, {bindings, env}}
  end

  @doc "Runs a JavaScript block."
  def run_javascript(text) do
    outcome = Native.run(text, Store.env(), timeout: 2_000)

    cond do
      expected = after_mark(text, "// => ") ->
        assert {:ok, %{value: value}} = outcome
        assert value == JSON.decode!(expected)

      expected = after_mark(text, "// error: ") ->
        message = if match?({:error, %{}}, outcome), do: elem(outcome, 1).message, else: outcome
        assert inspect(message) =~ expected

      true ->
        assert {:ok, _result} = outcome
    end
  end

  defp after_mark(text, mark) do
    with [_all, rest] <- Regex.run(~r/^#{Regex.escape(mark)}(.*)$/m, text), do: rest
  end
end

defmodule OapiCodemode.Test.Document.Store do
  @moduledoc """
  The APIs of the documents' examples. `store`: `GET /orders` in pages of two, `GET /orders/<id>`.
  `courier`: `GET /shipments/<id>`. What is not one of these is 404, and `/down` raises.
  """

  @orders for id <- 1..5, do: %{"id" => id, "total_cents" => id * 1_000}

  def env,
    do: %{globals: %{"apiNames" => ["courier", "store"]}, callbacks: %{request: &request/2}}

  @doc "As the stand-in of `OapiCodemode.tools/1` takes it."
  def registry, do: %{"store" => &request("store", &1), "courier" => &request("courier", &1)}

  def request(_api, %{"path" => "/down"}), do: raise("connection refused, password hunter2")

  def request("store", %{"path" => "/orders"} = request) do
    page = get_in(request, ["query", "page"]) || 1
    data = Enum.slice(@orders, (page - 1) * 2, 2)
    reply(200, %{"data" => data, "next_page" => if(page < 3, do: page + 1)})
  end

  def request("store", %{"path" => "/orders/" <> id}) do
    case Enum.find(@orders, &(to_string(&1["id"]) == id)) do
      nil -> reply(404, %{"error" => "no order #{id}"})
      order -> reply(200, order)
    end
  end

  def request("courier", %{"path" => "/shipments/" <> id}),
    do: reply(200, %{"order" => String.to_integer(id), "state" => "delivered"})

  def request(_api, _request), do: reply(404, %{"error" => "no such operation"})

  defp reply(status, body), do: %{"status" => status, "headers" => %{}, "body" => body}
end
