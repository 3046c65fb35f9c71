//! Cells that no minimal winning set of a colour can contain, by the shape of its graph.
//!
//! A colour's graph has its chains and the empty cells as vertices. Whatever it needs to win lies
//! on simple paths between edges of the board. If a single chain cuts some cells off from all
//! edges, or a chain together with one cell beside it does, then a path that enters there must
//! come back by the same chain, or by the cell that the chain touches anyway; so these cells are
//! of no use to this colour. And where one colour has no use for a cell, the other need not
//! prevent it: the cell is dead.
//!
//! One depth-first walk from outside the board finds the vertices that cut something off.

use super::field::{Field, MAX_EDGES, bits};
use crate::Monotone;
use spinney_board::{Cell, CellSet, MAX_CELLS, Stone};

/// A vertex: an empty cell, then an edge that belongs to nobody, then the outside, to which all
/// usable edges are linked, then the colour's chains.
type Vertex = usize;
const FIRST_EDGE: Vertex = MAX_CELLS;
const OUTSIDE: Vertex = FIRST_EDGE + MAX_EDGES;
const FIRST_CHAIN: Vertex = OUTSIDE + 1;

/// Not yet walked to.
const UNSEEN: u16 = u16::MAX;

/// A walk over a colour's graph, with its memory.
#[derive(Clone, Default)]
pub(super) struct Blocks {
    /// When each vertex was first seen.
    seen: Vec<u16>,
    /// The vertices in the order in which they were seen.
    order: Vec<u16>,
    /// The empty cells that are cut off.
    cut_off: CellSet,
}

/// What one walk goes over.
struct Graph<'a, G> {
    field: &'a Field<G>,
    stone: Stone,
    /// A chain to go around; only the vertices beside it may then cut something off.
    without: Option<u16>,
}

impl Blocks {
    /// The empty cells that `stone` has no use for.
    pub(super) fn useless<G: Monotone>(&mut self, field: &Field<G>, stone: Stone) -> CellSet {
        self.walk(&Graph { field, stone, without: None })
    }

    /// The empty cells that a chain and one vertex beside it cut off.
    pub(super) fn useless_beside<G: Monotone>(
        &mut self,
        field: &Field<G>,
        stone: Stone,
        chain: u16,
    ) -> CellSet {
        self.walk(&Graph { field, stone, without: Some(chain) })
    }

    fn walk<G: Monotone>(&mut self, graph: &Graph<G>) -> CellSet {
        self.seen.clear();
        self.seen.resize(FIRST_CHAIN + graph.field.chain_numbers(), UNSEEN);
        self.order.clear();
        self.cut_off = CellSet::EMPTY;
        self.visit(graph, OUTSIDE, OUTSIDE);
        let seen = |cell: &Cell| self.seen[cell.index()] != UNSEEN;
        let reached: CellSet = graph.field.empties().iter().filter(seen).collect();
        graph.field.empties().andnot(&reached).or(&self.cut_off)
    }

    /// Walks on from a vertex; says how early a vertex is linked to what lies beyond.
    fn visit<G: Monotone>(&mut self, graph: &Graph<G>, vertex: Vertex, from: Vertex) -> u16 {
        let time = self.order.len() as u16;
        self.seen[vertex] = time;
        self.order.push(vertex as u16);
        let mut earliest = time;
        let (cells, others) = graph.links(vertex);
        for next in cells.iter().map(Cell::index).chain(others.iter()) {
            if self.seen[next] == UNSEEN {
                let reached = self.visit(graph, next, vertex);
                earliest = earliest.min(reached);
                if reached >= time && graph.may_cut(vertex) {
                    self.cut_off_since(self.seen[next]);
                }
            } else if next != from {
                earliest = earliest.min(self.seen[next]);
            }
        }
        earliest
    }

    fn cut_off_since(&mut self, time: u16) {
        for &vertex in &self.order[usize::from(time)..] {
            if usize::from(vertex) < MAX_CELLS {
                self.cut_off.insert(Cell(vertex));
            }
        }
    }
}

/// A few vertices that are not cells.
struct Others {
    vertices: [u16; 2 * MAX_EDGES],
    len: usize,
}

impl Others {
    fn push(&mut self, vertex: Vertex) {
        if !self.vertices[..self.len].contains(&(vertex as u16)) {
            self.vertices[self.len] = vertex as u16;
            self.len += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = Vertex> + '_ {
        self.vertices[..self.len].iter().map(|&v| usize::from(v))
    }
}

impl<G: Monotone> Graph<'_, G> {
    /// Whether a vertex, if it separates something from the outside, makes that useless.
    fn may_cut(&self, vertex: Vertex) -> bool {
        let Some(chain) = self.without.map(|number| self.field.chain(number)) else {
            return vertex != OUTSIDE;
        };
        match vertex {
            0..FIRST_EDGE => chain.zone.contains(Cell(vertex as u16)),
            FIRST_EDGE..OUTSIDE => chain.edges >> (vertex - FIRST_EDGE) & 1 == 1,
            _ => false,
        }
    }

    /// The empty cells and the other vertices that a vertex is linked to.
    fn links(&self, vertex: Vertex) -> (CellSet, Others) {
        let field = self.field;
        let topology = &field.topology;
        let mut others = Others { vertices: [0; 2 * MAX_EDGES], len: 0 };
        let add_chain = |others: &mut Others, number: u16| {
            if self.without != Some(number) {
                others.push(FIRST_CHAIN + usize::from(number));
            }
        };
        let edges_of_nobody =
            |mask: u16| bits(mask).filter(|&edge| topology.edge_owner(edge).is_none());
        let cells = match vertex {
            0..FIRST_EDGE => {
                let cell = Cell(vertex as u16);
                for number in field.chains_beside(self.stone, cell) {
                    add_chain(&mut others, number);
                }
                for edge in edges_of_nobody(topology.edge_mask(cell)) {
                    others.push(FIRST_EDGE + edge);
                }
                *topology.adjacency(cell)
            }
            FIRST_EDGE..OUTSIDE => {
                let on_edge = topology.edge_cells(vertex - FIRST_EDGE);
                for cell in &on_edge.and(field.stones(self.stone)) {
                    add_chain(&mut others, field.chain_of(cell));
                }
                others.push(OUTSIDE);
                *on_edge
            }
            OUTSIDE => {
                for edge in 0..topology.edges() {
                    match topology.edge_owner(edge) {
                        None => others.push(FIRST_EDGE + edge),
                        Some(owner) if owner == self.stone => {
                            add_chain(&mut others, field.edge_chain(edge));
                        }
                        Some(_) => {}
                    }
                }
                CellSet::EMPTY
            }
            _ => {
                let chain = field.chain((vertex - FIRST_CHAIN) as u16);
                for edge in edges_of_nobody(chain.edges) {
                    others.push(FIRST_EDGE + edge);
                }
                // A chain's own edges are all that it needs to be linked to the outside.
                if edges_of_nobody(chain.edges).count() < chain.edges.count_ones() as usize {
                    others.push(OUTSIDE);
                }
                chain.zone
            }
        };
        (cells.and(field.empties()), others)
    }
}
