//! How a node lies in memory.
//!
//! A node is one decision: an actor and the moves there are. It takes one block of the arena:
//!
//! ```text
//! word 0        head: number of moves, who acts, whose view the statistics are, flags, reduced position
//! word 1        parent: its block and the number of the move that leads here
//! n words       edges: move code (24 bits), rounded prior (8), link to the child's block (29), proof (3)
//! n words       direct statistics of the moves (see `stat`), starting with what priors are worth
//! n words       AMAF statistics of the moves, if kept
//! n/4 words     priors of the moves (16 bits), if kept
//! ```
//!
//! Codes, priors and what the head says of the moves never change once the node is linked to its
//! parent. Links, proofs, flags and statistics are changed by any thread at any time, one word each.
//!
//! A parent always lies below its children, because it is allocated before them and compaction
//! keeps the order.

use std::num::NonZeroU32;

use spinney_game::{Actor, Player};

use super::arena::{Arena, Block, LINE_WORDS};
use super::prior::Prior;
use super::stat::Stat;
use crate::Proof;
use crate::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Relaxed, SeqCst},
};

const HEAD_WORDS: usize = 2;

const COUNT_BITS: u32 = 24;
const COUNT_MASK: u64 = (1 << COUNT_BITS) - 1;
const ACTOR_SHIFT: u32 = 24;
const CHANCE: u64 = 4;
const VIEW_SHIFT: u32 = 28;
const PRIOR_FLAG: u64 = 1 << 31;
const AMAF_FLAG: u64 = 1 << 32;
const PROVEN_FLAG: u64 = 1 << 33;
const TRIED_FLAG: u64 = 1 << 34;
const REDUCED_SHIFT: u32 = 35;

/// The parent word of a node that nothing leads to any more.
const ORPHAN: u64 = u64::MAX;

/// What a node is, apart from its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head(u64);

/// What players' nodes keep of their moves besides codes, links and direct statistics. Chance keeps
/// nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Kept {
    pub amafs: bool,
    pub priors: bool,
}

impl Head {
    /// `view` is whose rewards the statistics sum.
    pub fn new(moves: usize, actor: Actor, view: Player, kept: Kept) -> Head {
        debug_assert!(moves as u64 <= COUNT_MASK);
        let (actor, kept) = match actor {
            Actor::Player(player) => (u64::from(player.0), kept),
            Actor::Chance | Actor::Nobody => (CHANCE, Kept::default()),
        };
        Head(
            moves as u64
                | actor << ACTOR_SHIFT
                | u64::from(view.0) << VIEW_SHIFT
                | if kept.amafs { AMAF_FLAG } else { 0 }
                | if kept.priors { PRIOR_FLAG } else { 0 },
        )
    }

    #[inline]
    pub fn moves(self) -> usize {
        (self.0 & COUNT_MASK) as usize
    }

    /// The player who acts; `None` for chance.
    #[inline]
    pub fn player(self) -> Option<Player> {
        let actor = self.0 >> ACTOR_SHIFT & 7;
        (actor != CHANCE).then_some(Player(actor as u8))
    }

    #[inline]
    pub fn view(self) -> Player {
        Player((self.0 >> VIEW_SHIFT & 3) as u8)
    }

    #[inline]
    pub fn has_amaf(self) -> bool {
        self.0 & AMAF_FLAG != 0
    }

    #[inline]
    pub fn has_priors(self) -> bool {
        self.0 & PRIOR_FLAG != 0
    }

    /// Whether something is proven about one of the moves.
    #[inline]
    pub fn has_proofs(self) -> bool {
        self.0 & PROVEN_FLAG != 0
    }

    /// The reduced position that stands for this one, by its number from 1 on.
    #[inline]
    pub fn reduced(self) -> Option<NonZeroU32> {
        NonZeroU32::new((self.0 >> REDUCED_SHIFT) as u32)
    }

    /// Whether static proof has been tried on the position, or is being tried.
    #[inline]
    pub fn is_proven_statically(self) -> bool {
        self.0 & TRIED_FLAG != 0
    }

    /// The lines that such a node takes.
    pub fn lines(self) -> u32 {
        (self.priors_start() + self.prior_words()).div_ceil(LINE_WORDS) as u32
    }

    /// The word at which the priors start.
    #[inline]
    fn priors_start(self) -> usize {
        let arrays = if self.has_amaf() { 3 } else { 2 };
        HEAD_WORDS + arrays * self.moves()
    }

