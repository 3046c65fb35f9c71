//! The tree that threads share as a model: two and three of them, with a scheduler that decides before
//! each access to shared memory who goes on.
//!
//!     cargo test -p spinney-search --features shuttle model
//!
//! Every test is run with thousands of schedules, at random and by priorities that change a few times
//! (PCT), from seeds that are always the same. A schedule is one order of all accesses, so what is
//! tested is the protocol and not which orderings the atomics have.

use shuttle::rand::Rng as _;
use shuttle::scheduler::{PctScheduler, RandomScheduler};
use shuttle::{Config, Runner, rand, thread};
use spinney_game::demo::{Countdown, Take};
use spinney_game::{
    Actor, Game, Move, NoProver, Outcome, Player, Playouts, RandomPlayout, Rewards,
};

use super::arena::Block;
use super::history::History;
use super::node::{Head, Kept, Node, Parent, PriorVisits};
use super::path::{Path, Step};
use super::prior::Prior;
use super::proof::{propagate_proof, set_proof};
use super::reduced::ReducedPositions;
use super::search::search;
use super::settings::{Amaf, RelativeUpdates, Settings};
use super::stat::{Stat, VISIT, add, load};
use super::summary::read;
use super::threads::{Counters, Gate, Pool};
use super::transposition::Key;
use super::tree::Tree;
use super::updates::Updates;
use super::worker::{Site, Worker};
use crate::{Budget, Proof, Stop, Timer};

#[allow(dead_code, reason = "what the tests of whole searches need is not all needed here")]
#[path = "../../tests/truth/reference.rs"]
mod reference;

use reference::{Reference, after, legal_moves};

/// Runs a test with that many schedules of each kind.
fn schedules(many: usize, test: impl Fn() + Send + Sync + Copy + 'static) {
    let mut config = Config::new();
    // Playouts take more than what a thread of a model has otherwise.
    config.stack_size = 1 << 18;
    Runner::new(RandomScheduler::new_from_seed(1, many), config.clone()).run(test);
    for depth in [2, 4] {
        let scheduler = PctScheduler::new_from_seed(depth as u64, depth, many / 2);
        Runner::new(scheduler, config.clone()).run(test);
    }
}

fn head(moves: usize) -> Head {
    Head::new(moves, Actor::Player(Player::FIRST), Player::FIRST, Kept::default())
}

/// Moves whose codes tell which position they belong to.
fn moves_of(position: u32, moves: usize) -> impl Iterator<Item = (u32, Prior)> {
    (0..moves as u32).map(move |i| (position * 100 + i, Prior::EVEN))
}

fn position_of(node: Node<'_>) -> u32 {
    node.edge(0).code() / 100
}

/// A root of that many moves in memory for a few nodes. It is position 0.
fn planted(moves: usize) -> Tree {
    let mut tree = Tree::new(1 << 11, PriorVisits::default()).unwrap();
    tree.plant(head(moves), moves_of(0, moves));
    tree
}

fn grow_all_moves(threads: usize) {
    const MOVES: usize = 2;
    let tree = planted(MOVES);
    thread::scope(|scope| {
        for number in 0..threads {
            let tree = &tree;
            scope.spawn(move || {
                let root = tree.root().unwrap();
                for i in 0..MOVES {
                    // Not all in the same order.
                    let index = (i + number) % MOVES;
                    let position = 1 + index as u32;
                    let child = tree.grow(root, index, head(2), moves_of(position, 2)).unwrap();
                    assert_eq!(position_of(child), position);
                    assert_eq!(root.edge(index).link(), Some(child.block), "all go on there");
                    add(&child.stats()[0], VISIT, true);
                }
            });
        }
    });
    let root = tree.root().unwrap();
    for index in 0..MOVES {
        let child = tree.node(root.edge(index).link().unwrap());
        assert_eq!(child.parent(), Some(Parent { block: root.block, index }));
        assert_eq!(load(&child.stats()[0]).visits(), threads as u64);
    }
    // What the slower threads made is there, and nothing leads to it.
    tree.make_room(&|| false);
    assert_eq!(tree.nodes(), 1 + MOVES as u64);
}

