//! What the text of a position says besides the rules: stones, whose turn it is, and the swap.

use crate::{CellSet, Stone, Topology};
use spinney_game::record::Setup;
use spinney_game::{Swap, TextError};

/// Stones on a board, whose turn it is, and what has become of the swap.
///
/// # Text
///
/// ```text
/// parts = { ";" part }
/// part  = "black" { cell }      the black stones
///       | "white" { cell }      the white stones
///       | colour "to move"      missing: black, or white if black has more stones
///       | "swap past"           the swap looks playable but is not any more
///       | "sides exchanged"     swap-sides was played: the first player has white
/// ```
///
/// Parts come in any order, each at most once. The swap looks playable if the rules have one and
/// the board is empty with black to move, or has one black stone with white to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// The stones, black first.
    pub stones: [CellSet; 2],
    /// The colour whose turn it is.
    pub to_move: Stone,
    /// The swap rule.
    pub swap: Swap,
    /// Whether the swap can still be played, now or in answer to the first move.
    pub swap_open: bool,
    /// Whether the first player has white.
    pub sides_exchanged: bool,
}

impl Placement {
    /// Reads the parts after the first semicolon of a position's text.
    pub fn parse<'a>(
        topology: &Topology,
        swap: Swap,
        parts: impl Iterator<Item = &'a str>,
    ) -> Result<Placement, TextError> {
        let mut stones = [CellSet::EMPTY; 2];
        let mut stones_given = [false; 2];
        let mut to_move = None;
        let (mut swap_past, mut sides_exchanged) = (false, false);
        for (i, part) in parts.enumerate() {
            let place = || format!("part {}", i + 2);
            let words: Vec<&str> = part.split_whitespace().collect();
            let twice = match *words.as_slice() {
                [side, "to", "move"] => {
                    let stone = side_named(side).map_err(|error| error.within(place()))?;
                    to_move.replace(stone).is_some()
                }
                ["swap", "past"] => std::mem::replace(&mut swap_past, true),
                ["sides", "exchanged"] => std::mem::replace(&mut sides_exchanged, true),
                [side, ref cells @ ..] => {
                    let stone = Stone::named(side).ok_or_else(|| {
                        let problem = "not black, white, \"… to move\", \"swap past\" or \
                                       \"sides exchanged\"";
                        TextError::word(side, problem).within(place())
                    })?;
                    put(topology, &mut stones, stone, cells).map_err(|e| e.within(place()))?;
                    std::mem::replace(&mut stones_given[stone.index()], true)
                }
                [] => return Err(TextError::at(place(), "is empty")),
            };
            if twice {
                return Err(TextError::at(place(), "says again what an earlier part has said"));
            }
        }
        if swap_past && swap == Swap::Off {
            return Err(TextError::word("swap past", "these rules have no swap"));
        }
        if sides_exchanged && swap != Swap::Sides {
            return Err(TextError::word("sides exchanged", "the rules are not swap-sides"));
        }
        let more_black = stones[0].len() > stones[1].len();
        let by_count = if more_black { Stone::White } else { Stone::Black };
        let to_move = to_move.unwrap_or(by_count);
        let mut placement = Placement { stones, to_move, swap, swap_open: false, sides_exchanged };
        placement.swap_open = !swap_past && !sides_exchanged && placement.looks_open();
        Ok(placement)
    }

    /// The text of a position, which starts with the text of its board.
    pub fn text(&self, topology: &Topology, board: &str) -> String {
        let mut text = board.to_string();
        let mut add = |words: [&str; 2]| words.iter().for_each(|word| text.push_str(word));
        if let Some(swap) = self.swap.name() {
            add([" ", swap]);
        }
        for stone in Stone::BOTH {
            let stones = &self.stones[stone.index()];
            if !stones.is_empty() {
                add(["; ", stone.name()]);
                stones.iter().for_each(|cell| add([" ", topology.cell_name(cell)]));
            }
        }
        add(["; ", self.to_move.name()]);
        add([" to move", ""]);
        if self.sides_exchanged {
            add(["; ", "sides exchanged"]);
        } else if self.looks_open() && !self.swap_open {
            add(["; ", "swap past"]);
        }
        text
    }

    /// Changes stones and turn as a node of a record does. From then on the swap is open if it
    /// looks so.
    pub fn set_up(&mut self, topology: &Topology, changes: &[Setup]) -> Result<(), TextError> {
        let side = |name: &str| side_named(&name.to_ascii_lowercase());
        for change in changes {
            match change {
                Setup::Stone { side: name, cell } => {
                    let (cell, stone) = (topology.find_cell(cell)?, side(name)?);
                    self.stones[stone.opponent().index()].remove(cell);
                    self.stones[stone.index()].insert(cell);
                }
                Setup::Empty { cell } => {
                    let cell = topology.find_cell(cell)?;
                    self.stones.iter_mut().for_each(|stones| stones.remove(cell));
                }
                Setup::Turn { side: name } => self.to_move = side(name)?,
            }
        }
        self.swap_open = !self.sides_exchanged && self.looks_open();
        Ok(())
    }

    /// Whether the rules and stones are such that the swap can still be played.
    fn looks_open(&self) -> bool {
        let stones = self.stones.map(|stones| stones.len());
        let turns = (stones, self.to_move);
        let early = matches!(turns, ([0, 0], Stone::Black) | ([1, 0], Stone::White));
        early && self.swap != Swap::Off
    }
}

