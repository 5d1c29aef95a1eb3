defmodule OapiCodemode.Bench.Rows do
  @moduledoc """
  The programs that are measured, as data: what bench/run.exs measures of every executor, and what
  test/bench/rows_test.exs runs at a small size.

  A row of the kind `:program` has a `code`, a function `globals` of the sample's number, and the
  value that the program must answer. Where a sample has globals of its own, an executor that
  remembers what it saw gains nothing; the rows named "again" give it the same globals every time.
  A row of the kind `:load` names rows that many processes run at once.
  """

  alias OapiCodemode.Bench.{Document, Inputs}

  @full %{
    calls: 100,
    concurrent: 8,
    sleep_ms: 50,
    paths: 149,
    strings: 20_000,
    fib: 25,
    loop: 1_000_000,
    sorted: 100_000,
    keys: 200_000,
    appends: 100_000,
    matches: 22_000
  }
  @small %{
    calls: 5,
    concurrent: 3,
    sleep_ms: 5,
    paths: 10,
    strings: 100,
    fib: 10,
    loop: 1_000,
    sorted: 500,
    keys: 500,
    appends: 500,
    matches: 100
  }

  @words ~w(webhook invoice)
  @modulus 1_000_003

  @type row :: %{
          required(:id) => String.t(),
          required(:title) => String.t(),
          required(:kind) => :program | :load,
          optional(atom()) => term()
        }

  @doc "All rows, at their `:full` or `:small` size."
  @spec all(:full | :small) :: [row()]
  def all(scale \\ :full) do
    sizes = if scale == :full, do: @full, else: @small
    calls(sizes) ++ payloads(sizes) ++ engine(sizes) ++ load(scale)
  end

  @doc "The row of that id."
  @spec fetch!(String.t(), :full | :small) :: row()
  def fetch!(id, scale \\ :full) do
    Enum.find(all(scale), &(&1.id == id)) || raise ArgumentError, "there is no row #{id}"
  end

  @doc "The environment of the sample with that number."
  @spec env(row(), non_neg_integer()) :: %{globals: map(), callbacks: map()}
  def env(row, sample) do
    globals = Map.put(row.globals.(sample), "apiNames", row[:api_names] || [])
    %{globals: globals, callbacks: Map.get(row, :callbacks, %{})}
  end

  # --- starting, and calling the host -----------------------------------------------------------

  defp calls(sizes) do
    [
      program("a", "trivial", "async () => 1 + 2", fn -> 3 end),
      program(
        "b",
        "one call",
        ~S|async () => (await apis.a.request({path: "/x"})).body.n|,
        fn -> 7 end,
        callbacks: %{request: &reply/2},
        api_names: ["a"]
      ),
      program(
        "c",
        "#{sizes.calls} calls one after the other",
        """
        async () => {
          let sum = 0;
          for (let i = 0; i < #{sizes.calls}; i++) {
            sum += (await apis.a.request({path: "/x"})).body.n;
          }
          return sum;
        }
        """,
        fn -> 7 * sizes.calls end,
        callbacks: %{request: &reply/2},
        api_names: ["a"]
      ),
      program(
        "d",
        "#{sizes.concurrent} calls at once, of #{sizes.sleep_ms} ms each",
        """
        async () => {
          const replies = await Promise.all(
            Array.from({length: #{sizes.concurrent}}, (_, n) => apis.a.request({path: "/" + n})));
          return replies.map(r => r.body.n);
        }
        """,
        fn -> List.duplicate(7, sizes.concurrent) end,
        callbacks: %{
          request: fn api, options ->
            Process.sleep(sizes.sleep_ms)
            reply(api, options)
          end
        },
        api_names: ["a"]
      )
    ]
  end

  defp reply(_api, _options), do: %{"status" => 200, "headers" => %{}, "body" => %{"n" => 7}}

  # --- much data in -----------------------------------------------------------------------------

  defp payloads(sizes) do
    search = &program(&1, &2, search(), fn -> Inputs.found(sizes.paths, @words) end, globals: &3)

    strings =
      &program(&1, &2, strings(), fn -> Inputs.last_string(sizes.strings) end, globals: &3)

    document = fn mark -> %{"__oapi_specs_json" => Document.text(sizes.paths, mark)} end
    list = fn mark -> %{"items" => Inputs.strings(sizes.strings, mark)} end

    [
      search.("e", "search in a document of #{sizes.paths} paths, new each time", document),
      search.("e-again", "search in the same document again", fn _ -> document.(0) end),
      strings.("f", "#{sizes.strings} strings as a global, new each time", list),
      strings.("f-again", "the same strings again", fn _ -> list.(0) end)
    ]
  end

  # As oapi_codemode wraps what the model wrote.
  defp search do
    """
    async () => {
      const specs = JSON.parse(__oapi_specs_json);
      return await (async () => {
        const words = #{inspect(@words)};
        const found = [];
        for (const [api, spec] of Object.entries(specs)) {
          for (const [path, operations] of Object.entries(spec.paths)) {
            for (const [method, op] of Object.entries(operations)) {
              const text =
                `${op.summary ?? ""} ${op.description ?? ""} ${(op.tags ?? []).join(" ")}`
                  .toLowerCase();
              if (words.some(word => text.includes(word))) {
                found.push({api, method: method.toUpperCase(), path, summary: op.summary});
              }
            }
          }
        }
        return found;
      })();
    }
    """
  end

  defp strings, do: "async () => [items.length, items[items.length - 1].slice(7)]"

  # --- the engine alone -------------------------------------------------------------------------

  defp engine(sizes) do
    [
      program(
        "g1",
        "fib(#{sizes.fib})",
        """
        async () => {
          const fib = n => n < 2 ? n : fib(n - 1) + fib(n - 2);
          return fib(#{sizes.fib});
        }
        """,
        fn -> Inputs.fib(sizes.fib) end
      ),
      program(
        "g2",
        "a loop of #{sizes.loop}",
        """
        async () => {
          let s = 0;
          for (let i = 0; i < #{sizes.loop}; i++) { s = (s + i * 3) % #{@modulus}; }
          return s;
        }
        """,
        fn -> Enum.reduce(0..(sizes.loop - 1), 0, &rem(&2 + &1 * 3, @modulus)) end
      ),
      program(
        "g3",
        "sorting #{sizes.sorted} integers with a comparator",
        """
        async () => {
          const list = [];
          let x = 1;
          for (let i = 0; i < #{sizes.sorted}; i++) {
            x = (x * 48271) % 2147483647;
            list.push(x);
          }
          list.sort((p, q) => p - q);
          return [list.length, list[0], list[list.length - 1]];
        }
        """,
        fn -> Inputs.sorted(sizes.sorted) end
      ),
      program(
        "g4",
        "an object of #{sizes.keys} keys",
        """
        async () => {
          const o = {};
          for (let i = 0; i < #{sizes.keys}; i++) { o["k" + i] = i; }
          return Object.keys(o).length;
        }
        """,
        fn -> sizes.keys end
      ),
      program(
        "g5",
        "#{sizes.appends} appends to a string",
        """
        async () => {
          let s = "";
          for (let i = 0; i < #{sizes.appends}; i++) { s += "item" + i + ","; }
          return s.length;
        }
        """,
        fn -> 0..(sizes.appends - 1) |> Enum.map(&byte_size("item#{&1},")) |> Enum.sum() end
      ),
      program(
        "g6",
        "#{sizes.matches} matches of a regular expression",
        """
        async () => {
          let matches = 0, letters = 0;
          for (const m of text.matchAll(/([a-z0-9]+)@([a-z]+)\\.com/g)) {
            matches++;
            letters += m[1].length + m[2].length;
          }
          return [matches, letters];
        }
        """,
        fn -> Inputs.addresses(sizes.matches) end,
        globals: fn _ -> %{"text" => Inputs.mails(sizes.matches)} end
      )
    ]
  end

  # --- many at once -----------------------------------------------------------------------------

  defp load(scale) do
    {rounds, seconds} = if scale == :full, do: {12, 2}, else: {1, 0.05}

    [
      %{
        id: "h",
        title: "16 processes, #{rounds} runs each of a, b, c, e-again, f-again, g1 in turn",
        kind: :load,
        scale: scale,
        processes: 16,
        mix: ~w(a b c e-again f-again g1),
        until: {:rounds, rounds}
      },
      %{
        id: "h2",
        title: "16 processes, a for #{seconds} s",
        kind: :load,
        scale: scale,
        processes: 16,
        mix: ["a"],
        until: {:seconds, seconds}
      }
    ]
  end

  defp program(id, title, code, expected, fields \\ []) do
    Map.merge(
      %{
        id: id,
        title: title,
        kind: :program,
        code: code,
        expected: expected,
        globals: fn _sample -> %{} end
      },
      Map.new(fields)
    )
  end
end
