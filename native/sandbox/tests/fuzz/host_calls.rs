//! However replies come, every call is settled once, with its own reply, or named at the end.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use sandbox::host_calls::{CallId, Failure, Reply, Request};
use sandbox::isolate::{Phase, Slice};
use sandbox::limits::Limits;
use serde_json::{Value, json};

use crate::check::{Checked, check, parsed};
use crate::json_text::Driver;

/// A step of the program.
#[derive(Debug, Clone)]
enum Step {
    /// Issues a call whose end is logged by handlers.
    Issue,
    /// Issues a call through an API.
    Request,
    /// Issues a call and touches it at once, which waits for its reply.
    Touch,
    /// Awaits an earlier call.
    Await(Index),
    /// Lets jobs run.
    Yield,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => Just(Step::Issue),
        2 => Just(Step::Request),
        1 => Just(Step::Touch),
        3 => any::<Index>().prop_map(Step::Await),
        1 => Just(Step::Yield),
    ]
}

/// What the host does at one wait: replies to calls that it knows, and to some that it does not.
#[derive(Debug, Clone)]
struct Move {
    replies: Vec<(Index, Answer)>,
    stray: Vec<u64>,
    /// Whether a drain is ended here.
    finish: bool,
}

#[derive(Debug, Clone)]
enum Answer {
    Value(u8),
    Raised,
    NotJson,
    /// A payload that can't be read.
    Malformed,
}

fn answer() -> impl Strategy<Value = Answer> {
    prop_oneof![
        6 => any::<u8>().prop_map(Answer::Value),
        1 => Just(Answer::Raised),
        1 => Just(Answer::NotJson),
        1 => Just(Answer::Malformed),
    ]
}

fn host_move() -> impl Strategy<Value = Move> {
    let stray = prop_oneof![Just(0), 1..30u64, Just(u64::MAX)];
    (vec((any::<Index>(), answer()), 0..4), vec(stray, 0..2), prop::bool::weighted(0.15))
        .prop_map(|(replies, stray, finish)| Move { replies, stray, finish })
}

/// The program of `steps`: each call logs one line when it is settled.
fn program(steps: &[Step], ending: &str) -> (String, Vec<String>) {
    let mut code = String::from(
        "async () => {\nconst p = [];\n\
         const ok = n => v => console.log(n, 'ok', v), no = n => e => console.log(n, e.message);\n",
    );
    let mut names = Vec::new();
    let mut awaitable = Vec::new();
    for step in steps {
        let n = names.len();
        match step {
            Step::Issue | Step::Request => {
                let (name, call) = match step {
                    Step::Issue => ("f", format!("host.f({n})")),
                    _ => ("request", format!("apis.a.request({n})")),
                };
                let _ = writeln!(code, "p[{n}] = {call}.then(ok({n}), no({n}));");
                awaitable.push(n);
                names.push(name.to_owned());
            }
            Step::Touch => {
                let _ = writeln!(
                    code,
                    "try {{ ok({n})(JSON.parse(JSON.stringify(host.f({n})))) }} catch (e) {{ no({n})(e) }}"
                );
                names.push("f".to_owned());
            }
            Step::Await(index) => {
                if !awaitable.is_empty() {
                    let _ = writeln!(code, "await p[{}];", index.get(&awaitable));
                }
            }
            Step::Yield => code.push_str("await null;\n"),
        }
    }
    code.push_str(ending);
    code.push('}');
    (code, names)
}

/// The host's side: what is known of each call.
#[derive(Default)]
struct Host {
    /// Calls that were handed out: their number in the program and the callback's name.
    known: BTreeMap<CallId, (u64, String)>,
    waiting: BTreeSet<CallId>,
    lines: Vec<String>,
}

impl Host {
    fn take(&mut self, requests: Vec<Request<String>>) -> Checked {
        for request in requests {
            let Request::Call { id, name, args } = request else {
                return Err(TestCaseError::fail("JSON holds no struct"));
            };
            let args = parsed(&args)?;
            let number = match name.as_str() {
                "f" => args.pointer("/0"),
                _ => args.pointer("/1"),
            };
            let number = number.and_then(Value::as_u64).unwrap_or(u64::MAX);
            let sent = if name == "f" { json!([number]) } else { json!(["a", number]) };
            prop_assert_eq!(&args, &sent);
            prop_assert_eq!(id, self.known.len() as CallId + 1, "ids count up");
            // Calls are issued in the program's order.
            prop_assert_eq!(number + 1, id);
            self.known.insert(id, (number, name));
            self.waiting.insert(id);
        }
        Ok(())
    }

