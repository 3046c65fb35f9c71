//! A board as an electrical circuit: how near a colour is to joining its edges, and which cells
//! matter for that.
//!
//! Cells next to each other are joined by resistors: an empty cell resists, a stone of one's own
//! hardly does, a stone of the opponent does not conduct at all. A voltage between two edges that
//! the colour wants to join drives a current through the board. The less resistance, the nearer the
//! colour is to joining them; the more current through a cell, the more it matters. Many ways side
//! by side conduct better than one, which is what a shortest path does not see.

use crate::{Cell, CellSet, Stone, Topology};
use std::sync::Arc;

/// What a stone of one's own resists, an empty cell being 1.
const STONE: f64 = 1e-3;
/// A way out for current everywhere, far too narrow to matter, so that cells cut off from both
/// edges have a potential too.
const LEAK: f64 = 1e-9;

/// Measures boards of one topology; keeps its scratch space between them.
#[derive(Clone, Debug)]
pub struct Circuit {
    topology: Arc<Topology>,
    /// No two neighbours' indices differ by more.
    band: usize,
    /// The conductances of a board: for every cell the `band` cells before it and itself. Factors
    /// of the same shape take their place.
    matrix: Vec<f64>,
    potentials: Vec<f64>,
    currents: Vec<f64>,
}

impl Circuit {
    /// A circuit for boards of that topology.
    pub fn new(topology: &Arc<Topology>) -> Circuit {
        let cells = topology.cells();
        let band = (0..cells as u16)
            .map(Cell)
            .flat_map(|cell| topology.neighbours(cell).iter().map(move |n| cell.0.abs_diff(n.0)))
            .max()
            .unwrap_or(0)
            .into();
        Circuit {
            topology: topology.clone(),
            band,
            matrix: vec![0.0; cells * (band + 1)],
            potentials: vec![0.0; cells],
            currents: vec![0.0; cells],
        }
    }

    /// The resistance that a colour meets on a board with these stones: between its two edges in
    /// Hex, and the mean over every edge and the next one in Y and Poly-Y. The currents through
    /// the cells are then to be had from [`Circuit::currents`].
    pub fn resistance(&mut self, stones: &[CellSet; 2], stone: Stone) -> f64 {
        let own = &stones[stone.index()];
        let others = &stones[stone.opponent().index()];
        let topology = self.topology.clone();
        self.currents.fill(0.0);
        let mut total = 0.0;
        let mut pairs = 0.0;
        for (from, to) in edge_pairs(&topology, stone) {
            total += self.drive(own, others, from, to);
            pairs += 1.0;
        }
        total / pairs
    }

    /// The current through every cell at the last [measurement](Circuit::resistance), as a share
    /// of the whole. Through an empty cell that every path must use, all of it flows.
    pub fn currents(&self) -> &[f64] {
        &self.currents
    }

    /// Drives a current from one edge to another; adds the currents and returns the resistance.
    fn drive(&mut self, own: &CellSet, others: &CellSet, from: usize, to: usize) -> f64 {
        let topology = self.topology.clone();
        let half = |cell: Cell| if own.contains(cell) { STONE / 2.0 } else { 0.5 };
        let conducts = |cell: Cell| !others.contains(cell);
        let on = |edge: usize, cell: Cell| {
            if topology.edge_mask(cell) >> edge & 1 != 0 { 1.0 / half(cell) } else { 0.0 }
        };
        let width = self.band + 1;
        self.matrix.fill(0.0);
        for i in 0..topology.cells() {
            let cell = Cell(i as u16);
            let row = &mut self.matrix[i * width..][..width];
            if !conducts(cell) {
                row[self.band] = 1.0;
                self.potentials[i] = 0.0;
                continue;
            }
            let mut all = LEAK + on(from, cell) + on(to, cell);
            for &n in topology.neighbours(cell).iter().filter(|&&n| conducts(n)) {
                let conductance = 1.0 / (half(cell) + half(n));
                all += conductance;
                if n < cell {
                    row[self.band + n.index() - i] = -conductance;
                }
            }
            row[self.band] = all;
            self.potentials[i] = on(from, cell);
        }
        self.solve();

        let cells = || (0..topology.cells() as u16).map(Cell).filter(|&cell| conducts(cell));
        let potential = |cell: Cell| self.potentials[cell.index()];
        let whole: f64 = cells().map(|cell| on(from, cell) * (1.0 - potential(cell))).sum();
        let share = 1.0 / whole.max(LEAK);
        for cell in cells() {
            let here = potential(cell);
            let neighbours = topology.neighbours(cell).iter().filter(|&&n| conducts(n));
            let links: f64 =
                neighbours.map(|&n| (here - potential(n)).abs() / (half(cell) + half(n))).sum();
            let edges = on(from, cell) * (1.0 - here) + on(to, cell) * here;
            // What flows in flows out: half of what moves at all.
            self.currents[cell.index()] += (links + edges) / 2.0 * share;
        }
        share
    }

