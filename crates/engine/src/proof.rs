//! Proving who wins, or that nobody does, in text.

mod solving;

use std::io::{self, Read, Write};
use std::time::Duration;

use spinney_game::{Actor, Game, TextError};
use spinney_search::dfpn::strategy::Strategy;
use spinney_search::{Limits, Stop};

use self::solving::Solves;
use crate::board::Board;
use crate::registry::{self, GameEntry};
use crate::report::EngineError;

pub(crate) use self::solving::{WinLossOrDraw, WinOrLoss};
pub use spinney_search::dfpn::strategy::StrategyError;
pub use spinney_search::dfpn::{Settings as ProofSettings, TableError};

/// How far a proof has come.
#[derive(Clone, PartialEq, Debug)]
pub struct Proving {
    /// The side that wins, if that is proven.
    pub winner: Option<&'static str>,
    /// Whether it is proven that nobody wins.
    pub is_drawn: bool,
    /// The side that is proven not to lose, if that is all that is proven yet.
    pub safe: Option<&'static str>,
    /// A move that wins, where the side to move does, or that keeps a proven draw, if the search has
    /// one.
    pub best_move: Option<String>,
    /// Positions that must at least turn out well for the side to move to win.
    pub proof_number: u32,
    /// The same for the opponent.
    pub disproof_number: u32,
    /// Positions looked at by this search.
    pub nodes: u64,
    /// Wall time of this search.
    pub elapsed: Duration,
}

/// Moves that symmetries of the board take to each other, and the position after the first one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The moves, in the game's own order.
    pub moves: Vec<String>,
    /// The position after the first of them, as text.
    pub after: String,
}

/// Proves who wins at positions of one board, and remembers what it has found out.
pub trait Prover: Send {
    /// Works on a position until it is proven, a limit (of nodes or of time) is reached or `stop`
    /// is thrown, telling `listener` from time to time how it goes.
    fn solve(
        &mut self,
        position: &str,
        limits: &Limits,
        stop: &Stop,
        listener: &mut dyn FnMut(&Proving),
    ) -> Result<Proving, EngineError>;

    /// The moves of a position, symmetric ones together.
    fn openings(&self, position: &str) -> Result<Vec<Opening>, EngineError>;

    /// A winning strategy of at most `most` positions, as text that
    /// [can be checked](check_strategy).
    fn strategy(
        &mut self,
        position: &str,
        most: usize,
        stop: &Stop,
    ) -> Result<String, StrategyError>;

    /// Writes what was found out, to be [loaded](Prover::load) another time.
    fn save(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Goes on from what was [saved](Prover::save) for the same board, or changes nothing.
    fn load(&mut self, from: &mut dyn Read) -> Result<(), TableError>;
}

/// A prover for the board of a position.
pub fn prover(position: &str, settings: &ProofSettings) -> Result<Box<dyn Prover>, EngineError> {
    settings.check()?;
    let board = Board::from_text(position)?;
    let proofs = board.capabilities().proofs.ok_or_else(|| not_for(board.title()))?;
    proofs.prover(&board, settings)
}

/// Plays a [written](Prover::strategy) strategy against every reply, by the rules alone. Says how
/// many different positions that took.
pub fn check_strategy(text: &str) -> Result<usize, StrategyError> {
    let start = text.lines().next().and_then(|line| line.split_once(" wins at "));
    let (_, start) = start
        .ok_or_else(|| TextError::at("line 1", "should say who wins where: black wins at …"))?;
    let game = registry::game_of_position(start)
        .map_err(|error| TextError::at("line 1", error.to_string()))?;
    let proofs = game
        .capabilities
        .proofs
        .ok_or_else(|| TextError::at("line 1", not_for(game.title).to_string()))?;
    proofs.check_strategy(text)
}

/// The same for a strategy of a game of that type.
pub(crate) fn check_strategy_of<G: Game>(text: &str) -> Result<usize, StrategyError> {
    let (start, strategy) = Strategy::from_text::<G>(text)?;
    strategy.check(&start)
}

/// A game cannot be solved this way.
fn not_for(title: &str) -> EngineError {
    let problem = format!("{title} has no proof search: it needs two players and no chance");
    TextError::at("game", problem).into()
}

/// The prover of a game, with what solves its positions.
pub(crate) struct ProverOf<G, S> {
    game: &'static GameEntry,
    /// Where games on the board start.
    start: G,
    solver: S,
}

impl<G: Game, S> ProverOf<G, S> {
    /// For the board of a position.
    pub(crate) fn new(
        game: &'static GameEntry,
        position: &G,
        solver: S,
    ) -> Result<Self, TextError> {
        Ok(ProverOf { game, start: game.position(rules(&position.text()))?, solver })
    }

    /// A position of the board; what is known of one board says nothing of others.
    fn position(&self, text: &str) -> Result<G, TextError> {
        let position: G = self.game.position(text)?;
        let (own, of_text) = (self.start.text(), position.text());
        if rules(&own) == rules(&of_text) {
            Ok(position)
        } else {
            Err(TextError::word(text, format!("is not a position of {}", rules(&own))))
        }
    }
}

/// The rules and the board of a position, which its text begins with.
fn rules(position: &str) -> &str {
    position.split(';').next().unwrap_or_default().trim()
}

impl<G: Game, S: Solves<G>> Prover for ProverOf<G, S> {
    fn solve(
        &mut self,
        position: &str,
        limits: &Limits,
        stop: &Stop,
        listener: &mut dyn FnMut(&Proving),
    ) -> Result<Proving, EngineError> {
        let position = self.position(position)?;
        if position.actor() == Actor::Nobody {
            return Err(EngineError::GameOver);
        }
        Ok(self.solver.solve(&position, limits, stop, listener))
    }

    fn openings(&self, position: &str) -> Result<Vec<Opening>, EngineError> {
        let position = self.position(position)?;
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let mut openings: Vec<(u64, Opening)> = Vec::new();
        for m in moves {
            let mut after = position.clone();
            after.play(m);
            let key = self.solver.key(&after);
            let text = position.move_text(m);
            match openings.iter_mut().find(|(k, _)| *k == key) {
                Some((_, opening)) => opening.moves.push(text),
                None => openings.push((key, Opening { moves: vec![text], after: after.text() })),
            }
        }
        Ok(openings.into_iter().map(|(_, opening)| opening).collect())
    }

    fn strategy(
        &mut self,
        position: &str,
        most: usize,
        stop: &Stop,
    ) -> Result<String, StrategyError> {
        let position = self.position(position)?;
        Ok(self.solver.strategy(&position, most, stop)?.text(&position))
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.solver.save(&self.start, out)
    }

    fn load(&mut self, from: &mut dyn Read) -> Result<(), TableError> {
        self.solver.load(&self.start, from)
    }
}
