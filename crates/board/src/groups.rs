//! Which stones hang together, and which edges each group touches.

use crate::{Cell, MAX_CELLS};

/// The groups of stones on a board, of both colours: a forest over the cells that hold stones. One number a cell keeps copies small: a root says
/// which edges its group touches, any other cell names one nearer to the root. There is no union
/// by size; paths are halved on the way, and a stone joins at most a handful of groups.
#[derive(Clone, Copy)]
pub struct Groups {
    nodes: [u16; MAX_CELLS],
}

/// Marks a root; the other bits are its edges, of which no board has more than 15.
const ROOT: u16 = 0x8000;

/// What a stone has become part of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Joined {
    /// The edges that its group touches, one bit each.
    pub edges: u16,
    /// How many groups it has made one.
    pub groups: u32,
}

impl Groups {
    /// No stones.
    pub const EMPTY: Groups = Groups { nodes: [0; MAX_CELLS] };

    /// Puts a stone on a cell that touches `edges` and joins it with the groups of the given
    /// neighbours, all of its own colour.
    #[inline]
    pub fn place(
        &mut self,
        cell: Cell,
        edges: u16,
        own_neighbours: impl Iterator<Item = Cell>,
    ) -> Joined {
        let mut root = cell.index();
        let mut edges = edges;
        let mut groups = 0;
        for neighbour in own_neighbours {
            let other = self.root(neighbour.index());
            if other != root {
                edges |= self.nodes[other] & !ROOT;
                self.nodes[root] = other as u16;
                root = other;
                groups += 1;
            }
        }
        self.nodes[root] = ROOT | edges;
        Joined { edges, groups }
    }

    #[inline]
    fn root(&mut self, mut cell: usize) -> usize {
        loop {
            let parent = self.nodes[cell];
            if parent & ROOT != 0 {
                return cell;
            }
            let grandparent = self.nodes[parent as usize];
            if grandparent & ROOT != 0 {
                return parent as usize;
            }
            self.nodes[cell] = grandparent;
            cell = grandparent as usize;
        }
    }

    /// The root of the group that a cell with a stone belongs to, and the edges that it touches.
    pub fn group(&self, cell: Cell) -> (Cell, u16) {
        let mut at = cell.0;
        loop {
            let node = self.nodes[at as usize];
            if node & ROOT != 0 {
                return (Cell(at), node & !ROOT);
            }
            at = node;
        }
    }
}
