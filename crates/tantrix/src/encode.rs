//! Positions as planes of numbers, from the view of whoever's turn it is.
//!
//! The table has no bounds, the planes have: they show the cells within [`RADIUS`] of a tile in the
//! middle of the table. The rest is left out, and moves there have no number. In 20,000 random
//! games of two players this happened in 84.
//!
//! To the viewer, the own colour is red, that of the next player yellow, and so on; the colours
//! that nobody plays come last. Tiles are those that the real ones are in these colours.

use spinney_game::{
    Actions, Encode, Encoding, Game, Planes, Player, Rearrangement, Shape, Sink, Symmetry,
};

use crate::cell::{Action, Cell, Placement, SIDES};
use crate::position::Position;
use crate::retiling::Retiling;
use crate::tile::{Colour, TILES, TURNED, Tile, tiles_of};

/// How far from the middle the planes reach.
const RADIUS: i32 = 10;
/// Rows and columns of a plane.
const SPAN: usize = 2 * RADIUS as usize + 1;

/// The planes of sides: by colour, then by side.
const SIDE_PLANES: usize = 4 * SIDES;
const FORCED: usize = SIDE_PLANES;
const HANDS: usize = FORCED + 1;

/// Actions: placements by tile, orientation and place, then draws by tile.
const DRAW: usize = TILES * SIDES * SPAN * SPAN;

/// The most points of a line: a loop over all tiles that have a colour.
const MOST_POINTS: u8 = 2 * 42;

/// How the viewer sees the table.
struct View {
    retiling: Retiling,
    middle: Cell,
    /// How far the tiles reach from the middle.
    reach: i32,
}

impl View {
    /// Where a cell is shown, if it is.
    fn place(&self, cell: Cell) -> Option<usize> {
        let (row, column) = (cell.row - self.middle.row, cell.column - self.middle.column);
        place(Cell { row, column })
    }

    fn action(&self, m: Action) -> Option<usize> {
        match m {
            Action::Draw(tile) => Some(DRAW + self.retiling.tile(tile).index()),
            Action::Place(laid) => {
                let place = self.place(laid.cell)?;
                Some(lay_plane(self.retiling.placement(laid)) * SPAN * SPAN + place)
            }
        }
    }

    /// The cell that is shown at a place; none in the corners, which are further away, nor where
    /// no tile can ever lie.
    fn cell(&self, place: usize) -> Option<Cell> {
        let Cell { row, column } = shown_at(place)?;
        let cell = Cell { row: row + self.middle.row, column: column + self.middle.column };
        cell.lines().iter().all(|line| usize::from(line.unsigned_abs()) < TILES).then_some(cell)
    }
}

/// The place of a cell, given how it lies to the middle.
fn place(from_middle: Cell) -> Option<usize> {
    let shown = from_middle.lines().iter().all(|line| i32::from(line.abs()) <= RADIUS);
    let index = |line: i8| (i32::from(line) + RADIUS) as usize;
    shown.then(|| index(from_middle.row) * SPAN + index(from_middle.column))
}

/// How the cell at a place lies to the middle.
fn shown_at(place: usize) -> Option<Cell> {
    let line = |index: usize| (index as i32 - RADIUS) as i8;
    let cell = Cell { row: line(place / SPAN), column: line(place % SPAN) };
    self::place(cell).map(|_| cell)
}

/// The plane of actions for a tile and its orientation as they are seen.
fn lay_plane(seen: Placement) -> usize {
    seen.tile.index() * SIDES + usize::from(seen.orientation)
}

/// What is done by an action of that plane.
fn placement(plane: usize, cell: Cell) -> Placement {
    Placement { cell, tile: Tile::at(plane / SIDES), orientation: (plane % SIDES) as u8 }
}

impl Position {
    fn view(&self) -> View {
        let own = self.viewer().index();
        let played = self.rules().colours();
        let in_turn = (0..played.len()).map(|seat| played[(own + seat) % played.len()]);
        let unplayed = Colour::ALL.into_iter().filter(|colour| !played.contains(colour));
        let mut colours = Colour::ALL;
        for (colour, seen) in in_turn.chain(unplayed).zip(Colour::ALL) {
            colours[colour as usize] = seen;
        }
        let retiling = Retiling::new(colours, false);
        let (middle, reach) = self.middle(retiling);
        View { retiling, middle, reach }
    }

