//! The forms of code: from the text a model wrote to one function that can be called.
//!
//! Wrapping is checked by syntax, never trusted to text: the wrapped text is parsed and its tree
//! must be the wrapper with exactly one function in it, so a program can't close the wrapper.

use std::path::Path;

use boa_engine::ast::expression::Expression;
use boa_engine::ast::expression::operator::binary::BinaryOp;
use boa_engine::ast::scope::Scope;
use boa_engine::ast::{Statement, StatementList, StatementListItem};
use boa_engine::parser::{Error as ParseError, Parser, lexer};
use boa_engine::{Context, Source};

use crate::fault::{Fault, Kind};
use crate::limits::Limits;
use crate::position::Position;

/// The text in front of the program. The function makes `this` undefined inside arrows, as it is
/// in a module; the comma takes a line break before the program, and makes what follows an
/// expression, so that a named function is one too.
const BEFORE: &str = "(function(){return void 0,";
/// The text behind the program: on a line of its own, so that a trailing line comment ends.
const BEHIND: &str = "\n})";

/// The name under which the program's frames appear in stack texts.
const PATH: &str = "program";

/// A program that parses, as the text the engine is given.
#[derive(Debug)]
pub(crate) struct Program {
    text: String,
}

impl Program {
    /// Columns in front of the program's text on its first line.
    pub(crate) const FIRST_LINE_OFFSET: u32 = BEFORE.len() as u32;
    /// What stands before line and column of a frame of the program in a stack text.
    pub(crate) const FRAME: &str = "(program:";

    /// Checks `code` and wraps it.
    ///
    /// # Errors
    /// [`Kind::SyntaxError`] with the position in `code`; [`Kind::InvalidCode`] when it parses and
    /// is not a function.
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
        if code.trim().is_empty() {
            return Err(syntax_error(
                "the program is empty; expected an async arrow function",
                None,
            ));
        }
        check_brackets(code, limits.max_brackets)?;
        let text = format!("{BEFORE}{code}{BEHIND}");
        let mut parser = Parser::new(Source::from_bytes(text.as_bytes()));
        parser.set_strict();
        let script = parser
            .parse_script(&Scope::new_global(), context.interner_mut())
            .map_err(|error| fault_of(&error, code))?;
        if is_wrapped_function(script.statements()) {
            Ok(Self { text })
        } else {
            Err(not_a_function(code))
        }
    }

    /// The text to evaluate; its value is a function that gives the program's function.
    pub(crate) fn source(&self) -> Source<'_, impl boa_engine::parser::source::ReadChar> {
        Source::from_bytes(self.text.as_bytes()).with_path(Path::new(PATH))
    }
}

/// Counts open brackets, twice: all of them, and those outside of quotes on one line; a closing one
/// in a text must not make room for another level. A text or a comment that holds hundreds of open
/// ones and no closing ones is refused too, which no program was seen to need.
fn check_brackets(code: &str, bound: usize) -> Result<(), Fault> {
    let (mut all, mut unquoted) = (0usize, 0usize);
    let mut quote = None;
    let mut line = 1;
    for byte in code.bytes() {
        match byte {
            b'(' | b'[' | b'{' => {
                all += 1;
                unquoted += usize::from(quote.is_none());
            }
            b')' | b']' | b'}' => {
                all = all.saturating_sub(1);
                unquoted = unquoted.saturating_sub(usize::from(quote.is_none()));
            }
            b'\'' | b'"' => match quote {
                None => quote = Some(byte),
                Some(open) if open == byte => quote = None,
                Some(_) => {}
            },
            b'\n' => {
                line += 1;
                quote = None;
            }
            _ => {}
        }
        if all.max(unquoted) > bound {
            let text = format!("the code is nested deeper than {bound} brackets");
            return Err(syntax_error(&text, Some(Position { line, column: 1 })));
        }
    }
    Ok(())
}

/// Whether the tree is `(function () { return void 0, F })` with a function F and nothing else.
fn is_wrapped_function(statements: &StatementList) -> bool {
    let [StatementListItem::Statement(statement)] = statements.statements() else { return false };
    let Statement::Expression(Expression::Parenthesized(wrapper)) = statement.as_ref() else {
        return false;
    };
    let Expression::FunctionExpression(wrapper) = wrapper.expression() else { return false };
    let mut body = wrapper.body().statements().iter().filter(|item| !is_empty(item));
    let (Some(StatementListItem::Statement(statement)), None) = (body.next(), body.next()) else {
        return false;
    };
    let Statement::Return(value) = statement.as_ref() else { return false };
    match value.target() {
        Some(Expression::Binary(binary)) if binary.op() == BinaryOp::Comma => {
            // A second comma would nest to the left: the left side must be the wrapper's own.
            matches!(binary.lhs(), Expression::Unary(_)) && is_function(binary.rhs())
        }
        _ => false,
    }
}

fn is_empty(item: &StatementListItem) -> bool {
    matches!(item, StatementListItem::Statement(statement) if matches!(**statement, Statement::Empty))
}

fn is_function(expression: &Expression) -> bool {
    match expression {
        Expression::Parenthesized(inner) => is_function(inner.expression()),
        Expression::ArrowFunction(_)
        | Expression::AsyncArrowFunction(_)
        | Expression::FunctionExpression(_)
        | Expression::AsyncFunctionExpression(_)
        | Expression::GeneratorExpression(_)
        | Expression::AsyncGeneratorExpression(_) => true,
        _ => false,
    }
}

fn not_a_function(code: &str) -> Fault {
    let first = code.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let first: String = first.chars().take(80).collect();
    Fault::new(
        Kind::InvalidCode,
        format!("expected one async arrow function such as async () => {{ … }}, got: {first}"),
    )
}

fn syntax_error(message: &str, position: Option<Position>) -> Fault {
    let mut fault = Fault::new(Kind::SyntaxError, format!("SyntaxError: {message}")).at(position);
    fault.name = Some("SyntaxError".to_owned());
    fault
}

/// A parse error in the guest author's numbering. The wrapper's own last line is the program's end.
fn fault_of(error: &ParseError, code: &str) -> Fault {
    let (message, position) = match error {
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
    };
    let Some((line, column)) = position else { return syntax_error(&message, None) };
    let end = end_of(code);
    if line > end.line {
        let message =
            "unexpected end of the program: a bracket, a string or a comment is not closed";
        return syntax_error(message, Some(end));
    }
    syntax_error(&message, Some(Position::own(line, column)))
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

/// The position of the last character, with the line terminators of ECMA-262 12.3.
fn end_of(code: &str) -> Position {
    let mut position = Position { line: 1, column: 0 };
    let mut after_cr = false;
    for c in code.chars() {
        match c {
            '\n' if after_cr => {}
            '\n' | '\r' | '\u{2028}' | '\u{2029}' => {
                position = Position { line: position.line + 1, column: 0 };
            }
            _ => position.column += 1,
        }
        after_cr = c == '\r';
    }
    Position { column: position.column.max(1), ..position }
}
