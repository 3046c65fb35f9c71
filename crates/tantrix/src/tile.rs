//! The 56 tiles: colours of their sides, and the masks that find tiles by them.

use std::fmt::{Display, Formatter};

use spinney_game::TextError;

use crate::cell::SIDES;

/// How many tiles there are.
pub const TILES: usize = 56;

/// A colour of lines, and the side that plays it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Colour {
    /// Red.
    Red,
    /// Yellow.
    Yellow,
    /// Blue.
    Blue,
    /// Green.
    Green,
}

impl Colour {
    /// Every colour.
    pub const ALL: [Colour; 4] = [Colour::Red, Colour::Yellow, Colour::Blue, Colour::Green];

    /// The colour as players and records call it.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Red => "red",
            Colour::Yellow => "yellow",
            Colour::Blue => "blue",
            Colour::Green => "green",
        }
    }

    /// The letter of tile strings such as `BGRGRB`.
    pub const fn letter(self) -> char {
        match self {
            Colour::Red => 'R',
            Colour::Yellow => 'Y',
            Colour::Blue => 'B',
            Colour::Green => 'G',
        }
    }

    /// The colour of that letter or name.
    pub fn named(word: &str) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| {
            colour.name().eq_ignore_ascii_case(word)
                || word.len() == 1 && word.eq_ignore_ascii_case(&colour.name()[..1])
        })
    }
}

/// The tiles by the number on their back, colours clockwise from the north-eastern side.
const EDGES: [&str; TILES] = [
    "YYBRBR", "YYBRRB", "YYRRBB", "RYBYRB", "YYRBBR", "RBYBRY", "BBYRYR", "BBRYRY", "BYRYBR",
    "YYRBRB", "RRBYBY", "RRYBYB", "RRYBBY", "YYBBRR", "YYRGGR", "RRYGGY", "YYGRGR", "YYRGRG",
    "RRGYGY", "RRYGYG", "YYGGRR", "YYGRRG", "YYRRGG", "RRBGGB", "RRBBGG", "RRGBBG", "RRBGBG",
    "RRGGBB", "RRGBGB", "BBRGGR", "GGRYRY", "YGYRGR", "GGYRYR", "YGRGYR", "YGRYRG", "GGRBRB",
    "BBGRGR", "BBRGRG", "RBGBRG", "RGBGRB", "GGBRBR", "BRBGRG", "YYGGBB", "YGBYBG", "YYBBGG",
    "GGBYBY", "GGYBBY", "YYBGGB", "BBGYYG", "YBYGBG", "YGYBGB", "GGYBYB", "YYGBGB", "YYBGBG",
    "BBGYGY", "BBYGYG",
];

/// The same tiles as the first online client numbered and drew them; the papers on its bots
/// count so as well.
const CLIENT_EDGES: [&str; TILES] = [
    "GGRRYY", "RRGGYY", "GYRRYG", "YGRRGY", "YRGGRY", "RYRGYG", "RGRYGY", "GRGYRY", "YRGRGY",
    "YGRGRY", "GRYRYG", "GYRYRG", "RGYGYR", "RYGYGR", "GGBBYY", "BBGGYY", "GYBBYG", "YGBBGY",
    "YBGGBY", "BYBGYG", "BGBYGY", "GBGYBY", "YBGBGY", "YGBGBY", "GBYBYG", "GYBYBG", "BGYGYB",
    "BYGYGB", "RRBBYY", "YYBBRR", "RYBBYR", "YRBBRY", "YBRRBY", "BYBRYR", "BRBYRY", "RBRYBY",
    "YBRBRY", "YRBRBY", "RBYBYR", "RYBYBR", "BRYRYB", "BYRYRB", "RRBBGG", "BBRRGG", "RGBBGR",
    "GRBBRG", "GBRRBG", "BGBRGR", "BRBGRG", "RBRGBG", "GBRBRG", "GRBRBG", "RBGBGR", "RGBGBR",
    "BRGRGB", "BGRGRB",
];

/// What kind of tile it is, by how its three links run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// A single intersection: one tight bend, two wide bends that cross.
    Sint,
    /// A bridge: one straight between two tight bends.
    Brid,
    /// A Chinese character: one straight crossed by two wide bends.
    Chin,
    /// A roundabout: three tight bends.
    Rond,
}

/// One of the tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Tile(u8);

impl Tile {
    /// Every tile, by number.
    pub fn all() -> impl Iterator<Item = Tile> {
        (0..TILES as u8).map(Tile)
    }

    /// The tile with that number on its back, 1 to 56.
    pub fn numbered(number: u32) -> Option<Tile> {
        (1..=TILES as u32).contains(&number).then(|| Tile(number as u8 - 1))
    }

    /// The tile with that index, 0 to 55.
    pub(crate) const fn at(index: usize) -> Tile {
        debug_assert!(index < TILES);
        Tile(index as u8)
    }

    /// The number on its back, 1 to 56.
    pub const fn number(self) -> u32 {
        self.0 as u32 + 1
    }

