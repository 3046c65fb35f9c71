//! Weights that foretell how games end: a logistic regression by stochastic gradients.
//!
//! Few thousand games cannot tell what a dog is worth on each of 32 squares, and a search finds every
//! square that is overrated. So the place of a piece is described three times: by its kind, by how far
//! it has come along rows and files (so that what is penalised is the difference between neighbours),
//! and by the square itself, which counts only where it must.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;

use spinney_arimaa::{FEATURES, GROUPS, Position, Sink, count_features};
use spinney_game::{Game, Rng};

/// A turn is worth so much of what the next one is worth, the last one of the result; the rest is
/// what the search saw (the lambda of temporal differences).
const LAMBDA: f32 = 0.9;
/// The penalty on the squares of weights.
const PENALTY: f32 = 1000.0;
const EPOCHS: usize = 20;
const BATCH: usize = 4096;
/// What a weight of 1 is in the unit of the evaluation.
const SLOPE: f32 = 500.0;

/// Behind the features: kinds, rows passed, files passed.
const KINDS: usize = FEATURES;
const ROWS: usize = KINDS + 6;
const FILES: usize = ROWS + 6 * 7;
const COLUMNS: usize = FILES + 6 * 3;
/// The features of places come first.
const PLACES: usize = 6 * 32;

/// What else a place counts as.
fn steps_to(place: usize) -> impl Iterator<Item = usize> {
    let (kind, row, file) = (place / 32, place / 4 % 8, place % 4);
    let rows = (0..row).map(move |row| ROWS + kind * 7 + row);
    let files = (0..file).map(move |file| FILES + kind * 3 + file);
    std::iter::once(KINDS + kind).chain(rows).chain(files)
}

/// How strongly a weight is drawn to 0.
fn stiffness(column: usize) -> f32 {
    match column {
        ..PLACES => 30.0,
        PLACES..FEATURES => 0.5,
        KINDS..ROWS => 0.01,
        _ => 4.0,
    }
}

/// One position: what is counted in it, and what it was worth to Gold.
struct Example {
    counts: Vec<(u16, f32)>,
    /// From 1 on a full board to -1 with few pieces.
    phase: f32,
    chance: f32,
    times: f32,
    is_held_out: bool,
}

#[derive(Default)]
struct Counts(BTreeMap<usize, i32>);

impl Sink for Counts {
    fn add(&mut self, feature: usize, count: i32) {
        *self.0.entry(feature).or_default() += count;
        if feature < PLACES {
            steps_to(feature).for_each(|column| *self.0.entry(column).or_default() += count);
        }
    }
}

/// The weights of both phases for the turns in some files, as text.
pub fn weights(files: &[&str]) -> Result<String, Box<dyn Error>> {
    let mut rng = Rng::new(77, 3);
    let mut examples = Vec::new();
    for file in files {
        let (file, times) = file.split_once('*').unwrap_or((file, "1"));
        read(&std::fs::read_to_string(file)?, times.parse()?, &mut examples, &mut rng)?;
    }
    let mut model = Model::default();
    let (held_out, mut known): (Vec<_>, Vec<_>) =
        examples.into_iter().partition(|example| example.is_held_out);
    for epoch in 0..EPOCHS {
        for i in (1..known.len()).rev() {
            known.swap(i, rng.below(i as u32 + 1) as usize);
        }
        let rate = 0.02 * 0.9f32.powi(epoch as i32);
        let total = known.iter().map(|example| example.times).sum();
        known.chunks(BATCH).for_each(|batch| model.improve(batch, rate, total));
    }
    let count = known.len() + held_out.len();
    eprintln!("{count} positions, loss {:.4}, {:.4}", model.loss(&known), model.loss(&held_out));
    Ok(model.text())
}

