//! Every technique of the search, as one field each.

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};
use spinney_game::TextError;

use super::node::Kept;
use super::select::MOST_CACHED;
use crate::memory;

/// How a [`Search`](super::Search) searches.
///
/// A technique is turned off by its neutral value (0 in most cases). Virtual visits of any kind
/// count in the choice of a move to try, never in what is reported.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[documented_fields(rename_all = "kebab-case")]
pub struct Settings {
    /// What is added to a move's value for exploration: `uct` adds `c * sqrt(ln N / n)`, `puct` adds `c * p * sqrt(N) / (1 + n)` for a move that has a share `p` of the policy.
    pub selection: Selection,
    /// The constant `c` of the exploration term; 0 turns it off.
    pub exploration: f32,
    /// With `selection = "uct"`: whether the exploration term is that of UCB-tuned, `c * sqrt(ln N / n * min(1/4, V))`, with `V` a bound on the variance of the move's results.
    pub ucb_tuned: bool,
    /// How a move's value when played at any later time counts: `off`, `alpha`, `rave`, `rave-mse` or `rave-simple`.
    pub amaf: Amaf,
    /// With `amaf = "alpha"`: the weight of a move's direct value, the rest being its AMAF value.
    pub alpha: f32,
    /// With `amaf = "rave"` or `"rave-simple"`: the visits at which direct and AMAF value count alike (in `rave-simple`; `rave` uses `sqrt(k / (3 n + k))`).
    pub rave_visits: f32,
    /// With `amaf = "rave-mse"`: the assumed bias of AMAF values, as in `m / (n + m + 4 n m b^2)`.
    pub rave_bias: f32,
    /// The weight of the progressive bias `w * (2 p - 1) / (n + 1)` for a move of prior `p`.
    pub progressive_bias: f32,
    /// The weight of the history `w * (2 h - 1) / sqrt(n)` of a move that has had the mean result `h` wherever in the tree it was made; 0 keeps no histories.
    pub history: f32,
    /// A move's prior counts as the result of this many direct visits.
    pub prior_visits: u32,
    /// A move's prior counts as the result of this many AMAF visits.
    pub prior_amaf_visits: u32,
    /// The score of a move about which nothing at all is known; `inf` tries every move once first.
    pub first_play_urgency: f32,
    /// Whether such a move scores as if it had one visit of its parent's value instead.
    pub parent_urgency: bool,
    /// Every move starts with this many visits of value one half.
    pub virtual_visits: f32,
    /// Every move starts with this many visits of its parent's value.
    pub parent_visits: f32,
    /// At a move with many visits a thread backs up as many simulations together, a sixteenth of the visits but no more than this: it takes the move for all of them before it chooses anew. 1 backs up each by itself, as is done with several `leaves`, `transpositions` or `relative-updates`.
    pub simulations_per_update: u32,
    /// How much more a result counts for a move that has had many: `off`, `log` (`ln n` times as much) or `sqrt` (the root of `n` times).
    pub relative_updates: RelativeUpdates,
    /// Whether moves that lead to the same position at the same depth share its node and its mean value, but not their visits (UCT2).
    pub transpositions: bool,
    /// At nodes that are visited often only this many moves, the best of a little while ago, are scored most of the time; 0 scores all of them always.
    pub child_cache: u32,
    /// The visits from which on a node has such a cache.
    pub child_cache_visits: u32,
    /// A move gets a node of its own when it has this many visits.
    pub expand_visits: f32,
    /// For each move between it and the root, it needs this many visits more.
    pub expand_visits_per_depth: f32,
    /// What a simulation does that gives a move its node: `enter` goes on into the node, whose moves are judged at once; `evaluate` ends there, and asks for the value of the position and the policy over its moves together.
    pub expansion: Expansion,
    /// Playouts made when a move is tried for the first time.
    pub playouts_per_new_node: u32,
    /// Playouts made at the end of every other walk down the tree.
    pub playouts_per_simulation: u32,
    /// What the move to be played has most of: `visits`, `wins`, `win-rate` or `lower-bound`.
    pub final_move: FinalMove,
    /// With `final-move = "lower-bound"`: how many standard errors below the win rate the bound lies.
    pub lower_bound_width: f32,
    /// Whether wins, losses and draws that are certain are backed up as proofs.
    pub proofs: bool,
    /// A position is looked at by what the game can prove without search when the move that leads to it has this many visits (the root at once); 0 never does, nor does a search without `proofs`.
    pub insight_visits: u32,
    /// How much earlier that is where such looks show much: with a share `s` of moves refuted by the
    /// last looks at that depth, after `1 / (1 + h (s / (1 - s))^2)` of the visits. 0 keeps to them.
    pub insight_haste: f32,
    /// Whether the subtree of a played move is kept for the next search.
    pub tree_reuse: bool,
    /// The tree takes at most this many MiB.
    pub memory: f64,
    /// How many threads search.
    pub threads: u32,
    /// What the threads share: `tree` (one tree), `root` (nothing but the last word), `island` (from time to time what their trees have learned) or `leaf` (the playouts of one walk).
    pub parallelism: Parallelism,
    /// With `parallelism = "island"`: a thread shares what it has learned after this many walks.
    pub island_walks: u32,
    /// Where several simulations are under way at a time, in a shared tree or with several `leaves`, each counts as this many lost visits until its result is known.
    pub virtual_loss: u32,
    /// Leaves that a thread has under way at a time, to be evaluated together (fewer where memory is short). More than one is for evaluators that like batches, such as networks.
    pub leaves: u32,
    /// Of all random choices; one thread, the same seed and the same playouts give the same tree.
    pub seed: u64,
    /// Milliseconds between live reports; 0 sends none.
    pub report_interval: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            selection: Selection::Uct,
            exploration: 0.0,
            ucb_tuned: false,
            amaf: Amaf::Rave,
            alpha: 0.75,
            rave_visits: 1000.0,
            rave_bias: 0.02,
            progressive_bias: 0.0,
            history: 0.0,
            prior_visits: 0,
            prior_amaf_visits: 0,
            first_play_urgency: 1.0,
            parent_urgency: false,
            virtual_visits: 0.0,
            parent_visits: 0.0,
            simulations_per_update: 16,
            relative_updates: RelativeUpdates::Off,
            transpositions: false,
            child_cache: 0,
            child_cache_visits: 50,
            expand_visits: 8.0,
            expand_visits_per_depth: 0.0,
            expansion: Expansion::Enter,
            playouts_per_new_node: 1,
            playouts_per_simulation: 1,
            final_move: FinalMove::Visits,
            lower_bound_width: 1.96,
            proofs: true,
            insight_visits: 0,
            insight_haste: 0.0,
            tree_reuse: true,
            memory: 256.0,
            threads: 1,
            parallelism: Parallelism::Tree,
            island_walks: 1000,
            virtual_loss: 2,
            leaves: 1,
            seed: 1,
            report_interval: 500,
        }
    }
}

