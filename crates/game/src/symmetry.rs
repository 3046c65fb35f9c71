//! Ways to turn a position about that change nothing in the game.

use crate::{Game, Move, Player};

/// The symmetries of a game: turning and mirroring the board, exchanging the players.
///
/// A symmetry takes positions to positions and moves to moves such that mapping and playing may be
/// done in either order, and the moves of the image are the images of the moves. Where players
/// change places, rewards go with them.
///
/// Symmetries are numbers below [`Symmetry::symmetries`]; 0 is the identity, and together they are
/// a group. A number stands for the same symmetry throughout a game. There may be fewer at first,
/// while the rules still treat players differently (as long as one of them may swap, say); those
/// that there are then have the lowest numbers, and as a game goes on there are never fewer.
///
/// A game without symmetries writes `impl Symmetry for Position {}`.
pub trait Symmetry: Game {
    /// How many symmetries there are from this position on, the identity included.
    fn symmetries(&self) -> usize {
        1
    }

    /// Where a symmetry takes the position.
    fn image(&self, _symmetry: usize) -> Self {
        self.clone()
    }

    /// Where a symmetry takes a move of this position.
    fn move_image(&self, _symmetry: usize, m: Self::Move) -> Self::Move {
        m
    }

    /// Whose place a player has in the image.
    fn player_image(&self, _symmetry: usize, player: Player) -> Player {
        player
    }

    /// The symmetry that does the same as these two, one after the other.
    fn compose(&self, _first: usize, _then: usize) -> usize {
        0
    }

    /// The symmetry that takes everything back.
    fn inverse(&self, symmetry: usize) -> usize {
        let undoes = |&other: &usize| self.compose(symmetry, other) == 0;
        (0..self.symmetries()).find(undoes).unwrap_or(0)
    }

    /// The hash of the image; for games that can tell it without making the image.
    fn image_hash(&self, symmetry: usize) -> u64 {
        self.image(symmetry).hash()
    }

    /// A number that a position shares with all its images, such as the least of their hashes, and
    /// almost never with others: for books and tables that keep one of them.
    fn canonical_hash(&self) -> u64 {
        let images = (0..self.symmetries()).map(|symmetry| self.image_hash(symmetry));
        images.min().unwrap_or_else(|| self.hash())
    }

    /// What a move is called in the image that [`Symmetry::canonical_hash`] is of, so that a move
    /// and its images have one name there. Where the position is its own image, so have the moves
    /// that take each other's place in it.
    fn canonical_move(&self, m: Self::Move) -> Self::Move {
        let least = self.canonical_hash();
        let to_least =
            (0..self.symmetries()).filter(|&symmetry| self.image_hash(symmetry) == least);
        let images = to_least.map(|symmetry| self.move_image(symmetry, m));
        images.min_by_key(|image| image.code()).unwrap_or(m)
    }
}
