//! Playouts: a few turns of more or less random steps, then the evaluation.

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};
use spinney_game::{Game, Player, Playout, RandomPlayout, Rewards, Rng, TextError, Trace};

use crate::advisor::Advisor;
use crate::evaluation::{Evaluation, EvaluationSettings};
use crate::goal::has_goal_in_turn;
use crate::knowledge::StepSettings;
use crate::piece::Side;
use crate::position::Position;
use crate::squares::{Square, Squares, beside};
use crate::turn::{STEPS, Step, StepSet, Turn};

/// How positions are played out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[documented_fields(rename_all = "kebab-case")]
pub struct PlayoutSettings {
    /// A playout has at least this many whole turns before the evaluation.
    pub least_turns: u32,
    /// And at most this many, each number as likely; 0 plays to the end of the game.
    pub most_turns: u32,
    /// Only this many pieces, chosen anew for every turn, take steps (move-oriented generation); 0 lets all of them (step-oriented).
    pub pieces: u32,
    /// Of so many steps drawn at random, the one that looks best is made; 1 makes any.
    pub best_of: u32,
    /// Whether the evaluation first looks for a goal in the next turn.
    pub goal_check: bool,
    /// How probably a turn begins with a capture that was found in the tree where the squares around looked the same (move advisor); 0 asks for no advice.
    pub advice: f32,
}

impl Default for PlayoutSettings {
    fn default() -> Self {
        PlayoutSettings {
            least_turns: 1,
            most_turns: 4,
            pieces: 3,
            best_of: 3,
            goal_check: true,
            advice: 0.0,
        }
    }
}

impl PlayoutSettings {
    /// Finds the first field with a value that makes no sense.
    pub fn check(&self) -> Result<(), TextError> {
        if self.most_turns != 0 && self.least_turns > self.most_turns {
            return Err(TextError::at("least-turns", "must not be more than most-turns"));
        }
        if self.most_turns > LONGEST {
            return Err(TextError::at("most-turns", format!("must be 0 to {LONGEST}")));
        }
        if self.pieces > 16 {
            return Err(TextError::at("pieces", "must be 0 to 16"));
        }
        if !(1..=64).contains(&self.best_of) {
            return Err(TextError::at("best-of", "must be 1 to 64"));
        }
        if !(0.0..=1.0).contains(&self.advice) {
            return Err(TextError::at("advice", "must be 0 to 1"));
        }
        Ok(())
    }
}

/// No playout has more turns; a game that goes on then is counted as drawn.
const LONGEST: u32 = 2_000;

/// Plays out by [`PlayoutSettings`].
#[derive(Clone, Debug)]
pub struct ShortPlayout {
    settings: PlayoutSettings,
    steps: StepSettings,
    evaluation: Evaluation,
    setting_up: RandomPlayout<Position>,
    advisor: Advisor,
    /// The plans of the present playout.
    used: Vec<usize>,
}

impl ShortPlayout {
    /// A playout that chooses steps by `steps` and judges where it ends by `evaluation`.
    pub fn new(
        settings: &PlayoutSettings,
        steps: &StepSettings,
        evaluation: &EvaluationSettings,
    ) -> ShortPlayout {
        ShortPlayout {
            settings: settings.clone(),
            steps: steps.clone(),
            evaluation: Evaluation::new(evaluation),
            setting_up: RandomPlayout::default(),
            advisor: Advisor::default(),
            used: Vec::new(),
        }
    }

    /// Some turns, and what is reached by them.
    fn play_on(&mut self, mut turn: Turn, rng: &mut Rng, trace: &mut Trace) -> Rewards {
        let PlayoutSettings { least_turns, most_turns, .. } = self.settings;
        let turns = match most_turns {
            0 => LONGEST,
            most => least_turns + rng.below(most - least_turns + 1),
        };
        for _ in 0..turns {
            if let Some(winner) = self.turn(&mut turn, rng, trace) {
                return Rewards::win(winner.player());
            }
            turn = Turn::new(turn.board, turn.side.opponent());
        }
        if most_turns == 0 { Rewards::draw(2) } else { self.judge(&turn) }
    }

