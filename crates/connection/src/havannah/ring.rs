//! Rings: how a stone is seen to close one, and which stones of one are shown.
//!
//! Own stones around a cell form *arcs*, separated by cells that are not own or off the board. A new
//! stone closes a ring in one of two ways.
//!
//! * Two of its arcs belonged to one group before. The stone and the way from one arc to the other
//!   make a loop, and each of the two gaps between these arcs is on another side of it. What is off
//!   the board is on no loop's inside, so there is a cell in the gap that is, and it is surrounded.
//!   Groups joined are thus fewer than arcs.
//! * Otherwise what the loop enters and leaves the stone by is one arc. Along the arc the loop is as
//!   good without the stone, so that a ring around any cell which is not own was there before. What
//!   is new has nothing but own stones inside: a cell next to the new stone with all six cells
//!   around it. The stone and the two cells next to both are part of that, so only the middle of
//!   three own cells in a row need be looked at.

use spinney_board::{Cell, CellSet, Topology};

/// Whether a stone on `cell`, by which so many groups have become one, closes a ring. `stones` are
/// all of its colour; there must have been no ring before.
#[inline]
pub(super) fn closes(topology: &Topology, stones: &CellSet, cell: Cell, groups: u32) -> bool {
    let around = topology.neighbours(cell);
    let own = around
        .iter()
        .enumerate()
        .fold(0u32, |own, (i, &next)| own | u32::from(stones.contains(next)) << i);
    let is_inside = around.len() == 6;
    if arcs(own, is_inside) > groups {
        return true;
    }
    let mut middles = middles(own, is_inside);
    while middles != 0 {
        let middle = around[middles.trailing_zeros() as usize];
        if is_filled(topology, stones, middle) {
            return true;
        }
        middles &= middles - 1;
    }
    false
}

/// How many arcs there are of the neighbours in `own`, one bit each in clockwise order. Those of a
/// cell inside the board close up.
#[inline]
fn arcs(own: u32, is_inside: bool) -> u32 {
    (own & !before(own, is_inside)).count_ones()
}

/// The neighbours in `own` that have one on either side.
#[inline]
fn middles(own: u32, is_inside: bool) -> u32 {
    let after = own >> 1 | if is_inside { (own & 1) << 5 } else { 0 };
    own & before(own, is_inside) & after
}

/// Those that come after one of `own`.
#[inline]
fn before(own: u32, is_inside: bool) -> u32 {
    own << 1 | if is_inside { own >> 5 } else { 0 }
}

/// Whether a cell is inside the board and all around it is own.
#[inline]
fn is_filled(topology: &Topology, stones: &CellSet, cell: Cell) -> bool {
    topology.neighbours(cell).len() == 6 && topology.adjacency(cell).andnot(stones).is_empty()
}

/// A ring of few stones, if there is one: all around one cell, or else the shortest loop that leaves
/// a cell which is not own behind. For drawings; it takes its time.
pub(super) fn shortest(topology: &Topology, stones: &CellSet) -> CellSet {
    if let Some(middle) =
        topology.all_cells().iter().find(|&cell| is_filled(topology, stones, cell))
    {
        return *topology.adjacency(middle);
    }
    let others = topology.all_cells().andnot(stones);
    let at_rim = |area: &CellSet| area.iter().any(|cell| topology.edge_mask(cell) != 0);
    let inside = topology.chains(&others).into_iter().filter(|area| !at_rim(area));
    // The stones next to a surrounded area go round it; those that are not needed are taken away.
    let around = |area: &CellSet| {
        let beside = |all: CellSet, cell| all.or(topology.adjacency(cell));
        let mut ring = area.iter().fold(CellSet::EMPTY, beside).and(stones);
        for stone in &ring.clone() {
            ring.remove(stone);
            let outside = topology.all_cells().andnot(&ring);
            let open = topology.chains(&outside).into_iter().all(|area| at_rim(&area));
            if open {
                ring.insert(stone);
            }
        }
        ring
    };
    inside.map(|area| around(&area)).min_by_key(CellSet::len).unwrap_or(CellSet::EMPTY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcs_close_up_inside_the_board_only() {
        assert_eq!(arcs(0b100001, true), 1);
        assert_eq!(arcs(0b1001, false), 2);
        assert_eq!(arcs(0b010101, true), 3);
        assert_eq!((arcs(0b111111, true), arcs(0, true)), (0, 0));
        assert_eq!(middles(0b100011, true), 0b000001);
        assert_eq!(middles(0b0111, false), 0b0010);
        assert_eq!(middles(0b1011, false), 0);
    }
}
