//! Hex, Y and Poly-Y in SGF.
//!
//! Hex is game 11 of the format: `GM[11]`, `SZ[11]` or `SZ[columns:rows]`. Y and Poly-Y have no
//! number there; a number of our own would claim another game one day and none at all means Go,
//! so they are named: `GM[Y]SZ[10]`, `GM[Y]SZ[bent-93]`, `GM[Poly-Y]SZ[5:7]`. Everything else is
//! as in Hex. `RU` names the swap rule: `swap-pieces`, `swap-sides` or `no-swap`.

use spinney_game::record::{Node, NodeId, Properties, Record, RecordedMove, Setup, Tree};
use spinney_game::sgf::{Game as SgfGame, escape, unescape};
use spinney_game::{Game, TextError, sgf};

use super::replay::{check, set_up};
use crate::{Board, Position, Stone, Swap};

const NO_SWAP: &str = "no-swap";
/// Sides and the letters of their moves and setup stones.
const MOVES: [(Stone, &str); 2] = [(Stone::Black, "B"), (Stone::White, "W")];
const SETUPS: [(Stone, &str); 2] = [(Stone::Black, "AB"), (Stone::White, "AW")];

/// Reads a game and replays all its lines.
pub(super) fn record(game: &SgfGame, swap: Option<Swap>) -> Result<Record, TextError> {
    let dialect = Dialect::of(&game.tree);
    let root = &game.tree[NodeId::ROOT];
    let root_place = game.place(NodeId::ROOT);
    let board = board(root).map_err(|e| e.within(root_place))?;
    let swap = match swap {
        Some(swap) => swap,
        None => swap_rule(game, board, &dialect)?,
    };
    let start = Position::start(board, swap).map_err(|e| e.within(root_place))?;

    let mut record = Record::new(start.name(), start.text());
    let mut nodes = Vec::with_capacity(game.tree.len());
    for id in game.tree.ids() {
        let mut properties = game.tree[id].clone();
        if id == NodeId::ROOT {
            take_game_info(&mut properties, &mut record, &dialect);
        }
        let node = dialect.node(properties, &start).map_err(|e| e.within(game.place(id)))?;
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

/// What differs between programs that write SGF.
struct Dialect {
    /// Cells are two letters, column and row.
    two_letters: bool,
    /// White moves first, so that the colours of moves (but not of players and result, in which
    /// black is the first player) are the other way round.
    colours_exchanged: bool,
    /// HexGui before 1.0, which wrote `swap-pieces` for swap-sides.
    old_hexgui: bool,
}

impl Dialect {
    fn of(tree: &Tree<Properties>) -> Dialect {
        let root = &tree[NodeId::ROOT];
        let words = |id: NodeId| MOVES.iter().filter_map(move |(_, name)| tree[id].get(name));
        let two_letters = !root.contains("GM")
            && tree.preorder().flat_map(words).any(|word| {
                let word = word.trim();
                word.len() == 2 && word.bytes().all(|b| b.is_ascii_alphabetic())
            });
        let first = tree.main_line().find(|&id| words(id).next().is_some());
        Dialect {
            two_letters,
            colours_exchanged: two_letters && first.is_some_and(|id| tree[id].contains("W")),
            old_hexgui: root.get("AP").is_some_and(|program| program.starts_with("HexGui:0.")),
        }
    }

    fn side(&self, stone: Stone) -> Stone {
        if self.colours_exchanged { stone.opponent() } else { stone }
    }

    /// A cell's name, as the board has it, of one that is written.
    fn cell(&self, written: &str) -> String {
        let word = unescape(written).trim().to_ascii_lowercase();
        match word.as_bytes() {
            &[column @ b'a'..=b'z', row @ b'a'..=b'z'] if self.two_letters => {
                format!("{}{}", char::from(column), row - b'a' + 1)
            }
            _ => word,
        }
    }

    /// The move of a node, if it has one.
    fn played<'a>(
        &self,
        properties: &'a Properties,
    ) -> Result<Option<(Stone, &'a str)>, TextError> {
        let mut moves = MOVES.iter().flat_map(|&(stone, name)| {
            properties.values(name).iter().map(move |value| (self.side(stone), value.as_str()))
        });
        let played = moves.next();
        match moves.next() {
            Some((_, second)) => Err(TextError::word(second, "a second move in one node")),
            None => Ok(played),
        }
    }

    /// What properties mean in a game with that start.
    fn node(&self, mut properties: Properties, start: &Position) -> Result<Node, TextError> {
        let mut node = Node::default();
        if let Some((stone, word)) = self.played(&properties)? {
            let word = self.cell(word);
            let text = match word.as_str() {
                "" => "pass",
                "swap" | "swap-pieces" | "swap-sides" => start.swap().name().unwrap_or(&word),
                word => word,
            };
            let side = stone.name().to_owned();
            node.played = Some(RecordedMove { side, text: text.to_owned() });
        }
        MOVES.iter().for_each(|(_, name)| drop(properties.take(name)));

        let cells = start.topology().cells();
        for name in ["AB", "AW", "AE"] {
            if properties.values(name).len() > cells {
                return Err(TextError::word(name, "more stones than the board has cells"));
            }
        }
        for (stone, name) in SETUPS {
            let side = self.side(stone).name();
            node.setup.extend(
                properties
                    .take(name)
                    .iter()
                    .map(|cell| Setup::Stone { side: side.to_owned(), cell: self.cell(cell) }),
            );
        }
        let empty = properties.take("AE");
        node.setup.extend(empty.iter().map(|cell| Setup::Empty { cell: self.cell(cell) }));
        if let Some(colour) = properties.take("PL").first() {
            let stone = match colour.trim().chars().next() {
                Some('B' | 'b' | '1') => Stone::Black,
                Some('W' | 'w' | '2') => Stone::White,
                _ => return Err(TextError::word(colour, "not B or W").within("PL")),
            };
            node.setup.push(Setup::Turn { side: self.side(stone).name().to_owned() });
        }
        let comments: Vec<_> = properties.take("C").iter().map(|c| unescape(c)).collect();
        node.comment = comments.join("\n");
        node.properties = properties;
        Ok(node)
    }

    /// Which swap a move is: by the colour of the move after it, or else by who wrote it.
    fn meaning(&self, tree: &Tree<Properties>, id: NodeId, side: Stone, word: &str) -> Swap {
        let after = tree.children(id).first().map(|&next| self.played(&tree[next]));
        match (word, after) {
            ("swap-sides", _) => Swap::Sides,
            (_, Some(Ok(Some((next, _))))) if next == side => Swap::Sides,
            (_, Some(Ok(Some(_)))) => Swap::Pieces,
            _ if self.old_hexgui => Swap::Sides,
            _ => Swap::Pieces,
        }
    }
}

/// The swap rule of a game: by its swap moves, by its rules, or as people usually play.
fn swap_rule(game: &SgfGame, board: Board, dialect: &Dialect) -> Result<Swap, TextError> {
    let mut found = None;
    for id in game.tree.preorder() {
        let Ok(Some((side, word))) = dialect.played(&game.tree[id]) else {
            continue;
        };
        let word = dialect.cell(word);
        if !matches!(word.as_str(), "swap" | "swap-pieces" | "swap-sides") {
            continue;
        }
        let meaning = dialect.meaning(&game.tree, id, side, &word);
        if *found.get_or_insert(meaning) != meaning {
            let problem = "pieces are swapped in one variation and sides in another";
            return Err(TextError::word(&word, problem).within(game.place(id)));
        }
    }
    let is_square_hex = board.hex_size().is_some_and(|(width, height)| width == height);
    let usual = if is_square_hex { Swap::Pieces } else { Swap::Off };
    let rules = game.tree[NodeId::ROOT].get("RU").and_then(rule_named);
    Ok(found.or(rules).unwrap_or(usual))
}

fn rule_named(name: &str) -> Option<Swap> {
    let name = name.trim();
    match name {
        NO_SWAP => Some(Swap::Off),
        _ => [Swap::Pieces, Swap::Sides].into_iter().find(|swap| swap.name() == Some(name)),
    }
}

/// Takes what a record keeps in fields of its own, and what the writer writes anyway, out of the
/// root's properties.
fn take_game_info(properties: &mut Properties, record: &mut Record, dialect: &Dialect) {
    let mut take =
        |name: &str| properties.take(name).first().map_or(String::new(), |value| unescape(value));
    for name in ["FF", "CA", "AP", "GM", "SZ"] {
        take(name);
    }
    let players = [take("PB"), take("PW")];
    if players.iter().any(|name| !name.is_empty()) {
        record.players = players.to_vec();
    }
    record.event = take("EV");
    record.date = take("DT");
    record.result = take("RE");
    if dialect.two_letters && matches!(record.result.as_str(), "B" | "W") {
        record.result.push('+');
    }
    if properties.get("RU").and_then(rule_named).is_some() {
        properties.take("RU");
    }
}

pub(super) fn write(record: &Record) -> Result<String, TextError> {
    check(record, |_, error| error)?;
    let start = Position::from_text(&record.start)?;
    let mut tree = record.tree.map(|_, node| properties(node));
    let root = &mut tree[NodeId::ROOT];
    if !start.stones(Stone::Black).or(start.stones(Stone::White)).is_empty() {
        // The stones of the start and the changes of the root cannot both be said in one node.
        let mut first = start.clone();
        set_up(&mut first, &record.tree[NodeId::ROOT].setup)?;
        for name in ["AB", "AW", "AE", "PL"] {
            root.take(name);
        }
        for (stone, name) in SETUPS {
            for cell in first.stones(stone) {
                root.add(name, first.topology().cell_name(cell));
            }
        }
        root.set("PL", if first.to_move() == Stone::Black { "B" } else { "W" });
    }
    let before = root_properties(record, &start);
    *root = before.iter().chain(record.properties.iter()).chain(root.iter()).collect();
    Ok(sgf::write([&tree]))
}

/// What any node has.
fn properties(node: &Node) -> Properties {
    let mut properties = Properties::default();
    let letter = |side: &str, names: [(Stone, &'static str); 2]| {
        let [black, white] = names.map(|(_, name)| name);
        if side.eq_ignore_ascii_case(Stone::White.name()) { white } else { black }
    };
    for (i, change) in node.setup.iter().enumerate() {
        // Properties of a node have no order: of several changes to a cell only the last counts.
        let overruled = |later: &Setup| changed_cell(later) == changed_cell(change);
        if node.setup[i + 1..].iter().any(overruled) {
            continue;
        }
        match change {
            Setup::Stone { side, cell } => properties.add(letter(side, SETUPS), escape(cell)),
            Setup::Empty { cell } => properties.add("AE", escape(cell)),
            Setup::Turn { side } => properties.set("PL", letter(side, MOVES)),
        }
    }
    if let Some(played) = &node.played {
        properties.set(letter(&played.side, MOVES), escape(&played.text));
    }
    if !node.comment.is_empty() {
        properties.set("C", escape(&node.comment));
    }
    properties.iter().chain(node.properties.iter()).collect()
}

/// The cell that a change is about; `None` if it is about the turn.
fn changed_cell(change: &Setup) -> Option<&str> {
    match change {
        Setup::Stone { cell, .. } | Setup::Empty { cell } => Some(cell),
        Setup::Turn { .. } => None,
    }
}

/// What the root has before anything else: format, game, board, rules, and who played.
fn root_properties(record: &Record, start: &Position) -> Properties {
    let board = start.topology().board();
    let text = board.to_string();
    let size = text.split_once(' ').map_or("", |(_, size)| size);
    let (game, size) = match (board.hex_size(), board.game()) {
        (Some((width, height)), _) if width == height => ("11", width.to_string()),
        (Some((width, height)), _) => ("11", format!("{width}:{height}")),
        (None, "y") => ("Y", size.to_owned()),
        (None, _) => ("Poly-Y", size.replace(',', ":")),
    };
    let mut root = Properties::default();
    root.set("FF", "4");
    root.set("CA", "UTF-8");
    root.set("AP", concat!("Spinney:", env!("CARGO_PKG_VERSION")));
    root.set("GM", game);
    root.set("SZ", size);
    if !record.properties.contains("RU") {
        root.set("RU", start.swap().name().unwrap_or(NO_SWAP));
    }
    let player = |i: usize| record.players.get(i).map_or("", String::as_str);
    let info = [
        ("PB", player(0)),
        ("PW", player(1)),
        ("EV", &record.event),
        ("DT", &record.date),
        ("RE", &record.result),
    ];
    for (name, text) in info.into_iter().filter(|(_, text)| !text.is_empty()) {
        root.set(name, escape(text));
    }
    root
}
