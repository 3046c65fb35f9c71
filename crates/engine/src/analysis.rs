//! A finished game, turn by turn: what each turn was worth and what it should have been.

mod notes;

use std::ops::RangeInclusive;

use serde::Serialize;
use spinney_game::Rng;
use spinney_game::record::Record;
use spinney_search::{Limits, Stop};

use crate::board::Board;
use crate::line::Line;
use crate::player::Player;
use crate::records::{self, Step};
use crate::registry::Numbering;
use crate::report::{EngineError, Report};
use crate::turns::{move_limits, share, turn_text};

pub use notes::annotate;

/// Where it takes luck to see what a move was worth, it is tried that many times.
const SAMPLES: u32 = 4;

/// What the engine says of one turn of a game. In most games a turn is one move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveAnalysis {
    /// Its number, from 1, as the game's people count: moves, turns, or rounds of both sides.
    pub number: usize,
    /// The same as they write it: `12`, or `12g` for a round.
    pub label: String,
    /// Which turn of any player it was, from 1.
    pub turn: usize,
    /// The place of its first move in the record, from 1.
    pub first_move: usize,
    /// How many moves of the record it was.
    pub moves: usize,
    /// Who made it, as the game called that player then.
    pub side: &'static str,
    /// The same player's place in the order of first turns, from 0.
    pub seat: usize,
    /// How many players there are.
    pub players: usize,
    /// The move, or the moves of the turn.
    pub played: String,
    /// What the engine would have played.
    pub best: String,
    /// The play that it expected then, `best` first, move by move.
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

/// How many turns [`game`] judges of a record's main line, if nothing stops it.
pub fn count(record: &Record, numbers: &RangeInclusive<usize>) -> Result<usize, EngineError> {
    let Turns { segments, turns } = Turns::of(record)?;
    Ok(turns.iter().filter(|turn| turn.is_judged(&segments, numbers)).count())
}

/// Looks at the main line of a record, spending `limits` on each position, and tells `progress`
/// of each turn as soon as it is judged. Only turns of these numbers are judged, and none in which
/// pieces are set up. Thrown, `stop` ends the analysis with what there is.
///
/// The whole line is checked first, so that a mistake in it is reported before time is spent.
pub fn game(
    player: &mut dyn Player,
    record: &Record,
    numbers: &RangeInclusive<usize>,
    limits: &Limits,
    stop: &Stop,
    progress: &mut dyn FnMut(&MoveAnalysis),
) -> Result<Vec<MoveAnalysis>, EngineError> {
    let Turns { segments, turns } = Turns::of(record)?;
    let mut judge = Judge { player, limits, stop };
    let mut analysis = Vec::new();
    let mut known = None;
    for (i, turn) in turns.iter().enumerate() {
        if !turn.is_judged(&segments, numbers) {
            known = None;
            continue;
        }
        let game = &segments[turn.segment];
        let lines = (after_moves(game, turn.from), after_moves(game, turn.to));
        let before = match known.take() {
            Some(evaluation) => evaluation,
            None => judge.evaluate(&lines.0, Some(turn.side))?,
        };
        let next = turns.get(i + 1).filter(|next| next.segment == turn.segment);
        let after = judge.evaluate(&lines.1, next.map(|next| next.side))?;
        let judged = judge.judge(turn, (&lines.0, &before), (&lines.1, &after))?;
        if stop.is_stopped() {
            break;
        }
        if let Some(judged) = judged {
            progress(&judged);
            analysis.push(judged);
        }
        known = next.map(|_| after);
    }
    Ok(analysis)
}

/// The turns of a record's main line.
struct Turns {
    /// The line, in parts where the record sets stones up.
    segments: Vec<Line>,
    turns: Vec<Turn>,
}

/// A turn of a game: the moves of one player up to another's, where the game has such turns, and
/// otherwise one move. A roll of dice is a turn of nobody.
struct Turn {
    segment: usize,
    /// Moves of the segment before it, and with it.
    from: usize,
    to: usize,
    side: &'static str,
    seat: Option<usize>,
    number: usize,
    label: String,
    ordinal: usize,
    first_move: usize,
}

