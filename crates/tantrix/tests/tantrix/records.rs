//! Records replay exactly, whatever their numbering and wherever their first tile lies.

use spinney_game::conformance::mangle;
use spinney_game::record::{NodeId, Record};
use spinney_game::{Actor, Game, Line, RandomPlayout, Rng};
use spinney_tantrix::{Action, Position, Tile, read_record, replay, write_record};

fn random_game(rules: &str, seed: u64) -> Line<Position> {
    let mut line = Line::new(Position::from_text(rules).unwrap());
    let mut rng = Rng::new(seed, 0);
    let mut pick = RandomPlayout::default();
    while let Some(m) = pick.pick(line.position(), &mut rng) {
        line.play(m);
    }
    line
}

#[test]
fn a_game_that_was_written_down_replays_exactly() {
    for (rules, seed) in [("tantrix", 1), ("tantrix teams", 2), ("tantrix green red yellow", 3)] {
        let line = random_game(rules, seed);
        let mut record = Record::of_line(&line).unwrap();
        record.players = vec!["Ann".into(), "Bob".into()];
        record.properties.set("clock", "900");
        let last = record.tree.main_line().last().unwrap();
        record.tree[last].properties.set("seconds", "2.5");
        record.tree[last].comment = "The end.".into();
        let text = write_record(&record).unwrap();
        let read = read_record(&text).unwrap();
        assert_eq!(write_record(&read).unwrap(), text);
        assert_eq!(replay(&read).unwrap().last().unwrap().text(), line.position().text());
        assert_eq!(&read.players[..2], &record.players);
        assert_eq!(read.tree, record.tree);
    }
}

#[test]
fn fields_that_end_in_blanks_are_written_once_and_for_all() {
    let mut record = Record::of_line(&random_game("tantrix", 4)).unwrap();
    record.players = vec![" Ann \t".into(), "# ".into()];
    record.event = "Open \n".into();
    record.date = " \u{1b} ".into();
    record.result = "red+ #".into();
    record.properties.set("clock", " 900 ");
    let last = record.tree.main_line().last().unwrap();
    record.tree[last].comment = "The end. \n".into();
    let twentieth = record.tree.main_line().nth(20).unwrap();
    record.tree[twentieth].comment = " \n".into();
    let text = write_record(&record).unwrap();
    assert!(text.lines().all(|line| line == line.trim()), "{text}");
    assert_eq!(write_record(&read_record(&text).unwrap()).unwrap(), text);
}

#[test]
fn a_short_record_reads_as_people_write_it() {
    let text = "\
Game: tantrix red blue
Red: Ann
Blue: Bob
Clock: 900

red +17
blue +5
red +1 +2 +3 +4 +6   # the rest of the hand
blue +7 +8 +9 +10 +11
red 17.0@0,0 +33 2.5s
";
    let record = read_record(text).unwrap();
    assert_eq!(record.players, ["Ann", "Bob"]);
    assert_eq!(record.properties.get("clock"), Some("900"));
    let end = replay(&record).unwrap().pop().unwrap();
    assert_eq!(
        end.text(),
        "tantrix red blue hands 1,2,3,4,6,33 5,7,8,9,10,11 table 17.0@0,0 turn blue"
    );
}

/// The same game as the first online client would have noted it, on a table that is turned.
fn as_client(line: &Line<Position>, turn: u8, (dx, dy): (i32, i32)) -> String {
    let mut text = format!("Game: {}\nNumbering: client\n", line.start().text());
    let mut position = line.start().clone();
    for m in line.moves() {
        let player = position.drawing().or(position.actor().player()).unwrap();
        let side = position.side_name(player);
        match m {
            Action::Draw(tile) => text += &format!("{side} +{}\n", tile.client_number()),
            Action::Place(laid) => {
                // Turning by a sixth takes the north-eastern neighbour 1,-1 to the eastern one 2,0.
                let (mut x, mut y) = (laid.cell.x(), laid.cell.y());
                for _ in 0..turn {
                    (x, y) = ((x - 3 * y) / 2, (x + y) / 2);
                }
                let number = laid.tile.client_number();
                let own = Tile::of_client(number).unwrap().1;
                let orientation = (laid.orientation + turn + 6 - own) % 6;
                text += &format!("{side} {number}.{orientation}@{},{}\n", x + dx, y + dy);
            }
        }
        position.play(m);
    }
    text
}

