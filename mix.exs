# The project and, below it, the Mix compiler that builds the Rust part with cargo.
# The compiler lives here, and not in lib/, because it has to exist before lib/ is compiled.

defmodule OapiCodemodeNative.MixProject do
  use Mix.Project

  @version "0.1.0"

  def project do
    [
      app: :oapi_codemode_native,
      version: @version,
      elixir: "~> 1.14",
      compilers: [:oapi_codemode_native] ++ Mix.compilers(),
      elixirc_paths: elixirc_paths(Mix.env()),
      deps: deps(hex?()),
      name: "oapi_codemode_native",
      description:
        "Runs model-written JavaScript inside the BEAM, as an executor for oapi_codemode",
      package: package(),
      docs: docs()
    ]
  end

  def application do
    [extra_applications: [:logger]]
  end

  defp elixirc_paths(:test), do: ["lib", "test/support"]
  defp elixirc_paths(_env), do: ["lib"]

  # Nothing is needed to compile, test or run. Where Hex is there, these are offered to the
  # dependency resolver: the optional ones are used when the host application has them.
  defp deps(true) do
    [
      {:telemetry, "~> 1.0", optional: true},
      {:jason, "~> 1.2", optional: true},
      {:benchee, "~> 1.1", only: :dev, runtime: false},
      {:ex_doc, "~> 0.31", only: :dev, runtime: false}
    ]
  end

  defp deps(false), do: []

  # OAPI_CODEMODE_NATIVE_HEX=0 is for a machine that has Hex but no way to fetch packages.
  defp hex? do
    System.get_env("OAPI_CODEMODE_NATIVE_HEX") != "0" and Code.ensure_loaded?(Hex)
  end

  # ExDoc is one of the packages that Hex brings; without it nothing reads this.
  defp docs do
    [
      main: "getting-started",
      source_ref: "v#{@version}",
      extras: [
        {"README.md", [title: "Overview"]},
        "guides/getting-started.md",
        "guides/coming-from-safejs.md",
        "guides/coming-from-deno.md",
        "guides/writing-tool-descriptions.md",
        "docs/surface.md",
        "guides/limits-and-security.md",
        "guides/operations.md",
        "guides/run.livemd",
        {"usage-rules.md", [title: "Rules for coding agents"]},
        "SECURITY.md",
        "CHANGELOG.md",
        "LICENSE"
      ],
      groups_for_extras: [
        Start: ~r/README|getting-started/,
        "From another executor": ~r/coming-from/,
        Guides: ~r/guides|docs/,
        Project: ~r/usage-rules|SECURITY|CHANGELOG|LICENSE/
      ],
      groups_for_modules: [
        Executor: [OapiCodemode.Executor.Native],
        Operations: [OapiCodemode.Executor.Native.Telemetry]
      ]
    ]
  end

  defp package do
    [
      licenses: ["MIT"],
      links: %{},
      files:
        ~w(lib native guides docs Cargo.toml Cargo.lock mix.exs .formatter.exs README.md CHANGELOG.md
           SECURITY.md usage-rules.md LICENSE)
    ]
  end
end

