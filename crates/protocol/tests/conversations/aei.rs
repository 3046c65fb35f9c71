//! Conversations in the Arimaa Engine Interface, with a real player.

use spinney_engine::{Limits, Session, open};
use spinney_game::conformance::thorough;
use spinney_protocol::{aei, getmove};

use crate::table::{input, malformed_lines};

fn player(preset: &str) -> Session {
    open(preset, None, &[]).unwrap()
}

fn answers(preset: &str, lines: &str) -> String {
    let mut session = player(preset);
    let options = aei::Options { limits: Some(Limits::playouts(500)), ..aei::Options::default() };
    let mut said = Vec::new();
    aei::serve(&mut session, &options, input(lines), &mut said).unwrap();
    String::from_utf8(said).unwrap()
}

const START: &str = "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]";

fn best_moves(said: &str) -> Vec<&str> {
    said.lines().filter_map(|line| line.strip_prefix("bestmove ")).collect()
}

#[test]
fn an_engine_introduces_itself_and_is_ready() {
    let said = answers("arimaa/random", "aei\nisready\nquit\nisready\n");
    let lines: Vec<_> = said.lines().collect();
    assert_eq!(lines.first(), Some(&"protocol-version 1"));
    assert_eq!(&lines[lines.len() - 2..], ["aeiok", "readyok"]);
    assert!(said.contains("id name Spinney\n"));
}

#[test]
fn both_sides_set_up_and_play_when_their_turns_are_echoed() {
    let mut lines = "newgame\n".to_owned();
    for _ in 0..4 {
        lines += "gonothread\nmakemoverec\n";
    }
    let said = answers("arimaa/akimot-2009", &lines);
    let turns = best_moves(&said);
    assert_eq!(turns.len(), 4, "{said}");
    assert!(
        turns[0].split(' ').all(|word| word.len() == 3 && word.starts_with(char::is_uppercase))
    );
    assert_eq!(turns[1].split(' ').count(), 16);
    assert!(turns[2].split(' ').next().unwrap().len() == 4);
    assert!(!said.contains("bestmove end") && !said.contains(" end\nbest"));
}

#[test]
fn the_own_limits_hold_beside_the_time_control() {
    // With an hour for the turn, nobody would wait for the answer.
    let lines = format!("setoption name tcmove value 3600\nsetposition {START}\ngonothread\n");
    assert_eq!(best_moves(&answers("arimaa/best", &lines)).len(), 1);
}

#[test]
fn a_best_move_is_not_played_before_it_is_echoed() {
    let said =
        answers("arimaa/akimot-2009", &format!("setposition {START}\ngonothread\nboarddump\n"));
    assert!(said.contains("gold to move; move 2, 4 steps left"), "{said}");
}

#[test]
fn moves_are_taken_with_captures_and_short_turns() {
    let position =
        "setposition w [r                          dE          R                        ]";
    let said = answers("arimaa/random", &format!("{position}\nmakemove dd5s Ee5w\nboarddump\n"));
    assert!(said.contains("silver to move"), "{said}");
    let capture =
        "setposition g [r                                       Hd             R        ]";
    let lines = format!("{capture}\ntrapcheck\nmakemove db3e dc3x Ha3e\nboarddump\n");
    let said = answers("arimaa/random", &lines);
    assert!(said.contains("info trapcheck dc3x") && said.contains("silver to move"), "{said}");
}

#[test]
fn goals_are_checked() {
    let near = "setposition g [        R                      r                                ]";
    let said = answers("arimaa/random", &format!("{near}\ngoalcheck\n"));
    assert!(said.contains("info goalcheck 1 steps"), "{said}");
    let said = answers("arimaa/random", &format!("setposition {START}\ngoalcheck\n"));
    assert!(said.contains("info goalcheck none"), "{said}");
}

/// What follows `info` and a word in the lines of an answer.
fn infos<'a>(said: &'a str, word: &str) -> Vec<&'a str> {
    let start = format!("info {word} ");
    said.lines().filter_map(|line| line.strip_prefix(&start)).collect()
}

#[test]
fn a_search_tells_what_it_knows_and_what_it_has_done() {
    let search = format!("setposition {START}\ngonothread\n");
    for preset in ["arimaa/best", "arimaa/akimot-2009"] {
        let said = answers(preset, &search);
        let number = |word: &str| infos(&said, word).last().unwrap().parse::<f64>().unwrap();
        assert!(number("nodes") > 0.0 && number("nps") > 0.0 && number("time") >= 0.0);
        assert!((0.0..=1.0).contains(&number("winratio")) && number("score").abs() < 10_000.0);
        assert!((0.0..=1000.0).contains(&number("hashfull")), "{said}");
        let stat = infos(&said, "stat");
        assert_eq!(stat[0], format!("{preset}:"));
        for what in
            ["playouts", "seconds", "playouts per second", "nodes in the tree"].map(String::from)
        {
            assert!(stat.iter().any(|line| line.ends_with(&format!(" {what}"))), "{what}: {said}");
        }
        let best = best_moves(&said)[0];
        assert!(stat.contains(&format!("best move: {best}").as_str()), "{said}");
        let line = infos(&said, "pv").pop().unwrap();
        assert!(best.starts_with(line.split(' ').next().unwrap()), "{said}");
    }
    // Only a search that deepens step by step has a depth.
    assert!(infos(&answers("arimaa/best", &search), "depth")[0].parse::<u32>().unwrap() > 0);
    assert!(infos(&answers("arimaa/akimot-2009", &search), "depth").is_empty());
}

