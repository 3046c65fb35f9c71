//! What can be connected: cells (alone or as chains), and goals at the board's rim.
//!
//! Points are numbered: first the cells, then the goals, then [`Points::anywhere`]. A chain goes by
//! the number of one of its cells.

use crate::{Board, Monotone};
use spinney_board::{Cell, Stone, Topology};
use std::sync::Arc;

/// The point that a cell with an opponent's stone is: none.
pub(super) const NONE: u16 = u16::MAX;

/// The points of a board as one colour sees them, whatever stones there are.
///
/// Where edges belong to colours, the goals are the colour's two edges. They are like chains of its
/// own: a chain that touches one is part of it. Elsewhere edges belong to nobody, so that two chains
/// at the same edge are not joined by it, and a goal is a *set* of edges: to be connected to it is
/// to be connected to all of them. The sets are those with which something can be won, and their
/// parts.
#[derive(Debug)]
pub(super) struct Points {
    pub(super) topology: Arc<Topology>,
    pub(super) cells: u16,
    /// The edges of each goal, one bit each.
    pub(super) goals: Vec<u16>,
    /// For each two goals, the one that they are together, or [`NONE`].
    joined: Vec<u16>,
    /// The goals that a cell touches, for each cell.
    touched: Vec<Vec<u16>>,
    /// What a group that is connected to each goal holds.
    prizes: Vec<u16>,
    /// How many prizes win.
    needed: u32,
    winning_pair: Option<(u16, u16)>,
}

impl Points {
    pub(super) fn new<G: Monotone>(board: &Board<G>, stone: Stone) -> Points {
        let (topology, goal) = (board.topology(), board.goal());
        let cells = topology.cells() as u16;
        let ways = goal.ways(stone);
        let (goals, winning_pair): (Vec<u16>, _) = match ways.as_slice() {
            // Both of the colour's edges.
            _ if topology.edges_are_owned() => {
                let own = |edge: &usize| topology.edge_owner(*edge) == Some(stone);
                let edges = (0..topology.edges()).filter(own).map(|edge| 1 << edge);
                (edges.collect(), Some((cells, cells + 1)))
            }
            [only] if only.len() == 1 && goal.enough(1) => {
                let whole = only[0];
                let parts: Vec<u16> = (1..=whole).filter(|part| part & !whole == 0).collect();
                let anywhere = cells + parts.len() as u16;
                (parts, Some((anywhere - 1, anywhere)))
            }
            several => (sets_of_edges(board, stone, several), None),
        };
        let number = |edges: u16| {
            let found = goals.iter().position(|&goal| goal == edges);
            found.map_or(NONE, |i| cells + i as u16)
        };
        let join = |a: u16, b: u16| if a & b == 0 { number(a | b) } else { NONE };
        let all = || goals.iter().copied();
        let joined = if topology.edges_are_owned() {
            vec![NONE; goals.len() * goals.len()]
        } else {
            all().flat_map(|a| all().map(move |b| join(a, b))).collect()
        };
        let touched = (0..cells)
            .map(|cell| {
                let mask = topology.edge_mask(Cell(cell));
                let touches = |&goal: &u16| goal & mask == goal;
                all().filter(touches).map(number).collect()
            })
            .collect();
        let prizes = all().map(|edges| goal.prizes(stone, edges)).collect();
        let (topology, needed) = (topology.clone(), goal.needed());
        Points { topology, cells, joined, touched, goals, prizes, needed, winning_pair }
    }

    /// How many numbers there are.
    pub(super) fn count(&self) -> usize {
        usize::from(self.anywhere()) + 1
    }

    /// Whether edges are the colour's own, and so as good as its stones.
    pub(super) fn edges_are_solid(&self) -> bool {
        self.topology.edges_are_owned()
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
        self.prizes[usize::from(goal - self.cells)]
    }

    /// Whether groups that hold these prizes together win.
    pub(super) fn enough(&self, prizes: u16) -> bool {
        prizes.count_ones() >= self.needed
    }

    /// The two ends whose connection wins by itself, where there are such.
    pub(super) fn winning_pair(&self) -> Option<(u16, u16)> {
        self.winning_pair
    }
}

/// The sets of edges worth being connected to where several groups win together: runs of
/// neighbouring edges, up to those that are enough, and all that hold a prize.
fn sets_of_edges<G: Monotone>(board: &Board<G>, stone: Stone, ways: &[Vec<u16>]) -> Vec<u16> {
    let goal = board.goal();
    let edges = board.topology().edges();
    let run = |from: usize, length: usize| {
        (0..length).fold(0u16, |mask, i| mask | 1 << ((from + i) % edges))
    };
    let is_enough = |&length: &usize| goal.enough(goal.prizes(stone, run(0, length)));
    let longest = (1..=edges).find(is_enough).unwrap_or(edges);
    let runs = (1..=longest).flat_map(|length| (0..edges).map(move |from| run(from, length)));
    let mut sets: Vec<u16> = runs.chain(ways.iter().flatten().copied()).collect();
    sets.sort_by_key(|set| (set.count_ones(), *set));
    sets.dedup();
    sets
}
