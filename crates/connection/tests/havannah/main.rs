//! Havannah by its rules: a slow referee agrees with every stone of random games, and the suite that
//! every game runs.

mod records;
mod referee;

use referee::Referee;
use spinney_board::Stone;
use spinney_connection::havannah::Position;
use spinney_game::conformance::{
    Suite, check, check_bad_text, check_encoding, check_symmetry, perft, thorough,
};
use spinney_game::{Actor, Encode, Game, Rewards, Rng, Swap, Symmetry};

fn position(text: &str) -> Position {
    Position::from_text(text).unwrap()
}

fn play(position: &mut Position, moves: &str) {
    for text in moves.split_whitespace() {
        position.play(position.parse_move(text).unwrap());
    }
}

/// Plays random games, and at every stone of all that are looked at closely, or else at the last
/// one, asks the referee.
fn compare(side: i32, games: usize, closely: usize, seed: u64) -> [usize; 3] {
    let mut rng = Rng::new(seed, 0);
    let start = position(&format!("havannah {side}"));
    let mut ends = [0; 3];
    for game in 0..games {
        let mut position = start.clone();
        let mut referee = Referee::new(side);
        let mut moves = Vec::new();
        while let Actor::Player(_) = position.actor() {
            moves.clear();
            position.moves(&mut moves);
            let &m = rng.choose(&moves).unwrap();
            let mover = position.to_move();
            let place = Referee::place(&position.move_text(m));
            position.play(m);
            referee.put(place, mover == Stone::Black);
            let is_over = position.actor() == Actor::Nobody;
            if is_over || game % closely == 0 {
                let has_won = referee.has_won(mover == Stone::Black);
                let winner = has_won.then_some(mover);
                assert_eq!(position.winner(), winner, "{position:?}");
                assert_eq!(is_over, has_won || referee.is_full(), "{position:?}");
                assert!(!referee.has_won(mover != Stone::Black), "{position:?}");
            }
        }
        ends[position.winner().map_or(2, Stone::index)] += 1;
    }
    ends
}

/// A million games: `SPINNEY_THOROUGH=250 cargo test --release -p
/// spinney-connection --test havannah referee`.
#[test]
fn the_referee_agrees() {
    let mut draws = 0;
    for (side, games, closely) in
        [(3, 2_000, 1), (4, 1_600, 1), (5, 200, 1), (6, 100, 2), (8, 60, 6), (10, 40, 8)]
    {
        let [black, white, drawn] = compare(side, games * thorough(), closely, 7);
        assert!(black > 0 && white > 0);
        draws += drawn;
    }
    assert!(draws > 0, "small boards are sometimes drawn");
}

#[test]
fn six_stones_around_one_cell_are_a_ring() {
    // Around an empty cell, one of the opponent's, and one of the own.
    for (middle, white) in
        [("", "a1 b1 d1 e2 f3"), ("", "a1 b1 d1 e2 d4"), ("d4", "a1 b1 d1 e2 f3 g6")]
    {
        let mut position = position(&format!(
            "havannah 4; black c3 d3 e4 e5 d5 {middle}; white {white}; black to move"
        ));
        assert_eq!(position.winner(), None);
        play(&mut position, "c4");
        assert_eq!(position.winner(), Some(Stone::Black));
        assert_eq!(position.winning_cells().len(), 6);
        assert!(!position.winning_cells().contains(position.topology().find_cell("d4").unwrap()));
    }
}

#[test]
fn a_loop_around_nothing_is_no_ring() {
    // Three stones that touch each other, and four, and a line along the rim.
    for stones in ["d4 e4 e5", "d4 e4 e5 d5", "a2 a3 a4 b2 b3"] {
        let position = position(&format!("havannah 4; black {stones}"));
        assert_eq!(position.winner(), None, "{stones}");
    }
}

#[test]
fn a_large_ring_may_hold_anything_and_shows_the_stones_that_go_round() {
    let text = "havannah 5; black c3 d3 e4 f5 f6 e6 d5 a1; white d4 e5 h8 g7 h7 i9; black to move";
    let mut position = position(text);
    assert_eq!(position.winner(), None);
    play(&mut position, "c4");
    assert_eq!(position.winner(), Some(Stone::Black));
    let names: Vec<_> =
        position.winning_cells().iter().map(|cell| position.topology().cell_name(cell)).collect();
    assert_eq!(names, ["c3", "d3", "c4", "e4", "d5", "f5", "e6", "f6"]);
}

#[test]
fn corners_are_no_part_of_edges() {
    // a1 and d1 are corners of the top edge: together a bridge, alone nothing of an edge.
    let mut bridge = position("havannah 4; black a1 b1 c1; black to move");
    assert_eq!(bridge.winner(), None);
    play(&mut bridge, "d1");
    assert_eq!(bridge.winner(), Some(Stone::Black));
    // Two edges and a corner between them are no fork; a third edge makes one.
    let mut fork = position("havannah 3; black b1 a1 a2 b2 b3 c4; black to move");
    assert_eq!(fork.winner(), None);
    play(&mut fork, "c5");
    assert_eq!(fork.winner(), Some(Stone::Black), "c5 is a corner: a bridge");
    let mut fork = position("havannah 3; black b1 a2 b2 b3; black to move");
    assert_eq!(fork.winner(), None);
    play(&mut fork, "b4");
    assert_eq!(fork.winner(), Some(Stone::Black));
}

#[test]
fn both_swaps_can_be_played() {
    let mut pieces = position("havannah 4 swap-pieces");
    play(&mut pieces, "c3 swap-pieces");
    assert_eq!(pieces.text(), "havannah 4 swap-pieces; white c3; black to move");
    let mut sides = position("havannah 4 swap-sides");
    play(&mut sides, "c3 swap-sides");
    assert_eq!(sides.text(), "havannah 4 swap-sides; black c3; white to move; sides exchanged");
    assert_eq!(pieces.swap(), Swap::Pieces);
}

