//! A proof that anyone can check: what the winner plays at every position that can come up.
//!
//! The table of a proof search says who wins because of numbers and static proofs that one has to trust.
//! A [`Strategy`] names a reply to everything that the loser may try, and [`Strategy::check`]
//! plays all of it through by the rules alone.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use spinney_game::{Actor, Game, Player, StaticProver, TextError};

use super::Solver;
use crate::{Limits, Stop};

/// What the winner plays at every position where it is to move and that it can come to.
#[derive(Clone, PartialEq, Debug)]
pub struct Strategy<M> {
    winner: Player,
    replies: HashMap<u64, M>,
}

/// Why there is no strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StrategyError {
    /// The search was stopped before everything was proven.
    #[error("stopped before the proof was complete")]
    Stopped,
    /// It takes more positions than one wants to keep.
    #[error("the strategy has more than {0} positions")]
    TooLarge(usize),
    /// Nobody wins.
    #[error("the position is drawn: there is no winning strategy")]
    Drawn,
    /// The strategy does not win.
    #[error("the strategy fails: {problem}, at {position}")]
    Flaw {
        /// What goes wrong.
        problem: &'static str,
        /// Where.
        position: String,
    },
    /// A line of a written strategy cannot be read.
    #[error(transparent)]
    Text(#[from] TextError),
}

impl<M: spinney_game::Move> Strategy<M> {
    /// Who wins.
    pub fn winner(&self) -> Player {
        self.winner
    }

    /// At how many positions it knows a reply.
    pub fn len(&self) -> usize {
        self.replies.len()
    }

    /// Whether the winner need not do anything.
    pub fn is_empty(&self) -> bool {
        self.replies.is_empty()
    }

    /// Has a solver prove every position of a winning strategy, of at most `most` positions.
    pub fn prove<G: Game<Move = M>, I: StaticProver<G> + Sync>(
        solver: &mut Solver<G, I>,
        start: &G,
        most: usize,
        stop: &Stop,
    ) -> Result<Strategy<M>, StrategyError> {
        let winner = proven(solver, start, stop)?;
        let mut strategy = Strategy { winner, replies: HashMap::new() };
        let mut met = HashSet::new();
        let mut open = vec![start.clone()];
        let mut moves = Vec::new();
        while let Some(position) = open.pop() {
            // Where all is known, the solver is not asked.
            if stop.is_stopped() {
                return Err(StrategyError::Stopped);
            }
            let Actor::Player(player) = position.actor() else { continue };
            if !met.insert(position.hash()) {
                continue;
            }
            if met.len() > most {
                return Err(StrategyError::TooLarge(most));
            }
            moves.clear();
            position.moves(&mut moves);
            let mut next = moves.iter().map(|&m| (m, after(&position, m)));
            if player != winner {
                open.extend(next.map(|(_, position)| position));
                continue;
            }
            let reply = loop {
                let Some((m, child)) = next.next() else {
                    let problem = "no move wins where the solver says that one does";
                    return Err(StrategyError::Flaw { problem, position: position.text() });
                };
                if proven(solver, &child, stop)? == winner {
                    break (m, child);
                }
            };
            strategy.replies.insert(position.hash(), reply.0);
            open.push(reply.1);
        }
        Ok(strategy)
    }

    /// The same strategy where positions have other hashes.
    pub(super) fn rekeyed(self, key: impl Fn(u64) -> u64) -> Strategy<M> {
        let replies = self.replies.into_iter().map(|(hash, m)| (key(hash), m)).collect();
        Strategy { replies, ..self }
    }

    /// Plays the strategy against every reply, by the rules alone. Says how many different
    /// positions that took.
    pub fn check<G: Game<Move = M>>(&self, start: &G) -> Result<usize, StrategyError> {
        let mut met = HashSet::new();
        let mut open = vec![start.clone()];
        let mut moves = Vec::new();
        while let Some(position) = open.pop() {
            if !met.insert(position.hash()) {
                continue;
            }
            let flaw = |problem| Err(StrategyError::Flaw { problem, position: position.text() });
            match position.actor() {
                Actor::Nobody
                    if position.rewards().and_then(|r| r.winner()) == Some(self.winner) => {}
                Actor::Nobody => return flaw("the game is lost"),
                Actor::Chance => return flaw("chance acts"),
                Actor::Player(player) if player == self.winner => {
                    match self.replies.get(&position.hash()) {
                        Some(&m) if position.is_legal(m) => open.push(after(&position, m)),
                        Some(_) => return flaw("the reply is illegal"),
                        None => return flaw("there is no reply"),
                    }
                }
                Actor::Player(_) => {
                    moves.clear();
                    position.moves(&mut moves);
                    open.extend(moves.iter().map(|&m| after(&position, m)));
                }
            }
        }
        Ok(met.len())
    }

    /// The strategy as text: who wins, then one line for every position, `position: move`.
    pub fn text<G: Game<Move = M>>(&self, start: &G) -> String {
        let mut text = format!("{} wins at {}\n", start.side_name(self.winner), start.text());
        let mut met = HashSet::new();
        let mut open = vec![start.clone()];
        let mut moves = Vec::new();
        while let Some(position) = open.pop() {
            if !met.insert(position.hash()) {
                continue;
            }
            match self.replies.get(&position.hash()) {
                Some(&m) => {
                    let _ = writeln!(text, "{}: {}", position.text(), position.move_text(m));
                    open.push(after(&position, m));
                }
                None => {
                    moves.clear();
                    position.moves(&mut moves);
                    open.extend(moves.iter().map(|&m| after(&position, m)));
                }
            }
        }
        text
    }

    /// Reads what [`Strategy::text`] wrote, with the position that it starts from.
    pub fn from_text<G: Game<Move = M>>(text: &str) -> Result<(G, Strategy<M>), StrategyError> {
        let mut lines = text.lines().enumerate();
        let at = |line: usize, error: TextError| {
            TextError::at(format!("line {}", line + 1), error.to_string())
        };
        let first = lines.next().map_or("", |(_, line)| line);
        let (side, start) = first
            .split_once(" wins at ")
            .ok_or_else(|| TextError::at("line 1", "should say who wins where: black wins at …"))?;
        let start = G::from_text(start).map_err(|error| at(0, error))?;
        let winner = spinney_game::player_named(&start, side).map_err(|error| at(0, error))?;
        let mut replies = HashMap::new();
        for (number, line) in lines {
            let (position, reply) = line
                .rsplit_once(": ")
                .ok_or_else(|| at(number, TextError::word(line, "is not position: move")))?;
            let position = G::from_text(position).map_err(|error| at(number, error))?;
            // What the winner would do in the other's place would be taken for its answer to that.
            if position.actor() != Actor::Player(winner) {
                let problem = format!("{side} is not to move there");
                return Err(at(number, TextError::word(line, problem)).into());
            }
            let reply = position.parse_move(reply).map_err(|error| at(number, error))?;
            replies.insert(position.hash(), reply);
        }
        Ok((start, Strategy { winner, replies }))
    }
}

fn after<G: Game>(position: &G, m: G::Move) -> G {
    let mut position = position.clone();
    position.play(m);
    position
}

fn proven<G: Game, I: StaticProver<G> + Sync>(
    solver: &mut Solver<G, I>,
    position: &G,
    stop: &Stop,
) -> Result<Player, StrategyError> {
    let winner = solver.known(position);
    let winner =
        winner.or_else(|| solver.solve(position, &Limits::default(), stop, &mut |_| {}).winner);
    winner.ok_or(StrategyError::Stopped)
}
