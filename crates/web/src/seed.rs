//! Where chance begins.

/// A seed that differs from game to game and from player to player, so that no two games need be alike.
/// Where nobody provides randomness it is made of the time: games repeat for nobody who takes a moment.
pub(crate) fn fresh_seed() -> u64 {
    #[cfg(feature = "server")]
    {
        let mut bytes = [0; 8];
        if getrandom::fill(&mut bytes).is_ok() {
            return u64::from_le_bytes(bytes) >> 1;
        }
    }
    spinney_engine::host::nanoseconds() >> 1
}
