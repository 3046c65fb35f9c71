//! Proofs, and what is provable without search.

use pyo3::prelude::*;
use spinney_engine::explanation;
use spinney_engine::proof::{self, ProofSettings, Proving};
use spinney_engine::{Limits, Stop};

use crate::errors::{SpinneyError, duration, raise};
use crate::position::Position;
use crate::values;

/// How far a proof has come.
#[pyclass(frozen, module = "spinney")]
pub(crate) struct Solution(Proving);

#[pymethods]
impl Solution {
    /// Whether it is proven who wins, or that nobody does.
    #[getter]
    fn is_solved(&self) -> bool {
        self.0.winner.is_some() || self.0.is_drawn
    }

    /// The side that wins, if that is proven.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.0.winner
    }

    /// Whether it is proven that nobody wins.
    #[getter]
    fn is_drawn(&self) -> bool {
        self.0.is_drawn
    }

    /// The side that is proven not to lose, if that is all that is proven yet.
    #[getter]
    fn safe(&self) -> Option<&'static str> {
        self.0.safe
    }

    /// A move that wins or keeps the draw, if the proof has one.
    #[getter]
    fn best(&self) -> Option<&str> {
        self.0.best_move.as_deref()
    }

    /// Positions looked at.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes
    }

    /// Wall time.
    #[getter]
    fn seconds(&self) -> f64 {
        self.0.elapsed.as_secs_f64()
    }

    fn __repr__(&self) -> String {
        match (self.0.winner, self.0.is_drawn) {
            (Some(winner), _) => format!("<Solution: {winner} wins>"),
            (None, true) => "<Solution: drawn>".to_owned(),
            (None, false) => "<Solution: open>".to_owned(),
        }
    }
}

/// Proves who wins a position, or that nobody does, until a limit is reached. `memory` is in MiB.
///
/// Other threads of Python run meanwhile; `on_progress` is called from time to time with a
/// `Solution` as far as it has come.
///
/// >>> import spinney
/// >>> solution = spinney.solve(spinney.Position("hex 4x4"))
/// >>> solution.winner
/// 'black'
#[pyfunction]
#[pyo3(signature = (
    position, *, nodes=None, seconds=None, memory=64, threads=1, on_progress=None
))]
pub(crate) fn solve(
    py: Python<'_>,
    position: &Position,
    nodes: Option<u64>,
    seconds: Option<f64>,
    memory: u64,
    threads: usize,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<Solution> {
    let text = position.state().board().text();
    let settings = ProofSettings { memory, threads, ..ProofSettings::default() };
    let move_time = seconds.map(duration).transpose()?;
    let limits = Limits { nodes, move_time, ..Limits::default() };
    let stop = Stop::new();
    let tell = |proving: &Proving| -> PyResult<()> {
        Python::attach(|py| {
            py.check_signals()?;
            let Some(on_progress) = &on_progress else { return Ok(()) };
            on_progress.call1(py, (Solution(proving.clone()),)).map(|_| ())
        })
    };
    py.detach(|| {
        let mut prover = proof::prover(&text, &settings).map_err(raise)?;
        let mut raised = None;
        let proving = prover.solve(&text, &limits, &stop, &mut |proving| {
            if raised.is_none()
                && let Err(error) = tell(proving)
            {
                raised = Some(error);
                stop.stop();
            }
        });
        raised.map_or(Ok(()), Err)?;
        Ok(Solution(proving.map_err(raise)?))
    })
}

/// What is provable of a position without search, and why: fill-in, inferior moves, connections,
/// where a side must play, who wins.
///
/// >>> import spinney
/// >>> told = spinney.explain(spinney.Position("hex 3x3; black b2; white a2; black to move"))
/// >>> told["winner"], told["ground"]
/// ('black', 'fill-in')
#[pyfunction]
pub(crate) fn explain<'py>(py: Python<'py>, position: &Position) -> PyResult<Bound<'py, PyAny>> {
    let board = position.state().board();
    let told = py.detach(|| explanation::explain(&board)).map_err(raise)?;
    let told = serde_json::to_value(&told).map_err(|e| SpinneyError::new_err(e.to_string()))?;
    values::to_python(py, &told)
}
