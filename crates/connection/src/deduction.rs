//! What can be proven about a position without search, and where to look first if it cannot.

use crate::{
    Action, Cell, CellSet, Circuit, ConnectionSettings, Connections, Goal, InferiorCells, Position,
    Stone, Topology, zobrist,
};
use spinney_game::{Game, Insight, Player};
use std::sync::Arc;

/// Proves what it can of positions on one board, and orders the moves that are left.
#[derive(Clone)]
pub struct Deduction {
    inferior: InferiorCells,
    connections: [Connections; 2],
    circuit: Circuit,
    /// How much each cell matters to either colour.
    weights: Vec<f64>,
    /// Part of every key, so that those of different boards differ.
    board: u64,
}

impl Deduction {
    /// For positions on that board.
    pub fn new(topology: &Arc<Topology>) -> Deduction {
        let settings = ConnectionSettings::default();
        Deduction {
            inferior: InferiorCells::new(topology),
            connections: Stone::BOTH.map(|stone| Connections::new(topology, stone, &settings)),
            circuit: Circuit::new(topology),
            weights: vec![0.0; topology.cells()],
            board: zobrist::board(&topology.board().to_string()),
        }
    }

    /// Who wins with these stones on the board, if connections tell; otherwise the cells where
    /// the colour to move has to play.
    fn connect(&mut self, stones: &[CellSet; 2], to_move: Stone) -> Result<CellSet, Stone> {
        let opponent = to_move.opponent();
        let [own, other] = [to_move, opponent].map(|stone| &stones[stone.index()]);
        let mine = &mut self.connections[to_move.index()];
        mine.build(own, other);
        if mine.winning_full().is_some() || !mine.winning_semis().is_empty() {
            return Err(to_move);
        }
        let theirs = &mut self.connections[opponent.index()];
        theirs.build(other, own);
        let mustplay = *theirs.mustplay();
        if theirs.winning_full().is_some() || mustplay.is_empty() {
            Err(opponent)
        } else {
            Ok(mustplay)
        }
    }

    /// Puts moves that matter more first: those through which the most current flows, of either
    /// colour, for what is good for one is good for the other.
    fn sort(&mut self, stones: &[CellSet; 2], moves: &mut [Action]) {
        self.weights.fill(0.0);
        for stone in Stone::BOTH {
            self.circuit.resistance(stones, stone);
            for (weight, current) in self.weights.iter_mut().zip(self.circuit.currents()) {
                *weight += current;
            }
        }
        let weights = &self.weights;
        moves.sort_by(|a, b| weights[usize::from(b.0)].total_cmp(&weights[usize::from(a.0)]));
    }
}

impl Insight<Position> for Deduction {
    fn look(&mut self, position: &mut Position, moves: &mut Vec<Action>) -> Option<Player> {
        if let Some(winner) = position.winner() {
            return Some(position.seat_of(winner));
        }
        if position.can_swap() {
            position.moves(moves);
            return None;
        }
        let to_move = position.to_move();
        let found = self.inferior.analyse(position, to_move);
        if let Some(winner) = found.winner() {
            return Some(position.seat_of(winner));
        }
        found.apply(position);
        let candidates = *found.candidates();
        let stones = Stone::BOTH.map(|stone| *position.stones(stone));
        let mustplay = match self.connect(&stones, to_move) {
            Ok(mustplay) => mustplay,
            Err(winner) => return Some(position.seat_of(winner)),
        };
        // A winning move, if there is one, is among the candidates and must be played.
        moves.extend(candidates.and(&mustplay).iter().map(Action::from));
        self.sort(&stones, moves);
        None
    }

    /// Positions that are images of each other under a symmetry of the board have the same key,
    /// and so have those with colours exchanged where the board is the same for both colours.
    fn key(&self, position: &Position) -> u64 {
        let to_move = position.to_move();
        let images = position.topology().symmetries().iter().map(|symmetry| {
            // What becomes of a stone's colour: seen by the player to move where edges have no
            // owner; with the edges where they do.
            let exchanged = match position.topology().goal() {
                Goal::Hex => symmetry.exchanges_colours,
                Goal::Y | Goal::Corners { .. } => to_move == Stone::White,
            };
            let colour = |stone: Stone| if exchanged { stone.opponent() } else { stone };
            let key = match colour(to_move) {
                Stone::Black => self.board,
                Stone::White => self.board ^ zobrist::WHITE_TO_MOVE,
            };
            Stone::BOTH.into_iter().fold(key, |key, stone| {
                let image = |cell: Cell| zobrist::stone(colour(stone), symmetry.image(cell));
                position.stones(stone).iter().fold(key, |key, cell| key ^ image(cell))
            })
        });
        let least = images.min().expect("every board has the identity");
        if position.can_swap() { least ^ zobrist::SWAP_SIDES_OPEN } else { least }
    }
}