#[test]
fn a_full_board_without_a_winner_is_drawn() {
    let mut rng = Rng::new(1, 0);
    let drawn = (0..100_000).find_map(|_| {
        let mut position = position("havannah 3");
        let mut moves = Vec::new();
        while position.actor() != Actor::Nobody {
            moves.clear();
            position.moves(&mut moves);
            position.play(*rng.choose(&moves).unwrap());
        }
        (position.winner().is_none()).then_some(position)
    });
    let drawn = drawn.unwrap();
    assert_eq!(drawn.rewards(), Some(Rewards::draw(2)));
    assert_eq!(drawn.picture().caption, "drawn");
    let again = position(&drawn.text());
    assert_eq!((again.actor(), again.rewards()), (Actor::Nobody, drawn.rewards()));
}

#[test]
fn a_position_that_both_have_won_is_refused() {
    let text = "havannah 4; black a1 b1 c1 d1; white d7 e7 f7 g7";
    let problem = Position::from_text(text).unwrap_err().to_string();
    assert!(problem.contains("both sides"), "{problem}");
}

#[test]
fn boards_have_sides_from_3_to_10() {
    let cells = |side: usize| position(&format!("havannah {side}")).topology().cells();
    assert_eq!((3..=10).map(cells).collect::<Vec<_>>(), [19, 37, 61, 91, 127, 169, 217, 271]);
    for size in ["", "2", "11", "+5", "05x", "1000", "5x5", "bent-27", "-3"] {
        assert!(Position::from_text(&format!("havannah {size}")).is_err(), "{size}");
    }
    assert_eq!(position("havannah 6 6").text(), position("havannah 6").text());
    assert!(Position::from_text("havannah 6 7").is_err());
    assert!(Position::from_text("hex 5x5").is_err());
}

#[test]
fn the_board_is_drawn_as_players_know_it() {
    let mut position = position("havannah 3; black a1 b1; white c3; black to move");
    play(&mut position, "c1");
    let drawn = position.picture().to_text(false);
    let lines: Vec<&str> = drawn.lines().map(str::trim_end).collect();
    assert_eq!(lines[0], "     a b c");
    assert!(lines[2].starts_with(" 2 · · · · e"), "{drawn}");
    assert!(drawn.contains("black has won"), "{drawn}");
}

#[test]
fn the_suite_of_every_game_is_passed() {
    for (i, text) in [
        "havannah 3",
        "havannah 3 swap-pieces",
        "havannah 4 swap-sides",
        "havannah 5 swap-pieces",
        "havannah 8",
        "havannah 10 swap-sides",
    ]
    .into_iter()
    .enumerate()
    {
        let start = position(text);
        let cells = start.topology().cells();
        let few = Suite { games: 20, every: 1, longest_game: cells + 1, seed: i as u64 };
        check(&start, &few);
        check(&start, &Suite { games: 2_000, every: 10 + cells * 2, ..few });
        check_encoding(&start, &Suite { every: 1 + cells / 16, ..few });
        check_symmetry(&start, &Suite { games: 10, every: 1 + cells / 16, ..few });
    }
}

#[test]
fn nonsense_is_refused_and_never_panics() {
    let start = position("havannah 4 swap-pieces");
    let seeds = [
        "havannah 4 swap-pieces; black c3 d3 e4 e5 d5; white a1 b1; black to move; swap past",
        "havannah 10",
        "d4",
        "swap-pieces",
    ];
    assert!(check_bad_text(&start, &seeds, 50_000, 1) > 10_000);
}

#[test]
fn the_manual_tells_what_networks_see() {
    let tables = position("havannah 8").encoding().tables();
    let docs = include_str!("../../../../docs/encoding.md");
    assert!(docs.contains(&tables), "docs/encoding.md must have this:\n{tables}");
    assert_eq!(position("havannah 8").symmetries(), 24);
}

/// Sequences of moves from the empty board, and to the end from positions that are near it.
#[test]
fn sequences_of_moves_are_as_many_as_the_referee_counts() {
    let mut rng = Rng::new(5, 0);
    for (side, stones, depth) in [(3, 0, 3), (3, 13, 6), (3, 14, 5), (4, 0, 2), (4, 30, 7)] {
        let (position, referee) = std::iter::repeat_with(|| after(side, stones, &mut rng))
            .find(|(position, _)| position.actor() != Actor::Nobody)
            .unwrap();
        let mut counts = vec![0; depth + 1];
        count(&referee, position.to_move() == Stone::Black, depth, &mut counts);
        let levels = perft(&position, depth).unwrap();
        let paths: Vec<u128> = levels.iter().map(|level| level.paths).collect();
        assert_eq!(paths, counts.into_iter().rev().collect::<Vec<_>>(), "{position:?}");
    }
}

/// A random game after some stones, or at its end if that was earlier.
fn after(side: i32, stones: usize, rng: &mut Rng) -> (Position, Referee) {
    let mut position = position(&format!("havannah {side}"));
    let mut referee = Referee::new(side);
    for _ in 0..stones {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let Some(&m) = rng.choose(&moves) else { break };
        let place = Referee::place(&position.move_text(m));
        referee.put(place, position.to_move() == Stone::Black);
        position.play(m);
    }
    (position, referee)
}

fn count(referee: &Referee, player: bool, depth: usize, counts: &mut [u128]) {
    counts[depth] += 1;
    if depth == 0 || referee.has_won(!player) {
        return;
    }
    for place in referee.empties() {
        let mut next = referee.clone();
        next.put(place, player);
        count(&next, !player, depth - 1, counts);
    }
}