#[test]
fn the_clients_numbers_and_any_place_of_the_first_tile_are_understood() {
    let line = random_game("tantrix yellow green", 4);
    for turn in 0..6 {
        let text = as_client(&line, turn, (140, -60));
        let read = read_record(&text).unwrap();
        let end = replay(&read).unwrap().pop().unwrap();
        assert_eq!(end.text(), line.position().text(), "turned by {turn}");
        assert_eq!(end.actor(), Actor::Nobody);
    }
}

#[test]
fn tiles_may_be_written_by_their_colours() {
    let line = random_game("tantrix", 6);
    for numbering in ["back", "client"] {
        let mut text = format!("Game: tantrix\nNumbering: {numbering}\n");
        let mut position = line.start().clone();
        for m in line.moves() {
            let player = position.drawing().or(position.actor().player()).unwrap();
            let word = match m {
                Action::Draw(tile) => format!("+{}", tile.string()),
                Action::Place(laid) => {
                    let colours = laid.tile.edges(laid.orientation).map(|c| c.letter());
                    format!("{}@{}", colours.iter().collect::<String>(), laid.cell)
                }
            };
            text += &format!("{} {word}\n", position.side_name(player));
            position.play(m);
        }
        let end = replay(&read_record(&text).unwrap()).unwrap().pop().unwrap();
        assert_eq!(end.text(), line.position().text(), "{numbering}");
    }
}

#[test]
fn names_and_comments_that_end_in_blanks_are_written_the_same_every_time() {
    let mut record = Record::of_line(&random_game("tantrix", 2)).unwrap();
    record.players = vec![" Ann\t".into(), "Bob #".into()];
    record.event = "\n".into();
    let first = record.tree.main_line().nth(13).unwrap();
    record.tree[first].comment = "\u{1} well played \n".into();
    let written = write_record(&record).unwrap();
    assert!(written.contains(" # well played\n"), "{written}");
    assert_eq!(write_record(&read_record(&written).unwrap()).unwrap(), written);
}

#[test]
fn a_game_that_was_given_up_is_read_as_it_was_written() {
    let line = random_game("tantrix", 3);
    for moves in [0, 5, 13, 20] {
        let mut record = Record::new("tantrix", line.start().text());
        let mut at = NodeId::ROOT;
        for played in line.played().into_iter().take(moves) {
            at = record.play(at, played.side, played.text.clone()).unwrap();
        }
        record.play(at, "blue", "resign").unwrap();
        let written = write_record(&record).unwrap();
        assert!(written.ends_with("blue resign\n"), "{written}");
        let again = read_record(&written).unwrap_or_else(|e| panic!("{written}: {e}"));
        assert_eq!(again.moves().last(), record.moves().last());
        assert_eq!(write_record(&again).unwrap(), written);
    }
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    for (text, error) in [
        ("", "the record: a record of Tantrix starts with"),
        ("red +1", "line 1: \"red\": a record of Tantrix starts with"),
        ("Game: tantrix red red", "line 1: \"red\": is there twice"),
        ("Game: tantrix\n\nred +57", "line 3: \"57\": is not the number of a tile"),
        ("Game: tantrix\nred +1\nred +2", "line 3: \"+2\": that player draws no tile now"),
        ("Game: tantrix\nred +1\nblue +1", "line 3: \"1\": is not in the bag any more"),
        ("Game: tantrix\nred 1.0@0,0", "line 2: \"1.0@0,0\": it is not that player's move"),
        ("Game: tantrix\ngreen +1", "line 2: \"green\": no such side"),
        ("Game: tantrix\nred 2s", "line 2: \"2s\": a time is written after a move"),
        ("Game: tantrix\nNumbering: roman", "line 2: \"roman\": numberings are back and client"),
    ] {
        let problem = read_record(text).unwrap_err().to_string();
        assert!(problem.starts_with(error), "{problem}");
    }
}

#[test]
fn mangled_records_never_panic() {
    let record = Record::of_line(&random_game("tantrix", 5)).unwrap();
    let text = write_record(&record).unwrap();
    let mut rng = Rng::new(1, 0);
    let mut refused = 0;
    for _ in 0..3_000 {
        refused += u32::from(read_record(&mangle(&[&text], &mut rng)).is_err());
    }
    assert!(refused > 1_500, "{refused}");
}
