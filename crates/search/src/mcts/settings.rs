//! Every technique of the search, as one field each.

mod words;

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};
use spinney_game::TextError;

use super::node::Kept;
use super::select::MOST_CACHED;
use crate::memory;

pub use words::{Amaf, Expansion, FinalMove, Parallelism, RelativeUpdates, Selection};

/// How a [`Search`](super::Search) searches: its parts, which files write as one table.
///
/// A technique is turned off by its neutral value (0 in most cases). Virtual visits of any kind
/// count in the choice of a move to try, never in what is reported.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Which move a simulation takes.
    #[serde(flatten)]
    pub selection: SelectionSettings,
    /// How all-moves-as-first values count in that.
    #[serde(flatten)]
    pub amaf: AmafSettings,
    /// What a move is worth before it has been tried often.
    #[serde(flatten)]
    pub priors: PriorSettings,
    /// What results do to statistics.
    #[serde(flatten)]
    pub updates: UpdateSettings,
    /// How the tree grows.
    #[serde(flatten)]
    pub growth: GrowthSettings,
    /// Which move is played at last.
    #[serde(flatten)]
    pub choice: ChoiceSettings,
    /// What is proven in the tree.
    #[serde(flatten)]
    pub proofs: ProofSettings,
    /// What a search may use, and tells.
    #[serde(flatten)]
    pub resources: ResourceSettings,
    /// How threads, and the leaves that each has under way, share the work.
    #[serde(flatten)]
    pub parallel: ParallelSettings,
}

/// Which move a simulation takes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, rename_all = "kebab-case")]
#[documented_fields(rename_all = "kebab-case")]
pub struct SelectionSettings {
    /// How moves are explored: `uct` by how seldom they were tried, `puct` also by the policy. Added are `c * sqrt(ln N / n)` and, for a share `p` of the policy, `c * p * sqrt(N) / (1 + n)`.
    #[serde(rename = "selection")]
    #[documented_fields(rename = "selection")]
    pub rule: Selection,
    /// How much is explored, the `c` of `selection`; 0 not at all.
    pub exploration: f32,
    /// Whether moves with steady results are explored less (UCB-tuned, with `uct`): `c * sqrt(ln N / n * min(1/4, V))`, `V` a bound on the variance of their results.
    pub ucb_tuned: bool,
    /// The score of a move about which nothing at all is known; `inf` tries every move once first.
    pub first_play_urgency: f32,
    /// Whether an untried move scores as one visit of its parent's value, instead of `first-play-urgency`.
    pub parent_urgency: bool,
    /// How much it counts how a move has done elsewhere in the tree; 0 keeps no histories. Added is `w * (2 h - 1) / sqrt(n)`, `h` its mean result.
    pub history: f32,
    /// How many moves of a much visited node are scored most of the time, the best of a little while ago; 0 scores all of them always.
    pub child_cache: u32,
    /// How many visits a node needs to have a `child-cache`.
    pub child_cache_visits: u32,
}

impl Default for SelectionSettings {
    fn default() -> Self {
        SelectionSettings {
            rule: Selection::Uct,
            exploration: 0.0,
            ucb_tuned: false,
            first_play_urgency: 1.0,
            parent_urgency: false,
            history: 0.0,
            child_cache: 0,
            child_cache_visits: 50,
        }
    }
}

/// How all-moves-as-first values count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, rename_all = "kebab-case")]
#[documented_fields(rename_all = "kebab-case")]
pub struct AmafSettings {
    /// How all-moves-as-first values count, of a move that is made at any later time: `off`, `alpha`, `rave`, `rave-mse` or `rave-simple`.
    #[serde(rename = "amaf")]
    #[documented_fields(rename = "amaf")]
    pub rule: Amaf,
    /// The weight of a move's own value against its AMAF value, with `amaf = "alpha"`.
    pub alpha: f32,
    /// How long AMAF values matter: with `rave-simple`, the visits at which both values count alike; `rave` weighs them by `sqrt(k / (3 n + k))`.
    pub rave_visits: f32,
    /// How far AMAF values are taken to be off, with `rave-mse`: the `b` of `m / (n + m + 4 n m b^2)`.
    pub rave_bias: f32,
}

