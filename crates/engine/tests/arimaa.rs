//! Arimaa where rules, evaluation and search meet.

use spinney_arimaa::{Action, EvaluationSettings, Position, StepGuide, StepSettings};
use spinney_engine::{Limits, Stop, open};
use spinney_game::{Actor, Game, Guide, Player};
use spinney_search::alphabeta::{Search, Settings};

/// An endgame of few moves.
const ENDGAME: &str = "arimaa 30g
     +-----------------+
    8| . . . . . . . . |
    7| . . . r . . . . |
    6| . . x . . x . . |
    5| . . . . . . . . |
    4| . . . R e . . . |
    3| . . x . . x . . |
    2| . . . . . . . . |
    1| . . . E . . . . |
     +-----------------+";

fn guide() -> StepGuide {
    let steps = StepSettings { defences: true, ..StepSettings::default() };
    StepGuide::new(&EvaluationSettings::default(), &steps)
}

/// What a position is worth to a player, by trying everything.
fn minimax(position: &Position, player: Player, depth: i32) -> f32 {
    let mut guide = guide();
    if let Some(rewards) = position.rewards() {
        return rewards[player];
    }
    let own = position.actor() == Actor::Player(player);
    if guide.sees_win(position) {
        return if own { 1.0 } else { 0.0 };
    }
    if depth >= guide.loss_depth() && guide.sees_loss(position) {
        return if own { 0.0 } else { 1.0 };
    }
    if depth <= 0 && guide.is_quiet(position) {
        return guide.chance(guide.clone().evaluate(position, player));
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let values = moves.iter().map(|&m| {
        let cost = guide.cost(position, m) as i32;
        let mut next = position.clone();
        next.play(m);
        minimax(&next, player, depth - cost)
    });
    if own { values.fold(0.0, f32::max) } else { values.fold(1.0, f32::min) }
}

#[test]
fn alpha_beta_finds_what_trying_everything_finds() {
    let start = Position::from_text(ENDGAME).unwrap();
    for turn in ["Ed1n", "Ed1n Ed2n Ed3w", "Ed1w Ec1n Ec2w Eb2n"] {
        let mut position = start.clone();
        for action in position.parse_turn(turn).unwrap() {
            position.play(action);
        }
        let player = position.actor().player().unwrap();
        for depth in 1..=4 {
            // Reductions are guesses.
            let settings = Settings { depth, reduce_from: 0, ..Settings::default() };
            let mut search = Search::new(guide(), settings).unwrap();
            let found = search.think(&position, &Limits::default(), &Stop::new(), &mut |_| {});
            let value = minimax(&position, player, depth as i32);
            assert!((found.win_rate - value).abs() < 1e-6, "{turn}, depth {depth}");
        }
    }
}

#[test]
fn a_goal_within_the_turn_is_played() {
    // The rabbit on b6 is frozen until the elephant comes.
    let text = "arimaa 20g
         +-----------------+
        8| . . r . . . . r |
        7| . . . . . . . . |
        6| d R x . . x . . |
        5| . . E . . . . . |
        4| . . . . e . . . |
        3| . . x . . x . . |
        2| . . . . . . . . |
        1| R . . . . . . . |
         +-----------------+";
    for preset in ["arimaa/best", "arimaa/akimot-2009"] {
        let mut session = open(preset, Some(text), &[]).unwrap();
        while session.board().to_move() == Some("gold") {
            let report = session.think(&Limits::playouts(20_000), &Stop::new(), &mut |_| {});
            let best = report.unwrap().best().unwrap().text.clone();
            session.line.play(None, &best).unwrap();
        }
        assert_eq!(session.board().outcome().unwrap().winner, Some("gold"), "{preset}");
    }
}

#[test]
fn the_rest_of_a_turn_is_played_as_it_was_planned() {
    let start = "arimaa 2g [rrrccrrrrhdmedhr................................RHDMEDHRRRRCCRRR]";
    let mut session = open("arimaa/best", Some(start), &[]).unwrap();
    let limits = Limits::playouts(20_000);
    let first = session.think(&limits, &Stop::new(), &mut |_| {}).unwrap();
    let line = &first.best().unwrap().line;
    session.line.play(None, &line[0]).unwrap();
    let second = session.think(&limits, &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!(second.best().unwrap().text, line[1]);
    assert_eq!(second.playouts, first.playouts, "no search was needed");
}

#[test]
fn players_set_up_from_their_library() {
    let gold_after = |preset: &str, overrides: &[(String, String)]| {
        let mut session = open(preset, None, overrides).unwrap();
        while session.board().to_move() == Some("gold") {
            let report = session.think(&Limits::playouts(1_000), &Stop::new(), &mut |_| {});
            let best = report.unwrap().best().unwrap().text.clone();
            session.line.play(None, &best).unwrap();
        }
        session.board().text()
    };
    let text = gold_after("arimaa/akimot-2009", &[]);
    assert!(text.ends_with("HDCMECDHRRRRRRRR]"), "{text}");
    let with_seed = |seed: u32| ("search.seed".to_owned(), seed.to_string());
    let boards: Vec<_> = (0..8).map(|seed| gold_after("arimaa/best", &[with_seed(seed)])).collect();
    assert!(boards.iter().any(|board| *board != boards[0]), "always {}", boards[0]);
}

#[test]
fn actions_read_back_from_their_text_in_the_middle_of_a_push() {
    let position = Position::from_text(ENDGAME).unwrap();
    let mut moves = Vec::new();
    position.moves(&mut moves);
    assert!(moves.iter().all(|m| matches!(m, Action::Step(_))));
    for &m in &moves {
        assert_eq!(position.parse_move(&position.move_text(m)), Ok(m));
    }
}
