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
    Help,
    Quit,
    /// Whatever is no command is a move.
    Move(String),
}

/// What `help` lists, besides how moves are written.
const MEANINGS: [(&str, &str); 12] = [
    ("swap", "take over the first move (only as the second player, in reply to it)"),
    ("undo", "take your last move back, and the engine's reply"),
    ("hint", "see what the engine would play"),
    ("go", "let the engine move for you"),
    ("level N", "play on against a weaker (1) or stronger (10) engine"),
    ("resign", "give up"),
    ("save FILE", "save the game as SGF; save! FILE replaces a file"),
    ("load FILE", "go on with a saved game (SGF, or a HexWorld or trmph link)"),
    ("new", "start again; new 13 white level 5 starts another game"),
    ("board", "draw the board"),
    ("moves", "list the moves so far"),
    ("quit", "leave; so do Ctrl-C and the end of the input"),
];

/// Every command with its meaning, one a line.
pub(super) fn help() -> String {
    MEANINGS.map(|(command, meaning)| format!("  {command:11}{meaning}\n")).concat()
}

impl Command {
    /// Understands a line, or says what is missing on it.
    pub(super) fn parse(line: &str) -> Result<Command, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let file = || match rest {
            "" => Err(format!("name a file: {word} game.sgf")),
            name => Ok(name.to_owned()),
        };
        let command = match word.to_ascii_lowercase().as_str() {
            "save" => return Ok(Command::Save { path: file()?, replace: false }),
            "save!" => return Ok(Command::Save { path: file()?, replace: true }),
            "load" => return Ok(Command::Load(file()?)),
            "new" => return Ok(Command::New(rest.to_owned())),
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
        assert_eq!(Command::parse("load"), Err("name a file: load game.sgf".into()));
    }

    #[test]
    fn a_command_with_too_much_is_not_carried_out() {
        assert!(Command::parse("undo 3").unwrap_err().contains("undo stands alone"));
        assert!(Command::parse("quit now").is_err());
    }

    #[test]
    fn whatever_the_help_lists_is_understood() {
        for (command, _) in MEANINGS {
            let line = command.replace("FILE", "game.sgf");
            let is_move = matches!(Command::parse(&line), Ok(Command::Move(_)) | Err(_));
            assert_eq!(is_move, line == "swap", "{line}");
        }
    }
}
