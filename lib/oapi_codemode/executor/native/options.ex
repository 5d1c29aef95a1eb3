defmodule OapiCodemode.Executor.Native.Options do
  @moduledoc false
  # Validates the options of a call over the application's configuration over the defaults. What
  # there is, and what may be given, is in `Options.Schema`.

  alias OapiCodemode.Executor.Native.Options.Schema

  @app :oapi_codemode_native
  @call Schema.call()
  @node Schema.node()

  defstruct Enum.map(@call, fn {name, spec} -> {name, spec[:default]} end)

  @type t :: %__MODULE__{}
  @type option :: unquote(Schema.typespec())

  @doc false
  # As with `Keyword.get/2`, the first of several entries of one name counts.
  @spec new(term()) :: {:ok, t()} | {:error, :invalid_option, String.t()}
  def new(opts) do
    with {:ok, options} <- put_all(%__MODULE__{}, configuration(), :configuration),
         {:ok, given} <- keyword(opts) do
      put_all(options, Enum.uniq_by(given, &elem(&1, 0)), :call)
    end
  end

  @doc false
  # The limits as `Nif.run/3` takes them, with what is left of the run's time. The one place where
  # options are handed to the native side.
  @spec limits(t(), non_neg_integer()) :: {non_neg_integer(), pos_integer()}
  def limits(%__MODULE__{} = options, left_ms), do: {left_ms, options.memory_limit}

  # `:included_applications` is OTP's own, in every application's environment in older releases.
  defp configuration do
    @app |> Application.get_all_env() |> Keyword.delete(:included_applications)
  end

  defp keyword(opts) do
    if Keyword.keyword?(opts) do
      {:ok, opts}
    else
      {:error, :invalid_option, "options: expected a keyword list, got: #{given(opts)}"}
    end
  end

  defp put_all(options, entries, from) do
    Enum.reduce_while(entries, {:ok, options}, fn {name, value}, {:ok, options} ->
      case check(name, value, from) do
        :ok -> {:cont, {:ok, put(options, name, value)}}
        {:error, text} -> {:halt, {:error, :invalid_option, in_words(from) <> text}}
      end
    end)
  end

  defp in_words(:configuration), do: "config :oapi_codemode_native: "
  defp in_words(:call), do: ""

  # An option of the node is read by the library itself; `nil` stands for the default.
  defp put(options, name, value) do
    if value != nil and Keyword.has_key?(@call, name),
      do: Map.put(options, name, value),
      else: options
  end

  defp check(name, value, from) do
    cond do
      spec = @call[name] -> check_value(name, spec, value)
      spec = @node[name] -> check_node(name, spec, value, from)
      instead = Schema.foreign()[name] -> {:error, "option #{option(name, value)}: #{instead}"}
      true -> {:error, "unknown option #{option(name, value)}#{closest(name)}; #{known(from)}"}
    end
  end

  defp check_value(name, spec, value) do
    if valid?(spec, value),
      do: :ok,
      else:
        {:error,
         "option #{inspect(name)}: expected #{Schema.allowed(spec)}, got: #{given(value)}"}
  end

  defp check_node(name, spec, value, :configuration), do: check_value(name, spec, value)

  defp check_node(name, _spec, value, :call) do
    {:error,
     "option #{option(name, value)}: it is the node's, set it by `config :oapi_codemode_native, #{name}: …`"}
  end

  defp valid?(spec, nil), do: Schema.nil?(spec)

  defp valid?(spec, value) do
    case spec[:type] do
      {:integer, least, most} -> is_integer(value) and value in least..most
      {:one_of, values} -> value in values
    end
  end

  # A name that is nearly one of the options.
  defp closest(name) do
    known = for {known, _spec} <- @call, do: Atom.to_string(known)
    best = Enum.max_by(known, &String.jaro_distance(&1, Atom.to_string(name)))

    if String.jaro_distance(best, Atom.to_string(name)) > 0.8,
      do: ", did you mean `:#{best}`?",
      else: ""
  end

  defp known(:call), do: "the options are #{names(@call)}"
  defp known(:configuration), do: "the options are #{names(@call ++ @node)}"

  defp names(options), do: Enum.map_join(options, ", ", fn {name, _spec} -> inspect(name) end)

  # Bounded: an option's value may be anything, and the message is one line.
  defp option(name, value), do: "#{inspect(name)} (given: #{given(value)})"

  defp given(value) do
    text = inspect(value, limit: 5, printable_limit: 60, width: :infinity)
    if String.length(text) > 80, do: String.slice(text, 0, 79) <> "…", else: text
  end
end
