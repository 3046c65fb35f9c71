//! Records in the format of the game's own server.

use spinney_arimaa::Position;
use spinney_arimaa::record::{
    is_position_file, looks_like_record, read_record, read_records, replay, write_record,
};
use spinney_game::conformance::{mangle, thorough};
use spinney_game::record::{NodeId, Record};
use spinney_game::{Game, Rng};

/// The example of the thesis, with a turn taken back.
const GAME: &str = "\
1w Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2
1b ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7
2w Ee2n Ee3n Ee4n Ee5n
2b ed7s ed6s ed5s rd8s
3w Ee6w me7s Db2n Dg2n
3b rc8e re8s dg7s ed4e
4w me6s Ed6e Ee6w re7s
4b db7s ee4e rb8s
5w takeback
4b db7s ee4e rb8s rd7e
5w re6e Ed6e me5w Ee6s
5b rd8s rd7s re7s rf6s
6w md5s Ee5w md4s Ed5s
6b db6e dc6s re6s dc5s
7w Ed4e dc4e Ee4s dd4e
7b ha7s de4w re5s dd4w
8w Md2e md3s Ee3w Me2n
8b
";

#[test]
fn a_game_is_read_to_its_last_position() {
    let record = read_record(GAME).unwrap();
    let last = replay(&record).unwrap().pop().unwrap();
    let figure = "8s
 +-----------------+
8| r . . . . r r r |
7| . r c . . c . h |
6| h . x r . x d . |
5| . . . . . r . . |
4| . . d . r e . . |
3| . D x E M x D . |
2| H . C m . C . H |
1| R R R R R R R R |
 +-----------------+
   a b c d e f g h
";
    assert_eq!(last.diagram(), figure);
}

#[test]
fn what_was_taken_back_is_a_variation() {
    let record = read_record(GAME).unwrap();
    let forks = record.tree.main_line().filter(|&id| record.tree.children(id).len() > 1);
    assert_eq!(forks.count(), 1);
    assert!(record.moves().any(|m| m.text == "rd7e"), "the main line is what was played on");
}

#[test]
fn a_written_game_reads_back() {
    let record = read_record(GAME).unwrap();
    let text = write_record(&record).unwrap();
    assert!(text.starts_with("1g Ra1 Rb1") && text.contains("\n4s db7s ee4e rb8s rd7e\n"));
    let again = read_record(&text).unwrap();
    let moves =
        |record: &spinney_game::record::Record| -> Vec<_> { record.moves().cloned().collect() };
    assert_eq!(moves(&again), moves(&record));
}

#[test]
fn a_game_from_a_position_and_a_resignation_are_kept() {
    let text = "arimaa 7s [r.......................E...........................R....e......]\n\
                7s eb1n\n8g resigns\n";
    let record = read_record(text).unwrap();
    assert_eq!(record.result, "S+Resign");
    let start = record.start.clone();
    assert_eq!(write_record(&record).unwrap(), format!("{start}\n7s eb1n\n8g resigns\n"));
}

#[test]
fn a_record_without_turns_is_written_so_that_it_can_be_read() {
    for text in ["1w", "1g\n", "arimaa"] {
        let written = write_record(&read_record(text).unwrap()).unwrap();
        let again = read_record(&written).unwrap_or_else(|e| panic!("{text}: {written}: {e}"));
        assert_eq!(write_record(&again).unwrap(), written);
    }
}

#[test]
fn errors_name_the_line() {
    for (text, place) in [
        ("1g Ra1", "line 1"),
        ("", "record"),
        ("1g takeback", "line 1"),
        ("1s ra8", "line 1: \"1s\""),
        ("hello", "line 1: \"hello\""),
        ("w7w", "line 1: \"w7w\""),
    ] {
        let error = read_record(text).unwrap_err().to_string();
        assert!(error.starts_with(place), "{error}");
    }
}

#[test]
fn a_record_without_a_whole_turn_is_read_again() {
    let start = Position::start();
    let mut record = Record::new("arimaa", start.text());
    assert_eq!(write_record(&record).unwrap(), "1g\n");
    assert_eq!(read_record("1g\n").unwrap(), record);
    // Saved in the middle of a turn, a game is saved as far as it went.
    record.play(NodeId::ROOT, "gold", "Ra1").unwrap();
    assert_eq!(write_record(&record).unwrap(), "1g Ra1 ...\n");
    assert_eq!(read_record("1g Ra1 ...\n").unwrap(), record);
}