#[test]
fn threads_that_grow_the_same_move_go_on_at_the_same_node() {
    schedules(2_000, || grow_all_moves(2));
    schedules(2_000, || grow_all_moves(3));
}

/// Simulations of several threads through one move, each of which counts as three visits while it is
/// under way.
fn back_up_together(threads: u32, transpositions: bool, relative: RelativeUpdates) {
    const SIMULATIONS: u64 = 3;
    let mut tree = planted(2);
    if transpositions {
        tree = tree.with_transpositions(64);
    }
    let settings = Settings::default().with(|s| {
        s.resources.threads = threads;
        s.parallel.virtual_loss = 3;
        s.growth.transpositions = transpositions;
        s.updates.relative_updates = relative;
    });
    let key = transpositions.then(|| tree.key(7, 1, Player::FIRST));
    thread::scope(|scope| {
        for number in 0..threads {
            let (tree, settings) = (&tree, &settings);
            scope.spawn(move || {
                let mut updates = Updates::new(settings, 1);
                let mut history = History::new(2, 200, false);
                let block = tree.root().unwrap().block;
                let steps = vec![Step { block, index: 0, batched: false, key }];
                let path = Path { steps, ..Path::default() };
                for simulation in 0..SIMULATIONS {
                    let word = &tree.root().unwrap().stats()[0];
                    add(word, updates.virtual_loss, updates.is_shared);
                    if simulation == 0 && number == 0 {
                        updates.take_back(tree, &path);
                        continue;
                    }
                    let mut outcome = Outcome::new(2, 200, false);
                    outcome.add_value(&Rewards::win(Player::FIRST), 1);
                    updates.back_up(tree, &path, &mut outcome, &mut history);
                }
            });
        }
    });
    let stat = load(&tree.root().unwrap().stats()[0]);
    assert_eq!(stat.visits(), u64::from(threads) * SIMULATIONS - 1);
    assert_eq!(stat.mean_units(), 256.0, "all of them were won");
}

#[test]
fn no_visit_is_lost_or_left_over() {
    schedules(1_000, || back_up_together(2, false, RelativeUpdates::Off));
    schedules(1_000, || back_up_together(3, false, RelativeUpdates::Off));
}

#[test]
fn no_visit_is_lost_or_left_over_where_values_are_replaced() {
    schedules(1_000, || back_up_together(3, true, RelativeUpdates::Off));
    schedules(1_000, || back_up_together(3, false, RelativeUpdates::Sqrt));
}

/// The last moves of two nodes below the root are proven or taken out of play at the same time, while
/// one thread looks on.
fn prove_together(threads: usize) {
    let tree = planted(2);
    let opponents = |moves, position| {
        let head = Head::new(moves, Actor::Player(Player::SECOND), Player::SECOND, Kept::default());
        (head, moves_of(position, moves))
    };
    for index in 0..2 {
        let (head, moves) = opponents(threads, 1 + index as u32);
        tree.grow(tree.root().unwrap(), index, head, moves).unwrap();
    }
    let won = Proof::Won(Player::FIRST);
    let lost = Proof::Won(Player::SECOND);
    let child = |index: usize| tree.node(tree.root().unwrap().edge(index).link().unwrap());
    thread::scope(|scope| {
        for number in 0..threads {
            let (tree, child) = (&tree, &child);
            scope.spawn(move || {
                // Of the second node every thread has one move, and the last one a better one.
                let proof = if number + 1 == threads { lost } else { won };
                set_proof(tree, child(1), number, proof);
                // Of the first node all but one are lost, and that one need not be looked at.
                if number == 0 {
                    child(0).prune(number);
                    propagate_proof(tree, child(0));
                } else {
                    set_proof(tree, child(0), number, won);
                }
                // What is proven stays, whatever is said later.
                set_proof(tree, child(1), number, Proof::Drawn);
                child(1).prune(number);
                assert_eq!(child(1).edge(number).proof(), Some(proof));
            });
        }
        let (tree, child) = (&tree, &child);
        scope.spawn(move || {
            let mut seen = [None; 2];
            for _ in 0..4 {
                let now = [tree.root_proof(), child(0).edge(1).proof()];
                for (before, now) in seen.iter_mut().zip(now) {
                    assert!(before.is_none() || *before == now, "{before:?}, then {now:?}");
                    *before = now;
                }
            }
        });
    });
    assert_eq!(tree.root().unwrap().edge(0).proof(), Some(won));
    assert_eq!(tree.root().unwrap().edge(1).proof(), Some(lost));
    assert_eq!(tree.root_proof(), Some(won));
}

