//! The features of a move, and how they are written.

use std::collections::VecDeque;
use std::fmt::{self, Display};
use std::str::FromStr;

use spinney_game::TextError;

use super::surroundings::{BESIDE, IMAGES, PLACES, Place, State, Surroundings, surroundings};
use crate::Position;
use spinney_board::{Cell, Stone, Topology};

/// Something about a move that has a weight. Patterns that are images of each other are the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Feature {
    /// The six places beside the cell.
    Ring(Code),
    /// A place across from the cell, after the two that it lies between.
    Across(Code),
    /// All twelve places.
    Whole(Code),
    /// The opponent's last stone is beside the cell; the other five places, clockwise from it.
    BesideLast(Code),
    /// The opponent's last stone is across from the cell; what lies between.
    AcrossLast(Code),
    /// How far the opponent's last stone is; 0 if there is none.
    LastDistance(u8),
    /// Where on the board the cell is.
    Where {
        /// The part of the game, by the stones on the board.
        phase: u8,
        /// How far the nearer edge of one's own is; where edges have no owners, the nearest one.
        own: u8,
        /// How far the opponent's nearer edge is, or the second nearest.
        other: u8,
    },
}

/// States of places, two bits each, the first one lowest.
pub type Code = u32;

/// Distances from here on are the same.
pub const FAR: u8 = 9;
/// Distances to edges from here on are the same.
pub const FAR_FROM_EDGE: u8 = 6;
/// With so many stones on the board the next phase begins.
const PHASE_STARTS: [usize; 2] = [6, 20];
/// How many phases there are.
pub const PHASES: u8 = 1 + PHASE_STARTS.len() as u8;

impl Feature {
    pub(super) fn ring(states: [State; BESIDE]) -> Feature {
        let images = IMAGES.iter().map(|image| code((0..BESIDE).map(|i| states[index(image, i)])));
        Feature::Ring(images.min().unwrap_or_default())
    }

    pub(super) fn across([left, right]: [State; 2], far: State) -> Feature {
        Feature::Across(code([left.min(right), left.max(right), far]))
    }

    pub(super) fn whole(states: [State; PLACES]) -> Feature {
        let images = IMAGES.iter().map(|image| code((0..PLACES).map(|i| states[index(image, i)])));
        Feature::Whole(images.min().unwrap_or_default())
    }

    pub(super) fn beside_last(mut others: [State; BESIDE - 1]) -> Feature {
        let ahead = code(others);
        others.reverse();
        Feature::BesideLast(ahead.min(code(others)))
    }

    pub(super) fn across_last([left, right]: [State; 2]) -> Feature {
        Feature::AcrossLast(code([left.min(right), left.max(right)]))
    }

    pub(super) fn phase(stones: usize) -> u8 {
        PHASE_STARTS.iter().filter(|&&from| stones >= from).count() as u8
    }

    /// Where a cell is for the side to move.
    pub(super) fn place(topology: &Topology, own: Stone, cell: Cell, phase: u8) -> Feature {
        let mut nearest = [FAR_FROM_EDGE; 2];
        for edge in 0..topology.edges() {
            let distance = topology.distance_to(edge, cell);
            let [first, second] = &mut nearest;
            match topology.edge_owner(edge) {
                Some(owner) if owner == own => *first = distance.min(*first),
                Some(_) => *second = distance.min(*second),
                None if distance < *first => (*first, *second) = (distance, *first),
                None => *second = distance.min(*second),
            }
        }
        Feature::Where { phase, own: nearest[0], other: nearest[1] }
    }
}

fn index(image: &[u8; PLACES], i: usize) -> usize {
    image[i].into()
}

/// States in one number.
pub fn code(states: impl IntoIterator<Item = State>) -> Code {
    states.into_iter().enumerate().map(|(i, state)| (state as Code) << (2 * i)).sum()
}

/// The states of a number.
pub fn states(code: Code, count: usize) -> impl Iterator<Item = State> {
    (0..count).map(move |i| State::ALL[(code >> (2 * i) & 3) as usize])
}

/// All features of a move to an empty cell, one by one from the stones. What
/// [`PatternJudge`](super::PatternJudge) adds up faster.
pub fn features(position: &Position, cell: Cell) -> Vec<Feature> {
    let (topology, own) = (position.topology(), position.to_move());
    let places = surroundings(topology, cell);
    let here = places.map(|place| state_at(position, place));
    let beside: [State; BESIDE] = std::array::from_fn(|i| here[i]);
    let pair = |k: usize| [beside[k], beside[(k + 1) % BESIDE]];
    let stones = Stone::BOTH.map(|stone| position.stones(stone).len());
    let phase = Feature::phase(stones[0] + stones[1]);
    let mut features = vec![
        Feature::ring(beside),
        Feature::whole(here),
        Feature::place(topology, own, cell, phase),
    ];
    features.extend((0..BESIDE).map(|k| Feature::across(pair(k), here[BESIDE + k])));
    let distance =
        last_stone(position).map_or(0, |last| distances_from(topology, last)[cell.index()]);
    features.push(Feature::LastDistance(distance));
    features.extend(near_last(position, &places));
    features
}

