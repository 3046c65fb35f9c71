//! Opening books: what is known of the moves at positions, in one file that is read and never
//! changed.
//!
//! A book knows no game. A position is its canonical key, which it shares with all its images under
//! the symmetries of its board, and a move is its code in the image that the key is of; whoever has a
//! game makes both. [`Book`] reads, [`Builder`] makes and merges; `docs/books.md` describes the
//! file byte by byte.

mod book;
mod builder;
mod file;
mod known;
mod origin;

pub use book::{Book, Entry};
pub use builder::{Builder, Contradiction};
pub use file::FileError;
pub use known::{BookMove, Proof};
pub use origin::Origin;
