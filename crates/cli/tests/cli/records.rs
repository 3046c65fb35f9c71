//! `analyze` and `show`.

use serde_json::Value;

use crate::{path, prints, spinney, text};

/// Black plays aside while white walks along the middle row.
const LOST: &str = "(;FF[4]GM[11]SZ[3]RU[no-swap]PB[Ann <a&b>]PW[Bob]RE[W+];B[a1];W[b2];B[c3];W[a2]\
                    C[One more.];B[a3];W[c2])";

#[test]
fn every_move_of_a_game_is_judged() {
    let folder = tempfile::tempdir().unwrap();
    let [record, graph] = ["game.sgf", "graph.svg"].map(|name| folder.path().join(name));
    std::fs::write(&record, LOST).unwrap();
    let table = prints(["analyze", path(&record), "--playouts", "500", "--svg", path(&graph)]);
    let rows: Vec<_> = table.lines().skip(1).collect();
    assert_eq!(rows.len(), 6, "{table}");
    assert!(
        rows[0].contains("black  a1") && rows[0].contains('?'),
        "a1 throws the game away: {table}"
    );
    assert!(rows[5].contains("white  c2") && rows[5].contains("100.0%"), "{table}");

    let svg = std::fs::read_to_string(&graph).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert!(svg.contains("polyline"), "the win rate is a line: {svg}");
    assert!(svg.contains("a1?"), "mistakes are named: {svg}");
    assert!(svg.contains("Ann &lt;a&amp;b&gt;"), "names are escaped: {svg}");
}

#[test]
fn judgements_are_json_too_and_come_from_standard_input() {
    let output = spinney(["analyze", "-", "--playouts", "300", "--json"], LOST);
    let moves: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(moves.len(), 6);
    assert_eq!((&moves[1]["side"], &moves[1]["played"]), (&"white".into(), &"b2".into()));
    for judged in &moves {
        for field in ["win_rate_best", "win_rate_played", "loss"] {
            assert!((0.0..=1.0).contains(&judged[field].as_f64().unwrap()), "{judged}");
        }
        assert!(judged["best"].is_string() && judged["number"].is_u64());
    }
    assert!(output.stderr.is_empty(), "no progress bar without a terminal");
}

#[test]
fn links_are_records() {
    let link = "https://hexworld.org/board/#5c1,a2:sc3";
    assert!(prints(["analyze", link, "--playouts", "100"]).contains("swap-pieces"));
    assert!(prints(["show", link]).contains("\n 2 · · · · ·"));
    let sgf = prints(["show", link, "--format", "sgf"]);
    assert!(sgf.contains(";B[a2];W[swap-pieces];B[c3]"), "{sgf}");
}

#[test]
fn a_record_is_shown_at_any_move() {
    let folder = tempfile::tempdir().unwrap();
    let [record, svg] = ["game.sgf", "board.svg"].map(|name| folder.path().join(name));
    std::fs::write(&record, LOST).unwrap();
    let record = path(&record);
    let board = prints(["show", record, "--at", "4"]);
    let expected = "\
players Ann <a&b> - Bob
result  W+
move    4 of 6: white a2
comment One more.
 a b c
1 ● · ·
 2[○]○ ·
  3 · · ●
     a b c
black to move
";
    assert_eq!(board, expected);
    assert!(prints(["show", record]).contains("2 ◇ ◇ ◇"));
    assert_eq!(prints(["show", record, "--svg", path(&svg)]), "");
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg"));
    assert_eq!(prints(["show", record, "--format", "svg"]), std::fs::read_to_string(&svg).unwrap());
    let link = prints(["show", record, "--at", "2", "--format", "hexworld"]);
    assert_eq!(link, "https://hexworld.org/board/#3c1,a1b2\n");
}

#[test]
fn a_position_is_shown_and_comes_back_from_its_own_text() {
    for position in
        ["hex 5x5; black c3; white b2", "y 4; black a1", "polyy 5,3; black 1; white 5 6"]
    {
        let text = prints(["show", position, "--format", "position"]);
        assert_eq!(prints(["show", text.trim(), "--format", "position"]), text);
        let sgf = prints(["show", position, "--format", "sgf"]);
        let output = spinney(["show", "-", "--format", "position"], &sgf);
        assert_eq!(crate::text(&output.stdout), text, "{sgf}");
    }
}

