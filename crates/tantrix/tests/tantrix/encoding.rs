//! What networks see of a table, and what turning it about does.

use spinney_game::conformance::{Suite, check_encoding};
use spinney_game::{Actor, Encode, Game, Player, RandomPlayout, Rng, Symmetry};
use spinney_tantrix::{Action, Position};

const SPAN: usize = 21;
const MIDDLE: usize = 10 * SPAN + 10;

fn values(position: &Position) -> Vec<u8> {
    let mut values = vec![0; position.shape().values()];
    position.encode_into(&mut values);
    values
}

/// Plays a random game until so many tiles are laid and a player is to move.
fn random(rules: &str, tiles: usize, seed: u64) -> Position {
    let mut rng = Rng::new(seed, 0);
    let mut playout = RandomPlayout::default();
    let mut position = Position::from_text(rules).unwrap();
    while position.laid().len() < tiles || position.actor() == Actor::Chance {
        let Some(m) = playout.pick(&position, &mut rng) else { break };
        position.play(m);
    }
    position
}

#[test]
fn the_viewer_plays_red_and_the_next_player_yellow() {
    // Tile 17 is YYGRGR, clockwise from the north-east.
    let text = "tantrix red blue hands 1,2,3,4,5,6 7,8,9,10,11,12 table 17.0@0,0 turn";
    let at = |turn: &str| values(&Position::from_text(&format!("{text} {turn}")).unwrap());
    let sides = |values: &[u8], colour: usize| -> Vec<u8> {
        (0..6).map(|side| values[(colour * 6 + side) * SPAN * SPAN + MIDDLE]).collect()
    };
    let red = at("red");
    assert_eq!(sides(&red, 0), [0, 0, 0, 1, 0, 1], "own red");
    assert_eq!(sides(&red, 1), [0; 6], "the other's blue");
    assert_eq!(sides(&red, 2), [1, 1, 0, 0, 0, 0], "yellow, which nobody plays");
    let blue = at("blue");
    assert_eq!(sides(&blue, 0), [0; 6], "own blue");
    assert_eq!(sides(&blue, 1), [0, 0, 0, 1, 0, 1], "the other's red");
    let points = |values: &[u8], seat: usize| values[(25 + 3 * 56 + seat) * SPAN * SPAN];
    assert_eq!([points(&red, 0), points(&red, 1)], [1, 0]);
    assert_eq!([points(&blue, 0), points(&blue, 1)], [0, 1]);
}

#[test]
fn whatever_differs_is_seen() {
    let encodings = [
        "hands 1,2,3,4,5,6 7,8,9,10,11,12 table 17.0@0,0 turn red",
        "hands 1,2,3,4,5,6 7,8,9,10,11,12 table 17.1@0,0 turn red",
        "hands 1,2,3,4,5,6 7,8,9,10,11,12 table 18.0@0,0 turn red",
        "hands 1,2,3,4,5,6 7,8,9,10,11,12 table 17.0@0,0 turn blue",
        "hands 1,2,3,4,5,6 7,8,9,10,11,13 table 17.0@0,0 turn red",
        "hands 1,2,3,4,5,13 7,8,9,10,11,12 table 17.0@0,0 turn red",
        "hands 1,2,3,4,5 7,8,9,10,11,12 table 17.0@0,0 turn red",
        "hands 1,2,3,4,5 7,8,9,10,11,12 table 17.0@0,0 turn red moved",
        "hands 1,2,3,4,5,6 7,8,9,10,11,12 turn red",
    ]
    .map(|text| values(&Position::from_text(&format!("tantrix red blue {text}")).unwrap()));
    let distinct: std::collections::HashSet<_> = encodings.iter().collect();
    assert_eq!(distinct.len(), encodings.len());
}

#[test]
fn hands_and_bag_are_seen_in_the_colours_of_the_viewer() {
    for seed in 0..5 {
        let position = random("tantrix blue red green", 12, seed);
        let values = values(&position);
        let set = |first: usize| (0..56).filter(|i| values[(first + i) * SPAN * SPAN] == 1).count();
        let viewer = position.viewer().index();
        for seat in 0..3 {
            let hand = position.hand(Player(((viewer + seat) % 3) as u8));
            assert_eq!(set(25 + 56 * seat), hand.len());
            // A tile has the viewer's colour if it is seen to have red.
            let colour = position.rules().colour(position.viewer());
            let own = hand.iter().filter(|tile| tile.has(colour)).count();
            let seen = spinney_tantrix::Tile::all().filter(|tile| {
                let plane = 25 + 56 * seat + tile.index();
                values[plane * SPAN * SPAN] == 1 && tile.has(spinney_tantrix::Colour::Red)
            });
            assert_eq!(seen.count(), own);
        }
        assert_eq!(set(25 + 56 * 3), position.bag().len());
    }
}

#[test]
fn what_lies_too_far_away_is_left_out_and_has_no_number() {
    let mut rng = Rng::new(1, 0);
    let mut position = Position::from_text("tantrix").unwrap();
    // As far to the east as possible.
    while position.actor() != Actor::Nobody && (position.is_whole() || position.laid().len() < 30) {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let east = |m: &Action| match m {
            Action::Place(laid) => laid.cell.x(),
            Action::Draw(_) => 0,
        };
        let furthest = moves.iter().map(east).max().unwrap();
        moves.retain(|m| east(m) == furthest);
        position.play(*rng.choose(&moves).unwrap());
    }
    assert!(!position.is_whole());
    let tiles = position.laid().len();
    let values = values(&position);
    let shown = (0..SPAN * SPAN)
        .filter(|place| (0..24).any(|plane| values[plane * SPAN * SPAN + place] == 1));
    assert!(shown.count() < tiles);
    // The suite asks for numbers of moves that are left out, too.
    let suite = Suite { games: 3, longest_game: 200, every: 1, seed: 1 };
    check_encoding(&position, &suite);
}

#[test]
fn mostly_a_table_that_is_turned_about_only_moves_the_values() {
    let (mut moved, mut all) = (0, 0);
    for seed in 0..10 {
        let position = random("tantrix", 3 + 4 * seed as usize, seed);
        assert_eq!(position.symmetries(), 6 * 2 * 2 * 2);
        for symmetry in 0..position.symmetries() {
            all += 1;
            moved += usize::from(position.rearrangement(symmetry).is_some());
        }
    }
    assert!(4 * moved > 3 * all, "{moved} of {all}");
}

#[test]
fn there_are_as_many_symmetries_as_the_manual_says() {
    assert_eq!(random("tantrix", 5, 1).symmetries(), 48);
    assert_eq!(random("tantrix red yellow blue", 5, 1).symmetries(), 36);
    assert_eq!(random("tantrix teams", 5, 1).symmetries(), 48);
    assert_eq!(Position::from_text("tantrix").unwrap().symmetries(), 1, "nothing is laid yet");
}

#[test]
fn the_manual_tells_what_there_is() {
    let tables = Position::from_text("tantrix").unwrap().encoding().tables();
    let docs = include_str!("../../../../docs/encoding.md");
    assert!(docs.contains(&tables), "docs/encoding.md must have this:\n{tables}");
}
