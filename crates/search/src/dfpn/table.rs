//! The transposition table: a block of fixed size that all threads read and write without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::bounds::{Bounds, NEVER};

/// Entries that one key may stand in; the one with the least work behind it makes room.
const BUCKET: usize = 4;
/// Bytes of one entry.
const ENTRY_BYTES: u64 = size_of::<Entry>() as u64;

/// What is known of a position: a check word, the bounds and the work behind them. The check is the
/// key mixed with the other two, so that an entry that two threads wrote at once, or half wrote,
/// belongs to no key. A free entry is all zeros.
type Entry = [AtomicU64; 3];

/// The key, the bounds and the work of an entry.
fn read([check, bounds, work]: &Entry) -> (u64, u64, u64) {
    let (bounds, work) = (bounds.load(Relaxed), work.load(Relaxed));
    (check.load(Relaxed) ^ mixed(bounds, work), bounds, work)
}

fn write(entry: &Entry, key: u64, bounds: u64, work: u64) {
    for (word, value) in entry.iter().zip([key ^ mixed(bounds, work), bounds, work]) {
        word.store(value, Relaxed);
    }
}

fn is_free([_, bounds, _]: &Entry) -> bool {
    bounds.load(Relaxed) == 0
}

/// Never 0, which a free entry has: of the two numbers at most one is.
fn packed(bounds: Bounds) -> u64 {
    u64::from(bounds.phi) << 32 | u64::from(bounds.delta)
}

fn unpacked(word: u64) -> Bounds {
    Bounds { phi: (word >> 32) as u32, delta: word as u32 }
}

fn mixed(bounds: u64, work: u64) -> u64 {
    bounds.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ work.rotate_left(32)
}

pub(super) struct Table {
    entries: Box<[Entry]>,
}

impl Table {
    /// As many entries as fit into that many bytes, and at least one bucket; `None` if there is no
    /// such memory.
    pub(super) fn new(bytes: u64) -> Option<Table> {
        let buckets = usize::try_from(bytes / ENTRY_BYTES / BUCKET as u64).ok()?.max(1);
        // Zeroed memory costs nothing until it is used.
        let entries = bytemuck::try_zeroed_slice_box(buckets * BUCKET).ok()?;
        Some(Table { entries })
    }

    /// What is known of the position with that key.
    pub(super) fn bounds(&self, key: u64) -> Option<Bounds> {
        let found = self.bucket(key).iter().map(read).find(|&(k, bounds, _)| {
            // A free entry reads as the key 0.
            k == key && bounds != 0
        });
        found.map(|(_, bounds, _)| unpacked(bounds))
    }

    /// Remembers what is known now, after `work` more positions were looked at.
    pub(super) fn store(&self, key: u64, bounds: Bounds, work: u64) {
        let bucket = self.bucket(key);
        let mut place = &bucket[0];
        let mut least = u64::MAX;
        for entry in bucket {
            let (k, old, before) = read(entry);
            if k == key && old != 0 {
                // Another thread may have proven it meanwhile: that is for good.
                if !unpacked(old).is_proven() || bounds.is_proven() {
                    write(entry, key, packed(bounds), before.saturating_add(work));
                }
                return;
            }
            let worth = if is_free(entry) { 0 } else { before.saturating_add(1) };
            if worth < least {
                (place, least) = (entry, worth);
            }
        }
        write(place, key, packed(bounds), work);
    }

    fn bucket(&self, key: u64) -> &[Entry] {
        let buckets = (self.entries.len() / BUCKET) as u128;
        // The high half of a product spreads keys over any number of buckets.
        let at = ((u128::from(key) * buckets) >> 64) as usize;
        &self.entries[at * BUCKET..][..BUCKET]
    }

    /// The key, the bounds and the work of every entry in use.
    pub(super) fn entries(&self) -> impl Iterator<Item = [u64; 3]> {
        self.entries.iter().filter(|entry| !is_free(entry)).map(|entry| read(entry).into())
    }

    /// Adds such an entry. `false`: there is none like it.
    pub(super) fn add(&self, key: u64, bounds: u64, work: u64) -> bool {
        let bounds = unpacked(bounds);
        let is_like_one = (bounds.phi == 0) == (bounds.delta == NEVER)
            && (bounds.delta == 0) == (bounds.phi == NEVER);
        if is_like_one {
            self.store(key, bounds, work);
        }
        is_like_one
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_comes_back_until_better_work_needs_its_place() {
        let table = Table::new(0).unwrap();
        assert_eq!(table.bounds(7), None);
        table.store(7, Bounds { phi: 3, delta: 5 }, 10);
        assert_eq!(table.bounds(7), Some(Bounds { phi: 3, delta: 5 }));
        table.store(7, Bounds::WIN, 1);
        table.store(7, Bounds { phi: 3, delta: 5 }, 1);
        assert_eq!(table.bounds(7), Some(Bounds::WIN), "a proof stands");
        // Small keys share the first bucket.
        for key in 8..30 {
            table.store(key, Bounds::OPEN, 1);
        }
        assert_eq!(table.bounds(7), Some(Bounds::WIN), "much work is not thrown away");
        assert_eq!(table.bounds(29), Some(Bounds::OPEN), "the newest is kept");
    }

    #[test]
    fn what_one_table_has_another_one_takes_over_and_what_none_can_have_is_refused() {
        let table = Table::new(1 << 16).unwrap();
        let keys = || (1..500u64).map(|n| n.wrapping_mul(0x2545_f491_4f6c_dd1d));
        for (key, n) in keys().zip(1..) {
            table.store(key, Bounds { phi: n, delta: 2 }, u64::MAX - u64::from(n));
        }
        let again = Table::new(1 << 16).unwrap();
        assert!(table.entries().all(|[key, bounds, work]| again.add(key, bounds, work)));
        assert!(keys().all(|key| again.bounds(key) == table.bounds(key)));
        for (phi, delta) in [(0, 0), (0, 7), (7, 0), (NEVER, NEVER), (NEVER, 1), (1, NEVER)] {
            assert!(!again.add(1, packed(Bounds { phi, delta }), 1), "{phi} {delta}");
        }
        assert_eq!(again.bounds(1), None);
    }
}
