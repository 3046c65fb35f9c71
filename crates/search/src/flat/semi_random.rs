//! Playouts that follow the statistics.

use spinney_game::{Actor, Game, Move, Player, RandomPlayout, Rewards, Rng};

use super::patterns::{Made, Patterns};

/// Plays out by taking, at every turn, the move of the highest value plus noise.
///
/// A move's value is the highest that a pattern gives it, among those patterns that apply and are
/// no part of another one that applies: the more is known of the case, the better. The noise of a
/// move is drawn once for each playout. So the highest values need to be found anew only when
/// patterns begin to apply, and each turn looks once through the moves. (A heap for each pattern
/// takes the logarithm of the number of moves for a choice, but first it must be built: a row of
/// numbers that is read from end to end is two to six times as fast.)
pub(super) struct SemiRandom<G: Game> {
    codes: usize,
    /// By player and move code, whether the root has the move.
    is_move: Vec<bool>,
    /// By player and move code; far below everything for what cannot be played any more.
    noise: Vec<f32>,
    width: f32,
    /// By pattern, then by player and move code: what the pattern knows.
    values: Vec<Vec<f32>>,
    /// By player and move code, the highest value by a pattern that counts.
    highest: Vec<f32>,
    /// By player and move code, whether the move was made.
    seen: Vec<bool>,
    /// By pattern, how many of its moves have not been made.
    missing: Vec<usize>,
    /// By pattern, whether it is part of one that applies.
    covered: Vec<bool>,
    /// The patterns that apply, and the number of moves made before they did.
    applied: Vec<(usize, usize)>,
    /// The moves so far.
    made: Vec<Made>,
    position: G,
    any: RandomPlayout<G>,
}

impl<G: Game> SemiRandom<G> {
    pub(super) fn new(root: &G, noise: f32) -> SemiRandom<G> {
        let mut moves = Vec::new();
        root.moves(&mut moves);
        let codes = root.move_codes();
        let slots = root.players() * codes;
        let mut is_move = vec![false; slots];
        for player in is_move.chunks_mut(codes) {
            moves.iter().for_each(|m| player[m.code() as usize] = true);
        }
        SemiRandom {
            codes,
            is_move,
            noise: vec![0.0; slots],
            width: noise,
            values: Vec::new(),
            highest: vec![0.0; slots],
            seen: vec![false; slots],
            missing: Vec::new(),
            covered: Vec::new(),
            applied: Vec::new(),
            made: Vec::new(),
            position: root.clone(),
            any: RandomPlayout::default(),
        }
    }

