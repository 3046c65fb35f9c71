//! What insight said of positions: costly to find out, so kept for when the search comes back.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use spinney_game::{Actor, Game, Insight, Look, Player};

use super::bounds::Bounds;

/// An open position as insight sees it.
pub(super) struct Note<G: Game, A> {
    /// The hash of the position that was looked at. Another one may have come upon the note, of
    /// which that is an image.
    pub(super) hash: u64,
    /// The key of the simplified position, which other positions may share.
    pub(super) key: u64,
    /// The simplified position, and where its moves lead.
    pub(super) position: G,
    pub(super) children: Vec<Child<G::Move>>,
    pub(super) account: A,
    /// Whether insight has nothing to add.
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

/// What insight says of a position.
pub(super) enum Seen<G: Game, I: Insight<G>> {
    /// It is decided, for the player to move; with what that rests on, and with a move that wins,
    /// if that is how.
    Decided(Bounds, Option<I::Grounds>, Option<G::Move>),
    Open(Arc<Note<G, I::Account>>),
}

impl<G: Game, A> Note<G, A> {
    /// The bytes that the note on a position with that many moves takes.
    pub(super) fn bytes(moves: usize) -> u64 {
        (size_of::<Self>() + moves * size_of::<Child<G::Move>>()) as u64
    }

    /// Looks at a position. `None` if the look was broken off.
    pub(super) fn take<I>(insight: &mut I, position: &G) -> Option<Seen<G, I>>
    where
        I: Insight<G, Account = A>,
    {
        let mut simplified = position.clone();
        let Actor::Player(player) = position.actor() else {
            // Nobody is to move: it does not matter who is asked about.
            let winner = position.rewards().and_then(|rewards| rewards.winner());
            let bounds = verdict(winner.unwrap_or(Player::FIRST), Player::FIRST);
            return Some(Seen::Decided(bounds, None, None));
        };
        let mut moves = Vec::new();
        let account = match insight.look(&mut simplified, &mut moves) {
            Look::Open(account) => account,
            Look::Decided { winner, grounds } => {
                let winning = moves.first().copied().filter(|_| winner == player);
                return Some(Seen::Decided(verdict(winner, player), Some(grounds), winning));
            }
            Look::BrokenOff => return None,
        };
        let hash = position.hash();
        Some(Seen::Open(Arc::new(Note::new(insight, hash, simplified, player, moves, account))))
    }

    /// Looks closer. `None` if there is nothing new to see, or the look was broken off.
    pub(super) fn look_closer<I>(&self, insight: &mut I) -> Option<Seen<G, I>>
    where
        I: Insight<G, Account = A>,
    {
        let Actor::Player(player) = self.position.actor() else { return None };
        let mut moves = Vec::new();
        match insight.look_closer(&self.position, &self.account, &mut moves)? {
            Look::Decided { winner, grounds } => {
                Some(Seen::Decided(verdict(winner, player), Some(grounds), None))
            }
            Look::Open(account) => {
                let simplified = self.position.clone();
                let note = Note::new(insight, self.hash, simplified, player, moves, account);
                Some(Seen::Open(Arc::new(Note { is_close: true, ..note })))
            }
            Look::BrokenOff => None,
        }
    }

    fn new<I>(
        insight: &I,
        hash: u64,
        simplified: G,
        player: Player,
        moves: Vec<G::Move>,
        account: A,
    ) -> Note<G, A>
    where
        I: Insight<G, Account = A>,
    {
        let mut child = simplified.clone();
        let children = moves.into_iter().map(|played| {
            child.clone_from(&simplified);
            child.play(played);
            let winner = child.rewards().and_then(|rewards| rewards.winner());
            Child {
                played,
                key: insight.key(&child),
                same_player: child.actor() == Actor::Player(player),
                over: winner.map(|winner| verdict(winner, player)),
                fate: AtomicU8::new(OPEN),
            }
        });
        let children = children.collect();
        let key = insight.key(&simplified);
        Note { hash, key, position: simplified, children, account, is_close: false }
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
