//! Which move a walk takes: the one of the highest score.
//!
//! A score blends a move's direct and AMAF values, each helped by virtual visits, and adds
//! exploration and progressive bias. With a hundred moves to a node and several nodes to a walk,
//! this is where the tree's time goes, so the words are copied to plain memory first and scored
//! eight at a time in a form that compilers vectorise. Each combination of techniques is compiled
//! apart; what is off costs nothing.
//!
//! Ties go to the first move; since nodes list their moves in random order, that is fair.

use std::sync::atomic::Ordering::Relaxed;

use super::node::{Edge, Node};
use super::settings::{Amaf, Settings};
use super::stat::Stat;

const LANES: usize = 8;

/// Chooses moves; one per thread, with room for copies of a node's words.
pub struct Selector {
    rule: Rule,
    stats: Vec<u64>,
    amafs: Vec<u64>,
    edges: Vec<u64>,
    /// With proven moves about: the numbers of the moves that were copied.
    open: Vec<u32>,
}

/// The settings that matter here.
#[derive(Clone, Debug)]
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
            stats: Vec::new(),
            amafs: Vec::new(),
            edges: Vec::new(),
            open: Vec::new(),
        }
    }

    /// The number of the move to try at a player's node.
    pub fn choose(&mut self, node: Node<'_>) -> usize {
        if node.head.has_proofs() {
            return self.choose_unproven(node);
        }
        copy(
            &mut self.stats,
            node.stats().iter().map(|word| word.load(Relaxed)),
        );
        if self.rule.amaf != Amaf::Off {
            copy(
                &mut self.amafs,
                node.amafs().iter().map(|word| word.load(Relaxed)),
            );
        }
        if self.rule.uses_prior {
            copy(
                &mut self.edges,
                node.edges().iter().map(|word| word.load(Relaxed)),
            );
        }
        self.best(node.head.moves())
    }

    /// The same where something is proven: a win is taken, losses are avoided.
    fn choose_unproven(&mut self, node: Node<'_>) -> usize {
        let player = node.head.player();
        self.open.clear();
        for (i, word) in node.edges().iter().enumerate() {
            let wins = Edge(word.load(Relaxed))
                .proof()
                .zip(player)
                .and_then(|(p, w)| p.wins_for(w));
            match wins {
                Some(true) => return i,
                Some(false) => {}
                None => self.open.push(i as u32),
            }
        }
        if self.open.is_empty() {
            self.open.extend(0..node.head.moves() as u32);
        }
        let open = &self.open;
        copy(
            &mut self.stats,
            open.iter().map(|&i| node.stats()[i as usize].load(Relaxed)),
        );
        if self.rule.amaf != Amaf::Off {
            copy(
                &mut self.amafs,
                open.iter().map(|&i| node.amafs()[i as usize].load(Relaxed)),
            );
        }
        if self.rule.uses_prior {
            copy(
                &mut self.edges,
                open.iter().map(|&i| node.edges()[i as usize].load(Relaxed)),
            );
        }
        let best = self.best(self.open.len());
        self.open[best] as usize
    }

    /// The index of the best of the first `moves` copied words.
    fn best(&self, moves: usize) -> usize {
        let terms = Terms::new(&self.rule, &self.stats[..moves]);
        match self.rule.amaf {
            Amaf::Off => self.best_by::<Direct>(&terms),
            Amaf::Alpha => self.best_by::<Alpha>(&terms),
            Amaf::Rave => self.best_by::<Rave>(&terms),
            Amaf::RaveMse => self.best_by::<RaveMse>(&terms),
            Amaf::RaveSimple => self.best_by::<RaveSimple>(&terms),
        }
    }

    fn best_by<S: Schedule>(&self, terms: &Terms<'_>) -> usize {
        match (terms.exploration > 0.0, self.rule.uses_prior) {
            (false, false) => self.argmax(score::<S, false, false>, terms),
            (false, true) => self.argmax(score::<S, false, true>, terms),
            (true, false) => self.argmax(score::<S, true, false>, terms),
            (true, true) => self.argmax(score::<S, true, true>, terms),
        }
    }

    #[inline(always)]
    fn argmax(&self, score: impl Fn(u64, u64, u64, &Terms<'_>) -> f32, terms: &Terms<'_>) -> usize {
        // Where a technique is off its words are not read; any slice of the right length will do.
        let stats = &self.stats[..];
        let amafs = if self.rule.amaf == Amaf::Off {
            stats
        } else {
            &self.amafs[..]
        };
        let edges = if self.rule.uses_prior {
            &self.edges[..]
        } else {
            stats
        };
        let lanes = stats
            .chunks_exact(LANES)
            .zip(amafs.chunks_exact(LANES))
            .zip(edges.chunks_exact(LANES))
            .enumerate();

        let mut best = [f32::NEG_INFINITY; LANES];
        let mut best_chunk = [0_i32; LANES];
        for (chunk, ((stats, amafs), edges)) in lanes {
            for lane in 0..LANES {
                let score = score(stats[lane], amafs[lane], edges[lane], terms);
                let better = score > best[lane];
                best[lane] = if better { score } else { best[lane] };
                best_chunk[lane] = if better {
                    chunk as i32
                } else {
                    best_chunk[lane]
                };
            }
        }
        let index = |lane: usize| best_chunk[lane] as usize * LANES + lane;
        let winner = (1..LANES).fold(0, |winner, lane| {
            let tie = best[lane] == best[winner] && index(lane) < index(winner);
            if best[lane] > best[winner] || tie {
                lane
            } else {
                winner
            }
        });
        index(winner)
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

/// What is the same for all moves of a node.
struct Terms<'r> {
    rule: &'r Rule,
    /// The square of the exploration term of a move with one visit.
    exploration: f32,
    /// Virtual visits that do not depend on the move, and their wins.
    visits: f32,
    wins: f32,
}

impl<'r> Terms<'r> {
    fn new(rule: &'r Rule, stats: &[u64]) -> Terms<'r> {
        let mut terms = Terms {
            rule,
            exploration: 0.0,
            visits: rule.virtual_visits,
            wins: 0.5 * rule.virtual_visits,
        };
        if rule.exploration > 0.0 || rule.parent_visits > 0.0 {
            let mut visits = 0.0;
            let mut wins = 0.0;
            for &word in stats {
                visits += Stat(word).visits() as f64;
                wins += Stat(word).wins();
            }
            terms.exploration =
                rule.exploration * rule.exploration * libm::logf((visits as f32).max(1.0));
            if visits > 0.0 {
                terms.visits += rule.parent_visits;
                terms.wins += rule.parent_visits * (wins / visits) as f32;
            }
        }
        terms
    }
}

/// How much a move's AMAF value weighs.
trait Schedule {
    const AMAF: bool = true;
    /// The weight for `n` direct and `m` AMAF visits, neither being 0.
    fn weight(rule: &Rule, n: f32, m: f32) -> f32;
}

struct Direct;
impl Schedule for Direct {
    const AMAF: bool = false;
    #[inline(always)]
    fn weight(_: &Rule, _: f32, _: f32) -> f32 {
        0.0
    }
}

struct Alpha;
impl Schedule for Alpha {
    #[inline(always)]
    fn weight(rule: &Rule, _: f32, _: f32) -> f32 {
        1.0 - rule.alpha
    }
}

struct Rave;
impl Schedule for Rave {
    #[inline(always)]
    fn weight(rule: &Rule, n: f32, _: f32) -> f32 {
        (rule.rave_visits / (3.0 * n + rule.rave_visits)).sqrt()
    }
}

struct RaveMse;
impl Schedule for RaveMse {
    #[inline(always)]
    fn weight(rule: &Rule, n: f32, m: f32) -> f32 {
        m / (n + m + 4.0 * n * m * rule.rave_bias * rule.rave_bias)
    }
}

struct RaveSimple;
impl Schedule for RaveSimple {
    #[inline(always)]
    fn weight(rule: &Rule, n: f32, _: f32) -> f32 {
        rule.rave_visits / (n + rule.rave_visits)
    }
}

/// The score of one move.
#[inline(always)]
fn score<S: Schedule, const EXPLORE: bool, const PRIOR: bool>(
    stat: u64,
    amaf: u64,
    edge: u64,
    terms: &Terms<'_>,
) -> f32 {
    // Instead of 0 in denominators; far below one visit.
    const LEAST: f32 = 1e-9;
    let rule = terms.rule;
    let prior = if PRIOR { Edge(edge).prior() } else { 0.5 };
    let (visits, wins) = Stat(stat).split();
    let mut n = visits + terms.visits;
    let mut w = wins + terms.wins;
    if PRIOR {
        n += rule.prior_visits;
        w += rule.prior_visits * prior;
    }
    let mut value = w / n.max(LEAST);
    let mut known = n > 0.0;
    if S::AMAF {
        let (mut m, mut v) = Stat(amaf).split();
        if PRIOR {
            m += rule.prior_amaf_visits;
            v += rule.prior_amaf_visits * prior;
        }
        let weight = S::weight(rule, n, m);
        let weight = if n > 0.0 { weight } else { 1.0 };
        let weight = if m > 0.0 { weight } else { 0.0 };
        value += weight * (v / m.max(LEAST) - value);
        known |= m > 0.0;
    }
    if EXPLORE {
        value += (terms.exploration / n.max(1.0)).sqrt();
    }
    let mut score = if known {
        value
    } else {
        rule.first_play_urgency
    };
    if PRIOR {
        score += rule.progressive_bias * (2.0 * prior - 1.0) / (visits + 1.0);
    }
    score
}
