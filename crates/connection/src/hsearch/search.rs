//! The connections of one colour, in carriers of a fixed number of words.

use super::bits::Bits;
use super::inherit::Heir;
use super::points::{NONE, Points};
use super::rules::{Rules, Together};
use super::web::Web;
use super::{ConnectionSettings, Endpoint, Enough, SemiConnection, Verdict, prizes};
use crate::{Board, Monotone};
use spinney_board::{Cell, CellSet, Stone};
use spinney_game::Interrupt;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// How many positions are kept, by how much memory there is: at least two, so that one can follow
/// from another.
const KEPT: RangeInclusive<usize> = 2..=128;
/// The bytes that positions may take unless told otherwise.
const BYTES: usize = 4 << 20;

#[derive(Clone)]
pub(super) struct Search<const W: usize> {
    /// The connections on the empty board.
    start: Arc<Web<W>>,
    /// The latest positions, the present one among them.
    webs: Vec<Web<W>>,
    /// For each of them its stones and when it was last used, nearer at hand than in the webs.
    shelf: Vec<Shelved<W>>,
    /// Which one is the present position.
    present: usize,
    /// How many positions are kept.
    kept: usize,
    clock: u64,
    rules: Rules<W>,
    heir: Heir<W>,
    verdict: Verdict,
}

/// What is to be known of a position that is kept.
#[derive(Clone, Copy)]
struct Shelved<const W: usize> {
    own: Bits<W>,
    other: Bits<W>,
    stones: usize,
    last_used: u64,
    /// Whether all its connections have been worked out, so that others can follow from it.
    is_whole: bool,
}

impl<const W: usize> Search<W> {
    pub(super) fn new<G: Monotone>(
        board: &Board<G>,
        stone: Stone,
        settings: &ConnectionSettings,
    ) -> Search<W> {
        let points = Arc::new(Points::new(board, stone));
        let mut start = Web::new(points.clone());
        let mut rules = Rules::new(*settings);
        for cell in 0..points.cells {
            for neighbour in board.topology().neighbours(Cell(cell)) {
                start.offer(cell, neighbour.0, NONE, Bits::EMPTY);
            }
            for &goal in points.touched(cell) {
                start.offer(cell, goal, NONE, Bits::EMPTY);
            }
        }
        let _ = rules.settle(&mut start);
        let mut search = Search {
            start: Arc::new(start),
            webs: Vec::new(),
            shelf: Vec::new(),
            present: 0,
            kept: 0,
            clock: 0,
            rules,
            heir: Heir::default(),
            verdict: Verdict::default(),
        };
        search.keep_within(BYTES);
        search
    }

    fn web(&self) -> &Web<W> {
        &self.webs[self.present]
    }

    pub(super) fn count(&self) -> usize {
        self.web().links.len()
    }

    pub(super) fn stop_at(&mut self, enough: Enough) {
        self.rules.stop_at(enough);
    }

    pub(super) fn break_off_when(&mut self, interrupt: Option<Interrupt>) {
        self.rules.break_off_when(interrupt);
    }

    pub(super) fn is_whole(&self) -> bool {
        self.shelf[self.present].is_whole
    }

    pub(super) fn keep_within(&mut self, bytes: usize) {
        self.kept = (bytes / self.start.bytes()).clamp(*KEPT.start(), *KEPT.end());
        self.webs.truncate(0);
        self.shelf.truncate(0);
        self.build(&CellSet::EMPTY, &CellSet::EMPTY);
    }

    pub(super) fn build(&mut self, own: &CellSet, opponent: &CellSet) {
        let (own, other) = (Bits::narrow(own), Bits::narrow(opponent));
        self.present = self.shelve(own, other);
        let Search { start, webs, rules, heir, present, .. } = self;
        heir.inherit(&mut webs[*present], rules, start, own, other);
        self.conclude();
    }

    pub(super) fn update(&mut self, own: &CellSet, opponent: &CellSet) {
        let (more, other) = (Bits::narrow(own), Bits::narrow(opponent));
        let fits = |kept: &Shelved<W>| {
            kept.is_whole && kept.own.within(&more) && kept.other.within(&other)
        };
        let fitting = self.shelf.iter().enumerate().filter(|(_, kept)| fits(kept));
        let nearest = fitting.max_by_key(|(_, kept)| (kept.stones, kept.last_used));
        let Some((before, _)) = nearest else {
            return self.build(own, opponent);
        };
        self.clock += 1;
        self.shelf[before].last_used = self.clock;
        self.present = self.shelve(more, other);
        let Search { webs, rules, heir, present, .. } = self;
        let [web, from] =
            webs.get_disjoint_mut([*present, before]).expect("what was just used stays");
        heir.inherit(web, rules, from, more, other);
        self.conclude();
    }

    /// Makes room for a position in place of the one that was not used for the longest time. Says
    /// which web is to hold it.
    fn shelve(&mut self, own: Bits<W>, other: Bits<W>) -> usize {
        self.clock += 1;
        let stones = own.len() + other.len();
        let shelved = Shelved { own, other, stones, last_used: self.clock, is_whole: false };
        if self.webs.len() < self.kept {
            self.webs.push(Web::new(self.start.points.clone()));
            self.shelf.push(shelved);
            return self.webs.len() - 1;
        }
        let oldest = (0..self.kept).min_by_key(|&i| self.shelf[i].last_used).unwrap_or(0);
        self.shelf[oldest] = shelved;
        oldest
    }