impl Turn {
    fn is_judged(&self, segments: &[Line], numbers: &RangeInclusive<usize>) -> bool {
        let (board, _) = &segments[self.segment].steps()[self.from];
        let sets_up = board.capabilities().turns.is_some_and(|turns| (turns.sets_up)(board));
        self.seat.is_some() && !sets_up && numbers.contains(&self.number)
    }
}

impl Turns {
    fn of(record: &Record) -> Result<Turns, EngineError> {
        let start = Board::from_text(&record.start)?;
        let mut all = Turns { segments: vec![Line::new(start)], turns: Vec::new() };
        for step in records::steps(record)? {
            match step {
                Step::Position(board) => all.segments.push(Line::new(board)),
                Step::Move { number, played } => all.add(number, &played.side, &played.text)?,
            }
        }
        Ok(all)
    }

    fn add(&mut self, first_move: usize, side: &str, text: &str) -> Result<(), EngineError> {
        let segment = self.segments.len() - 1;
        let line = &mut self.segments[segment];
        line.play(Some(side), text)?;
        let Some((before, played)) = line.steps().last() else { return Ok(()) };
        let (seat, to) = (played.player.map(|player| player.index()), line.steps().len());
        let last = self.turns.last_mut().filter(|last| last.segment == segment);
        let has_turns = before.capabilities().turns.is_some();
        if let Some(last) = last.filter(|last| has_turns && seat.is_some() && last.seat == seat)
            && before.seat_to_move() == seat
        {
            last.to = to;
            return Ok(());
        }
        let mut earlier = self.turns.iter().rev().filter(|turn| turn.seat.is_some());
        let last = earlier.next();
        let ordinal = last.map_or(0, |last| last.ordinal) + 1;
        let is_same = last.is_some_and(|last| last.seat == seat);
        let (number, label) = match before.entry()?.display.numbering {
            Numbering::Moves => (first_move, first_move.to_string()),
            Numbering::Turns => {
                let number = last.map_or(0, |last| last.number) + usize::from(!is_same);
                (number, number.to_string())
            }
            Numbering::Rounds => {
                let number = match last.filter(|last| last.segment == segment) {
                    Some(last) => last.number + usize::from(seat < last.seat),
                    None => round(before),
                };
                (number, format!("{number}{}", &played.side[..1]))
            }
        };
        let side = played.side;
        let from = to - 1;
        self.turns.push(Turn { segment, from, to, side, seat, number, label, ordinal, first_move });
        Ok(())
    }
}

/// The game after so many of its moves.
fn after_moves(game: &Line, moves: usize) -> Line {
    let mut line = game.clone();
    line.truncate(moves);
    line
}

/// The number of the round that a game goes on with from a position, which its text begins with
/// unless it is the start of a game.
fn round(board: &Board) -> usize {
    let text = board.text();
    let word = text.split_whitespace().nth(1).unwrap_or("");
    word.trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse().unwrap_or(1)
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

/// Who judges turns, and with how much.
struct Judge<'a> {
    player: &'a mut dyn Player,
    limits: &'a Limits,
    stop: &'a Stop,
}

