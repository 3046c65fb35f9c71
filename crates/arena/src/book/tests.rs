//! A book depends on its spec alone, and tells what follows from what was judged.

use std::cell::Cell;
use std::collections::HashSet;

use spinney_book::{Book, Proof};
use spinney_engine::{Board, EngineError, Stop, book};

use super::evaluation::{Evaluation, Judge, Judgement};
use super::graph::Graph;
use super::spec::{BestFirst, Method};
use super::store::JudgementStore;
use super::{Progress, Request, Spec, best_first, grow};
use crate::queue::Task;

const LEVELS: &str = r#"
position = "hex 3x3 swap-pieces"
[judge]
by = "self-play"
preset = "hex/uct"
playouts = 20
games = 2
[levels]
depth = 2
evaluations = 2
width = 2
"#;

const BEST_FIRST: &str = r#"
position = "y 4 swap-pieces"
evaluations = 40
batch = 6
[judge]
by = "search"
preset = "y/uct"
playouts = 50
[best-first]
width = 3
"#;

const BANDIT: &str = r#"
position = "hex 4x4"
evaluations = 40
batch = 4
[judge]
by = "self-play"
preset = "hex/uct"
playouts = 10
games = 1
[bandit]
expand-after = 3
width = 0
"#;

const SOLVED: &str = r#"
position = "hex 3x3 swap-pieces"
[judge]
by = "solver"
solver-nodes = 10000
[levels]
depth = 2
keep-all = 9
"#;

fn grown(spec: &str, store: &mut JudgementStore, workers: usize) -> Book {
    let spec = Spec::read(spec).unwrap();
    let ended = grow(&spec, store, workers, &Stop::new(), &mut |_| {}).unwrap();
    assert!(!ended.is_stopped);
    ended.graph.book().book()
}

#[test]
fn the_same_spec_grows_the_same_book_however_many_work_on_it() {
    for spec in [LEVELS, BEST_FIRST, BANDIT] {
        let books: Vec<_> = [1, 3]
            .into_iter()
            .map(|workers| grown(spec, &mut JudgementStore::in_memory().unwrap(), workers))
            .collect();
        assert!(books[0].positions() > 1, "{spec}");
        assert_eq!(books[0].bytes(), books[1].bytes(), "{spec}");
    }
}

#[test]
fn a_book_that_was_broken_off_again_and_again_is_the_same() {
    for text in [LEVELS, BEST_FIRST, BANDIT] {
        let whole = grown(text, &mut JudgementStore::in_memory().unwrap(), 2);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.sqlite");
        let spec = Spec::read(text).unwrap();
        let mut made = 0;
        for breaks in 1.. {
            assert!(breaks < 200, "it goes on");
            let mut store = JudgementStore::open(&path).unwrap();
            let stop = Stop::new();
            let begun = Cell::new(0);
            // Broken off a little later each time.
            let mut listener = |progress: &Progress| {
                begun.set(begun.get() + u64::from(progress.made > progress.found));
                if begun.get() > 3 {
                    stop.stop();
                }
            };
            let ended = grow(&spec, &mut store, 2, &stop, &mut listener).unwrap();
            // What was made is never made again.
            assert_eq!(ended.progress.found, made);
            made = store.count().unwrap();
            if !ended.is_stopped {
                assert!(breaks > 2);
                assert_eq!(ended.graph.book().bytes(), whole.bytes());
                break;
            }
        }
    }
}

#[test]
fn a_solved_book_says_whom_to_swap_with_and_is_right() {
    let book = grown(SOLVED, &mut JudgementStore::in_memory().unwrap(), 2);
    // On this board the first player wins but for the two acute corners and the cells beside them.
    let start = Board::from_text("hex 3x3 swap-pieces").unwrap();
    let openings = book::moves(&book, &start).unwrap();
    assert_eq!(openings.len(), 9, "images are found, too");
    assert!(openings.iter().all(|(_, rate)| rate.proven == Some(false)), "whoever may swap wins");
    for (opening, is_strong) in [("b2", true), ("c1", true), ("a1", false), ("b1", false)] {
        let (_, board) = start.play(None, opening).unwrap();
        let replies = book::moves(&book, &board).unwrap();
        assert_eq!(replies.len(), 9, "eight cells and the swap");
        let swap = replies.iter().find(|(text, _)| text == "swap-pieces").unwrap();
        assert_eq!(swap.1.proven, Some(is_strong), "{opening}");
        assert_eq!(replies[0].1.proven, Some(true), "{opening}");
    }
    let proven = book.entries().flat_map(|entry| entry.moves().collect::<Vec<_>>());
    assert!(proven.into_iter().all(|known| known.proof.is_some() && known.error == 0.0));
}

