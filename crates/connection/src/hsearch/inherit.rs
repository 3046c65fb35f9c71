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
use super::web::{State, Web};
use crate::Cell;

/// What takes over the connections of another web. Keeps what need not be allocated anew.
#[derive(Clone, Default)]
pub(super) struct Heir<const W: usize> {
    changed: Vec<(u16, u16, u16, Bits<W>)>,
    stack: Vec<u16>,
    /// For each point of the new web, the one of the old web whose connections stay.
    keeper: Vec<u16>,
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
        web.clear();
        (web.own, web.other) = (own, other);
        self.find_chains(web);
        self.choose_keepers(web, from);
        rules.winning = None;
        let (new_own, new_other) = (own.minus(&from.own), other.minus(&from.other));
        let winning_pair = web.points.winning_pair();

        self.changed.clear();
        for link in from.links.iter().filter(|link| link.state != State::Dropped) {
            let (a, b) = link.ends;
            let (at_a, at_b) = (web.chain[usize::from(a)], web.chain[usize::from(b)]);
            if link.carrier.meets(&new_other) || at_a == NONE || at_b == NONE || at_a == at_b {
                continue;
            }
            let carrier = link.carrier.minus(&new_own);
            let taken = !link.is_full() && new_own.contains(link.key);
            let key = if taken { NONE } else { link.key };
            let moved = self.keeper[usize::from(at_a)] != a || self.keeper[usize::from(at_b)] != b;
            if moved || taken || carrier != link.carrier || link.state == State::Waiting {
                self.changed.push((at_a, at_b, key, carrier));
                continue;
            }
            if key != NONE && winning_pair == Some(link.ends) {
                rules.note_winning(&carrier);
            }
            web.insert_settled(at_a, at_b, key, carrier);
        }
        for &(a, b, key, carrier) in &self.changed {
            rules.offer(web, a, b, key, carrier);
        }
        self.join_edges(web);
    }

    /// Gives every stone its chain.
    fn find_chains(&mut self, web: &mut Web<W>) {
        let points = web.points.clone();
        for (point, chain) in web.chain.iter_mut().enumerate() {
            let cell = point < usize::from(points.cells);
            let lost = cell && web.other.contains(point as u16);
            *chain = if lost { NONE } else { point as u16 };
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
            let solid = points.edges_are_solid();
            let edge = self.stack.iter().find_map(|&cell| points.touched(cell).first());
            let chain = edge.filter(|_| solid).copied().unwrap_or(first);
            for &cell in &self.stack {
                web.chain[usize::from(cell)] = chain;
            }
        }
    }

    /// Of the points that have become one, the best connected keeps its connections: only those of
    /// the others need to be looked at again.
    fn choose_keepers(&mut self, web: &Web<W>, from: &Web<W>) {
        self.keeper.clear();
        self.keeper.extend(0..web.chain.len() as u16);
        for (point, &chain) in web.chain.iter().enumerate() {
            if chain == NONE || from.chain[point] != point as u16 || web.points.is_goal(chain) {
                continue;
            }
            let keeper = &mut self.keeper[usize::from(chain)];
            let links = |point: usize| match from.chain[point] == point as u16 {
                true => from.near[point].len() as isize,
                false => -1,
            };
            if links(point) > links(usize::from(*keeper)) {
                *keeper = point as u16;
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
