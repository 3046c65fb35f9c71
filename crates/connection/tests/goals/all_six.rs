// A goal with draws. The documentation of `Monotone` takes it from here, too.

use spinney_board::{Shape, Stone};
use spinney_connection::{Board, Goal};
use spinney_game::TextError;

/// One group must touch all six edges of a hexagon. It can be a draw, whatever this goal says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AllSix<const DRAWS: bool>;

impl<const DRAWS: bool> Goal for AllSix<DRAWS> {
    const DRAWS: bool = DRAWS;

    fn board(game: &str, size: &str) -> Result<Board<Self>, TextError> {
        let shape = size.parse().ok().and_then(Shape::hexagon);
        let board = shape.filter(|_| game == "all-six").and_then(|shape| Board::new(shape, AllSix));
        board.ok_or_else(|| TextError::word(size, "no such board"))
    }

    fn game(self) -> &'static str {
        "all-six"
    }

    fn size(self, shape: Shape) -> Option<String> {
        shape.as_hexagon().map(|side| side.to_string())
    }

    fn prizes(self, _: Stone, edges: u16) -> u16 {
        u16::from(edges == 0b111111)
    }

    fn ways(self, _: Stone) -> Vec<Vec<u16>> {
        vec![vec![0b111111]]
    }

    fn needed(self) -> u32 {
        1
    }
}