    /// Plays out once and has the patterns learn from it.
    pub(super) fn run(&mut self, root: &G, patterns: &mut Patterns, rng: &mut Rng) -> Rewards {
        self.start(root, patterns, rng);
        let rewards = loop {
            if let Some(rewards) = self.position.rewards() {
                break rewards;
            }
            let wanted = match self.position.actor() {
                Actor::Player(player) => self.best(player),
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
        };
        patterns.learn(&self.made, &self.applied, &rewards);
        for &(pattern, from) in &self.applied {
            for &made in &self.made[from..] {
                let slot = made.player.index() * self.codes + made.code as usize;
                self.values[pattern][slot] = patterns.value(pattern, made) as f32;
            }
        }
        rewards
    }

    fn start(&mut self, root: &G, patterns: &Patterns, rng: &mut Rng) {
        for (noise, &is_move) in self.noise.iter_mut().zip(&self.is_move) {
            let drawn = self.width * rng.unit();
            *noise = if is_move { drawn } else { f32::NEG_INFINITY };
        }
        for new in self.values.len()..patterns.len() {
            let made = (0..root.players() as u8)
                .flat_map(|player| (0..self.codes as u32).map(move |code| (player, code)))
                .map(|(player, code)| Made { player: Player(player), code });
            self.values.push(made.map(|made| patterns.value(new, made) as f32).collect());
        }
        self.seen.fill(false);
        self.missing.clear();
        self.missing.extend((0..patterns.len()).map(|p| patterns.get(p).moves.len()));
        self.covered.clear();
        self.covered.resize(patterns.len(), false);
        self.applied.clear();
        self.applied.push((0, 0));
        self.highest.copy_from_slice(&self.values[0]);
        self.made.clear();
        self.position.clone_from(root);
    }

    /// The player's best legal move by the patterns that apply.
    fn best(&mut self, player: Player) -> Option<u32> {
        let slots = player.index() * self.codes..(player.index() + 1) * self.codes;
        let (highest, noise) = (&self.highest[slots.clone()], &mut self.noise[slots]);
        loop {
            let best = highest_sum(highest, noise);
            if best == f32::NEG_INFINITY {
                return None;
            }
            let code =
                highest.iter().zip(&*noise).rposition(|(value, more)| value + more == best)?;
            if self.position.is_legal(Move::from_code(code as u32)) {
                return Some(code as u32);
            }
            // What is not legal now will not be again.
            noise[code] = f32::NEG_INFINITY;
        }
    }

    /// A move was made: some patterns may apply from now on.
    fn note(&mut self, made: Made, patterns: &Patterns) {
        self.made.push(made);
        let slot = made.player.index() * self.codes + made.code as usize;
        if std::mem::replace(&mut self.seen[slot], true) {
            return;
        }
        let before = self.applied.len();
        let mut lost_some = false;
        for &pattern in patterns.with(made) {
            self.missing[pattern] -= 1;
            if self.missing[pattern] == 0 {
                self.applied.push((pattern, self.made.len()));
                for &part in &patterns.get(pattern).parts {
                    lost_some |= !std::mem::replace(&mut self.covered[part], true);
                }
            }
        }
        if lost_some {
            self.highest.fill(f32::NEG_INFINITY);
        }
        let news = &self.applied[if lost_some { 0 } else { before }..];
        for &(pattern, _) in news.iter().filter(|&&(pattern, _)| !self.covered[pattern]) {
            for (highest, &value) in self.highest.iter_mut().zip(&self.values[pattern]) {
                *highest = if value > *highest { value } else { *highest };
            }
        }
    }
}

/// The highest sum of two numbers at the same place.
fn highest_sum(some: &[f32], others: &[f32]) -> f32 {
    const WIDE: usize = 16;
    let higher = |best: &mut f32, sum: f32| *best = if sum > *best { sum } else { *best };
    // Several running maxima, so that the compiler can use wide registers.
    let mut best = [f32::NEG_INFINITY; WIDE];
    let ((some, some_left), (others, others_left)) =
        (some.as_chunks::<WIDE>(), others.as_chunks::<WIDE>());
    for (some, others) in some.iter().zip(others) {
        for i in 0..WIDE {
            higher(&mut best[i], some[i] + others[i]);
        }
    }
    for (i, (a, b)) in some_left.iter().zip(others_left).enumerate() {
        higher(&mut best[i], a + b);
    }
    best.into_iter().fold(f32::NEG_INFINITY, f32::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinney_game::demo::Countdown;

    /// Every move of a playout is the best by what applies at its turn, worked out anew from the
    /// moves before it.
    #[test]
    fn the_best_known_move_is_made() {
        let made = |player, code| Made { player: Player(player), code };
        let root = Countdown::from_text("countdown 30").unwrap();
        let codes = root.move_codes();
        let mut patterns = Patterns::new(2, codes, Player::FIRST, 1.0, 0.0);
        let mut follower = SemiRandom::new(&root, 0.3);
        let mut rng = Rng::new(5, 0);
        let wanted = [(0, made(0, 1)), (1, made(1, 2)), (0, made(0, 3)), (3, made(1, 2))];
        for round in 0..2_000 {
            if round % 300 == 299
                && let Some(&(parent, made)) = wanted.get(round / 300)
            {
                patterns.add(parent, made, Some(Player::FIRST));
            }
            let slots = || (0..2 * codes).map(|i| made((i / codes) as u8, (i % codes) as u32));
            let row = |pattern| slots().map(|made| patterns.value(pattern, made) as f32).collect();
            let known: Vec<Vec<f32>> = (0..patterns.len()).map(row).collect();
            let mut dice = rng.clone();
            let noise: Vec<f32> = slots().map(|_| 0.3 * dice.unit()).collect();
            follower.run(&root, &mut patterns, &mut rng);
            let mut position = root;
            for (i, &chosen) in follower.made.iter().enumerate() {
                let before = &follower.made[..i];
                let applies = |&pattern: &usize| {
                    patterns.get(pattern).moves.iter().all(|made| before.contains(made))
                };
                let applied: Vec<usize> = (0..patterns.len()).filter(applies).collect();
                let is_open = |&&pattern: &&usize| {
                    !applied.iter().any(|&other| patterns.get(other).parts.contains(&pattern))
                };
                let score = |code: u32| {
                    let slot = chosen.player.index() * codes + code as usize;
                    let values = applied.iter().filter(is_open).map(|&p| known[p][slot]);
                    values.fold(f32::NEG_INFINITY, f32::max) + noise[slot]
                };
                let mut moves = Vec::new();
                position.moves(&mut moves);
                for m in moves {
                    assert!(score(chosen.code) >= score(m.code()), "round {round}, move {i}");
                }
                position.play(Move::from_code(chosen.code));
            }
        }
    }
}