    fn prior_words(self) -> usize {
        if self.has_priors() { self.moves().div_ceil(4) } else { 0 }
    }
}

/// A node in the arena.
#[derive(Clone, Copy)]
pub struct Node<'t> {
    pub block: Block,
    pub head: Head,
    words: &'t [AtomicU64],
}

impl<'t> Node<'t> {
    #[inline]
    pub fn at(arena: &'t Arena, block: Block) -> Node<'t> {
        let words = arena.words(block);
        Node { block, head: Head(words[0].load(Relaxed)), words }
    }

    /// Writes a new node into a block of [`Head::lines`], with the codes of its moves and their priors.
    /// Nobody else may know the block yet.
    pub fn write(
        arena: &'t Arena,
        block: Block,
        head: Head,
        parent: Parent,
        moves: impl Iterator<Item = (u32, Prior)>,
        prior_visits: PriorVisits,
    ) -> Node<'t> {
        let words = arena.words(block);
        words[0].store(head.0, Relaxed);
        let node = Node { block, head, words };
        node.set_parent(Some(parent));
        let (edges, stats, amafs, priors) =
            (node.edges(), node.stats(), node.amafs(), node.priors());
        let mut four = 0;
        for (i, (code, prior)) in moves.enumerate() {
            edges[i].store(Edge::new(code, prior).0, Relaxed);
            stats[i].store(prior_visits.direct(head, prior).0, Relaxed);
            if let Some(amaf) = amafs.get(i) {
                amaf.store(prior_visits.amaf(head, prior).0, Relaxed);
            }
            four = if i % 4 == 0 { 0 } else { four } | prior.packed(i);
            if let Some(word) = priors.get(i / 4) {
                word.store(four, Relaxed);
            }
        }
        node
    }

    #[inline]
    pub fn edges(self) -> &'t [AtomicU64] {
        &self.words[HEAD_WORDS..][..self.head.moves()]
    }

    /// The direct statistics.
    #[inline]
    pub fn stats(self) -> &'t [AtomicU64] {
        let n = self.head.moves();
        &self.words[HEAD_WORDS + n..][..n]
    }

    /// The AMAF statistics; empty if none are kept.
    #[inline]
    pub fn amafs(self) -> &'t [AtomicU64] {
        let n = self.head.moves();
        if self.head.has_amaf() { &self.words[HEAD_WORDS + 2 * n..][..n] } else { &[] }
    }

    /// The priors, four to a word; empty if none are kept.
    fn priors(self) -> &'t [AtomicU64] {
        &self.words[self.head.priors_start()..][..self.head.prior_words()]
    }

    /// The prior of the move of that number: rounded, if no others are kept.
    #[inline]
    pub fn prior(self, index: usize) -> Prior {
        if !self.head.has_priors() {
            return Edge(self.edges()[index].load(Relaxed)).prior();
        }
        let word = &self.words[self.head.priors_start() + index / 4];
        Prior::unpacked(word.load(Relaxed), index)
    }

    /// What is known about the move of that number. What the linked child's words say is visible
    /// after this.
    #[inline]
    pub fn edge(self, index: usize) -> Edge {
        Edge(self.edges()[index].load(Acquire))
    }

    /// Links the child of a move, unless another thread was faster; its link is returned then.
    pub fn link(self, index: usize, child: Block) -> Result<(), Block> {
        let word = &self.edges()[index];
        let linked = word.fetch_update(SeqCst, SeqCst, |word| {
            Edge(word).link().is_none().then(|| Edge(word).with_link(Some(child)).0)
        });
        linked.map(drop).map_err(|word| Edge(word).link().unwrap_or(child))
    }

    /// Changes the link of a move while no other thread looks.
    pub fn relink(self, index: usize, child: Option<Block>) {
        let word = &self.edges()[index];
        word.store(Edge(word.load(Relaxed)).with_link(child).0, Relaxed);
    }

    /// Notes what is proven about a move. The first proof stays.
    pub fn prove(self, index: usize, proof: Proof) {
        // Sequential consistency: of two threads that prove the last two moves, at least one must
        // see both when it then looks at the whole node.
        let _ = self.edges()[index].fetch_update(SeqCst, SeqCst, |word| {
            Edge(word).proof().is_none().then(|| Edge(word).with_proof(proof).0)
        });
        self.words[0].fetch_or(PROVEN_FLAG, SeqCst);
    }

    /// Takes a move out of play: another one is at least as good.
    pub fn prune(self, index: usize) {
        let _ = self.edges()[index].fetch_update(SeqCst, SeqCst, |word| {
            Edge(word).proof().is_none().then_some(word | PRUNED << PROOF_SHIFT)
        });
        self.words[0].fetch_or(PROVEN_FLAG, SeqCst);
    }

    /// Claims the static proof of this node's position; `false` if another thread has it.
    pub fn claim_static_proof(self) -> bool {
        self.words[0].fetch_or(TRIED_FLAG, Relaxed) & TRIED_FLAG == 0
    }

    /// Notes the number of the reduced position that stands for this node's.
    pub fn set_reduced(self, number: NonZeroU32) {
        self.words[0].fetch_or(u64::from(number.get()) << REDUCED_SHIFT, Relaxed);
    }

    /// The edges as [`Node::prove`] left them.
    pub fn edges_in_order(self) -> impl Iterator<Item = Edge> {
        self.edges().iter().map(|word| Edge(word.load(SeqCst)))
    }

    /// What leads here; `None` if nothing does any more.
    pub fn parent(self) -> Option<Parent> {
        let word = self.words[1].load(Relaxed);
        (word != ORPHAN).then_some(Parent {
            block: Block((word >> COUNT_BITS) as u32),
            index: (word & COUNT_MASK) as usize,
        })
    }

    pub fn set_parent(self, parent: Option<Parent>) {
        let word = parent.map_or(ORPHAN, |p| u64::from(p.block.0) << COUNT_BITS | p.index as u64);
        self.words[1].store(word, Relaxed);
    }
}

