//! The end of games, where every move can be tried in every way.

use spinney_engine::{Board, EngineError, Rng, Stop};

use super::{Finding, Method, could_come_second};
use crate::suite::exact::Exact;
use crate::suite::{Block, Criteria};

/// So many right moves are few,
const FEW: usize = 2;
/// and so is one in as many.
const ONE_IN: usize = 10;

/// Tries everything, from the end of a game backwards until that takes too long.
pub(super) struct Endgame {
    nodes: u64,
}

impl Endgame {
    pub(super) fn new(nodes: u64) -> Endgame {
        Endgame { nodes }
    }
}

impl Method for Endgame {
    fn find(
        &mut self,
        game: &[Board],
        _: bool,
        _: &mut Rng,
        stop: &Stop,
    ) -> Result<Vec<Finding>, EngineError> {
        let mut findings = Vec::new();
        for board in game.iter().rev() {
            let Some(mut exact) = Exact::new(board).filter(|_| !stop.is_stopped()) else { break };
            let Some(values) = exact.values(board, self.nodes)? else { break };
            findings.extend(finding(board, &values)?);
        }
        findings.reverse();
        Ok(findings)
    }
}

/// A test of a position whose moves are worth this, if few of them are right.
fn finding(board: &Board, values: &[(String, f32)]) -> Result<Option<Finding>, EngineError> {
    let most = values.iter().map(|(_, value)| *value).fold(0.0, f32::max);
    let right: Vec<_> = values.iter().filter(|(_, value)| *value == most).collect();
    let is_few = right.len() <= FEW || right.len() * ONE_IN <= values.len();
    let Some((answer, _)) = right.first().filter(|_| is_few && right.len() < values.len()) else {
        return Ok(None);
    };
    let texts: Vec<_> = right.iter().map(|(text, _)| text.as_str()).collect();
    if could_come_second(board, &texts)? {
        return Ok(None);
    }
    let (saved, lost) = match most {
        1.0 => ("win", "do not"),
        _ => ("save a draw", "lose"),
    };
    let comment = format!(
        "{} of {} moves {saved}, the others {lost}; everything was tried.",
        right.len(),
        values.len()
    );
    let block = |(text, _): &&(String, f32)| Block { atoms: vec![text.clone()], weight: 1.0 };
    let tag = match right.len() {
        1 => "only-move",
        2 => "two-moves",
        _ => "few-moves",
    };
    Ok(Some(Finding {
        board: board.clone(),
        criteria: Criteria::Move(right.iter().map(block).collect()),
        tags: vec!["proven", "endgame", tag],
        comment,
        answer: answer.clone(),
        searched: None,
    }))
}
