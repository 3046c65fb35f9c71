//! The rules by which connections follow from each other.
//!
//! - **AND, through a chain.** Full connections from a chain to two points, with nothing in
//!   common, are a full connection between these points.
//! - **AND, through a vacant cell.** The same there is a semi-connection: taking the cell makes it
//!   full.
//! - **OR.** Semi-connections between the same two points, with no cell that all of them need, are
//!   a full connection: wherever the opponent moves, one of them is untouched.
//! - **Goals.** Full connections from a point to two goals, with nothing in common, are one to both
//!   at once; if one of them is a semi-connection, so is the whole. Whoever is connected to a goal
//!   that holds a prize is connected to it from *anywhere*.
//!
//! Connections are settled in the order of their size and every rule makes larger ones from
//! smaller, so what is settled is rarely improved on later.

use super::bits::Bits;
use super::points::NONE;
use super::web::{Link, State, Web};
use super::{ConnectionSettings, Enough};
use spinney_game::Interrupt;
use std::mem;

/// After so many connections, whoever is in a hurry is asked. They take some microseconds each.
const STEPS_AT_ONCE: usize = 32;

/// Works out what follows from the connections of a web.
#[derive(Clone)]
pub(super) struct Rules<const W: usize> {
    settings: ConnectionSettings,
    enough: Enough,
    interrupt: Option<Interrupt>,
    /// What is known of all semi-connections that win by themselves, also of those not kept.
    pub(super) winning: Option<Together<W>>,
    or: Or<W>,
    joins: Vec<(u16, u16, Bits<W>)>,
}

/// Semi-connections taken together: the cells that all of them need, and the cells of any.
#[derive(Clone, Copy)]
pub(super) struct Together<const W: usize> {
    pub(super) need: Bits<W>,
    pub(super) cover: Bits<W>,
}

impl<const W: usize> Together<W> {
    pub(super) fn of(carriers: impl Iterator<Item = Bits<W>>) -> Option<Together<W>> {
        let alone = |carrier| Together { need: carrier, cover: carrier };
        carriers.map(alone).reduce(|all, one| Together {
            need: all.need.and(&one.need),
            cover: all.cover.or(&one.cover),
        })
    }
}

impl<const W: usize> Rules<W> {
    pub(super) fn new(settings: ConnectionSettings) -> Rules<W> {
        Rules {
            settings,
            enough: Enough::All,
            interrupt: None,
            winning: None,
            or: Or::default(),
            joins: Vec::new(),
        }
    }

    pub(super) fn stop_at(&mut self, enough: Enough) {
        self.enough = enough;
    }

    pub(super) fn break_off_when(&mut self, interrupt: Option<Interrupt>) {
        self.interrupt = interrupt;
    }

    /// Whether enough is known of the game.
    fn is_enough(&self, web: &Web<W>) -> bool {
        let Some((a, b)) = web.winning_pair else { return false };
        let by_or = self.winning.is_some_and(|all| all.need.is_empty());
        match self.enough {
            Enough::All => false,
            Enough::WinningFull => by_or || web.fulls(a, b).next().is_some(),
            Enough::WinningSemi => self.winning.is_some() || web.fulls(a, b).next().is_some(),
        }
    }

    /// Settles everything in the queue, and what comes of it, until enough is known. `false`: it
    /// was broken off, and of the connections that there are some may be missing.
    pub(super) fn settle(&mut self, web: &mut Web<W>) -> bool {
        let mut steps = 0;
        while !self.is_enough(web)
            && let Some(i) = web.pop()
        {
            steps += 1;
            if steps % STEPS_AT_ONCE == 0 && self.interrupt.as_ref().is_some_and(|ask| ask()) {
                return false;
            }
            let link = web.links[i as usize];
            let (a, b) = link.ends;
            let settled = |(_, link): &(u32, &Link<W>)| link.state == State::Settled;
            let too_many = if link.is_full() {
                web.fulls(a, b).filter(settled).count() >= self.settings.fulls
            } else {
                web.semis(a, b).filter(settled).count() >= self.settings.semis
            };
            if too_many {
                web.drop_link(i);
                continue;
            }
            web.links[i as usize].state = State::Settled;
            if link.is_full() {
                self.and(web, a, b, &link.carrier);
                self.and(web, b, a, &link.carrier);
                web.enter_near(link.ends, &link.carrier);
            } else {
                self.join_full(web, a, b, link.key, &link.carrier);
                self.or(web, &link);
            }
        }
        true
    }

    #[inline]
    pub(super) fn offer(&mut self, web: &mut Web<W>, a: u16, b: u16, key: u16, carrier: Bits<W>) {
        if key != NONE && web.winning_pair == Some((a.min(b), a.max(b))) {
            self.note_winning(&carrier);
        }
        web.offer(a, b, key, carrier);
    }

    pub(super) fn note_winning(&mut self, carrier: &Bits<W>) {
        let so_far = self.winning.unwrap_or(Together { need: *carrier, cover: *carrier });
        let (need, cover) = (so_far.need.and(carrier), so_far.cover.or(carrier));
        self.winning = Some(Together { need, cover });
    }