/// Reads turns: the position at the start of each, and one in the middle, which counts half.
fn read(
    text: &str,
    times: f32,
    to: &mut Vec<Example>,
    rng: &mut Rng,
) -> Result<(), Box<dyn Error>> {
    let (mut game, mut ahead) = ("", 0.0);
    for line in text.lines().rev() {
        let words: Vec<&str> = line.split('\t').collect();
        let [position, steps, gold, result, number] = words[..] else {
            return Err(format!("not a turn: {line}").into());
        };
        let gold: f32 = gold.parse()?;
        if number != game {
            (game, ahead) = (number, result.parse()?);
        }
        ahead = LAMBDA * ahead + (1.0 - LAMBDA) * gold;
        // Where the search saw the end there is nothing to judge.
        if !(0.005..=0.995).contains(&gold) {
            continue;
        }
        let mut position = Position::from_text(position)?;
        let mut put = |position: &Position, times: f32| -> Result<(), Box<dyn Error>> {
            let mut counts = Counts::default();
            count_features(position.turn(), &mut counts);
            let counts = counts.0.into_iter().filter(|&(_, count)| count != 0);
            let pieces = position.board().occupied().count_ones() as f32;
            to.push(Example {
                counts: counts.map(|(column, count)| (column as u16, count as f32)).collect(),
                phase: (pieces - 22.0).max(-10.0) / 10.0,
                chance: ahead,
                times,
                is_held_out: number.parse::<u64>()? % 10 == 0,
            });
            Ok(())
        };
        put(&position, times)?;
        // Captures are written behind their steps.
        let steps = steps.split(' ').filter(|step| !step.ends_with('x'));
        for step in steps.take(1 + rng.below(3) as usize) {
            let action = position.parse_move(step)?;
            position.play(action);
        }
        let is_within = !position.steps().is_empty() && position.winner().is_none();
        if is_within && !position.turn().is_pushing() {
            put(&position, 0.5 * times)?;
        }
    }
    Ok(())
}

/// Weights for all phases alike, and by how much they change with the phase; with the moments of Adam.
struct Model {
    weights: Vec<f32>,
    first: Vec<f32>,
    second: Vec<f32>,
    rounds: i32,
}

impl Default for Model {
    fn default() -> Model {
        let zeros = vec![0.0; 2 * COLUMNS];
        Model { weights: zeros.clone(), first: zeros.clone(), second: zeros, rounds: 0 }
    }
}

impl Model {
    fn chance(&self, example: &Example) -> f32 {
        let (base, change) = self.weights.split_at(COLUMNS);
        let terms = example.counts.iter().map(|&(column, count)| {
            count * (base[usize::from(column)] + example.phase * change[usize::from(column)])
        });
        1.0 / (1.0 + (-terms.sum::<f32>()).exp())
    }

    fn improve(&mut self, batch: &[Example], rate: f32, total: f32) {
        let mut gradient = vec![0.0; 2 * COLUMNS];
        for example in batch {
            let error = example.times * (self.chance(example) - example.chance);
            for &(column, count) in &example.counts {
                gradient[usize::from(column)] += error * count;
                gradient[COLUMNS + usize::from(column)] += error * example.phase * count;
            }
        }
        let times: f32 = batch.iter().map(|example| example.times).sum();
        self.rounds += 1;
        let (first_part, second_part) =
            (1.0 - 0.9f32.powi(self.rounds), 1.0 - 0.999f32.powi(self.rounds));
        for (i, slope) in gradient.into_iter().enumerate() {
            let stiffness = stiffness(i % COLUMNS) * if i < COLUMNS { 1.0 } else { 3.0 };
            let slope = slope / times + PENALTY * stiffness / total * self.weights[i];
            self.first[i] = 0.9 * self.first[i] + 0.1 * slope;
            self.second[i] = 0.999 * self.second[i] + 0.001 * slope * slope;
            self.weights[i] -= rate * (self.first[i] / first_part)
                / ((self.second[i] / second_part).sqrt() + 1e-8);
        }
    }

    fn loss(&self, examples: &[Example]) -> f32 {
        let losses = examples.iter().map(|example| {
            let chance = self.chance(example).clamp(1e-6, 1.0 - 1e-6);
            let loss = example.chance * chance.ln() + (1.0 - example.chance) * (1.0 - chance).ln();
            -example.times * loss
        });
        losses.sum::<f32>() / examples.iter().map(|example| example.times).sum::<f32>()
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for (phase, title) in [(1.0, "On a full board."), (-1.0, "With few pieces left.")] {
            let _ = writeln!(text, "# {title}");
            let at = |column: usize| self.weights[column] + phase * self.weights[COLUMNS + column];
            for group in GROUPS {
                let _ = writeln!(text, "# {}", group.name);
                let of = |feature: usize| {
                    let shared = steps_to(feature).filter(|_| feature < PLACES).map(at);
                    (SLOPE * (at(feature) + shared.sum::<f32>())).round() as i32
                };
                let numbers: Vec<i32> = (group.start..group.start + group.len).map(of).collect();
                for row in numbers.chunks(row_length(group.name)) {
                    let row: Vec<String> = row.iter().map(i32::to_string).collect();
                    let _ = writeln!(text, "{}", row.join(" "));
                }
            }
        }
        text
    }
}

/// How many numbers of a group are easy to read on one line.
fn row_length(group: &str) -> usize {
    match group {
        "holder" => 2,
        "traps" | "alone" => 3,
        "places" | "ahead" | "elephant-guards" => 4,
        "captures" | "at-stake" | "rabbit-trap" => 5,
        "distances" => 8,
        "held" => 9,
        "way" => 10,
        _ => 20,
    }
}
