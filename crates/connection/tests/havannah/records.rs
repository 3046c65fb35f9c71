//! Records of Havannah, read, replayed and written.

use spinney_connection::havannah::record::{Format, read_record, replay, write_record};
use spinney_game::conformance::mangle;
use spinney_game::record::{NodeId, Record};
use spinney_game::{Game, Rng};

/// A game of a tournament on Little Golem, with its players called otherwise.
const LITTLE_GOLEM: &str = "(;FF[4]EV[havannah.in.size4.4]PB[Ann]PW[Bob]SZ[4]RU[LG]RE[B]\
    GC[ game #1]SO[http://www.littlegolem.com];W[E1];B[swap];W[F2];B[D3];W[G1];B[E4];W[G4];B[F3];\
    W[E5];B[D6];W[D5];B[C2];W[G3];B[G2];W[E6];B[E3];W[D7];B[resign])";

fn moves(record: &Record) -> Vec<String> {
    record.moves().map(|m| m.text.clone()).collect()
}

#[test]
fn a_game_of_little_golem_is_read() {
    let record = read_record(LITTLE_GOLEM).unwrap();
    assert_eq!(record.start, "havannah 4 swap-pieces; black to move");
    assert_eq!((record.players[0].as_str(), record.result.as_str()), ("Ann", "B+"));
    let expected = "e2 swap-pieces f4 d3 g4 e5 g7 f5 e6 d6 d5 c2 g6 g5 e7 e4 d7 resign";
    assert_eq!(moves(&record).join(" "), expected);
    // The last stones are neighbours, as they are on the site's board.
    let last = replay(&record).unwrap().pop().unwrap();
    let groups = |name| last.group(last.topology().find_cell(name).unwrap()).unwrap().0;
    assert_eq!(groups("d7"), groups("e7"));
    assert_eq!(last.winner(), None);
}

#[test]
fn what_is_written_is_read_again() {
    let record = read_record(LITTLE_GOLEM).unwrap();
    let sgf = write_record(&record, Format::Sgf).unwrap();
    assert!(sgf.contains("GM[Havannah]SZ[4]"), "{sgf}");
    assert_eq!(read_record(&sgf).unwrap(), record);
    let theirs = write_record(&record, Format::LittleGolem).unwrap();
    assert!(theirs.contains(";W[e1];B[swap];W[f2];B[d3];W[g1]"), "{theirs}");
    let again = read_record(&theirs).unwrap();
    assert_eq!((moves(&again), &again.start), (moves(&record), &record.start));
    assert_eq!((&again.players, &again.result), (&record.players, &record.result));
}

#[test]
fn every_cell_has_a_name_there() {
    for side in 3..=10 {
        let start = spinney_connection::havannah::Position::from_text(&format!(
            "havannah {side} swap-pieces"
        ));
        let start = start.unwrap();
        let names: Vec<_> = start.topology().all_cells().iter().collect();
        let mut numbers = std::collections::BTreeMap::new();
        for &cell in &names {
            let mut record = Record::new(start.name(), start.text());
            record.play(NodeId::ROOT, "black", start.topology().cell_name(cell)).unwrap();
            let text = write_record(&record, Format::LittleGolem).unwrap();
            assert_eq!(moves(&read_record(&text).unwrap()), moves(&record));
            let name = text.split("W[").nth(1).unwrap().split(']').next().unwrap();
            let column: &mut Vec<usize> = numbers.entry(name.as_bytes()[0]).or_default();
            column.push(name[1..].parse().unwrap());
        }
        // Every column counts from one.
        for numbers in numbers.values_mut() {
            numbers.sort_unstable();
            assert!(numbers.iter().copied().eq(1..=numbers.len()), "{numbers:?}");
        }
    }
}

#[test]
fn variations_and_setups_are_kept_in_sgf() {
    let text = "(;GM[Havannah]SZ[5]AB[c3]AW[d4]PL[B];B[e5](;W[f6]C[good])(;W[f5]))";
    let record = read_record(text).unwrap();
    let written = write_record(&record, Format::Sgf).unwrap();
    assert_eq!(read_record(&written).unwrap(), record);
    assert!(write_record(&record, Format::LittleGolem).is_err(), "it starts with stones");
    assert!(read_record(&text.replace("Havannah", "havannah")).is_ok(), "as morat writes it");
}

#[test]
fn records_of_other_games_are_refused_both_ways() {
    assert!(read_record("(;GM[11]SZ[5];B[a1])").is_err());
    assert!(read_record("(;SZ[5];W[ab];B[cd])").is_err());
    // On a board of Hex these cells would do, but it is no game of Hex.
    let text = "(;EV[havannah.ch.1]SZ[8];W[D4];B[E5])";
    assert!(spinney_connection::record::read_record(text).is_err());
    assert!(read_record(text).is_ok());
}

#[test]
fn nonsense_is_refused_and_never_panics() {
    let seeds = [LITTLE_GOLEM, "(;GM[Havannah]SZ[5]AB[c3]AW[d4]PL[B];B[e5](;W[f6])(;W[swap]))"];
    let mut rng = Rng::new(3, 0);
    let mut read = 0;
    for _ in 0..5_000 {
        let Ok(record) = read_record(&mangle(&seeds, &mut rng)) else { continue };
        read += 1;
        for format in [Format::Sgf, Format::LittleGolem] {
            let Ok(text) = write_record(&record, format) else { continue };
            assert_eq!(moves(&read_record(&text).unwrap()), moves(&record), "{text}");
        }
    }
    assert!(read > 100, "{read}");
}

/// It was read as the other one's.
#[test]
fn whoever_gives_up_before_the_first_move_is_not_told_by_little_golem() {
    let record = read_record("(;GM[Havannah]SZ[4];W[resign])").unwrap();
    let error = write_record(&record, Format::LittleGolem).unwrap_err().to_string();
    assert!(error.contains("before the first move"), "{error}");
    let record = read_record("(;GM[Havannah]SZ[4];B[resign])").unwrap();
    let written = write_record(&record, Format::LittleGolem).unwrap();
    assert_eq!(read_record(&written).unwrap().moves().last(), record.moves().last());
}
