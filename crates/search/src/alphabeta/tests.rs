//! What the search says of a game whose outcomes are known: leaving a multiple of four wins.

use spinney_game::demo::{Countdown, Take};
use spinney_game::{Game, Guide, Player};

use super::{Search, Settings};
use crate::{Limits, Report, Stop};

/// Tells nothing but what it is told to.
#[derive(Clone, Default)]
struct Told {
    /// Counters with which whoever is to move loses, at a glance.
    lost_with: Option<u32>,
    /// The only move that it mentions.
    only: Option<Take>,
}

impl Guide<Countdown> for Told {
    fn evaluate(&mut self, _: &Countdown, _: Player) -> i32 {
        0
    }

    fn sees_loss(&mut self, position: &Countdown) -> bool {
        self.lost_with.is_some_and(|left| position.text().starts_with(&format!("countdown {left}")))
    }

    fn moves(&mut self, position: &Countdown, out: &mut Vec<Take>) {
        position.moves(out);
        if let Some(only) = self.only.filter(|only| out.contains(only)) {
            *out = vec![only];
        }
    }

    fn chance(&self, value: i32) -> f32 {
        0.5 + 0.25 * value.signum() as f32
    }
}

/// Sees the truth only when everything is over, and likes some numbers of counters.
#[derive(Clone)]
struct Hopeful {
    likes: u32,
}

impl Guide<Countdown> for Hopeful {
    fn evaluate(&mut self, position: &Countdown, player: Player) -> i32 {
        let likes = position.text().starts_with(&format!("countdown {}", self.likes));
        let own = position.actor().player() == Some(player);
        if !likes {
            0
        } else if own {
            -100
        } else {
            100
        }
    }

    fn chance(&self, value: i32) -> f32 {
        0.5 + 0.25 * value.signum() as f32
    }
}

#[test]
fn who_is_lost_plays_what_looked_best_before() {
    // Any move from four counters loses, and nothing tells them apart in the end.
    for (likes, played) in [(3, Take(1)), (2, Take(2)), (1, Take(3))] {
        let position = Countdown::from_text("countdown 4").unwrap();
        let mut search = Search::new(Hopeful { likes }, Settings::default()).unwrap();
        let report = search.think(&position, &Limits::default(), &Stop::new(), &mut |_| {});
        assert_eq!(report.win_rate, 0.0);
        assert_eq!(report.best().unwrap().played, played);
    }
}

fn think(counters: u32, guide: Told, settings: Settings) -> Report<Take> {
    let position = Countdown::from_text(&format!("countdown {counters}")).unwrap();
    let mut search = Search::new(guide, settings).unwrap();
    search.think(&position, &Limits::default(), &Stop::new(), &mut |_| {})
}

#[test]
fn wins_and_losses_are_found() {
    for counters in 1..=20 {
        let report = think(counters, Told::default(), Settings::default());
        let wins = !counters.is_multiple_of(4);
        assert_eq!(report.win_rate, if wins { 1.0 } else { 0.0 }, "{counters}");
        if wins {
            assert_eq!(report.best().unwrap().played, Take((counters % 4) as u8), "{counters}");
        }
    }
}

#[test]
fn a_narrow_search_knows_that_it_has_not_seen_everything() {
    // The move that wins is looked at, but not all the replies to it.
    let narrow = Settings { widths: vec![3, 1], history: false, ..Settings::default() };
    assert_eq!(think(6, Told::default(), narrow).win_rate, 0.75);
    let wide = Settings { widths: vec![3], ..Settings::default() };
    assert_eq!(think(6, Told::default(), wide).win_rate, 1.0);
    assert!(Settings { widths: vec![3, 0], ..Settings::default() }.check().is_err());
}

#[test]
fn a_loss_seen_at_a_glance_ends_the_look() {
    let shallow = Settings { depth: 1, ..Settings::default() };
    let told = Told { lost_with: Some(16), ..Told::default() };
    let report = think(18, told, shallow.clone());
    assert_eq!((report.best().unwrap().played, report.win_rate), (Take(2), 1.0));
    assert_eq!(think(18, Told::default(), shallow).win_rate, 0.5);
}

#[test]
fn only_the_moves_of_the_guide_are_looked_at() {
    let told = Told { only: Some(Take(3)), ..Told::default() };
    let report = think(10, told, Settings::default());
    assert_eq!(report.candidates.len(), 1);
    assert_eq!(report.best().unwrap().played, Take(3));
}
