//! What is absent, and the one sentence that a program that died of reaching for it is told: what
//! to write instead. `{apis}` and `{host}` in a sentence stand for what the run has.
//!
//! The sentence is the whole of what a model has to repair its program with, so it names the
//! replacement first and explains nothing.

/// A name, or the path to a member, and its sentence.
pub const ABSENT: [(&str, &str); 92] = [
    // The network.
    ("fetch", NETWORK),
    ("axios", NETWORK),
    ("got", NETWORK),
    ("superagent", NETWORK),
    ("ky", NETWORK),
    ("XMLHttpRequest", NETWORK),
    ("$", "there is no jQuery and no page here; {apis}"),
    ("jQuery", "there is no jQuery and no page here; {apis}"),
    ("WebSocket", "there are no sockets here; {apis}"),
    ("EventSource", "there are no event streams here; {apis}"),
    ("Headers", "pass headers as a plain object in the options of a request; {apis}"),
    ("Request", "pass the request as plain options; {apis}"),
    (
        "Response",
        "a request answers with plain data: read its body as it is, without .json(); {apis}",
    ),
    ("FormData", "pass the body of a request as a plain object; {apis}"),
    ("navigator", "there is no browser here"),
    // Modules and processes.
    ("require", MODULES),
    ("module", "there are no modules here: return the value from the program's function"),
    ("module.exports", "there are no modules here: return the value from the program's function"),
    ("exports", "there are no modules here: return the value from the program's function"),
    ("process", "there is no process here; data that the program is given are globals"),
    (
        "process.env",
        "there is no environment here; data that the program is given are globals, and keys are added to requests by the host",
    ),
    ("process.exit", "end the program by returning from its function"),
    ("process.stdout", "write with console.log(...)"),
    ("process.hrtime", "use performance.now()"),
    ("process.nextTick", "use queueMicrotask(f)"),
    ("global", "the global object is globalThis"),
    ("__dirname", FILES),
    ("__filename", FILES),
    ("fs", FILES),
    ("path", "there is no file system here; join paths with template literals"),
    ("os", "there is no operating system here"),
    ("child_process", "there are no processes here"),
    ("util", "there are no modules here; console.log shows any value, structuredClone copies one"),
    ("Deno", "this is not Deno; {apis}"),
    ("Bun", "this is not Bun; {apis}"),
    ("Buffer", "use btoa, atob, TextEncoder and TextDecoder with Uint8Array"),
    ("setImmediate", "use setTimeout(f, 0) or queueMicrotask(f)"),
    ("clearImmediate", "use setTimeout(f, 0) with clearTimeout(id)"),
    ("requestAnimationFrame", "use setTimeout(f, ms)"),
    ("sleep", "write await new Promise(resolve => setTimeout(resolve, ms))"),
    // The page.
    ("window", "there is no page here; the global object is globalThis"),
    ("self", "the global object is globalThis"),
    ("document", "there is no page here; {apis}"),
    ("location", "there is no page here; parse a link with new URL(text)"),
    ("history", "there is no page here"),
    ("alert", "write with console.log(...)"),
    ("prompt", "nobody can be asked: data that the program is given are globals"),
    ("confirm", "nobody can be asked: data that the program is given are globals"),
    ("print", "write with console.log(...)"),
    ("localStorage", STORAGE),
    ("sessionStorage", STORAGE),
    ("indexedDB", STORAGE),
    ("caches", STORAGE),
    (
        "DOMParser",
        "there is no HTML or XML parser here; use string methods and regular expressions",
    ),
    ("Event", "there are no events here; call functions directly"),
    ("CustomEvent", "there are no events here; call functions directly"),
    ("EventTarget", "there are no events here; call functions directly"),
    ("MessageChannel", "there is one thread here; use promises"),
    ("DOMException", "errors are plain here: tell them by error.name, for instance \"AbortError\""),
    // Bytes, streams, threads.
    ("Blob", "use Uint8Array, with TextEncoder and TextDecoder for text"),
    ("File", "use Uint8Array, with TextEncoder and TextDecoder for text"),
    ("FileReader", "use Uint8Array, with TextEncoder and TextDecoder for text"),
    ("ReadableStream", "there are no streams here; collect values in an array"),
    ("WritableStream", "there are no streams here; collect values in an array"),
    ("TransformStream", "there are no streams here; collect values in an array"),
    ("CompressionStream", "there is no compression here"),
    ("WebAssembly", "there is no WebAssembly here; write it in JavaScript"),
    ("Worker", "there is one thread here; run calls at once with Promise.all"),
    ("SharedArrayBuffer", "there is one thread here; use ArrayBuffer"),
    ("Atomics", "there is one thread here; use plain assignments"),
    ("WeakRef", "hold the object itself, or use WeakMap"),
    ("FinalizationRegistry", "clean up with try and finally"),
    ("ShadowRealm", "there is one realm here"),
    ("Temporal", "use Date, in UTC"),
    // Code from strings.
    ("eval", "write the code itself into the program; for data use JSON.parse"),
    ("escape", "use encodeURIComponent(text)"),
    ("unescape", "use decodeURIComponent(text)"),
    // Libraries.
    ("_", "there are no libraries here; use the methods of Array and Object"),
    ("lodash", "there are no libraries here; use the methods of Array and Object"),
    ("moment", "there are no libraries here; use Date, in UTC"),
    ("dayjs", "there are no libraries here; use Date, in UTC"),
    ("DateTime", "there are no libraries here; use Date, in UTC"),
    // Members of what is there.
    ("crypto.subtle", "there are no digests, keys or signatures here"),
    ("crypto.createHash", "there are no digests, keys or signatures here"),
    ("Intl.PluralRules", "write the plural by hand: n === 1 ? one : many"),
    ("Intl.RelativeTimeFormat", "write the text by hand from the difference of two dates"),
    ("Intl.ListFormat", "join the list by hand: list.join(\", \")"),
    ("console.clear", "console lines can't be taken back; leave the call out"),
    // Other sandboxes' names for what is here.
    ("codemode", "{apis}; {host}"),
    ("tools", "{apis}; {host}"),
    ("api", "{apis}; {host}"),
    ("client", "{apis}; {host}"),
];

