//! Whatever text is given as a program, the run ends in an outcome and the next one answers.

use std::fs;
use std::sync::LazyLock;
use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use sandbox::fault::Kind;
use sandbox::limits::Limits;

use crate::check::{Checked, End, check, run, still_answers};

/// More than any text of the accepted size takes to parse, on a busy machine.
const TIME: Duration = Duration::from_secs(20);
/// For programs that may hold an endless loop.
const SHORT: Duration = Duration::from_millis(700);

const TOKENS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    ",",
    ".",
    "...",
    "?.",
    "?",
    ":",
    "=>",
    "=",
    "==",
    "===",
    "!=",
    "!",
    "~",
    "+",
    "++",
    "-",
    "--",
    "*",
    "**",
    "/",
    "%",
    "&",
    "&&",
    "|",
    "||",
    "??",
    "??=",
    "^",
    "<",
    "<<",
    ">",
    ">>",
    ">>>",
    ">>>=",
    "@",
    "#",
    "#a",
    "\\",
    "`",
    "${",
    "`${",
    "}`",
    "'",
    "\"",
    "//",
    "/*",
    "*/",
    "<!--",
    "-->",
    "/a",
    "/[",
    "/(?:",
    "/(?<",
    "/gu",
    "\n",
    "\r",
    "\r\n",
    "\u{2028}",
    "\0",
    "\u{feff}",
    "\u{a0}",
    "\u{200d}",
    "é",
    "𝒳",
    "😀",
    "\\u0061",
    "\\u{61}",
    "\\u{110000}",
    "\\x",
    "a",
    "b",
    "x1",
    "_",
    "$",
    "0",
    "1",
    "08",
    "0x",
    "0xg",
    "1n",
    "1.5",
    ".5",
    "1e",
    "1e999",
    "1_0",
    "1__0",
    "'a'",
    "\"b\"",
    "'\\u{d800}'",
    "'\\",
    "async",
    "await",
    "function",
    "function*",
    "class",
    "extends",
    "super",
    "static",
    "get",
    "set",
    "constructor",
    "return",
    "yield",
    "let",
    "const",
    "var",
    "new",
    "new.target",
    "import",
    "import.meta",
    "export",
    "typeof",
    "void",
    "delete",
    "in",
    "of",
    "instanceof",
    "this",
    "null",
    "true",
    "if",
    "else",
    "for",
    "while",
    "do",
    "switch",
];

/// Texts that hold most of the language, besides the realistic programs.
const SYNTAX: &[&str] = &[
    "async () => { const {a, b: [c = 1, ...d], ...e} = {a: 1, b: [2]}; return {a, c, d, e} }",
    "async () => { class A { static #n = 0; #m() { return A.#n++ } get x() { return this.#m() } \
     static { A.y = 1 } *[Symbol.iterator]() { yield* [1, 2] } } return [...new A(), new A().x] }",
    "async () => { const t = (s, ...v) => s.raw.join('|') + v; return t`a${1}\\n${`b${2}`}c` }",
    "async () => { a: for (const i of [1, 2]) { for (const j in {x: 1}) { if (i > 1) break a; \
     else continue a } } switch (2) { case 1: return 1; default: return 2 } }",
    "async () => { try { null?.x.y[0]?.(); throw 1n ** 2n } catch { return /(?<y>\\d{4})-[^\\]/]/u\
     .exec('2024-x')?.groups.y ?? 0x1F + 0b11 + 1_000 } finally { void 0, typeof null } }",
    "async function f(x = () => ({async *g() { yield await 1 }}), ...r) {\n  // one\n  /* two\n */\
     for await (const v of x().g()) return v; do r.pop(); while (r.length); var y\n return new.target }",
];

/// The realistic programs, and those above.
static CORPUS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../test/cases/programs");
    let mut paths: Vec<_> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut texts: Vec<String> =
        paths.iter().filter_map(|path| fs::read_to_string(path).ok()).collect();
    assert!(!texts.is_empty(), "no programs in {folder}");
    texts.extend(SYNTAX.iter().map(|text| (*text).to_owned()));
    texts
});

