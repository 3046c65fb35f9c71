//! The engines: how players are opened within what the server has, and kept warm with their trees.

use std::fmt;
use std::sync::atomic::{AtomicIsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use spinney_engine::{Board, EngineError, Player, Preset, Resources};

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

/// Players that may be needed again, with their trees; the least recently used goes first.
pub(crate) struct Engines {
    idle: Mutex<Vec<(EngineKey, Box<dyn Player>)>>,
    /// How many may think at once.
    pub(crate) at_work: usize,
    most_idle: usize,
    /// Players that were given up and not let go yet: they have taken the memory of idle ones.
    lost: AtomicIsize,
    threads: usize,
    /// MiB for each player.
    memory: u64,
    open: Box<Opener>,
}

impl Engines {
    /// At most `at_work` of them think at once with that many threads each, fewer where there is
    /// too little memory for as many, and all of them together take `memory` MiB.
    pub(crate) fn new(at_work: usize, threads: usize, memory: u64) -> Engines {
        // A tree of a few MiB is small but still thinks well.
        const LEAST: u64 = 4;
        // One more is kept for later, at least.
        let at_work = at_work.clamp(1, (memory / LEAST).saturating_sub(1).max(1) as usize);
        let most_idle = (memory / 64).saturating_sub(at_work as u64).clamp(1, 64) as usize;
        let memory = (memory / (at_work + most_idle) as u64).max(1);
        Engines {
            idle: Mutex::default(),
            at_work,
            most_idle,
            lost: AtomicIsize::new(0),
            threads,
            memory,
            open: Box::new(open),
        }
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
            memory: Some(self.memory as u32),
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
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let known = idle.iter().position(|(known, _)| known == key).map(|at| idle.remove(at));
        drop(idle);
        match known {
            Some((_, player)) => Ok(player),
            None => (self.open)(self.prepared(key)?, start),
        }
    }

    /// Keeps a player until it is needed again, or its room is.
    pub(crate) fn give_back(&self, key: EngineKey, player: Box<dyn Player>) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push((key, player));
        let lost = self.lost.load(Relaxed).max(0) as usize;
        let most = self.most_idle.saturating_sub(lost);
        let too_many = idle.len().saturating_sub(most);
        let dropped: Vec<_> = idle.drain(..too_many).collect();
        drop(idle);
        drop(dropped);
    }

    /// One that is at work is given up; it will be let go, should it come back.
    pub(crate) fn give_up(&self) {
        self.lost.fetch_add(1, Relaxed);
    }

    /// What was given up has come back, and is not used again.
    pub(crate) fn let_go<T>(&self, given_up: T) {
        drop(given_up);
        self.lost.fetch_sub(1, Relaxed);
    }

    /// Forgets what was found for a socket that is closed or a game that is put away.
    pub(crate) fn forget(&self, of: impl Fn(&EngineKey) -> bool) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let (gone, kept): (Vec<_>, Vec<_>) = idle.drain(..).partition(|(key, _)| of(key));
        *idle = kept;
        drop(idle);
        drop(gone);
    }
}

/// A player of the preset for games that start from a board.
pub(crate) fn open(preset: Preset, start: &Board) -> Result<Box<dyn Player>, EngineError> {
    Ok(spinney_engine::open_preset(preset, Some(&start.text()))?.player)
}

/// A seed that differs from player to player, so that no two games need be alike.
fn fresh_seed() -> u64 {
    let mut bytes = [0; 8];
    // Without randomness, games repeat; that is no reason to stop.
    let _ = getrandom::fill(&mut bytes);
    u64::from_le_bytes(bytes) >> 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_presets_took_memory_that_the_server_had_not_given_them() {
        for (memory, at_work) in [(16, 1), (16, 64), (64, 2), (1024, 8), (100_000, 3)] {
            let engines = Engines::new(at_work, 1, memory);
            let players = (engines.at_work + engines.most_idle) as u64;
            assert!(players * engines.memory <= memory && engines.at_work <= at_work);
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
                    assert!(whole <= engines.memory as f64, "{}: {whole} MiB", preset.name);
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
