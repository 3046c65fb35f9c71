//! Product propagation: best-first search where values are probabilities (Saffidine and Cazenave).
//!
//! Every position has a probability that the player to move wins. A leaf's comes from an
//! [`Evaluator`], which is asked about all moves of a position at once; above, a player loses only if every move loses, and the moves are taken to be
//! independent: the probability to lose is the product of theirs. Each simulation goes down by the most
//! probable moves to a leaf and gives it children. Certain wins and losses are the values 1 and 0,
//! so a solved position shows by itself.
//!
//! Products over a hundred moves are very near to 0 or 1, so both the probability to win and the
//! one to lose are kept as logarithms.

use spinney_game::{Evaluator, Game, Leaf, Move, Player, Rng};

use crate::{Budget, Candidate, Proof, Report, Searcher, Stop, Timer};

/// No first judgement is surer than this.
const SUREST: f64 = 1e-6;

/// A product-propagation search. It keeps the tree of one position, and nothing for the next.
///
/// For games of two players without chance.
pub struct Product<G: Game, E> {
    evaluator: E,
    most_nodes: usize,
    seed: u64,
    tree: Option<Tree<G>>,
}

/// How probable a win is.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Odds {
    ln_win: f64,
    ln_loss: f64,
}

impl Odds {
    fn of(win: f64) -> Odds {
        Odds { ln_win: libm::log(win), ln_loss: libm::log1p(-win) }
    }

    /// By the logarithm of the probability to lose.
    fn of_ln_loss(ln_loss: f64) -> Odds {
        // Of the two ways to write ln(1 - e^x), each is exact where the other is not.
        let ln_win = if ln_loss > -std::f64::consts::LN_2 {
            libm::log(-libm::expm1(ln_loss))
        } else {
            libm::log1p(-libm::exp(ln_loss))
        };
        Odds { ln_win, ln_loss }
    }

    fn turned(self) -> Odds {
        Odds { ln_win: self.ln_loss, ln_loss: self.ln_win }
    }

    /// Larger for more probable wins, infinite for certain ones.
    fn score(self) -> f64 {
        self.ln_win - self.ln_loss
    }

    fn win(self) -> f64 {
        libm::exp(self.ln_win)
    }
}

/// A move and the position after it. Odds are those of the player who made the move.
struct Node {
    code: u32,
    odds: Odds,
    /// How many simulations have ended below.
    simulations: u32,
    /// Where its children are; none before it is expanded.
    children: std::ops::Range<u32>,
}

impl<G: Game, E: Evaluator<G>> Product<G, E> {
    /// A search that takes at most this many MiB. The same seed gives the same tree.
    pub fn new(evaluator: E, memory: f64, seed: u64) -> Product<G, E> {
        let most_nodes = (memory * 1024.0 * 1024.0 / size_of::<Node>() as f64) as usize;
        Product { evaluator, most_nodes: most_nodes.min(u32::MAX as usize), seed, tree: None }
    }

