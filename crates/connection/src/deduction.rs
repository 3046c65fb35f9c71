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

    /// The connections of a colour with these stones on the board.
    pub(crate) fn connections(&mut self, stones: &[CellSet; 2], stone: Stone) -> &Connections {
        let connections = &mut self.connections[stone.index()];
        connections.update(&stones[stone.index()], &stones[stone.opponent().index()]);
        connections
    }

    /// What connections tell of these stones with that colour to move.
    fn connect(&mut self, stones: &[CellSet; 2], to_move: Stone) -> Told {
        let opponent = to_move.opponent();
        let [own, other] = [to_move, opponent].map(|stone| &stones[stone.index()]);
        let mine = &mut self.connections[to_move.index()];
        mine.update(own, other);
        if let Some(semi) = mine.winning_semis().first() {
            return Told::Wins(CellSet::from_iter([semi.key]));
        }
        if let Some(carrier) = mine.winning_full() {
            return Told::Wins(*carrier);
        }
        let theirs = &mut self.connections[opponent.index()];
        theirs.update(other, own);
        if theirs.winning_full().is_some() {
            return Told::Loses;
        }
        Told::MustPlay(*theirs.mustplay())
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

/// What is known of a position with a colour to move.
enum Told {
    /// It wins with any of these cells.
    Wins(CellSet),
    /// It loses unless it plays one of these cells.
    MustPlay(CellSet),
    Loses,
}

impl Insight<Position> for Deduction {
    fn look(&mut self, position: &mut Position, moves: &mut Vec<Action>) -> Option<Player> {
        if let Some(winner) = position.winner() {
            return Some(position.seat_of(winner));
        }
        // What holds for stones need not hold where the colours may still change hands.
        if position.swap_open() {
            position.moves(moves);
            return None;
        }
        let to_move = position.to_move();
        let [mover, opponent] = [to_move, to_move.opponent()].map(|stone| position.seat_of(stone));
        let empties = position.empties();
        let found = self.inferior.fill_in(&Stone::BOTH.map(|stone| *position.stones(stone)));
        found.apply(position);
        let stones = Stone::BOTH.map(|stone| *found.stones(stone));
        let told = match found.winner() {
            // The mover has as good as won: one more stone of its own does no harm anywhere.
            Some(winner) if winner == to_move => Told::Wins(empties),
            Some(_) => Told::Loses,
            None => self.connect(&stones, to_move),
        };
        let (cells, winner) = match told {
            Told::Wins(cells) => (cells, Some(mover)),
            // A winning move, if there is one, is among the candidates and must be played.
            Told::MustPlay(cells) => (cells.and(self.inferior.prune(to_move).candidates()), None),
            Told::Loses => (CellSet::EMPTY, Some(opponent)),
        };
        if cells.is_empty() {
            return Some(opponent);
        }
        moves.extend(cells.iter().map(Action::from));
        if winner.is_none() {
            self.sort(&stones, moves);
        }
        winner
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
        if position.swap_open() { least ^ zobrist::SWAP_SIDES_OPEN } else { least }
    }
}
