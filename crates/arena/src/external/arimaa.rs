//! A game of Arimaa as foreign programs must be told of it: in whole turns, as boards and as
//! files. The rules are the engine's.

use std::fmt::Write;

use spinney_engine::{Board, EngineError, Line, play_moves, turn_moves, turn_text};

use super::{Fault, FaultKind};

/// A game so far.
pub(super) struct Arimaa {
    line: Line,
    /// How many moves were played before the present turn.
    turn_start: usize,
    /// The turns that are complete, captures included.
    turns: Vec<String>,
    /// The side and the board that the game started from, where that was not the empty one.
    start: Option<(char, String)>,
    /// The number of the first turn, and whether it was Silver's.
    first: (usize, bool),
}

impl Arimaa {
    /// A game that starts from a position: `arimaa`, or `arimaa 2g [rrrr…]; Ee2n`.
    pub(super) fn new(position: &str) -> Result<Arimaa, Fault> {
        // What was played before is told to programs as well: repetition counts it.
        let (start, played) = position.split_once(';').unwrap_or((position, ""));
        let refused = |error: EngineError| Fault::new(FaultKind::Start, error.to_string());
        let board = Board::from_text(start).map_err(refused)?;
        if board.game() != "arimaa" {
            return Err(Fault::new(FaultKind::Start, "this language is for Arimaa"));
        }
        let label = board.text();
        let label = label.split(' ').nth(1).unwrap_or_default();
        let number = label.trim_end_matches(char::is_alphabetic).parse().unwrap_or(1);
        let first = (number, label.ends_with('s'));
        let mut game =
            Arimaa { line: Line::new(board), turn_start: 0, turns: Vec::new(), start: None, first };
        if !game.squares().trim_matches(['[', ' ', ']']).is_empty() {
            game.start = Some((if first.1 { 's' } else { 'g' }, game.squares()));
        }
        for moves in played.split(';').filter(|moves| !moves.trim().is_empty()) {
            game.play(moves)?;
        }
        Ok(game)
    }

    /// Whether nothing of the present turn has been played.
    pub(super) fn at_turn_start(&self) -> bool {
        self.turn_start == self.line.played().len()
    }

    /// Plays what one side does; the whole turn where that completes it.
    pub(super) fn play(&mut self, text: &str) -> Result<Option<&str>, Fault> {
        let side = self.line.board().to_move();
        play_moves(&mut self.line, text)
            .map_err(|error| Fault::new(FaultKind::Start, error.to_string()))?;
        if self.line.board().to_move() == side {
            return Ok(None);
        }
        self.turns.push(turn_text(&self.line, self.turn_start));
        self.turn_start = self.line.played().len();
        Ok(self.turns.last().map(String::as_str))
    }

    /// The moves that a program's turn is made of.
    pub(super) fn moves(&self, turn: &str) -> Result<Vec<String>, Fault> {
        // No turn is as long as a hundred words; some programs say NULL for a step not taken.
        let words: Vec<_> =
            turn.split_whitespace().take(100).filter(|&word| word != "NULL").collect();
        turn_moves(&self.line, &words.join(" "))
            .map_err(|error| Fault::new(FaultKind::Illegal, format!("\"{turn}\": {error}")))
    }

    /// The side to move and the board of a start that was not the empty board: `g`, `[rrr …]`.
    pub(super) fn start(&self) -> Option<(char, &str)> {
        self.start.as_ref().map(|(side, board)| (*side, board.as_str()))
    }

    /// The turns that are complete.
    pub(super) fn turns(&self) -> impl Iterator<Item = &str> {
        self.turns.iter().map(String::as_str)
    }

    /// A turn's number and side as old programs write them: `8b`.
    fn label(&self, turn: usize) -> String {
        let (number, silver) = self.first;
        let halves = turn + usize::from(silver);
        format!("{}{}", number + halves / 2, if halves.is_multiple_of(2) { 'w' } else { 'b' })
    }

    /// The rows as people read them, from a8 on: pieces, and an x on free traps.
    fn rows(&self) -> impl Iterator<Item = (char, [Option<char>; 8])> {
        let picture = self.line.board().picture();
        ('1'..='8').rev().map(move |row| {
            let piece = |file: usize| {
                let name = format!("{}{row}", char::from(b'a' + file as u8));
                let cell = picture.cells.iter().find(|cell| cell.name == name)?;
                cell.glyph
            };
            (row, std::array::from_fn(piece))
        })
    }

    /// The board in brackets, from a8 on, with spaces for nothing.
    fn squares(&self) -> String {
        let pieces = self.rows().flat_map(|(_, row)| row);
        let letters = pieces.map(|piece| piece.filter(|&letter| letter != 'x').unwrap_or(' '));
        format!("[{}]", letters.collect::<String>())
    }

