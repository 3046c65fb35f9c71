//! Proofs of a win, a loss or a draw.
//!
//! Proof numbers know two outcomes. A game with a third is asked two questions about: who wins if
//! draws count for the one player, and who if they count for the other. Who wins although draws count
//! for the opponent wins; if neither does, the position is drawn. Each question has a solver with a
//! table of its own, and the one works on where less is missing for an answer that decides.

use std::io::{self, Read, Write};
use std::time::Duration;

use spinney_game::host::Instant;
use spinney_game::{DrawsFor, Game, Player, StaticProver, TextError};

use super::strategy::{Strategy, StrategyError};
use super::{Progress, Settings, Solver, TableError, saved};
use crate::{Budget, Stop};

/// The least number of positions that a question is worked on for at a time.
const SLICE: u64 = 1 << 10;
/// One in so many positions is for the question that looks harder.
const SHARE_OF_HARDER: u64 = 8;

/// What a position is worth with right play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// That player wins.
    Won(Player),
    /// Nobody wins.
    Drawn,
}

/// How far the proof of a [`Value`] has come.
#[derive(Clone, PartialEq, Debug)]
pub struct OutcomeProgress<M> {
    /// What the position is worth, if that is proven.
    pub value: Option<Value>,
    /// The player who is proven not to lose, if that is all that is proven yet.
    pub safe: Option<Player>,
    /// A move that wins, or that draws where the position is drawn, if the search has one.
    pub best_move: Option<M>,
    /// The proof number of the question whether the player to move wins: 0 if that is so.
    pub proof_number: u32,
    /// The same for the opponent.
    pub disproof_number: u32,
    /// Positions looked at by this search.
    pub nodes: u64,
    /// Wall time of this search.
    pub elapsed: Duration,
}

/// Proves what positions of a game with draws are worth.
pub struct OutcomeSolver<G: Game, I: StaticProver<DrawsFor<G>>> {
    /// By the player whom draws count for.
    questions: [Solver<DrawsFor<G>, I>; 2],
}

/// What is known of both questions about a position.
struct Answers<M> {
    mover: Player,
    /// By the player whom draws count for.
    known: [Progress<M>; 2],
}

impl<M: Copy> Answers<M> {
    /// Who wins if draws count for that player.
    fn winner(&self, draws_for: Player) -> Option<Player> {
        self.known[draws_for.index()].winner
    }

    fn value(&self) -> Option<Value> {
        let players = [self.mover, self.mover.opponent()];
        let winner = players.into_iter().find(|&p| self.winner(p.opponent()) == Some(p));
        let is_drawn = players.into_iter().all(|p| self.winner(p) == Some(p));
        winner.map(Value::Won).or(is_drawn.then_some(Value::Drawn))
    }

    /// Whose draws the question is about that should be worked on, and for how many positions.
    fn next(&self) -> (Player, u64) {
        let (own, other) = (self.mover, self.mover.opponent());
        let nodes = |draws_for: Player| self.known[draws_for.index()].nodes;
        let slice = SLICE.max((nodes(own) + nodes(other)) / SHARE_OF_HARDER);
        if self.winner(other).is_some() {
            return (own, slice);
        }
        if self.winner(own).is_some() {
            return (other, slice);
        }
        // The one decides if the mover wins although draws do not help, the other if he loses although
        // they do.
        let win = self.known[other.index()].proof_number;
        let loss = self.known[own.index()].disproof_number;
        let (easier, harder) = if win <= loss { (other, own) } else { (own, other) };
        if nodes(harder) < nodes(easier) / SHARE_OF_HARDER {
            (harder, slice)
        } else {
            (easier, slice)
        }
    }

    fn progress(&self, elapsed: Duration) -> OutcomeProgress<M> {
        let value = self.value();
        let (own, other) = (self.mover, self.mover.opponent());
        let best_move = match value {
            Some(Value::Won(winner)) if winner == own => self.known[other.index()].winning_move,
            Some(Value::Drawn) => self.known[own.index()].winning_move,
            _ => None,
        };
        let safe = [own, other].into_iter().find(|&p| self.winner(p) == Some(p));
        OutcomeProgress {
            value,
            safe: safe.filter(|_| value.is_none()),
            best_move,
            proof_number: self.known[other.index()].proof_number,
            disproof_number: self.known[own.index()].disproof_number,
            nodes: self.known.iter().map(|known| known.nodes).sum(),
            elapsed,
        }
    }
}

impl<G: Game, I: StaticProver<DrawsFor<G>> + Sync> OutcomeSolver<G, I> {
    /// A solver that knows nothing yet. Both questions together take the memory that the settings
    /// name. An error names the setting that cannot be.
    pub fn new(prover: I, settings: Settings) -> Result<OutcomeSolver<G, I>, TextError> {
        settings.check()?;
        let half = || {
            let room = super::Room::within((settings.memory << 20) / 2);
            Solver::with_room(prover.clone(), settings.clone(), room)
        };
        Ok(OutcomeSolver { questions: [half()?, half()?] })
    }

