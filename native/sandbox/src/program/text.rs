//! A program as text: what stands around it, and places in it.

use super::failure::Failure;
use crate::position::Position;

/// The words that may follow an opening fence.
const LANGUAGES: [&str; 7] = ["", "js", "javascript", "ts", "typescript", "jsx", "tsx"];

const FENCE: &str = "```";

/// The text inside a Markdown fence that is all of `code`, on the lines that it has there.
pub(super) fn without_fence(code: &str) -> Option<String> {
    let opened = code.trim_start().strip_prefix(FENCE)?;
    let (language, body) = opened.split_once('\n')?;
    if !LANGUAGES.contains(&language.trim().to_ascii_lowercase().as_str()) {
        return None;
    }
    let body = body.trim_end().strip_suffix(FENCE)?;
    // The closing fence has a line of its own.
    let last_line = body.rsplit('\n').next().unwrap_or(body);
    if !last_line.trim().is_empty() {
        return None;
    }
    let in_front = code.get(..code.len() - opened.len())?.chars().chain(language.chars());
    let lines = in_front.filter(|c| is_line_end(*c)).chain(['\n']);
    Some(lines.collect::<String>() + body)
}

/// The text inside backticks that are around all of `code`, on the columns that it has there.
pub(super) fn without_backticks(code: &str) -> Option<String> {
    let trimmed = code.trim();
    let inner = trimmed.trim_start_matches('`');
    let ticks = trimmed.len() - inner.len();
    let inner = inner.trim_end_matches('`');
    let is_span = (1..=3).contains(&ticks)
        && trimmed.len() - inner.len() == 2 * ticks
        && !inner.contains('`')
        && !inner.trim().is_empty()
        // Three of them over several lines are a fence, and one in a language that is not ours.
        && (ticks == 1 || !inner.contains('\n'));
    is_span.then(|| code.replace('`', " "))
}

/// Counts open brackets, twice: all of them, and those outside of quotes on one line; a closing one
/// in a text must not make room for another level. A text or a comment that holds hundreds of open
/// ones and no closing ones is refused too, which no program was seen to need.
pub(super) fn check_brackets(code: &str, bound: usize) -> Result<(), Failure> {
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
            let message = format!("the code is nested deeper than {bound} brackets");
            return Err(Failure::refused(message, Some(Position { line, column: 1 })));
        }
    }
    Ok(())
}

/// The line terminators of ECMA-262 12.3.
pub(super) fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// Every character's byte offset and position.
fn places(code: &str) -> impl Iterator<Item = (usize, char, Position)> + '_ {
    let mut next = Position { line: 1, column: 1 };
    let mut last = next;
    let mut after_cr = false;
    code.char_indices().map(move |(offset, c)| {
        // The second half of one line end is where the first one is.
        let is_half = c == '\n' && after_cr;
        let place = if is_half { last } else { next };
        last = place;
        if is_half {
            // The line has ended.
        } else if is_line_end(c) {
            next = Position { line: next.line + 1, column: 1 };
        } else {
            next.column += 1;
        }
        after_cr = c == '\r';
        (offset, c, place)
    })
}

/// The position of the character at a byte offset, or of the end.
pub(super) fn position_at(code: &str, offset: usize) -> Position {
    places(code)
        .find(|(at, _, _)| *at >= offset)
        .map_or_else(|| end_of(code), |(_, _, position)| position)
}

/// The byte offset of a position.
pub(super) fn offset_of(code: &str, position: Position) -> Option<usize> {
    places(code).find(|(_, _, at)| *at == position).map(|(offset, _, _)| offset)
}

/// The position of the last character.
pub(super) fn end_of(code: &str) -> Position {
    let mut end = Position { line: 1, column: 1 };
    for (_, c, position) in places(code) {
        end =
            if is_line_end(c) { Position { line: position.line + 1, column: 1 } } else { position };
    }
    end
}

/// One line of the text, trimmed and cut to what a message has room for.
pub(super) fn line_of(code: &str, line: u32) -> String {
    let line = places(code).skip_while(|(_, _, at)| at.line < line);
    let line: String = line.map(|(_, c, _)| c).take_while(|c| !is_line_end(*c)).collect();
    line.trim().chars().take(80).collect()
}

/// The first line that says something: its number and its text.
pub(super) fn first_line(code: &str) -> (u32, String) {
    let first = places(code).find(|(_, c, _)| !c.is_whitespace());
    let number = first.map_or(1, |(_, _, position)| position.line);
    (number, line_of(code, number))
}

/// Byte offsets at which `word` stands by itself.
pub(super) fn occurrences<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    code.match_indices(word).map(|(offset, _)| offset).filter(move |offset| {
        let before = code.get(..*offset).and_then(|text| text.chars().next_back());
        let behind = code.get(offset + word.len()..).and_then(|text| text.chars().next());
        !before.is_some_and(is_name_part) && !behind.is_some_and(is_name_part)
    })
}

/// The word that stands at an offset, or else right before it.
pub(super) fn word_near(code: &str, offset: usize) -> Option<&str> {
    let at = code.get(offset..)?;
    let word = at.split(|c| c == '.' || !is_name_part(c)).next();
    let before = code.get(..offset)?.trim_end();
    let last = before.rsplit(|c| !is_name_part(c)).next().filter(|word| !word.is_empty());
    match word {
        Some("import" | "export") => word,
        _ => last,
    }
}

fn is_name_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '.')
}