    /// The position as a file that bots read. Traps are marked by an X; old bots know neither dots
    /// nor a small x.
    pub(super) fn position_file(&self) -> String {
        let mut text = format!("{}\n +-----------------+\n", self.label(self.turns.len()));
        for (row, pieces) in self.rows() {
            let _ = write!(text, "{row}|");
            for piece in pieces {
                let letter = piece.map_or(' ', |letter| if letter == 'x' { 'X' } else { letter });
                let _ = write!(text, " {letter}");
            }
            text.push_str(" |\n");
        }
        text + " +-----------------+\n   a b c d e f g h\n"
    }

    /// The game so far as a file that bots read.
    pub(super) fn record_file(&self) -> String {
        let mut text = String::new();
        for (number, turn) in self.turns.iter().enumerate() {
            let _ = writeln!(text, "{} {turn}", self.label(number));
        }
        text + &self.label(self.turns.len()) + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The game that the Akimot thesis shows in its appendix.
    const RECORD: &str = "\
1w Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2
1b ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7
2w Ee2n Ee3n Ee4n Ee5n
2b ed7s ed6s ed5s rd8s
3w Ee6w me7s Db2n Dg2n
3b rc8e re8s dg7s ed4e
4w me6s Ed6e Ee6w re7s
4b db7s ee4e rb8s rd7e
5w re6e Ed6e me5w Ee6s
5b rd8s rd7s re7s rf6s
6w md5s Ee5w md4s Ed5s
6b db6e dc6s re6s dc5s
7w Ed4e dc4e Ee4s dd4e
7b ha7s de4w re5s dd4w
8w Md2e md3s Ee3w Me2n
8b
";

    fn recorded() -> Arimaa {
        let mut game = Arimaa::new("arimaa").unwrap();
        for line in RECORD.lines() {
            for word in line.split_whitespace().skip(1) {
                game.play(word).unwrap();
            }
        }
        game
    }

    #[test]
    fn a_game_becomes_the_files_that_bots_read() {
        let game = recorded();
        assert!(game.start().is_none() && game.at_turn_start());
        assert_eq!(game.record_file(), RECORD);
        // The thesis' figure.
        let position = "\
8b
 +-----------------+
8| r         r r r |
7|   r c     c   h |
6| h   X r   X d   |
5|           r     |
4|     d   r e     |
3|   D X E M X D   |
2| H   C m   C   H |
1| R R R R R R R R |
 +-----------------+
   a b c d e f g h
";
        assert_eq!(game.position_file(), position);
    }

    #[test]
    fn captures_are_written_where_they_happen() {
        let board = "r.......".to_owned() + &"........".repeat(5) + ".Hr....." + "R.......";
        let mut game = Arimaa::new(&format!("arimaa 9g [{board}]")).unwrap();
        // The rabbit is pushed onto the trap and falls; then the horse takes its place.
        assert_eq!(game.play("rc2n rc3x").unwrap(), None);
        assert_eq!(game.play("Hb2e").unwrap(), None);
        assert!(!game.at_turn_start());
        assert_eq!(game.play("end").unwrap(), Some("rc2n rc3x Hb2e"));
        assert!(game.position_file().starts_with("9b\n"));
        assert!(game.record_file().ends_with("9b\n"));
        let (side, squares) = game.start().unwrap();
        assert_eq!((side, squares.len()), ('g', 66));
    }

    #[test]
    fn a_turn_is_taken_apart_into_moves() {
        let game = Arimaa::new("arimaa").unwrap();
        let set_up = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2";
        assert_eq!(game.moves(set_up).unwrap().len(), 16);
        assert!(game.moves(&format!("{set_up} {set_up}")).is_err());
        let game = recorded();
        assert_eq!(game.moves("ha6s ha5s NULL").unwrap(), ["ha6s", "ha5s", "end"]);
        assert_eq!(game.moves("ha6s ha5s end").unwrap(), game.moves("ha6s ha5s pass").unwrap());
        assert_eq!(game.moves("ha6s ha5s ha4s ef4e").unwrap().len(), 4);
        for wrong in ["ha6s ha5n", "ha6s ha5s ha4s ef4e ee4e", "pass", "", "Md2e", "\u{e9}\u{e9}"] {
            assert_eq!(game.moves(wrong).unwrap_err().kind, FaultKind::Illegal, "{wrong}");
        }
        assert!(game.moves(&"x ".repeat(1_000_000)).is_err());
        assert!(game.at_turn_start(), "nothing was played");
    }

    #[test]
    fn what_was_played_before_is_known() {
        let board = "rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR";
        let game = Arimaa::new(&format!("arimaa 2g [{board}]; Ee2n Ee3n end; ed7s")).unwrap();
        assert_eq!(game.turns().collect::<Vec<_>>(), ["Ee2n Ee3n"]);
        assert!(!game.at_turn_start());
        assert!(Arimaa::new("hex 3x3").is_err());
        assert!(Arimaa::new("arimaa 2g [").is_err());
    }
}
