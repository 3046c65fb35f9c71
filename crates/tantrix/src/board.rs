//! The tiles on the table, and the spaces around them with the tiles that fit there.
//!
//! Every empty cell beside a tile is a [`Space`] and knows for each orientation the set of tiles
//! that may be laid there. Laying a tile changes only the spaces around it: a new edge leaves the
//! tiles that show its colour; a space with two edges of a colour takes that colour away from the
//! sides that its empty neighbours turn to it (the rule against three of a colour). So a legal
//! move is one AND away, and nothing is searched for.
//!
//! As long as the restrictions hold, the tiles of every row, in each of the three directions, lie
//! side by side. A cell may then be taken if each of the three rows through it is empty or has a
//! tile right beside the cell: this is the rules against four-sided spaces and against playing
//! along controlled sides in one. It also means that a row is empty exactly when it lies outside
//! the six-sided frame of all tiles.

use crate::cell::{Cell, Placement, SIDES};
use crate::frame::{Axes, Frame, Rows};
use crate::tile::{EVERY_TILE, EXITS, FITTING, LINKS, PATHS, Path, TILES, TURNED, Tiles};

/// Cells are kept modulo this many. Two cells within 63 rows and columns of each other never meet,
/// and with a margin of two around 56 tiles nothing is further apart.
const CELLS: usize = 1 << 12;
const CELLS_PER_ROW: i32 = 1 << 6;

/// The first tile has six spaces around it; every further one takes one and adds at most three.
pub(crate) const MOST_SPACES: usize = 6 + 2 * (TILES - 1);

/// What lies on a cell: nothing, the tile laid as number `n - 1`, or the space of number
/// `n - SPACE`.
type Content = u8;
const NOTHING: Content = 0;
const SPACE: Content = 128;

/// The neighbours, in steps from cell to cell, by side.
const STEPS: [i32; SIDES] =
    [1 - CELLS_PER_ROW, 1, CELLS_PER_ROW, CELLS_PER_ROW - 1, -1, -CELLS_PER_ROW];

#[inline(always)]
fn index(cell: Cell) -> usize {
    (i32::from(cell.column) + CELLS_PER_ROW * i32::from(cell.row)) as usize % CELLS
}

#[inline(always)]
fn beside(index: usize, side: usize) -> usize {
    (index as i32 + STEPS[side]) as usize % CELLS
}

#[inline(always)]
fn opposite(side: usize) -> usize {
    (side + SIDES / 2) % SIDES
}

/// An empty cell beside a tile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Space {
    /// The tiles that fit, by orientation. While the restrictions hold, those that would leave a
    /// neighbour with three edges of a colour are left out.
    pub fitting: [Tiles; SIDES],
    /// The colour of the edge at each side: three bits, 0 for none, else one more than the colour.
    edges: u32,
    rows: Rows,
    /// The directions with a tile right beside.
    beside: Axes,
    pub cell: Cell,
    /// The sides with a tile, one bit each.
    sides: u8,
    /// One more than the colour of which there are two edges, or 0.
    pair: u8,
}

const BLANK: Space = Space {
    fitting: [0; SIDES],
    edges: 0,
    rows: Rows::NONE,
    beside: Axes::NONE,
    cell: Cell::ORIGIN,
    sides: 0,
    pair: 0,
};

impl Space {
    /// The colour of the edge at a side, if there is one.
    #[inline(always)]
    pub fn edge(&self, side: usize) -> Option<u8> {
        ((self.edges >> (3 * side)) as u8 & 7).checked_sub(1)
    }

    #[inline(always)]
    pub fn is_forced(&self) -> bool {
        self.sides.count_ones() >= 3
    }

    /// Whether one of these tiles fits.
    #[inline(always)]
    pub fn takes(&self, hand: Tiles) -> bool {
        let all = self.fitting.iter().fold(0, |all, tiles| all | tiles);
        all & hand != 0
    }

    /// In how many ways these tiles fit.
    #[inline(always)]
    pub fn ways(&self, hand: Tiles) -> u32 {
        let mut ways = 0;
        for tiles in self.fitting {
            ways += (tiles & hand).count_ones();
        }
        ways
    }

