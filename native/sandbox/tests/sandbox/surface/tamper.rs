//! Whatever builtin a guest replaces, by one that throws or by one that lies, the host reads value,
//! lines and calls of a program that does not use it as they are (design, section 4).

use crate::json_text::{Driver, value};
use sandbox::isolate::{Phase, Slice};
use sandbox::limits::Limits;

/// Gives every property that holds a builtin function and can be changed: the text of an expression
/// for its holder and for its key, and the part of the property that the function is.
const WALK: &str = r#"() => {
    const seen = new Set(), queue = [], found = [];
    const add = (value, text) => {
      if ((typeof value === 'object' && value !== null || typeof value === 'function') && !seen.has(value)) { seen.add(value); queue.push([value, text]) }
    };
    add(globalThis, 'globalThis');
    ROOTS;
    for (let next; (next = queue.shift()); ) {
      const [object, text] = next;
      add(Object.getPrototypeOf(object), `Object.getPrototypeOf(${text})`);
      for (const key of Reflect.ownKeys(object)) {
        const own = Reflect.getOwnPropertyDescriptor(object, key);
        const keyText = typeof key === 'symbol' ? key.description : JSON.stringify(key);
        for (const kind of ['value', 'get', 'set']) {
          if (typeof own[kind] === 'function' && (own.configurable || own.writable)) found.push([text, keyText, kind]);
          add(own[kind], `Object.getOwnPropertyDescriptor(${text}, ${keyText}).${kind}`);
        }
      }
    }
    return found;
}"#;

/// What leads to the builtins that no global does.
const ROOTS: [&str; 15] = [
    "async () => {}",
    "function* () {}",
    "async function* () {}",
    "(function* () {})()",
    "(async function* () {})()",
    "[][Symbol.iterator]()",
    "new Map().keys()",
    "new Set().keys()",
    "''[Symbol.iterator]()",
    "'a'.matchAll(/a/g)",
    "[].values().map(x => x)",
    "new URLSearchParams().keys()",
    "Promise.resolve()",
    "new AbortController().signal",
    "/a/",
];

const PROGRAM: &str = "console.log('line', 1, {a: [true]}); const reply = await host.f({a: 1});
    if (reply === null) throw 'no reply'; return {v: [1.5, 'x', {y: null}], n: 2}";

/// Holder, key, kind.
type Builtin = (String, String, String);

fn builtins() -> Vec<Builtin> {
    let roots: Vec<_> = ROOTS
        .iter()
        .map(|root| format!("add({root}, {})", serde_json::json!(format!("({root})"))))
        .collect();
    let json = value(&WALK.replace("ROOTS", &roots.join(";"))).unwrap_or_default();
    serde_json::from_str(&json).unwrap_or_default()
}

/// Runs the program with one builtin replaced.
fn check((holder, key, kind): &Builtin, replacement: &str) {
    let code = format!(
        "async () => {{
           const holder = {holder}, key = {key}, define = Reflect.defineProperty;
           const own = Reflect.getOwnPropertyDescriptor(holder, key);
           own.{kind} = {replacement};
           define(holder, key, own);
           {PROGRAM} }}"
    );
    let index = format!("{holder} {key} {kind}");
    let driver = Driver::start(&code, "{}", Limits::default());
    let calls = driver.calls();
    assert_eq!(calls, [(1, "f".to_owned(), "[{\"a\":1}]".to_owned())], "{index} {replacement}");
    driver.reply(1, "{\"b\":[2]}");
    match driver.supervise() {
        Ok(Slice::Done(outcome)) => {
            let value = outcome.result.as_deref();
            assert_eq!(
                value,
                Ok("{\"v\":[1.5,\"x\",{\"y\":null}],\"n\":2}"),
                "{index} {replacement}"
            );
            assert_eq!(outcome.logs, ["line 1 {\"a\":[true]}"], "{index} {replacement}");
        }
        Ok(Slice::Waiting { phase: Phase::Running, .. }) => unreachable!("{index} {replacement}"),
        other => unreachable!("{index} {replacement}: {other:?}"),
    }
}

fn check_all(replacement: &str) {
    let builtins = builtins();
    assert!(builtins.len() > 500, "{}", builtins.len());
    println!("{} builtins", builtins.len());
    std::thread::scope(|scope| {
        for part in builtins.chunks(builtins.len().div_ceil(4)) {
            scope.spawn(move || part.iter().for_each(|builtin| check(builtin, replacement)));
        }
    });
}

#[test]
fn a_builtin_that_throws_changes_nothing_that_the_host_reads() {
    check_all("function () { throw 'tampered' }");
}

#[test]
fn a_builtin_that_lies_changes_nothing_that_the_host_reads() {
    check_all("function () { return {lie: 'tampered', then: 1, toJSON: () => 'tampered'} }");
}