#[test]
fn colours_can_be_asked_for() {
    let plain = prints(["show", "hex 3x3; black b2"]);
    assert!(!plain.contains('\u{1b}'));
    let coloured = prints(["show", "hex 3x3; black b2", "--color", "always"]);
    assert!(coloured.contains("\u{1b}[1;31m●"), "{coloured:?}");
}

#[test]
fn of_several_games_the_chosen_one_is_shown_and_nobody_is_left_in_doubt() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sgf");
    std::fs::write(&file, format!("{LOST}\n\n(;GM[11]SZ[4];B[a1])\n\n(;GM[Y]SZ[3];B[z9])"))
        .unwrap();
    let file = path(&file);
    let output = spinney(["show", file], "");
    assert!(text(&output.stdout).contains("Ann"), "the first one");
    assert!(text(&output.stderr).contains("the first of 3 games"), "{}", text(&output.stderr));
    assert!(prints(["show", file, "--game", "2"]).contains("1 of 1: black a1"));
    let broken = text(&spinney(["show", file, "--game", "3"], "").stderr);
    assert!(broken.contains("game 3: line 5, column") && broken.contains("z9"), "{broken}");
    let beyond = text(&spinney(["show", file, "--game", "4"], "").stderr);
    assert!(beyond.contains("has 3 games"), "{beyond}");
}

#[test]
fn a_mistake_in_a_record_is_told_with_its_line_and_reason() {
    for (record, problem) in [
        ("\u{feff}Game: tantrix red blue\n\nred +99\n", "line 3: "),
        ("\u{feff}arimaa\n# Gold: Ann\n1g Ra1 Zb1\n", "line 3: "),
    ] {
        let error = text(&spinney(["show", "-"], record).stderr);
        assert!(error.contains(problem) && !error.contains("SGF"), "{error}");
    }
}

#[test]
fn a_bare_position_is_analysed_with_all_its_candidates() {
    let position = "hex 3x3; black b1; white a1";
    let table = prints(["analyse", position, "--playouts", "300", "--preset", "uct"]);
    assert!(table.starts_with("black to move: "), "{table}");
    assert_eq!(table.lines().count(), 2 + 7, "every empty cell is a candidate: {table}");
    let json = prints(["analyze", position, "--playouts", "300", "--json", "--preset", "uct"]);
    let report: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(report["candidates"].as_array().unwrap().len(), 7);
    assert_eq!(report["position"], "hex 3x3; black b1; white a1; black to move");
    let start = "arimaa 2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]";
    assert!(prints(["analyze", start, "--playouts", "50"]).contains("gold to move"));
}

#[test]
fn an_analysis_is_written_back_as_comments_and_variations() {
    let folder = tempfile::tempdir().unwrap();
    let [record, noted] = ["game.sgf", "noted.sgf"].map(|name| folder.path().join(name));
    std::fs::write(&record, LOST).unwrap();
    prints(["analyze", path(&record), "--playouts", "500", "--output", path(&noted)]);
    let sgf = std::fs::read_to_string(&noted).unwrap();
    assert!(sgf.contains("One more.\nwhite "), "comments that were there stay: {sgf}");
    assert!(sgf.contains("; best b2 "), "a1 throws away what b2 would win: {sgf}");
    assert!(sgf.contains("(;B[a1]") && sgf.contains("(;B[b2]"), "{sgf}");
    assert_eq!(
        prints(["show", path(&noted), "--at", "1"]).lines().nth(2).unwrap(),
        "move    1 of 6: black a1"
    );
}