impl Default for AmafSettings {
    fn default() -> Self {
        AmafSettings { rule: Amaf::Rave, alpha: 0.75, rave_visits: 1000.0, rave_bias: 0.02 }
    }
}

/// What a move is worth before it has been tried often.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, rename_all = "kebab-case")]
#[documented_fields(rename_all = "kebab-case")]
pub struct PriorSettings {
    /// How much a prior counts while a move has few visits: `w * (2 p - 1) / (n + 1)` for a move of prior `p`.
    pub progressive_bias: f32,
    /// A move's prior counts as the result of this many direct visits.
    pub prior_visits: u32,
    /// A move's prior counts as the result of this many AMAF visits.
    pub prior_amaf_visits: u32,
    /// Every move starts with this many visits of value one half.
    pub virtual_visits: f32,
    /// Every move starts with this many visits of its parent's value.
    pub parent_visits: f32,
}

/// What results do to statistics.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, rename_all = "kebab-case")]
#[documented_fields(rename_all = "kebab-case")]
pub struct UpdateSettings {
    /// How many simulations a thread backs up together at a much visited move, at most; 1 backs up each by itself. It is a sixteenth of the visits, and 1 with several `leaves`, `transpositions` or `relative-updates`.
    pub simulations_per_update: u32,
    /// How much more a result counts for a move that has had many: `off`, `log` (`ln n` times as much) or `sqrt` (the root of `n` times).
    pub relative_updates: RelativeUpdates,
}

impl Default for UpdateSettings {
    fn default() -> Self {
        UpdateSettings { simulations_per_update: 16, relative_updates: RelativeUpdates::Off }
    }
}

/// How the tree grows, and what is asked at its leaves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, rename_all = "kebab-case")]
#[documented_fields(rename_all = "kebab-case")]
pub struct GrowthSettings {
    /// Whether moves that lead to the same position at the same depth share its node and its mean value, but not their visits (UCT2).
    pub transpositions: bool,
    /// A move gets a node of its own when it has this many visits.
    pub expand_visits: f32,
    /// How many more visits a move needs for each move between it and the root.
    pub expand_visits_per_depth: f32,
    /// What a simulation does that gives a move its node: `enter` goes on into the node, whose moves are judged at once; `evaluate` ends there, and asks for the value of the position and the policy over its moves together.
    pub expansion: Expansion,
    /// Playouts made when a move is tried for the first time.
    pub playouts_per_new_node: u32,
    /// Playouts made at the end of every other simulation.
    pub playouts_per_simulation: u32,
    /// Whether the subtree of a played move is kept for the next search.
    pub tree_reuse: bool,
}

impl Default for GrowthSettings {
    fn default() -> Self {
        GrowthSettings {
            transpositions: false,
            expand_visits: 8.0,
            expand_visits_per_depth: 0.0,
            expansion: Expansion::Enter,
            playouts_per_new_node: 1,
            playouts_per_simulation: 1,
            tree_reuse: true,
        }
    }
}

/// Which move is played at last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, rename_all = "kebab-case")]
#[documented_fields(rename_all = "kebab-case")]
pub struct ChoiceSettings {
    /// Which move is played: the one with the most `visits` or `wins`, the highest `win-rate` or the highest `lower-bound`.
    pub final_move: FinalMove,
    /// With `final-move = "lower-bound"`: how many standard errors below the win rate the bound lies.
    pub lower_bound_width: f32,
}

impl Default for ChoiceSettings {
    fn default() -> Self {
        ChoiceSettings { final_move: FinalMove::Visits, lower_bound_width: 1.96 }
    }
}

/// What is proven in the tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, rename_all = "kebab-case")]
#[documented_fields(rename_all = "kebab-case")]
pub struct ProofSettings {
    /// Whether wins, losses and draws that are certain are backed up as proofs.
    #[serde(rename = "proofs")]
    #[documented_fields(rename = "proofs")]
    pub back_up: bool,
    /// After how many visits a position is proven without search, where the game can; the root at once, 0 never. Needs `proofs`.
    pub static_proof_visits: u32,
    /// How much earlier that is where it has refuted many moves lately; 0 not at all. After `1 / (1 + a (s / (1 - s))^2)` of the visits, with a share `s` refuted.
    pub static_proof_adaptivity: f32,
}

