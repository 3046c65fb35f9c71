//! Arimaa in text, as far as foreign programs must be told of it: turns made of steps, what is
//! captured on the way, and the board. Whether a step is legal is decided elsewhere.

use std::fmt::Write;

/// How many steps a turn has at most.
const STEPS: usize = 4;
/// How many pieces a side sets up.
const PIECES: usize = 16;
/// c3, f3, c6, f6.
const TRAPS: [usize; 4] = [18, 21, 42, 45];
const EMPTY: char = '.';

/// A game so far.
#[derive(Clone, Debug)]
pub(super) struct Arimaa {
    /// From a1 to h1, then from a2.
    board: [char; 64],
    number: u32,
    gold_to_move: bool,
    /// The words of the present turn, captures included.
    words: Vec<String>,
    steps: usize,
    /// The turns that are complete, with their labels: `2g`, `Ee2n Ee3n`.
    turns: Vec<Turn>,
    /// The board that the game started from, where that was not the empty one.
    start: Option<(char, String)>,
}

/// A complete turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    number: u32,
    gold: bool,
    /// Its steps and captures.
    pub(super) words: String,
}

impl Arimaa {
    /// A game that starts from a position: `arimaa`, or `arimaa 2g [rrrr…]; Ee2n`.
    pub(super) fn new(position: &str) -> Arimaa {
        let mut game = Arimaa {
            board: [EMPTY; 64],
            number: 1,
            gold_to_move: true,
            words: Vec::new(),
            steps: 0,
            turns: Vec::new(),
            start: None,
        };
        let Some((head, rest)) = position.split_once('[') else { return game };
        let Some((squares, played)) = rest.split_once(']') else { return game };
        let label = head.trim_start_matches("arimaa").trim();
        let digits: String = label.chars().take_while(char::is_ascii_digit).collect();
        game.number = digits.parse().unwrap_or(2);
        game.gold_to_move = !matches!(label.chars().last(), Some('s' | 'b'));
        for (i, piece) in squares.chars().take(64).enumerate() {
            if piece.is_ascii_alphabetic() && !matches!(piece, 'x' | 'X') {
                // Written from a8 on.
                game.board[(7 - i / 8) * 8 + i % 8] = piece;
            }
        }
        if game.board.iter().any(|&piece| piece != EMPTY) {
            game.start = Some((if game.gold_to_move { 'g' } else { 's' }, game.squares()));
        }
        for word in played.split([';', ' ']).filter(|word| !word.is_empty()) {
            game.play(word);
        }
        game
    }

    /// Whether pieces are being set up.
    pub(super) fn is_setup(&self) -> bool {
        let own = |piece: &&char| piece.is_ascii_uppercase() == self.gold_to_move;
        let pieces = self.board.iter().filter(|&&piece| piece != EMPTY).filter(own).count();
        self.number == 1 && pieces < PIECES
    }

    /// Whether nothing of the present turn has been played.
    pub(super) fn at_turn_start(&self) -> bool {
        self.words.is_empty()
    }

    /// Plays a step, a placement or `pass`; the whole turn where that completes it.
    pub(super) fn play(&mut self, word: &str) -> Option<&Turn> {
        let setting_up = self.is_setup();
        let letters: Vec<char> = word.chars().collect();
        let done = match *letters.as_slice() {
            [piece, file, row] => {
                if let Some(square) = square(file, row) {
                    self.board[square] = piece;
                }
                self.words.push(word.to_owned());
                setting_up && !self.is_setup()
            }
            [_, _, _, 'x'] => false,
            [piece, file, row, direction] if word != "pass" => {
                self.words.push(word.to_owned());
                if let Some((from, to)) = square(file, row).and_then(|from| step(from, direction)) {
                    self.board[from] = EMPTY;
                    self.board[to] = piece;
                    self.capture();
                }
                self.steps += 1;
                self.steps == STEPS
            }
            _ => true,
        };
        if !done {
            return None;
        }
        let words = std::mem::take(&mut self.words).join(" ");
        self.turns.push(Turn { number: self.number, gold: self.gold_to_move, words });
        self.steps = 0;
        self.number += u32::from(!self.gold_to_move);
        self.gold_to_move = !self.gold_to_move;
        self.turns.last()
    }

    /// Takes pieces on traps without a friend beside them.
    fn capture(&mut self) {
        for trap in TRAPS {
            let piece = self.board[trap];
            let is_friend = |square: usize| {
                let other = self.board[square];
                other != EMPTY && other.is_ascii_uppercase() == piece.is_ascii_uppercase()
            };
            if piece != EMPTY
                && ![trap - 8, trap - 1, trap + 1, trap + 8].into_iter().any(is_friend)
            {
                self.words.push(format!("{piece}{}x", name(trap)));
                self.board[trap] = EMPTY;
            }
        }
    }

    /// The side to move and the board of a start that was not the empty board: `g`, `[rrr …]`.
    pub(super) fn start(&self) -> Option<(char, &str)> {
        self.start.as_ref().map(|(side, board)| (*side, board.as_str()))
    }

    /// The turns that are complete.
    pub(super) fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The present turn as old programs write it: `8b`.
    fn label(&self) -> String {
        label(self.number, self.gold_to_move)
    }

    /// The board in brackets, from a8 on, with spaces for nothing.
    fn squares(&self) -> String {
        let rows = (0..8).rev().flat_map(|row| &self.board[row * 8..row * 8 + 8]);
        let squares: String = rows.map(|&piece| if piece == EMPTY { ' ' } else { piece }).collect();
        format!("[{squares}]")
    }

