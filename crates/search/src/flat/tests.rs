//! Every kind of statistics on the demo game.

use super::*;
use crate::Limits;
use spinney_game::demo::{Countdown, Take};
use spinney_game::{RandomPlayout, Sequential};

fn kinds() -> Vec<Settings> {
    let uniform = [
        Statistics::ExpectedOutcome,
        Statistics::FirstOrder,
        Statistics::SecondOrder,
        Statistics::Patterns,
    ];
    let mut kinds: Vec<_> = uniform
        .map(|statistics| Settings { statistics, pattern_interval: 10, ..Settings::default() })
        .into();
    for of_uniform in kinds.clone().split_off(1) {
        for criterion in [Criterion::UpperBound, Criterion::ExpectedGain] {
            kinds.push(Settings {
                playouts: Playouts::SemiRandom,
                final_move: FinalMove::Tree,
                forgetting: 0.001,
                criterion,
                ..of_uniform.clone()
            });
        }
    }
    kinds
}

fn think(text: &str, settings: Settings, playouts: u64) -> Report<Take> {
    let position = Countdown::from_text(text).unwrap();
    let mut analysis = Analysis::new(Sequential(RandomPlayout::default()), settings, 1).unwrap();
    analysis.think(&position, &Limits::playouts(playouts), &Stop::new(), &mut |_| {})
}

#[test]
fn exactly_as_many_playouts_as_asked_for_are_made() {
    for settings in kinds() {
        for playouts in [1, 100, 513, 2_000] {
            let report = think("countdown 12", settings.clone(), playouts);
            assert_eq!(report.playouts, playouts, "{settings:?}");
            assert_eq!(report.candidates.len(), 3);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_judgement() {
    for settings in kinds() {
        let [mut a, mut b] = [0; 2].map(|_| think("countdown 15", settings.clone(), 1_000));
        (a.elapsed, b.elapsed) = Default::default();
        assert_eq!(a, b, "{settings:?}");
    }
}

#[test]
fn the_last_counter_is_taken() {
    for settings in kinds() {
        for (left, best) in [("countdown 1", Take(1)), ("countdown 3", Take(3))] {
            let report = think(left, settings.clone(), 500);
            assert_eq!(report.best().unwrap().played, best, "{settings:?}");
            assert_eq!(report.best().unwrap().win_rate, 1.0);
        }
    }
}

#[test]
fn dice_and_a_third_player_do_no_harm() {
    for text in ["countdown 15 dice", "countdown 15 players 3"] {
        for settings in kinds() {
            assert!(think(text, settings, 200).best().is_some());
        }
    }
}

#[test]
fn patterns_grow_up_to_their_number() {
    let settings = |patterns, playouts| Settings {
        statistics: Statistics::Patterns,
        pattern_interval: 10,
        patterns,
        playouts,
        ..Settings::default()
    };
    for playouts in [Playouts::Uniform, Playouts::SemiRandom] {
        assert_eq!(think("countdown 21", settings(5, playouts), 5_000).nodes, 5);
        assert_eq!(think("countdown 21", settings(0, playouts), 5_000).nodes, 0);
    }
}

#[test]
fn senseless_settings_are_refused_by_name() {
    let bad = [
        ("noise", Settings { noise: f32::NAN, ..Settings::default() }),
        ("pattern-interval", Settings { pattern_interval: 0, ..Settings::default() }),
        (
            "playouts",
            Settings {
                statistics: Statistics::ExpectedOutcome,
                playouts: Playouts::SemiRandom,
                ..Settings::default()
            },
        ),
    ];
    for (field, settings) in bad {
        assert_eq!(settings.check().unwrap_err().place, field);
    }
}

#[test]
fn fields_are_named_in_files_as_they_are_documented() {
    use documented::DocumentedFields;
    let text = toml::to_string(&Settings::default()).unwrap();
    let in_file: Vec<_> = text.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(in_file, Settings::FIELD_NAMES);
}
