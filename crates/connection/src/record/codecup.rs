//! Move lists of CodeCup's Poly-Y: cell numbers on the board (5,7), and -1 where the second
//! player takes over the first stone, which exchanges the sides. Several games are set apart by
//! empty lines; a game without moves is the referee's `Quit`.

use spinney_game::record::{NodeId, Record};
use spinney_game::{Game, TextError};

use super::replay;
use crate::{Board, Position, Swap};

const SWAP: &str = "-1";
/// What the referee says to end a game.
const QUIT: &str = "Quit";

/// The words of a list; the referee's own words may be among them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';'))
        .filter(|word| !matches!(*word, "" | "Start" | QUIT))
}

pub(super) fn looks_like(text: &str) -> bool {
    let is_number =
        |word: &str| word == SWAP || (word.len() <= 4 && word.bytes().all(|b| b.is_ascii_digit()));
    let is_some = words(text).next().is_some() || text.split_whitespace().any(|word| word == QUIT);
    is_some && words(text).all(is_number)
}

/// The games of a text with the numbers of the lines that they begin on, from 1.
pub(super) fn games(text: &str) -> Vec<(usize, &str)> {
    let mut games = Vec::new();
    let mut begin = None;
    let mut at = 0;
    for (i, line) in text.split_inclusive('\n').enumerate() {
        if line.trim().is_empty() {
            games.extend(begin.take().map(|(number, from)| (number, &text[from..at])));
        } else if begin.is_none() {
            begin = Some((i + 1, at));
        }
        at += line.len();
    }
    games.extend(begin.map(|(number, from)| (number, &text[from..])));
    games
}

fn start() -> Result<Position, TextError> {
    Position::start(Board::polyy(5, 7)?, Swap::Sides)
}

pub(super) fn record(text: &str) -> Result<Record, TextError> {
    let mut position = start()?;
    let mut record = Record::new(position.name(), position.text());
    let mut at = NodeId::ROOT;
    for (i, word) in words(text).enumerate() {
        let place = || format!("move {}", i + 1);
        let side = position.to_move().name();
        let move_text = if word == SWAP { "swap-sides" } else { word };
        let action = position.parse_move(move_text).map_err(|e| e.within(place()))?;
        let name = position.move_text(action);
        at = record.play(at, side, name).map_err(|e| TextError::at(place(), e))?;
        position.play(action);
    }
    Ok(record)
}

pub(super) fn write(record: &Record) -> Result<String, TextError> {
    let positions = replay(record)?;
    if positions[0].text() != start()?.text() {
        let problem = "a CodeCup game starts on the empty board of polyy 5,7 with swap-sides";
        return Err(TextError::word(&positions[0].text(), problem));
    }
    let mut words = Vec::new();
    let mut before = &positions[0];
    for (id, position) in record.tree.main_line().zip(&positions) {
        let node = &record.tree[id];
        let Some(played) = &node.played else { continue };
        let place = || format!("move {}", words.len() + 1);
        if !node.setup.is_empty() || played.side != before.to_move().name() {
            return Err(TextError::at(place(), "not a plain move of the side whose turn it is"));
        }
        match played.text.as_str() {
            // Whoever resigns just stops playing.
            "resign" | "forfeit" => break,
            "pass" => return Err(TextError::at(place(), "nobody passes in CodeCup")),
            text if text.starts_with("swap") => words.push(SWAP.to_owned()),
            text => words.push(text.to_owned()),
        }
        before = position;
    }
    if words.is_empty() {
        // An empty line would be no game.
        words.push(QUIT.to_owned());
    }
    Ok(words.join(" ") + "\n")
}