    #[inline(always)]
    fn keep(&mut self, side: usize, colour: usize) {
        for (tiles, with) in self.fitting.iter_mut().zip(&FITTING[side][colour]) {
            *tiles &= with;
        }
    }

    #[inline(always)]
    fn avoid(&mut self, side: usize, colour: usize) {
        for (tiles, with) in self.fitting.iter_mut().zip(&FITTING[side][colour]) {
            *tiles &= !with;
        }
    }

    /// Two edges of that colour, if there are.
    #[inline(always)]
    fn counts_twice(&self, colour: u8) -> bool {
        // The lowest bit of every edge that differs from the colour.
        const ONES: u32 = 0o111_111;
        let differs = self.edges ^ (ONES * (u32::from(colour) + 1));
        let differs = (differs | differs >> 1 | differs >> 2) & ONES;
        differs.count_ones() <= SIDES as u32 - 2
    }
}

/// Where a line leaves its last tile: how long it is, and where its other end is.
#[derive(Clone, Copy, Debug)]
struct End {
    tiles: u8,
    far: Outlet,
}

const NO_END: End = End { tiles: 0, far: Outlet(0) };

/// A side of a laid tile: eight times the tile's number in the order in which they were laid, and
/// the side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Outlet(u16);

/// As many as have a number.
const OUTLETS: usize = 1 << 9;

impl Outlet {
    #[inline(always)]
    fn new(tile: u8, side: usize) -> Outlet {
        Outlet(u16::from(tile) << 3 | side as u16)
    }

    #[inline(always)]
    fn index(self) -> usize {
        usize::from(self.0) % OUTLETS
    }

    #[inline(always)]
    fn tile(self) -> usize {
        usize::from(self.0 >> 3)
    }

    #[inline(always)]
    fn side(self) -> usize {
        usize::from(self.0 & 7)
    }
}

/// The tiles on the table.
#[derive(Debug)]
pub(crate) struct Board {
    contents: [Content; CELLS],
    laid: [Placement; TILES],
    /// The ends of lines, by [`Outlet`]. Where a line goes on, what is there means nothing.
    ends: [End; OUTLETS],
    /// The points of each colour's best line or loop.
    best: [u8; 4],
    count: u8,
    spaces: [Space; MOST_SPACES],
    space_count: u8,
    /// The spaces with three edges or more, one bit each.
    forced: [u64; 2],
    /// While tiles are left in the bag, the three restrictions hold.
    restricted: bool,
    frame: Frame,
}

impl Clone for Board {
    fn clone(&self) -> Board {
        let mut board = Board::new();
        board.clone_from(self);
        board
    }

    /// Copies what is there and not the room for more.
    #[inline(always)]
    fn clone_from(&mut self, from: &Board) {
        self.contents = from.contents;
        let (count, spaces) = (usize::from(from.count), usize::from(from.space_count));
        self.laid[..count].copy_from_slice(&from.laid[..count]);
        self.ends[..8 * count].copy_from_slice(&from.ends[..8 * count]);
        self.best = from.best;
        self.spaces[..spaces].copy_from_slice(&from.spaces[..spaces]);
        self.count = from.count;
        self.space_count = from.space_count;
        self.forced = from.forced;
        self.restricted = from.restricted;
        self.frame = from.frame;
    }
}

impl Board {
    /// An empty table.
    pub fn new() -> Board {
        let nowhere =
            Placement { cell: Cell::ORIGIN, tile: crate::tile::Tile::at(0), orientation: 0 };
        Board {
            contents: [NOTHING; CELLS],
            laid: [nowhere; TILES],
            ends: [NO_END; OUTLETS],
            best: [0; 4],
            count: 0,
            spaces: [BLANK; MOST_SPACES],
            space_count: 0,
            forced: [0; 2],
            restricted: true,
            frame: Frame::around(Rows::NONE),
        }
    }

