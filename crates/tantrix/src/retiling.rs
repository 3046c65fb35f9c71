//! What the tiles become when colours change places, or when the table is seen in a mirror.
//!
//! Most tiles differ from their mirror images. But all tiles are there that three colours can
//! make, except for those of three straights: so whatever colours are exchanged, and in a mirror
//! as well, every tile becomes one of the tiles, turned by some sixths.

use std::sync::OnceLock;

use crate::cell::{Cell, Placement, SIDES};
use crate::tile::{Colour, TILES, Tile, Tiles, tiles_of};

/// A tile, and by how many sixths it is turned.
type Turned = (Tile, u8);

/// Colours change places, the table may be mirrored from left to right, and tiles become others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Retiling {
    colours: [u8; 4],
    mirrored: bool,
    tiles: &'static [Turned; TILES],
}

impl Retiling {
    /// Every colour becomes the one given for it, each once.
    pub fn new(colours: [Colour; 4], mirrored: bool) -> Retiling {
        static ALL: OnceLock<Vec<[Turned; TILES]>> = OnceLock::new();
        let colours = colours.map(|colour| colour as u8);
        let all = ALL.get_or_init(|| {
            let tables =
                (0..2 * COLOURINGS).map(|n| table(digits(n % COLOURINGS), n >= COLOURINGS));
            tables.collect()
        });
        let number = number(colours) + if mirrored { COLOURINGS } else { 0 };
        Retiling { colours, mirrored, tiles: &all[number] }
    }

    /// What takes everything back.
    pub fn inverse(self) -> Retiling {
        let mut back = Colour::ALL;
        for (from, to) in self.colours.into_iter().enumerate() {
            back[usize::from(to)] = Colour::ALL[from];
        }
        Retiling::new(back, self.mirrored)
    }

    /// What a colour becomes.
    pub fn colour(self, colour: u8) -> u8 {
        self.colours[usize::from(colour)]
    }

    /// Where a side of a tile comes to lie.
    pub fn side(self, side: usize) -> usize {
        if self.mirrored { SIDES - 1 - side } else { side }
    }

    /// Where a cell comes to lie; the origin stays.
    pub fn cell(self, cell: Cell) -> Cell {
        if self.mirrored { cell.mirrored() } else { cell }
    }

    /// What a tile becomes.
    pub fn tile(self, tile: Tile) -> Tile {
        self.tiles[tile.index()].0
    }

    /// What a set of tiles becomes.
    pub fn tiles(self, tiles: Tiles) -> Tiles {
        tiles_of(tiles).fold(0, |all, tile| all | 1 << self.tile(tile).index())
    }

    /// What a tile on the table becomes.
    pub fn placement(self, laid: Placement) -> Placement {
        let Placement { cell, tile, orientation } = laid;
        let (tile, turn) = self.tiles[tile.index()];
        // A mirror turns everything the other way round.
        let turned = if self.mirrored { SIDES as u8 - orientation } else { orientation };
        Placement { cell: self.cell(cell), tile, orientation: (turn + turned) % SIDES as u8 }
    }
}

/// What four colours become is a number of four digits.
const COLOURINGS: usize = 4 * 4 * 4 * 4;

fn number(colours: [u8; 4]) -> usize {
    colours.into_iter().fold(0, |number, colour| 4 * number + usize::from(colour))
}

fn digits(number: usize) -> [u8; 4] {
    [64, 16, 4, 1].map(|place| (number / place % 4) as u8)
}

/// What all tiles become. Where two colours would become one, nobody asks.
fn table(colours: [u8; 4], mirrored: bool) -> [Turned; TILES] {
    let all_differ = colours.iter().fold(0, |seen, colour| seen | 1 << colour) == 0b1111;
    std::array::from_fn(|index| {
        let tile = Tile::at(index);
        if !all_differ {
            return (tile, 0);
        }
        let mut edges = tile.edges(0).map(|edge| Colour::ALL[usize::from(colours[edge as usize])]);
        if mirrored {
            edges.reverse();
        }
        Tile::showing(edges).unwrap_or((tile, 0))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_tile_becomes_the_one_that_shows_what_it_showed_in_other_colours_or_a_mirror() {
        use Colour::{Blue, Green, Red, Yellow};
        for (colours, mirrored) in [
            ([Red, Yellow, Blue, Green], false),
            ([Blue, Yellow, Red, Green], false),
            ([Yellow, Blue, Green, Red], false),
            ([Red, Yellow, Blue, Green], true),
            ([Green, Red, Blue, Yellow], true),
        ] {
            let retiling = Retiling::new(colours, mirrored);
            let mut seen = HashSet::new();
            for tile in Tile::all() {
                assert!(seen.insert(retiling.tile(tile)), "no two tiles become the same");
                for orientation in 0..SIDES as u8 {
                    let cell = Cell::at(3, -1).unwrap();
                    let laid = Placement { cell, tile, orientation };
                    let image = retiling.placement(laid);
                    let before = tile.edges(orientation);
                    let after = image.tile.edges(image.orientation);
                    for side in 0..SIDES {
                        let colour = colours[before[side] as usize];
                        assert_eq!(after[retiling.side(side)], colour, "{laid}, side {side}");
                        let beside = image.cell.neighbour(retiling.side(side));
                        assert_eq!(beside, retiling.cell(cell.neighbour(side)));
                    }
                    assert_eq!(retiling.inverse().placement(image), laid);
                }
            }
        }
    }

    #[test]
    fn bridges_and_chinese_characters_are_their_own_mirror_images_and_the_others_are_not() {
        use crate::tile::Shape;
        let mirror = Retiling::new(Colour::ALL, true);
        for tile in Tile::all() {
            let alike = matches!(tile.shape(), Shape::Brid | Shape::Chin);
            assert_eq!(mirror.tile(tile) == tile, alike, "{tile}");
        }
    }
}
