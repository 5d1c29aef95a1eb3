//! The readings of a text as JavaScript: a function, an expression, statements.
//!
//! Wrapping is checked by syntax, never trusted to text: the wrapped text is parsed, and its tree
//! must be the wrapper with nothing beside it, so a program can't close the wrapper.

use boa_engine::ast::expression::Expression;
use boa_engine::ast::expression::operator::binary::BinaryOp;
use boa_engine::ast::function::FunctionBody;
use boa_engine::ast::scope::Scope;
use boa_engine::ast::{Declaration, Script, Statement, StatementList, StatementListItem};
use boa_engine::parser::Parser;
use boa_engine::{Context, Source};

use super::failure::Failure;
use super::{Yields, last, module};
use crate::position::{Position, Track};

/// In front of a function. The wrapper makes `this` undefined inside arrows, as it is in a module;
/// the comma takes a line break before the program, and makes what follows an expression, so that
/// a named function is one too.
const BEFORE_FUNCTION: &str = "(function(){return void 0,";
/// In front of any other expression, which may await.
const BEFORE_EXPRESSION: &str = "(async function(){return void 0,";
/// In front of statements, which may await and return.
pub(super) const BEFORE_STATEMENTS: &str = "(async function(){";
/// Behind the program: on a line of its own, so that a trailing line comment ends.
const BEHIND: &str = "\n})";

/// A text that was understood, as the engine is given it.
#[derive(Debug)]
pub(super) struct Form {
    pub(super) text: String,
    /// Where its parts stand in the text that was read.
    pub(super) track: Track,
    pub(super) yields: Yields,
}

impl Form {
    /// `code` behind `before`.
    pub(super) fn new(before: &str, code: &str, yields: Yields) -> Self {
        let start = Position { line: 1, column: 1 };
        let mut track = Track::default();
        track.push(start.right_by(before.len()), start);
        Self { text: wrapped(before, code), track, yields }
    }
}

/// Reads `code`; the last resort is a module, which only `export default` is taken from.
pub(super) fn read(code: &str, context: &mut Context) -> Result<Form, Failure> {
    let no_function = match read_function(code, context) {
        Ok(form) => return Ok(form),
        Err(failure) if failure.is_final => return Err(failure),
        Err(failure) => failure,
    };
    let no_expression = match read_expression(code, context) {
        Ok(form) => return Ok(form),
        Err(failure) if failure.is_final => return Err(failure),
        Err(failure) => failure,
    };
    let no_statements = match read_statements(code, context) {
        Ok(form) => return Ok(form),
        Err(failure) if failure.is_final => return Err(failure),
        Err(failure) => failure,
    };
    match module::read(code, context) {
        Some(ended) => ended,
        None => Err(no_function.or_further(no_expression).or_further(no_statements)),
    }
}

/// The text that the engine is given.
fn wrapped(before: &str, code: &str) -> String {
    format!("{before}{code}{BEHIND}")
}

/// Parses `code` behind `before`.
pub(super) fn parse(before: &str, code: &str, context: &mut Context) -> Result<Script, Failure> {
    let text = wrapped(before, code);
    let mut parser = Parser::new(Source::from_bytes(text.as_bytes()));
    parser.set_strict();
    parser
        .parse_script(&Scope::new_global(), context.interner_mut())
        .map_err(|error| Failure::of_parse(&error, before, code))
}

fn read_function(code: &str, context: &mut Context) -> Result<Form, Failure> {
    let script = parse(BEFORE_FUNCTION, code, context)?;
    match returned_by(&script) {
        Some(expression) if is_function(expression) => {
            Ok(Form::new(BEFORE_FUNCTION, code, Yields::Function))
        }
        _ => Err(Failure::no_form("", code).or_other_reading()),
    }
}

fn read_expression(code: &str, context: &mut Context) -> Result<Form, Failure> {
    let script = parse(BEFORE_EXPRESSION, code, context)?;
    let Some(expression) = returned_by(&script) else {
        return Err(Failure::no_form("", code).or_other_reading());
    };
    if matches!(expression.flatten(), Expression::ClassExpression(_)) {
        return Err(Failure::no_form(" a class", code));
    }
    let is_called = is_called(expression);
    Ok(Form::new(BEFORE_EXPRESSION, code, Yields::Value { is_called }))
}

fn read_statements(code: &str, context: &mut Context) -> Result<Form, Failure> {
    let script = parse(BEFORE_STATEMENTS, code, context)?;
    let Some(body) = body_of(&script) else {
        let why = " a text that closes a bracket which it did not open";
        return Err(Failure::no_form(why, code));
    };
    let mut items = body.statements().iter().filter(|item| !is_empty(item));
    let Some(end) = items.next_back() else { return Err(Failure::empty()) };
    match end {
        StatementListItem::Statement(statement) => match statement.as_ref() {
            Statement::Expression(expression) => last::returned(code, body, expression, context),
            _ => Ok(Form::new(BEFORE_STATEMENTS, code, Yields::Value { is_called: false })),
        },
        StatementListItem::Declaration(declaration) => {
            let is_class = matches!(declaration.as_ref(), Declaration::ClassDeclaration(_));
            if is_class && items.next_back().is_none() {
                return Err(Failure::no_form(" a class", code));
            }
            Ok(Form::new(BEFORE_STATEMENTS, code, Yields::Value { is_called: false }))
        }
    }
}

/// The wrapper's body, if the tree is `(function () { … })`, or the asynchronous one, and nothing
/// else: the first brace is then the wrapper's, and the last one closes it.
pub(super) fn body_of(script: &Script) -> Option<&StatementList> {
    let [StatementListItem::Statement(statement)] = script.statements().statements() else {
        return None;
    };
    let Statement::Expression(Expression::Parenthesized(wrapper)) = statement.as_ref() else {
        return None;
    };
    let body: &FunctionBody = match wrapper.expression() {
        Expression::FunctionExpression(wrapper) => wrapper.body(),
        Expression::AsyncFunctionExpression(wrapper) => wrapper.body(),
        _ => return None,
    };
    Some(body.statement_list())
}

/// The expression E, if the wrapper's body is `return void 0, E`.
fn returned_by(script: &Script) -> Option<&Expression> {
    let mut body = body_of(script)?.statements().iter().filter(|item| !is_empty(item));
    let (Some(StatementListItem::Statement(statement)), None) = (body.next(), body.next()) else {
        return None;
    };
    let Statement::Return(value) = statement.as_ref() else { return None };
    match value.target() {
        Some(Expression::Binary(binary)) if binary.op() == BinaryOp::Comma => {
            // A second comma would nest to the left: the left side must be the wrapper's own.
            matches!(binary.lhs(), Expression::Unary(_)).then(|| binary.rhs())
        }
        _ => None,
    }
}

pub(super) fn is_empty(item: &StatementListItem) -> bool {
    matches!(item, StatementListItem::Statement(statement) if matches!(**statement, Statement::Empty))
}

pub(super) fn is_function(expression: &Expression) -> bool {
    matches!(
        expression.flatten(),
        Expression::ArrowFunction(_)
            | Expression::AsyncArrowFunction(_)
            | Expression::FunctionExpression(_)
            | Expression::AsyncFunctionExpression(_)
            | Expression::GeneratorExpression(_)
            | Expression::AsyncGeneratorExpression(_)
    )
}

/// Whether a program that ends in this expression means the function that it gives.
pub(super) fn is_called(expression: &Expression) -> bool {
    is_function(expression) || matches!(expression.flatten(), Expression::Identifier(_))
}
