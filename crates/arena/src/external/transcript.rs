//! The last part of a conversation, for whoever wants to know what went wrong.

use std::collections::VecDeque;

/// So much is kept, in bytes, and a little more.
const KEPT: usize = 16 << 10;
/// Longer lines are cut, in characters.
const LONGEST: usize = 200;
/// A program that says more lines than this in a row is kept with its first and its last words.
const IN_A_ROW: usize = 20;

/// Who said a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Speaker {
    /// We, on the program's standard input.
    Arena,
    /// The program, on its standard output.
    Program,
    /// The program, on its standard error.
    Errors,
}

/// The last part of a conversation.
#[derive(Default, Debug)]
pub(super) struct Transcript {
    lines: VecDeque<String>,
    /// The bytes of `lines`.
    bytes: usize,
    /// How many of the program's lines since we spoke are in `lines`.
    first_words: usize,
    /// What it said after those.
    last_words: VecDeque<String>,
    /// How many lines lie between the two.
    between: u64,
}

impl Transcript {
    pub(super) fn note(&mut self, speaker: Speaker, line: &str) {
        let mark = match speaker {
            Speaker::Arena => "> ",
            Speaker::Program => "< ",
            Speaker::Errors => "! ",
        };
        let mut text: String = mark.chars().chain(line.chars().take(LONGEST)).collect();
        if line.chars().nth(LONGEST).is_some() {
            text.push('…');
        }
        if speaker == Speaker::Arena {
            let said: Vec<String> = self.since_first_words().collect();
            said.into_iter().for_each(|line| self.keep(line));
            (self.first_words, self.between) = (0, 0);
            self.last_words.clear();
            self.keep(text);
        } else if self.first_words < IN_A_ROW {
            self.first_words += 1;
            self.keep(text);
        } else {
            self.last_words.push_back(text);
            if self.last_words.len() > IN_A_ROW {
                self.last_words.pop_front();
                self.between += 1;
            }
        }
    }

    pub(super) fn text(&self) -> String {
        let lines = self.lines.iter().cloned().chain(self.since_first_words());
        lines.fold(String::new(), |text, line| text + &line + "\n")
    }

    fn keep(&mut self, line: String) {
        self.bytes += line.len() + 1;
        self.lines.push_back(line);
        while self.bytes > KEPT {
            let Some(oldest) = self.lines.pop_front() else { break };
            self.bytes -= oldest.len() + 1;
        }
    }

    fn since_first_words(&self) -> impl Iterator<Item = String> {
        let between = (self.between > 0).then(|| format!("… {} lines …", self.between));
        between.into_iter().chain(self.last_words.iter().cloned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_part_is_kept() {
        let mut transcript = Transcript::default();
        for i in 0..10_000 {
            transcript.note(Speaker::Arena, &format!("genmove {i}"));
            transcript.note(Speaker::Program, &"é".repeat(100_000));
        }
        let text = transcript.text();
        assert!(text.len() <= KEPT);
        assert!(text.contains("> genmove 9999\n< éé") && text.ends_with("é…\n"));
    }

    #[test]
    fn of_a_flood_the_first_and_the_last_words_are_kept() {
        let mut transcript = Transcript::default();
        transcript.note(Speaker::Arena, "go");
        for i in 0..1_000 {
            transcript.note(Speaker::Errors, &format!("depth {i}"));
        }
        transcript.note(Speaker::Program, "bestmove");
        let text = transcript.text();
        assert!(text.starts_with("> go\n! depth 0\n"), "{text}");
        assert!(text.contains("! depth 19\n… 961 lines …\n! depth 981\n"), "{text}");
        assert!(text.ends_with("! depth 999\n< bestmove\n"), "{text}");
        transcript.note(Speaker::Arena, "quit");
        assert_eq!(transcript.text(), text + "> quit\n");
    }
}
