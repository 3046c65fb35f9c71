//! What proofs rest on, kept for when the proof of a position is carried on to those before it.

use std::sync::{Mutex, PoisonError};

/// Grounds by the hash of the position whose proof rests on them; what is newer takes the place of
/// what is older. Losing some costs work, never a proof.
pub(super) struct Kept<Grounds> {
    places: Box<[Place<Grounds>]>,
}

type Place<Grounds> = Mutex<Option<(u64, Grounds)>>;

impl<Grounds: Clone> Kept<Grounds> {
    /// As many as fit into that many bytes, and at least a few.
    pub(super) fn new(bytes: u64) -> Kept<Grounds> {
        let places = (bytes / size_of::<Place<Grounds>>() as u64).max(64);
        Kept { places: (0..places).map(|_| Mutex::new(None)).collect() }
    }

    pub(super) fn get(&self, hash: u64) -> Option<Grounds> {
        let place = self.place(hash).lock().unwrap_or_else(PoisonError::into_inner);
        place.as_ref().filter(|(h, _)| *h == hash).map(|(_, grounds)| grounds.clone())
    }

    pub(super) fn keep(&self, hash: u64, grounds: Grounds) {
        *self.place(hash).lock().unwrap_or_else(PoisonError::into_inner) = Some((hash, grounds));
    }

    fn place(&self, hash: u64) -> &Place<Grounds> {
        &self.places[hash as usize % self.places.len()]
    }
}
