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
use crate::host_calls::{HostError, HostErrorKind};
use crate::limits::Limits;
use crate::position::Position;
use crate::program::Program;
use crate::reach::{Died, explain};
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
    /// The guest passed its memory limit.
    MemoryLimit,
    /// The engine panicked.
    EnginePanic,
    /// The system or the quarantine gave no room for the run.
    Unavailable,
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
    /// What the host's log should have and the guest's author should not: an engine panic's words.
    pub detail: Option<String>,
}

/// The longest message, in characters (design, section 1).
pub const MAX_MESSAGE_CHARS: usize = 500;

/// What the caller reads when a failed host call ends the run: fixed, so that nothing a callback
/// says gets out this way.
const HOST_ERROR: &str = "a host-side error occurred while handling a call";

impl Fault {
    pub(crate) fn new(kind: Kind, message: impl AsRef<str>) -> Self {
        Self { kind, name: None, message: one_line(message.as_ref()), position: None, detail: None }
    }

    /// The same fault, allocated anew.
    pub(crate) fn copied(self) -> Self {
        let name = self.name.as_deref().map(str::to_owned);
        let detail = self.detail.as_deref().map(str::to_owned);
        Self { message: self.message.as_str().to_owned(), name, detail, ..self }
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

    /// The guest passed its memory limit.
    pub(crate) fn memory_limit(limits: &Limits) -> Self {
        let bytes = limits.memory_limit;
        Self::new(Kind::MemoryLimit, format!("the memory limit of {bytes} bytes was reached"))
    }

    /// The guest passed the recursion limit.
    pub(crate) fn recursion() -> Self {
        Self::new(
            Kind::StackOverflow,
            "the recursion limit was reached: a function calls itself without an end",
        )
    }

    /// The engine's own recursion ran out of stack.
    pub(crate) fn native_stack() -> Self {
        Self::new(
            Kind::StackOverflow,
            "the stack was used up: the data or the code is nested too deep for a recursion",
        )
    }

    /// There is no room for one more isolate thread.
    pub(crate) fn too_many_isolates() -> Self {
        Self::new(Kind::Unavailable, "too many isolates are alive")
    }

    /// A contained panic of the engine.
    pub(crate) fn engine_panic(detail: impl Into<String>) -> Self {
        let text = "the JavaScript engine failed while running this program";
        Self { detail: Some(detail.into()), ..Self::new(Kind::EnginePanic, text) }
    }

    /// Whether the host has to encode structs in the globals and start again.
    pub(crate) fn needs_encoding(rejection: &Rejection) -> bool {
        matches!(rejection.problem, Problem::Struct(_))
    }
}

/// What is needed to read a guest's error.
pub(crate) struct Diagnosis<'a> {
    pub(crate) intrinsics: &'a Rc<Intrinsics>,
    pub(crate) program: &'a Program,
    pub(crate) limits: &'a Limits,
    /// Whether a thrown value is the error of a failed call, and of which kind.
    pub(crate) host_error: &'a dyn Fn(&JsValue) -> Option<HostError>,
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
            Ending::Recursed => Fault::recursion(),
            Ending::Exhausted => Fault::memory_limit(self.limits),
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
                return Fault::recursion().at(Position::of_stack(&error.to_string(), context));
            }
            Some(other) => return Fault::engine_panic(other.to_string()),
            None => {}
        }
        match error.clone().into_opaque(context) {
            Ok(value) => self.of_thrown(&value, context),
            Err(error) => Fault::engine_panic(error.to_string()),
        }
    }

    fn of_thrown(&self, value: &JsValue, context: &mut Context) -> Fault {
        if let Some(HostError { kind, position }) = (self.host_error)(value) {
            let text = match kind {
                HostErrorKind::Raised => HOST_ERROR.to_owned(),
                HostErrorKind::Told(text) => text,
            };
            // The message is fixed: the position is in the keys only.
            return Fault { position, ..Fault::new(Kind::HostError, text) };
        }
        let Some(error) = value.as_object().filter(|object| object.is::<ErrorData>()) else {
            return match inspect(value, self.intrinsics, context) {
                Ok(text) => Fault::new(Kind::JsError, format!("Uncaught {text}")),
                Err(error) => self.unreadable(&error),
            };
        };
        let stack = self.intrinsics.stack_of(&error, context).unwrap_or_default();
        let mut position = Position::of_stack(&stack, context);
        match self.summary(&error, context) {
            Ok((name, message)) => {
                let mut reached = None;
                if name == "ReferenceError"
                    && let Some(variable) = message.strip_suffix(NOT_DEFINED)
                {
                    position =
                        Position::of_name(self.program, variable, position, context).or(position);
                    reached = explain(&Died::OfName(variable, position), self.program, context);
                } else if name == "TypeError"
                    && let Some(place) = position
                {
                    reached = explain(&Died::At(place), self.program, context);
                    position = reached.as_ref().map(|reached| reached.position).or(position);
                }
                let mut text = if name == "Error" && !message.is_empty() {
                    message
                } else if message.is_empty() {
                    name.clone()
                } else {
                    format!("{name}: {message}")
                };
                if let Some(reached) = reached {
                    text = format!("{text}; {}", reached.sentence);
                }
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
            Some(EngineError::RuntimeLimit(_)) => Fault::recursion(),
            _ => Fault::new(
                Kind::JsError,
                "the program threw a value whose message can't be read: reading it throws too",
            ),
        }
    }

    /// An error's name, and its message with its first inner error and its causes.
    fn summary(
        &self,
        error: &JsObject,
        context: &mut Context,
    ) -> Result<(String, String), JsError> {
        // A name that can't be read is no reason to lose the message.
        let name = match text_property(error, "name", context) {
            Ok(name) => name.unwrap_or_else(|| "Error".to_owned()),
            Err(error) if error.as_engine().is_some() => return Err(error),
            Err(_) => "Error".to_owned(),
        };
        let mut message = text_property(error, "message", context)?.unwrap_or_default();
        if let Some(first) = self.first_inner(error, context)? {
            message = format!("{message} (first: {first})");
        }
        let mut closing = 0;
        let mut chain = vec![error.clone()];
        while closing < MAX_CAUSES
            && let Some(last) = chain.last()
        {
            let cause = last.get(js_string!("cause"), context)?;
            if cause.is_undefined() {
                break;
            }
            let Some(inner) = cause.as_object().filter(|cause| cause.is::<ErrorData>()) else {
                let text = inspect(&cause, self.intrinsics, context)?;
                message = format!("{message} (caused by: {text}");
                closing += 1;
                break;
            };
            if chain.iter().any(|known| JsObject::equals(known, &inner)) {
                break;
            }
            let text = text_property(&inner, "message", context)?.unwrap_or_default();
            message = format!("{message} (caused by: {text}");
            closing += 1;
            chain.push(inner);
        }
        message.extend(std::iter::repeat_n(')', closing));
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
        match first.as_object().filter(|object| object.is::<ErrorData>()) {
            Some(error) => text_property(&error, "message", context),
            None if first.is_undefined() => Ok(None),
            None => inspect(&first, self.intrinsics, context).map(Some),
        }
    }
}

/// Causes that are followed; a chain may be endless.
const MAX_CAUSES: usize = 5;

/// How the engine ends the message of a `ReferenceError` for an unknown variable. Read to find
/// the variable's place, never to tell one kind of error from another.
const NOT_DEFINED: &str = " is not defined";

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
    let is_break =
        |c| matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}' | '\u{85}' | '\u{b}' | '\u{c}');
    let line = text.split(is_break).map(str::trim_end).find(|line| !line.is_empty());
    let line = line.unwrap_or_default();
    line.chars().take(MAX_MESSAGE_CHARS).collect()
}
