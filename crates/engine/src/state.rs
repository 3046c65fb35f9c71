//! Positions whose moves are numbers, for learning: the light door.
//!
//! A [`Board`] speaks text, which is right for people and protocols and too slow for millions of
//! moves. A [`State`] is the same position with its moves as numbers of
//! [actions](spinney_game::Encode): it is played on and taken back in place, and writes what is
//! legal and what networks read into memory of the caller's. A [`StateBatch`] is many of them that
//! are stepped together. Neither knows which game it is.
//!
//! ```
//! use spinney_engine::State;
//! let mut state = State::from_text("hex 3x3")?;
//! let mut mask = vec![0; state.action_count()];
//! state.play(4)?;
//! state.mask_into(&mut mask)?;
//! assert_eq!(mask, [1, 1, 1, 1, 0, 1, 1, 1, 1, 0], "all cells but the middle, and no swap");
//! assert_eq!(state.undo()?.text, "b2");
//! # Ok::<(), spinney_engine::StateError>(())
//! ```

mod batch;
mod steps;

use std::fmt;

use spinney_game::{Actor, Encoding, Played, Rearrangement, Rewards, Rng, Shape};

use crate::board::Board;
use crate::line::Line;
use crate::report::EngineError;

pub use self::batch::StateBatch;
pub(crate) use self::batch::{BatchOf, Batched};
pub(crate) use self::steps::{Stepped, Steps};

/// What can go wrong with numbers. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// An action that is not legal, or no action at all.
    #[error("action {action} is not legal here")]
    Illegal {
        /// What was asked for.
        action: i64,
    },
    /// The same in a batch.
    #[error("action {action} is not legal in position {index} of the batch")]
    IllegalAt {
        /// Which of the positions.
        index: usize,
        /// What was asked for.
        action: i64,
    },
    /// Memory that is not as long as what is to be written there, or numbers that are too few or
    /// too many.
    #[error("{what}: {wanted} are needed, and there are {given}")]
    Length {
        /// Of what: `actions`.
        what: &'static str,
        /// How many there should be.
        wanted: usize,
        /// How many there are.
        given: usize,
    },
    /// There is no position or symmetry of that number.
    #[error("there is no {what} {index}: there are {count}")]
    Number {
        /// What was looked for: `symmetry`.
        what: &'static str,
        /// The number that was asked for.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// What is wrong is not the number.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl StateError {
    /// Says so if there are not as many as there should be.
    pub(crate) fn unless_long(
        what: &'static str,
        wanted: usize,
        given: usize,
    ) -> Result<(), StateError> {
        if given == wanted { Ok(()) } else { Err(StateError::Length { what, wanted, given }) }
    }

    /// Says so if there are not that many.
    pub(crate) fn unless_below(
        what: &'static str,
        index: usize,
        count: usize,
    ) -> Result<(), StateError> {
        if index < count { Ok(()) } else { Err(StateError::Number { what, index, count }) }
    }
}

/// Where planes are written: whole numbers, as bytes or as floating-point numbers.
#[derive(Debug)]
pub enum PlaneBuffer<'a> {
    /// As bytes.
    Bytes(&'a mut [u8]),
    /// As what most networks read.
    Floats(&'a mut [f32]),
}

impl PlaneBuffer<'_> {
    /// How many values there is room for.
    pub(crate) fn len(&self) -> usize {
        match self {
            PlaneBuffer::Bytes(values) => values.len(),
            PlaneBuffer::Floats(values) => values.len(),
        }
    }
}

/// Who acts in a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// A player, by the place in the order of first turns.
    Seat(usize),
    /// Chance, by the odds of [`State::chances`].
    Chance,
    /// Nobody: the game is over.
    Over,
}

impl From<Actor> for Turn {
    fn from(actor: Actor) -> Turn {
        match actor {
            Actor::Player(player) => Turn::Seat(player.index()),
            Actor::Chance => Turn::Chance,
            Actor::Nobody => Turn::Over,
        }
    }
}

/// The rewards of the players that there are, in the order of their first turns.
fn rewards_of(rewards: &Rewards, players: usize) -> impl Iterator<Item = f32> {
    (0..players).map(|seat| rewards[spinney_game::Player(seat as u8)])
}

/// A position, the moves that led to it, and its legal moves as numbers.
///
/// Copies share the positions before. The numbers are those of the game's
/// [encoding](State::encoding), from the view of whoever's turn it is, which is the same for all
/// positions of one set-up.
pub struct State(Box<dyn Steps>);

impl State {
    /// The state that a position's text describes.
    pub fn from_text(text: &str) -> Result<State, EngineError> {
        State::of_board(&Board::from_text(text)?)
    }

    /// The state of a board, with no moves before it.
    pub fn of_board(board: &Board) -> Result<State, EngineError> {
        State::of_line(&Line::new(board.clone()))
    }

    /// The state where a game stands, with its moves.
    pub fn of_line(line: &Line) -> Result<State, EngineError> {
        Ok(State(line.board().entry()?.erased.state(line)?))
    }

    /// The position as text is spoken to. It costs a pointer.
    pub fn board(&self) -> Board {
        self.0.board()
    }

