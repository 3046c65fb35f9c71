//! What a player may use, and how it divides that among its parts.

use std::time::Duration;

use spinney_game::TextError;
use spinney_game::host::HAS_THREADS;
use spinney_search::Kind;

use crate::preset::Preset;
use crate::report::EngineError;
use crate::settings::PlaySettings;

/// What a whole player may use: its search, its solver, their tables and caches together. What is
/// not said is as the preset has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resources {
    /// Threads that work at the same time.
    pub threads: Option<u32>,
    /// MiB that the program grows by at most.
    pub memory: Option<u32>,
    /// Of all random choices.
    pub seed: Option<u64>,
}

/// The part of the memory that a solver on threads of its own takes: its notes on positions are
/// long. The search beside it may ask about its proofs, and its tree is what is shown.
const SOLVER_PART: f64 = 0.3;
/// The part of the memory that alpha-beta's table takes where it has knowledge of connections, which
/// remembers much of positions and looks at few of them.
const TABLE_PART_WITH_SOLVER: f64 = 0.25;
/// The same where it has not.
const TABLE_PART: f64 = 0.75;
/// Of little memory an eighth, and of much these MiB, are for what a game's knowledge is made of:
/// patterns, replies, the connections of an empty board.
const MOST_FOR_KNOWLEDGE: f64 = 4.0;
/// With less, a solver on threads of its own has no room.
const LEAST_WITH_SOLVER: u32 = 4;

impl Preset {
    /// The same player within these resources, or why it cannot use them.
    pub fn within(&self, resources: &Resources) -> Result<Preset, EngineError> {
        let mut preset = self.clone();
        let play: PlaySettings = self.settings("play");
        if let Some(threads) = resources.threads {
            preset.divide_threads(threads, &play)?;
        }
        if let Some(memory) = resources.memory {
            preset.divide_memory(memory, &play)?;
        }
        if let Some(seed) = resources.seed {
            preset.set("search.seed", &seed.to_string())?;
        }
        Ok(preset)
    }

    /// The player with some parameters set otherwise and within these resources. A parameter that
    /// is set by hand counts more than a seed, and may make room for what else is asked for.
    pub fn prepared(
        &self,
        overrides: &[(String, String)],
        resources: &Resources,
    ) -> Result<Preset, EngineError> {
        let mut preset =
            self.within(&Resources { seed: resources.seed, ..Resources::default() })?;
        preset.set_all(overrides)?;
        preset.within(&Resources { seed: None, ..*resources })
    }

    /// The player for somebody who watches it think: it reports this often, keeps nothing of its
    /// time back and thinks to the end of it.
    pub fn watched(&self, every: Duration) -> Result<Preset, EngineError> {
        let mut preset = self.clone();
        preset.set("time.safety-margin", "0")?;
        // A turn that ends early would end a thought that has turns left.
        preset.set("time.obvious-stop", "false")?;
        preset.with_those_of_any_table(&[("report-interval", &every.as_millis().to_string())])
    }

    /// The player for somebody who compares moves: where it would know bounds of all but the best,
    /// it finds out what some more are worth.
    pub fn comparing_moves(&self) -> Result<Preset, EngineError> {
        self.with_those_of_any_table(&[("exact-moves", "12")])
    }

    /// Sets parameters in every table that has them.
    fn with_those_of_any_table(&self, wanted: &[(&str, &str)]) -> Result<Preset, EngineError> {
        let mut preset = self.clone();
        for parameter in self.parameters() {
            let key = parameter.name.split('.').nth(1).unwrap_or_default();
            if let Some((_, value)) = wanted.iter().find(|(name, _)| *name == key) {
                preset.set(&parameter.name, value)?;
            }
        }
        Ok(preset)
    }

    /// How many threads the whole player works with.
    pub fn threads(&self) -> u32 {
        let play: PlaySettings = self.settings("play");
        let search = self.settings::<spinney_search::mcts::Settings>("search").resources.threads;
        let own = if play.player.uses_threads() { search } else { 1 };
        own + play.solver_threads
    }

