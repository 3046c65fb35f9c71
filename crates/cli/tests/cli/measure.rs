//! `bench` and `perft`.

use serde_json::Value;

use crate::prints;

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn bench_prints_an_object_a_line() {
    let measured = objects(&prints([
        "bench",
        "--preset",
        "hex/best",
        "--preset",
        "y/uct",
        "--seconds",
        "0.02",
        "--threads",
        "2",
        "--json",
    ]));
    assert_eq!(measured.len(), 2);
    assert_eq!(measured[0]["name"], "hex/best hex 11x11");
    for object in &measured {
        assert!(object["playouts_per_cpu_s"].as_f64().unwrap() > 0.0, "{object}");
        // By their present names and by those of earlier versions.
        for (field, earlier) in [
            ("tree_playouts_per_cpu_s", "sims_per_cpu_s"),
            ("simulations_per_cpu_s", "walks_per_cpu_s"),
        ] {
            assert!(object[field].as_f64().unwrap() > 0.0, "{object}");
            assert_eq!(object[field], object[earlier]);
        }
    }
    assert!(measured[0]["sims_per_wall_s"]["2"].as_f64().unwrap() > 0.0);
}

#[test]
fn threads_are_measured_where_a_draw_comes_first() {
    let arguments = ["bench", "--seconds", "0.02", "--threads", "2", "--json"];
    let measured = objects(&prints([&arguments[..], &["--preset", "tantrix/best"]].concat()));
    assert!(measured[0]["sims_per_wall_s"]["2"].as_f64().unwrap() > 0.0, "{measured:?}");
}

#[test]
fn a_signature_is_the_same_every_time_and_needs_no_measuring() {
    let arguments = ["bench", "--preset", "polyy/lynx-2014", "--signature", "--json"];
    let [first, second] = [prints(arguments), prints(arguments)];
    assert_eq!(first, second);
    let object = &objects(&first)[0];
    assert_eq!(object["signature"].as_str().unwrap().len(), 16);
    assert!(object["playouts_per_cpu_s"].is_null());
}

#[test]
fn the_bench_table_names_every_usual_case() {
    let table = prints(["bench", "--seconds", "0.01"]);
    for name in [
        "hex/best hex 11x11",
        "y/best y 14",
        "polyy/best polyy 5,7",
        "polyy/lynx-2014 polyy 5,7",
        "tantrix/monte-2010 tantrix red blue",
        "arimaa/akimot-2009 arimaa 2g [",
    ] {
        assert!(table.contains(name), "{table}");
    }
}

/// Sequences and positions of `k` stones on `n` cells, as long as nobody can have won.
fn closed_form(n: u64, k: u64) -> (u64, u64) {
    let falling = |n: u64, k: u64| (0..k).map(|i| n - i).product::<u64>();
    let choose = |n: u64, k: u64| falling(n, k) / falling(k, k);
    let (black, white) = (k.div_ceil(2), k / 2);
    (falling(n, k), choose(n, black) * choose(n - black, white))
}

#[test]
fn perft_agrees_with_closed_forms_until_somebody_can_win() {
    // Nobody wins with fewer than three stones, so after four moves all games go on.
    for (game, size, cells) in [("hex", "3x3", 9), ("y", "3", 6), ("hex", "3x4", 12)] {
        let counted = objects(&prints(["perft", game, size, "--depth", "4", "--json"]));
        assert_eq!(counted.len(), 5);
        for (depth, object) in counted.iter().enumerate() {
            let (paths, distinct) = closed_form(cells, depth as u64);
            assert_eq!(object["depth"], depth);
            assert_eq!((&object["paths"], &object["distinct"]), (&paths.into(), &distinct.into()));
        }
    }
}

#[test]
fn perft_knows_won_games_and_swaps() {
    // Black has three in a column: nothing more can be played.
    let won = objects(&prints([
        "perft",
        "hex",
        "hex 3x3; black a1 a2 a3; white b1 b2",
        "-d",
        "2",
        "--json",
    ]));
    assert_eq!(won[1]["paths"], 0);
    // The second player has 8 cells and the swap.
    let swap = objects(&prints(["perft", "hex", "3x3 swap-pieces", "-d", "2", "--json"]));
    assert_eq!(swap[2]["paths"], 9 * 9);
    let table = prints(["perft", "hex", "3x3", "--depth", "2"]);
    assert!(table.contains("depth  paths  distinct\n    0      1         1\n"), "{table}");
}

#[test]
fn perft_counts_the_turns_of_arimaa() {
    let start = "g [rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]";
    let table = prints(["perft", "arimaa", start]);
    assert!(table.contains("3,353 different turns; none reaches the goal"), "{table}");
}

#[test]
fn turns_are_printed_as_the_reference_counts_are_written() {
    let reference = include_str!("../../../arimaa/tests/turns.json");
    let reference: Value = serde_json::from_str(reference).unwrap();
    let positions = reference["positions"].as_array().unwrap();
    for expected in positions.iter().take(5).chain(&positions[50..]) {
        let (side, board) = (&expected["side"], &expected["board"]);
        let position = format!("{} [{}]", side.as_str().unwrap(), board.as_str().unwrap());
        let mut expected = expected.clone();
        // Left out in some places where there is no goal.
        expected.as_object_mut().unwrap().entry("min_goal_steps").or_insert(Value::Null);
        let counted = objects(&prints(["perft", "arimaa", &position, "--json"]));
        assert_eq!(counted, [expected]);
    }
}
