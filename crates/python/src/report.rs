//! What a player knows at some moment of its thinking.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use spinney_engine::{Candidate, State};

/// What a player knows of a position at some moment of its thinking.
#[pyclass(frozen, module = "spinney")]
pub(crate) struct Report {
    known: spinney_engine::Report,
    /// The numbers of the candidates, where they have one.
    actions: Vec<Option<usize>>,
}

impl Report {
    /// What is known of where a state stands.
    pub(crate) fn new(state: &State, known: spinney_engine::Report) -> Report {
        let action = |candidate: &Candidate| state.action_of(&candidate.text).ok().flatten();
        let actions = known.candidates.iter().map(action).collect();
        Report { known, actions }
    }
}

#[pymethods]
impl Report {
    /// The move that the player would play; `None` if it has none yet.
    #[getter]
    fn best(&self) -> Option<&str> {
        self.known.best().map(|best| best.text.as_str())
    }

    /// The number of that move.
    #[getter]
    fn action(&self) -> Option<usize> {
        self.actions.first().copied().flatten()
    }

    /// Whose turn it is and whose view `win_rate` is.
    #[getter]
    fn side(&self) -> &'static str {
        self.known.side
    }

    /// The value of the position for `side`, 0 to 1.
    #[getter]
    fn win_rate(&self) -> f32 {
        self.known.win_rate
    }

    /// The side that wins with right play, where that is proven.
    #[getter]
    fn proven_winner(&self) -> Option<&'static str> {
        self.known.proven_winner
    }

    /// Whether the player would rather resign.
    #[getter]
    fn resign(&self) -> bool {
        self.known.resign
    }

    /// Playouts made in this search.
    #[getter]
    fn playouts(&self) -> u64 {
        self.known.playouts
    }

    /// Simulations made in this search.
    #[getter]
    fn simulations(&self) -> u64 {
        self.known.simulations
    }

    /// Nodes in the tree.
    #[getter]
    fn nodes(&self) -> u64 {
        self.known.nodes
    }

    /// Bytes that the tree takes.
    #[getter]
    fn memory(&self) -> u64 {
        self.known.memory
    }

    /// Wall time of this search.
    #[getter]
    fn seconds(&self) -> f64 {
        self.known.elapsed.as_secs_f64()
    }

    /// The play that the player expects, its best move first.
    #[getter]
    fn line(&self) -> Vec<String> {
        self.known.best().map(|best| best.line.clone()).unwrap_or_default()
    }

    /// The candidates as columns, the one to be played first: what a data frame is made from.
    #[getter]
    fn analysis<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = &self.known.candidates;
        let columns = PyDict::new(py);
        let rows = || all.iter();
        columns.set_item("move", PyList::new(py, rows().map(|c| c.text.as_str()))?)?;
        columns.set_item("action", PyList::new(py, &self.actions)?)?;
        columns.set_item("visits", PyList::new(py, rows().map(|c| c.visits))?)?;
        columns.set_item("win_rate", PyList::new(py, rows().map(|c| c.win_rate))?)?;
        columns.set_item("amaf", PyList::new(py, rows().map(|c| c.amaf))?)?;
        columns.set_item("prior", PyList::new(py, rows().map(|c| c.prior))?)?;
        columns.set_item("proven", PyList::new(py, rows().map(|c| c.proven))?)?;
        columns.set_item("line", PyList::new(py, rows().map(|c| c.line.join(" ")))?)?;
        Ok(columns)
    }

    fn __repr__(&self) -> String {
        let best = self.best().unwrap_or("no move");
        format!("<Report: {best} for {}, {:.3}>", self.side(), self.win_rate())
    }
}
