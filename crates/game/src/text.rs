//! Text that goes out and comes in: facts, and errors.

use std::fmt::Display;

/// Something that is so in a position, for programs to read: `hand red`, and the words `4`, `9`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What it is about: one word, and whose it is where it is a player's.
    pub name: String,
    /// What is so; none where there is nothing of the kind.
    pub words: Vec<String>,
}

impl Fact {
    /// A fact of that name.
    pub fn new(name: impl Display, words: impl IntoIterator<Item = impl Display>) -> Fact {
        let words = words.into_iter().map(|word| word.to_string()).collect();
        Fact { name: name.to_string(), words }
    }
}

impl Display for Fact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:", self.name)?;
        self.words.iter().try_for_each(|word| write!(f, " {word}"))
    }
}

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
