//! Where connections are kept: by pair of ends, by end, and those not yet looked at by size.

use super::bits::Bits;
use super::points::{NONE, Points};
use std::sync::Arc;

/// The end of a list.
pub(super) const NIL: u32 = u32::MAX;

/// A connection between two points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link<const W: usize> {
    pub(super) carrier: Bits<W>,
    /// The next one in the list of its pair.
    pub(super) next: u32,
    pub(super) ends: (u16, u16),
    /// The cell that a semi-connection's owner takes first; [`NONE`]: a full connection.
    pub(super) key: u16,
    pub(super) state: State,
}

impl<const W: usize> Link<W> {
    pub(super) fn is_full(&self) -> bool {
        self.key == NONE
    }
}

/// How far a connection has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// In the queue: what follows from it is not known yet.
    Waiting,
    /// What follows from it has been worked out.
    Settled,
    /// A better one has taken its place, or there were too many.
    Dropped,
}

/// The lists of the connections between two points.
#[derive(Clone, Copy)]
struct Pair {
    fulls: u32,
    semis: u32,
}

/// A settled full connection as one of its ends sees it.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Near<const W: usize> {
    /// The carrier, and the other end if that is an empty cell: two of these that do not meet can
    /// be held at once.
    pub(super) reach: Bits<W>,
    pub(super) other: u16,
}

/// Connections of one colour in one position.
#[derive(Clone)]
pub(super) struct Web<const W: usize> {
    pub(super) points: Arc<Points>,
    /// As in `points`, nearer at hand.
    cells: u16,
    pub(super) winning_pair: Option<(u16, u16)>,
    pub(super) own: Bits<W>,
    pub(super) other: Bits<W>,
    /// The point that each point is part of: a chain for its stones, [`NONE`] under an
    /// opponent's stone.
    pub(super) chain: Vec<u16>,
    pub(super) links: Vec<Link<W>>,
    pairs: Vec<Pair>,
    pub(super) near: Vec<Vec<Near<W>>>,
    /// By size of carrier, full connections before semi-connections.
    queue: Vec<Vec<u32>>,
    shortest: usize,
}

impl<const W: usize> Web<W> {
    /// The empty board, without any connection.
    pub(super) fn new(points: Arc<Points>) -> Web<W> {
        let count = points.count();
        let pairs = count * (count - 1) / 2;
        Web {
            own: Bits::EMPTY,
            other: Bits::EMPTY,
            chain: (0..count as u16).collect(),
            links: Vec::new(),
            pairs: vec![Pair { fulls: NIL, semis: NIL }; pairs],
            near: vec![Vec::new(); count],
            queue: vec![Vec::new(); 2 * (usize::from(points.cells) + 1)],
            shortest: 0,
            cells: points.cells,
            winning_pair: points.winning_pair(),
            points,
        }
    }

    /// What it takes in memory. The empty board has the most connections.
    pub(super) fn bytes(&self) -> usize {
        let near: usize = self.near.iter().map(Vec::capacity).sum();
        let queue: usize = self.queue.iter().map(Vec::capacity).sum();
        self.links.capacity() * size_of::<Link<W>>()
            + self.pairs.len() * size_of::<Pair>()
            + near * size_of::<Near<W>>()
            + queue * size_of::<u32>()
            + self.near.len() * size_of::<Vec<()>>()
            + self.queue.len() * size_of::<Vec<()>>()
    }

    /// Takes over the connections of another web, in its order, except those of points that have
    /// moved or with a carrier that is touched: these are put into `changed`.
    pub(super) fn take_over(
        &mut self,
        from: &Web<W>,
        moved: &[bool],
        touched: &Bits<W>,
        now_at: &mut Vec<u32>,
        changed: &mut Vec<Link<W>>,
    ) {
        changed.clear();
        self.queue[self.shortest..].iter_mut().for_each(Vec::clear);
        self.shortest = self.queue.len();
        self.links.clear();
        now_at.clear();
        // A list goes from the latest link to the first, so where the next one is now is known.
        let find = |now_at: &[u32], at: u32| now_at.get(at as usize).copied().unwrap_or(NIL);
        for link in &from.links {
            let next = find(now_at, link.next);
            let (a, b) = (usize::from(link.ends.0), usize::from(link.ends.1));
            if link.state == State::Settled
                && !link.carrier.meets(touched)
                && !moved[a]
                && !moved[b]
            {
                now_at.push(self.links.len() as u32);
                self.links.push(Link { next, ..*link });
            } else {
                now_at.push(next);
                if link.state != State::Dropped {
                    changed.push(*link);
                }
            }
        }
        for (pair, before) in self.pairs.iter_mut().zip(&from.pairs) {
            pair.fulls = find(now_at, before.fulls);
            pair.semis = find(now_at, before.semis);
        }
        for (point, (near, before)) in self.near.iter_mut().zip(&from.near).enumerate() {
            near.clear();
            if !moved[point] {
                let stays =
                    |near: &&Near<W>| !near.reach.meets(touched) && !moved[usize::from(near.other)];
                near.extend(before.iter().filter(stays));
            }
        }
    }

    /// Whether the point is a cell without a stone.
    #[inline]
    pub(super) fn is_vacant(&self, point: u16) -> bool {
        !self.is_goal(point) && !self.own.contains(point)
    }

    /// See [`Points::is_goal`].
    #[inline]
    pub(super) fn is_goal(&self, point: u16) -> bool {
        point >= self.cells
    }

