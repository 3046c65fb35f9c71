//! Which move a walk takes: the one of the highest score.
//!
//! A score blends a move's direct and AMAF values, each helped by virtual visits, and adds
//! exploration and progressive bias. With a hundred moves to a node and several nodes to a walk,
//! this is where the tree's time goes. So it is done in passes that compilers vectorise well: the
//! words are copied to plain memory, taken apart into numbers, and scored by arithmetic without
//! branches and with as few divisions as possible. Each combination of techniques is compiled
//! apart; what is off costs nothing.
//!
//! Ties go to the first move; since nodes list their moves in random order, that is fair.

use std::marker::PhantomData;
use std::sync::atomic::Ordering::Relaxed;

use pulp::{Arch, Simd, WithSimd};

use super::node::{Edge, Node};
use super::settings::{Amaf, Settings};
use super::stat::Stat;

/// Passes go over multiples of this many moves.
const LANES: usize = 16;

/// Chooses moves; one per thread, with room for copies of a node's words.
pub struct Selector {
    rule: Rule,
    /// What vectors the processor has.
    arch: Arch,
    columns: Columns,
    /// With proven moves about: the numbers of the moves that were copied.
    open: Vec<u32>,
}

/// The settings that matter here.
#[derive(Clone, Copy, Debug)]
struct Rule {
    amaf: Amaf,
    exploration: f32,
    alpha: f32,
    rave_visits: f32,
    rave_bias: f32,
    progressive_bias: f32,
    first_play_urgency: f32,
    parent_urgency: bool,
    virtual_visits: f32,
    parent_visits: f32,
}

/// The words of some moves, and what they say, in columns.
#[derive(Default)]
struct Columns {
    stats: Vec<u64>,
    amafs: Vec<u64>,
    edges: Vec<u64>,
    visits: Vec<f32>,
    wins: Vec<f32>,
    amaf_visits: Vec<f32>,
    amaf_wins: Vec<f32>,
    priors: Vec<f32>,
    scores: Vec<f32>,
}

impl Selector {
    pub fn new(settings: &Settings) -> Selector {
        Selector {
            rule: Rule {
                amaf: settings.amaf,
                exploration: settings.exploration,
                alpha: settings.alpha,
                rave_visits: settings.rave_visits,
                rave_bias: settings.rave_bias,
                progressive_bias: settings.progressive_bias,
                first_play_urgency: settings.first_play_urgency,
                parent_urgency: settings.parent_urgency,
                virtual_visits: settings.virtual_visits,
                parent_visits: settings.parent_visits,
            },
            arch: Arch::new(),
            columns: Columns::default(),
            open: Vec::new(),
        }
    }

    /// The number of the move to try at a player's node.
    pub fn choose(&mut self, node: Node<'_>) -> usize {
        if node.head.has_proofs() {
            return self.choose_unproven(node);
        }
        copy(&mut self.columns.stats, node.stats().iter().map(|word| word.load(Relaxed)));
        if self.rule.amaf != Amaf::Off {
            copy(&mut self.columns.amafs, node.amafs().iter().map(|word| word.load(Relaxed)));
        }
        if self.rule.progressive_bias > 0.0 {
            copy(&mut self.columns.edges, node.edges().iter().map(|word| word.load(Relaxed)));
        }
        self.best(node.head.moves())
    }

    /// The same where something is proven: a win is taken, losses are avoided.
    fn choose_unproven(&mut self, node: Node<'_>) -> usize {
        self.open.clear();
        for (i, word) in node.edges().iter().enumerate() {
            let edge = Edge(word.load(Relaxed));
            if edge.is_pruned() {
                continue;
            }
            match edge.proof().zip(node.head.player()).and_then(|(proof, p)| proof.wins_for(p)) {
                Some(true) => return i,
                Some(false) => {}
                None => self.open.push(i as u32),
            }
        }
        if self.open.is_empty() {
            // All is lost: whatever is not out of play, or else whatever there is.
            let edges = || node.edges().iter().map(|word| Edge(word.load(Relaxed))).zip(0..);
            let in_play = edges().filter(|(edge, _)| !edge.is_pruned());
            self.open.extend(in_play.map(|(_, i): (_, u32)| i));
            if self.open.is_empty() {
                self.open.extend(0..node.head.moves() as u32);
            }
        }
        let open = || self.open.iter().map(|&i| i as usize);
        copy(&mut self.columns.stats, open().map(|i| node.stats()[i].load(Relaxed)));
        if self.rule.amaf != Amaf::Off {
            copy(&mut self.columns.amafs, open().map(|i| node.amafs()[i].load(Relaxed)));
        }
        if self.rule.progressive_bias > 0.0 {
            copy(&mut self.columns.edges, open().map(|i| node.edges()[i].load(Relaxed)));
        }
        let best = self.best(self.open.len());
        self.open[best] as usize
    }

