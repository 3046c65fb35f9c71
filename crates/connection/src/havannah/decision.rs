//! What is provable of a position without search where draws count for one player.

use super::forcing::Forcing;
use super::{Havannah, PlayoutSettings, Position, RandomGame};
use crate::{Action, Board};
use spinney_board::{Cell, CellSet};
use spinney_game::{
    Actor, DrawsFor, Game, Interrupt, Player, Playout as _, Rewards, Rng, StaticProof,
    StaticProver, Symmetry, Trace,
};

/// Positions that are searched for one sequence of threats.
const POSITIONS: u32 = 24;
/// Random games by which moves are put in order.
const PLAYOUTS: u64 = 64;

/// Proves who wins, and which moves lose.
///
/// * Who can win by threats alone wins.
/// * Moves after which the opponent can do so lose, so that only others are left.
/// * Whom draws do not count for has lost once a board full of own stones would not help.
#[derive(Clone)]
pub struct Decision {
    forcing: Forcing,
    playout: RandomGame,
    trace: Trace,
    /// On large boards a look at every move takes a while.
    interrupt: Option<Interrupt>,
}

impl Decision {
    /// On that board.
    pub fn new(board: &Board<Havannah>) -> Decision {
        Decision {
            forcing: Forcing::new(board),
            playout: RandomGame::new(board, &PlayoutSettings::default()),
            trace: Trace::new(2, board.topology().cells() + 1),
            interrupt: None,
        }
    }

    /// Appends these cells to the moves, the most promising first: those that the player has in random
    /// games that he wins.
    fn put_in_order(
        &mut self,
        question: &DrawsFor<Position>,
        player: Player,
        cells: &CellSet,
        moves: &mut Vec<Action>,
    ) {
        // Before any game a cell counts as one of which the player won half.
        let mut rated: Vec<(f32, f32, Cell)> = cells.iter().map(|cell| (0.5, 1.0, cell)).collect();
        if rated.len() > 1 {
            let draw = if question.player == player { 1.0 } else { 0.0 };
            // The same position has the same games, so that a search can be repeated.
            let mut rng = Rng::new(question.hash(), 0);
            let note = |rewards: &Rewards, trace: &Trace| {
                let reward =
                    rewards.winner().map_or(draw, |winner| f32::from(u8::from(winner == player)));
                let words = trace.player(player);
                for (won, games, cell) in &mut rated {
                    if words[cell.index() / 64] >> (cell.index() % 64) & 1 != 0 {
                        *won += reward;
                        *games += 1.0;
                    }
                }
            };
            let position = &question.position;
            self.playout.run_many(position, PLAYOUTS, &mut rng, &mut self.trace, note);
        }
        rated.sort_by(|a, b| (b.0 / b.1).total_cmp(&(a.0 / a.1)));
        moves.extend(rated.into_iter().map(|(.., cell)| Action::from(cell)));
    }
}

impl StaticProver<DrawsFor<Position>> for Decision {
    /// A proof may rest on anything.
    type Carrier = ();
    type Context = ();

    fn break_off_when(&mut self, interrupt: Option<Interrupt>) {
        self.interrupt = interrupt;
    }

    fn prove(
        &mut self,
        question: &mut DrawsFor<Position>,
        moves: &mut Vec<Action>,
    ) -> StaticProof<(), ()> {
        let decided = |winner| StaticProof::Decided { winner, carrier: () };
        let position = &question.position;
        let Actor::Player(player) = position.actor() else {
            let rewards = question.rewards();
            return match rewards.and_then(|rewards| rewards.winner()) {
                Some(winner) => decided(winner),
                None => StaticProof::Open(()),
            };
        };
        let own = position.to_move();
        let empties = position.empties();
        self.forcing.set_up(position);
        if let Some(cell) = self.forcing.winning(own, &empties).iter().next() {
            moves.push(cell.into());
            return decided(player);
        }
        if position.can_swap() {
            // The swap turns everything round, so nothing else can be said.
            position.moves(moves);
            return StaticProof::Open(());
        }
        let dangers = self.forcing.winning(own.opponent(), &empties);
        if dangers.len() > 1 {
            return decided(player.opponent());
        }
        if !self.forcing.can_win(position.stone_of(question.player.opponent()), &empties) {
            // Whoever draws count for needs no particular move.
            moves.extend(empties.iter().next().map(Action::from));
            return decided(question.player);
        }
        if let Some(sequence) = self.forcing.find(own, None, &empties, POSITIONS) {
            moves.push(sequence.first().into());
            return decided(player);
        }
        if let Some(cell) = dangers.iter().next() {
            moves.push(cell.into());
            return StaticProof::Open(());
        }
        let Some(left) = self.forcing.mustplay(own, &empties, POSITIONS, self.interrupt.as_ref())
        else {
            return StaticProof::BrokenOff;
        };
        if left.is_empty() {
            return decided(player.opponent());
        }
        self.put_in_order(question, player, &left, moves);
        StaticProof::Open(())
    }

    /// Positions share one in which the player to move fares the same, so it also matters to whom of
    /// the two draws are worth something.
    fn key(&self, question: &DrawsFor<Position>) -> u64 {
        let is_movers = question.actor() == Actor::Player(question.player);
        question.position.canonical_hash() ^ DrawsFor::<Position>::mark(is_movers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::havannah::brute_force::{self, after};
    use spinney_game::RandomPlayout;
    use std::collections::HashMap;

    /// Whatever is claimed without search: winners, the moves that win, and that the moves which are
    /// left out lose.
    #[test]
    fn what_is_decided_and_what_is_left_out_is_as_brute_force_says() {
        let (mut decided, mut left_out, mut open) = (0, 0, 0);
        let mut random = RandomPlayout::default();
        for (side, left, games) in [(3, 11, 300), (4, 10, 1_500)] {
            let start = Position::from_text(&format!("havannah {side}")).unwrap();
            let mut decision = Decision::new(start.board());
            for game in 0..games {
                let (mut position, mut rng) = (start.clone(), Rng::new(game, side));
                while position.empties().len() > left
                    && let Some(m) = random.pick(&position, &mut rng)
                {
                    position.play(m);
                }
                let Actor::Player(mover) = position.actor() else { continue };
                for player in [Player::FIRST, Player::SECOND] {
                    let question = DrawsFor { position: position.clone(), player };
                    let mut known = HashMap::new();
                    let mut moves = Vec::new();
                    let proof = decision.prove(&mut question.clone(), &mut moves);
                    if let Some(winner) = proof.winner() {
                        decided += 1;
                        assert_eq!(
                            winner,
                            brute_force::winner(&question, &mut known),
                            "{question:?}"
                        );
                        if winner == mover {
                            let wins = brute_force::winner(&after(&question, moves[0]), &mut known)
                                == mover;
                            assert!(wins, "{:?} at {position:?}", moves[0]);
                        }
                        continue;
                    }
                    open += 1;
                    let mut all = Vec::new();
                    question.moves(&mut all);
                    for m in all.into_iter().filter(|m| !moves.contains(m)) {
                        left_out += 1;
                        let winner = brute_force::winner(&after(&question, m), &mut known);
                        assert_ne!(winner, mover, "{m:?} at {position:?}");
                    }
                }
            }
        }
        assert!(decided > 500 && left_out > 500 && open > 50, "{decided} {left_out} {open}");
    }
}
