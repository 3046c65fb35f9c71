//! Every technique of the search, as one field each.

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};
use spinney_game::TextError;

/// How a [`Search`](super::Search) searches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[documented_fields(rename_all = "kebab-case")]
pub struct Settings {
    /// How many moves deep the search looks at most.
    pub depth: u32,
    /// How many moves of a position are searched, the most promising ones: one number for each ply from
    /// the root on, the last one for all deeper plies. Empty searches all moves.
    pub widths: Vec<u32>,
    /// MiB for the transposition table.
    pub memory: f64,
    /// From which move of a position on, in the order of their promise, moves are first searched one ply
    /// less deep (late move reductions); 0 reduces none.
    pub reduce_from: u32,
    /// How many moves at the root get an exact value and a line of best play; of the others only a bound
    /// is known. More of them take longer.
    pub exact_moves: u32,
    /// Whether moves that were refutations elsewhere are tried early (history heuristic).
    pub history: bool,
    /// Whether the rest of a turn that the last search has planned is played without another search.
    pub follow_plan: bool,
    /// Milliseconds between live reports; 0 sends none.
    pub report_interval: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            depth: 60,
            widths: Vec::new(),
            memory: 64.0,
            reduce_from: 6,
            exact_moves: 1,
            history: true,
            follow_plan: true,
            report_interval: 500,
        }
    }
}

impl Settings {
    /// Finds the first field with a value that makes no sense.
    pub fn check(&self) -> Result<(), TextError> {
        let problem = |field: &str, rule: &str| Err(TextError::at(field, rule));
        if !(1..=MOST_DEPTH).contains(&self.depth) {
            return problem("depth", "must be from 1 to 100");
        }
        if self.widths.contains(&0) {
            return problem("widths", "at least one move must be looked at");
        }
        if !(1.0 / 16.0..=32.0 * 1024.0).contains(&self.memory) {
            return problem("memory", "must be from 0.0625 to 32768 MiB");
        }
        if self.exact_moves == 0 {
            return problem("exact-moves", "must be at least 1");
        }
        Ok(())
    }

    /// How many moves are looked at after `ply` others.
    pub(super) fn width(&self, ply: usize) -> usize {
        let width = self.widths.get(ply).or(self.widths.last());
        width.map_or(usize::MAX, |&width| width as usize)
    }
}

/// No search goes deeper.
pub(super) const MOST_DEPTH: u32 = 100;
