defmodule OapiCodemode.Documents.DoctestsTest do
  # The examples in the modules' documentation.
  use ExUnit.Case, async: true

  doctest OapiCodemode.Executor.Native
  doctest OapiCodemode.Executor.Native.Telemetry
end
