//! Places for things by their key, of which a newer one takes the place of an older one. Losing some
//! costs work, never a proof.

use std::sync::{Mutex, OnceLock, PoisonError};

/// Places that are made at once.
const PAGE: usize = 1 << 10;

/// A fixed number of places. They are made when they are first needed, a page at a time, so that
/// many of them take no longer to make than a few. Each has a lock of its own, which threads hardly
/// ever contend for.
pub(super) struct Places<T> {
    pages: Box<[OnceLock<Page<T>>]>,
    count: u64,
}

type Page<T> = Box<[Mutex<Option<(u64, T)>>]>;

impl<T: Clone> Places<T> {
    /// As many places as fit into that many bytes, where each needs so many besides its own, and
    /// at least one.
    pub(super) fn within(bytes: u64, besides: u64) -> Places<T> {
        let place = size_of::<Mutex<Option<(u64, T)>>>() as u64 + besides;
        let count = (bytes / place).max(1);
        let pages = count.div_ceil(PAGE as u64);
        Places { pages: (0..pages).map(|_| OnceLock::new()).collect(), count }
    }

    pub(super) fn get(&self, key: u64) -> Option<T> {
        let (page, place) = self.at(key);
        let place = self.pages[page].get()?[place].lock().unwrap_or_else(PoisonError::into_inner);
        place.as_ref().filter(|(k, _)| *k == key).map(|(_, kept)| kept.clone())
    }

    pub(super) fn keep(&self, key: u64, kept: T) {
        let (page, place) = self.at(key);
        let page = self.pages[page].get_or_init(|| (0..PAGE).map(|_| Mutex::default()).collect());
        *page[place].lock().unwrap_or_else(PoisonError::into_inner) = Some((key, kept));
    }

    /// The page and the place on it.
    fn at(&self, key: u64) -> (usize, usize) {
        // The low half, since the table uses the high one.
        let place = (key % self.count) as usize;
        (place / PAGE, place % PAGE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_newer_takes_the_place_of_what_is_older() {
        let one = Places::within(0, 0);
        assert_eq!(one.get(5), None);
        one.keep(5, "old");
        assert_eq!((one.get(5), one.get(6)), (Some("old"), None));
        one.keep(6, "new");
        assert_eq!((one.get(5), one.get(6)), (None, Some("new")));
        let many = Places::within(1 << 20, 0);
        (0..5_000).for_each(|key| many.keep(key, key));
        assert!((0..5_000).all(|key| many.get(key) == Some(key)));
    }
}
