//! A board as an electrical network: how near a colour is to joining its edges, and which cells
//! matter for that.
//!
//! Points that are connected whatever the opponent does are joined by resistors: the more cells all
//! the connections between them need, the more it resists. A voltage between two edges that the
//! colour wants to join drives a current through the board. The less resistance, the nearer the
//! colour is to joining them; the more current through a cell, the more it matters. Many ways side
//! by side conduct better than one, which is what a shortest path does not see.

use crate::{Connections, Endpoint};
use spinney_board::{Stone, Topology};
use std::sync::Arc;

/// What half of an empty cell resists on the way through it, and half of a chain.
const CELL: f64 = 0.5;
const CHAIN: f64 = 0.1;
/// A way out for current everywhere, far too narrow to matter, so that cells cut off from both
/// edges have a potential too.
const LEAK: f64 = 1e-9;

/// Measures boards of one topology; keeps its scratch space between them.
#[derive(Clone, Debug)]
pub struct Network {
    topology: Arc<Topology>,
    /// Conductances between any two points: the cells, then the edges.
    links: Vec<f64>,
    /// The cells that conduct at all.
    live: Vec<usize>,
    /// One row of equations for each of these, and the solution.
    matrix: Vec<f64>,
    potentials: Vec<f64>,
    currents: Vec<f64>,
}

impl Network {
    /// A network for boards of that topology.
    pub fn new(topology: &Arc<Topology>) -> Network {
        Network {
            topology: topology.clone(),
            links: Vec::new(),
            live: Vec::new(),
            matrix: Vec::new(),
            potentials: Vec::new(),
            currents: vec![0.0; topology.cells()],
        }
    }

    /// The resistance that a colour with these connections meets: between its two edges in Hex, and
    /// the mean over every edge and the next one in Y and Poly-Y. The currents through the cells
    /// are then to be had from [`Network::currents`].
    pub fn resistance(&mut self, connections: &Connections) -> f64 {
        self.wire(connections);
        self.currents.fill(0.0);
        let pairs = edge_pairs(&self.topology, connections.stone());
        let total: f64 = pairs.iter().map(|&(from, to)| self.drive(from, to)).sum();
        total / pairs.len() as f64
    }

    /// The current through every empty cell and every chain (by one of its cells) at the last
    /// [measurement](Network::resistance), as a share of the whole. Through a cell that every path
    /// must use, all of it flows.
    pub fn currents(&self) -> &[f64] {
        &self.currents
    }

    /// Joins what is connected.
    fn wire(&mut self, connections: &Connections) {
        let cells = self.topology.cells();
        let points = cells + self.topology.edges();
        let Network { links, live, .. } = self;
        links.clear();
        links.resize(points * points, 0.0);
        let own = connections.stones();
        let half = |end: Endpoint| match end {
            Endpoint::Cell(cell) if !own.contains(cell) => CELL,
            _ => CHAIN,
        };
        let index = |end: Endpoint| match end {
            Endpoint::Cell(cell) => cell.index(),
            Endpoint::Edge(edge) => cells + usize::from(edge),
        };
        connections.each_joint(|a, b, need| {
            let conductance = 1.0 / ((half(a) + half(b)) * (1 + need) as f64);
            let (a, b) = (index(a), index(b));
            links[a * points + b] = conductance;
            links[b * points + a] = conductance;
        });
        live.clear();
        live.extend(
            (0..cells).filter(|cell| links[cell * points..][..points].iter().any(|&l| l > 0.0)),
        );
    }

    /// Drives a current from one edge to another; adds the currents and returns the resistance.
    fn drive(&mut self, from: usize, to: usize) -> f64 {
        let cells = self.topology.cells();
        let points = cells + self.topology.edges();
        let (from, to) = (cells + from, cells + to);
        let Network { links, live, matrix, potentials, currents, .. } = self;
        let link = |a: usize, b: usize| links[a * points + b];
        let size = live.len();
        matrix.clear();
        matrix.resize(size * size, 0.0);
        potentials.clear();
        for (row, &a) in live.iter().enumerate() {
            let mut all = LEAK + link(a, from) + link(a, to);
            for (column, &b) in live.iter().enumerate() {
                all += link(a, b);
                matrix[row * size + column] = -link(a, b);
            }
            matrix[row * size + row] = all;
            potentials.push(link(a, from));
        }
        solve(matrix, potentials);
        let known = || live.iter().zip(&*potentials);
        let direct = link(from, to);
        let whole: f64 =
            direct + known().map(|(&a, here)| link(a, from) * (1.0 - here)).sum::<f64>();
        let share = 1.0 / whole.max(LEAK);
        for (&a, here) in known() {
            let inner: f64 = known().map(|(&b, there)| (here - there).abs() * link(a, b)).sum();
            let edges = link(a, from) * (1.0 - here) + link(a, to) * here;
            // What flows in flows out: half of what moves at all.
            currents[a] += (inner + edges) / 2.0 * share;
        }
        share
    }
}