impl Default for ProofSettings {
    fn default() -> Self {
        ProofSettings { back_up: true, static_proof_visits: 0, static_proof_adaptivity: 0.0 }
    }
}

/// What a search may use, and tells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, rename_all = "kebab-case")]
#[documented_fields(rename_all = "kebab-case")]
pub struct ResourceSettings {
    /// MiB for the tree.
    pub memory: f64,
    /// How many threads search.
    pub threads: u32,
    /// Seed of all random choices: one thread, the same seed and the same playouts give the same tree.
    pub seed: u64,
    /// Milliseconds between live reports; 0 sends none.
    pub report_interval: u32,
}

impl Default for ResourceSettings {
    fn default() -> Self {
        ResourceSettings { memory: 256.0, threads: 1, seed: 1, report_interval: 500 }
    }
}

/// How threads, and the leaves that each has under way, share the work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, rename_all = "kebab-case")]
#[documented_fields(rename_all = "kebab-case")]
pub struct ParallelSettings {
    /// What the threads share: `tree` (one tree), `root` (nothing but the last word), `island` (from time to time what their trees have learned) or `leaf` (the playouts of one simulation).
    pub parallelism: Parallelism,
    /// After how many simulations a thread shares what it has learned, with `parallelism = "island"`.
    pub island_simulations: u32,
    /// How many lost visits a simulation under way counts as, so that others go elsewhere: in a shared tree, or with several `leaves`.
    pub virtual_loss: u32,
    /// How many leaves a thread has evaluated together; above 1 for evaluators that like batches, such as networks. Fewer where memory is short.
    pub leaves: u32,
}

impl Default for ParallelSettings {
    fn default() -> Self {
        ParallelSettings {
            parallelism: Parallelism::Tree,
            island_simulations: 1000,
            virtual_loss: 2,
            leaves: 1,
        }
    }
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
    /// Every field of every part: its name in files and its meaning.
    pub fn fields() -> Vec<(&'static str, &'static str)> {
        fn of<S: DocumentedFields>() -> impl Iterator<Item = (&'static str, &'static str)> {
            S::FIELD_NAMES.iter().copied().zip(S::FIELD_DOCS.iter().copied())
        }
        of::<SelectionSettings>()
            .chain(of::<AmafSettings>())
            .chain(of::<PriorSettings>())
            .chain(of::<UpdateSettings>())
            .chain(of::<GrowthSettings>())
            .chain(of::<ChoiceSettings>())
            .chain(of::<ProofSettings>())
            .chain(of::<ResourceSettings>())
            .chain(of::<ParallelSettings>())
            .collect()
    }

    /// The same with something changed.
    pub fn with(mut self, change: impl FnOnce(&mut Settings)) -> Settings {
        change(&mut self);
        self
    }

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

