//! What can be connected: cells (alone or as chains), and goals at the board's rim.
//!
//! Points are numbered: first the cells, then the goals, then [`Points::anywhere`]. A chain goes by
//! the number of one of its cells.

use crate::{Cell, Goal, Stone, Topology};
use std::sync::Arc;

/// The point that a cell with an opponent's stone is: none.
pub(super) const NONE: u16 = u16::MAX;

/// The points of a board as one colour sees them, whatever stones there are.
///
/// In Hex the goals are the colour's two edges. They are like chains of its own: a chain that
/// touches one is part of it. In Y and Poly-Y edges belong to nobody, so that two chains at the same
/// edge are not joined by it, and a goal is a *set* of edges: to be connected to it is to be
/// connected to all of them. The sets are those with which something can be won, and their parts.
#[derive(Debug)]
pub(super) struct Points {
    pub(super) topology: Arc<Topology>,
    pub(super) stone: Stone,
    pub(super) cells: u16,
    /// The edges of each goal, one bit each.
    pub(super) goals: Vec<u16>,
    /// For each two goals, the one that they are together, or [`NONE`].
    joined: Vec<u16>,
    /// The goals that a cell touches, for each cell.
    touched: Vec<Vec<u16>>,
}

impl Points {
    pub(super) fn new(topology: &Arc<Topology>, stone: Stone) -> Points {
        let cells = topology.cells() as u16;
        let edges = topology.edges();
        let goals = match topology.goal() {
            Goal::Hex => (0..edges)
                .filter(|&edge| topology.edge_owner(edge) == Some(stone))
                .map(|edge| 1 << edge)
                .collect(),
            Goal::Y => (1..1 << edges).collect(),
            Goal::Corners { .. } => corner_goals(edges),
        };
        let number = |edges: u16| {
            let found = goals.iter().position(|&goal| goal == edges);
            found.map_or(NONE, |i| cells + i as u16)
        };
        let join = |a: u16, b: u16| if a & b == 0 { number(a | b) } else { NONE };
        let all = || goals.iter().copied();
        let joined = match topology.goal() {
            Goal::Hex => vec![NONE; goals.len() * goals.len()],
            _ => all().flat_map(|a| all().map(move |b| join(a, b))).collect(),
        };
        let touched = (0..cells)
            .map(|cell| {
                let mask = topology.edge_mask(Cell(cell));
                let touches = |&goal: &u16| goal & mask == goal;
                all().filter(touches).map(number).collect()
            })
            .collect();
        Points { topology: topology.clone(), stone, cells, joined, touched, goals }
    }

    /// How many numbers there are.
    pub(super) fn count(&self) -> usize {
        usize::from(self.anywhere()) + 1
    }

    /// Whether edges are the colour's own, and so as good as its stones.
    pub(super) fn edges_are_solid(&self) -> bool {
        self.topology.goal() == Goal::Hex
    }

    /// The end of a connection that may start at any chain of the colour, or at any cell that it
    /// takes first.
    pub(super) fn anywhere(&self) -> u16 {
        self.cells + self.goals.len() as u16
    }

    #[inline]
    pub(super) fn is_goal(&self, point: u16) -> bool {
        point >= self.cells
    }

    /// The goal that two goals are together.
    #[inline]
    pub(super) fn join(&self, a: u16, b: u16) -> Option<u16> {
        let (a, b) = (usize::from(a - self.cells), usize::from(b - self.cells));
        let joined = self.joined[a * self.goals.len() + b];
        (joined != NONE).then_some(joined)
    }

    /// The goals that a cell touches.
    pub(super) fn touched(&self, cell: u16) -> &[u16] {
        &self.touched[usize::from(cell)]
    }

    /// The goal that is a single edge.
    pub(super) fn edge(&self, edge: u8) -> Option<u16> {
        let found = self.goals.iter().position(|&goal| goal == 1 << edge);
        found.map(|i| self.cells + i as u16)
    }

    /// What a group that is connected to a goal holds.
    pub(super) fn prizes(&self, goal: u16) -> u16 {
        let edges = self.goals[usize::from(goal - self.cells)];
        self.topology.goal().prizes(self.stone, edges)
    }

    /// The two ends whose connection wins by itself, where there are such.
    pub(super) fn winning_pair(&self) -> Option<(u16, u16)> {
        match self.topology.goal() {
            Goal::Hex => Some((self.cells, self.cells + 1)),
            Goal::Y => Some((self.anywhere() - 1, self.anywhere())),
            Goal::Corners { .. } => None,
        }
    }
}

/// The sets of edges worth being connected to in Poly-Y: runs of neighbouring edges, up to those
/// that hold a majority of the corners, and the two edges of a corner with any third.
fn corner_goals(edges: usize) -> Vec<u16> {
    let all = (1u16 << edges) - 1;
    let run = |from: usize, length: usize| {
        (0..length).fold(0u16, |mask, i| mask | 1 << ((from + i) % edges))
    };
    let longest = edges.div_ceil(2) + 1;
    let mut goals: Vec<u16> =
        (1..=longest).flat_map(|length| (0..edges).map(move |from| run(from, length))).collect();
    for corner in 0..edges {
        goals.extend((0..edges).map(|third| run(corner, 2) | 1 << third));
    }
    goals.retain(|&goal| goal & !all == 0);
    goals.sort_by_key(|goal| (goal.count_ones(), *goal));
    goals.dedup();
    goals
}
