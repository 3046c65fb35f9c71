//! From statistics to the move that is played.

use spinney_game::{Game, Move, Player};

use super::patterns::{Made, Patterns};
use super::settings::FinalMove;

/// A move of the root, as the statistics see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ranked<M> {
    pub m: M,
    /// How many playouts its value comes from, in round numbers.
    pub playouts: u64,
    /// What it is chosen by, for the player to move, 0 to 1.
    pub value: f32,
    /// Its all-moves-as-first value, where that is known.
    pub first_order: Option<f32>,
}

/// Ranks the root's moves by what the patterns know.
pub(super) fn rank<G: Game>(
    patterns: &Patterns,
    player: Player,
    moves: &[G::Move],
    by: FinalMove,
) -> Vec<Ranked<G::Move>> {
    let first = |m: &G::Move| {
        let made = Made { player, code: m.code() };
        let (playouts, value) = (patterns.playouts(0, made), patterns.value(0, made) as f32);
        Ranked { m: *m, playouts, value, first_order: (playouts > 0).then_some(value) }
    };
    let mut ranked: Vec<_> = moves.iter().map(first).collect();
    if by == FinalMove::FirstOrder || patterns.get(0).children.is_empty() {
        return ranked;
    }
    // A value that counts the opponent's answer is lower than one that does not: the two cannot
    // be compared, so only moves with a pattern of their own are in the running.
    for move_of_root in &mut ranked {
        let made = Made { player, code: move_of_root.m.code() };
        let value = patterns.child(0, made).map(|child| match by {
            FinalMove::Tree => 1.0 - line_value(patterns, child, moves),
            _ => 1.0 - best_answer(patterns, child, moves),
        });
        move_of_root.value = value.unwrap_or(0.0) as f32;
    }
    ranked
}

/// The value of the best move after a pattern for whoever makes it.
fn best_answer<M: Move>(patterns: &Patterns, pattern: usize, moves: &[M]) -> f64 {
    let known = patterns.get(pattern);
    let Some(player) = known.next else { return 0.0 };
    let free = |m: &&M| known.moves.iter().all(|made| made.code != m.code());
    let value = |m: &M| patterns.value(pattern, Made { player, code: m.code() });
    moves.iter().filter(free).map(value).fold(0.0, f64::max)
}

/// The same by the best line in the tree of known patterns.
fn line_value<M: Move>(patterns: &Patterns, pattern: usize, moves: &[M]) -> f64 {
    let children = &patterns.get(pattern).children;
    if children.is_empty() {
        return best_answer(patterns, pattern, moves);
    }
    let value = |&child: &usize| 1.0 - line_value(patterns, child, moves);
    children.iter().map(value).fold(0.0, f64::max)
}
