//! What a game may tell a search beyond its rules: how to play a position out, and which moves
//! look promising at first sight.

use crate::{Actor, Game, Move, Player, Rewards, Rng};

/// Plays positions to their end (or to a verdict) without a tree.
///
/// One value serves one thread and keeps whatever scratch space it needs, so that nothing is
/// allocated per playout.
pub trait Playout<G: Game>: Clone + Send {
    /// Plays the position out and says what each player gets. Marks in `trace` the moves that
    /// each player made after `position`, if the trace [wants](Trace::wanted) them.
    fn run(&mut self, position: &G, rng: &mut Rng, trace: &mut Trace) -> Rewards;

    /// Plays the position out that many times and shows each result with its trace. As good as so
    /// many [runs](Playout::run), for whoever can prepare once what is the same for all of them.
    fn run_many(
        &mut self,
        position: &G,
        times: u64,
        rng: &mut Rng,
        trace: &mut Trace,
        mut show: impl FnMut(&Rewards, &Trace),
    ) {
        for _ in 0..times {
            trace.clear();
            let rewards = self.run(position, rng, trace);
            show(&rewards, trace);
        }
    }

    /// The tree from whose leaves this plays has grown a node for `position`. That happens far less
    /// often than a playout, so it is the time for a closer look whose findings help to play out.
    fn grown(&mut self, _position: &G) {}
}

/// First-sight judgement of moves.
pub trait Prior<G: Game>: Clone + Send {
    /// Writes for each of the moves of `position` how promising it looks, 0 (not) to 1 (very);
    /// 0.5 says nothing. `out` comes filled with 0.5.
    fn judge(&mut self, position: &G, moves: &[G::Move], out: &mut [f32]);
}

/// Says nothing about any move.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPrior;

impl<G: Game> Prior<G> for NoPrior {
    fn judge(&mut self, _: &G, _: &[G::Move], _: &mut [f32]) {}
}

/// Which moves each player made in a playout: one bit per player and move code.
#[derive(Clone, Debug)]
pub struct Trace {
    words_per_player: usize,
    bits: Vec<u64>,
}

impl Trace {
    /// An empty trace for a game with these players and [`Game::move_codes`].
    pub fn new(players: usize, move_codes: usize) -> Trace {
        let words_per_player = move_codes.div_ceil(64);
        Trace { words_per_player, bits: vec![0; players * words_per_player] }
    }

    /// A trace that nobody will read.
    pub fn unwanted() -> Trace {
        Trace { words_per_player: 0, bits: Vec::new() }
    }

    /// Whether anybody will read it; where not, marking is skipped.
    #[inline]
    pub fn wanted(&self) -> bool {
        self.words_per_player != 0
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.bits.fill(0);
    }

    /// `player` has made the move with that code.
    #[inline]
    pub fn mark(&mut self, player: Player, code: u32) {
        if self.wanted() {
            self.bits[player.index() * self.words_per_player + code as usize / 64] |=
                1 << (code % 64);
        }
    }

    /// The moves of one player, 64 to a word; empty if the trace is unwanted.
    #[inline]
    pub fn player(&self, player: Player) -> &[u64] {
        &self.bits[player.index() * self.words_per_player..][..self.words_per_player]
    }

    /// The same, to be written by the word (a game whose stones are bits can copy them in).
    #[inline]
    pub fn player_mut(&mut self, player: Player) -> &mut [u64] {
        &mut self.bits[player.index() * self.words_per_player..][..self.words_per_player]
    }
}

/// The plainest playout: every legal move is equally likely, chance by its odds.
#[derive(Clone, Debug)]
pub struct RandomPlayout<G: Game> {
    moves: Vec<G::Move>,
    odds: Vec<f32>,
}

impl<G: Game> Default for RandomPlayout<G> {
    fn default() -> Self {
        RandomPlayout { moves: Vec::new(), odds: Vec::new() }
    }
}

impl<G: Game> RandomPlayout<G> {
    /// One random move of whoever acts; `None` when the game is over.
    pub fn pick(&mut self, position: &G, rng: &mut Rng) -> Option<G::Move> {
        self.moves.clear();
        position.moves(&mut self.moves);
        if position.actor() == Actor::Chance {
            self.odds.clear();
            position.chances(&mut self.odds);
            return Some(self.moves[rng.weighted(&self.odds)]);
        }
        rng.choose(&self.moves).copied()
    }
}

impl<G: Game> Playout<G> for RandomPlayout<G> {
    fn run(&mut self, position: &G, rng: &mut Rng, trace: &mut Trace) -> Rewards {
        let mut position = position.clone();
        loop {
            if let Some(rewards) = position.rewards() {
                return rewards;
            }
            let m = self.pick(&position, rng).expect("a game that is not over has moves");
            if let Actor::Player(player) = position.actor() {
                trace.mark(player, m.code());
            }
            position.play(m);
        }
    }
}