    /// An index into tables, 0 to 55.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The colours clockwise from the north-eastern side, turned clockwise by `orientation` sixths.
    pub fn edges(self, orientation: u8) -> [Colour; SIDES] {
        TURNED[self.index()][usize::from(orientation)].map(|edge| Colour::ALL[usize::from(edge)])
    }

    /// The paper's tile string: colours clockwise from the north-eastern side, unturned.
    pub fn string(self) -> &'static str {
        EDGES[self.index()]
    }

    /// Whether a link of that colour runs over it.
    pub fn has(self, colour: Colour) -> bool {
        LINKS[self.index()][0][colour as usize].is_some()
    }

    /// How its links run.
    pub fn shape(self) -> Shape {
        let spans = LINKS[self.index()][0].iter().flatten().map(|&(a, b)| {
            let span = b - a;
            span.min(SIDES as u8 - span)
        });
        let (mut tight, mut straight) = (0, 0);
        for span in spans {
            tight += u8::from(span == 1);
            straight += u8::from(span == 3);
        }
        match (tight, straight) {
            (3, _) => Shape::Rond,
            (2, 1) => Shape::Brid,
            (_, 1) => Shape::Chin,
            _ => Shape::Sint,
        }
    }

    /// The tile and its orientation that show those colours clockwise from the north-eastern side.
    pub fn showing(edges: [Colour; SIDES]) -> Option<(Tile, u8)> {
        let turns = |tile: Tile| (0..SIDES as u8).map(move |orientation| (tile, orientation));
        Tile::all().flat_map(turns).find(|(tile, orientation)| tile.edges(*orientation) == edges)
    }

    /// Reads a tile string such as `BGRGRB`.
    pub fn from_string(text: &str) -> Result<(Tile, u8), TextError> {
        let colours: Option<Vec<_>> =
            text.chars().map(|letter| Colour::named(letter.encode_utf8(&mut [0; 4]))).collect();
        colours
            .and_then(|colours| Tile::showing(colours.try_into().ok()?))
            .ok_or_else(|| TextError::word(text, "is not the string of a tile, such as BGRGRB"))
    }

    /// The tile that the first online client and the papers on its bots number so, with the
    /// orientation in which we have to lay it to see what they see at orientation 0.
    pub fn of_client(number: u32) -> Option<(Tile, u8)> {
        let text = CLIENT_EDGES.get((number as usize).checked_sub(1)?)?;
        Tile::from_string(text).ok()
    }

    /// The number that the first online client has for it.
    pub fn client_number(self) -> u32 {
        let is_self = |&number: &u32| Tile::of_client(number).is_some_and(|(tile, _)| tile == self);
        (1..=TILES as u32).find(is_self).expect("both numberings are of the same tiles")
    }
}

impl Display for Tile {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        self.number().fmt(f)
    }
}

/// A set of tiles, one bit each.
pub(crate) type Tiles = u64;

/// Every tile.
pub(crate) const EVERY_TILE: Tiles = (1 << TILES) - 1;

/// The tiles of a set, by number.
pub(crate) fn tiles_of(mut tiles: Tiles) -> impl Iterator<Item = Tile> {
    std::iter::from_fn(move || {
        (tiles != 0).then(|| {
            let tile = Tile(tiles.trailing_zeros() as u8);
            tiles &= tiles - 1;
            tile
        })
    })
}

/// The colour at each side, by tile and orientation.
pub(crate) static TURNED: [[[u8; SIDES]; SIDES]; TILES] = turned();
/// The two sides that a link joins, by tile, orientation and colour.
pub(crate) static LINKS: [[Links; SIDES]; TILES] = links();
/// The three links, by tile and orientation.
pub(crate) static PATHS: [[[Path; SIDES / 2]; SIDES]; TILES] = paths();
/// The side where the link that enters at a side leaves again, by tile, orientation and side.
pub(crate) static EXITS: [[[u8; SIDES]; SIDES]; TILES] = exits();
/// The tiles that show a colour at a side, by side, colour and orientation.
pub(crate) static FITTING: [[[Tiles; SIDES]; 4]; SIDES] = fitting();

const fn turned() -> [[[u8; SIDES]; SIDES]; TILES] {
    let mut table = [[[0; SIDES]; SIDES]; TILES];
    let mut at = 0;
    while at < TILES * SIDES * SIDES {
        let (tile, orientation, side) = (at / SIDES / SIDES, at / SIDES % SIDES, at % SIDES);
        let letter = EDGES[tile].as_bytes()[(side + SIDES - orientation) % SIDES];
        table[tile][orientation][side] = match letter {
            b'R' => 0,
            b'Y' => 1,
            b'B' => 2,
            b'G' => 3,
            _ => panic!("tiles are strings of R, Y, B and G"),
        };
        at += 1;
    }
    table
}

/// A link over a tile: its colour and the two sides that it joins.
#[derive(Clone, Copy)]
pub(crate) struct Path {
    pub colour: u8,
    pub ends: [u8; 2],
}

