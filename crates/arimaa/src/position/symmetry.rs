//! What mirroring the board does to a position.

use std::sync::Arc;

use spinney_game::{Game, Player, Symmetry};

use super::{Phase, Position};
use crate::action::Action;
use crate::board::Board;
use crate::past::Past;
use crate::piece::{Piece, Side};
use crate::squares::{Direction, Square, each};
use crate::turn::{Pending, Step, Turn};

/// A way to mirror the board, one bit for each kind of mirror.
#[derive(Clone, Copy)]
pub(crate) struct Mirror(pub usize);

impl Mirror {
    /// The a-file becomes the h-file.
    pub(crate) const FILES: Mirror = Mirror(1);
    /// The first row becomes the eighth, and the sides change places.
    pub(crate) const SIDES: Mirror = Mirror(2);

    /// Whether it does what another one does.
    pub(crate) fn has(self, other: Mirror) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn square(self, square: Square) -> Square {
        let files = if self.has(Mirror::FILES) { 7 } else { 0 };
        let rows = if self.has(Mirror::SIDES) { 7 } else { 0 };
        Square::new((square.row() ^ rows) * 8 + (square.file() ^ files))
    }

    fn direction(self, direction: Direction) -> Direction {
        let turns = match direction {
            Direction::East | Direction::West => self.has(Mirror::FILES),
            Direction::North | Direction::South => self.has(Mirror::SIDES),
        };
        if turns { direction.opposite() } else { direction }
    }

    fn step(self, step: Step) -> Step {
        Step::new(self.square(step.from()), self.direction(step.direction()))
    }

    pub(crate) fn action(self, action: Action) -> Action {
        match action {
            Action::Step(step) => Action::Step(self.step(step)),
            Action::Pass => Action::Pass,
            Action::Place(kind, square) => Action::Place(kind, self.square(square)),
        }
    }

    fn side(self, side: Side) -> Side {
        if self.has(Mirror::SIDES) { side.opponent() } else { side }
    }

    fn board(self, board: &Board) -> Board {
        let mut image = Board::EMPTY;
        for square in each(board.occupied()) {
            if let Some(Piece { side, kind }) = board.piece_at(square) {
                image.put(Piece { side: self.side(side), kind }, self.square(square));
            }
        }
        image
    }

    fn turn(self, turn: &Turn) -> Turn {
        let pending = match turn.pending {
            Pending::Nothing => Pending::Nothing,
            Pending::Push(square, kind) => Pending::Push(self.square(square), kind),
            Pending::Pull(square, kind) => Pending::Pull(self.square(square), kind),
        };
        Turn { board: self.board(&turn.board), side: self.side(turn.side), pending, ..*turn }
    }

    /// The number of a move. They grow after Silver's turns, so that where Silver's become Gold's
    /// they have grown already: then the numbers of later moves are right.
    fn number(self, number: u32, side: Side) -> u32 {
        number + u32::from(self.has(Mirror::SIDES) && side == Side::Silver)
    }

    fn past(self, past: &Past) -> Option<Arc<Past>> {
        let mut turns: Vec<&Past> = past.turns().collect();
        turns.reverse();
        turns.into_iter().fold(None, |before, past| {
            let Past { board, side, number, .. } = past;
            let start = (self.board(board), self.side(*side), self.number(*number, *side));
            let steps: Vec<Step> = past.steps().iter().map(|&step| self.step(step)).collect();
            Some(Arc::new(Past::new(start, &steps, before)))
        })
    }
}

/// The board may be mirrored from left to right, and once the pieces are set up also from Gold to
/// Silver.
impl Symmetry for Position {
    fn symmetries(&self) -> usize {
        if self.is_setup() { 2 } else { 4 }
    }

    fn image(&self, symmetry: usize) -> Position {
        let mirror = Mirror(symmetry);
        Position {
            turn: mirror.turn(&self.turn),
            start: mirror.board(&self.start),
            steps: self.steps.map(|step| mirror.step(step)),
            number: mirror.number(self.number, self.side()),
            phase: match self.phase {
                Phase::Over { winner } => Phase::Over { winner: mirror.side(winner) },
                phase => phase,
            },
            past: self.past.as_deref().and_then(|past| mirror.past(past)),
        }
    }

    fn move_image(&self, symmetry: usize, m: Action) -> Action {
        Mirror(symmetry).action(m)
    }

    fn player_image(&self, symmetry: usize, player: Player) -> Player {
        Mirror(symmetry).side(Side::of_player(player)).player()
    }

    fn compose(&self, first: usize, then: usize) -> usize {
        first ^ then
    }

    fn image_hash(&self, symmetry: usize) -> u64 {
        // The hash does not look back further than the turn.
        let image = Position { past: None, ..self.clone() };
        image.image(symmetry).hash()
    }
}
