//! Reading the tree: what is known about the root's moves, and which of them to play.

use std::cmp::Ordering;
use std::sync::TryLockError;

use spinney_game::{Move, Player};

use super::compact::Sweep;
use super::node::{Node, PriorVisits};
use super::prior::Prior;
use super::settings::{Amaf, FinalMove, Parallelism, Settings};
use super::stat::{Stat, load};
use super::tree::Tree;
use crate::sync::MutexGuard;
use crate::{Candidate, Proof};

/// A hold on trees that keeps their nodes where they are while others search.
pub struct Reading<'t> {
    trees: &'t [Tree],
    _holds: Vec<MutexGuard<'t, Option<Sweep>>>,
}

/// Takes hold of the trees; `None` while one of them is being compacted.
pub fn read(trees: &[Tree]) -> Option<Reading<'_>> {
    let mut holds = Vec::with_capacity(trees.len());
    for tree in trees {
        holds.push(match tree.sweep.try_lock() {
            Ok(hold) => hold,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        });
    }
    Some(Reading { trees, _holds: holds })
}

/// What all trees together know about a move of the root.
#[derive(Clone, Debug)]
pub struct RootMove {
    pub code: u32,
    pub visits: u64,
    pub wins: f64,
    amaf_visits: u64,
    amaf_wins: f64,
    prior: Prior,
    pub proof: Option<Proof>,
    /// Another move is at least as good.
    pub pruned: bool,
}

impl RootMove {
    fn of(node: Node<'_>, index: usize, prior_visits: PriorVisits) -> RootMove {
        let (edge, prior) = (node.edge(index), node.prior(index));
        let stat = load(&node.stats()[index]).without(prior_visits.direct(node.head, prior));
        let amaf = node.amafs().get(index).map_or(Stat::default(), load);
        let amaf = amaf.without(prior_visits.amaf(node.head, prior));
        RootMove {
            code: edge.code(),
            visits: stat.visits(),
            wins: stat.wins(),
            amaf_visits: amaf.visits(),
            amaf_wins: amaf.wins(),
            prior,
            proof: edge.proof(),
            pruned: edge.is_pruned(),
        }
    }

    fn add(&mut self, other: &RootMove) {
        self.visits += other.visits;
        self.wins += other.wins;
        self.amaf_visits += other.amaf_visits;
        self.amaf_wins += other.amaf_wins;
        self.proof = self.proof.or(other.proof);
        self.pruned |= other.pruned;
    }

    /// The mean result; one half without visits.
    pub fn mean(&self) -> f64 {
        if self.visits > 0 { self.wins / self.visits as f64 } else { 0.5 }
    }

    /// Losses below everything, wins above.
    fn certainty(&self, view: Player) -> i8 {
        match self.proof.and_then(|proof| proof.wins_for(view)) {
            Some(true) => 1,
            None if self.pruned => -1,
            None => 0,
            Some(false) => -1,
        }
    }

    fn merit(&self, settings: &Settings) -> f64 {
        match settings.choice.final_move {
            FinalMove::Visits => self.visits as f64,
            FinalMove::Wins => self.wins,
            FinalMove::WinRate if self.visits == 0 => -1.0,
            FinalMove::WinRate => self.mean(),
            FinalMove::LowerBound if self.visits == 0 => f64::NEG_INFINITY,
            FinalMove::LowerBound => {
                // With one imagined win and loss, so that a single result does not seem certain.
                let n = self.visits as f64 + 2.0;
                let mean = (self.wins + 1.0) / n;
                mean - f64::from(settings.choice.lower_bound_width)
                    * (mean * (1.0 - mean) / n).sqrt()
            }
        }
    }

    /// Which of two moves to play: proofs first, then what the settings say. Among lost moves the
    /// most visited one has resisted longest.
    fn compare(&self, other: &RootMove, view: Player, settings: &Settings) -> Ordering {
        let certainty = self.certainty(view);
        certainty
            .cmp(&other.certainty(view))
            .then_with(|| match certainty {
                0 => self.merit(settings).total_cmp(&other.merit(settings)),
                _ => Ordering::Equal,
            })
            .then(self.visits.cmp(&other.visits))
            .then_with(|| {
                let [prior, others] = [self, other].map(|m| m.prior.value(settings.selection.rule));
                prior.total_cmp(&others)
            })
            .then(other.code.cmp(&self.code))
    }
}

