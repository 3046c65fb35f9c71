//! How well different playouts foretell who wins, on positions that the solver has proven.
//!
//!     cargo run --release -p spinney-engine --example fill_wisdom -- "hex 8x8" 300
//!
//! One position comes from each quick game after two random stones, at a random time before half of
//! the board is full; those that the solver does not prove soon are left out. Each kind of playout
//! says how often Black wins from there; what that foretells is measured by the share of positions
//! whose winner has more than half of the playouts, and by the information about the winner, in
//! bits of one, that the win rate holds once it is scaled as well as it can be.

// What is learned or measured is kept as numbers; no search computes it anew.
#![allow(clippy::disallowed_methods)]

use anyhow::{Context as _, bail};
use spinney_board::Stone;
use spinney_connection::{
    Board, Deduction, Fill, LocalPrior, PlayoutSettings, Position, PriorSettings, SlicedFill,
    SlicedSettings,
};
use spinney_game::{
    BatchPlayout as _, Evaluator as _, Game, LANES, Playout, PlayoutBatch, Playouts, Priors, Rng,
    Trace,
};
use spinney_search::mcts::{Amaf, Search, Settings};
use spinney_search::{Limits, Stop, dfpn};

/// Stones that are laid at random first.
const RANDOM: u32 = 2;
/// Playouts for a move of the games that positions come from.
const QUICK: u64 = 300;
/// Positions that the solver may look at before a position is left out.
const SOON: u64 = 20_000;
/// Batches of playouts for each judgement.
const BATCHES: usize = 8;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [start, games] = &arguments[..] else { bail!("say POSITION GAMES") };
    let start = Position::from_text(start)?;
    let board = start.board().clone();
    let mut judges = judges(&board);
    let mut proven = Vec::new();
    for game in 0..games.parse().context("the number of games")? {
        proven.extend(position_of_a_game(&start, game)?);
    }
    if proven.is_empty() {
        bail!("no position was proven; try more games or a smaller board");
    }
    println!("{} positions, of which Black wins {}", proven.len(), black_wins(&proven));
    let mut rng = Rng::new(1, 0);
    for (name, judge) in &mut judges {
        let told: Vec<_> =
            proven.iter().map(|(position, wins)| (judge(position, &mut rng), *wins)).collect();
        let right = told.iter().filter(|(rate, wins)| (*rate > 0.5) == *wins).count();
        let right = 100.0 * right as f64 / told.len() as f64;
        println!("{name}: {right:.1}% right, {:.3} bits", bits(&told));
    }
    Ok(())
}

fn black_wins(proven: &[(Position, bool)]) -> usize {
    proven.iter().filter(|(_, wins)| *wins).count()
}

/// A position of a game, if its winner is soon proven, and whether that is Black.
fn position_of_a_game(start: &Position, game: u64) -> anyhow::Result<Option<(Position, bool)>> {
    let board = start.board();
    let settings = Settings::default().with(|s| {
        s.amaf.rule = Amaf::RaveSimple;
        s.amaf.rave_visits = 500.0;
        s.priors.prior_amaf_visits = 40;
        s.growth.expand_visits = 8.0;
        s.resources.seed = game;
    });
    let prior = LocalPrior::new(board, &PriorSettings { learned: 0.15, ..Default::default() });
    let playouts = Playouts(Fill::new(board, &PlayoutSettings::default()));
    let evaluator = playouts.with_policy(Priors(prior));
    let mut search: Search<Position, _> = Search::new(start.clone(), evaluator, settings)?;
    let mut rng = Rng::new(2, game);
    let plies =
        RANDOM + rng.below((board.topology().cells() as u32 / 2).saturating_sub(RANDOM).max(1));
    for ply in 0..plies {
        let mut moves = Vec::new();
        search.position().moves(&mut moves);
        let Some(&any) = rng.choose(&moves) else { return Ok(None) };
        if ply < RANDOM {
            search.advance(any);
            continue;
        }
        let report = search.think(&Limits::playouts(QUICK), &Stop::new(), &mut |_| {});
        let Some(best) = report.best() else { return Ok(None) };
        search.advance(best.played);
    }
    let position = search.position().clone();
    let memory = dfpn::Settings { memory: 64, ..Default::default() };
    let mut solver = dfpn::Solver::new(Deduction::for_proofs(board), memory)?;
    let limits = Limits { nodes: Some(SOON), ..Limits::default() };
    let winner = solver.solve(&position, &limits, &Stop::new(), &mut |_| {}).winner;
    Ok(winner.map(|winner| {
        let black = position.stone_of(winner) == Stone::Black;
        (position, black)
    }))
}

