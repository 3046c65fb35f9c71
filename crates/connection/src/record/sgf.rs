//! Games of stones in SGF.
//!
//! Hex is game 11 of the format: `GM[11]`, `SZ[11]` or `SZ[columns:rows]`. Others have no number
//! there; a number of our own would claim another game one day and none at all means Go, so they
//! are named: `GM[Y]SZ[10]`, `GM[Y]SZ[bent-93]`, `GM[Poly-Y]SZ[5:7]`, `GM[Havannah]SZ[8]`.
//! Everything else is as in Hex, see [`spinney_board::sgf`].

use spinney_board::sgf::{Dialect, place, properties, root_properties, swap_rule, take_game_info};
use spinney_game::record::{NodeId, Properties, Record};
use spinney_game::sgf::{Game as SgfGame, unescape};
use spinney_game::{Game, Swap, TextError, sgf};

use super::replay::{check, set_up};
use crate::{Board, Goal, PositionOf};

/// Reads a game and replays all its lines.
pub(crate) fn record<G: Goal>(game: &SgfGame, swap: Option<Swap>) -> Result<Record, TextError> {
    let root = &game.tree[NodeId::ROOT];
    let root_place = game.place(NodeId::ROOT);
    let board = board::<G>(root).map_err(|e| e.within(root_place))?;
    let (dialect, usual_swap) = match board.topology().shape().as_hexagon() {
        // Little Golem, where anybody may swap.
        Some(side) if !root.contains("GM") => {
            (Dialect::with_short_columns(side, &game.tree), Swap::Pieces)
        }
        _ => (Dialect::of(&game.tree), super::usual_swap(&board)),
    };
    let cells = board.topology().cells();
    let swap = match swap {
        Some(swap) => swap,
        None => swap_rule(game, usual_swap, &dialect)?,
    };
    let start = PositionOf::start(board, swap).map_err(|e| e.within(root_place))?;

    let mut record = Record::new(start.name(), start.text());
    let mut nodes = Vec::with_capacity(game.tree.len());
    for id in game.tree.ids() {
        let mut properties = game.tree[id].clone();
        if id == NodeId::ROOT {
            take_game_info(&mut properties, &mut record, &dialect);
        }
        let node = dialect.node(properties, cells, swap).map_err(|e| e.within(game.place(id)))?;
        nodes.push(node);
    }
    record.properties = std::mem::take(&mut nodes[0].properties);
    record.tree = game.tree.map(|id, _| std::mem::take(&mut nodes[id.index()]));
    check::<G>(&record, |id, error| error.within(game.place(id)))?;
    Ok(record)
}

/// Which game the root names.
pub(crate) fn game_of(root: &Properties) -> Result<&'static str, TextError> {
    match value(root, "GM").as_deref() {
        // Little Golem names no game but the tournament, by its game.
        None if value(root, "EV").is_some_and(|event| event.starts_with("havannah")) => {
            Ok("havannah")
        }
        None | Some("11") => Ok("hex"),
        Some("y") => Ok("y"),
        Some("poly-y" | "polyy") => Ok("polyy"),
        Some("havannah") => Ok("havannah"),
        Some(other) => {
            let problem = "not a game that is known here: 11 is Hex; there are also Y, Poly-Y and \
                           Havannah";
            Err(TextError::word(other, problem).within("GM"))
        }
    }
}

fn value(root: &Properties, name: &str) -> Option<String> {
    root.get(name).map(|value| unescape(value).trim().to_lowercase())
}

/// Which board the root names.
fn board<G: Goal>(root: &Properties) -> Result<Board<G>, TextError> {
    let (game, size) = (game_of(root)?, value(root, "SZ"));
    let size = match (game, size) {
        ("hex", None) => "11".to_owned(),
        ("hex", Some(size)) => size.replace(':', "x"),
        ("polyy", Some(size)) => size.replace(':', ","),
        (_, Some(size)) => size,
        (_, None) => return Err(TextError::at("SZ", "is missing")),
    };
    G::board(game, &size).map_err(|e| e.within("SZ"))
}

pub(crate) fn write<G: Goal>(record: &Record) -> Result<String, TextError> {
    check::<G>(record, |_, error| error)?;
    let start = PositionOf::<G>::from_text(&record.start)?;
    let mut tree = record.tree.map(|_, node| properties(node));
    let root = &mut tree[NodeId::ROOT];
    if start.empties() != start.topology().all_cells() {
        // The stones of the start and the changes of the root cannot both be said in one node.
        let mut first = start.clone();
        set_up(&mut first, &record.tree[NodeId::ROOT].setup)?;
        place(root, first.topology(), &first.placement());
    }
    let (game, size) = game_and_size(start.board());
    let before = root_properties(record, game, &size, start.swap());
    *root = before.iter().chain(record.properties.iter()).chain(root.iter()).collect();
    Ok(sgf::write([&tree]))
}

/// What the format calls the game, and how it writes the size of the board.
fn game_and_size<G: Goal>(board: &Board<G>) -> (&'static str, String) {
    match (board.topology().shape().as_parallelogram(), board.game()) {
        (Some((width, height)), _) if width == height => ("11", width.to_string()),
        (Some((width, height)), _) => ("11", format!("{width}:{height}")),
        (None, "y") => ("Y", board.size()),
        (None, "havannah") => ("Havannah", board.size()),
        (None, _) => ("Poly-Y", board.size().replace(',', ":")),
    }
}