/// The visits that moves start with on account of their priors. They are part of the statistics,
/// where they cost nothing, and must be taken off again where real visits are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PriorVisits {
    pub visits: u64,
    pub amaf_visits: u64,
}

impl PriorVisits {
    /// The visits that the moves of a node start with. Chance needs no advice.
    #[inline]
    pub fn visits_at(self, head: Head) -> u64 {
        if head.player().is_some() { self.visits } else { 0 }
    }

    /// What a move's direct statistics start with.
    pub fn direct(self, head: Head, prior: Prior) -> Stat {
        Stat::of_mean(self.visits_at(head), prior.rounded())
    }

    /// What a move's AMAF statistics start with.
    pub fn amaf(self, head: Head, prior: Prior) -> Stat {
        let visits = if head.has_amaf() { self.amaf_visits } else { 0 };
        Stat::of_mean(visits, prior.rounded())
    }
}

/// What leads to a node: a move of another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parent {
    pub block: Block,
    pub index: usize,
}

/// A move of a node with what is known about it for certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge(pub u64);

const CODE_MASK: u64 = (1 << 24) - 1;
const PRIOR_SHIFT: u32 = 24;
const LINK_SHIFT: u32 = 32;
/// Links are 29 bits wide.
pub const MOST_LINES: u32 = 1 << 29;
const LINK_MASK: u64 = (MOST_LINES as u64 - 1) << LINK_SHIFT;
const PROOF_SHIFT: u32 = 61;
const DRAWN: u64 = 1;
const WON: u64 = 2;
/// Not a proof, but a move that need not be looked at.
const PRUNED: u64 = 7;

impl Edge {
    pub fn new(code: u32, prior: Prior) -> Edge {
        debug_assert!(u64::from(code) <= CODE_MASK);
        Edge(u64::from(code) | u64::from(prior.upper_half()) << PRIOR_SHIFT)
    }

    #[inline]
    pub fn code(self) -> u32 {
        (self.0 & CODE_MASK) as u32
    }

    /// The prior, rounded.
    #[inline(always)]
    fn prior(self) -> Prior {
        Prior::of_upper_half((self.0 >> PRIOR_SHIFT) as u8)
    }

    /// The child's block, which is never block 0.
    #[inline]
    pub fn link(self) -> Option<Block> {
        let block = ((self.0 & LINK_MASK) >> LINK_SHIFT) as u32;
        (block != 0).then_some(Block(block))
    }

