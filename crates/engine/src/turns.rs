//! Whole turns, where a game's turn is several moves of one side.

use spinney_arimaa::TurnCounts;
use spinney_game::TextError;
use spinney_game::host::Instant;
use spinney_search::{Limits, Stop};

use crate::board::Board;
use crate::line::Line;
use crate::report::{EngineError, Report};
use crate::session::Session;

/// Of the limits of a turn, its first move gets this share. The rest is for the others, which the
/// first search has mostly thought through.
const FIRST_SHARE: f64 = 0.85;
/// The same for a player who thinks whole turns through. What is left is for the rare turn of which
/// the first search does not know the end.
const PLANNED_SHARE: f64 = 0.97;
/// What each of the others gets.
const NEXT_SHARE: f64 = 0.05;

/// Plays the moves of the side to move, as one line has them: one, or several where they are one
/// turn. Remarks between them, such as captures, are left out. An error changes nothing.
pub fn play_moves(line: &mut Line, text: &str) -> Result<(), EngineError> {
    let side = line.board().to_move().ok_or(EngineError::GameOver)?;
    let seat = line.board().seat_to_move();
    let before = line.played().len();
    let turns = line.board().capabilities().turns;
    let is_remark = |word: &&str| turns.is_some_and(|turns| (turns.is_remark)(word));
    let mut words = text.split_whitespace().filter(|word| !is_remark(word)).peekable();
    let result = match words.peek() {
        // The game knows best what is wrong with it.
        None => line.play(Some(side), text),
        Some(_) => words.try_for_each(|word| {
            // Where games let a side move out of turn, nobody means that by a second word.
            if line.board().seat_to_move() != seat {
                return Err(TextError::word(word, "the turn is over before it").into());
            }
            line.play(None, word)
        }),
    };
    if result.is_err() {
        line.truncate(before);
    }
    result
}

/// Plays a whole turn: its moves in order, and its end where it is short. An error changes
/// nothing.
pub fn play_turn(line: &mut Line, turn: &str) -> Result<(), EngineError> {
    let (side, seat) = (line.board().to_move(), line.board().seat_to_move());
    let before = line.played().len();
    play_moves(line, turn)?;
    let turns = line.board().capabilities().turns;
    if let Some(turns) = turns.filter(|_| line.board().seat_to_move() == seat && seat.is_some()) {
        let result = line.play(side, turns.end);
        if result.is_err() {
            line.truncate(before);
        }
        return result;
    }
    Ok(())
}

/// How many whole turns there are from a position, where a turn is several decisions of one
/// player; `None` where each decision is a turn.
pub fn count_turns(board: &Board) -> Result<Option<TurnCounts>, EngineError> {
    board.capabilities().turns.map(|turns| (turns.count)(board)).transpose()
}

/// The moves that a whole turn is made of, its end included where it is short, without playing it.
pub fn turn_moves(line: &Line, turn: &str) -> Result<Vec<String>, EngineError> {
    let mut after = line.clone();
    play_turn(&mut after, turn)?;
    let moves = after.played().skip(line.played().len());
    Ok(moves.map(|played| played.text.clone()).collect())
}

/// The moves from the `from`th on as one line of a record: all but the end of a turn.
pub fn turn_text(line: &Line, from: usize) -> String {
    let played = line.played().skip(from);
    let end = line.board().capabilities().turns.map(|turns| turns.end);
    let words: Vec<_> =
        played.map(|played| played.text.as_str()).filter(|text| Some(*text) != end).collect();
    words.join(" ")
}

/// What the next move may take of the limits of a turn, whoever plays. Where a turn is one move, that
/// is all. [`Session::move_limits`] knows the player.
pub fn move_limits(line: &Line, turn: &Limits) -> Limits {
    part_of_turn(line, false, turn)
}

/// The same, where the player may think a whole turn through at its first move.
pub(crate) fn part_of_turn(line: &Line, is_planned: bool, turn: &Limits) -> Limits {
    if line.board().capabilities().turns.is_none() {
        return *turn;
    }
    let goes_on = line.last().is_some_and(|last| {
        last.player.is_some_and(|player| line.board().seat_to_move() == Some(player.index()))
    });
    let first = if is_planned { PLANNED_SHARE } else { FIRST_SHARE };
    let part = share(turn, if goes_on { NEXT_SHARE } else { first });
    // Only the choice of the turn may be unclear.
    Limits { extra_time: turn.extra_time.filter(|_| !goes_on), ..part }
}

