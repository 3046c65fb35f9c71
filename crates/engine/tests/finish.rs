//! Won games are finished: whoever has a proven win plays on by the rules until the board is won,
//! however short the thinking.

use std::time::Duration;

use spinney_engine::explanation::explain;
use spinney_engine::{Board, Limits, Report, Rng, Session, Stop, open};

/// Positions that are won for one side, which need not be to move.
const WON: [&str; 5] = [
    "hex 5x5; black c3; white to move",
    "hex 6x6; black c4 d2; white e2 b3; black to move",
    "hex 7x7; black d4 c6; white e2 b3 f5; black to move",
    "y 6; black c4; white b3 d5; black to move",
    "y 6; black c4 b5; white b3 d5; white to move",
];

fn think(session: &mut Session, limits: &Limits) -> Report {
    let report = session.think(limits, &Stop::new(), &mut |_| {}).unwrap();
    assert!(!report.resign, "{} resigns at {}", session.player.preset(), session.board().text());
    report
}

/// Plays on against somebody who plays anywhere, and says who has won.
fn finish(preset: &str, position: &str, limits: &Limits, seed: u64) -> &'static str {
    let us = explain(&Board::from_text(position).unwrap()).unwrap().winner.expect(position);
    let mut session = open(preset, Some(position), &[]).unwrap();
    let mut rng = Rng::new(seed, 0);
    while session.board().outcome().is_none() {
        let legal = session.board().legal_moves();
        let played = if session.board().to_move() == Some(us) {
            think(&mut session, limits).best().unwrap().text.clone()
        } else {
            legal[rng.below(legal.len() as u32) as usize].clone()
        };
        assert!(legal.contains(&played), "{preset} plays {played} at {}", session.board().text());
        session.line.play(None, &played).unwrap();
    }
    let winner = session.board().outcome().unwrap().winner.unwrap();
    if winner == us { "proven" } else { "other" }
}

fn presets(position: &str) -> &'static [&'static str] {
    match position.starts_with("hex") {
        true => &["hex/best", "hex/mohex-2009", "hex/wolve-2008"],
        false => &["y/best"],
    }
}

#[test]
fn a_won_game_is_played_to_its_end_however_short_the_thinking() {
    for position in WON {
        for preset in presets(position) {
            for (seed, limits) in [
                Limits::playouts(1),
                Limits::playouts(20),
                Limits { nodes: Some(3), ..Limits::default() },
                Limits::move_time(Duration::from_millis(2)),
            ]
            .iter()
            .enumerate()
            {
                finish(preset, position, limits, seed as u64);
            }
        }
    }
}

/// A player that knows the connection holds on to it, whatever is tried.
#[test]
fn a_proven_win_is_kept() {
    for position in WON.iter().filter(|position| position.starts_with("hex")) {
        for seed in 0..5 {
            let winner = finish("hex/wolve-2008", position, &Limits::playouts(200), seed);
            assert_eq!(winner, "proven", "{position}");
        }
    }
}

/// Both sides of a decided game by the same player: the loser plays on, too.
#[test]
fn a_lost_game_is_played_on_by_the_rules() {
    for position in WON {
        for preset in presets(position) {
            let mut session = open(preset, Some(position), &[]).unwrap();
            while session.board().outcome().is_none() {
                let played =
                    think(&mut session, &Limits::playouts(30)).best().unwrap().text.clone();
                session.line.play(None, &played).unwrap();
            }
        }
    }
}
