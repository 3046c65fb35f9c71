//! Hex, Y and Poly-Y in SGF.
//!
//! Hex is game 11 of the format: `GM[11]`, `SZ[11]` or `SZ[columns:rows]`. Y and Poly-Y have no
//! number there; a number of our own would claim another game one day and none at all means Go,
//! so they are named: `GM[Y]SZ[10]`, `GM[Y]SZ[bent-93]`, `GM[Poly-Y]SZ[5:7]`. Everything else is
//! as in Hex, see [`spinney_board::sgf`].

use spinney_board::sgf::{Dialect, place, properties, root_properties, swap_rule, take_game_info};
use spinney_game::record::{NodeId, Properties, Record};
use spinney_game::sgf::{Game as SgfGame, unescape};
use spinney_game::{Game, Swap, TextError, sgf};

use super::replay::{check, set_up};
use crate::{Board, Position};

/// Reads a game and replays all its lines.
pub(super) fn record(game: &SgfGame, swap: Option<Swap>) -> Result<Record, TextError> {
    let dialect = Dialect::of(&game.tree);
    let root = &game.tree[NodeId::ROOT];
    let root_place = game.place(NodeId::ROOT);
    let board = board(root).map_err(|e| e.within(root_place))?;
    let cells = board.topology().cells();
    let swap = match swap {
        Some(swap) => swap,
        None => swap_rule(game, super::usual_swap(&board), &dialect)?,
    };
    let start = Position::start(board, swap).map_err(|e| e.within(root_place))?;

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
    check(&record, |id, error| error.within(game.place(id)))?;
    Ok(record)
}

/// Which board the root names.
fn board(root: &Properties) -> Result<Board, TextError> {
    let value = |name: &str| root.get(name).map(|value| unescape(value).trim().to_lowercase());
    let size = value("SZ");
    let game = match value("GM").as_deref() {
        None | Some("11") => "hex",
        Some("y") => "y",
        Some("poly-y" | "polyy") => "polyy",
        Some(other) => {
            let problem = "not a game that is known here: 11 is Hex; there are also Y and Poly-Y";
            return Err(TextError::word(other, problem).within("GM"));
        }
    };
    let size = match (game, size) {
        ("hex", None) => "11".to_owned(),
        ("hex", Some(size)) => size.replace(':', "x"),
        ("polyy", Some(size)) => size.replace(':', ","),
        (_, Some(size)) => size,
        (_, None) => return Err(TextError::at("SZ", "is missing")),
    };
    Board::parse(game, &size).map_err(|e| e.within("SZ"))
}

pub(super) fn write(record: &Record) -> Result<String, TextError> {
    check(record, |_, error| error)?;
    let start = Position::from_text(&record.start)?;
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
fn game_and_size(board: &Board) -> (&'static str, String) {
    match (board.hex_size(), board.game()) {
        (Some((width, height)), _) if width == height => ("11", width.to_string()),
        (Some((width, height)), _) => ("11", format!("{width}:{height}")),
        (None, "y") => ("Y", board.size()),
        (None, _) => ("Poly-Y", board.size().replace(',', ":")),
    }
}
