//! Positions and moves as text; [`Position`] documents the grammar.

use crate::position::{Action, Position};
use crate::{Board, Stone, Swap};
use spinney_game::{Game, TextError};

pub(crate) fn text(position: &Position) -> String {
    let topology = position.topology();
    let mut text = topology.board().to_string();
    let mut add = |words: [&str; 2]| words.iter().for_each(|word| text.push_str(word));
    if let Some(swap) = position.swap().name() {
        add([" ", swap]);
    }
    for stone in Stone::BOTH {
        if !position.stones(stone).is_empty() {
            add(["; ", stone.name()]);
            position.stones(stone).iter().for_each(|cell| add([" ", topology.cell_name(cell)]));
        }
    }
    add(["; ", position.to_move().name()]);
    add([" to move", ""]);
    if position.sides_exchanged() {
        add(["; ", "sides exchanged"]);
    } else if looks_open(position, position.to_move()) && !position.swap_open() {
        add(["; ", "swap past"]);
    }
    text
}

/// Whether the rules and stones are such that, with that colour to move, the swap can still be
/// played.
fn looks_open(position: &Position, to_move: Stone) -> bool {
    let stones = Stone::BOTH.map(|stone| position.stones(stone).len());
    let early = matches!((stones, to_move), ([0, 0], Stone::Black) | ([1, 0], Stone::White));
    early && position.swap() != Swap::Off
}

pub(crate) fn from_text(text: &str) -> Result<Position, TextError> {
    let mut clauses = text.split(';');
    let mut position = rules(clauses.next().unwrap_or(""))?;
    let mut stones_given = [false; 2];
    let mut to_move = None;
    let (mut swap_past, mut sides_exchanged) = (false, false);
    for (i, clause) in clauses.enumerate() {
        let place = || format!("part {}", i + 2);
        let words: Vec<&str> = clause.split_whitespace().collect();
        let twice = match *words.as_slice() {
            [side, "to", "move"] => {
                let stone = stone_named(side).ok_or_else(|| {
                    TextError::word(side, "no such side; the sides are black, white")
                        .within(place())
                })?;
                to_move.replace(stone).is_some()
            }
            ["swap", "past"] => std::mem::replace(&mut swap_past, true),
            ["sides", "exchanged"] => std::mem::replace(&mut sides_exchanged, true),
            [side, ref cells @ ..] => {
                let stone = stone_named(side).ok_or_else(|| {
                    let problem = "not black, white, \"… to move\", \"swap past\" or \
                                   \"sides exchanged\"";
                    TextError::word(side, problem).within(place())
                })?;
                put(&mut position, stone, cells).map_err(|error| error.within(place()))?;
                std::mem::replace(&mut stones_given[stone.index()], true)
            }
            [] => return Err(TextError::at(place(), "is empty")),
        };
        if twice {
            return Err(TextError::at(place(), "says again what an earlier part has said"));
        }
    }
    if swap_past && position.swap() == Swap::Off {
        return Err(TextError::word("swap past", "these rules have no swap"));
    }
    if sides_exchanged && position.swap() != Swap::Sides {
        return Err(TextError::word("sides exchanged", "the rules are not swap-sides"));
    }
    let count = |stone| position.stones(stone).len();
    let more_black = count(Stone::Black) > count(Stone::White);
    let by_count = if more_black { Stone::White } else { Stone::Black };
    let to_move = to_move.unwrap_or(by_count);
    let open = looks_open(&position, to_move) && !swap_past && !sides_exchanged;
    position.set_turn(to_move, open, sides_exchanged);
    Ok(position)
}

/// The start of a game by its rules.
fn rules(text: &str) -> Result<Position, TextError> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let swap = words.last().and_then(|word| Swap::named(word)).unwrap_or_default();
    if swap != Swap::Off {
        words.pop();
    }
    let (game, size) = match *words.as_slice() {
        [game, size] => (game, size.to_owned()),
        // A number and another, or a word and its number.
        [game, first, second] if second.bytes().all(|b| b.is_ascii_digit()) => {
            (game, format!("{first} {second}"))
        }
        [_, _, word, ..] => {
            return Err(TextError::word(word, "not swap-pieces or swap-sides").within("rules"));
        }
        _ => {
            return Err(TextError::at("rules", "give a game and a size, such as hex 11x11"));
        }
    };
    let board = Board::parse(game, &size).map_err(|error| error.within("rules"))?;
    Position::start(board, swap).map_err(|error| error.within("rules"))
}

/// Puts stones of one colour on the cells of those names.
fn put(position: &mut Position, stone: Stone, cells: &[&str]) -> Result<(), TextError> {
    for name in cells {
        let cell = position.topology().find_cell(name)?;
        if position.stone_at(cell).is_some() {
            return Err(TextError::word(name, "has a stone already"));
        }
        position.place(stone, cell);
    }
    Ok(())
}

fn stone_named(name: &str) -> Option<Stone> {
    Stone::BOTH.into_iter().find(|stone| stone.name() == name)
}

pub(crate) fn parse_move(position: &Position, text: &str) -> Result<Action, TextError> {
    let word = text.trim();
    let swaps = ["swap", "swap-pieces", "swap-sides"];
    let action = match swaps.iter().find(|swap| swap.eq_ignore_ascii_case(word)) {
        Some(&swap) => {
            let rule = position.swap().name();
            if swap != "swap" && Some(swap) != rule {
                let problem = rule.map_or("there is no swap in this game".to_string(), |rule| {
                    format!("the rule of this game is {rule}")
                });
                return Err(TextError::word(word, problem));
            }
            position.swap_action()
        }
        None => position.topology().find_cell(word)?.into(),
    };
    if position.is_legal(action) {
        return Ok(action);
    }
    let problem = match position.cell_of(action) {
        _ if position.winner().is_some() => "the game is over",
        Some(_) => "has a stone already",
        None => "only the second player may swap, in answer to the first move",
    };
    Err(TextError::word(word, problem))
}
