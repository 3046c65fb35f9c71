//! Positions in which long searches agree on a move that short ones do not see.

use spinney_engine::{Board, EngineError, Limits, Preset, Report, Rng, Stop};

use super::worth::Comparison;
use super::{Finding, Method, Plan, could_come_second, look, session};
use crate::suite::{Block, Criteria};

/// So many positions of a game are looked at.
const POSITIONS: usize = 6;
/// A first look has so many playouts; a second one has a share of a long search. Where they agree,
/// there is little to be seen.
const FIRST_LOOK: u64 = 100;
const SECOND_LOOK_SHARE: u64 = 20;
/// Where searches of a given length are to miss the move, the second look is a longer one.
const LONG_LOOK_SHARE: u64 = 6;
/// A long search is clear if its move has so many times the visits of every other one, and is better
/// by so much.
const CLEAR_VISITS: u64 = 3;
const CLEAR_MARGIN: f32 = 0.02;
/// What is nearer to lost or won than this says nothing.
const UNDECIDED: std::ops::Range<f32> = 0.08..0.92;
/// The long searches differ in their dice and in their length: parts of the longest one.
const PARTS: [u64; 3] = [4, 2, 1];
/// The same where searches of a given length are to be wrong: then nothing shorter tells.
const LONG_PARTS: [u64; 3] = [1, 1, 1];

/// Looks for moves that only a long search sees.
pub(super) struct Deep {
    preset: Preset,
    playouts: u64,
    missed_at: Option<u64>,
}

impl Deep {
    pub(super) fn new(preset: &Preset, plan: &Plan) -> Deep {
        Deep { preset: preset.clone(), playouts: plan.deep, missed_at: plan.missed_at }
    }

    fn parts(&self) -> [u64; 3] {
        if self.missed_at.is_some() { LONG_PARTS } else { PARTS }
    }

    fn think(
        &self,
        board: &Board,
        seed: u64,
        playouts: u64,
        stop: &Stop,
    ) -> Result<Report, EngineError> {
        let mut session = session(&self.preset, board, seed)?;
        session.think(&Limits::playouts(playouts.max(1)), stop, &mut |_| {})
    }

    /// The move that all long searches choose clearly.
    fn agreed(&self, board: &Board, stop: &Stop) -> Result<Option<String>, EngineError> {
        let mut agreed = None;
        for (seed, part) in (1..).zip(self.parts()) {
            let report = self.think(board, seed, self.playouts / part, stop)?;
            let Some(text) = clear_choice(&report).filter(|_| !stop.is_stopped()) else {
                return Ok(None);
            };
            if agreed.get_or_insert_with(|| text.clone()) != &text {
                return Ok(None);
            }
        }
        Ok(agreed)
    }

    fn finding(
        &self,
        board: &Board,
        only_hard: bool,
        stop: &Stop,
    ) -> Result<Option<Finding>, EngineError> {
        if board.legal_moves().len() < 2 {
            return Ok(None);
        }
        let first = match only_hard {
            true => look(&self.preset, board, self.missed_at, stop)?,
            false => self.think(board, 1, FIRST_LOOK, stop)?,
        };
        let Some(first) = first.best() else { return Ok(None) };
        let share = if self.missed_at.is_some() { LONG_LOOK_SHARE } else { SECOND_LOOK_SHARE };
        let second = self.think(board, 2, self.playouts / share, stop)?;
        if second.best().is_none_or(|best| best.text == first.text)
            || !UNDECIDED.contains(&second.win_rate)
        {
            return Ok(None);
        }
        let Some(answer) = self.agreed(board, stop)? else { return Ok(None) };
        if could_come_second(board, &[&answer])? {
            return Ok(None);
        }
        if self.missed_at.is_some() && !self.is_worse(board, &first.text, &answer, stop)? {
            return Ok(None);
        }
        let comment = format!("Searches of up to {} playouts agree clearly.", self.playouts);
        Ok(Some(Finding {
            board: board.clone(),
            criteria: Criteria::Move(vec![Block { atoms: vec![answer.clone()], weight: 1.0 }]),
            tags: vec!["deep"],
            comment,
            answer,
            searched: Some(self.playouts / self.parts()[0]),
        }))
    }

    /// Whether a move is clearly worse than another when both are played.
    fn is_worse(
        &self,
        board: &Board,
        text: &str,
        other: &str,
        stop: &Stop,
    ) -> Result<bool, EngineError> {
        let Some(seat) = board.seat_to_move() else { return Ok(false) };
        let comparison = Comparison { preset: &self.preset, seat, playouts: self.playouts, stop };
        comparison.is_worse(&board.play(None, text)?.1, &board.play(None, other)?.1)
    }
}

/// The move of a search that leaves no doubt.
fn clear_choice(report: &Report) -> Option<String> {
    let best = report.best()?;
    let is_clear = report.candidates[1..].iter().all(|other| {
        best.visits >= CLEAR_VISITS * other.visits
            && (other.visits * 100 < best.visits || best.win_rate - other.win_rate >= CLEAR_MARGIN)
    });
    // Once a move is proven to win, a search does not ask which others do as well.
    (is_clear && report.proven_winner.is_none()).then(|| best.text.clone())
}

impl Method for Deep {
    fn find(
        &mut self,
        game: &[Board],
        only_hard: bool,
        rng: &mut Rng,
        stop: &Stop,
    ) -> Result<Vec<Finding>, EngineError> {
        let mut findings = Vec::new();
        for _ in 0..POSITIONS.min(game.len()) {
            let Some(board) = rng.choose(game).filter(|_| !stop.is_stopped()) else { break };
            findings.extend(self.finding(board, only_hard, stop)?);
        }
        Ok(findings)
    }
}