impl Reading<'_> {
    /// The root's moves, the one to be played first, then by visits.
    pub fn root_moves(&self, view: Player, settings: &Settings) -> Vec<RootMove> {
        let mut moves: Vec<RootMove> = Vec::new();
        // Islands know what the others know.
        let trees = match settings.parallel.parallelism {
            Parallelism::Island => &self.trees[..1],
            _ => self.trees,
        };
        for tree in trees {
            let Some(root) = tree.root() else { continue };
            let of = |i| RootMove::of(root, i, tree.prior_visits);
            let mut more: Vec<_> = (0..root.head.moves()).map(of).collect();
            more.sort_by_key(|m| m.code);
            if moves.is_empty() {
                moves = more;
            } else {
                // Trees that were grown below a simplified position need not list all moves.
                for m in more {
                    match moves.iter_mut().find(|sum| sum.code == m.code) {
                        Some(sum) => sum.add(&m),
                        None => moves.push(m),
                    }
                }
            }
        }
        moves.sort_by(|a, b| b.visits.cmp(&a.visits).then(a.code.cmp(&b.code)));
        let chosen = (0..moves.len()).max_by(|&a, &b| moves[a].compare(&moves[b], view, settings));
        if let Some(chosen) = chosen {
            moves[..=chosen].rotate_right(1);
        }
        moves
    }

    /// What any of the trees has proven about the root.
    pub fn proof(&self) -> Option<Proof> {
        self.trees.iter().find_map(Tree::root_proof)
    }

    /// A move as reports tell of it. `value` gives what a proof is worth to the reader.
    pub fn candidate<M: Move>(
        &self,
        m: &RootMove,
        settings: &Settings,
        value: impl Fn(Proof) -> f32,
    ) -> Candidate<M> {
        let amaf = settings.amaf.rule != Amaf::Off && m.amaf_visits > 0;
        Candidate {
            played: M::from_code(m.code),
            visits: m.visits,
            win_rate: m.proof.map_or(m.mean() as f32, value),
            amaf: amaf.then(|| (m.amaf_wins / m.amaf_visits as f64) as f32),
            prior: settings.uses_prior().then(|| m.prior.value(settings.selection.rule)),
            proof: m.proof,
            line: self.line(m.code).into_iter().map(M::from_code).collect(),
        }
    }

    /// The best line that starts with a move of the root, in the tree that knows it best.
    fn line(&self, code: u32) -> Vec<u32> {
        let mut line = vec![code];
        let steps = self.trees.iter().filter_map(|tree| {
            let root = tree.root()?;
            let index = (0..root.head.moves()).find(|&i| root.edge(i).code() == code)?;
            Some((tree, root, index))
        });
        let known_best = steps.max_by_key(|(_, root, index)| load(&root.stats()[*index]).visits());
        let Some((tree, root, index)) = known_best else {
            return line;
        };
        let mut link = root.edge(index).link();
        while let Some(node) = link.map(|block| tree.node(block))
            && let Some(index) = best_reply(node, tree.prior_visits)
        {
            let edge = node.edge(index);
            line.push(edge.code());
            link = edge.link();
        }
        line
    }
}

/// The move that a player would choose at a node by what is known; `None` if nothing is, or if
/// chance decides.
fn best_reply(node: Node<'_>, prior_visits: PriorVisits) -> Option<usize> {
    let player = node.head.player()?;
    let started_with = prior_visits.visits_at(node.head);
    let worth = |&i: &usize| {
        let edge = node.edge(i);
        let class = match edge.proof().and_then(|proof| proof.wins_for(player)) {
            Some(true) => 2,
            None if !edge.is_pruned() => 1,
            None | Some(false) => 0,
        };
        (class, load(&node.stats()[i]).visits())
    };
    (0..node.head.moves()).filter(|i| worth(i).1 > started_with).max_by_key(worth)
}

