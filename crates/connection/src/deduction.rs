//! What can be proven about a position without search, and where to look first if it cannot.

use crate::{Action, Cell, CellSet, Circuit, Goal, Position, Stone, Topology, zobrist};
use spinney_game::{Game, Insight, Player};
use std::sync::Arc;

/// Proves what it can of positions on one board, and orders the moves that are left.
#[derive(Clone)]
pub struct Deduction {
    circuit: Circuit,
    /// How much each cell matters to either colour.
    weights: Vec<f64>,
}

impl Deduction {
    /// For positions on that board.
    pub fn new(topology: &Arc<Topology>) -> Deduction {
        Deduction { circuit: Circuit::new(topology), weights: vec![0.0; topology.cells()] }
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
        position.moves(moves);
        let cells = moves.len() - usize::from(position.can_swap());
        let stones = Stone::BOTH.map(|stone| *position.stones(stone));
        self.sort(&stones, &mut moves[..cells]);
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
                Stone::Black => 0,
                Stone::White => zobrist::WHITE_TO_MOVE,
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
