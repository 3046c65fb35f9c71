//! What a move scores.

use crate::mcts::prior::Prior;
use crate::mcts::settings::{Amaf, Selection, Settings};
use crate::mcts::stat::Stat;

/// The settings that matter here.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    pub(super) amaf: Amaf,
    selection: Selection,
    exploration: f32,
    tuned: bool,
    alpha: f32,
    rave_visits: f32,
    rave_bias: f32,
    pub(super) progressive_bias: f32,
    pub(super) history: f32,
    first_play_urgency: f32,
    parent_urgency: bool,
    virtual_visits: f32,
    parent_visits: f32,
}

impl Rule {
    pub(super) fn new(settings: &Settings) -> Rule {
        Rule {
            amaf: settings.amaf.rule,
            selection: settings.selection.rule,
            exploration: settings.selection.exploration,
            tuned: settings.selection.ucb_tuned,
            alpha: settings.amaf.alpha,
            rave_visits: settings.amaf.rave_visits,
            rave_bias: settings.amaf.rave_bias,
            progressive_bias: settings.priors.progressive_bias,
            history: settings.selection.history,
            first_play_urgency: settings.selection.first_play_urgency,
            parent_urgency: settings.selection.parent_urgency,
            virtual_visits: settings.priors.virtual_visits,
            parent_visits: settings.priors.parent_visits,
        }
    }

    pub(super) fn is_puct(&self) -> bool {
        self.selection == Selection::Puct
    }

    /// Whether priors are looked at.
    pub(super) fn uses_priors(&self) -> bool {
        self.has_bias() || self.is_puct()
    }

    /// Whether anything is added to a move's score for the kind of move it is.
    pub(super) fn has_bias(&self) -> bool {
        self.progressive_bias > 0.0 || self.history > 0.0
    }
}

/// What is the same for all moves of a node.
#[derive(Clone, Copy)]
pub(super) struct Terms {
    rule: Rule,
    /// Of UCT the square of the exploration term of a move with one visit; of PUCT that of a move
    /// without visits and with a prior of 1.
    pub(super) exploration: f32,
    /// The logarithm of the node's visits.
    log: f32,
    /// Virtual visits that do not depend on the move, and their wins.
    visits: f32,
    wins: f32,
    /// The score of a move about which nothing is known.
    urgency: f32,
}

impl Terms {
    /// Of moves with these statistics and, where they are looked at, priors.
    pub(super) fn new(rule: Rule, stats: &[u64], priors: &[Prior]) -> Terms {
        let mut terms = Terms {
            rule,
            exploration: 0.0,
            log: 0.0,
            visits: rule.virtual_visits,
            wins: 0.5 * rule.virtual_visits,
            urgency: rule.first_play_urgency,
        };
        let uses_mean = rule.parent_visits > 0.0 || rule.parent_urgency;
        if rule.exploration > 0.0 || uses_mean {
            let visits: u64 = stats.iter().map(|&word| Stat(word).visits()).sum();
            let some_visits = (visits as f32).max(1.0);
            // What is added to the value of an untried move by its exploration alone.
            let untried = if rule.is_puct() {
                // Moves count by their shares; without any policy nothing is explored.
                let policy = Prior::sum(priors);
                if policy > 0.0 {
                    terms.exploration = rule.exploration * some_visits.sqrt() / policy;
                }
                0.0
            } else {
                terms.log = libm::logf(some_visits);
                terms.exploration = rule.exploration * rule.exploration * terms.log;
                terms.exploration.sqrt()
            };
            if uses_mean && visits > 0 {
                let wins: f64 = stats.iter().map(|&word| Stat(word).wins()).sum();
                let mean = (wins / visits as f64) as f32;
                terms.visits += rule.parent_visits;
                terms.wins += rule.parent_visits * mean;
                if rule.parent_urgency {
                    terms.urgency = mean + untried;
                }
            }
        }
        terms
    }
}

/// How much a move's AMAF value weighs.
pub(super) trait Schedule {
    const AMAF: bool = true;
    /// The weight for `n` direct and `m` AMAF visits, neither being 0, as a fraction.
    fn weight(rule: &Rule, n: f32, m: f32) -> (f32, f32);
}

pub(super) struct Direct;
impl Schedule for Direct {
    const AMAF: bool = false;
    #[inline(always)]
    fn weight(_: &Rule, _: f32, _: f32) -> (f32, f32) {
        (0.0, 1.0)
    }
}

pub(super) struct Alpha;
impl Schedule for Alpha {
    #[inline(always)]
    fn weight(rule: &Rule, _: f32, _: f32) -> (f32, f32) {
        (1.0 - rule.alpha, 1.0)
    }
}

pub(super) struct Rave;
impl Schedule for Rave {
    #[inline(always)]
    fn weight(rule: &Rule, n: f32, _: f32) -> (f32, f32) {
        // sqrt(k / d) = sqrt(k d) / d
        let d = 3.0 * n + rule.rave_visits;
        ((rule.rave_visits * d).sqrt(), d)
    }
}

pub(super) struct RaveMse;
impl Schedule for RaveMse {
    #[inline(always)]
    fn weight(rule: &Rule, n: f32, m: f32) -> (f32, f32) {
        (m, n + m + 4.0 * n * m * rule.rave_bias * rule.rave_bias)
    }
}

pub(super) struct RaveSimple;
impl Schedule for RaveSimple {
    #[inline(always)]
    fn weight(rule: &Rule, n: f32, _: f32) -> (f32, f32) {
        (rule.rave_visits, n + rule.rave_visits)
    }
}

/// Kinds of exploration, as [`score`] is compiled for each of them.
pub(super) const NO_EXPLORATION: u8 = 0;
pub(super) const UCT: u8 = 1;
pub(super) const PUCT: u8 = 2;

/// The score of one move.
#[inline(always)]
pub(super) fn score<S: Schedule, const EXPLORE: u8, const BIAS: bool>(
    visits: f32,
    wins: f32,
    amaf_visits: f32,
    amaf_wins: f32,
    (prior, history): (f32, f32),
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
    if EXPLORE == UCT {
        let n = if n > 1.0 { n } else { 1.0 };
        // The same for all moves: compilers decide it once, outside the loop.
        let spread = if rule.tuned {
            // The variance of results from 0 to 1 is at most that of wins and losses alone.
            let mean = w / some_n;
            let variance = mean - mean * mean + (2.0 * terms.log / n).sqrt();
            if variance < 0.25 { variance } else { 0.25 }
        } else {
            1.0
        };
        value += (terms.exploration * spread / n).sqrt();
    }
    let mut score = if known { value } else { terms.urgency };
    if EXPLORE == PUCT {
        score += terms.exploration * prior / (visits + 1.0);
    }
    if BIAS {
        score += rule.progressive_bias * (2.0 * prior - 1.0) / (visits + 1.0);
        if rule.history > 0.0 {
            let n = if n > 1.0 { n } else { 1.0 };
            score += rule.history * (2.0 * history - 1.0) / n.sqrt();
        }
    }
    score
}