    /// Works out what follows and what it says of the game.
    fn conclude(&mut self) {
        let Search { webs, shelf, rules, verdict, present, .. } = self;
        let web = &mut webs[*present];
        shelf[*present].is_whole = rules.settle(web);
        verdict.semis.clear();
        let full;
        let together;
        match web.winning_pair {
            Some((a, b)) => {
                full = web.fulls(a, b).map(|(_, link)| link.carrier).min_by_key(Bits::len);
                together = rules.winning;
                let semis = web.semis(a, b).map(|(_, link)| (link.key, link.carrier));
                verdict.semis.extend(semis.map(semi_connection));
            }
            None => {
                let ways = prizes::winning(web);
                let fulls = ways.iter().filter(|(key, _)| *key == NONE);
                full = fulls.map(|(_, carrier)| *carrier).min_by_key(Bits::len);
                let semis = || ways.iter().filter(|(key, _)| *key != NONE).copied();
                together = Together::of(semis().map(|(_, carrier)| carrier));
                verdict.semis.extend(semis().map(semi_connection));
            }
        }
        verdict.semis.sort_by_key(|semi| semi.carrier.len());
        verdict.threats.clear();
        if let Some(all) = &together {
            few(&verdict.semis, all, &mut verdict.threats);
        }
        // If no cell is in all of them, the OR rule makes one full connection of them.
        let by_or = || {
            let threats = verdict.threats.iter().copied().reduce(|all, one| all.or(&one));
            threats.filter(|_| together.is_some_and(|all| all.need.is_empty()))
        };
        verdict.full = full.map(|carrier| carrier.widen()).or_else(by_or);
        let all = Bits::narrow(&web.points.topology.all_cells());
        let vacant = all.minus(&web.own).minus(&web.other);
        let mustplay = match verdict.full {
            Some(_) => Bits::EMPTY,
            None => together.map_or(vacant, |all| all.need),
        };
        verdict.mustplay = mustplay.widen();
    }

    pub(super) fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    pub(super) fn stones(&self) -> CellSet {
        self.web().own.widen()
    }

    pub(super) fn each_joint(&self, tell: &mut impl FnMut(Endpoint, Endpoint, usize)) {
        let web = self.web();
        let points = &web.points;
        let end = |point: u16| match points.goals.get(usize::from(point.wrapping_sub(points.cells)))
        {
            None if point < points.cells => Some(Endpoint::Cell(Cell(point))),
            Some(goal) if goal.is_power_of_two() => {
                Some(Endpoint::Edge(goal.trailing_zeros() as u8))
            }
            _ => None,
        };
        for b in 1..points.count() as u16 {
            let Some(at_b) = end(b) else { continue };
            for a in 0..b {
                let carriers = web.fulls(a, b).map(|(_, link)| link.carrier);
                if let Some(all) = Together::of(carriers)
                    && let Some(at_a) = end(a)
                {
                    tell(at_a, at_b, all.need.len());
                }
            }
        }
    }

    /// The point where a connection ends; `None` on an opponent's stone or edge.
    fn point(&self, end: Endpoint) -> Option<u16> {
        let point = match end {
            Endpoint::Cell(cell) => *self.web().chain.get(cell.index())?,
            Endpoint::Edge(edge) => self.web().points.edge(edge)?,
        };
        (point != NONE).then_some(point)
    }

    fn ends(&self, a: Endpoint, b: Endpoint) -> Option<(u16, u16)> {
        let (a, b) = (self.point(a)?, self.point(b)?);
        (a != b).then_some((a, b))
    }

    pub(super) fn fulls(&self, a: Endpoint, b: Endpoint) -> Vec<CellSet> {
        let links = self.ends(a, b).into_iter().flat_map(|(a, b)| self.web().fulls(a, b));
        links.map(|(_, link)| link.carrier.widen()).collect()
    }

    pub(super) fn semis(&self, a: Endpoint, b: Endpoint) -> Vec<SemiConnection> {
        let links = self.ends(a, b).into_iter().flat_map(|(a, b)| self.web().semis(a, b));
        links.map(|(_, link)| semi_connection((link.key, link.carrier))).collect()
    }
}

/// The carriers of a few of the semi-connections, the smallest first, that all need no other cells
/// than what all of them need; the cells of them all, if it takes more than are kept.
fn few<const W: usize>(semis: &[SemiConnection], all: &Together<W>, few: &mut Vec<CellSet>) {
    let target = all.need.widen();
    let mut need: Option<CellSet> = None;
    for SemiConnection { carrier, .. } in semis {
        if need == Some(target) {
            return;
        }
        let less = need.map_or(*carrier, |need| need.and(carrier));
        if need != Some(less) {
            few.push(*carrier);
            need = Some(less);
        }
    }
    if need != Some(target) {
        few.clear();
        few.push(all.cover.widen());
    }
}

fn semi_connection<const W: usize>((key, carrier): (u16, Bits<W>)) -> SemiConnection {
    SemiConnection { key: Cell(key), carrier: carrier.widen() }
}