    /// Searches until a limit is reached (each judgement counts as a playout), `stop` is thrown,
    /// the position is solved or the memory is full. Asked again about the same position, it carries
    /// on.
    pub fn think(
        &mut self,
        position: &G,
        budget: impl Into<Budget>,
        stop: &Stop,
    ) -> Report<G::Move> {
        let budget = budget.into();
        let timer = Timer::start(&budget);
        let known = self.tree.take().filter(|tree| tree.root.hash() == position.hash());
        let mut tree = known.unwrap_or_else(|| Tree::new(position, self.seed));
        let before = (tree.judged, tree.nodes.len() as u64, tree.nodes[0].simulations);
        let moves = tree.widest();
        loop {
            tree.simulate(&mut self.evaluator);
            let (judged, nodes) = (tree.judged - before.0, tree.nodes.len() as u64 - before.1);
            let full = tree.nodes.len() + moves > self.most_nodes
                || budget.nodes.is_some_and(|most| nodes >= most)
                || budget.playouts.is_some_and(|most| judged >= most);
            if full || tree.is_solved() || stop.is_stopped() || timer.is_over(true) {
                let report = Report {
                    playouts: judged,
                    simulations: u64::from(tree.nodes[0].simulations - before.2),
                    ..tree.report(&timer)
                };
                self.tree = Some(tree);
                return report;
            }
        }
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<G> for Product<G, E> {
    fn think(
        &mut self,
        position: &G,
        budget: &Budget,
        stop: &Stop,
        _: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        Product::think(self, position, budget, stop)
    }

    fn forget(&mut self) {
        self.tree = None;
    }
}

/// The tree of one position, and the way of the present simulation.
struct Tree<G: Game> {
    root: G,
    nodes: Vec<Node>,
    path: Vec<usize>,
    /// The positions after the moves of one that is being expanded, and those of earlier ones.
    leaves: Vec<Leaf<G>>,
    rng: Rng,
    judged: u64,
}

impl<G: Game> Tree<G> {
    fn new(root: &G, seed: u64) -> Tree<G> {
        Tree {
            root: root.clone(),
            nodes: vec![Node { code: 0, odds: Odds::of(0.5), simulations: 0, children: 0..0 }],
            path: Vec::new(),
            leaves: Vec::new(),
            rng: Rng::new(seed, 0),
            judged: 0,
        }
    }

    /// No position after the root has more moves than it.
    fn widest(&self) -> usize {
        let mut moves = Vec::new();
        self.root.moves(&mut moves);
        moves.len()
    }

    fn children(&self, node: usize) -> std::ops::Range<usize> {
        let children = &self.nodes[node].children;
        children.start as usize..children.end as usize
    }

    fn is_solved(&self) -> bool {
        self.nodes[0].odds.score().is_infinite()
    }

    /// Down to the most probable leaf, expand it, back up.
    fn simulate(&mut self, evaluator: &mut impl Evaluator<G>) {
        let mut position = self.root.clone();
        let mut players: Vec<Player> = vec![player(&position)];
        self.path.clear();
        self.path.push(0);
        let mut node = 0;
        while !self.nodes[node].children.is_empty() {
            let score = |&child: &usize| self.nodes[child].odds.score();
            let best = self.children(node).max_by(|a, b| score(a).total_cmp(&score(b)));
            node = best.expect("an expanded node has children");
            position.play(G::Move::from_code(self.nodes[node].code));
            self.path.push(node);
            players.push(player(&position));
        }
        self.expand(node, &position, evaluator);
        while let (Some(node), Some(mover)) = (self.path.pop(), players.pop()) {
            let ln_loss = self.children(node).map(|child| self.nodes[child].odds.ln_loss).sum();
            let odds = Odds::of_ln_loss(ln_loss);
            let before = players.last().copied().unwrap_or(mover);
            self.nodes[node].odds = if before == mover { odds } else { odds.turned() };
            self.nodes[node].simulations += 1;
        }
    }

    fn expand(&mut self, node: usize, position: &G, evaluator: &mut impl Evaluator<G>) {
        let mover = player(position);
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let first = self.nodes.len() as u32;
        let even = Odds::of(0.5);
        let mut asked = Vec::new();
        for &m in &moves {
            if self.leaves.len() == asked.len() {
                self.leaves.push(Leaf::new(position.clone(), false));
            }
            let leaf = &mut self.leaves[asked.len()];
            leaf.clear();
            leaf.position.clone_from(position);
            leaf.position.play(m);
            // A finished game is decided; the others are judged together.
            let odds = match leaf.position.rewards() {
                Some(rewards) => Odds::of(rewards[mover].into()),
                None => {
                    leaf.playouts = 1;
                    asked.push(self.nodes.len());
                    even
                }
            };
            self.nodes.push(Node { code: m.code(), odds, simulations: 0, children: 0..0 });
        }
        self.judged += asked.len() as u64;
        evaluator.evaluate(&mut self.leaves[..asked.len()], &mut self.rng);
        for (node, leaf) in asked.into_iter().zip(&self.leaves) {
            let [win, loss] = [mover, mover.opponent()].map(|player| leaf.outcome.mean(player));
            // Of two numbers that add up to 1 the smaller one is known more exactly.
            let win = if win <= loss { win } else { 1.0 - loss };
            self.nodes[node].odds = Odds::of(win.clamp(SUREST, 1.0 - SUREST));
        }
        self.nodes[node].children = first..self.nodes.len() as u32;
    }

    fn report(&self, timer: &Timer) -> Report<G::Move> {
        let mover = player(&self.root);
        let proof = |odds: Odds| match odds.score() {
            f64::INFINITY => Some(Proof::Won(mover)),
            f64::NEG_INFINITY => Some(Proof::Won(mover.opponent())),
            _ => None,
        };
        let mut children: Vec<&Node> = self.children(0).map(|child| &self.nodes[child]).collect();
        children.sort_by(|a, b| b.odds.score().total_cmp(&a.odds.score()));
        let candidate = |node: &&Node| Candidate {
            played: G::Move::from_code(node.code),
            visits: u64::from(node.simulations),
            win_rate: node.odds.win() as f32,
            amaf: None,
            prior: None,
            proof: proof(node.odds),
            line: vec![G::Move::from_code(node.code)],
        };
        let root = self.nodes[0].odds;
        Report {
            actor: self.root.actor(),
            view: mover,
            candidates: children.iter().map(candidate).collect(),
            win_rate: children.first().map_or(0.5, |best| best.odds.win() as f32),
            proof: proof(root),
            playouts: self.judged,
            simulations: u64::from(self.nodes[0].simulations),
            nodes: self.nodes.len() as u64,
            memory: (self.nodes.len() * size_of::<Node>()) as u64,
            memory_cap: 0,
            depth: None,
            elapsed: timer.elapsed(),
        }
    }
}

/// Who is to move; where the game is over, nobody asks.
fn player<G: Game>(position: &G) -> Player {
    position.actor().player().unwrap_or(Player::FIRST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use spinney_game::demo::{Countdown, Take};
    use spinney_game::{MAX_PLAYERS, StaticEvaluation, StaticValue};

    #[derive(Clone)]
    struct Even;

    impl StaticEvaluation<Countdown> for Even {
        fn values(&mut self, _: &Countdown) -> [f32; MAX_PLAYERS] {
            [0.5; MAX_PLAYERS]
        }

        fn chance(&self, value: f32) -> f32 {
            value
        }
    }

    fn think(text: &str, limits: &Limits) -> Report<Take> {
        let position = Countdown::from_text(text).unwrap();
        Product::new(StaticValue(Even), 1.0, 1).think(&position, limits, &Stop::new())
    }

    #[test]
    fn small_games_are_solved() {
        // Leaving a multiple of four wins.
        for left in 1..16 {
            let report = think(&format!("countdown {left}"), &Limits::default());
            let winner = if left % 4 == 0 { Player::SECOND } else { Player::FIRST };
            assert_eq!(report.proven_winner(), Some(winner), "{left} left");
            if left % 4 != 0 {
                assert_eq!(report.best().unwrap().played, Take(left % 4));
            }
        }
    }

    #[test]
    fn a_loss_is_a_product_of_losses() {
        // After one expansion: three moves, each even.
        let report = think("countdown 21", &Limits::playouts(1));
        assert_eq!(report.playouts, 3);
        let odds = Odds::of_ln_loss(3.0 * libm::log(0.5));
        assert!((odds.win() - 0.875).abs() < 1e-12);
        assert_eq!(odds.turned().turned(), odds);
    }

    #[test]
    fn memory_and_nodes_are_kept_to() {
        let nodes = think("countdown 200", &Limits { nodes: Some(50), ..Limits::default() }).nodes;
        assert!((50..53).contains(&nodes));
        let position = Countdown::from_text("countdown 200").unwrap();
        let report = Product::new(StaticValue(Even), 0.01, 1).think(
            &position,
            &Limits::default(),
            &Stop::new(),
        );
        assert!(report.memory <= 10_486, "{}", report.memory);
    }
}
