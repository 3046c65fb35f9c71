//! Goals within turns of several moves: reached, forced and prevented; and captures.

use spinney_engine::capabilities::Turns;
use spinney_engine::{
    Board, EngineError, Limits, Line, Preset, Rng, Stop, TurnChoice, choose_turn, play_turn,
};

use super::worth::Comparison;
use super::{Finding, Method, Plan, session};
use crate::suite::turn::random_turn;
use crate::suite::{Atom, Block, Criteria, Test};

/// The last turns of a game, in which goals are looked for.
const LAST_TURNS: usize = 8;
/// With more different turns that reach the goal, a position is too easy.
const MOST_GOALS: u64 = 5;
/// Of so many random turns, at least so many let the opponent win where there is something to be
/// prevented.
const RANDOM_TURNS: usize = 40;
const LEAST_FATAL: usize = 24;
/// Who has a smaller chance to win seldom forces anything.
const LEAST_HOPE: f32 = 0.5;
/// Of a game, so many positions are looked at for captures.
const CAPTURES: usize = 2;
/// A capture that a search of so many playouts sees is no news.
const FIRST_LOOK: u64 = 100;
/// The long searches that have to agree on a capture: parts of the longest one. Dice may say nothing
/// to a player, so they differ in depth.
const PARTS: [u64; 3] = [4, 2, 1];

/// Enumerates turns. What needs a search as well (is there a turn that forces the goal, or prevents
/// it?) is asked of the player, and its turn judged by enumeration.
pub(super) struct Goals {
    turns: &'static Turns,
    preset: Preset,
    deep: u64,
    missed_at: Option<u64>,
}

impl Goals {
    pub(super) fn new(turns: &'static Turns, preset: &Preset, plan: &Plan) -> Goals {
        let (deep, missed_at) = (plan.deep.max(plan.nodes), plan.missed_at);
        Goals { turns, preset: preset.clone(), deep, missed_at }
    }

    fn choose(
        &self,
        board: &Board,
        playouts: u64,
        seed: u64,
        stop: &Stop,
    ) -> Result<TurnChoice, EngineError> {
        let mut session = session(&self.preset, board, seed)?;
        choose_turn(&mut session, &Limits::playouts(playouts.max(1)), stop, &mut |_| {})
    }

    /// A goal that is reached, forced or prevented at a position near the end of a game.
    fn goal(
        &self,
        board: &Board,
        rng: &mut Rng,
        stop: &Stop,
    ) -> Result<Option<Finding>, EngineError> {
        let Some(side) = board.to_move() else { return Ok(None) };
        if (self.turns.can_win)(board)? {
            return match self.missed_at {
                Some(_) => Ok(None),
                None => self.reached(board, stop),
            };
        }
        if let Some(playouts) = self.missed_at {
            // What is proven already was not missed.
            let seen = self.choose(board, playouts, 1, stop)?.report;
            if seen.proven_winner.is_some() || seen.win_rate < LEAST_HOPE {
                return Ok(None);
            }
        }
        let mut fatal = 0;
        for _ in 0..RANDOM_TURNS {
            let (_, next) = random_turn(board, rng)?;
            fatal += usize::from(next.to_move().is_some() && (self.turns.can_win)(&next)?);
        }
        let choice = self.choose(board, self.deep, 1, stop)?;
        let wins = choice.report.proven_winner == Some(side);
        let finding = |criteria: Criteria, tag, comment| {
            let finding = Finding {
                board: board.clone(),
                criteria,
                tags: vec!["proven", tag],
                comment,
                answer: choice.text.clone(),
                searched: None,
            };
            passes(&finding).map(|passes| passes.then_some(finding))
        };
        if wins {
            let comment = "The goal can be forced: every answer was tried.".to_owned();
            return finding(Criteria::ForceGoal, "forced-goal", comment);
        }
        if fatal >= LEAST_FATAL {
            let comment = format!(
                "The opponent must be kept from the goal: {fatal} of {RANDOM_TURNS} random turns \
                 do not."
            );
            return finding(Criteria::PreventGoal, "defence", comment);
        }
        Ok(None)
    }

