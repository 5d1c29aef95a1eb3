//! Where in a payload something is: a key path such as `a.b[3]["x y"]`.

use std::collections::VecDeque;
use std::fmt;

/// A key path from a payload's root. It is built while an error travels outwards, so a value
/// that converts well never pays for it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Path {
    /// Innermost step first: the order in which an error meets them.
    steps: VecDeque<Step>,
    /// Whether inner steps were left out.
    is_cut: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Key(String),
    Index(usize),
}

/// Steps kept; a deeper path shows its outer part, and an ellipsis.
const MAX_STEPS: usize = 12;
/// Bytes of one key that are shown.
const MAX_KEY_BYTES: usize = 64;

impl Path {
    /// Adds the key that leads to what the path already names.
    pub fn under_key(&mut self, key: &str) {
        let mut end = key.len().min(MAX_KEY_BYTES);
        while !key.is_char_boundary(end) {
            end -= 1;
        }
        self.push(Step::Key(key.get(..end).unwrap_or_default().to_owned()));
    }

    /// Adds the list index that leads to what the path already names.
    pub fn under_index(&mut self, index: usize) {
        self.push(Step::Index(index));
    }

    fn push(&mut self, step: Step) {
        if self.steps.len() == MAX_STEPS {
            self.steps.pop_front();
            self.is_cut = true;
        }
        self.steps.push_back(step);
    }

    /// Whether the path names the payload itself.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.steps.is_empty()
    }

    /// The path written behind `root`: `globals.a[0]`.
    #[must_use]
    pub fn behind(&self, root: &str) -> String {
        format!("{root}{self}")
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in self.steps.iter().rev() {
            match step {
                Step::Index(index) => write!(f, "[{index}]")?,
                Step::Key(key) if is_identifier(key) => write!(f, ".{key}")?,
                Step::Key(key) => write!(f, "[{key:?}]")?,
            }
        }
        if self.is_cut { f.write_str("…") } else { Ok(()) }
    }
}

fn is_identifier(key: &str) -> bool {
    let mut chars = key.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_' || c == '$')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$')
}

#[cfg(test)]
mod tests {
    use super::Path;

    #[test]
    fn reads_from_the_root_inwards() {
        let mut path = Path::default();
        path.under_key("x y");
        path.under_index(3);
        path.under_key("a");
        assert_eq!(path.behind("globals"), "globals.a[3][\"x y\"]");
    }

    #[test]
    fn a_long_key_is_cut_at_a_character() {
        let mut path = Path::default();
        path.under_key(&"é".repeat(100));
        assert!(path.to_string().len() < 100);
    }
}
