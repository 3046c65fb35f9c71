//! How programs that speak GTP differ: names of cells and colours, the swap, sizes, clocks.

use std::collections::BTreeSet;
use std::time::Duration;

use spinney_engine::{Board, EngineError, Setup, Swap, TextError};

use super::super::seconds;
use super::super::setup::{self, Stones};
use super::cells;
use crate::player::NewGame;

/// A way to speak GTP.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Dialect {
    /// GTP 2 as it is written down, in the words of our own games.
    #[default]
    Plain,
    /// As HexGui speaks: a board has two sizes.
    HexGui,
    /// MoHex and Wolve: parameters instead of `time_settings`; `swap-pieces` leaves the stone where
    /// it is and exchanges the players.
    MoHex,
    /// morat: White begins, there is no swap, Y has columns and rows of its own.
    Morat,
}

impl Dialect {
    pub(super) fn named(name: Option<&str>) -> Result<Dialect, TextError> {
        Ok(match name {
            None | Some("plain") => Dialect::Plain,
            Some("hexgui") => Dialect::HexGui,
            Some("mohex" | "benzene" | "wolve") => Dialect::MoHex,
            Some("morat") => Dialect::Morat,
            Some(other) => {
                let problem = "no such dialect; there are plain, hexgui, mohex and morat";
                return Err(TextError::word(other, problem));
            }
        })
    }

    /// Whether a swap leaves the stone where it is, whatever the rules of the game say.
    fn swaps_sides(self) -> bool {
        matches!(self, Dialect::MoHex | Dialect::Morat)
    }
}

/// The board as a program sees it.
#[derive(Clone, Debug)]
pub(super) struct ForeignBoard {
    dialect: Dialect,
    setup: Setup,
    stones: Stones,
    /// By the rules, the stone was swapped: it changed its colour and, in Hex, its place. The
    /// program thinks that the players changed, so that it sees the mirror image from then on.
    is_mirrored: bool,
}

impl ForeignBoard {
    pub(super) fn new(dialect: Dialect, position: &str) -> Result<ForeignBoard, EngineError> {
        let (setup, stones) = setup::start(position)?;
        Ok(ForeignBoard { dialect, setup, stones, is_mirrored: false })
    }

    /// What makes an empty board.
    pub(super) fn start_lines(&self, position: &str) -> Vec<String> {
        let size = match (self.setup.game, &self.setup.numbers()[..]) {
            ("hex", [width, height]) => match self.dialect {
                Dialect::Plain | Dialect::Morat if width == height => width.to_string(),
                _ => format!("{width} {height}"),
            },
            // A game without sizes is one that GTP has no words for: ours.
            _ if self.setup.size.is_empty() => return vec![format!("position {position}")],
            (_, [first, second]) => format!("{first} {second}"),
            _ => self.setup.size.clone(),
        };
        vec![format!("boardsize {size}"), "clear_board".to_owned()]
    }

    /// The stones that lie there from the start.
    pub(super) fn stone_lines(&self) -> Vec<String> {
        let stones = self.stones.in_turns();
        stones.filter_map(|(side, cell)| self.play_line(side, cell)).collect()
    }

    /// Whether the cells that a program names as its legal moves are those of the game. A program
    /// of another game may take every command and lose by the first cell that it does not have.
    pub(super) fn compare(&self, position: &str, answer: &str) -> Result<(), EngineError> {
        let cells = |words: &mut dyn Iterator<Item = String>| -> BTreeSet<(u32, u32)> {
            words.filter_map(|word| cells::parse(&word)).collect()
        };
        let ours = cells(&mut Board::from_text(position)?.legal_moves().into_iter());
        let theirs = cells(&mut answer.split_whitespace().map(|word| self.move_of(word)));
        // Other words than cells, or none at all, say nothing.
        if ours.is_empty() || theirs.is_empty() || ours == theirs {
            return Ok(());
        }
        let problem = match ours.difference(&theirs).next() {
            Some(&cell) => format!("{} is no legal move to it", cells::name(cell)),
            None => format!("it has {} legal moves, not {}", theirs.len(), ours.len()),
        };
        let problem = format!("the program plays another game: {problem}");
        Err(TextError::at(&self.setup, problem).into())
    }

