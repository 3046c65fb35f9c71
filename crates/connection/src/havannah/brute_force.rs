//! Small positions played in every way, by the rules alone: what proofs are compared with.

use std::collections::HashMap;

use super::Position;
use crate::Action;
use spinney_game::{Actor, DrawsFor, Game, Player};

/// Who wins where draws count for somebody, by playing everything.
pub(super) fn winner(question: &DrawsFor<Position>, known: &mut HashMap<u64, Player>) -> Player {
    let Actor::Player(mover) = question.actor() else {
        return question.rewards().unwrap().winner().unwrap();
    };
    if let Some(&winner) = known.get(&question.hash()) {
        return winner;
    }
    let mut moves = Vec::new();
    question.moves(&mut moves);
    let wins = |m: Action| winner(&after(question, m), known) == mover;
    let winner = if moves.into_iter().any(wins) { mover } else { mover.opponent() };
    known.insert(question.hash(), winner);
    winner
}

/// The question after a move.
pub(super) fn after(question: &DrawsFor<Position>, m: Action) -> DrawsFor<Position> {
    let mut after = question.clone();
    after.play(m);
    after
}
