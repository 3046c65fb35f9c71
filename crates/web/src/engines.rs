//! The engines: how players are opened within what the server has, and kept warm with their trees.

use std::fmt;
use std::time::Duration;

use spinney_engine::{Board, EngineError, Player, PlayerPool, Preset, Resources};

use crate::seed::fresh_seed;

/// The time between live reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(150);

/// Whose tree a player grows: trees of different searches are kept apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EngineKey {
    pub(crate) game: String,
    pub(crate) preset: String,
    pub(crate) purpose: Purpose,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The engine's own moves.
    Move,
    /// What somebody looks at, by the number of the socket.
    Analysis(u64),
    /// A look at a whole game.
    Review,
    /// A hint.
    Hint,
}

impl fmt::Display for EngineKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EngineKey { game, preset, purpose } = self;
        let for_what = match purpose {
            Purpose::Move => "for its move",
            Purpose::Analysis(_) => "for an analysis",
            Purpose::Review => "for a review",
            Purpose::Hint => "for a hint",
        };
        // The whole name is the key to the game, and logs are read by others.
        let game: String = game.chars().take(4).collect();
        write!(f, "{preset} thinks {for_what} in game {game}…")
    }
}

/// What opens a preset's player for games that start from a board.
type Opener = dyn Fn(Preset, &Board) -> Result<Box<dyn Player>, EngineError> + Send + Sync;

/// Players that may be needed again, with their trees.
pub(crate) struct Engines {
    pool: PlayerPool<EngineKey>,
    threads: usize,
    open: Box<Opener>,
}

impl Engines {
    /// At most `at_work` of them think at once with that many threads each, fewer where there is
    /// too little memory for as many, and all of them together take `memory` MiB.
    pub(crate) fn new(at_work: usize, threads: usize, memory: u64) -> Engines {
        Engines { pool: PlayerPool::new(at_work, memory), threads, open: Box::new(open) }
    }

    /// How many may think at once.
    pub(crate) fn at_work(&self) -> usize {
        self.pool.at_work()
    }

    /// The same, with players of another kind.
    #[cfg(test)]
    pub(crate) fn opened_by(self, open: Box<Opener>) -> Engines {
        Engines { open, ..self }
    }

    /// A preset as it plays on this server: within its share, reporting to whoever watches, and with
    /// a seed of its own, so that no two games need be alike.
    fn prepared(&self, key: &EngineKey) -> Result<Preset, EngineError> {
        let preset = Preset::load(&key.preset)?;
        let resources = Resources {
            threads: Some(preset.usable_threads(self.threads as u32)),
            memory: Some(self.pool.share() as u32),
            seed: Some(fresh_seed()),
        };
        let preset = preset.within(&resources)?.watched(REPORT_INTERVAL)?;
        match key.purpose {
            Purpose::Analysis(_) => preset.comparing_moves(),
            Purpose::Move | Purpose::Review | Purpose::Hint => Ok(preset),
        }
    }

    /// The player of that key, with its tree where it has one.
    pub(crate) fn take(
        &self,
        key: &EngineKey,
        start: &Board,
    ) -> Result<Box<dyn Player>, EngineError> {
        match self.pool.take(key) {
            Some(player) => Ok(player),
            None => (self.open)(self.prepared(key)?, start),
        }
    }

    /// Keeps a player until it is needed again, or its room is.
    pub(crate) fn give_back(&self, key: EngineKey, player: Box<dyn Player>) {
        self.pool.give_back(key, player);
    }

    /// One that is at work is given up; it will be let go, should it come back.
    pub(crate) fn give_up(&self) {
        self.pool.give_up();
    }

    /// What was given up has come back, and is not used again.
    pub(crate) fn let_go<T>(&self, given_up: T) {
        self.pool.let_go(given_up);
    }

    /// Forgets what was found for a socket that is closed or a game that is put away.
    pub(crate) fn forget(&self, of: impl Fn(&EngineKey) -> bool) {
        self.pool.forget(of);
    }
}

/// A player of the preset for games that start from a board.
pub(crate) fn open(preset: Preset, start: &Board) -> Result<Box<dyn Player>, EngineError> {
    Ok(spinney_engine::open_preset(preset, Some(&start.text()))?.player)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_presets_took_memory_that_the_server_had_not_given_them() {
        for (memory, at_work) in [(16, 1), (16, 64), (64, 2), (1024, 8), (100_000, 3)] {
            let engines = Engines::new(at_work, 1, memory);
            let share = engines.pool.share();
            for game in spinney_engine::games() {
                for preset in game.presets {
                    let (game_name, name) = (game.name.to_owned(), preset.name.to_owned());
                    let key = EngineKey { game: game_name, preset: name, purpose: Purpose::Hint };
                    let given = engines.prepared(&key).unwrap();
                    let whole: f64 = given
                        .parameters()
                        .iter()
                        // Alpha-beta's table is a part of what its search has.
                        .filter(|p| ["search.memory", "play.solver-memory"].contains(&&*p.name))
                        .filter(|p| p.name == "search.memory" || given.threads() > 1)
                        .map(|p| p.value.parse::<f64>().unwrap())
                        .sum();
                    assert!(whole <= share as f64, "{}: {whole} MiB", preset.name);
                    // Some tables are filled at once, so only small ones are made here.
                    if memory <= 64 {
                        let start = game.board(game.default_position).unwrap();
                        (engines.open)(given, &start).unwrap();
                    }
                }
            }
        }
    }
}
