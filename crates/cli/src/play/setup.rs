//! What is played, against whom, and how strong: asked once, with everything already answered.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use clap::ValueEnum;
use spinney_engine::{Board, GameEntry, Level, Limits, Session};

use super::Side;
use super::input::Input;
use crate::output;
use crate::player::{BoardArguments, PlayerArguments};

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
        let side = match self.side {
            Side::Black => "black, moving first",
            Side::White => "white, moving second",
            Side::Both => "both sides",
            Side::None => "nobody: the engine plays itself",
        };
        format!(
            "\n{title}: {about}.\n  board  {board}\n  you    {side}\n  level  {} of {}\n\
             Enter starts. Or type what to change, such as: 13 white level 5\n",
            self.level,
            Level::STRONGEST
        )
    }

    /// The same with what the words say: a game, a size, a side, a level.
    pub(super) fn changed(&self, line: &str) -> anyhow::Result<Setup> {
        let mut setup = self.clone();
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            if word == "level" {
                let level = words.next().unwrap_or("");
                setup.level = level.parse()?;
                setup.limits = None;
            } else if let Ok(side) = Side::from_str(word, true) {
                setup.side = side;
            } else if let Ok(game) = spinney_engine::game(word) {
                if game.name != setup.game.name {
                    setup.game = game;
                    setup.board = BoardArguments::default();
                    setup.player.preset = None;
                }
            } else if word.starts_with(|c: char| c.is_ascii_digit()) || word.contains('-') {
                setup.board =
                    BoardArguments { size: Some(word.to_owned()), position: None, ..setup.board };
            } else {
                anyhow::bail!(
                    "\"{word}\" is not a size, a side (black, white, both, none), a level \
                     (level 4) or a game"
                );
            }
        }
        // A board that the game does not have is noticed now.
        setup.open()?;
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
