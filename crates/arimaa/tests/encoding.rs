//! What networks see of a position, and what mirrors do to it.

use spinney_arimaa::Position;
use spinney_game::{Encode, Game, RandomPlayout, Rng, Symmetry};

fn position(text: &str) -> Position {
    Position::from_text(&format!("arimaa {text}")).unwrap()
}

const BOARD: &str = "
     +-----------------+
    8| . . r . . r . . |
    7| . c . . . . . . |
    6| h . x . . x . . |
    5| m E . . . . . . |
    4| . . . d . . e . |
    3| . . x R . x . C |
    2| . D . H . . . . |
    1| . R . . R . . . |
     +-----------------+";

/// The squares of one plane that are not 0, by name and value, in the order of a drawing.
fn marked(position: &Position, plane: usize) -> String {
    let shape = position.shape();
    let mut values = vec![0u8; shape.values()];
    position.encode_into(&mut values);
    let plane = values[plane * 64..][..64].iter().enumerate();
    let marks = plane.filter(|(_, value)| **value > 0).map(|(place, value)| {
        // As if the one to move were Gold.
        format!("{}{}={value}", char::from(b'a' + (place % 8) as u8), 8 - place / 8)
    });
    marks.collect::<Vec<_>>().join(" ")
}

#[test]
fn gold_sees_the_board_as_it_is_drawn() {
    let gold = position(&format!("30g{BOARD}"));
    assert_eq!(marked(&gold, 0), "d3=1 b1=1 e1=1", "own rabbits");
    assert_eq!(marked(&gold, 5), "b5=1", "own elephant");
    assert_eq!(marked(&gold, 6), "c8=1 f8=1", "other rabbits");
    assert_eq!(marked(&gold, 10), "a5=1", "other camel");
    assert_eq!(marked(&gold, 26), "c6=1 f6=1 c3=1 f3=1", "traps");
    assert_eq!(marked(&gold, 27).split(' ').next(), Some("a8=4"), "steps left");
    assert_eq!(marked(&gold, 28), "", "nothing is set up");
    let step = gold.parse_move("Eb5n").unwrap();
    assert_eq!(gold.action_of(step), Some(3 * 8 + 1), "up from b5");
}

#[test]
fn silver_sees_the_board_in_a_mirror_with_its_own_rows_below() {
    let silver = position(&format!("30s{BOARD}"));
    assert_eq!(marked(&silver, 0), "c1=1 f1=1", "own rabbits");
    assert_eq!(marked(&silver, 11), "b4=1", "other elephant");
    let step = silver.parse_move("rc8s").unwrap();
    assert_eq!(silver.action_of(step), Some(7 * 8 + 2), "up from c1");
    let step = silver.parse_move("eg4w").unwrap();
    assert_eq!(silver.action_of(step), Some(3 * 64 + 3 * 8 + 6), "left from g5");
}

#[test]
fn a_turn_that_goes_on_is_seen_with_its_beginning() {
    let mut at = position(&format!("30g{BOARD}"));
    for step in ["ma5s", "Eb5w"] {
        assert_eq!(marked(&at, 16 + 6), "a5=1", "the camel before");
        at.play(at.parse_move(step).unwrap());
    }
    assert_eq!(marked(&at, 5), "a5=1", "the elephant has pushed");
    assert_eq!(marked(&at, 17), "b5=1", "where it was before");
    assert_eq!(marked(&at, 24), "", "the push is complete");
    let mut pushing = position(&format!("30g{BOARD}"));
    pushing.play(pushing.parse_move("ma5s").unwrap());
    assert_eq!(marked(&pushing, 24), "a5=5", "a camel was pushed");
    let mut pulling = position(&format!("30g{BOARD}"));
    pulling.play(pulling.parse_move("Eb5e").unwrap());
    assert_eq!(marked(&pulling, 25), "b5=6", "an elephant may pull");
}

#[test]
fn setting_up_is_seen() {
    let mut at = Position::start();
    assert_eq!(marked(&at, 28).split(' ').count(), 64);
    at.play(at.parse_move("Ed2").unwrap());
    assert_eq!(marked(&at, 5), "d2=1");
    assert_eq!(at.action_of(at.parse_move("Ma1").unwrap()), Some(4 * 64 + 4 * 64 + 7 * 8));
    assert_eq!(at.symmetries(), 2, "only the files may be mirrored");
}

#[test]
fn the_manual_tells_what_there_is() {
    let tables = Position::start().encoding().tables();
    let docs = include_str!("../../../docs/encoding.md");
    assert!(docs.contains(&tables), "docs/encoding.md must have this:\n{tables}");
}

/// A board as 64 letters from a8 to h1, seen from right to left.
fn backwards(letters: &str) -> String {
    let rows = letters.as_bytes().chunks(8);
    rows.flat_map(|row| row.iter().rev().map(|&b| char::from(b))).collect()
}

/// The last row first, and capitals for small letters.
fn upside_down(letters: &str) -> String {
    let exchanged = |c: char| {
        if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
    };
    let rows = letters.as_bytes().chunks(8).rev();
    rows.flat_map(|row| row.iter().map(|&b| exchanged(char::from(b)))).collect()
}

#[test]
fn images_are_drawings_turned_about() {
    let letters = |position: &Position| {
        let compact = position.compact();
        compact[compact.find('[').unwrap() + 1..compact.len() - 1].to_owned()
    };
    let mut rng = Rng::new(3, 0);
    let mut random = RandomPlayout::default();
    let mut at = Position::start();
    for _ in 0..600 {
        let Some(m) = random.pick(&at, &mut rng) else { break };
        at.play(m);
        let board = letters(&at);
        let expected = [
            board.clone(),
            backwards(&board),
            upside_down(&board),
            upside_down(&backwards(&board)),
        ];
        for (symmetry, expected) in expected.iter().enumerate().take(at.symmetries()) {
            let image = at.image(symmetry);
            assert_eq!(&letters(&image), expected, "{}", at.text());
            assert_eq!(image.side() == at.side(), symmetry < 2, "{}", at.text());
        }
    }
}
