//! Conversations in GTP. In a transcript, lines that begin with `>` are sent, the others are the
//! answers without the empty lines that end them.

mod hexgui;
mod tantrix;

use std::time::{Duration, Instant};

use crate::table::{Conversation, input, malformed_lines, session, slow_session};
use spinney_engine::{Session, open};
use spinney_protocol::gtp::{Options, Settings, serve};

fn talk(session: &mut Session, options: &Options, text: impl Into<Vec<u8>>) -> String {
    let mut answers = Vec::new();
    serve(session, options, input(text), &mut answers).unwrap();
    String::from_utf8(answers).unwrap()
}

fn expect_with(session: &mut Session, options: &Options, transcript: &str) {
    let lines: Vec<&str> =
        transcript.lines().map(str::trim_start).filter(|line| !line.is_empty()).collect();
    let sent: String = lines
        .iter()
        .filter_map(|line| line.strip_prefix('>'))
        .map(|l| format!("{}\n", l.trim()))
        .collect();
    let expected: Vec<&str> =
        lines.iter().filter(|line| !line.starts_with('>')).map(|line| line.trim_end()).collect();
    let answers = talk(session, options, sent);
    let heard: Vec<&str> = answers.lines().map(str::trim_end).filter(|l| !l.is_empty()).collect();
    assert_eq!(heard, expected);
}

/// Sends and expects what the transcript says, starting from a position.
fn expect(position: &str, transcript: &str) {
    expect_with(&mut session(position), &Options::default(), transcript);
}

#[test]
fn a_tournament_script_plays_a_game_to_its_end() {
    expect(
        "mock 11x11",
        "> boardsize 3 1
         =
         > time_left b 60 0
         =
         > genmove b
         = a1
         > final_score
         = cannot score
         > genmove w
         = b1
         > genmove b
         = c1
         > final_score
         = B+
         > genmove w
         = resign
         > genmove b
         ? the game is over: line 9: black has won already
         > play w b1
         ? illegal move: line 10: \"b1\": the game is over
         > quit
         =",
    );
}

#[test]
fn answers_carry_the_id_of_their_command() {
    let answers = talk(
        &mut session("mock 3x3"),
        &Options::default(),
        "1 protocol_version\r\n  22   play\tb a1 # opening\n\n# nothing\n3 play b a1\n4\n5 nonsense\n\
         99999999999 name\n2147483648 quit\nname\n",
    );
    assert_eq!(
        answers,
        "=1 2\n\n=22 \n\n\
         ?3 illegal move: line 5: \"a1\": this cell is taken\n\n\
         ?4 unknown command: line 6: \"\": list_commands lists those that there are\n\n\
         ?5 unknown command: line 7: \"nonsense\": list_commands lists those that there are\n\n\
         ? unknown command: line 8: \"99999999999\": list_commands lists those that there are\n\n\
         =2147483648 \n\n"
    );
}

#[test]
fn colours_and_moves_may_be_written_in_any_case() {
    expect(
        "mock 3x3",
        "> play B A1
         =
         > play White b1
         =
         > play w C1
         =
         > play green a2
         ? syntax error: line 4: \"green\": no such side; the sides are black, white
         > position
         = mock 3x3; black a1; white b1 c1; black to move",
    );
}

#[test]
fn a_swap_is_played_by_either_of_its_names() {
    expect(
        "mock 3x3 swap-pieces",
        "> play b a1
         =
         > all_legal_moves
         = b1 c1 a2 b2 c2 a3 b3 c3 swap-pieces
         > play w swap-sides
         ? illegal move: line 3: \"swap-sides\": cannot be played now
         > play w swap-pieces
         =
         > position
         = mock 3x3 swap-pieces; white a1; black to move
         > undo
         =
         > play w swap
         =
         > play b swap
         ? illegal move: line 8: \"swap\": cannot be played now",
    );
}

