//! Where in the program's own text something happened.

use std::ops::ControlFlow;

use boa_engine::Context;
use boa_engine::ast::expression::Identifier;
use boa_engine::ast::scope::Scope;
use boa_engine::ast::visitor::{VisitWith, Visitor};
use boa_engine::ast::{Position as AstPosition, Spanned};
use boa_engine::interner::Sym;
use boa_engine::parser::Parser;

use crate::program::Program;

/// A place in the program text as the guest's author numbers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in code points, from 1.
    pub column: u32,
}

impl Position {
    /// The author's position for one in the text that the engine was given.
    pub(crate) fn own(line: u32, column: u32) -> Self {
        let offset = if line == 1 { Program::FIRST_LINE_OFFSET } else { 0 };
        Self { line, column: column.saturating_sub(offset).max(1) }
    }

    /// The topmost frame of the program in a stack text of the engine; the engine gives its
    /// positions in no other form.
    pub(crate) fn of_stack(stack: &str) -> Option<Self> {
        let place = stack.lines().find_map(|line| {
            let (_, place) = line.rsplit_once(Program::FRAME)?;
            place.strip_suffix(')')
        })?;
        let (line, column) = place.split_once(':')?;
        Some(Self::own(line.parse().ok()?, column.parse().ok()?))
    }

    /// Where `program` names the variable `name` first, at or after `from`. The engine records no
    /// position for reading a variable: an unknown one is reported at the function that reads it.
    pub(crate) fn of_name(
        program: &Program,
        name: &str,
        from: Option<Self>,
        context: &mut Context,
    ) -> Option<Self> {
        let mut parser = Parser::new(program.source());
        parser.set_strict();
        let script = parser.parse_script(&Scope::new_global(), context.interner_mut()).ok()?;
        let name = context.interner_mut().get(name)?;
        let mut found = Names { name, positions: Vec::new() };
        let _ = script.visit_with(&mut found);
        let first = |from: Option<Self>| {
            found.positions.iter().copied().filter(|position| Some(*position) >= from).min()
        };
        first(from).or_else(|| first(None))
    }
}

/// Every place at which one name stands as an identifier.
struct Names {
    name: Sym,
    positions: Vec<Position>,
}

impl<'ast> Visitor<'ast> for Names {
    type BreakTy = ();

    fn visit_identifier(&mut self, identifier: &'ast Identifier) -> ControlFlow<()> {
        if identifier.sym() == self.name {
            let start: AstPosition = identifier.span().start();
            self.positions.push(Position::own(start.line_number(), start.column_number()));
        }
        ControlFlow::Continue(())
    }
}