/// Puts stones of one colour on the cells of those names.
fn put(
    topology: &Topology,
    stones: &mut [CellSet; 2],
    stone: Stone,
    names: &[&str],
) -> Result<(), TextError> {
    for name in names {
        let cell = topology.find_cell(name)?;
        if stones.iter().any(|stones| stones.contains(cell)) {
            return Err(TextError::word(name, "has a stone already"));
        }
        stones[stone.index()].insert(cell);
    }
    Ok(())
}

fn side_named(name: &str) -> Result<Stone, TextError> {
    let problem = "no such side; the sides are black, white";
    Stone::named(name).ok_or_else(|| TextError::word(name, problem))
}

/// Whether the text of a move is the swap, as the rule calls it or just `swap`. An error if it is
/// a swap that the rule does not have.
pub fn is_swap(text: &str, rule: Swap) -> Result<bool, TextError> {
    let swaps = ["swap", "swap-pieces", "swap-sides"];
    let Some(&swap) = swaps.iter().find(|swap| swap.eq_ignore_ascii_case(text)) else {
        return Ok(false);
    };
    if swap == "swap" || Some(swap) == rule.name() {
        return Ok(true);
    }
    let problem = rule.name().map_or("there is no swap in this game".to_string(), |rule| {
        format!("the rule of this game is {rule}")
    });
    Err(TextError::word(text, problem))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    fn read(parts: &str, swap: Swap) -> Result<Placement, TextError> {
        let topology = Topology::of(Shape::hexagon(3).unwrap());
        Placement::parse(&topology, swap, parts.split(';').skip(1))
    }

    #[test]
    fn what_is_written_is_read_again() {
        let topology = Topology::of(Shape::hexagon(3).unwrap());
        for (parts, swap) in [
            ("; black to move", Swap::Off),
            ("; black c3; white to move", Swap::Sides),
            ("; black c3; white to move; swap past", Swap::Sides),
            ("; black c3; black to move; sides exchanged", Swap::Sides),
            ("; black c3 b4; white d2; white to move", Swap::Pieces),
        ] {
            let placement = read(parts, swap).unwrap();
            let written = placement.text(&topology, "board");
            assert_eq!(read(&written, swap), Ok(placement));
            assert!(written.ends_with(parts), "{written}");
        }
    }

    #[test]
    fn the_swap_is_open_only_while_it_can_be_played() {
        let open = |parts, swap| read(parts, swap).unwrap().swap_open;
        assert!(open("", Swap::Sides) && open("; black c3", Swap::Pieces));
        assert!(!open("; black c3", Swap::Off));
        assert!(!open("; black c3; swap past", Swap::Pieces));
        assert!(!open("; black c3 c4", Swap::Sides) && !open("; white c3", Swap::Sides));
        for wrong in ["; swap past", "; sides exchanged", "; black c3; white c3", "; red c3", ";"] {
            assert!(read(wrong, Swap::Off).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_swap_goes_by_the_name_of_its_rule_or_none() {
        assert_eq!(is_swap("Swap", Swap::Pieces), Ok(true));
        assert_eq!(is_swap("swap-sides", Swap::Sides), Ok(true));
        assert_eq!(is_swap("c3", Swap::Sides), Ok(false));
        assert!(is_swap("swap-sides", Swap::Pieces).is_err());
        assert!(is_swap("swap-pieces", Swap::Off).is_err());
    }
}