#[test]
fn the_swap_rule_is_a_parameter_of_the_game() {
    expect(
        "mock 3x3",
        "> param_game
         = [bool] allow-swap 0
         [list/none/swap-pieces/swap-sides] swap-rule none
         > param_game allow_swap 1
         =
         > position
         = mock 3x3 swap-pieces; black to move
         > param_game swap-rule swap-sides
         =
         > boardsize 5
         =
         > position
         = mock 5x5 swap-sides; black to move
         > param_game swap-rule swap-hats
         ? syntax error: line 7: \"swap-hats\": no such rule; there are none, swap-pieces, swap-sides
         > play b a1
         =
         > param_game allow_swap 0
         ? cannot do that: line 9: the swap rule can be changed on an empty board only; clear_board first
         > clear_board
         =
         > param_game allow_swap 0
         =
         > position
         = mock 5x5; black to move",
    );
}

#[test]
fn boards_are_named_in_the_words_of_the_game() {
    expect(
        "mock cells-106",
        "> boardsize 20
         =
         > position
         = mock 20x20; black to move
         > boardsize 4 5
         =
         > position
         = mock 4x5; black to move
         > boardsize 99 98
         ? unacceptable size: line 5: \"99 98\": not a size such as 3x3 or cells-106
         > boardsize bent 93
         ? unacceptable size: line 6: \"bent 93\": not a size such as 3x3 or cells-106
         > boardsize
         ? syntax error: line 7: boardsize wants a size: boardsize 11 11
         > position
         = mock 4x5; black to move",
    );
}

#[test]
fn a_resignation_ends_the_game_until_it_is_taken_back() {
    expect(
        "mock 3x3",
        "> play white resign
         =
         > final_score
         = B+
         > undo
         =
         > final_score
         = cannot score
         > undo
         ? cannot undo: line 5: there is no move to take back",
    );
}

#[test]
fn a_game_is_played_whole_or_not_at_all() {
    expect(
        "mock 3x3",
        "> play-game a1 b1 c1
         =
         > play-game a2 b2 b2 c2
         ? illegal move: line 2: move 3: \"b2\": this cell is taken
         > position
         = mock 3x3; black a1 c1; white b1; white to move",
    );
}

#[test]
fn a_position_can_be_set_as_text() {
    expect(
        "mock 3x3",
        "> position mock 2x2; black a1; white to move
         =
         > position mock 2x2; black z9
         ? cannot do that: line 2: \"z9\": no such cell
         > position
         = mock 2x2; black a1; white to move
         > clear_board
         =
         > position
         = mock 2x2; black to move",
    );
}

#[test]
fn thinking_without_playing_leaves_the_game_alone() {
    expect(
        "mock 3x3",
        "> reg_genmove w
         = a1
         > position
         = mock 3x3; black to move",
    );
}

#[test]
fn records_are_loaded_up_to_a_move_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let good = file("my game.sgf", "(;FF[4]GM[11]SZ[3];B[a1];W[b2];B[c1])");
    let illegal = file("illegal.sgf", "(;FF[4]GM[11]SZ[3];B[a1];W[a1])");
    let mut session = open("hex/random", Some("hex 5x5"), &[]).unwrap();
    expect_with(
        &mut session,
        &Options::default(),
        &format!(
            "> play b c3
             =
             > loadsgf
             ? syntax error: line 2: loadsgf wants a file: loadsgf game.sgf
             > position
             = hex 5x5; black c3; white to move
             > loadsgf \"{good}\" 2
             =
             > position
             = hex 3x3; black a1; white b2; black to move
             > loadsgf {good}
             =
             > undo
             =
             > clear_board
             =
             > position
             = hex 3x3; black to move"
        ),
    );
    let position = session.board().text();
    let refused = talk(
        &mut session,
        &Options::default(),
        format!("loadsgf {illegal}\nloadsgf nowhere.sgf\n"),
    );
    let refused: Vec<&str> = refused.trim_end().split("\n\n").collect();
    assert_eq!(refused.len(), 2);
    for answer in refused {
        assert!(answer.starts_with("? cannot load file: line "), "{answer}");
    }
    assert_eq!(session.board().text(), position);
}