#[test]
fn of_threads_that_prove_the_last_moves_one_tells_the_node_above() {
    schedules(2_000, || prove_together(2));
    schedules(2_000, || prove_together(3));
}

/// Two positions that each can be reached in two ways, and that share the only entry of the table.
fn join_together(threads: usize) {
    let tree = planted(2).with_transpositions(16);
    for index in 0..2 {
        tree.grow(tree.root().unwrap(), index, head(2), moves_of(1 + index as u32, 2)).unwrap();
    }
    let key = |position: u32| Key::new(position.into(), 2, Player::FIRST);
    let above = |tree: &Tree, index: usize| tree.root().unwrap().edge(index).link().unwrap();
    thread::scope(|scope| {
        for number in 0..threads {
            let tree = &tree;
            scope.spawn(move || {
                let table = tree.transpositions.as_ref().unwrap();
                let node = tree.node(above(tree, number % 2));
                for index in 0..2 {
                    let position = 10 + index as u32;
                    let child = tree.join(node, index, key(position)).or_else(|| {
                        let grown = tree.grow(node, index, head(2), moves_of(position, 2))?;
                        table.set_node(key(position), grown.block);
                        Some(grown)
                    });
                    let child = child.expect("there is room");
                    assert_eq!(position_of(child), position);
                    table.add(key(position), Stat::new(1, 256), true);
                    if let Some(found) = table.node(key(position)) {
                        assert_eq!(position_of(tree.node(found)), position);
                    }
                }
            });
        }
    });
    for index in 0..2 {
        let node = tree.node(above(&tree, index));
        for index in 0..2 {
            let child = tree.node(node.edge(index).link().unwrap());
            assert_eq!(position_of(child), 10 + index as u32);
        }
    }
    // After a sweep it is a tree again, and the table names no node.
    tree.make_room(&|| false);
    let mut seen = Vec::new();
    for index in 0..2 {
        let node = tree.node(above(&tree, index));
        for index in 0..2 {
            assert_eq!(tree.transpositions.as_ref().unwrap().node(key(10 + index as u32)), None);
            let Some(block) = node.edge(index).link() else { continue };
            assert_eq!(
                tree.node(block).parent(),
                Some(Parent { block: node.block, index }),
                "one parent leads to a node, and the node knows it"
            );
            assert!(!seen.contains(&block.0));
            seen.push(block.0);
        }
    }
}

#[test]
fn a_move_is_never_led_to_another_positions_node() {
    schedules(2_000, || join_together(2));
    schedules(2_000, || join_together(3));
}

/// Sees that everything a tree says is true of the game: nodes have the moves of their positions, links
/// lead to nodes, and what is proven is so. Returns how many nodes there are, counted once for each way
/// that leads there.
fn check(tree: &Tree, node: Node<'_>, position: Countdown, truth: &mut Reference) -> u64 {
    let mut codes: Vec<u32> = (0..node.head.moves()).map(|i| node.edge(i).code()).collect();
    codes.sort_unstable();
    let legal: Vec<u32> = legal_moves(&position).into_iter().map(Move::code).collect();
    assert_eq!(codes, legal, "the moves of {}", position.text());
    let mut nodes = 1;
    for index in 0..node.head.moves() {
        let edge = node.edge(index);
        let next = after(&position, Take::from_code(edge.code()));
        if let Some(Proof::Won(winner)) = edge.proof() {
            assert_eq!(Some(winner), truth.sure_winner(&next), "{}", next.text());
        }
        if let Some(Block(link)) = edge.link() {
            assert!(link < tree.arena.top(), "a link to memory that was taken back");
            nodes += check(tree, tree.node(Block(link)), next, truth);
        }
    }
    nodes
}

