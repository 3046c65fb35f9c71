//! A game over pipes, as a script plays it.

use crate::{path, spinney, text};

/// Every cell of a square board, row by row: whoever plays all of them has played the game to its
/// end, whatever the other side does.
fn every_cell(size: usize) -> String {
    let cell = |i: usize| format!("{}{}\n", (b'a' + (i % size) as u8) as char, i / size + 1);
    (0..size * size).map(cell).collect()
}

/// The moves of an SGF as colour and cell, read with nothing but string searches.
fn stones(sgf: &str) -> Vec<(char, usize, usize)> {
    let moves = sgf.split(';').filter_map(|node| {
        let (colour, rest) =
            node.split_once('[').filter(|(colour, _)| ["B", "W"].contains(colour))?;
        let (column, row) = rest.split(']').next()?.split_at(1);
        let column = column.bytes().next()? - b'a';
        Some((colour.chars().next()?, usize::from(column), row.parse::<usize>().ok()? - 1))
    });
    moves.collect()
}

/// Whether a colour's stones join its sides of a Hex board, by flooding from one of them.
fn joins(stones: &[(char, usize, usize)], colour: char, size: usize) -> bool {
    let has = |column: usize, row: usize| stones.contains(&(colour, column, row));
    let is_start =
        |&(column, row): &(usize, usize)| if colour == 'B' { row == 0 } else { column == 0 };
    let is_end = |&(column, row): &(usize, usize)| {
        if colour == 'B' { row == size - 1 } else { column == size - 1 }
    };
    let own = stones.iter().filter(|s| s.0 == colour).map(|s| (s.1, s.2));
    let mut open: Vec<_> = own.filter(is_start).collect();
    let mut seen = open.clone();
    while let Some((column, row)) = open.pop() {
        for (dc, dr) in [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)] {
            let (Some(c), Some(r)) = (column.checked_add_signed(dc), row.checked_add_signed(dr))
            else {
                continue;
            };
            if has(c, r) && !seen.contains(&(c, r)) {
                seen.push((c, r));
                open.push((c, r));
            }
        }
    }
    seen.iter().any(is_end)
}

#[test]
fn a_game_is_played_to_its_end_saved_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.sgf");
    for (size, preset) in [(4, "random"), (5, "best")] {
        let script = format!("{}board\nsave! {}\nquit\n", every_cell(size), path(&file));
        let size_text = size.to_string();
        let arguments = [
            "play",
            "hex",
            "--size",
            &size_text,
            "--swap",
            "off",
            "--preset",
            preset,
            "--playouts",
            "50",
        ];
        let output = spinney(arguments, &script);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let screen = text(&output.stdout);
        assert!(screen.contains("has won"), "{screen}");
        assert!(screen.contains(['◆', '◇']), "the winning chain is marked: {screen}");

        let sgf = std::fs::read_to_string(&file).unwrap();
        let stones = stones(&sgf);
        let winners: Vec<_> = ['B', 'W'].into_iter().filter(|&c| joins(&stones, c, size)).collect();
        let [winner] = winners[..] else { panic!("one side has won, not {winners:?}: {sgf}") };
        assert!(sgf.contains(&format!("RE[{winner}+]")), "{sgf}");
        let news = if winner == 'B' { "You win with black!" } else { "The winner is white." };
        assert!(screen.contains(news), "{screen}");

        let shown = spinney(["show", path(&file)], "");
        let last_board = screen.rsplit("\n a b").next().unwrap().split("has won").next().unwrap();
        assert!(text(&shown.stdout).contains(last_board), "{}", text(&shown.stdout));
    }
}

#[test]
fn play_alone_asks_once_and_enter_starts_hex() {
    let output = spinney(["play"], "\nquit\n");
    assert!(output.status.success());
    let screen = text(&output.stdout);
    assert!(screen.contains("board  11x11 swap-pieces"), "{screen}");
    assert!(screen.contains("\n         11 · · ·"), "{screen}");
    assert!(screen.ends_with("black> "), "{screen}");

    let output = spinney(["play"], "5 white level 11\nmoonlight\n5 white level 1\n\nmoves\n");
    let screen = text(&output.stdout);
    assert!(screen.contains("\"11\": levels are 1 (weakest) to 10"), "{screen}");
    assert!(screen.contains("\"moonlight\" is not a size"), "{screen}");
    assert!(screen.contains("you    white"), "{screen}");
    assert!(screen.contains("black plays "), "{screen}");
    assert!(screen.contains("white> 1. "), "{screen}");
    assert!(output.status.success(), "the end of the input is no error");
}

