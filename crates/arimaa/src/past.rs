//! The turns behind a position, as far as they matter: what was there twice may not come a third
//! time, and what was there before a capture never comes again.

use std::sync::Arc;

use crate::board::Board;
use crate::piece::Side;
use crate::turn::Step;
use crate::zobrist;

/// A finished turn, and those before it.
#[derive(Debug)]
pub(crate) struct Past {
    /// Where the turn started, and whose it was.
    pub(crate) board: Board,
    pub(crate) side: Side,
    pub(crate) number: u32,
    /// Its steps, as many as were made.
    steps: [Step; 4],
    made: u8,
    before: Option<Arc<Past>>,
    /// How many turns here started where another one had started before.
    repeats: u32,
}

/// What tells positions at the start of turns apart.
pub(crate) fn key(board: &Board, side: Side) -> u64 {
    board.key() ^ zobrist::mix((2 << 32) + side.index() as u64)
}

impl Past {
    pub(crate) fn new(
        (board, side, number): (Board, Side, u32),
        made: &[Step],
        before: Option<Arc<Past>>,
    ) -> Past {
        let mut steps = [Step::NONE; 4];
        steps[..made.len()].copy_from_slice(made);
        let repeats = before
            .as_ref()
            .map_or(0, |before| before.repeats + u32::from(before.count(key(&board, side)) > 0));
        Past { board, side, number, steps, made: made.len() as u8, before, repeats }
    }

    /// The steps of the turn.
    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps[..self.made.into()]
    }

    /// This turn and those before it, backwards.
    pub(crate) fn turns(&self) -> impl Iterator<Item = &Past> {
        std::iter::successors(Some(self), |past| past.before.as_deref())
    }

    /// How many of the turns started there.
    fn count(&self, wanted: u64) -> usize {
        self.turns().filter(|past| key(&past.board, past.side) == wanted).count()
    }

    /// Whether anything was there twice.
    pub(crate) fn may_repeat(&self) -> bool {
        self.repeats > 0
    }

    /// Whether two of the turns started there.
    #[inline]
    pub(crate) fn has_twice(&self, board: &Board, side: Side) -> bool {
        self.repeats > 0 && self.count(key(board, side)) >= 2
    }
}

impl Drop for Past {
    /// One after another: a long game would take a deep stack otherwise.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut past) = next.and_then(Arc::into_inner) {
            next = past.before.take();
        }
    }
}