/// Whole searches of several threads in memory for a few nodes, one after the other in the same tree.
/// The first is stopped at any moment, also while room is made; meanwhile somebody reads the tree.
fn search_together(threads: u32, transpositions: bool) {
    const PLAYOUTS: u64 = 150;
    let position = Countdown::from_text("countdown 30").unwrap();
    let settings = Settings::default().with(|s| {
        s.resources.threads = threads;
        s.amaf.rule = Amaf::Off;
        s.growth.expand_visits = 1.0;
        s.growth.transpositions = transpositions;
        s.updates.simulations_per_update = 1;
        s.selection.exploration = 1.0;
    });
    // One line for a node, and two that are not for nodes.
    let mut tree = Tree::new(64 * (2 + 12), PriorVisits::default()).unwrap();
    if transpositions {
        tree = tree.with_transpositions(256);
    }
    let evaluator = Playouts(RandomPlayout::default());
    let worker = |stream: u32| {
        let prover: Option<NoProver> = None;
        Worker::new(&position, evaluator.clone(), prover, &settings, (stream.into(), 1))
    };
    let mut workers: Vec<_> = (0..threads).map(worker).collect();
    workers[0].plant(&mut tree, &position);
    let reduced = ReducedPositions::new(0);
    let mut visits = 0;
    for is_stopped in [true, false] {
        let budget = Budget::default().at_most(PLAYOUTS);
        let (stop, timer) = (Stop::new(), Timer::start(&budget));
        let pool = Pool::new(&budget, &stop);
        let gate = Gate::new(workers.len());
        let counters: Vec<_> = workers.iter().map(|_| Counters::default()).collect();
        let tree = &tree;
        thread::scope(|scope| {
            for (worker, counters) in workers.iter_mut().zip(&counters) {
                let (root, reduced, pool, timer) = (&position, &reduced, &pool, &timer);
                let (helpers, shared, oracle) = (None, None, None);
                let site = Site { tree, root, reduced, pool, timer, helpers, shared, oracle };
                let (settings, gate) = (&settings, &gate);
                scope.spawn(move || search(worker, &site, settings, gate, counters, &mut || {}));
            }
            let (stop, position) = (&stop, position);
            scope.spawn(move || {
                let truth = &mut Reference::default();
                for _ in 0..rand::thread_rng().gen_range(0..40) {
                    if let Some(_reading) = read(std::slice::from_ref(tree)) {
                        check(tree, tree.root().unwrap(), position, truth);
                    }
                }
                if is_stopped {
                    stop.stop();
                }
            });
        });
        visits += counters.iter().map(Counters::playouts).sum::<u64>();
        let root = tree.root().unwrap();
        let all: u64 = root.stats().iter().map(|word| load(word).visits()).sum();
        assert_eq!(all, visits, "every playout is a visit of the root's moves");
        let truth = &mut Reference::default();
        if let Some(proof) = tree.root_proof() {
            assert_eq!(Some(proof), truth.sure_winner(&position).map(Proof::Won));
        }
        let nodes = check(tree, root, position, truth);
        if !transpositions {
            assert!(nodes <= tree.nodes());
        }
    }
}

#[test]
fn whole_searches_leave_a_true_tree() {
    schedules(300, || search_together(2, false));
    schedules(300, || search_together(3, false));
}

#[test]
fn whole_searches_with_transpositions_leave_a_true_tree() {
    schedules(300, || search_together(2, true));
    schedules(300, || search_together(3, true));
}
