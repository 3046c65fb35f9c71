//! Drawings of boards with stones on them.

use crate::{Cell, Stone, Topology};
use spinney_game::{CellMark, Colour, Label, Picture, Segment};

impl Topology {
    /// A drawing of the board with these stones and marks, and no caption.
    pub fn picture(
        &self,
        stone_at: impl Fn(Cell) -> Option<Stone>,
        mark_of: impl Fn(Cell) -> Option<CellMark>,
    ) -> Picture {
        let drawing = &self.drawing;
        let cells = self.all_cells().iter().map(|cell| spinney_game::Cell {
            name: self.cell_name(cell).to_string(),
            outline: drawing.outlines[cell.index()].clone(),
            centre: drawing.centres[cell.index()],
            grid: drawing.grid[cell.index()],
            stone: stone_at(cell).map(colour),
            mark: mark_of(cell),
            glyph: None,
            note: None,
        });
        let frame = drawing.edges.iter().enumerate().map(|(edge, points)| Segment {
            points: points.clone(),
            colour: self.edge_owner(edge).map_or(Colour::Board, colour),
        });
        Picture {
            cells: cells.collect(),
            frame: frame.collect(),
            labels: labels(self),
            ..Picture::default()
        }
    }
}

fn colour(stone: Stone) -> Colour {
    match stone {
        Stone::Black => Colour::Black,
        Stone::White => Colour::White,
    }
}

/// Coordinates beside the board: columns and rows where cells are named by them, otherwise the
/// numbers that rows start with.
fn labels(topology: &Topology) -> Vec<Label> {
    let rows = &topology.drawing.rows;
    let last_row = rows.last().copied().unwrap_or(0);
    // Each pair of opposite edges belongs to a colour, and so do the coordinates along it.
    let is_owned = topology.edges_are_owned();
    let is_triangle = topology.edges() == 3;
    let mut labels = Vec::new();
    for cell in &topology.all_cells() {
        let i = cell.index();
        let name = topology.cell_name(cell);
        let digits = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let letters = &name[..name.len() - digits.len()];
        let numbered = letters.is_empty();
        let mut put = |side, text, colour| labels.push(beside(topology, cell, side, text, colour));
        // Where rows are not straight, others may lie to the left of a row's start.
        if (i == 0 || rows[i - 1] != rows[i]) && is_leftmost(topology, cell) {
            let side = if numbered { Side::Out } else { Side::Left };
            put(side, digits, if is_owned { Colour::White } else { Colour::Board });
        }
        if numbered {
            continue;
        }
        if is_owned && rows[i] == 0 {
            put(Side::AboveLeft, letters, Colour::Black);
        }
        if is_owned && rows[i] == last_row {
            put(Side::BelowRight, letters, Colour::Black);
        }
        if !is_owned && is_triangle && rows[i] == last_row {
            // A column of a triangle runs down to the left.
            put(Side::BelowLeft, letters, Colour::Board);
        }
        if !is_owned && !is_triangle && is_first_of_column(topology, cell) {
            put(Side::AboveRight, letters, Colour::Board);
        }
    }
    labels
}

/// Whether no cell is further to the left on the same line of characters.
fn is_leftmost(topology: &Topology, cell: Cell) -> bool {
    let grid = &topology.drawing.grid;
    let (line, column) = grid[cell.index()];
    grid.iter().all(|&(other, further)| other != line || further >= column)
}

/// Whether no cell lies above it to the right, where the columns of a hexagon come from.
fn is_first_of_column(topology: &Topology, cell: Cell) -> bool {
    let grid = &topology.drawing.grid;
    let (line, column) = grid[cell.index()];
    !grid.contains(&(line - 1, column + 1))
}

/// On which side of a cell a label stands.
#[derive(Clone, Copy)]
enum Side {
    /// Away from the middle of the board; to the left in a drawing made of characters.
    Out,
    Left,
    AboveLeft,
    AboveRight,
    BelowLeft,
    BelowRight,
}

fn beside(topology: &Topology, cell: Cell, side: Side, text: &str, colour: Colour) -> Label {
    let (x, y) = topology.drawing.centres[cell.index()];
    let (line, column) = topology.drawing.grid[cell.index()];
    let left = (line, column - 1 - text.chars().count() as i32);
    let (at, grid) = match side {
        Side::Out => {
            let further = 1.0 + 1.0 / (x * x + y * y).sqrt().max(1.0);
            ((x * further, y * further), left)
        }
        Side::Left => ((x - 1.05, y), left),
        Side::AboveLeft => ((x - 0.5, y - 0.95), (line - 1, column - 1)),
        Side::AboveRight => ((x + 0.5, y - 0.95), (line - 1, column + 1)),
        Side::BelowLeft => ((x - 0.5, y + 0.95), (line + 1, column - 1)),
        Side::BelowRight => ((x + 0.5, y + 0.95), (line + 1, column + 1)),
    };
    Label { text: text.to_string(), at, grid, colour }
}
