//! Exceptions: what is wrong with what was asked for. Nothing was changed by it.

use std::time::Duration;

use pyo3::create_exception;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use spinney_engine::{EngineError, StateError};

create_exception!(spinney, SpinneyError, PyValueError, "What this package raises, of any kind.");
create_exception!(spinney, TextError, SpinneyError, "A text that cannot be used, and where.");
create_exception!(
    spinney,
    UnknownNameError,
    SpinneyError,
    "No game, preset or format of that name."
);
create_exception!(spinney, IllegalActionError, SpinneyError, "An action that is not legal here.");
create_exception!(spinney, ShapeError, SpinneyError, "An array of another size than is needed.");
create_exception!(spinney, GameOverError, SpinneyError, "The game is over.");
create_exception!(spinney, NothingToUndoError, SpinneyError, "There is no move to take back.");
create_exception!(spinney, BusyError, SpinneyError, "The player is thinking already.");

/// The exception of an engine's error.
pub(crate) fn raise(error: EngineError) -> PyErr {
    let text = error.to_string();
    match error {
        EngineError::Text(_) => TextError::new_err(text),
        EngineError::Unknown { .. } => UnknownNameError::new_err(text),
        EngineError::NothingToUndo => NothingToUndoError::new_err(text),
        EngineError::GameOver => GameOverError::new_err(text),
    }
}

/// The exception of an error about numbers.
pub(crate) fn raise_of_state(error: StateError) -> PyErr {
    let text = error.to_string();
    match error {
        StateError::Illegal { .. } | StateError::IllegalAt { .. } => {
            IllegalActionError::new_err(text)
        }
        StateError::Length { .. } => ShapeError::new_err(text),
        StateError::Number { .. } => PyIndexError::new_err(text),
        StateError::Engine(error) => raise(error),
    }
}

/// Seconds as somebody writes them.
pub(crate) fn duration(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|error| SpinneyError::new_err(format!("{seconds} seconds: {error}")))
}