    /// Threads, swap and time, as far as the program has words for them.
    pub(super) fn option_lines(&self, game: &NewGame) -> Vec<String> {
        let control = &game.control;
        let swap = self.setup.swap.name();
        let mut lines = Vec::new();
        match self.dialect {
            Dialect::Plain | Dialect::HexGui => {
                if let Some(rule) = swap {
                    lines.push("param_game allow_swap 1".to_owned());
                    lines.push(format!("param_game swap-rule {rule}"));
                }
                if let Some(time) = control.per_game {
                    lines.push(format!("time_settings {} 0 0", seconds(time)));
                } else if let Some(time) = control.per_move {
                    lines.push(format!("time_settings 0 {} 1", seconds(time)));
                }
                if let Some(playouts) = control.playouts {
                    lines.push(format!("set_parameter limits.playouts {playouts}"));
                }
            }
            Dialect::MoHex => {
                lines.push(format!("param_game allow_swap {}", u8::from(swap.is_some())));
                lines.push(format!("param_mohex num_threads {}", game.threads));
                if let Some(time) = control.per_game {
                    lines.push(format!("param_game game_time {}", seconds(time)));
                    lines.push("param_mohex use_time_management 1".to_owned());
                }
                if let Some(time) = control.per_move {
                    lines.push(format!("param_mohex max_time {}", seconds(time)));
                }
                if let Some(playouts) = control.playouts {
                    lines.push(format!("param_mohex max_games {playouts}"));
                }
            }
            Dialect::Morat => {
                lines.push(format!("params -t {} -o 0", game.threads));
                // Without `-f 0`, time that is left of a move is kept for later ones.
                let game_time = control.per_game.unwrap_or_default();
                let move_time = match (control.per_move.or(control.increment), control.per_game) {
                    (Some(time), _) => Some(time),
                    (None, Some(_)) => Some(Duration::ZERO),
                    // A simulation is five playouts, and only they are counted.
                    (None, None) => control.playouts.map(|_| Duration::from_secs(100_000)),
                };
                let simulations = control.playouts.map_or(0, |playouts| playouts.div_ceil(5));
                if let Some(time) = move_time {
                    let (m, g) = (seconds(time), seconds(game_time));
                    lines.push(format!("time -m {m} -g {g} -f 0 -i {simulations}"));
                }
            }
        }
        lines
    }

    /// What tells a program what its clock shows.
    pub(super) fn clock_line(&self, side: &str, left: Duration) -> String {
        let (colour, left) = (self.colour(side), seconds(left));
        match self.dialect {
            Dialect::Plain | Dialect::HexGui => format!("time_left {colour} {left} 0"),
            Dialect::MoHex => format!("time_left {colour} {left}"),
            Dialect::Morat => format!("time -r {left}"),
        }
    }

    /// What asks for a move.
    pub(super) fn question(&self, side: &str) -> String {
        format!("genmove {}", self.colour(side))
    }

    /// What tells of a move; nothing where the program need not know.
    pub(super) fn play_line(&self, side: &str, text: &str) -> Option<String> {
        let word = match (is_swap(text), self.dialect) {
            // The stone stays and the other side is to move, as after any stone.
            (true, Dialect::Morat) => return None,
            (true, Dialect::MoHex) => "swap-pieces".to_owned(),
            (true, _) => text.to_owned(),
            (false, _) => self.their_name(text),
        };
        Some(format!("play {} {word}", self.colour(side)))
    }

    /// A move was played.
    pub(super) fn note(&mut self, text: &str) {
        let recolours = self.setup.swap == Swap::Pieces;
        if is_swap(text) && recolours && self.dialect.swaps_sides() {
            self.is_mirrored = true;
        }
    }

    /// The move that a program means, in the game's own notation.
    pub(super) fn move_of(&self, word: &str) -> String {
        let word = word.to_ascii_lowercase();
        if is_swap(&word) {
            // Whichever swap the rules have.
            return if self.dialect.swaps_sides() { "swap".to_owned() } else { word };
        }
        match cells::parse(&word) {
            Some(cell) => cells::name(self.mirrored(self.our_cell(cell))),
            None => word,
        }
    }

