//! Havannah: rings, bridges and forks on a hexagon.
//!
//! Who first joins two corners (a *bridge*) or three edges (a *fork*, corners being no part of
//! edges) or goes round at least one cell (a *ring*, whatever is on that cell) has won. A full board
//! on which nobody has done so is drawn.
//!
//! A colour may have a ring while the other has a fork: who was first decides, so the stones of a
//! full board do not tell the winner. The goal is not [`Monotone`](crate::Monotone), and nothing that
//! fills boards or proves by it compiles.
//!
//! ```
//! use spinney_connection::havannah::Position;
//! use spinney_game::Game;
//! let mut position = Position::from_text("havannah 4; black c3 d3 e4 e5 d5; white a1 b1 d1 e2 f3")?;
//! position.play(position.parse_move("c4")?);
//! assert_eq!(position.picture().caption, "black has won");
//! # Ok::<(), spinney_game::TextError>(())
//! ```
//!
//! ```compile_fail,E0277
//! use spinney_connection::{Deduction, Goal, havannah::Havannah};
//! let board = Havannah::board("havannah", "4").unwrap();
//! Deduction::new(&board); // Havannah is not Monotone.
//! ```

#[cfg(test)]
mod brute_force;
mod decision;
mod forcing;
mod playout;
mod prior;
pub mod record;
mod ring;
mod stones;
mod threats;

pub use decision::Decision;
pub use playout::{PlayoutSettings, RandomGame};
pub use prior::{NearPrior, PriorSettings};
pub use threats::{ThreatSettings, Threats};

use crate::{Board, Goal, PositionOf};
use spinney_board::{Cell, CellSet, Joined, Shape, Stone, Topology};
use spinney_game::TextError;

/// A position of Havannah.
pub type Position = PositionOf<Havannah>;

/// The goal of Havannah. Its prizes are a fork, a bridge and a ring, and one of them wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Havannah;

/// The sides that boards have: as on Little Golem, and one smaller for those who like to be sure.
const SIDES: std::ops::RangeInclusive<usize> = 3..=10;

/// What a group touches: six edges, then six corners.
const EDGES: u16 = 0b11_1111;
const CORNERS: u16 = EDGES << 6;

const FORK: u16 = 1;
const BRIDGE: u16 = 2;
const RING: u16 = 4;

impl Goal for Havannah {
    const DRAWS: bool = true;

    fn board(game: &str, size: &str) -> Result<Board<Havannah>, TextError> {
        if game != "havannah" {
            return Err(TextError::word(game, "no such game; there is havannah"));
        }
        // Programs that know boards by two numbers write the same one twice.
        let size = size.split_once(' ').filter(|(a, b)| a == b).map_or(size, |(side, _)| side);
        let is_plain = size.len() <= 2 && size.bytes().all(|b| b.is_ascii_digit());
        let side = size.parse().ok().filter(|side| is_plain && SIDES.contains(side));
        let shape = side.and_then(Shape::hexagon);
        shape.and_then(|shape| Board::new(shape, Havannah)).ok_or_else(|| {
            let (least, most) = (SIDES.start(), SIDES.end());
            TextError::word(size, format!("a Havannah board has a side of {least} to {most}"))
        })
    }

    fn game(self) -> &'static str {
        "havannah"
    }

    fn size(self, shape: Shape) -> Option<String> {
        shape.as_hexagon().filter(|side| SIDES.contains(side)).map(|side| side.to_string())
    }

    #[inline]
    fn prizes(self, _: Stone, touched: u16) -> u16 {
        let fork = if (touched & EDGES).count_ones() >= 3 { FORK } else { 0 };
        let bridge = if (touched & CORNERS).count_ones() >= 2 { BRIDGE } else { 0 };
        fork | bridge
    }

    fn ways(self, _: Stone) -> Vec<Vec<u16>> {
        let of_size = |size| (0..=EDGES).filter(move |set: &u16| set.count_ones() == size);
        vec![of_size(3).collect(), of_size(2).map(|set| set << 6).collect()]
    }

    fn needed(self) -> u32 {
        1
    }

    #[inline]
    fn touched(self, topology: &Topology, cell: Cell) -> u16 {
        let edges = topology.edge_mask(cell);
        if edges.count_ones() < 2 { edges } else { 1 << (6 + corner_between(edges)) }
    }

    #[inline]
    fn gained(
        self,
        topology: &Topology,
        stone: Stone,
        stones: &CellSet,
        cell: Cell,
        joined: Joined,
    ) -> u16 {
        let ring = if ring::closes(topology, stones, cell, joined.groups) { RING } else { 0 };
        self.prizes(stone, joined.edges) | ring
    }

    fn by_shape(self, topology: &Topology, stones: &CellSet, prizes: u16) -> CellSet {
        if prizes & RING == 0 { CellSet::EMPTY } else { ring::shortest(topology, stones) }
    }
}

/// The corner at which two edges meet: number k lies between edges k − 1 and k.
fn corner_between(edges: u16) -> u32 {
    const LAST_AND_FIRST: u16 = 0b10_0001;
    if edges == LAST_AND_FIRST { 0 } else { edges.trailing_zeros() + 1 }
}
