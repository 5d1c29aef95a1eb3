//! Why a run has no value: kinds, names, one-line messages and positions.
//!
//! The one place that turns what happened inside into the contract's shapes. Kinds come from
//! engine variants and the isolate's own state, never from message text.

use std::rc::Rc;

use boa_engine::builtins::error::Error as ErrorData;
use boa_engine::error::{EngineError, RuntimeLimitError};
use boa_engine::{Context, JsError, JsNativeError, JsObject, JsValue, js_string};

use crate::boundary::{Problem, Reason, Refusal, Rejection};
use crate::event_loop::Ending;
use crate::surface::inspect::inspect;
use crate::surface::intrinsics::Intrinsics;

/// The kinds of fault. The NIF turns each into the atom of the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The guest threw.
    JsError,
    /// The program does not parse.
    SyntaxError,
    /// The program parses and is not a form that is accepted.
    InvalidCode,
    /// A host call failed and the guest did not catch it.
    HostError,
    /// A promise is pending that nothing can settle.
    Deadlock,
    /// The guest passed the recursion limit.
    StackOverflow,
    /// The engine panicked.
    EnginePanic,
    /// Globals or names from the host were refused before any code ran.
    InvalidInput,
    /// The result can't cross: circular, too deep, too large.
    ResultError,
    /// The supervisor stopped the guest.
    Stopped,
    /// Whoever waited for the run is gone.
    Cancelled,
}

/// Why a run has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What kind of end it was.
    pub kind: Kind,
    /// The guest error's own name (`TypeError`), when a guest error is what happened.
    pub name: Option<String>,
    /// One line, at most [`MAX_MESSAGE_CHARS`] characters.
    pub message: String,
    /// Where in the guest's own text, when that is known.
    pub position: Option<Position>,
}

/// A place in the program text as the guest's author numbers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in code points, from 1.
    pub column: u32,
}

/// The longest message, in characters (design, section 1).
pub const MAX_MESSAGE_CHARS: usize = 500;

/// What the caller reads when a failed host call ends the run: fixed, so that nothing a callback
/// says gets out this way.
const HOST_ERROR: &str = "a host-side error occurred while handling a call";

impl Fault {
    pub(crate) fn new(kind: Kind, message: impl AsRef<str>) -> Self {
        Self { kind, name: None, message: one_line(message.as_ref()), position: None }
    }

    /// Adds a position, to the keys and to the end of the message as far as it fits.
    pub(crate) fn at(mut self, position: Option<Position>) -> Self {
        if let Some(Position { line, column }) = position {
            self.message = one_line(&format!("{} (line {line}, column {column})", self.message));
            self.position = position;
        }
        self
    }

    /// A payload that was refused before any code ran.
    pub(crate) fn of_rejection(root: &str, rejection: &Rejection) -> Self {
        let at = rejection.path.behind(root);
        Self::new(Kind::InvalidInput, format!("{at}: {}", rejection.problem.describe()))
    }

    /// A contained panic of the engine.
    pub(crate) fn engine_panic() -> Self {
        Self::new(Kind::EnginePanic, "the JavaScript engine failed while running this program")
    }

    /// Whether the host has to encode structs in the globals and start again.
    pub(crate) fn needs_encoding(rejection: &Rejection) -> bool {
        matches!(rejection.problem, Problem::Struct(_))
    }
}

/// What is needed to read a guest's error.
pub(crate) struct Diagnosis<'a> {
    pub(crate) intrinsics: &'a Rc<Intrinsics>,
    pub(crate) is_host_error: &'a dyn Fn(&JsValue) -> bool,
    /// Columns that stand before the guest's text on its first line.
    pub(crate) first_line_offset: u32,
}