/// The two sides that a link joins, by colour.
type Links = [Option<(u8, u8)>; 4];

const fn links() -> [[Links; SIDES]; TILES] {
    let edges = turned();
    let mut table = [[[None; 4]; SIDES]; TILES];
    let mut at = 0;
    while at < TILES * SIDES * SIDES * SIDES {
        let (tile, orientation) = (at / SIDES / SIDES / SIDES, at / SIDES / SIDES % SIDES);
        let (a, b) = (at / SIDES % SIDES, at % SIDES);
        let colour = edges[tile][orientation][a];
        if a < b && colour == edges[tile][orientation][b] {
            table[tile][orientation][colour as usize] = Some((a as u8, b as u8));
        }
        at += 1;
    }
    table
}

const fn paths() -> [[[Path; SIDES / 2]; SIDES]; TILES] {
    let links = links();
    let mut table = [[[Path { colour: 0, ends: [0; 2] }; SIDES / 2]; SIDES]; TILES];
    let mut at = 0;
    while at < TILES * SIDES {
        let (tile, orientation) = (at / SIDES, at % SIDES);
        let (mut colour, mut count) = (0, 0);
        while colour < 4 {
            if let Some((a, b)) = links[tile][orientation][colour] {
                table[tile][orientation][count] = Path { colour: colour as u8, ends: [a, b] };
                count += 1;
            }
            colour += 1;
        }
        at += 1;
    }
    table
}

const fn exits() -> [[[u8; SIDES]; SIDES]; TILES] {
    let edges = turned();
    let mut table = [[[0; SIDES]; SIDES]; TILES];
    let mut at = 0;
    while at < TILES * SIDES * SIDES * SIDES {
        let (tile, orientation) = (at / SIDES / SIDES / SIDES, at / SIDES / SIDES % SIDES);
        let (a, b) = (at / SIDES % SIDES, at % SIDES);
        if a != b && edges[tile][orientation][a] == edges[tile][orientation][b] {
            table[tile][orientation][a] = b as u8;
        }
        at += 1;
    }
    table
}

const fn fitting() -> [[[Tiles; SIDES]; 4]; SIDES] {
    let edges = turned();
    let mut table = [[[0; SIDES]; 4]; SIDES];
    let mut at = 0;
    while at < TILES * SIDES * SIDES {
        let (tile, orientation, side) = (at / SIDES / SIDES, at / SIDES % SIDES, at % SIDES);
        let colour = edges[tile][orientation][side];
        table[side][colour as usize][orientation] |= 1 << tile;
        at += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn there_are_64_ways_to_colour_a_tile_and_all_but_triple_straights_exist() {
        let mut seen = HashSet::new();
        for tile in Tile::all() {
            let mut colours = tile.edges(0);
            colours.sort_unstable();
            assert!(colours.chunks(2).all(|pair| pair[0] == pair[1]), "each colour twice");
            for orientation in 0..6 {
                assert!(seen.insert(tile.edges(orientation)), "{tile} twice");
            }
        }
        // Of 4 × 90 arrangements of three colours twice each, the 4 × 6 triple straights look the
        // same after half a turn: 56 × 6 + 24 = 360.
        assert_eq!(seen.len() + 24, 4 * 90);
    }

    #[test]
    fn each_three_colours_have_six_sints_three_brids_three_chins_and_two_ronds() {
        for missing in Colour::ALL {
            let of = |shape| {
                Tile::all().filter(|tile| !tile.has(missing) && tile.shape() == shape).count()
            };
            let counts = [Shape::Sint, Shape::Brid, Shape::Chin, Shape::Rond].map(of);
            assert_eq!(counts, [6, 3, 3, 2], "{missing:?}");
        }
    }

    #[test]
    fn both_numberings_name_the_same_tiles() {
        // The paper's figure 9: tile 56 of the client is BGRGRB, our 37.
        let (tile, orientation) = Tile::of_client(56).unwrap();
        assert_eq!(tile.number(), 37);
        assert_eq!(tile.edges(orientation), Tile::from_string("BGRGRB").map(show).unwrap());
        for tile in Tile::all() {
            assert_eq!(Tile::of_client(tile.client_number()).unwrap().0, tile);
        }
        assert_eq!(Tile::of_client(0), None);
        assert_eq!(Tile::of_client(57), None);
    }

    fn show((tile, orientation): (Tile, u8)) -> [Colour; SIDES] {
        tile.edges(orientation)
    }

    #[test]
    fn turning_is_clockwise() {
        let tile = Tile::numbered(1).unwrap();
        let letters = |o| tile.edges(o).map(Colour::letter).iter().collect::<String>();
        assert_eq!(letters(0), "YYBRBR");
        assert_eq!(letters(1), "RYYBRB");
        assert!(Tile::from_string("RRRRRR").is_err());
        assert!(Tile::from_string("").is_err());
    }
}