/// What exploration is worth to a move with `n` of its node's `N` visits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selection {
    /// `c sqrt(ln N / n)`, the same for all moves of equal visits.
    #[default]
    Uct,
    /// `c p sqrt(N) / (1 + n)` for a move that has a share `p` of the policy over the moves that are
    /// not decided yet.
    Puct,
}

/// How direct and all-moves-as-first values are blended, for a move with `n` direct and `m` AMAF
/// visits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Amaf {
    /// No AMAF statistics are kept.
    Off,
    /// Fixed weights: `alpha * direct + (1 - alpha) * amaf`.
    Alpha,
    /// RAVE by the hand-selected schedule: AMAF weighs `sqrt(k / (3 n + k))`.
    #[default]
    Rave,
    /// RAVE by the minimum mean squared error: AMAF weighs `m / (n + m + 4 n m b²)`.
    RaveMse,
    /// RAVE by the plain equivalence: AMAF weighs `k / (n + k)`.
    RaveSimple,
}

/// What decides which move is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FinalMove {
    /// The most visited move.
    #[default]
    Visits,
    /// The move with the most won playouts.
    Wins,
    /// The move with the best win rate.
    WinRate,
    /// The move whose win rate is best after the doubt about it is subtracted.
    LowerBound,
}

/// What a simulation does that makes a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Expansion {
    /// It has the moves judged at once and goes on by one of them: its leaf lies below the node.
    #[default]
    Enter,
    /// It ends there: the position is evaluated, and the node made with the policy that comes of it.
    Evaluate,
}

