//! Drawings of the table: tiles with curved links, hands below, forced spaces marked, the best
//! lines brought out.

use spinney_game::{
    Actor, Cell as DrawnCell, CellMark, Colour as Ink, Game, Label, Link, LinkTile, Picture, Player,
};

use crate::cell::{Cell, SIDES};
use crate::position::Position;
use crate::tile::{Colour, LINKS, Tile};

/// Rows and columns of characters from a cell to the next by the paper's coordinates.
const GRID_ROWS: i32 = 2;
const GRID_COLUMNS: i32 = 4;
/// From one tile of a hand to the next.
const HAND_STEP: f32 = 1.15;
/// How far below the middle of a tile in a hand its number is written.
const NUMBER_BELOW: f32 = 0.82;
/// Where the letters of the sides stand around a tile's number, clockwise from the north-east.
const LETTERS: [(i32, i32); SIDES] = [(-1, 2), (0, 3), (1, 2), (1, -1), (0, -2), (-1, -1)];

/// Where the middle of a cell or of a tile in a hand is.
#[derive(Clone, Copy)]
struct Spot {
    at: (f32, f32),
    grid: (i32, i32),
}

impl Spot {
    fn of(cell: Cell) -> Spot {
        let (x, y) = (cell.x(), cell.y());
        Spot {
            at: (x as f32 / 2.0, y as f32 * 0.75_f32.sqrt()),
            grid: (GRID_ROWS * y, GRID_COLUMNS * x),
        }
    }

    /// The corners of the hexagon, of width one.
    fn outline(self) -> Vec<(f32, f32)> {
        let corner = |i: usize| {
            let angle = (i as f32 - 1.5) * std::f32::consts::FRAC_PI_3;
            let radius = 1.0 / 3.0_f32.sqrt();
            (self.at.0 + radius * libm::cosf(angle), self.at.1 + radius * libm::sinf(angle))
        };
        (0..SIDES).map(corner).collect()
    }

    /// The middle of a side.
    fn side(self, side: u8) -> (f32, f32) {
        let angle = (f32::from(side) - 1.0) * std::f32::consts::FRAC_PI_3;
        (self.at.0 + 0.5 * libm::cosf(angle), self.at.1 + 0.5 * libm::sinf(angle))
    }

    fn letter(self, side: u8) -> (i32, i32) {
        let (row, column) = LETTERS[usize::from(side)];
        (self.grid.0 + row, self.grid.1 + column)
    }
}

pub(crate) fn draw(position: &Position) -> Picture {
    let mut picture = Picture { caption: caption(position), ..Picture::default() };
    let board = &position.table().board;
    let best: Vec<_> = position
        .rules()
        .colours()
        .iter()
        .filter_map(|&colour| Some((colour, board.best_line(colour as u8)?)))
        .collect();
    for (number, laid) in position.laid().iter().enumerate() {
        let bold = |colour: Colour| {
            best.iter().any(|(best, line)| *best == colour && line.tiles >> number & 1 != 0)
        };
        let mut tile = draw_tile(laid.tile, laid.orientation, Spot::of(laid.cell), bold);
        tile.name = format!("{laid}, {}", laid.tile.string());
        if number + 1 == position.laid().len() {
            tile.mark = Some(CellMark::Last);
        }
        picture.tiles.push(tile);
    }
    picture.coordinates = coordinates(position);
    draw_forced_spaces(position, &mut picture);
    draw_hands(position, &mut picture);
    picture
}

fn draw_tile(tile: Tile, orientation: u8, spot: Spot, bold: impl Fn(Colour) -> bool) -> LinkTile {
    let links = Colour::ALL.into_iter().filter_map(|colour| {
        let (a, b) = LINKS[tile.index()][usize::from(orientation)][colour as usize]?;
        Some(Link {
            colour: ink(colour),
            curve: [spot.side(a), spot.at, spot.side(b)],
            grid: [spot.letter(a), spot.letter(b)],
            bold: bold(colour),
        })
    });
    LinkTile {
        name: format!("{tile}, {}", tile.string()),
        number: format!("{:2}", tile.number()),
        outline: spot.outline(),
        grid: spot.grid,
        links: links.collect(),
        mark: None,
    }
}

/// Columns above the tiles and rows to the left of them, as moves name them, and of the cells around.
fn coordinates(position: &Position) -> Vec<Label> {
    let cells = || position.laid().iter().map(|laid| laid.cell);
    let (xs, ys) = (|| cells().map(Cell::x), || cells().map(Cell::y));
    let (left, right) = (xs().min().unwrap_or(0) - 2, xs().max().unwrap_or(0) + 2);
    let (top, bottom) = (ys().min().unwrap_or(0) - 1, ys().max().unwrap_or(0) + 1);
    if position.laid().is_empty() {
        return Vec::new();
    }
    let label = |text: String, grid| Label { text, at: (0.0, 0.0), grid, colour: Ink::Board };
    let above = GRID_ROWS * top - 2;
    // The last digit of a column stands above that of a tile's number.
    let column = |x: i32| {
        let text = format!("{x:>3}");
        label(text, (above, GRID_COLUMNS * x - 1))
    };
    let row = |y: i32| label(format!("{y:>3}"), (GRID_ROWS * y, GRID_COLUMNS * left - 6));
    (left..=right).map(column).chain((top..=bottom).map(row)).collect()
}

