//! Fill-in: dead cells, captured pairs and useless regions, until there is nothing more to find.

use super::blocks::Blocks;
use super::field::Field;
use super::ring::Places;
use crate::Monotone;
use spinney_board::{Cell, CellSet, Stone};

/// What was filled in.
#[derive(Clone, Copy, Default)]
pub(super) struct Filled {
    /// Cells that matter to nobody; some colour's stone was laid there all the same.
    pub dead: CellSet,
    /// Cells that a colour has captured.
    pub captured: [CellSet; 2],
}

impl Filled {
    /// Fills in all that is found by rings and by the shape of each colour's graph, starting from
    /// the cells in `open`. Stops as soon as a colour has won.
    pub(super) fn fill_in<G: Monotone>(
        &mut self,
        field: &mut Field<G>,
        blocks: &mut Blocks,
        mut open: CellSet,
    ) {
        loop {
            fill_locally(field, open, self);
            if field.winner().is_some() {
                return;
            }
            let before = *field.empties();
            open = fill_useless(field, blocks, self);
            if *field.empties() == before {
                return;
            }
        }
    }

    /// Fills in a set of cells that a colour has captured. Returns the cells for which something
    /// has changed.
    pub(super) fn fill_captured<G: Monotone>(
        &mut self,
        field: &mut Field<G>,
        captor: Stone,
        set: &CellSet,
    ) -> CellSet {
        self.captured[captor.index()] = self.captured[captor.index()].or(set);
        let fill = |open: CellSet, cell| open.or(&field.place(captor, cell));
        let open = set.iter().fold(CellSet::EMPTY, fill);
        open.and(field.empties())
    }
}

/// Fills dead cells and captured pairs in, starting from the cells in `open`.
fn fill_locally<G: Monotone>(field: &mut Field<G>, mut open: CellSet, filled: &mut Filled) {
    while let Some(cell) = open.iter().next() {
        open.remove(cell);
        if field.is_dead(cell) {
            filled.dead.insert(cell);
            open = open.or(&field.place(owner_of_dead(field, cell), cell));
        } else if let Some((stone, other)) = Stone::BOTH
            .into_iter()
            .find_map(|stone| Some((stone, captured_with(field, stone, cell, field.empties())?)))
        {
            for cell in [cell, other] {
                filled.captured[stone.index()].insert(cell);
                open = open.or(&field.place(stone, cell));
            }
        }
        open = open.and(field.empties());
    }
}

/// Whom a dead cell is given to: the colour with more stones beside it, so that shapes stay plain.
fn owner_of_dead<G: Monotone>(field: &Field<G>, cell: Cell) -> Stone {
    let beside = |stone| field.topology.adjacency(cell).and(field.stones(stone)).len();
    if beside(Stone::White) > beside(Stone::Black) { Stone::White } else { Stone::Black }
}

/// A cell that a colour has captured together with this one: if the opponent plays on one of
/// them, the colour plays on the other, and the opponent's stone is dead.
pub(super) fn captured_with<G: Monotone>(
    field: &Field<G>,
    stone: Stone,
    cell: Cell,
    among: &CellSet,
) -> Option<Cell> {
    let chain = field.chain_with(stone, cell);
    let places = field.ring(cell).cells().filter(|(other, ..)| among.contains(*other));
    let mut dying = places.filter(|&(other, _, back)| field.dies(other, stone, back, &chain));
    let kills = |&(other, place, _): &(Cell, Places, Places)| {
        field.dies(cell, stone, place, &field.chain_with(stone, other))
    };
    dying.find(kills).map(|(other, ..)| other)
}

/// Fills in what one colour has no use for. Returns the cells for which something has changed.
fn fill_useless<G: Monotone>(
    field: &mut Field<G>,
    blocks: &mut Blocks,
    filled: &mut Filled,
) -> CellSet {
    for stone in Stone::BOTH {
        let mut useless = blocks.useless(field, stone);
        if useless.is_empty() {
            let beside = |number| blocks.useless_beside(field, stone, number);
            let found = field.chains(stone).map(beside).find(|useless| !useless.is_empty());
            useless = found.unwrap_or_default();
        }
        if !useless.is_empty() {
            filled.dead = filled.dead.or(&useless);
            let fill = |open: CellSet, cell| open.or(&field.place(stone.opponent(), cell));
            let open = useless.iter().fold(CellSet::EMPTY, fill);
            return open.and(field.empties());
        }
    }
    CellSet::EMPTY
}