/// A turn that an engine has chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnChoice {
    /// The turn as records write it, with captures.
    pub text: String,
    /// What the search for its first move found.
    pub report: Report,
}

/// Thinks about the turn of whoever is to move, without playing it. `listener` hears of the first
/// move's search.
pub fn choose_turn(
    session: &mut Session,
    limits: &Limits,
    stop: &Stop,
    listener: &mut dyn FnMut(&Report),
) -> Result<TurnChoice, EngineError> {
    let before = session.line.played().len();
    let choice = choose_and_play(session, limits, stop, listener);
    session.line.truncate(before);
    choice
}

fn choose_and_play(
    session: &mut Session,
    limits: &Limits,
    stop: &Stop,
    listener: &mut dyn FnMut(&Report),
) -> Result<TurnChoice, EngineError> {
    let (seat, begun) = (session.board().seat_to_move(), Instant::now());
    let before = session.line.played().len();
    let report = session.think(&session.move_limits(limits), stop, listener)?;
    let mut best = report.best().map(|candidate| candidate.text.clone());
    loop {
        // An engine always has a candidate; should it have none, any move is better than none.
        let text = match best {
            Some(text) => text,
            None => {
                session.board().legal_moves().into_iter().next().ok_or(EngineError::GameOver)?
            }
        };
        session.line.play(None, &text)?;
        if session.board().seat_to_move() != seat || seat.is_none() {
            break;
        }
        let mut part = session.move_limits(limits);
        // However many moves there are, they must not take more than the turn has.
        if let (Some(time), Some(whole)) = (part.move_time, limits.move_time) {
            part.move_time = Some(time.min(whole.saturating_sub(begun.elapsed()) / 2));
        }
        let rest = session.think(&part, stop, &mut |_| {})?;
        best = rest.best().map(|candidate| candidate.text.clone());
    }
    Ok(TurnChoice { text: turn_text(&session.line, before), report })
}

/// A part of the limits.
pub(crate) fn share(limits: &Limits, part: f64) -> Limits {
    Limits {
        playouts: limits.playouts.map(|n| ((n as f64 * part) as u64).max(1)),
        move_time: limits.move_time.map(|time| time.mul_f64(part)),
        ..*limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_thinks_a_turn_through_has_nearly_all_of_it_for_the_first_move() {
        let start = "arimaa 2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]";
        let mut line = Line::new(Board::from_text(start).unwrap());
        let turn = Limits {
            extra_time: Some(std::time::Duration::from_secs(9)),
            ..Limits::playouts(10_000)
        };
        let playouts = |line: &Line, is_planned: bool| {
            let part = part_of_turn(line, is_planned, &turn);
            (part.playouts.unwrap(), part.extra_time)
        };
        assert_eq!(playouts(&line, true), (9_700, turn.extra_time));
        assert_eq!(playouts(&line, false), (8_500, turn.extra_time));
        play_moves(&mut line, "Ee2n").unwrap();
        assert_eq!(playouts(&line, true), (500, None));
        for (preset, plans) in [("arimaa/best", true), ("arimaa/akimot-2009", false)] {
            let session = crate::open(preset, None, &[]).unwrap();
            assert_eq!(session.player.plans_turns(), plans, "{preset}");
        }
    }

    #[test]
    fn two_moves_on_one_line_never_play_two_stones_of_one_colour() {
        for start in ["hex 4x4", "y 4 swap-sides", "polyy 5,4"] {
            let mut line = Line::new(Board::from_text(start).unwrap());
            let names = line.board().legal_moves();
            let error = play_moves(&mut line, &format!("{} {}", names[0], names[1])).unwrap_err();
            assert!(error.to_string().contains("the turn is over"), "{error}");
            assert_eq!(line.played().len(), 0, "an error changes nothing");
            play_moves(&mut line, &names[0]).unwrap();
        }
        let start = "arimaa 2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]";
        let mut line = Line::new(Board::from_text(start).unwrap());
        play_moves(&mut line, "Ee2n Ee3n").unwrap();
        assert!(play_moves(&mut line, "Ee4n Ee5n ed7s").is_err());
        assert_eq!(line.played().len(), 2);
    }
}
