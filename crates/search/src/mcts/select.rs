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
    prior_visits: f32,
    prior_amaf_visits: f32,
    first_play_urgency: f32,
    virtual_visits: f32,
    parent_visits: f32,
    uses_prior: bool,
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
                prior_visits: settings.prior_visits,
                prior_amaf_visits: settings.prior_amaf_visits,
                first_play_urgency: settings.first_play_urgency,
                virtual_visits: settings.virtual_visits,
                parent_visits: settings.parent_visits,
                uses_prior: settings.uses_prior(),
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
        if self.rule.uses_prior {
            copy(&mut self.columns.edges, node.edges().iter().map(|word| word.load(Relaxed)));
        }
        self.best(node.head.moves())
    }

    /// The same where something is proven: a win is taken, losses are avoided.
    fn choose_unproven(&mut self, node: Node<'_>) -> usize {
        self.open.clear();
        for (i, word) in node.edges().iter().enumerate() {
            let proof = Edge(word.load(Relaxed)).proof();
            match proof.zip(node.head.player()).and_then(|(proof, p)| proof.wins_for(p)) {
                Some(true) => return i,
                Some(false) => {}
                None => self.open.push(i as u32),
            }
        }
        if self.open.is_empty() {
            self.open.extend(0..node.head.moves() as u32);
        }
        let open = || self.open.iter().map(|&i| i as usize);
        copy(&mut self.columns.stats, open().map(|i| node.stats()[i].load(Relaxed)));
        if self.rule.amaf != Amaf::Off {
            copy(&mut self.columns.amafs, open().map(|i| node.amafs()[i].load(Relaxed)));
        }
        if self.rule.uses_prior {
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
        match (terms.exploration > 0.0, self.rule.uses_prior) {
            (false, false) => self.highest::<S, false, false>(terms),
            (false, true) => self.highest::<S, false, true>(terms),
            (true, false) => self.highest::<S, true, false>(terms),
            (true, true) => self.highest::<S, true, true>(terms),
        }
    }

    fn highest<S: Schedule, const EXPLORE: bool, const PRIOR: bool>(
        &mut self,
        terms: &Terms,
    ) -> usize {
        self.arch.dispatch(Highest::<S, EXPLORE, PRIOR> {
            columns: &mut self.columns,
            terms,
            schedule: PhantomData,
        })
    }
}

/// Finding the highest score, to be compiled for several kinds of vectors.
struct Highest<'a, S, const EXPLORE: bool, const PRIOR: bool> {
    columns: &'a mut Columns,
    terms: &'a Terms,
    schedule: PhantomData<S>,
}

impl<S: Schedule, const EXPLORE: bool, const PRIOR: bool> WithSimd
    for Highest<'_, S, EXPLORE, PRIOR>
{
    type Output = usize;

    #[inline(always)]
    fn with_simd<V: Simd>(self, _: V) -> usize {
        self.columns.score::<S, EXPLORE, PRIOR>(self.terms);
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
    fn score<S: Schedule, const EXPLORE: bool, const PRIOR: bool>(&mut self, terms: &Terms) {
        let length = self.stats.len();
        split(&self.stats, &mut self.visits, &mut self.wins);
        if S::AMAF {
            split(&self.amafs, &mut self.amaf_visits, &mut self.amaf_wins);
        }
        if PRIOR {
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
        let priors = if PRIOR { &self.priors[..length] } else { visits };
        let scores = &mut self.scores[..length];
        // A copy, which the compiler sees is not changed by the stores.
        let terms = *terms;
        for i in 0..length {
            scores[i] = score::<S, EXPLORE, PRIOR>(
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
    let highest = highest.into_iter().fold(f32::NEG_INFINITY, |a, b| if b > a { b } else { a });
    for (number, chunk) in numbers.chunks_exact(LANES).enumerate() {
        let mut hits = 0;
        for (lane, &number) in chunk.iter().enumerate() {
            hits |= u32::from(number == highest) << lane;
        }
        if hits != 0 {
            return number * LANES + hits.trailing_zeros() as usize;
        }
    }
    0
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
}

impl Terms {
    fn new(rule: Rule, stats: &[u64]) -> Terms {
        let mut terms = Terms {
            rule,
            exploration: 0.0,
            visits: rule.virtual_visits,
            wins: 0.5 * rule.virtual_visits,
        };
        if rule.exploration > 0.0 || rule.parent_visits > 0.0 {
            let visits: u64 = stats.iter().map(|&word| Stat(word).visits()).sum();
            terms.exploration =
                rule.exploration * rule.exploration * libm::logf((visits as f32).max(1.0));
            if rule.parent_visits > 0.0 && visits > 0 {
                let wins: f64 = stats.iter().map(|&word| Stat(word).wins()).sum();
                terms.visits += rule.parent_visits;
                terms.wins += rule.parent_visits * (wins / visits as f64) as f32;
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
fn score<S: Schedule, const EXPLORE: bool, const PRIOR: bool>(
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
    let mut n = visits + terms.visits;
    let mut w = wins + terms.wins;
    if PRIOR {
        n += rule.prior_visits;
        w += rule.prior_visits * prior;
    }
    let mut known = n > 0.0;
    let some_n = if known { n } else { LEAST };
    let mut value;
    if S::AMAF {
        let (mut m, mut v) = (amaf_visits, amaf_wins);
        if PRIOR {
            m += rule.prior_amaf_visits;
            v += rule.prior_amaf_visits * prior;
        }
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
    let mut score = if known { value } else { rule.first_play_urgency };
    if PRIOR {
        score += rule.progressive_bias * (2.0 * prior - 1.0) / (visits + 1.0);
    }
    score
}