#[test]
fn several_files_and_ranges_of_moves_are_analysed() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = ["one.sgf", "two.sgf"].map(|name| folder.path().join(name));
    std::fs::write(&one, LOST).unwrap();
    std::fs::write(&two, format!("{LOST}\n{LOST}")).unwrap();
    let arguments =
        ["analyze", path(&one), path(&two), "--playouts", "50", "--moves", "2-3", "--json"];
    let lines = prints(arguments);
    let moves: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let numbers: Vec<_> = moves.iter().map(|m| m["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [2, 3, 2, 3, 2, 3]);
    assert_eq!(moves[5]["record"], format!("{}, game 2", path(&two)));
    let table = prints(["analyze", path(&two), "--playouts", "50", "--moves", "5-", "--game", "2"]);
    assert_eq!(table.lines().count(), 3, "{table}");
}

#[test]
fn a_game_of_steps_is_judged_by_whole_turns_and_not_while_it_is_set_up() {
    let record = "1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2\n\
                  1s ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7\n\
                  2g Ee2n Ee3n Ee4n Ee5n\n2s ed7s ed6s\n";
    let output = spinney(["analyze", "-", "--playouts", "40"], record);
    let table = text(&output.stdout);
    assert_eq!(table.lines().count(), 3, "{table}{}", text(&output.stderr));
    assert!(table.contains("2g  gold    Ee2n Ee3n Ee4n Ee5n"), "{table}");
    assert!(table.contains("2s  silver  ed7s ed6s"), "{table}");
}

#[test]
fn each_of_three_players_has_a_line_of_their_own_in_the_graph() {
    let folder = tempfile::tempdir().unwrap();
    let [record, graph] = ["game.txt", "graph.svg"].map(|name| folder.path().join(name));
    let board = ["play", "tantrix red yellow blue", "--side", "none", "--preset", "random"];
    spinney([&board[..], &["--save", path(&record)]].concat(), "");
    let few = ["--playouts", "8", "--moves", "1-6", "--svg", path(&graph)];
    let table = prints([&["analyze", path(&record)][..], &few].concat());
    assert!(table.contains("yellow"), "{table}");
    let svg = std::fs::read_to_string(&graph).unwrap();
    for side in ["red", "yellow", "blue"] {
        assert!(svg.contains(side), "{side}: {svg}");
    }
    assert!(svg.matches("<polyline").count() >= 3, "{svg}");
}

#[test]
fn names_of_games_are_positions() {
    for game in ["arimaa", "hex", "tantrix"] {
        assert!(prints(["show", game]).contains(" to ") || game == "tantrix");
    }
    let error = text(&spinney(["show", "hxe"], "").stderr);
    assert!(error.contains("did you mean hex?"), "{error}");
}

#[test]
fn at_and_move_are_one() {
    let link = "https://hexworld.org/board/#5c1,a2:sc3";
    for command in ["show", "explain", "analyze"] {
        let more: &[&str] = if command == "analyze" { &["--playouts", "50"] } else { &[] };
        let said = |option: &str| prints([&[command, link, option, "1"][..], more].concat());
        assert_eq!(said("--at").lines().next(), said("--move").lines().next());
    }
}

#[test]
fn a_position_file_is_shown_analysed_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("example.ari");
    // As the thesis on Akimot prints it.
    let printed = "8b\n+-----------------+\n8| r . . . . r r r |\n7| . r c . . c . h |\n\
                   6| h . x r . x d . |\n5| . . . . . r . . |\n4| . . d . r e . . |\n\
                   3| . D x E M x D . |\n2| H . C m . C . H |\n1| R R R R R R R R |\n\
                   +-----------------+\na b c d e f g h\n";
    std::fs::write(&file, printed).unwrap();
    assert!(prints(["show", path(&file)]).contains("silver to move; move 8"));
    let written = prints(["show", path(&file), "--format", "ari"]);
    assert!(written.starts_with("8s\n +---"), "{written}");
    std::fs::write(&file, &written).unwrap();
    assert_eq!(prints(["show", path(&file), "--format", "ari"]), written);
    let analysed = prints(["analyze", path(&file), "--playouts", "200", "--json"]);
    let report: Value = serde_json::from_str(analysed.lines().next().unwrap()).unwrap();
    assert!(report.to_string().contains("candidates"), "{report}");
    let begun = spinney(
        [
            "show",
            "arimaa 8s [r..............................................R................]; ra8s",
            "--format",
            "ari",
        ],
        "",
    );
    assert!(text(&begun.stderr).contains("this one has begun"), "{}", text(&begun.stderr));
}
