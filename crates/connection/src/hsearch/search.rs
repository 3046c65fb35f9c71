//! The connections of one colour, in carriers of a fixed number of words.

use super::bits::Bits;
use super::inherit::Heir;
use super::points::{NONE, Points};
use super::rules::{Rules, Together};
use super::web::Web;
use super::{ConnectionSettings, Endpoint, SemiConnection, Verdict, prizes};
use crate::{Cell, CellSet, Stone, Topology};
use std::sync::Arc;

#[derive(Clone)]
pub(super) struct Search<const W: usize> {
    /// The connections on the empty board.
    start: Arc<Web<W>>,
    web: Web<W>,
    /// The web before the present one; swapped with it at every step.
    spare: Web<W>,
    rules: Rules<W>,
    heir: Heir<W>,
    verdict: Verdict,
}

impl<const W: usize> Search<W> {
    pub(super) fn new(
        topology: &Arc<Topology>,
        stone: Stone,
        settings: &ConnectionSettings,
    ) -> Search<W> {
        let points = Arc::new(Points::new(topology, stone));
        let mut start = Web::new(points.clone());
        let mut rules = Rules::new(*settings);
        for cell in 0..points.cells {
            for neighbour in topology.neighbours(Cell(cell)) {
                start.offer(cell, neighbour.0, NONE, Bits::EMPTY);
            }
            for &goal in points.touched(cell) {
                start.offer(cell, goal, NONE, Bits::EMPTY);
            }
        }
        rules.settle(&mut start);
        let start = Arc::new(start);
        let nothing = || Web::new(points.clone());
        let mut search = Search {
            start,
            web: nothing(),
            spare: nothing(),
            rules,
            heir: Heir::default(),
            verdict: Verdict::default(),
        };
        search.build(&CellSet::EMPTY, &CellSet::EMPTY);
        search
    }

    pub(super) fn count(&self) -> usize {
        self.web.links.len()
    }

    pub(super) fn build(&mut self, own: &CellSet, opponent: &CellSet) {
        let (own, opponent) = (Bits::narrow(own), Bits::narrow(opponent));
        let Search { start, web, rules, heir, .. } = self;
        heir.inherit(web, rules, start, own, opponent);
        self.conclude();
    }

    pub(super) fn update(&mut self, own: &CellSet, opponent: &CellSet) {
        let (more, other) = (Bits::narrow(own), Bits::narrow(opponent));
        if !self.web.own.within(&more) || !self.web.other.within(&other) {
            return self.build(own, opponent);
        }
        std::mem::swap(&mut self.web, &mut self.spare);
        let Search { web, spare, rules, heir, .. } = self;
        heir.inherit(web, rules, spare, more, other);
        self.conclude();
    }

    pub(super) fn follow(&mut self, before: &Search<W>, own: &CellSet, opponent: &CellSet) {
        let (own, opponent) = (Bits::narrow(own), Bits::narrow(opponent));
        self.heir.inherit(&mut self.web, &mut self.rules, &before.web, own, opponent);
        self.conclude();
    }

    /// Works out what follows and what it says of the game.
    fn conclude(&mut self) {
        self.rules.settle(&mut self.web);
        let Search { web, rules, verdict, .. } = self;
        verdict.semis.clear();
        let full;
        let together;
        match web.points.winning_pair() {
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
        // If no cell is in all of them, the OR rule makes one full connection of them all.
        let by_or = together.filter(|all| all.need.is_empty()).map(|all| all.cover);
        verdict.full = full.or(by_or).map(|carrier| carrier.widen());
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

    /// The point where a connection ends; `None` on an opponent's stone or edge.
    fn point(&self, end: Endpoint) -> Option<u16> {
        let point = match end {
            Endpoint::Cell(cell) => *self.web.chain.get(cell.index())?,
            Endpoint::Edge(edge) => self.web.points.edge(edge)?,
        };
        (point != NONE).then_some(point)
    }

    fn ends(&self, a: Endpoint, b: Endpoint) -> Option<(u16, u16)> {
        let (a, b) = (self.point(a)?, self.point(b)?);
        (a != b).then_some((a, b))
    }

    pub(super) fn fulls(&self, a: Endpoint, b: Endpoint) -> Vec<CellSet> {
        let links = self.ends(a, b).into_iter().flat_map(|(a, b)| self.web.fulls(a, b));
        links.map(|(_, link)| link.carrier.widen()).collect()
    }

    pub(super) fn semis(&self, a: Endpoint, b: Endpoint) -> Vec<SemiConnection> {
        let links = self.ends(a, b).into_iter().flat_map(|(a, b)| self.web.semis(a, b));
        links.map(|(_, link)| semi_connection((link.key, link.carrier))).collect()
    }
}

fn semi_connection<const W: usize>((key, carrier): (u16, Bits<W>)) -> SemiConnection {
    SemiConnection { key: Cell(key), carrier: carrier.widen() }
}
