//! Making books.

use std::collections::BTreeMap;

use crate::book::{Book, Entry};
use crate::file::{self, CODES, Extent, HEAD, MAGIC, TAIL, VERSION};
use crate::known::BookMove;
use crate::origin::Origin;

/// A book that is being made.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    /// Where it will come from.
    pub origin: Origin,
    /// By key, then by code.
    known: BTreeMap<(u64, u32), BookMove>,
}

/// Two books have proven contrary things, so that at least one of them is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("position {key:016x}: move {code} is proven to win and to lose")]
pub struct Contradiction {
    /// The position's key.
    pub key: u64,
    /// The move's code.
    pub code: u32,
}

impl Builder {
    /// Sets what is known of a move, whatever was known of it before.
    ///
    /// # Panics
    ///
    /// If the code is not below 2²⁴, as every move's is.
    pub fn set(&mut self, key: u64, known: BookMove) {
        assert!(known.code < CODES, "{} is no move's code", known.code);
        let rate = |value: f32| if value.is_nan() { 0.5 } else { value.clamp(0.0, 1.0) };
        let (win_rate, error) = (rate(known.win_rate), rate(known.error));
        self.known.insert((key, known.code), BookMove { win_rate, error, ..known });
    }

    /// Adds what another book knows to this. Where both know a move, proofs overrule, and estimates
    /// are weighed by how sure they are.
    pub fn merge(&mut self, book: &Book) -> Result<(), Contradiction> {
        let mut merged = Vec::with_capacity(book.moves());
        for (key, other) in book.entries().flat_map(|entry| moves(entry)) {
            let code = other.code;
            let both = match self.known.get(&(key, code)) {
                Some(own) => own.together(other).ok_or(Contradiction { key, code })?,
                None => other,
            };
            merged.push(((key, code), both));
        }
        self.known.extend(merged);
        Ok(())
    }

    /// The book's bytes: the same for the same knowledge, however it was come by.
    pub fn bytes(&self) -> Vec<u8> {
        let origin = self.origin.text();
        let mut ends: Vec<(u64, u32)> = Vec::new();
        for (count, &(key, _)) in (1..).zip(self.known.keys()) {
            match ends.last_mut() {
                Some((last, end)) if *last == key => *end = count,
                _ => ends.push((key, count)),
            }
        }
        let extent =
            Extent { origin: origin.len(), positions: ends.len(), moves: self.known.len() };
        let mut bytes = Vec::with_capacity(HEAD + TAIL + extent.origin);
        bytes.extend(MAGIC);
        for number in [VERSION as usize, extent.origin, extent.positions, extent.moves] {
            bytes.extend((number as u32).to_le_bytes());
        }
        bytes.extend(origin.as_bytes());
        for (key, end) in ends {
            bytes.extend(key.to_le_bytes());
            bytes.extend(end.to_le_bytes());
        }
        for known in self.known.values() {
            file::write_move(known, &mut bytes);
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// The book as it stands.
    pub fn book(&self) -> Book {
        Book::read(self.bytes()).expect("what was written can be read")
    }
}

impl From<&Book> for Builder {
    fn from(book: &Book) -> Builder {
        let known = book.entries().flat_map(|entry| moves(entry));
        let known = known.map(|(key, known)| ((key, known.code), known)).collect();
        Builder { origin: book.origin().clone(), known }
    }
}

fn moves(entry: Entry<'_>) -> impl Iterator<Item = (u64, BookMove)> {
    entry.moves().map(move |known| (entry.key(), known))
}
