//! Values cross as JSON text, and a test drives a run slice by slice, without a BEAM.

use std::time::{Duration, Instant};

use sandbox::boundary::{
    OutOfJs, PayloadError, Problem, Reader, Rejection, Value, Wire, WriteError,
};
use sandbox::fault::{Fault, Kind};
use sandbox::host_calls::{CallId, Failure, Reply, Request};
use sandbox::isolate::{Isolate, Overrun, Phase, Slice, Start};
use sandbox::limits::Limits;
use sandbox::outcome::Outcome;
use sandbox::position::Position;
use serde::de::{self, Deserializer, Visitor};

/// Values cross as JSON text.
#[derive(Debug)]
pub(crate) struct JsonText;

/// serde_json's error; its text is all that is known of it.
#[derive(Debug)]
pub(crate) struct JsonError(serde_json::Error);

impl std::fmt::Display for JsonError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for JsonError {}

impl de::Error for JsonError {
    fn custom<T: std::fmt::Display>(words: T) -> Self {
        Self(de::Error::custom(words))
    }
}

impl PayloadError for JsonError {
    fn problem(&self) -> Option<Problem> {
        None
    }
}

/// serde_json's deserializer under the error type above.
struct Text<'a>(&'a str);

impl<'de> Deserializer<'de> for Text<'de> {
    type Error = JsonError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        serde_json::Deserializer::from_str(self.0).deserialize_any(visitor).map_err(JsonError)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

impl Wire for JsonText {
    type In = String;
    type Out = String;

    fn read(input: String, reader: Reader<'_>) -> Result<Value, Rejection> {
        reader.value(Text(&input))
    }

    fn write(value: &OutOfJs<'_, '_>) -> Result<String, WriteError> {
        serde_json::to_string(value).map_err(|error| WriteError(error.to_string()))
    }
}

/// A run that a test drives.
pub(crate) struct Driver {
    pub(crate) isolate: Isolate<JsonText>,
    deadline: Instant,
}

/// What a slice ended in, in the form a test asks for.
pub(crate) type Ended = Result<Slice<String>, Overrun>;

impl Driver {
    /// Starts `code` with `globals` (JSON text), one callback `f`, one API `a`.
    pub(crate) fn start(code: &str, globals: &str, limits: Limits) -> Self {
        let isolate = Isolate::start(Start {
            code: code.to_owned(),
            globals: globals.to_owned(),
            callbacks: vec!["f".to_owned(), "request".to_owned()],
            api_names: vec!["a".to_owned()],
            limits,
        });
        let isolate = isolate.unwrap_or_else(|error| unreachable!("no thread: {error}"));
        Self { isolate, deadline: Instant::now() + Duration::from_secs(20) }
    }

    pub(crate) fn supervise(&self) -> Ended {
        self.isolate.supervise(self.deadline)
    }

    /// The calls of a waiting slice: id, callback, arguments.
    pub(crate) fn calls(&self) -> Vec<(CallId, String, String)> {
        match self.supervise() {
            Ok(Slice::Waiting { requests, .. }) => requests
                .into_iter()
                .filter_map(|request| match request {
                    Request::Call { id, name, args } => Some((id, name, args)),
                    Request::Encode { .. } => None,
                })
                .collect(),
            other => unreachable!("not waiting: {other:?}"),
        }
    }

    pub(crate) fn reply(&self, id: CallId, json: &str) {
        self.isolate.resume(vec![Reply { id, result: Ok(json.to_owned()) }]);
    }

    pub(crate) fn fail(&self, id: CallId) {
        self.isolate.resume(vec![Reply { id, result: Err(Failure::Raised(None)) }]);
    }

    pub(crate) fn outcome(&self) -> Outcome<String> {
        match self.supervise() {
            Ok(Slice::Done(outcome)) => outcome,
            other => unreachable!("not done: {other:?}"),
        }
    }
}

/// Runs `code` to its end; every call is answered with its own arguments.
pub(crate) fn run_with(code: &str, globals: &str, limits: Limits) -> Outcome<String> {
    let driver = Driver::start(code, globals, limits);
    loop {
        match driver.supervise() {
            Ok(Slice::Waiting { requests, phase: Phase::Running | Phase::Draining, sleep }) => {
                if let (true, Some(sleep)) = (requests.is_empty(), sleep) {
                    std::thread::sleep(sleep);
                }
                let replies = requests
                    .into_iter()
                    .filter_map(|request| match request {
                        Request::Call { id, args, .. } => Some(Reply { id, result: Ok(args) }),
                        Request::Encode { .. } => None,
                    })
                    .collect();
                driver.isolate.resume(replies);
            }
            Ok(Slice::Done(outcome)) => return outcome,
            other => unreachable!("{other:?}"),
        }
    }
}

/// The JSON text of the value of `code`, or its fault.
pub(crate) fn value(code: &str) -> Result<String, Fault> {
    run_with(code, "{}", Limits::default()).result
}

/// The fault that a program ends in.
pub(crate) fn fault(code: &str) -> Fault {
    match value(code) {
        Ok(value) => unreachable!("{code}: a value: {value}"),
        Err(fault) => fault,
    }
}

/// Each program ends in a fault of that kind, at that line and column.
pub(crate) fn assert_placed(kind: Kind, rows: &[(&str, (u32, u32))]) {
    for &(code, (line, column)) in rows {
        let fault = fault(code);
        assert_eq!(fault.kind, kind, "{code}: {fault:?}");
        assert_eq!(fault.position, Some(Position { line, column }), "{code}: {fault:?}");
        if kind == Kind::SyntaxError {
            assert!(fault.message.starts_with("SyntaxError: "), "{fault:?}");
        }
    }
}
