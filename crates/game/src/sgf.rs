//! The Smart Game Format (`FF[4]`): trees of named values, for any game.
//!
//! This is the format's grammar and nothing of what the values mean: every property is kept,
//! known or not, and values are kept as they are written between their brackets, so that reading
//! and writing loses nothing. [`unescape`] and [`escape`] turn a value into text and back.
//!
//! ```
//! use spinney_game::sgf;
//! let games = sgf::read("mail header (;FF[4]GM[11]C[a \\] b];B[a2](;W[f6])(;W[e5]XY[1][2]))")?;
//! let tree = &games[0].tree;
//! let line: Vec<_> = tree.main_line().collect();
//! assert_eq!(tree[line[0]].get("C").map(sgf::unescape).as_deref(), Some("a ] b"));
//! assert_eq!(tree[line[2]].get("W"), Some("f6"));
//! assert_eq!(sgf::read(&sgf::write([tree]))?[0].tree, *tree);
//! # Ok::<(), spinney_game::TextError>(())
//! ```
//!
//! Written here rather than taken from a crate because records come from outside: a game may be
//! nested a million deep, and errors must say where in the text they are.

mod read;
mod write;

pub use read::{Game, MAX_BYTES, Place, count_nodes, games, read, read_first};
pub use write::write;

/// The text that a value stands for: escapes are resolved, broken lines joined, and line ends of
/// any kind become `\n`.
pub fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    let mut escaped = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' if !escaped => {
                escaped = true;
                continue;
            }
            '\r' | '\n' => {
                // Two different line-end characters in a row are one line end.
                let other = if c == '\r' { '\n' } else { '\r' };
                chars.next_if_eq(&other);
                if !escaped {
                    text.push('\n');
                }
            }
            _ => text.push(c),
        }
        escaped = false;
    }
    text
}

/// A value that stands for the text.
pub fn escape(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | ']') {
            value.push('\\');
        }
        value.push(c);
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_broken_lines_are_resolved() {
        assert_eq!(unescape(r"a\]b\\c\:d\e"), r"a]b\c:de");
        assert_eq!(unescape("one \\\ntwo\r\nthree\n\rfour\rfive"), "one two\nthree\nfour\nfive");
        assert_eq!(unescape("one \\\r\ntwo"), "one two");
        assert_eq!(unescape("ends with \\"), "ends with ");
        assert_eq!(escape(r"[a] \ b"), r"[a\] \\ b");
    }
}
