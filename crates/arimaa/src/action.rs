//! One decision of a player.

use spinney_game::Move;

use crate::piece::Kind;
use crate::squares::Square;
use crate::turn::Step;

/// What a player decides at a time: a step, the end of a turn, or where a piece is set up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// One piece moves by one square.
    Step(Step),
    /// The turn ends before its fourth step.
    Pass,
    /// A piece is set up.
    Place(Kind, Square),
}

const PASS: u32 = 256;
const PLACE: u32 = 257;

impl Action {
    /// All codes are below this number.
    pub const CODES: usize = PLACE as usize + 6 * 64;
}

impl Move for Action {
    fn code(self) -> u32 {
        match self {
            Action::Step(step) => step.code().into(),
            Action::Pass => PASS,
            Action::Place(kind, square) => PLACE + kind as u32 * 64 + square.index() as u32,
        }
    }

    fn from_code(code: u32) -> Action {
        match code {
            0..PASS => Action::Step(Step::from_code(code as u8)),
            PASS => Action::Pass,
            _ => {
                let place = (code - PLACE) as usize % (6 * 64);
                Action::Place(Kind::new(place / 64), Square::new(place % 64))
            }
        }
    }
}