impl Judge<'_> {
    /// Thinks about where a game stands, for the side that moves next in the record.
    fn evaluate(&mut self, line: &Line, side: Option<&str>) -> Result<Evaluation, EngineError> {
        self.evaluate_within(line, side, &self.limits.clone())
    }

    fn evaluate_within(
        &mut self,
        line: &Line,
        side: Option<&str>,
        limits: &Limits,
    ) -> Result<Evaluation, EngineError> {
        if let Some(outcome) = line.board().outcome() {
            return Ok(Evaluation::Over(outcome.rewards));
        }
        if line.board().to_move().is_none() {
            return Ok(Evaluation::Chance);
        }
        let report = match side {
            Some(side) => self.player.think(&line.handed_to(side)?, limits, self.stop, &mut |_| {}),
            None => self.player.think(line, limits, self.stop, &mut |_| {}),
        }?;
        let sides = line.board().sides();
        let seat = sides.iter().position(|&side| side == report.side).unwrap_or(0);
        Ok(Evaluation::Open { report, seat, players: sides.len() })
    }

    fn judge(
        &mut self,
        turn: &Turn,
        (line_before, before): (&Line, &Evaluation),
        (line_after, after): (&Line, &Evaluation),
    ) -> Result<Option<MoveAnalysis>, EngineError> {
        let Evaluation::Open { report, seat, players } = before else { return Ok(None) };
        if report.best().is_none() || self.stop.is_stopped() {
            return Ok(None);
        }
        let best = self.best_turn(&line_before.handed_to(turn.side)?, report)?;
        let is_best = best.board() == line_after.board();
        let mut win_rate_best = value(report);
        let win_rate_played = match after.for_seat(*seat) {
            Some(rate) => rate,
            None if is_best => win_rate_best,
            // What a search has seen of one move among many is not to be trusted, nor to be compared
            // with what it has seen of the best one. So both are played on, with equal luck.
            None => {
                let rates = (self.outlook(&best, *seat)?, self.outlook(line_after, *seat)?);
                let (Some(best), Some(played)) = rates else { return Ok(None) };
                win_rate_best = best;
                played
            }
        };
        let from = turn.from;
        let best_moves: Vec<_> = best.played().skip(from).map(|m| m.text.clone()).collect();
        let expected = report.best().map(|best| best.line.clone()).unwrap_or_default();
        Ok(Some(MoveAnalysis {
            number: turn.number,
            label: turn.label.clone(),
            turn: turn.ordinal,
            first_move: turn.first_move,
            moves: turn.to - turn.from,
            side: turn.side,
            seat: *seat,
            players: *players,
            played: turn_text(line_after, from),
            best: turn_text(&best, from),
            best_line: if expected.starts_with(&best_moves) { expected } else { best_moves },
            win_rate_best,
            win_rate_played,
            loss: if is_best { 0.0 } else { (win_rate_best - win_rate_played).max(0.0) },
            proven_winner: report.proven_winner,
            playouts: report.playouts,
        }))
    }

    /// The game after the turn that a report would play: its best move and, where a turn is several,
    /// what it expects of the others, or a little thought about each.
    fn best_turn(&mut self, before: &Line, report: &Report) -> Result<Line, EngineError> {
        let Some(best) = report.best() else { return Err(EngineError::GameOver) };
        let seat = before.board().seat_to_move();
        let mut line = before.clone();
        line.play(None, &best.text)?;
        if line.board().capabilities().turns.is_none() {
            return Ok(line);
        }
        let mut expected = best.line.iter().skip(1);
        while line.board().seat_to_move() == seat && !self.stop.is_stopped() {
            if let Some(text) = expected.next()
                && line.play(None, text).is_ok()
            {
                continue;
            }
            let limits = move_limits(&line, self.limits);
            let Evaluation::Open { report, .. } = self.evaluate_within(&line, None, &limits)?
            else {
                break;
            };
            let Some(best) = report.best() else { break };
            line.play(None, &best.text)?;
        }
        Ok(line)
    }

    /// A player's chance to win, where others or chance are to move first: the game is played on by
    /// the engine until its chance can be told, a few times where there is luck. `None`: stopped.
    fn outlook(&mut self, line: &Line, seat: usize) -> Result<Option<f32>, EngineError> {
        let limits = share(self.limits, 1.0 / f64::from(SAMPLES));
        let mut rates = Vec::new();
        for sample in 0..SAMPLES {
            let mut luck = Rng::new(u64::from(sample), 0);
            let mut line = line.clone();
            let mut is_lucky = false;
            let rate = loop {
                let evaluation = self.evaluate_within(&line, None, &limits)?;
                if self.stop.is_stopped() {
                    return Ok(None);
                }
                if let Some(rate) = evaluation.for_seat(seat) {
                    break rate;
                }
                let Evaluation::Open { report, .. } = evaluation else {
                    is_lucky = true;
                    line.roll(&mut luck)?;
                    continue;
                };
                let best = report.best().ok_or(EngineError::GameOver)?;
                line.play(None, &best.text)?;
            };
            rates.push(rate);
            if !is_lucky {
                // It would be the same again.
                break;
            }
        }
        Ok(Some(rates.iter().sum::<f32>() / rates.len() as f32))
    }
}
