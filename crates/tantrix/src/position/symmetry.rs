//! What turning and mirroring the table and exchanging colours and seats does to a position.

use spinney_game::{Game, MAX_PLAYERS, Move, Player, Symmetry};

use super::{Position, hash_of};
use crate::cell::{Action, Cell, Placement, SIDES};
use crate::retiling::Retiling;
use crate::table::Table;
use crate::tile::{Colour, Tiles};

/// One of the ways that change nothing in a game. First tiles become others, the table is mirrored
/// or not; then it is turned.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    pub retiling: Retiling,
    /// The table is turned clockwise about the origin by so many sixths.
    pub sixths: u8,
    /// Players move up by so many seats and leave their colours to those after them.
    seats: usize,
}

impl Way {
    pub fn placement(self, laid: Placement) -> Placement {
        turned(self.retiling.placement(laid), self.sixths)
    }
}

/// The numbers that a symmetry's number is made of.
#[derive(Clone, Copy)]
struct Parts {
    sixths: usize,
    /// The table is mirrored.
    mirror: usize,
    /// The two colours that nobody plays are exchanged.
    unplayed: usize,
    seats: usize,
}

impl Position {
    /// The ways to exchange colours that nobody plays.
    fn unplayed_ways(&self) -> usize {
        if self.players() == 2 { 2 } else { 1 }
    }

    fn parts(&self, symmetry: usize) -> Parts {
        let (sixths, rest) = (symmetry % SIDES, symmetry / SIDES);
        let (mirror, rest) = (rest % 2, rest / 2);
        let (unplayed, seats) = (rest % self.unplayed_ways(), rest / self.unplayed_ways());
        Parts { sixths, mirror, unplayed, seats }
    }

    fn of_parts(&self, Parts { sixths, mirror, unplayed, seats }: Parts) -> usize {
        sixths + SIDES * (mirror + 2 * (unplayed + self.unplayed_ways() * seats))
    }

    pub(crate) fn way(&self, symmetry: usize) -> Way {
        let Parts { sixths, mirror, unplayed, seats } = self.parts(symmetry);
        let played = self.rules.colours();
        let mut colours = Colour::ALL;
        for (seat, &colour) in played.iter().enumerate() {
            colours[colour as usize] = played[(seat + seats) % played.len()];
        }
        if unplayed == 1 {
            let mut others = Colour::ALL.into_iter().filter(|colour| !played.contains(colour));
            if let (Some(a), Some(b)) = (others.next(), others.next()) {
                colours.swap(a as usize, b as usize);
            }
        }
        Way { retiling: Retiling::new(colours, mirror == 1), sixths: sixths as u8, seats }
    }

    fn hands_image(&self, way: Way) -> [Tiles; MAX_PLAYERS] {
        let mut hands = [0; MAX_PLAYERS];
        for seat in 0..self.players() {
            let to = (seat + way.seats) % self.players();
            hands[to] = way.retiling.tiles(self.table.hands[seat]);
        }
        hands
    }

    fn turn_image(&self, way: Way) -> u8 {
        ((usize::from(self.table.turn) + way.seats) % self.players()) as u8
    }

    /// What the position may be called, whichever tile was laid first and whichever way round: in
    /// each of the ways that do not turn it, with the tile of the lowest number on the origin and
    /// not turned. With each, its hash and that tile before it is brought there.
    fn rooted(&self) -> impl Iterator<Item = (u64, Way, Placement)> + '_ {
        let ways = (0..self.symmetries()).step_by(SIDES).map(|symmetry| self.way(symmetry));
        ways.filter_map(|way| {
            let laid = || self.laid().iter().map(|&laid| way.placement(laid));
            let root = laid().min_by_key(|laid| laid.tile)?;
            let table = laid().fold(0, |hash, laid| hash ^ hash_of(from(root, laid)));
            let rest = self.rest_hash(&self.hands_image(way), self.turn_image(way));
            Some((table ^ rest, way, root))
        })
    }
}

/// A placement as it is seen from a tile that lies on the origin and is not turned.
fn from(root: Placement, laid: Placement) -> Placement {
    let cell =
        Cell { row: laid.cell.row - root.cell.row, column: laid.cell.column - root.cell.column };
    turned(Placement { cell, ..laid }, SIDES as u8 - root.orientation)
}

/// A placement turned about the origin. Tiles are never so far apart that this leaves the table.
fn turned(laid: Placement, sixths: u8) -> Placement {
    let sixths = sixths % SIDES as u8;
    let orientation = (laid.orientation + sixths) % SIDES as u8;
    Placement { cell: laid.cell.turned(sixths).unwrap_or(laid.cell), orientation, ..laid }
}

/// The table may be turned and mirrored, the players may change their seats and colours as long as
/// they follow each other in the same order, and colours that nobody plays may be exchanged: as
/// soon as a tile lies on the table. Before that the numbers of tiles decide who starts, and the
/// first tile is laid in one way only.
impl Symmetry for Position {
    fn symmetries(&self) -> usize {
        if self.laid().is_empty() {
            return 1;
        }
        // Where draws are put off, those who have to draw at the same time do so by seats.
        let seats = if self.table.defers_draws { 1 } else { self.players() };
        SIDES * 2 * self.unplayed_ways() * seats
    }

