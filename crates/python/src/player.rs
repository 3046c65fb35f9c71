//! Who thinks about positions.

use std::collections::BTreeMap;
use std::sync::{Mutex, TryLockError};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use spinney_engine::{Limits, Preset, Resources, State, Stop, analysis, open_preset};

use crate::errors::{BusyError, duration, raise};
use crate::position::Position;
use crate::report::Report;
use crate::values;

/// A parameter's value, as a preset file writes it.
#[derive(Clone, FromPyObject)]
enum Setting {
    Truth(bool),
    Whole(i64),
    Number(f64),
    Text(String),
}

impl Setting {
    fn text(&self) -> String {
        match self {
            Setting::Truth(truth) => truth.to_string(),
            Setting::Whole(whole) => whole.to_string(),
            Setting::Number(number) => number.to_string(),
            Setting::Text(text) => text.clone(),
        }
    }
}

/// A player of one game: a preset's name (`hex/best`, or `hex` for its first one) or a file, with
/// some parameters set otherwise.
///
/// It remembers its tree and goes on where it was when it is shown the same game again. With one
/// thread, playouts as limit and a seed, the same game is always played in the same way.
///
/// `report_every` is for those who watch: it reports that often, in seconds, keeps nothing of its
/// time back and thinks to the end of it.
///
/// >>> import spinney
/// >>> player = spinney.Player("hex/uct", seed=1, threads=1)
/// >>> position = spinney.Position("hex 3x3")
/// >>> report = player.think(position, playouts=200)
/// >>> report.side, report.best in position.legal_moves()
/// ('black', True)
#[pyclass(frozen, module = "spinney")]
pub(crate) struct Player {
    preset: Preset,
    /// What it was made with, to be made again.
    made_with: MadeWith,
    /// Who thinks, once somebody has asked.
    thinks: Mutex<Option<Box<dyn spinney_engine::Player>>>,
    stop: Stop,
}

