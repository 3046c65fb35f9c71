//! What came of an event, as tables.

use std::fmt::Write;

use comfy_table::{CellAlignment, Table};
use spinney_arena::event::Event;
use spinney_arena::standing::{Sequential, Standing};
use spinney_arena::statistics::{Draws, Fit, Score, Verdict};
use spinney_arena::tournament::{Ended, Why};

use crate::output;

/// Everything that is told at the end.
pub(super) fn summary(event: &Event, ended: &Ended) -> String {
    let heading = format!(
        "{}: {}, {} games{}",
        event.name,
        event.position,
        ended.standing.games,
        match ended.why {
            Why::Complete => "",
            Why::Decided => ", decided by the test",
            Why::Stopped => ", not all of them",
        }
    );
    let champion = ended.champion.map(|place| event.entrants[place].name.as_str());
    standing(&heading, &ended.standing, ended.sequential.as_ref(), champion)
}

/// How an event stands.
pub(crate) fn standing(
    heading: &str,
    standing: &Standing,
    sequential: Option<&Sequential>,
    champion: Option<&str>,
) -> String {
    let mut text = format!("{heading}\n\n");
    if standing.games == 0 {
        return text;
    }
    let mut add = |part: String| {
        if !part.is_empty() {
            text.push_str(&part);
            text.push('\n');
        }
    };
    add(format!("{}\n", ranking(standing).trim_fmt()));
    if standing.names.len() > 2 {
        add(format!("{}\n", cross_table(standing).trim_fmt()));
    } else {
        add(of_match(standing));
    }
    add(first_player(standing));
    add(sequential.map_or_else(String::new, verdict));
    add(faults(standing));
    add(champion.map_or_else(String::new, |name| format!("{name} has won the knockout.")));
    text.trim_end().to_owned() + "\n"
}

/// Everybody in order, with ratings.
fn ranking(standing: &Standing) -> Table {
    let ratings = Fit::default().ratings(&standing.tally);
    let headings =
        ["", "player", "Elo", "±", "games", "won", "drawn", "lost", "score", "95%", "s/move"];
    let numbers = [true, false, true, true, true, true, true, true, true, false, true];
    let mut table = output::table(headings, numbers);
    for (rank, place) in standing.tally.ranking().into_iter().enumerate() {
        let score = standing.tally.total(place);
        let elo = ratings.players()[place].elo;
        let (time, moves) = standing.thinking[place];
        table.add_row([
            (rank + 1).to_string(),
            standing.names[place].clone(),
            format!("{:+.0}", elo.elo),
            format!("{:.0}", elo.error),
            score.games().to_string(),
            score.wins.to_string(),
            score.draws.to_string(),
            score.losses.to_string(),
            percent(score.rate(Draws::Half)),
            interval(&score),
            if moves == 0 {
                "-".to_owned()
            } else {
                format!("{:.3}", time.as_secs_f64() / moves as f64)
            },
        ]);
    }
    table
}

/// Everybody's points against everybody, best first.
fn cross_table(standing: &Standing) -> Table {
    let order = standing.tally.ranking();
    let mut table = output::table(["", "player"], [true, false]);
    let mut headings = vec![String::new(), "points against".to_owned()];
    headings.extend((1..=order.len()).map(|rank| rank.to_string()));
    table.set_header(headings);
    for (rank, &place) in order.iter().enumerate() {
        let mut row = vec![(rank + 1).to_string(), standing.names[place].clone()];
        row.extend(order.iter().map(|&other| {
            let score = standing.tally.between(place, other);
            match score.games() {
                _ if place == other => "·".to_owned(),
                0 => "-".to_owned(),
                games => format!("{}/{games}", score.points()),
            }
        }));
        table.add_row(row);
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
        if column.index != 1 {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// A match in words.
fn of_match(standing: &Standing) -> String {
    let score = standing.tally.between(0, 1);
    let mut text = format!(
        "{} against {}: Elo {} by games",
        standing.names[0],
        standing.names[1],
        score.elo()
    );
    if standing.pairs.pairs() > 0 {
        let counts = standing.pairs.counts.map(|count| count.to_string()).join(" ");
        let elo = standing.pairs.elo();
        write!(text, ", {elo} by pairs (with 0, ½, 1, 1½, 2 points: {counts})")
            .expect("a String takes all");
    }
    write!(text, "; stronger with {}", percent(Some(score.superiority())))
        .expect("a String takes all");
    text
}

fn first_player(standing: &Standing) -> String {
    let score = standing.tally.first_player();
    format!("Whoever moved first scored {} {}", percent(score.rate(Draws::Half)), interval(&score))
}

fn verdict(state: &Sequential) -> String {
    let test = &state.test;
    let meaning = match state.verdict {
        Verdict::Open => "undecided".to_owned(),
        Verdict::AcceptElo0 => format!("not stronger than {:+} Elo", test.elo0),
        Verdict::AcceptElo1 => format!("stronger than {:+} Elo", test.elo1),
    };
    format!(
        "Sequential test of {:+} against {:+} Elo: {meaning}, LLR {:.2} ({:.2}, {:.2}) after {} pairs",
        test.elo0,
        test.elo1,
        state.ratio,
        test.lower_bound(),
        test.upper_bound(),
        state.pairs.pairs()
    )
}

fn faults(standing: &Standing) -> String {
    let mut lines = Vec::new();
    for (name, faults) in standing.names.iter().zip(&standing.faults) {
        let kinds: Vec<_> = faults.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        if !kinds.is_empty() {
            lines.push(format!("Games that {name} lost by a fault: {}", kinds.join(", ")));
        }
    }
    lines.join("\n")
}

fn percent(rate: Option<f64>) -> String {
    rate.map_or("-".to_owned(), |rate| format!("{:.1}%", 100.0 * rate))
}

/// The Wilson interval with continuity correction.
fn interval(score: &Score) -> String {
    let interval = score.wilson_corrected(Draws::Half);
    format!("{:.1}-{:.1}%", 100.0 * interval.low, 100.0 * interval.high)
}
