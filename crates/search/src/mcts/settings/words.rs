//! The words that settings choose among.

use serde::{Deserialize, Serialize};

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
    /// One thread goes down the tree, all threads play out the position that it reaches.
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
