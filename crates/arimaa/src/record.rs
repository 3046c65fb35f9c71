//! Records of games, as the game's own server writes them.
//!
//! One line a turn: the number of the move with the side's letter, then the steps. `takeback`
//! undoes the turn before; what was undone is kept as a variation. A game that does not start
//! with setting up has the text of its position as first line.
//!
//! ```
//! use spinney_arimaa::record;
//! let record = record::read_record(
//!     "arimaa 2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]\n\
//!      2g Ee2n Ee3n Ee4n Ee5n\n2s takeback\n2g Ee2n Ee3n Ee4n\n2s ed7s ed6s\n3g\n",
//! )?;
//! let main_line: Vec<_> = record.moves().map(|m| m.text.as_str()).collect();
//! assert_eq!(main_line, ["Ee2n", "Ee3n", "Ee4n", "end", "ed7s", "ed6s", "end"]);
//! # Ok::<(), spinney_game::TextError>(())
//! ```

use spinney_game::record::{NodeId, Record};
use spinney_game::{Actor, Game, TextError};

use crate::action::Action;
use crate::piece::Side;
use crate::position::Position;

/// No record has more turns: longer ones are not games.
const MOST_TURNS: usize = 2_000;
/// Nobody has the patience for more.
const MOST_TAKEBACKS: usize = 50;

/// A turn that was played, and the position before it.
#[derive(Clone)]
struct Turn {
    before: Position,
    actions: Vec<Action>,
}

/// Reads a record. The last line may name the side to move without a turn.
pub fn read_record(text: &str) -> Result<Record, TextError> {
    let mut position = Position::start();
    let mut line: Vec<Turn> = Vec::new();
    let mut undone: Vec<Vec<Turn>> = Vec::new();
    let mut given_up = None;
    let mut turns = 0;
    let mut any = false;
    for (number, content) in text.lines().enumerate().map(|(i, line)| (i + 1, line.trim())) {
        let at = |error: TextError| error.within(format_args!("line {number}"));
        let (label, rest) = content.split_once(char::is_whitespace).unwrap_or((content, ""));
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        if label == "arimaa" && !any {
            position = Position::from_text(content).map_err(at)?;
            any = true;
            continue;
        }
        let side = turn_label(label).map_err(at)?;
        any = true;
        turns += 1;
        if turns > MOST_TURNS || undone.len() > MOST_TAKEBACKS {
            return Err(at(TextError::at("record", "is too long")));
        }
        match rest.trim() {
            "" => {}
            "takeback" => {
                let taken = line.last().cloned();
                let taken =
                    taken.ok_or_else(|| at(TextError::at("takeback", "nothing is left")))?;
                position = taken.before;
                undone.push(line.clone());
                line.pop();
            }
            "resigns" | "resign" => given_up = Some((side, "resign")),
            "lost" | "forfeit" => given_up = Some((side, "forfeit")),
            turn => {
                if position.actor() != Actor::Player(side.player()) {
                    return Err(at(TextError::word(label, "is not to move")));
                }
                let actions = position.parse_turn(turn).map_err(at)?;
                let before = position.clone();
                actions.iter().for_each(|&action| position.play(action));
                line.push(Turn { before, actions });
            }
        }
    }
    if !any {
        return Err(TextError::at("record", "has no turns"));
    }
    let start = line.first().or(undone.iter().flatten().next()).map_or(&position, |t| &t.before);
    let mut record = Record::new("arimaa", start.text());
    let too_large = |error| TextError::at("record", error);
    let last = add(&mut record, &line)?;
    if let Some((side, how)) = given_up {
        record.play(last, side.name(), how).map_err(too_large)?;
        record.result = result(side.opponent()) + "Resign";
    } else if let Some(winner) = position.winner() {
        record.result = result(winner);
    }
    // The game as it went on is the main line, so it comes first.
    for line in undone {
        add(&mut record, &line)?;
    }
    Ok(record)
}

fn result(winner: Side) -> String {
    format!("{}+", winner.letter().to_ascii_uppercase())
}

/// Adds a line to the record, as far as it is not there yet.
fn add(record: &mut Record, line: &[Turn]) -> Result<NodeId, TextError> {
    let mut at = NodeId::ROOT;
    for turn in line {
        let mut position = turn.before.clone();
        for &action in &turn.actions {
            let text = position.move_text(action);
            at = record
                .play(at, position.side().name(), text)
                .map_err(|error| TextError::at("record", error))?;
            position.play(action);
        }
    }
    Ok(at)
}

/// `12g`: who moves.
fn turn_label(label: &str) -> Result<Side, TextError> {
    let letters = label.trim_start_matches(|c: char| c.is_ascii_digit());
    let mut chars = letters.chars();
    let side = chars.next().and_then(Side::of_letter);
    match side {
        Some(side) if letters.len() < label.len() && chars.next().is_none() => Ok(side),
        _ => Err(TextError::word(label, "a turn starts with its number and side, such as 12g")),
    }
}

/// Writes the main line of a record. Variations and comments are left out; a record's end in the
/// middle of a turn is, too.
pub fn write_record(record: &Record) -> Result<String, TextError> {
    let mut text = String::new();
    if record.start.trim() != "arimaa" && record.start != Position::start().text() {
        text += &record.start;
        text.push('\n');
    }
    let mut turn = Vec::new();
    for (id, position) in record.tree.main_line().zip(replay(record)?) {
        let Some(played) = &record.tree[id].played else { continue };
        if ["resign", "forfeit"].contains(&played.text.as_str()) {
            let word = if played.text == "resign" { "resigns" } else { "lost" };
            let letter = if played.side == Side::Gold.name() { 'g' } else { 's' };
            text += &format!("{}{letter} {word}\n", position.number());
            return Ok(text);
        }
        if played.text != "end" {
            turn.push(played.text.as_str());
        }
        if position.side().name() != played.side {
            let side = position.side().opponent();
            let number = position.number() - u32::from(side == Side::Silver);
            text += &format!("{number}{} {}\n", side.letter(), turn.join(" "));
            turn.clear();
        }
    }
    if text.is_empty() {
        // Nothing at all is no record: say at least who begins.
        text = format!("1{}\n", Position::start().side().letter());
    }
    Ok(text)
}

/// The positions of a record's main line, one for every node.
pub fn replay(record: &Record) -> Result<Vec<Position>, TextError> {
    let mut position = Position::from_text(&record.start)
        .map_err(|error| error.within("the start of the record"))?;
    let mut positions = Vec::new();
    let mut number = 0;
    for id in record.tree.main_line() {
        let node = &record.tree[id];
        if !node.setup.is_empty() {
            return Err(TextError::at("record", "sets pieces up in the middle of a game"));
        }
        if let Some(played) = &node.played {
            number += 1;
            if !["resign", "forfeit"].contains(&played.text.as_str()) {
                let place = |error: TextError| error.within(format_args!("step {number}"));
                if !position.side().name().eq_ignore_ascii_case(&played.side) {
                    return Err(place(TextError::word(&played.side, "is not to move")));
                }
                let action = position.parse_move(&played.text).map_err(place)?;
                position.play(action);
            }
        }
        positions.push(position.clone());
    }
    Ok(positions)
}
