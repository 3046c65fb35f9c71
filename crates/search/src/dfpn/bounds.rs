//! Proof numbers.

use spinney_game::Player;

/// How much work a proof that the player to move wins (`phi`) or loses (`delta`) takes at least:
/// the number of open positions that would have to turn out well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) phi: u32,
    pub(super) delta: u32,
}

/// No amount of work is enough: the opposite is proven.
pub(super) const NEVER: u32 = u32::MAX;
/// The largest number that is not [`NEVER`].
const MUCH: u32 = u32::MAX - 1;

impl Bounds {
    /// Nothing is known.
    pub(super) const OPEN: Bounds = Bounds { phi: 1, delta: 1 };
    /// The player to move wins.
    pub(super) const WIN: Bounds = Bounds { phi: 0, delta: NEVER };
    /// The player to move loses.
    pub(super) const LOSS: Bounds = Bounds { phi: NEVER, delta: 0 };

    /// The same, seen by the opponent of the player to move.
    pub(super) fn reversed(self) -> Bounds {
        Bounds { phi: self.delta, delta: self.phi }
    }

    pub(super) fn is_proven(self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    /// Who wins a proven position where that player is to move.
    pub(super) fn winner(self, player: Player) -> Player {
        debug_assert!(self.is_proven());
        if self.phi == 0 { player } else { player.opponent() }
    }

    /// The larger of each of the two numbers. What is proven stands.
    pub(super) fn raised_to(self, other: Bounds) -> Bounds {
        if self.is_proven() {
            self
        } else if other.is_proven() {
            other
        } else {
            Bounds { phi: self.phi.max(other.phi), delta: self.delta.max(other.delta) }
        }
    }

    /// Whether either number has reached its limit.
    pub(super) fn reaches(self, limit: Bounds) -> bool {
        self.phi >= limit.phi || self.delta >= limit.delta
    }
}

/// The sum of two numbers neither of which is [`NEVER`].
pub(super) fn sum(a: u32, b: u32) -> u32 {
    a.saturating_add(b).min(MUCH)
}