pub fn state_at(position: &Position, place: Place) -> State {
    let own = position.to_move();
    match place {
        Place::Cell(cell) => match position.stone_at(cell) {
            None => State::Empty,
            Some(stone) if stone == own => State::Own,
            Some(_) => State::Other,
        },
        edge => State::fixed(edge, position.topology(), own).unwrap_or(State::Edge),
    }
}

/// The opponent's stone that was placed last.
pub fn last_stone(position: &Position) -> Option<Cell> {
    let theirs = position.stones(position.to_move().opponent());
    position.last_move().filter(|&last| theirs.contains(last))
}

/// What the opponent's last stone adds where it is beside or across from the cell of a move.
pub fn near_last(position: &Position, places: &Surroundings) -> Option<Feature> {
    let last = last_stone(position)?;
    let at = places.iter().position(|&place| place == Place::Cell(last))?;
    let beside = |k: usize| state_at(position, places[k % BESIDE]);
    Some(match at.checked_sub(BESIDE) {
        None => Feature::beside_last(std::array::from_fn(|i| beside(at + 1 + i))),
        Some(k) => Feature::across_last([beside(k), beside(k + 1)]),
    })
}

/// Steps from a cell to each one, up to [`FAR`].
pub fn distances_from(topology: &Topology, from: Cell) -> Vec<u8> {
    let mut distances = vec![FAR; topology.cells()];
    distances[from.index()] = 0;
    let mut queue = VecDeque::from([from]);
    while let Some(cell) = queue.pop_front() {
        let next = distances[cell.index()] + 1;
        for &neighbour in topology.neighbours(cell) {
            if next < distances[neighbour.index()] {
                distances[neighbour.index()] = next;
                queue.push_back(neighbour);
            }
        }
    }
    distances
}

impl Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |code, count| states(code, count).map(State::letter).collect::<String>();
        match *self {
            Feature::Ring(code) => write!(f, "ring {}", word(code, BESIDE)),
            Feature::Across(code) => write!(f, "across {}", word(code, 3)),
            Feature::Whole(code) => write!(f, "whole {}", word(code, PLACES)),
            Feature::BesideLast(code) => write!(f, "beside-last {}", word(code, BESIDE - 1)),
            Feature::AcrossLast(code) => write!(f, "across-last {}", word(code, 2)),
            Feature::LastDistance(distance) => write!(f, "last-distance {distance}"),
            Feature::Where { phase, own, other } => write!(f, "where {phase}-{own}-{other}"),
        }
    }
}

impl FromStr for Feature {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Feature, TextError> {
        let unknown = || TextError::word(text, "is no feature of a move");
        let (kind, word) = text.split_once(' ').ok_or_else(unknown)?;
        let number = |word: &str, most: u8| {
            word.parse::<u8>().ok().filter(|&n| n <= most).ok_or_else(unknown)
        };
        let feature = match kind {
            "ring" => Feature::ring(read_states(word).ok_or_else(unknown)?),
            "across" => {
                let [left, right, far] = read_states(word).ok_or_else(unknown)?;
                Feature::across([left, right], far)
            }
            "whole" => Feature::whole(read_states(word).ok_or_else(unknown)?),
            "beside-last" => Feature::beside_last(read_states(word).ok_or_else(unknown)?),
            "across-last" => Feature::across_last(read_states(word).ok_or_else(unknown)?),
            "last-distance" => Feature::LastDistance(number(word, FAR)?),
            "where" => {
                let mut words = word.splitn(3, '-');
                let mut next = |most| number(words.next().unwrap_or_default(), most);
                Feature::Where {
                    phase: next(PHASES - 1)?,
                    own: next(FAR_FROM_EDGE)?,
                    other: next(FAR_FROM_EDGE)?,
                }
            }
            _ => return Err(unknown()),
        };
        Ok(feature)
    }
}

fn read_states<const N: usize>(word: &str) -> Option<[State; N]> {
    let states: Option<Vec<State>> = word.chars().map(State::from_letter).collect();
    states?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinney_game::Game;

    #[test]
    fn features_are_read_as_they_are_written() {
        let mut position =
            Position::from_text("hex 6x6; black c3 d2; white d4; black to move").unwrap();
        for m in ["c4", "b5"] {
            let m = position.parse_move(m).unwrap();
            position.play(m);
            for cell in position.empties().iter() {
                for feature in features(&position, cell) {
                    assert_eq!(feature.to_string().parse(), Ok(feature), "{feature}");
                }
            }
        }
        for bad in [
            "",
            "ring",
            "ring .....",
            "ring ......o",
            "whole oooooooooooz",
            "where 1-2",
            "where 9-1-1",
            "last-distance 10",
            "last-distance x",
            "edge 3",
        ] {
            assert!(bad.parse::<Feature>().is_err(), "{bad}");
        }
    }

    #[test]
    fn mirrored_patterns_are_the_same() {
        let read = |text: &str| text.parse::<Feature>().unwrap();
        assert_eq!(read("ring ox...."), read("ring ..xo.."));
        assert_ne!(read("ring ox.o.."), read("ring oxo..."));
        // A stone and, across from the cell, next to it the opponent's: on either side of it.
        assert_eq!(read("whole o.....x....."), read("whole .o....x....."));
        assert_ne!(read("whole o.....x....."), read("whole ..o...x....."));
        assert_eq!(read("beside-last o.x.."), read("beside-last ..x.o"));
        assert_eq!(read("across-last .o"), read("across-last o."));
    }
}