    /// Works on a position until its value is proven, a limit (of nodes or of time) is reached, or
    /// `stop` is thrown, telling `listener` from time to time how it goes. What was found out is kept
    /// for later calls, as far as there is room for it.
    pub fn solve(
        &mut self,
        position: &G,
        budget: impl Into<Budget>,
        stop: &Stop,
        listener: &mut dyn FnMut(&OutcomeProgress<G::Move>),
    ) -> OutcomeProgress<G::Move> {
        let (budget, start) = (budget.into(), Instant::now());
        // Where nobody moves, there is nothing to search and either may be the one.
        let mover = position.actor().player().unwrap_or(Player::FIRST);
        // What is known already costs nothing to ask for.
        let none = Budget { nodes: Some(0), ..Budget::default() };
        let known = [Player::FIRST, Player::SECOND].map(|draws_for| {
            let question = question(position, draws_for);
            self.questions[draws_for.index()].solve(&question, none, stop, &mut |_| {})
        });
        let mut answers = Answers { mover, known };
        loop {
            let now = answers.progress(start.elapsed());
            let left = budget.nodes.map(|most| most.saturating_sub(now.nodes));
            let left_time = budget.after(now.elapsed);
            let is_late = left_time.time.is_some_and(|time| time.soft.is_zero());
            if now.value.is_some() || left == Some(0) || is_late || stop.is_stopped() {
                return now;
            }
            let (draws_for, slice) = answers.next();
            let slice = Budget { nodes: Some(left.map_or(slice, |n| n.min(slice))), ..left_time };
            let before = answers.known[draws_for.index()].nodes;
            let question = question(position, draws_for);
            let solver = &mut self.questions[draws_for.index()];
            let mut hear = |found: &Progress<G::Move>| {
                let nodes = before + found.nodes;
                answers.known[draws_for.index()] = Progress { nodes, ..found.clone() };
                listener(&answers.progress(start.elapsed()));
            };
            let found = solver.solve(&question, slice, stop, &mut hear);
            hear(&found);
        }
    }

    /// What a position is worth, if this solver has proven it.
    pub fn known(&self, position: &G) -> Option<Value> {
        let wins = |&player: &Player| {
            let draws_for = player.opponent();
            let solver = &self.questions[draws_for.index()];
            solver.known(&question(position, draws_for)) == Some(player)
        };
        let holds = |player: Player| {
            let solver = &self.questions[player.index()];
            solver.known(&question(position, player)) == Some(player)
        };
        let players = [Player::FIRST, Player::SECOND];
        let is_drawn = || players.into_iter().all(holds).then_some(Value::Drawn);
        players.iter().copied().find(wins).map(Value::Won).or_else(is_drawn)
    }

    /// A winning strategy of at most `most` positions, which holds by the rules of the game with draws.
    pub fn strategy(
        &mut self,
        start: &G,
        most: usize,
        stop: &Stop,
    ) -> Result<Strategy<G::Move>, StrategyError> {
        let value = self.known(start);
        let value = value.or_else(|| self.solve(start, Budget::default(), stop, &mut |_| {}).value);
        let loser = match value.ok_or(StrategyError::Stopped)? {
            Value::Won(winner) => winner.opponent(),
            Value::Drawn => return Err(StrategyError::Drawn),
        };
        let solver = &mut self.questions[loser.index()];
        let strategy = Strategy::prove(solver, &question(start, loser), most, stop)?;
        let mark = question(start, loser).hash() ^ start.hash();
        Ok(strategy.rekeyed(|hash| hash ^ mark))
    }

    /// Writes what is known of both questions, to be [loaded](OutcomeSolver::load) another time.
    pub fn save(&self, start: &G, out: &mut impl Write) -> io::Result<()> {
        for (solver, player) in self.questions.iter().zip([Player::FIRST, Player::SECOND]) {
            solver.save(&question(start, player), out)?;
        }
        Ok(())
    }

    /// Goes on from what was [saved](OutcomeSolver::save) with the same board, instead of from what
    /// was known before. Whatever is wrong with it, it is all taken over or none of it.
    pub fn load(&mut self, start: &G, from: &mut impl Read) -> Result<(), TableError> {
        let mut read = |player: Player| {
            self.questions[player.index()].read_table(&question(start, player), from)
        };
        let tables = [read(Player::FIRST)?, read(Player::SECOND)?];
        saved::end(from)?;
        for (solver, table) in self.questions.iter_mut().zip(tables) {
            solver.take_over(table);
        }
        Ok(())
    }
}

fn question<G: Game>(position: &G, draws_for: Player) -> DrawsFor<G> {
    DrawsFor { position: position.clone(), player: draws_for }
}
