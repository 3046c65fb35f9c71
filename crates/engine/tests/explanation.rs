//! What is said about positions without search is true, and says why.

use std::collections::HashMap;

use spinney_connection::{Action, Position};
use spinney_engine::connections::Strength;
use spinney_engine::explanation::{Explanation, Ground, Inferiority, Layer, explain};
use spinney_engine::{Board, Rng, open};
use spinney_game::{Game, Player};

fn told(position: &str) -> Explanation {
    explain(&Board::from_text(position).unwrap()).unwrap()
}

/// The board with the letters of a layer, without coordinates and stones' brackets.
fn drawn(position: &str, layer: Layer) -> String {
    let mut picture = open(&position[..position.find(' ').unwrap()], Some(position), &[])
        .unwrap()
        .board()
        .picture();
    picture.labels.clear();
    picture.caption.clear();
    for cell in &mut picture.cells {
        cell.mark = cell.mark.filter(|&mark| mark == spinney_engine::CellMark::Hint);
    }
    told(position).draw(&mut picture, layer);
    picture.to_text(false)
}

/// Who wins with right play, by trying everything.
fn winner(position: &Position, known: &mut HashMap<u64, Player>) -> Player {
    if let Some(winner) = position.rewards().and_then(|rewards| rewards.winner()) {
        return winner;
    }
    if let Some(&winner) = known.get(&position.hash()) {
        return winner;
    }
    let mover = position.actor().player().unwrap();
    let wins = |m: &Action| {
        let mut after = position.clone();
        after.play(*m);
        winner(&after, known) == mover
    };
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let found = if moves.iter().any(wins) { mover } else { mover.opponent() };
    known.insert(position.hash(), found);
    found
}

#[test]
fn winners_and_moves_agree_with_brute_force() {
    let mut decided = 0;
    for board in ["hex 3x3", "hex 4x3", "y 4", "polyy 3,3", "hex 3x3 swap-sides"] {
        let mut known = HashMap::new();
        let mut rng = Rng::new(5, 0);
        for _ in 0..60 {
            let mut position = Position::from_text(board).unwrap();
            for _ in 0..2 + rng.below(4) {
                let mut moves = Vec::new();
                position.moves(&mut moves);
                if !moves.is_empty() {
                    position.play(moves[rng.below(moves.len() as u32) as usize]);
                }
            }
            let told = told(&position.text());
            let right = winner(&position, &mut known);
            if let Some(claimed) = told.winner {
                decided += 1;
                assert_eq!(claimed, position.side_name(right), "{}", position.text());
            }
            let Some(mover) = position.actor().player() else { continue };
            if position.swap_open() {
                continue;
            }
            let wins = |cell: &String| {
                let mut after = position.clone();
                after.play(position.parse_move(cell).unwrap());
                winner(&after, &mut known) == mover
            };
            let winning = told.moves.iter().map(wins).collect::<Vec<_>>();
            assert_eq!(winning.contains(&true), right == mover, "{}", position.text());
            if told.winner == told.to_move {
                assert!(!winning.contains(&false), "{}: {:?}", position.text(), told.moves);
            }
        }
    }
    assert!(decided > 100, "only {decided}");
}

#[test]
fn fill_in_alone_may_decide() {
    let position = "hex 5x5; black c4 d2; white b2 a4; white to move";
    let told = told(position);
    assert_eq!((told.winner, told.ground), (Some("black"), Some(Ground::FillIn)));
    assert_eq!(
        drawn(position, Layer::Moves),
        "b b x b b\n \
          w ○ w ● w\n  \
           w w b b w\n   \
            ○ w ● x x\n    \
             w b b b b\n"
    );
}

/// White, not to move, cannot be kept from joining left and right.
const WON_BY_WHITE: &str = "hex 7x7; black d4 c6; white e2 b3 f5; black to move";

#[test]
fn captured_corners_and_inferior_moves_are_marked() {
    assert_eq!(
        drawn(WON_BY_WHITE, Layer::Moves),
        "w w v r v v r\n \
          w w d · ○ · r\n  \
           w ○ · · r · v\n   \
            w r · ● · r w\n    \
             v d d d d ○ w\n     \
              r r ● b b w w\n      \
               v b b b b w w\n"
    );
    let told = told(WON_BY_WHITE);
    assert_eq!((told.winner, told.ground), (Some("white"), Some(Ground::Connection)));
    assert_eq!(told.mustplay, Some(vec![]));
    let killed = told.inferior.iter().find(|known| known.cell == "e1").unwrap();
    assert_eq!((killed.reason, killed.by.as_str()), (Inferiority::Vulnerable, "d2"));
}

#[test]
fn a_bridge_is_a_full_connection_and_its_cells_the_carrier() {
    assert_eq!(
        drawn(WON_BY_WHITE, Layer::Connections("black")),
        "· · · · · · ·\n \
          · · · · ○ · ·\n  \
           · ○ · · · · ·\n   \
            · · · ● · · ·\n    \
             · · 1 1 · ○ ·\n     \
              · · ● · · · ·\n      \
               · · · · · · ·\n"
    );
    // The stone on c6 is as good as on the edge.
    let black = &told(WON_BY_WHITE).sides[0];
    assert_eq!(black.connections[0].ends, ["d4", "south"]);
    assert_eq!(black.connections[0].connection.strength, Strength::Full);
}

#[test]
fn the_mustplay_and_the_key_of_a_winning_connection_are_named() {
    let told = told("y 6; black c4; white b3 d5; black to move");
    assert_eq!((told.winner, told.ground), (Some("black"), Some(Ground::Connection)));
    assert_eq!(told.moves, ["b5"]);
    assert_eq!(told.mustplay, Some(["b4", "b5", "c5"].map(str::to_owned).to_vec()));
    let winning = &told.sides[0].winning[0];
    assert_eq!(winning.key.as_deref(), Some("b5"));
    assert!(winning.carrier.contains(&"b5".to_owned()));
}

#[test]
fn games_without_such_knowledge_say_so() {
    for position in ["arimaa", "tantrix"] {
        let start = spinney_engine::game(position).unwrap().default_position;
        let error = explain(&Board::from_text(start).unwrap()).unwrap_err().to_string();
        assert!(error.contains("no knowledge of dead cells and connections"), "{error}");
    }
}

#[test]
fn nobody_has_won_while_the_colours_may_change_hands() {
    let mut session = open("hex", Some("hex 3x3 swap-pieces"), &[]).unwrap();
    session.line.play(None, "b2").unwrap();
    let told = told(&session.board().text());
    assert_eq!((told.winner, told.note), (None, Some("if nobody swaps")));
}

#[test]
fn a_game_that_is_over_is_over() {
    let told = told("hex 2x2; black a1 a2; white b1");
    assert_eq!(
        (told.winner, told.ground, told.to_move),
        (Some("black"), Some(Ground::GameOver), None)
    );
    assert!(told.moves.is_empty() && told.sides.is_empty());
}
