//! Drawings of positions.

use crate::{Cell, Goal, Position, Stone, Topology};
use spinney_game::{CellMark, Colour, Label, Picture, Segment};

pub(crate) fn picture(position: &Position) -> Picture {
    let topology = position.topology();
    let drawing = &topology.drawing;
    let winning = position.winning_cells();
    let cells = topology.all_cells().iter().map(|cell| {
        let mark = if winning.contains(cell) {
            Some(CellMark::Winning)
        } else {
            (position.last_move() == Some(cell)).then_some(CellMark::Last)
        };
        spinney_game::Cell {
            name: topology.cell_name(cell).to_string(),
            outline: drawing.outlines[cell.index()].clone(),
            centre: drawing.centres[cell.index()],
            grid: drawing.grid[cell.index()],
            stone: position.stone_at(cell).map(colour),
            mark,
            note: None,
        }
    });
    let frame = drawing
        .edges
        .iter()
        .enumerate()
        .map(|(edge, points)| Segment {
            points: points.clone(),
            colour: topology.edge_owner(edge).map_or(Colour::Board, colour),
        });
    Picture {
        cells: cells.collect(),
        frame: frame.collect(),
        labels: labels(topology),
        caption: caption(position),
    }
}

fn colour(stone: Stone) -> Colour {
    match stone {
        Stone::Black => Colour::Black,
        Stone::White => Colour::White,
    }
}

/// One line: who has won or whose turn it is, and in Poly-Y the score.
fn caption(position: &Position) -> String {
    let mut caption = match position.winner() {
        Some(winner) => format!("{} has won", winner.name()),
        None => format!("{} to move", position.to_move().name()),
    };
    if position.can_swap() {
        caption += " or swap";
    }
    if let Goal::Corners { .. } = position.topology().goal() {
        let [black, white] =
            Stone::BOTH.map(|stone| position.prizes(stone).count_ones().to_string());
        caption = caption + "; corners: black " + &black + ", white " + &white;
    }
    caption
}

/// Coordinates beside the board: columns and rows where cells are named by them, otherwise the
/// number that each row starts with.
fn labels(topology: &Topology) -> Vec<Label> {
    let cells: Vec<Cell> = topology.all_cells().iter().collect();
    let name = |cell: Cell| topology.cell_name(cell);
    let column = |cell: Cell| name(cell).trim_end_matches(|c: char| c.is_ascii_digit());
    let row = |cell: Cell| name(cell).trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let grid_row = |cell: Cell| topology.drawing.grid[cell.index()].0;
    let beside = |cell: Cell, side: Side, text: &str, colour: Colour| {
        let (x, y) = topology.drawing.centres[cell.index()];
        let (line, first) = topology.drawing.grid[cell.index()];
        let width = text.chars().count() as i32;
        let (at, grid) = match side {
            Side::Left => ((x - 1.05, y), (line, first - 1 - width)),
            Side::Above => ((x - 0.5, y - 0.95), (line - 1, first - 1)),
            Side::Below => ((x + 0.5, y + 0.95), (line + 1, first + 1)),
            Side::BelowLeft => ((x - 0.5, y + 0.95), (line + 1, first - 1)),
        };
        Label {
            text: text.to_string(),
            at,
            grid,
            colour,
        }
    };

    let starts = cells
        .iter()
        .enumerate()
        .filter(|&(i, &cell)| i == 0 || grid_row(cells[i - 1]) != grid_row(cell));
    let is_hex = topology.goal() == Goal::Hex;
    let row_colour = if is_hex { Colour::White } else { Colour::Board };
    let mut labels: Vec<Label> = starts
        .map(|(_, &cell)| beside(cell, Side::Left, row(cell), row_colour))
        .collect();
    let line = |wanted: i32| {
        cells
            .iter()
            .copied()
            .filter(move |&cell| grid_row(cell) == wanted)
    };
    let last = cells.last().map_or(0, |&cell| grid_row(cell));
    if is_hex {
        labels.extend(line(0).map(|cell| beside(cell, Side::Above, column(cell), Colour::Black)));
        labels
            .extend(line(last).map(|cell| beside(cell, Side::Below, column(cell), Colour::Black)));
    } else if !column(cells[0]).is_empty() {
        // A column of a Y board runs down to the left.
        let below = |cell| beside(cell, Side::BelowLeft, column(cell), Colour::Board);
        labels.extend(line(last).map(below));
    }
    labels
}

/// Where a label stands.
enum Side {
    Left,
    Above,
    Below,
    BelowLeft,
}
