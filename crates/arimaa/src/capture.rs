//! What a side can capture in the turn that it has: exactly, and mostly at a glance.
//!
//! Every square that a piece of the opponent's is moved takes two steps, a push or a pull. So a
//! piece that must be moved to a trap, and every friend that guards the trap, set a bound; the turn
//! is searched only where the bound leaves it open, and the same bound cuts its lines off.

use crate::goal::Steps;
use crate::piece::{Kind, Piece};
use crate::squares::{Squares, TRAPS, beside, each};
use crate::turn::{Pending, Step, Turn};

/// The strongest piece that the side to move can capture within this turn, and the steps that
/// do it, the last of which takes it. The turn may have to go on after them to complete a push.
pub fn capture_in_turn(turn: &Turn) -> Option<(Kind, Steps)> {
    let mut best = None;
    search(turn, Steps::NONE, &mut best);
    best.map(|(kind, steps)| (kind, without_detours(turn, kind, steps)))
}

/// The same without steps that the capture does not need: one, or two that belong together.
fn without_detours(turn: &Turn, kind: Kind, mut steps: Steps) -> Steps {
    for together in [2, 1] {
        let mut at = 0;
        while at + together < steps.as_slice().len() {
            let rest = steps.without(at, together);
            if captured(turn, rest) == Some(kind) {
                steps = rest;
            } else {
                at += 1;
            }
        }
    }
    steps
}

/// What the last of some steps captures, if they can be made at all.
fn captured(turn: &Turn, steps: Steps) -> Option<Kind> {
    let (&last, before) = steps.as_slice().split_last()?;
    let mut at = *turn;
    for &step in before {
        if !at.steps().contains(step) {
            return None;
        }
        at.play(step);
    }
    if !at.steps().contains(last) {
        return None;
    }
    let mut next = at;
    let lost = next.play(last);
    let pieces = each(lost).filter_map(|square| lost_piece(&at, last, square.bit()));
    let taken = pieces.filter(|piece| piece.side != turn.side).map(|piece| piece.kind).max();
    taken.filter(|_| can_complete(&next))
}

/// Goes on after the steps that were `made`.
fn search(turn: &Turn, made: Steps, best: &mut Option<(Kind, Steps)>) {
    let wanted = best.as_ref().map_or(0, |(kind, _)| *kind as usize + 1);
    // Nobody moves an elephant, but one that stands on a trap can lose its guards.
    let kinds = Kind::ALL.iter().skip(wanted);
    let prey = kinds.fold(0, |all, &kind| all | turn.board.pieces(turn.side.opponent(), kind));
    if !may_capture(turn, prey) {
        return;
    }
    for step in turn.steps().iter() {
        let mut next = *turn;
        let lost = next.play(step);
        let mut made = made;
        made.push(step);
        for piece in each(lost).filter_map(|square| lost_piece(turn, step, square.bit())) {
            let better = best.as_ref().is_none_or(|(kind, _)| piece.kind > *kind);
            if piece.side != turn.side && better && can_complete(&next) {
                *best = Some((piece.kind, made));
            }
        }
        search(&next, made, best);
    }
}

/// The piece that stood where something was lost, or has just gone there.
fn lost_piece(turn: &Turn, step: Step, square: Squares) -> Option<Piece> {
    let from =
        if step.squares() & square != 0 { step.from() } else { crate::squares::first(square) };
    turn.board.piece_at(from)
}

/// Whether a push that is under way can be completed.
fn can_complete(turn: &Turn) -> bool {
    !turn.is_pushing() || !turn.steps().is_empty()
}

/// Whether no bound rules out that one of the opponent's pieces on the squares of `prey` is captured.
pub(crate) fn may_capture(turn: &Turn, prey: Squares) -> bool {
    let Turn { board, side, .. } = turn;
    let other = board.of(side.opponent());
    // Half of a pull is made, or half of a push must be made; either has brought the two apart.
    let (half, reach) = match turn.pending {
        Pending::Nothing => (0, 1),
        Pending::Pull(..) => (-1, 2),
        Pending::Push(..) => (1, 2),
    };
    let left = i32::from(turn.left());
    each(TRAPS).any(|trap| {
        let beside_trap = beside(trap.bit());
        let guards = (other & beside_trap).count_ones() as i32;
        // On the trap, beside it, and one further away.
        let rings = [trap.bit(), beside_trap, beside(beside_trap) & !trap.bit()];
        rings.iter().enumerate().any(|(distance, ring)| {
            let own_guard = i32::from(distance == 1);
            let moves = distance as i32 + guards - own_guard;
            let slack = left - (2 * moves + half);
            if slack < 0 || moves == 0 {
                return false;
            }
            // Whoever is moved must have a stronger piece near enough. What is moved before it
            // may bring that piece nearer, too.
            let radius = slack + reach + moves - 1;
            let near = |square: crate::squares::Square| {
                let mut around = square.bit();
                for _ in 0..radius {
                    around |= beside(around);
                }
                around & board.stronger(*side, board.kind_at(square)) != 0
            };
            each(prey & ring).any(|square| {
                if distance == 0 { each(other & beside_trap).all(near) } else { near(square) }
            })
        })
    })
}
