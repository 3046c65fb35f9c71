//! Games to learn from: quick ones, between players of different styles.

use std::error::Error;
use std::io::Write;
use std::ops::Range;

use spinney_arimaa::{
    Action, EvaluationSettings, FEATURES, GROUPS, Position, Side, StepGuide, StepSettings, Weights,
};
use spinney_game::{Game, RandomPlayout, Rng};
use spinney_search::alphabeta::{Search, Settings};
use spinney_search::{Limits, Stop};

/// Nodes for the plan of a turn, and for going on where the plan ends before the turn does.
const NODES: [u64; 2] = [3000, 500];
/// How much styles differ.
const VARIETY: f64 = 0.4;
/// A game that takes longer is a draw.
const MOST_TURNS: u32 = 220;
/// So many turns in a row must agree that a game is decided.
const AGREED: usize = 4;

const SETUPS: [&str; 6] = [
    "HDCMECDHRRRRRRRR",
    "RHDMEDHRRRRCCRRR",
    "DHCMECHDRRRRRRRR",
    "RHDEMDHRRRRCCRRR",
    "HRDEMDRHRRRCCRRR",
    "CHDMEDHCRRRRRRRR",
];

/// Plays games and writes a line for each turn: the position, the steps, Gold's chance as the search
/// saw it, Gold's result, and the number of the game.
pub fn games(
    weights: &str,
    numbers: Range<u64>,
    out: &mut dyn Write,
) -> Result<(), Box<dyn Error>> {
    let words = weights.lines().flat_map(|line| line.split('#').next().unwrap_or("").split(' '));
    let weights = words.filter(|word| !word.is_empty()).map(str::parse::<f64>);
    let weights = weights.collect::<Result<Vec<_>, _>>()?;
    for number in numbers {
        game(&weights, number, out)?;
    }
    Ok(())
}

fn game(weights: &[f64], number: u64, out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut rng = Rng::new(number, 9);
    let mut random = RandomPlayout::default();
    let mut position = opening(&mut rng)?;
    let mut players = Vec::new();
    for _ in Side::BOTH {
        // Three in ten play by the weights as they are.
        let variety = if rng.below(10) < 3 { 0.0 } else { VARIETY };
        let guide = StepGuide::new(&EvaluationSettings::default(), &StepSettings::default())
            .with_weights(style(weights, variety, &mut rng)?);
        players.push(Search::new(guide, Settings { memory: 1.0, ..Settings::default() })?);
    }
    let mut turns: Vec<(String, f32)> = Vec::new();
    let mut decided = None;
    for turn in 0..MOST_TURNS {
        if position.winner().is_some() {
            break;
        }
        let side = position.side();
        let is_disturbed = turn < 70 && rng.below(25) == 0;
        if is_disturbed && let Some(step) = random.pick(&position, &mut rng) {
            position.play(step);
        }
        let before = Position::new(*position.board(), side, Some(9));
        let (steps, chance) = finish_turn(&mut players[side.index()], &mut position, side);
        if is_disturbed {
            continue;
        }
        let gold = if side == Side::Gold { chance } else { 1.0 - chance };
        turns.push((format!("{}\t{}", before?.text(), steps.join(" ")), gold));
        let last = &turns[turns.len().saturating_sub(AGREED)..];
        let all =
            |is_sure: fn(f32) -> bool| last.len() == AGREED && last.iter().all(|t| is_sure(t.1));
        if all(|gold| gold > 0.97) || all(|gold| gold < 0.03) {
            decided = Some(gold.round());
            break;
        }
    }
    let result = decided.unwrap_or(match position.winner() {
        Some(Side::Gold) => 1.0,
        Some(Side::Silver) => 0.0,
        None => 0.5,
    });
    for (turn, gold) in turns {
        writeln!(out, "{turn}\t{gold:.4}\t{result}\t{number}")?;
    }
    Ok(())
}

