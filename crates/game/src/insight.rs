//! What a game may prove about a position without search.

use crate::{Actor, Game, Player};

/// Proves things about positions of a two-player game without draws.
///
/// One value serves one thread and keeps whatever scratch space it needs.
pub trait Insight<G: Game>: Clone + Send {
    /// Looks at a position where a player is to move.
    ///
    /// Says who wins, if that is provable; where it is the player to move, `moves` gets a move that
    /// wins. Otherwise appends to `moves` those worth trying, the most promising first: if the
    /// player can win at all, then with one of these. It may also replace `position` by a simpler
    /// one in which every continuation has the same winner, such as a board with dead cells filled
    /// in; the moves are then moves of that one, and legal in the original as well.
    fn look(&mut self, position: &mut G, moves: &mut Vec<G::Move>) -> Option<Player>;

    /// A number that positions may share in which the player to move fares the same, such as a
    /// position and its images under the symmetries of the board.
    fn key(&self, position: &G) -> u64 {
        position.hash()
    }
}

/// Proves nothing but what the rules say.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoInsight;

impl<G: Game> Insight<G> for NoInsight {
    fn look(&mut self, position: &mut G, moves: &mut Vec<G::Move>) -> Option<Player> {
        match position.actor() {
            Actor::Nobody => position.rewards().and_then(|rewards| rewards.winner()),
            _ => {
                position.moves(moves);
                None
            }
        }
    }
}