/// Whether the chosen move, which is the first, stays so whatever the playouts to come show.
pub fn is_obvious(moves: &[RootMove], to_come: f64, settings: &Settings) -> bool {
    let lead = |worth: fn(&RootMove) -> f64| {
        let rivals = moves[1..].iter().filter(|m| m.proof.is_none() && !m.pruned);
        worth(&moves[0]) - rivals.map(worth).fold(0.0, f64::max)
    };
    match settings.choice.final_move {
        _ if moves.len() < 2 => false,
        FinalMove::Visits => lead(|m| m.visits as f64) > to_come,
        FinalMove::Wins => lead(|m| m.wins) > to_come,
        // Means can change for good or ill with every playout.
        FinalMove::WinRate | FinalMove::LowerBound => false,
    }
}

/// Whether the most visited move is also the best of those that were looked at seriously.
pub fn is_clear(moves: &[RootMove]) -> bool {
    let Some(most) = moves.iter().max_by_key(|m| m.visits) else {
        return true;
    };
    let serious = moves.iter().filter(|m| m.visits >= most.visits / 10);
    serious.map(RootMove::mean).all(|mean| mean <= most.mean())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root_move(code: u32, visits: u64, mean: f64) -> RootMove {
        RootMove {
            code,
            visits,
            wins: mean * visits as f64,
            amaf_visits: 0,
            amaf_wins: 0.0,
            prior: Prior::EVEN,
            proof: None,
            pruned: false,
        }
    }

    fn chosen(final_move: FinalMove, moves: &[RootMove]) -> u32 {
        let settings = Settings::default().with(|s| s.choice.final_move = final_move);
        let order = |a: &&RootMove, b: &&RootMove| a.compare(b, Player::FIRST, &settings);
        moves.iter().max_by(order).unwrap().code
    }

    #[test]
    fn each_rule_chooses_by_its_own_measure() {
        let moves = [
            root_move(0, 1000, 0.50),
            root_move(1, 900, 0.60),
            root_move(2, 400, 0.64),
            root_move(3, 2, 1.0),
        ];
        assert_eq!(chosen(FinalMove::Visits, &moves), 0);
        assert_eq!(chosen(FinalMove::Wins, &moves), 1);
        assert_eq!(chosen(FinalMove::LowerBound, &moves), 2);
        assert_eq!(chosen(FinalMove::WinRate, &moves), 3);
    }

    #[test]
    fn a_proof_counts_more_than_any_statistics() {
        let mut moves = [root_move(0, 1000, 0.9), root_move(1, 100, 0.2), root_move(2, 10, 0.1)];
        moves[0].proof = Some(Proof::Won(Player::SECOND));
        assert_eq!(chosen(FinalMove::Visits, &moves), 1);
        moves[2].proof = Some(Proof::Won(Player::FIRST));
        assert_eq!(chosen(FinalMove::Visits, &moves), 2);
        moves[1].proof = Some(Proof::Won(Player::SECOND));
        moves[2].proof = Some(Proof::Won(Player::SECOND));
        assert_eq!(chosen(FinalMove::WinRate, &moves), 0, "the one that resists longest");
    }

    #[test]
    fn a_lead_is_obvious_when_nobody_can_catch_up() {
        let moves = [root_move(0, 1000, 0.5), root_move(1, 600, 0.6)];
        let settings = Settings::default();
        assert!(is_obvious(&moves, 399.0, &settings));
        assert!(!is_obvious(&moves, 400.0, &settings));
        let by_mean = settings.with(|s| s.choice.final_move = FinalMove::WinRate);
        assert!(!is_obvious(&moves, 1.0, &by_mean));
    }

    #[test]
    fn a_choice_is_clear_when_the_most_visited_move_is_the_best() {
        assert!(is_clear(&[root_move(0, 1000, 0.5), root_move(1, 600, 0.4)]));
        assert!(!is_clear(&[root_move(0, 1000, 0.5), root_move(1, 600, 0.6)]));
        assert!(is_clear(&[root_move(0, 1000, 0.5), root_move(1, 50, 0.6)]));
    }
}
