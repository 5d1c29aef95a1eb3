defmodule OapiCodemode.Test.Hostile do
  @moduledoc "All hostile programs: those that are files, and those that are built."

  alias OapiCodemode.Test.Hostile.{Callbacks, HugeLengths, Row, Syntax, Types}

  @doc "The rows, each with a name of its own."
  def rows do
    Row.files() ++ Callbacks.rows() ++ HugeLengths.rows() ++ Syntax.rows() ++ Types.rows()
  end
end