    /// The index of the best of the first `moves` copied moves.
    fn best(&mut self, moves: usize) -> usize {
        let terms = Terms::new(self.rule, &self.columns.stats[..moves]);
        match self.rule.amaf {
            Amaf::Off => self.best_by::<Direct>(&terms),
            Amaf::Alpha => self.best_by::<Alpha>(&terms),
            Amaf::Rave => self.best_by::<Rave>(&terms),
            Amaf::RaveMse => self.best_by::<RaveMse>(&terms),
            Amaf::RaveSimple => self.best_by::<RaveSimple>(&terms),
        }
    }

    fn best_by<S: Schedule>(&mut self, terms: &Terms) -> usize {
        match (terms.exploration > 0.0, self.rule.progressive_bias > 0.0) {
            (false, false) => self.highest::<S, false, false>(terms),
            (false, true) => self.highest::<S, false, true>(terms),
            (true, false) => self.highest::<S, true, false>(terms),
            (true, true) => self.highest::<S, true, true>(terms),
        }
    }

    fn highest<S: Schedule, const EXPLORE: bool, const BIAS: bool>(
        &mut self,
        terms: &Terms,
    ) -> usize {
        self.arch.dispatch(Highest::<S, EXPLORE, BIAS> {
            columns: &mut self.columns,
            terms,
            schedule: PhantomData,
        })
    }
}

/// Finding the highest score, to be compiled for several kinds of vectors.
struct Highest<'a, S, const EXPLORE: bool, const BIAS: bool> {
    columns: &'a mut Columns,
    terms: &'a Terms,
    schedule: PhantomData<S>,
}

impl<S: Schedule, const EXPLORE: bool, const BIAS: bool> WithSimd
    for Highest<'_, S, EXPLORE, BIAS>
{
    type Output = usize;

    #[inline(always)]
    fn with_simd<V: Simd>(self, _: V) -> usize {
        self.columns.score::<S, EXPLORE, BIAS>(self.terms);
        first_highest(&self.columns.scores)
    }
}

/// Copies words and fills the last lanes with copies of the last word: equal to a move that comes
/// before them, they are never chosen.
#[inline(always)]
fn copy(target: &mut Vec<u64>, words: impl ExactSizeIterator<Item = u64>) {
    let padded = words.len().next_multiple_of(LANES);
    target.clear();
    target.extend(words);
    let last = target.last().copied().unwrap_or(0);
    target.resize(padded, last);
}

impl Columns {
    #[inline(always)]
    fn score<S: Schedule, const EXPLORE: bool, const BIAS: bool>(&mut self, terms: &Terms) {
        let length = self.stats.len();
        split(&self.stats, &mut self.visits, &mut self.wins);
        if S::AMAF {
            split(&self.amafs, &mut self.amaf_visits, &mut self.amaf_wins);
        }
        if BIAS {
            self.priors.resize(length, 0.0);
            for (prior, &edge) in self.priors.iter_mut().zip(&self.edges) {
                *prior = Edge(edge).prior();
            }
        }
        self.scores.resize(length, 0.0);
        // Columns of techniques that are off are not read; any of the right length will do.
        let visits = &self.visits[..length];
        let wins = &self.wins[..length];
        let amaf_visits = if S::AMAF { &self.amaf_visits[..length] } else { visits };
        let amaf_wins = if S::AMAF { &self.amaf_wins[..length] } else { wins };
        let priors = if BIAS { &self.priors[..length] } else { visits };
        let scores = &mut self.scores[..length];
        // A copy, which the compiler sees is not changed by the stores.
        let terms = *terms;
        for i in 0..length {
            scores[i] = score::<S, EXPLORE, BIAS>(
                visits[i],
                wins[i],
                amaf_visits[i],
                amaf_wins[i],
                priors[i],
                &terms,
            );
        }
    }
}