#[test]
fn a_record_does_not_bring_a_swap_rule_that_was_forbidden() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let silent = file("silent.sgf", "(;FF[4]GM[11]SZ[3];B[a2])");
    let set_up = file("set-up.sgf", "(;FF[4]GM[11]SZ[3]AB[a2]PL[W])");
    let swapped = file("swapped.sgf", "(;FF[4]GM[11]SZ[3];B[a2];W[swap-pieces])");
    let script = |allow: &str, rule: &str| {
        format!(
            "> param_game allow_swap {allow}
             =
             > loadsgf {silent}
             =
             > position
             = hex 3x3{rule}; black a2; white to move
             > loadsgf {set_up}
             =
             > position
             = hex 3x3{rule}; black a2; white to move
             > loadsgf {swapped}
             =
             > position
             = hex 3x3 swap-pieces; white b1; black to move
             > clear_board
             =
             > position
             = hex 3x3{rule}; black to move"
        )
    };
    for (allow, rule) in [("0", ""), ("1", " swap-pieces")] {
        let mut session = open("hex/random", Some("hex 5x5"), &[]).unwrap();
        expect_with(&mut session, &Options::default(), &script(allow, rule));
    }
}

#[test]
fn parameters_are_those_of_the_engine_and_of_the_server() {
    expect(
        "mock 3x3",
        "> param_search
         = [string] exploration 0.7
         [bool] reuse 1
         > param_search reuse 0
         =
         > param_search exploration 0.5
         =
         > param_search
         = [string] exploration 0.5
         [bool] reuse 0
         > param_limits
         = [string] move-time none
         [string] playouts none
         [string] nodes none
         > param_limits move_time 1.5
         =
         > set_parameter limits.playouts 100
         =
         > get_parameters limits.move-time
         = limits.move-time = 1.5 # Seconds for a move at most, or none.
         > set_parameter search.exploration much
         ? cannot do that: line 9: \"much\": not a number
         > param_limits playouts -3
         ? syntax error: line 10: \"-3\": limits.playouts must be a number above 0, or none
         > param_limits playouts
         ? syntax error: line 11: param_limits wants a name and a value
         > param_nothing
         ? unknown command: line 12: \"param_nothing\": list_commands lists those that there are
         > set_parameter search.nothing 1
         ? not known: line 13: parameter \"search.nothing\" is not known; there are search.exploration and search.reuse
         > known_command param_gtp
         = true
         > known_command param_nothing
         = false",
    );
}

#[test]
fn analysis_is_drawn_on_cells() {
    let options = Options {
        settings: Settings { playouts: Some(800), ..Settings::default() },
        ..Options::default()
    };
    expect_with(
        &mut session("mock 2x2"),
        &options,
        "> analyze-moves b
         = a1 0.60 b1 0.55 a2 0.50 b2 0.45
         > analyze-visits b
         = a1 400 b1 200 a2 100 b2 50
         > analyze-amaf
         = a1 0.59 b1 0.54 a2 0.49 b2 0.44
         > analyze-prior
         =
         > analyze-pv w
         = a1 b1 a2
         > analyze-gfx b
         = VAR B a1 W b1 B a2
         LABEL a1 0.60 b1 0.55 a2 0.50 b2 0.45
         INFLUENCE a1 0.600 b1 0.550 a2 0.500 b2 0.450
         TEXT 60.0% for black after 800 playouts (100000/s): a1 b1 a2",
    );
}

#[test]
fn a_report_is_json() {
    let answers = talk(
        &mut session("mock 3x1; black a1; white b1"),
        &Options::default(),
        "analyze-report b\n",
    );
    let json: serde_json::Value =
        serde_json::from_str(answers.strip_prefix("= ").unwrap()).unwrap();
    assert_eq!(json["side"], "black");
    assert_eq!(json["proven_winner"], "black");
    assert_eq!(json["candidates"][0]["move"], "c1");
    assert_eq!(json["candidates"][0]["proven"], "win");
}