    /// The game so far as text is spoken to.
    pub fn line(&self) -> Line {
        self.0.line()
    }

    /// How many moves were played.
    pub fn moves(&self) -> usize {
        self.0.moves()
    }

    /// What the planes and actions are.
    pub fn encoding(&self) -> Encoding {
        self.0.encoding()
    }

    /// The size of the planes.
    pub fn shape(&self) -> Shape {
        self.0.shape()
    }

    /// All numbers of actions are below this one.
    pub fn action_count(&self) -> usize {
        self.0.action_count()
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.0.players()
    }

    /// Who acts.
    pub fn turn(&self) -> Turn {
        self.0.actor().into()
    }

    /// The seat from whose view planes and actions are: that of whoever's turn it is, also where
    /// chance acts.
    pub fn viewer(&self) -> usize {
        self.0.viewer().index()
    }

    /// Whether planes and actions leave nothing out. Always so but where they are a window on a
    /// table without bounds.
    pub fn is_whole(&self) -> bool {
        self.0.is_whole()
    }

    /// Appends the legal actions, in the game's own order of moves.
    pub fn legal_actions(&self, out: &mut Vec<usize>) {
        self.0.legal_actions(out);
    }

    /// Writes 1 for every legal action and 0 for the others.
    pub fn mask_into(&self, out: &mut [u8]) -> Result<(), StateError> {
        StateError::unless_long("actions", self.action_count(), out.len())?;
        self.0.mask_into(out);
        Ok(())
    }

    /// Writes the planes, one after another, each row by row.
    pub fn planes_into(&self, out: PlaneBuffer<'_>) -> Result<(), StateError> {
        StateError::unless_long("values of planes", self.shape().values(), out.len())?;
        self.0.planes_into(out);
        Ok(())
    }

    /// Where chance acts: its actions with their odds.
    pub fn chances(&self) -> Vec<(usize, f32)> {
        self.0.chances()
    }

    /// Plays a legal action, of a player or of chance.
    pub fn play(&mut self, action: usize) -> Result<(), StateError> {
        if self.0.play(action) {
            Ok(())
        } else {
            Err(StateError::Illegal { action: i64::try_from(action).unwrap_or(i64::MAX) })
        }
    }

    /// Plays a move as people write it.
    pub fn play_text(&mut self, text: &str) -> Result<(), EngineError> {
        Ok(self.0.play_text(text)?)
    }

    /// Where chance acts: plays one of its moves, drawn by their odds.
    pub fn roll(&mut self, rng: &mut Rng) -> Result<(), EngineError> {
        let (played, _) = self.board().roll(rng)?;
        self.play_text(&played.text)
    }

    /// Takes the last move back, and tells what it was.
    pub fn undo(&mut self) -> Result<Played, EngineError> {
        self.0.undo().ok_or(EngineError::NothingToUndo)
    }

    /// Each player's reward when the game is over: 0 for a loss, 1 for a win.
    pub fn rewards(&self) -> Option<Vec<f32>> {
        self.0.rewards().map(|rewards| rewards_of(&rewards, self.players()).collect())
    }

    /// The move that an action stands for here, legal or not, as people write it.
    pub fn action_text(&self, action: usize) -> Option<String> {
        self.0.action_text(action)
    }

    /// The number of a legal move as people write it. `None` if the actions leave it out, see
    /// [`State::is_whole`].
    pub fn action_of(&self, text: &str) -> Result<Option<usize>, EngineError> {
        Ok(self.0.action_of(text)?)
    }

    /// How many symmetries there are from here on; number 0 is the identity.
    pub fn symmetries(&self) -> usize {
        self.0.symmetries()
    }

    /// Where a symmetry takes the position. No moves lead there.
    pub fn image(&self, symmetry: usize) -> Result<State, StateError> {
        StateError::unless_below("symmetry", symmetry, self.symmetries())?;
        Ok(State(self.0.image(symmetry)))
    }

    /// Where a symmetry takes planes, places and actions; `None` if it does more than moving them
    /// about, and the [image](State::image) is to be encoded instead.
    pub fn rearrangement(&self, symmetry: usize) -> Result<Option<Rearrangement>, StateError> {
        StateError::unless_below("symmetry", symmetry, self.symmetries())?;
        Ok(self.0.rearrangement(symmetry))
    }

    /// A number that the position shares with its images, and almost never with others.
    pub fn canonical_hash(&self) -> u64 {
        self.0.canonical_hash()
    }

    /// So many states that start from this one and are stepped together. Where chance acts it is
    /// drawn for by itself, from the seed. A call works on that many threads.
    pub fn batch(&self, states: usize, seed: u64, threads: usize) -> StateBatch {
        StateBatch::new(self.0.batch(states, seed), threads)
    }
}

impl Clone for State {
    fn clone(&self) -> State {
        State(self.0.boxed_clone())
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.board().fmt(f)
    }
}

impl PartialEq for State {
    /// Whether it is the same position, whatever led to it.
    fn eq(&self, other: &State) -> bool {
        self.board() == other.board()
    }
}
