//! The empty cells of a playout in random order, zone by zone.

use spinney_game::Rng;

use super::board::LocalBoard;
use spinney_board::{CellSet, MAX_CELLS};

/// How many zones there are: zone 0 may be drawn from at once, the others open later.
pub(super) const ZONES: usize = 3;

/// The empty cells, and where in the list each zone ends.
#[derive(Clone)]
pub(super) struct Empties {
    list: [u16; MAX_CELLS],
    ends: [usize; ZONES],
}

impl Default for Empties {
    fn default() -> Self {
        Empties { list: [0; MAX_CELLS], ends: [0; ZONES] }
    }
}

impl Empties {
    /// Lists these cells.
    pub(super) fn list(&mut self, empties: CellSet, zones: &[CellSet; ZONES]) {
        let mut len = 0;
        for (zone, end) in zones.iter().zip(&mut self.ends) {
            empties.and(zone).iter().for_each(|cell| {
                self.list[len] = cell.0;
                len += 1;
            });
            *end = len;
        }
    }

    /// Lists the same cells as that list.
    pub(super) fn copy(&mut self, other: &Empties) {
        self.list[..other.len()].copy_from_slice(&other.list[..other.len()]);
        self.ends = other.ends;
    }

    pub(super) fn len(&self) -> usize {
        self.ends[ZONES - 1]
    }

    /// Begins to draw, with every zone closed.
    pub(super) fn lots(&mut self) -> Lots<'_> {
        Lots { list: &mut self.list, ends: self.ends, drawn: 0, end: 0 }
    }
}

/// The list as it is shuffled and drawn. A cell that was filled out of turn stays in it and is
/// passed over when it comes up, which is cheaper than striking it off at once.
pub(super) struct Lots<'a> {
    list: &'a mut [u16; MAX_CELLS],
    ends: [usize; ZONES],
    drawn: usize,
    /// Cells before this one may be drawn.
    end: usize,
}

impl Lots<'_> {
    /// From now on that zone may be drawn from, too.
    pub(super) fn open(&mut self, zone: usize) {
        self.end = self.ends[zone];
    }

    /// A random cell that is still empty, of the open zones; of later ones if those have none.
    #[inline(always)]
    pub(super) fn draw(&mut self, board: &LocalBoard, rng: &mut Rng) -> u16 {
        loop {
            if self.drawn >= self.end {
                self.end = next_end(self.ends, self.drawn);
            }
            let pick = self.drawn + rng.below((self.end - self.drawn) as u32) as usize;
            let cell = self.list[pick];
            self.list[pick] = self.list[self.drawn];
            self.drawn += 1;
            if board.get(cell) == 0 {
                return cell;
            }
        }
    }
}

/// The end of the first zone that has cells left. (By value, so that [`Lots`] can live in
/// registers.)
#[cold]
fn next_end(ends: [usize; ZONES], drawn: usize) -> usize {
    *ends.iter().find(|&&end| end > drawn).expect("a cell is empty")
}
