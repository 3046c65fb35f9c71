//! Which move a simulation takes: the one of the highest score.
//!
//! A score blends a move's direct and AMAF values, each helped by virtual visits, and adds
//! exploration, progressive bias and history. With a hundred moves to a node and several nodes to a
//! simulation, this is where the tree's time goes. So it is done in passes that compilers vectorise well:
//! the words are copied to plain memory, taken apart into numbers, and scored by arithmetic without
//! branches and with as few divisions as possible. Each combination of techniques is compiled
//! apart; what is off costs nothing.
//!
//! Ties go to the first move; since nodes list their moves in random order, that is fair.

mod cache;
mod columns;
mod score;
#[cfg(test)]
mod tests;

use std::sync::atomic::Ordering::Relaxed;

use pulp::Arch;

use self::cache::Cache;
use self::columns::{Columns, copy, highest};
use self::score::{Alpha, Direct, Rave, RaveMse, RaveSimple, Rule, Schedule, Terms};
use self::score::{NO_EXPLORATION, PUCT, UCT};
use super::history::History;
use super::node::{Edge, Node};
use super::settings::{Amaf, Settings};
use super::stat::Stat;

pub use self::cache::MOST_CACHED;

/// Chooses moves; one per thread, with room for copies of a node's words.
pub struct Selector {
    rule: Rule,
    /// What vectors the processor has.
    arch: Arch,
    columns: Columns,
    /// Where not all moves are copied, the numbers of those that are.
    open: Vec<u32>,
    cache: Cache,
}

impl Selector {
    pub fn new(settings: &Settings) -> Selector {
        Selector {
            rule: Rule::new(settings),
            arch: Arch::new(),
            columns: Columns::default(),
            open: Vec::new(),
            cache: Cache::new(
                settings.selection.child_cache,
                settings.selection.child_cache_visits,
            ),
        }
    }

    /// Forgets where nodes lie in memory.
    pub fn forget(&mut self) {
        self.cache.clear();
    }

    /// The number of the move to try at a player's node.
    pub fn choose(&mut self, node: Node<'_>, history: &History) -> usize {
        if node.head.has_proofs() {
            return self.choose_unproven(node, history);
        }
        if let Some((moves, terms)) = self.cache.take(node.block) {
            self.open.clear();
            self.open.extend(moves);
            return self.best_open(node, history, Some(terms));
        }
        self.copy_words(node, history, 0..node.head.moves());
        let terms = self.terms(node.head.moves());
        let best = self.best(&terms);
        if self.cache.is_on() {
            let stats = self.columns.stats[..node.head.moves()].iter();
            let visits: u64 = stats.map(|&word| Stat(word).visits()).sum();
            let scores = &self.columns.scores[..node.head.moves()];
            self.cache.fill(node.block, scores, visits as f32, &terms);
        }
        best
    }

    /// The same where something is proven: a win is taken, losses are avoided.
    fn choose_unproven(&mut self, node: Node<'_>, history: &History) -> usize {
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
        self.best_open(node, history, None)
    }

    /// The best of the open moves.
    fn best_open(&mut self, node: Node<'_>, history: &History, terms: Option<Terms>) -> usize {
        let open = std::mem::take(&mut self.open);
        self.copy_words(node, history, open.iter().map(|&i| i as usize));
        let terms = terms.unwrap_or_else(|| self.terms(open.len()));
        let best = open[self.best(&terms)] as usize;
        self.open = open;
        best
    }

    /// What is the same for all of so many copied moves.
    fn terms(&self, moves: usize) -> Terms {
        let Columns { stats, priors, .. } = &self.columns;
        let priors = if self.rule.uses_priors() { &priors[..moves] } else { &[] };
        Terms::new(self.rule, &stats[..moves], priors)
    }

    /// Copies what is needed of some moves.
    fn copy_words(
        &mut self,
        node: Node<'_>,
        history: &History,
        moves: impl ExactSizeIterator<Item = usize> + Clone,
    ) {
        let Selector { rule, columns, .. } = self;
        let (stats, amafs, edges) = (node.stats(), node.amafs(), node.edges());
        copy(&mut columns.stats, moves.clone().map(|i| stats[i].load(Relaxed)));
        if rule.amaf != Amaf::Off {
            copy(&mut columns.amafs, moves.clone().map(|i| amafs[i].load(Relaxed)));
        }
        if rule.uses_priors() {
            copy(&mut columns.priors, moves.clone().map(|i| node.prior(i)));
        }
        if rule.history > 0.0
            && let Some(player) = node.head.player()
        {
            let values = history.of(player);
            let code = |i: usize| Edge(edges[i].load(Relaxed)).code();
            copy(&mut columns.histories, moves.map(|i| values[code(i) as usize]));
        }
    }

    /// The index of the best copied move.
    fn best(&mut self, terms: &Terms) -> usize {
        match self.rule.amaf {
            Amaf::Off => self.best_by::<Direct>(terms),
            Amaf::Alpha => self.best_by::<Alpha>(terms),
            Amaf::Rave => self.best_by::<Rave>(terms),
            Amaf::RaveMse => self.best_by::<RaveMse>(terms),
            Amaf::RaveSimple => self.best_by::<RaveSimple>(terms),
        }
    }

    fn best_by<S: Schedule>(&mut self, terms: &Terms) -> usize {
        let Selector { arch, columns, rule, .. } = self;
        let explores = terms.exploration > 0.0;
        match (rule.is_puct(), explores, rule.has_bias()) {
            (false, false, false) => highest::<S, NO_EXPLORATION, false>(*arch, columns, terms),
            (false, false, true) => highest::<S, NO_EXPLORATION, true>(*arch, columns, terms),
            (false, true, false) => highest::<S, UCT, false>(*arch, columns, terms),
            (false, true, true) => highest::<S, UCT, true>(*arch, columns, terms),
            (true, _, false) => highest::<S, PUCT, false>(*arch, columns, terms),
            (true, _, true) => highest::<S, PUCT, true>(*arch, columns, terms),
        }
    }
}
