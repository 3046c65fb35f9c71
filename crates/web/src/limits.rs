//! How large games and records may be, whoever keeps them.

/// The longest record that is read, in bytes.
pub const LONGEST_RECORD: usize = 1 << 20;
/// No game has more moves and variations.
pub const MOST_NODES: usize = 20_000;
/// No line of a game has more moves.
pub const LONGEST_LINE: usize = 2_000;
/// Bytes that a game takes at most, with its comments, what its record says and what engines think
/// of it.
pub const LARGEST_GAME: usize = 2 << 20;
