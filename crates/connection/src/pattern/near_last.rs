//! What the opponent's last stone adds to moves beside it and across from it, compiled for a board.

use super::feature::{Code, Feature, code, states};
use super::surroundings::{BESIDE, Place, State, surroundings};
use super::weights::Weights;
use crate::Position;
use spinney_board::{Cell, CellSet, Stone, Topology};

const OTHERS: usize = BESIDE - 1;
const BETWEEN: usize = 2;

/// The weights of moves near the last stone, ready to be added.
pub struct NearLast {
    beside: Moves<OTHERS>,
    across: Moves<BETWEEN>,
}

/// Moves whose weights depend on `N` places.
struct Moves<const N: usize> {
    /// By who is to move and where the last stone is.
    near: [Vec<Vec<Near<N>>>; 2],
    /// By what the places are.
    weights: Vec<f32>,
}

/// A cell near the last stone, and the places that matter there.
type Near<const N: usize> = (Cell, [Seen; N]);

/// A place as one side sees it.
#[derive(Clone, Copy)]
enum Seen {
    Cell(Cell),
    Always(State),
}

impl NearLast {
    pub fn compile(topology: &Topology, weights: &Weights) -> NearLast {
        let mut beside = Moves::new(topology, |states| weights.of(Feature::beside_last(states)));
        let mut across = Moves::new(topology, |states| weights.of(Feature::across_last(states)));
        for cell in topology.all_cells().iter() {
            let places = surroundings(topology, cell);
            for own in Stone::BOTH {
                let seen = |k: usize| match places[k % BESIDE] {
                    Place::Cell(cell) => Seen::Cell(cell),
                    edge => Seen::Always(State::fixed(edge, topology, own).unwrap_or(State::Edge)),
                };
                for (at, place) in places.into_iter().enumerate() {
                    let Place::Cell(last) = place else { continue };
                    match at.checked_sub(BESIDE) {
                        None => beside.near[own.index()][last.index()]
                            .push((cell, std::array::from_fn(|i| seen(at + 1 + i)))),
                        Some(k) => across.near[own.index()][last.index()]
                            .push((cell, std::array::from_fn(|i| seen(k + i)))),
                    }
                }
            }
        }
        NearLast { beside, across }
    }

    /// Adds to each cell's odds what the last stone says of a move there.
    pub fn add(&self, position: &Position, last: Cell, odds: &mut [f32]) {
        self.beside.add(position, last, odds);
        self.across.add(position, last, odds);
    }
}

impl<const N: usize> Moves<N> {
    fn new(topology: &Topology, weight: impl Fn([State; N]) -> f32) -> Moves<N> {
        let weight_of = |number: Code| {
            let mut places = [State::Empty; N];
            places.iter_mut().zip(states(number, N)).for_each(|(place, state)| *place = state);
            weight(places)
        };
        Moves {
            near: Stone::BOTH.map(|_| vec![Vec::new(); topology.cells()]),
            weights: (0..1 << (2 * N)).map(weight_of).collect(),
        }
    }

    fn add(&self, position: &Position, last: Cell, odds: &mut [f32]) {
        let own = position.to_move();
        let [own_stones, other_stones]: [&CellSet; 2] =
            [own, own.opponent()].map(|stone| position.stones(stone));
        let state = |seen| match seen {
            Seen::Cell(cell) if own_stones.contains(cell) => State::Own,
            Seen::Cell(cell) if other_stones.contains(cell) => State::Other,
            Seen::Cell(_) => State::Empty,
            Seen::Always(state) => state,
        };
        for &(cell, places) in &self.near[own.index()][last.index()] {
            odds[cell.index()] += self.weights[code(places.map(state)) as usize];
        }
    }
}