#[test]
fn live_graphics_come_in_blocks_before_the_answer() {
    let settings = Settings {
        playouts: Some(200),
        live_gfx: true,
        live_interval: Duration::ZERO,
        ..Settings::default()
    };
    let options = Options { settings, ..Options::default() };
    let answers = talk(&mut session("mock 2x1"), &options, "genmove w\n");
    assert_eq!(
        answers,
        "gogui-gfx:\nuct\nVAR W a1 B b1\nINFLUENCE a1 0.60 b1 0.55\nLABEL a1 50 b1 25\n\
         TEXT 60.0% for white after 100 playouts (100000/s): a1 b1\n\n\
         gogui-gfx:\nuct\nVAR W a1 B b1\nINFLUENCE a1 0.60 b1 0.55\nLABEL a1 100 b1 50\n\
         TEXT 60.0% for white after 200 playouts (100000/s): a1 b1\n\n\
         = a1\n\n"
    );
}

/// A conversation with an engine that thinks for an hour unless it is stopped.
fn slow_conversation(settings: Settings) -> Conversation {
    let settings = Settings { move_time: Some(Duration::from_secs(3600)), ..settings };
    Conversation::with(move |input, output| {
        let options = Options { settings, ..Options::default() };
        serve(&mut slow_session("mock 3x3"), &options, input, output).unwrap();
    })
}

#[test]
fn an_interrupt_ends_the_search_and_the_move_is_played() {
    let mut talk = slow_conversation(Settings::default());
    talk.say("genmove b");
    talk.say("position");
    std::thread::sleep(Duration::from_millis(20));
    assert_eq!(talk.heard(), "");
    talk.say("# interrupt");
    talk.wait_for("white to move");
    talk.say("7 genmove w");
    talk.say("8 stop");
    talk.wait_for("=8 \n\n");
    assert_eq!(talk.end(), "= a1\n\n= mock 3x3; black a1; white to move\n\n=7 b1\n\n=8 \n\n");
}

#[test]
fn quitting_does_not_wait_for_the_search() {
    let mut talk = slow_conversation(Settings::default());
    talk.say("genmove b");
    std::thread::sleep(Duration::from_millis(150));
    talk.say("quit");
    assert_eq!(talk.end(), "= a1\n\n= \n\n");
}

#[test]
fn the_end_of_the_input_ends_the_search() {
    let mut talk = slow_conversation(Settings::default());
    talk.say("genmove b");
    std::thread::sleep(Duration::from_millis(150));
    assert_eq!(talk.end(), "= a1\n\n");
}

#[test]
fn a_script_in_a_pipe_gets_full_searches() {
    let answers = talk(
        &mut slow_session("mock 3x3"),
        &Options {
            settings: Settings { playouts: Some(3000), ..Settings::default() },
            ..Options::default()
        },
        "genmove b\nundo\nanalyze-visits b\nquit\n",
    );
    assert_eq!(answers.split("\n\n").nth(2), Some("= a1 1500 b1 750 c1 375 a2 187 b2 93"));
}

#[test]
fn pondering_ends_when_somebody_speaks() {
    let mut talk = slow_conversation(Settings { ponder: true, ..Settings::default() });
    talk.say("play b b2");
    talk.wait_for("= \n\n");
    std::thread::sleep(Duration::from_millis(20));
    talk.say("position");
    talk.wait_for("w");
    assert_eq!(talk.end(), "= \n\n= mock 3x3; black b2; white to move\n\n");
}

#[test]
fn a_stream_of_analysis_is_written_as_katago_does() {
    let mut talk = slow_conversation(Settings::default());
    talk.say("1 kata-analyze b 1 maxmoves 1 ownership true");
    talk.wait_for("info move a1 visits 50 winrate 0.6000");
    talk.wait_until(|heard| heard.contains(" lcb 0.46") && !heard.contains("info move b1"));
    talk.say("");
    talk.say("2 kata-analyze b interval 1 dance true");
    talk.say("3 kata-analyze b maxmoves many");
    let heard = talk.end();
    assert!(heard.contains("\"dance\": is nothing that can be asked for"), "{heard}");
    assert!(heard.contains("\"many\": not a number of moves"), "{heard}");
}

