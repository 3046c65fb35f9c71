//! Parts of the board that a colour must win one by one.
//!
//! If all that a colour could win with passes through one of its chains, the chain cuts the board:
//! what lies on its one side and on its other are games of their own, and the colour must win them
//! all. (Where one prize is not enough, as in Poly-Y, no single chain is ever needed.)

use super::field::Field;
use crate::Monotone;
use spinney_board::{Cell, CellSet, Stone};

/// The parts that `stone` must win, every one of them. One part, if nothing cuts the board.
pub(super) fn parts<G: Monotone>(field: &Field<G>, stone: Stone) -> Vec<CellSet> {
    let mut parts = vec![*field.empties()];
    if !field.goal.enough(1) {
        return parts;
    }
    for chain in field.chains(stone) {
        let sides = sides(field, stone, chain);
        if sides.len() > 1 {
            let cut = |part: &CellSet| sides.iter().map(|side| part.and(side)).collect::<Vec<_>>();
            parts = parts.iter().flat_map(cut).filter(|part| !part.is_empty()).collect();
        }
    }
    parts
}

/// The empty cells on each side of a chain from which it must still reach an edge.
fn sides<G: Monotone>(field: &Field<G>, stone: Stone, chain: u16) -> Vec<CellSet> {
    let mut sides = Vec::new();
    let mut left = *field.empties();
    while let Some(cell) = left.iter().next() {
        let (side, edges) = side_of(field, stone, chain, cell);
        left = left.andnot(&side);
        if edges != 0 {
            sides.push(side);
        }
    }
    sides
}

/// The empty cells that a colour could join with a cell other than by this chain, and the edges
/// there that the chain does not touch. Sides that reach the same such edge are one.
fn side_of<G: Monotone>(field: &Field<G>, stone: Stone, chain: u16, cell: Cell) -> (CellSet, u16) {
    let topology = &field.topology;
    let touched = field.chain(chain).edges;
    let mut side: CellSet = [cell].into_iter().collect();
    let mut rim = side;
    let mut edges = 0;
    while !rim.is_empty() {
        let mut next = CellSet::EMPTY;
        for cell in &rim {
            next = next.or(topology.adjacency(cell));
            let mut reached = topology.edge_mask(cell) & field.usable_edges(stone);
            for number in field.chains_beside(stone, cell).filter(|&number| number != chain) {
                next = next.or(&field.chain(number).zone);
                reached |= field.chain(number).edges;
            }
            for edge in 0..topology.edges() {
                if reached & !touched & !edges & 1 << edge != 0 {
                    edges |= 1 << edge;
                    next = next.or(topology.edge_cells(edge));
                    let on_edge = topology.edge_cells(edge).and(field.stones(stone));
                    for number in on_edge.iter().map(|cell| field.chain_of(cell)) {
                        next = next.or(&field.chain(number).zone);
                    }
                }
            }
        }
        rim = next.and(field.empties()).andnot(&side);
        side = side.or(&rim);
    }
    (side, edges)
}