#[test]
fn a_move_and_its_reply_are_taken_back_together() {
    let arguments = ["play", "hex", "--size", "5", "--swap", "off", "--preset", "random"];
    let output = spinney(arguments, "a1\nmoves\nundo\nmoves\nundo\nquit\n");
    let screen = text(&output.stdout);
    assert!(screen.contains("1. a1  2. "), "{screen}");
    assert!(screen.contains("no move yet"), "{screen}");
    assert!(screen.contains("there is no move of yours to take back"), "{screen}");
}

#[test]
fn a_swap_of_pieces_is_typed_as_swap() {
    let arguments = ["play", "hex", "--size", "5", "--side", "both"];
    let output = spinney(arguments, "swap\na2\nswap\nmoves\nquit\n");
    let screen = text(&output.stdout);
    assert!(screen.contains("only the second player may swap"), "{screen}");
    assert!(screen.contains("1. a2  2. swap-pieces"), "{screen}");
    assert!(screen.contains("1 ·[○]· · ·") || screen.contains("1 · ○ · · ·"), "{screen}");
}

#[test]
fn after_a_swap_of_sides_the_person_plays_the_other_colour() {
    let arguments =
        ["play", "hex", "--size", "5", "--swap", "sides", "--side", "white", "--level", "1"];
    let output = spinney(arguments, "swap\nmoves\nquit\n");
    let screen = text(&output.stdout);
    // The engine, now white, has moved on; the person has black.
    assert!(screen.contains("who had black has white, who had white has black"), "{screen}");
    assert!(screen.contains("white plays "), "{screen}");
    assert!(screen.contains("black> 1. "), "{screen}");
}

#[test]
fn hints_name_moves_and_mark_the_best() {
    let arguments =
        ["play", "hex", "--size", "4", "--side", "both", "--swap", "off", "--playouts", "500"];
    let screen = text(&spinney(arguments, "hint\nquit\n").stdout);
    assert!(screen.contains("hint: "), "{screen}");
    assert!(screen.contains('*'), "{screen}");
}

#[test]
fn whoever_resigns_has_lost() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.sgf");
    // Without the swap, which would change who is black.
    let board = ["play", "y", "--size", "4", "--swap", "off"];
    let arguments = [&board[..], &["--level", "1", "--save", path(&file)]].concat();
    let screen = text(&spinney(arguments, "a1\nresign\nresign\nb2\nquit\n").stdout);
    assert!(screen.contains("black resigns.\nThe winner is white."), "{screen}");
    assert!(screen.contains("the game is over already"), "{screen}");
    assert!(screen.contains("the game is over: new starts another one"), "{screen}");
    assert!(std::fs::read_to_string(file).unwrap().contains("RE[W+Resign]"));
}

#[test]
fn a_saved_game_is_gone_on_with_and_never_overwritten_by_accident() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my game.sgf");
    let file = path(&file);
    let arguments = ["play", "hex", "--size", "5", "--side", "both"];
    let first = spinney(arguments, &format!("c3\nb2\nsave {file}\nd2\nsave {file}\nquit\n"));
    assert_eq!(text(&first.stdout).matches("saved to").count(), 2, "its own file may be replaced");

    let second =
        spinney(["play", "--side", "both"], &format!("save {file}\nload {file}\nmoves\nquit\n"));
    let screen = text(&second.stdout);
    assert!(screen.contains("is there already; save! "), "{screen}");
    assert!(screen.contains("1. c3  2. b2  3. d2"), "{screen}");

    let third = spinney(
        ["play", "y", "--side", "both"],
        &format!("load {file}\na1\nload nowhere.sgf\nquit\n"),
    );
    let screen = text(&third.stdout);
    assert!(screen.contains("nowhere.sgf: no such file"), "{screen}");
}

#[test]
fn the_engine_plays_itself_without_anybody_watching() {
    for (game, size) in [("hex", "4"), ("y", "4"), ("polyy", "5,3")] {
        let output = spinney(["play", game, "--size", size, "--side", "none", "--level", "1"], "");
        assert!(output.status.success());
        let screen = text(&output.stdout);
        assert!(screen.contains("has won"), "{screen}");
    }
}

#[test]
fn nonsense_never_ends_a_game() {
    let mut script =
        "\u{0}\n💥\nundo undo\nsave\nload\nnew 13 13 13 level\nlevel\nswap swap\n".to_owned();
    script += &"x".repeat(100_000);
    script += "\nmoves\nquit\n";
    let output = spinney(["play", "--size", "3", "--side", "both"], &script);
    assert!(output.status.success());
    assert!(text(&output.stdout).contains("no move yet"));
}

#[test]
fn a_record_that_cannot_be_written_does_not_end_the_game() {
    let arguments =
        ["play", "--size", "4", "--preset", "random", "--save", "/no/such/folder/game.sgf"];
    let output = spinney(arguments, "a1\na2\na3\nmoves\nquit\n");
    assert!(output.status.success());
    let screen = text(&output.stdout);
    assert_eq!(screen.matches("the game is not saved any more").count(), 1, "{screen}");
    assert!(screen.contains("1. a1"), "{screen}");
}

