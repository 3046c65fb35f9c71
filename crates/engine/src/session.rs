//! A game being played and the player who thinks about it, together.

use spinney_search::{Limits, Stop};

use crate::board::Board;
use crate::line::Line;
use crate::player::Player;
use crate::report::{EngineError, Report};
use crate::turns::part_of_turn;

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

    /// What the next move may take of the limits of a turn. Where a turn is one move, that is all.
    pub fn move_limits(&self, turn: &Limits) -> Limits {
        part_of_turn(&self.line, self.player.plans_turns(), turn)
    }

    /// Goes on from where another game stands, or from its start. What the player has learned is
    /// forgotten.
    pub fn go_on_from(&mut self, line: Line) {
        self.line = line;
        self.player.clear();
    }

    /// Starts from another position of the game (the rules alone, `hex 11x11`, are the empty
    /// board). The moves played so far are forgotten, and so is what the player has learned.
    pub fn set_position(&mut self, text: &str) -> Result<(), EngineError> {
        let board = self.board().another(text)?;
        self.go_on_from(Line::new(board));
        Ok(())
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
}
