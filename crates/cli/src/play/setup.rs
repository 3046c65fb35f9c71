//! What is played, against whom, and how strong: asked once, with everything already answered.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use anyhow::{Context, bail};
use spinney_engine::{Board, GameEntry, Level, Limits, Session, Swap};

use super::input::Input;
use super::side::Side;
use crate::output;
use crate::player::{BoardArguments, PlayerArguments};

/// No board is called by more words.
const MOST_WORDS: usize = 6;

/// A game to be played.
#[derive(Clone)]
pub(super) struct Setup {
    pub(super) game: &'static GameEntry,
    pub(super) board: BoardArguments,
    pub(super) side: Side,
    pub(super) level: Level,
    /// Limits that replace the level's.
    pub(super) limits: Option<Limits>,
    pub(super) player: PlayerArguments,
}

impl Setup {
    /// Shows what will be played and lets it be changed. `false`: rather nothing.
    pub(super) fn ask(&mut self, input: &Input) -> anyhow::Result<bool> {
        loop {
            output::print(&self.describe())?;
            let Some(line) = input.ask("setup> ")? else { return Ok(false) };
            if line.is_empty() {
                return Ok(true);
            }
            if ["quit", "exit", "q"].contains(&line.as_str()) {
                return Ok(false);
            }
            match self.changed(&line) {
                Ok(setup) => *self = setup,
                Err(error) => output::print(&format!("{error:#}\n"))?,
            }
        }
    }

    fn describe(&self) -> String {
        let GameEntry { title, about, .. } = self.game;
        let board = Board::from_text(&self.start());
        let board = board.map_or(String::new(), |board| board.setup().rules());
        let board = if board.is_empty() { String::new() } else { format!("\n  board  {board}") };
        let side = self.side.describe(&self.sides());
        format!(
            "\n{title}: {about}.{board}\n  you    {side}\n  level  {} of {}\n\
             Enter starts. Or type what to change, such as: {}\n",
            self.level,
            Level::STRONGEST,
            self.example()
        )
    }

    /// What somebody could type to have another game.
    pub(super) fn example(&self) -> String {
        let usual = self.game.usual_setup();
        let is_other = |text: &&str| *text != usual.size && *text != usual.players;
        // Texts of whole positions are not for people to type.
        let boards = self.game.boards.iter().map(|choice| choice.text);
        let board = boards.filter(|text| text.len() < 20 && !text.is_empty()).find(is_other);
        let sides = match (self.game.usual_setup().players.is_empty(), board) {
            // Other players are other sides.
            (false, Some(players)) => self.sides_on(players),
            _ => self.sides(),
        };
        let side = sides.get(1).copied().unwrap_or("both");
        format!("{} {side} level 5", board.unwrap_or_default()).trim_start().to_owned()
    }

    /// What the players are called.
    pub(super) fn sides(&self) -> Vec<&'static str> {
        Board::from_text(&self.start()).map_or_else(|_| Vec::new(), |board| board.sides())
    }

    fn sides_on(&self, board: &str) -> Vec<&'static str> {
        let board = Board::from_text(&format!("{} {board}", self.game.name));
        board.map_or_else(|_| Vec::new(), |board| board.sides())
    }

    /// The side of that name.
    pub(super) fn side_named(&self, name: &str) -> anyhow::Result<Side> {
        let sides = self.sides();
        let side = Side::named(name, &sides);
        side.with_context(|| {
            format!("\"{name}\" is not a side: there are {}, both and none", sides.join(", "))
        })
    }

    /// The longest run of words that is a board or the players of the game.
    fn board_of(&self, words: &[&str]) -> Option<usize> {
        let is_board = |count: &usize| {
            let text = format!("{} {}", self.game.name, words[..*count].join(" "));
            let has_no_swap = |board: &Board| board.setup().swap == Swap::Off;
            self.game.board(&text).is_ok_and(|board| board.is_start() && has_no_swap(&board))
        };
        (1..=words.len().min(MOST_WORDS)).rev().find(is_board)
    }

    /// The same with what the words say: a game, a board or its players, a side, a level.
    pub(super) fn changed(&self, line: &str) -> anyhow::Result<Setup> {
        let mut setup = self.clone();
        let all: Vec<_> = line.split_whitespace().collect();
        let mut words = &all[..];
        let mut side = None;
        while let [word, rest @ ..] = words {
            words = rest;
            let is_number = word.starts_with(|c: char| c.is_ascii_digit());
            let board = setup.board_of(&all[all.len() - rest.len() - 1..]);
            if *word == "level" {
                let [level, rest @ ..] = rest else { bail!("say which level: level 5") };
                setup.level = level.parse()?;
                setup.limits = None;
                words = rest;
            } else if let Ok(game) = spinney_engine::game(word) {
                if game.name != setup.game.name {
                    setup.game = game;
                    setup.board = BoardArguments::default();
                    setup.player.preset = None;
                }
            } else if let Some(count) = board {
                let size = Some(all[all.len() - rest.len() - 1..][..count].join(" "));
                setup.board = BoardArguments { size, position: None, ..setup.board };
                words = &rest[count - 1..];
            } else if is_number || word.contains('-') {
                // A board that the game does not have is told about below.
                setup.board = BoardArguments {
                    size: Some((*word).to_owned()),
                    position: None,
                    ..setup.board
                };
            } else {
                side = Some(*word);
                if Side::named(word, &setup.sides()).is_none() {
                    let names = spinney_engine::games().iter().map(|game| game.name);
                    let meant = spinney_engine::nearest(word, names);
                    let meant =
                        meant.map_or(String::new(), |name| format!("; did you mean {name}?"));
                    bail!(
                        "\"{word}\" is not a size, a side ({}, both, none), a level (level 4) or a \
                         game{meant}",
                        setup.sides().join(", ")
                    );
                }
            }
        }
        // A board that the game does not have is noticed now.
        setup.open()?;
        if let Some(name) = side {
            setup.side = setup.side_named(name)?;
        } else if let Side::Seat(seat) = setup.side
            && seat >= setup.sides().len()
        {
            setup.side = Side::First;
        }
        Ok(setup)
    }

    /// The text of the position to start from.
    fn start(&self) -> String {
        self.board.start(self.game, true)
    }

    /// Limits for the engine's moves.
    pub(super) fn limits(&self) -> Limits {
        self.limits.unwrap_or(self.level.limits())
    }

    /// Opens a session at the start of the game. Where nobody chooses a seed, no two games are
    /// alike.
    pub(super) fn open(&self) -> anyhow::Result<Session> {
        self.player.open(self.game, &self.start(), Some(fresh_seed() >> 1))
    }
}

/// A number that differs from run to run: the keys of the standard library's hash maps do.
fn fresh_seed() -> u64 {
    RandomState::new().hash_one(0)
}
