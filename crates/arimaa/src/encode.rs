//! Positions as planes of numbers, from the view of the side to move.
//!
//! The board lies as it is drawn with the side to move below: the first row of a plane is the row
//! that its rabbits want to reach. For Silver the board is mirrored, so that the a-file is on the
//! left for both.

use spinney_game::{Actions, Encode, Encoding, Planes, Player, Rearrangement, Shape, Sink};

use crate::action::Action;
use crate::board::Board;
use crate::piece::{Kind, Side};
use crate::position::{Mirror, Position};
use crate::squares::{Direction, Square, TRAPS, each};
use crate::turn::{Pending, Step};

const PIECES: usize = 0;
const START: usize = 12;
const PUSH: usize = 24;
const PULL: usize = 25;
const TRAP: usize = 26;
const STEPS_LEFT: usize = 27;
const SETUP: usize = 28;

const SHAPE: Shape = Shape { planes: 29, height: 8, width: 8 };

/// Actions: steps by direction, then pieces to be set up by kind, then the end of the turn.
const PLACE: usize = 4 * 64;
const PASS: usize = PLACE + 6 * 64;

const fn planes(name: &'static str, count: usize, most: u8, about: &'static str) -> Planes {
    Planes { name, about, count, most, spatial: true }
}

const ENCODED: [Planes; 9] = [
    planes("own pieces", 6, 1, "rabbits, cats, dogs, horses, camel, elephant"),
    planes("other pieces", 6, 1, "the same of the other side"),
    planes("own pieces before", 6, 1, "where they stood when the turn began"),
    planes("other pieces before", 6, 1, "the same of the other side"),
    planes(
        "push",
        1,
        5,
        "where a push must be completed: 1 if a rabbit was pushed from there, to 5 for a camel",
    ),
    planes(
        "pull",
        1,
        6,
        "where a piece may be pulled to: 2 if a cat has left that square, to 6 for an elephant",
    ),
    planes("traps", 1, 1, "the four of them"),
    Planes {
        spatial: false,
        ..planes("steps left", 1, 4, "in this turn; none while pieces are set up")
    },
    Planes { spatial: false, ..planes("setting up", 1, 1, "whether pieces are being set up") },
];

const ACTIONS: [Actions; 3] = [
    Actions {
        name: "step",
        about: "of the piece on a square: up, right, down, left as the planes lie",
        count: 4,
        spatial: true,
    },
    Actions {
        name: "set up",
        about: "a rabbit, cat, dog, horse, camel, elephant on a square",
        count: 6,
        spatial: true,
    },
    Actions { name: "end", about: "of the turn before its fourth step", count: 1, spatial: false },
];

impl Position {
    /// What Silver's view does to squares and steps; Gold's does nothing.
    fn seen(&self, action: Action) -> Action {
        match self.side() {
            Side::Gold => action,
            Side::Silver => Mirror::SIDES.action(action),
        }
    }

    fn seen_place(&self, square: Square) -> usize {
        let seen = match self.side() {
            Side::Gold => square,
            Side::Silver => Mirror::SIDES.square(square),
        };
        as_drawn(seen.index())
    }

    fn encode_pieces(&self, board: &Board, first: usize, sink: &mut impl Sink) {
        let own = self.side();
        for (i, (side, kind)) in [own, own.opponent()]
            .into_iter()
            .flat_map(|side| Kind::ALL.map(|kind| (side, kind)))
            .enumerate()
        {
            let squares = each(board.pieces(side, kind));
            squares.for_each(|square| sink.put(first + i, self.seen_place(square), 1));
        }
    }
}

/// Squares are numbered from the first row upwards and drawn from the eighth row downwards.
fn as_drawn(number: usize) -> usize {
    number ^ 56
}

impl Encode for Position {
    fn encoding(&self) -> Encoding {
        let Shape { height, width, .. } = SHAPE;
        Encoding { height, width, planes: ENCODED.to_vec(), actions: ACTIONS.to_vec() }
    }

    fn shape(&self) -> Shape {
        SHAPE
    }

    fn action_count(&self) -> usize {
        PASS + 1
    }

    fn viewer(&self) -> Player {
        self.side().player()
    }

    fn encode(&self, sink: &mut impl Sink) {
        let turn = self.turn();
        self.encode_pieces(&turn.board, PIECES, sink);
        // While pieces are set up, where the turn began means nothing.
        let start = if turn.used == 0 { &turn.board } else { self.turn_start() };
        self.encode_pieces(start, START, sink);
        match turn.pending {
            Pending::Nothing => {}
            Pending::Push(square, kind) => sink.put(PUSH, self.seen_place(square), kind as u8 + 1),
            Pending::Pull(square, kind) => sink.put(PULL, self.seen_place(square), kind as u8 + 1),
        }
        each(TRAPS).for_each(|square| sink.put(TRAP, self.seen_place(square), 1));
        sink.fill(STEPS_LEFT, if self.is_setup() { 0 } else { turn.left() });
        sink.fill(SETUP, self.is_setup().into());
    }

    fn action_of(&self, m: Action) -> Option<usize> {
        Some(match self.seen(m) {
            Action::Step(step) => step.direction() as usize * 64 + as_drawn(step.from().index()),
            Action::Place(kind, square) => PLACE + kind as usize * 64 + as_drawn(square.index()),
            Action::Pass => PASS,
        })
    }

    fn move_of(&self, action: usize) -> Option<Action> {
        let (plane, square) = (action / 64, Square::new(as_drawn(action % 64)));
        let seen = match action {
            0..PLACE => Action::Step(Step::new(square, Direction::new(plane))),
            PLACE..PASS => Action::Place(Kind::new(plane - 4), square),
            PASS => Action::Pass,
            _ => return None,
        };
        Some(self.seen(seen))
    }

    fn rearrangement(&self, symmetry: usize) -> Option<Rearrangement> {
        // Where the sides change places, so do the views; what is left is the mirror of the files.
        let files = Mirror(symmetry).has(Mirror::FILES);
        let to = |place: usize| if files { place ^ 7 } else { place };
        let planes = (0..SHAPE.planes).collect();
        let places = (0..SHAPE.places()).map(to).collect();
        Some(Rearrangement::new(self, symmetry, planes, places))
    }
}
