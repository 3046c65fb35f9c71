//! Whole turns, where a game's turn is several moves of one side.

use std::time::Instant;

use spinney_search::{Limits, Stop};

use crate::registry;
use crate::report::{EngineError, Report};
use crate::session::Session;

/// Ends a turn before its last step.
const END: &str = "end";
/// Of the limits of a turn, its first move gets this share. The rest is for the others, which the
/// first search has mostly thought through.
const FIRST_SHARE: f64 = 0.85;
/// What each of the others gets.
const NEXT_SHARE: f64 = 0.05;

/// Plays several moves of the side to move, as one line has them; captures between them are left
/// out. An error changes nothing.
pub fn play_moves(session: &mut Session, text: &str) -> Result<(), EngineError> {
    let side = session.to_move().ok_or(EngineError::GameOver)?;
    let before = session.played().len();
    let mut words = text.split_whitespace().filter(|word| !is_capture(word)).peekable();
    let result = match words.peek() {
        // The game knows best what is wrong with it.
        None => session.play(Some(side), text),
        Some(_) => words.try_for_each(|word| session.play(Some(side), word)),
    };
    if result.is_err() {
        take_back(session, before);
    }
    result
}

/// Plays a whole turn: its moves in order, and its end where it is short. An error changes
/// nothing.
pub fn play_turn(session: &mut Session, turn: &str) -> Result<(), EngineError> {
    let (side, seat) = (session.to_move(), seat(session));
    let before = session.played().len();
    play_moves(session, turn)?;
    if self::seat(session) == seat && session.outcome().is_none() {
        let result = session.play(side, END);
        if result.is_err() {
            take_back(session, before);
        }
        return result;
    }
    Ok(())
}

/// The moves that a whole turn is made of, its end included where it is short, without playing it.
pub fn turn_moves(session: &mut Session, turn: &str) -> Result<Vec<String>, EngineError> {
    let before = session.played().len();
    play_turn(session, turn)?;
    let moves = session.played().split_off(before).into_iter().map(|played| played.text).collect();
    take_back(session, before);
    Ok(moves)
}

/// The moves from the `from`th on as one line of a record: all but the end of a turn.
pub fn turn_text(session: &Session, from: usize) -> String {
    let played = session.played().into_iter().skip(from);
    let words: Vec<_> = played.map(|played| played.text).filter(|text| text != END).collect();
    words.join(" ")
}

/// What the next move may take of the limits of a turn. Where a turn is one move, that is all.
pub fn move_limits(session: &Session, turn: &Limits) -> Limits {
    if registry::game(session.game()).is_ok_and(|game| game.turn_moves == 1) {
        return *turn;
    }
    let goes_on = session.played().last().is_some_and(|last| {
        last.player.is_some_and(|player| seat(session) == Some(player.0.into()))
    });
    share(turn, if goes_on { NEXT_SHARE } else { FIRST_SHARE })
}

/// The seat of whoever is to move. With a swap, the name of a side changes hands.
fn seat(session: &Session) -> Option<usize> {
    let side = session.to_move()?;
    session.sides().into_iter().position(|name| name == side)
}

/// Whether a word says that a piece is lost: `rc3x`.
fn is_capture(word: &str) -> bool {
    word.len() == 4 && word.ends_with('x')
}

fn take_back(session: &mut Session, moves: usize) {
    while session.played().len() > moves && session.undo().is_ok() {}
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
    let before = session.played().len();
    let choice = choose_and_play(session, limits, stop, listener);
    take_back(session, before);
    choice
}

fn choose_and_play(
    session: &mut Session,
    limits: &Limits,
    stop: &Stop,
    listener: &mut dyn FnMut(&Report),
) -> Result<TurnChoice, EngineError> {
    let (seat, begun) = (seat(session), Instant::now());
    let before = session.played().len();
    let report = session.think(&move_limits(session, limits), stop, listener)?;
    let mut best = report.best().map(|candidate| candidate.text.clone());
    loop {
        // An engine always has a candidate; should it have none, any move is better than none.
        let text = match best {
            Some(text) => text,
            None => session.legal_moves().into_iter().next().ok_or(EngineError::GameOver)?,
        };
        session.play(None, &text)?;
        if self::seat(session) != seat || seat.is_none() {
            break;
        }
        let mut part = move_limits(session, limits);
        // However many moves there are, they must not take more than the turn has.
        if let (Some(time), Some(whole)) = (part.move_time, limits.move_time) {
            part.move_time = Some(time.min(whole.saturating_sub(begun.elapsed()) / 2));
        }
        let rest = session.think(&part, stop, &mut |_| {})?;
        best = rest.best().map(|candidate| candidate.text.clone());
    }
    Ok(TurnChoice { text: turn_text(session, before), report })
}

/// A part of the limits.
fn share(limits: &Limits, part: f64) -> Limits {
    Limits {
        playouts: limits.playouts.map(|n| ((n as f64 * part) as u64).max(1)),
        move_time: limits.move_time.map(|time| time.mul_f64(part)),
        ..*limits
    }
}
