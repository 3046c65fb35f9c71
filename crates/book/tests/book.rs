//! Books are read as they were written, and nothing else is read as a book.

use std::collections::BTreeMap;

use proptest::prelude::*;
use spinney_book::{Book, BookMove, Builder, FileError, Proof};

fn known(code: u32, games: u32, win_rate: f32, error: f32) -> BookMove {
    BookMove { code, visits: 10 * games, games, win_rate, error, proof: None }
}

fn some_move() -> impl Strategy<Value = BookMove> {
    let proof =
        prop_oneof![3 => Just(None), 1 => Just(Some(Proof::Wins)), 1 => Just(Some(Proof::Loses))];
    (0u32..1 << 24, any::<u32>(), any::<u32>(), 0f32..=1.0, 0f32..=1.0, proof).prop_map(
        |(code, visits, games, win_rate, error, proof)| BookMove {
            code,
            visits,
            games,
            win_rate,
            error,
            proof,
        },
    )
}

fn builder(known: &[(u64, BookMove)]) -> Builder {
    let mut builder = Builder::default();
    builder.origin.set("game", "hex 5x5");
    builder.origin.set("spec", "two\nlines");
    for &(key, known) in known {
        builder.set(key, known);
    }
    builder
}

proptest! {
    #[test]
    fn what_is_written_is_looked_up(
        moves in prop::collection::vec((0u64..20, some_move()), 0..60),
        strange in any::<u64>(),
    ) {
        let book = builder(&moves).book();
        let mut expected: BTreeMap<u64, BTreeMap<u32, BookMove>> = BTreeMap::new();
        for (key, known) in &moves {
            expected.entry(*key).or_default().insert(known.code, *known);
        }
        prop_assert_eq!(book.positions(), expected.len());
        prop_assert_eq!(book.origin().get("spec"), Some("two lines"));
        for key in (0..20).chain([strange]) {
            let found = book.look_up(key).map(|entry| entry.moves().collect::<Vec<_>>());
            let expected = expected.get(&key).map(|moves| moves.values().copied().collect());
            prop_assert_eq!(found, expected);
        }
        // By way of another book nothing changes, not even a byte.
        prop_assert_eq!(Builder::from(&book).bytes(), book.bytes());
    }

    #[test]
    fn a_damaged_book_is_refused(
        moves in prop::collection::vec((any::<u64>(), some_move()), 1..20),
        at in any::<prop::sample::Index>(),
        bit in 0u8..8,
        cut in any::<prop::sample::Index>(),
    ) {
        let whole = builder(&moves).bytes();
        let mut flipped = whole.clone();
        flipped[at.index(whole.len())] ^= 1 << bit;
        prop_assert!(Book::read(flipped).is_err());
        let shorter = whole[..cut.index(whole.len())].to_vec();
        prop_assert!(Book::read(shorter).is_err());
        let mut longer = whole;
        longer.push(0);
        prop_assert!(Book::read(longer).is_err());
    }

    #[test]
    fn bytes_that_pass_the_checksum_and_make_no_sense_are_refused_all_the_same(
        moves in prop::collection::vec((any::<u64>(), some_move()), 1..6),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let mut bytes = builder(&moves).bytes();
        let end = bytes.len() - 4;
        bytes[at.index(end)] = byte;
        let checksum = crc32fast::hash(&bytes[..end]);
        bytes[end..].copy_from_slice(&checksum.to_le_bytes());
        // Whatever it says now, it can be walked through without a panic or is refused.
        if let Ok(book) = Book::read(bytes) {
            for entry in book.entries() {
                prop_assert!(entry.moves().len() > 0);
                prop_assert!(book.look_up(entry.key()).is_some());
            }
        }
    }

    #[test]
    fn the_order_of_merging_does_not_matter_to_what_is_counted(
        one in prop::collection::vec((0u64..4, some_move()), 1..12),
        two in prop::collection::vec((0u64..4, some_move()), 1..12),
    ) {
        let (one, two) = (builder(&one).book(), builder(&two).book());
        let merged = |first: &Book, second: &Book| {
            let mut builder = Builder::from(first);
            builder.merge(second).map(|()| builder.book())
        };
        match (merged(&one, &two), merged(&two, &one)) {
            (Ok(there), Ok(back)) => {
                prop_assert_eq!(there.moves(), back.moves());
                for (there, back) in there.entries().zip(back.entries()) {
                    prop_assert_eq!(there.key(), back.key());
                    for (there, back) in there.moves().zip(back.moves()) {
                        prop_assert_eq!((there.code, there.games, there.proof), (back.code, back.games, back.proof));
                        prop_assert!((there.win_rate - back.win_rate).abs() < 1e-6);
                    }
                }
            }
            (there, back) => prop_assert_eq!(there.is_err(), back.is_err()),
        }
    }
}

#[test]
fn what_is_no_book_is_told_from_what_is_a_damaged_one() {
    let book = builder(&[(7, known(3, 100, 0.6, 0.05))]).bytes();
    assert_eq!(Book::read(b"".as_slice()).unwrap_err(), FileError::NotABook);
    assert_eq!(Book::read(b"(;FF[4])".as_slice()).unwrap_err(), FileError::NotABook);
    let mut later = book.clone();
    later[8] = 2;
    let error = Book::read(later).unwrap_err();
    assert_eq!(error.to_string(), "version 2 of the format is not known here; only 1 is");
    let error = Book::read(book[..book.len() - 1].to_vec()).unwrap_err();
    assert_eq!(error, FileError::Length { found: book.len() - 1, expected: book.len() as u64 });
    let mut changed = book.clone();
    changed[30] ^= 1;
    assert_eq!(Book::read(changed).unwrap_err(), FileError::Checksum);
}

#[test]
fn estimates_are_weighed_by_how_sure_they_are_and_proofs_overrule() {
    let merged = |one: BookMove, two: BookMove| {
        let mut builder = builder(&[(7, one)]);
        builder
            .merge(&self::builder(&[(7, two)]).book())
            .map(|()| builder.book().look_up(7).unwrap().moves().next().unwrap())
    };
    let alike = merged(known(3, 100, 0.6, 0.05), known(3, 100, 0.4, 0.05)).unwrap();
    assert_eq!((alike.games, alike.visits), (200, 2000));
    assert!((alike.win_rate - 0.5).abs() < 1e-6 && (alike.error - 0.05 / 2f32.sqrt()).abs() < 1e-6);
    // One that is three times as sure counts nine times.
    let sure = merged(known(3, 100, 0.6, 0.03), known(3, 10, 0.5, 0.09)).unwrap();
    assert!((sure.win_rate - 0.59).abs() < 1e-6);
    let proven = BookMove::proven(3, Proof::Loses);
    let overruled = merged(known(3, 100, 0.9, 0.01), proven).unwrap();
    assert_eq!(
        (overruled.win_rate, overruled.proof, overruled.games),
        (0.0, Some(Proof::Loses), 100)
    );
    let error = merged(BookMove::proven(3, Proof::Wins), proven).unwrap_err();
    assert_eq!(error.to_string(), "position 0000000000000007: move 3 is proven to win and to lose");
}
