//! What is told of a search: while it goes on, at its end, and afterwards as a tree.

use std::fmt::Write;

use spinney_engine::{Report, TurnChoice};

/// What is known so far, line by line.
pub(super) fn progress(report: &Report) -> String {
    let mut text = String::new();
    let mut say = |what: &str, value: &dyn std::fmt::Display| {
        writeln!(text, "info {what} {value}").expect("a String takes all");
    };
    if let Some(depth) = report.depth {
        say("depth", &depth);
    }
    say("time", &format_args!("{:.2}", report.elapsed.as_secs_f64()));
    say("winratio", &format_args!("{:.4}", report.win_rate));
    say("score", &score(report));
    let nodes = report.playouts.max(report.nodes);
    say("nodes", &nodes);
    say("nps", &((nodes as f64 / report.elapsed.as_secs_f64().max(1e-3)) as u64));
    if report.memory_cap > 0 {
        // In thousandths, as chess programs say it.
        say("hashfull", &(1000.0 * report.memory as f64 / report.memory_cap as f64).round());
    }
    say("pv", &report.best().map(|best| best.line.join(" ")).unwrap_or_default());
    text
}

/// What a search has done, in the words of the thesis on Akimot.
pub(super) fn statistics(choice: &TurnChoice, player: &str) -> String {
    let report = &choice.report;
    let seconds = report.elapsed.as_secs_f64();
    let mut lines = vec![
        format!("{player}:"),
        format!("{} playouts", report.playouts),
        format!("{seconds:.5} seconds"),
        format!("{:.0} playouts per second", report.playouts as f64 / seconds.max(1e-3)),
        format!("{} nodes in the tree", report.nodes),
    ];
    if let Some(depth) = report.depth {
        lines.push(format!("{depth} steps deep"));
    }
    lines.push(format!("best move: {}", choice.text));
    lines.push(format!("best move visits: {}", report.best().map_or(0, |best| best.visits)));
    lines.push(format!("win confidence: {:.6}", report.win_rate));
    lines.iter().map(|line| format!("info stat {line}\n")).collect()
}

/// The moves that a search has looked at, each with how often and with what chance to win, and the
/// lines that it expects after them. Every step of a line stands one blank further to the right.
pub(super) fn tree(report: &Report) -> String {
    let mut text = String::new();
    for known in &report.candidates {
        let (visits, rate) = (known.visits, known.win_rate);
        writeln!(text, "info tree {} {visits} {rate:.4}", known.text).expect("a String takes all");
        for (deep, step) in known.line.iter().enumerate().skip(1) {
            writeln!(text, "info tree {:deep$}{step}", "").expect("a String takes all");
        }
    }
    text
}

/// A chance to win in hundredths of a rabbit: one more rabbit is a chance of 52.9%, as the thesis
/// has it. It is shown and decides nothing.
#[allow(clippy::disallowed_methods)]
pub(super) fn score(report: &Report) -> i32 {
    const RABBIT: f32 = 0.116;
    let chance = report.win_rate.clamp(0.001, 0.999);
    (100.0 * (chance / (1.0 - chance)).ln() / RABBIT) as i32
}
