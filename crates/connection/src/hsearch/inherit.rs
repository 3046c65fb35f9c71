//! What more stones leave of the connections of a position, and what they add.
//!
//! An opponent's stone takes away the connections whose carriers it hits, and nothing new comes of
//! it: a connection that was not kept because a better one was there had all the cells of that
//! one, so it is hit too. An own stone shortens the carriers that it lies in and joins points to
//! chains. What is changed goes into the queue again, all else is kept as it is.
//!
//! A whole position is worked out the same way, from the empty board.

use super::bits::Bits;
use super::points::NONE;
use super::rules::Rules;
use super::web::{Link, Web};
use spinney_board::Cell;

/// What takes over the connections of another web. Keeps what need not be allocated anew.
#[derive(Clone, Default)]
pub(super) struct Heir<const W: usize> {
    /// The points of the old web whose connections belong to another point now, or to none.
    moved: Vec<bool>,
    changed: Vec<Link<W>>,
    stack: Vec<u16>,
    now_at: Vec<u32>,
}

impl<const W: usize> Heir<W> {
    /// Makes `web` what `from` becomes with more stones. `rules` gets to know the winning
    /// connections that are left; what is changed waits in the queue.
    pub(super) fn inherit(
        &mut self,
        web: &mut Web<W>,
        rules: &mut Rules<W>,
        from: &Web<W>,
        own: Bits<W>,
        other: Bits<W>,
    ) {
        debug_assert!(from.own.within(&own) && from.other.within(&other));
        (web.own, web.other) = (own, other);
        self.find_chains(web, from);
        let (new_own, new_other) = (own.minus(&from.own), other.minus(&from.other));

        let Heir { moved, changed, now_at, .. } = self;
        web.take_over(from, moved, &new_own.or(&new_other), now_at, changed);
        rules.winning = None;
        if let Some((a, b)) = web.winning_pair {
            web.semis(a, b).for_each(|(_, link)| rules.note_winning(&link.carrier));
        }
        for link in &*changed {
            let (a, b) = link.ends;
            let (a, b) = (web.chain[usize::from(a)], web.chain[usize::from(b)]);
            if a != NONE && b != NONE && a != b && !link.carrier.meets(&new_other) {
                let taken = !link.is_full() && new_own.contains(link.key);
                let key = if taken { NONE } else { link.key };
                rules.offer(web, a, b, key, link.carrier.minus(&new_own));
            }
        }
        self.join_edges(web);
    }

    /// Gives every stone its chain. A chain goes by the best connected of the points that it is
    /// made of, so that only the connections of the others need to be looked at again.
    fn find_chains(&mut self, web: &mut Web<W>, from: &Web<W>) {
        let points = web.points.clone();
        self.moved.clear();
        self.moved.resize(web.chain.len(), false);
        for (chain, point) in web.chain.iter_mut().zip(0..) {
            *chain = point;
        }
        for cell in web.other.iter() {
            web.chain[usize::from(cell)] = NONE;
            self.moved[usize::from(cell)] = true;
        }
        let mut left = web.own;
        for first in web.own.iter() {
            if !left.contains(first) {
                continue;
            }
            left.remove(first);
            self.stack.clear();
            self.stack.push(first);
            let mut i = 0;
            while let Some(&cell) = self.stack.get(i) {
                for neighbour in points.topology.neighbours(Cell(cell)) {
                    if left.contains(neighbour.0) {
                        left.remove(neighbour.0);
                        self.stack.push(neighbour.0);
                    }
                }
                i += 1;
            }
            let edge = self.stack.iter().find_map(|&cell| points.touched(cell).first());
            let chain = match edge {
                Some(&edge) if points.edges_are_solid() => edge,
                _ => {
                    let parts = self.stack.iter().map(|&cell| from.chain[usize::from(cell)]);
                    parts.max_by_key(|&part| from.near[usize::from(part)].len()).unwrap_or(first)
                }
            };
            for &cell in &self.stack {
                web.chain[usize::from(cell)] = chain;
                self.moved[usize::from(cell)] = cell != chain;
            }
        }
    }

    /// A chain from one of the colour's edges to the other.
    fn join_edges(&mut self, web: &mut Web<W>) {
        if !web.points.edges_are_solid() {
            return;
        }
        // A chain goes by the first edge that it was found to touch.
        let edges = (web.points.cells, web.points.cells + 1);
        let joined = web.own.iter().any(|cell| {
            let edge = web.chain[usize::from(cell)];
            let other = if edge == edges.0 { edges.1 } else { edges.0 };
            web.points.is_goal(edge) && web.points.touched(cell).contains(&other)
        });
        if joined {
            web.offer(edges.0, edges.1, NONE, Bits::EMPTY);
        }
    }
}
