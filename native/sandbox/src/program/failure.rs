//! Why a text is no program: the parse error of the reading that got furthest, in the author's
//! own numbering, or why it is refused.

use boa_engine::parser::{Error as ParseError, lexer};

use super::text;
use crate::fault::{Fault, Kind};
#[cfg(feature = "typescript")]
use crate::position::Places;
use crate::position::Position;
use crate::surface::absent::IMPORT;

/// What is said of an export that is no default.
const NOTHING_TO_EXPORT: &str = "there is nobody to export to here: write one async arrow \
     function, or export default in front of it, and return the result";

/// A reading that gave no program.
#[derive(Debug)]
pub(super) struct Failure {
    kind: Kind,
    message: String,
    position: Option<Position>,
    /// How far the reading got; an error that is seen only when all is read is beyond every place.
    reach: Position,
    /// Whether the text was understood and is refused, so that no other reading is tried.
    pub(super) is_final: bool,
}

/// Further than any place.
const ALL: Position = Position { line: u32::MAX, column: u32::MAX };

impl Failure {
    /// There is nothing to run.
    pub(super) fn empty() -> Self {
        Self::refused("the program is empty; expected an async arrow function", None)
    }

    /// Syntax that is refused whatever stands around it.
    pub(super) fn refused(message: impl Into<String>, position: Option<Position>) -> Self {
        let kind = Kind::SyntaxError;
        Self { kind, message: message.into(), position, reach: ALL, is_final: true }
    }

    /// An `import`, static or dynamic.
    pub(super) fn import(position: Option<Position>) -> Self {
        Self::refused(IMPORT, position)
    }

    /// An `export` that is no default.
    pub(super) fn export(position: Option<Position>) -> Self {
        Self::refused(NOTHING_TO_EXPORT, position)
    }

    /// A text that parses and is not a program.
    pub(super) fn no_form(why: &str, code: &str) -> Self {
        let (_, first) = text::first_line(code);
        let message = format!(
            "expected one async arrow function such as async () => {{ … }}, got{why}: {first}"
        );
        let kind = Kind::InvalidCode;
        Self { kind, message, position: None, reach: ALL, is_final: true }
    }

    /// A syntax error of the TypeScript reading.
    #[cfg(feature = "typescript")]
    pub(super) fn of_types(message: String, position: Option<Position>) -> Self {
        let reach = position.unwrap_or(Position { line: 1, column: 1 });
        Self { kind: Kind::SyntaxError, message, position, reach, is_final: false }
    }

    /// A parse error of `code` behind `before` on its first line.
    pub(super) fn of_parse(error: &ParseError, before: &str, code: &str) -> Self {
        let (message, place) = message_of(error);
        let in_front = u32::try_from(before.len()).unwrap_or(u32::MAX);
        let new = |message, position, reach| {
            let kind = Kind::SyntaxError;
            Self { kind, message, position, reach, is_final: false }
        };
        match place {
            // An early error: the engine gives it the place of the whole, which is the wrapper's.
            Some((1, column)) if column <= in_front => new(message, None, ALL),
            None => new(message, None, ALL),
            Some((line, column)) => {
                let end = text::end_of(code);
                if line > end.line {
                    let message = "unexpected end of the program: a bracket, a string or a \
                         comment is not closed";
                    return new(message.to_owned(), Some(end), end);
                }
                let column = if line == 1 { column - in_front } else { column };
                let position = Position { line, column };
                new(message, Some(position), position)
            }
        }
    }

    /// A text that may still be something else: the next reading says more of it.
    pub(super) fn or_other_reading(self) -> Self {
        Self { reach: Position { line: 0, column: 0 }, is_final: false, ..self }
    }

    /// The one of two that got further, this one if neither did.
    pub(super) fn or_further(self, other: Self) -> Self {
        if other.is_final || other.reach > self.reach { other } else { self }
    }

    /// The same for a text that was made from another.
    #[cfg(feature = "typescript")]
    pub(super) fn placed(self, places: &Places) -> Self {
        let place = |position: Position| {
            if position == ALL { ALL } else { places.own(position.line, position.column) }
        };
        Self { position: self.position.map(place), reach: place(self.reach), ..self }
    }

    /// The fault that the author of `code` reads.
    pub(super) fn into_fault(self, code: &str) -> Fault {
        let this = if self.is_final { self } else { self.of_module_syntax(code) };
        let Self { kind, mut message, position, is_final, .. } = this;
        if kind != Kind::SyntaxError {
            return Fault::new(kind, message);
        }
        if let Some(position) = position.filter(|_| !is_final) {
            let (first, start) = text::first_line(code);
            if position.line == first && !looks_like_code(&start) {
                message.push_str("; expected an async arrow function such as async () => { … }");
            }
            message = format!("{message}, in: {}", text::line_of(code, position.line));
        }
        let mut fault = Fault::new(kind, format!("SyntaxError: {message}")).at(position);
        fault.name = Some("SyntaxError".to_owned());
        fault
    }

    /// What is said when the reading stopped at `import` or `export`.
    fn of_module_syntax(self, code: &str) -> Self {
        let offset = self.position.and_then(|position| text::offset_of(code, position));
        match offset.and_then(|offset| text::word_near(code, offset)) {
            Some("import") => Self::import(self.position),
            Some("export") => Self::export(self.position),
            _ => self,
        }
    }
}

/// Whether a line begins as programs begin, so that what is wrong is a detail.
fn looks_like_code(line: &str) -> bool {
    const BEGINNINGS: [&str; 18] = [
        "async",
        "function",
        "const",
        "let",
        "var",
        "return",
        "await",
        "if",
        "for",
        "try",
        "while",
        "throw",
        "new",
        "class",
        "export",
        "type",
        "interface",
        "enum",
    ];
    let word = line.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    BEGINNINGS.contains(&word) || line.starts_with(['(', '{', '[', '/', '"', '\'', '`'])
}

/// The engine's words and the place in the text that it was given.
fn message_of(error: &ParseError) -> (String, Option<(u32, u32)>) {
    match error {
        ParseError::Expected { expected, found, span, .. } => {
            let start = span.start();
            (
                format!("expected {}, got '{found}'", alternatives(expected)),
                Some((start.line_number(), start.column_number())),
            )
        }
        ParseError::Unexpected { found, message, span } => {
            let start = span.start();
            (
                format!("unexpected token '{found}', {message}"),
                Some((start.line_number(), start.column_number())),
            )
        }
        ParseError::General { message, position } => {
            (message.to_string(), Some((position.line_number(), position.column_number())))
        }
        ParseError::Lex { err: lexer::Error::Syntax(message, position) } => {
            (message.to_string(), Some((position.line_number(), position.column_number())))
        }
        ParseError::Lex { err } => (err.to_string(), None),
        ParseError::ScopeAnalysis { err } => ((*err).to_owned(), None),
        ParseError::AbruptEnd => ("unexpected end of the program".to_owned(), Some((u32::MAX, 1))),
    }
}

fn alternatives(expected: &[String]) -> String {
    match expected {
        [one] => format!("'{one}'"),
        many => {
            let quoted: Vec<_> = many.iter().map(|token| format!("'{token}'")).collect();
            format!("one of {}", quoted.join(", "))
        }
    }
}
