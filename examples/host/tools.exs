# The two tools of an agent that works by programs: search the APIs' documents, and call the APIs.
# Their definitions have the shape that tool layers take, and that oapi_codemode gives.

defmodule Demo.Host.Tools do
  alias Demo.Host.{Gateway, Json, Registry}

  @schema %{
    "type" => "object",
    "properties" => %{
      "code" => %{"type" => "string", "description" => "one async arrow function"}
    },
    "required" => ["code"]
  }

  @doc """
  Options: `:registry`, `:executor`, `:executor_opts`, `:policy` (`:read_only` or `:all`), and
  `:observe`, a function that sees each reply of a program before it becomes text.

  A handler takes the model's arguments and answers `{:ok, json}` or `{:error, text}`: either is
  what the model reads next.
  """
  def definitions(options) do
    registry = Keyword.fetch!(options, :registry)

    [
      tool("search_apis", search_description(registry), &search(&1, options)),
      tool("execute_api_code", execute_description(registry), &execute(&1, options))
    ]
  end

  defp tool(name, description, handler) do
    %{
      name: name,
      description: description,
      input_schema: @schema,
      handler: fn
        %{"code" => code}, _context when is_binary(code) -> handler.(code)
        _arguments, _context -> {:error, "give the program as \"code\""}
      end
    }
  end

  # On one line with the program's first: the lines of an error are those of the program.
  defp search(code, options) do
    documents = Registry.documents(options[:registry])
    wrapped = "async () => { const specs = JSON.parse(documents); return await (#{code}\n)(); }"

    case run(wrapped, %{globals: %{"documents" => documents}, callbacks: %{}}, options) do
      {:ok, %{value: value}} -> {:ok, encode(value, options)}
      {:error, reason} -> {:error, text(reason)}
    end
  end

  # What the calls were goes to the model in any case: they may have changed something.
  defp execute(code, options) do
    registry = options[:registry]
    {:ok, log} = Agent.start(fn -> %{} end)

    try do
      request = Gateway.callback(registry, Keyword.get(options, :policy, :read_only), log)
      globals = %{"apiNames" => Registry.names(registry)}
      outcome = run(code, %{globals: globals, callbacks: %{request: request}}, options)
      calls = log |> Agent.get(& &1) |> Enum.sort() |> Enum.map(&elem(&1, 1))
      {:ok, outcome |> reply() |> Map.put("calls", calls) |> encode(options)}
    after
      Agent.stop(log)
    end
  end

  defp reply({:ok, %{value: value, logs: logs}}), do: %{"result" => value, "logs" => logs}
  defp reply({:error, %{logs: logs} = error}), do: %{"error" => text(error), "logs" => logs}
  defp reply({:error, reason}), do: %{"error" => text(reason), "logs" => []}

  defp encode(reply, options) do
    Keyword.get(options, :observe, &Function.identity/1).(reply)
    Json.encode!(reply)
  end

  defp run(code, env, options),
    do: options[:executor].run(code, env, Keyword.get(options, :executor_opts, []))

  defp text(%{message: message}), do: message

  defp text({:timeout, ms}),
    do: "stopped after #{ms} ms; is there a loop that does not end, or one call after the other?"

  defp text({:wall_clock, ms}), do: text({:timeout, ms})

  defp search_description(registry) do
    """
    Search the APIs' OpenAPI documents with a program: one async arrow function over `specs`, an
    object of documents by API name. Return only what you need to read.

    #{Enum.map_join(Registry.names(registry), "\n", &"specs.#{&1}: #{describe(registry[&1])}")}
    """
  end

  defp execute_description(registry) do
    """
    Call the APIs with a program: one async arrow function. `apis.<name>.request({ method, path,
    query, body })` gives { status, headers, body }, or { error } when the request was refused.
    Calls run at the same time under Promise.all. There is no fetch, no import and no file.

    APIs: #{Enum.join(Registry.names(registry), ", ")}
    """
  end

  defp describe(%{title: title, tags: tags}), do: "#{title} (#{Enum.join(tags, ", ")})"
end
