//! What a program was reaching for when it died: the path of names in its text at the error's
//! place, as far as it leads to something that is absent (surface/absent.rs).

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::rc::Rc;

use boa_engine::Context;
use boa_engine::ast::declaration::Binding;
use boa_engine::ast::expression::access::{
    PropertyAccess, PropertyAccessField, SimplePropertyAccess,
};
use boa_engine::ast::expression::literal::LiteralKind;
use boa_engine::ast::expression::{Call, Expression, Identifier, New};
use boa_engine::ast::function::{ClassDeclaration, FunctionDeclaration};
use boa_engine::ast::pattern::Pattern;
use boa_engine::ast::scope::Scope;
use boa_engine::ast::visitor::{VisitWith, Visitor};
use boa_engine::ast::{Position as AstPosition, Spanned};
use boa_engine::interner::{Interner, Sym};
use boa_engine::parser::Parser;

use crate::position::{Places, Position};
use crate::program::Program;
use crate::surface::absent::Present;

/// What a dead program reached for.
pub(crate) struct Reached {
    /// What to write instead.
    pub(crate) sentence: String,
    /// Where the path begins in the program's text.
    pub(crate) position: Position,
}

/// What is known of the error.
pub(crate) enum Died<'a> {
    /// A variable of this name is not defined, at this place.
    OfName(&'a str, Option<Position>),
    /// A value was not callable, not a constructor, or had no properties; at or before this place.
    At(Position),
}

/// Explains an error by the program's text; `None` when nothing absent is there.
pub(crate) fn explain(
    died: &Died<'_>,
    program: &Program,
    context: &mut Context,
) -> Option<Reached> {
    let present = context.get_data::<Rc<Present>>().map(Rc::clone)?;
    let mut parser = Parser::new(program.source());
    parser.set_strict();
    let script = parser.parse_script(&Scope::new_global(), context.interner_mut()).ok()?;
    let mut paths = Paths {
        interner: context.interner(),
        places: program.places(),
        found: Vec::new(),
        declared: HashSet::new(),
    };
    let _ = script.visit_with(&mut paths);
    let Paths { found, declared, .. } = paths;
    let is_global = |path: &&Path| path.names.first().is_some_and(|name| !declared.contains(name));
    let mut found: Vec<&Path> = found.iter().filter(is_global).collect();
    // In the order of the text, the longest of those that begin together first.
    found.sort_by_key(|path| (path.begin, usize::MAX - path.names.len()));
    match died {
        Died::OfName(name, from) => {
            let names = found.iter().find(|path| {
                path.names.first().is_some_and(|first| first == name)
                    && from.is_none_or(|from| path.begin == from)
            });
            let alone = [(*name).to_owned()];
            let names = names.map_or(alone.as_slice(), |path| path.names.as_slice());
            let begin = from.unwrap_or(Position { line: 1, column: 1 });
            let (sentence, _) = present.sentence(names)?;
            Some(Reached { sentence, position: begin })
        }
        Died::At(place) => {
            let uses: Vec<_> = found.iter().filter(|path| path.used_at == Some(*place)).collect();
            if !uses.is_empty() {
                // The place names what was called: that is absent, or something on the way to it, or
                // nothing is known.
                return uses.iter().find_map(|path| {
                    path.reached(&present, false).or_else(|| path.reached(&present, true))
                });
            }
            found
                .iter()
                .filter(|path| path.begin >= *place)
                .find_map(|path| path.reached(&present, true))
        }
    }
}

/// A path of names in the text.
struct Path {
    names: Vec<String>,
    begin: Position,
    /// Where the engine says that it is called, when it is.
    used_at: Option<Position>,
}

impl Path {
    /// The sentence for it; when `goes_on`, only if it reads a property of what is absent.
    fn reached(&self, present: &Present, goes_on: bool) -> Option<Reached> {
        let names = match self.names.as_slice() {
            [root, rest @ ..] if root == "globalThis" => rest,
            names => names,
        };
        let (sentence, length) = present.sentence(names)?;
        let is_it = if goes_on { names.len() > length } else { names.len() == length };
        is_it.then_some(Reached { sentence, position: self.begin })
    }
}