    fn their_name(&self, name: &str) -> String {
        match cells::parse(name) {
            Some(cell) => cells::name(self.their_cell(self.mirrored(cell))),
            None => name.to_owned(),
        }
    }

    /// The long diagonal of Hex is the axis; Y has nothing to mirror, a swap only recolours.
    fn mirrored(&self, (column, row): (u32, u32)) -> (u32, u32) {
        if self.is_mirrored && self.setup.game == "hex" { (row, column) } else { (column, row) }
    }

    /// In our Y the row is the larger number, morat counts rows from the other side of the corner.
    fn their_cell(&self, (column, row): (u32, u32)) -> (u32, u32) {
        let is_other = self.dialect == Dialect::Morat && self.setup.game == "y";
        (column, if is_other { row.saturating_sub(column) } else { row })
    }

    fn our_cell(&self, (column, row): (u32, u32)) -> (u32, u32) {
        let is_other = self.dialect == Dialect::Morat && self.setup.game == "y";
        (column, if is_other { row + column } else { row })
    }

    fn colour<'a>(&self, side: &'a str) -> &'a str {
        let is_other = self.is_mirrored != (self.dialect == Dialect::Morat);
        match side {
            "black" if is_other => "white",
            "white" if is_other => "black",
            side => side,
        }
    }
}