struct MadeWith {
    preset: String,
    resources: Resources,
    parameters: BTreeMap<String, String>,
    report_every: Option<f64>,
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (
        preset, *, seed=None, threads=None, memory=None, parameters=None, report_every=None
    ))]
    fn new(
        preset: &str,
        seed: Option<u64>,
        threads: Option<u32>,
        memory: Option<u32>,
        parameters: Option<BTreeMap<String, Setting>>,
        report_every: Option<f64>,
    ) -> PyResult<Player> {
        let parameters = parameters.unwrap_or_default();
        let parameters: BTreeMap<String, String> =
            parameters.into_iter().map(|(name, value)| (name, value.text())).collect();
        let resources = Resources { threads, memory, seed };
        let made_with = MadeWith { preset: preset.to_owned(), resources, parameters, report_every };
        let overrides: Vec<_> = made_with.parameters.clone().into_iter().collect();
        let preset = Preset::load_with(preset, &overrides)
            .and_then(|preset| preset.prepared(&overrides, &resources));
        let mut preset = preset.map_err(raise)?;
        if let Some(every) = report_every {
            preset = preset.watched(duration(every)?).map_err(raise)?;
        }
        Ok(Player { preset, made_with, thinks: Mutex::default(), stop: Stop::new() })
    }

    /// The preset's name.
    #[getter]
    fn preset(&self) -> &str {
        self.preset.name()
    }

    /// The name of the game that it plays.
    #[getter]
    fn game(&self) -> &'static str {
        self.preset.game().name
    }

    /// Every parameter with its value, as a preset file writes it.
    #[getter]
    fn parameters(&self) -> BTreeMap<String, String> {
        self.preset.parameters().into_iter().map(|p| (p.name, p.value)).collect()
    }

    /// Thinks about a position until a limit is reached; without any, as long as its preset says.
    ///
    /// Other threads of Python run meanwhile. `on_report` is called from time to time with a
    /// `Report`; what it raises ends the thinking and is raised here, as is a keyboard interrupt.
    #[pyo3(signature = (position, *, playouts=None, seconds=None, nodes=None, on_report=None))]
    fn think(
        &self,
        py: Python<'_>,
        position: &Position,
        playouts: Option<u64>,
        seconds: Option<f64>,
        nodes: Option<u64>,
        on_report: Option<Py<PyAny>>,
    ) -> PyResult<Report> {
        let state = position.state().clone();
        let line = state.line();
        let stop = &self.stop;
        let tell = |report: &spinney_engine::Report| -> PyResult<()> {
            Python::attach(|py| {
                py.check_signals()?;
                let Some(on_report) = &on_report else { return Ok(()) };
                on_report.call1(py, (Report::new(&state, report.clone()),)).map(|_| ())
            })
        };
        self.with_thinker(py, &state, (playouts, seconds, nodes), |player, limits| {
            let mut raised = None;
            let known = player.think(&line, limits, stop, &mut |report| {
                if raised.is_none()
                    && let Err(error) = tell(report)
                {
                    raised = Some(error);
                    stop.stop();
                }
            });
            raised.map_or(Ok(()), Err)?;
            Ok(Report::new(&state, known.map_err(raise)?))
        })
    }

    /// Judges every turn of the game that led to a position, with so much thought for each, and
    /// tells of them as columns: what a data frame is made from.
    #[pyo3(signature = (position, *, playouts=None, seconds=None, nodes=None))]
    fn review<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        playouts: Option<u64>,
        seconds: Option<f64>,
        nodes: Option<u64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let state = position.state().clone();
        let record = state.line().record().map_err(raise)?;
        let stop = &self.stop;
        let judged =
            self.with_thinker(py, &state, (playouts, seconds, nodes), |player, limits| {
                let mut raised = None;
                let all = 1..=usize::MAX;
                let judged = analysis::game(player, &record, &all, limits, stop, &mut |_| {
                    if let Err(error) = Python::attach(|py| py.check_signals()) {
                        raised = Some(error);
                        stop.stop();
                    }
                });
                raised.map_or(Ok(()), Err)?;
                judged.map_err(raise)
            })?;
        values::columns(py, &judged)
    }

    /// Ends the thinking that goes on in another thread.
    fn stop(&self) {
        self.stop.stop();
    }

    /// Forgets what was learned: the next game is thought about as the first one was.
    fn clear(&self) -> PyResult<()> {
        match self.thinks.try_lock() {
            Ok(mut thinks) => *thinks = None,
            Err(TryLockError::Poisoned(poisoned)) => *poisoned.into_inner() = None,
            Err(TryLockError::WouldBlock) => return Err(busy()),
        }
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("Player({:?})", self.preset.name())
    }

    #[expect(clippy::type_complexity, reason = "what pickle wants")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(
        Bound<'py, PyAny>,
        (&str, Option<u64>, Option<u32>, Option<u32>, BTreeMap<String, String>, Option<f64>),
    )> {
        let MadeWith { preset, resources, parameters, report_every } = &self.made_with;
        let Resources { threads, memory, seed } = *resources;
        let again = py.get_type::<Player>().getattr("_made_with")?;
        Ok((again, (preset, seed, threads, memory, parameters.clone(), *report_every)))
    }

    /// What was pickled. A tree is not.
    #[staticmethod]
    fn _made_with(
        preset: &str,
        seed: Option<u64>,
        threads: Option<u32>,
        memory: Option<u32>,
        parameters: BTreeMap<String, String>,
        report_every: Option<f64>,
    ) -> PyResult<Player> {
        let parameters = parameters.into_iter().map(|(name, value)| (name, Setting::Text(value)));
        Player::new(preset, seed, threads, memory, Some(parameters.collect()), report_every)
    }
}

fn busy() -> PyErr {
    BusyError::new_err("the player is thinking already: wait for it, or make another one")
}

impl Player {
    /// Lets whoever thinks do something within limits, without holding up other threads of Python.
    fn with_thinker<T: Send>(
        &self,
        py: Python<'_>,
        state: &State,
        (playouts, seconds, nodes): (Option<u64>, Option<f64>, Option<u64>),
        think: impl FnOnce(&mut dyn spinney_engine::Player, &Limits) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        let move_time = seconds.map(duration).transpose()?;
        let mut thinks = match self.thinks.try_lock() {
            Ok(thinks) => thinks,
            // It was given up in the middle of a thought.
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return Err(busy()),
        };
        let player = match &mut *thinks {
            Some(player) => player,
            empty => {
                let start = state.line().start().text();
                let session = open_preset(self.preset.clone(), Some(&start)).map_err(raise)?;
                empty.insert(session.player)
            }
        };
        let mut limits = Limits { playouts, nodes, move_time, ..Limits::default() };
        if limits.is_unbounded() {
            limits = player.default_limits();
        }
        self.stop.reset();
        let player = &mut **player;
        py.detach(|| think(player, &limits))
    }
}