/// Replaces the right-hand side by the solution of a symmetric system: factors the matrix as
/// L·D·Lᵀ and substitutes.
fn solve(matrix: &mut [f64], values: &mut [f64]) {
    let size = values.len();
    for i in 0..size {
        let (before, rest) = matrix.split_at_mut(i * size);
        let row = &mut rest[..size];
        for j in 0..i {
            let factors = &before[j * size..][..j];
            let taken: f64 = row[..j].iter().zip(factors).map(|(a, b)| a * b).sum();
            row[j] -= taken;
        }
        for j in 0..i {
            let scaled = row[j] / before[j * size + j];
            row[i] -= scaled * row[j];
            values[i] -= scaled * values[j];
            row[j] = scaled;
        }
    }
    for (i, value) in values.iter_mut().enumerate() {
        *value /= matrix[i * size + i];
    }
    for i in (0..size).rev() {
        let value = values[i];
        for j in 0..i {
            values[j] -= matrix[i * size + j] * value;
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
    use crate::{ConnectionSettings, Position};
    use spinney_game::{Game, Rng};

    /// The network of a position, measured, and what it resists.
    fn measured(text: &str, stone: Stone) -> (Network, f64) {
        let position = Position::from_text(text).unwrap();
        let settings = ConnectionSettings::default();
        let mut connections = Connections::new(position.board(), stone, &settings);
        connections.build(position.stones(stone), position.stones(stone.opponent()));
        let mut network = Network::new(position.topology());
        let resistance = network.resistance(&connections);
        (network, resistance)
    }

    fn resistance(text: &str, stone: Stone) -> f64 {
        measured(text, stone).1
    }

    /// Kirchhoff's laws, a little at a time.
    fn relaxed(network: &Network, stone: Stone) -> f64 {
        let cells = network.topology.cells();
        let points = cells + network.topology.edges();
        let link = |a: usize, b: usize| network.links[a * points + b];
        let pairs = edge_pairs(&network.topology, stone);
        let resistances = pairs.iter().map(|&(from, to)| {
            let (from, to) = (cells + from, cells + to);
            let mut potentials = vec![0.5; cells];
            for _ in 0..20_000 {
                for &cell in &network.live {
                    let others = || (0..cells).map(|other| (link(cell, other), potentials[other]));
                    let inner: f64 = others().map(|(link, potential)| link * potential).sum();
                    let all: f64 = others().map(|(link, _)| link).sum();
                    let flow = inner + link(cell, from);
                    potentials[cell] = flow / (all + link(cell, from) + link(cell, to)).max(LEAK);
                }
            }
            let into = |cell: usize| link(cell, from) * (1.0 - potentials[cell]);
            1.0 / (link(from, to) + (0..cells).map(into).sum::<f64>())
        });
        resistances.sum::<f64>() / pairs.len() as f64
    }

    #[test]
    fn resistances_are_those_of_kirchhoffs_laws() {
        let mut rng = Rng::new(3, 0);
        for text in ["hex 4x4", "hex 3x5", "y 5", "y bent-27", "polyy 5,3"] {
            for _ in 0..3 {
                let mut position = Position::from_text(text).unwrap();
                let mut moves = Vec::new();
                for _ in 0..rng.below(5) {
                    moves.clear();
                    position.moves(&mut moves);
                    if let Some(&m) = rng.choose(&moves) {
                        position.play(m);
                    }
                }
                for stone in Stone::BOTH {
                    let (network, fast) = measured(&position.text(), stone);
                    let slow = relaxed(&network, stone);
                    let both_cut = fast > 1e6 && slow > 1e6;
                    assert!(
                        both_cut || (fast - slow).abs() < 1e-3 * slow,
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
        assert!(resistance(won, Stone::Black) < 1.0);
        assert!(resistance(won, Stone::White) > 1e6);
    }

    #[test]
    fn the_cell_that_all_must_use_takes_the_whole_current() {
        let text = "hex 3x3; black b1 b3; white a2 c2; black to move";
        let (network, _) = measured(text, Stone::Black);
        let cell = |name| network.topology.find_cell(name).unwrap().index();
        assert!((network.currents()[cell("b2")] - 1.0).abs() < 1e-3);
        assert_eq!(network.currents()[cell("a2")], 0.0);
    }
}