    /// The tiles in the order in which they were laid.
    #[inline(always)]
    pub fn laid(&self) -> &[Placement] {
        &self.laid[..usize::from(self.count)]
    }

    /// The empty cells beside tiles, in no order that means anything.
    #[inline(always)]
    pub fn spaces(&self) -> &[Space] {
        &self.spaces[..usize::from(self.space_count)]
    }

    /// The spaces with three edges or more.
    #[inline(always)]
    pub fn forced(&self) -> impl Iterator<Item = &Space> {
        let [mut left, mut later] = self.forced;
        let mut first = 0;
        std::iter::from_fn(move || {
            if left == 0 {
                (left, later, first) = (later, 0, 64);
            }
            (left != 0).then(|| {
                let slot = first + left.trailing_zeros() as usize;
                left &= left - 1;
                &self.spaces[slot]
            })
        })
    }

    /// The space at a cell, if it is empty and beside a tile.
    #[inline(always)]
    pub fn space(&self, cell: Cell) -> Option<&Space> {
        let slot = self.contents[index(cell)].checked_sub(SPACE)?;
        let space = &self.spaces[usize::from(slot)];
        (space.cell == cell).then_some(space)
    }

    /// The tile on a cell.
    pub fn tile(&self, cell: Cell) -> Option<&Placement> {
        let number = self.contents[index(cell)];
        let laid =
            (NOTHING + 1..SPACE).contains(&number).then(|| &self.laid[usize::from(number) - 1]);
        laid.filter(|laid| laid.cell == cell)
    }

    /// Whether the restrictions on where tiles may lie allow a tile there.
    #[inline(always)]
    pub fn is_open(&self, space: &Space) -> bool {
        if !self.restricted {
            return true;
        }
        self.frame.excludes_all_but(space.rows, space.beside)
    }

    /// Lays a tile on a space, or anywhere if it is the first.
    #[inline(always)]
    pub fn lay(&mut self, placement: Placement) {
        let at = index(placement.cell);
        if let Some(slot) = self.contents[at].checked_sub(SPACE) {
            self.remove_space(usize::from(slot));
        }
        self.laid[usize::from(self.count)] = placement;
        self.count += 1;
        self.contents[at] = self.count;
        let rows = Rows::of(placement.cell);
        if self.count == 1 {
            self.frame = Frame::around(rows);
        }
        self.frame.include(rows);
        let edges = TURNED[placement.tile.index()][usize::from(placement.orientation)];
        // The tiles beside, one more than their numbers.
        let mut near = [NOTHING; SIDES];
        for (side, &colour) in edges.iter().enumerate() {
            let there = beside(at, side);
            match self.contents[there] {
                NOTHING => self.add_space(there, placement.cell.neighbour(side)),
                tile if tile < SPACE => {
                    near[side] = tile;
                    continue;
                }
                _ => {}
            }
            let slot = usize::from(self.contents[there] - SPACE);
            self.add_edge(slot, opposite(side), colour);
        }
        self.join_lines(placement, near);
    }

    /// The line that a new tile's link goes on with at a side: a line without tiles that ends right
    /// there, if there is no tile beside.
    #[inline(always)]
    fn line_beside(&self, number: u8, side: u8, near: &[Content; SIDES]) -> End {
        let side = usize::from(side);
        match near[side] {
            NOTHING => End { tiles: 0, far: Outlet::new(number, side) },
            tile => self.ends[Outlet::new(tile - 1, opposite(side)).index()],
        }
    }

    /// The last tile's links join the lines that end there.
    #[inline(always)]
    fn join_lines(&mut self, placement: Placement, near: [Content; SIDES]) {
        let number = self.count - 1;
        for Path { colour, ends: [one, other] } in
            PATHS[placement.tile.index()][usize::from(placement.orientation)]
        {
            let a = self.line_beside(number, one, &near);
            let b = self.line_beside(number, other, &near);
            let other = usize::from(other);
            let is_loop =
                near[other] != NOTHING && a.far == Outlet::new(near[other] - 1, opposite(other));
            let points = if is_loop {
                2 * (a.tiles + 1)
            } else {
                let tiles = a.tiles + b.tiles + 1;
                self.ends[a.far.index()] = End { tiles, far: b.far };
                self.ends[b.far.index()] = End { tiles, far: a.far };
                tiles
            };
            let best = &mut self.best[usize::from(colour)];
            *best = points.max(*best);
        }
    }

