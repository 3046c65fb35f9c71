//! Playouts that follow the statistics.

use std::collections::BinaryHeap;

use spinney_game::{Actor, Game, Move, Player, RandomPlayout, Rewards, Rng};

use super::patterns::{Made, Patterns};

/// Plays out by taking, at every turn, the move of the highest value plus noise.
///
/// A move's value is the highest that a pattern gives it, among those patterns that apply and are
/// no part of another one that applies: the more is known of the case, the better. The noise of a
/// move is drawn once for each playout, so every pattern can keep its moves in a heap, and the
/// choice takes a logarithm of their number.
pub(super) struct SemiRandom<G: Game> {
    /// The root's moves.
    codes: Vec<u32>,
    /// By player and move code.
    noise: Vec<f32>,
    width: f32,
    /// By pattern and player, if the pattern was asked in this playout.
    heaps: Vec<Option<BinaryHeap<Valued>>>,
    /// By player and move code, whether the move was made.
    seen: Vec<bool>,
    /// By pattern, how many of its moves have not been made.
    missing: Vec<usize>,
    /// By pattern, whether it is part of one that applies.
    covered: Vec<bool>,
    /// The patterns that apply, and the number of moves made before they did.
    pub(super) applied: Vec<(usize, usize)>,
    /// The moves so far.
    pub(super) made: Vec<Made>,
    position: G,
    any: RandomPlayout<G>,
}

/// A move with its value and noise, as one number: the higher, the better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Valued(u64);

impl Valued {
    fn new(value: f32, code: u32) -> Valued {
        debug_assert!(value >= 0.0);
        // The bits of floats that are not negative are in the same order as the floats.
        Valued(u64::from(value.to_bits()) << 32 | u64::from(code))
    }

    fn code(self) -> u32 {
        self.0 as u32
    }
}

impl<G: Game> SemiRandom<G> {
    pub(super) fn new(root: &G, noise: f32) -> SemiRandom<G> {
        let mut moves = Vec::new();
        root.moves(&mut moves);
        SemiRandom {
            codes: moves.iter().map(|m| m.code()).collect(),
            noise: vec![0.0; root.players() * root.move_codes()],
            width: noise,
            heaps: Vec::new(),
            seen: vec![false; root.players() * root.move_codes()],
            missing: Vec::new(),
            covered: Vec::new(),
            applied: Vec::new(),
            made: Vec::new(),
            position: root.clone(),
            any: RandomPlayout::default(),
        }
    }

    /// Plays out once.
    pub(super) fn run(&mut self, root: &G, patterns: &Patterns, rng: &mut Rng) -> Rewards {
        self.start(root, patterns, rng);
        loop {
            if let Some(rewards) = self.position.rewards() {
                return rewards;
            }
            let wanted = match self.position.actor() {
                Actor::Player(player) => self.best(player, patterns),
                Actor::Chance | Actor::Nobody => None,
            };
            let m = match wanted {
                Some(code) => G::Move::from_code(code),
                // Chance, or a move that was not there at the root.
                None => self.any.pick(&self.position, rng).expect("the game is not over"),
            };
            if let Actor::Player(player) = self.position.actor() {
                self.note(Made { player, code: m.code() }, patterns);
            }
            self.position.play(m);
        }
    }

    fn start(&mut self, root: &G, patterns: &Patterns, rng: &mut Rng) {
        for noise in &mut self.noise {
            *noise = self.width * rng.unit();
        }
        self.heaps.clear();
        self.heaps.resize(patterns.len() * root.players(), None);
        self.seen.fill(false);
        self.missing.clear();
        self.missing.extend((0..patterns.len()).map(|p| patterns.get(p).moves.len()));
        self.covered.clear();
        self.covered.resize(patterns.len(), false);
        self.applied.clear();
        self.applied.push((0, 0));
        self.made.clear();
        self.position.clone_from(root);
    }

    /// The player's best legal move by the patterns that apply.
    fn best(&mut self, player: Player, patterns: &Patterns) -> Option<u32> {
        let players = self.position.players();
        let codes = self.noise.len() / players;
        let SemiRandom { heaps, applied, covered, position, noise, codes: moves, .. } = self;
        let valued = |pattern: usize, code: u32| {
            let value = patterns.value(pattern, Made { player, code }) as f32;
            Valued::new(value + noise[player.index() * codes + code as usize], code)
        };
        let open = applied.iter().filter(|&&(pattern, _)| !covered[pattern]);
        let tops = open.filter_map(|&(pattern, _)| {
            let heap = heaps[pattern * players + player.index()]
                .get_or_insert_with(|| moves.iter().map(|&code| valued(pattern, code)).collect());
            // What is not legal now will not be again.
            while heap.peek().is_some_and(|top| !position.is_legal(Move::from_code(top.code()))) {
                heap.pop();
            }
            heap.peek().copied()
        });
        tops.max().map(Valued::code)
    }

    /// A move was made: some patterns may apply from now on.
    fn note(&mut self, made: Made, patterns: &Patterns) {
        self.made.push(made);
        let codes = self.noise.len() / self.position.players();
        let seen = &mut self.seen[made.player.index() * codes + made.code as usize];
        if std::mem::replace(seen, true) {
            return;
        }
        for &pattern in patterns.with(made) {
            self.missing[pattern] -= 1;
            if self.missing[pattern] == 0 {
                self.applied.push((pattern, self.made.len()));
                for &part in &patterns.get(pattern).parts {
                    self.covered[part] = true;
                }
            }
        }
    }
}