        number("exploration", self.selection.exploration, 0.0, 1e3)?;
        let is_puct = self.selection.rule == Selection::Puct;
        require("ucb-tuned", !(self.selection.ucb_tuned && is_puct), "false with `puct`")?;
        number("alpha", self.amaf.alpha, 0.0, 1.0)?;
        require(
            "rave-visits",
            self.amaf.rave_visits > 0.0 && self.amaf.rave_visits <= MANY,
            "above 0",
        )?;
        number("rave-bias", self.amaf.rave_bias, 0.0, 1e3)?;
        number("progressive-bias", self.priors.progressive_bias, 0.0, 1e3)?;
        number("history", self.selection.history, 0.0, 1e3)?;
        count("simulations-per-update", self.updates.simulations_per_update, 1, MOST_PER_UPDATE)?;
        count("child-cache", self.selection.child_cache, 0, MOST_CACHED as u32)?;
        count("prior-visits", self.priors.prior_visits, 0, MOST_PRIOR_VISITS)?;
        count("prior-amaf-visits", self.priors.prior_amaf_visits, 0, MOST_PRIOR_VISITS)?;
        require("first-play-urgency", !self.selection.first_play_urgency.is_nan(), "a number")?;
        number("virtual-visits", self.priors.virtual_visits, 0.0, MANY)?;
        number("parent-visits", self.priors.parent_visits, 0.0, MANY)?;
        number("expand-visits", self.growth.expand_visits, 0.0, MANY)?;
        number("expand-visits-per-depth", self.growth.expand_visits_per_depth, 0.0, MANY)?;
        count("playouts-per-new-node", self.growth.playouts_per_new_node, 1, MOST_PLAYOUTS)?;
        count("playouts-per-simulation", self.growth.playouts_per_simulation, 1, MOST_PLAYOUTS)?;
        number("static-proof-adaptivity", self.proofs.static_proof_adaptivity, 0.0, 1e3)?;
        number("lower-bound-width", self.choice.lower_bound_width, 0.0, 1e3)?;
        count("threads", self.resources.threads, 1, MOST_THREADS)?;
        count("island-simulations", self.parallel.island_simulations, 1, u32::MAX)?;
        let least = LEAST_MEMORY * f64::from(self.trees());
        require(
            "memory",
            (least..=MOST_MEMORY).contains(&self.resources.memory),
            format_args!("from {least} to {MOST_MEMORY} MiB"),
        )?;
        memory::check(self.resources.memory)?;
        let islands = self.parallel.parallelism == Parallelism::Island;
        require("transpositions", !(self.growth.transpositions && islands), "false with islands")?;
        count("virtual-loss", self.parallel.virtual_loss, 0, 1 << 10)?;
        count("leaves", self.parallel.leaves, 1, MOST_LEAVES)?;
        let is_helped = self.parallel.parallelism == Parallelism::Leaf;
        require("leaves", self.parallel.leaves == 1 || !is_helped, "1 with parallelism of leaves")?;
        Ok(())
    }

    /// How many trees are grown.
    pub(super) fn trees(&self) -> u32 {
        match self.parallel.parallelism {
            Parallelism::Root | Parallelism::Island => self.resources.threads,
            Parallelism::Tree | Parallelism::Leaf => 1,
        }
    }

    /// Whether what the game can prove without search is asked for.
    pub(super) fn uses_static_proofs(&self) -> bool {
        self.proofs.static_proof_visits > 0 && self.proofs.back_up
    }

    /// Whether any technique asks for the moves' priors.
    pub(super) fn uses_prior(&self) -> bool {
        self.selection.rule == Selection::Puct
            || self.priors.progressive_bias > 0.0
            || self.priors.prior_visits > 0
            || self.priors.prior_amaf_visits > 0
    }

    /// What nodes keep of their moves.
    pub(super) fn kept(&self) -> Kept {
        Kept { amafs: self.amaf.rule != Amaf::Off, priors: self.selection.rule == Selection::Puct }
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
        let fields: Vec<_> = Settings::fields().into_iter().map(|(name, _)| name).collect();
        assert_eq!(in_file, fields);
    }

    #[test]
    fn a_file_may_say_only_what_differs() {
        let settings: Settings = toml::from_str("amaf = \"rave-mse\"\nmemory = 64").unwrap();
        assert_eq!(settings.amaf.rule, Amaf::RaveMse);
        assert_eq!(settings.resources.memory, 64.0);
        assert_eq!(settings.choice.final_move, FinalMove::Visits);
    }

    #[test]
    fn senseless_values_are_refused_by_name() {
        let bad: [(&str, Settings); 7] = [
            ("exploration", Settings::default().with(|s| s.selection.exploration = f32::NAN)),
            ("alpha", Settings::default().with(|s| s.amaf.alpha = 1.5)),
            (
                "static-proof-adaptivity",
                Settings::default().with(|s| s.proofs.static_proof_adaptivity = -1.0),
            ),
            ("threads", Settings::default().with(|s| s.resources.threads = 0)),
            ("memory", Settings::default().with(|s| s.resources.memory = 0.0)),
            (
                "playouts-per-simulation",
                Settings::default().with(|s| s.growth.playouts_per_simulation = 0),
            ),
            (
                "memory",
                Settings::default().with(|s| {
                    s.resources.memory = 1.0;
                    s.resources.threads = 64;
                    s.parallel.parallelism = Parallelism::Root;
                }),
            ),
        ];
        for (field, settings) in bad {
            assert_eq!(settings.check().unwrap_err().place, field);
        }
    }
}
