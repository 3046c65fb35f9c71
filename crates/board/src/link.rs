//! Links to interactive boards, which hold a game on a parallelogram in their fragment:
//!
//! ```text
//! fragment = size { flag } "," moves [ "," moves ]
//! size     = number [ "x" number ]              columns and rows
//! flag     = "r" number | "m" | "n" | "c" number     rotation, mirror, numbers, colours
//! moves    = { cell | ":s" | ":S" | ":p" | ":rb" | ":rw" | ":fb" | ":fw" }
//! ```
//!
//! The second comma is where the viewer stands. `:s` swaps pieces, `:S` swaps sides, `:p` passes,
//! `:r` and `:f` say that black or white resigns or forfeits. trmph's links are the simplest of
//! these: a size, a comma, cells.

use spinney_game::TextError;
use spinney_game::record::Record;

use crate::Stone;

/// Flags of a link other than `c1`, kept under this name among a record's properties.
const FLAGS: &str = "HWFLAGS";
/// How many moves the viewer of the link has seen, if not all.
const CURSOR: &str = "HWCURSOR";

const SPECIAL_MOVES: [(&str, &str); 7] = [
    (":s", "swap-pieces"),
    (":S", "swap-sides"),
    (":p", "pass"),
    (":rb", "resign"),
    (":rw", "resign"),
    (":fb", "forfeit"),
    (":fw", "forfeit"),
];

/// A link taken apart.
pub struct Link<'a> {
    /// How many columns the board has.
    pub columns: usize,
    /// How many rows it has.
    pub rows: usize,
    /// The moves that the viewer has seen.
    pub seen: &'a str,
    /// The moves after those.
    pub ahead: &'a str,
    flags: String,
}

impl Link<'_> {
    /// Takes a link, or its fragment, apart.
    pub fn read(text: &str) -> Result<Link<'_>, TextError> {
        let mut parts = fragment(text).split(',');
        let (columns, rows, flags) = size_and_flags(parts.next().unwrap_or(""))?;
        let (seen, ahead) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
        if let Some(extra) = parts.next() {
            return Err(TextError::word(extra, "a third comma: a link has two at most"));
        }
        Ok(Link { columns, rows, seen, ahead, flags })
    }

    /// Whether somebody swaps sides in this game.
    pub fn swaps_sides(&self) -> bool {
        self.seen.contains(":S") || self.ahead.contains(":S")
    }

    /// Keeps in a record what is said beside the moves, so many of which the viewer has seen.
    pub fn keep_properties(&self, record: &mut Record, seen: usize) {
        if !self.flags.is_empty() {
            record.properties.set(FLAGS, self.flags.as_str());
        }
        if !self.ahead.is_empty() {
            record.properties.set(CURSOR, seen.to_string());
        }
    }
}

/// The words of some moves of a link.
pub fn words(moves: &str) -> impl Iterator<Item = &str> {
    let mut left = moves;
    std::iter::from_fn(move || {
        let (word, rest) = left.split_at(word_length(left));
        left = rest;
        (!word.is_empty()).then_some(word)
    })
}

/// What a word is called in records, if it is not a cell: `swap-pieces`, `pass`, `resign`.
pub fn special_move(word: &str) -> Option<&'static str> {
    SPECIAL_MOVES.iter().find(|(written, _)| *written == word).map(|&(_, name)| name)
}

/// Who resigns or forfeits by that word.
pub fn loser(word: &str) -> Option<Stone> {
    match word {
        ":rb" | ":fb" => Some(Stone::Black),
        ":rw" | ":fw" => Some(Stone::White),
        _ => None,
    }
}

/// The part of a link that holds the game.
fn fragment(text: &str) -> &str {
    let text = text.trim();
    text.split_once('#').map_or(text, |(_, fragment)| fragment)
}

/// Whether a text looks like a link.
pub fn looks_like(text: &str) -> bool {
    let starts_with_size = fragment(text).starts_with(|c: char| c.is_ascii_digit());
    starts_with_size && (text.contains('#') || text.contains(','))
}

