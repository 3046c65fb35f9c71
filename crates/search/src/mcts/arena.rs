//! The memory of a tree: one block of words that never grows.
//!
//! Memory is handed out in lines of 64 bytes from the bottom up and taken back only all at once
//! or by compaction. The operating system provides pages when they are first written, so a large
//! cap costs nothing until it is used.

use crate::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use crate::sync::try_zeroed_slice_box;

/// Words in a line, the unit of allocation and of links.
pub const LINE_WORDS: usize = 8;
/// Bytes in a line.
pub const LINE_BYTES: u64 = 64;

/// A run of lines, named by its first one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block(pub u32);

pub struct Arena {
    words: Box<[AtomicU64]>,
    /// Where the first whole line starts in `words`.
    first_word: usize,
    lines: u32,
    /// Lines handed out.
    top: Apart<AtomicU32>,
}

/// Something that threads write often, away from what they only read. Processors fetch cache
/// lines in pairs.
#[derive(Default)]
#[repr(align(128))]
pub struct Apart<T>(pub T);

impl Arena {
    /// An empty arena of that many lines; `None` if there is no such memory.
    pub fn new(lines: u32) -> Option<Arena> {
        let room = lines as usize * LINE_WORDS + LINE_WORDS - 1;
        let words = try_zeroed_slice_box::<AtomicU64>(room).ok()?;
        let misaligned = words.as_ptr() as usize % LINE_BYTES as usize / size_of::<AtomicU64>();
        let first_word = (LINE_WORDS - misaligned) % LINE_WORDS;
        Some(Arena { words, first_word, lines, top: Apart(AtomicU32::new(0)) })
    }

    /// All lines.
    pub fn capacity(&self) -> u32 {
        self.lines
    }

    /// The lines handed out so far.
    pub fn top(&self) -> u32 {
        self.top.0.load(Relaxed)
    }

    /// Takes back everything above `top`.
    pub fn set_top(&self, top: u32) {
        debug_assert!(top <= self.lines);
        self.top.0.store(top, Relaxed);
    }

    /// Hands out that many lines with whatever words are in them; `None` when they do not fit.
    pub fn take(&self, lines: u32) -> Option<Block> {
        let taken = self.top.0.fetch_update(Relaxed, Relaxed, |top| {
            top.checked_add(lines).filter(|&next| next <= self.lines)
        });
        taken.ok().map(Block)
    }

    /// The words from a block's start on.
    #[inline]
    pub fn words(&self, block: Block) -> &[AtomicU64] {
        &self.words[self.first_word + block.0 as usize * LINE_WORDS..]
    }

    /// Copies a block of that many lines downwards; the two may overlap.
    pub fn slide(&self, from: Block, to: Block, lines: u32) {
        debug_assert!(to.0 <= from.0);
        let length = lines as usize * LINE_WORDS;
        for (source, target) in self.words(from)[..length].iter().zip(self.words(to)) {
            target.store(source.load(Relaxed), Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_follow_each_other_and_start_on_cache_lines() {
        let arena = Arena::new(10).unwrap();
        assert_eq!(arena.take(3), Some(Block(0)));
        assert_eq!(arena.take(7), Some(Block(3)));
        assert_eq!(arena.words(Block(3)).as_ptr() as usize % 64, 0);
        assert_eq!(arena.words(Block(9)).len() / LINE_WORDS, 1);
    }

    #[test]
    fn what_does_not_fit_is_refused_and_takes_nothing() {
        let arena = Arena::new(10).unwrap();
        assert_eq!(arena.take(11), None);
        assert_eq!(arena.take(u32::MAX), None);
        assert_eq!(arena.take(10), Some(Block(0)));
        assert_eq!(arena.take(1), None);
        assert_eq!(arena.top(), 10);
    }

    #[test]
    fn blocks_slide_down_over_themselves() {
        let arena = Arena::new(4).unwrap();
        for (i, word) in arena.words(Block(1))[..16].iter().enumerate() {
            word.store(i as u64, Relaxed);
        }
        arena.slide(Block(1), Block(0), 2);
        let moved: Vec<_> = arena.words(Block(0))[..16].iter().map(|w| w.load(Relaxed)).collect();
        assert_eq!(moved, (0..16).collect::<Vec<_>>());
    }
}
