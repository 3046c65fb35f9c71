//! Squares, directions, and sets of squares as the bits of a word.

/// One of the 64 squares: a1 is 0, b1 is 1, h8 is 63.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Square(u8);

impl Square {
    /// The square with that number, below 64.
    #[inline]
    pub fn new(number: usize) -> Square {
        debug_assert!(number < 64);
        Square(number as u8 & 63)
    }

    /// Its number, below 64.
    #[inline]
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// The set of this square alone.
    #[inline]
    pub fn bit(self) -> Squares {
        1 << self.0
    }

    /// 0 for the a-file to 7 for the h-file.
    pub fn file(self) -> usize {
        self.index() % 8
    }

    /// 0 for the first row, Gold's home, to 7 for the eighth.
    pub fn row(self) -> usize {
        self.index() / 8
    }

    /// The next square in that direction, where there is one.
    #[inline]
    pub fn towards(self, direction: Direction) -> Option<Square> {
        let next = direction.shift(self.bit());
        (next != 0).then(|| first(next))
    }

    /// Its name: `c3`.
    pub fn name(self) -> String {
        let letter = |base: u8, n: usize| char::from(base + n as u8);
        String::from_iter([letter(b'a', self.file()), letter(b'1', self.row())])
    }

    /// The square of that name, in letters of either case.
    pub fn named(file: u8, row: u8) -> Option<Square> {
        let (file, row) = (file.to_ascii_lowercase(), row);
        let on_board = (b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&row);
        on_board.then(|| Square::new(usize::from(row - b'1') * 8 + usize::from(file - b'a')))
    }
}

/// Where a step leads, as the board is drawn with Gold below.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// Towards the eighth row.
    North,
    /// Towards the h-file.
    East,
    /// Towards the first row.
    South,
    /// Towards the a-file.
    West,
}

impl Direction {
    /// All four, in the order of their numbers.
    pub const ALL: [Direction; 4] =
        [Direction::North, Direction::East, Direction::South, Direction::West];

    /// The direction with that number, below 4.
    #[inline]
    pub fn new(number: usize) -> Direction {
        Direction::ALL[number & 3]
    }

    /// Back where it came from.
    #[inline]
    pub fn opposite(self) -> Direction {
        Direction::new(self as usize + 2)
    }

    /// Every square of the set moved by one; what would leave the board is gone.
    #[inline]
    pub fn shift(self, squares: Squares) -> Squares {
        match self {
            Direction::North => squares << 8,
            Direction::East => (squares & !FILE_H) << 1,
            Direction::South => squares >> 8,
            Direction::West => (squares & !FILE_A) >> 1,
        }
    }

    /// Its letter in the notation of steps.
    pub fn letter(self) -> char {
        ['n', 'e', 's', 'w'][self as usize]
    }
}

/// A set of squares, bit by bit.
pub type Squares = u64;

/// The four traps: c3, f3, c6, f6.
pub const TRAPS: Squares = 1 << 18 | 1 << 21 | 1 << 42 | 1 << 45;

/// The a-file.
pub const FILE_A: Squares = 0x0101_0101_0101_0101;
/// The h-file.
pub const FILE_H: Squares = FILE_A << 7;
/// The first row.
pub const FIRST_ROW: Squares = 0xff;
/// The last row.
pub const LAST_ROW: Squares = 0xff << 56;

/// The first square of a set that is not empty.
#[inline]
pub fn first(squares: Squares) -> Square {
    Square::new(squares.trailing_zeros() as usize)
}

/// The squares of a set, in order.
#[inline]
pub fn each(mut squares: Squares) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        (squares != 0).then(|| {
            let square = first(squares);
            squares &= squares - 1;
            square
        })
    })
}

/// Everything beside a square of the set.
#[inline]
pub const fn beside(squares: Squares) -> Squares {
    squares << 8 | squares >> 8 | (squares & !FILE_H) << 1 | (squares & !FILE_A) >> 1
}