    /// A goal within the turn, if few turns reach it.
    fn reached(&self, board: &Board, stop: &Stop) -> Result<Option<Finding>, EngineError> {
        let counts = (self.turns.count)(board)?;
        if counts.goal_turns > MOST_GOALS {
            return Ok(None);
        }
        let comment = format!(
            "The goal can be reached, in {} steps at best: {} of {} turns do.",
            counts.min_goal_steps.unwrap_or_default(),
            counts.goal_turns,
            counts.distinct_turns
        );
        let answer = self.choose(board, self.deep, 1, stop)?.text;
        let tags = vec!["proven", "goal"];
        let finding = Finding {
            board: board.clone(),
            criteria: Criteria::ScoreGoal,
            tags,
            comment,
            answer,
            searched: None,
        };
        Ok(passes(&finding)?.then_some(finding))
    }

    /// A capture that only long searches see, and all of them.
    fn capture(&self, board: &Board, stop: &Stop) -> Result<Option<Finding>, EngineError> {
        let mut possible = (self.turns.count)(board)?.captures;
        let is_in = |turn: &str, word: &str| turn.split_whitespace().any(|said| said == word);
        let first = self.choose(board, self.missed_at.unwrap_or(FIRST_LOOK), 1, stop)?.text;
        possible.retain(|word| !is_in(&first, word));
        let mut answer = String::new();
        for (seed, part) in (1..).zip(PARTS) {
            if possible.is_empty() || stop.is_stopped() {
                return Ok(None);
            }
            answer = self.choose(board, self.deep / part, seed, stop)?.text;
            possible.retain(|word| is_in(&answer, word));
        }
        let Some(word) = possible.first() else { return Ok(None) };
        if self.missed_at.is_some() && !self.is_worse(board, &first, &answer, stop)? {
            return Ok(None);
        }
        let atoms = vec![Atom::Captured(word.clone())];
        let comment = format!("Searches of up to {} playouts agree on this capture.", self.deep);
        Ok(Some(Finding {
            board: board.clone(),
            criteria: Criteria::PiecePosition(vec![Block { atoms, weight: 1.0 }]),
            tags: vec!["deep", "capture"],
            comment,
            answer,
            searched: Some(self.deep / PARTS[0]),
        }))
    }

    /// Whether a turn is clearly worse than another when both are played.
    fn is_worse(
        &self,
        board: &Board,
        turn: &str,
        other: &str,
        stop: &Stop,
    ) -> Result<bool, EngineError> {
        let Some(seat) = board.seat_to_move() else { return Ok(false) };
        let after = |turn: &str| -> Result<Board, EngineError> {
            let mut line = Line::new(board.clone());
            play_turn(&mut line, turn)?;
            Ok(line.board().clone())
        };
        let playouts = self.deep / PARTS[0];
        let comparison = Comparison { preset: &self.preset, seat, playouts, stop };
        comparison.is_worse(&after(turn)?, &after(other)?)
    }
}

/// Whether its answer passes.
fn passes(finding: &Finding) -> Result<bool, EngineError> {
    let test = Test {
        name: String::new(),
        comment: String::new(),
        position: finding.board.text(),
        tags: Vec::new(),
        criteria: finding.criteria.clone(),
    };
    let mut line = Line::new(finding.board.clone());
    Ok(test.judge(&mut line, &finding.answer)? >= 1.0)
}

impl Method for Goals {
    fn find(
        &mut self,
        game: &[Board],
        _: bool,
        rng: &mut Rng,
        stop: &Stop,
    ) -> Result<Vec<Finding>, EngineError> {
        let mut findings = Vec::new();
        let (first, last) = game.split_at(game.len().saturating_sub(LAST_TURNS));
        for board in last {
            if stop.is_stopped() {
                return Ok(findings);
            }
            findings.extend(self.goal(board, rng, stop)?);
        }
        // One kind is not to crowd out the others, so goals come last.
        findings.sort_by_key(|finding| finding.criteria == Criteria::ScoreGoal);
        findings.truncate(1);
        for _ in 0..CAPTURES {
            let Some(board) = rng.choose(first).filter(|_| !stop.is_stopped()) else { break };
            findings.extend(self.capture(board, stop)?);
        }
        Ok(findings)
    }
}
