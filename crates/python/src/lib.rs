//! The engine for Python: positions as arrays, players, proofs.
//!
//! A front door like the others: it speaks to `spinney-engine` and knows no game. Positions are
//! [states](spinney_engine::State), whose moves are numbers, so that learning is not slowed down by
//! text. Whatever takes long lets other threads of Python run meanwhile. Python's half of the
//! package, with its types, is in `python/spinney`.

mod arrays;
mod batch;
mod errors;
mod game;
mod player;
mod position;
mod proof;
mod report;
mod values;

/// Hex, Y, Poly-Y, Havannah, Tantrix and Arimaa: rules as arrays, players, proofs.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::errors::{
        BusyError, GameOverError, IllegalActionError, NothingToUndoError, ShapeError, SpinneyError,
        TextError, UnknownNameError,
    };
    #[pymodule_export]
    use super::game::{Game, games, presets};
    #[pymodule_export]
    use super::player::Player;
    #[pymodule_export]
    use super::position::{Position, read_records};
    #[pymodule_export]
    use super::proof::{Solution, explain, solve};
    #[pymodule_export]
    use super::report::Report;
}
