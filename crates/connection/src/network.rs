//! A board as an electrical network: how near a colour is to joining its edges, and which cells
//! matter for that.
//!
//! Points that are connected whatever the opponent does are joined by resistors: the more cells all
//! the connections between them need, the more it resists. A voltage between two edges that the
//! colour wants to join drives a current through the board. The less resistance, the nearer the
//! colour is to joining them; the more current through a cell, the more it matters. Many ways side
//! by side conduct better than one, which is what a shortest path does not see.

use crate::{Connections, Endpoint, Stone, Topology};
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
