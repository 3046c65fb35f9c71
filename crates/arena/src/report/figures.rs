//! The pictures of the page.

use super::Summary;
use super::chart::{Axis, Bar, Chart, bars, round_step};
use super::markup::colour;
use crate::statistics::{Draws, Score};

/// A line has at most about so many points.
const POINTS: usize = 300;
/// Games longer than this share the last bar; moves later than this are not drawn.
const LONGEST: usize = 1000;
/// A histogram has at most so many bars.
const BARS: f64 = 40.0;

pub(super) fn ratings(summary: &Summary) -> String {
    let bar = |&player: &usize| {
        let elo = summary.ratings.players()[player].elo;
        let (name, colour) = (summary.name(player), colour(player));
        Bar { name, value: elo.elo, error: elo.error, colour }
    };
    let list: Vec<Bar> = summary.ranking.iter().map(bar).collect();
    bars(&list, "Elo of each player with its error")
}

/// Each player's share of the points after so many of its games. In a match of two, one line with
/// its interval says it all.
pub(super) fn win_rates(summary: &Summary) -> String {
    let all: Vec<usize> = (0..summary.standing.names.len()).collect();
    let shown = if all.len() == 2 { &all[..1] } else { &all[..] };
    let histories: Vec<Vec<Score>> = shown.iter().map(|&player| history(summary, player)).collect();
    let most = histories.iter().map(Vec::len).max().unwrap_or(0);
    let x = Axis::new("games played", 0.0, most as f64);
    let mut chart = Chart::new(x, Axis::new("share of points", 0.0, 100.0).in_unit("%"));
    chart.level(50.0);
    for (&player, history) in shown.iter().zip(&histories) {
        let step = history.len().div_ceil(POINTS).max(1);
        let last = history.len().saturating_sub(1);
        let points: Vec<(f64, f64, f64, f64)> = history
            .iter()
            .enumerate()
            .filter(|(i, _)| i % step == 0 || *i == last)
            .map(|(i, score)| {
                let interval = score.wilson_corrected(Draws::Half);
                let [rate, low, high] =
                    [interval.rate, interval.low, interval.high].map(|rate| 100.0 * rate);
                ((i + 1) as f64, rate, low, high)
            })
            .collect();
        if shown.len() == 1 {
            let band: Vec<_> = points.iter().map(|&(x, _, low, high)| (x, low, high)).collect();
            chart.band(&band, &colour(player));
        }
        chart.line(points.iter().map(|&(x, rate, ..)| (x, rate)), &colour(player));
    }
    legend(summary, shown) + &chart.svg("share of points against the number of games played")
}

/// A player's score after each of its games.
fn history(summary: &Summary, player: usize) -> Vec<Score> {
    let mut score = Score::default();
    let mut history = Vec::new();
    for game in summary.games {
        let seats = game.rewards.len();
        let own = (0..seats).find(|&seat| summary.player_at(game, seat) == Some(player));
        let Some(own) = own else { continue };
        for seat in (0..seats).filter(|&seat| seat != own) {
            score.add(crate::standing::outcome(game.rewards[own], game.rewards[seat]));
        }
        history.push(score);
    }
    history
}

/// How many games had how many moves.
pub(super) fn lengths(summary: &Summary) -> String {
    let lengths = || summary.games.iter().map(|game| game.moves.len().min(LONGEST));
    let longest = lengths().max().unwrap_or(0) as f64;
    let wide = round_step(((longest + 1.0) / BARS).max(1.0));
    let mut counts = vec![0u64; ((longest + 1.0) / wide).ceil() as usize];
    for length in lengths() {
        counts[(length as f64 / wide) as usize] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(0);
    let x = Axis::new("moves in a game", 0.0, wide * counts.len() as f64);
    let mut chart = Chart::new(x, Axis::new("games", 0.0, most as f64));
    for (i, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let (from, to) = (wide * i as f64, wide * (i + 1) as f64);
        let words = format!("{count} games of {from:.0} to {:.0} moves", to - 1.0);
        chart.bar((from, to), count as f64, &colour(0), &words);
    }
    chart.svg("how many games had how many moves")
}

/// How long each player thought about its first, second, … decision, on average.
pub(super) fn time_use(summary: &Summary) -> String {
    let mut sums: Vec<Vec<(f64, u64)>> = vec![Vec::new(); summary.standing.names.len()];
    for game in summary.games {
        let mut made = vec![0; game.rewards.len()];
        for step in &game.moves {
            let Some(seat) = step.seat.filter(|&seat| seat < made.len()) else { continue };
            let Some(player) = summary.player_at(game, seat) else { continue };
            let number = made[seat];
            made[seat] += 1;
            if number >= LONGEST {
                continue;
            }
            if sums[player].len() <= number {
                sums[player].resize(number + 1, (0.0, 0));
            }
            sums[player][number].0 += step.micros as f64 / 1e6;
            sums[player][number].1 += 1;
        }
    }
    let mean = |&(sum, count): &(f64, u64)| sum / count.max(1) as f64;
    let most = sums.iter().flatten().map(mean).fold(0.0, f64::max);
    let moves = sums.iter().map(Vec::len).max().unwrap_or(0);
    let x = Axis::new("decision of the player", 1.0, moves as f64);
    let high = if most > 0.0 { most } else { 1.0 };
    let mut chart = Chart::new(x, Axis::new("mean time", 0.0, high).in_unit(" s"));
    for (player, sums) in sums.iter().enumerate() {
        let points = sums.iter().enumerate().map(|(i, sum)| ((i + 1) as f64, mean(sum)));
        chart.line(points, &colour(player));
    }
    let all: Vec<usize> = (0..summary.standing.names.len()).collect();
    legend(summary, &all) + &chart.svg("mean thinking time by move number")
}

/// Which colour is whose.
fn legend(summary: &Summary, players: &[usize]) -> String {
    let mut text = String::from("<p class=\"legend\">");
    for &player in players {
        let (colour, name) = (colour(player), summary.name(player));
        text += &format!("<span><i style=\"background: {colour}\"></i>{name}</span>");
    }
    text + "</p>\n"
}
