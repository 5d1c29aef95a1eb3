//! Module syntax: `export default` says which function is the program, all else is refused.

use boa_engine::ast::declaration::ExportDeclaration;
use boa_engine::ast::expression::Expression;
use boa_engine::ast::scope::Scope;
use boa_engine::ast::{Declaration, ModuleItem, Statement, StatementListItem};
use boa_engine::parser::Parser;
use boa_engine::{Context, Source};

use super::failure::Failure;
use super::forms::{self, BEFORE_STATEMENTS, Form};
use super::last::start_of;
use super::{Yields, text};
use crate::position::Position;

/// Places of the word `export` that are tried; a program has one.
const MAX_CANDIDATES: usize = 16;

/// Reads `code` as a module; `None` when it is none.
pub(super) fn read(code: &str, context: &mut Context) -> Option<Result<Form, Failure>> {
    if !code.contains("import") && !code.contains("export") {
        return None;
    }
    text::occurrences(code, "export")
        .take(MAX_CANDIDATES)
        .find_map(|at| read_default(code, at, context))
        .or_else(|| refusal(code, context).map(Err))
}

/// The form in which the words `export default` at `at` are `return`.
///
/// The word `export` is reserved, so a text that parses without it had it nowhere else, and in no
/// string or comment there; and what one of the statements returns must start right behind it.
fn read_default(code: &str, at: usize, context: &mut Context) -> Option<Result<Form, Failure>> {
    let between = code.get(at + "export".len()..)?;
    let behind = between.trim_start().strip_prefix("default")?;
    let words = code.get(at..code.len() - behind.len())?;
    let blank = words.chars().count().checked_sub("return".len())?;
    let blank = " ".repeat(blank);
    // A line break between the words, or behind them, would end the return statement.
    let gap = behind.len() - behind.trim_start().len();
    if words.contains(['\n', '\r']) || behind.get(..gap)?.contains(['\n', '\r']) {
        return None;
    }
    let changed = format!("{}return{blank}{behind}", code.get(..at)?);
    let script = forms::parse(BEFORE_STATEMENTS, &changed, context).ok()?;
    let form = |is_called| Form::new(BEFORE_STATEMENTS, &changed, Yields::Value { is_called });
    let track = form(false).track;
    let mut items = forms::body_of(&script)?.statements().iter();
    let value = items.find_map(|item| {
        let StatementListItem::Statement(statement) = item else { return None };
        let Statement::Return(value) = statement.as_ref() else { return None };
        let value = value.target()?;
        let start = track.own(Position::of_tree(start_of(value)));
        let start = text::offset_of(&changed, start)?;
        let gap = changed.get(at + "return".len()..start)?.trim_start();
        (gap.is_empty() || gap.starts_with("/*")).then_some(value)
    })?;
    if matches!(value.flatten(), Expression::ClassExpression(_)) {
        return Some(Err(Failure::no_form(" a class", code)));
    }
    // What stands behind it would not run any more; functions are there already.
    if !items.all(is_hoisted) {
        let why = " statements behind export default; put it last";
        return Some(Err(Failure::no_form(why, code)));
    }
    let is_called = forms::is_called(value);
    Some(Ok(form(is_called)))
}

fn is_hoisted(item: &StatementListItem) -> bool {
    match item {
        StatementListItem::Statement(statement) => matches!(**statement, Statement::Empty),
        StatementListItem::Declaration(declaration) => matches!(
            **declaration,
            Declaration::FunctionDeclaration(_)
                | Declaration::GeneratorDeclaration(_)
                | Declaration::AsyncFunctionDeclaration(_)
                | Declaration::AsyncGeneratorDeclaration(_)
        ),
    }
}

/// What is said of the first import or export of a module.
fn refusal(code: &str, context: &mut Context) -> Option<Failure> {
    let mut parser = Parser::new(Source::from_bytes(code.as_bytes()));
    let module = parser.parse_module(&Scope::new_global(), context.interner_mut()).ok()?;
    let place = |word| text::occurrences(code, word).next().map(|at| text::position_at(code, at));
    module.items().items().iter().find_map(|item| match item {
        ModuleItem::ImportDeclaration(_) => Some(Failure::import(place("import"))),
        ModuleItem::ExportDeclaration(export) => Some(match export.as_ref() {
            ExportDeclaration::DefaultFunctionDeclaration(_)
            | ExportDeclaration::DefaultGeneratorDeclaration(_)
            | ExportDeclaration::DefaultAsyncFunctionDeclaration(_)
            | ExportDeclaration::DefaultAsyncGeneratorDeclaration(_)
            | ExportDeclaration::DefaultClassDeclaration(_)
            | ExportDeclaration::DefaultAssignmentExpression(_) => {
                Failure::no_form(" an export default that is not understood", code)
            }
            _ => Failure::export(place("export")),
        }),
        ModuleItem::StatementListItem(_) => None,
    })
}
