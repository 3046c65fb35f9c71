//! Many positions that are stepped together.

use numpy::{PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray1};
use pyo3::prelude::*;
use spinney_engine::{State, StateBatch, StateError, Turn};

use crate::arrays;
use crate::errors::{ShapeError, raise_of_state};
use crate::position::Position;

/// Positions of more values than that, all planes of all positions together, are no batch but a
/// mistake in its size.
const MOST_VALUES: usize = 1 << 32;
/// More threads than that are a mistake, too.
const MOST_THREADS: usize = 1024;

/// Actions as somebody says them: whole numbers, in an array or in a list. Others are refused, since
/// a number that is not whole is a mistake.
#[derive(FromPyObject)]
enum Actions<'py> {
    Array(PyReadonlyArray1<'py, i64>),
    List(Vec<i64>),
}

/// Many positions of one game that are stepped together: see `Game.batch`.
///
/// All arrays have one row for each position. Positions whose game is over stay as they are until
/// they are reset; other threads of Python run while a batch is at work.
///
/// >>> import spinney
/// >>> batch = spinney.Game("hex 5x5").batch(4, seed=7)
/// >>> while not batch.done.all():
/// ...     batch.step(batch.sample())
/// >>> batch.rewards.sum(axis=1)
/// array([1., 1., 1., 1.], dtype=float32)
#[pyclass(module = "spinney")]
pub(crate) struct Batch(StateBatch);

impl Batch {
    pub(crate) fn of(start: &State, size: usize, seed: u64, threads: usize) -> PyResult<Batch> {
        let each = start.shape().values().max(start.action_count());
        if size.checked_mul(each).is_none_or(|values| values > MOST_VALUES) {
            let problem =
                format!("a batch of {size} positions with {each} values each is too large");
            return Err(ShapeError::new_err(problem));
        }
        if !(1..=MOST_THREADS).contains(&threads) {
            return Err(ShapeError::new_err(format!(
                "{threads} threads are not 1 to {MOST_THREADS}"
            )));
        }
        Ok(Batch(start.batch(size, seed, threads)))
    }
}

#[pymethods]
impl Batch {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// A copy of one of the positions. What led to it is not kept.
    fn __getitem__(&self, index: isize) -> PyResult<Position> {
        Ok(Position::new(self.0.state(self.index(index)).map_err(raise_of_state)?))
    }

    /// Puts a position of the same game in the place of one.
    fn __setitem__(&mut self, index: isize, position: &Position) -> PyResult<()> {
        self.0.set(self.index(index), position.state()).map_err(raise_of_state)
    }

    /// All numbers of actions are below this one.
    #[getter]
    fn action_count(&self) -> usize {
        self.0.action_count()
    }

    /// Positions, planes, rows and columns: what `planes` writes.
    #[getter]
    fn shape(&self) -> (usize, usize, usize, usize) {
        let shape = self.0.shape();
        (self.0.len(), shape.planes, shape.height, shape.width)
    }

    /// Plays one action in every position; −1 plays none there. If one of them is illegal, nothing
    /// is played anywhere.
    fn step(&mut self, py: Python<'_>, actions: Actions<'_>) -> PyResult<()> {
        let actions = match &actions {
            Actions::List(actions) => actions,
            Actions::Array(array) => array
                .as_slice()
                .map_err(|error| ShapeError::new_err(format!("actions: {error}")))?,
        };
        let batch = &mut self.0;
        py.detach(|| batch.step(actions)).map_err(raise_of_state)
    }

    /// A legal action of every position, each as likely; −1 where there is none.
    fn sample<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let mut actions = vec![0; self.0.len()];
        let batch = &mut self.0;
        py.detach(|| batch.sample_into(&mut actions)).map_err(raise_of_state)?;
        Ok(PyArray1::from_vec(py, actions))
    }

    /// Which actions are legal, as truth values; into `out` if there is one, an array of bool,
    /// uint8 or int8.
    #[pyo3(signature = (out=None))]
    fn masks<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let dimensions = vec![self.0.len(), self.0.action_count()];
        arrays::mask(py, out, dimensions, |mask| self.0.masks_into(mask))
    }

    /// The positions as planes from the view of whoever's turn it is; into `out` if there is one,
    /// an array of uint8 or float32.
    #[pyo3(signature = (out=None, *, dtype="float32"))]
    fn planes<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
        dtype: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let dimensions = arrays::plane_dimensions(&[self.0.len()], self.0.shape());
        arrays::planes(py, out, dtype, dimensions, |planes| self.0.planes_into(planes))
    }

    /// Whose turn it is in every position, by the order of first turns; −1 where the game is over.
    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let seat = |index| match self.0.turn(index)? {
            Turn::Seat(seat) => Ok(seat as i64),
            Turn::Chance | Turn::Over => Ok(-1),
        };
        let seats: Result<Vec<i64>, StateError> = (0..self.0.len()).map(seat).collect();
        Ok(PyArray1::from_vec(py, seats.map_err(raise_of_state)?))
    }

    /// Which positions cannot be stepped any more: those whose game is over and, rarely and only
    /// where planes are a window on a table without bounds, those without a move that has a number.
    #[getter]
    fn done<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mut done = vec![false; self.0.len()];
        self.0.done_into(&mut done).map_err(raise_of_state)?;
        Ok(PyArray1::from_vec(py, done))
    }

    /// Each player's reward: 0 for a loss and 1 for a win where the game is over, 0 for all before
    /// that.
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let mut rewards = vec![0.0; self.0.len() * self.0.players()];
        self.0.rewards_into(&mut rewards).map_err(raise_of_state)?;
        PyArray1::from_vec(py, rewards).reshape([self.0.len(), self.0.players()])
    }

    /// Puts the positions that are marked, or all, back to the start.
    #[pyo3(signature = (which=None))]
    fn reset(&mut self, which: Option<PyReadonlyArray1<'_, bool>>) -> PyResult<()> {
        let slice = which.as_ref().map(|which| which.as_slice()).transpose();
        let which = slice.map_err(|error| ShapeError::new_err(format!("which: {error}")))?;
        self.0.reset(which).map_err(raise_of_state)
    }

    fn __repr__(&self) -> String {
        format!("<Batch of {} positions>", self.0.len())
    }
}

impl Batch {
    /// Negative numbers count from the end, as in lists; those too low become too high.
    fn index(&self, index: isize) -> usize {
        let from_end = || self.0.len().checked_sub(index.unsigned_abs());
        if index < 0 { from_end().unwrap_or(usize::MAX) } else { index as usize }
    }
}
