//! Records of Hex, Y and Poly-Y in the formats that people exchange: SGF, Little Golem's SGF,
//! HexWorld and trmph links, and CodeCup move lists.
//!
//! Reading finds out which format a text is in, and replays every line of it: what is returned
//! can be played. The swap is where formats differ most; see [`read_record`].
//!
//! ```
//! use spinney_connection::record::{self, Format};
//! use spinney_game::Game;
//! let record = record::read_record("https://hexworld.org/board/#11c1,a2:sf6")?;
//! assert_eq!(record.start, "hex 11x11 swap-pieces; black to move");
//! let last = record::replay(&record)?.pop().unwrap();
//! assert_eq!(last.text(), "hex 11x11 swap-pieces; black f6; white b1; white to move");
//! let sgf = record::write_record(&record, Format::Sgf)?;
//! assert!(sgf.contains(";B[a2];W[swap-pieces];B[f6]"));
//! assert_eq!(record::read_record(&sgf)?, record);
//! # Ok::<(), spinney_game::TextError>(())
//! ```

mod codecup;
mod link;
pub(crate) mod replay;
pub(crate) mod sgf;

use spinney_game::TextError;
use spinney_game::record::{NodeId, Record};

use crate::{Board, EdgeGoal, Goal, Position, Swap};

/// A format of records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// SGF, `FF[4]`: `(;FF[4]GM[11]SZ[11];B[a2];W[swap-pieces])`. Keeps everything. Little Golem's
    /// dialect, in which white moves first and cells are two letters, is read too:
    /// `(;SZ[13];W[mf];B[swap])`.
    Sgf,
    /// A link to HexWorld's board: `https://hexworld.org/board/#11c1,a2:sf6`. Keeps the main line.
    /// trmph's simpler links are read too: `https://trmph.com/hex/board#13,a1b2c3`.
    HexWorld,
    /// The moves of a CodeCup game of Poly-Y, `43 -1 55`, on the board (5,7). Keeps the main line.
    CodeCup,
}

impl Format {
    /// The format that a text looks like.
    pub fn of(text: &str) -> Result<Format, TextError> {
        if text.contains("(;") || text.trim_start().starts_with('(') {
            return Ok(Format::Sgf);
        }
        if codecup::looks_like(text) {
            return Ok(Format::CodeCup);
        }
        if spinney_board::link::looks_like(text) {
            return Ok(Format::HexWorld);
        }
        let problem = "not SGF, a HexWorld or trmph link, or a list of CodeCup moves";
        Err(TextError::word(text.trim(), problem))
    }
}

/// Reads a record, of several the first.
///
/// What `swap-pieces` means in SGF has changed: HexGui since 1.0, HexWorld and PlayHex mean what
/// it says (the stone changes colour and is reflected), while HexGui before that and engines of
/// its time meant what is properly called `swap-sides`. The colour of the next move tells them
/// apart, since after a swap of sides the side that swapped moves again; where there is no next
/// move, the program that wrote the record (`AP`) does. The same goes for plain `swap`. The rule
/// that was found is part of the record's start, and moves are named by it.
pub fn read_record(text: &str) -> Result<Record, TextError> {
    first(text, None)
}

/// Reads a record and takes every swap in it for the one that is given, whatever it is called.
pub fn read_record_as(text: &str, swap: Swap) -> Result<Record, TextError> {
    first(text, Some(swap))
}

/// Reads every record of a text, at least one, each for itself: a mistake in one leaves the others,
/// unless it is a mistake of SGF itself, which is the end of the collection. Links stand on a line
/// each, and games of CodeCup are set apart by empty lines.
pub fn read_records(text: &str) -> Vec<Result<Record, TextError>> {
    let format = match Format::of(text) {
        Ok(format) => format,
        Err(error) => return vec![Err(error)],
    };
    let parts = match format {
        Format::Sgf => {
            let games = spinney_game::sgf::games(text);
            let records: Vec<_> = games
                .map(|game| game.and_then(|game| sgf::record::<EdgeGoal>(&game, None)))
                .collect();
            return if records.is_empty() { vec![first(text, None)] } else { records };
        }
        Format::HexWorld => link::games(text),
        Format::CodeCup => codecup::games(text),
    };
    let read = |part: &(usize, &str)| match format {
        Format::CodeCup => codecup::record(part.1),
        _ => link::record(part.1, None),
    };
    let alone = parts.len() == 1;
    let within = |line, error: TextError| {
        if alone { error } else { error.within(format_args!("line {line}")) }
    };
    parts.iter().map(|part| read(part).map_err(|error| within(part.0, error))).collect()
}

fn first(text: &str, swap: Option<Swap>) -> Result<Record, TextError> {
    match Format::of(text)? {
        Format::Sgf => sgf::record::<EdgeGoal>(&spinney_game::sgf::read_first(text)?, swap),
        Format::HexWorld => link::record(first_of(&link::games(text)), swap),
        Format::CodeCup => codecup::record(first_of(&codecup::games(text))),
    }
}

fn first_of<'a>(games: &[(usize, &'a str)]) -> &'a str {
    games.first().map_or("", |&(_, text)| text)
}

/// Writes a record. What the format cannot express (variations and comments in a link) is left
/// out; what would change the game is an error.
pub fn write_record(record: &Record, format: Format) -> Result<String, TextError> {
    match format {
        Format::Sgf => sgf::write::<EdgeGoal>(record),
        Format::HexWorld => link::write(record),
        Format::CodeCup => codecup::write(record),
    }
}

/// The positions of a record's main line, one for every node: after the setup of the root, and
/// after every further node.
pub fn replay(record: &Record) -> Result<Vec<Position>, TextError> {
    replay::replay(record)
}

/// The positions along a line of a record, such as [`Tree::line_to`] gives it.
///
/// [`Tree::line_to`]: spinney_game::record::Tree::line_to
pub fn replay_line(record: &Record, line: &[NodeId]) -> Result<Vec<Position>, TextError> {
    replay::replay_line(record, line)
}

/// How people usually play on a board, where a record does not say.
fn usual_swap<G: Goal>(board: &Board<G>) -> Swap {
    let rhombus = board.topology().shape().as_parallelogram();
    if rhombus.is_some_and(|(width, height)| width == height) { Swap::Pieces } else { Swap::Off }
}

/// The examples of the manual are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/records.md")]
struct Manual;
