//! The words and numbers of the page.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::Summary;
use super::markup::{Cell, Table, escape};
use crate::player::TimeControl;
use crate::result::{Ending, GameResult};
use crate::statistics::{Draws, Score};

/// So many transcripts are shown at most.
const TRANSCRIPTS: usize = 20;

/// What was played, where and how long it took.
pub(super) fn overview(summary: &Summary) -> String {
    let games = summary.games;
    let distinct = |of: &dyn Fn(&GameResult) -> &str| {
        let all: BTreeSet<&str> = games.iter().map(of).filter(|text| !text.is_empty()).collect();
        let shown: Vec<String> = all.iter().take(3).map(|text| escape(text)).collect();
        let more =
            if all.len() > 3 { format!(" and {} more", all.len() - 3) } else { String::new() };
        shown.join(", ") + &more
    };
    let builds = distinct(&|game| game.build.as_deref().unwrap_or_default());
    let thinking = games.iter().flat_map(|game| &game.moves).map(|made| made.micros).sum::<u64>();
    format!(
        "{} games of {} on {}{}. {} of thinking. Errors and intervals are at 95%.",
        games.len(),
        distinct(&|game| &game.job.position),
        distinct(&|game| &game.machine),
        if builds.is_empty() { builds } else { format!(", held by spinney {builds}") },
        duration(Duration::from_micros(thinking))
    )
}

pub(super) fn players(summary: &Summary) -> String {
    let headings =
        ["", "Elo", "points", "games", "share", "interval", "as first", "faults", "time a move"];
    let mut table = Table::new(&headings.map(str::to_owned));
    for &player in &summary.ranking {
        let standing = &summary.standing;
        let total = standing.tally.total(player);
        let interval = total.wilson_corrected(Draws::Half);
        let (time, moves) = standing.thinking[player];
        let faults: u32 = standing.faults[player].values().sum();
        let began: Score = (0..standing.names.len())
            .filter(|&o| o != player)
            .map(|o| standing.tally.began(player, o))
            .sum();
        let elo = summary.ratings.players()[player].elo;
        let cells = [
            if summary.has_ratings() { elo.to_string() } else { String::new() },
            format!("{}", total.points()),
            total.games().to_string(),
            total.rate(Draws::Half).map_or(String::new(), percent),
            format!("{} – {}", percent(interval.low), percent(interval.high)),
            began.rate(Draws::Half).map_or(String::new(), percent),
            faults.to_string(),
            if moves > 0 { duration(time.div_f64(moves as f64)) } else { String::new() },
        ];
        table.row(&described(summary, player), cells.map(Cell::from));
    }
    table.finish()
}

/// A player's name, and below it what played and how long it could think.
fn described(summary: &Summary, player: usize) -> String {
    let version = |game: &GameResult, seat| game.versions.get(seat).cloned().unwrap_or_default();
    let control = |game: &GameResult, seat: usize| control(&game.job.seats[seat].control);
    let words = [joined(summary, player, version), joined(summary, player, control)];
    let words: Vec<String> = words.into_iter().filter(|words| !words.is_empty()).collect();
    format!("{}<br><small>{}</small>", summary.name(player), words.join("; "))
}

/// What a player was in its games, where that may differ from game to game.
fn joined(summary: &Summary, player: usize, of: impl Fn(&GameResult, usize) -> String) -> String {
    let mut all = BTreeSet::new();
    for game in summary.games {
        for seat in 0..game.job.seats.len() {
            // A program may change its name from game to game: a few of them are enough.
            if all.len() < 3 && summary.player_at(game, seat) == Some(player) {
                all.insert(of(game, seat));
            }
        }
    }
    let all: Vec<String> =
        all.iter().filter(|text| !text.is_empty()).map(|text| escape(text)).collect();
    all.join(", ")
}

