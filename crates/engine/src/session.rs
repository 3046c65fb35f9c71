//! A game being played and the player who thinks about it, together.

use spinney_game::{Fact, Picture, Played, Rng};
use spinney_search::{Limits, Stop};

use crate::board::Board;
use crate::line::Line;
use crate::player::Player;
use crate::report::{EngineError, Outcome, Parameter, Report};

/// One game, with an engine that can think about it.
pub struct Session {
    /// The game so far.
    pub line: Line,
    /// Who thinks about it.
    pub player: Box<dyn Player>,
}

impl Session {
    /// A game that starts from `board`.
    pub fn new(board: Board, player: Box<dyn Player>) -> Session {
        Session { line: Line::new(board), player }
    }

    /// Where the game stands.
    pub fn board(&self) -> &Board {
        self.line.board()
    }

    /// The game's name, as users type it: `hex`.
    pub fn game(&self) -> &'static str {
        self.board().game()
    }

    /// The name of the preset that plays.
    pub fn preset(&self) -> &str {
        self.player.preset()
    }

    /// The players' names in order of their first turn: `black`, `white`.
    pub fn sides(&self) -> Vec<&'static str> {
        self.board().sides()
    }

    /// The position as one line of text, rules included.
    pub fn position(&self) -> String {
        self.board().text()
    }

    /// Starts from another board. The moves played so far are forgotten, and so is what the player
    /// has learned.
    pub fn start_from(&mut self, board: Board) {
        self.line = Line::new(board);
        self.player.clear();
    }

    /// Goes on from where another game stands. What the player has learned is forgotten.
    pub fn go_on_from(&mut self, line: Line) {
        self.line = line;
        self.player.clear();
    }

    /// Starts from another position of the game (the rules alone, `hex 11x11`, are the empty
    /// board).
    pub fn set_position(&mut self, text: &str) -> Result<(), EngineError> {
        self.start_from(self.board().another(text)?);
        Ok(())
    }

    /// Whose turn it is; `None` when chance acts or the game is over.
    pub fn to_move(&self) -> Option<&'static str> {
        self.board().to_move()
    }

    /// Every legal move.
    pub fn legal_moves(&self) -> Vec<String> {
        self.board().legal_moves()
    }

    /// Plays a move for a side, or for whoever's turn it is. An error changes nothing.
    pub fn play(&mut self, side: Option<&str>, text: &str) -> Result<(), EngineError> {
        self.line.play(side, text)
    }

    /// Where chance acts: draws one of its moves by their odds, plays it and says which.
    pub fn roll(&mut self, rng: &mut Rng) -> Result<String, EngineError> {
        self.line.roll(rng).map(|played| played.text.clone())
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Result<(), EngineError> {
        self.line.undo().map(drop)
    }

    /// The position the game started from, as text.
    pub fn start(&self) -> String {
        self.line.start().text()
    }

    /// The moves played since [`Session::start`].
    pub fn played(&self) -> Vec<Played> {
        self.line.played().cloned().collect()
    }

    /// How the game ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.board().outcome()
    }

    /// What there is to know of the position besides its moves.
    pub fn facts(&self) -> Vec<Fact> {
        self.board().facts()
    }

    /// A drawing of the position.
    pub fn picture(&self) -> Picture {
        self.board().picture()
    }

    /// The limits of a move where nobody sets any.
    pub fn default_limits(&self) -> Limits {
        self.player.default_limits()
    }

    /// Thinks about where the game stands: see [`Player::think`].
    pub fn think(
        &mut self,
        limits: &Limits,
        stop: &Stop,
        listener: &mut dyn FnMut(&Report),
    ) -> Result<Report, EngineError> {
        self.player.think(&self.line, limits, stop, listener)
    }

    /// Thinks for a given side, as protocols with `genmove white` need, where the game lets that
    /// side move now.
    pub fn think_as(
        &mut self,
        side: &str,
        limits: &Limits,
        stop: &Stop,
        listener: &mut dyn FnMut(&Report),
    ) -> Result<Report, EngineError> {
        self.player.think(&self.line.handed_to(side)?, limits, stop, listener)
    }

    /// Every parameter of the engine with its present value and its meaning.
    pub fn parameters(&self) -> Vec<Parameter> {
        self.player.parameters()
    }

    /// Sets a parameter by its dotted name: see [`Player::set_parameter`].
    pub fn set_parameter(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        self.player.set_parameter(name, value)
    }

    /// Forgets what was learned, keeps the game.
    pub fn clear_memory(&mut self) {
        self.player.clear();
    }
}
