defmodule OapiCodemode.Contract.IsolationTest do
  use OapiCodemode.ExecutorCase, async: true

  @network ~w(fetch XMLHttpRequest WebSocket EventSource Request Response Headers Worker)
  @files ~w(Deno Bun require module exports fs __dirname __filename localStorage indexedDB File)
  @process ~w(process child_process os std gc spawn exit quit load read WebAssembly navigator)

  # Resolves to what was loaded, or to "refused".
  @load "try { return {loaded: Object.keys(await import(specifier))} } catch { return 'refused' }"

  for {door, names} <- [network: @network, "file system": @files, process: @process] do
    test "no #{door}: no such global" do
      code = "() => names.filter(n => n in globalThis)"
      assert value!(code, globals: %{"names" => unquote(names)}) == []
    end
  end

  for name <- ["fetch", "require", "process", "Deno"] do
    test "no way out by name: typeof #{name} is undefined" do
      assert value!("() => typeof #{unquote(name)}") == "undefined"
    end
  end

  describe "no module loading" do
    setup do
      name = "isolation_probe_#{System.unique_integer([:positive])}"
      files = for extension <- ["js", "mjs", "json"], do: Path.expand("#{name}.#{extension}")
      on_exit(fn -> Enum.each(files, &File.rm/1) end)

      for file <- files do
        json? = Path.extname(file) == ".json"
        File.write!(file, if(json?, do: ~s({"leaked": 1}), else: "export const leaked = 1;"))
      end

      {:ok, files: files}
    end

    test "import() loads no file of the working directory", %{files: files} do
      for file <- files, base = Path.basename(file), specifier <- ["./" <> base, base, file] do
        assert refused?("async () => { #{@load} }", specifier)
      end
    end

    test "import() with attributes loads no JSON file", %{files: files} do
      load = String.replace(@load, "specifier)", "specifier, {with: {type: 'json'}})")

      for file <- files, specifier <- ["./" <> Path.basename(file), file] do
        assert refused?("async () => { #{load} }", specifier)
      end
    end

    test "an import statement loads no file", %{files: [file | _files]} do
      for specifier <- ["./" <> Path.basename(file), file] do
        code = ~s|import {leaked} from "#{specifier}";\nasync () => leaked|
        assert {:error, %{message: message}} = run(code)
        refute message =~ "leaked = 1"
      end
    end

    test "import() loads nothing from elsewhere" do
      for specifier <- [
            "/etc/hostname",
            "file:///etc/hostname",
            "fs",
            "node:fs",
            "std",
            "os",
            "data:text/javascript,export default 1",
            "https://example.com/m.js"
          ] do
        assert refused?("async () => { #{@load} }", specifier)
      end
    end
  end

  test "callbacks are the only door: globalThis has no function that the language lacks" do
    code = """
    () => Object.getOwnPropertyNames(globalThis).filter(n => /read|write|open|load|print/i.test(n))
    """

    assert value!(code) == []
  end

  test "nothing that one run leaves is seen by the next" do
    leave = """
    () => {
      globalThis.left = 1;
      Array.prototype.left = 1;
      Object.prototype.left = 1;
      JSON.parse = () => "left";
      try { console.left = 1 } catch {}
      return 1;
    }
    """

    look = "() => [typeof left, typeof [].left, typeof {}.left, JSON.parse('1'), console.left]"
    assert value!(leave) == 1
    assert value!(look) == ["undefined", "undefined", "undefined", 1, nil]
  end

  # A form that doesn't parse loads nothing either.
  defp refused?(code, specifier) do
    case run(code, globals: %{"specifier" => specifier}) do
      {:ok, %{value: value}} -> value == "refused"
      {:error, %{kind: kind}} -> kind in [:js_error, :syntax_error]
    end
  end
end
