//! Whole turns, where a game's turn is several moves of one side.

use std::time::Instant;

use spinney_search::{Limits, Stop};

use crate::session::{EngineError, Report, Session};

/// Ends a turn before its last step.
const END: &str = "end";
/// Of the limits of a turn, its first move gets this share. The rest is for the others, which the
/// first search has mostly thought through.
const FIRST_SHARE: f64 = 0.7;
/// What each of the others gets.
const NEXT_SHARE: f64 = 0.1;

/// Plays several moves of the side to move, as one line has them; captures between them are left
/// out. An error changes nothing.
pub fn play_moves(session: &mut dyn Session, text: &str) -> Result<(), EngineError> {
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
pub fn play_turn(session: &mut dyn Session, turn: &str) -> Result<(), EngineError> {
    let side = session.to_move();
    let before = session.played().len();
    play_moves(session, turn)?;
    if session.to_move() == side && session.outcome().is_none() {
        let result = session.play(side, END);
        if result.is_err() {
            take_back(session, before);
        }
        return result;
    }
    Ok(())
}

/// Whether a word says that a piece is lost: `rc3x`.
fn is_capture(word: &str) -> bool {
    word.len() == 4 && word.ends_with('x')
}

fn take_back(session: &mut dyn Session, moves: usize) {
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
    session: &mut dyn Session,
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
    session: &mut dyn Session,
    limits: &Limits,
    stop: &Stop,
    listener: &mut dyn FnMut(&Report),
) -> Result<TurnChoice, EngineError> {
    let (side, begun) = (session.to_move(), Instant::now());
    let report = session.think(&share(limits, FIRST_SHARE), stop, listener)?;
    let mut words = Vec::new();
    let mut best = report.best().map(|candidate| candidate.text.clone());
    loop {
        // An engine always has a candidate; should it have none, any move is better than none.
        let text = match best {
            Some(text) => text,
            None => session.legal_moves().into_iter().next().ok_or(EngineError::GameOver)?,
        };
        session.play(None, &text)?;
        if text != END {
            words.push(text);
        }
        if session.to_move() != side || side.is_none() {
            break;
        }
        let mut part = share(limits, NEXT_SHARE);
        // However many moves there are, they must not take more than the turn has.
        if let (Some(time), Some(whole)) = (part.move_time, limits.move_time) {
            part.move_time = Some(time.min(whole.saturating_sub(begun.elapsed()) / 2));
        }
        let rest = session.think(&part, stop, &mut |_| {})?;
        best = rest.best().map(|candidate| candidate.text.clone());
    }
    Ok(TurnChoice { text: words.join(" "), report })
}

/// A part of the limits.
fn share(limits: &Limits, part: f64) -> Limits {
    Limits {
        playouts: limits.playouts.map(|n| ((n as f64 * part) as u64).max(1)),
        move_time: limits.move_time.map(|time| time.mul_f64(part)),
        ..*limits
    }
}
