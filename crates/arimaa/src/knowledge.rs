//! What a single step looks like at first sight.

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};
use spinney_game::{Prior, TextError};

use crate::action::Action;
use crate::capture::capture_in_turn;
use crate::piece::Kind;
use crate::position::Position;
use crate::squares::{TRAPS, beside};
use crate::turn::{Pending, Step, Turn};

/// The weights of the features of a step. A step that scores 1 looks as good as a step can.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[documented_fields(rename_all = "kebab-case")]
pub struct StepSettings {
    /// An elephant moves.
    pub elephant: f32,
    /// The step takes back the one before it.
    pub inverse: f32,
    /// A piece of the opponent's is pushed or pulled.
    pub displacement: f32,
    /// A piece of the opponent's is lost.
    pub capture: f32,
    /// A piece of one's own is lost.
    pub suicide: f32,
    /// A rabbit moves while all 32 pieces are there.
    pub rabbit_early: f32,
    /// A rabbit moves when hardly any piece is left; in between, something in between.
    pub rabbit_late: f32,
    /// The step is close to the one before it.
    pub local: f32,
    /// The step begins the best capture that the rest of the turn allows (trap check; in the tree only).
    pub capture_plan: f32,
    /// The turn ends early: for each step that is not made (in the tree only).
    pub end: f32,
    /// Whether alpha-beta knows at the start of a turn that the opponent wins by the next one whatever
    /// is done, and looks only at turns that may prevent it where something can.
    pub defences: bool,
}

impl Default for StepSettings {
    fn default() -> Self {
        StepSettings {
            elephant: 0.1,
            inverse: -0.5,
            displacement: 0.15,
            capture: 0.8,
            suicide: -0.8,
            rabbit_early: -0.2,
            rabbit_late: 0.3,
            local: 0.1,
            capture_plan: 0.0,
            end: 0.0,
            defences: false,
        }
    }
}

impl StepSettings {
    /// Finds the first field with a value that makes no sense.
    pub fn check(&self) -> Result<(), TextError> {
        let fields = [
            ("elephant", self.elephant),
            ("inverse", self.inverse),
            ("displacement", self.displacement),
            ("capture", self.capture),
            ("suicide", self.suicide),
            ("rabbit-early", self.rabbit_early),
            ("rabbit-late", self.rabbit_late),
            ("local", self.local),
            ("capture-plan", self.capture_plan),
            ("end", self.end),
        ];
        match fields.iter().find(|(_, weight)| !(-10.0..=10.0).contains(weight)) {
            None => Ok(()),
            Some((name, _)) => Err(TextError::at(name, "must be from -10 to 10")),
        }
    }

    /// How good a step looks, around 0. `last` is the step before it in the same turn.
    #[inline]
    pub fn score(&self, turn: &Turn, step: Step, last: Option<Step>) -> f32 {
        let Turn { board, side, .. } = turn;
        let origin = step.from().bit();
        let target = step.direction().shift(origin);
        let (own, other) = (board.of(*side), board.of(side.opponent()));
        let is_own = own & origin != 0;
        let mut score = 0.0;
        if is_own {
            match board.kind_at(step.from()) {
                Kind::Elephant => score += self.elephant,
                Kind::Rabbit => {
                    let pieces = board.occupied().count_ones() as f32 / 32.0;
                    score += self.rabbit_late + (self.rabbit_early - self.rabbit_late) * pieces;
                }
                _ => {}
            }
        }
        if !is_own || matches!(turn.pending, Pending::Push(..)) {
            score += self.displacement;
        }
        // What falls: the piece that enters a trap without a friend, or the one left behind.
        let (mover, capture, suicide) = if is_own {
            (own, self.suicide, self.suicide)
        } else {
            (other, self.capture, self.capture)
        };
        let rest = mover & !origin;
        if target & TRAPS & !beside(rest) != 0 {
            score += capture;
        }
        let left_behind = beside(origin) & TRAPS & rest;
        if left_behind != 0 && beside(left_behind) & (rest | target) == 0 {
            score += suicide;
        }
        if let Some(last) = last {
            let before = last.squares();
            if step.squares() == before {
                score += self.inverse;
            } else if beside(before) & step.squares() != 0 {
                score += self.local;
            }
        }
        score
    }
}

/// Judges steps and ends of turns by [`StepSettings`]; the setting up it does not judge.
#[derive(Clone, Debug)]
pub struct StepPrior(StepSettings);

impl StepPrior {
    /// A prior with these weights.
    pub fn new(settings: &StepSettings) -> StepPrior {
        StepPrior(settings.clone())
    }
}

impl Prior<Position> for StepPrior {
    fn judge(&mut self, position: &Position, moves: &[Action], out: &mut [f32]) {
        let last = position.steps().last().copied();
        let plan = if self.0.capture_plan != 0.0 && !position.is_setup() {
            capture_in_turn(position.turn()).map(|(_, steps)| steps)
        } else {
            None
        };
        let planned = plan.and_then(|steps| steps.as_slice().first().copied());
        for (action, prior) in moves.iter().zip(out) {
            let score = match *action {
                Action::Step(step) if planned == Some(step) => {
                    self.0.score(position.turn(), step, last) + self.0.capture_plan
                }
                Action::Step(step) => self.0.score(position.turn(), step, last),
                Action::Pass => self.0.end * f32::from(position.turn().left()),
                Action::Place(..) => continue,
            };
            *prior = 0.5 + 0.5 * score.clamp(-1.0, 1.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinney_game::Game;

    #[test]
    fn captures_look_good_and_suicides_bad() {
        let position = Position::from_diagram(
            "5g
             +-----------------+
            8| r . . . . . . . |
            7| . . . . . . . . |
            6| . . x . . x . . |
            5| . . . . . . . . |
            4| . . d E . . . . |
            3| . . x . . x C . |
            2| . . . . . . . . |
            1| R . . . . . . . |
             +-----------------+",
        )
        .unwrap();
        let settings = StepSettings::default();
        let score = |step: &str| match position.parse_move(step) {
            Ok(Action::Step(step)) => settings.score(position.turn(), step, None),
            other => panic!("{other:?}"),
        };
        assert!(score("dc4s") > score("dc4w"));
        assert!(score("Cg3w") < score("Cg3e"));
        assert!(score("Ra1n") > score("Ed4n"), "late in the game rabbits go");
    }

    #[test]
    fn the_first_step_of_a_capture_stands_out_where_that_is_looked_for() {
        // The dog is two squares away from the trap that it can be pushed into.
        let position = Position::from_diagram(
            "5g
             +-----------------+
            8| r . . . . . . . |
            7| . . . . . . . . |
            6| . . x . . x . . |
            5| . . d E . . . . |
            4| . . . . . . . . |
            3| . . x . . x . . |
            2| . . . . . . . . |
            1| R . . . . . . . |
             +-----------------+",
        )
        .unwrap();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let judge = |settings: &StepSettings| {
            let mut priors = vec![0.5; moves.len()];
            StepPrior::new(settings).judge(&position, &moves, &mut priors);
            priors
        };
        let plain = StepSettings::default();
        let with_check = StepSettings { capture_plan: 0.5, ..plain.clone() };
        let (before, after) = (judge(&plain), judge(&with_check));
        let raised: Vec<_> = (0..moves.len()).filter(|&i| after[i] > before[i]).collect();
        assert_eq!(raised.len(), 1);
        let Action::Step(step) = moves[raised[0]] else { panic!("{:?}", moves[raised[0]]) };
        assert_eq!(step.from().name(), "c5");
    }
}
