//! Reports as GUIs draw them: text on cells, graphics blocks, streams of `info` lines.

use std::fmt::Write as _;

use spinney_engine::{Candidate, Picture, Report};

/// Candidates in a stream or a drawing at most: more cannot be read anyway.
const MOST: usize = 50;

/// The candidates that are cells of the board. A GUI cannot write on a swap.
pub(super) fn on_cells<'a>(
    report: &'a Report,
    picture: &'a Picture,
) -> impl Iterator<Item = &'a Candidate> {
    report.candidates.iter().filter(|candidate| is_cell(&candidate.text, picture))
}

fn is_cell(name: &str, picture: &Picture) -> bool {
    picture.cells.iter().any(|cell| cell.name == name)
}

/// `a1 0.53 b2 0.48`: what there is to say of each cell, where there is something to say.
pub(super) fn pairs(
    report: &Report,
    picture: &Picture,
    say: impl Fn(&Candidate) -> Option<String>,
) -> String {
    let pair = |candidate: &Candidate| Some(format!("{} {}", candidate.text, say(candidate)?));
    on_cells(report, picture).filter_map(pair).collect::<Vec<_>>().join(" ")
}

/// A win rate as HexGui shows it; `W` and `L` are proven and get a colour of their own. Nothing
/// is known of a move that was never tried.
pub(super) fn worth(candidate: &Candidate) -> Option<String> {
    match candidate.proven {
        Some(true) => Some("W".to_owned()),
        Some(false) => Some("L".to_owned()),
        None => (candidate.visits > 0).then(|| format!("{:.2}", candidate.win_rate)),
    }
}

fn visits(candidate: &Candidate) -> Option<String> {
    (candidate.visits > 0).then(|| candidate.visits.to_string())
}

/// One sentence on a report: `53.2% for black after 12000 playouts (24000/s): c3 d4 e5`.
pub(super) fn sentence(report: &Report) -> String {
    let line = report.best().map(|best| best.line.join(" ")).unwrap_or_default();
    let value = match report.proven_winner {
        Some(winner) => format!("{winner} wins"),
        None => format!("{:.1}% for {}", 100.0 * report.win_rate, report.side),
    };
    format!(
        "{value} after {} playouts ({:.0}/s): {line}",
        report.playouts,
        report.playouts_per_second(),
    )
}

/// `B c3 W d4`: the best line, as far as it is made of cells.
fn variation(report: &Report, picture: &Picture) -> String {
    let (mine, yours) = if report.side.starts_with('w') { ("W", "B") } else { ("B", "W") };
    let line = report.best().map(|best| best.line.as_slice()).unwrap_or_default();
    let moves = line.iter().zip([mine, yours].into_iter().cycle());
    moves
        .take_while(|(name, _)| is_cell(name, picture))
        .map(|(name, colour)| format!("{colour} {name}"))
        .collect::<Vec<_>>()
        .join(" ")
}

/// A block that HexGui draws while a command is under way. It reads the four parts in this
/// order, and takes it ill if there is no variation.
pub(super) fn live_block(report: &Report, picture: &Picture) -> String {
    let variation = variation(report, picture);
    if variation.is_empty() {
        return String::new();
    }
    format!(
        "gogui-gfx:\nuct\nVAR {variation}\nINFLUENCE {}\nLABEL {}\nTEXT {}\n\n",
        pairs(report, picture, worth),
        pairs(report, picture, visits),
        sentence(report),
    )
}

/// The answer to a `gfx` command. HexGui reads everything from INFLUENCE to TEXT as numbers, so
/// the labels come before.
pub(super) fn answer_block(report: &Report, picture: &Picture) -> String {
    let shade =
        |candidate: &Candidate| worth(candidate).map(|_| format!("{:.3}", candidate.win_rate));
    format!(
        "VAR {}\nLABEL {}\nINFLUENCE {}\nTEXT {}",
        variation(report, picture),
        pairs(report, picture, worth),
        pairs(report, picture, shade),
        sentence(report),
    )
}

/// How a stream writes win rates.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Leela Zero's: in ten-thousandths, and nothing that it does not know.
    Leela,
    /// KataGo's: 0 to 1, with priors and lower bounds.
    Kata,
    /// Ours: 0 to 1, with everything that a report has.
    Spinney,
}

/// One line of a stream: `info move c3 visits 100 winrate 0.53 order 0 pv c3 d4 info move …`.
pub(super) fn info_line(report: &Report, dialect: Dialect, most: usize) -> String {
    let mut line = String::new();
    for (order, candidate) in report.candidates.iter().take(MOST.min(most)).enumerate() {
        let Candidate { text, visits, win_rate, .. } = candidate;
        let _ = write!(line, "info move {text} visits {visits} winrate ");
        let _ = match dialect {
            Dialect::Leela => write!(line, "{:.0}", 10_000.0 * win_rate),
            Dialect::Kata | Dialect::Spinney => write!(line, "{win_rate:.4}"),
        };
        if dialect == Dialect::Kata {
            if let Some(prior) = candidate.prior {
                let _ = write!(line, " prior {prior:.4}");
            }
            let _ = write!(line, " lcb {:.4}", lower_bound(candidate));
        }
        if dialect == Dialect::Spinney {
            for (name, value) in [("amaf", candidate.amaf), ("prior", candidate.prior)] {
                if let Some(value) = value {
                    let _ = write!(line, " {name} {value:.4}");
                }
            }
            if let Some(wins) = candidate.proven {
                let _ = write!(line, " proven {}", if wins { "win" } else { "loss" });
            }
        }
        let _ = write!(line, " order {order} pv {} ", candidate.line.join(" "));
    }
    line.truncate(line.trim_end().len());
    line.push('\n');
    line
}

/// What a move is worth at least, with some 97.5% certainty: Wilson's bound, were its visits games.
fn lower_bound(candidate: &Candidate) -> f64 {
    const DEVIATIONS: f64 = 1.96;
    let (visits, rate) = (candidate.visits as f64, f64::from(candidate.win_rate));
    match candidate.proven {
        Some(wins) => f64::from(u8::from(wins)),
        None if candidate.visits == 0 => 0.0,
        None => {
            let square = DEVIATIONS * DEVIATIONS;
            let spread = (rate * (1.0 - rate) / visits + square / (4.0 * visits * visits)).sqrt();
            let centre = rate + square / (2.0 * visits);
            ((centre - DEVIATIONS * spread) / (1.0 + square / visits)).max(0.0)
        }
    }
}

/// A block for the analysis button of HexGui, which reads it as KataHex writes it.
pub(super) fn kata_block(report: &Report, picture: &Picture) -> String {
    let mut block = "gogui-gfx:\nkata\n".to_owned();
    let visited = on_cells(report, picture).filter(|candidate| candidate.visits > 0);
    for (order, candidate) in visited.take(MOST).enumerate() {
        let Candidate { text, visits, win_rate, .. } = candidate;
        // There is no such thing as a score in these games, but HexGui wants to be told one.
        let _ = writeln!(
            block,
            "info move {text} visits {visits} winrate {win_rate:.4} scoreLead 0 order {order}"
        );
    }
    block + "\n"
}