#[test]
fn two_moves_on_one_line_are_not_two_stones_of_one_colour() {
    let arguments = ["play", "hex", "--size", "4", "--side", "both"];
    let screen = text(&spinney(arguments, "a1 b2\nmoves\nquit\n").stdout);
    assert!(screen.contains("\"b2\": the turn is over before it"), "{screen}");
    assert!(screen.contains("no move yet"), "{screen}");
}

#[test]
fn every_cell_of_a_numbered_board_can_be_named_from_its_drawing() {
    for (game, size, last) in [("y", "bent-27", 27), ("polyy", "5,4", 31), ("polyy", "7,5", 71)] {
        let screen = text(&spinney(["play", game, "--size", size, "--side", "both"], "").stdout);
        let numbers: Vec<u32> = screen.split_whitespace().filter_map(|w| w.parse().ok()).collect();
        for cell in 1..=last {
            assert!(numbers.contains(&cell), "{cell} of {game} {size}: {screen}");
        }
    }
}

#[test]
fn tiles_are_laid_with_coordinates_to_see_and_legal_moves_to_choose_from() {
    let screen =
        text(&spinney(["play", "tantrix", "--side", "both"], "legal\nhelp\nquit\n").stdout);
    let first = screen.split(" legal: ").nth(1).unwrap().split_whitespace().next().unwrap();
    assert!(first.ends_with(".0@0,0"), "{screen}");
    assert!(screen.contains("(txt)") && !screen.contains("SGF"), "{screen}");
    assert!(!screen.contains("swap"), "there is no swap in this game: {screen}");
    let start = "tantrix red blue hands 4,9,28,33,35,47 5,20,23,32,49,51 table 19.0@0,0 turn blue";
    let screen = text(&spinney(["play", start, "--side", "both"], "quit\n").stdout);
    assert!(screen.contains("-2  -1   0   1   2\n"), "{screen}");
}

#[test]
fn sides_and_players_are_set_up_by_the_names_that_a_game_has() {
    let script = "red yellow blue\nyellow\nblack\nquit\n";
    let screen = text(&spinney(["play", "tantrix"], script).stdout);
    assert!(screen.contains("board  red blue\n  you    red, moving first"), "{screen}");
    assert!(screen.contains("board  red yellow blue\n  you    yellow, moving second"), "{screen}");
    assert!(
        screen.contains("\"black\" is not a size, a side (red, yellow, blue, both"),
        "{screen}"
    );
    let screen = text(&spinney(["play", "arimaa"], "silver\nquit\n").stdout);
    assert!(screen.contains("you    gold, moving first"), "{screen}");
    assert!(screen.contains("you    silver, moving second"), "{screen}");
    assert!(!screen.contains("black"), "{screen}");
    let output = spinney(["play", "hex", "--side", "gold"], "");
    assert!(text(&output.stderr).contains("there are black, white, both and none"));
}

#[test]
fn a_position_can_be_named_where_a_game_is() {
    let screen = text(&spinney(["play", "tantrix red yellow blue"], "quit\n").stdout);
    assert!(screen.contains("red> "), "{screen}");
    let screen = text(&spinney(["play", "hex 4x4; black a1; white b2"], "quit\n").stdout);
    assert!(screen.contains("1 ● · · ·"), "{screen}");
}

#[test]
fn the_engine_sets_up_and_moves_by_whole_turns() {
    let arguments = ["play", "arimaa", "--side", "silver", "--playouts", "20"];
    let screen = text(&spinney(arguments, "quit\n").stdout);
    assert_eq!(screen.matches("gold plays ").count(), 1, "{screen}");
    let turn = screen.split("gold plays ").nth(1).unwrap().split(" (").next().unwrap();
    assert_eq!(turn.split_whitespace().count(), 16, "{screen}");
}

#[test]
fn a_game_saved_in_the_middle_of_a_turn_or_given_up_is_all_there() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let file = path(&file);
    let start = "arimaa 2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]";
    let script = format!("Ee2n Ee3n\nsave {file}\nload {file}\nmoves\nresign\nsave {file}\nquit\n");
    let screen = text(&spinney(["play", start, "--side", "both"], &script).stdout);
    assert!(screen.contains("1. Ee2n  2. Ee3n"), "{screen}");
    let record = std::fs::read_to_string(file).unwrap();
    assert!(record.contains("2g Ee2n Ee3n ...\n"), "{record}");
    assert!(
        record.contains("# Gold: Person\n") && record.contains("# Result: S+Resign"),
        "{record}"
    );
    let screen = text(
        &spinney(["play", "arimaa", "--side", "both"], &format!("load {file}\nquit\n")).stdout,
    );
    assert!(screen.contains("The winner is silver."), "{screen}");
}
