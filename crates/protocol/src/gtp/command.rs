//! Commands and answers as GTP 2 writes them.

use std::fmt::{self, Display};

use spinney_engine::{EngineError, TextError};

use crate::lines::Urgency;

/// One command: `12 play black c5`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Command {
    pub(crate) id: Option<u32>,
    pub(crate) name: String,
    /// What follows the name.
    pub(crate) arguments: String,
}

impl Command {
    /// Reads a line; `None` if there is nothing on it but blanks and a comment.
    pub(crate) fn parse(line: &str) -> Option<Command> {
        let code = line.split('#').next().unwrap_or("");
        let clean: String = code
            .chars()
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !c.is_control())
            .collect();
        let (first, rest) = split_word(&clean);
        if first.is_empty() {
            return None;
        }
        let id = first.bytes().all(|b| b.is_ascii_digit()).then(|| first.parse().ok()).flatten();
        let (name, arguments) = if id.is_some() { split_word(rest) } else { (first, rest) };
        Some(Command { id, name: name.to_owned(), arguments: arguments.to_owned() })
    }

    /// The words after the name.
    pub(crate) fn words(&self) -> Vec<&str> {
        self.arguments.split_whitespace().collect()
    }
}

/// The first word, and what follows it.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim()))
}

/// What a line means for a search that runs.
pub(crate) fn urgency(line: &str) -> Urgency {
    if line.trim_start().strip_prefix('#').is_some_and(|comment| comment.trim() == "interrupt") {
        return Urgency::Interrupts;
    }
    match Command::parse(line).as_ref().map(|command| command.name.as_str()) {
        Some("stop") => Urgency::Interrupts,
        Some("quit") => Urgency::Ends,
        _ => Urgency::Waits,
    }
}

/// The text of a successful answer, or why there is none.
pub(crate) type Answer = Result<String, Failure>;

/// Why a command failed: the phrase that GTP has for it, and what exactly was wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Failure {
    pub(crate) phrase: &'static str,
    pub(crate) problem: String,
}

impl Failure {
    pub(crate) fn new(phrase: &'static str, problem: impl Display) -> Failure {
        Failure { phrase, problem: problem.to_string() }
    }

    pub(crate) fn syntax(problem: impl Display) -> Failure {
        Failure::new("syntax error", problem)
    }

    pub(crate) fn word(word: &str, problem: impl Display) -> Failure {
        Failure::syntax(TextError::word(word, problem))
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Failure {
        let phrase = match error {
            EngineError::Text(_) => "cannot do that",
            EngineError::Unknown { .. } => "not known",
            EngineError::NothingToUndo => "cannot undo",
            EngineError::GameOver => "the game is over",
        };
        Failure::new(phrase, error)
    }
}

/// An answer as it goes out.
pub(crate) struct Response<'a> {
    pub(crate) id: Option<u32>,
    /// The number of the line that is answered.
    pub(crate) line: u64,
    pub(crate) answer: &'a Answer,
}

impl Display for Response<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.id.map(|id| id.to_string()).unwrap_or_default();
        match self.answer {
            // The space is there even if nothing follows: HexGui does not take a bare `=`.
            Ok(text) => write!(f, "={id} {}\n\n", Inside(text)),
            Err(Failure { phrase, problem }) => {
                let problem = format!("{phrase}: line {}: {problem}", self.line);
                write!(f, "?{id} {}\n\n", Inside(&problem))
            }
        }
    }
}

/// Text inside an answer: an empty line would end it, so that gets a space.
struct Inside<'a>(&'a str);

impl Display for Inside<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, line) in self.0.trim_end().split('\n').enumerate() {
            match (i, line) {
                (0, _) => f.write_str(line)?,
                (_, "" | "\r") => f.write_str("\n ")?,
                _ => write!(f, "\n{line}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Option<(Option<u32>, String, String)> {
        Command::parse(line).map(|command| (command.id, command.name, command.arguments))
    }

    #[test]
    fn a_line_is_an_id_a_name_and_arguments() {
        let expect = |id, name: &str, rest: &str| Some((id, name.to_owned(), rest.to_owned()));
        assert_eq!(parsed("name"), expect(None, "name", ""));
        assert_eq!(
            parsed("  12\tplay  black c5 # comment\r"),
            expect(Some(12), "play", "black c5")
        );
        assert_eq!(parsed("play\u{7} b a1\u{0}"), expect(None, "play", "b a1"));
        assert_eq!(parsed("12"), expect(Some(12), "", ""));
        assert_eq!(parsed("99999999999 name"), expect(None, "99999999999", "name"));
        assert_eq!(parsed("+1 name"), expect(None, "+1", "name"));
    }

    #[test]
    fn blanks_and_comments_are_nothing() {
        for line in ["", "  \t\r", "# interrupt", "\u{1}", "   # 12 name"] {
            assert_eq!(parsed(line), None, "{line:?}");
        }
    }

    #[test]
    fn some_lines_cannot_wait() {
        assert_eq!(urgency("# interrupt"), Urgency::Interrupts);
        assert_eq!(urgency("#interrupt\r"), Urgency::Interrupts);
        assert_eq!(urgency("3 stop"), Urgency::Interrupts);
        assert_eq!(urgency("quit # bye"), Urgency::Ends);
        assert_eq!(urgency("# interrupted"), Urgency::Waits);
        assert_eq!(urgency("genmove b # interrupt"), Urgency::Waits);
        assert_eq!(urgency("play b stop"), Urgency::Waits);
    }

    #[test]
    fn an_answer_ends_with_the_only_empty_line() {
        let show = |answer: Answer, id| Response { id, line: 17, answer: &answer }.to_string();
        assert_eq!(show(Ok(String::new()), None), "= \n\n");
        assert_eq!(show(Ok("a\n\nb\n".to_owned()), Some(3)), "=3 a\n \nb\n\n");
        assert_eq!(show(Ok("\na".to_owned()), None), "= \na\n\n");
        let failure = Failure::new("illegal move", "\"z9\": no such cell");
        assert_eq!(show(Err(failure), None), "? illegal move: line 17: \"z9\": no such cell\n\n");
    }
}