    #[inline(always)]
    fn remove_space(&mut self, slot: usize) {
        self.space_count -= 1;
        let last = usize::from(self.space_count);
        let last_forced = self.forced[last / 64] >> (last % 64) & 1;
        self.forced[last / 64] &= !(1 << (last % 64));
        self.forced[slot / 64] &= !(1 << (slot % 64));
        if slot != last {
            self.spaces[slot] = self.spaces[last];
            self.contents[index(self.spaces[slot].cell)] = SPACE + slot as u8;
            self.forced[slot / 64] |= last_forced << (slot % 64);
        }
    }

    /// A cell that no tile was beside of becomes a space without edges yet.
    #[inline(always)]
    fn add_space(&mut self, at: usize, cell: Cell) {
        let slot = usize::from(self.space_count);
        self.space_count += 1;
        self.contents[at] = SPACE + slot as u8;
        let mut space = Space { fitting: [EVERY_TILE; SIDES], rows: Rows::of(cell), cell, ..BLANK };
        if self.restricted {
            for side in 0..SIDES {
                let Some(other) = self.contents[beside(at, side)].checked_sub(SPACE) else {
                    continue;
                };
                let pair = self.spaces[usize::from(other)].pair;
                if usize::from(other) != slot && pair != 0 {
                    space.avoid(side, usize::from(pair - 1));
                }
            }
        }
        self.spaces[slot] = space;
    }

    #[inline(always)]
    fn add_edge(&mut self, slot: usize, side: usize, colour: u8) {
        let restricted = self.restricted;
        let space = &mut self.spaces[slot];
        space.edges |= (u32::from(colour) + 1) << (3 * side);
        space.sides |= 1 << side;
        space.beside.add_side(side);
        space.keep(side, usize::from(colour));
        let forced = space.is_forced();
        let at = index(space.cell);
        let new_pair = restricted && space.pair == 0 && space.counts_twice(colour);
        if new_pair {
            space.pair = colour + 1;
        }
        self.forced[slot / 64] |= u64::from(forced) << (slot % 64);
        if new_pair {
            for side in 0..SIDES {
                let other = self.contents[beside(at, side)].checked_sub(SPACE);
                if let Some(other) = other {
                    self.spaces[usize::from(other)].avoid(opposite(side), usize::from(colour));
                }
            }
        }
    }

    /// The bag is empty: from now on tiles need only match.
    #[inline(always)]
    pub fn lift_restrictions(&mut self) {
        if !self.restricted {
            return;
        }
        self.restricted = false;
        for space in &mut self.spaces[..usize::from(self.space_count)] {
            space.fitting = [EVERY_TILE; SIDES];
            for side in 0..SIDES {
                if let Some(colour) = space.edge(side) {
                    space.keep(side, usize::from(colour));
                }
            }
        }
    }

    /// Whether a tile may be laid so, whoever's it is.
    pub fn allows(&self, placement: Placement) -> bool {
        if self.count == 0 {
            return placement.cell == Cell::ORIGIN && placement.orientation == 0;
        }
        self.space(placement.cell).is_some_and(|space| {
            self.is_open(space)
                && space.fitting[usize::from(placement.orientation)] >> placement.tile.index() & 1
                    != 0
        })
    }

    /// Whether a tile touches others there and matches them, restrictions or not.
    pub fn matches(&self, placement: Placement) -> bool {
        if self.count == 0 {
            return placement.cell == Cell::ORIGIN && placement.orientation == 0;
        }
        let edges = TURNED[placement.tile.index()][usize::from(placement.orientation)];
        self.space(placement.cell).is_some_and(|space| {
            (0..SIDES).all(|side| space.edge(side).is_none_or(|colour| colour == edges[side]))
        })
    }

