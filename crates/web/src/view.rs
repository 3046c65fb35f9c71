//! A position as the page draws it: cells, stones and what may be played.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde::Serialize;
use spinney_engine::{Board, CellMark, Colour, Picture};
use utoipa::ToSchema;

use crate::tree::NodeId;

/// What changes from move to move.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct View {
    /// The node that it is the position of.
    pub(crate) node: NodeId,
    /// Which [`Shape`] the board has.
    pub(crate) shape: String,
    /// That shape, in games whose board changes with every move because it is made of tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    board: Option<Shape>,
    /// One letter for each cell of the shape: `b` black, `w` white, `.` none.
    stones: String,
    /// Cells that stand out: `last`, `winning`.
    marks: BTreeMap<String, &'static str>,
    /// What is written on cells.
    notes: BTreeMap<String, String>,
    /// One line: whose turn it is, or who has won.
    caption: String,
    /// The position in the engine's own words.
    text: String,
    /// The players' names in order of their first turn, as they are called now.
    sides: Vec<&'static str>,
    /// Whose turn it is; nobody's where chance acts or the game is over.
    #[schema(required)]
    to_move: Option<&'static str>,
    /// Every legal move.
    pub(crate) legal: Vec<String>,
    /// Whether the game is over by its rules.
    over: bool,
    /// Who has won.
    #[schema(required)]
    winner: Option<&'static str>,
}

/// What the empty board looks like.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Shape {
    /// What views call it.
    id: String,
    cells: Vec<ShapeCell>,
    /// Tiles on and beside the board, where the game has them.
    tiles: Vec<Tile>,
    /// The lines around the board, and whose they are.
    frame: Vec<Line>,
    /// Coordinates beside the board.
    labels: Vec<Label>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ShapeCell {
    name: String,
    /// Corners, clockwise, in units of about one cell, y downwards.
    outline: Vec<(f32, f32)>,
    centre: (f32, f32),
}

/// A tile with coloured links from side to side.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Tile {
    name: String,
    outline: Vec<(f32, f32)>,
    /// Whether it was laid last.
    last: bool,
    /// Its links, those that run below others first.
    links: Vec<TileLink>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TileLink {
    colour: &'static str,
    /// Where it starts, where it heads for, and where it ends: a quadratic curve.
    curve: Vec<(f32, f32)>,
    /// Whether it stands out.
    bold: bool,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Line {
    points: Vec<(f32, f32)>,
    colour: &'static str,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Label {
    text: String,
    at: (f32, f32),
    colour: &'static str,
}

/// The position of a board.
pub(crate) fn view(board: &Board, node: NodeId) -> View {
    let picture = board.picture();
    let outcome = board.outcome();
    let stone = |colour: Option<Colour>| match colour {
        Some(Colour::Black) => 'b',
        Some(Colour::White) => 'w',
        _ => '.',
    };
    let marks = picture.cells.iter().filter_map(|cell| {
        let mark = match cell.mark? {
            CellMark::Last => "last",
            CellMark::Winning => "winning",
            CellMark::Hint => "hint",
        };
        Some((cell.name.clone(), mark))
    });
    let notes = picture.cells.iter().filter_map(|cell| {
        let note = cell.note.clone().or(cell.glyph.map(String::from))?;
        Some((cell.name.clone(), note))
    });
    View {
        node,
        shape: shape_id(&picture),
        board: (!picture.tiles.is_empty()).then(|| shape_of(&picture)),
        stones: picture.cells.iter().map(|cell| stone(cell.stone)).collect(),
        marks: marks.collect(),
        notes: notes.collect(),
        caption: picture.caption.clone(),
        text: board.text(),
        sides: board.sides(),
        to_move: board.to_move(),
        legal: board.legal_moves(),
        over: outcome.is_some(),
        winner: outcome.and_then(|outcome| outcome.winner),
    }
}

/// What a board looks like.
pub(crate) fn shape(board: &Board) -> Shape {
    shape_of(&board.picture())
}

fn shape_of(picture: &Picture) -> Shape {
    let small = |points: &[(f32, f32)]| points.iter().map(|&point| rounded(point)).collect();
    Shape {
        id: shape_id(picture),
        cells: picture
            .cells
            .iter()
            .map(|cell| ShapeCell {
                name: cell.name.clone(),
                outline: small(&cell.outline),
                centre: rounded(cell.centre),
            })
            .collect(),
        tiles: picture
            .tiles
            .iter()
            .map(|tile| Tile {
                name: tile.name.clone(),
                outline: small(&tile.outline),
                last: tile.mark == Some(CellMark::Last),
                links: tile
                    .links
                    .iter()
                    .map(|link| TileLink {
                        colour: colour(link.colour),
                        curve: small(&link.curve),
                        bold: link.bold,
                    })
                    .collect(),
            })
            .collect(),
        frame: picture
            .frame
            .iter()
            .map(|line| Line { points: small(&line.points), colour: colour(line.colour) })
            .collect(),
        labels: picture
            .labels
            .iter()
            .map(|label| Label {
                text: label.text.clone(),
                at: rounded(label.at),
                colour: colour(label.colour),
            })
            .collect(),
    }
}

/// The same for boards that look the same, whatever is on them.
fn shape_id(picture: &Picture) -> String {
    let mut hasher = DefaultHasher::new();
    let mut point = |(x, y): (f32, f32)| (x.to_bits(), y.to_bits()).hash(&mut hasher);
    picture.cells.iter().for_each(|cell| point(cell.centre));
    picture.frame.iter().flat_map(|line| &line.points).for_each(|&p| point(p));
    // Tiles are part of the board: they come, and stay.
    for tile in &picture.tiles {
        tile.outline.iter().for_each(|&p| point(p));
        tile.links.iter().flat_map(|link| link.curve).for_each(&mut point);
    }
    for tile in &picture.tiles {
        (tile.name.as_str(), tile.mark).hash(&mut hasher);
        tile.links.iter().for_each(|link| (link.colour, link.bold).hash(&mut hasher));
    }
    picture.cells.iter().for_each(|cell| cell.name.hash(&mut hasher));
    picture.labels.iter().for_each(|label| label.text.hash(&mut hasher));
    format!("{:016x}", hasher.finish())
}

/// Whole thousandths, which no eye tells from more.
fn rounded((x, y): (f32, f32)) -> (f32, f32) {
    ((x * 1000.0).round() / 1000.0, (y * 1000.0).round() / 1000.0)
}

fn colour(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "black",
        Colour::White => "white",
        Colour::Board => "board",
        Colour::Red => "red",
        Colour::Yellow => "yellow",
        Colour::Blue => "blue",
        Colour::Green => "green",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinney_engine::Rng;

    #[test]
    fn tiles_are_part_of_the_board_and_change_its_shape() {
        let mut board = Board::from_text("tantrix").unwrap();
        let mut rng = Rng::new(1, 0);
        while board.to_move().is_none() {
            (_, board) = board.roll(&mut rng).unwrap();
        }
        let before = shape(&board);
        let first = board.legal_moves()[0].clone();
        (_, board) = board.play(None, &first).unwrap();
        let after = shape(&board);
        assert_ne!(before.id, after.id);
        let view = view(&board, 0);
        assert_eq!(after.id, view.shape);
        assert_eq!(view.board.unwrap().tiles.len(), after.tiles.len());
        assert!(after.tiles.iter().any(|tile| tile.last));
        assert!(after.tiles.iter().all(|tile| tile.links.len() == 3));
    }
}