/// What several threads share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Parallelism {
    /// One tree without locks.
    #[default]
    Tree,
    /// Each thread grows a tree of its own; the statistics of the root's moves are added up.
    Root,
    /// As with `Root`, but from time to time a thread exchanges what it has learned near the root
    /// with the others.
    Island,
    /// One thread walks the tree, all threads play out the position that it reaches.
    Leaf,
}

/// How much a result counts for a move of `n` visits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RelativeUpdates {
    /// As much as any other.
    #[default]
    Off,
    /// `max(1, ln n)` times as much as a first one.
    Log,
    /// `max(1, sqrt n)` times as much as a first one.
    Sqrt,
}

/// The largest tree that 29-bit links of 64 bytes can address.
const MOST_MEMORY: f64 = 32.0 * 1024.0;
/// The smallest tree of one thread worth the name.
const LEAST_MEMORY: f64 = 1.0 / 16.0;
/// More threads than any machine of today has.
const MOST_THREADS: u32 = 1024;
/// Statistics start with these visits, so they must leave room for real ones.
const MOST_PRIOR_VISITS: u32 = 1 << 20;
/// More simulations than should ever go by the same choice.
const MOST_PER_UPDATE: u32 = 1 << 10;
/// More leaves than any evaluator can take at a time.
const MOST_LEAVES: u32 = 1 << 12;
/// More playouts than one simulation should ever make: their results must fit in its sums.
const MOST_PLAYOUTS: u32 = 1 << 16;

impl Settings {
    /// Finds the first field with a value that makes no sense.
    pub fn check(&self) -> Result<(), TextError> {
        fn require(field: &str, good: bool, rule: impl std::fmt::Display) -> Result<(), TextError> {
            if good { Ok(()) } else { Err(TextError::at(field, format_args!("must be {rule}"))) }
        }
        let number = |field, value: f32, from: f32, to: f32| {
            require(field, (from..=to).contains(&value), format_args!("from {from} to {to}"))
        };
        let count = |field, value: u32, from: u32, to: u32| {
            require(field, (from..=to).contains(&value), format_args!("from {from} to {to}"))
        };
        const MANY: f32 = 1e9;

        number("exploration", self.exploration, 0.0, 1e3)?;
        let is_puct = self.selection == Selection::Puct;
        require("ucb-tuned", !(self.ucb_tuned && is_puct), "false with `puct`")?;
        number("alpha", self.alpha, 0.0, 1.0)?;
        require("rave-visits", self.rave_visits > 0.0 && self.rave_visits <= MANY, "above 0")?;
        number("rave-bias", self.rave_bias, 0.0, 1e3)?;
        number("progressive-bias", self.progressive_bias, 0.0, 1e3)?;
        number("history", self.history, 0.0, 1e3)?;
        count("simulations-per-update", self.simulations_per_update, 1, MOST_PER_UPDATE)?;
        count("child-cache", self.child_cache, 0, MOST_CACHED as u32)?;
        count("prior-visits", self.prior_visits, 0, MOST_PRIOR_VISITS)?;
        count("prior-amaf-visits", self.prior_amaf_visits, 0, MOST_PRIOR_VISITS)?;
        require("first-play-urgency", !self.first_play_urgency.is_nan(), "a number")?;
        number("virtual-visits", self.virtual_visits, 0.0, MANY)?;
        number("parent-visits", self.parent_visits, 0.0, MANY)?;
        number("expand-visits", self.expand_visits, 0.0, MANY)?;
        number("expand-visits-per-depth", self.expand_visits_per_depth, 0.0, MANY)?;
        count("playouts-per-new-node", self.playouts_per_new_node, 1, MOST_PLAYOUTS)?;
        count("playouts-per-simulation", self.playouts_per_simulation, 1, MOST_PLAYOUTS)?;
        number("insight-haste", self.insight_haste, 0.0, 1e3)?;
        number("lower-bound-width", self.lower_bound_width, 0.0, 1e3)?;
        count("threads", self.threads, 1, MOST_THREADS)?;
        count("island-walks", self.island_walks, 1, u32::MAX)?;
        let least = LEAST_MEMORY * f64::from(self.trees());
        require(
            "memory",
            (least..=MOST_MEMORY).contains(&self.memory),
            format_args!("from {least} to {MOST_MEMORY} MiB"),
        )?;
        memory::check(self.memory)?;
        let islands = self.parallelism == Parallelism::Island;
        require("transpositions", !(self.transpositions && islands), "false with islands")?;
        count("virtual-loss", self.virtual_loss, 0, 1 << 10)?;
        count("leaves", self.leaves, 1, MOST_LEAVES)?;
        let is_helped = self.parallelism == Parallelism::Leaf;
        require("leaves", self.leaves == 1 || !is_helped, "1 with parallelism of leaves")?;
        Ok(())
    }

