//! TypeScript: types are erased and enums lowered by oxc, with the way back kept for positions.
//!
//! Only a text that is no JavaScript in any form gets here, so that plain JavaScript pays nothing.
//! The eraser runs on untrusted text, on the guest's thread and account: its nesting is bounded,
//! and a panic of it is a syntax error. Where it does not end, as types with a choice at every level
//! make it, or grows without a bound, its thread is parked; it takes no lock on the way (the lists of
//! engines that oxc_compat keeps behind one are for other options than those below).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use oxc_allocator::Allocator;
use oxc_ast::ast::{ImportDeclarationSpecifier, Statement};
use oxc_codegen::{Codegen, CodegenOptions, CommentOptions};
use oxc_parser::{ParseOptions, Parser};
use oxc_semantic::SemanticBuilder;
use oxc_span::SourceType;
use oxc_transformer::{TransformOptions, Transformer};

use super::failure::Failure;
use super::text;
use crate::position::{Position, Track};

/// Angle brackets open at once, counted as `max_brackets` counts the others: the parser recurses
/// for each. Comparisons count too, so it is more than the types of a program could need.
const MAX_ANGLES: usize = 1_000;

/// In front of what is a program and no statement: an anonymous function, an object literal.
const BEFORE_EXPRESSION: &str = "export default ";

/// JavaScript, and where its parts stand in the text that it was made from.
#[derive(Debug)]
pub(super) struct Erased {
    pub(super) text: String,
    pub(super) track: Track,
}

/// Erases the types of `code`.
pub(super) fn erase(code: &str) -> Result<Erased, Failure> {
    check_angles(code)?;
    let attempt = |before: &str| {
        catch_unwind(AssertUnwindSafe(|| erase_behind(before, code))).unwrap_or_else(|_| {
            let message = "the types of this program can't be erased".to_owned();
            Err(Failure::of_types(message, None))
        })
    };
    // As for JavaScript, an object literal is no block.
    let (first, second) = if code.trim_start().starts_with('{') {
        (BEFORE_EXPRESSION, "")
    } else {
        ("", BEFORE_EXPRESSION)
    };
    attempt(first).or_else(|failure| attempt(second).map_err(|other| failure.or_further(other)))
}

fn check_angles(code: &str) -> Result<(), Failure> {
    let mut open = 0usize;
    for byte in code.bytes() {
        match byte {
            b'<' => open += 1,
            b'>' => open = open.saturating_sub(1),
            _ => {}
        }
        if open > MAX_ANGLES {
            // Of JavaScript that counts so, the other reading says more.
            let message = format!("the code is nested deeper than {MAX_ANGLES} angle brackets");
            return Err(Failure::of_types(message, None));
        }
    }
    Ok(())
}

fn erase_behind(before: &str, code: &str) -> Result<Erased, Failure> {
    let source = format!("{before}{code}");
    let allocator = Allocator::default();
    let options = ParseOptions { allow_return_outside_function: true, ..ParseOptions::default() };
    let parsed = Parser::new(&allocator, &source, SourceType::ts()).with_options(options).parse();
    let failed = |message: &str, offset: Option<usize>| {
        let offset = offset.map(|offset| offset.saturating_sub(before.len()));
        let position = offset.map(|offset| text::position_at(code, offset));
        Failure::of_types(message.to_owned(), position)
    };
    if let Some(error) = parsed.errors.first() {
        let offset = error.labels.iter().flatten().next().map(|label| label.offset());
        return Err(failed(&error.message, offset));
    }
    let mut program = parsed.program;
    program.body.retain(|statement| !is_import_of_types(statement));
    let scoping = SemanticBuilder::new().build(&program).semantic.into_scoping();
    // An import of a value stays, and is refused; unused or not, it is a mistake to be told of.
    let mut options = TransformOptions::default();
    options.typescript.only_remove_type_imports = true;
    let transformed = Transformer::new(&allocator, Path::new("program.ts"), &options)
        .build_with_scoping(scoping, &mut program);
    if let Some(error) = transformed.errors.first() {
        let offset = error.labels.iter().flatten().next().map(|label| label.offset());
        return Err(failed(&error.message, offset));
    }
    // What is left of imports of types, to keep the file a module.
    program.body.retain(|statement| match statement {
        Statement::ExportNamedDeclaration(export) => {
            export.declaration.is_some() || export.source.is_some() || !export.specifiers.is_empty()
        }
        _ => true,
    });
    // Nobody reads it. Without indentation it is not longer than the nesting makes it.
    let options = CodegenOptions {
        source_map_path: Some(PathBuf::from("program.ts")),
        comments: CommentOptions::disabled(),
        indent_width: 0,
        ..CodegenOptions::default()
    };
    let printed = Codegen::new().with_options(options).build(&program);
    let mut track = Track::default();
    if let Some(map) = printed.map {
        let (there, here) = (Wide::of(&printed.code), Wide::of(&source));
        for token in map.get_tokens() {
            let from = there.position(token.get_dst_line(), token.get_dst_col());
            let to = here.position(token.get_src_line(), token.get_src_col());
            track.push(from, to.left_by(before.len()));
        }
    }
    Ok(Erased { text: printed.code, track })
}

/// Whether it is `import { type A } from …`, of which the eraser would leave `import …`.
fn is_import_of_types(statement: &Statement<'_>) -> bool {
    let Statement::ImportDeclaration(import) = statement else { return false };
    import.specifiers.as_ref().is_some_and(|specifiers| {
        !specifiers.is_empty()
            && specifiers.iter().all(|specifier| match specifier {
                ImportDeclarationSpecifier::ImportSpecifier(specifier) => {
                    specifier.import_kind.is_type()
                }
                _ => false,
            })
    })
}

/// Source maps count columns in UTF-16 code units, positions in code points: the columns of those
/// that differ, by line.
struct Wide {
    lines: Vec<Vec<u32>>,
}

impl Wide {
    fn of(text: &str) -> Self {
        let mut lines = vec![Vec::new()];
        let mut column = 0;
        let mut after_cr = false;
        for c in text.chars() {
            if text::is_line_end(c) {
                if !(c == '\n' && after_cr) {
                    lines.push(Vec::new());
                }
                column = 0;
            } else {
                if c.len_utf16() == 2
                    && let Some(line) = lines.last_mut()
                {
                    line.push(column);
                }
                column += u32::from(c.len_utf16() == 2) + 1;
            }
            after_cr = c == '\r';
        }
        Self { lines }
    }

    /// The position of a place that is counted from 0 and in code units.
    fn position(&self, line: u32, column: u32) -> Position {
        let wide = self.lines.get(line as usize).map_or(0, |wide| {
            u32::try_from(wide.partition_point(|start| *start < column)).unwrap_or(0)
        });
        Position { line: line + 1, column: column - wide + 1 }
    }
}
