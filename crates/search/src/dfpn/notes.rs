//! What the static prover said of positions: costly to find out, so kept for when the search comes back.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use spinney_game::{Actor, Game, Player, StaticProof, StaticProver};

use super::bounds::Bounds;

/// An open position as the static prover sees it.
pub(super) struct Note<G: Game, A> {
    /// The hash of the position that was looked at. Another one may have come upon the note, of
    /// which that is an image.
    pub(super) hash: u64,
    /// The key of the simplified position, which other positions may share.
    pub(super) key: u64,
    /// The simplified position, and where its moves lead.
    pub(super) position: G,
    pub(super) children: Vec<Child<G::Move>>,
    pub(super) context: A,
    /// Whether the static prover has nothing to add.
    pub(super) is_close: bool,
}

/// Where a move leads.
pub(super) struct Child<M> {
    pub(super) played: M,
    pub(super) key: u64,
    /// The same player moves again.
    pub(super) same_player: bool,
    /// What the rules say about it, for the player who made the move.
    pub(super) over: Option<Bounds>,
    fate: AtomicU8,
}

/// No refutation of it is known.
const OPEN: u8 = 0;
/// It is refuted, and what the refutation rests on has been looked at.
const REFUTED: u8 = 1;
/// A refutation of another move is one of this, too.
const NEEDLESS: u8 = 2;

impl<M> Child<M> {
    /// Whether the move is refuted by the refutation of another one.
    pub(super) fn is_needless(&self) -> bool {
        self.fate.load(Relaxed) == NEEDLESS
    }

    pub(super) fn leave_out(&self) {
        // A refutation of its own is worth more: it says what it rests on.
        let _ = self.fate.compare_exchange(OPEN, NEEDLESS, Relaxed, Relaxed);
    }

    /// Whether a refutation of its own is known.
    pub(super) fn is_refuted(&self) -> bool {
        self.fate.load(Relaxed) == REFUTED
    }

    pub(super) fn set_refuted(&self) {
        self.fate.store(REFUTED, Relaxed);
    }
}

/// What the static prover says of a position.
pub(super) enum Seen<G: Game, I: StaticProver<G>> {
    /// It is decided, for the player to move; with what that rests on, and with a move that wins,
    /// if that is how.
    Decided(Bounds, Option<I::Carrier>, Option<G::Move>),
    Open(Arc<Note<G, I::Context>>),
}

impl<G: Game, A> Note<G, A> {
    /// The bytes that the note on a position with that many moves takes.
    pub(super) fn bytes(moves: usize) -> u64 {
        (size_of::<Self>() + moves * size_of::<Child<G::Move>>()) as u64
    }

    /// Looks at a position. `None` if the look was broken off.
    pub(super) fn take<I>(prover: &mut I, position: &G) -> Option<Seen<G, I>>
    where
        I: StaticProver<G, Context = A>,
    {
        let mut simplified = position.clone();
        let Actor::Player(player) = position.actor() else {
            // Nobody is to move: it does not matter who is asked about.
            let winner = position.rewards().and_then(|rewards| rewards.winner());
            let bounds = verdict(winner.unwrap_or(Player::FIRST), Player::FIRST);
            return Some(Seen::Decided(bounds, None, None));
        };
        let mut moves = Vec::new();
        let context = match prover.prove(&mut simplified, &mut moves) {
            StaticProof::Open(context) => context,
            StaticProof::Decided { winner, carrier } => {
                let winning = moves.first().copied().filter(|_| winner == player);
                return Some(Seen::Decided(verdict(winner, player), Some(carrier), winning));
            }
            StaticProof::BrokenOff => return None,
        };
        let hash = position.hash();
        Some(Seen::Open(Arc::new(Note::new(prover, hash, simplified, player, moves, context))))
    }

    /// Looks closer. `None` if there is nothing new to see, or the look was broken off.
    pub(super) fn prove_deeper<I>(&self, prover: &mut I) -> Option<Seen<G, I>>
    where
        I: StaticProver<G, Context = A>,
    {
        let Actor::Player(player) = self.position.actor() else { return None };
        let mut moves = Vec::new();
        match prover.prove_deeper(&self.position, &self.context, &mut moves)? {
            StaticProof::Decided { winner, carrier } => {
                Some(Seen::Decided(verdict(winner, player), Some(carrier), None))
            }
            StaticProof::Open(context) => {
                let simplified = self.position.clone();
                let note = Note::new(prover, self.hash, simplified, player, moves, context);
                Some(Seen::Open(Arc::new(Note { is_close: true, ..note })))
            }
            StaticProof::BrokenOff => None,
        }
    }

    fn new<I>(
        prover: &I,
        hash: u64,
        simplified: G,
        player: Player,
        moves: Vec<G::Move>,
        context: A,
    ) -> Note<G, A>
    where
        I: StaticProver<G, Context = A>,
    {
        let mut child = simplified.clone();
        let children = moves.into_iter().map(|played| {
            child.clone_from(&simplified);
            child.play(played);
            let winner = child.rewards().and_then(|rewards| rewards.winner());
            Child {
                played,
                key: prover.key(&child),
                same_player: child.actor() == Actor::Player(player),
                over: winner.map(|winner| verdict(winner, player)),
                fate: AtomicU8::new(OPEN),
            }
        });
        let children = children.collect();
        let key = prover.key(&simplified);
        Note { hash, key, position: simplified, children, context, is_close: false }
    }

    /// The position after a child's move.
    pub(super) fn after(&self, child: &Child<G::Move>) -> G {
        let mut position = self.position.clone();
        position.play(child.played);
        position
    }
}

fn verdict(winner: Player, player: Player) -> Bounds {
    if winner == player { Bounds::WIN } else { Bounds::LOSS }
}
