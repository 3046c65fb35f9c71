//! The older interface of Arimaa bots: a program is started for every turn with the files of the
//! position, the game record and the game's state, and prints the turn.

use spinney_engine::{EngineError, Limits, Line, Session, Stop, choose_turn};

/// What the files hold, one after another: a position, a record, or the state of a game.
///
/// A record is preferred to a position, because repetition counts what was there before. Of the
/// state, the time for a turn is used; `limits` hold beside it.
pub fn answer(
    session: &mut Session,
    files: &[String],
    limits: Option<Limits>,
) -> Result<String, EngineError> {
    let mut time = None;
    let mut recorded = false;
    for text in files {
        if let Some(granted) = time_in_state(text) {
            time = Some(granted);
        } else if text.contains('|') || text.contains('[') && !text.contains('\n') {
            if !recorded {
                session.set_position(&format!("{} {text}", session.board().game()))?;
            }
        } else {
            let record = spinney_engine::read_record(text, Some(session.board().game()))?;
            session.go_on_from(Line::of_record(&record, None)?);
            recorded = true;
        }
    }
    let limits = match time {
        Some(time) => limits.unwrap_or_default().within(time),
        None => limits.unwrap_or_else(|| session.player.default_limits()),
    };
    Ok(choose_turn(session, &limits, &Stop::new(), &mut |_| {})?.text)
}

/// The seconds for a turn that a state file grants: `tcmove=30` on a line of its own.
fn time_in_state(text: &str) -> Option<std::time::Duration> {
    let line = text.lines().find_map(|line| line.trim().strip_prefix("tcmove="))?;
    let seconds: f64 = line.trim().parse().ok()?;
    // A tenth for starting up.
    (seconds > 0.0 && seconds < 1e6).then(|| std::time::Duration::from_secs_f64(seconds * 0.9))
}
