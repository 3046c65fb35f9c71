//! What is known of moves that are made after certain others.
//!
//! A *pattern* is a set of moves: it applies to a playout from the moment when all of them have
//! been made, in whatever order and with whatever others between them. For each pattern the moves
//! that follow it are counted. The empty pattern, which always applies, has the first-order
//! statistics, and the patterns of one move have those of second order.

use spinney_game::{FirstOrder, LANES, Lanes, Player, PlayoutBatch, Rewards, first_lanes};

/// A move and who made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Made {
    pub player: Player,
    pub code: u32,
}

/// A sum of results, each with a weight.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Estimate {
    pub weight: f64,
    pub sum: f64,
}

impl Estimate {
    /// The mean; one half if nothing is known.
    #[inline]
    pub(super) fn mean(self) -> f64 {
        if self.weight > 0.0 { self.sum / self.weight } else { 0.5 }
    }
}

/// A set of moves and what is known of the moves after it.
#[derive(Debug)]
pub(super) struct Pattern {
    /// In the order in which they were added, one by one, to patterns that are known too.
    pub moves: Vec<Made>,
    /// The pattern without its last move.
    pub parent: Option<usize>,
    /// The patterns with one more move.
    pub children: Vec<usize>,
    /// Who moves after it; nobody if the game is over then.
    pub next: Option<Player>,
    /// The known patterns that all moves of are in this one.
    pub parts: Vec<usize>,
    /// By player and move code.
    estimates: Vec<Estimate>,
}

/// Every known pattern, the empty one first.
pub(super) struct Patterns {
    codes: usize,
    list: Vec<Pattern>,
    /// By player and move code, the patterns that have the move.
    with: Vec<Vec<usize>>,
    copied_weight: f64,
    /// The weight of the next playout. It grows where old ones are to be forgotten.
    weight: f64,
    growth: f64,
    /// Of the pattern at hand: where it applies in each batch, and what was made of it.
    applies: Vec<Lanes>,
    count: FirstOrder,
    /// The codes of moves that were made in the batches at hand by anybody.
    made: Vec<usize>,
}

impl Patterns {
    /// Only the empty pattern, for a game with these players and move codes. A new pattern starts
    /// with what is known already, as if of `copied_weight` playouts: its parent's statistics, or
    /// for the empty one that every move is even. Every playout loses the share `forgetting` of
    /// its weight with each one after it.
    pub(super) fn new(
        players: usize,
        codes: usize,
        next: Player,
        copied_weight: f32,
        forgetting: f32,
    ) -> Patterns {
        let copied_weight = f64::from(copied_weight);
        let empty = Pattern {
            moves: Vec::new(),
            parent: None,
            children: Vec::new(),
            next: Some(next),
            parts: Vec::new(),
            estimates: vec![
                Estimate { weight: copied_weight, sum: copied_weight / 2.0 };
                players * codes
            ],
        };
        Patterns {
            codes,
            list: vec![empty],
            with: vec![Vec::new(); players * codes],
            copied_weight,
            weight: 1.0,
            growth: 1.0 / (1.0 - f64::from(forgetting)),
            applies: Vec::new(),
            count: FirstOrder::new(codes),
            made: Vec::new(),
        }
    }