/// Reads the part of a fragment before the first comma. `c1`, which HexWorld always writes, is
/// not kept.
fn size_and_flags(head: &str) -> Result<(usize, usize, String), TextError> {
    let digits =
        |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = |text: &str| {
        text.parse::<u16>().map(usize::from).map_err(|_| TextError::word(text, "not a board size"))
    };
    let (width, mut rest) = head.split_at(digits(head));
    let mut height = width;
    if let Some(after) = rest.strip_prefix('x') {
        (height, rest) = after.split_at(digits(after));
    }
    let (columns, rows) = (number(width)?, number(height)?);

    let mut flags = String::new();
    while let Some(c) = rest.chars().next() {
        if !matches!(c, 'r' | 'c' | 'm' | 'n') {
            return Err(TextError::word(rest, "not a flag of a link: r, m, n or c"));
        }
        let length = match c {
            'r' | 'c' => 1 + digits(&rest[1..]),
            _ => 1,
        };
        let (flag, after) = rest.split_at(length);
        if flag != "c1" {
            flags.push_str(flag);
        }
        rest = after;
    }
    Ok((columns, rows, flags))
}

/// The length of the first word of a text: a colon and letters, or letters and
/// digits, or one character of something else.
fn word_length(moves: &str) -> usize {
    let run = |text: &str, of: fn(&char) -> bool| -> usize {
        text.chars().take_while(of).map(char::len_utf8).sum()
    };
    let first = moves.chars().next().map_or(0, char::len_utf8);
    if moves.starts_with(':') {
        // No cell's name may be taken for part of a word: the longest word that fits is meant.
        let known = SPECIAL_MOVES.iter().filter(|(word, _)| moves.starts_with(word));
        return known.map(|(word, _)| word.len()).max().unwrap_or(first);
    }
    let letters = run(moves, char::is_ascii_alphabetic);
    (letters + run(&moves[letters..], char::is_ascii_digit)).max(first)
}

/// A link with the main line of a record that starts on the empty board with black to move.
/// `turns` are the colours to move after each node of that line.
pub fn write(
    record: &Record,
    (columns, rows): (usize, usize),
    turns: impl IntoIterator<Item = Stone>,
) -> Result<String, TextError> {
    if record.tree.main_line().any(|id| !record.tree[id].setup.is_empty()) {
        return Err(cannot_set_up());
    }
    let size = if columns == rows { columns.to_string() } else { format!("{columns}x{rows}") };
    let flags = record.properties.get(FLAGS).unwrap_or("");
    let cursor = record.properties.get(CURSOR).and_then(|number| number.parse::<usize>().ok());
    let mut link = format!("https://hexworld.org/board/#{size}{flags}c1,");

    let mut to_move = Stone::Black;
    let mut moves = 0;
    let mut has_passed = false;
    for (id, next) in record.tree.main_line().zip(turns) {
        let Some(played) = &record.tree[id].played else {
            continue;
        };
        if cursor == Some(moves) {
            link.push(',');
        }
        moves += 1;
        let letter = &played.side[..1];
        match played.text.as_str() {
            "resign" => link = link + ":r" + letter,
            "forfeit" => link = link + ":f" + letter,
            text => {
                // A link knows whose turn it is by counting; a pass sets that right.
                if played.side != to_move.name() {
                    link.push_str(":p");
                    has_passed = true;
                }
                if has_passed && text.starts_with("swap") {
                    let problem = "a link cannot swap after a pass; write SGF instead";
                    return Err(TextError::at(format_args!("move {moves}"), problem));
                }
                has_passed |= text == "pass";
                let special = SPECIAL_MOVES.iter().find(|(_, name)| *name == text);
                link.push_str(special.map_or(text, |(written, _)| written));
                to_move = next;
            }
        }
    }
    Ok(link)
}

/// What is wrong with a record whose stones were not all played.
pub fn cannot_set_up() -> TextError {
    TextError::at("the record", "a link cannot set up stones; write SGF instead")
}
