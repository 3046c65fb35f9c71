//! Stones on cells in SGF: what nodes and roots say, whatever the game.
//!
//! Cells are written by their names. `RU` names the swap rule: `swap-pieces`, `swap-sides` or
//! `no-swap`.

use spinney_game::record::{Node, NodeId, Properties, Record, RecordedMove, Setup, Tree};
use spinney_game::sgf::{Game as SgfGame, escape, unescape};
use spinney_game::{Swap, TextError};

use crate::{Placement, Stone, Topology};

const NO_SWAP: &str = "no-swap";
/// Sides and the letters of their moves and setup stones.
const MOVES: [(Stone, &str); 2] = [(Stone::Black, "B"), (Stone::White, "W")];
const SETUPS: [(Stone, &str); 2] = [(Stone::Black, "AB"), (Stone::White, "AW")];

/// What differs between programs that write SGF.
pub struct Dialect {
    /// Cells are two letters, column and row.
    two_letters: bool,
    /// Every column of a hexagon with that side counts its cells from one.
    short_columns: Option<usize>,
    /// White moves first, so that the colours of moves (but not of players and result, in which
    /// black is the first player) are the other way round.
    colours_exchanged: bool,
    /// HexGui before 1.0, which wrote `swap-pieces` for swap-sides.
    old_hexgui: bool,
}

impl Dialect {
    /// How that game was written.
    pub fn of(tree: &Tree<Properties>) -> Dialect {
        let root = &tree[NodeId::ROOT];
        let words = |id: NodeId| MOVES.iter().filter_map(move |(_, name)| tree[id].get(name));
        let two_letters = !root.contains("GM")
            && tree.preorder().flat_map(words).any(|word| {
                let word = word.trim();
                word.len() == 2 && word.bytes().all(|b| b.is_ascii_alphabetic())
            });
        Dialect {
            two_letters,
            short_columns: None,
            colours_exchanged: two_letters && starts_with_white(tree),
            old_hexgui: root.get("AP").is_some_and(|program| program.starts_with("HexGui:0.")),
        }
    }

    /// How Little Golem writes a game on a hexagon with that side.
    pub fn with_short_columns(side: usize, tree: &Tree<Properties>) -> Dialect {
        let colours_exchanged = starts_with_white(tree);
        Dialect { short_columns: Some(side), colours_exchanged, ..Dialect::of(tree) }
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
            _ => self.short_columns.and_then(|side| long_column(&word, side)).unwrap_or(word),
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

    /// What properties mean on a board of so many cells with that swap rule.
    pub fn node(
        &self,
        mut properties: Properties,
        cells: usize,
        swap: Swap,
    ) -> Result<Node, TextError> {
        let mut node = Node::default();
        if let Some((stone, word)) = self.played(&properties)? {
            let word = self.cell(word);
            let text = match word.as_str() {
                "" => "pass",
                "swap" | "swap-pieces" | "swap-sides" => swap.name().unwrap_or(&word),
                word => word,
            };
            let side = stone.name().to_owned();
            node.played = Some(RecordedMove { side, text: text.to_owned() });
        }
        MOVES.iter().for_each(|(_, name)| drop(properties.take(name)));

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

/// Whether the first move of the main line is White's.
fn starts_with_white(tree: &Tree<Properties>) -> bool {
    let has = |id: NodeId, name: &str| tree[id].contains(name);
    let first = tree.main_line().find(|&id| MOVES.iter().any(|(_, name)| has(id, name)));
    first.is_some_and(|id| has(id, "W"))
}

/// How many numbers less than its row a cell of a hexagon with that side has where every column
/// counts from one: columns from the middle on start in later rows.
fn rows_above(column: u8, side: usize) -> usize {
    usize::from(column - b'a').saturating_sub(side.saturating_sub(1))
}

/// Column and number of a cell's name.
fn parts(name: &str) -> Option<(u8, usize)> {
    let (&column, digits) = name.as_bytes().split_first()?;
    let is_plain = column.is_ascii_lowercase() && (1..=3).contains(&digits.len());
    let is_plain = is_plain && digits.iter().all(u8::is_ascii_digit);
    is_plain.then(|| name[1..].parse().ok()).flatten().map(|number| (column, number))
}

/// The name of a cell by its row, of the one that counts from one in its column.
fn long_column(name: &str, side: usize) -> Option<String> {
    let (column, number) = parts(name)?;
    Some(format!("{}{}", char::from(column), number + rows_above(column, side)))
}

/// The opposite: the name of a cell that counts from one in its column.
pub fn short_column(name: &str, side: usize) -> Option<String> {
    let (column, row) = parts(name)?;
    let number = row.checked_sub(rows_above(column, side))?;
    Some(format!("{}{number}", char::from(column)))
}

/// The swap rule of a game: by its swap moves, by its rules, or as people usually play.
pub fn swap_rule(game: &SgfGame, usual: Swap, dialect: &Dialect) -> Result<Swap, TextError> {
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
pub fn take_game_info(properties: &mut Properties, record: &mut Record, dialect: &Dialect) {
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
    let is_little_golem = dialect.two_letters || dialect.short_columns.is_some();
    if is_little_golem && matches!(record.result.as_str(), "B" | "W") {
        record.result.push('+');
    }
    if properties.get("RU").and_then(rule_named).is_some() {
        properties.take("RU");
    }
}

/// What any node has.
pub fn properties(node: &Node) -> Properties {
    let mut properties = Properties::default();
    let letter = |side: &str, names: [(Stone, &'static str); 2]| {
        let [black, white] = names.map(|(_, name)| name);
        if side.eq_ignore_ascii_case(Stone::White.name()) { white } else { black }
    };
    let mut changes = Vec::new();
    for (i, change) in node.setup.iter().enumerate() {
        // Properties of a node have no order: of several changes to a cell only the last counts.
        let overruled = |later: &Setup| changed_cell(later) == changed_cell(change);
        if node.setup[i + 1..].iter().any(overruled) {
            continue;
        }
        changes.push(match change {
            Setup::Stone { side, cell } => (letter(side, SETUPS), escape(cell)),
            Setup::Empty { cell } => ("AE", escape(cell)),
            Setup::Turn { side } => ("PL", letter(side, MOVES).to_owned()),
        });
    }
    // In the order in which they are read, whatever that was in the dialect that they come from.
    for name in ["AB", "AW", "AE", "PL"] {
        let named = changes.iter().filter(|(of, _)| *of == name);
        named.for_each(|(_, value)| properties.add(name, value.as_str()));
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

/// Says in a node what is on the board and whose turn it is, instead of what the node changes.
pub fn place(node: &mut Properties, topology: &Topology, placement: &Placement) {
    for name in ["AB", "AW", "AE", "PL"] {
        node.take(name);
    }
    for (stone, name) in SETUPS {
        for cell in &placement.stones[stone.index()] {
            node.add(name, topology.cell_name(cell));
        }
    }
    node.set("PL", if placement.to_move == Stone::Black { "B" } else { "W" });
}

/// What the root has before anything else: format, game, size, rules, and who played.
pub fn root_properties(record: &Record, game: &str, size: &str, swap: Swap) -> Properties {
    let mut root = Properties::default();
    root.set("FF", "4");
    root.set("CA", "UTF-8");
    root.set("AP", concat!("Spinney:", env!("CARGO_PKG_VERSION")));
    root.set("GM", game);
    root.set("SZ", size);
    if !record.properties.contains("RU") {
        root.set("RU", swap.name().unwrap_or(NO_SWAP));
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
