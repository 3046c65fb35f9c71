//! Whatever our writers write, our readers take back: every game, every format, many games to a
//! text, and whatever people have said about them.

use spinney_engine::record::{NodeId, Record};
use spinney_engine::{
    Board, GameEntry, Line, Rng, games, read_record, read_records, write_record, write_records,
};
use spinney_game::conformance::thorough;

/// What people may call themselves or say; some of it looks like a record.
const WORDS: [&str; 16] = [
    "",
    "Ann",
    "Bob the 2nd",
    "  blanks  ",
    "a\nb\n\n  c",
    "\u{feff}marked",
    "] and \\",
    "(;GM[11]SZ[3];B[a1])",
    "# Gold: Eve",
    "Gold: Eve",
    "#2 second",
    "Game: tantrix red blue",
    "1g Ra1",
    "arimaa",
    "43 -1 55",
    "\u{1b}[2J\r\ttab",
];

/// Names that every format with names can keep to the letter.
const PLAIN: [&str; 4] = ["Ann", "Bob the 2nd", "Zoë", "Spinney 0.1.0 best"];

fn pick<'a>(words: &[&'a str], rng: &mut Rng) -> &'a str {
    words[rng.below(words.len() as u32) as usize]
}

/// A game that somebody played at random, to its end or not.
fn random_line(start: &str, moves: usize, rng: &mut Rng) -> Line {
    let mut line = Line::new(Board::from_text(start).unwrap());
    while line.played().len() < moves && line.board().outcome().is_none() {
        if line.board().is_chance() {
            line.roll(rng).unwrap();
            continue;
        }
        let legal = line.board().legal_moves();
        let text = &legal[rng.below(legal.len() as u32) as usize];
        line.play(None, text).unwrap();
    }
    line
}

/// A record of such a game with something said about it.
fn random_record(start: &str, rng: &mut Rng) -> Record {
    let moves = [0, 1, 2, 5, 17, 37, 400][rng.below(7) as usize];
    let line = random_line(start, moves, rng);
    let mut record = line.record().unwrap();
    let names = if rng.unit() < 0.5 { &PLAIN[..] } else { &WORDS[..] };
    record.players = line.board().sides().iter().map(|_| pick(names, rng).to_owned()).collect();
    record.event = pick(&WORDS, rng).to_owned();
    record.date = pick(&["", "2024-02-29"], rng).to_owned();
    record.result = pick(&["", "B+", "G+Resign", "odd (;"], rng).to_owned();
    for id in record.tree.ids() {
        if rng.unit() < 0.2 {
            record.tree[id].comment = pick(&WORDS, rng).to_owned();
        }
    }
    if rng.unit() < 0.3
        && let Some(side) = line.board().to_move()
    {
        let last = record.tree.main_line().last().unwrap();
        let end = record.play(last, side, pick(&["resign", "forfeit"], rng)).unwrap();
        record.tree[end].comment = pick(&WORDS, rng).to_owned();
    }
    record
}

/// Where games start that a format can write: some are for one board.
fn starts(game: &GameEntry, format: &str) -> Vec<String> {
    let small = |text: &String| Board::from_text(text).unwrap().legal_moves().len() < 150;
    let fits = |text: &String| write_record(&Record::new(game.name, text), format).is_ok();
    let usual = game.default_position.to_owned();
    game.setups().filter(small).chain([usual]).filter(fits).collect()
}

fn moves(record: &Record) -> Vec<(String, String)> {
    record.moves().map(|m| (m.side.clone(), m.text.clone())).collect()
}

/// What a format keeps of the moves: a list of numbers has no word for giving up.
fn kept_moves(record: &Record, format: &str) -> Vec<(String, String)> {
    let mut moves = moves(record);
    if format == "codecup" {
        moves.retain(|(_, text)| !["resign", "forfeit"].contains(&text.as_str()));
    }
    moves
}

