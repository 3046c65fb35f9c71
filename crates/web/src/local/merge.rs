//! What several searches of one position know together: each grew a tree of its own with a seed of its
//! own, and the visits of the root's moves are summed (root parallelisation).

use std::cmp::Reverse;
use std::time::Duration;

use serde::Deserialize;
use spinney_engine::{Board, BookRate, Candidate, Report};

/// A report that has come as text.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Told {
    side: String,
    candidates: Vec<ToldCandidate>,
    resign: bool,
    win_rate: f32,
    proven_winner: Option<String>,
    playouts: u64,
    simulations: u64,
    nodes: u64,
    memory: u64,
    memory_cap: u64,
    depth: Option<u32>,
    seconds: f64,
    #[serde(default)]
    from_book: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ToldCandidate {
    #[serde(rename = "move")]
    text: String,
    visits: u64,
    win_rate: f32,
    amaf: Option<f32>,
    prior: Option<f32>,
    proven: Option<bool>,
    book: Option<BookRate>,
    line: Vec<String>,
}

impl Told {
    /// The report, in the words of the board that it is about; `None` if it is about no such board.
    fn report(self, board: &Board) -> Option<Report> {
        let sides = board.sides();
        let side = |name: &str| sides.iter().copied().find(|side| *side == name);
        let candidate = |told: ToldCandidate| Candidate {
            text: told.text,
            visits: told.visits,
            win_rate: told.win_rate,
            amaf: told.amaf,
            prior: told.prior,
            proven: told.proven,
            book: told.book,
            line: told.line,
        };
        Some(Report {
            side: side(&self.side)?,
            candidates: self.candidates.into_iter().map(candidate).collect(),
            resign: self.resign,
            win_rate: self.win_rate,
            proven_winner: self.proven_winner.as_deref().and_then(side),
            playouts: self.playouts,
            simulations: self.simulations,
            nodes: self.nodes,
            memory: self.memory,
            memory_cap: self.memory_cap,
            depth: self.depth,
            elapsed: Duration::try_from_secs_f64(self.seconds).unwrap_or_default(),
            from_book: self.from_book,
        })
    }
}

/// What all of them know about a board together. One report alone stays as it is; `None` where there
/// is none.
pub(super) fn merged(told: Vec<Told>, board: &Board) -> Option<Report> {
    let mut reports = told.into_iter().filter_map(|told| told.report(board));
    let mut all = reports.next()?;
    let mut is_alone = true;
    for report in reports {
        is_alone = false;
        add(&mut all, report);
    }
    if !is_alone {
        // The move to be played comes first: a book's, a proven win, else the most visited that is
        // not lost.
        let rank = |candidate: &Candidate| match candidate.proven {
            Some(true) => 2,
            None => 1,
            Some(false) => 0,
        };
        let chosen = all.candidates.first().filter(|_| all.from_book).map(|c| c.text.clone());
        all.candidates.sort_by_key(|candidate| {
            let is_chosen = Some(&candidate.text) == chosen.as_ref();
            Reverse((is_chosen, rank(candidate), candidate.visits))
        });
    }
    Some(all)
}

fn add(all: &mut Report, other: Report) {
    let total = |report: &Report| report.candidates.iter().map(|c| c.visits).sum::<u64>();
    all.win_rate = mean((all.win_rate, total(all)), (other.win_rate, total(&other)));
    for candidate in other.candidates {
        match all.candidates.iter_mut().find(|known| known.text == candidate.text) {
            None => all.candidates.push(candidate),
            Some(known) => {
                known.win_rate =
                    mean((known.win_rate, known.visits), (candidate.win_rate, candidate.visits));
                if candidate.visits > known.visits {
                    known.line = candidate.line;
                }
                known.visits += candidate.visits;
                // What one has proven holds for all.
                if let (None, Some(won)) = (known.proven, candidate.proven) {
                    known.proven = Some(won);
                    known.win_rate = f32::from(u8::from(won));
                }
            }
        }
    }
    if let (None, Some(winner)) = (all.proven_winner, other.proven_winner) {
        all.proven_winner = Some(winner);
        all.win_rate = f32::from(u8::from(winner == all.side));
    }
    all.resign &= other.resign;
    all.playouts += other.playouts;
    all.simulations += other.simulations;
    all.nodes += other.nodes;
    all.memory += other.memory;
    all.memory_cap += other.memory_cap;
    all.depth = all.depth.max(other.depth);
    all.elapsed = all.elapsed.max(other.elapsed);
}

/// The mean of two values, each with its weight.
fn mean((a, weight_a): (f32, u64), (b, weight_b): (f32, u64)) -> f32 {
    let both = (weight_a + weight_b) as f64;
    if both == 0.0 {
        return a;
    }
    ((f64::from(a) * weight_a as f64 + f64::from(b) * weight_b as f64) / both) as f32
}