/// An outcome in time; a program that loops may be stopped, the same text unexecuted may not.
fn ends(code: &str, time: Duration) -> Checked {
    if ends_or_is_stopped(code, time)? {
        let unexecuted = format!("async () => {{ return 1; (\n{code}\n) }}");
        let ran = run(&unexecuted, "{}", Limits::default(), TIME)?;
        prop_assert!(!matches!(ran.end, End::Overrun), "the parser does not end");
    }
    Ok(())
}

/// An outcome, or an end at the deadline (then true); and the next run answers.
fn ends_or_is_stopped(code: &str, time: Duration) -> Result<bool, TestCaseError> {
    let ran = run(code, "{}", Limits::default(), time)?;
    if let End::Fault(fault) = &ran.end {
        prop_assert!(
            !matches!(fault.kind, Kind::EnginePanic | Kind::Stopped | Kind::Cancelled),
            "{fault:?}"
        );
    }
    still_answers()?;
    Ok(matches!(ran.end, End::Overrun))
}

#[test]
fn any_tokens_end() {
    let soup = vec(select(TOKENS), 0..120);
    let separator = select(vec!["", " ", "\n"]);
    let frame = select(vec![("", ""), ("async () => {", "}"), ("async () => ", ""), ("", "=>{}")]);
    check(500, (soup, separator, frame), |(soup, separator, (before, behind))| {
        ends(&format!("{before}{}{behind}", soup.join(separator)), SHORT)
    });
}

#[test]
fn any_text_ends() {
    check(100, "\\PC{0,200}", |text| ends(&text, SHORT));
}

#[test]
fn truncated_programs_end() {
    let text = select(CORPUS.as_slice());
    check(80, (text, any::<Index>(), any::<Index>()), |(text, start, end)| {
        let chars: Vec<char> = text.chars().collect();
        let start = start.index(chars.len());
        let length = end.index(chars.len() - start + 1);
        ends(&chars.iter().take(start + length).collect::<String>(), SHORT)?;
        ends(&chars.iter().skip(start).take(length).collect::<String>(), SHORT)
    });
}

/// What is done to a program's characters at a place.
#[derive(Debug, Clone)]
enum Edit {
    Remove(usize),
    Insert(&'static str),
    Double(usize),
    Swap,
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        2 => (1..40usize).prop_map(Edit::Remove),
        4 => select(TOKENS).prop_map(Edit::Insert),
        1 => (1..80usize).prop_map(Edit::Double),
        1 => Just(Edit::Swap),
    ]
}

fn edited(mut chars: Vec<char>, edits: &[(Index, Edit)]) -> String {
    for (place, edit) in edits {
        let at = place.index(chars.len() + 1);
        match edit {
            Edit::Remove(count) => drop(chars.drain(at..(at + count).min(chars.len()))),
            Edit::Insert(token) => drop(chars.splice(at..at, token.chars())),
            Edit::Double(count) => {
                let copy: Vec<char> = chars.iter().skip(at).take(*count).copied().collect();
                drop(chars.splice(at..at, copy));
            }
            Edit::Swap if at + 1 < chars.len() => chars.swap(at, at + 1),
            Edit::Swap => {}
        }
    }
    chars.into_iter().collect()
}

#[test]
fn mutated_programs_end() {
    let edits = vec((any::<Index>(), edit()), 1..6);
    check(250, (select(CORPUS.as_slice()), edits), |(text, edits)| {
        ends(&edited(text.chars().collect(), &edits), SHORT)
    });
}

