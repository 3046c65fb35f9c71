//! What is said of a position: every candidate.

use serde::Serialize;
use spinney_engine::{Board, Report};

use super::{beginning, percent, print_heading};
use crate::output::{self, grouped};

/// A position with what the engine knows of it, as one object.
#[derive(Serialize)]
struct Told<'a> {
    position: String,
    #[serde(flatten)]
    report: &'a Report,
}

pub(super) fn print(
    heading: Option<&str>,
    board: &Board,
    report: &Report,
    json: bool,
) -> anyhow::Result<()> {
    if json {
        return output::print_json(&Told { position: board.text(), report });
    }
    print_heading(heading, "")?;
    let proven = match report.proven_winner {
        Some(winner) => format!("{winner} wins with right play"),
        None => format!("{} has {}", report.side, percent(report.win_rate)),
    };
    let playouts = grouped(u128::from(report.playouts));
    output::print(&format!("{} to move: {proven} after {playouts} playouts\n", report.side))?;
    let headings = ["move", "visits", "win rate", "proven", "expected play"];
    let mut table = output::table(headings, [false, true, true, false, false]);
    for candidate in &report.candidates {
        let proven = match candidate.proven {
            Some(true) => "wins",
            Some(false) => "loses",
            None => "",
        };
        table.add_row([
            candidate.text.clone(),
            grouped(u128::from(candidate.visits)),
            percent(candidate.win_rate),
            proven.to_owned(),
            beginning(&candidate.line),
        ]);
    }
    Ok(output::print_table(&table)?)
}
