//! One position under analysis: playouts in, ranked moves out.

use spinney_game::{
    BatchPlayout, FirstOrder, Game, LANES, Lanes, Move, Player, PlayoutBatch, Rng, Tally,
    first_lanes,
};

use super::growth;
use super::patterns::{Made, Patterns};
use super::ranking::{self, Ranked};
use super::semi_random::SemiRandom;
use super::settings::{Playouts, Settings, Statistics};

/// Semi-random playouts between two looks at the clock.
const FEW: u64 = 16;
/// Batches that statistics of second order are counted in together.
const BATCHES: usize = 32;
/// The same for patterns, which grow in between.
const GROWING: usize = 8;

/// What is known of one position.
pub(super) struct Study<G: Game> {
    root: G,
    player: Player,
    moves: Vec<G::Move>,
    settings: Settings,
    batches: Vec<PlayoutBatch>,
    knowledge: Knowledge<G>,
    playouts: u64,
}

enum Knowledge<G: Game> {
    /// Of the playouts that start with each of the root's moves.
    Starts(Vec<Tally>),
    Moves(FirstOrder),
    Patterns {
        patterns: Box<Patterns>,
        follower: Option<Box<SemiRandom<G>>>,
        wins: f64,
    },
}

impl<G: Game> Study<G> {
    /// A study of a position where `player` is to move.
    pub(super) fn new(root: &G, player: Player, settings: &Settings) -> Study<G> {
        let mut moves = Vec::new();
        root.moves(&mut moves);
        let (players, codes) = (root.players(), root.move_codes());
        let semi_random = settings.playouts == Playouts::SemiRandom;
        let knowledge = match settings.statistics {
            Statistics::ExpectedOutcome => Knowledge::Starts(vec![Tally::default(); moves.len()]),
            Statistics::FirstOrder if !semi_random => Knowledge::Moves(FirstOrder::new(codes)),
            statistics => {
                let Settings { copied_weight, forgetting, .. } = *settings;
                let mut patterns = Patterns::new(players, codes, player, copied_weight, forgetting);
                if statistics == Statistics::SecondOrder {
                    for m in &moves {
                        let mut after = root.clone();
                        after.play(*m);
                        let made = Made { player, code: m.code() };
                        patterns.add(0, made, after.actor().player());
                    }
                }
                let follower = semi_random.then(|| Box::new(SemiRandom::new(root, settings.noise)));
                Knowledge::Patterns { patterns: Box::new(patterns), follower, wins: 0.0 }
            }
        };
        // As many as a new pattern waits for, so that none comes late.
        let together = match settings.statistics {
            Statistics::SecondOrder => BATCHES,
            Statistics::Patterns => (settings.pattern_interval as usize / LANES).clamp(1, GROWING),
            Statistics::ExpectedOutcome | Statistics::FirstOrder => 1,
        };
        let batches = vec![PlayoutBatch::new(players, codes); together];
        let (root, settings) = (root.clone(), settings.clone());
        Study { root, player, moves, settings, batches, knowledge, playouts: 0 }
    }

    /// Whether it is about that position.
    pub(super) fn is_of(&self, position: &G) -> bool {
        self.root.hash() == position.hash() && self.root.move_codes() == position.move_codes()
    }

    /// How many playouts were made.
    pub(super) fn playouts(&self) -> u64 {
        self.playouts
    }

    /// Makes some playouts, at most `most`. `total` is how many there will be, if that is known.
    pub(super) fn step(
        &mut self,
        playout: &mut impl BatchPlayout<G>,
        rng: &mut Rng,
        most: u64,
        total: Option<u64>,
    ) {
        let most_lanes = most.min(LANES as u64);
        let made = match &mut self.knowledge {
            Knowledge::Starts(tallies) => {
                // Every move in turn, with an equal share of the playouts.
                let count = tallies.len() as u64;
                let least = tallies.iter().map(|tally| tally.playouts).min().unwrap_or(0);
                let next = tallies.iter().position(|tally| tally.playouts == least).unwrap_or(0);
                let share = total.map_or(u64::MAX, |total| total.div_ceil(count));
                let lanes = most_lanes.min((share - least.min(share)).max(1));
                let tally = play_out_after(
                    &self.root,
                    self.moves[next],
                    self.player,
                    (playout, rng, &mut self.batches[0]),
                    lanes as usize,
                );
                tallies[next].playouts += tally.playouts;
                tallies[next].wins += tally.wins;
                lanes
            }
            Knowledge::Moves(first_order) => {
                playout.run(&self.root, rng, &mut self.batches[0]);
                first_order.add(&self.batches[0], self.player, &first_lanes(most_lanes as usize));
                most_lanes
            }
            Knowledge::Patterns { patterns, follower: None, wins } => {
                let most = most.min((self.batches.len() * LANES) as u64);
                let due = (most as usize).div_ceil(LANES);
                let batches = &mut self.batches[..due];
                let mut left = most as usize;
                for batch in &mut *batches {
                    playout.run(&self.root, rng, batch);
                    *wins += wins_among(batch, self.player, &first_lanes(left)).wins as f64;
                    left = left.saturating_sub(LANES);
                }
                patterns.learn_batches(batches, most as usize);
                most
            }
            Knowledge::Patterns { patterns, follower: Some(follower), wins } => {
                let few = most.min(FEW);
                for _ in 0..few {
                    let rewards = follower.run(&self.root, patterns, rng);
                    *wins += f64::from(rewards[self.player]);
                }
                few
            }
        };
        let before = self.playouts;
        self.playouts += made;
        self.grow(before);
    }

