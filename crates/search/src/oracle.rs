//! What is proven elsewhere.

use spinney_game::{Game, Player};

/// Knows of some positions who wins, whoever has found it out.
pub trait Oracle<G: Game>: Send + Sync {
    /// Who wins at a position, if that is known by now. Quick enough to be asked often.
    fn winner(&self, position: &G) -> Option<Player>;
}
