//! Spaces that matter, and the tiles that would fill them: all of it lies open on the table.

use spinney_game::{Game, Player};

use crate::cell::{Cell, SIDES};
use crate::position::Position;
use crate::tile::{Tile, Tiles, tiles_of};

/// A space that is forced, or that somebody's best line opens to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Need {
    /// Where.
    pub cell: Cell,
    /// Whether it is forced.
    pub is_forced: bool,
    /// Whose best lines open to it.
    pub lines_of: Vec<Player>,
    /// The tiles of each hand, in order of seats, that may be laid there as things stand.
    pub in_hands: Vec<Vec<Tile>>,
    /// Those in the bag.
    pub in_bag: Vec<Tile>,
}

impl Position {
    /// The spaces that matter now, from top to bottom.
    pub fn needs(&self) -> Vec<Need> {
        let table = self.table();
        let board = &table.board;
        let players = || (0..self.players()).map(|seat| Player(seat as u8));
        let ends: Vec<(Player, Cell)> = players()
            .filter_map(|player| {
                Some((player, board.best_line(self.rules().colour(player) as u8)?))
            })
            .filter(|(_, line)| !line.is_loop)
            .flat_map(|(player, line)| line.ends.map(|end| (player, end)))
            .map(|(player, (number, side))| {
                (player, board.laid()[number].cell.neighbour(side.into()))
            })
            .collect();
        let mut spaces: Vec<_> = board
            .spaces()
            .iter()
            .filter(|space| space.is_forced() || ends.iter().any(|(_, cell)| *cell == space.cell))
            .collect();
        spaces.sort_unstable_by_key(|space| space.cell);
        let needs = spaces.into_iter().map(|space| {
            let fitting: Tiles = if board.is_open(space) {
                (0..SIDES).fold(0, |all, orientation| all | space.fitting[orientation])
            } else {
                0
            };
            let mut lines_of: Vec<_> = ends
                .iter()
                .filter(|(_, cell)| *cell == space.cell)
                .map(|&(player, _)| player)
                .collect();
            lines_of.dedup();
            Need {
                cell: space.cell,
                is_forced: space.is_forced(),
                lines_of,
                in_hands: players()
                    .map(|player| tiles_of(fitting & table.hands[player.index()]).collect())
                    .collect(),
                in_bag: tiles_of(fitting & table.bag).collect(),
            }
        });
        needs.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Placement;
    use spinney_game::{Actor, Rng};

    /// A tile fits if some way of laying it is allowed: tried one by one.
    #[test]
    fn what_fits_is_what_may_be_laid() {
        let mut rng = Rng::new(3, 0);
        let mut seen = 0;
        for _ in 0..6 {
            let mut position = Position::from_text("tantrix red yellow blue").unwrap();
            while position.actor() != Actor::Nobody {
                let mut moves = Vec::new();
                position.moves(&mut moves);
                position.play(*rng.choose(&moves).unwrap());
                let board = &position.table().board;
                let fits = |cell: Cell, tile: Tile| {
                    (0..SIDES as u8)
                        .any(|orientation| board.allows(Placement { cell, tile, orientation }))
                };
                for need in position.needs() {
                    assert!(need.is_forced || !need.lines_of.is_empty());
                    let of_bag = position.bag().into_iter().filter(|&tile| fits(need.cell, tile));
                    assert_eq!(need.in_bag, of_bag.collect::<Vec<_>>());
                    for (seat, tiles) in need.in_hands.iter().enumerate() {
                        let hand = position.hand(Player(seat as u8)).into_iter();
                        let fitting: Vec<_> = hand.filter(|&tile| fits(need.cell, tile)).collect();
                        assert_eq!(*tiles, fitting);
                    }
                    seen += 1;
                }
                let forced = position.needs().into_iter().filter(|need| need.is_forced);
                let cells: Vec<_> = forced.map(|need| need.cell).collect();
                assert_eq!(cells, position.forced_spaces());
            }
        }
        assert!(seen > 500, "{seen}");
    }
}