#[test]
fn a_stream_of_analysis_ends_with_the_next_line() {
    let mut talk = slow_conversation(Settings::default());
    talk.say("1 lz-analyze b interval 0");
    talk.wait_until(|heard| heard.matches("info move a1").count() > 2);
    talk.say("2 name");
    talk.wait_for("=2 Spinney");
    talk.say("3 spinney-analyze 1");
    talk.wait_for("winrate 0.6000 amaf 0.5900 order 0 pv a1 b1 c1 info move b1");
    talk.say("");
    talk.say("4 play b a1");
    talk.wait_for("=4 ");
    talk.say("lz-analyze b fast");
    let heard = talk.end();
    assert!(heard.starts_with("=1 \ninfo move a1 visits 50 winrate 6000 order 0 pv a1 b1 c1 info"));
    assert!(heard.ends_with("line 6: \"fast\": not a number of centiseconds\n\n"), "{heard}");
    let answers: Vec<&str> = heard.split("\n\n").collect();
    assert_eq!(answers[1], "=2 Spinney");
    assert_eq!(answers[3], "=4 ");
}

#[test]
fn overlong_lines_are_refused() {
    let text = format!("{}\nname\n", "play b a1 ".repeat(5000));
    let answers = talk(&mut session("mock 3x3"), &Options::default(), text);
    assert_eq!(answers, "? syntax error: line 1: longer than 16384 bytes\n\n= Spinney\n\n");
}

const SEEDS: &[&str] = &[
    "name",
    "12 version",
    "list_commands",
    "known_command play",
    "boardsize 3 3",
    "boardsize 5",
    "boardsize bent-93",
    "clear_board",
    "play b a1",
    "play white b2",
    "3 play black swap-pieces",
    "play w resign",
    "play-game a1 b2 c3",
    "undo",
    "all_legal_moves",
    "final_score",
    "showboard",
    "position",
    "position mock 3x3 swap-sides; black a1; white b2; white to move",
    "genmove b",
    "reg_genmove white",
    "stop",
    "clear_cache",
    "time_settings 300 25 5",
    "kgs-time_settings byoyomi 300 30 5",
    "time_left b 60 0",
    "hexgui-analyze_commands",
    "analyze-moves b",
    "analyze-gfx w",
    "analyze-report",
    "lz-analyze b interval 50",
    "kata-analyze b 50 maxmoves 2 rootInfo true",
    "spinney-analyze 10",
    "gogui-gfx-analyze b",
    "vc-build b",
    "vc-get-mustplay white",
    "vc-between-cells-full b a1 north",
    "vc-connected-to-semi w b2",
    "compute-inferior b",
    "find-split-decomp w",
    "explain",
    "dfpn-solve-state b",
    "param_dfpn use_guifx 1",
    "get_parameters",
    "set_parameter search.exploration 0.5",
    "param_search reuse 0",
    "param_game allow_swap 1",
    "param_limits move-time 2",
    "param_gtp live-gfx 1",
    "param_gtp ponder 1",
    "# interrupt",
    "",
    "loadsgf nowhere/x.sgf 12",
];

#[test]
fn a_million_malformed_lines_are_each_answered_or_ignored() {
    let text = malformed_lines(SEEDS, 1_000_000, 1);
    // Whatever is not blank, a comment or made of control characters alone wants one answer.
    let is_command = |line: &&str| {
        let code = line.split('#').next().unwrap();
        code.chars().any(|c| !c.is_whitespace() && !c.is_control())
    };
    let wanted = text.lines().filter(is_command).count();
    let mut session = session("mock 3x3");
    let answers = talk(&mut session, &Options::default(), text);
    let given = answers.split("\n\n").filter(|block| block.starts_with(['=', '?'])).count();
    assert_eq!(given, wanted);
    let refused = answers.split("\n\n").filter(|block| block.starts_with('?')).count();
    assert!(refused > wanted / 3, "{refused} of {wanted}");
}