    /// One turn, or the rest of one. `Some`: who has won by it.
    fn turn(&mut self, turn: &mut Turn, rng: &mut Rng, trace: &mut Trace) -> Option<Side> {
        let side = turn.side;
        if self.settings.advice > 0.0 && turn.used == 0 && rng.unit() < self.settings.advice {
            self.follow_advice(turn, trace);
        }
        let mut movers = self.movers(turn, rng);
        let mut last = None;
        let start = turn.used;
        while turn.used < STEPS {
            let all = turn.steps();
            if all.is_empty() {
                // In the middle of a turn it just ends.
                if turn.used == 0 {
                    return Some(side.opponent());
                }
                break;
            }
            let steps = if turn.is_pushing() { all } else { among(all, turn, movers) };
            let count = steps.len();
            if count == 0 {
                if turn.used > start {
                    break;
                }
                // The chosen pieces are stuck: let all of them try.
                movers = turn.board.of(side);
                continue;
            }
            let may_end = self.settings.pieces == 0 && turn.used > 0 && !turn.is_pushing();
            if may_end && rng.below(count + 1) == count {
                break;
            }
            let step = self.choose(turn, steps, count, last, rng);
            trace.mark(side.player(), step.code().into());
            let (origin, target) = (step.from().bit(), step.squares() & !step.from().bit());
            if movers & origin != 0 {
                movers = movers & !origin | target;
            }
            turn.play(step);
            last = Some(step);
            if turn.board.has_goal(side) && !turn.is_pushing() {
                return Some(side);
            }
        }
        turn.board.winner_after(side)
    }

    /// Begins a turn with a capture, if one is known that fits.
    fn follow_advice(&mut self, turn: &mut Turn, trace: &mut Trace) {
        let Some((index, steps)) = self.advisor.advise(turn) else { return };
        for &step in steps.as_slice() {
            // A piece at the edge of the context may be frozen from outside of it.
            if !turn.steps().contains(step) {
                return;
            }
            trace.mark(turn.side.player(), step.code().into());
            turn.play(step);
        }
        self.used.push(index);
    }

    /// The pieces that move in this turn.
    fn movers(&self, turn: &Turn, rng: &mut Rng) -> Squares {
        let own = turn.board.of(turn.side);
        if self.settings.pieces == 0 {
            return own;
        }
        let mut chosen = 0;
        for _ in 0..self.settings.pieces.min(own.count_ones()) {
            // Drawing the same piece twice makes it one fewer, which does no harm.
            chosen |= nth(own, rng.below(own.count_ones())).bit();
        }
        chosen
    }

    fn choose(
        &self,
        turn: &Turn,
        steps: StepSet,
        count: u32,
        last: Option<Step>,
        rng: &mut Rng,
    ) -> Step {
        let draws = self.settings.best_of.min(count.div_ceil(2));
        let mut best = (f32::NEG_INFINITY, Step::NONE);
        for _ in 0..draws {
            let step = nth_step(steps, rng.below(count));
            if draws == 1 {
                return step;
            }
            let score = self.steps.score(turn, step, last);
            if score > best.0 {
                best = (score, step);
            }
        }
        best.1
    }

    fn judge(&self, turn: &Turn) -> Rewards {
        if self.settings.goal_check && has_goal_in_turn(&turn.board, turn.side) {
            return Rewards::win(turn.side.player());
        }
        let gold = self.evaluation.chance(self.evaluation.value(&turn.board, turn.side));
        let mut rewards = Rewards::default();
        rewards[Player::FIRST] = gold;
        rewards[Player::SECOND] = 1.0 - gold;
        rewards
    }
}

impl Playout<Position> for ShortPlayout {
    fn run(&mut self, position: &Position, rng: &mut Rng, trace: &mut Trace) -> Rewards {
        if let Some(rewards) = position.rewards() {
            return rewards;
        }
        let mut turn = *position.turn();
        if position.is_setup() {
            let mut position = position.clone();
            while let (true, Some(action)) =
                (position.is_setup(), self.setting_up.pick(&position, rng))
            {
                position.play(action);
            }
            turn = *position.turn();
        }
        self.used.clear();
        let rewards = self.play_on(turn, rng, trace);
        for &index in &self.used {
            self.advisor.learn(index, &rewards);
        }
        rewards
    }

    fn grown(&mut self, position: &Position) {
        if self.settings.advice > 0.0 && !position.is_setup() {
            self.advisor.look(position.board());
        }
    }
}

/// The steps of some pieces: their own, and those of the opponent's pieces beside them.
#[inline]
fn among(steps: StepSet, turn: &Turn, movers: Squares) -> StepSet {
    let others = turn.board.of(turn.side.opponent()) & beside(movers | hole(turn));
    StepSet(steps.0.map(|from| from & (movers | others)))
}

/// The square that something can be pulled to.
#[inline]
fn hole(turn: &Turn) -> Squares {
    match turn.pending {
        crate::turn::Pending::Pull(square, _) => square.bit(),
        _ => 0,
    }
}

/// The square at that place of a set.
#[inline]
fn nth(mut squares: Squares, n: u32) -> Square {
    for _ in 0..n {
        squares &= squares - 1;
    }
    crate::squares::first(squares)
}

/// The step at that place of a set.
#[inline]
fn nth_step(steps: StepSet, mut n: u32) -> Step {
    for (direction, squares) in steps.0.into_iter().enumerate() {
        let here = squares.count_ones();
        if n < here {
            return Step::new(nth(squares, n), crate::squares::Direction::new(direction));
        }
        n -= here;
    }
    Step::NONE
}
