//! The engine's thinking, shown while it lasts.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use spinney_engine::{EngineError, Limits, Report, Session, Stop};

use crate::output::grouped;

/// Thinks, with a line on the terminal that says how it goes.
pub(super) fn think(
    session: &mut Session,
    limits: &Limits,
    stop: &Stop,
) -> Result<Report, EngineError> {
    let style = ProgressStyle::with_template("{spinner} {msg}").expect("the template is right");
    let spinner = ProgressBar::new_spinner().with_style(style).with_message("thinking");
    spinner.enable_steady_tick(Duration::from_millis(100));
    let report = session.think(limits, stop, &mut |report| spinner.set_message(progress(report)));
    spinner.finish_and_clear();
    report
}

fn progress(report: &Report) -> String {
    let playouts = grouped(u128::from(report.playouts));
    match report.best() {
        Some(best) => format!(
            "thinking: {} for {} with {}, {playouts} playouts",
            percent(best.win_rate),
            report.side,
            best.text
        ),
        None => format!("thinking: {playouts} playouts"),
    }
}

/// What the engine thinks of the move that it has chosen: `54% after 5,000 playouts`.
pub(super) fn verdict(report: &Report) -> String {
    match report.proven_winner {
        Some(winner) if winner == report.side => "this wins".to_owned(),
        Some(_) => "lost if you play right".to_owned(),
        None if report.playouts == 0 => "without thinking".to_owned(),
        None => {
            let rate = report.best().map_or(report.win_rate, |best| best.win_rate);
            let playouts = grouped(u128::from(report.playouts));
            format!("{} after {playouts} playouts", percent(rate))
        }
    }
}

pub(super) fn percent(rate: f32) -> String {
    format!("{:.0}%", 100.0 * rate)
}
