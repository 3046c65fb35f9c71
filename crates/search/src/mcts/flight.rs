//! Simulations under way: their leaves wait for an evaluation, all of them together.

use spinney_game::{Game, Leaf};

use super::path::Path;

/// The leaves of one thread with the paths that lead to them, each pair under the same number.
///
/// Nothing that they own is given back, so that no simulation needs new memory.
pub struct Flight<G: Game> {
    leaves: Vec<Leaf<G>>,
    paths: Vec<Path>,
    under_way: usize,
}

impl<G: Game> Flight<G> {
    /// Room for that many leaves, at least one, of positions such as this.
    pub fn new(position: &G, leaves: usize, amaf: bool) -> Flight<G> {
        let leaf = || Leaf::new(position.clone(), amaf);
        Flight {
            leaves: std::iter::repeat_with(leaf).take(leaves).collect(),
            paths: std::iter::repeat_with(Path::default).take(leaves).collect(),
            under_way: 0,
        }
    }

    /// About how many bytes such a leaf takes.
    pub fn bytes_per_leaf(position: &G, amaf: bool) -> u64 {
        // Paths of a hundred moves are long ones.
        const PATH: usize = 100 * size_of::<super::path::Step>();
        let (players, codes) = (position.players(), position.move_codes());
        let statistics = if amaf { players * codes * size_of::<u64>() } else { 0 };
        // No position has nearly as many moves as there are codes in a game with many of them.
        let moves = codes.min(1 << 10) * (size_of::<G::Move>() + size_of::<f32>());
        (size_of::<Leaf<G>>() + statistics + moves + PATH) as u64
    }

    pub fn len(&self) -> usize {
        self.under_way
    }

    pub fn is_empty(&self) -> bool {
        self.under_way == 0
    }

    /// Whether no more leaves may be under way.
    pub fn is_full(&self) -> bool {
        self.under_way == self.leaves.len()
    }

    /// The leaf and the path of the next simulation, which is not under way yet, and the paths of those
    /// that are. There must be room for it.
    #[inline]
    pub fn next(&mut self) -> (&mut Leaf<G>, &mut Path, &[Path]) {
        let (others, path) = self.paths.split_at_mut(self.under_way);
        (&mut self.leaves[self.under_way], &mut path[0], others)
    }

    /// The next simulation is under way from now on.
    pub fn keep(&mut self) {
        self.under_way += 1;
    }

    /// All leaves under way.
    pub fn leaves(&mut self) -> &mut [Leaf<G>] {
        &mut self.leaves[..self.under_way]
    }

    /// A leaf with its path.
    pub fn get(&mut self, number: usize) -> (&mut Leaf<G>, &mut Path) {
        (&mut self.leaves[number], &mut self.paths[number])
    }

    /// None is under way any more.
    pub fn land(&mut self) {
        self.under_way = 0;
    }
}
