//! What is provable about a position at a glance.

use spinney_game::{Game, StaticProof, StaticProver};

use crate::action::Action;
use crate::goal::goal_in_turn;
use crate::position::Position;

/// Proves wins of the side to move by a goal within its turn.
#[derive(Clone, Copy, Debug, Default)]
pub struct GoalProver;

impl StaticProver<Position> for GoalProver {
    type Carrier = ();
    type Context = ();

    fn prove(&mut self, position: &mut Position, moves: &mut Vec<Action>) -> StaticProof<(), ()> {
        if let Some(winner) = position.winner() {
            return StaticProof::Decided { winner: winner.player(), carrier: () };
        }
        let goal = if position.is_setup() { None } else { goal_in_turn(position.turn()) };
        match goal.as_ref().and_then(|steps| steps.as_slice().first()) {
            Some(&step) => {
                moves.push(Action::Step(step));
                StaticProof::Decided { winner: position.side().player(), carrier: () }
            }
            None => {
                position.moves(moves);
                StaticProof::Open(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::Side;
    use spinney_game::Player;

    #[test]
    fn a_goal_within_the_turn_is_a_win_by_its_first_step() {
        let position = |side: char| {
            let rows = "r.............................R...............................E.";
            Position::from_text(&format!("arimaa {side} [{rows}]")).unwrap()
        };
        let mut moves = Vec::new();
        assert_eq!(GoalProver.prove(&mut position('s'), &mut moves).winner(), None);
        assert!(moves.len() > 1);
        moves.clear();
        let mut at = position('g');
        // From g5 it is three steps to the eighth row.
        while at.winner().is_none() && at.side() == Side::Gold {
            moves.clear();
            assert_eq!(GoalProver.prove(&mut at, &mut moves).winner(), Some(Player::FIRST));
            assert!(at.is_legal(moves[0]));
            at.play(moves[0]);
        }
        assert_eq!(at.winner(), Some(Side::Gold));
    }
}
