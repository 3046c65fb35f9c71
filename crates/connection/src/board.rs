//! Boards with what is wanted on them.

use crate::{EdgeGoal, Goal};
use spinney_board::{Shape, Topology};
use spinney_game::TextError;
use std::fmt;
use std::sync::Arc;

/// A board and the winning condition of the game that is played on it; its text is the name of the
/// game and its size: `hex 11x11`, `y 10`, `y bent-93`, `polyy 5,7`.
#[derive(Debug)]
pub struct Board<G: Goal = EdgeGoal> {
    topology: Arc<Topology>,
    goal: G,
}

impl<G: Goal> Clone for Board<G> {
    #[inline]
    fn clone(&self) -> Board<G> {
        Board { topology: self.topology.clone(), goal: self.goal }
    }

    /// Leaves the reference count alone where the board is the same.
    #[inline]
    fn clone_from(&mut self, other: &Board<G>) {
        if !Arc::ptr_eq(&self.topology, &other.topology) {
            self.topology = other.topology.clone();
        }
        self.goal = other.goal;
    }
}

impl<G: Goal> Board<G> {
    /// A board of that shape for a game with that goal; `None` if it is not played on such a board.
    pub fn new(shape: Shape, goal: G) -> Option<Board<G>> {
        goal.size(shape).map(|_| Board { topology: Topology::of(shape), goal })
    }

    /// Cells, who is next to whom, edges, names.
    #[inline]
    pub fn topology(&self) -> &Arc<Topology> {
        &self.topology
    }

    /// The winning condition.
    #[inline]
    pub fn goal(&self) -> G {
        self.goal
    }

    /// The short name of the game: `hex`.
    pub fn game(&self) -> &'static str {
        self.goal.game()
    }

    /// Its size as text: `11x11`.
    pub fn size(&self) -> String {
        self.goal.size(self.topology.shape()).unwrap_or_default()
    }
}

impl Board {
    /// Reads the name of the game and the size, as they are written in a position's text.
    pub fn parse(game: &str, size: &str) -> Result<Board, TextError> {
        EdgeGoal::board(game, size)
    }
}

impl<G: Goal> fmt::Display for Board<G> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.game(), self.size())
    }
}
