//! Walks everything that a guest can reach and compares it with `surface.txt`, so that neither a
//! change here nor a new version of the engine adds anything unseen. `./dev surface` runs this;
//! `./dev surface accept` writes the file anew.

use std::collections::BTreeSet;
use std::path::Path;

use sandbox::surface::list::{ADDED, ECMASCRIPT, LEFT_OUT};

use crate::json_text::value;

/// What the additions give that only calls reach.
const EXTRA: &str = "[
  ['<search params>', () => new URL('a:b').searchParams],
  ['<search params iterator>', () => new URLSearchParams().entries()],
  ['<abort signal>', () => new AbortController().signal],
  ['<named error>', () => caught(() => structuredClone(() => {}))],
]";

fn reachable() -> BTreeSet<String> {
    let program = include_str!("walk.js").replace("EXTRA", EXTRA);
    let json = value(&program).unwrap_or_else(|fault| unreachable!("the walk failed: {fault:?}"));
    serde_json::from_str(&json).unwrap_or_else(|error| unreachable!("{error}"))
}

fn file() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sandbox/surface/surface.txt")
}

#[test]
fn what_a_guest_reaches_is_what_is_checked_in() {
    let found = reachable();
    if std::env::var_os("SURFACE_ACCEPT").is_some() {
        let text: String = found.iter().map(|line| format!("{line}\n")).collect();
        std::fs::write(file(), text).unwrap_or_else(|error| unreachable!("{error}"));
    }
    let text = std::fs::read_to_string(file()).unwrap_or_default();
    let known: BTreeSet<String> = text.lines().map(str::to_owned).collect();
    println!("{} properties are reachable", found.len());
    let new: Vec<_> = found.difference(&known).map(|line| format!("+ {line}")).collect();
    let gone: Vec<_> = known.difference(&found).map(|line| format!("- {line}")).collect();
    assert!(
        new.is_empty() && gone.is_empty(),
        "the surface differs from surface.txt:\n{}\n{}",
        new.join("\n"),
        gone.join("\n")
    );
}

#[test]
fn the_globals_are_those_on_the_list() {
    let json = value("() => Reflect.ownKeys(globalThis).map(String)").unwrap_or_default();
    let found: BTreeSet<String> = serde_json::from_str(&json).unwrap_or_default();
    let listed: BTreeSet<String> = ECMASCRIPT
        .split(' ')
        .map(str::to_owned)
        .chain(
            ADDED
                .iter()
                .filter(|added| !added.path.contains('.'))
                .map(|added| added.path.to_owned()),
        )
        .collect();
    assert_eq!(found, listed);
    for (name, reason) in LEFT_OUT {
        assert!(!found.contains(name), "{name} is there: {reason}");
    }
}

#[test]
fn the_additions_have_the_members_that_the_list_says() {
    for added in ADDED {
        if added.members.is_empty() {
            continue;
        }
        let program = format!(
            "() => {{ const it = {}; const own = Reflect.ownKeys(it)
                 .concat(typeof it === 'function' && it.prototype ? Reflect.ownKeys(it.prototype) : [])
                 .filter(k => !['length', 'name', 'prototype', 'constructor', Symbol.toStringTag].includes(k));
                 return [...new Set(own.map(String))].sort() }}",
            added.path
        );
        let json = value(&program).unwrap_or_default();
        let found: Vec<String> = serde_json::from_str(&json).unwrap_or_default();
        assert_eq!(found.join(" "), added.members, "{}", added.path);
    }
}

/// Prints the list, for `./dev surface`.
#[test]
fn print_the_list() {
    println!("ECMAScript: {}", ECMASCRIPT);
    for added in ADDED {
        println!("{}: {}", added.path, added.reason);
        if !added.members.is_empty() {
            println!("    {}", added.members);
        }
    }
    for (name, reason) in LEFT_OUT {
        println!("without {name}: {reason}");
    }
}
