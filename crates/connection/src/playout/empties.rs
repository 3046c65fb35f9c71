//! The empty cells of a playout in random order, zone by zone.

use spinney_game::Rng;

use super::board::LocalBoard;
use crate::{CellSet, MAX_CELLS};

/// How many zones there are: zone 0 may be drawn from at once, the others open later.
pub(super) const ZONES: usize = 3;

/// A list that is shuffled as it is drawn. A cell that was filled out of turn stays in it and is
/// passed over when it comes up, which is cheaper than striking it off at once.
#[derive(Clone)]
pub(super) struct Empties {
    list: [u16; MAX_CELLS],
    /// Where each zone ends in the list; the last is the list's length.
    ends: [usize; ZONES],
    drawn: usize,
    /// Cells before this one may be drawn.
    end: usize,
}

impl Default for Empties {
    fn default() -> Self {
        Empties { list: [0; MAX_CELLS], ends: [0; ZONES], drawn: 0, end: 0 }
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
        self.drawn = 0;
    }

    pub(super) fn len(&self) -> usize {
        self.ends[ZONES - 1]
    }

    /// From now on that zone may be drawn from, too.
    pub(super) fn open(&mut self, zone: usize) {
        self.end = self.ends[zone];
    }

    /// A random cell that is still empty, of the open zones; of later ones if those have none.
    #[inline(always)]
    pub(super) fn draw(&mut self, board: &LocalBoard, rng: &mut Rng) -> u16 {
        loop {
            if self.drawn >= self.end {
                self.open_next();
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

    #[cold]
    fn open_next(&mut self) {
        self.end = *self.ends.iter().find(|&&end| end > self.drawn).expect("a cell is empty");
    }
}
