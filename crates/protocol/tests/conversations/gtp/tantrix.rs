//! Tables of Tantrix over GTP.

use super::*;

const TANTRIX: &str = "tantrix red blue hands 4,9,28,33,35,47 5,20,23,32,49,51 \
    table 19.0@0,0 55.5@-2,0 12.3@-3,-1 11.5@-1,-1 turn red";

#[test]
fn a_table_of_tantrix_is_told_what_lies_open() {
    let mut session = open("tantrix/greedy", Some(TANTRIX), &[]).unwrap();
    expect_with(
        &mut session,
        &Options::default(),
        "> facts stage
         = stage: free
         > facts hand
         = hand red: 4 9 28 33 35 47
         hand blue: 5 20 23 32 49 51
         > facts hand blue
         = hand blue: 5 20 23 32 49 51
         > facts forced
         = forced:
         > facts score
         = score red: 1
         score blue: 3
         > facts line blue
         = line blue: -2,0 -3,-1 -1,-1
         > facts wisdom
         ? syntax error: line 7: \"wisdom\": no such fact; there are stage, turn, draws, bag, forced, hand red, \
         fills red, score red, line red, hand blue, fills blue, score blue, line blue
         > play red 5.0@2,0
         ? illegal move: line 8: \"5.0@2,0\": that tile is not in the hand of the player to move
         > play chance 1
         ? illegal move: line 9: \"chance\": no such side; the sides are red, blue",
    );
}

#[test]
fn draws_of_tantrix_are_told_or_asked_for() {
    let mut session = open("tantrix/greedy", Some("tantrix red blue"), &[]).unwrap();
    let mut sent = String::from("play chance 17\nplay chance 17\nplay chance 5\ngenmove red\n");
    sent += &"roll\n".repeat(10);
    sent += "facts stage\nfacts turn\ngenmove red\nfacts stage\nfacts draws\nplay chance 57\n";
    let answers = talk(&mut session, &Options::default(), sent);
    let answers: Vec<&str> = answers.strip_suffix("\n\n").unwrap().split("\n\n").collect();
    assert_eq!(answers[0], "= ");
    assert_eq!(answers[1], "? illegal move: line 2: \"17\": is not in the bag any more");
    assert!(answers[3].starts_with("? "), "chance is to act: {}", answers[3]);
    assert_eq!(&answers[14..16], ["= stage: free", "= turn: red"], "the higher tile starts");
    assert!(answers[16].ends_with(".0@0,0"), "{}", answers[16]);
    assert_eq!(&answers[17..19], ["= stage: draw", "= draws: red"]);
    assert!(answers[19].contains("\"57\": is not the number of a tile"), "{}", answers[19]);
}

#[test]
fn whoever_must_fill_a_forced_space_is_told_where() {
    let mut session = open("tantrix/greedy", Some(TANTRIX), &[]).unwrap();
    let mut dice = spinney_engine::Rng::new(3, 0);
    let fact = |session: &Session, name: &str| {
        let facts = session.board().facts();
        facts.iter().find(|fact| fact.name == name).unwrap().words.clone()
    };
    let mut filled = 0;
    while session.board().outcome().is_none() {
        if session.board().to_move().is_none() {
            session.line.roll(&mut dice).unwrap();
            continue;
        }
        let moves = session.board().legal_moves();
        let side = session.board().to_move().unwrap();
        let fills = fact(&session, &format!("fills {side}"));
        assert_eq!(fact(&session, "turn"), [side]);
        if fact(&session, "stage") == ["fill"] {
            filled += 1;
            let cells: Vec<&str> = moves.iter().map(|m| m.split_once('@').unwrap().1).collect();
            assert!(cells.iter().all(|cell| fills.iter().any(|fill| fill == cell)));
            assert!(fills.iter().all(|fill| fact(&session, "forced").contains(fill)));
        } else {
            assert_eq!(fills, Vec::<String>::new());
        }
        session.line.play(None, &moves[0]).unwrap();
    }
    assert!(filled > 5, "{filled}");
}

#[test]
fn only_commands_that_the_game_has_are_listed_known_and_carried_out() {
    let said = |game: &str, text: &str| {
        let mut session = open(&format!("{game}/random"), None, &[]).unwrap();
        talk(&mut session, &Options::default(), text)
    };
    let of_connections = ["vc-build", "compute-fillin", "explain", "dfpn-solve-state"];
    let everything = "list_commands\nhexgui-analyze_commands\nget_parameters\n";
    for name in of_connections {
        assert!(said("hex", everything).contains(name), "{name}");
        for game in ["tantrix", "arimaa"] {
            assert!(!said(game, everything).contains(name), "{game} {name}");
            assert_eq!(said(game, &format!("known_command {name}\n")), "= false\n\n");
            assert!(said(game, &format!("{name}\n")).starts_with("? unknown command"), "{name}");
        }
    }
    assert!(said("y", everything).contains("game.swap-rule"));
    assert!(!said("tantrix", everything).contains("swap-rule"));
    assert!(said("tantrix", "param_game allow_swap 1\n").starts_with("? unknown command"));
}