    /// How many of so many threads the player can use; at least as many as it needs.
    pub fn usable_threads(&self, most: u32) -> u32 {
        let play: PlaySettings = self.settings("play");
        let least = 1 + play.solver_threads;
        if play.player.uses_threads() { most.max(least) } else { least }
    }

    fn divide_threads(&mut self, threads: u32, play: &PlaySettings) -> Result<(), EngineError> {
        let refused = |problem: String| Err(TextError::at("threads", problem).into());
        let (name, solver) = (self.name().to_owned(), play.solver_threads);
        if threads <= solver {
            return refused(format!(
                "{name} has a solver on {solver} of its own, so it needs at least {} \
                 (play.solver-threads = 0 does without the solver)",
                solver + 1
            ));
        }
        if threads > 1 && !HAS_THREADS {
            return refused("there is only one here".to_owned());
        }
        let own = threads - solver;
        if play.player.uses_threads() {
            return self.set("search.threads", &own.to_string());
        }
        if own > 1 {
            return refused(format!("{name} ({}) searches on one thread", play.player));
        }
        Ok(())
    }

    fn divide_memory(&mut self, memory: u32, play: &PlaySettings) -> Result<(), EngineError> {
        let mut own = f64::from(memory);
        own -= (own / 8.0).min(MOST_FOR_KNOWLEDGE);
        if play.solver_threads > 0 {
            if memory < LEAST_WITH_SOLVER {
                let problem = format!(
                    "{} has a solver beside its search, so it needs at least {LEAST_WITH_SOLVER} \
                     MiB (play.solver-threads = 0 does without the solver)",
                    self.name()
                );
                return Err(TextError::at("memory", problem).into());
            }
            let solver = (own * SOLVER_PART).floor();
            self.set("play.solver-memory", &solver.to_string())?;
            own -= solver;
        }
        if play.player == Kind::AlphaBeta {
            let has_solver = play.solver_threads > 0;
            let table = own * if has_solver { TABLE_PART_WITH_SOLVER } else { TABLE_PART };
            self.set("alpha-beta.memory", &table.to_string())?;
        }
        self.set("search.memory", &own.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(preset: &Preset, name: &str) -> String {
        preset.parameters().into_iter().find(|p| p.name == name).unwrap().value
    }

    fn within(name: &str, threads: u32, memory: u32) -> Result<Preset, EngineError> {
        let resources = Resources { threads: Some(threads), memory: Some(memory), seed: Some(7) };
        Preset::load(name).unwrap().within(&resources)
    }

    #[test]
    fn a_search_and_the_solver_beside_it_share_what_there_is() {
        let preset = within("hex/mohex-2009", 3, 50).unwrap();
        assert_eq!(value(&preset, "search.threads"), "2");
        assert_eq!(value(&preset, "play.solver-memory"), "13");
        assert_eq!(value(&preset, "search.memory"), "33.0");
        assert_eq!(value(&preset, "search.seed"), "7");
        assert_eq!(preset.threads(), 3);
        assert_eq!(within("hex/best", 2, 50).unwrap().threads(), 2);
    }

    #[test]
    fn what_a_player_cannot_use_is_refused_with_the_reason() {
        let refusal = |name, threads, memory| {
            within(name, threads, memory).err().expect("it is refused").to_string()
        };
        assert!(refusal("arimaa/best", 7, 64).contains("arimaa/best (alpha-beta) searches on one"));
        assert!(refusal("y/second-order", 2, 64).contains("searches on one thread"));
        assert!(refusal("hex/mohex-2009", 1, 64).contains("needs at least 2"));
        assert!(refusal("hex/mohex-2009", 2, 3).contains("needs at least 4 MiB"));
        assert!(within("arimaa/best", 1, 1).is_ok());
    }

    #[test]
    fn a_table_of_positions_keeps_to_the_memory() {
        let preset = within("arimaa/best", 1, 16).unwrap();
        assert_eq!(value(&preset, "alpha-beta.memory"), "10.5");
    }
}