#[inline(always)]
fn split(words: &[u64], visits: &mut Vec<f32>, wins: &mut Vec<f32>) {
    visits.resize(words.len(), 0.0);
    wins.resize(words.len(), 0.0);
    for ((&word, visits), wins) in words.iter().zip(&mut visits[..]).zip(&mut wins[..]) {
        (*visits, *wins) = Stat(word).split();
    }
}

/// The index of the highest number, the first if there are several. The length must be a multiple
/// of [`LANES`].
#[inline(always)]
fn first_highest(numbers: &[f32]) -> usize {
    let mut highest = [f32::NEG_INFINITY; LANES];
    for chunk in numbers.chunks_exact(LANES) {
        for lane in 0..LANES {
            highest[lane] = if chunk[lane] > highest[lane] { chunk[lane] } else { highest[lane] };
        }
    }
    let mut half = LANES / 2;
    while half > 0 {
        for lane in 0..half {
            let other = highest[lane + half];
            highest[lane] = if other > highest[lane] { other } else { highest[lane] };
        }
        half /= 2;
    }
    let highest = highest[0];
    // Without branches within a chunk, for the sake of vectors.
    let has = |chunk: &[f32]| chunk.iter().fold(false, |any, &number| any | (number == highest));
    let chunk = numbers.chunks_exact(LANES).position(has).unwrap_or(0);
    let chunk_start = chunk * LANES;
    let lane = numbers[chunk_start..].iter().position(|&number| number == highest);
    chunk_start + lane.unwrap_or(0)
}

/// What is the same for all moves of a node.
#[derive(Clone, Copy)]
struct Terms {
    rule: Rule,
    /// The square of the exploration term of a move with one visit.
    exploration: f32,
    /// Virtual visits that do not depend on the move, and their wins.
    visits: f32,
    wins: f32,
    /// The score of a move about which nothing is known.
    urgency: f32,
}

impl Terms {
    fn new(rule: Rule, stats: &[u64]) -> Terms {
        let mut terms = Terms {
            rule,
            exploration: 0.0,
            visits: rule.virtual_visits,
            wins: 0.5 * rule.virtual_visits,
            urgency: rule.first_play_urgency,
        };
        let uses_mean = rule.parent_visits > 0.0 || rule.parent_urgency;
        if rule.exploration > 0.0 || uses_mean {
            let visits: u64 = stats.iter().map(|&word| Stat(word).visits()).sum();
            terms.exploration =
                rule.exploration * rule.exploration * libm::logf((visits as f32).max(1.0));
            if uses_mean && visits > 0 {
                let wins: f64 = stats.iter().map(|&word| Stat(word).wins()).sum();
                let mean = (wins / visits as f64) as f32;
                terms.visits += rule.parent_visits;
                terms.wins += rule.parent_visits * mean;
                if rule.parent_urgency {
                    terms.urgency = mean + terms.exploration.sqrt();
                }
            }
        }
        terms
    }
}

/// How much a move's AMAF value weighs.
trait Schedule {
    const AMAF: bool = true;
    /// The weight for `n` direct and `m` AMAF visits, neither being 0, as a fraction.
    fn weight(rule: &Rule, n: f32, m: f32) -> (f32, f32);
}

struct Direct;
impl Schedule for Direct {
    const AMAF: bool = false;
    #[inline(always)]
    fn weight(_: &Rule, _: f32, _: f32) -> (f32, f32) {
        (0.0, 1.0)
    }
}

struct Alpha;
impl Schedule for Alpha {
    #[inline(always)]
    fn weight(rule: &Rule, _: f32, _: f32) -> (f32, f32) {
        (1.0 - rule.alpha, 1.0)
    }
}

struct Rave;
impl Schedule for Rave {
    #[inline(always)]
    fn weight(rule: &Rule, n: f32, _: f32) -> (f32, f32) {
        // sqrt(k / d) = sqrt(k d) / d
        let d = 3.0 * n + rule.rave_visits;
        ((rule.rave_visits * d).sqrt(), d)
    }
}

struct RaveMse;
impl Schedule for RaveMse {
    #[inline(always)]
    fn weight(rule: &Rule, n: f32, m: f32) -> (f32, f32) {
        (m, n + m + 4.0 * n * m * rule.rave_bias * rule.rave_bias)
    }
}

struct RaveSimple;
impl Schedule for RaveSimple {
    #[inline(always)]
    fn weight(rule: &Rule, n: f32, _: f32) -> (f32, f32) {
        (rule.rave_visits, n + rule.rave_visits)
    }
}

