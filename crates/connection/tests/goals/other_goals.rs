//! Goals of games that are not part of the family.

use spinney_board::{Cell, CellSet, Joined, Shape, Stone, Topology};
use spinney_connection::{Board, Goal, Monotone};
use spinney_game::TextError;

/// Y with nothing but what a goal must say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlainY;

impl Goal for PlainY {
    const DRAWS: bool = false;

    fn board(game: &str, size: &str) -> Result<Board<PlainY>, TextError> {
        board(PlainY, game, size, Shape::triangle)
    }

    fn game(self) -> &'static str {
        "plain-y"
    }

    fn size(self, shape: Shape) -> Option<String> {
        let rings = shape.as_rings()?;
        (rings.sides() == 3 && rings.core() == rings.outer())
            .then(|| (rings.core() + 1).to_string())
    }

    fn prizes(self, _: Stone, edges: u16) -> u16 {
        u16::from(edges == 0b111)
    }

    fn ways(self, _: Stone) -> Vec<Vec<u16>> {
        vec![vec![0b111]]
    }

    fn needed(self) -> u32 {
        1
    }
}

impl Monotone for PlainY {}

/// On a hexagon, wins who joins three edges or two corners, or surrounds a cell that it has not got;
/// corners are no part of edges. It can be a draw, but hardly ever is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Frames;

const EDGES: u16 = 0b111111;
const CORNERS: u16 = EDGES << 6;
const JOINED: u16 = 1;
const SURROUNDED: u16 = 2;

impl Goal for Frames {
    const DRAWS: bool = true;

    fn board(game: &str, size: &str) -> Result<Board<Frames>, TextError> {
        board(Frames, game, size, Shape::hexagon)
    }

    fn game(self) -> &'static str {
        "frames"
    }

    fn size(self, shape: Shape) -> Option<String> {
        shape.as_hexagon().map(|side| side.to_string())
    }

    fn prizes(self, _: Stone, touched: u16) -> u16 {
        let joins = (touched & EDGES).count_ones() >= 3 || (touched & CORNERS).count_ones() >= 2;
        if joins { JOINED } else { 0 }
    }

    fn ways(self, _: Stone) -> Vec<Vec<u16>> {
        let edges = (0..=EDGES).filter(|set| set.count_ones() == 3);
        let corners = (0..=EDGES).filter(|set| set.count_ones() == 2).map(|set| set << 6);
        vec![edges.chain(corners).collect()]
    }

    fn needed(self) -> u32 {
        1
    }

    fn touched(self, topology: &Topology, cell: Cell) -> u16 {
        let corner = topology.corners().iter().position(|&corner| corner == cell);
        corner.map_or(topology.edge_mask(cell), |corner| 1 << (6 + corner))
    }

    fn gained(
        self,
        topology: &Topology,
        stone: Stone,
        stones: &CellSet,
        _: Cell,
        joined: Joined,
    ) -> u16 {
        let others = topology.all_cells().andnot(stones);
        let at_rim = |area: &CellSet| area.iter().any(|cell| topology.edge_mask(cell) != 0);
        let surrounds = !topology.chains(&others).iter().all(at_rim);
        self.prizes(stone, joined.edges) | if surrounds { SURROUNDED } else { 0 }
    }
}

fn board<G: Goal>(
    goal: G,
    game: &str,
    size: &str,
    shape: impl Fn(usize) -> Option<Shape>,
) -> Result<Board<G>, TextError> {
    if game != goal.game() {
        return Err(TextError::word(game, "no such game"));
    }
    let shape = size.parse().ok().and_then(shape);
    let board = shape.and_then(|shape| Board::new(shape, goal));
    board.ok_or_else(|| TextError::word(size, "no such size"))
}