    #[inline]
    fn pair_index(ends: (u16, u16)) -> usize {
        debug_assert!(ends.0 < ends.1);
        let (low, high) = (usize::from(ends.0), usize::from(ends.1));
        high * (high - 1) / 2 + low
    }

    /// The settled or waiting full connections between two points.
    #[inline]
    pub(super) fn fulls(&self, a: u16, b: u16) -> impl Iterator<Item = (u32, &Link<W>)> {
        self.list(self.pairs[Self::pair_index((a.min(b), a.max(b)))].fulls)
    }

    /// The settled or waiting semi-connections between two points.
    #[inline]
    pub(super) fn semis(&self, a: u16, b: u16) -> impl Iterator<Item = (u32, &Link<W>)> {
        self.list(self.pairs[Self::pair_index((a.min(b), a.max(b)))].semis)
    }

    #[inline]
    fn list(&self, mut at: u32) -> impl Iterator<Item = (u32, &Link<W>)> {
        std::iter::from_fn(move || {
            let link = self.links.get(at as usize)?;
            let i = std::mem::replace(&mut at, link.next);
            Some((i, link))
        })
    }

    /// Adds a connection to the queue, unless there is one with no more cells, and drops those
    /// that it is better than.
    #[inline]
    pub(super) fn offer(&mut self, a: u16, b: u16, key: u16, carrier: Bits<W>) {
        let ends = (a.min(b), a.max(b));
        let pair = self.pairs[Self::pair_index(ends)];
        if self.list(pair.fulls).any(|(_, link)| link.carrier.within(&carrier)) {
            return;
        }
        if key == NONE {
            self.pairs[Self::pair_index(ends)].fulls = self.without_worse(pair.fulls, &carrier);
        } else if self.list(pair.semis).any(|(_, link)| link.carrier.within(&carrier)) {
            return;
        }
        self.pairs[Self::pair_index(ends)].semis = self.without_worse(pair.semis, &carrier);
        let i = self.insert(Link { carrier, next: NIL, ends, key, state: State::Waiting });
        let place = 2 * carrier.len() + usize::from(key != NONE);
        self.queue[place].push(i);
        self.shortest = self.shortest.min(place);
    }

    /// Puts a connection at the head of its list.
    #[inline]
    fn insert(&mut self, mut link: Link<W>) -> u32 {
        let i = self.links.len() as u32;
        let pair = &mut self.pairs[Self::pair_index(link.ends)];
        let head = if link.is_full() { &mut pair.fulls } else { &mut pair.semis };
        link.next = std::mem::replace(head, i);
        self.links.push(link);
        i
    }

    /// Tells both ends of a settled full connection. Goals need not know: nothing goes through
    /// them.
    #[inline]
    pub(super) fn enter_near(&mut self, ends: (u16, u16), carrier: &Bits<W>) {
        for (end, other) in [ends, (ends.1, ends.0)] {
            if !self.is_goal(end) {
                let near = self.near_by(other, carrier);
                self.near[usize::from(end)].push(near);
            }
        }
    }

    /// Takes back what [`Web::enter_near`] told.
    fn leave_near(&mut self, ends: (u16, u16), carrier: &Bits<W>) {
        for (end, other) in [ends, (ends.1, ends.0)] {
            let gone = self.near_by(other, carrier);
            let near = &mut self.near[usize::from(end)];
            if let Some(i) = near.iter().position(|near| *near == gone) {
                near.swap_remove(i);
            }
        }
    }

    #[inline]
    fn near_by(&self, other: u16, carrier: &Bits<W>) -> Near<W> {
        let mut reach = *carrier;
        if self.is_vacant(other) {
            reach.insert(other);
        }
        Near { reach, other }
    }

    /// Drops the connections of a list that have all these cells, and returns the list's head.
    #[inline]
    fn without_worse(&mut self, head: u32, carrier: &Bits<W>) -> u32 {
        let (mut first, mut last) = (NIL, NIL);
        let mut at = head;
        while at != NIL {
            let link = self.links[at as usize];
            let next = link.next;
            if carrier.within(&link.carrier) {
                self.links[at as usize].state = State::Dropped;
                if link.is_full() && link.state == State::Settled {
                    self.leave_near(link.ends, &link.carrier);
                }
            } else if last == NIL {
                (first, last) = (at, at);
            } else {
                self.links[last as usize].next = at;
                last = at;
            }
            at = next;
        }
        if last != NIL {
            self.links[last as usize].next = NIL;
        }
        first
    }

    /// Takes a waiting connection out of its list for good.
    pub(super) fn drop_link(&mut self, i: u32) {
        let link = self.links[i as usize];
        let pair = &mut self.pairs[Self::pair_index(link.ends)];
        let head = if link.is_full() { &mut pair.fulls } else { &mut pair.semis };
        if *head == i {
            *head = link.next;
        } else {
            let mut at = *head;
            while self.links[at as usize].next != i {
                at = self.links[at as usize].next;
            }
            self.links[at as usize].next = link.next;
        }
        self.links[i as usize].state = State::Dropped;
    }

    /// The next waiting connection, one with the smallest carrier.
    pub(super) fn pop(&mut self) -> Option<u32> {
        while self.shortest < self.queue.len() {
            while let Some(i) = self.queue[self.shortest].pop() {
                if self.links[i as usize].state == State::Waiting {
                    return Some(i);
                }
            }
            self.shortest += 1;
        }
        None
    }
}
