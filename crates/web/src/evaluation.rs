//! What an engine thinks, in the words that go over the wire.

use serde::{Deserialize, Serialize};
use spinney_engine::{Outcome, Report};
use utoipa::ToSchema;

/// Candidates that are sent, and how many of them with their lines.
const CANDIDATES: usize = 60;
const LINES: usize = 8;
/// Moves of a line that are sent.
const LONGEST_LINE: usize = 16;

/// What is kept of the engine's opinion of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Evaluation {
    /// Whose chances `win_rate` says.
    pub(crate) side: String,
    /// The chance to win, 0 to 1, with the best move.
    pub(crate) win_rate: f32,
    /// What is proven: this side wins with right play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) proven_winner: Option<String>,
    /// The best play as the engine sees it; empty where the game is over.
    #[serde(default)]
    #[schema(required)]
    pub(crate) line: Vec<String>,
    /// Visits that the opinion rests on.
    pub(crate) visits: u64,
}

impl Evaluation {
    /// What a search says of the position that it searched.
    pub(crate) fn of_report(report: &Report) -> Evaluation {
        let best = report.best();
        let win_rate = match report.proven_winner {
            Some(winner) => f32::from(u8::from(winner == report.side)),
            None => best.map_or(report.win_rate, |best| best.win_rate),
        };
        Evaluation {
            side: report.side.to_owned(),
            win_rate,
            proven_winner: report.proven_winner.map(str::to_owned),
            line: best.map_or_else(Vec::new, |best| {
                best.line.iter().take(LONGEST_LINE).cloned().collect()
            }),
            visits: report.candidates.iter().map(|candidate| candidate.visits).sum(),
        }
    }

    /// Bytes that it takes to keep it, more or less.
    pub(crate) fn bytes(&self) -> usize {
        const EMPTY: usize = 64;
        EMPTY + self.side.len() + self.line.iter().map(|text| text.len() + 4).sum::<usize>()
    }

    /// What the rules say of a finished game, seen from its first player's side.
    pub(crate) fn of_outcome(outcome: &Outcome, sides: &[&str]) -> Option<Evaluation> {
        Some(Evaluation {
            side: (*sides.first()?).to_owned(),
            win_rate: *outcome.rewards.first()?,
            proven_winner: outcome.winner.map(str::to_owned),
            line: Vec::new(),
            visits: 0,
        })
    }
}

/// A search as it stands: the engine's report, cut to what is sent of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Thoughts {
    /// What the engine reports. Its win rate is that of [`Evaluation`], and only the moves that were
    /// looked at are candidates.
    #[serde(flatten)]
    report: Report,
    /// Visits of all moves together.
    visits: u64,
    /// Playouts a second.
    speed: f64,
}

impl Thoughts {
    pub(crate) fn of_report(report: &Report) -> Thoughts {
        let Evaluation { win_rate, visits, .. } = Evaluation::of_report(report);
        let mut report = Report { win_rate, ..report.clone() };
        report.candidates.truncate(CANDIDATES);
        for (place, candidate) in report.candidates.iter_mut().enumerate() {
            candidate.line.truncate(if place < LINES { LONGEST_LINE } else { 0 });
        }
        let mut is_best = true;
        report.candidates.retain(|candidate| {
            std::mem::take(&mut is_best) || candidate.visits > 0 || candidate.proven.is_some()
        });
        Thoughts { visits, speed: report.playouts_per_second().round(), report }
    }
}

#[cfg(test)]
mod tests {
    use spinney_engine::Candidate;

    use super::*;

    #[test]
    fn a_report_is_cut_to_what_a_page_shows() {
        let candidate = |place: u64| Candidate {
            text: format!("a{place}"),
            visits: if place == 0 || place % 2 == 1 { 0 } else { 100 - place },
            win_rate: 0.75,
            proven: (place == 5).then_some(false),
            line: vec!["b2".to_owned(); 40],
            ..Candidate::default()
        };
        let candidates = (0..100).map(candidate).collect();
        let report = Report { side: "black", win_rate: 0.5, candidates, ..Report::default() };
        let sent = serde_json::to_value(Thoughts::of_report(&report)).unwrap();
        assert_eq!((&sent["side"], &sent["winRate"]), (&"black".into(), &0.75.into()));
        let visits: u64 = report.candidates.iter().map(|candidate| candidate.visits).sum();
        assert_eq!(sent["visits"], visits);
        let sent = sent["candidates"].as_array().unwrap();
        let moves: Vec<_> =
            sent.iter().map(|candidate| candidate["move"].as_str().unwrap()).collect();
        assert_eq!(moves[..5], ["a0", "a2", "a4", "a5", "a6"], "the best and those looked at");
        assert_eq!(moves.len(), 30 + 1);
        let lines: Vec<_> = sent.iter().map(|c| c["line"].as_array().unwrap().len()).collect();
        assert_eq!(
            lines[..6],
            [LONGEST_LINE, LONGEST_LINE, LONGEST_LINE, LONGEST_LINE, LONGEST_LINE, 0]
        );
    }
}
