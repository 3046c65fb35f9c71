//! What a person can type at the board.

/// A line, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// Nothing was typed.
    Nothing,
    Undo,
    Hint,
    Go,
    Resign,
    Save {
        path: String,
        replace: bool,
    },
    Load(String),
    /// With what is to be different.
    New(String),
    Level(String),
    Board,
    Moves,
    /// With what they begin with.
    Legal(String),
    Help,
    Quit,
    /// Whatever is no command is a move.
    Move(String),
}

/// What `help` says differently from game to game.
pub(super) struct Words {
    /// Whether the second player may swap.
    pub(super) swaps: bool,
    /// The formats that records are written in, the usual one first.
    pub(super) formats: &'static [&'static str],
    /// What somebody could type to have another game.
    pub(super) example: String,
}

/// Every command with its meaning.
fn meanings(words: &Words) -> Vec<(&'static str, String)> {
    let usual = words.formats.first().copied().unwrap_or("text");
    let mut meanings: Vec<(&str, String)> = Vec::new();
    if words.swaps {
        let swap = "take over the first move (only as the second player, in reply to it)";
        meanings.push(("swap", swap.into()));
    }
    meanings.extend([
        ("undo", "take your last move back, and the engine's reply".into()),
        ("hint", "see what the engine would play".into()),
        ("legal", "list the legal moves; legal 1 lists those that begin with 1".into()),
        ("go", "let the engine move for you".into()),
        ("level N", "play on against a weaker (1) or stronger (10) engine".into()),
        ("resign", "give up".into()),
        ("save FILE", format!("save the game ({usual}); save! FILE replaces a file")),
        ("load FILE", format!("go on with a saved game ({})", words.formats.join(", "))),
        ("new", format!("start again; new {} starts another game", words.example)),
        ("board", "draw the board".into()),
        ("moves", "list the moves so far".into()),
        ("quit", "leave; so do Ctrl-C and the end of the input".into()),
    ]);
    meanings
}

/// Every command with its meaning, one a line.
pub(super) fn help(words: &Words) -> String {
    let line = |(command, meaning)| format!("  {command:11}{meaning}\n");
    meanings(words).into_iter().map(line).collect()
}

impl Command {
    /// Understands a line, or says what is missing on it.
    pub(super) fn parse(line: &str) -> Result<Command, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let file = || match rest {
            "" => Err(format!("name a file: {word} FILE")),
            name => Ok(name.to_owned()),
        };
        let command = match word.to_ascii_lowercase().as_str() {
            "save" => return Ok(Command::Save { path: file()?, replace: false }),
            "save!" => return Ok(Command::Save { path: file()?, replace: true }),
            "load" => return Ok(Command::Load(file()?)),
            "new" => return Ok(Command::New(rest.to_owned())),
            "legal" => return Ok(Command::Legal(rest.to_owned())),
            "level" => return Ok(Command::Level(rest.to_owned())),
            "" => Command::Nothing,
            "undo" | "u" => Command::Undo,
            "hint" | "h" => Command::Hint,
            "go" => Command::Go,
            "resign" => Command::Resign,
            "board" | "b" => Command::Board,
            "moves" => Command::Moves,
            "help" | "?" => Command::Help,
            "quit" | "exit" | "q" => Command::Quit,
            _ => return Ok(Command::Move(line.to_owned())),
        };
        if !rest.is_empty() {
            return Err(format!("{word} stands alone; \"{rest}\" is not understood"));
        }
        Ok(command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_command_is_a_move() {
        assert_eq!(Command::parse(" f6 "), Ok(Command::Move("f6".into())));
        assert_eq!(Command::parse("swap"), Ok(Command::Move("swap".into())));
        assert_eq!(Command::parse("b2"), Ok(Command::Move("b2".into())));
        assert_eq!(Command::parse("UNDO"), Ok(Command::Undo));
        assert_eq!(Command::parse(""), Ok(Command::Nothing));
    }

    #[test]
    fn a_file_name_may_have_blanks_and_must_be_there() {
        let save = Command::Save { path: "my game.sgf".into(), replace: true };
        assert_eq!(Command::parse("save! my game.sgf"), Ok(save));
        assert_eq!(Command::parse("load"), Err("name a file: load FILE".into()));
    }

    #[test]
    fn a_command_with_too_much_is_not_carried_out() {
        assert!(Command::parse("undo 3").unwrap_err().contains("undo stands alone"));
        assert!(Command::parse("quit now").is_err());
    }

    #[test]
    fn whatever_the_help_lists_is_understood() {
        let words = Words { swaps: true, formats: &["sgf"], example: "13 white level 5".into() };
        for (command, _) in meanings(&words) {
            let line = command.replace("FILE", "game.sgf");
            let is_move = matches!(Command::parse(&line), Ok(Command::Move(_)) | Err(_));
            assert_eq!(is_move, line == "swap", "{line}");
        }
        let words = Words { swaps: false, formats: &["txt"], example: String::new() };
        let help = help(&words);
        assert!(!help.contains("swap") && help.contains("(txt)"), "{help}");
    }
}
