//! Players at the board: every preset, small boards, fixed numbers of playouts.

use spinney_engine::{Limits, Report, Session, Stop, games, open, presets};
use spinney_game::Rng;

/// A small board of each game.
fn small(game: &str) -> &'static str {
    match game {
        "hex" => "hex 4x4 swap-pieces",
        "y" => "y 5 swap-sides",
        "polyy" => "polyy 5,3 swap-sides",
        "havannah" => "havannah 3 swap-pieces",
        "arimaa" => "arimaa 30g [r.......h...........R.....E.........e......r......D...........R.]",
        "tantrix" => TANTRIX_NEAR_ITS_END,
        _ => panic!("which board of {game} is small?"),
    }
}

/// Two tiles are left in the bag.
const TANTRIX_NEAR_ITS_END: &str = "tantrix red blue hands 13,25,49,50,51,54 1,12,14,18,31,36 table 6.0@0,0 20.4@-1,-1 \
    11.2@2,0 33.4@1,-1 52.1@2,-2 41.5@3,-1 23.5@-3,-1 37.2@-2,0 55.0@0,-2 5.2@-3,1 28.4@-4,0 \
    35.0@-2,-2 34.5@-3,-3 9.5@-4,-2 10.2@-1,-3 45.1@1,-3 42.4@-5,-1 48.2@-7,-1 22.4@-6,-2 \
    27.0@-5,-3 30.5@-1,1 7.1@1,1 24.5@2,-4 46.5@3,-3 40.5@0,-4 26.4@-2,-4 16.0@4,-2 \
    8.5@-4,-4 38.0@-1,-5 2.4@-3,-5 29.1@1,-5 56.3@-6,-4 3.2@-7,-3 43.0@-8,-2 44.4@-5,-5 \
    47.0@-4,-6 17.4@-6,0 39.3@-5,1 4.0@6,-2 19.1@0,2 32.5@-2,2 53.5@5,-1 turn red";

fn think(session: &mut Session, playouts: u64) -> Report {
    session.think(&Limits::playouts(playouts), &Stop::new(), &mut |_| {}).unwrap()
}

/// The engine plays both sides to the end; the moves.
fn self_play(session: &mut Session, playouts: u64) -> Vec<String> {
    let mut rng = Rng::new(1, 0);
    while session.board().outcome().is_none() {
        if session.board().to_move().is_none() {
            session.line.roll(&mut rng).unwrap();
            continue;
        }
        let report = think(session, playouts);
        let best = report.best().expect("there is a move while the game goes on");
        assert_eq!(best.line.first().unwrap_or(&best.text), &best.text);
        assert!(session.board().legal_moves().contains(&best.text));
        session.line.play(Some(report.side), &best.text.clone()).unwrap();
    }
    session.line.played().map(|played| played.text.clone()).collect()
}

#[test]
fn every_preset_plays_a_legal_game() {
    for preset in presets() {
        let game = preset.name.split('/').next().unwrap();
        let mut session = open(preset.name, Some(small(game)), &[]).unwrap();
        assert_eq!((session.board().game(), session.player.preset()), (game, preset.name));
        let moves = self_play(&mut session, 100);
        assert!(moves.len() >= 3, "{}: {moves:?}", preset.name);
        let outcome = session.board().outcome().unwrap();
        assert!(outcome.winner.is_some() || ["tantrix", "havannah"].contains(&game));
    }
}

#[test]
fn games_start_where_they_usually_do() {
    for game in games() {
        for start in game.setups().chain([game.default_position.to_owned()]) {
            let session = open(game.presets[0].name, Some(&start), &[]).unwrap();
            assert_eq!(session.board().game(), game.name);
            assert!(
                session.board().text().starts_with(&start),
                "{start}: {}",
                session.board().text()
            );
            assert!(!session.board().picture().to_text(false).is_empty());
        }
    }
}

#[test]
fn the_same_seed_and_playouts_give_the_same_game() {
    for preset in presets() {
        let start = small(preset.name.split('/').next().unwrap());
        let one_thread = [("search.threads".to_owned(), "1".to_owned())];
        let mut session = open(preset.name, Some(start), &one_thread).unwrap();
        let first = self_play(&mut session, 150);
        session.set_position(start).unwrap();
        assert_eq!(self_play(&mut session, 150), first, "{} once more", preset.name);
        let mut other = open(preset.name, Some(start), &one_thread).unwrap();
        assert_eq!(self_play(&mut other, 150), first, "{} by another", preset.name);
    }
}

