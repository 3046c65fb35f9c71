//! Captures found at a glance are those that trying every turn finds.

use spinney_arimaa::squares::each;
use spinney_arimaa::{Kind, Position, Turn, capture_in_turn};
use spinney_game::conformance::thorough;
use spinney_game::{Game, RandomPlayout, Rng};

/// The strongest piece that any sequence of steps captures, by trying all of them.
fn strongest(turn: &Turn) -> Option<Kind> {
    let mut best = None;
    for step in turn.steps().iter() {
        let mut next = *turn;
        let before = next.board;
        let lost = next.play(step);
        let completes = !next.is_pushing() || !next.steps().is_empty();
        for square in each(lost) {
            let from = if step.squares() & square.bit() != 0 { step.from() } else { square };
            let piece = before.piece_at(from).unwrap();
            if piece.side != turn.side && completes {
                best = best.max(Some(piece.kind));
            }
        }
        best = best.max(strongest(&next));
    }
    best
}

#[test]
fn captures_in_random_games_are_found() {
    let mut rng = Rng::new(3, 0);
    let mut pick = RandomPlayout::default();
    let (mut seen, mut captures) = (0, 0);
    while seen < 400 * thorough() {
        let mut position = Position::start();
        while let Some(action) = pick.pick(&position, &mut rng) {
            position.play(action);
            let start = position.steps().is_empty() && !position.is_setup();
            if start && position.winner().is_none() && rng.below(30) == 0 {
                seen += 1;
                let found = capture_in_turn(position.turn());
                let kind = found.map(|(kind, _)| kind);
                assert_eq!(kind, strongest(position.turn()), "{}", position.diagram());
                captures += usize::from(kind.is_some());
            }
        }
    }
    assert!(captures > seen / 10, "{captures} of {seen}");
}

#[test]
fn a_capture_is_told_by_its_steps() {
    let position = Position::from_diagram(
        "5g
         +-----------------+
        8| r . . . . . . . |
        7| . . . . . . . . |
        6| . . x . . x . . |
        5| . . . . . . . . |
        4| . . . . . . . . |
        3| E h x . . x c D |
        2| . . . . . . . . |
        1| R . . . . . . . |
         +-----------------+",
    )
    .unwrap();
    let (kind, steps) = capture_in_turn(position.turn()).unwrap();
    assert_eq!(kind, Kind::Horse);
    let mut turn = *position.turn();
    for &step in steps.as_slice() {
        turn.play(step);
    }
    assert_eq!(turn.board.kind(Kind::Horse), 0);
}

#[test]
fn an_elephant_on_a_trap_is_captured_with_its_guard() {
    let position = Position::from_diagram(
        "18g
         +-----------------+
        8| r . . . . . . . |
        7| . . . . . . . . |
        6| . r e . . x . . |
        5| . . . . . . . . |
        4| . H . . . . . . |
        3| . . x . . x . . |
        2| . . . . . . . . |
        1| R . . . . . . . |
         +-----------------+",
    )
    .unwrap();
    let found = capture_in_turn(position.turn()).map(|(kind, _)| kind);
    assert_eq!(found, Some(Kind::Elephant));
}