/// One way to nest: `before` times n, `core`, `behind` times n; and how many of the brackets that
/// are counted stay open per level.
type Nest = (&'static str, &'static str, &'static str, usize);

/// With brackets: the bound on them comes first.
const BRACKETS: &[Nest] = &[
    ("(", "1", ")", 1),
    ("[", "1", "]", 1),
    ("{", "", "}", 1),
    ("({a:", "1", "})", 2),
    ("[...", "[]", "]", 1),
    ("a[", "0", "]", 1),
    ("a(", "0", ")", 1),
    ("new A(", "0", ")", 1),
    ("`${", "1", "}`", 1),
    ("t`${", "1", "}`", 1),
    ("()=>{", "", "}", 1),
    ("()=>(", "1", ")", 1),
    ("async()=>{", "", "}", 1),
    ("(a=", "1", ")=>1", 1),
    ("function(){", "", "}", 1),
    ("(function*(){", "", "})", 2),
    ("(class{m(){", "", "}})", 3),
    ("(class{[", "1", "]=1})", 3),
    ("(class{static{", "", "}})", 3),
    ("({get a(){", "", "}})", 3),
    ("({[", "1", "]:1})", 3),
    ("if(1){", "", "}", 1),
    ("for(;0;){", "", "}", 1),
    ("try{", "", "}finally{}", 1),
];

/// Without, or with brackets that are closed again: only the size of the text bounds these.
const OPEN_ENDED: &[Nest] = &[
    ("!", "1", "", 0),
    ("- ", "1", "", 0),
    ("typeof ", "1", "", 0),
    ("await ", "1", "", 0),
    ("new ", "A", "", 0),
    ("a=>", "1", "", 0),
    ("async a=>", "1", "", 0),
    ("a=", "1", "", 0),
    ("a??=", "1", "", 0),
    ("1?", "1", ":1", 0),
    ("1?1:", "1", "", 0),
    ("1**", "1", "", 0),
    ("1+", "1", "", 0),
    ("1,", "1", "", 0),
    ("a&&", "1", "", 0),
    ("a??", "1", "", 0),
    ("a in ", "{}", "", 0),
    ("", "a", ".a", 0),
    ("", "a", "?.a", 0),
    ("", "a", "[0]", 0),
    ("", "a", "()", 0),
    ("", "a", "``", 0),
    ("'a'+", "''", "", 0),
    ("if(1)", ";", "", 0),
    ("if(1);else ", ";", "", 0),
    ("while(0)", ";", "", 0),
    ("for(;0;)", ";", "", 0),
    ("do ", ";", " while(0);", 0),
    ("a:", ";", "", 0),
    ("x=class extends ", "null{}", "{}", 0),
    ("(')',", "1", ")", 0),
    ("[']',", "1", "]", 0),
    ("()=>{'}';", "", "}", 0),
    ("var a;", "", "", 0),
];

fn nested((before, core, behind, _): Nest, depth: usize) -> String {
    format!("{}{core}{}", before.repeat(depth), behind.repeat(depth))
}

/// In a body that is executed, or in one that is only compiled.
fn framed(text: &str, is_called: bool) -> String {
    if is_called {
        format!("async () => {{ {text} }}")
    } else {
        format!("() => () => {{ {text} }}")
    }
}

#[test]
fn nests_around_the_bound_on_brackets_end() {
    let bound = Limits::default().max_brackets;
    let shift = prop_oneof![3 => -3..=3isize, 1 => -400..0isize, 1 => 0..2_000isize];
    check(50, (select(BRACKETS), shift, any::<bool>()), |(nest, shift, is_called)| {
        let depth = (bound / nest.3.max(1)).saturating_add_signed(shift);
        ends(&framed(&nested(nest, depth), is_called), TIME)
    });
}

/// The parser's time is quadratic in some of these, so it may have to be stopped.
#[test]
fn nests_that_only_the_size_bounds_end() {
    let bound = Limits::default().max_code_bytes;
    let depth = prop_oneof![6 => 1..1_500usize, 2 => 1..10_000usize, 1 => Just(bound)];
    check(60, (select(OPEN_ENDED), depth, any::<bool>()), |(nest, depth, is_called)| {
        let room = (bound - 40) / (nest.0.len() + nest.2.len());
        let text = framed(&nested(nest, depth.min(room)), is_called);
        ends_or_is_stopped(&text, Duration::from_secs(1)).map(drop)
    });
}

#[test]
fn mixed_nests_end() {
    let all: Vec<Nest> = BRACKETS.iter().chain(OPEN_ENDED).copied().collect();
    let levels = vec((select(all), 1..60usize), 1..16);
    check(60, (levels, any::<bool>()), |(levels, is_called)| {
        let mut text = String::from("1");
        for ((before, _, behind, _), depth) in levels {
            text = format!("{}{text}{}", before.repeat(depth), behind.repeat(depth));
        }
        ends(&framed(&text, is_called), TIME)
    });
}
