//! Goals keep the promises that their types make, and positions serve those that promise less.

mod all_six;
mod monotone;
mod other_goals;

use all_six::AllSix;
use monotone::check;
use other_goals::{Frames, PlainY};
use spinney_board::{Shape, Stone};
use spinney_connection::{
    Board, ConnectionSettings, Connections, Deduction, EdgeGoal, Fill, Goal, InferiorCells,
    Monotone, PlayoutSettings, Position, PositionOf, Reduction, SlicedFill, SlicedSettings,
};
use spinney_game::conformance::{Suite, check as conforms, check_encoding, check_symmetry};
use spinney_game::{
    Actor, BatchPlayout, Game, Playout, PlayoutBatch, Rewards, Rng, StaticEvaluation, StaticProver,
    Swap, Trace,
};

/// The promise of the type, and that the board keeps it.
fn promised<G: Monotone>(board: &Board<G>) {
    check(board, 300).unwrap_or_else(|broken| panic!("{board}: {broken}"));
}

#[test]
fn hex_y_and_polyy_are_monotone() {
    for text in [
        "hex 1x1",
        "hex 1x4",
        "hex 3x1",
        "hex 2x2",
        "hex 3x3",
        "hex 4x3",
        "hex 5x5",
        "y 1",
        "y 2",
        "y 3",
        "y 4",
        "y 6",
        "y bent-27",
        "polyy 3,2",
        "polyy 3,3",
        "polyy 5,2",
        "polyy 5,3",
        "polyy 5,5",
        "polyy 7,2",
        "polyy 7,4",
        "polyy 9,3",
        "polyy 15,2",
    ] {
        let (game, size) = text.split_once(' ').unwrap();
        promised(&Board::parse(game, size).unwrap());
    }
}

#[test]
fn a_goal_that_knows_no_shortcuts_is_monotone_too() {
    for side in 1..=6 {
        promised(&Board::new(Shape::triangle(side).unwrap(), PlainY).unwrap());
    }
}

#[test]
fn a_goal_with_draws_is_caught_even_if_it_denies_them() {
    let hexagon = Shape::hexagon(3).unwrap();
    let honest = check(&Board::new(hexagon, AllSix::<true>).unwrap(), 300);
    assert!(honest.unwrap_err().contains("draws"));
    let liar = check(&Board::new(hexagon, AllSix::<false>).unwrap(), 300);
    assert!(liar.unwrap_err().contains("[false, false]"));
}

#[test]
fn a_goal_is_only_played_on_its_own_boards() {
    let shapes = [
        Shape::parallelogram(5, 5),
        Shape::triangle(5),
        Shape::triangle(26),
        Shape::bent_triangle(2),
        Shape::bent_triangle(4),
        Shape::polygon(5, 4),
        Shape::polygon(4, 4),
        Shape::hexagon(4),
    ]
    .map(Option::unwrap);
    let fitting = |goal: EdgeGoal| shapes.map(|shape| Board::new(shape, goal).is_some());
    assert_eq!(fitting(EdgeGoal::Hex), [true, false, false, false, false, false, false, false]);
    assert_eq!(fitting(EdgeGoal::Y), [false, true, false, true, false, false, false, false]);
    let five = EdgeGoal::Corners { sides: 5 };
    assert_eq!(fitting(five), [false, false, false, false, false, true, false, false]);
    assert_eq!(fitting(EdgeGoal::Corners { sides: 4 }), [false; 8]);
}

/// Positions need no promise: games with draws, and with more to win than edges, conform.
#[test]
fn games_with_draws_rings_and_corners_conform() {
    conform::<AllSix<true>>(&["all-six 2 swap-sides", "all-six 3 swap-pieces", "all-six 4"]);
    conform::<Frames>(&["frames 2", "frames 3 swap-sides", "frames 3 swap-pieces", "frames 4"]);
}

fn conform<G: Goal>(texts: &[&str]) {
    for (i, text) in texts.iter().enumerate() {
        let start = PositionOf::<G>::from_text(text).unwrap();
        let cells = start.topology().cells();
        let suite = Suite { games: 200, every: 1, longest_game: cells + 1, seed: i as u64 };
        conforms(&start, &suite);
        check_encoding(&start, &Suite { games: 10, ..suite });
        check_symmetry(&start, &Suite { games: 10, ..suite });
    }
}

