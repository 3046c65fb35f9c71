//! One position, and the moves that led to it.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use spinney_engine::{Board, EngineError, Line, Rng, State, StateError, Turn};

use crate::arrays;
use crate::errors::{raise, raise_of_state};

/// A move as somebody says it: by its number, or as people write it.
#[derive(FromPyObject)]
pub(crate) enum Said {
    /// The number of an action.
    Number(i64),
    /// Text.
    Text(String),
}

/// A position of any game, and the moves that led to it.
///
/// It is played on and taken back in place; `copy` shares what came before. Moves are numbers of
/// actions, from the view of whoever's turn it is, or text.
///
/// >>> import spinney
/// >>> position = spinney.Position("hex 3x3")
/// >>> position.play("b2")
/// >>> position.play(int(position.legal_actions()[0]))
/// >>> position.moves
/// ['b2', 'a1']
/// >>> position.undo()
/// 'a1'
/// >>> position.to_move, len(position.legal_moves())
/// ('white', 8)
#[pyclass(module = "spinney")]
pub(crate) struct Position(State);

impl Position {
    pub(crate) fn new(state: State) -> Position {
        Position(state)
    }

    pub(crate) fn state(&self) -> &State {
        &self.0
    }

    fn board(&self) -> Board {
        self.0.board()
    }
}

/// Every game of a text with records, each where it stands at its end.
#[pyfunction]
#[pyo3(signature = (text, game=None))]
pub(crate) fn read_records(text: &str, game: Option<&str>) -> PyResult<Vec<Position>> {
    let records = spinney_engine::read_records(text, game).map_err(raise)?;
    let position = |record: Result<_, EngineError>| {
        let line = Line::of_record(&record?, None)?;
        Ok(Position(State::of_line(&line)?))
    };
    records.into_iter().map(position).collect::<Result<_, _>>().map_err(raise)
}

#[pymethods]
impl Position {
    #[new]
    fn from_text(text: &str) -> PyResult<Position> {
        Ok(Position(State::from_text(text).map_err(raise)?))
    }

    /// Where a recorded game stands after so many moves, or at its end.
    ///
    /// >>> import spinney
    /// >>> played = spinney.Position("hex 3x3")
    /// >>> played.play("b2")
    /// >>> spinney.Position.from_record(played.record()) == played
    /// True
    #[staticmethod]
    #[pyo3(signature = (text, *, game=None, moves=None))]
    fn from_record(text: &str, game: Option<&str>, moves: Option<usize>) -> PyResult<Position> {
        let record = spinney_engine::read_record(text, game).map_err(raise)?;
        let line = Line::of_record(&record, moves).map_err(raise)?;
        Ok(Position(State::of_line(&line).map_err(raise)?))
    }

    /// The record of the moves so far, in one of the formats of the game.
    #[pyo3(signature = (format=None))]
    fn record(&self, format: Option<&str>) -> PyResult<String> {
        let usual = self.board().entry().map_err(raise)?.record_formats.first().copied();
        let format = format.or(usual).unwrap_or_default();
        let record = self.0.line().record().map_err(raise)?;
        spinney_engine::write_record(&record, format).map_err(raise)
    }

    /// The position as one line of text, rules included.
    #[getter]
    fn text(&self) -> String {
        self.board().text()
    }

