//! What solves positions of a game: one question where there are no draws, two where there are.

use std::io::{self, Read, Write};

use spinney_game::{DrawsFor, Game, Player, StaticProver, TextError};
use spinney_search::dfpn::strategy::Strategy;
use spinney_search::dfpn::{OutcomeProgress, OutcomeSolver, Progress, Solver, Value};
use spinney_search::{Limits, Stop};

use super::{ProofSettings, Proving, StrategyError, TableError};

/// Proves what positions are worth, and tells it in names of sides and moves.
pub(crate) trait Solves<G: Game>: Send {
    /// A number that positions may share that are worth the same.
    fn key(&self, position: &G) -> u64;

    /// See [`Prover::solve`](super::Prover::solve).
    fn solve(
        &mut self,
        position: &G,
        limits: &Limits,
        stop: &Stop,
        listener: &mut dyn FnMut(&Proving),
    ) -> Proving;

    /// See [`Prover::strategy`](super::Prover::strategy).
    fn strategy(
        &mut self,
        position: &G,
        most: usize,
        stop: &Stop,
    ) -> Result<Strategy<G::Move>, StrategyError>;

    /// See [`Prover::save`](super::Prover::save).
    fn save(&self, start: &G, out: &mut dyn Write) -> io::Result<()>;

    /// See [`Prover::load`](super::Prover::load).
    fn load(&mut self, start: &G, from: &mut dyn Read) -> Result<(), TableError>;
}

/// For games without draws.
pub(crate) struct WinOrLoss<G: Game, I: StaticProver<G>> {
    prover: I,
    solver: Solver<G, I>,
}

impl<G: Game, I: StaticProver<G> + Sync> WinOrLoss<G, I> {
    pub(crate) fn new(prover: I, settings: &ProofSettings) -> Result<Self, TextError> {
        let solver = Solver::new(prover.clone(), settings.clone())?;
        Ok(WinOrLoss { prover, solver })
    }
}

impl<G: Game, I: StaticProver<G> + Sync> Solves<G> for WinOrLoss<G, I> {
    fn key(&self, position: &G) -> u64 {
        self.prover.key(position)
    }

    fn solve(
        &mut self,
        position: &G,
        limits: &Limits,
        stop: &Stop,
        listener: &mut dyn FnMut(&Proving),
    ) -> Proving {
        let told = |known: &Progress<G::Move>| {
            let outcome = OutcomeProgress {
                value: known.winner.map(Value::Won),
                safe: None,
                best_move: known.winning_move,
                proof_number: known.proof_number,
                disproof_number: known.disproof_number,
                nodes: known.nodes,
                elapsed: known.elapsed,
            };
            proving(position, &outcome)
        };
        told(&self.solver.solve(position, limits, stop, &mut |known| listener(&told(known))))
    }

    fn strategy(
        &mut self,
        position: &G,
        most: usize,
        stop: &Stop,
    ) -> Result<Strategy<G::Move>, StrategyError> {
        Strategy::prove(&mut self.solver, position, most, stop)
    }

    fn save(&self, start: &G, mut out: &mut dyn Write) -> io::Result<()> {
        self.solver.save(start, &mut out)
    }

    fn load(&mut self, start: &G, mut from: &mut dyn Read) -> Result<(), TableError> {
        self.solver.load(start, &mut from)
    }
}

/// For games with draws.
pub(crate) struct WinLossOrDraw<G: Game, I: StaticProver<DrawsFor<G>>> {
    prover: I,
    solver: OutcomeSolver<G, I>,
}

impl<G: Game, I: StaticProver<DrawsFor<G>> + Sync> WinLossOrDraw<G, I> {
    pub(crate) fn new(prover: I, settings: &ProofSettings) -> Result<Self, TextError> {
        let solver = OutcomeSolver::new(prover.clone(), settings.clone())?;
        Ok(WinLossOrDraw { prover, solver })
    }
}

impl<G: Game, I: StaticProver<DrawsFor<G>> + Sync> Solves<G> for WinLossOrDraw<G, I> {
    fn key(&self, position: &G) -> u64 {
        // Whichever of the two questions: images of each other are so in both.
        self.prover.key(&DrawsFor { position: position.clone(), player: Player::FIRST })
    }

    fn solve(
        &mut self,
        position: &G,
        limits: &Limits,
        stop: &Stop,
        listener: &mut dyn FnMut(&Proving),
    ) -> Proving {
        let told = |known: &OutcomeProgress<G::Move>| proving(position, known);
        told(&self.solver.solve(position, limits, stop, &mut |known| listener(&told(known))))
    }

    fn strategy(
        &mut self,
        position: &G,
        most: usize,
        stop: &Stop,
    ) -> Result<Strategy<G::Move>, StrategyError> {
        self.solver.strategy(position, most, stop)
    }

    fn save(&self, start: &G, mut out: &mut dyn Write) -> io::Result<()> {
        self.solver.save(start, &mut out)
    }

    fn load(&mut self, start: &G, mut from: &mut dyn Read) -> Result<(), TableError> {
        self.solver.load(start, &mut from)
    }
}

/// What is known of a position, in names of sides and moves.
fn proving<G: Game>(position: &G, known: &OutcomeProgress<G::Move>) -> Proving {
    Proving {
        winner: match known.value {
            Some(Value::Won(winner)) => Some(position.side_name(winner)),
            Some(Value::Drawn) | None => None,
        },
        is_drawn: known.value == Some(Value::Drawn),
        safe: known.safe.map(|player| position.side_name(player)),
        best_move: known.best_move.map(|m| position.move_text(m)),
        proof_number: known.proof_number,
        disproof_number: known.disproof_number,
        nodes: known.nodes,
        elapsed: known.elapsed,
    }
}