#[test]
fn values_follow_from_those_after_them() {
    let mut graph = Graph::new(Board::from_text("hex 3x3").unwrap()).unwrap();
    let root = graph.root();
    graph.judge(root, Judgement { games: 10, points: 9.0, ..Judgement::default() });
    assert_eq!(graph.values()[&root].rate, 0.9);
    graph.expand(root, 0).unwrap();
    let children: Vec<u64> = graph.node(root).edges.iter().map(|edge| edge.child).collect();
    assert_eq!(children.len(), 5, "nine cells but for half a turn");
    // The other side's chances: 80%, 30%; the best for whoever moves here is the latter.
    let judged = |points: f64| Judgement { games: 10, points, ..Judgement::default() };
    graph.judge(children[0], judged(8.0));
    graph.judge(children[1], judged(3.0));
    assert!((graph.values()[&root].rate - 0.7).abs() < 1e-9);
    // A proof overrules, and only all of them prove a loss.
    let proven = |wins: bool| Judgement { proven: Some(wins), ..Judgement::default() };
    graph.judge(children[1], proven(true));
    assert!((graph.values()[&root].rate - 0.2).abs() < 1e-9);
    for &child in &children {
        graph.judge(child, proven(true));
    }
    assert_eq!(graph.values()[&root].proven, Some(false));
    let entry = graph.book().book();
    let entry = entry.look_up(root).unwrap();
    assert!(entry.moves().all(|known| known.proof == Some(Proof::Loses)));
}

#[test]
fn drop_out_expansion_leaves_the_best_line_when_the_others_are_nearly_as_good() {
    // A line costs a move for its depth; with a steep price nobody leaves the best one.
    let lines = |drop_out: f64| {
        let mut graph = Graph::new(Board::from_text("hex 5x5").unwrap()).unwrap();
        let settings = BestFirst { width: 0, drop_out };
        let mut expanded = HashSet::new();
        for _ in 0..6 {
            let requests = best_first::next(&settings, &mut graph, 1).unwrap();
            // The first child of a position is a little better than the second, and so on.
            for (rank, Request { key, .. }) in requests.into_iter().enumerate() {
                let win_rate = Some(0.5 + 0.01 * rank as f64);
                graph.judge(key, Judgement { win_rate, ..Judgement::default() });
            }
            let root = graph.root();
            expanded.extend(graph.node(root).edges.iter().filter_map(|edge| {
                (!graph.node(edge.child).edges.is_empty()).then_some(edge.child)
            }));
        }
        expanded.len()
    };
    assert_eq!(lines(10_000.0), 1);
    assert!(lines(1.0) >= 3);
}

#[test]
fn an_evaluation_is_known_by_what_it_is() {
    let evaluation = |position: &str, seed: u64| Evaluation {
        position: position.to_owned(),
        judge: Judge::Solver,
        solver_nodes: 10,
        seed,
    };
    let one = evaluation("hex 3x3; black to move", 1);
    // Stores are resumed by it.
    assert_eq!(one.id().len(), 32);
    assert_eq!(one.id(), evaluation("hex 3x3; black to move", 1).id());
    assert_ne!(one.id(), evaluation("hex 3x3; black to move", 2).id());
    assert_ne!(one.id(), evaluation("hex 4x4; black to move", 1).id());
}

#[test]
fn what_is_wrong_with_a_spec_is_said() {
    let problem = |change: (&str, &str)| -> String {
        let error: EngineError = Spec::read(&BEST_FIRST.replace(change.0, change.1)).unwrap_err();
        error.to_string()
    };
    assert!(Spec::read(BEST_FIRST).is_ok());
    assert!(matches!(Spec::read(LEVELS).unwrap().method, Method::Levels(_)));
    assert!(problem(("y 4 swap-pieces", "y four")).contains("four"));
    assert!(problem(("evaluations = 40", "")).contains("evaluations"));
    assert!(problem(("playouts = 50", "")).contains("judge.playouts"));
    assert!(problem(("\"search\"", "\"self-play\"")).contains("judge.games"));
    assert!(problem(("\"search\"", "\"solver\"")).contains("judge.solver-nodes"));
    assert!(problem(("[best-first]", "[worst-first]")).contains("worst-first"));
    assert!(problem(("width = 3", "widht = 3")).contains("widht"));
    assert!(problem(("y/uct", "y/utc")).contains("y/uct"));
    assert!(problem(("y 4 swap-pieces", "tantrix red blue")).contains("two players"));
}