    /// The tile from which the furthest one is nearest, and how far that is. If there are several,
    /// the one nearest to all others, and then the one with the lowest number as it is seen.
    fn middle(&self, seen: Retiling) -> (Cell, i32) {
        let lines = |laid: &Placement| laid.cell.lines().map(i32::from);
        let mut first = [i32::MAX; 3];
        let mut last = [i32::MIN; 3];
        let mut sum = [0; 3];
        for laid in self.laid() {
            for (axis, line) in lines(laid).into_iter().enumerate() {
                first[axis] = first[axis].min(line);
                last[axis] = last[axis].max(line);
                sum[axis] += line;
            }
        }
        let tiles = self.laid().len() as i32;
        let far = |laid: &Placement| {
            let by_axis = lines(laid).into_iter().enumerate();
            by_axis.map(|(axis, line)| (line - first[axis]).max(last[axis] - line)).max()
        };
        // Up to what is the same for all, the sum of squared distances to all tiles.
        let near = |laid: &Placement| -> i32 {
            let by_axis = lines(laid).into_iter().enumerate();
            by_axis.map(|(axis, line)| line * (tiles * line - 2 * sum[axis])).sum()
        };
        let key = |laid: &&Placement| (far(laid), near(laid), seen.tile(laid.tile));
        let middle = self.laid().iter().min_by_key(key);
        middle.map_or((Cell::ORIGIN, 0), |laid| (laid.cell, far(laid).unwrap_or(0)))
    }

    /// The players from the viewer on, in order of turns.
    fn in_turn(&self) -> impl Iterator<Item = Player> {
        let (own, players) = (self.viewer().index(), self.players());
        (0..players).map(move |seat| Player(((own + seat) % players) as u8))
    }

    fn bag_planes(&self) -> usize {
        HANDS + TILES * self.players()
    }

    fn points_planes(&self) -> usize {
        self.bag_planes() + TILES
    }
}

impl Encode for Position {
    fn encoding(&self) -> Encoding {
        let plane =
            |name, about, count, most, spatial| Planes { name, about, count, most, spatial };
        let whole = |name, about, count| plane(name, about, count, 1, false);
        let players = self.players();
        Encoding {
            height: SPAN,
            width: SPAN,
            planes: vec![
                plane(
                    "own colour",
                    "tiles with the viewer's colour at a side, clockwise from the north-east",
                    SIDES,
                    1,
                    true,
                ),
                plane(
                    "other colours",
                    "the same for those of the next players, then for those that nobody plays",
                    3 * SIDES,
                    1,
                    true,
                ),
                plane("forced spaces", "empty cells with three tiles beside them", 1, 1, true),
                whole("own hand", "by tile", TILES),
                whole(
                    "other hands",
                    "by player in order of turns, then by tile",
                    TILES * (players - 1),
                ),
                whole("bag", "what is left in it, by tile", TILES),
                plane(
                    "points",
                    "of the viewer's best line, then of the next players'",
                    players,
                    MOST_POINTS,
                    false,
                ),
                whole("moved", "whether the free move of this turn has been made", 1),
            ],
            actions: vec![
                Actions {
                    name: "lay",
                    about: "by tile, then by how many sixths it is turned clockwise",
                    count: TILES * SIDES,
                    spatial: true,
                },
                Actions { name: "draw", about: "by tile", count: TILES, spatial: false },
            ],
        }
    }

    fn shape(&self) -> Shape {
        let planes = self.points_planes() + self.players() + 1;
        Shape { planes, height: SPAN, width: SPAN }
    }

    fn action_count(&self) -> usize {
        DRAW + TILES
    }

    fn viewer(&self) -> Player {
        Player(self.table().turn)
    }

