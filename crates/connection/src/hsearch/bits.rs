//! Sets of cells in as few machine words as the board needs.

use spinney_board::CellSet;

/// A set of cells of a board with at most 64·W cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    pub(super) const EMPTY: Bits<W> = Bits([0; W]);

    /// The set with the cells of a [`CellSet`] that fit.
    pub(super) fn narrow(set: &CellSet) -> Bits<W> {
        Bits(std::array::from_fn(|i| set.words()[i]))
    }

    pub(super) fn widen(&self) -> CellSet {
        CellSet::from_words(std::array::from_fn(|i| self.0.get(i).copied().unwrap_or(0)))
    }

    #[inline]
    pub(super) fn insert(&mut self, cell: u16) {
        self.0[usize::from(cell) / 64] |= 1 << (cell % 64);
    }

    #[inline]
    pub(super) fn remove(&mut self, cell: u16) {
        self.0[usize::from(cell) / 64] &= !(1 << (cell % 64));
    }

    #[inline]
    pub(super) fn contains(&self, cell: u16) -> bool {
        self.0[usize::from(cell) / 64] >> (cell % 64) & 1 != 0
    }

    #[inline]
    pub(super) fn or(&self, other: &Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    #[inline]
    pub(super) fn and(&self, other: &Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    #[inline]
    pub(super) fn minus(&self, other: &Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, &word| all | word) == 0
    }

    /// Whether the sets have a cell in common.
    #[inline]
    pub(super) fn meets(&self, other: &Bits<W>) -> bool {
        !self.and(other).is_empty()
    }

    /// Whether all cells of this set are in the other.
    #[inline]
    pub(super) fn within(&self, other: &Bits<W>) -> bool {
        self.minus(other).is_empty()
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The indices of the cells, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = u16> + use<W> {
        let words = self.0;
        (0..W).flat_map(move |i| {
            let mut left = words[i];
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as u16)?;
                left &= left - 1;
                Some(64 * i as u16 + bit)
            })
        })
    }
}