    #[inline]
    pub fn proof(self) -> Option<Proof> {
        match self.0 >> PROOF_SHIFT {
            0 | PRUNED => None,
            DRAWN => Some(Proof::Drawn),
            won => Some(Proof::Won(Player((won - WON) as u8))),
        }
    }

    /// Whether the move has been taken out of play.
    #[inline]
    pub fn is_pruned(self) -> bool {
        self.0 >> PROOF_SHIFT == PRUNED
    }

    pub fn with_link(self, link: Option<Block>) -> Edge {
        Edge(self.0 & !LINK_MASK | link.map_or(0, |block| u64::from(block.0) << LINK_SHIFT))
    }

    pub fn with_proof(self, proof: Proof) -> Edge {
        let code = match proof {
            Proof::Drawn => DRAWN,
            Proof::Won(player) => WON + u64::from(player.0),
        };
        Edge(self.0 & !(7 << PROOF_SHIFT) | code << PROOF_SHIFT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_an_edge_are_independent() {
        let prior = Prior::of_upper_half(77);
        let edge = Edge::new(0xabcdef, prior);
        assert_eq!((edge.code(), edge.prior()), (0xabcdef, prior));
        assert_eq!((edge.link(), edge.proof()), (None, None));
        let proofs = [Proof::Drawn, Proof::Won(Player(0)), Proof::Won(Player(3))];
        for (link, proof) in [1, 77, MOST_LINES - 1].into_iter().zip(proofs) {
            let full = edge.with_proof(proof).with_link(Some(Block(link)));
            assert_eq!((full.code(), full.prior()), (0xabcdef, prior));
            assert_eq!((full.link(), full.proof()), (Some(Block(link)), Some(proof)));
            assert_eq!(full.with_link(None), edge.with_proof(proof));
        }
        let pruned = Edge(edge.0 | PRUNED << PROOF_SHIFT);
        assert!(pruned.is_pruned() && !edge.is_pruned());
        assert_eq!((pruned.proof(), pruned.code()), (None, 0xabcdef));
    }

    #[test]
    fn a_head_says_what_it_was_told() {
        let amafs = Kept { amafs: true, priors: false };
        let head = Head::new(121, Actor::Player(Player(3)), Player(3), amafs);
        assert_eq!((head.moves(), head.player(), head.view()), (121, Some(Player(3)), Player(3)));
        assert!(head.has_amaf() && !head.has_priors() && !head.has_proofs());
        assert_eq!(head.lines(), (2 + 3 * 121_u32).div_ceil(8));
        let all = Kept { amafs: true, priors: true };
        let head = Head::new(121, Actor::Player(Player(3)), Player(3), all);
        assert!(head.has_amaf() && head.has_priors() && !head.has_proofs());
        assert_eq!(head.lines(), (2 + 3 * 121_u32 + 31).div_ceil(8));
        let dice = Head::new(6, Actor::Chance, Player(1), all);
        assert_eq!((dice.player(), dice.view()), (None, Player(1)));
        assert!(!dice.has_amaf() && !dice.has_priors());
    }

    #[test]
    fn every_column_has_its_place() {
        let above = Parent { block: Block(0), index: 0 };
        for moves in 1..20 {
            for kept in [(false, false), (false, true), (true, false), (true, true)] {
                let kept = Kept { amafs: kept.0, priors: kept.1 };
                let head = Head::new(moves, Actor::Player(Player(0)), Player(0), kept);
                let arena = Arena::new(head.lines()).unwrap();
                let prior = |i: usize| Prior::new(i as f32 / 20.0);
                let listed = (0..moves).map(|i| (i as u32, prior(i)));
                let prior_visits = PriorVisits { visits: 10, amaf_visits: 20 };
                let node = Node::write(&arena, Block(0), head, above, listed, prior_visits);
                assert_eq!(node.amafs().len(), if kept.amafs { moves } else { 0 });
                for i in 0..moves {
                    assert_eq!(node.edge(i).code(), i as u32);
                    assert_eq!(node.prior(i).rounded(), prior(i).rounded());
                    assert!(!kept.priors || node.prior(i) == prior(i));
                    let load = |words: &[AtomicU64]| Stat(words[i].load(Relaxed));
                    assert_eq!(load(node.stats()), Stat::of_mean(10, prior(i).rounded()));
                    if kept.amafs {
                        assert_eq!(load(node.amafs()), Stat::of_mean(20, prior(i).rounded()));
                    }
                }
            }
        }
    }
}
