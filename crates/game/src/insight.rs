//! What a game may prove about a position without search.

use std::sync::Arc;

use crate::{Actor, Game, Player};

/// Says whether what takes long is to be broken off. Once it has said so, it goes on saying so.
pub type Interrupt = Arc<dyn Fn() -> bool + Send + Sync>;

/// Proves things about positions of a two-player game without draws.
///
/// A proof rests on *grounds*, such as the cells of a board that the winner needs: whatever the
/// loser does elsewhere, the proof holds. So a search that has refuted one move of a player need
/// not try those that do not touch the grounds of the refutation. What insight knows of a position
/// when it looks at it, and needs to carry grounds back to it from the positions after its moves,
/// is its *account* of the position.
///
/// One value serves one thread and keeps whatever scratch space it needs.
pub trait Insight<G: Game>: Clone + Send {
    /// What the proof of a win rests on.
    type Grounds: Clone + Send;
    /// What is needed to carry grounds back over a move.
    type Account: Send + Sync;

    /// From now on, takes about that much memory at most for what it remembers of positions.
    fn keep_within(&mut self, _bytes: usize) {}

    /// From now on, breaks looks off when `interrupt` says so, if they can take long.
    fn break_off_when(&mut self, _interrupt: Option<Interrupt>) {}

    /// Looks at a position where a player is to move.
    ///
    /// Says who wins, if that is provable; where it is the player to move, `moves` gets a move that
    /// wins. Otherwise appends to `moves` those worth trying, the most promising first: if the
    /// player can win at all, then with one of these. It may also replace `position` by a simpler
    /// one in which every continuation has the same winner, such as a board with dead cells filled
    /// in; the moves are then moves of that one, and legal in the original as well.
    fn look(
        &mut self,
        position: &mut G,
        moves: &mut Vec<G::Move>,
    ) -> Look<Self::Grounds, Self::Account>;

    /// Looks closer at a position that a [look](Insight::look) left simplified and open, where the
    /// price of it is worth paying: moves have been refuted. `moves` gets those worth trying now;
    /// they need not be among those before. `None` if there is no more to see.
    fn look_closer(
        &mut self,
        _position: &G,
        _account: &Self::Account,
        _moves: &mut Vec<G::Move>,
    ) -> Option<Look<Self::Grounds, Self::Account>> {
        None
    }

    /// Looks at a position as closely as possible: says who wins, if that is provable, and
    /// appends moves to `moves` as [`Insight::look`] does. If it is broken off, it says nothing
    /// and appends none.
    fn examine(&mut self, position: &mut G, moves: &mut Vec<G::Move>) -> Option<Player> {
        let before = moves.len();
        let account = match self.look(position, moves) {
            Look::Open(account) => account,
            Look::Decided { winner, .. } => return Some(winner),
            Look::BrokenOff => return None,
        };
        let mut fewer = Vec::new();
        let closer = self.look_closer(position, &account, &mut fewer)?;
        moves.truncate(before);
        moves.append(&mut fewer);
        closer.winner()
    }

    /// A number that positions may share in which the player to move fares the same, such as a
    /// position and its images under the symmetries of the board.
    fn key(&self, position: &G) -> u64 {
        position.hash()
    }

    /// Whether a move could disturb a proof that the other player wins after another move.
    fn disturbs(&self, _grounds: &Self::Grounds, _m: G::Move) -> bool {
        true
    }

    /// The grounds of a win at the simplified position by a move after which it has these, if they
    /// can be told.
    fn won_by(
        &self,
        _account: &Self::Account,
        _m: G::Move,
        _after: &Self::Grounds,
    ) -> Option<Self::Grounds> {
        None
    }

    /// The grounds of the opponent's win at the simplified position, from those after moves that
    /// were tried, if they can be told: these must refute the moves that were left untried, too.
    fn lost_by(
        &self,
        _account: &Self::Account,
        _tried: &[(G::Move, Self::Grounds)],
        _untried: &[G::Move],
    ) -> Option<Self::Grounds> {
        None
    }

    /// The grounds at the position looked at, from those at the simplified position.
    fn unsimplified(
        &self,
        _account: &Self::Account,
        _won: bool,
        grounds: &Self::Grounds,
    ) -> Self::Grounds {
        grounds.clone()
    }
}

/// What a [look](Insight::look) at a position shows.
#[derive(Clone, Copy, Debug)]
pub enum Look<Grounds, Account> {
    /// Who wins is proven.
    Decided {
        /// The one who does.
        winner: Player,
        /// What the proof rests on.
        grounds: Grounds,
    },
    /// It takes a search.
    Open(Account),
    /// Nobody knows: somebody was [in a hurry](Insight::break_off_when). Neither the position nor
    /// the moves that the look has left mean anything.
    BrokenOff,
}

impl<Grounds, Account> Look<Grounds, Account> {
    /// Who wins, if that is proven.
    pub fn winner(&self) -> Option<Player> {
        match self {
            Look::Decided { winner, .. } => Some(*winner),
            Look::Open(_) | Look::BrokenOff => None,
        }
    }
}

/// Proves nothing but what the rules say.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoInsight;

impl<G: Game> Insight<G> for NoInsight {
    /// A proof may rest on anything.
    type Grounds = ();
    type Account = ();

    fn look(&mut self, position: &mut G, moves: &mut Vec<G::Move>) -> Look<(), ()> {
        let over = (position.actor() == Actor::Nobody).then(|| position.rewards()).flatten();
        match over.and_then(|rewards| rewards.winner()) {
            Some(winner) => Look::Decided { winner, grounds: () },
            None => {
                position.moves(moves);
                Look::Open(())
            }
        }
    }
}
