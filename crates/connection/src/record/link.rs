//! Links to interactive Hex boards, which hold a game in their fragment:
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

use spinney_game::record::{NodeId, Record};
use spinney_game::{Game, TextError};

use super::replay::{apply, replay};
use crate::{Board, Position, Stone, Swap};

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

/// The part of a link that holds the game.
fn fragment(text: &str) -> &str {
    let text = text.trim();
    text.split_once('#').map_or(text, |(_, fragment)| fragment)
}

pub(super) fn looks_like(text: &str) -> bool {
    let starts_with_size = fragment(text).starts_with(|c: char| c.is_ascii_digit());
    starts_with_size && (text.contains('#') || text.contains(','))
}

pub(super) fn record(text: &str, swap: Option<Swap>) -> Result<Record, TextError> {
    let fragment = fragment(text);
    let mut parts = fragment.split(',');
    let head = parts.next().unwrap_or("");
    let (board, flags) = board_and_flags(head)?;
    let (seen, ahead) = (parts.next().unwrap_or(""), parts.next());
    if let Some(extra) = parts.next() {
        return Err(TextError::word(extra, "a third comma: a link has two at most"));
    }

    let is_square = board.hex_size().is_some_and(|(width, height)| width == height);
    let found = if seen.contains(":S") || ahead.is_some_and(|moves| moves.contains(":S")) {
        Swap::Sides
    } else if is_square {
        Swap::Pieces
    } else {
        Swap::Off
    };
    let start = Position::start(board, swap.unwrap_or(found))?;
    let mut record = Record::new(start.name(), start.text());
    if !flags.is_empty() {
        record.properties.set(FLAGS, flags);
    }
    let mut reader = Reader { at: NodeId::ROOT, position: start, moves: 0, swap };
    reader.read(&mut record, seen)?;
    if let Some(ahead) = ahead.filter(|moves| !moves.is_empty()) {
        record.properties.set(CURSOR, reader.moves.to_string());
        reader.read(&mut record, ahead)?;
    }
    Ok(record)
}

/// Reads the part of a fragment before the first comma. `c1`, which HexWorld always writes, is
/// not kept.
fn board_and_flags(head: &str) -> Result<(Board, String), TextError> {
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
    let board = Board::hex(number(width)?, number(height)?)?;

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
    Ok((board, flags))
}

struct Reader {
    at: NodeId,
    position: Position,
    moves: usize,
    swap: Option<Swap>,
}

impl Reader {
    fn read(&mut self, record: &mut Record, mut moves: &str) -> Result<(), TextError> {
        while !moves.is_empty() {
            let place = format!("move {}", self.moves + 1);
            let (word, rest) = moves.split_at(word_length(moves));
            self.play(record, word).map_err(|e| e.within(place))?;
            self.moves += 1;
            moves = rest;
        }
        Ok(())
    }

    fn play(&mut self, record: &mut Record, word: &str) -> Result<(), TextError> {
        let special = SPECIAL_MOVES.iter().find(|(written, _)| *written == word);
        let mut text = match special {
            Some(&(_, text)) => text.to_owned(),
            None => {
                let cell = self.position.topology().find_cell(word)?;
                self.position.topology().cell_name(cell).to_owned()
            }
        };
        let (mut side, mut winner) = (self.position.to_move(), None);
        if let Some(loser) = word.strip_prefix(":r").or_else(|| word.strip_prefix(":f")) {
            side = if loser == "b" { Stone::Black } else { Stone::White };
            winner = Some(side.opponent());
        } else if text.starts_with("swap") {
            // A reader who says which swap is meant overrides what is written.
            let rule = self.swap.and_then(Swap::name);
            text = rule.unwrap_or(&text).to_owned();
        }
        self.at = record.play(self.at, side.name(), &text).map_err(|e| TextError::at(word, e))?;
        apply(&mut self.position, &record.tree[self.at])?;
        if let Some(winner) = winner {
            let letter = if winner == Stone::Black { 'B' } else { 'W' };
            let how = if text == "resign" { "Resign" } else { "Forfeit" };
            record.result = format!("{letter}+{how}");
        }
        Ok(())
    }
}

/// The length of the first word of a text that is not empty: a colon and letters, or letters and
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

pub(super) fn write(record: &Record) -> Result<String, TextError> {
    let positions = replay(record)?;
    let first = &positions[0];
    let Some((width, height)) = first.topology().board().hex_size() else {
        return Err(TextError::word(&record.game, "links are for Hex only"));
    };
    let stones = Stone::BOTH.map(|stone| first.stones(stone).len());
    let sets_up = |id: NodeId| !record.tree[id].setup.is_empty();
    if stones != [0, 0] || record.tree.main_line().any(sets_up) {
        return Err(TextError::at("the record", "a link cannot set up stones; write SGF instead"));
    }
    let size = if width == height { width.to_string() } else { format!("{width}x{height}") };
    let flags = record.properties.get(FLAGS).unwrap_or("");
    let cursor = record.properties.get(CURSOR).and_then(|number| number.parse::<usize>().ok());
    let mut link = format!("https://hexworld.org/board/#{size}{flags}c1,");

    let mut to_move = Stone::Black;
    let mut moves = 0;
    for (id, position) in record.tree.main_line().zip(&positions) {
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
                }
                let special = SPECIAL_MOVES.iter().find(|(_, name)| *name == text);
                link.push_str(special.map_or(text, |(written, _)| written));
            }
        }
        to_move = position.to_move();
    }
    Ok(link)
}
