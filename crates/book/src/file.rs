//! The file: fixed-size records behind a head, all numbers little-endian, a checksum at the end.

use crate::known::{BookMove, Proof};

/// What a book begins with. Its first byte is no text, so that nobody takes it for one.
pub(crate) const MAGIC: [u8; 8] = *b"\x89SPBOOK\n";
/// The version that is written, and the only one that is read.
pub(crate) const VERSION: u32 = 1;
/// Magic, version, length of the origin, positions, moves.
pub(crate) const HEAD: usize = 8 + 4 * 4;
/// A key, and where the moves of the position end.
pub(crate) const POSITION: usize = 8 + 4;
/// A code with what is proven, visits, games, win rate, its error.
pub(crate) const MOVE: usize = 5 * 4;
/// The checksum.
pub(crate) const TAIL: usize = 4;
/// Codes are smaller; the byte above them says what is proven.
pub(crate) const CODES: u32 = 1 << 24;

/// Why bytes are not a book.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FileError {
    /// It begins otherwise.
    #[error("not a book of openings")]
    NotABook,
    /// It is of a later program.
    #[error("version {0} of the format is not known here; only {VERSION} is")]
    Version(u32),
    /// It is not as long as its head says.
    #[error("has {found} bytes, and should have {expected}")]
    Length {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: u64,
    },
    /// Something in it has changed.
    #[error("is damaged: its checksum does not fit")]
    Checksum,
    /// Its records make no sense.
    #[error("position {number}: {problem}")]
    Position {
        /// Which one, from 1 on.
        number: usize,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// Where it comes from is no text.
    #[error("its origin is not text")]
    Origin,
}

/// How many things of each kind there are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    pub(crate) origin: usize,
    pub(crate) positions: usize,
    pub(crate) moves: usize,
}

impl Extent {
    pub(crate) fn first_position(self) -> usize {
        HEAD + self.origin
    }

    pub(crate) fn first_move(self) -> usize {
        self.first_position() + self.positions * POSITION
    }

    /// All bytes, as a number that no head can make too large.
    pub(crate) fn bytes(self) -> u64 {
        let Extent { origin, positions, moves } = self;
        (HEAD + TAIL) as u64
            + origin as u64
            + positions as u64 * POSITION as u64
            + moves as u64 * MOVE as u64
    }
}

pub(crate) fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(array(bytes, at))
}

pub(crate) fn key(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(array(bytes, at))
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes[at..at + N].try_into().expect("a slice has the length it was cut to")
}

/// The move whose record begins there, unless it makes no sense.
pub(crate) fn read_move(bytes: &[u8], at: usize) -> Option<BookMove> {
    let [code, visits, games, win_rate, error] =
        std::array::from_fn(|field| number(bytes, at + 4 * field));
    let proof = match code / CODES {
        0 => None,
        1 => Some(Proof::Wins),
        2 => Some(Proof::Loses),
        _ => return None,
    };
    let (win_rate, error) = (f32::from_bits(win_rate), f32::from_bits(error));
    let is_sound = (0.0..=1.0).contains(&win_rate) && (0.0..=1.0).contains(&error);
    let code = code % CODES;
    is_sound.then_some(BookMove { code, visits, games, win_rate, error, proof })
}

pub(crate) fn write_move(known: &BookMove, bytes: &mut Vec<u8>) {
    let proof = match known.proof {
        None => 0,
        Some(Proof::Wins) => 1,
        Some(Proof::Loses) => 2,
    };
    for number in [
        known.code + proof * CODES,
        known.visits,
        known.games,
        known.win_rate.to_bits(),
        known.error.to_bits(),
    ] {
        bytes.extend(number.to_le_bytes());
    }
}
