//! Records of Havannah: SGF, and Little Golem's own.
//!
//! SGF has no number for the game, so that it is named, as morat does: `GM[Havannah]SZ[8]`. Little
//! Golem names it by the tournament, `EV[havannah.in.size4.4]`; White moves first, and every column
//! counts its cells from one, so that its `E1` on a board of side 4 is our `e2`.
//!
//! ```
//! use spinney_connection::havannah::record::{self, Format};
//! let text = "(;FF[4]EV[havannah.in.size4.4]PB[Ann]PW[Bob]SZ[4];W[E1];B[swap];W[F2])";
//! let read = record::read_record(text)?;
//! let moves: Vec<_> = read.moves().map(|m| format!("{} {}", m.side, m.text)).collect();
//! assert_eq!(moves, ["black e2", "white swap-pieces", "black f4"]);
//! assert_eq!(record::read_record(&record::write_record(&read, Format::Sgf)?)?, read);
//! assert!(record::write_record(&read, Format::LittleGolem)?.contains(";W[e1];B[swap];W[f2]"));
//! # Ok::<(), spinney_game::TextError>(())
//! ```

use spinney_board::Stone;
use spinney_board::sgf::short_column;
use spinney_game::TextError;
use spinney_game::record::{NodeId, Properties, Record, Tree};
use spinney_game::sgf::{self as format, escape};

use super::{Havannah, Position};
use crate::record::{replay as replays, sgf};

/// A format of records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// SGF, `FF[4]`. Keeps everything.
    Sgf,
    /// As Little Golem writes games. Keeps the main line.
    LittleGolem,
}

/// Reads a record in either format, of several the first, and replays all its lines.
pub fn read_record(text: &str) -> Result<Record, TextError> {
    sgf::record::<Havannah>(&format::read_first(text)?, None)
}

/// Whether the first game of a text says that it is one of Havannah, right or wrong.
pub fn is_record(text: &str) -> bool {
    let game = format::read_first(text);
    game.is_ok_and(|game| sgf::game_of(&game.tree[NodeId::ROOT]) == Ok("havannah"))
}

/// Reads every record of a text, at least one, each for itself: a mistake in one leaves the others,
/// unless it is a mistake of SGF itself, which is the end of the collection.
pub fn read_records(text: &str) -> Vec<Result<Record, TextError>> {
    let read = |game: &format::Game| sgf::record::<Havannah>(game, None);
    let records: Vec<_> = format::games(text).map(|game| read(&game?)).collect();
    if records.is_empty() { vec![read_record(text)] } else { records }
}

/// Writes a record. What the format cannot express is left out; what would change the game is an
/// error.
pub fn write_record(record: &Record, format: Format) -> Result<String, TextError> {
    match format {
        Format::Sgf => sgf::write::<Havannah>(record),
        Format::LittleGolem => little_golem(record),
    }
}

/// The positions of a record's main line, one for every node.
pub fn replay(record: &Record) -> Result<Vec<Position>, TextError> {
    replays::replay(record)
}

fn little_golem(record: &Record) -> Result<String, TextError> {
    let positions = replay(record)?;
    let start = &positions[0];
    if start.empties() != start.topology().all_cells() {
        return Err(TextError::word(&record.start, "a game of Little Golem starts without stones"));
    }
    let side = start.topology().shape().as_hexagon().unwrap_or_default();
    let mut root = Properties::default();
    root.set("FF", "4");
    // The name of the game is where it is read from.
    let named = record.event.to_ascii_lowercase().starts_with("havannah");
    root.set("EV", if named { escape(&record.event) } else { "havannah".into() });
    for (name, player) in ["PB", "PW"].into_iter().zip(&record.players) {
        root.set(name, escape(player));
    }
    root.set("SZ", side.to_string());
    if !record.result.is_empty() {
        root.set("RE", escape(record.result.trim_end_matches('+')));
    }
    let mut tree = Tree::new(root);
    let mut at = NodeId::ROOT;
    let mut before = start;
    for (number, (id, position)) in record.tree.main_line().zip(&positions).enumerate() {
        let node = &record.tree[id];
        let Some(played) = &node.played else { continue };
        let place = || format!("move {number}");
        // Whoever gives up may do so at any time.
        let gives_up = ["resign", "forfeit"].contains(&played.text.as_str());
        let is_plain = gives_up || played.side == before.to_move().name();
        if !is_plain || !node.setup.is_empty() || played.text == "pass" {
            return Err(TextError::at(place(), "not a plain move of the side whose turn it is"));
        }
        if at == NodeId::ROOT && played.side != Stone::Black.name() {
            // Whoever comes first is taken for the one who began.
            let problem = "gives up before the first move; write SGF instead";
            return Err(TextError::at(&played.side, problem));
        }
        if played.text == "swap-sides" {
            let problem = "is a swap of sides; on Little Golem the stone changes its colour";
            return Err(TextError::at(place(), problem));
        }
        let word = match played.text.as_str() {
            "swap-pieces" => "swap".to_owned(),
            text => short_column(text, side).unwrap_or_else(|| text.to_owned()),
        };
        // White moves first there.
        let letter = if played.side == Stone::Black.name() { "W" } else { "B" };
        let mut properties = Properties::default();
        properties.set(letter, word);
        at = tree.add(at, properties).map_err(|e| TextError::at(place(), e))?;
        before = position;
    }
    Ok(format::write([&tree]))
}
