//! Turns, swaps and text, as a player meets them.

use spinney_board::Stone;
use spinney_connection::Position;
use spinney_game::{Actor, CellMark, Game, Line, Player};

fn position(text: &str) -> Position {
    Position::from_text(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn after(text: &str, moves: &[&str]) -> Position {
    let mut position = position(text);
    for word in moves {
        let m = position.parse_move(word).unwrap_or_else(|error| panic!("{error}"));
        position.play(m);
    }
    position
}

fn refusal(text: &str) -> String {
    Position::from_text(text).expect_err(text).to_string()
}

#[test]
fn black_moves_first_and_sits_first() {
    let start = position("hex 3x3");
    assert_eq!(start.actor(), Actor::Player(Player::FIRST));
    assert_eq!(start.side_name(Player::FIRST), "black");
    assert_eq!(start.text(), "hex 3x3; black to move");
    let next = after("hex 3x3", &["b2"]);
    assert_eq!(next.actor(), Actor::Player(Player::SECOND));
    assert_eq!(next.text(), "hex 3x3; black b2; white to move");
}

#[test]
fn the_game_ends_with_the_winning_stone() {
    let end = after("hex 3x3", &["b1", "a1", "b2", "a2", "b3"]);
    assert_eq!(end.winner(), Some(Stone::Black));
    assert_eq!(end.actor(), Actor::Nobody);
    assert_eq!(end.rewards().unwrap().winner(), Some(Player::FIRST));
    assert!(end.parse_move("c3").unwrap_err().problem.contains("over"));
}

#[test]
fn swapped_pieces_change_colour_and_are_reflected() {
    let swapped = after("hex 5x5 swap-pieces", &["b1", "swap-pieces"]);
    assert_eq!(swapped.text(), "hex 5x5 swap-pieces; white a2; black to move");
    assert_eq!(swapped.actor(), Actor::Player(Player::FIRST));
    assert_eq!(swapped.last_move(), swapped.topology().find_cell("a2").ok());
    assert!(!swapped.can_swap());
    assert!(swapped.parse_move("swap").is_err());

    let swapped = after("y 4 swap-pieces", &["b3", "swap"]);
    assert_eq!(swapped.text(), "y 4 swap-pieces; white b3; black to move");
    let swapped = after("polyy 5,7 swap-pieces", &["12", "SWAP"]);
    assert_eq!(swapped.text(), "polyy 5,7 swap-pieces; white 12; black to move");
}

#[test]
fn swapped_sides_leave_the_board_and_exchange_the_players() {
    let swapped = after("hex 5x5 swap-sides", &["b1", "swap"]);
    assert_eq!(swapped.text(), "hex 5x5 swap-sides; black b1; white to move; sides exchanged");
    assert_eq!(swapped.actor(), Actor::Player(Player::FIRST));
    assert_eq!(swapped.side_name(Player::FIRST), "white");
    assert_eq!(swapped.side_name(Player::SECOND), "black");
    assert!(!swapped.can_swap());
    // White to move is now the first player; if black wins, the second player has won.
    let end = after("hex 2x2 swap-sides", &["b1", "swap", "a1", "b2"]);
    assert_eq!(end.winner(), Some(Stone::Black));
    assert_eq!(end.rewards().unwrap().winner(), Some(Player::SECOND));
}

#[test]
fn only_the_second_player_swaps_and_only_at_once() {
    let can_swap = |moves: &[&str]| after("y 4 swap-sides", moves).can_swap();
    assert!(!can_swap(&[]));
    assert!(can_swap(&["a1"]));
    assert!(!can_swap(&["a1", "b2"]));
    assert!(!can_swap(&["a1", "b2", "c3"]));
    let error = position("y 4 swap-sides; black a1").parse_move("swap-pieces").unwrap_err();
    assert!(error.problem.contains("swap-sides"), "{error}");
    let error = position("y 4; black a1").parse_move("swap").unwrap_err();
    assert!(
        error.problem.contains("second player") || error.problem.contains("no swap"),
        "{error}"
    );
}

#[test]
fn pieces_are_not_swapped_on_a_board_that_is_not_square() {
    assert!(refusal("hex 4x5 swap-pieces").contains("square"));
    assert!(position("hex 4x5 swap-sides; black a1").can_swap());
}

#[test]
fn a_colour_may_play_several_times_in_a_row() {
    let mut line = Line::new(position("hex 5x5 swap-pieces"));
    for cell in ["a1", "b2", "c3"] {
        line.play_text(Some("black"), cell).unwrap();
    }
    let text = "hex 5x5 swap-pieces; black a1 b2 c3; white to move";
    assert_eq!(line.position().text(), text);
    line.play_text(Some("white"), "e5").unwrap();
    assert_eq!(line.position().to_move(), Stone::Black);
}

#[test]
fn the_swap_is_past_once_the_turn_was_handed_over() {
    let mut handed = position("hex 5x5 swap-pieces; black a1");
    assert!(handed.hand_turn_to(Player::SECOND), "it is that player's turn already");
    assert!(handed.can_swap());
    assert!(handed.hand_turn_to(Player::FIRST) && handed.hand_turn_to(Player::SECOND));
    assert!(!handed.can_swap());
    let text = "hex 5x5 swap-pieces; black a1; white to move; swap past";
    assert_eq!(handed.text(), text);
    assert_eq!(position(text).text(), text);
    assert!(!handed.hand_turn_to(Player(2)), "there is no third player");
    let mut end = position("y 1; black a1");
    assert!(!end.hand_turn_to(Player::FIRST), "the game is over");
}

#[test]
fn positions_may_be_written_shorter_than_they_are_read() {
    let same = |short: &str, full: &str| assert_eq!(position(short).text(), full);
    same("hex 5", "hex 5x5; black to move");
    same(" y   3 ; white B2;black a1 ", "y 3; black a1; white b2; black to move");
    same("polyy 5,7; black 43 1", "polyy 5,7; black 1 43; white to move");
    same("hex 3x3; black; white", "hex 3x3; black to move");
}

#[test]
fn what_is_wrong_with_a_text_is_said() {
    for (text, complaint) in [
        ("", "give a game and a size"),
        ("hex", "give a game and a size"),
        ("go 9x9", "there are hex, y and polyy"),
        ("hex 99x99", "from 1 to 384 cells"),
        ("hex 5x5 swap", "not swap-pieces or swap-sides"),
        ("hex 5x5; black a1 a1", "part 2: \"a1\": has a stone already"),
        ("hex 5x5; black a1; white a1", "part 3: \"a1\": has a stone already"),
        ("hex 5x5; black f1", "no such cell; cells are named a1 to e5"),
        ("hex 5x5; red a1", "not black, white"),
        ("hex 5x5; red to move", "no such side"),
        ("hex 5x5; black a1; black a2", "part 3: says again"),
        ("hex 5x5; black to move; white to move", "part 3: says again"),
        ("hex 5x5;; black to move", "part 2: is empty"),
        ("hex 5x5; swap past", "no swap"),
        ("hex 5x5 swap-pieces; sides exchanged", "not swap-sides"),
    ] {
        let error = refusal(text);
        assert!(error.contains(complaint), "{text}: {error}");
    }
}

#[test]
fn corners_are_captured_one_by_one() {
    //       1
    //     2 3 4
    //   5 6 7 8 9
    //   10 11 12 13
    //     14 15 16
    let captured = |black: &str| {
        let position = position(&format!("polyy 5,3; black {black}"));
        let corners = position.captured_corners(Stone::Black);
        let names: Vec<_> =
            corners.map(|cell| position.topology().cell_name(cell).to_string()).collect();
        (names.join(" "), position.winner())
    };
    assert_eq!(captured("2 3 4"), ("".into(), None), "two edges do not make a corner");
    assert_eq!(captured("2 4 9"), ("".into(), None), "nor do two groups");
    assert_eq!(captured("2 3 4 9"), ("1 9".into(), None));
    assert_eq!(captured("2 3 4 9 5"), ("1 5 9".into(), Some(Stone::Black)), "a majority");
    let picture = position("polyy 5,3; black 2 3 4 9; white 16").picture();
    assert_eq!(picture.caption, "white to move; corners: black 2, white 0");
}

#[test]
fn pictures_are_drawn_as_people_draw_boards() {
    let hex = after("hex 4x3", &["b1", "a2", "b2", "c1", "a3"]).picture();
    assert_eq!(
        hex.to_text(false),
        "
 a b c d
1 · ◆ ○ ·
 2 ○ ◆ · ·
  3 ◆ · · ·
     a b c d
black has won
"
        .trim_start_matches('\n')
    );
    let y = after("y 3 swap-pieces", &["b3"]).picture();
    assert_eq!(
        y.to_text(false),
        "
  1 ·
 2 · ·
3 ·[●]·
 a b c
white to move or swap
"
        .trim_start_matches('\n')
    );
    let polyy = after("polyy 5,4", &["7", "8", "1"]).picture();
    assert_eq!(
        polyy.to_text(false),
        "
       1 ●
     2 · · ·
   5 · · ● ○ ·
10 · · · · · · ·
 17 · · · · · ·
  23 · · · · ·
   28 · · · ·
white to move; corners: black 0, white 0
"
        .trim_start_matches('\n')
        .replace("1 ●", "1[●]")
    );
}

#[test]
fn every_cell_is_drawn_inside_its_outline() {
    for text in ["hex 5x4", "hex 1x1", "y 1", "y 6", "y bent-93", "polyy 3,4", "polyy 9,5"] {
        let picture = position(text).picture();
        assert!(picture.cells.iter().all(|cell| cell.mark != Some(CellMark::Winning)));
        for cell in &picture.cells {
            // Seen from the centre, the outline turns clockwise all the way round.
            let corners = &cell.outline;
            let turn: f32 = (0..corners.len())
                .map(|i| {
                    let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
                    let (ax, ay) = (a.0 - cell.centre.0, a.1 - cell.centre.1);
                    let (bx, by) = (b.0 - cell.centre.0, b.1 - cell.centre.1);
                    let turn = libm::atan2f(ax * by - ay * bx, ax * bx + ay * by);
                    assert!(turn > 0.0, "{text}: {}", cell.name);
                    turn
                })
                .sum();
            assert!((turn - std::f32::consts::TAU).abs() < 0.01, "{text}: {}", cell.name);
        }
        for segment in &picture.frame {
            assert!(segment.points.len() > 1, "{text}");
        }
    }
}