/// How often Black wins the playouts of a position.
type Judge = Box<dyn FnMut(&Position, &mut Rng) -> f64>;

fn judges(board: &Board) -> Vec<(&'static str, Judge)> {
    let coupled = SlicedSettings { coupled_bridges: true };
    let bridges = PlayoutSettings { walk_around: false, ..PlayoutSettings::default() };
    vec![
        ("fills", sliced(board, &SlicedSettings::default())),
        ("fills with coupled bridges", sliced(board, &coupled)),
        ("one after the other, nothing answered", sequential(board, &PlayoutSettings::uniform())),
        ("one after the other, bridges kept", sequential(board, &bridges)),
        ("the same, walking around", sequential(board, &PlayoutSettings::default())),
    ]
}

fn sliced(board: &Board, settings: &SlicedSettings) -> Judge {
    let mut fill = SlicedFill::new(board, settings);
    Box::new(move |position, rng| {
        let black = position.seat_of(Stone::Black);
        let mut batch = PlayoutBatch::new(2, position.move_codes());
        let mut wins = 0;
        for _ in 0..BATCHES {
            fill.run(position, rng, &mut batch);
            wins += batch.won(black).iter().map(|word| word.count_ones()).sum::<u32>();
        }
        f64::from(wins) / (BATCHES * LANES) as f64
    })
}

fn sequential(board: &Board, settings: &PlayoutSettings) -> Judge {
    let mut fill = Fill::new(board, settings);
    Box::new(move |position, rng| {
        let black = position.seat_of(Stone::Black);
        let run = |_| f64::from(fill.run(position, rng, &mut Trace::unwanted())[black]);
        (0..BATCHES * LANES).map(run).sum::<f64>() / (BATCHES * LANES) as f64
    })
}

/// What win rates tell about the winner: what is unknown about it without them, less what is
/// unknown with the logistic curve of their log odds that fits best.
fn bits(told: &[(f64, bool)]) -> f64 {
    let points: Vec<_> = told
        .iter()
        .map(|&(rate, wins)| {
            let rate = rate.clamp(1e-3, 1.0 - 1e-3);
            ((rate / (1.0 - rate)).ln(), f64::from(u8::from(wins)))
        })
        .collect();
    let all = points.len() as f64;
    let share = points.iter().map(|(_, wins)| wins).sum::<f64>() / all;
    let chance = |offset: f64, slope: f64, x: f64| 1.0 / (1.0 + (-offset - slope * x).exp());
    let loss = |p: f64, wins: f64| -(wins * p.ln() + (1.0 - wins) * (1.0 - p).ln());
    let (mut offset, mut slope) = (0.0, 1.0);
    // Newton's method; a logistic loss has one minimum.
    for _ in 0..30 {
        let (mut g0, mut g1, mut h00, mut h01, mut h11) = (0.0, 0.0, 1e-9, 0.0, 1e-9);
        for &(x, wins) in &points {
            let p = chance(offset, slope, x);
            let (error, weight) = (p - wins, p * (1.0 - p));
            g0 += error;
            g1 += error * x;
            h00 += weight;
            h01 += weight * x;
            h11 += weight * x * x;
        }
        let determinant = h00 * h11 - h01 * h01;
        offset -= (h11 * g0 - h01 * g1) / determinant;
        slope -= (h00 * g1 - h01 * g0) / determinant;
    }
    let with: f64 = points.iter().map(|&(x, wins)| loss(chance(offset, slope, x), wins)).sum();
    let without: f64 = points.iter().map(|&(_, wins)| loss(share, wins)).sum();
    (without - with) / all / std::f64::consts::LN_2
}