/// What the first move and draws amount to.
pub(super) fn advantage(summary: &Summary) -> String {
    let mut text = String::from("<small>Elo above the average of all players (Bradley–Terry)");
    if let [better, worse] = *summary.ranking {
        let difference = summary.ratings.difference(better, worse);
        let (better, worse) = (summary.name(better), summary.name(worse));
        text += &format!("; {better} is {difference} above {worse}");
    }
    if let Some(first) = summary.ratings.first_move() {
        text += &format!("; the first move is worth {first}");
    }
    let drawn = summary.standing.tally.first_player().draws;
    if drawn > 0 {
        text += &format!(
            "; equal players draw {} of their games",
            percent(summary.ratings.draw_rate())
        );
    }
    text + "</small>"
}

/// Every player against every other: points of games, and how likely it is that the one is better.
pub(super) fn cross_table(summary: &Summary) -> String {
    let mut headings = vec![String::new()];
    headings.extend(summary.ranking.iter().map(|&player| summary.name(player)));
    let mut table = Table::new(&headings);
    for &player in &summary.ranking {
        let cells = summary.ranking.iter().map(|&opponent| {
            let score = summary.standing.tally.between(player, opponent);
            match score.rate(Draws::Half) {
                _ if player == opponent => Cell::nobody(),
                None => Cell::from("–"),
                Some(rate) => {
                    let better = percent(score.superiority());
                    let text = format!(
                        "{} <small>{}–{}–{}<br>better: {better}</small>",
                        percent(rate),
                        score.wins,
                        score.draws,
                        score.losses
                    );
                    Cell::from(text).shaded(rate)
                }
            }
        });
        table.row(&summary.name(player), cells.collect::<Vec<_>>());
    }
    let note = "<p><small>Share of points, then wins–draws–losses, then the likelihood that the \
                player of the row is better than that of the column.</small></p>";
    table.finish() + note
}

/// How games ended, and what went wrong.
pub(super) fn endings(summary: &Summary) -> String {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for game in summary.games {
        *counts.entry(ending(game.ending)).or_default() += 1;
    }
    let mut table = Table::new(&[String::new(), "games".to_owned()]);
    for (name, count) in counts {
        table.row(name, [Cell::from(count.to_string())]);
    }
    let mut text = table.finish();
    let faults = || summary.games.iter().filter_map(|game| Some((game, game.fault.as_ref()?)));
    for (game, fault) in faults().take(TRANSCRIPTS) {
        let name = game.job.seats.get(fault.seat).map_or("", |seat| seat.name.as_str());
        let [name, problem, transcript] = [name, &fault.problem, &fault.transcript].map(escape);
        text += &format!(
            "\n<details><summary>{name}: {}: {problem}</summary><pre>{transcript}</pre></details>",
            fault.kind
        );
    }
    let left = faults().count().saturating_sub(TRANSCRIPTS);
    if left > 0 {
        text += &format!("\n<p><small>and {left} more faults</small></p>");
    }
    text
}

fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Rules => "decided by the rules",
        Ending::Resignation => "resigned",
        Ending::Fault => "lost by a fault",
        Ending::Adjudication => "given to whoever was sure to win",
        Ending::MoveCap => "drawn: too long",
    }
}

fn control(control: &TimeControl) -> String {
    let mut words = Vec::new();
    words.extend(control.per_move.map(|time| format!("{} a move", duration(time))));
    words.extend(control.per_game.map(|time| format!("{} a game", duration(time))));
    words.extend(control.increment.map(|time| format!("+{}", duration(time))));
    words.extend(control.playouts.map(|playouts| format!("{playouts} playouts")));
    words.join(", ")
}

fn percent(rate: f64) -> String {
    format!("{:.1}%", 100.0 * rate)
}

fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        0.0..0.9995 => format!("{:.0} ms", 1e3 * seconds),
        0.9995..100.0 => format!("{seconds:.1} s"),
        100.0..6000.0 => format!("{:.1} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}