    /// The points of a colour's best line or loop.
    #[inline(always)]
    pub fn score(&self, colour: u8) -> u32 {
        self.best[usize::from(colour)].into()
    }

    /// What the lines of each colour that end at a space would come to if it were filled: points
    /// by colour, 0 for a colour with no end there.
    #[inline(always)]
    pub fn joined(&self, space: &Space) -> [u8; 4] {
        let at = index(space.cell);
        let mut points = [0; 4];
        let mut sides = space.sides;
        while sides != 0 {
            let side = sides.trailing_zeros() as usize;
            sides &= sides - 1;
            let tile = self.contents[beside(at, side)] - 1;
            let end = self.ends[Outlet::new(tile, opposite(side)).index()];
            let colour = ((space.edges >> (3 * side)) as usize & 7) - 1;
            points[colour] = match points[colour] {
                0 => end.tiles + 1,
                // Either the line meets itself, or it meets another one.
                other if self.opens_to(end.far, at) => 2 * other,
                other => other + end.tiles,
            };
        }
        points
    }

    /// Whether a side of a tile opens to a cell.
    #[inline(always)]
    fn opens_to(&self, outlet: Outlet, at: usize) -> bool {
        beside(index(self.laid[outlet.tile()].cell), outlet.side()) == at
    }

    /// A colour's best line; `None` where it has none.
    pub fn best_line(&self, colour: u8) -> Option<Line> {
        let mut best: Option<Line> = None;
        self.each_line(colour, |line| {
            if best.is_none_or(|best| line.points() > best.points()) {
                best = Some(line);
            }
        });
        best
    }

    /// Every line of a colour, once.
    #[inline(always)]
    pub fn each_line(&self, colour: u8, mut see: impl FnMut(Line)) {
        let mut left: u64 = (1 << self.count) - 1;
        while left != 0 {
            let first = left.trailing_zeros() as usize;
            let before = left;
            left &= left - 1;
            let Some((a, b)) = self.link(first, colour) else { continue };
            let mut ends = [(first, a), (first, b)];
            let mut is_loop = false;
            for end in &mut ends {
                while let Some(next) = self.follow(*end) {
                    if next.0 == first {
                        is_loop = true;
                        break;
                    }
                    left &= !(1 << next.0);
                    *end = next;
                }
                if is_loop {
                    break;
                }
            }
            see(Line { tiles: before & !left, ends, is_loop });
        }
    }

    /// The sides that the link of a colour joins on a laid tile.
    #[inline(always)]
    fn link(&self, number: usize, colour: u8) -> Option<(u8, u8)> {
        let Placement { tile, orientation, .. } = self.laid[number];
        LINKS[tile.index()][usize::from(orientation)][usize::from(colour)]
    }

    /// From a tile over one of its sides to the next tile and out of it again.
    #[inline(always)]
    fn follow(&self, (number, side): (usize, u8)) -> Option<(usize, u8)> {
        let there = beside(index(self.laid[number].cell), usize::from(side));
        let content = self.contents[there];
        if content == NOTHING || content >= SPACE {
            return None;
        }
        let next = usize::from(content) - 1;
        let Placement { tile, orientation, .. } = self.laid[next];
        let entered = opposite(usize::from(side));
        Some((next, EXITS[tile.index()][usize::from(orientation)][entered]))
    }

    /// The number of the space that a line's end opens to.
    #[inline(always)]
    pub fn slot_at_end(&self, (number, side): (usize, u8)) -> Option<u8> {
        let there = beside(index(self.laid[number].cell), usize::from(side));
        self.contents[there].checked_sub(SPACE)
    }
}

/// A line or loop of one colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// Its tiles, one bit for each by the order in which they were laid.
    pub tiles: u64,
    /// Where it goes on: a tile by that order, and the side where the line leaves it.
    pub ends: [(usize, u8); 2],
    pub is_loop: bool,
}

impl Line {
    /// One for each tile, two in a loop.
    pub fn points(&self) -> u32 {
        self.tiles.count_ones() * if self.is_loop { 2 } else { 1 }
    }
}
