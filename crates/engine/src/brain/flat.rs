//! Brains that keep nothing from one position to the next: flat playout analysis, and product
//! propagation.

use spinney_game::{Evaluator, Game, VolleyPlayout};
use spinney_search::{Limits, Product, Stop, flat, mcts};

use super::Brain;

impl<G: Game, V: VolleyPlayout<G>> Brain<G> for flat::Analysis<V> {
    fn think(
        &mut self,
        position: &G,
        limits: &Limits,
        stop: &Stop,
        listener: &mut dyn FnMut(&mcts::Report<G::Move>),
    ) -> mcts::Report<G::Move> {
        flat::Analysis::think(self, position, limits, stop, listener)
    }

    fn forget(&mut self) {
        self.clear();
    }
}

impl<G: Game, E: Evaluator<G>> Brain<G> for Product<E> {
    fn think(
        &mut self,
        position: &G,
        limits: &Limits,
        stop: &Stop,
        _: &mut dyn FnMut(&mcts::Report<G::Move>),
    ) -> mcts::Report<G::Move> {
        Product::think(self, position, limits, stop)
    }
}

#[cfg(test)]
mod tests {
    use crate::registry::open;
    use spinney_search::{Limits, Stop};

    /// The openings that win are known: three on the smallest board of Y worth the name, and the
    /// centre of Hex.
    #[test]
    fn players_without_a_tree_find_the_winning_openings_of_small_boards() {
        let flat = ["b", "c", "d", "e", "f", "g", "h"].map(|name| format!("y/raiko-2006-{name}"));
        for preset in
            flat.iter().map(String::as_str).chain(["y/amaf", "y/second-order", "y/product"])
        {
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
            let report =
                session.think(&Limits::playouts(50_000), &Stop::new(), &mut |_| {}).unwrap();
            assert_eq!(report.best().unwrap().text == "swap-sides", swaps, "after {opening}");
        }
    }
}
