//! A finished game, move by move: what each move was worth and what it should have been.

use serde::Serialize;
use spinney_game::Played;
use spinney_game::record::Record;
use spinney_search::{Limits, Stop};

use crate::board::Board;
use crate::line::Line;
use crate::player::Player;
use crate::records::{self, Step};
use crate::report::{EngineError, Report};

/// What the engine says of one move of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveAnalysis {
    /// The move's number, from 1.
    pub number: usize,
    /// Who made it, as the game called that player then.
    pub side: &'static str,
    /// The same player's place in the order of first turns, from 0.
    pub seat: usize,
    /// The move.
    pub played: String,
    /// What the engine would have played.
    pub best: String,
    /// The play that it expected then, `best` first.
    pub best_line: Vec<String>,
    /// The mover's chance to win with `best`, 0 to 1.
    pub win_rate_best: f32,
    /// The mover's chance to win after `played`, 0 to 1.
    pub win_rate_played: f32,
    /// What the move gave away: 0 for the engine's own choice.
    pub loss: f32,
    /// Who wins with right play before the move, where the engine has proven it.
    pub proven_winner: Option<&'static str>,
    /// Playouts spent on the position before the move.
    pub playouts: u64,
}

/// Looks at the main line of a record, spending `limits` on each position, and tells `progress`
/// of each move as soon as it is judged. Thrown, `stop` ends the analysis with what there is.
///
/// The whole line is checked first, so that a mistake in it is reported before time is spent.
pub fn game(
    player: &mut dyn Player,
    record: &Record,
    limits: &Limits,
    stop: &Stop,
    progress: &mut dyn FnMut(&MoveAnalysis),
) -> Result<Vec<MoveAnalysis>, EngineError> {
    let steps = records::steps(record)?;
    let mut line = Line::new(Board::from_text(&record.start)?);
    let mut analysis = Vec::new();
    let mut known = None;
    for (i, step) in steps.iter().enumerate() {
        let (number, played) = match step {
            Step::Position(board) => {
                line = Line::new(board.clone());
                known = None;
                continue;
            }
            Step::Move { number, played } => (*number, played),
        };
        let before = match known.take() {
            Some(evaluation) => evaluation,
            None => evaluate(player, &line, Some(&played.side), limits, stop)?,
        };
        line.play(Some(&played.side), &played.text)?;
        let next = match steps.get(i + 1) {
            Some(Step::Move { played, .. }) => Some(&played.side),
            _ => None,
        };
        let after = evaluate(player, &line, next, limits, stop)?;
        if stop.is_stopped() {
            break;
        }
        if let Some(judged) = judge(number, line.last(), &before, &after) {
            progress(&judged);
            analysis.push(judged);
        }
        known = Some(after);
    }
    Ok(analysis)
}

/// What the engine says of one position.
enum Evaluation {
    /// The game is over, with these rewards by seat.
    Over(Vec<f32>),
    /// Chance is to act, and there is nothing to think about.
    Chance,
    /// It goes on.
    Open { report: Report, seat: usize, players: usize },
}

impl Evaluation {
    /// That player's chance to win, where it follows from the engine's.
    fn for_seat(&self, wanted: usize) -> Option<f32> {
        match self {
            Evaluation::Over(rewards) => rewards.get(wanted).copied(),
            Evaluation::Open { report, seat, .. } if *seat == wanted => Some(value(report)),
            Evaluation::Open { report, players: 2, .. } => Some(1.0 - value(report)),
            Evaluation::Open { .. } | Evaluation::Chance => None,
        }
    }
}

/// The chance to win of the side that a report is about, if it plays as reported.
fn value(report: &Report) -> f32 {
    match report.proven_winner {
        Some(winner) => f32::from(u8::from(winner == report.side)),
        None => report.best().map_or(report.win_rate, |best| best.win_rate),
    }
}

/// Thinks about where a game stands, for the side that moves next in the record.
fn evaluate(
    player: &mut dyn Player,
    line: &Line,
    side: Option<&String>,
    limits: &Limits,
    stop: &Stop,
) -> Result<Evaluation, EngineError> {
    if let Some(outcome) = line.board().outcome() {
        return Ok(Evaluation::Over(outcome.rewards));
    }
    if line.board().to_move().is_none() {
        return Ok(Evaluation::Chance);
    }
    let report = match side {
        Some(side) => player.think(&line.handed_to(side)?, limits, stop, &mut |_| {})?,
        None => player.think(line, limits, stop, &mut |_| {})?,
    };
    let sides = line.board().sides();
    let seat = sides.iter().position(|&side| side == report.side).unwrap_or(0);
    Ok(Evaluation::Open { report, seat, players: sides.len() })
}

fn judge(
    number: usize,
    played: Option<&Played>,
    before: &Evaluation,
    after: &Evaluation,
) -> Option<MoveAnalysis> {
    let (Evaluation::Open { report, seat, .. }, Some(played)) = (before, played) else {
        return None;
    };
    let best = report.best()?;
    let win_rate_best = value(report);
    let seen_before = report.candidates.iter().find(|c| c.text == played.text);
    let win_rate_played = after
        .for_seat(*seat)
        .or(seen_before.map(|candidate| candidate.win_rate))
        .unwrap_or(report.win_rate);
    let same = best.text == played.text;
    Some(MoveAnalysis {
        number,
        side: played.side,
        seat: *seat,
        played: played.text.clone(),
        best: best.text.clone(),
        best_line: best.line.clone(),
        win_rate_best,
        win_rate_played,
        loss: if same { 0.0 } else { (win_rate_best - win_rate_played).max(0.0) },
        proven_winner: report.proven_winner,
        playouts: report.playouts,
    })
}