    /// How many trees are grown.
    pub(super) fn trees(&self) -> u32 {
        match self.parallelism {
            Parallelism::Root | Parallelism::Island => self.threads,
            Parallelism::Tree | Parallelism::Leaf => 1,
        }
    }

    /// Whether positions are studied.
    pub(super) fn uses_insight(&self) -> bool {
        self.insight_visits > 0 && self.proofs
    }

    /// Whether any technique asks for the moves' priors.
    pub(super) fn uses_prior(&self) -> bool {
        self.selection == Selection::Puct
            || self.progressive_bias > 0.0
            || self.prior_visits > 0
            || self.prior_amaf_visits > 0
    }

    /// What nodes keep of their moves.
    pub(super) fn kept(&self) -> Kept {
        Kept { amafs: self.amaf != Amaf::Off, priors: self.selection == Selection::Puct }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_make_sense_and_survive_a_file() {
        let settings = Settings::default();
        settings.check().unwrap();
        let text = toml::to_string(&settings).unwrap();
        assert_eq!(toml::from_str::<Settings>(&text).unwrap(), settings);
    }

    #[test]
    fn fields_are_named_in_files_as_they_are_documented() {
        let text = toml::to_string(&Settings::default()).unwrap();
        let in_file: Vec<_> = text.lines().map(|line| line.split(' ').next().unwrap()).collect();
        assert_eq!(in_file, Settings::FIELD_NAMES);
    }

    #[test]
    fn a_file_may_say_only_what_differs() {
        let settings: Settings = toml::from_str("amaf = \"rave-mse\"\nmemory = 64").unwrap();
        assert_eq!(settings.amaf, Amaf::RaveMse);
        assert_eq!(settings.memory, 64.0);
        assert_eq!(settings.final_move, FinalMove::Visits);
        assert!(toml::from_str::<Settings>("amaff = 1").is_err());
    }

    #[test]
    fn senseless_values_are_refused_by_name() {
        let bad: [(&str, Settings); 7] = [
            ("exploration", Settings { exploration: f32::NAN, ..Settings::default() }),
            ("alpha", Settings { alpha: 1.5, ..Settings::default() }),
            ("insight-haste", Settings { insight_haste: -1.0, ..Settings::default() }),
            ("threads", Settings { threads: 0, ..Settings::default() }),
            ("memory", Settings { memory: 0.0, ..Settings::default() }),
            (
                "playouts-per-simulation",
                Settings { playouts_per_simulation: 0, ..Settings::default() },
            ),
            (
                "memory",
                Settings {
                    memory: 1.0,
                    threads: 64,
                    parallelism: Parallelism::Root,
                    ..Settings::default()
                },
            ),
        ];
        for (field, settings) in bad {
            assert_eq!(settings.check().unwrap_err().place, field);
        }
    }
}
