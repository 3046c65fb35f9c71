//! Drawings of positions.

use spinney_game::{Cell, CellMark, Colour, Label, Picture, Segment};

use crate::piece::{Kind, Piece, Side};
use crate::position::Position;
use crate::squares::{Square, TRAPS};

pub(crate) fn picture(position: &Position) -> Picture {
    let board = position.board();
    let last = last_squares(position);
    let cells = (0..64).map(|i| {
        let square = Square::new(i);
        let (x, y) = (square.file() as f32, 7.0 - square.row() as f32);
        let piece = board.piece_at(square);
        let rabbit_home =
            |piece: Piece| piece.kind == Kind::Rabbit && piece.side.goal() & square.bit() != 0;
        let mark = if position.winner().is_some() && piece.is_some_and(rabbit_home) {
            Some(CellMark::Winning)
        } else {
            (last & square.bit() != 0 && piece.is_some()).then_some(CellMark::Last)
        };
        Cell {
            name: square.name(),
            outline: vec![(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)],
            centre: (x + 0.5, y + 0.5),
            grid: (7 - square.row() as i32, 2 * square.file() as i32),
            stone: piece.map(|piece| colour(piece.side)),
            mark,
            note: None,
            glyph: match piece {
                Some(piece) => Some(piece.letter()),
                None => (TRAPS & square.bit() != 0).then_some('x'),
            },
        }
    });
    let frame = Side::BOTH.map(|side| {
        let y = if side == Side::Gold { 8.0 } else { 0.0 };
        Segment { points: vec![(0.0, y), (8.0, y)], colour: colour(side) }
    });
    Picture {
        cells: cells.collect(),
        frame: frame.into(),
        labels: labels(),
        caption: caption(position),
        ..Picture::default()
    }
}

/// Where the steps of this turn, or else of the turn before, have led.
fn last_squares(position: &Position) -> u64 {
    let steps = match position.steps() {
        [] => position.past().map_or(&[][..], |past| past.steps()),
        steps => steps,
    };
    steps
        .iter()
        .fold(0, |all, step| all & !step.squares() | step.direction().shift(step.from().bit()))
}

fn colour(side: Side) -> Colour {
    match side {
        Side::Gold => Colour::White,
        Side::Silver => Colour::Black,
    }
}

fn caption(position: &Position) -> String {
    let side = position.side().name();
    if let Some(winner) = position.winner() {
        return format!("{} has won", winner.name());
    }
    if position.is_setup() {
        let left = 16 - position.board().of(position.side()).count_ones();
        return format!("{side} to set up; {left} pieces left");
    }
    let plural = if position.turn().left() == 1 { "" } else { "s" };
    format!(
        "{side} to move; move {}, {} step{plural} left",
        position.number(),
        position.turn().left()
    )
}

fn labels() -> Vec<Label> {
    let label = |text: String, at, grid| Label { text, at, grid, colour: Colour::Board };
    let mut labels = Vec::new();
    for i in 0..8usize {
        let centre = i as f32 + 0.5;
        let row = (i + 1).to_string();
        labels.push(label(row, (-0.4, 8.0 - centre), (7 - i as i32, -3)));
        let file = char::from(b'a' + i as u8).to_string();
        labels.push(label(file, (centre, 8.4), (8, 2 * i as i32)));
    }
    labels
}