    /// Adds the patterns that are due, given how many playouts there were before the last step.
    fn grow(&mut self, before: u64) {
        let Knowledge::Patterns { patterns, .. } = &mut self.knowledge else { return };
        if self.settings.statistics != Statistics::Patterns {
            return;
        }
        let interval = u64::from(self.settings.pattern_interval);
        for _ in before / interval..self.playouts / interval {
            if patterns.len() > self.settings.patterns as usize {
                return;
            }
            growth::grow(patterns, &self.root, &self.moves, &self.settings);
        }
    }

    /// The mean result of all playouts for the player to move.
    pub(super) fn win_rate(&self) -> f32 {
        match &self.knowledge {
            Knowledge::Starts(tallies) => {
                let sum = |of: fn(&Tally) -> u64| tallies.iter().map(of).sum();
                let all = Tally { playouts: sum(|tally| tally.playouts), wins: sum(|t| t.wins) };
                all.rate().unwrap_or(0.5)
            }
            Knowledge::Moves(first_order) => first_order.all().rate().unwrap_or(0.5),
            Knowledge::Patterns { wins, .. } => (wins / self.playouts.max(1) as f64) as f32,
        }
    }

    /// How many patterns there are besides the empty one.
    pub(super) fn patterns(&self) -> usize {
        match &self.knowledge {
            Knowledge::Patterns { patterns, .. } => patterns.len() - 1,
            Knowledge::Starts(_) | Knowledge::Moves(_) => 0,
        }
    }

    /// The root's moves with what is known of them, best first. A move that ends the game is worth
    /// what it brings. One that no playout has made, as the swap, is played out on its own.
    pub(super) fn ranked(
        &mut self,
        playout: &mut impl BatchPlayout<G>,
        rng: &mut Rng,
    ) -> Vec<Ranked<G::Move>> {
        let of_tally = |m: G::Move, tally: Tally, first_order| Ranked {
            m,
            playouts: tally.playouts,
            value: tally.rate().unwrap_or(0.5),
            first_order,
        };
        let mut ranked: Vec<_> = match &self.knowledge {
            Knowledge::Starts(tallies) => self
                .moves
                .iter()
                .zip(tallies)
                .map(|(&m, &tally)| of_tally(m, tally, None))
                .collect(),
            Knowledge::Moves(first_order) => self
                .moves
                .iter()
                .map(|&m| (m, first_order.moves()[m.code() as usize]))
                .map(|(m, tally)| of_tally(m, tally, tally.rate()))
                .collect(),
            Knowledge::Patterns { patterns, .. } => {
                ranking::rank::<G>(patterns, self.player, &self.moves, self.settings.final_move)
            }
        };
        for ranked in &mut ranked {
            let mut after = self.root.clone();
            after.play(ranked.m);
            if let Some(rewards) = after.rewards() {
                ranked.value = rewards[self.player];
            } else if ranked.playouts == 0 {
                let source = (&mut *playout, &mut *rng, &mut self.batches[0]);
                let tally = play_out_after(&self.root, ranked.m, self.player, source, LANES);
                *ranked = of_tally(ranked.m, tally, None);
            }
        }
        ranked.sort_by(|a, b| b.value.total_cmp(&a.value).then(b.playouts.cmp(&a.playouts)));
        ranked
    }
}

/// The result of playouts that start with a move; what ends the game needs none.
fn play_out_after<G: Game>(
    root: &G,
    m: G::Move,
    player: Player,
    (playout, rng, batch): (&mut impl BatchPlayout<G>, &mut Rng, &mut PlayoutBatch),
    lanes: usize,
) -> Tally {
    let mut after = root.clone();
    after.play(m);
    if let Some(rewards) = after.rewards() {
        let wins = (rewards[player] * lanes as f32).round() as u64;
        return Tally { playouts: lanes as u64, wins };
    }
    playout.run(&after, rng, batch);
    wins_among(batch, player, &first_lanes(lanes))
}

/// How many of those playouts of a batch the player has won.
fn wins_among(batch: &PlayoutBatch, player: Player, lanes: &Lanes) -> Tally {
    let mut count = FirstOrder::new(0);
    count.add(batch, player, lanes);
    count.all()
}
