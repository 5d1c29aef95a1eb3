defmodule OapiCodemode.Calls.MedianTest do
  # Not async: it is timed. The aim is a median under 75 ms, on a machine that does nothing else;
  # the bound here is wider, and far below the 400 ms of one call after the other.
  use OapiCodemode.ExecutorCase, async: false

  @bound_ms 120
  @runs 20

  forms = [
    {"in Promise.all",
     "async () => await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(n => host.f(n)))"},
    {"without any await",
     "() => { const all = [1, 2, 3, 4, 5, 6, 7, 8].map(n => host.f(n)); return all.map(r => r + 0) }"},
    {"without any await, one statement each",
     """
     () => {
       const a = host.f(1); const b = host.f(2); const c = host.f(3); const d = host.f(4);
       const e = host.f(5); const f = host.f(6); const g = host.f(7); const h = host.f(8);
       return [a + 0, b + 0, c + 0, d + 0, e + 0, f + 0, g + 0, h + 0];
     }
     """}
  ]

  for {form, code} <- forms do
    test "eight calls of 50 ms #{form}: the median of #{@runs} is far below one after the other" do
      callbacks = %{f: fn [n] -> Process.sleep(50) && n end}

      times =
        for _run <- 1..@runs do
          {microseconds, value} = :timer.tc(fn -> value!(unquote(code), callbacks: callbacks) end)
          assert value == Enum.to_list(1..8)
          microseconds / 1_000
        end

      median = times |> Enum.sort() |> Enum.at(div(@runs, 2))
      IO.puts("eight calls of 50 ms #{unquote(form)}: median #{Float.round(median, 1)} ms")
      assert median < @bound_ms
    end
  end
end