    /// The position as a file that bots read.
    pub(super) fn position_file(&self) -> String {
        let mut text = format!("{}\n +-----------------+\n", self.label());
        for row in (0..8).rev() {
            let _ = write!(text, "{}|", row + 1);
            for square in row * 8..row * 8 + 8 {
                let is_free_trap = TRAPS.contains(&square) && self.board[square] == EMPTY;
                let _ = write!(text, " {}", if is_free_trap { 'x' } else { self.board[square] });
            }
            text.push_str(" |\n");
        }
        text + " +-----------------+\n   a b c d e f g h\n"
    }

    /// The game so far as a file that bots read.
    pub(super) fn record_file(&self) -> String {
        let mut text = String::new();
        for turn in &self.turns {
            let _ = writeln!(text, "{} {}", label(turn.number, turn.gold), turn.words);
        }
        text + &self.label() + "\n"
    }

    /// The decisions that a program's turn is made of: its steps, and a pass where there are fewer
    /// than four. `None` if it is too long to be a turn.
    pub(super) fn decisions(&self, turn: &str) -> Option<Vec<String>> {
        let is_capture = |word: &&str| word.len() == 4 && word.ends_with('x');
        // Akimot says NULL for a step that it does not take.
        let is_step = |word: &&str| !is_capture(word) && *word != "NULL";
        let mut words: Vec<String> =
            turn.split_whitespace().filter(is_step).take(PIECES + 1).map(str::to_owned).collect();
        let most = if self.is_setup() { PIECES } else { STEPS };
        if words.len() > most {
            return None;
        }
        if !self.is_setup() && words.len() < STEPS && words.last().is_none_or(|word| word != "pass")
        {
            words.push("pass".to_owned());
        }
        Some(words)
    }
}

fn label(number: u32, gold: bool) -> String {
    format!("{number}{}", if gold { 'w' } else { 'b' })
}

fn square(file: char, row: char) -> Option<usize> {
    let file = ('a'..='h').position(|letter| letter == file)?;
    let row = ('1'..='8').position(|digit| digit == row)?;
    Some(row * 8 + file)
}

fn name(square: usize) -> String {
    let file = char::from(b'a' + (square % 8) as u8);
    format!("{file}{}", square / 8 + 1)
}

fn step(from: usize, direction: char) -> Option<(usize, usize)> {
    let (file, row) = (from % 8, from / 8);
    let to = match direction {
        'n' if row < 7 => from + 8,
        's' if row > 0 => from - 8,
        'e' if file < 7 => from + 1,
        'w' if file > 0 => from - 1,
        _ => return None,
    };
    Some((from, to))
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

    fn replay(game: &mut Arimaa, record: &str) {
        for line in record.lines() {
            for word in line.split_whitespace().skip(1) {
                game.play(word);
            }
        }
    }

    #[test]
    fn a_game_becomes_the_files_that_bots_read() {
        let mut game = Arimaa::new("arimaa");
        assert!(game.is_setup() && game.start().is_none());
        replay(&mut game, RECORD);
        assert_eq!(game.record_file(), RECORD);
        // The thesis' figure, with the free traps marked.
        let position = "\
8b
 +-----------------+
8| r . . . . r r r |
7| . r c . . c . h |
6| h . x r . x d . |
5| . . . . . r . . |
4| . . d . r e . . |
3| . D x E M x D . |
2| H . C m . C . H |
1| R R R R R R R R |
 +-----------------+
   a b c d e f g h
";
        assert_eq!(game.position_file(), position);
    }

    #[test]
    fn captures_are_written_where_they_happen() {
        let board = "........".repeat(5) + "........" + ".Hr....." + "........";
        let mut game = Arimaa::new(&format!("arimaa 9g [{board}]"));
        // The rabbit is pushed onto the trap and falls; then the horse takes its place.
        assert_eq!(game.play("rc2n"), None);
        assert_eq!(game.play("Hb2e"), None);
        assert!(!game.at_turn_start());
        let turn = game.play("pass").unwrap();
        assert_eq!(turn.words, "rc2n rc3x Hb2e");
        assert!(game.position_file().starts_with("9b\n"));
        assert!(game.record_file().ends_with("9b\n"));
        let (side, squares) = game.start().unwrap();
        assert_eq!((side, squares.len()), ('g', 66));
    }

    #[test]
    fn a_turn_is_taken_apart_into_decisions() {
        let mut game = Arimaa::new("arimaa");
        let set_up = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2";
        assert_eq!(game.decisions(set_up).unwrap().len(), 16);
        assert_eq!(game.decisions(&format!("{set_up} {set_up}")), None);
        replay(&mut game, RECORD);
        assert_eq!(game.decisions("rb3e rc3x Hb2n NULL").unwrap(), ["rb3e", "Hb2n", "pass"]);
        assert_eq!(game.decisions("Ee2n Ee3n Ee4n Ee5n").unwrap().len(), 4);
        assert_eq!(game.decisions("Ee2n Ee3n Ee4n Ee5n Ee6n"), None);
        assert_eq!(game.decisions("pass").unwrap(), ["pass"]);
        assert_eq!(game.decisions(&"x ".repeat(1_000_000)), None);
    }

    #[test]
    fn words_that_mean_nothing_do_no_harm() {
        let mut game = Arimaa::new("arimaa 2g [");
        for word in ["Ez9q", "a", "", "ééé", "Ra9", "Ra1w", "Rh8e", "ab"] {
            game.play(word);
        }
    }
}
