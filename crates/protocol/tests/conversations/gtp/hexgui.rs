//! What HexGui's buttons and menus send.

use super::*;

#[test]
fn hexgui_connects_plays_and_leaves() {
    let mut session = session("mock 3x3");
    let sent = "name\nversion\nhexgui-analyze_commands\nboardsize 4 3\nclear_board\nclear_board\n\
                play black a2\nplay black b1\nplay white c3\nshowboard\nundo\ngenmove white\nquit\n";
    let answers = talk(&mut session, &Options::default(), sent);
    let answers: Vec<&str> = answers.strip_suffix("\n\n").unwrap().split("\n\n").collect();
    assert_eq!(answers.len(), 13);
    assert!(answers.iter().all(|answer| answer.starts_with("= ")), "{answers:?}");
    assert_eq!(answers[0], "= Spinney");
    assert_eq!(answers[1], concat!("= ", env!("CARGO_PKG_VERSION")));
    assert_eq!(answers[3], "= ");
    assert_eq!(answers[11], "= a1");
    assert_eq!(session.board().text(), "mock 4x3; black b1 a2; white a1; black to move");
}

#[test]
fn hexgui_can_read_the_menu() {
    let answers = talk(&mut session("mock 3x3"), &Options::default(), "hexgui-analyze_commands\n");
    let menu = answers.strip_prefix("= ").unwrap().trim_end();
    let kinds = ["string", "plist", "pspairs", "var", "vc", "inferior", "param", "move", "gfx"];
    for line in menu.lines() {
        let parts: Vec<&str> = line.split('/').collect();
        assert_eq!(parts.len(), 3, "{line}");
        assert!(kinds.contains(&parts[0]), "{line}");
        let name = parts[2].split(' ').next().unwrap();
        let known =
            talk(&mut session("mock 3x3"), &Options::default(), format!("known_command {name}\n"));
        assert_eq!(known, "= true\n\n", "{line}");
    }
    assert!(menu.contains("\nparam/Parameters of search/param_search"), "{menu}");
}

#[test]
fn connections_are_listed_as_hexgui_reads_them() {
    let at = |position: &str| open("hex/uct", Some(position), &[]).unwrap();
    expect_with(
        &mut at("hex 5x5; black c2 b4; white a5 d3; white to move"),
        &Options::default(),
        "> vc-between-cells-full black c2 b4
         =
         black c2 b4 full h-search [ b3 c3 ] [ ]
         > vc-between-cells-semi black b4 south
         =
         black b4 south semi h-search [ b5 ] [ ] b5
         > vc-intersection-semi black b4 south
         = b5
         > vc-union-full b C2 B4
         = b3 c3
         > vc-verdict black
         = wins moving first
         > vc-between-cells-full black c2 z9
         ? syntax error: line 6: \"z9\": no such cell; cells are named a1 to e5
         > vc-connected-to-full black
         ? syntax error: line 7: wants a colour and a cell or edge",
    );
    let mut forced = at("hex 5x5; black c2 b4; white a5 d3; white to move");
    let answers = talk(&mut forced, &Options::default(), "vc-get-mustplay\n");
    assert!(answers.starts_with("= ") && answers.trim_end().ends_with(" b5"), "{answers}");
    let mut won = at("hex 5x5; black c3; white to move");
    let answers = talk(&mut won, &Options::default(), "vc-verdict black\nvc-get-mustplay white\n");
    assert_eq!(answers, "= wins\n\n= \n\n");
    let mut mock = session("mock 3x3");
    let answers = talk(&mut mock, &Options::default(), "vc-build black\n");
    assert!(answers.starts_with("? "), "{answers}");
}

/// What HexGui's drawing of inferior cells understands of a list of cells and codes.
fn codes(answer: &str) -> Vec<(&str, &str)> {
    let words: Vec<&str> = answer.trim_start_matches("= ").split_whitespace().collect();
    let pairs: Vec<_> = words.chunks(2).map(|pair| (pair[0], pair[1])).collect();
    for (_, code) in &pairs {
        let is_fill_in = ["fdb", "fdw", "fcb", "fcw"].contains(code);
        let ignorable = ["iv[", "ir[", "id["].iter().find_map(|kind| code.strip_prefix(kind));
        let is_ignorable = ignorable.is_some_and(|by| by.len() > 2 && by.ends_with(']'));
        assert!(is_fill_in || is_ignorable || *code == "x", "{code}");
    }
    pairs
}

