//! Proof search that is ended from outside, in the course of looks and between them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::fill::{Cell, Fill};
use crate::reference::Reference;
use spinney_game::{Interrupt, NoProver, StaticProof, StaticProver};
use spinney_search::dfpn::{Settings, Solver};
use spinney_search::{Limits, Stop};

/// Sees nothing, and throws a switch in the course of one of its looks.
#[derive(Clone)]
struct Restless {
    stop: Stop,
    patience: u64,
    looks: Arc<AtomicU64>,
    interrupt: Option<Interrupt>,
}

impl Restless {
    fn new(patience: u64) -> Restless {
        let looks = Arc::default();
        Restless { stop: Stop::new(), patience, looks, interrupt: None }
    }
}

impl StaticProver<Fill> for Restless {
    type Carrier = ();
    type Context = ();

    fn break_off_when(&mut self, interrupt: Option<Interrupt>) {
        self.interrupt = interrupt;
    }

    fn prove(&mut self, position: &mut Fill, moves: &mut Vec<Cell>) -> StaticProof<(), ()> {
        if self.looks.fetch_add(1, Relaxed) + 1 == self.patience {
            self.stop.stop();
        }
        match &self.interrupt {
            Some(interrupt) if interrupt() => StaticProof::BrokenOff,
            _ => NoProver.prove(position, moves),
        }
    }
}

#[test]
fn after_a_switch_is_thrown_there_are_no_more_looks_and_the_proof_can_be_gone_on_with() {
    let board = Fill::new(8);
    let winner = Reference::default().sure_winner(&board);
    let whole = Restless::new(u64::MAX);
    let mut solver = Solver::new(whole.clone(), Settings::default()).unwrap();
    solver.solve(&board, &Limits::default(), &whole.stop, &mut |_| {});
    let most = whole.looks.load(Relaxed);
    assert!(most > 100, "{most}");
    for threads in [1, 2] {
        let settings = Settings { threads, memory: 1, ..Settings::default() };
        for patience in (1..most / 2).step_by(most as usize / 50) {
            let prover = Restless::new(patience);
            let (stop, looks) = (prover.stop.clone(), prover.looks.clone());
            let mut solver = Solver::new(prover, settings.clone()).unwrap();
            let progress = solver.solve(&board, &Limits::default(), &stop, &mut |_| {});
            assert_eq!(progress.winner, None);
            // Another thread may just have been told that it may.
            let after = looks.load(Relaxed) - patience;
            assert!(after < threads as u64, "{after} looks after the switch was thrown");
            stop.reset();
            let progress = solver.solve(&board, &Limits::default(), &stop, &mut |_| {});
            assert_eq!(progress.winner, winner);
        }
    }
}

#[test]
fn time_that_is_up_before_a_look_ends_the_search_without_one() {
    let prover = Restless::new(u64::MAX);
    let (stop, looks) = (prover.stop.clone(), prover.looks.clone());
    let mut solver = Solver::new(prover, Settings::default()).unwrap();
    let no_time = Limits::move_time(Duration::ZERO);
    let progress = solver.solve(&Fill::new(8), &no_time, &stop, &mut |_| {});
    assert_eq!((progress.winner, progress.nodes, looks.load(Relaxed)), (None, 0, 0));
    let for_ever = Limits::move_time(Duration::MAX);
    assert!(solver.solve(&Fill::new(8), &for_ever, &stop, &mut |_| {}).winner.is_some());
}

#[test]
fn memory_that_cannot_be_had_is_an_error_that_names_it() {
    let of = |memory| Settings { memory, ..Settings::default() };
    // Nobody has a tebibyte to spare.
    for memory in [0, 1 << 20, u64::MAX] {
        let error = Solver::<Fill, _>::new(NoProver, of(memory)).err().unwrap();
        assert_eq!(error.place, "memory", "{error}");
    }
}
