//! The last expression of a statement list becomes the program's value.

use boa_engine::Context;
use boa_engine::ast::expression::Expression;
use boa_engine::ast::expression::access::PropertyAccess;
use boa_engine::ast::expression::operator::assign::AssignTarget;
use boa_engine::ast::expression::operator::binary::BinaryOp;
use boa_engine::ast::expression::operator::update::{UpdateOp, UpdateTarget};
use boa_engine::ast::{
    Position as TreePosition, Spanned, Statement, StatementList, StatementListItem,
};

use super::failure::Failure;
use super::forms::{self, BEFORE_STATEMENTS, Form};
use super::{Yields, text};
use crate::position::Position;

const RETURN: &str = "return ";

/// The form of `code`, whose statements are `body`, with `expression`, its last, returned.
///
/// The word goes in front of the statement, and the text is parsed again: it must have as many
/// statements as before, the last of them a `return` with a value.
pub(super) fn returned(
    code: &str,
    body: &StatementList,
    expression: &Expression,
    context: &mut Context,
) -> Result<Form, Failure> {
    if let Expression::Binary(binary) = expression
        && binary.op() == BinaryOp::Comma
        && forms::is_function(binary.rhs())
    {
        return Err(Failure::no_form(" several with a comma between them", code));
    }
    let yields = Yields::Value { is_called: forms::is_called(expression) };
    let mut form = Form::new(BEFORE_STATEMENTS, code, yields);
    let start = form.track.own(Position::of_tree(start_of(expression)));
    let unplaced = || Failure::no_form(" statements whose end is not understood", code);
    let (before, behind) = text::offset_of(code, start)
        .and_then(|at| code.split_at_checked(at))
        .ok_or_else(unplaced)?;
    let changed = format!("{before}{RETURN}{behind}");
    let script = forms::parse(BEFORE_STATEMENTS, &changed, context)?;
    let again = forms::body_of(&script).ok_or_else(unplaced)?;
    let last = again.statements().iter().rfind(|item| !forms::is_empty(item));
    let is_returned = matches!(last, Some(StatementListItem::Statement(statement))
        if matches!(statement.as_ref(), Statement::Return(value) if value.target().is_some()));
    if !is_returned || again.statements().len() != body.statements().len() {
        return Err(unplaced());
    }
    let in_text = if start.line == 1 { start.right_by(BEFORE_STATEMENTS.len()) } else { start };
    form.track.push(in_text.right_by(RETURN.len()), start);
    form.text = Form::new(BEFORE_STATEMENTS, &changed, yields).text;
    Ok(form)
}

/// Where an expression starts. The engine's spans of calls, and of what is built on them, start
/// at the arguments.
pub(super) fn start_of(expression: &Expression) -> TreePosition {
    let mut expression = expression;
    loop {
        expression = match expression {
            Expression::Call(call) => call.function(),
            Expression::Optional(chain) => chain.target(),
            Expression::TaggedTemplate(template) => template.tag(),
            Expression::Binary(binary) => binary.lhs(),
            Expression::Conditional(conditional) => conditional.condition(),
            Expression::PropertyAccess(access) => match target_of(access) {
                Some(target) => target,
                None => return access.span().start(),
            },
            Expression::Assign(assign) => match assign.lhs() {
                AssignTarget::Access(access) => match target_of(access) {
                    Some(target) => target,
                    None => return access.span().start(),
                },
                other => return other.span().start(),
            },
            Expression::Update(update)
                if matches!(update.op(), UpdateOp::IncrementPost | UpdateOp::DecrementPost) =>
            {
                match update.target() {
                    UpdateTarget::PropertyAccess(access) => match target_of(access) {
                        Some(target) => target,
                        None => return access.span().start(),
                    },
                    UpdateTarget::Identifier(_) => return update.span().start(),
                }
            }
            other => return other.span().start(),
        };
    }
}

fn target_of(access: &PropertyAccess) -> Option<&Expression> {
    match access {
        PropertyAccess::Simple(access) => Some(access.target()),
        PropertyAccess::Private(access) => Some(access.target()),
        PropertyAccess::Super(_) => None,
    }
}
