//! Tables of proof numbers in files.
//!
//! A wrong number in a table is a wrong proof, so nothing is taken over from a file unless all of it
//! is what was written, for the same board, by the same version of this program, and with the same
//! way of telling positions apart. A file is five lines of text and an empty one,
//!
//! ```text
//! spinney df-pn 2
//! version 0.1.0
//! board hex 5x5; black to move
//! keys 1b2c3d4e
//! entries 1234
//!
//! ```
//!
//! then for each entry its key, its bounds and the work behind them as little-endian words of 64
//! bits, and last the CRC-32 of all that, in four bytes. Where two questions are asked, a file has
//! one such table after the other.

use std::io::{self, Read, Write};

use crc32fast::Hasher;
use spinney_game::{Game, Rng, StaticProver, TextError};

use super::table::Table;

/// What every such file has started with.
const MAGIC: &str = "spinney df-pn ";
/// The number of the format described above.
const FORMAT: &str = "2";
/// Whoever finds more, or less, than is provable is another version.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// No line of the header is longer.
const LONGEST_LINE: usize = 1 << 9;
/// Random games whose positions stand for all when it comes to their keys.
const GAMES: u64 = 4;

/// Why a saved table cannot be used. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// It is something else.
    #[error("this is not a table of proof numbers")]
    NotATable,
    /// It has another format.
    #[error(
        "the table has format {0:?}, which only the version that wrote it can vouch for: \
         delete it or name another file, and solve again"
    )]
    OtherFormat(String),
    /// Another version has proven what is in it.
    #[error(
        "the table was written by version {0:?}, and this is {VERSION}: \
         delete it or name another file, and solve again"
    )]
    OtherVersion(String),
    /// It is about another board or other rules.
    #[error("the table is of another board: {0:?}")]
    OtherBoard(String),
    /// The same numbers stand for other positions.
    #[error(
        "positions have other keys in the table than in this program: \
         delete it or name another file, and solve again"
    )]
    OtherKeys,
    /// It is not what was written.
    #[error("the table is damaged, {0}: delete it or name another file, and solve again")]
    Damaged(&'static str),
    /// There is no room for it.
    #[error(transparent)]
    Memory(#[from] TextError),
    /// It cannot be read.
    #[error(transparent)]
    Io(io::Error),
}

impl From<io::Error> for TableError {
    fn from(error: io::Error) -> TableError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => TableError::Damaged("it ends too early"),
            _ => TableError::Io(error),
        }
    }
}

/// What a table of a board is told by.
pub(super) struct Origin {
    board: String,
    keys: u32,
}

impl Origin {
    /// Of tables of the board where games start from that position.
    pub(super) fn of<G: Game>(prover: &impl StaticProver<G>, start: &G) -> Origin {
        let mut keys = Hasher::new();
        let mut add = |position: &G| keys.update(&prover.key(position).to_le_bytes());
        let mut moves = Vec::new();
        start.moves(&mut moves);
        for &m in &moves {
            let mut after = start.clone();
            after.play(m);
            add(&after);
        }
        for game in 0..GAMES {
            let (mut position, mut rng) = (start.clone(), Rng::new(game, 0));
            while let Some(&m) = rng.choose(&moves) {
                add(&position);
                position.play(m);
                moves.clear();
                position.moves(&mut moves);
            }
            start.moves(&mut moves);
        }
        Origin { board: start.text(), keys: keys.finalize() }
    }
}

/// Writes a table.
pub(super) fn save(table: &Table, origin: &Origin, out: &mut impl Write) -> io::Result<()> {
    let mut out = Summed { inner: out, sum: Hasher::new() };
    let (Origin { board, keys }, entries) = (origin, table.entries().count());
    writeln!(out, "{MAGIC}{FORMAT}\nversion {VERSION}\nboard {board}")?;
    writeln!(out, "keys {keys:08x}\nentries {entries}\n")?;
    for word in table.entries().flatten() {
        out.write_all(&word.to_le_bytes())?;
    }
    let sum = out.sum.clone().finalize();
    out.inner.write_all(&sum.to_le_bytes())
}

/// Adds what was [saved](save) to a table, which is to be thrown away if that fails or if this is not
/// the [end]. A table of another size keeps what fits.
pub(super) fn load(table: &Table, origin: &Origin, from: &mut impl Read) -> Result<(), TableError> {
    let mut from = Summed { inner: from, sum: Hasher::new() };
    let mut magic = [0; MAGIC.len()];
    match from.read_exact(&mut magic) {
        Ok(()) if magic == MAGIC.as_bytes() => {}
        Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error.into()),
        _ => return Err(TableError::NotATable),
    }
    let format = line(&mut from, "")?;
    if format != FORMAT {
        return Err(TableError::OtherFormat(format));
    }
    let version = line(&mut from, "version ")?;
    if version != VERSION {
        return Err(TableError::OtherVersion(version));
    }
    let board = line(&mut from, "board ")?;
    if board != origin.board {
        return Err(TableError::OtherBoard(board));
    }
    if line(&mut from, "keys ")? != format!("{:08x}", origin.keys) {
        return Err(TableError::OtherKeys);
    }
    let no_number = |_| TableError::Damaged("the number of its entries is none");
    let entries: u64 = line(&mut from, "entries ")?.parse().map_err(no_number)?;
    line(&mut from, "")?;
    for _ in 0..entries {
        let mut words = [[0; 8]; 3];
        from.read_exact(words.as_flattened_mut())?;
        let [key, bounds, work] = words.map(u64::from_le_bytes);
        if !table.add(key, bounds, work) {
            return Err(TableError::Damaged("an entry is neither proven nor open"));
        }
    }
    let (sum, mut written) = (from.sum.clone().finalize(), [0; 4]);
    from.inner.read_exact(&mut written)?;
    if sum != u32::from_le_bytes(written) {
        return Err(TableError::Damaged("its checksum is wrong"));
    }
    Ok(())
}

/// Sees that there is nothing after the last table.
pub(super) fn end(from: &mut impl Read) -> Result<(), TableError> {
    match from.read(&mut [0])? {
        0 => Ok(()),
        _ => Err(TableError::Damaged("something comes after it")),
    }
}

/// What follows that word on a line.
fn line(from: &mut impl Read, word: &str) -> Result<String, TableError> {
    let mut line = Vec::new();
    loop {
        let mut byte = [0];
        from.read_exact(&mut byte)?;
        match byte[0] {
            b'\n' => break,
            _ if line.len() == LONGEST_LINE => {
                return Err(TableError::Damaged("a line has no end"));
            }
            byte => line.push(byte),
        }
    }
    let text = String::from_utf8(line).ok();
    let rest = text.as_deref().and_then(|text| text.strip_prefix(word));
    rest.map(str::to_owned).ok_or(TableError::Damaged("a line of its header is missing"))
}

/// Reads or writes, and sums up what went through.
struct Summed<'a, T> {
    inner: &'a mut T,
    sum: Hasher,
}

impl<T: Read> Read for Summed<'_, T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.sum.update(&buffer[..count]);
        Ok(count)
    }
}

impl<T: Write> Write for Summed<'_, T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.sum.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