# Named after the package, not after cargo: modules of a mix.exs are global to the Mix process,
# and a second project that named its own compiler "cargo" would replace this one.
defmodule Mix.Tasks.Compile.OapiCodemodeNative do
  @shortdoc "Builds the NIF with cargo"
  @moduledoc """
  Builds the NIF with `cargo build --release` and puts it into `priv/native`.

  cargo itself decides what has to be rebuilt, so this runs at every `mix compile`.
  `CARGO_TARGET_DIR` is honoured; the default is `target` in this project's folder.
  """

  use Mix.Task.Compiler

  # Equal to `rust-version` in Cargo.toml; ./dev reads it from this line.
  @minimum_cargo "1.91.0"

  # This project's own folder, also when it is compiled as a dependency of another one.
  @root __DIR__
  @library "priv/native/oapi_codemode_native.so"

  @impl true
  def run(_args) do
    cargo = find_cargo()
    check_version(cargo)
    target_dir = Path.expand(System.get_env("CARGO_TARGET_DIR") || "target", @root)
    build(cargo, target_dir)
    result = install(built_library(target_dir), Path.join(@root, @library))
    # Mix links priv/ into _build before the compilers run; on the first build it was not there.
    Mix.Project.build_structure()
    {result, []}
  end

  @impl true
  def manifests, do: [Path.join(@root, @library)]

  @impl true
  def clean do
    File.rm_rf!(Path.join(@root, Path.dirname(@library)))
    :ok
  end

  defp find_cargo do
    in_home = Path.expand(".cargo/bin/cargo", System.user_home() || "/")

    cond do
      path = System.find_executable("cargo") -> path
      File.exists?(in_home) -> in_home
      true -> Mix.raise("cargo was not found.\n" <> how_to_install())
    end
  end

  defp check_version(cargo) do
    {output, status} = System.cmd(cargo, ["--version"], cd: @root, stderr_to_stdout: true)

    with 0 <- status,
         [_all, version] <- Regex.run(~r/^cargo (\d+\.\d+\.\d+)/m, output) do
      if Version.compare(version, @minimum_cargo) == :lt do
        Mix.raise("#{cargo} is version #{version}, which is too old.\n" <> how_to_install())
      end
    else
      _failed ->
        Mix.raise("`#{cargo} --version` answered:\n#{output}\n" <> how_to_install())
    end
  end

  defp how_to_install do
    """
    oapi_codemode_native has a part in Rust, which `mix compile` builds with cargo #{@minimum_cargo} or newer.
    Install it in one of these ways:
      * rustup, from https://rustup.rs or as a package (`apt-get install rustup` on Debian 13 or later),
        then `rustup default stable`
      * your distribution's packages of cargo and rustc, where they are that new
    A C linker is needed too (`apt-get install gcc`).
    """
  end

  defp build(cargo, target_dir) do
    arguments = ~w(build --release --locked -p nif --target-dir) ++ [target_dir]
    command = Enum.map_join([cargo | arguments], " ", &shell_quote/1)

    case Mix.Shell.cmd(command, [cd: @root], &show/1) do
      0 -> :ok
      status -> Mix.raise(failure(arguments, status))
    end
  end

  defp failure(arguments, status) do
    text =
      "`cargo #{Enum.join(arguments, " ")}` failed (exit status #{status}); see its output above."

    if System.find_executable("cc"),
      do: text,
      else: text <> " No C linker (`cc`) was found; it is needed: `apt-get install gcc`."
  end

  defp shell_quote(argument), do: "'" <> String.replace(argument, "'", "'\\''") <> "'"

  # Cargo's output as it comes, less the one line that it prints when nothing was to be done.
  defp show(output) do
    unless output =~ ~r/\A\s*Finished [^\n]*\n\z/, do: IO.write(:stderr, output)
  end

  defp built_library(target_dir) do
    # With a cross target, cargo puts the artefacts one folder deeper.
    folder = Path.join([target_dir, System.get_env("CARGO_BUILD_TARGET") || "", "release"])
    path = Path.join(folder, "liboapi_codemode_native" <> extension(:os.type()))

    if File.exists?(path) do
      path
    else
      Mix.raise(
        "cargo succeeded, but there is no #{path}. Is `build.target` set in a cargo config?"
      )
    end
  end

  defp extension({:unix, :darwin}), do: ".dylib"
  defp extension({:unix, _name}), do: ".so"
  defp extension(os), do: Mix.raise("oapi_codemode_native does not support #{inspect(os)}")

  # A library that is loaded must never be written to: it is mapped into the running VM, which
  # would then execute half of each version. Renaming a new file over it leaves the old one mapped.
  defp install(built, installed) do
    if same_content?(built, installed) do
      :noop
    else
      unique = "#{System.pid()}.#{System.unique_integer([:positive])}"
      temporary = "#{installed}.#{unique}.tmp"
      File.mkdir_p!(Path.dirname(installed))
      File.cp!(built, temporary)
      File.rename!(temporary, installed)
      :ok
    end
  end

  defp same_content?(built, installed) do
    with {:ok, %{size: size}} <- File.stat(installed),
         {:ok, %{size: ^size}} <- File.stat(built) do
      File.read!(installed) == File.read!(built)
    else
      _differ -> false
    end
  end
end