#[test]
fn sessions_survive_random_play_undo_and_thought() {
    let mut rng = Rng::new(1, 0);
    for game in games() {
        let start = small(game.name);
        let mut session = open(game.presets[0].name, Some(start), &[]).unwrap();
        for _ in 0..30 {
            session.set_position(start).unwrap();
            let mut texts = vec![session.board().text()];
            while session.board().outcome().is_none() {
                match rng.below(8) {
                    0 if texts.len() > 1 => {
                        session.line.undo().unwrap();
                        texts.pop();
                        assert_eq!(Some(&session.board().text()), texts.last());
                    }
                    _ if session.board().to_move().is_none() => {
                        session.line.roll(&mut rng).unwrap();
                        texts.push(session.board().text());
                    }
                    1 => {
                        let report = think(&mut session, 50);
                        assert!(
                            session.board().legal_moves().contains(&report.best().unwrap().text)
                        );
                    }
                    2 => {
                        let side = session.board().sides()[rng.below(2) as usize];
                        let limits = Limits::playouts(20);
                        match session.think_as(side, &limits, &Stop::new(), &mut |_| {}) {
                            Ok(report) => assert_eq!(report.side, side),
                            // Not every game can hand the turn over.
                            Err(_) => assert_ne!(session.board().to_move(), Some(side)),
                        }
                        assert_eq!(Some(&session.board().text()), texts.last());
                    }
                    _ => {
                        let m = rng.choose(&session.board().legal_moves()).unwrap().clone();
                        session.line.play(None, &m).unwrap();
                        texts.push(session.board().text());
                    }
                }
            }
            assert_eq!(session.line.played().len() + 1, texts.len());
        }
    }
}

#[test]
fn what_is_chosen_in_tantrix_depends_on_nothing_but_what_lies_open() {
    let one_thread = [("search.threads".to_owned(), "1".to_owned())];
    for preset in presets().filter(|preset| preset.name.starts_with("tantrix/")) {
        let preset = preset.name;
        let mut session = open(preset, Some(TANTRIX_NEAR_ITS_END), &one_thread).unwrap();
        let mut rng = Rng::new(2, 0);
        while session.board().outcome().is_none() {
            if session.board().to_move().is_none() {
                session.line.roll(&mut rng).unwrap();
                continue;
            }
            // Whoever only sees the table, the hands and what is missing chooses the same,
            // whatever will be drawn next.
            let mut newcomer = open(preset, Some(&session.board().text()), &one_thread).unwrap();
            let chosen = think(&mut newcomer, 100).best().unwrap().text.clone();
            session.player.clear();
            assert_eq!(think(&mut session, 100).best().unwrap().text, chosen);
            session.line.play(None, &chosen).unwrap();
        }
    }
}

#[test]
fn draws_and_moves_of_others_are_followed_between_thoughts() {
    for seed in 0..8 {
        let mut session = open("tantrix/best", Some("tantrix red blue"), &[]).unwrap();
        let mut rng = Rng::new(seed, 0);
        while session.board().outcome().is_none() {
            if session.board().to_move().is_none() {
                session.line.roll(&mut rng).unwrap();
                continue;
            }
            let moves = session.board().legal_moves();
            let text = if rng.below(3) == 0 {
                think(&mut session, 30).best().unwrap().text.clone()
            } else {
                rng.choose(&moves).unwrap().clone()
            };
            assert!(moves.contains(&text), "{text}");
            session.line.play(None, &text).unwrap();
        }
    }
}

/// Random games of Tantrix that have come to where so many tiles are left, all of them in hands.
fn tantrix_endings(rules: &str, left: usize, count: usize) -> Vec<Session> {
    let mut rng = Rng::new(left as u64, count as u64);
    let mut endings = Vec::new();
    while endings.len() < count {
        let mut session = open("tantrix/best", Some(rules), &[]).unwrap();
        while session.board().outcome().is_none() {
            if session.board().to_move().is_none() {
                session.line.roll(&mut rng).unwrap();
                continue;
            }
            if session.board().text().matches('@').count() == 56 - left {
                endings.push(session);
                break;
            }
            let moves = session.board().legal_moves();
            session.line.play(None, rng.choose(&moves).unwrap()).unwrap();
        }
    }
    endings
}

/// The least and the most that a player has after a move if the next one, who lays the last tile,
/// plays as is best for themselves.
fn after_best_answer(session: &mut Session, m: &str, seat: usize) -> (f32, f32) {
    session.line.play(None, m).unwrap();
    let mut bounds = (f32::INFINITY, f32::NEG_INFINITY);
    let answerer = session
        .board()
        .to_move()
        .map(|side| session.board().sides().iter().position(|s| *s == side));
    let mut best_answer = f32::NEG_INFINITY;
    let mut note = |session: &Session, answerer: Option<usize>| {
        let rewards = session.board().outcome().unwrap().rewards;
        let its = answerer.map_or(0.0, |answerer| rewards[answerer]);
        if its > best_answer {
            best_answer = its;
            bounds = (f32::INFINITY, f32::NEG_INFINITY);
        }
        if its == best_answer {
            bounds = (bounds.0.min(rewards[seat]), bounds.1.max(rewards[seat]));
        }
    };
    match answerer {
        None => note(session, None),
        Some(answerer) => {
            for answer in session.board().legal_moves() {
                session.line.play(None, &answer).unwrap();
                note(session, answerer);
                session.line.undo().unwrap();
            }
        }
    }
    session.line.undo().unwrap();
    bounds
}

