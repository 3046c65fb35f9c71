//! Goals found at a glance are those that trying every turn finds.

mod boards;

use boards::random_board;
use spinney_arimaa::{Position, Turn, goal_in_turn};
use spinney_game::conformance::thorough;
use spinney_game::{Game, RandomPlayout, Rng};

/// Whether any sequence of steps arrives, by trying all of them.
fn arrives(turn: &Turn) -> bool {
    turn.steps().iter().any(|step| {
        let mut next = *turn;
        next.play(step);
        next.board.has_goal(next.side) && !next.is_pushing() || arrives(&next)
    })
}

fn check(turn: &Turn) -> bool {
    let found = goal_in_turn(turn);
    let text = || Position::new(turn.board, turn.side, None).unwrap().diagram();
    assert_eq!(found.is_some(), arrives(turn), "{}", text());
    if let Some(steps) = found {
        let mut end = *turn;
        for &step in steps.as_slice() {
            assert!(end.steps().contains(step), "{}", text());
            end.play(step);
        }
        assert!(end.board.has_goal(end.side) && !end.is_pushing(), "{}", text());
    }
    found.is_some()
}

#[test]
fn goals_in_random_games_are_found() {
    let mut rng = Rng::new(3, 0);
    let mut pick = RandomPlayout::default();
    let (mut seen, mut goals) = (0, 0);
    while seen < 300 * thorough() {
        let mut position = Position::start();
        while let Some(action) = pick.pick(&position, &mut rng) {
            position.play(action);
            let start = position.steps().is_empty() && !position.is_setup();
            if start && position.winner().is_none() && rng.below(40) == 0 {
                seen += 1;
                goals += usize::from(check(position.turn()));
            }
        }
    }
    assert!(goals > 0);
}

#[test]
fn goals_on_random_boards_are_found() {
    let mut rng = Rng::new(4, 0);
    let (mut seen, mut goals) = (0, 0);
    while seen < 1_500 * thorough() {
        let Some(position) = random_board(&mut rng) else { continue };
        seen += 1;
        goals += usize::from(check(position.turn()));
    }
    assert!(goals > seen / 20, "{goals} of {seen}");
}