    /// Goes on from `end` through `through` to wherever that is connected.
    fn and(&mut self, web: &mut Web<W>, end: u16, through: u16, carrier: &Bits<W>) {
        if web.is_goal(through) {
            return;
        }
        let (mut reach, mut taken) = (*carrier, *carrier);
        if web.is_vacant(end) {
            reach.insert(end);
        }
        let mut key = NONE;
        if web.is_vacant(through) {
            taken.insert(through);
            key = through;
        }
        let to_goal = web.is_goal(end) && !web.points.edges_are_solid();
        let near = mem::take(&mut web.near[usize::from(through)]);
        for near in &near {
            if near.reach.meets(&reach) || near.other == end {
                continue;
            }
            if to_goal && web.is_goal(near.other) {
                if let Some(both) = web.points.join(end, near.other) {
                    self.offer(web, through, both, NONE, near.reach.or(carrier));
                }
                continue;
            }
            let mut whole = near.reach.or(&taken);
            if !web.is_goal(near.other) {
                whole.remove(near.other);
            }
            self.offer(web, end, near.other, key, whole);
        }
        web.near[usize::from(through)] = near;
        if to_goal {
            if web.points.prizes(end) != 0 {
                self.offer(web, end, web.points.anywhere(), key, taken);
            }
            self.join_semis(web, through, end, carrier);
        }
    }

    /// A full connection to a goal, together with semi-connections to other goals.
    fn join_semis(&mut self, web: &mut Web<W>, from: u16, goal: u16, carrier: &Bits<W>) {
        let mut joins = mem::take(&mut self.joins);
        for other in web.points.cells..web.points.anywhere() {
            let Some(both) = web.points.join(goal, other) else { continue };
            let apart = |(_, semi): &(u32, &Link<W>)| {
                semi.state == State::Settled && !semi.carrier.meets(carrier)
            };
            let semis = web.semis(from, other).filter(apart);
            joins.extend(semis.map(|(_, semi)| (both, semi.key, semi.carrier.or(carrier))));
        }
        for (both, key, whole) in joins.drain(..) {
            self.offer(web, from, both, key, whole);
        }
        self.joins = joins;
    }

    /// A semi-connection to a goal, together with full connections to other goals.
    fn join_full(&mut self, web: &mut Web<W>, from: u16, goal: u16, key: u16, carrier: &Bits<W>) {
        let joinable = web.is_goal(goal) && !web.is_goal(from);
        if !joinable || web.points.edges_are_solid() {
            return;
        }
        let near = mem::take(&mut web.near[usize::from(from)]);
        for near in &near {
            if web.is_goal(near.other)
                && !near.reach.meets(carrier)
                && let Some(both) = web.points.join(goal, near.other)
            {
                self.offer(web, from, both, key, near.reach.or(carrier));
            }
        }
        web.near[usize::from(from)] = near;
    }

    /// Combines a semi-connection with the others of its pair.
    fn or(&mut self, web: &mut Web<W>, link: &Link<W>) {
        let (a, b) = link.ends;
        let others = || {
            let settled = |(_, semi): &(u32, &Link<W>)| semi.state == State::Settled;
            web.semis(a, b).filter(settled).map(|(_, semi)| semi.carrier)
        };
        // Most pairs have a cell that all their semi-connections need.
        if !others().fold(link.carrier, |all, semi| all.and(&semi)).is_empty() {
            return;
        }
        let mut or = mem::take(&mut self.or);
        or.semis.clear();
        or.semis.extend(others().filter(|semi| *semi != link.carrier));
        // Lists grow at the head; the small ones come first here.
        or.semis.reverse();
        or.fulls.clear();
        or.fulls.extend(web.fulls(a, b).map(|(_, full)| full.carrier));
        for full in or.combine(&link.carrier, self.settings.or_width) {
            self.offer(web, a, b, NONE, *full);
        }
        self.or = or;
    }
}

/// What the OR rule looks at; kept between calls so that nothing is allocated.
#[derive(Clone, Default)]
struct Or<const W: usize> {
    semis: Vec<Bits<W>>,
    /// For each of the semi-connections, the cells that it and all later ones need.
    needed_from: Vec<Bits<W>>,
    fulls: Vec<Bits<W>>,
}

impl<const W: usize> Or<W> {
    /// The full connections that `first` makes with up to `width` - 1 of the others, or with as
    /// many as it takes if that gives none and there is none yet.
    fn combine(&mut self, first: &Bits<W>, width: usize) -> &[Bits<W>] {
        let known = self.fulls.len();
        self.needed_from.clear();
        self.needed_from.resize(self.semis.len(), Bits::EMPTY);
        let mut needed: Option<Bits<W>> = None;
        for (semi, slot) in self.semis.iter().zip(&mut self.needed_from).rev() {
            *slot = needed.map_or(*semi, |needed| needed.and(semi));
            needed = Some(*slot);
        }
        self.extend(0, *first, *first, width - 1);
        if self.fulls.is_empty() {
            let (mut needed, mut whole) = (*first, *first);
            for semi in &self.semis {
                if !needed.within(semi) {
                    needed = needed.and(semi);
                    whole = whole.or(semi);
                }
            }
            debug_assert!(needed.is_empty());
            self.fulls.push(whole);
        }
        &self.fulls[known..]
    }

    fn extend(&mut self, from: usize, needed: Bits<W>, whole: Bits<W>, left: usize) {
        for i in from..self.semis.len() {
            if needed.meets(&self.needed_from[i]) {
                return;
            }
            let semi = self.semis[i];
            let (still, union) = (needed.and(&semi), whole.or(&semi));
            if still == needed || self.fulls.iter().any(|full| full.within(&union)) {
                continue;
            }
            if still.is_empty() {
                self.fulls.push(union);
            } else if left > 1 {
                self.extend(i + 1, still, union, left - 1);
            }
        }
    }
}
