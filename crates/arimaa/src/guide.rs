//! What an alpha-beta search is told about positions and steps.

use spinney_game::{Guide, Player};

use crate::action::Action;
use crate::defence::Defender;
use crate::evaluation::{Evaluation, EvaluationSettings};
use crate::knowledge::StepSettings;
use crate::piece::Side;
use crate::position::Position;
use crate::turn::Turn;
use crate::weights::Weights;
use crate::win::win_in_turn;

/// Judges by the evaluation, sees who wins by this turn or the next one, and orders steps by what
/// they look like.
#[derive(Clone, Debug)]
pub struct StepGuide {
    evaluation: Evaluation,
    steps: StepSettings,
    weights: Option<Weights>,
    /// Hashes of the starts of turns by which the game cannot be won.
    hopeless: Vec<u64>,
    /// Hashes of the starts of turns, and whether the opponent threatens to win after them.
    threats: Vec<(u64, bool)>,
    defender: Defender,
}

/// How many turns are looked at to see a loss. A few positions would take far more, and a search has to
/// look at its clock.
const LOSS_EFFORT: u32 = 1_000;
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
            threats: vec![(0, false); HOPELESS],
            defender: Defender::default(),
        }
    }

    /// The same, but it judges by these weights.
    pub fn with_weights(self, weights: Weights) -> StepGuide {
        StepGuide { weights: Some(weights), ..self }
    }

    /// Whether the opponent threatened to win when this turn began. Asked once a turn: it is the
    /// start that decides whether a turn is searched for defences, so that steps of the many turns
    /// without a threat cost nothing.
    fn begins_threatened(&mut self, position: &Position) -> bool {
        if position.is_setup() || !self.steps.defences {
            return false;
        }
        let start = Turn::new(*position.turn_start(), position.side());
        let key = start.key();
        let place = key as usize % HOPELESS;
        if self.threats[place].0 != key {
            self.threats[place] = (key, self.defender.is_threatened(&start));
        }
        self.threats[place].1
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
        let wins = win_in_turn(&start).is_some();
        if !wins {
            self.hopeless[place] = start.key();
        }
        wins && win_in_turn(position.turn()).is_some()
    }

    /// Only at the start of a turn: in the middle of one, its end shows what its steps were worth.
    fn sees_loss(&mut self, position: &Position) -> bool {
        position.turn().used == 0
            && self.begins_threatened(position)
            && self.defender.is_lost(position.turn(), LOSS_EFFORT)
    }

    /// Not where a turn is only judged: there are far more of these than of turns that are searched.
    fn loss_depth(&self) -> i32 {
        1
    }

    /// Those stay that may prevent what the opponent threatens. Only where the whole rest of the turn
    /// is searched: if it is judged in its middle, the other steps would look better than they are, and
    /// turns against a threat worse than those against none.
    fn prune(&mut self, position: &Position, depth: i32, moves: &mut Vec<Action>) {
        let is_threatened = depth >= i32::from(position.turn().left())
            && self.begins_threatened(position)
            && self.defender.is_threatened(position.turn())
            && !self.sees_win(position);
        if is_threatened {
            let steps = self.defender.candidates(position.turn());
            let is_kept =
                |action: &Action| matches!(*action, Action::Step(step) if steps.contains(step));
            // The rules may forbid all of these, as they do with repetitions.
            if moves.iter().any(is_kept) {
                moves.retain(is_kept);
            }
        }
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
