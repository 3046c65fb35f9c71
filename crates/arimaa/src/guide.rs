//! What an alpha-beta search is told about positions and steps.

use spinney_game::{Guide, Player};

use crate::action::Action;
use crate::evaluation::{Evaluation, EvaluationSettings};
use crate::goal::goal_in_turn;
use crate::knowledge::StepSettings;
use crate::piece::Side;
use crate::position::Position;
use crate::turn::Turn;
use crate::weights::Weights;

/// Judges by the evaluation, sees goals in the turn, and orders steps by what they look like.
#[derive(Clone, Debug)]
pub struct StepGuide {
    evaluation: Evaluation,
    steps: StepSettings,
    weights: Option<Weights>,
    /// Hashes of the starts of turns in which no goal can be reached.
    hopeless: Vec<u64>,
}

/// How many starts of turns are kept in mind.
const HOPELESS: usize = 1 << 12;

impl StepGuide {
    /// A guide with these weights.
    pub fn new(evaluation: &EvaluationSettings, steps: &StepSettings) -> StepGuide {
        let weights = evaluation.learned.then(Weights::learned);
        StepGuide {
            evaluation: Evaluation::new(evaluation),
            steps: steps.clone(),
            weights,
            hopeless: vec![0; HOPELESS],
        }
    }

    /// The same, but it judges by these weights.
    pub fn with_weights(self, weights: Weights) -> StepGuide {
        StepGuide { weights: Some(weights), ..self }
    }
}

impl Guide<Position> for StepGuide {
    fn evaluate(&mut self, position: &Position, player: Player) -> i32 {
        let gold = match &self.weights {
            Some(weights) if !position.is_setup() => weights.value(position.turn()),
            _ => self.evaluation.value(position.board(), position.side()),
        };
        if Side::of_player(player) == Side::Gold { gold } else { -gold }
    }

    fn sees_win(&mut self, position: &Position) -> bool {
        if position.is_setup() {
            return false;
        }
        // What cannot be done in the whole turn cannot be done in the rest of it.
        let start = Turn::new(*position.turn_start(), position.side());
        let place = start.key() as usize % HOPELESS;
        if position.turn().used > 0 && self.hopeless[place] == start.key() {
            return false;
        }
        let has_goal = goal_in_turn(&start).is_some();
        if !has_goal {
            self.hopeless[place] = start.key();
        }
        has_goal && goal_in_turn(position.turn()).is_some()
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
