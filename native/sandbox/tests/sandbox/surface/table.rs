//! docs/surface.md: of each name and feature that programs were measured to reach for, that it works
//! or that it is absent and with which sentence. Written by running each; `./dev surface accept`
//! writes it anew.

use std::path::Path;

use crate::json_text::value;
use sandbox::surface::absent::{ABSENT, CODE_FROM_STRINGS, IMPORT};
use sandbox::surface::list::{ADDED, LEFT_OUT};

const INTRODUCTION: &str = "\
# The surface

What a program can reach, for whoever writes tool descriptions or reads a program's errors. This
file is written by `./dev surface accept`, which runs every line of it; a test fails when it is out
of date. It is the same for every run: no option adds a capability. All that is reachable, property
by property, is in `native/sandbox/tests/sandbox/surface/surface.txt`; the code's own list is
`native/sandbox/src/surface/list.rs`.

Dates are in UTC, and `Intl` knows en-US only; any other locale, time zone or option is a
`RangeError` that says so. The engine's own `intl` would add 15.8 MB to the stripped library
(build it with and without the feature `intl_bundled` of `boa_engine` in `Cargo.toml`, and `strip` it).
";

fn table() -> String {
    let mut text = INTRODUCTION.to_owned();
    for line in include_str!("measured.txt").lines().skip(3) {
        if let Some(heading) = line.strip_prefix("# ") {
            text.push_str(&format!("\n## {heading}\n\n| name or feature | |\n|---|---|\n"));
            continue;
        }
        let Some((name, expression)) = line.split_once(" | ") else { unreachable!("{line}") };
        let ran = value(&format!("async () => {expression}"));
        assert_eq!(ran.as_deref(), Ok("true"), "{name}: {expression}");
        text.push_str(&format!("| {} | works |\n", name.replace('|', "\\|")));
    }
    text.push_str("\n## Added to ECMAScript\n\n| name | members | why |\n|---|---|---|\n");
    for added in ADDED {
        text.push_str(&format!("| `{}` | {} | {} |\n", added.path, added.members, added.reason));
    }
    text.push_str("\n## Taken from ECMAScript\n\n| name | why |\n|---|---|\n");
    for (name, reason) in LEFT_OUT {
        text.push_str(&format!("| `{name}` | {reason} |\n"));
    }
    text.push_str(
        "\n## Absent, and what a program that dies of it is told\n\n\
         The sentence stands behind the error's own words. `{apis}` and `{host}` are the names that the\n\
         run has.\n\n| name | sentence |\n|---|---|\n",
    );
    for (path, sentence) in ABSENT {
        text.push_str(&format!("| `{path}` | {} |\n", sentence.replace('|', "\\|")));
    }
    text.push_str(&format!("| `import(...)` | {IMPORT} |\n"));
    text.push_str(&format!("| `new Function(...)` and its kin | {CODE_FROM_STRINGS} |\n"));
    text
}

#[test]
fn the_document_says_what_is_so() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/surface.md");
    let table = table();
    if std::env::var_os("SURFACE_ACCEPT").is_some() {
        std::fs::create_dir_all(path.parent().unwrap_or(&path))
            .unwrap_or_else(|e| unreachable!("{e}"));
        std::fs::write(&path, &table).unwrap_or_else(|error| unreachable!("{error}"));
    }
    let known = std::fs::read_to_string(path).unwrap_or_default();
    assert!(known == table, "docs/surface.md is out of date: run ./dev surface accept");
}
