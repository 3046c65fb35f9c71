//! A game as it is set up.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use spinney_engine::{GameEntry, State};

use crate::batch::Batch;
use crate::errors::raise;
use crate::position::Position;

/// The names of all games.
///
/// >>> import spinney
/// >>> "hex" in spinney.games()
/// True
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    spinney_engine::games().iter().map(|game| game.name).collect()
}

/// The names of players: of one game, or of all.
///
/// >>> import spinney
/// >>> "hex/best" in spinney.presets("hex")
/// True
#[pyfunction]
#[pyo3(signature = (game=None))]
pub(crate) fn presets(game: Option<&str>) -> PyResult<Vec<String>> {
    let games: Vec<&GameEntry> = match game {
        Some(name) => vec![spinney_engine::game(name).map_err(raise)?],
        None => spinney_engine::games().iter().collect(),
    };
    Ok(games.into_iter().flat_map(GameEntry::preset_names).collect())
}

/// A game as it is set up: its rules, its board, and how positions become arrays.
///
/// Made from the text of a starting position, or from a game's name alone for its usual one.
///
/// >>> import spinney
/// >>> game = spinney.Game("hex 5x5")
/// >>> game.players, game.sides, game.action_count, game.shape
/// (2, ['black', 'white'], 26, (6, 5, 5))
#[pyclass(frozen, module = "spinney")]
pub(crate) struct Game {
    start: State,
    entry: &'static GameEntry,
}

#[pymethods]
impl Game {
    #[new]
    fn new(text: &str) -> PyResult<Game> {
        let entry = spinney_engine::game_of_position(text).map_err(raise)?;
        // The name alone stands for what people usually play.
        let is_name = text.split_whitespace().count() == 1;
        let text = if is_name { entry.default_position } else { text };
        Ok(Game { start: State::from_text(text).map_err(raise)?, entry })
    }

    /// The game's name, as users type it: `hex`.
    #[getter]
    fn name(&self) -> &'static str {
        self.entry.name
    }

    /// The game's name, as a heading has it: `Hex`.
    #[getter]
    fn title(&self) -> &'static str {
        self.entry.title
    }

    /// One line on what it is.
    #[getter]
    fn about(&self) -> &'static str {
        self.entry.about
    }

    /// How moves are written.
    #[getter]
    fn notation(&self) -> &'static str {
        self.entry.notation
    }

    /// The text of the starting position.
    #[getter]
    fn setup(&self) -> String {
        self.start.board().text()
    }

    /// How many players there are.
    #[getter]
    fn players(&self) -> usize {
        self.start.players()
    }

    /// What the players are called at the start, in order of their first turns.
    #[getter]
    fn sides(&self) -> Vec<&'static str> {
        self.start.board().sides()
    }

    /// All numbers of actions are below this one.
    #[getter]
    fn action_count(&self) -> usize {
        self.start.action_count()
    }

    /// Planes, rows and columns of an encoded position.
    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        let shape = self.start.shape();
        (shape.planes, shape.height, shape.width)
    }

    /// What each plane shows: its name and meaning, its largest value, and whether it differs from
    /// place to place.
    #[getter]
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for (kind, _) in self.start.encoding().each_plane() {
            let dict = PyDict::new(py);
            dict.set_item("name", kind.name)?;
            dict.set_item("about", kind.about)?;
            dict.set_item("most", kind.most)?;
            dict.set_item("spatial", kind.spatial)?;
            list.append(dict)?;
        }
        Ok(list)
    }

    /// The names of the game's players.
    #[getter]
    fn presets(&self) -> Vec<String> {
        self.entry.preset_names()
    }

    /// The formats that records can be written in, the usual one first.
    #[getter]
    fn record_formats(&self) -> Vec<&'static str> {
        self.entry.record_formats.to_vec()
    }

    /// Whether `solve` can be asked about it.
    #[getter]
    fn can_solve(&self) -> bool {
        self.entry.capabilities.proofs.is_some()
    }

    /// Whether `explain` can be asked about it.
    #[getter]
    fn can_explain(&self) -> bool {
        self.entry.capabilities.explanations.is_some()
    }

    /// The position that a game starts from.
    fn start(&self) -> Position {
        Position::new(self.start.clone())
    }

    /// So many positions that are stepped together, each from the start. Where chance acts, it is
    /// drawn for by itself, from the seed.
    ///
    /// >>> import spinney
    /// >>> batch = spinney.Game("hex 5x5").batch(3, seed=1)
    /// >>> batch.step([0, 12, -1])
    /// >>> batch[1].text
    /// 'hex 5x5; black c3; white to move'
    #[pyo3(signature = (size, *, seed=0, threads=1))]
    fn batch(&self, size: usize, seed: u64, threads: usize) -> PyResult<Batch> {
        Batch::of(&self.start, size, seed, threads)
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.start == other.start
    }

    fn __hash__(&self) -> u64 {
        self.start.board().hash()
    }

    fn __repr__(&self) -> String {
        format!("Game({:?})", self.setup())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Game>().into_any(), (self.setup(),)))
    }
}
