//! Learns the weights of patterns around moves (`spinney_connection::pattern`) from self-play.
//!
//!     cargo run --release -p spinney-engine --example learn_patterns -- \
//!         play "hex 11x11" 600 12000 games.txt
//!     cargo run --release -p spinney-engine --example learn_patterns -- fit games.txt hex.txt
//!
//! `play` adds games to a file, so that it can be broken off and run side by side. A line is a
//! game: `hex 11x11: a1 c2/c2=4100,d4=900 …`, moves with the visits of what the search thought of;
//! those without were played at random. `fit` makes these visits as likely as it can and keeps a
//! tenth of the positions back to see how well it does on what it has not seen.

// What is learned or measured is kept as numbers; no search computes it anew.
#![allow(clippy::disallowed_methods)]

use std::collections::HashMap;
use std::fs::{OpenOptions, read_to_string, write};
use std::io::Write as _;

use anyhow::{Context as _, bail};
use spinney_board::Cell;
use spinney_connection::pattern::{Feature, Weights, features};
use spinney_connection::{Fill, LocalPrior, PlayoutSettings, Position, PriorSettings};
use spinney_game::{Evaluator as _, Game, Playouts, Priors, Rng};
use spinney_search::mcts::{Amaf, Search, Settings};
use spinney_search::{Limits, Stop};

/// Moves with less than this share of the visits were not thought of.
const LEAST_SHARE: f64 = 0.02;
/// One move in so many is played at random, so that positions differ.
const RANDOM_MOVES: u32 = 30;
/// Games are ended where the win rate is beyond this: decided ones teach little.
const DECIDED: f32 = 0.94;
/// Whole patterns that were seen less often get no weight; being thought of counts for more.
const LEAST_SEEN: u32 = 40;
const THOUGHT_OF: u32 = 30;
const ROUNDS: u32 = 6;
const STEP: f32 = 0.1;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["play", start, games, playouts, file] => {
            play(start, games.parse()?, playouts.parse()?, file)
        }
        ["fit", games, weights] => fit(games, weights),
        _ => bail!("say `play POSITION GAMES PLAYOUTS FILE` or `fit FILE WEIGHTS`"),
    }
}

fn play(start: &str, games: u64, playouts: u64, file: &str) -> anyhow::Result<()> {
    let mut out = OpenOptions::new().append(true).create(true).open(file)?;
    let seed = std::process::id().into();
    for game in 0..games {
        writeln!(out, "{}", play_game(start, playouts, seed, game)?)?;
    }
    Ok(())
}

fn play_game(start: &str, playouts: u64, seed: u64, game: u64) -> anyhow::Result<String> {
    let position = Position::from_text(start)?;
    let board = position.board().clone();
    let settings = Settings::default().with(|s| {
        s.amaf.rule = Amaf::RaveSimple;
        s.amaf.rave_visits = 500.0;
        s.priors.prior_visits = 8;
        s.priors.prior_amaf_visits = 40;
        s.growth.playouts_per_simulation = 4;
        s.growth.playouts_per_new_node = 4;
        s.growth.expand_visits = 8.0;
        s.resources.seed = seed << 32 | game;
    });
    let prior = LocalPrior::new(&board, &PriorSettings { learned: 0.15, ..Default::default() });
    let evaluator = Playouts(Fill::new(&board, &PlayoutSettings::default()));
    let evaluator = evaluator.with_policy(Priors(prior));
    let mut search: Search<Position, _> = Search::new(position, evaluator, settings)?;
    let mut rng = Rng::new(seed, game);
    let mut line = format!("{start}:");
    let opening = 1 + rng.below(4);
    for ply in 0.. {
        let position = search.position();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        if ply < opening || rng.below(RANDOM_MOVES) == 0 {
            let m = moves[rng.below(moves.len() as u32) as usize];
            line += &format!(" {}", position.move_text(m));
            search.advance(m);
            continue;
        }
        let report = search.think(&Limits::playouts(playouts), &Stop::new(), &mut |_| {});
        let Some(best) = report.best().filter(|_| report.proof.is_none()) else { break };
        let all: u64 = report.candidates.iter().map(|c| c.visits).sum();
        let least = (all as f64 * LEAST_SHARE) as u64;
        let position = search.position();
        let thought_of = report.candidates.iter().filter(|c| c.visits > least);
        let visits: Vec<_> =
            thought_of.map(|c| format!("{}={}", position.move_text(c.played), c.visits)).collect();
        line += &format!(" {}/{}", position.move_text(best.played), visits.join(","));
        search.advance(best.played);
        if !(1.0 - DECIDED..=DECIDED).contains(&report.win_rate) {
            break;
        }
    }
    Ok(line)
}

/// A position to learn from: each move's features, by number, and its share of the visits.
struct Lesson {
    moves: Vec<(Vec<u32>, f32)>,
}

/// Features by number.
#[derive(Default)]
struct Names {
    numbers: HashMap<Feature, u32>,
    names: Vec<Feature>,
    seen: Vec<u32>,
}

