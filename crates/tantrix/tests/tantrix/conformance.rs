//! What holds of every game.

use spinney_game::Game;
use spinney_game::conformance::{
    Suite, check, check_bad_text, check_encoding, check_symmetry, thorough,
};
use spinney_tantrix::Position;

#[test]
fn tantrix_conforms_with_any_number_of_players() {
    for (rules, seed) in [
        ("tantrix", 1),
        ("tantrix red yellow blue", 2),
        ("tantrix green yellow blue red", 3),
        ("tantrix teams", 4),
    ] {
        let suite = Suite { games: 5 * thorough(), longest_game: 200, every: 29, seed };
        let start = Position::from_text(rules).unwrap();
        check(&start, &suite);
        check_encoding(&start, &Suite { every: 5, ..suite });
        check_symmetry(&start, &Suite { every: 5, ..suite });
    }
}

#[test]
fn nonsense_is_refused_and_never_panics() {
    let played = "tantrix red blue hands 1,2,3,4,5,6 7,8,9,10,11,12 table 17.0@0,0 turn blue";
    let start = Position::from_text(played).unwrap();
    let seeds = [played, "tantrix teams red yellow blue green", "17.3@4,-2", "17 4 -2 3", "12"];
    let refused = check_bad_text(&start, &seeds, 50_000, 1);
    assert!(refused > 60_000, "{refused}");
}
