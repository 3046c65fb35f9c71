//! Games to look through.

use spinney_engine::{Board, EngineError, Limits, Preset, Rng, Stop};

use super::session;

/// Playouts for a move: few, so that there is something to be found.
const PLAYOUTS: u64 = 300;
/// How often the best move is missed.
const BLUNDER_RATE: f32 = 0.15;
/// At most so many random moves begin a game.
const MOST_RANDOM_MOVES: u32 = 4;
/// A game is broken off after so many moves.
const LONGEST: usize = 400;

/// Plays a game, and says at which positions a turn began, those of the set-up left out.
pub(super) fn play(
    preset: &Preset,
    start: &str,
    rng: &mut Rng,
    stop: &Stop,
) -> Result<Vec<Board>, EngineError> {
    let mut session = session(preset, &Board::from_text(start)?, rng.bits() >> 11)?;
    let turns = session.board().capabilities().turns;
    let mut positions = Vec::new();
    let mut mover = None;
    // Where pieces are set up first, games differ by that.
    let random = if turns.is_some() { 0 } else { 1 + rng.below(MOST_RANDOM_MOVES) as usize };
    for number in 0..LONGEST {
        if session.board().outcome().is_some() || stop.is_stopped() {
            break;
        }
        if session.board().is_chance() {
            session.line.roll(rng)?;
            mover = None;
            continue;
        }
        let sets_up = turns.is_some_and(|turns| (turns.sets_up)(session.board()));
        if session.board().seat_to_move() != mover && !sets_up && number >= random {
            positions.push(session.board().clone());
        }
        mover = session.board().seat_to_move();
        let text = if number < random {
            rng.choose(&session.board().legal_moves()).cloned()
        } else {
            let mut report = session.think(&Limits::playouts(PLAYOUTS), stop, &mut |_| {})?;
            report.blunder(if sets_up { 0.0 } else { BLUNDER_RATE }, rng);
            report.best().map(|best| best.text.clone())
        };
        let Some(text) = text else { break };
        session.line.play(None, &text)?;
    }
    Ok(positions)
}
