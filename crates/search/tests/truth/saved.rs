//! Tables of proof numbers in files: taken over whole, or not at all.

use crate::fill::Fill;
use spinney_game::demo::Countdown;
use spinney_game::{Game, NoProver, StaticProof, StaticProver};
use spinney_search::dfpn::{Settings, Solver, TableError};
use spinney_search::{Limits, Stop};

const SMALL: Settings = Settings { memory: 1, threads: 1, widening_base: 1, widening_share: 0.35 };
/// Bytes of an entry, and of the checksum after the last one.
const ENTRY: usize = 24;
const SUM: usize = 4;

fn start() -> Fill {
    Fill::new(6)
}

/// A solver that has worked on the board, and what it saves.
fn worked() -> (Solver<Fill, NoProver>, Vec<u8>) {
    let mut solver = Solver::new(NoProver, SMALL).unwrap();
    let proven = solver.solve(&start(), &Limits::default(), &Stop::new(), &mut |_| {});
    assert!(proven.winner.is_some());
    let file = file_of(&solver);
    (solver, file)
}

fn file_of(solver: &Solver<Fill, NoProver>) -> Vec<u8> {
    let mut file = Vec::new();
    solver.save(&start(), &mut file).unwrap();
    file
}

/// Has a solver that knows something load this in vain.
fn refused(solver: &mut Solver<Fill, NoProver>, file: &[u8]) -> TableError {
    solver.load(&start(), &mut &*file).expect_err("it was taken for a whole table")
}

#[test]
fn a_table_of_which_any_byte_was_changed_is_refused() {
    let (mut solver, file) = worked();
    for at in 0..file.len() {
        for change in [0x01, 0x20, 0x80, 0xff] {
            let mut damaged = file.clone();
            damaged[at] ^= change;
            refused(&mut solver, &damaged);
        }
    }
    assert_eq!(file_of(&solver), file, "something was taken over");
}

#[test]
fn a_table_in_which_two_entries_or_two_numbers_changed_places_is_refused() {
    let (mut solver, file) = worked();
    let first = file.windows(2).position(|bytes| bytes == b"\n\n").unwrap() + 2;
    let entries = (file.len() - SUM - first) / ENTRY;
    assert!(entries > 50, "{entries}");
    for size in [ENTRY, 8] {
        let places = entries * ENTRY / size;
        for a in 0..places {
            for b in a + 1..places {
                let (a, b) = (first + a * size, first + b * size);
                let mut damaged = file.clone();
                damaged.copy_within(b..b + size, a);
                damaged[b..b + size].copy_from_slice(&file[a..a + size]);
                if damaged != file {
                    refused(&mut solver, &damaged);
                }
            }
        }
    }
    assert_eq!(file_of(&solver), file, "something was taken over");
}

#[test]
fn a_table_that_is_cut_short_or_goes_on_is_refused() {
    let (mut solver, file) = worked();
    for length in 0..file.len() {
        refused(&mut solver, &file[..length]);
    }
    let longer = [&*file, b"\n"].concat();
    assert!(matches!(refused(&mut solver, &longer), TableError::Damaged(_)));
    assert_eq!(file_of(&solver), file);
    solver.load(&start(), &mut &*file).unwrap();
    assert_eq!(file_of(&solver), file);
}

#[test]
fn a_table_of_another_board_or_another_game_is_refused() {
    let (_, file) = worked();
    let mut other = Solver::new(NoProver, SMALL).unwrap();
    let error = other.load(&Fill::new(7), &mut &*file).unwrap_err();
    assert!(matches!(error, TableError::OtherBoard(_)), "{error}");
    let mut other: Solver<Countdown, _> = Solver::new(NoProver, SMALL).unwrap();
    let error = other.load(&Countdown::from_text("countdown 6").unwrap(), &mut &*file).unwrap_err();
    assert!(matches!(error, TableError::OtherBoard(_)), "{error}");
}

/// Sees nothing, and tells positions apart by other numbers.
#[derive(Clone)]
struct OtherKeys;

impl StaticProver<Fill> for OtherKeys {
    type Carrier = ();
    type Context = ();

    fn prove(
        &mut self,
        position: &mut Fill,
        moves: &mut Vec<crate::fill::Cell>,
    ) -> StaticProof<(), ()> {
        NoProver.prove(position, moves)
    }

    fn key(&self, position: &Fill) -> u64 {
        position.hash().rotate_left(1)
    }
}

#[test]
fn a_table_in_which_the_same_numbers_stand_for_other_positions_is_refused() {
    let (_, file) = worked();
    let mut other = Solver::new(OtherKeys, SMALL).unwrap();
    let error = other.load(&start(), &mut &*file).unwrap_err();
    assert!(matches!(error, TableError::OtherKeys), "{error}");
}

#[test]
fn a_table_of_another_version_is_refused_with_advice() {
    let (mut solver, file) = worked();
    let text = String::from_utf8_lossy(&file);
    let version = text.lines().find_map(|line| line.strip_prefix("version ")).unwrap();
    let at = text.find(version).unwrap();
    let other = [&file[..at], b"0.0.99", &file[at + version.len()..]].concat();
    let error = refused(&mut solver, &other);
    assert!(matches!(&error, TableError::OtherVersion(found) if found == "0.0.99"), "{error}");
    // The first format had no checksum: its magic, the number of entries, and the entries.
    let first = [b"spinney df-pn 1\n".as_slice(), &1u64.to_le_bytes(), &[7; ENTRY]].concat();
    let error = refused(&mut solver, &first);
    assert!(matches!(&error, TableError::OtherFormat(found) if found == "1"), "{error}");
    assert!(error.to_string().ends_with("delete it or name another file, and solve again"));
    for nonsense in ["", "something else", "spinney df-pn"] {
        let error = refused(&mut solver, nonsense.as_bytes());
        assert!(matches!(error, TableError::NotATable), "{error}");
    }
    let endless = [b"spinney df-pn ".as_slice(), &[b'2'; 1 << 16]].concat();
    assert!(matches!(refused(&mut solver, &endless), TableError::Damaged(_)));
}
