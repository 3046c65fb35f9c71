//! What insight said of positions: costly to find out, so kept for when the search comes back.

use std::sync::{Arc, Mutex, PoisonError};

use spinney_game::{Actor, Game, Insight, Player};

use super::bounds::Bounds;

/// An open position as insight sees it.
pub(super) struct Note<G: Game> {
    /// The key of the simplified position, which other positions may share.
    pub(super) key: u64,
    /// The simplified position, and where its moves lead.
    pub(super) position: G,
    pub(super) children: Vec<Child<G::Move>>,
}

/// Where a move leads.
pub(super) struct Child<M> {
    pub(super) played: M,
    pub(super) key: u64,
    /// The same player moves again.
    pub(super) same_player: bool,
    /// What the rules say about it, for the player who made the move.
    pub(super) over: Option<Bounds>,
}

/// What insight says of a position.
pub(super) enum Seen<G: Game> {
    /// It is decided, for the player to move; with a move that wins, if that is how.
    Decided(Bounds, Option<G::Move>),
    Open(Arc<Note<G>>),
}

impl<G: Game> Note<G> {
    /// Looks at a position.
    pub(super) fn take<I: Insight<G>>(insight: &mut I, position: &G) -> Seen<G> {
        let verdict = |winner, player| if winner == player { Bounds::WIN } else { Bounds::LOSS };
        let mut simplified = position.clone();
        let Actor::Player(player) = position.actor() else {
            // Nobody is to move: it does not matter who is asked about.
            let winner = position.rewards().and_then(|rewards| rewards.winner());
            let bounds = verdict(winner.unwrap_or(Player::FIRST), Player::FIRST);
            return Seen::Decided(bounds, None);
        };
        let mut moves = Vec::new();
        if let Some(winner) = insight.look(&mut simplified, &mut moves) {
            let winning = moves.first().copied().filter(|_| winner == player);
            return Seen::Decided(verdict(winner, player), winning);
        }
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
            }
        });
        let children = children.collect();
        let key = insight.key(&simplified);
        Seen::Open(Arc::new(Note { key, position: simplified, children }))
    }

    /// The position after a child's move.
    pub(super) fn after(&self, child: &Child<G::Move>) -> G {
        let mut position = self.position.clone();
        position.play(child.played);
        position
    }
}

/// Notes by the key of the position that they were taken at. A newer note takes the place of an
/// older one. Every place has a lock of its own, which threads hardly ever contend for.
pub(super) struct Notes<G: Game> {
    places: Box<[Place<G>]>,
}

type Place<G> = Mutex<Option<(u64, Arc<Note<G>>)>>;

impl<G: Game> Notes<G> {
    /// As many notes like `typical` as fit into that many bytes, and at least a few.
    pub(super) fn new(bytes: u64, typical: u64) -> Notes<G> {
        let places = (bytes / (typical + size_of::<Place<G>>() as u64)).max(64);
        Notes { places: (0..places).map(|_| Mutex::new(None)).collect() }
    }

    /// The bytes that notes of a position with that many moves take.
    pub(super) fn typical(moves: usize) -> u64 {
        (size_of::<Note<G>>() + moves * size_of::<Child<G::Move>>()) as u64
    }

    pub(super) fn get(&self, key: u64) -> Option<Arc<Note<G>>> {
        let place = self.place(key).lock().unwrap_or_else(PoisonError::into_inner);
        place.as_ref().filter(|(k, _)| *k == key).map(|(_, note)| note.clone())
    }

    pub(super) fn keep(&self, key: u64, note: &Arc<Note<G>>) {
        let mut place = self.place(key).lock().unwrap_or_else(PoisonError::into_inner);
        *place = Some((key, note.clone()));
    }

    fn place(&self, key: u64) -> &Place<G> {
        // The low half, since the table uses the high one.
        &self.places[key as usize % self.places.len()]
    }
}
