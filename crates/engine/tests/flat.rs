//! Players that keep no tree from one position to the next, on boards whose openings are known.

use spinney_engine::{Limits, Stop, open};

/// The openings that win are known: three on the smallest board of Y worth the name, and the
/// centre of Hex.
#[test]
fn players_without_a_tree_find_the_winning_openings_of_small_boards() {
    let flat = ["b", "c", "d", "e", "f", "g", "h"].map(|name| format!("y/raiko-2006-{name}"));
    for preset in flat.iter().map(String::as_str).chain(["y/amaf", "y/second-order", "y/product"]) {
        let mut session = open(preset, Some("y 3"), &[]).unwrap();
        let report = session.think(&Limits::playouts(3_000), &Stop::new(), &mut |_| {});
        let played = report.unwrap().best().unwrap().text.clone();
        assert!(["a2", "b2", "b3"].contains(&played.as_str()), "{preset}: {played}");
    }
    let flat = [("play.player".to_owned(), "flat".to_owned())];
    let mut session = open("hex/best", Some("hex 3x3"), &flat).unwrap();
    let report = session.think(&Limits::playouts(3_000), &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!(report.best().unwrap().text, "b2");
}

/// Nobody would keep the first move of a master in a corner, nor give one in the centre away.
#[test]
fn the_swap_is_judged_too() {
    for (opening, swaps) in [("e6", true), ("a1", false)] {
        let mut session = open("y/amaf", Some("y 9 swap-sides"), &[]).unwrap();
        session.line.play(None, opening).unwrap();
        let report = session.think(&Limits::playouts(50_000), &Stop::new(), &mut |_| {}).unwrap();
        assert_eq!(report.best().unwrap().text == "swap-sides", swaps, "after {opening}");
    }
}
