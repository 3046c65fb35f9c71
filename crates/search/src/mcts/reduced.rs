//! Reduced positions: what the static prover made of others, simpler and with the same winners, for
//! the simulations that pass through their nodes.

use std::num::NonZeroU32;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use spinney_game::Game;

/// Simplified positions by number, in room for so many of them and no more. Reading takes no lock.
pub struct ReducedPositions<G> {
    places: Box<[OnceLock<Box<G>>]>,
    next: AtomicU32,
}

impl<G: Game> ReducedPositions<G> {
    /// Room for as many as fit into that many bytes.
    pub fn new(bytes: u64) -> ReducedPositions<G> {
        let each = size_of::<OnceLock<Box<G>>>() + size_of::<G>();
        let places = (bytes / each as u64).min(1 << 28);
        ReducedPositions {
            places: (0..places).map(|_| OnceLock::new()).collect(),
            next: AtomicU32::new(0),
        }
    }

    /// Keeps a position; `None` if there is no room.
    pub fn keep(&self, position: &G) -> Option<NonZeroU32> {
        if self.is_full() {
            return None;
        }
        let place = self.next.fetch_add(1, Relaxed);
        // Every number is given out once, so the place is free.
        self.places.get(place as usize)?.set(Box::new(position.clone())).ok()?;
        NonZeroU32::new(place + 1)
    }

    /// The position of that number. The node that names it was linked after it was kept.
    #[inline]
    pub fn get(&self, number: NonZeroU32) -> Option<&G> {
        self.places.get(number.get() as usize - 1)?.get().map(|position| &**position)
    }

    /// Whether there is no room for more.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.next.load(Relaxed) as usize >= self.places.len()
    }

    /// Whether so little room is left that it is time to begin anew.
    pub fn is_crowded(&self) -> bool {
        !self.places.is_empty() && self.next.load(Relaxed) as usize > self.places.len() / 2
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        let used = (*self.next.get_mut() as usize).min(self.places.len());
        for place in &mut self.places[..used] {
            place.take();
        }
        self.next = AtomicU32::new(0);
    }
}