#[test]
fn with_three_and_four_players_and_in_teams_everybody_plays_for_themselves_or_their_side() {
    for rules in ["tantrix red yellow blue", "tantrix red yellow blue green", "tantrix teams"] {
        for mut session in tantrix_endings(rules, 2, 6) {
            let side = session.board().to_move().unwrap();
            let seat = session.board().sides().iter().position(|s| *s == side).unwrap();
            let report = think(&mut session, 20_000);
            let mut sure = 0.0_f32;
            for m in session.board().legal_moves() {
                sure = sure.max(after_best_answer(&mut session, &m, seat).0);
            }
            let chosen = report.best().unwrap().text.clone();
            let (_, most) = after_best_answer(&mut session, &chosen, seat);
            assert!(most >= sure, "{chosen} has {most}, not {sure}: {}", session.board().text());
        }
    }
}

#[test]
fn of_moves_that_all_win_the_one_that_wins_by_most_is_played() {
    let mut compared = 0;
    for mut session in tantrix_endings("tantrix", 1, 40) {
        let side = session.board().to_move().unwrap();
        let seat = session.board().sides().iter().position(|s| *s == side).unwrap();
        let score = |session: &Session, seat: usize| -> i32 {
            let facts = session.board().facts();
            let name = format!("score {}", session.board().sides()[seat]);
            facts.iter().find(|fact| fact.name == name).unwrap().words[0].parse().unwrap()
        };
        let moves = session.board().legal_moves();
        let margins: Vec<i32> = moves
            .iter()
            .map(|m| {
                session.line.play(None, m).unwrap();
                let margin = score(&session, seat) - score(&session, 1 - seat);
                session.line.undo().unwrap();
                margin
            })
            .collect();
        let (least, most) = (margins.iter().min().unwrap(), margins.iter().max().unwrap());
        if *least <= 0 || least == most {
            continue;
        }
        compared += 1;
        let chosen = think(&mut session, 2_000).best().unwrap().text.clone();
        let at = moves.iter().position(|m| *m == chosen).unwrap();
        assert_eq!(margins[at], *most, "{}", session.board().text());
    }
    assert!(compared > 3);
}

#[test]
fn a_player_out_of_turn_is_answered_for() {
    let mut session = open("hex/best", Some("hex 5x5"), &[]).unwrap();
    session.line.play(Some("black"), "c3").unwrap();
    let black =
        session.think_as("black", &Limits::playouts(200), &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!(black.side, "black");
    session.line.play(Some("black"), &black.best().unwrap().text).unwrap();
    assert_eq!(session.line.played().len(), 2);
    assert_eq!(session.board().to_move(), Some("white"));
    assert!(think(&mut session, 200).best().is_some());
}

fn answers_by_swapping(preset: &str, start: &str, opening: &str, seed: u64) -> bool {
    let seed = [("search.seed".to_owned(), seed.to_string())];
    let mut session = open(preset, Some(start), &seed).unwrap();
    session.line.play(None, opening).unwrap();
    think(&mut session, 10_000).best().unwrap().text.starts_with("swap")
}

#[test]
fn a_strong_opening_is_swapped_and_a_weak_one_is_not() {
    let cases = [
        ("hex/best", "hex 5x5 swap-pieces", "c3", "a1"),
        ("hex/best", "hex 7x7 swap-sides", "d4", "a1"),
        ("hex/mohex-2009", "hex 5x5 swap-pieces", "c3", "a1"),
        ("y/best", "y 7 swap-sides", "c5", "a1"),
        ("polyy/best", "polyy 5,7 swap-sides", "31", "9"),
        ("polyy/lynx-2014", "polyy 5,7 swap-sides", "31", "9"),
    ];
    for (preset, start, strong, weak) in cases {
        for seed in 1..=5 {
            assert!(answers_by_swapping(preset, start, strong, seed), "{preset} {strong} {seed}");
            assert!(!answers_by_swapping(preset, start, weak, seed), "{preset} {weak} {seed}");
        }
    }
}

#[test]
fn the_first_move_under_the_swap_rule_is_not_the_strongest() {
    let opening = |start: &str| {
        let mut session = open("hex/best", Some(start), &[]).unwrap();
        think(&mut session, 20_000).best().unwrap().text.clone()
    };
    // On 5x5 the winning openings are known; any other one loses if it is not swapped.
    let winning = ["a4", "a5", "b2", "b3", "b4", "c2", "c3", "c4", "d2", "d3", "d4", "e1", "e2"];
    assert!(winning.contains(&opening("hex 5x5").as_str()));
    assert!(!["c3", "b4", "d2"].contains(&opening("hex 5x5 swap-pieces").as_str()));
}

#[test]
fn polyy_best_opens_where_its_preset_says() {
    let mut session = open("polyy/best", Some("polyy 5,7 swap-sides"), &[]).unwrap();
    let report = session.think(&Limits::playouts(200), &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!(report.best().unwrap().text, "7");
    let mut other = open("polyy/best", Some("polyy 5,5 swap-sides"), &[]).unwrap();
    let report = other.think(&Limits::playouts(200), &Stop::new(), &mut |_| {}).unwrap();
    let best = report.best().unwrap().visits;
    assert!(
        report.candidates.iter().all(|c| c.visits <= best),
        "on another board the search decides"
    );
}