/// Plays the rest of a turn. Returns its steps and the mover's chance.
fn finish_turn(
    player: &mut Search<Position, StepGuide>,
    position: &mut Position,
    side: Side,
) -> (Vec<String>, f32) {
    let mut plan = Vec::new();
    let (mut steps, mut chance) = (Vec::new(), None);
    while position.winner().is_none() && position.side() == side {
        let planned: Option<Action> = plan.pop();
        let action = planned.filter(|&action| position.is_legal(action)).unwrap_or_else(|| {
            let nodes = NODES[usize::from(chance.is_some())];
            let limits = Limits::playouts(nodes);
            let report = player.think(position, &limits, &Stop::new(), &mut |_| {});
            chance.get_or_insert(report.win_rate);
            let best = report.best().expect("the side to move has a move");
            plan = best.line[1..].iter().rev().copied().collect();
            best.played
        });
        steps.push(position.move_text(action));
        position.play(action);
    }
    (steps, chance.unwrap_or(0.5))
}

/// A start with setups of some variety and a few random steps.
fn opening(rng: &mut Rng) -> Result<Position, Box<dyn Error>> {
    let mut rows = || {
        let mut squares = SETUPS[rng.below(6) as usize].as_bytes().to_vec();
        // Half of them are as they are; in the others some pieces change places.
        let kind = rng.below(4);
        for reach in [(2, 8), (2, 8), (3, 16), (3, 16)] {
            if kind >= reach.0 {
                squares.swap(rng.below(reach.1) as usize, rng.below(reach.1) as usize);
            }
        }
        String::from_utf8(squares)
    };
    let (gold, silver) = (rows()?, rows()?.to_lowercase());
    let (front, back) = silver.split_at(8);
    let text = format!("arimaa 2g [{back}{front}{}{gold}]", ".".repeat(32));
    let mut position = Position::from_text(&text)?;
    let mut random = RandomPlayout::default();
    let mut left = 6 + rng.below(9);
    while left > 0 || !position.steps().is_empty() {
        left = left.saturating_sub(1);
        let pass = Some(Action::Pass).filter(|&pass| left == 0 && position.is_legal(pass));
        let Some(action) = pass.or_else(|| random.pick(&position, rng)) else { break };
        position.play(action);
    }
    Ok(position)
}

/// The same weights with other preferences. Players who prefer different things show what is worth
/// it; players who all prefer the same would learn only that they are equals.
fn style(weights: &[f64], variety: f64, rng: &mut Rng) -> Result<Weights, Box<dyn Error>> {
    let mut weights = weights.to_vec();
    let mut factor = |much: f64| (much * variety * normal(rng)).exp();
    for group in GROUPS.iter().filter(|group| group.name != "places") {
        let factor = factor(1.0);
        for half in weights.chunks_mut(FEATURES) {
            half[group.start..group.start + group.len].iter_mut().for_each(|w| *w *= factor);
        }
    }
    for kind in 0..6 {
        let factor = (0.4 * variety * normal(rng)).exp();
        let (row, file) = (25.0 * variety * normal(rng), 15.0 * variety * normal(rng));
        for half in weights.chunks_mut(FEATURES) {
            for (i, weight) in half[32 * kind..32 * kind + 32].iter_mut().enumerate() {
                let (ahead, inside) = ((i / 4) as f64 - 3.0, (i % 4) as f64 - 1.5);
                *weight = *weight * factor + row * ahead + file * inside;
            }
        }
    }
    let text: Vec<String> = weights.iter().map(|weight| weight.round().to_string()).collect();
    Ok(Weights::from_text(&text.join(" "))?)
}

/// A number from the normal distribution.
fn normal(rng: &mut Rng) -> f64 {
    let mut unit = || f64::from(rng.unit()).max(1e-9);
    (-2.0 * unit().ln()).sqrt() * (std::f64::consts::TAU * unit()).cos()
}
