//! The rules, one statement at a time.

use spinney_arimaa::{Position, Side};
use spinney_game::Game;

fn position(board: &str) -> Position {
    Position::from_diagram(board).unwrap_or_else(|error| panic!("{board}: {error}"))
}

fn after(position: &Position, turn: &str) -> Position {
    let mut position = position.clone();
    let actions = position.parse_turn(turn).unwrap_or_else(|error| panic!("{turn}: {error}"));
    actions.into_iter().for_each(|action| position.play(action));
    position
}

/// The example position of Figure 1.2 of the thesis.
const EXAMPLE: &str = "2g
     +-----------------+
    8| r r . . . r r r |
    7| . . . . . . . . |
    6| . c x . . x . . |
    5| . H r . . . . . |
    4| . . E . . d H . |
    3| . . x . . x . R |
    2| . . R . . R . . |
    1| . D . . . . M . |
     +-----------------+";

#[test]
fn pushes_pulls_and_captures_are_made_as_written() {
    let example = position(EXAMPLE);
    let trapped = after(&example, "Mg1n Mg2n df4s df3x Hg4w");
    assert!(!trapped.compact().contains('d'));
    let trapped = after(&example, "Ec4e rc5s rc4s rc3x Ed4w");
    assert_eq!(trapped.compact().matches('r').count(), 5, "the rabbit is lost");
    let trapped = after(&example, "rc5e Ec4n cb6e cc6x Hb5n");
    assert!(!trapped.compact().contains('c'));
}

#[test]
fn captures_are_written_behind_the_step_that_causes_them() {
    let example = position(EXAMPLE);
    let turn = example.parse_turn("Mg1n Mg2n df4s Hg4w").unwrap();
    assert_eq!(example.turn_text(&turn), "Mg1n Mg2n df4s df3x Hg4w");
}

#[test]
fn what_the_rules_forbid_is_refused_with_a_reason() {
    let example = position(EXAMPLE);
    for (turn, reason) in [
        ("Rh3s", "cannot go there"),
        ("rc5n", "must be completed"),
        ("Ec4s Ec3n", "repeat a position"),
        ("Db1n Db2n Db3e Mg1n Rh3n", "over before"),
        ("Ra1n", "not there"),
        ("Ec4", "all pieces are set up"),
        ("Db1n Db2n Db3n df4s", "cannot go there"),
        ("pass", "at least one step"),
        ("zz", "is no step"),
    ] {
        let error = example.parse_turn(turn).unwrap_err().to_string();
        assert!(error.contains(reason), "{turn}: {error}");
    }
}

#[test]
fn a_rabbit_left_on_its_goal_row_wins_for_its_owner_whoever_put_it_there() {
    let board = "5g
         +-----------------+
        8| . . . . . . . . |
        7| . R . . . . . . |
        6| . . x . . x . . |
        5| . . . . . . . . |
        4| . . . . . . . r |
        3| . . x . . x . . |
        2| . . . . . r . . |
        1| . . . . . . E . |
         +-----------------+";
    let start = position(board);
    assert_eq!(after(&start, "Rb7n").winner(), Some(Side::Gold));
    // Gold's elephant pushes the silver rabbit home: a mistake.
    let near = after(&after(&start, "Eg1n Eg2n Eg3n Eg4w"), "rh4s");
    let near = after(&after(&near, "Ef4w Ee4s Ee3s"), "rh3s");
    assert_eq!(after(&near, "rf2s Ee2e").winner(), Some(Side::Silver));
    // Pushed there and pulled back within the turn, it has not arrived.
    assert_eq!(after(&near, "rf2s Ee2e Ef2n rf1n").winner(), None);
}

#[test]
fn whoever_moves_wins_when_both_sides_lose_their_last_rabbit_or_both_reach_the_goal() {
    let both = position(
        "5g
         +-----------------+
        8| . . . . . . . . |
        7| . R . . . . . . |
        6| . . x . . x . . |
        5| . . . . . . . . |
        4| . . . . . . . . |
        3| . . x . . x . . |
        2| . . . . r E . . |
        1| . . . . . . . . |
         +-----------------+",
    );
    assert_eq!(after(&both, "re2s Ef2w Rb7n").winner(), Some(Side::Gold));
    let none = position(
        "5g
         +-----------------+
        8| . . . . . . . . |
        7| . . . . . . . . |
        6| . . x . . x . . |
        5| . r . . . . . . |
        4| . E . . . . . . |
        3| . . R D . x . . |
        2| . . . . . . . . |
        1| . . . . . . . e |
         +-----------------+",
    );
    assert_eq!(none.winner(), None);
    let turn = "Dd3n Rc3x rb5e Eb4n";
    assert_eq!(after(&none, turn).winner(), Some(Side::Silver));
}

#[test]
fn who_cannot_move_has_lost() {
    let stuck = position(
        "5g
         +-----------------+
        8| . . . . . . . r |
        7| . . . . . . . M |
        6| . . x . . x . . |
        5| . . . . . . . . |
        4| . . . . . . . . |
        3| . . x . . x . . |
        2| . . . . . . E . |
        1| R . . . . . . . |
         +-----------------+",
    );
    assert_eq!(after(&stuck, "Eg2n").winner(), Some(Side::Gold), "the rabbit is frozen");
}

#[test]
fn a_position_may_not_come_a_third_time() {
    let start = position(
        "5g
         +-----------------+
        8| r . . . . . . . |
        7| . . . . . . . . |
        6| . . x . . x . . |
        5| . . . . e . . . |
        4| . . . . . . . . |
        3| . . x . . x . . |
        2| . . . E . . . . |
        1| R . . . . . . . |
         +-----------------+",
    );
    let mut now = start;
    for turn in ["Ed2n", "ee5n", "Ed3s", "ee6s", "Ed2n", "ee5n", "Ed3s"] {
        now = after(&now, turn);
    }
    // Silver's elephant on e5 with Gold to move was there twice: at the start and once since.
    let error = now.parse_turn("ee6s").unwrap_err().to_string();
    assert!(error.contains("repeat a position"), "{error}");
    assert!(now.parse_turn("ee6s ra8s").is_ok());
    let again = Position::from_text(&now.text()).unwrap();
    assert!(again.parse_turn("ee6s").is_err(), "the text knows the history");
}

#[test]
fn setting_up_takes_any_order_and_ends_with_the_sixteenth_piece() {
    let mut position = Position::start();
    assert!(position.parse_turn("Ra3").is_err());
    let gold = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2";
    for action in position.parse_turn(gold).unwrap() {
        position.play(action);
    }
    assert_eq!((position.side(), position.number()), (Side::Silver, 1));
    assert_eq!(
        position.parse_turn("Ra8").unwrap_err().to_string(),
        "\"Ra8\": is not a piece of the side to move"
    );
    let silver = "ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7";
    for action in position.parse_turn(silver).unwrap() {
        position.play(action);
    }
    assert_eq!((position.side(), position.number()), (Side::Gold, 2));
    assert_eq!(
        position.text(),
        "arimaa 2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]"
    );
}

#[test]
fn both_dialects_and_both_forms_of_positions_are_read() {
    let example = position(EXAMPLE);
    let compact = example.compact();
    assert_eq!(compact.len(), 68);
    for text in [compact.clone(), compact.replace("g [", "w["), example.diagram()] {
        assert_eq!(position(&text).compact(), compact);
    }
}
