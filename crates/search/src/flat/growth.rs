//! Which pattern to look at next.
//!
//! As in inductive logic programming, patterns grow by refinement: a known pattern and one move of
//! whoever moves after it make a candidate, and the best candidate is accepted. A pattern is worth
//! its cost if good play may come by it and if its statistics could change a choice. Both criteria
//! follow the line of moves by which the pattern was built, each by whoever moved there:
//!
//! * `upper-bound`, in the spirit of UCT: the candidate for which the least was given away on the
//!   way. What a move gives away is how far its value is below that of the best move after the
//!   same moves, and every value may be one standard error better than it looks. So lines of good
//!   moves come first, and doubtful ones while there is doubt.
//! * `expected-gain`, in the spirit of Baum and Smith: how much the value of the position before
//!   the move is expected to rise when the move's true value becomes known, times the probability
//!   that each move on the way there is as good as the best one after the same moves.

use spinney_game::{Game, Move};

use super::patterns::{Estimate, Made, Patterns};
use super::settings::{Criterion, Settings};

/// A move that was made in fewer playouts after a pattern has shown nothing worth refining.
const FEWEST: u64 = 32;

/// Accepts the best candidate, if there is one. `moves` are the root's.
pub(super) fn grow<G: Game>(
    patterns: &mut Patterns,
    root: &G,
    moves: &[G::Move],
    settings: &Settings,
) {
    let Some((parent, made)) = best_candidate(patterns, moves, settings) else { return };
    let mut position = root.clone();
    for step in patterns.get(parent).moves.iter().chain([&made]) {
        let m = G::Move::from_code(step.code);
        if !position.is_legal(m) {
            break;
        }
        position.play(m);
    }
    patterns.add(parent, made, position.actor().player());
}

fn best_candidate<M: Move>(
    patterns: &Patterns,
    moves: &[M],
    settings: &Settings,
) -> Option<(usize, Made)> {
    let mut best = None;
    let mut highest = f64::NEG_INFINITY;
    // By pattern, what its line is worth by the criterion. Parents come before their children.
    let mut lines: Vec<f64> = Vec::with_capacity(patterns.len());
    for pattern in 0..patterns.len() {
        let known = patterns.get(pattern);
        let line = match (known.parent, known.moves.last()) {
            (Some(parent), Some(&made)) => {
                let top = top_value(patterns, parent, made, moves);
                lengthen(lines[parent], patterns.estimate(parent, made), top, settings.criterion)
            }
            _ => match settings.criterion {
                Criterion::UpperBound => 0.0,
                Criterion::ExpectedGain => 1.0,
            },
        };
        lines.push(line);
        let Some(player) = known.next else { continue };
        if known.moves.len() >= settings.pattern_moves as usize {
            continue;
        }
        let candidate = |m: &M| Made { player, code: m.code() };
        let Some(any) = moves.first().map(candidate) else { continue };
        let top = top_value(patterns, pattern, any, moves);
        for made in moves.iter().map(candidate) {
            let estimate = patterns.estimate(pattern, made);
            let few = patterns.playouts(pattern, made) < FEWEST;
            if few || known.moves.iter().any(|m| m.code == made.code) {
                continue;
            }
            let worth = match settings.criterion {
                Criterion::UpperBound => lengthen(line, estimate, top, settings.criterion),
                Criterion::ExpectedGain => line * expected_gain(estimate, top),
            };
            let mut set = known.moves.clone();
            set.push(made);
            if worth > highest && !patterns.knows(&set) {
                highest = worth;
                best = Some((pattern, made));
            }
        }
    }
    best
}

/// The value of the best move after a pattern, for the player of `made`.
fn top_value<M: Move>(patterns: &Patterns, pattern: usize, made: Made, moves: &[M]) -> f64 {
    let value = |m: &M| patterns.value(pattern, Made { code: m.code(), ..made });
    moves.iter().map(value).fold(0.0, f64::max)
}

/// The worth of a line with one move more, which is known so well, where the best one is worth
/// `top`.
fn lengthen(line: f64, estimate: Estimate, top: f64, criterion: Criterion) -> f64 {
    let lead = estimate.mean() - top;
    match criterion {
        Criterion::UpperBound => line + (lead + standard_error(estimate)).min(0.0),
        Criterion::ExpectedGain => line * 2.0 * normal_cdf(lead / standard_error(estimate)),
    }
}

/// The standard error of a mean of wins and losses; never zero.
fn standard_error(estimate: Estimate) -> f64 {
    let mean = (estimate.sum + 1.0) / (estimate.weight + 2.0);
    (mean * (1.0 - mean) / (estimate.weight + 2.0)).sqrt()
}

/// How much, on average, the true value is above `top`, counting nothing where it is below.
fn expected_gain(estimate: Estimate, top: f64) -> f64 {
    let error = standard_error(estimate);
    let lead = (estimate.mean() - top) / error;
    let density = libm::exp(-lead * lead / 2.0) / (2.0 * std::f64::consts::PI).sqrt();
    error * (lead * normal_cdf(lead) + density)
}

fn normal_cdf(x: f64) -> f64 {
    libm::erfc(-x / std::f64::consts::SQRT_2) / 2.0
}
