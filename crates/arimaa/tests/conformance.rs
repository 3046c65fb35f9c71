//! The suite that every game runs.

use spinney_arimaa::Position;
use spinney_game::Game;
use spinney_game::conformance::{Suite, check, check_bad_text, check_encoding, check_symmetry};

/// Random games of Arimaa are long: rabbits reach their goal by accident only.
const LONGEST: usize = 100_000;

#[test]
fn games_from_the_start_conform() {
    let suite = Suite { games: 10, every: 37, longest_game: LONGEST, seed: 1 };
    check(&Position::start(), &suite);
    check_encoding(&Position::start(), &Suite { every: 7, ..suite });
    check_symmetry(&Position::start(), &Suite { every: 7, ..suite });
}

#[test]
fn endgames_conform() {
    let boards = [
        "40g
         +-----------------+
        8| r . . . . . . r |
        7| . . . . . . . . |
        6| . . x . . x . . |
        5| . . . E . . . . |
        4| . . . . . . . . |
        3| . . x . . x R . |
        2| . . . . . . . . |
        1| . . e . . . . . |
         +-----------------+",
        "30s
         +-----------------+
        8| . . r . . r . . |
        7| . c . . . . . . |
        6| h . x . . x . . |
        5| m E . . . . . . |
        4| . . . d . . e . |
        3| . . x R . x . C |
        2| . D . H . . . r |
        1| . R . . R . . . |
         +-----------------+",
        // Hardly any room: turns come back to where others were, and one side is soon stuck.
        "9s
         +-----------------+
        8| . . . . . . . r |
        7| . . . . . . . M |
        6| . . x . . x . D |
        5| . . . . . . . . |
        4| . . . . . . . . |
        3| . . x . . x . . |
        2| h . . . . . . . |
        1| R . . . . . . . |
         +-----------------+",
    ];
    for (i, board) in boards.iter().enumerate() {
        let start = Position::from_text(&format!("arimaa {board}")).unwrap();
        let suite = Suite { games: 30, every: 3, longest_game: LONGEST, seed: i as u64 };
        check(&start, &suite);
        check_encoding(&start, &Suite { games: 100, every: 1, ..suite });
        check_symmetry(&start, &suite);
    }
}

#[test]
fn text_that_nobody_should_write_is_refused() {
    let start = Position::from_text(
        "arimaa 2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]",
    )
    .unwrap();
    let seeds = [
        "arimaa 2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]; Ee2n Ee3n",
        "arimaa 8b\n +-----------------+\n8| r . . . . r r r |\n7| . r c . . c . h |",
        "Ee2n",
        "rb3e rc3x",
        "pass",
    ];
    let refused = check_bad_text(&start, &seeds, 50_000, 1);
    assert!(refused > 25_000, "{refused}");
}
