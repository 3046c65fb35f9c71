//! Games of Hex in links, see [`spinney_board::link`].

use spinney_board::Stone;
use spinney_board::link::{self, Link, cannot_set_up, loser, special_move, words};
use spinney_game::record::{NodeId, Record};
use spinney_game::{Game, Swap, TextError};

use super::replay;
use super::replay::apply;
use crate::{Board, Position};

pub(super) fn record(text: &str, swap: Option<Swap>) -> Result<Record, TextError> {
    let link = Link::read(text)?;
    let board = Board::hex(link.columns, link.rows)?;
    let found = if link.swaps_sides() { Swap::Sides } else { super::usual_swap(&board) };
    let start = Position::start(board, swap.unwrap_or(found))?;
    let mut record = Record::new(start.name(), start.text());
    let mut reader = Reader { at: NodeId::ROOT, position: start, moves: 0, swap };
    reader.read(&mut record, link.seen)?;
    link.keep_properties(&mut record, reader.moves);
    reader.read(&mut record, link.ahead)?;
    Ok(record)
}

/// The links of a text with the numbers of their lines, from 1. A link that is broken over lines
/// is one link.
pub(super) fn games(text: &str) -> Vec<(usize, &str)> {
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
    let lines: Vec<_> = lines.filter(|(_, line)| !line.is_empty()).collect();
    if lines.iter().all(|(_, line)| link::looks_like(line)) { lines } else { vec![(1, text)] }
}

struct Reader {
    at: NodeId,
    position: Position,
    moves: usize,
    swap: Option<Swap>,
}

impl Reader {
    fn read(&mut self, record: &mut Record, moves: &str) -> Result<(), TextError> {
        for word in words(moves) {
            let place = format!("move {}", self.moves + 1);
            self.play(record, word).map_err(|e| e.within(place))?;
            self.moves += 1;
        }
        Ok(())
    }

    fn play(&mut self, record: &mut Record, word: &str) -> Result<(), TextError> {
        let topology = self.position.topology();
        let text = match special_move(word) {
            // A reader who says which swap is meant overrides what is written.
            Some(swap) if swap.starts_with("swap") => {
                self.swap.and_then(Swap::name).unwrap_or(swap)
            }
            Some(special) => special,
            None => topology.cell_name(topology.find_cell(word)?),
        };
        let side = loser(word).unwrap_or(self.position.to_move());
        self.at = record.play(self.at, side.name(), text).map_err(|e| TextError::at(word, e))?;
        apply(&mut self.position, &record.tree[self.at])?;
        if loser(word).is_some() {
            let letter = if side == Stone::Black { 'W' } else { 'B' };
            let how = if special_move(word) == Some("resign") { "Resign" } else { "Forfeit" };
            record.result = format!("{letter}+{how}");
        }
        Ok(())
    }
}

pub(super) fn write(record: &Record) -> Result<String, TextError> {
    let positions = replay(record)?;
    let first = &positions[0];
    let Some(size) = first.board().hex_size() else {
        return Err(TextError::word(&record.game, "links are for Hex only"));
    };
    if first.empties() != first.topology().all_cells() {
        return Err(cannot_set_up());
    }
    link::write(record, size, positions.iter().map(Position::to_move))
}
