//! What is known of positions that were looked at before.

/// How a stored value relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    pub(super) value: i32,
    /// The best move's code and one, or 0.
    code: u32,
    pub(super) depth: i16,
    pub(super) bound: Bound,
    /// The search that has put it there.
    age: u8,
}

impl Entry {
    const EMPTY: Entry =
        Entry { key: 0, value: 0, code: 0, depth: i16::MIN, bound: Bound::Exact, age: 0 };

    /// The code of the move that was best.
    pub(super) fn best(&self) -> Option<u32> {
        self.code.checked_sub(1)
    }
}

/// One entry a place; a deeper look at another position stays, unless it is older.
pub(super) struct Table {
    entries: Vec<Entry>,
    age: u8,
}

impl Table {
    pub(super) fn new(mebibytes: f64) -> Table {
        let bytes = mebibytes * 1024.0 * 1024.0;
        let entries = (bytes / size_of::<Entry>() as f64).max(1.0) as usize;
        Table { entries: vec![Entry::EMPTY; entries], age: 0 }
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.entries.len() * size_of::<Entry>()) as u64
    }

    /// Bytes of places that are taken, by a sample: keys are spread evenly.
    pub(super) fn bytes_used(&self) -> u64 {
        const SAMPLE: usize = 1_000;
        let sample = &self.entries[..self.entries.len().min(SAMPLE)];
        let taken = sample.iter().filter(|entry| entry.depth != i16::MIN).count();
        self.bytes() * taken as u64 / sample.len() as u64
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(Entry::EMPTY);
    }

    /// A new search begins: what is there from now on is older.
    pub(super) fn begin(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.entries.len() as u128) >> 64) as usize
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let entry = self.entries[self.place(key)];
        (entry.key == key && entry.depth != i16::MIN).then_some(entry)
    }

    #[inline]
    pub(super) fn put(
        &mut self,
        key: u64,
        value: i32,
        best: Option<u32>,
        depth: i32,
        bound: Bound,
    ) {
        let place = self.place(key);
        let depth = depth as i16;
        let old = &mut self.entries[place];
        // What was seen at a glance, whatever the depth, is seen again as quickly.
        let is_deeper = old.depth > depth && old.depth < i16::MAX;
        if is_deeper && old.key != key && old.age == self.age {
            return;
        }
        // A move that was best once is the best guess still.
        let kept = if old.key == key { old.code } else { 0 };
        let code = best.map_or(kept, |code| code + 1);
        *old = Entry { key, value, code, depth, bound, age: self.age };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_is_found_and_a_best_move_is_kept() {
        let mut table = Table::new(1.0);
        assert!(table.get(7).is_none());
        table.put(7, -3, Some(0), 4, Bound::Exact);
        table.put(7, 5, None, 5, Bound::AtMost);
        let entry = table.get(7).unwrap();
        assert_eq!((entry.value, entry.best(), entry.depth), (5, Some(0), 5));
        table.clear();
        assert!(table.get(7).is_none());
        assert!(table.bytes() <= 1 << 20);
    }

    #[test]
    fn what_is_taken_is_told_by_a_sample() {
        let mut table = Table::new(1.0);
        assert_eq!(table.bytes_used(), 0);
        // Every other place, wherever keys lead.
        let places = table.entries.len() as u64;
        for place in (0..places).step_by(2) {
            table.put((((place << 32) / places) << 32) | (1 << 31), 0, None, 1, Bound::Exact);
        }
        let used = table.bytes_used() as f64 / table.bytes() as f64;
        assert!((0.4..0.6).contains(&used), "{used}");
        table.clear();
        assert_eq!(table.bytes_used(), 0);
    }

    #[test]
    fn a_deeper_look_of_the_same_search_stays() {
        // One place for all.
        let mut table = Table::new(1e-9);
        table.begin();
        table.put(1, 10, None, 4, Bound::Exact);
        table.put(2, 20, None, 3, Bound::Exact);
        assert_eq!(
            (table.get(1).map(|entry| entry.value), table.get(2).is_none()),
            (Some(10), true)
        );
        table.put(2, 20, None, 4, Bound::Exact);
        assert_eq!(table.get(2).map(|entry| entry.value), Some(20), "a later look as deep");
        table.begin();
        table.put(3, 30, None, 0, Bound::Exact);
        assert_eq!(table.get(3).map(|entry| entry.value), Some(30), "older ones make room");
        table.put(4, 40, None, i32::from(i16::MAX), Bound::Exact);
        table.put(5, 50, None, 0, Bound::Exact);
        assert_eq!(table.get(5).map(|entry| entry.value), Some(50), "proofs at a glance make room");
    }
}