impl Diagnosis<'_> {
    /// The fault for a run that ended so.
    pub(crate) fn of_ending(&self, ending: Ending, context: &mut Context) -> Fault {
        match ending {
            Ending::Thrown(error) => self.of_error(&error, context),
            Ending::Deadlock => Fault::new(
                Kind::Deadlock,
                "the program's promise is still pending and nothing can settle it: no host call is \
                 in flight and no job is queued (a resolve() that is never called, or a \
                 `new Promise(() => {})`)",
            ),
            Ending::Stopped => Fault::new(Kind::Stopped, "the program was stopped"),
            Ending::Cancelled => Fault::new(Kind::Cancelled, "the run was cancelled"),
        }
    }

    /// The fault for a result that could not cross.
    pub(crate) fn of_refusal(&self, refusal: Refusal, context: &mut Context) -> Fault {
        match refusal.reason {
            Reason::Ended(ending) => self.of_ending(ending, context),
            reason => {
                Fault::new(Kind::ResultError, describe_refusal(&reason, &refusal.path, "result"))
            }
        }
    }

    fn of_error(&self, error: &JsError, context: &mut Context) -> Fault {
        match error.as_engine() {
            Some(EngineError::RuntimeLimit(RuntimeLimitError::LoopIteration)) => {
                return Fault::new(Kind::Stopped, "the program was stopped");
            }
            Some(EngineError::RuntimeLimit(_)) => {
                return Fault::new(
                    Kind::StackOverflow,
                    "the recursion limit was reached: a function calls itself without an end",
                )
                .at(self.position(&error.to_string()));
            }
            Some(_) => return Fault::engine_panic(),
            None => {}
        }
        match error.clone().into_opaque(context) {
            Ok(value) => self.of_thrown(&value, context),
            Err(_) => Fault::engine_panic(),
        }
    }

    fn of_thrown(&self, value: &JsValue, context: &mut Context) -> Fault {
        if (self.is_host_error)(value) {
            return Fault::new(Kind::HostError, HOST_ERROR);
        }
        let Some(error) = value.as_object().filter(|object| object.is::<ErrorData>()) else {
            return match inspect(value, self.intrinsics, context) {
                Ok(text) => Fault::new(Kind::JsError, format!("Uncaught {text}")),
                Err(error) => self.unreadable(&error),
            };
        };
        let position =
            self.position(&self.intrinsics.stack_of(&error, context).unwrap_or_default());
        match self.summary(&error, context) {
            Ok((name, message)) => {
                let text = if name == "Error" && !message.is_empty() {
                    message
                } else if message.is_empty() {
                    name.clone()
                } else {
                    format!("{name}: {message}")
                };
                let mut fault = Fault::new(Kind::JsError, text).at(position);
                fault.name = Some(one_line(&name));
                fault
            }
            Err(error) => self.unreadable(&error).at(position),
        }
    }

    /// Reading the error ran guest code, and that failed.
    fn unreadable(&self, error: &JsError) -> Fault {
        match error.as_engine() {
            Some(EngineError::RuntimeLimit(RuntimeLimitError::LoopIteration)) => {
                Fault::new(Kind::Stopped, "the program was stopped")
            }
            Some(EngineError::RuntimeLimit(_)) => {
                Fault::new(Kind::StackOverflow, "the recursion limit was reached")
            }
            _ => Fault::new(
                Kind::JsError,
                "the program threw a value whose message can't be read: reading it throws too",
            ),
        }
    }

    /// An error's name, and its message with its cause or its first inner error.
    fn summary(
        &self,
        error: &JsObject,
        context: &mut Context,
    ) -> Result<(String, String), JsError> {
        let name = text_property(error, "name", context)?.unwrap_or_else(|| "Error".to_owned());
        let mut message = text_property(error, "message", context)?.unwrap_or_default();
        if let Some(first) = self.first_inner(error, context)? {
            message = format!("{message} (first: {first})");
        }
        let cause = error.get(js_string!("cause"), context)?;
        let is_itself = cause.as_object().is_some_and(|cause| JsObject::equals(&cause, error));
        if !cause.is_undefined() && !is_itself {
            message = format!("{message} (caused by: {})", self.reason(&cause, context)?);
        }
        Ok((name, message))
    }

    fn first_inner(
        &self,
        error: &JsObject,
        context: &mut Context,
    ) -> Result<Option<String>, JsError> {
        let Some(inner) = error.get(js_string!("errors"), context)?.as_object() else {
            return Ok(None);
        };
        if !inner.is_array() {
            return Ok(None);
        }
        let first = inner.get(0, context)?;
        if first.is_undefined() { Ok(None) } else { self.reason(&first, context).map(Some) }
    }

    /// A cause or an inner error, in a few words.
    fn reason(&self, value: &JsValue, context: &mut Context) -> Result<String, JsError> {
        match value.as_object().filter(|object| object.is::<ErrorData>()) {
            Some(error) => Ok(text_property(&error, "message", context)?.unwrap_or_default()),
            None => inspect(value, self.intrinsics, context),
        }
    }

    /// The topmost frame in the guest's own text, from the stack text that the engine writes: its
    /// positions are not to be had otherwise.
    fn position(&self, stack: &str) -> Option<Position> {
        let frame = stack.lines().find_map(|line| {
            let (_, place) = line.rsplit_once(concat!("(", "program", ":"))?;
            place.strip_suffix(')')
        })?;
        let (line, column) = frame.split_once(':')?;
        self.own(Position { line: line.parse().ok()?, column: column.parse().ok()? })
    }

    /// A position in the text that the engine was given, in the guest author's numbering.
    pub(crate) fn own(&self, position: Position) -> Option<Position> {
        let Position { line, column } = position;
        let offset = if line == 1 { self.first_line_offset } else { 0 };
        Some(Position { line, column: column.saturating_sub(offset).max(1) })
    }
}

/// A property that may be text; reading it may run guest code.
fn text_property(
    object: &JsObject,
    name: &str,
    context: &mut Context,
) -> Result<Option<String>, JsError> {
    let value = object.get(js_string!(name), context)?;
    if value.is_undefined() {
        return Ok(None);
    }
    Ok(Some(value.to_string(context)?.to_std_string_lossy()))
}

/// An argument that could not cross, as the exception that the call throws.
pub(crate) fn refusal_error(refusal: Refusal, root: &str) -> JsError {
    match refusal.reason {
        Reason::Ended(Ending::Thrown(error)) => error,
        reason => {
            JsNativeError::typ().with_message(describe_refusal(&reason, &refusal.path, root)).into()
        }
    }
}

fn describe_refusal(reason: &Reason, path: &crate::boundary::Path, root: &str) -> String {
    let at = path.behind(root);
    match reason {
        Reason::Circular => {
            format!("circular structure: {at} refers back to an object that holds it")
        }
        Reason::TooDeep(bound) => format!("{at} is nested deeper than {bound} levels"),
        Reason::TooManyNodes(bound) => {
            format!("{root} too large: exceeded {bound} elements (at {at})")
        }
        Reason::TooManyBytes(bound) => {
            format!("{root} too large: exceeded {bound} bytes (at {at})")
        }
        Reason::Unwritable(words) => format!("{at} can't be converted: {words}"),
        Reason::Ended(_) => format!("{at} can't be read"),
    }
}

/// The first line that says something, cut to [`MAX_MESSAGE_CHARS`].
fn one_line(text: &str) -> String {
    let line = text.lines().map(str::trim_end).find(|line| !line.is_empty()).unwrap_or_default();
    line.chars().take(MAX_MESSAGE_CHARS).collect()
}