#[test]
fn a_full_board_that_nobody_has_won_is_drawn() {
    let mut rng = Rng::new(1, 0);
    let mut draws = 0;
    for _ in 0..100 {
        let mut position = PositionOf::<AllSix<true>>::from_text("all-six 3").unwrap();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        while let Some(&m) = rng.choose(&moves) {
            position.play(m);
            moves.clear();
            position.moves(&mut moves);
        }
        assert_eq!(position.actor(), Actor::Nobody);
        if position.winner().is_none() {
            assert!(position.empties().is_empty());
            assert_eq!(position.rewards(), Some(Rewards::draw(2)));
            assert_eq!(position.picture().caption, "drawn");
            assert!(position.parse_move("c3").unwrap_err().to_string().contains("over"));
            draws += 1;
        }
    }
    assert!(draws > 10);
}

#[test]
fn a_ring_wins() {
    let text = "frames 4; black c3 d3 e4 e5 d5; white a1 b1 d1 e2 f3; black to move";
    let mut position = PositionOf::<Frames>::from_text(text).unwrap();
    assert_eq!(position.winner(), None);
    position.play(position.parse_move("c4").unwrap());
    assert_eq!(position.winner(), Some(Stone::Black));
}

/// Y by its edges alone, without what is known of Y: fills and proofs are the same.
#[test]
fn fills_and_proofs_take_their_goal_from_its_type() {
    let mut rng = Rng::new(8, 0);
    for side in [4, 6] {
        let shape = Shape::triangle(side).unwrap();
        let (y, plain) = (Board::y(side).unwrap(), Board::new(shape, PlainY).unwrap());
        for _ in 0..20 {
            let mut position = Position::start(y.clone(), Swap::Off).unwrap();
            let mut twin = PositionOf::start(plain.clone(), Swap::Off).unwrap();
            for _ in 0..rng.below(10) {
                let mut moves = Vec::new();
                position.moves(&mut moves);
                let Some(&m) = rng.choose(&moves) else { break };
                position.play(m);
                twin.play(m);
            }
            assert_eq!(all_said(&position), all_said(&twin), "{position:?}");
        }
    }
}

/// What fills and provers say of a position, as text.
fn all_said<G: Monotone>(position: &PositionOf<G>) -> String {
    let board = position.board();
    let mut said = format!("{:?}", position.winner());
    let mut trace = Trace::new(2, position.move_codes());
    let mut fill = Fill::new(board, &PlayoutSettings::default());
    for seed in 0..20 {
        let rewards = fill.run(position, &mut Rng::new(seed, 0), &mut trace);
        said += &format!(" {:?}", rewards.winner());
    }
    let mut batch = PlayoutBatch::new(2, position.move_codes());
    let mut sliced: SlicedFill = SlicedFill::new(board, &SlicedSettings::default());
    sliced.run(position, &mut Rng::new(3, 0), &mut batch);
    said += &format!("{:?}", batch.won(position.seat_of(Stone::Black)));
    let found = InferiorCells::new(board).analyse(position, position.to_move()).clone();
    said += &format!("{found:?}");
    for stone in Stone::BOTH {
        let mut links = Connections::new(board, stone, &ConnectionSettings::default());
        links.build(position.stones(stone), position.stones(stone.opponent()));
        said += &format!("{:?}{:?}", links.mustplay(), links.winning_full());
    }
    let mut moves = Vec::new();
    let winner = Deduction::new(board).prove_fully(&mut position.clone(), &mut moves);
    said + &format!("{winner:?} {moves:?}")
}

/// Without triangles to reduce, fills judge.
#[test]
fn a_goal_without_triangles_is_judged_all_the_same() {
    let board = Board::new(Shape::triangle(5).unwrap(), PlainY).unwrap();
    let start = PositionOf::start(board, Swap::Off).unwrap();
    let values = Reduction::new(start.board()).values(&start);
    assert!((values[0] - 0.5).abs() < 0.15 && (values[0] + values[1] - 1.0).abs() < 1e-6);
}

/// What a goal says in several ways is the same.
#[test]
fn ways_prizes_and_numbers_agree() {
    let corners = (3..=15).step_by(2).map(|sides| EdgeGoal::Corners { sides });
    for goal in [EdgeGoal::Hex, EdgeGoal::Y].into_iter().chain(corners) {
        let edges = match goal {
            EdgeGoal::Hex => 4,
            EdgeGoal::Y => 3,
            EdgeGoal::Corners { sides } => sides,
        };
        for mask in 0..1u16 << edges {
            for stone in Stone::BOTH {
                let holds = |ways: &Vec<u16>| ways.iter().any(|way| way & !mask == 0);
                let ways = goal.ways(stone);
                let held = ways.iter().enumerate().filter(|(_, ways)| holds(ways));
                let held = held.fold(0, |all, (prize, _)| all | 1 << prize);
                assert_eq!(goal.prizes(stone, mask), held, "{goal:?} {mask:b}");
            }
            let counted = mask.count_ones() >= goal.needed();
            assert_eq!(goal.enough(mask), counted, "{goal:?} {mask:b}");
        }
    }
}
