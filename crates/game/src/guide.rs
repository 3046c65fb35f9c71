//! What a game may tell a search that looks ahead by depth: what positions are worth, and which
//! moves to look at first.

use crate::{Game, Player};

/// Judges positions and orders moves for an alpha-beta search.
///
/// One value serves one thread and keeps whatever scratch space it needs.
pub trait Guide<G: Game>: Clone + Send {
    /// From now on, takes about that much memory at most for what it remembers of positions.
    fn keep_within(&mut self, _bytes: usize) {}

    /// What the position is worth to `player`, in the game's own unit; below a million either way.
    fn evaluate(&mut self, position: &G, player: Player) -> i32;

    /// Whether the player to move certainly wins from here, as far as that is seen at a glance.
    fn sees_win(&mut self, _position: &G) -> bool {
        false
    }

    /// Whether the player to move certainly loses from here, as far as that is seen at a glance.
    fn sees_loss(&mut self, _position: &G) -> bool {
        false
    }

    /// With how much depth left [losses](Guide::sees_loss) are worth the look at all: where fewer are
    /// left, a position is judged as it stands.
    fn loss_depth(&self) -> i32 {
        i32::MIN
    }

    /// Appends the moves that are worth a look, at least one: if the player to move can win, then
    /// with one of these.
    fn moves(&mut self, position: &G, out: &mut Vec<G::Move>) {
        position.moves(out);
    }

    /// Leaves out of [moves](Guide::moves) such as certainly lose within so much depth, so that a search
    /// would find the same without them; at least one stays.
    fn prune(&mut self, _position: &G, _depth: i32, _moves: &mut Vec<G::Move>) {}

    /// Whether the position may be judged as it stands, or something is under way.
    fn is_quiet(&mut self, _position: &G) -> bool {
        true
    }

    /// Writes for each of the [moves](Guide::moves) of `position` how early it should be looked at: the highest
    /// first. `out` comes filled with 0.
    fn order(&mut self, _position: &G, _moves: &[G::Move], _out: &mut [i32]) {}

    /// How much of the depth a move uses up; at least 1.
    fn cost(&mut self, _position: &G, _move: G::Move) -> u32 {
        1
    }

    /// The chance to win that a value stands for, 0 to 1.
    fn chance(&self, value: i32) -> f32;
}