#[test]
fn a_search_tells_of_itself_while_it_goes_on() {
    let mut session = player("arimaa/best");
    session.player.set_parameter("alpha-beta.report-interval", "1").unwrap();
    let options =
        aei::Options { limits: Some(Limits::playouts(30_000)), ..aei::Options::default() };
    let mut said = Vec::new();
    let lines = format!("setposition {START}\ngonothread\n");
    aei::serve(&mut session, &options, input(lines), &mut said).unwrap();
    let said = String::from_utf8(said).unwrap();
    let depths: Vec<u32> = infos(&said, "depth").iter().map(|d| d.parse().unwrap()).collect();
    assert!(depths.len() > 2 && depths.is_sorted() && depths[0] < depths[depths.len() - 1]);
}

#[test]
fn the_tree_of_a_search_has_moves_and_lines_below_them() {
    let said = answers("arimaa/best", &format!("setposition {START}\ngonothread\ntreedump\n"));
    let tree = infos(&said, "tree");
    let best = best_moves(&said)[0].split(' ').next().unwrap();
    assert!(tree[0].starts_with(&format!("{best} ")), "{said}");
    let (below, roots): (Vec<&str>, Vec<&str>) =
        tree.iter().partition(|line| line.starts_with(' '));
    let has_numbers = |line: &&str| line.rsplit(' ').take(2).all(|n| n.parse::<f64>().is_ok());
    assert!(roots.len() > 4 && roots.iter().all(has_numbers), "{said}");
    assert!(!below.is_empty() && !below.iter().any(has_numbers), "{said}");
}

#[test]
fn what_is_wrong_ends_the_conversation_with_an_error_that_names_the_line() {
    for (lines, problem) in [
        ("isready\ndance\nisready\n", "line 2: \"dance\""),
        ("makemove Ee2n\n", "line 1: "),
        ("setposition g [rr]\n", "squares are missing"),
        ("setoption name tcmove value soon\n", "is no time"),
        ("setpositionfile /no/such/file\n", "/no/such/file"),
        ("makemoverec\n", "nothing was searched"),
        ("go away\n", "go alone"),
    ] {
        let said = answers("arimaa/random", lines);
        assert!(said.contains("log Error: ") && said.contains(problem), "{lines}: {said}");
        assert!(!said.ends_with("readyok\n"), "{said}");
    }
    let said = answers("arimaa/random", "setoption name colour value red\nisready\n");
    assert!(said.starts_with("log Warning: ") && said.ends_with("readyok\n"));
}

#[test]
fn a_wrong_move_changes_nothing() {
    let mut session = player("arimaa/random");
    session.set_position(&format!("arimaa {START}")).unwrap();
    let before = session.board().text();
    let lines = "makemove Ee2n Ee3n Ra1n\n";
    let mut said = Vec::new();
    aei::serve(&mut session, &aei::Options::default(), input(lines), &mut said).unwrap();
    assert!(said.starts_with(b"log Error: line 1"));
    assert_eq!(session.board().text(), before);
}

#[test]
fn mangled_messages_are_answered_and_never_panic() {
    let seeds = [
        "setposition g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]",
        "makemove Ee2n Ee3n rc3x",
        "setoption name tcmove value 5",
        "go",
        "isready",
        "boarddump",
    ];
    let mut session = player("arimaa/random");
    // A line that is not understood ends a conversation, so each line is one.
    for line in malformed_lines(&seeds, 3_000 * thorough(), 1).lines() {
        let options = aei::Options { limits: Some(Limits::playouts(1)), ..Default::default() };
        let mut said = Vec::new();
        aei::serve(&mut session, &options, input(format!("{line}\n")), &mut said).unwrap();
    }
}

#[test]
fn get_move_prefers_the_record_to_the_position() {
    let record = "1w Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2\n\
                  1b ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7\n2w\n";
    let position = "20b\n +-----------------+\n8| r . . . . . . . |\n7| . . . . . . . . |\n\
                    6| . . x . . x . . |\n5| . . . . . . . . |\n4| . . . . . . . . |\n\
                    3| . . x . . x . . |\n2| R . . . . . . . |\n1| . . . . . . . e |\n\
                     +-----------------+\n   a b c d e f g h\n";
    let limits = Some(Limits::playouts(300));
    let mut session = player("arimaa/akimot-2009");
    let files = [position.to_owned(), record.to_owned(), "tcmove=3600\n".to_owned()];
    let turn = getmove::answer(&mut session, &files, limits).unwrap();
    assert!(turn.starts_with(char::is_uppercase), "{turn}");
    let mut session = player("arimaa/akimot-2009");
    let turn = getmove::answer(&mut session, &files[..1], limits).unwrap();
    assert!(turn.starts_with(['r', 'e']), "{turn}");
    assert!(getmove::answer(&mut session, &["nonsense".to_owned()], limits).is_err());
}