impl Names {
    fn number(&mut self, feature: Feature, seen: u32) -> u32 {
        let next = self.names.len() as u32;
        let number = *self.numbers.entry(feature).or_insert(next);
        if number == next {
            self.names.push(feature);
            self.seen.push(0);
        }
        self.seen[number as usize] += seen;
        number
    }

    /// Whether a feature is common enough for a weight of its own.
    fn is_used(&self, number: u32) -> bool {
        let is_whole = matches!(self.names[number as usize], Feature::Whole(_));
        !is_whole || self.seen[number as usize] >= LEAST_SEEN
    }
}

fn fit(games: &str, weights: &str) -> anyhow::Result<()> {
    let mut names = Names::default();
    let mut lessons = Vec::new();
    for (number, line) in read_to_string(games)?.lines().enumerate() {
        read_game(line, &mut names, &mut lessons)
            .with_context(|| format!("{games}, line {}", number + 1))?;
    }
    for lesson in &mut lessons {
        for (features, _) in &mut lesson.moves {
            features.retain(|&feature| names.is_used(feature));
        }
    }
    let kept_back = lessons.len() / 10;
    let (test, train) = lessons.split_at_mut(kept_back);
    println!("{} positions to learn from, {} to test", train.len(), test.len());
    let mut fitted = vec![0.0; names.names.len()];
    // Each weight has steps of its own, smaller the more it has moved (AdaGrad).
    let mut moved = vec![1e-3; names.names.len()];
    let mut rng = Rng::new(1, 0);
    for round in 1..=ROUNDS {
        for i in (1..train.len()).rev() {
            train.swap(i, rng.below(i as u32 + 1) as usize);
        }
        for lesson in &*train {
            learn(lesson, &mut fitted, &mut moved);
        }
        let [seen, unseen] = [&*train, &*test].map(|set| mean_loss(set, &fitted));
        println!("round {round}: loss {seen:.4}, on what it has not seen {unseen:.4}");
    }
    let used = (0..names.names.len()).filter(|&i| names.is_used(i as u32));
    write(weights, Weights::new(used.map(|i| (names.names[i], fitted[i]))).to_string())?;
    Ok(())
}

fn read_game(line: &str, names: &mut Names, lessons: &mut Vec<Lesson>) -> anyhow::Result<()> {
    let (start, moves) = line.split_once(':').context("there is no position and colon")?;
    let mut position = Position::from_text(start)?;
    for word in moves.split_whitespace() {
        let (played, visits) = word.split_once('/').unwrap_or((word, ""));
        let mut shares: HashMap<Cell, f32> = HashMap::new();
        for visit in visits.split(',').filter(|visit| !visit.is_empty()) {
            let (m, count) = visit.split_once('=').context("visits are written a1=7")?;
            if let Some(cell) = position.cell_of(position.parse_move(m)?) {
                shares.insert(cell, count.parse()?);
            }
        }
        let all: f32 = shares.values().sum();
        if all > 0.0 {
            let moves = position.empties().iter().map(|cell| {
                let share = shares.get(&cell).map_or(0.0, |visits| visits / all);
                let seen = if share > 0.0 { THOUGHT_OF } else { 1 };
                let features = features(&position, cell).into_iter();
                (features.map(|feature| names.number(feature, seen)).collect(), share)
            });
            lessons.push(Lesson { moves: moves.collect() });
        }
        position.play(position.parse_move(played)?);
    }
    Ok(())
}

/// How likely the weights find each move of a lesson.
fn chances(lesson: &Lesson, weights: &[f32]) -> Vec<f32> {
    let sum = |features: &[u32]| -> f32 { features.iter().map(|&f| weights[f as usize]).sum() };
    let sums: Vec<f32> = lesson.moves.iter().map(|(features, _)| sum(features)).collect();
    let most = sums.iter().copied().fold(f32::MIN, f32::max);
    let all: f32 = sums.iter().map(|sum| (sum - most).exp()).sum();
    sums.iter().map(|sum| (sum - most).exp() / all).collect()
}

fn learn(lesson: &Lesson, weights: &mut [f32], moved: &mut [f32]) {
    let chances = chances(lesson, weights);
    for ((features, share), chance) in lesson.moves.iter().zip(chances) {
        let slope = chance - share;
        for i in features.iter().map(|&feature| feature as usize) {
            moved[i] += slope * slope;
            weights[i] -= STEP * slope / moved[i].sqrt();
        }
    }
}

fn mean_loss(lessons: &[Lesson], weights: &[f32]) -> f32 {
    let loss = |lesson: &Lesson| -> f32 {
        let chances = chances(lesson, weights);
        let shares = lesson.moves.iter().map(|(_, share)| share);
        shares.zip(chances).filter(|(share, _)| **share > 0.0).map(|(s, c)| -s * c.ln()).sum()
    };
    lessons.iter().map(loss).sum::<f32>() / lessons.len().max(1) as f32
}
