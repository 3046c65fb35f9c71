//! Proof search against brute force.
//!
//!     cargo run --release -p spinney-engine --example brute_force -- 100000
//!
//! So many different random positions of small boards of Hex, Y and Poly-Y, board after board in turns,
//! are solved by df-pn with the smallest table and two threads, one solver a board, so that its table
//! is full of other positions. Each claim of a winner and of a move that wins is compared with what
//! playing everything says. Positions that come again are solved again, with the table in another
//! state.

#[path = "../tests/truth/mod.rs"]
mod truth;

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use spinney_engine::proof::{ProofSettings, Prover, prover};
use spinney_engine::{Limits, Rng, Stop};
use truth::{BOARDS, brute_force, scattered, seat};

/// No position of these boards takes as long, unless the solver does not come to an end.
const PATIENCE: Duration = Duration::from_secs(60);

/// Positions of a board that brute force remembers, some 100 MiB, before it begins anew.
const MOST_KNOWN: usize = 500_000;

/// What came of the positions of a board, or of all.
#[derive(Default)]
struct Count {
    different: usize,
    solved: usize,
    winning_moves: usize,
    wrong: usize,
    unproven: usize,
    solving: Duration,
    slowest: Duration,
}

/// A board with its solver, and what is known of it.
struct Trial {
    board: &'static str,
    /// Cells that are taken at least.
    taken: usize,
    prover: Box<dyn Prover>,
    known: HashMap<String, usize>,
    seen: HashSet<String>,
    count: Count,
}

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [positions] = &arguments[..] else { bail!("say how many POSITIONS") };
    let positions: usize = positions.parse().context("the number of positions")?;
    let settings = ProofSettings { memory: 1, threads: 2, ..ProofSettings::default() };
    let trial = |(board, taken)| -> anyhow::Result<Trial> {
        let prover = prover(board, &settings)?;
        let (known, seen, count) = (HashMap::new(), HashSet::new(), Count::default());
        Ok(Trial { board, taken, prover, known, seen, count })
    };
    let mut trials = BOARDS.into_iter().map(trial).collect::<anyhow::Result<Vec<_>>>()?;
    let mut rng = Rng::new(1, 0);
    while trials.iter().map(|trial| trial.seen.len()).sum::<usize>() < positions {
        for trial in &mut trials {
            trial.solve_another(&mut rng)?;
        }
    }
    let mut all = Count::default();
    for Trial { board, seen, mut count, .. } in trials {
        count.different = seen.len();
        println!("{board}: {count}");
        all.add(&count);
    }
    println!("all: {all}");
    if all.wrong + all.unproven > 0 {
        bail!("{} claims are wrong and {} positions unproven", all.wrong, all.unproven);
    }
    Ok(())
}

impl Trial {
    /// Solves a random position, unless the game is over there.
    fn solve_another(&mut self, rng: &mut Rng) -> anyhow::Result<()> {
        let Trial { board, taken, prover, known, seen, count } = self;
        let moves = *taken + rng.below(5) as usize;
        let Some(mut truth) = scattered(board, moves, rng) else { return Ok(()) };
        let position = truth.board().text();
        if known.len() > MOST_KNOWN {
            known.clear();
        }
        let winner = brute_force(&mut truth, known);
        let start = Instant::now();
        let limits = Limits::move_time(PATIENCE);
        let claim = prover.solve(&position, &limits, &Stop::new(), &mut |_| {})?;
        let time = start.elapsed();
        seen.insert(position);
        count.solved += 1;
        count.solving += time;
        count.slowest = count.slowest.max(time);
        match claim.winner {
            None => count.unproven += 1,
            Some(side) => count.wrong += usize::from(seat(&truth, side) != winner),
        }
        if let Some(winning) = claim.best_move {
            let mover = truth.board().to_move().map(|side| seat(&truth, side));
            truth.line.play(None, &winning)?;
            let is_won = Some(brute_force(&mut truth, known)) == mover;
            count.winning_moves += 1;
            count.wrong += usize::from(!is_won);
        }
        Ok(())
    }
}

impl Count {
    fn add(&mut self, other: &Count) {
        self.different += other.different;
        self.solved += other.solved;
        self.winning_moves += other.winning_moves;
        self.wrong += other.wrong;
        self.unproven += other.unproven;
        self.solving += other.solving;
        self.slowest = self.slowest.max(other.slowest);
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Count { different, solved, winning_moves, wrong, unproven, .. } = self;
        write!(
            f,
            "{different} positions, solved {solved} times, {winning_moves} winning moves, \
             {wrong} wrong claims, {unproven} unproven; solving took {:.1} s, the slowest in {:.1} ms",
            self.solving.as_secs_f64(),
            self.slowest.as_secs_f64() * 1e3,
        )
    }
}
