//! What an engine thinks, in the words that go over the wire.

use serde::{Deserialize, Serialize};
use spinney_engine::{Candidate, Outcome, Report};
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
    pub(crate) proven_winner: Option<String>,
    /// The best play as the engine sees it; empty where the game is over.
    #[serde(default)]
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
            line: best.map(short_line).unwrap_or_default(),
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

/// A search as it stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Thoughts {
    /// Whose turn it is and whose chances are told.
    side: &'static str,
    /// The chance to win, 0 to 1.
    win_rate: f32,
    /// What is proven: this side wins with right play.
    proven_winner: Option<&'static str>,
    /// Visits of all moves together.
    visits: u64,
    /// Playouts a second.
    speed: f64,
    /// Nodes in the tree.
    nodes: u64,
    /// Whether the engine would resign.
    resign: bool,
    /// The moves it looks at, the best one first.
    candidates: Vec<Thought>,
}

/// What the engine thinks of one move.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Thought {
    #[serde(rename = "move")]
    text: String,
    visits: u64,
    win_rate: f32,
    /// Proven to win or to lose for the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    proven: Option<bool>,
    /// The best play after it, this move first; only for the first few moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    line: Vec<String>,
}

impl Thoughts {
    pub(crate) fn of_report(report: &Report) -> Thoughts {
        let evaluation = Evaluation::of_report(report);
        let candidates = report.candidates.iter().enumerate().take(CANDIDATES);
        Thoughts {
            side: report.side,
            win_rate: evaluation.win_rate,
            proven_winner: report.proven_winner,
            visits: evaluation.visits,
            speed: report.playouts_per_second().round(),
            nodes: report.nodes,
            resign: report.resign,
            candidates: candidates
                .filter(|(i, c)| *i == 0 || c.visits > 0 || c.proven.is_some())
                .map(|(i, candidate)| Thought {
                    text: candidate.text.clone(),
                    visits: candidate.visits,
                    win_rate: candidate.win_rate,
                    proven: candidate.proven,
                    line: if i < LINES { short_line(candidate) } else { Vec::new() },
                })
                .collect(),
        }
    }
}

fn short_line(candidate: &Candidate) -> Vec<String> {
    candidate.line.iter().take(LONGEST_LINE).cloned().collect()
}
