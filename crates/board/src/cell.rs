//! Cells, stones, and sets of cells.

/// The largest number of cells that a board can have; 19×19 is 361.
pub const MAX_CELLS: usize = 384;

const WORDS: usize = MAX_CELLS / 64;

/// One cell of a board, by its index in reading order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Cell(pub u16);

impl Cell {
    /// The cell as an index into per-cell arrays.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The colour of a stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Stone {
    /// The colour that moves first.
    Black = 0,
    /// The colour that moves second.
    White = 1,
}

impl Stone {
    /// Both colours, black first.
    pub const BOTH: [Stone; 2] = [Stone::Black, Stone::White];

    /// The other colour.
    #[inline]
    pub fn opponent(self) -> Stone {
        match self {
            Stone::Black => Stone::White,
            Stone::White => Stone::Black,
        }
    }

    /// The colour as an index into per-colour arrays.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// `black` or `white`.
    pub fn name(self) -> &'static str {
        match self {
            Stone::Black => "black",
            Stone::White => "white",
        }
    }

    /// The colour of that name, in small or capital letters.
    pub fn named(name: &str) -> Option<Stone> {
        Stone::BOTH.into_iter().find(|stone| stone.name().eq_ignore_ascii_case(name))
    }
}

/// A set of cells of one board, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CellSet([u64; WORDS]);

impl CellSet {
    /// No cell.
    pub const EMPTY: CellSet = CellSet([0; WORDS]);

    /// The first `count` cells: a whole board.
    pub fn first(count: usize) -> CellSet {
        CellSet(std::array::from_fn(|i| {
            let used = count.saturating_sub(64 * i).min(64);
            if used == 64 { u64::MAX } else { (1 << used) - 1 }
        }))
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
    }

    /// Takes a cell out.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.0[cell.index() / 64] &= !(1 << (cell.index() % 64));
    }

    /// Whether the cell is in the set.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.index() % 64) & 1 != 0
    }

    /// How many cells there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The cells in both sets.
    #[inline]
    pub fn and(&self, other: &CellSet) -> CellSet {
        CellSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The cells in either set.
    #[inline]
    pub fn or(&self, other: &CellSet) -> CellSet {
        CellSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The cells of this set that are not in the other.
    #[inline]
    pub fn andnot(&self, other: &CellSet) -> CellSet {
        CellSet(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The set with these bits, as [`CellSet::words`] gives them.
    #[inline]
    pub fn from_words(words: [u64; WORDS]) -> CellSet {
        CellSet(words)
    }

    /// The bits, 64 cells to a word, cell 0 in the lowest.
    #[inline]
    pub fn words(&self) -> &[u64; WORDS] {
        &self.0
    }

    /// The cells in index order.
    #[inline]
    pub fn iter(&self) -> Cells {
        Cells { words: self.0, word: 0 }
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        let mut set = CellSet::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

impl IntoIterator for &CellSet {
    type Item = Cell;
    type IntoIter = Cells;
    fn into_iter(self) -> Cells {
        self.iter()
    }
}

impl std::fmt::Debug for CellSet {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(|cell| cell.0)).finish()
    }
}

/// The cells of a [`CellSet`] in index order.
#[derive(Clone, Debug)]
pub struct Cells {
    words: [u64; WORDS],
    word: usize,
}

impl Iterator for Cells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        while self.word < WORDS {
            let bits = &mut self.words[self.word];
            if *bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(Cell((self.word * 64 + bit) as u16));
            }
            self.word += 1;
        }
        None
    }

    // `for_each` and the like: the word stays in a register, which `next` cannot promise.
    #[inline]
    fn fold<B, F: FnMut(B, Cell) -> B>(self, init: B, mut f: F) -> B {
        let mut acc = init;
        for (i, &word) in self.words.iter().enumerate().skip(self.word) {
            let mut bits = word;
            while bits != 0 {
                acc = f(acc, Cell((i * 64) as u16 + bits.trailing_zeros() as u16));
                bits &= bits - 1;
            }
        }
        acc
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let mut set: CellSet = [0, 63, 64, 200, 383].map(Cell).into_iter().collect();
        assert_eq!(set.len(), 5);
        assert_eq!(set.iter().map(|c| c.0).collect::<Vec<_>>(), [0, 63, 64, 200, 383]);
        set.remove(Cell(64));
        assert!(!set.contains(Cell(64)) && set.contains(Cell(63)));
        let low = CellSet::first(100);
        assert_eq!(set.and(&low).len(), 2);
        assert_eq!(set.andnot(&low).len(), 2);
        assert_eq!(set.or(&low).len(), 102);
        assert!(set.andnot(&set).is_empty());
    }
}
