//! What a game may prove about a position without search.

use std::sync::Arc;

use crate::{Actor, Game, Player};

/// Says whether what takes long is to be broken off. Once it has said so, it goes on saying so.
pub type Interrupt = Arc<dyn Fn() -> bool + Send + Sync>;

/// Proves things about positions of a two-player game without draws.
///
/// A proof has a *carrier*, such as the cells of a board that the winner needs: whatever the loser
/// does elsewhere, the proof holds. So a search that has refuted one move of a player need not try
/// those that do not touch the carrier of the refutation. What a prover knows of a position that it
/// could not decide, and needs in order to find the carrier of its proof from those of the positions
/// after its moves, is the *context* of that proof.
///
/// One value serves one thread and keeps whatever scratch space it needs.
pub trait StaticProver<G: Game>: Clone + Send {
    /// What the winner needs for a proof.
    type Carrier: Clone + Send;
    /// What is needed to find a carrier from those after moves.
    type Context: Send + Sync;

    /// From now on, takes about that much memory at most for what it remembers of positions.
    fn keep_within(&mut self, _bytes: usize) {}

    /// From now on, breaks proofs off when `interrupt` says so, if they can take long.
    fn break_off_when(&mut self, _interrupt: Option<Interrupt>) {}

    /// Tries to prove who wins at a position where a player is to move.
    ///
    /// Says who wins, if that is provable; where it is the player to move, `moves` gets a move that
    /// wins. Otherwise appends to `moves` those worth trying, the most promising first: if the
    /// player can win at all, then with one of these. It may also replace `position` by a simpler
    /// one in which every continuation has the same winner, such as a board with dead cells filled
    /// in; the moves are then moves of that one, and legal in the original as well.
    fn prove(
        &mut self,
        position: &mut G,
        moves: &mut Vec<G::Move>,
    ) -> StaticProof<Self::Carrier, Self::Context>;

    /// Tries harder at a position that [`StaticProver::prove`] left simplified and open, where the
    /// price of it is worth paying: moves have been refuted. `moves` gets those worth trying now;
    /// they need not be among those before. `None` if there is no more to prove.
    fn prove_deeper(
        &mut self,
        _position: &G,
        _account: &Self::Context,
        _moves: &mut Vec<G::Move>,
    ) -> Option<StaticProof<Self::Carrier, Self::Context>> {
        None
    }

    /// Tries as hard as possible at once: says who wins, if that is provable, and
    /// appends moves to `moves` as [`StaticProver::prove`] does. If it is broken off, it says nothing
    /// and appends none.
    fn prove_fully(&mut self, position: &mut G, moves: &mut Vec<G::Move>) -> Option<Player> {
        let before = moves.len();
        let context = match self.prove(position, moves) {
            StaticProof::Open(context) => context,
            StaticProof::Decided { winner, .. } => return Some(winner),
            StaticProof::BrokenOff => return None,
        };
        let mut fewer = Vec::new();
        let closer = self.prove_deeper(position, &context, &mut fewer)?;
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
    fn disturbs(&self, _grounds: &Self::Carrier, _m: G::Move) -> bool {
        true
    }

    /// The carrier of a win at the simplified position by a move after which it has these, if they
    /// can be told.
    fn won_by(
        &self,
        _account: &Self::Context,
        _m: G::Move,
        _after: &Self::Carrier,
    ) -> Option<Self::Carrier> {
        None
    }

    /// The carrier of the opponent's win at the simplified position, from those after moves that
    /// were tried, if they can be told: these must refute the moves that were left untried, too.
    fn lost_by(
        &self,
        _account: &Self::Context,
        _tried: &[(G::Move, Self::Carrier)],
        _untried: &[G::Move],
    ) -> Option<Self::Carrier> {
        None
    }

    /// The carrier at the position itself, from that at the simplified one.
    fn unsimplified(
        &self,
        _account: &Self::Context,
        _won: bool,
        carrier: &Self::Carrier,
    ) -> Self::Carrier {
        carrier.clone()
    }
}

/// What comes of an attempt to [prove](StaticProver::prove) who wins.
#[derive(Clone, Copy, Debug)]
pub enum StaticProof<Carrier, Context> {
    /// Who wins is proven.
    Decided {
        /// The one who does.
        winner: Player,
        /// The carrier of the proof.
        carrier: Carrier,
    },
    /// It takes a search.
    Open(Context),
    /// Nobody knows: somebody was [in a hurry](StaticProver::break_off_when). Neither the position nor
    /// the moves that are left mean anything.
    BrokenOff,
}

impl<Carrier, Context> StaticProof<Carrier, Context> {
    /// Who wins, if that is proven.
    pub fn winner(&self) -> Option<Player> {
        match self {
            StaticProof::Decided { winner, .. } => Some(*winner),
            StaticProof::Open(_) | StaticProof::BrokenOff => None,
        }
    }
}

/// Proves nothing but what the rules say.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProver;

impl<G: Game> StaticProver<G> for NoProver {
    /// A proof may rest on anything.
    type Carrier = ();
    type Context = ();

    fn prove(&mut self, position: &mut G, moves: &mut Vec<G::Move>) -> StaticProof<(), ()> {
        let over = (position.actor() == Actor::Nobody).then(|| position.rewards()).flatten();
        match over.and_then(|rewards| rewards.winner()) {
            Some(winner) => StaticProof::Decided { winner, carrier: () },
            None => {
                position.moves(moves);
                StaticProof::Open(())
            }
        }
    }
}