    /// A reply to a call that waits, and the line that the program writes on it.
    fn reply(&mut self, id: CallId, answer: &Answer) -> Reply<String> {
        let (number, name) = self.known.get(&id).cloned().unwrap_or_default();
        let is_first = self.waiting.remove(&id);
        let (result, line): (Result<String, Failure>, String) = match answer {
            Answer::Value(value) => {
                let payload = json!({ "id": id, "v": [value] }).to_string();
                (Ok(payload.clone()), format!("{number} ok {payload}"))
            }
            Answer::Raised => {
                (Err(Failure::Raised(None)), format!("{number} host function failed"))
            }
            Answer::NotJson => (
                Err(Failure::NotJson("a pid".to_owned())),
                format!("{number} the return value of host.{name} is not JSON: a pid"),
            ),
            Answer::Malformed => (
                Ok("[1, {\"a\": tru}]".to_owned()),
                format!("{number} the return value of host.{name} is not JSON: reply[1].a"),
            ),
        };
        if is_first {
            self.lines.push(line);
        }
        Reply { id, result }
    }

    fn replies(&mut self, host_move: &Move) -> Vec<Reply<String>> {
        let mut replies = Vec::new();
        for (index, answer) in &host_move.replies {
            let waiting: Vec<CallId> = self.waiting.iter().copied().collect();
            if !waiting.is_empty() {
                replies.push(self.reply(*index.get(&waiting), answer));
            }
        }
        for id in &host_move.stray {
            // Unknown, or answered before: it must go nowhere.
            if !self.waiting.contains(id) {
                replies.push(self.reply(*id, &Answer::Value(255)));
            }
        }
        replies
    }
}

#[test]
fn every_call_is_settled_once_or_named() {
    let endings = prop_oneof![
        Just("await Promise.all(p); return 'end'"),
        Just("return 'end'"),
        Just("throw 'end'"),
    ];
    let case = (vec(step(), 0..14), endings, vec(host_move(), 0..12));
    check(400, case, |(steps, ending, moves)| {
        let (code, names) = program(&steps, ending);
        let deadline = Instant::now() + Duration::from_secs(20);
        let driver = Driver::start(&code, "{}", Limits::default());
        let mut host = Host::default();
        let mut moves = moves.iter();
        let outcome = loop {
            match driver.isolate.supervise(deadline) {
                Ok(Slice::Waiting { requests, phase, .. }) => {
                    host.take(requests)?;
                    prop_assert!(!host.waiting.is_empty(), "it waits for nothing");
                    let Some(host_move) = moves.next() else {
                        let waiting: Vec<CallId> = host.waiting.iter().copied().rev().collect();
                        let replies =
                            waiting.iter().map(|id| host.reply(*id, &Answer::Value(7))).collect();
                        driver.isolate.resume(replies);
                        continue;
                    };
                    if phase == Phase::Draining && host_move.finish {
                        driver.isolate.finish();
                    } else {
                        let replies = host.replies(host_move);
                        driver.isolate.resume(replies);
                    }
                }
                Ok(Slice::Done(outcome)) => break outcome,
                other => prop_assert!(false, "{other:?}"),
            }
        };
        match outcome.result {
            Ok(value) => prop_assert_eq!(value, "\"end\""),
            Err(fault) => prop_assert_eq!(fault.message, "Uncaught \"end\""),
        }
        prop_assert_eq!(host.known.len(), names.len(), "every call was handed out");
        let unfinished = host.waiting.iter().filter_map(|id| host.known.get(id));
        let mut expected = host.lines.clone();
        let mut counts = std::collections::BTreeMap::new();
        for (_, name) in unfinished {
            *counts.entry(name).or_insert(0) += 1;
        }
        expected.extend(counts.into_iter().map(|(name, count)| {
            let calls = if count == 1 { String::new() } else { format!(": {count} calls") };
            format!("host.{name}{calls} had not replied when the run ended; it was stopped")
        }));
        let mut logs = outcome.logs;
        // The words of the reader follow the path.
        for line in &mut logs {
            if let Some((before, _)) = line.split_once("reply[1].a") {
                *line = format!("{before}reply[1].a");
            }
        }
        let named = logs.iter().skip(host.lines.len());
        prop_assert!(
            named.clone().all(|line| line.ends_with("it was stopped")),
            "named last: {logs:?}"
        );
        logs.sort();
        expected.sort();
        prop_assert_eq!(logs, expected);
        Ok(())
    });
}