    /// Replaces the right-hand side in `potentials` by the solution: factors the matrix as L·D·Lᵀ,
    /// which keeps the band, and substitutes.
    fn solve(&mut self) {
        let Circuit { band, ref mut matrix, ref mut potentials, .. } = *self;
        let width = band + 1;
        for i in 0..potentials.len() {
            let (before, rest) = matrix.split_at_mut(i * width);
            let row = &mut rest[..width];
            let first = i.saturating_sub(band);
            // Column j of row i is at j + band - i.
            for j in first..i {
                let row_j = &before[j * width..][..width];
                let shared = first.max(j.saturating_sub(band));
                let known = &row[shared + band - i..j + band - i];
                let factors = &row_j[shared + band - j..band];
                let taken: f64 = known.iter().zip(factors).map(|(a, b)| a * b).sum();
                row[j + band - i] -= taken;
            }
            let mut pivot = row[band];
            let mut value = potentials[i];
            for j in first..i {
                let scaled = row[j + band - i] / before[j * width + band];
                pivot -= scaled * row[j + band - i];
                row[j + band - i] = scaled;
                value -= scaled * potentials[j];
            }
            row[band] = pivot;
            potentials[i] = value;
        }
        for (i, potential) in potentials.iter_mut().enumerate() {
            *potential /= matrix[i * width + band];
        }
        for i in (0..potentials.len()).rev() {
            let value = potentials[i];
            for j in i.saturating_sub(band)..i {
                potentials[j] -= matrix[i * width + j + band - i] * value;
            }
        }
    }
}

/// The pairs of edges that a colour wants to join.
fn edge_pairs(topology: &Topology, stone: Stone) -> Vec<(usize, usize)> {
    let edges = topology.edges();
    let own: Vec<usize> = (0..edges).filter(|&e| topology.edge_owner(e) == Some(stone)).collect();
    match own[..] {
        [from, to] => vec![(from, to)],
        _ => (0..edges).map(|edge| (edge, (edge + 1) % edges)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use spinney_game::{Game, Rng};

    fn position(text: &str) -> Position {
        Position::from_text(text).unwrap()
    }

    fn stones(position: &Position) -> [CellSet; 2] {
        Stone::BOTH.map(|stone| *position.stones(stone))
    }

    fn resistance(text: &str, stone: Stone) -> f64 {
        let position = position(text);
        Circuit::new(position.topology()).resistance(&stones(&position), stone)
    }

    /// Kirchhoff's laws, a little at a time.
    fn relaxed(position: &Position, stone: Stone) -> f64 {
        let topology = position.topology();
        let others = position.stones(stone.opponent());
        let half =
            |cell: Cell| if position.stones(stone).contains(cell) { STONE / 2.0 } else { 0.5 };
        let cells: Vec<Cell> = topology.all_cells().andnot(others).iter().collect();
        let mut total = 0.0;
        let pairs = edge_pairs(topology, stone);
        for &(from, to) in &pairs {
            let on = |edge: usize, cell: Cell| {
                if topology.edge_cells(edge).contains(cell) { 1.0 / half(cell) } else { 0.0 }
            };
            let mut potentials = vec![0.5; topology.cells()];
            for _ in 0..20_000 {
                for &cell in &cells {
                    let (mut all, mut in_flow) = (on(from, cell) + on(to, cell), on(from, cell));
                    for &n in topology.neighbours(cell) {
                        if !others.contains(n) {
                            let conductance = 1.0 / (half(cell) + half(n));
                            all += conductance;
                            in_flow += conductance * potentials[n.index()];
                        }
                    }
                    if all > 0.0 {
                        potentials[cell.index()] = in_flow / all;
                    }
                }
            }
            let whole: f64 =
                cells.iter().map(|&cell| on(from, cell) * (1.0 - potentials[cell.index()])).sum();
            total += 1.0 / whole.max(LEAK);
        }
        total / pairs.len() as f64
    }

    #[test]
    fn resistances_are_those_of_kirchhoffs_laws() {
        let mut rng = Rng::new(3, 0);
        for text in ["hex 4x4", "hex 3x5", "y 5", "y bent-27", "polyy 5,3"] {
            for _ in 0..5 {
                let mut position = position(text);
                let mut moves = Vec::new();
                for _ in 0..rng.below(6) {
                    moves.clear();
                    position.moves(&mut moves);
                    if let Some(&m) = rng.choose(&moves) {
                        position.play(m);
                    }
                }
                for stone in Stone::BOTH {
                    let fast =
                        Circuit::new(position.topology()).resistance(&stones(&position), stone);
                    let slow = relaxed(&position, stone);
                    let both_cut = fast > 1e6 && slow > 1e6;
                    assert!(
                        both_cut || (fast - slow).abs() < 1e-4 * slow,
                        "{fast} {slow} {position:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn both_colours_meet_the_same_on_an_empty_rhombus_and_less_with_a_stone() {
        let [black, white] = Stone::BOTH.map(|stone| resistance("hex 7x7", stone));
        assert!((black - white).abs() < 1e-6);
        assert!(resistance("hex 7x7; black d4; black to move", Stone::Black) < black);
        assert!(resistance("hex 7x7; black d4; black to move", Stone::White) > white);
        assert!(resistance("y 5; black c3", Stone::Black) < resistance("y 5", Stone::Black));
    }

    #[test]
    fn a_won_board_hardly_resists_and_a_lost_one_does_not_conduct() {
        let won = "hex 3x3; black b1 b2 b3; white a1 a2 c3; black to move";
        assert!(resistance(won, Stone::Black) < 0.01);
        assert!(resistance(won, Stone::White) > 1e6);
    }

    #[test]
    fn the_cell_that_all_must_use_takes_the_whole_current() {
        let position = position("hex 3x3; black b1 b3; white a2 c2; black to move");
        let mut circuit = Circuit::new(position.topology());
        circuit.resistance(&stones(&position), Stone::Black);
        let middle = position.topology().find_cell("b2").unwrap();
        assert!((circuit.currents()[middle.index()] - 1.0).abs() < 1e-3);
        assert_eq!(circuit.currents()[position.topology().find_cell("a2").unwrap().index()], 0.0);
    }
}