#[test]
fn games_that_follow_each_other_are_told_apart() {
    let resigned = "arimaa\n# Gold: Ann\n1g resigns\n";
    let text = format!("{GAME}\n{GAME}\n1g\n\n{resigned}\n1g\n\n1g Ra1 ...\n");
    let records: Vec<_> = read_records(&text).into_iter().map(Result::unwrap).collect();
    let moves: Vec<_> = records.iter().map(|record| record.moves().count()).collect();
    let whole = read_record(GAME).unwrap().moves().count();
    assert_eq!(moves, [whole, whole, 0, 1, 0, 1]);
    assert_eq!(records[3].players, ["Ann", ""]);
}

#[test]
fn mangled_records_are_refused_or_read_and_never_panic() {
    let mut rng = Rng::new(1, 0);
    let mut read = 0;
    for _ in 0..3_000 * thorough() {
        if let Ok(record) = read_record(&mangle(&[GAME], &mut rng)) {
            read += 1;
            let positions = replay(&record).unwrap();
            assert!(!positions.last().unwrap().text().is_empty());
            let written = write_record(&record).unwrap();
            let again = read_record(&written).unwrap();
            assert_eq!(write_record(&again).unwrap(), written);
        }
    }
    assert!(read > 0);
}

/// The example of the thesis's appendix, as it is printed there.
const PRINTED: &str = "8b
+-----------------+
8| r . . . . r r r |
7| . r c . . c . h |
6| h . x r . x d . |
5| . . . . . r . . |
4| . . d . r e . . |
3| . D x E M x D . |
2| H . C m . C . H |
1| R R R R R R R R |
+-----------------+
a b c d e f g h
";

#[test]
fn a_position_file_is_the_record_of_a_game_without_turns() {
    let game = read_record(GAME).unwrap();
    let last = replay(&game).unwrap().pop().unwrap();
    let file = last.position_file().unwrap();
    for text in [PRINTED, &file, &format!("# by hand\n\n{PRINTED}# the end\n")] {
        assert!(looks_like_record(text) && is_position_file(text), "{text}");
        let record = read_record(text).unwrap();
        assert_eq!(record.moves().count(), 0);
        let position = Position::from_text(&record.start).unwrap();
        assert_eq!(position.position_file().as_ref(), Ok(&file));
        assert_eq!(read_records(text).len(), 1);
    }
    assert!(!is_position_file(GAME));
}

#[test]
fn turns_may_follow_a_diagram_and_several_of_them_one_another() {
    let text = format!("{PRINTED}8b ha6s ha5s\n9w Ed3n\n\n{PRINTED}\n{PRINTED}# last\n8s ef4e\n");
    assert!(!is_position_file(&text));
    let records: Vec<_> = read_records(&text).into_iter().map(Result::unwrap).collect();
    let moves: Vec<_> = records.iter().map(|record| record.moves().count()).collect();
    assert_eq!(moves, [5, 0, 2]);
    assert!(records.iter().all(|record| record.start == records[1].start));
    assert_eq!(read_record(&write_record(&records[0]).unwrap()).unwrap(), records[0]);
}

#[test]
fn a_position_file_says_what_is_wrong_with_it() {
    for (from, to, problem) in [
        ("8b", "8b ha6s", "no side to move"),
        ("8| r", "8| q", "a8"),
        ("1| R R R R R R R R |\n", "", "8 of 64 squares are missing"),
        ("2| H", "2| E", "2 gold elephants are too many"),
    ] {
        let error = read_record(&PRINTED.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.contains(problem) && error.starts_with("line 1"), "{error}");
    }
}

#[test]
fn a_turn_that_has_begun_is_no_position_file() {
    let mut position = Position::from_diagram(PRINTED).unwrap();
    position.play(position.parse_turn("ha6s ha5s").unwrap()[0]);
    assert!(position.position_file().unwrap_err().to_string().contains("has begun"));
    // Pieces that are being set up are what they are.
    let mut position = Position::start();
    for text in ["Ra1", "Ee2"] {
        position.play(position.parse_move(text).unwrap());
    }
    let record = read_record(&position.position_file().unwrap()).unwrap();
    assert_eq!(record.start, position.text());
}