#[test]
fn inferior_cells_are_listed_as_hexgui_draws_them() {
    let mut session =
        open("hex/uct", Some("hex 7x7; black d4 c6; white e2 b3 f5; black to move"), &[]).unwrap();
    let mut ask = |line: &str| talk(&mut session, &Options::default(), format!("{line}\n"));
    let all = ask("compute-inferior black");
    let fill_in = ask("compute-fillin black");
    assert!(
        codes(&fill_in).iter().all(|pair| codes(&all).contains(pair) && pair.1.starts_with('f'))
    );
    let mut kinds = codes(&fill_in).len();
    for (command, letter) in [("vulnerable", "iv["), ("reversible", "ir["), ("dominated", "id[")] {
        let answer = ask(&format!("compute-{command} black"));
        assert!(codes(&answer).iter().all(|(_, code)| code.starts_with(letter)), "{answer}");
        kinds += codes(&answer).len();
    }
    assert_eq!(kinds, codes(&all).len());
    assert!(kinds > 5, "{all}");
    // The button for a hint: all that can be said of each move.
    let hint = ask("vc-build black");
    assert!(codes(&all).iter().all(|pair| codes(&hint).contains(pair)), "{hint}");
    assert!(ask("explain").starts_with("= {\"position\":\"hex 7x7"));
    assert_eq!(ask("find-split-decomp black"), "= \n\n");
    assert!(ask("compute-inferior red").starts_with("? "));
}

#[test]
fn proofs_are_found_and_kept_for_the_board() {
    let at = |position: &str| open("hex/uct", Some(position), &[]).unwrap();
    let mut session = at("hex 3x3");
    let script = [
        "param_dfpn use_guifx 1",
        "dfpn-solve-state black",
        "dfpn-solver-find-winning black",
        "dfpn-get-bounds black",
        "dfpn-solve-state white",
        "play black a1",
        "dfpn-solve-state white",
        "boardsize 4 4",
        "dfpn-solve-state",
        "dfpn-clear-tt",
        "param_dfpn threads 0",
    ]
    .join("\n");
    let answers = talk(&mut session, &Options::default(), script);
    let answers: Vec<&str> = answers.split("\n\n").filter(|a| !a.starts_with("gogui")).collect();
    assert_eq!(answers[1], "= black");
    assert_eq!(answers[2], "= c1 a2 b2 c2 a3");
    for known in ["a1 L", "c1 W", "b2 W", "c3 L"] {
        assert!(answers[3].contains(known), "{}", answers[3]);
    }
    assert_eq!(answers[4], "= white");
    assert_eq!(answers[6], "= white");
    assert_eq!(answers[8], "= black");
    assert!(answers[10].starts_with("? syntax error"), "{}", answers[10]);
    // A game may have a third result.
    let drawn = "havannah 3; black b4 c1 c2 c4 d5 e3 e5; white a1 a3 c3 c5 d2 d3 e4; black to move";
    let mut session = open("havannah/uct", Some(drawn), &[]).unwrap();
    let script = "dfpn-solve-state\ndfpn-solver-find-winning black\ndfpn-solve-state\ndfpn-get-bounds black\n";
    let answers = talk(&mut session, &Options::default(), script);
    let answers: Vec<&str> = answers.split("\n\n").collect();
    assert_eq!(answers[..3], ["= draw", "= ", "= draw"]);
    assert_eq!(answers[3], "= b1 L a2 D b2 L b3 L d4 L");
    // Nobody waits for a proof without end.
    let mut large = at("hex 11x11");
    let script = "param_limits nodes 20\ndfpn-solve-state black\n";
    assert_eq!(talk(&mut large, &Options::default(), script), "= \n\n= empty\n\n");
    let answer =
        talk(&mut self::session("mock 3x3"), &Options::default(), "dfpn-solve-state black\n");
    assert!(answer.starts_with("? "), "{answer}");
}

#[test]
fn a_time_limit_is_for_all_moves_that_are_to_be_proven_together() {
    let mut session = open("hex/uct", Some("hex 11x11"), &[]).unwrap();
    let begun = Instant::now();
    let script = "param_limits move_time 1\ndfpn-solver-find-winning black\n";
    assert_eq!(talk(&mut session, &Options::default(), script), "= \n\n= \n\n");
    // A second for each of 61 moves would be more than twice as long on the quickest machine.
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
}

#[test]
fn the_analysis_button_of_hexgui_draws_until_stop() {
    let mut talk =
        slow_conversation(Settings { live_interval: Duration::ZERO, ..Settings::default() });
    talk.say("param_dfpn use_guifx 1");
    talk.say("dfpn-solve-state black");
    talk.say("gogui-gfx-analyze black");
    talk.wait_for("gogui-gfx:\nkata\ninfo move a1 visits 50 winrate 0.6000 scoreLead 0 order 0\n");
    talk.say("# interrupt");
    talk.wait_for("\n\n= 60.0% for black after ");
    // The mock game has no proof search; the analysis comes all the same.
    assert!(talk.end().starts_with("= \n\n? "));
}
