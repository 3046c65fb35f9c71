//! A book that is open.

use std::borrow::Cow;

use crate::file::{self, Extent, FileError, HEAD, MAGIC, MOVE, POSITION, TAIL, VERSION};
use crate::known::BookMove;
use crate::origin::Origin;

/// A book: looked up where it lies, in a file's bytes or in the program itself.
#[derive(Clone, Debug)]
pub struct Book {
    bytes: Cow<'static, [u8]>,
    extent: Extent,
    origin: Origin,
}

/// A position of a book.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'b> {
    key: u64,
    /// The records of its moves.
    moves: &'b [u8],
}

impl Book {
    /// Reads a book and checks all of it, so that looking things up cannot fail later.
    pub fn read(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Book, FileError> {
        let bytes = bytes.into();
        if !bytes.starts_with(&MAGIC) {
            return Err(FileError::NotABook);
        }
        if bytes.len() < HEAD + TAIL {
            let expected = (HEAD + TAIL) as u64;
            return Err(FileError::Length { found: bytes.len(), expected });
        }
        let [version, origin, positions, moves] =
            std::array::from_fn(|field| file::number(&bytes, MAGIC.len() + 4 * field));
        if version != VERSION {
            return Err(FileError::Version(version));
        }
        let [origin, positions, moves] = [origin, positions, moves].map(|count| count as usize);
        let extent = Extent { origin, positions, moves };
        if bytes.len() as u64 != extent.bytes() {
            return Err(FileError::Length { found: bytes.len(), expected: extent.bytes() });
        }
        let end = bytes.len() - TAIL;
        if crc32fast::hash(&bytes[..end]) != file::number(&bytes, end) {
            return Err(FileError::Checksum);
        }
        let origin = std::str::from_utf8(&bytes[HEAD..extent.first_position()])
            .map_err(|_| FileError::Origin)?;
        let origin = Origin::read(origin);
        let book = Book { bytes, extent, origin };
        book.check()?;
        Ok(book)
    }

    fn check(&self) -> Result<(), FileError> {
        for index in 0..self.extent.positions {
            let wrong = |problem| Err(FileError::Position { number: index + 1, problem });
            if index > 0 && self.key(index - 1) >= self.key(index) {
                return wrong("keys are not in order");
            }
            let (from, to) = (self.moves_before(index), self.moves_before(index + 1));
            if from >= to || to > self.extent.moves {
                return wrong("has no moves, or some that are not there");
            }
            let mut before = None;
            for at in from..to {
                let Some(known) = file::read_move(&self.bytes, self.place_of_move(at)) else {
                    return wrong("a move of it has numbers that make no sense");
                };
                if before.replace(known.code) >= Some(known.code) {
                    return wrong("its moves are not in order");
                }
            }
        }
        match self.moves_before(self.extent.positions) == self.extent.moves {
            true => Ok(()),
            false => Err(FileError::Position {
                number: self.extent.positions,
                problem: "moves follow that are no position's",
            }),
        }
    }

    /// Where the book comes from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// How many positions it knows.
    pub fn positions(&self) -> usize {
        self.extent.positions
    }

    /// How many moves it knows.
    pub fn moves(&self) -> usize {
        self.extent.moves
    }

    /// The bytes of its file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// What it knows of the position with that canonical key.
    pub fn look_up(&self, key: u64) -> Option<Entry<'_>> {
        let (mut low, mut high) = (0, self.extent.positions);
        while low < high {
            let middle = low.midpoint(high);
            match self.key(middle).cmp(&key) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Some(self.entry(middle)),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// All positions, by their keys.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = Entry<'_>> {
        (0..self.extent.positions).map(|index| self.entry(index))
    }

    fn entry(&self, index: usize) -> Entry<'_> {
        let [from, to] =
            [index, index + 1].map(|index| self.place_of_move(self.moves_before(index)));
        Entry { key: self.key(index), moves: &self.bytes[from..to] }
    }

    fn key(&self, index: usize) -> u64 {
        file::key(&self.bytes, self.extent.first_position() + index * POSITION)
    }

    /// How many moves the positions before that one have.
    fn moves_before(&self, index: usize) -> usize {
        match index {
            0 => 0,
            _ => {
                let end = self.extent.first_position() + index * POSITION - 4;
                file::number(&self.bytes, end) as usize
            }
        }
    }

    fn place_of_move(&self, index: usize) -> usize {
        self.extent.first_move() + index * MOVE
    }
}

impl<'b> Entry<'b> {
    /// The position's canonical key.
    pub fn key(self) -> u64 {
        self.key
    }

    /// What is known of its moves, by their codes.
    pub fn moves(self) -> impl ExactSizeIterator<Item = BookMove> + Clone + 'b {
        let known =
            |record| file::read_move(record, 0).expect("the book was checked when it was read");
        self.moves.chunks_exact(MOVE).map(known)
    }
}
