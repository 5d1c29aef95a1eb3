//! What both benchmarks share: a median over alternating rounds, and runs without a BEAM.

use std::time::{Duration, Instant};

use sandbox::boundary::{OutOfJs, Reader, Rejection, Value, Wire, WriteError};
use sandbox::host_calls::{Reply, Request};
use sandbox::isolate::{Isolate, Slice, Start};
use sandbox::limits::Limits;
use serde::de::{self, Deserializer, Visitor};

/// Values cross as JSON text, as in the tests.
#[allow(dead_code, reason = "the tests use all of it")]
#[path = "../../tests/sandbox/json_text.rs"]
mod json_text;

/// Rounds of all cases; each gives every case one sample.
const ROUNDS: usize = 25;

/// In as a tree that is built already, which costs about what a BEAM term does; out as text.
pub(crate) struct Tree;

impl Wire for Tree {
    type In = serde_json::Value;
    type Out = String;

    fn read(input: serde_json::Value, reader: Reader<'_>) -> Result<Value, Rejection> {
        reader.value(Built(input))
    }

    fn write(value: &OutOfJs<'_, '_>) -> Result<String, WriteError> {
        json_text::JsonText::write(value)
    }
}

/// serde_json's own deserializer under the tests' error type.
struct Built(serde_json::Value);

impl<'de> Deserializer<'de> for Built {
    type Error = json_text::JsonError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        self.0.deserialize_any(visitor).map_err(de::Error::custom)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

/// A case: its name, and one sample of it.
pub(crate) struct Case<'a> {
    pub(crate) name: String,
    pub(crate) sample: Box<dyn FnMut() -> Duration + 'a>,
}

impl<'a> Case<'a> {
    pub(crate) fn new(name: &str, sample: impl FnMut() -> Duration + 'a) -> Self {
        Self { name: name.to_owned(), sample: Box::new(sample) }
    }
}

/// Takes the samples of all cases in turns and prints medians; the first case is what the others
/// are shown against.
pub(crate) fn compare(title: &str, cases: Vec<Case<'_>>) {
    let mut cases: Vec<_> = cases.into_iter().map(|case| (case, Vec::new())).collect();
    for round in 0..=ROUNDS {
        for (case, samples) in &mut cases {
            let taken = (case.sample)();
            // The first round fills caches.
            if round > 0 {
                samples.push(taken);
            }
        }
    }
    println!("\n{title}\n{:>10} {:>10}", "median ms", "above");
    let mut base = None;
    for (case, samples) in &mut cases {
        samples.sort_unstable();
        let median = samples.get(samples.len() / 2).map_or(0.0, |time| time.as_secs_f64() * 1e3);
        let base = *base.get_or_insert(median);
        println!("{median:>10.3} {:>10.3}  {}", median - base, case.name);
    }
}

/// Runs a program to its answer; every call gets `null`.
pub(crate) fn run(code: &str, globals: serde_json::Value) -> Duration {
    let start = Start {
        code: code.to_owned(),
        globals,
        callbacks: vec!["f".to_owned()],
        api_names: Vec::new(),
        limits: Limits::default(),
    };
    let begin = Instant::now();
    let isolate = Isolate::<Tree>::start(start);
    let isolate = isolate.unwrap_or_else(|error| unreachable!("no thread: {error}"));
    loop {
        match isolate.supervise(begin + Duration::from_secs(60)) {
            Ok(Slice::Waiting { requests, .. }) => isolate.resume(answers(requests)),
            Ok(Slice::Done(outcome)) => {
                let time = begin.elapsed();
                assert!(outcome.result.is_ok(), "{:?}", outcome.result.err());
                return time;
            }
            other => unreachable!("{other:?}"),
        }
    }
}

fn answers(requests: Vec<Request<String>>) -> Vec<Reply<serde_json::Value>> {
    let calls = requests.into_iter().filter_map(|request| match request {
        Request::Call { id, .. } => Some(Reply { id, result: Ok(serde_json::Value::Null) }),
        Request::Encode { .. } => None,
    });
    calls.collect()
}