/// Collects the paths of a program and the names that it declares itself.
struct Paths<'a> {
    interner: &'a Interner,
    places: &'a Places,
    found: Vec<Path>,
    declared: HashSet<String>,
}

impl Paths<'_> {
    fn text(&self, name: Sym) -> String {
        self.interner.resolve_expect(name).to_string()
    }

    fn own(&self, place: AstPosition) -> Position {
        self.places.own(place.line_number(), place.column_number())
    }

    fn declare(&mut self, name: Sym) {
        let name = self.text(name);
        self.declared.insert(name);
    }

    /// The names of a path and where it begins.
    fn names(&self, expression: &Expression) -> Option<(Vec<String>, Position)> {
        match expression {
            Expression::Identifier(identifier) => {
                Some((vec![self.text(identifier.sym())], self.own(identifier.span().start())))
            }
            Expression::PropertyAccess(PropertyAccess::Simple(access)) => self.access(access),
            _ => None,
        }
    }

    fn access(&self, access: &SimplePropertyAccess) -> Option<(Vec<String>, Position)> {
        let (mut names, begin) = self.names(access.target())?;
        names.push(match access.field() {
            PropertyAccessField::Const(name) => self.text(name.sym()),
            PropertyAccessField::Expr(name) => match name.as_ref() {
                Expression::Literal(literal) => match literal.kind() {
                    LiteralKind::String(name) => self.text(*name),
                    _ => return None,
                },
                _ => return None,
            },
        });
        Some((names, begin))
    }

    fn find(&mut self, expression: &Expression, used_at: Option<Position>) {
        if let Some((names, begin)) = self.names(expression) {
            self.found.push(Path { names, begin, used_at });
        }
    }
}

impl<'ast> Visitor<'ast> for Paths<'_> {
    type BreakTy = ();

    fn visit_call(&mut self, call: &'ast Call) -> ControlFlow<()> {
        self.find(call.function(), Some(self.own(call.span().start())));
        call.visit_with(self)
    }

    fn visit_new(&mut self, new: &'ast New) -> ControlFlow<()> {
        self.find(new.constructor(), Some(self.own(new.span().start())));
        new.visit_with(self)
    }

    fn visit_simple_property_access(
        &mut self,
        access: &'ast SimplePropertyAccess,
    ) -> ControlFlow<()> {
        if let Some((names, begin)) = self.access(access) {
            self.found.push(Path { names, begin, used_at: None });
        }
        access.visit_with(self)
    }

    fn visit_binding(&mut self, binding: &'ast Binding) -> ControlFlow<()> {
        if let Binding::Identifier(identifier) = binding {
            self.declare(identifier.sym());
        }
        binding.visit_with(self)
    }

    /// Every name in a pattern counts as declared, those of its default values too.
    fn visit_pattern(&mut self, pattern: &'ast Pattern) -> ControlFlow<()> {
        let mut names = Names(Vec::new());
        let _ = pattern.visit_with(&mut names);
        for name in names.0 {
            self.declare(name);
        }
        pattern.visit_with(self)
    }

    fn visit_function_declaration(
        &mut self,
        function: &'ast FunctionDeclaration,
    ) -> ControlFlow<()> {
        self.declare(function.name().sym());
        function.visit_with(self)
    }

    fn visit_class_declaration(&mut self, class: &'ast ClassDeclaration) -> ControlFlow<()> {
        self.declare(class.name().sym());
        class.visit_with(self)
    }
}

struct Names(Vec<Sym>);

impl<'ast> Visitor<'ast> for Names {
    type BreakTy = ();

    fn visit_identifier(&mut self, identifier: &'ast Identifier) -> ControlFlow<()> {
        self.0.push(identifier.sym());
        ControlFlow::Continue(())
    }
}