/// Forced spaces, with a note of who could fill them.
fn draw_forced_spaces(position: &Position, picture: &mut Picture) {
    for cell in position.forced_spaces() {
        let spot = Spot::of(cell);
        let fills = |seat: &usize| position.fillable_spaces(Player(*seat as u8)).contains(&cell);
        let letters = (0..position.players())
            .filter(fills)
            .map(|seat| position.rules().colour(Player(seat as u8)).letter());
        let note: String = letters.collect();
        picture.cells.push(DrawnCell {
            name: cell.to_string(),
            outline: spot.outline(),
            centre: spot.at,
            grid: spot.grid,
            stone: None,
            mark: Some(CellMark::Hint),
            note: (!note.is_empty()).then_some(note),
            glyph: None,
        });
    }
}

/// The hands below the table, a row each.
fn draw_hands(position: &Position, picture: &mut Picture) {
    let lowest = position.laid().iter().map(|laid| laid.cell.y()).max().unwrap_or(-2);
    let columns = position.laid().iter().map(|laid| laid.cell.x());
    let (left, right) = (columns.clone().min().unwrap_or(0), columns.max().unwrap_or(0));
    // Two half cells for each tile, and as many for the name.
    let first = (left + right) / 2 - 5;
    for seat in 0..position.players() {
        let player = Player(seat as u8);
        let row = lowest + 2 + 2 * seat as i32;
        let spot = |place: i32| {
            let x = first + 2 * place;
            let grid_row = GRID_ROWS * (lowest + 2) + 4 * seat as i32;
            // Apart, so that their links do not seem to go on from tile to tile.
            let x_at = (left + right) as f32 / 4.0 + HAND_STEP * (place as f32 - 2.5);
            Spot {
                at: (x_at, row as f32 * 0.75_f32.sqrt() + 0.3 * seat as f32),
                grid: (grid_row, GRID_COLUMNS * x),
            }
        };
        let name = position.side_name(player);
        let score = position.score(player);
        let label = spot(-2);
        picture.labels.push(Label {
            text: format!("{name} {score}"),
            at: label.at,
            grid: label.grid,
            colour: ink(position.rules().colour(player)),
        });
        for (place, tile) in position.hand(player).into_iter().enumerate() {
            let spot = spot(place as i32);
            let drawn = draw_tile(tile, 0, spot, |_| false);
            // In characters the number stands on the tile already, and is the same there.
            picture.labels.push(Label {
                text: drawn.number.clone(),
                at: (spot.at.0, spot.at.1 + NUMBER_BELOW),
                grid: drawn.grid,
                colour: Ink::Board,
            });
            picture.tiles.push(drawn);
        }
    }
}

fn caption(position: &Position) -> String {
    let name = |player: Player| position.side_name(player);
    let bag = position.bag().len();
    match position.actor() {
        Actor::Player(player) if position.must_fill() => {
            format!("{} must fill a forced space, {bag} in the bag", name(player))
        }
        Actor::Player(player) => format!("{} to move, {bag} in the bag", name(player)),
        Actor::Chance => {
            let player = position.drawing().map_or("chance", name);
            format!("{player} draws, {bag} in the bag")
        }
        Actor::Nobody => {
            let players = (0..position.players()).map(|seat| Player(seat as u8));
            let scores: Vec<_> = players
                .map(|player| format!("{} {}", name(player), position.score(player)))
                .collect();
            let end = if position.is_deadlock() { "deadlock, a draw" } else { "the end" };
            format!("{end}: {}", scores.join(", "))
        }
    }
}

fn ink(colour: Colour) -> Ink {
    match colour {
        Colour::Red => Ink::Red,
        Colour::Yellow => Ink::Yellow,
        Colour::Blue => Ink::Blue,
        Colour::Green => Ink::Green,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "tantrix red blue \
        hands 4,9,28,33,35,47 5,20,23,32,49,51 \
        table 19.0@0,0 55.5@-2,0 12.3@-3,-1 11.5@-1,-1 turn red";

    #[test]
    fn the_table_is_drawn_with_its_best_lines_and_the_hands_below() {
        let picture = Position::from_text(TABLE).unwrap().picture();
        // Large letters are the links of the best lines; a move to the right of tile 19 is @2,0.
        let drawn = "\
-5  -4  -3  -2  -1   0   1   2

               -2
                           y  B    r  r
               -1         r 12 y  y 11 B
                           r  BB  BB  yy  R
                0             y 55 g  g 19 R
                               g  y    y  g
                1
               b  r    r  b    b  r    r  g    g  y    y  g
red 1         r  4 y  b  9 y  b 28 r  y 33 g  r 35 g  b 47 g
               y  b    y  r    g  g    r  y    y  r    b  y

               r  y    g  r    g  y    r  y    g  b    b  y
blue 3        b  5 y  y 20 r  g 23 y  g 32 g  y 49 b  g 51 g
               b  r    g  y    r  r    r  y    y  g    b  y
red to move, 40 in the bag
";
        assert_eq!(picture.to_text(false), format!("{}{drawn}", " ".repeat(20)));
        assert_eq!(picture.tiles.len(), 4 + 12);
        let svg = picture.to_svg();
        assert_eq!(svg.matches("<polygon class=\"tile").count(), 16);
        assert_eq!(svg.matches("<path class=\"link").count(), 48);
        // The tiles of a hand have their numbers beside them and do not touch.
        assert!(picture.labels.iter().any(|label| label.text.trim() == "28"));
        let lefts: Vec<f32> = picture.tiles[4..10].iter().map(|tile| tile.outline[4].0).collect();
        assert!(lefts.windows(2).all(|pair| pair[1] - pair[0] > 1.1), "{lefts:?}");
    }
}