    fn encode(&self, sink: &mut impl Sink) {
        let view = self.view();
        for laid in self.laid() {
            let Some(place) = view.place(laid.cell) else { continue };
            let edges = TURNED[laid.tile.index()][usize::from(laid.orientation)];
            for (side, edge) in edges.into_iter().enumerate() {
                let colour = usize::from(view.retiling.colour(edge));
                sink.put(colour * SIDES + side, place, 1);
            }
        }
        for space in self.table().board.forced() {
            if let Some(place) = view.place(space.cell) {
                sink.put(FORCED, place, 1);
            }
        }
        let points = self.points_planes();
        for (seat, player) in self.in_turn().enumerate() {
            let hand = self.table().hands[player.index()];
            for tile in tiles_of(view.retiling.tiles(hand)) {
                sink.fill(HANDS + seat * TILES + tile.index(), 1);
            }
            sink.fill(points + seat, self.score(player) as u8);
        }
        for tile in tiles_of(view.retiling.tiles(self.table().bag)) {
            sink.fill(self.bag_planes() + tile.index(), 1);
        }
        sink.fill(points + self.players(), self.table().moved.into());
    }

    fn action_of(&self, m: Action) -> Option<usize> {
        self.view().action(m)
    }

    fn actions_of(&self, moves: &[Action], out: &mut Vec<Option<usize>>) {
        let view = self.view();
        out.extend(moves.iter().map(|&m| view.action(m)));
    }

    fn move_of(&self, action: usize) -> Option<Action> {
        let view = self.view();
        let real = view.retiling.inverse();
        if let Some(tile) = action.checked_sub(DRAW) {
            return (tile < TILES).then(|| Action::Draw(real.tile(Tile::at(tile))));
        }
        let (plane, place) = (action / (SPAN * SPAN), action % (SPAN * SPAN));
        Some(Action::Place(real.placement(placement(plane, view.cell(place)?))))
    }

    /// Whether all tiles and all cells beside them are shown.
    fn is_whole(&self) -> bool {
        self.view().reach < RADIUS
    }

    /// `None` if the planes show the image from another middle, where several tiles may be it.
    fn rearrangement(&self, symmetry: usize) -> Option<Rearrangement> {
        let (way, image) = (self.way(symmetry), self.image(symmetry));
        let (from, to) = (self.view(), image.view());
        let turned = |cell: Cell| way.retiling.cell(cell).turned(way.sixths);
        if turned(from.middle) != Some(to.middle) {
            return None;
        }
        let real = from.retiling.inverse();
        let colour = |seen: usize| {
            usize::from(to.retiling.colour(way.retiling.colour(real.colour(seen as u8))))
        };
        let tile =
            |seen: usize| to.retiling.tile(way.retiling.tile(real.tile(Tile::at(seen)))).index();
        let tiles = HANDS..self.points_planes();
        let plane = |plane: usize| {
            if plane < SIDE_PLANES {
                let side = way.retiling.side(plane % SIDES) + usize::from(way.sixths);
                colour(plane / SIDES) * SIDES + side % SIDES
            } else if tiles.contains(&plane) {
                let (set, seen) = ((plane - HANDS) / TILES, (plane - HANDS) % TILES);
                HANDS + set * TILES + tile(seen)
            } else {
                plane
            }
        };
        let place = |place: usize| {
            let cell = shown_at(place).and_then(turned);
            cell.and_then(self::place).unwrap_or(place)
        };
        let places: Vec<usize> = (0..SPAN * SPAN).map(place).collect();
        let action = |action: usize| match action.checked_sub(DRAW) {
            Some(seen) => DRAW + tile(seen),
            None => {
                let (lay, place) = (action / (SPAN * SPAN), action % (SPAN * SPAN));
                let seen = placement(lay, Cell::ORIGIN);
                let image = to.retiling.placement(way.placement(real.placement(seen)));
                lay_plane(image) * SPAN * SPAN + places[place]
            }
        };
        Some(Rearrangement {
            planes: (0..self.shape().planes).map(plane).collect(),
            actions: (0..self.action_count()).map(action).collect(),
            places,
        })
    }
}
