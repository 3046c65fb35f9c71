//! Errors in text from outside.

use std::fmt::Display;

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct TextError {
    /// The place, as its reader would point at it: `move 12`, `line 3`, `"z99"`.
    pub place: String,
    /// What is wrong there and, where that helps, what would be right.
    pub problem: String,
}

impl TextError {
    /// An error at a named place.
    pub fn at(place: impl Display, problem: impl Display) -> TextError {
        TextError { place: place.to_string(), problem: problem.to_string() }
    }

    /// An error about one word of the text, which is quoted (and cut if it is long).
    pub fn word(word: &str, problem: impl Display) -> TextError {
        const LONGEST: usize = 40;
        let mut quoted: String = word.chars().take(LONGEST).flat_map(char::escape_debug).collect();
        if word.chars().nth(LONGEST).is_some() {
            quoted.push('…');
        }
        TextError::at(format!("\"{quoted}\""), problem)
    }

    /// The same error, seen from further out: `move 3: "z9": no such cell`.
    pub fn within(self, place: impl Display) -> TextError {
        TextError { place: format!("{place}: {}", self.place), problem: self.problem }
    }
}