    fn slot(&self, made: Made) -> usize {
        made.player.index() * self.codes + made.code as usize
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn get(&self, pattern: usize) -> &Pattern {
        &self.list[pattern]
    }

    /// The patterns that have a move.
    #[inline]
    pub(super) fn with(&self, made: Made) -> &[usize] {
        &self.with[self.slot(made)]
    }

    /// What is known of a move after a pattern.
    #[inline]
    pub(super) fn estimate(&self, pattern: usize, made: Made) -> Estimate {
        let Estimate { weight, sum } = self.list[pattern].estimates[self.slot(made)];
        // In playouts, whatever the present one weighs.
        Estimate { weight: weight / self.weight, sum: sum / self.weight }
    }

    /// The mean of the same.
    #[inline]
    pub(super) fn value(&self, pattern: usize, made: Made) -> f64 {
        self.list[pattern].estimates[self.slot(made)].mean()
    }

    /// How many playouts had the move after the pattern, in round numbers.
    pub(super) fn playouts(&self, pattern: usize, made: Made) -> u64 {
        (self.estimate(pattern, made).weight - self.copied_weight).round().max(0.0) as u64
    }

    /// The pattern with one move more than `parent`, if it is known.
    pub(super) fn child(&self, parent: usize, made: Made) -> Option<usize> {
        let is_it = |&&child: &&usize| self.list[child].moves.last() == Some(&made);
        self.list[parent].children.iter().find(is_it).copied()
    }

    /// Whether a set of moves is a pattern already, by whatever way it came.
    pub(super) fn knows(&self, moves: &[Made]) -> bool {
        let Some(&first) = moves.first() else { return true };
        let same = |&pattern: &usize| {
            let known = &self.list[pattern].moves;
            known.len() == moves.len() && moves.iter().all(|made| known.contains(made))
        };
        self.with(first).iter().any(same)
    }

    /// Makes a pattern of another one and a move.
    pub(super) fn add(&mut self, parent: usize, made: Made, next: Option<Player>) {
        let new = self.list.len();
        let mut moves = self.list[parent].moves.clone();
        moves.push(made);
        let weight = self.copied_weight * self.weight;
        let copied = |known: &Estimate| Estimate { weight, sum: weight * known.mean() };
        let has = |part: &Pattern| part.moves.iter().all(|made| moves.contains(made));
        let parts = (0..new).filter(|&part| has(&self.list[part])).collect();
        // It may also complete patterns that were there before.
        for whole in &mut self.list {
            if moves.iter().all(|made| whole.moves.contains(made)) {
                whole.parts.push(new);
            }
        }
        for &made in &moves {
            let slot = self.slot(made);
            self.with[slot].push(new);
        }
        let estimates = self.list[parent].estimates.iter().map(copied).collect();
        self.list[parent].children.push(new);
        let parent = Some(parent);
        self.list.push(Pattern { moves, parent, children: Vec::new(), next, parts, estimates });
    }

    /// Learns from the first `playouts` of some batches what the player who moves after each pattern
    /// made of it. Where stones are laid without order, after a pattern and with it is the same.
    pub(super) fn learn_batches(&mut self, batches: &[PlayoutBatch], playouts: usize) {
        let players = self.with.len() / self.codes;
        let made_by = |player, code: usize| {
            batches.iter().any(|batch| batch.made(player)[code] != Lanes::default())
        };
        let made = |&code: &usize| (0..players as u8).any(|player| made_by(Player(player), code));
        self.made.clear();
        self.made.extend((0..self.codes).filter(made));
        for pattern in &mut self.list {
            let Some(player) = pattern.next else { continue };
            self.applies.clear();
            self.applies.extend(batches.iter().enumerate().map(|(i, batch)| {
                let with = |lanes: Lanes, made: &Made| {
                    lanes.and(&batch.made(made.player)[made.code as usize])
                };
                let all = first_lanes(playouts.saturating_sub(i * LANES));
                pattern.moves.iter().fold(all, with)
            }));
            self.count.clear();
            self.count.add_all(batches, player, &self.applies, self.made.iter().copied());
            let known = &mut pattern.estimates[player.index() * self.codes..][..self.codes];
            for &code in &self.made {
                let tally = self.count.moves()[code];
                known[code].weight += self.weight * tally.playouts as f64;
                known[code].sum += self.weight * tally.wins as f64;
            }
        }
        self.grow_weight(playouts);
    }

    /// Learns from one playout: its moves in order, and which patterns applied from which of them
    /// on.
    pub(super) fn learn(&mut self, made: &[Made], applied: &[(usize, usize)], rewards: &Rewards) {
        for &(pattern, from) in applied {
            let known = &mut self.list[pattern].estimates;
            for made in &made[from..] {
                let estimate = &mut known[made.player.index() * self.codes + made.code as usize];
                estimate.weight += self.weight;
                estimate.sum += self.weight * f64::from(rewards[made.player]);
            }
        }
        self.grow_weight(1);
    }

    fn grow_weight(&mut self, playouts: usize) {
        const LARGE: f64 = 1e100;
        self.weight *= power(self.growth, playouts);
        if self.weight > LARGE {
            for estimate in self.list.iter_mut().flat_map(|pattern| &mut pattern.estimates) {
                estimate.weight /= self.weight;
                estimate.sum /= self.weight;
            }
            self.weight = 1.0;
        }
    }
}

/// A number to a whole power, by squaring: std's may be rounded otherwise on another machine.
fn power(mut base: f64, mut exponent: usize) -> f64 {
    let mut power = 1.0;
    while exponent > 0 {
        if exponent % 2 == 1 {
            power *= base;
        }
        base *= base;
        exponent /= 2;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinney_game::Rng;

    fn made(player: u8, code: u32) -> Made {
        Made { player: Player(player), code }
    }

    /// The empty pattern, one of a move, and one of that and an answer.
    fn three() -> Patterns {
        let mut patterns = Patterns::new(2, 6, Player::FIRST, 0.0, 0.0);
        patterns.add(0, made(0, 1), Some(Player::SECOND));
        patterns.add(1, made(1, 4), Some(Player::FIRST));
        patterns
    }

    /// Every cell is one player's: order is of no account, so the batch and its playouts one by
    /// one, each in an order that completes the patterns first, must teach the same.
    #[test]
    fn a_batch_teaches_what_its_playouts_teach() {
        let mut rng = Rng::new(3, 0);
        let mut batch = PlayoutBatch::new(2, 6);
        for code in 0..6 {
            let lanes = Lanes(std::array::from_fn(|_| rng.bits()));
            batch.made_mut(Player::FIRST)[code] = lanes;
            batch.made_mut(Player::SECOND)[code] = Lanes(lanes.map(|word| !word));
        }
        *batch.won_mut(Player::FIRST) = Lanes(std::array::from_fn(|_| rng.bits()));
        *batch.won_mut(Player::SECOND) = Lanes(batch.won(Player::FIRST).map(|word| !word));

        let (mut by_batch, mut sequential) = (three(), three());
        by_batch.learn_batches(std::slice::from_ref(&batch), 300);
        for lane in 0..300 {
            let bit = |lanes: &[u64; LANES / 64]| lanes[lane / 64] >> (lane % 64) & 1 == 1;
            let owner = |code: u32| u8::from(!bit(&batch.made(Player::FIRST)[code as usize]));
            let moves: Vec<_> = [1, 4, 0, 2, 3, 5].map(|code| made(owner(code), code)).into();
            let winner = if bit(batch.won(Player::FIRST)) { Player::FIRST } else { Player::SECOND };
            let mut applied = vec![(0, 0)];
            if owner(1) == 0 {
                applied.push((1, 1));
                if owner(4) == 1 {
                    applied.push((2, 2));
                }
            }
            sequential.learn(&moves, &applied, &Rewards::win(winner));
        }
        for (pattern, player) in [(0, 0), (1, 1), (2, 0)] {
            for code in [0, 2, 3, 5] {
                let [a, b] =
                    [&by_batch, &sequential].map(|p| p.estimate(pattern, made(player, code)));
                assert_eq!((a.weight, a.sum), (b.weight, b.sum), "{code} after {pattern}");
                assert!(a.weight > 0.0);
            }
        }
    }

    #[test]
    fn a_new_pattern_believes_its_parent_a_little() {
        let mut patterns = Patterns::new(2, 6, Player::FIRST, 5.0, 0.0);
        assert_eq!(patterns.value(0, made(0, 2)), 0.5);
        for _ in 0..20 {
            patterns.learn(&[made(0, 2)], &[(0, 0)], &Rewards::win(Player::FIRST));
        }
        patterns.add(0, made(0, 1), Some(Player::SECOND));
        assert_eq!((patterns.playouts(0, made(0, 2)), patterns.playouts(1, made(0, 2))), (20, 0));
        let copied = patterns.estimate(1, made(0, 2));
        assert_eq!((copied.weight, copied.mean()), (5.0, 0.9));
    }

    #[test]
    fn old_playouts_are_forgotten() {
        let mut patterns = Patterns::new(2, 6, Player::FIRST, 0.0, 0.1);
        let mut learn = |player| patterns.learn(&[made(0, 2)], &[(0, 0)], &Rewards::win(player));
        (0..5_000).for_each(|_| learn(Player::FIRST));
        (0..50).for_each(|_| learn(Player::SECOND));
        let known = patterns.estimate(0, made(0, 2));
        assert!(known.mean() < 0.01, "{known:?}");
        assert!((8.0..10.1).contains(&known.weight), "{known:?}");
    }

    #[test]
    fn the_same_moves_in_another_order_are_the_same_pattern() {
        let patterns = three();
        assert!(patterns.knows(&[made(1, 4), made(0, 1)]));
        assert!(!patterns.knows(&[made(1, 4)]));
        assert_eq!(patterns.get(2).parts, [0, 1]);
    }
}
