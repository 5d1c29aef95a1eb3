//! The forms of code: from the text a model wrote to one function that can be called.
//!
//! | step | file |
//! |---|---|
//! | what stands around a program (BOM, fence, backticks) is taken off | `text` |
//! | the text is read as a function, as an expression, as statements | `forms` |
//! | `export default` is read, other module syntax refused | `module` |
//! | the last expression becomes the result | `last` |
//! | a text that is no JavaScript in any form is read as TypeScript | `typescript` |
//! | nothing fits: the reading that got furthest is reported | `failure` |
//!
//! An object literal alone (`{a: 1}`) is the object and not a block with a label: a text is
//! statements only when it is no expression.

mod failure;
mod forms;
mod last;
mod module;
mod text;
#[cfg(feature = "typescript")]
mod typescript;

use std::path::Path;
use std::rc::Rc;

use boa_engine::{Context, Source};

use self::failure::Failure;
use self::forms::Form;
use crate::fault::{Fault, Kind};
use crate::limits::Limits;
use crate::position::Places;

/// The name under which the program's frames appear in stack texts.
const PATH: &str = "program";

/// What the text's value is, and so how it is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Yields {
    /// A function that gives the program's function, which is to be called.
    Function,
    /// An asynchronous function that runs the program and gives its value.
    Value {
        /// Whether a value that is a function is the program's, to be called in its turn: the
        /// program ends in a function, or in the name of one.
        is_called: bool,
    },
}

/// A program that parses, as the text the engine is given.
#[derive(Debug)]
pub(crate) struct Program {
    text: String,
    yields: Yields,
    places: Rc<Places>,
}

impl Program {
    /// What stands before line and column of a frame of the program in a stack text.
    pub(crate) const FRAME: &str = "(program:";

    /// Checks `code` and wraps it.
    ///
    /// # Errors
    /// [`Kind::SyntaxError`] with the position in `code`; [`Kind::InvalidCode`] when it parses and
    /// is not a form that is accepted.
    pub(crate) fn new(code: &str, limits: &Limits, context: &mut Context) -> Result<Self, Fault> {
        if code.len() > limits.max_code_bytes {
            let text = format!(
                "the program has {} bytes of source; at most {} are accepted",
                code.len(),
                limits.max_code_bytes
            );
            return Err(Fault::new(Kind::InvalidCode, text));
        }
        let code = code.strip_prefix('\u{feff}').unwrap_or(code);
        let fenced = text::without_fence(code);
        let code = fenced.as_deref().unwrap_or(code);
        if code.trim().is_empty() {
            return Err(Failure::empty().into_fault(code));
        }
        text::check_brackets(code, limits.max_brackets)
            .map_err(|failure| failure.into_fault(code))?;
        // A text in backticks is a template too: it is one when what it holds is no program.
        let quoted = text::without_backticks(code);
        let program = quoted.and_then(|inner| read(&inner, limits, context).ok());
        let program = match program {
            Some(program) => program,
            None => read(code, limits, context).map_err(|failure| failure.into_fault(code))?,
        };
        context.insert_data(Rc::clone(&program.places));
        Ok(program)
    }

    /// The text to evaluate; its value is a function.
    pub(crate) fn source(&self) -> Source<'_, impl boa_engine::parser::source::ReadChar> {
        Source::from_bytes(self.text.as_bytes()).with_path(Path::new(PATH))
    }

    /// What that function gives.
    pub(crate) fn yields(&self) -> Yields {
        self.yields
    }

    /// Where the parts of the text come from.
    pub(crate) fn places(&self) -> &Places {
        &self.places
    }

    fn of(form: Form, mut places: Places) -> Self {
        let Form { text, track, yields } = form;
        places.put_first(track);
        Self { text, yields, places: Rc::new(places) }
    }
}

/// Reads a text as JavaScript, and as TypeScript when it is none.
fn read(code: &str, limits: &Limits, context: &mut Context) -> Result<Program, Failure> {
    match forms::read(code, context) {
        Ok(form) => Ok(Program::of(form, Places::default())),
        Err(failure) if failure.is_final => Err(failure),
        Err(failure) => without_types(code, failure, limits, context),
    }
}

#[cfg(feature = "typescript")]
fn without_types(
    code: &str,
    failure: Failure,
    limits: &Limits,
    context: &mut Context,
) -> Result<Program, Failure> {
    let erased = match typescript::erase(code) {
        Ok(erased) => erased,
        Err(other) => return Err(failure.or_further(other)),
    };
    let mut places = Places::default();
    places.put_first(erased.track);
    // A namespace A.B.C is three functions, one inside the other.
    text::check_brackets(&erased.text, limits.max_brackets)
        .map_err(|other| other.placed(&places))?;
    match forms::read(&erased.text, context) {
        Ok(form) => Ok(Program::of(form, places)),
        Err(other) => Err(failure.or_further(other.placed(&places))),
    }
}

#[cfg(not(feature = "typescript"))]
fn without_types(
    _: &str,
    failure: Failure,
    _: &Limits,
    _: &mut Context,
) -> Result<Program, Failure> {
    Err(failure)
}
