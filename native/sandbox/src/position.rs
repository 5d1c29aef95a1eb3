//! Where in the program's own text something happened.

use std::ops::ControlFlow;
use std::rc::Rc;

use boa_engine::Context;
use boa_engine::ast::expression::Identifier;
use boa_engine::ast::scope::Scope;
use boa_engine::ast::visitor::{VisitWith, Visitor};
use boa_engine::ast::{Position as TreePosition, Spanned};
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
    /// The same place in the engine's words.
    pub(crate) fn of_tree(position: TreePosition) -> Self {
        Self { line: position.line_number(), column: position.column_number() }
    }

    /// The place that many columns to the right.
    pub(crate) fn right_by(self, columns: usize) -> Self {
        let columns = u32::try_from(columns).unwrap_or(u32::MAX);
        Self { column: self.column.saturating_add(columns), ..self }
    }

    /// The place that many columns to the left, if it is on the first line.
    #[cfg(feature = "typescript")]
    pub(crate) fn left_by(self, columns: usize) -> Self {
        let columns = if self.line == 1 { u32::try_from(columns).unwrap_or(u32::MAX) } else { 0 };
        Self { column: self.column.saturating_sub(columns).max(1), ..self }
    }

    /// The topmost frame of the program in a stack text of the engine; the engine gives its
    /// positions in no other form.
    pub(crate) fn of_stack(stack: &str, context: &Context) -> Option<Self> {
        let places = context.get_data::<Rc<Places>>()?;
        let place = stack.lines().find_map(|line| {
            let (_, place) = line.rsplit_once(Program::FRAME)?;
            place.strip_suffix(')')
        })?;
        let (line, column) = place.split_once(':')?;
        Some(places.own(line.parse().ok()?, column.parse().ok()?))
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
        let mut found = Names { name, places: program.places(), positions: Vec::new() };
        let _ = script.visit_with(&mut found);
        let first = |from: Option<Self>| {
            found.positions.iter().copied().filter(|position| Some(*position) >= from).min()
        };
        first(from).or_else(|| first(None))
    }
}

/// Where the parts of one text come from in another: each entry says that what starts there in
/// the one is what starts here in the other, up to the next entry.
#[derive(Debug, Default)]
pub(crate) struct Track {
    entries: Vec<(Position, Position)>,
}

impl Track {
    /// Adds an entry behind all others.
    pub(crate) fn push(&mut self, there: Position, here: Position) {
        self.entries.push((there, here));
    }

    /// The place here of a place there.
    pub(crate) fn own(&self, there: Position) -> Position {
        let behind = self.entries.partition_point(|(start, _)| *start <= there);
        let entry = behind.checked_sub(1).and_then(|index| self.entries.get(index));
        match entry {
            Some((start, here)) if start.line == there.line => {
                Position { column: here.column + (there.column - start.column), ..*here }
            }
            Some((start, here)) => {
                Position { line: here.line + (there.line - start.line), column: there.column }
            }
            None => self.entries.first().map_or(there, |(_, here)| *here),
        }
    }
}

/// The way back from the text that the engine is given to the author's own, over all the texts
/// between.
#[derive(Debug, Default)]
pub(crate) struct Places {
    tracks: Vec<Track>,
}

impl Places {
    /// Adds a step in front of those that are there.
    pub(crate) fn put_first(&mut self, track: Track) {
        self.tracks.insert(0, track);
    }

    /// The author's place for one in the text that the engine was given.
    pub(crate) fn own(&self, line: u32, column: u32) -> Position {
        self.tracks.iter().fold(Position { line, column }, |position, track| track.own(position))
    }
}

/// Every place at which one name stands as an identifier.
struct Names<'a> {
    name: Sym,
    places: &'a Places,
    positions: Vec<Position>,
}

impl<'ast> Visitor<'ast> for Names<'_> {
    type BreakTy = ();

    fn visit_identifier(&mut self, identifier: &'ast Identifier) -> ControlFlow<()> {
        if identifier.sym() == self.name {
            let start: TreePosition = identifier.span().start();
            self.positions.push(self.places.own(start.line_number(), start.column_number()));
        }
        ControlFlow::Continue(())
    }
}
