//! Drawings of positions that know no game: cells with outlines, stones, marks and notes.
//!
//! A game describes what is to be seen; a front door adds what it knows (the last move, win rates
//! on the cells) and asks for text ([`Picture::to_text`]) or SVG ([`Picture::to_svg`]).

mod svg;
mod text;

/// What a thing is coloured by. Renderers choose shades that colour-blind people can tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// The side called black.
    Black,
    /// The side called white.
    White,
    /// Nobody's: plain board.
    Board,
    /// Red lines.
    Red,
    /// Yellow lines.
    Yellow,
    /// Blue lines.
    Blue,
    /// Green lines.
    Green,
}

/// Why a cell stands out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CellMark {
    /// The last move.
    Last,
    /// Part of what won the game.
    Winning,
    /// A move that the engine suggests.
    Hint,
}

/// One cell of the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// The cell's name, as moves write it.
    pub name: String,
    /// The corners of the cell, clockwise, in units of about one cell, y downwards.
    pub outline: Vec<(f32, f32)>,
    /// Where stones and notes go.
    pub centre: (f32, f32),
    /// Row and column in a drawing made of characters.
    pub grid: (i32, i32),
    /// The stone on the cell.
    pub stone: Option<Colour>,
    /// Why the cell stands out, if it does.
    pub mark: Option<CellMark>,
    /// A letter on the cell that tells pieces apart, or marks an empty cell that is special.
    pub glyph: Option<char>,
    /// A few characters written on the cell: a move number, a win rate.
    pub note: Option<String>,
}

/// A line of the board's frame: a side that belongs to a colour.
#[derive(Clone, PartialEq, Debug)]
pub struct Segment {
    /// The line's points, in the units of [`Cell::outline`].
    pub points: Vec<(f32, f32)>,
    /// Whose side it is.
    pub colour: Colour,
}

/// A coordinate written beside the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// What is written.
    pub text: String,
    /// Where, in the units of [`Cell::outline`].
    pub at: (f32, f32),
    /// Row and column of its first character in a drawing made of characters.
    pub grid: (i32, i32),
    /// Whose side it lies on, which colours it.
    pub colour: Colour,
}

/// A tile with coloured links from side to side.
#[derive(Clone, PartialEq, Debug)]
pub struct LinkTile {
    /// What it is, to be read when pointed at.
    pub name: String,
    /// What is written on it where links cannot be drawn.
    pub number: String,
    /// Its corners, in the units of [`Cell::outline`].
    pub outline: Vec<(f32, f32)>,
    /// Row and column of the number's first character in a drawing made of characters.
    pub grid: (i32, i32),
    /// Its links, those that run below others first.
    pub links: Vec<Link>,
    /// Why the tile stands out, if it does.
    pub mark: Option<CellMark>,
}

/// A coloured link across a tile.
#[derive(Clone, PartialEq, Debug)]
pub struct Link {
    /// Its colour.
    pub colour: Colour,
    /// Where it starts, where it heads for, and where it ends: a quadratic curve.
    pub curve: [(f32, f32); 3],
    /// Row and column of its two ends in a drawing made of characters.
    pub grid: [(i32, i32); 2],
    /// Whether it stands out.
    pub bold: bool,
}

/// A drawing of a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Picture {
    /// The board's cells.
    pub cells: Vec<Cell>,
    /// Tiles on and beside the board.
    pub tiles: Vec<LinkTile>,
    /// The board's frame.
    pub frame: Vec<Segment>,
    /// Coordinates and other writing beside the board.
    pub labels: Vec<Label>,
    /// Coordinates that only a drawing made of characters needs, where nobody can point at things.
    pub coordinates: Vec<Label>,
    /// One line below the board: whose turn it is, or who has won.
    pub caption: String,
}

impl Picture {
    /// Whether nobody could tell from the coordinates beside the board what its cells are called: they
    /// are numbered one by one.
    pub fn is_numbered(&self) -> bool {
        let is_number = |name: &str| name.bytes().all(|b| b.is_ascii_digit());
        !self.cells.is_empty() && self.cells.iter().all(|cell| is_number(&cell.name))
    }

    /// The cell of that name.
    pub fn cell_mut(&mut self, name: &str) -> Option<&mut Cell> {
        self.cells.iter_mut().find(|cell| cell.name == name)
    }
}
