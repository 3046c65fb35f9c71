//! Positions whose moves a game's prover decides, every one of them.

use std::collections::HashMap;

use spinney_engine::proof::{self, ProofSettings, Prover};
use spinney_engine::{Board, EngineError, Limits, Preset, Rng, Stop};

use super::{Finding, Method, Plan, look};
use crate::suite::{Block, Criteria};

/// With more winning moves a position is too easy,
const MOST_WINNING: usize = 2;
/// but if a short search has missed them, it may have so many.
const MOST_WINNING_IF_HARD: usize = 5;

/// Positions that a solver looks at in about a second.
const SOON: u64 = 3_000;

/// Proof search, from the end of a game backwards: the later a position, the shorter its proof, and
/// what is known of it helps with those before.
pub(super) struct Proven {
    preset: Preset,
    nodes: u64,
    missed_at: Option<u64>,
    /// By the rules and the board.
    provers: HashMap<String, Box<dyn Prover>>,
}

impl Proven {
    pub(super) fn new(preset: &Preset, plan: &Plan) -> Proven {
        let (preset, provers) = (preset.clone(), HashMap::new());
        Proven { preset, nodes: plan.nodes, missed_at: plan.missed_at, provers }
    }

    fn prover(&mut self, board: &Board) -> Result<&mut dyn Prover, EngineError> {
        let rules = board.setup().to_string();
        if !self.provers.contains_key(&rules) {
            let prover = proof::prover(&rules, &ProofSettings::default())?;
            self.provers.insert(rules.clone(), prover);
        }
        let prover = self.provers.get_mut(&rules).expect("it is there by now");
        Ok(&mut **prover)
    }

    /// Who wins, or nobody if that is not decided in time.
    fn winner(
        &mut self,
        board: &Board,
        position: &str,
        stop: &Stop,
    ) -> Result<Option<&'static str>, EngineError> {
        if let Some(outcome) = board.another(position)?.outcome() {
            return Ok(outcome.winner);
        }
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        Ok(self.prover(board)?.solve(position, &limits, stop, &mut |_| {})?.winner)
    }
}

/// Whether a proof search that knows nothing yet decides a position soon. A player with a solver of
/// its own would then see on a clock what its playouts miss.
fn is_soon_solved(board: &Board, stop: &Stop) -> Result<bool, EngineError> {
    let settings = ProofSettings { memory: 8, ..ProofSettings::default() };
    let mut prover = proof::prover(&board.setup().to_string(), &settings)?;
    let limits = Limits { nodes: Some(SOON), ..Limits::default() };
    let known = prover.solve(&board.text(), &limits, stop, &mut |_| {})?;
    Ok(known.winner.is_some() || known.is_drawn)
}

/// What is known of the moves of a position.
enum Verdict {
    /// These win and all others lose.
    Few(Vec<String>),
    /// None of them wins, or too many do.
    Plain,
    /// It takes too long to say.
    Open,
}

impl Proven {
    fn verdict(
        &mut self,
        board: &Board,
        only_hard: bool,
        stop: &Stop,
    ) -> Result<Verdict, EngineError> {
        let mover = board.to_move();
        let seen = match only_hard {
            true => Some(look(&self.preset, board, self.missed_at, stop)?),
            false => None,
        };
        // Who has a proof errs no more.
        if seen.as_ref().is_some_and(|report| report.proven_winner.is_some()) {
            return Ok(Verdict::Plain);
        }
        if self.missed_at.is_some() && is_soon_solved(board, stop)? {
            return Ok(Verdict::Plain);
        }
        match self.winner(board, &board.text(), stop)? {
            None => return Ok(Verdict::Open),
            winner if winner != mover => return Ok(Verdict::Plain),
            _ => {}
        }
        if let Some(best) = seen.as_ref().and_then(|report| report.best()) {
            let (_, next) = board.play(None, &best.text)?;
            let winner = self.winner(board, &next.text(), stop)?;
            if winner.is_none() || winner == mover {
                return Ok(Verdict::Plain);
            }
        }
        let most = if only_hard { MOST_WINNING_IF_HARD } else { MOST_WINNING };
        let mut winning = Vec::new();
        for opening in self.prover(board)?.openings(&board.text())? {
            match self.winner(board, &opening.after, stop)? {
                None => return Ok(Verdict::Open),
                winner if winner == mover => winning.extend(opening.moves),
                _ => {}
            }
            if winning.len() > most {
                return Ok(Verdict::Plain);
            }
        }
        Ok(Verdict::Few(winning))
    }
}

impl Method for Proven {
    fn find(
        &mut self,
        game: &[Board],
        only_hard: bool,
        _: &mut Rng,
        stop: &Stop,
    ) -> Result<Vec<Finding>, EngineError> {
        let mut findings = Vec::new();
        for board in game.iter().rev() {
            match self.verdict(board, only_hard, stop)? {
                Verdict::Open => break,
                Verdict::Plain => {}
                Verdict::Few(winning) => {
                    let (tag, comment) = match winning.len() {
                        1 => ("only-move", "One move wins; all others are proven to lose."),
                        2 => ("two-moves", "Two moves win; all others are proven to lose."),
                        _ => ("few-moves", "Few moves win; all others are proven to lose."),
                    };
                    let Some(answer) = winning.first().cloned() else { continue };
                    let block = |text| Block { atoms: vec![text], weight: 1.0 };
                    findings.push(Finding {
                        board: board.clone(),
                        criteria: Criteria::Move(winning.into_iter().map(block).collect()),
                        tags: vec!["proven", tag],
                        comment: comment.to_owned(),
                        answer,
                        searched: None,
                    });
                }
            }
        }
        // The earlier it is, the more there is to see.
        findings.reverse();
        Ok(findings)
    }
}
