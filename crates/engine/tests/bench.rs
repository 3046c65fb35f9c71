//! Measuring players.

use std::time::Duration;

use spinney_engine::bench::{self, BenchCase};
use spinney_engine::{Board, perft};

fn case(preset: &str, position: &str) -> BenchCase {
    BenchCase { preset: preset.to_owned(), position: position.to_owned() }
}

#[test]
fn rates_are_measured_and_named() {
    let result = bench::run(&case("hex/best", "hex 5x5"), Duration::from_millis(20)).unwrap();
    assert_eq!(result.name, "hex/best hex 5x5");
    assert!(result.playouts_per_cpu_s > 0.0);
    assert!(result.simulations_per_cpu_s > 0.0);
    assert!(result.tree_playouts_per_cpu_s > 0.0);
    assert!(bench::run(&case("hex/best", "y 5"), Duration::ZERO).is_err());
    assert!(bench::run(&case("hex/beast", "hex 5x5"), Duration::ZERO).is_err());
}

#[test]
fn a_signature_is_of_one_way_to_search() {
    let uct = bench::signature(&case("hex/uct", "hex 5x5")).unwrap();
    assert_eq!(bench::signature(&case("hex/uct", "hex 5x5")).unwrap(), uct);
    assert_ne!(bench::signature(&case("hex/mohex-2009", "hex 5x5")).unwrap(), uct);
    assert_ne!(bench::signature(&case("hex/uct", "hex 6x6")).unwrap(), uct);
}

#[test]
fn a_preset_is_measured_at_its_own_position_or_where_its_game_is() {
    let position = |preset: &str| bench::usual_case(preset).unwrap().position;
    assert_eq!(position("y/amaf"), "y 13");
    assert_eq!(position("y/random"), "y 14");
    assert_eq!(position("polyy"), "polyy 5,7");
    assert!(bench::usual_case("hex/beast").is_err());
    for case in bench::cases() {
        assert_eq!(bench::usual_case(&case.preset).unwrap(), case);
    }
}

#[test]
fn moves_are_counted_from_text() {
    let levels = perft(&Board::from_text("hex 3x3").unwrap(), 2).unwrap();
    assert_eq!(levels.iter().map(|level| level.paths).collect::<Vec<_>>(), [1, 9, 72]);
}
