//! What an alpha-beta search is told about positions and steps.

use spinney_game::{Guide, Player};

use crate::action::Action;
use crate::evaluation::EvaluationSettings;
use crate::goal::goal_in_turn;
use crate::knowledge::StepSettings;
use crate::piece::Side;
use crate::position::Position;

/// Judges by the evaluation, sees goals in the turn, and orders steps by what they look like.
#[derive(Clone, Debug)]
pub struct StepGuide {
    evaluation: EvaluationSettings,
    steps: StepSettings,
}

impl StepGuide {
    /// A guide with these weights.
    pub fn new(evaluation: &EvaluationSettings, steps: &StepSettings) -> StepGuide {
        StepGuide { evaluation: evaluation.clone(), steps: steps.clone() }
    }
}

impl Guide<Position> for StepGuide {
    fn evaluate(&mut self, position: &Position, player: Player) -> i32 {
        let gold = self.evaluation.value(position.board());
        if Side::of_player(player) == Side::Gold { gold } else { -gold }
    }

    fn sees_win(&mut self, position: &Position) -> bool {
        !position.is_setup() && goal_in_turn(position.turn()).is_some()
    }

    fn is_quiet(&mut self, position: &Position) -> bool {
        !position.turn().is_pushing()
    }

    fn order(&mut self, position: &Position, moves: &[Action], out: &mut [i32]) {
        const SCALE: f32 = 20_000.0;
        let last = position.steps().last().copied();
        for (action, score) in moves.iter().zip(out) {
            if let Action::Step(step) = *action {
                *score = (SCALE * self.steps.score(position.turn(), step, last)) as i32;
            }
        }
    }

    /// The end of a turn uses up its steps.
    fn cost(&mut self, position: &Position, action: Action) -> u32 {
        match action {
            Action::Pass => position.turn().left().into(),
            _ => 1,
        }
    }

    fn chance(&self, value: i32) -> f32 {
        self.evaluation.chance(value)
    }
}