fn is_swap(word: &str) -> bool {
    word.starts_with("swap")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::TimeControl;

    fn board(dialect: &str, position: &str) -> ForeignBoard {
        ForeignBoard::new(Dialect::named(Some(dialect)).unwrap(), position).unwrap()
    }

    fn game(control: TimeControl) -> NewGame {
        let sides = vec!["black".to_owned(), "white".to_owned()];
        let (game, position) = ("hex".to_owned(), "hex 9x9".to_owned());
        NewGame { game, position, sides, seat: 0, control, threads: 2, seed: 1 }
    }

    #[test]
    fn sizes_are_said_as_each_program_wants_them() {
        let size = |dialect, position| board(dialect, position).start_lines(position)[0].clone();
        assert_eq!(size("plain", "hex 11x11"), "boardsize 11");
        assert_eq!(size("plain", "hex 11x13"), "boardsize 11 13");
        assert_eq!(size("plain", "hex 11"), "boardsize 11");
        assert_eq!(size("hexgui", "hex 11x11"), "boardsize 11 11");
        assert_eq!(size("mohex", "hex 11 swap-pieces; black to move"), "boardsize 11 11");
        assert_eq!(size("mohex", "hex 9x9 swap-pieces"), "boardsize 9 9");
        assert_eq!(size("morat", "hex 9x9"), "boardsize 9");
        assert_eq!(size("morat", "y 10; black to move"), "boardsize 10");
        assert_eq!(size("plain", "y bent-93"), "boardsize bent-93");
        assert_eq!(size("plain", "polyy 5,7 swap-sides"), "boardsize 5 7");
        assert_eq!(size("morat", "havannah 6 swap-pieces"), "boardsize 6");
        assert_eq!(size("plain", "tantrix red blue"), "position tantrix red blue");
        assert!(Dialect::named(Some("klingon")).is_err());
    }

    #[test]
    fn morats_y_has_its_own_rows() {
        let board = board("morat", "y 10");
        // Corners: our a1, a10 and j10.
        for (ours, theirs) in [("a1", "a1"), ("a10", "a10"), ("j10", "j1"), ("c5", "c3")] {
            let line = board.play_line("black", ours).unwrap();
            assert_eq!(line, format!("play white {theirs}"));
            assert_eq!(board.move_of(&theirs.to_uppercase()), ours);
        }
        assert_eq!(board.question("black"), "genmove white");
        assert_eq!(board.move_of("nonsense"), "nonsense");
    }

    #[test]
    fn morats_havannah_has_our_names() {
        let mut board = board("morat", "havannah 6 swap-pieces");
        assert_eq!(board.play_line("black", "k8").unwrap(), "play white k8");
        board.note("k8");
        assert_eq!(board.play_line("white", "swap-pieces"), None);
        board.note("swap-pieces");
        // By the rules the stone is White's now; the program has a white one, too, and plays black.
        assert_eq!(board.question("black"), "genmove black");
        assert_eq!(board.move_of("C7"), "c7");
    }

    #[test]
    fn who_swaps_sides_sees_the_mirror_image_where_the_rules_swap_pieces() {
        for dialect in ["mohex", "morat"] {
            let mut board = board(dialect, "hex 9x9 swap-pieces");
            let first = if dialect == "morat" { "white" } else { "black" };
            let second = if dialect == "morat" { "black" } else { "white" };
            assert_eq!(board.play_line("black", "b4").unwrap(), format!("play {first} b4"));
            board.note("b4");
            assert_eq!(board.move_of("swap-pieces"), "swap");
            let swap = board.play_line("white", "swap-pieces");
            assert_eq!(swap.is_some(), dialect == "mohex");
            board.note("swap-pieces");
            // By the rules there is a white stone at d2, and Black is to move. The program has a
            // black one at b4, and White is to move.
            assert_eq!(board.question("black"), format!("genmove {second}"));
            assert_eq!(board.move_of("c7"), "g3");
            assert_eq!(board.play_line("white", "g3").unwrap(), format!("play {first} c7"));
        }
    }

    #[test]
    fn who_plays_by_the_rules_is_told_the_swap_as_it_is() {
        for (dialect, rule) in
            [("plain", "swap-pieces"), ("plain", "swap-sides"), ("hexgui", "swap-pieces")]
        {
            let mut board = board(dialect, &format!("hex 9x9 {rule}"));
            assert_eq!(board.play_line("white", rule).unwrap(), format!("play white {rule}"));
            board.note(rule);
            assert_eq!(board.move_of("c7"), "c7");
            assert_eq!(board.question("white"), "genmove white");
        }
        let mut board = board("mohex", "hex 9x9 swap-sides");
        assert_eq!(board.play_line("white", "swap-sides").unwrap(), "play white swap-pieces");
        board.note("swap-sides");
        assert_eq!(board.play_line("white", "c7").unwrap(), "play white c7");
    }

    #[test]
    fn times_are_said_as_each_program_wants_them() {
        let second = Some(Duration::from_millis(1500));
        let minute = Some(Duration::from_secs(60));
        let per_move = TimeControl { per_move: second, ..TimeControl::default() };
        let per_game = TimeControl { per_game: minute, ..TimeControl::default() };
        let playouts = TimeControl { playouts: Some(1_000), ..TimeControl::default() };
        let lines = |dialect, control| board(dialect, "hex 9x9").option_lines(&game(control));
        assert_eq!(lines("plain", per_move), ["time_settings 0 1.5 1"]);
        assert_eq!(lines("plain", per_game), ["time_settings 60 0 0"]);
        assert_eq!(
            lines("mohex", playouts),
            ["param_game allow_swap 0", "param_mohex num_threads 2", "param_mohex max_games 1000"]
        );
        let morat = |control| lines("morat", control)[1].clone();
        assert_eq!(morat(per_move), "time -m 1.5 -g 0 -f 0 -i 0");
        assert_eq!(morat(per_game), "time -m 0 -g 60 -f 0 -i 0");
        assert_eq!(morat(playouts), "time -m 100000 -g 0 -f 0 -i 200");
        let clock = |dialect| board(dialect, "hex 9x9").clock_line("black", Duration::from_secs(9));
        assert_eq!(clock("plain"), "time_left black 9 0");
        assert_eq!(clock("mohex"), "time_left black 9");
        assert_eq!(clock("morat"), "time -r 9");
    }

    #[test]
    fn stones_of_the_start_are_played_in_turns() {
        let board = board("morat", "hex 5x5; black a1 b2; white c3; white to move");
        assert_eq!(board.stone_lines(), ["play white a1", "play black c3", "play white b2"]);
    }
}
