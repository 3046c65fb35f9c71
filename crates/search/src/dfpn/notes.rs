//! What insight said of positions: costly to find out, so kept for when the search comes back.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

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
    /// Looks at a position.
    pub(super) fn take<I>(insight: &mut I, position: &G) -> Seen<G, I>
    where
        I: Insight<G, Account = A>,
    {
        let mut simplified = position.clone();
        let Actor::Player(player) = position.actor() else {
            // Nobody is to move: it does not matter who is asked about.
            let winner = position.rewards().and_then(|rewards| rewards.winner());
            let bounds = verdict(winner.unwrap_or(Player::FIRST), Player::FIRST);
            return Seen::Decided(bounds, None, None);
        };
        let mut moves = Vec::new();
        let account = match insight.look(&mut simplified, &mut moves) {
            Look::Open(account) => account,
            Look::Decided { winner, grounds } => {
                let winning = moves.first().copied().filter(|_| winner == player);
                return Seen::Decided(verdict(winner, player), Some(grounds), winning);
            }
        };
        let hash = position.hash();
        Seen::Open(Arc::new(Note::new(insight, hash, simplified, player, moves, account)))
    }

    /// Looks closer. `None` if there is nothing new to see.
    pub(super) fn look_closer<I>(&self, insight: &mut I) -> Option<Seen<G, I>>
    where
        I: Insight<G, Account = A>,
    {
        let Actor::Player(player) = self.position.actor() else { return None };
        let mut moves = Vec::new();
        Some(match insight.look_closer(&self.position, &self.account, &mut moves)? {
            Look::Decided { winner, grounds } => {
                Seen::Decided(verdict(winner, player), Some(grounds), None)
            }
            Look::Open(account) => {
                let simplified = self.position.clone();
                let note = Note::new(insight, self.hash, simplified, player, moves, account);
                Seen::Open(Arc::new(Note { is_close: true, ..note }))
            }
        })
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

/// Notes by the key of the position that they were taken at. A newer note takes the place of an
/// older one. Every place has a lock of its own, which threads hardly ever contend for.
pub(super) struct Notes<G: Game, A> {
    places: Box<[Place<G, A>]>,
}

type Place<G, A> = Mutex<Option<(u64, Arc<Note<G, A>>)>>;

impl<G: Game, A> Notes<G, A> {
    /// As many notes like `typical` as fit into that many bytes, and at least a few.
    pub(super) fn new(bytes: u64, typical: u64) -> Notes<G, A> {
        let places = (bytes / (typical + size_of::<Place<G, A>>() as u64)).max(64);
        Notes { places: (0..places).map(|_| Mutex::new(None)).collect() }
    }

    /// The bytes that notes of a position with that many moves take.
    pub(super) fn typical(moves: usize) -> u64 {
        (size_of::<Note<G, A>>() + moves * size_of::<Child<G::Move>>()) as u64
    }

    pub(super) fn get(&self, key: u64) -> Option<Arc<Note<G, A>>> {
        let place = self.place(key).lock().unwrap_or_else(PoisonError::into_inner);
        place.as_ref().filter(|(k, _)| *k == key).map(|(_, note)| note.clone())
    }

    pub(super) fn keep(&self, key: u64, note: &Arc<Note<G, A>>) {
        let mut place = self.place(key).lock().unwrap_or_else(PoisonError::into_inner);
        *place = Some((key, note.clone()));
    }

    fn place(&self, key: u64) -> &Place<G, A> {
        // The low half, since the table uses the high one.
        &self.places[key as usize % self.places.len()]
    }
}