#[test]
fn our_readers_take_back_what_our_writers_write_many_games_to_a_file() {
    let mut rng = Rng::new(27, 0);
    for game in games() {
        for &format in game.record_formats {
            let starts = starts(game, format);
            for _ in 0..8 * thorough() {
                let random = |rng: &mut Rng| {
                    let start = &starts[rng.below(starts.len() as u32) as usize];
                    random_record(start, rng)
                };
                let count = 1 + rng.below(6) as usize;
                let records: Vec<_> = (0..count).map(|_| random(&mut rng)).collect();
                let text = write_records(&records, format).unwrap();
                for text in [text.clone(), format!("\u{feff}{text}"), text.replace('\n', "\r\n")] {
                    check(&text, &records, format);
                }
            }
        }
    }
}

fn check(text: &str, records: &[Record], format: &str) {
    let read: Vec<_> = read_records(text, None).unwrap();
    let read: Vec<_> =
        read.into_iter().map(|read| read.unwrap_or_else(|e| panic!("{e}\n{text}"))).collect();
    assert_eq!(read.len(), records.len(), "{text}");
    for (read, record) in read.iter().zip(records) {
        assert_eq!(read.game, record.game);
        assert_eq!(moves(read), kept_moves(record, format), "{text}");
        if ["sgf", "arimaa", "txt"].contains(&format)
            && record.players.iter().all(|name| PLAIN.contains(&name.as_str()))
        {
            assert_eq!(read.players, record.players, "{text}");
            assert_eq!(read.date, record.date, "{text}");
        }
    }
    // What was read is written as it was.
    let again = write_records(&read, format).unwrap();
    let once_more: Vec<_> =
        read_records(&again, None).unwrap().into_iter().map(Result::unwrap).collect();
    assert_eq!(once_more, read, "{text}");
    assert_eq!(read_record(text, None).unwrap(), read[0]);
}

#[test]
fn comments_and_names_of_an_arimaa_game_come_back_each_at_its_place() {
    let mut rng = Rng::new(3, 0);
    let start = "arimaa 2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]";
    let mut record = random_line(start, 11, &mut rng).record().unwrap();
    record.players = vec!["Ann".into(), "Bob".into()];
    record.event = "Open".into();
    record.result = "S+Resign".into();
    record.tree[NodeId::ROOT].comment = "Gold: not a name\nsecond line".into();
    let ids: Vec<_> = record.tree.main_line().skip(1).collect();
    for (i, &id) in ids.iter().enumerate() {
        record.tree[id].comment = format!("step {i}\n2 lines");
    }
    let text = write_record(&record, "arimaa").unwrap();
    let read = read_record(&text, None).unwrap();
    assert_eq!(read, Record { start: read.start.clone(), ..record }, "{text}");
}

#[test]
fn a_mistake_in_a_record_is_told_by_its_reader_with_its_line() {
    for (text, problem) in [
        ("arimaa\n# Gold: Ann\n1g Ra1 Rb9\n", "line 3: "),
        ("\u{feff}1g Ra1 Rb9\n", "line 1: "),
        ("Game: tantrix red blue\nRed: Ann\n\nred +99\n", "line 4: "),
        ("(;GM[11]SZ[3];B[a9])", "line 1, column "),
    ] {
        let error = read_record(text, None).unwrap_err().to_string();
        assert!(error.starts_with(problem), "{error}");
    }
    let error = read_record("no game at all", None).unwrap_err().to_string();
    assert!(error.contains("not a record that is known") && error.contains("sgf"), "{error}");
}

#[test]
fn a_mistake_in_one_game_leaves_the_others_readable() {
    let good = "Game: tantrix red blue\n\nred +17\n";
    let bad = "Game: tantrix red blue\n\nred +99\n";
    let read = read_records(&format!("{good}\n{bad}\n{good}"), None).unwrap();
    assert_eq!(read.len(), 3);
    assert!(read[0].is_ok() && read[2].is_ok());
    assert!(read[1].as_ref().unwrap_err().to_string().starts_with("line 7: "));
}
