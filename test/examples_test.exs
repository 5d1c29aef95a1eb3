defmodule OapiCodemode.ExamplesTest do
  # The demo's sessions end as they were recorded to; the demo itself checks each turn.
  use ExUnit.Case, async: false

  import ExUnit.CaptureIO

  @moduletag :capture_log

  test "every recorded program gets what it was recorded to get" do
    shown =
      capture_io(fn -> Code.require_file("examples/demo.exs", Path.expand("..", __DIR__)) end)

    # The loop: an error that says where, then the program without it.
    assert shown =~ ~r/ReferenceError: fetch is not defined.*\(line 11, column 30\)/
    assert shown =~ "+       const response = await apis.courier.request("
    assert shown =~ "took "
    # What the host knows and no program sees.
    refute shown =~ "no-program-sees"
    refute shown =~ "reports-db.internal"
  end
end