    /// The game's name.
    #[getter]
    fn game(&self) -> &'static str {
        self.board().game()
    }

    /// The moves so far.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.0.line().played().map(|played| played.text.clone()).collect()
    }

    /// The moves so far, each with the side that made it (`chance` where nobody did).
    #[getter]
    fn history(&self) -> Vec<(&'static str, String)> {
        self.0.line().played().map(|played| (played.side, played.text.clone())).collect()
    }

    /// How many players there are.
    #[getter]
    fn players(&self) -> usize {
        self.0.players()
    }

    /// What the players are called now, in order of their first turns.
    #[getter]
    fn sides(&self) -> Vec<&'static str> {
        self.board().sides()
    }

    /// The side whose turn it is; `None` where chance acts or the game is over.
    #[getter]
    fn to_move(&self) -> Option<&'static str> {
        self.board().to_move()
    }

    /// The same by the order of first turns.
    #[getter]
    fn seat(&self) -> Option<usize> {
        match self.0.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        }
    }

    /// The seat from whose view planes and actions are, also where chance acts.
    #[getter]
    fn viewer(&self) -> usize {
        self.0.viewer()
    }

    /// Whether chance is to act.
    #[getter]
    fn is_chance(&self) -> bool {
        self.0.turn() == Turn::Chance
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.turn() == Turn::Over
    }

    /// Whether planes and actions leave nothing out; always so but where they are a window on a
    /// table without bounds.
    #[getter]
    fn is_whole(&self) -> bool {
        self.0.is_whole()
    }

    /// The side that has won; `None` before the end and in a draw.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.board().outcome().and_then(|outcome| outcome.winner)
    }

    /// Each player's reward when the game is over, 0 for a loss and 1 for a win; `None` before.
    #[getter]
    fn rewards(&self) -> Option<Vec<f32>> {
        self.0.rewards()
    }

    /// All numbers of actions are below this one.
    #[getter]
    fn action_count(&self) -> usize {
        self.0.action_count()
    }

    /// Planes, rows and columns: what `planes` writes.
    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        let shape = self.0.shape();
        (shape.planes, shape.height, shape.width)
    }

    /// Equal positions (same future play) have equal numbers; different ones almost never do.
    #[getter]
    fn key(&self) -> u64 {
        self.board().hash()
    }

    /// The same for a position and all its images.
    #[getter]
    fn canonical_key(&self) -> u64 {
        self.0.canonical_hash()
    }

    /// The legal moves as people write them.
    fn legal_moves(&self) -> Vec<String> {
        self.board().legal_moves()
    }

    /// The numbers of the legal moves.
    fn legal_actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let mut actions = Vec::new();
        self.0.legal_actions(&mut actions);
        PyArray1::from_iter(py, actions.into_iter().map(|action| action as i64))
    }

    /// Which actions are legal, as truth values; into `out` if there is one, an array of bool,
    /// uint8 or int8.
    #[pyo3(signature = (out=None))]
    fn mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        arrays::mask(py, out, vec![self.0.action_count()], |mask| self.0.mask_into(mask))
    }

    /// The position as planes from the view of whoever's turn it is; into `out` if there is one,
    /// an array of uint8 or float32.
    #[pyo3(signature = (out=None, *, dtype="float32"))]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
        dtype: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let dimensions = arrays::plane_dimensions(&[], self.0.shape());
        arrays::planes(py, out, dtype, dimensions, |planes| self.0.planes_into(planes))
    }

    /// Plays a legal move of whoever acts, given by its number or as text.
    fn play(&mut self, r#move: Said) -> PyResult<()> {
        match r#move {
            Said::Number(action) => {
                let legal = usize::try_from(action).map_err(|_| StateError::Illegal { action });
                legal.and_then(|number| self.0.play(number)).map_err(raise_of_state)
            }
            Said::Text(text) => self.0.play_text(&text).map_err(raise),
        }
    }

    /// Takes the last move back and tells what it was.
    fn undo(&mut self) -> PyResult<String> {
        Ok(self.0.undo().map_err(raise)?.text)
    }

    /// Where chance acts: its actions with their probabilities.
    fn chances(&self) -> Vec<(usize, f32)> {
        self.0.chances()
    }

    /// Where chance acts: plays one of its moves, drawn by their probabilities.
    #[pyo3(signature = (seed=None))]
    fn roll(&mut self, seed: Option<u64>) -> PyResult<()> {
        let mut rng = seed.map_or_else(Rng::by_clock, |seed| Rng::new(seed, 0));
        self.0.roll(&mut rng).map_err(raise)
    }

    /// The move that an action stands for here, legal or not, as people write it.
    fn action_text(&self, action: usize) -> Option<String> {
        self.0.action_text(action)
    }

    /// The number of a legal move that people write so; `None` if the actions leave it out.
    fn action_of(&self, text: &str) -> PyResult<Option<usize>> {
        self.0.action_of(text).map_err(raise)
    }

    /// How many symmetries there are from here on; number 0 changes nothing.
    #[getter]
    fn symmetries(&self) -> usize {
        self.0.symmetries()
    }

    /// Where a symmetry takes the position. No moves lead there.
    fn image(&self, symmetry: usize) -> PyResult<Position> {
        Ok(Position(self.0.image(symmetry).map_err(raise_of_state)?))
    }

    /// Where a symmetry takes each action, as an array: `policy[permutation]` is for the position
    /// what `policy` is for the image. `None` if it does more than moving actions about: then
    /// encode the image.
    ///
    /// >>> import spinney
    /// >>> corner = spinney.Position("hex 3x3")
    /// >>> corner.action_permutation(1)[:9].tolist()
    /// [8, 7, 6, 5, 4, 3, 2, 1, 0]
    fn action_permutation<'py>(
        &self,
        py: Python<'py>,
        symmetry: usize,
    ) -> PyResult<Option<Bound<'py, PyArray1<i64>>>> {
        let moved = self.0.rearrangement(symmetry).map_err(raise_of_state)?;
        Ok(moved.map(|moved| {
            PyArray1::from_iter(py, moved.actions.into_iter().map(|action| action as i64))
        }))
    }

    /// Another position that is played on by itself.
    fn copy(&self) -> Position {
        Position(self.0.clone())
    }

    fn __copy__(&self) -> Position {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyDict>) -> Position {
        self.copy()
    }

    /// Whether it is the same position, whatever led to it.
    fn __eq__(&self, other: &Position) -> bool {
        self.0 == other.0
    }

    fn __repr__(&self) -> String {
        format!("Position({:?})", self.text())
    }

    fn __str__(&self) -> String {
        self.board().picture().to_text(false)
    }

    /// The position as a drawing.
    fn svg(&self) -> String {
        self.board().picture().to_svg()
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    #[expect(clippy::type_complexity, reason = "what pickle wants")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (String, Vec<(&'static str, String)>))> {
        let again = py.get_type::<Position>().getattr("_of_history")?;
        Ok((again, (self.0.line().start().text(), self.history())))
    }

    /// What was pickled.
    #[staticmethod]
    fn _of_history(start: &str, history: Vec<(String, String)>) -> PyResult<Position> {
        let mut line = Line::new(Board::from_text(start).map_err(raise)?);
        for (side, text) in history {
            line.play(Some(&side), &text).map_err(raise)?;
        }
        Ok(Position(State::of_line(&line).map_err(raise)?))
    }
}