const NETWORK: &str = "there is no network here but the run's APIs; {apis}";
const MODULES: &str = "there are no modules here, and everything that exists is a global; {apis}";
const FILES: &str = "there is no file system here; data that the program is given are globals";
const STORAGE: &str = "nothing is stored here: keep values in variables and return the result";

/// What an `import` is told.
pub const IMPORT: &str = "import is not available: there are no modules here, and everything that \
     exists is a global (host, apis, console, …)";

/// What code from a string is told.
pub const CODE_FROM_STRINGS: &str = "code from strings (eval, new Function) is not available \
     here: write the code itself into the program; for data use JSON.parse";

/// The names of what a run has.
#[derive(Debug, Default)]
pub(crate) struct Present {
    pub(crate) apis: Vec<String>,
    pub(crate) callbacks: Vec<String>,
}

impl Present {
    /// The sentence for reaching `path` (names from the global object inwards), and how many names
    /// of it lead to what is absent.
    pub(crate) fn sentence(&self, path: &[String]) -> Option<(String, usize)> {
        match path {
            [root, name, ..] if root == "apis" && !self.apis.contains(name) => {
                return Some((self.apis_sentence(), 2));
            }
            [root, name, ..] if root == "host" && !self.callbacks.contains(name) => {
                return Some((self.host_sentence(), 2));
            }
            [name, ..] if self.apis.contains(name) => {
                return Some((format!("write apis.{name}.request(options)"), 1));
            }
            [name, ..] if self.callbacks.contains(name) => {
                return Some((format!("write host.{name}(...)"), 1));
            }
            _ => {}
        }
        (1..=path.len().min(2)).rev().find_map(|length| {
            let name = path.get(..length)?.join(".");
            let (_, sentence) = ABSENT.iter().find(|(known, _)| *known == name)?;
            Some((self.filled(sentence), length))
        })
    }

    fn filled(&self, sentence: &str) -> String {
        sentence.replace("{apis}", &self.apis_sentence()).replace("{host}", &self.host_sentence())
    }

    fn apis_sentence(&self) -> String {
        match self.apis.as_slice() {
            [] => "this run has no APIs".to_owned(),
            apis => format!("this run has apis.<name>.request(options) for {}", listed(apis)),
        }
    }

    fn host_sentence(&self) -> String {
        match self.callbacks.as_slice() {
            [] => "this run has no host callbacks".to_owned(),
            callbacks => format!("this run has host.<name>(...) for {}", listed(callbacks)),
        }
    }
}

/// Names that are said; a run with more of them has said enough.
const MAX_NAMES: usize = 12;

fn listed(names: &[String]) -> String {
    let mut text = names.iter().take(MAX_NAMES).cloned().collect::<Vec<_>>().join(", ");
    if names.len() > MAX_NAMES {
        text.push_str(&format!(" and {} more", names.len() - MAX_NAMES));
    }
    text
}
