//! Proofs where there is no room to remember anything, and how they are ended.

use std::collections::HashMap;

use spinney_game::{Game, NoProver, Player, Rng};

use super::bounds::NEVER;
use super::walk::Walker;
use super::*;
use crate::Limits;
use fill::Fill;

#[path = "../../tests/fill/mod.rs"]
#[allow(dead_code)]
mod fill;

/// One bucket, one note, one place for a carrier.
const NO_ROOM: Room = Room { table: 0, notes: 0, carrier: 0, prover: 0 };

/// Who wins, by playing everything.
fn brute_force(position: &Fill, known: &mut HashMap<u64, Player>) -> Player {
    let Actor::Player(player) = position.actor() else {
        return position.rewards().and_then(|rewards| rewards.winner()).unwrap();
    };
    if let Some(&winner) = known.get(&position.hash()) {
        return winner;
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let wins = moves.into_iter().any(|m| {
        let mut after = *position;
        after.play(m);
        brute_force(&after, known) == player
    });
    let winner = if wins { player } else { player.opponent() };
    known.insert(position.hash(), winner);
    winner
}

/// A board on which some cells are taken.
fn scattered(cells: u8, rng: &mut Rng) -> Fill {
    let mut position = Fill::new(cells);
    for _ in 0..rng.below(cells.into()) {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        position.play(*rng.choose(&moves).unwrap());
    }
    position
}

#[test]
fn siblings_that_evict_each_other_from_a_full_table_do_not_keep_a_proof_from_ending() {
    let mut rng = Rng::new(31, 0);
    let mut known = HashMap::new();
    for (threads, widening_base, widening_share) in
        [(1, 1, 0.35), (1, 1, 0.0), (1, 9, 1.0), (2, 1, 0.35)]
    {
        let settings = Settings { threads, widening_base, widening_share, ..Settings::default() };
        for table in [0, 2 << 10, 8 << 10] {
            // What one proof leaves in the table the next one has to live with.
            let room = Room { table, ..NO_ROOM };
            let mut solver = Solver::with_room(NoProver, settings.clone(), room).unwrap();
            for _ in 0..30 {
                let position = scattered(10, &mut rng);
                // Far more than it takes: better a failure than a test without end.
                let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
                let progress = solver.solve(&position, &limits, &Stop::new(), &mut |_| {});
                let winner = brute_force(&position, &mut known);
                assert_eq!(progress.winner, Some(winner), "{position:?} {settings:?}");
            }
        }
    }
}

/// One walk from an empty board, with notes of everything and a table that forgets, which is told
/// to end when it asks for the `patience`-th time. Says how often it asked, how many looks it took,
/// and what it came to.
fn walk(patience: u64) -> (u64, u64, Bounds) {
    let position = Fill::new(9);
    let room = Room { notes: 1 << 20, ..NO_ROOM };
    let shared =
        Shared::new(&Settings::default(), room, &Arc::new(Table::new(0).unwrap()), &position);
    let mut asked = 0;
    let mut go_on = || {
        asked += 1;
        asked < patience
    };
    let all = Bounds { phi: NEVER, delta: NEVER };
    let walked = Walker::new(&shared, NoProver, &mut go_on).walk(&position, position.hash(), all);
    (asked, shared.nodes.load(Relaxed), walked.bounds)
}

#[test]
fn a_walk_that_looks_at_nothing_new_still_asks_whether_to_go_on_and_heeds_the_answer() {
    let (whole, looks, bounds) = walk(u64::MAX);
    assert!(bounds.is_proven());
    assert!(whole > 3 * looks, "asked {whole} times, of which {looks} before a look");
    for patience in (1..whole).step_by(whole as usize / 100 + 1) {
        let (asked, looks, bounds) = walk(patience);
        assert_eq!(asked, patience, "it went on");
        assert!(looks < asked && !bounds.is_proven());
    }
}
