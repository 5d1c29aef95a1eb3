defmodule OapiCodemode.Executor.Native.Input do
  @moduledoc false
  # What a run is given, checked for shape: code, globals, callbacks, API names. The globals' values
  # are checked where they are converted, natively: nothing here walks a payload.

  defstruct [:code, :globals, :callbacks, :api_names]

  @type t :: %__MODULE__{
          code: String.t(),
          globals: map(),
          callbacks: %{optional(String.t()) => function()},
          api_names: [String.t()]
        }

  @doc false
  @spec new(term(), term()) :: {:ok, t()} | {:error, atom(), String.t()}
  def new(code, env) do
    with {:ok, code} <- code(code),
         {:ok, env} <- env(env),
         {:ok, globals} <- globals(Map.get(env, :globals)),
         {:ok, callbacks} <- callbacks(Map.get(env, :callbacks)),
         {:ok, api_names} <- api_names(Map.get(globals, "apiNames") || globals[:apiNames]) do
      {:ok, %__MODULE__{code: code, globals: globals, callbacks: callbacks, api_names: api_names}}
    end
  end

  defp code(code) when is_binary(code) do
    if String.valid?(code) do
      {:ok, code}
    else
      {:error, :invalid_code, "the program is not UTF-8 text"}
    end
  end

  defp code(_other), do: {:error, :invalid_code, "the program is not a string"}

  defp env(env) when is_map(env), do: {:ok, env}
  defp env(_other), do: {:error, :invalid_input, "env: expected a map"}

  defp globals(nil), do: {:ok, %{}}
  defp globals(globals) when is_map(globals) and not is_struct(globals), do: {:ok, globals}
  defp globals(_other), do: {:error, :invalid_input, "globals: expected a map"}

  defp callbacks(nil), do: {:ok, %{}}

  defp callbacks(callbacks) when is_map(callbacks) and not is_struct(callbacks) do
    Enum.reduce_while(callbacks, {:ok, %{}}, fn {name, function}, {:ok, known} ->
      cond do
        not (is_atom(name) or (is_binary(name) and String.valid?(name))) ->
          {:halt, {:error, :invalid_input, "callbacks: a name is neither an atom nor a string"}}

        is_function(function, 1) or is_function(function, 2) ->
          {:cont, {:ok, Map.put(known, to_string(name), function)}}

        true ->
          {:halt,
           {:error, :invalid_input,
            "callbacks.#{name}: expected a function of arity 1 (over the argument list) or 2"}}
      end
    end)
  end

  defp callbacks(_other), do: {:error, :invalid_input, "callbacks: expected a map of functions"}

  defp api_names(nil), do: {:ok, []}

  defp api_names(names) when is_list(names) do
    if Enum.all?(names, &name?/1) do
      {:ok, names |> Enum.map(&to_string/1) |> Enum.uniq()}
    else
      bad_api_names()
    end
  end

  defp api_names(_other), do: bad_api_names()

  defp name?(name) when is_binary(name), do: String.valid?(name)
  defp name?(name), do: is_atom(name) and name not in [nil, true, false]

  defp bad_api_names do
    {:error, :invalid_input, "globals.apiNames: expected a list of names (strings)"}
  end
end