/// The score of one move.
#[inline(always)]
fn score<S: Schedule, const EXPLORE: bool, const BIAS: bool>(
    visits: f32,
    wins: f32,
    amaf_visits: f32,
    amaf_wins: f32,
    prior: f32,
    terms: &Terms,
) -> f32 {
    // Instead of 0 in denominators; far below one visit.
    const LEAST: f32 = 1e-9;
    let rule = &terms.rule;
    let n = visits + terms.visits;
    let w = wins + terms.wins;
    let mut known = n > 0.0;
    let some_n = if known { n } else { LEAST };
    let mut value;
    if S::AMAF {
        let (m, v) = (amaf_visits, amaf_wins);
        let (part, whole) = S::weight(rule, n, m);
        let part = if n > 0.0 { part } else { whole };
        let part = if m > 0.0 { part } else { 0.0 };
        let some_m = if m > 0.0 { m } else { LEAST };
        // (1 - part / whole) w / n + part / whole v / m, with a single division.
        value = (w * some_m * (whole - part) + v * some_n * part) / (some_n * some_m * whole);
        known |= m > 0.0;
    } else {
        value = w / some_n;
    }
    if EXPLORE {
        let n = if n > 1.0 { n } else { 1.0 };
        value += (terms.exploration / n).sqrt();
    }
    let mut score = if known { value } else { terms.urgency };
    if BIAS {
        score += rule.progressive_bias * (2.0 * prior - 1.0) / (visits + 1.0);
    }
    score
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::Proof;
    use crate::mcts::arena::{Arena, Block};
    use crate::mcts::node::{Credit, Head, Parent};
    use proptest::prelude::*;
    use spinney_game::{Actor, Player};

    /// A move's visits, wins, AMAF visits, AMAF wins and prior.
    type Row = (u64, u64, u64, u64, f32);

    fn rows() -> impl Strategy<Value = Vec<Row>> {
        let counts = || prop_oneof![Just(0), 1u64..50, 1u64..100_000_000];
        let row = (counts(), 0.0..=1.0, counts(), 0.0..=1.0, 0.0f32..=1.0).prop_map(
            |(n, p, m, q, prior): (u64, f64, u64, f64, f32)| {
                (n, (n as f64 * p) as u64, m, (m as f64 * q) as u64, prior)
            },
        );
        prop::collection::vec(row, 1..130)
    }

    fn node<'t>(arena: &'t Arena, rows: &[Row], settings: &Settings) -> Node<'t> {
        let amaf = settings.amaf != Amaf::Off;
        let head = Head::new(rows.len(), Actor::Player(Player::FIRST), Player::FIRST, amaf);
        let above = Parent { block: Block(0), index: 0 };
        let edges = rows.iter().enumerate().map(|(i, row)| Edge::new(i as u32, row.4));
        let credit = Credit {
            visits: settings.prior_visits.into(),
            amaf_visits: settings.prior_amaf_visits.into(),
        };
        let node = Node::write(arena, Block(1), head, above, edges, credit);
        for (i, &(n, w, m, v, _)) in rows.iter().enumerate() {
            node.stats()[i].fetch_add(Stat::new(n, w * 256).0, Relaxed);
            if amaf {
                node.amafs()[i].fetch_add(Stat::new(m, v * 256).0, Relaxed);
            }
        }
        node
    }

    /// The formulas as they are written in papers, in double precision.
    fn plain_score(settings: &Settings, rows: &[Row], priors: &[f32], i: usize) -> f64 {
        let setting = f64::from;
        let start = f64::from(settings.prior_visits);
        let visits = |i: usize| rows[i].0 as f64 + start;
        let worth = |visits: u32, i: usize| Stat::of_mean(visits.into(), priors[i]).wins();
        let wins = |i: usize| rows[i].1 as f64 + worth(settings.prior_visits, i);
        let total: f64 = (0..rows.len()).map(visits).sum();
        let mut n = visits(i) + setting(settings.virtual_visits);
        let mut w = wins(i) + 0.5 * setting(settings.virtual_visits);
        let mut urgency = setting(settings.first_play_urgency);
        if total > 0.0 {
            let mean = (0..rows.len()).map(wins).sum::<f64>() / total;
            n += setting(settings.parent_visits);
            w += setting(settings.parent_visits) * mean;
            if settings.parent_urgency {
                urgency = mean + setting(settings.exploration) * total.max(1.0).ln().sqrt();
            }
        }
        let amaf_start = f64::from(settings.prior_amaf_visits);
        let m = rows[i].2 as f64 + amaf_start;
        let v = rows[i].3 as f64 + worth(settings.prior_amaf_visits, i);
        let (k, b) = (setting(settings.rave_visits), setting(settings.rave_bias));
        let beta = match settings.amaf {
            Amaf::Off => 0.0,
            _ if m == 0.0 => 0.0,
            _ if n == 0.0 => 1.0,
            Amaf::Alpha => 1.0 - setting(settings.alpha),
            Amaf::Rave => (k / (3.0 * n + k)).sqrt(),
            Amaf::RaveMse => m / (n + m + 4.0 * n * m * b * b),
            Amaf::RaveSimple => k / (n + k),
        };
        let direct = if n > 0.0 { w / n } else { 0.0 };
        let amaf = if m > 0.0 { v / m } else { 0.0 };
        let explore = setting(settings.exploration) * (total.max(1.0).ln() / n.max(1.0)).sqrt();
        let value = (1.0 - beta) * direct + beta * amaf + explore;
        let known = n > 0.0 || (settings.amaf != Amaf::Off && m > 0.0);
        let bias = setting(settings.progressive_bias) * (2.0 * f64::from(priors[i]) - 1.0)
            / (visits(i) + 1.0);
        bias + if known { value } else { urgency }
    }

    fn settings() -> impl Strategy<Value = Settings> {
        let amaf = prop::sample::select(vec![
            Amaf::Off,
            Amaf::Alpha,
            Amaf::Rave,
            Amaf::RaveMse,
            Amaf::RaveSimple,
        ]);
        let some = || prop_oneof![Just(0.0f32), 0.0f32..5.0];
        let starts = (0u32..5, 0u32..30, any::<bool>());
        (amaf, [some(), some(), some(), some()], starts, 1.0f32..5000.0, 0.0f32..0.5).prop_map(
            |(amaf, some, starts, rave_visits, rave_bias)| Settings {
                amaf,
                exploration: some[0],
                progressive_bias: some[1],
                prior_visits: starts.0,
                prior_amaf_visits: starts.1,
                parent_urgency: starts.2,
                virtual_visits: some[2],
                parent_visits: some[3],
                rave_visits,
                rave_bias,
                ..Settings::default()
            },
        )
    }

    proptest! {
        #[test]
        fn the_chosen_move_has_the_highest_score(settings in settings(), rows in rows()) {
            let arena = Arena::new(100).unwrap();
            let node = node(&arena, &rows, &settings);
            let chosen = Selector::new(&settings).choose(node);
            prop_assert!(chosen < rows.len());
            let priors: Vec<_> = (0..rows.len()).map(|i| node.edge(i).prior()).collect();
            let scores: Vec<_> =
                (0..rows.len()).map(|i| plain_score(&settings, &rows, &priors, i)).collect();
            let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            prop_assert!(scores[chosen] > highest - 1e-4, "{chosen} in {scores:?}");
        }
    }

    #[test]
    fn of_equal_moves_the_first_is_chosen() {
        let arena = Arena::new(100).unwrap();
        for moves in 1..60 {
            let rows = vec![(10, 5, 10, 5, 0.5); moves];
            let node = node(&arena, &rows, &Settings::default());
            assert_eq!(Selector::new(&Settings::default()).choose(node), 0);
            node.stats()[moves - 1].store(Stat::new(10, 10 * 256).0, Relaxed);
            assert_eq!(Selector::new(&Settings::default()).choose(node), moves - 1);
        }
    }

    #[test]
    fn lost_moves_are_avoided_and_won_ones_taken() {
        let arena = Arena::new(100).unwrap();
        let rows: Vec<Row> = (0..40).map(|i| (100, 60 + i, 0, 0, 0.5)).collect();
        node(&arena, &rows, &Settings::default());
        // Nodes are looked up anew in every walk.
        let now = || Node::at(&arena, Block(1));
        let mut selector = Selector::new(&Settings::default());
        for lost in (1..40).rev() {
            assert_eq!(selector.choose(now()), lost);
            now().prove(lost, Proof::Won(Player::SECOND));
        }
        assert_eq!(selector.choose(now()), 0);
        now().prove(0, Proof::Won(Player::SECOND));
        assert!(selector.choose(now()) < 40);
        node(&arena, &rows, &Settings::default());
        now().prove(7, Proof::Won(Player::FIRST));
        assert_eq!(selector.choose(now()), 7);
    }
}
