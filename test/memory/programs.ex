defmodule OapiCodemode.Memory.Programs do
  @moduledoc "The programs whose memory is measured: rows of the hostile table, by what they do."

  alias OapiCodemode.Test.Hostile
  alias OapiCodemode.Test.Hostile.Row

  @doc "Those that grow, by themselves or in one native operation."
  def growing,
    do: named(~r/\A(\d+-)?mem-|\Acalls-.*arguments|\Alength-.*(kept|repeat|pad|concat|normalize)/)

  # Rows that end through the engine or the memory limit.
  @stoppable ~r/\A(callback|tamper|escape|throw|console|engine|broken)-/
  @stoppable_growth ~w(array-growth closures set-growth map-keys-and-values promises-kept
                       generators-kept getters classes error-causes proxies symbols object-values
                       typed-array-slices array-buffers iterators-kept arguments-objects
                       jobs-without-await weakmap-growth caught-range-errors)
  @stoppable_stack ~w(plain caught mutual getter setter to-string constructor sort replace
                      json-reviver template-tag default-argument in-continuation in-promise-job)

  @doc "A mix of those that need no quarantine."
  def stoppable do
    names =
      Enum.map(@stoppable_growth, &"mem-#{&1}") ++ Enum.map(@stoppable_stack, &"stack-#{&1}")

    rows = Hostile.rows()
    wanted = Enum.filter(rows, &(&1.name =~ @stoppable or &1.name in names))
    missing = names -- Enum.map(wanted, & &1.name)
    if missing != [], do: raise("no such rows: #{inspect(missing)}")
    # The same mix from the first run to the last.
    :rand.seed(:exsss, {1, 2, 3})
    Enum.shuffle(wanted)
  end

  @doc "Those that only the quarantine ends: most have next to nothing alive, some have much."
  def quarantined do
    cheap = [
      {"regex", "return /(a+)+$/.test('a'.repeat(60) + '!')"},
      {"alternation", "return ('x'.repeat(60) + '-').replace(/^(\\w|\\w\\w|x)+$/, '')"},
      {"array-like", "return Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1)"},
      {"sparse", "return new Array(2 ** 32 - 1).indexOf(1)"},
      {"copy", "return Array.prototype.copyWithin.call({ length: 2 ** 53 - 1 }, 1, 0)"},
      {"power", "return (7n ** 9999999n) > 0n"},
      {"join", "return new Array(2 ** 31).join('0123456789').length"},
      {"flat", "const a = [1]; a.push(a); return a.flat(Infinity)"},
      {"not", "return " <> String.duplicate("!", 200_000) <> "1"}
    ]

    large = [
      {"much alive",
       "const keep = []; for (let i = 0; i < 20000; i++) keep.push({ i }); return /(a+)+$/.test('a'.repeat(60) + '!')"}
    ]

    for {name, body} <- cheap ++ large do
      code = fn -> "async () => { #{body} }" end
      Row.new(name, "needs quarantine", "timeout | error /./", code, timeout: 150)
    end
  end

  defp named(pattern), do: Enum.filter(Hostile.rows(), &(&1.name =~ pattern))
end