    fn image(&self, symmetry: usize) -> Position {
        let way = self.way(symmetry);
        let mut table = Table::new(self.table.players);
        table.hands = self.hands_image(way);
        table.bag = way.retiling.tiles(self.table.bag);
        table.turn = self.turn_image(way);
        table.moved = self.table.moved;
        table.defers_draws = self.table.defers_draws;
        if table.bag == 0 {
            table.board.lift_restrictions();
        }
        for &laid in self.laid() {
            table.board.lay(way.placement(laid));
        }
        Position { margin: self.margin, ..Position::of_table(self.rules, table) }
    }

    fn move_image(&self, symmetry: usize, m: Action) -> Action {
        let way = self.way(symmetry);
        match m {
            Action::Draw(tile) => Action::Draw(way.retiling.tile(tile)),
            Action::Place(laid) => Action::Place(way.placement(laid)),
        }
    }

    fn player_image(&self, symmetry: usize, player: Player) -> Player {
        let seat = player.index() + self.parts(symmetry).seats;
        Player((seat % self.players()) as u8)
    }

    fn compose(&self, first: usize, then: usize) -> usize {
        let (a, b) = (self.parts(first), self.parts(then));
        // A mirror makes of every turn one the other way round.
        let turned = if b.mirror == 1 { SIDES - a.sixths } else { a.sixths };
        self.of_parts(Parts {
            sixths: (turned + b.sixths) % SIDES,
            mirror: (a.mirror + b.mirror) % 2,
            unplayed: (a.unplayed + b.unplayed) % self.unplayed_ways(),
            seats: (a.seats + b.seats) % self.players(),
        })
    }

    fn canonical_hash(&self) -> u64 {
        self.rooted().map(|(hash, ..)| hash).min().unwrap_or_else(|| self.hash())
    }

    fn canonical_move(&self, m: Action) -> Action {
        let least = self.canonical_hash();
        let images = self.rooted().filter(|&(hash, ..)| hash == least);
        let moves = images.map(|(_, way, root)| match m {
            Action::Draw(tile) => Action::Draw(way.retiling.tile(tile)),
            Action::Place(laid) => Action::Place(from(root, way.placement(laid))),
        });
        moves.min_by_key(|m| m.code()).unwrap_or(m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinney_game::{RandomPlayout, Rng};

    /// The same table, had it been begun with another tile.
    fn begun_with(position: &Position, root: Placement) -> Position {
        let mut table = position.table.clone();
        table.board = crate::board::Board::new();
        if table.bag == 0 {
            table.board.lift_restrictions();
        }
        for &laid in position.laid() {
            table.board.lay(from(root, laid));
        }
        Position::of_table(position.rules, table)
    }

    #[test]
    fn it_does_not_matter_which_tile_a_table_was_begun_with() {
        let mut rng = Rng::new(1, 0);
        let mut playout = RandomPlayout::default();
        for rules in ["tantrix", "tantrix red yellow blue", "tantrix teams"] {
            let mut position = Position::from_text(rules).unwrap();
            while let Some(m) = playout.pick(&position, &mut rng) {
                position.play(m);
                let canonical = position.canonical_hash();
                let mut moves = Vec::new();
                position.moves(&mut moves);
                for &root in position.laid() {
                    let other = begun_with(&position, root);
                    assert!(other.hash() != position.hash() || root.cell == Cell::ORIGIN);
                    assert_eq!(other.canonical_hash(), canonical, "{root}");
                    let Some(&m) = rng.choose(&moves) else { continue };
                    let moved = match m {
                        Action::Draw(tile) => Action::Draw(tile),
                        Action::Place(laid) => Action::Place(from(root, laid)),
                    };
                    assert!(other.is_legal(moved), "{root}");
                    assert_eq!(other.canonical_move(moved), position.canonical_move(m));
                }
            }
        }
    }

    #[test]
    fn where_draws_are_put_off_players_keep_their_seats() {
        let mut position = Position::from_text("tantrix red yellow blue").unwrap();
        let mut rng = Rng::new(2, 0);
        let mut playout = RandomPlayout::default();
        while position.laid().len() < 10 {
            let m = playout.pick(&position, &mut rng).unwrap();
            position.play(m);
        }
        assert_eq!(position.symmetries(), 6 * 2 * 3);
        let deferred = position.with_deferred_draws(crate::Margin { weight: 0.2, scale: 6.0 });
        assert_eq!(deferred.symmetries(), 6 * 2);
        // To the end, where margins count in rewards.
        let mut image = deferred.image(7);
        let mut deferred = deferred;
        while let Some(m) = playout.pick(&deferred, &mut rng) {
            image.play(deferred.move_image(7, m));
            deferred.play(m);
            assert_eq!(image.hash(), deferred.image(7).hash());
            assert_eq!(image.actor(), deferred.actor());
        }
        assert_eq!(image.rewards(), deferred.rewards());
    }
}
