//! Thinking in slices comes to what thinking at once comes to.

use std::time::Duration;

use spinney_engine::{Clock, Limits, Report, Rng, Stop, Thought, open, presets};

const SLICE: Duration = Duration::from_millis(5);

/// One preset of every search, and boards on which they are quick.
const PLAYERS: [(&str, &str); 7] = [
    ("hex/best", "hex 7x7"),
    ("hex/wolve-2008", "hex 4x4"),
    ("y/amaf", "y 6"),
    ("y/raiko-2006-h", "y 5"),
    ("y/product", "y 5"),
    ("tantrix/oliver-style", "tantrix red blue"),
    ("arimaa/best", "arimaa 2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]"),
];

#[test]
fn every_search_carries_on_where_its_last_slice_ended() {
    for (preset, position) in PLAYERS {
        let mut session = open(preset, Some(position), &[]).unwrap();
        while session.board().to_move().is_none() {
            session.line.roll(&mut Rng::new(1, 0)).unwrap();
        }
        let mut thought = Thought::new(&*session.player, &Limits::playouts(3_000));
        let (mut last, mut visits) = (Report::default(), Vec::new());
        while !thought.is_over() {
            let report = thought.poll(&mut *session.player, &session.line, SLICE, &Stop::new());
            let report = report.unwrap();
            assert!(report.playouts >= last.playouts, "{preset}");
            visits.push(report.candidates.iter().map(|c| c.visits).sum::<u64>());
            last = report;
        }
        // Alpha-beta begins its iterations anew, and finds what it knows in its table.
        if !["hex/wolve-2008", "arimaa/best"].contains(&preset) {
            assert!(visits.is_sorted(), "{preset}: {visits:?}");
            let is_done = last.proven_winner.is_some() || last.playouts >= 3_000;
            assert!(is_done, "{preset}: {} playouts in {} slices", last.playouts, visits.len());
        }
    }
}

#[test]
fn playouts_are_spent_to_the_last_one_and_no_further() {
    let mut session = open("hex/uct", Some("hex 11x11"), &[]).unwrap();
    let mut thought = Thought::new(&*session.player, &Limits::playouts(20_000));
    let mut last = None;
    while !thought.is_over() {
        let report = thought.poll(&mut *session.player, &session.line, SLICE, &Stop::new());
        last = Some(report.unwrap());
    }
    assert_eq!(last.unwrap().playouts, 20_000);
}

#[test]
fn a_clock_is_divided_once_and_not_at_every_slice() {
    let mut session = open("hex/uct", Some("hex 11x11"), &[]).unwrap();
    let (remaining, increment) = (Duration::from_millis(2_400), Duration::ZERO);
    let clock = Clock { remaining, increment, moves_to_go: None };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    let share = session.player.budget(&limits).time.unwrap();
    let mut thought = Thought::new(&*session.player, &limits);
    let mut spent = Duration::ZERO;
    while !thought.is_over() {
        let report = thought.poll(&mut *session.player, &session.line, SLICE, &Stop::new());
        spent = report.unwrap().elapsed;
    }
    assert!(spent > Duration::ZERO && share.hard < remaining / 2);
}

#[test]
fn a_proof_ends_a_thought_and_so_does_a_stop() {
    for preset in presets().filter(|preset| preset.name.starts_with("hex/")) {
        let mut session = open(preset.name, Some("hex 2x2"), &[]).unwrap();
        let mut thought = Thought::new(&*session.player, &Limits::default());
        let stop = Stop::new();
        for poll in 0.. {
            if poll == 20 {
                stop.stop();
            }
            thought.poll(&mut *session.player, &session.line, SLICE, &stop).unwrap();
            if thought.is_over() {
                break;
            }
            assert!(poll <= 20, "{}", preset.name);
        }
    }
}
