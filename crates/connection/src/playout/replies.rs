//! Replies to the last stone, compiled to bit masks per cell.
//!
//! Everything that is answered can be seen in the ring of six places around the last stone: a
//! bridge is *own, empty, own* in three consecutive places (the stone and the empty place were
//! the two ways through), a bridge to an edge is the same with the edge as one of the own places,
//! and walking around is *own stone one row up, empty, not the opponent's one row down*, with one
//! more cell outside the ring that must not be the opponent's. So the ring is read once, two bits
//! a place; a table says which places fit which pattern whatever the cell, and the cell's own
//! masks say which patterns count there.

use spinney_game::Rng;

use super::PlayoutSettings;
use super::board::{
    BLACK, EDGE_OF_BLACK, EDGE_OF_BOTH, EDGE_OF_WHITE, LocalBoard, NOWHERE, Owners, WHITE,
};
use spinney_board::{Around, Cell, CellSet, Stone, Topology};

/// Places in the ring of an ordinary cell. The few cells with other rings (a Poly-Y centre, the
/// five-neighbour points of a bent board) take a slower path.
const SIX: usize = 6;

/// Places of a ring, a bit each, for three patterns: bits 0–5 the bridges, 6–11 the walks with
/// the own stone before the reply, 12–17 those with the own stone after it.
type Fits = u32;
const WALKS: [u32; 2] = [6, 12];

/// What fits where, by the ring as it is read: two bits a place, the lower one own, the upper one
/// the opponent's.
static FITTING: [Fits; 1 << (2 * SIX)] = {
    let mut table = [0; 1 << (2 * SIX)];
    let mut seen = 0;
    while seen < table.len() {
        let mut k = 0;
        while k < SIX {
            let before = seen >> (2 * ((k + SIX - 1) % SIX));
            let here = seen >> (2 * k);
            let after = seen >> (2 * ((k + 1) % SIX));
            if here & 3 == 0 {
                if before & after & 1 == 1 {
                    table[seen] |= 1 << k;
                }
                if before & 1 == 1 && after & 2 == 0 {
                    table[seen] |= 1 << (WALKS[0] + k as u32);
                }
                if after & 1 == 1 && before & 2 == 0 {
                    table[seen] |= 1 << (WALKS[1] + k as u32);
                }
            }
            k += 1;
        }
        seen += 1;
    }
    table
};

/// The replies of one board.
pub(crate) struct Replies {
    /// Two to a cell: what Black may answer there, what White may.
    around: Vec<Surroundings>,
    /// The cells whose ring is not one of six places.
    odd: Vec<OddRing>,
}

/// The ring of a cell that has not six places around it. Such cells lie far from every edge, so
/// only bridges matter.
struct OddRing {
    cell: u16,
    ring: Vec<u16>,
    /// Places where a reply keeps a bridge, if the places beside it are own.
    counts: Fits,
}

/// An ordinary cell's ring and what one colour may answer in it.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Surroundings {
    ring: [u16; SIX],
    /// What counts as a reply here, if it fits.
    counts: Fits,
    /// For each of the two ways to walk around: the cell under the reply that is not in the ring.
    /// It must not be the opponent's.
    under: [u16; 2],
    odd: bool,
}

impl Replies {
    /// Compiles the patterns that are on; `None` if none is.
    pub(crate) fn compile(topology: &Topology, settings: &PlayoutSettings) -> Option<Replies> {
        if !(settings.bridges || settings.edge_bridges || settings.walk_around) {
            return None;
        }
        let mut replies = Replies { around: Vec::new(), odd: Vec::new() };
        for cell in topology.all_cells().iter() {
            let ring = ring_of(topology, cell);
            let counts = bridges_in(&ring, topology, settings);
            match <[u16; SIX]>::try_from(ring) {
                Ok(ring) => {
                    for own in Stone::BOTH {
                        let mut around =
                            Surroundings { ring, counts, under: [NOWHERE; 2], odd: false };
                        if settings.walk_around {
                            around.add_walks(topology, cell, own);
                        }
                        replies.around.push(around);
                    }
                }
                Err(ring) => {
                    replies.odd.push(OddRing { cell: cell.0, ring, counts });
                    replies.around.extend([Surroundings::ODD; 2]);
                }
            }
        }
        Some(replies)
    }

    /// Where `OWN` answers the stone just laid on `cell`, if anywhere. A connection is answered
    /// if 16 random bits are not above the threshold.
    #[inline(always)]
    pub(super) fn answer<const OWN: Owners>(
        &self,
        board: &LocalBoard,
        cell: u16,
        threshold: u16,
        rng: &mut Rng,
    ) -> Option<u16> {
        let around = &self.around[2 * usize::from(cell) + usize::from(OWN - 1)];
        let fits = around.fitting::<OWN>(board) & around.counts;
        if fits == 0 {
            return None;
        }
        self.choose::<OWN>(board, cell, fits, threshold, rng.bits())
    }

    /// One of the replies that fit, each as likely, by these random bits.
    #[inline(never)]
    fn choose<const OWN: Owners>(
        &self,
        board: &LocalBoard,
        cell: u16,
        fits: Fits,
        threshold: u16,
        bits: u64,
    ) -> Option<u16> {
        let around = &self.around[2 * usize::from(cell) + usize::from(OWN - 1)];
        let (mut places, ring) = if around.odd {
            self.odd_places(board, cell, OWN)
        } else {
            (around.open::<OWN>(board, fits), &around.ring[..])
        };
        if places == 0 || bits as u16 > threshold {
            return None;
        }
        for _ in 0..((bits >> 32) * u64::from(places.count_ones())) >> 32 {
            places &= places - 1;
        }
        Some(ring[places.trailing_zeros() as usize])
    }

    /// Every cell where `own` keeps a connection that the stone just laid on `last` threatens.
    pub(crate) fn kept(&self, board: &LocalBoard, last: Cell, own: Stone) -> CellSet {
        match own {
            Stone::Black => self.kept_by::<BLACK>(board, last),
            Stone::White => self.kept_by::<WHITE>(board, last),
        }
    }

    fn kept_by<const OWN: Owners>(&self, board: &LocalBoard, last: Cell) -> CellSet {
        let around = &self.around[2 * last.index() + usize::from(OWN - 1)];
        let (places, ring) = if around.odd {
            self.odd_places(board, last.0, OWN)
        } else {
            let fits = around.fitting::<OWN>(board) & around.counts;
            (around.open::<OWN>(board, fits), &around.ring[..])
        };
        let mut cells = CellSet::EMPTY;
        for (k, &place) in ring.iter().enumerate() {
            if places >> k & 1 == 1 {
                cells.insert(Cell(place));
            }
        }
        cells
    }

    /// The replies in a ring that is not of six places, and the ring.
    fn odd_places(&self, board: &LocalBoard, cell: u16, own: Owners) -> (u32, &[u16]) {
        let odd = self.odd.iter().find(|odd| odd.cell == cell).expect("odd cells are listed");
        let mut replies = 0;
        for (k, &reply) in odd.ring.iter().enumerate() {
            let (before, after) = beside(&odd.ring, k);
            let keeps = board.get(reply) == 0 && board.get(before) & board.get(after) & own != 0;
            replies |= u32::from(keeps) << k;
        }
        (replies & odd.counts, &odd.ring)
    }
}

/// The places around a cell in order, edges as pseudo-cells.
fn ring_of(topology: &Topology, cell: Cell) -> Vec<u16> {
    let mut ring: Vec<u16> = topology
        .around(cell)
        .iter()
        .map(|place| match *place {
            Around::Cell(c) => c.0,
            Around::Edge(e) => match topology.edge_owner(e.into()) {
                Some(Stone::Black) => EDGE_OF_BLACK,
                Some(Stone::White) => EDGE_OF_WHITE,
                None => EDGE_OF_BOTH,
            },
        })
        .collect();
    // A cell on the rim sees its edge in as many places as it takes to make a ring of six:
    // writing an edge twice changes no pattern and keeps the cell on the fast path.
    if let Some(edge) = ring.iter().position(|&place| is_edge(place)) {
        while ring.len() < SIX {
            ring.insert(edge, ring[edge]);
        }
    }
    ring
}

fn is_edge(place: u16) -> bool {
    (EDGE_OF_BLACK..=EDGE_OF_BOTH).contains(&place)
}

/// The places before and after a place of a ring.
fn beside(ring: &[u16], k: usize) -> (u16, u16) {
    (ring[(k + ring.len() - 1) % ring.len()], ring[(k + 1) % ring.len()])
}

/// Places of a ring where a reply keeps a bridge, if the places beside it are own and the
/// settings want it kept.
fn bridges_in(ring: &[u16], topology: &Topology, settings: &PlayoutSettings) -> Fits {
    let mut counts = 0;
    for (k, &reply) in ring.iter().enumerate() {
        let (before, after) = beside(ring, k);
        let wanted = match (is_edge(before), is_edge(after)) {
            // Around a three-sided centre the two may touch each other anyway.
            (false, false) => {
                settings.bridges && !topology.adjacency(Cell(before)).contains(Cell(after))
            }
            (true, true) => false,
            _ => settings.edge_bridges,
        };
        counts |= Fits::from(wanted && !is_edge(reply)) << k;
    }
    counts
}

impl Surroundings {
    /// Stands for a cell with another ring: a bridge always fits it, which leads to the slower path
    /// without a test of its own on the fast one.
    const ODD: Surroundings = Surroundings {
        ring: [EDGE_OF_BOTH, NOWHERE, EDGE_OF_BOTH, NOWHERE, NOWHERE, NOWHERE],
        counts: 1 << 1,
        under: [NOWHERE; 2],
        odd: true,
    };

    /// The last stone lies on `cell`, on the second or third row from an edge that is own's to
    /// reach; the own stone beside it is one row further in, the reply on the same row. Near a
    /// corner, where two edges are to be reached, the nearer one counts.
    fn add_walks(&mut self, topology: &Topology, cell: Cell, own: Stone) {
        let mut nearest = [u8::MAX; 2];
        for edge in 0..topology.edges() {
            if topology.edge_owner(edge).is_some_and(|owner| owner != own) {
                continue;
            }
            let row = |place: u16| topology.distance_to(edge, Cell(place));
            let here = row(cell.0);
            if !(1..=2).contains(&here) {
                continue;
            }
            for (k, &reply) in self.ring.iter().enumerate() {
                let (before, after) = beside(&self.ring, k);
                for (way, stone, below) in [(0, before, after), (1, after, before)] {
                    let fits = [reply, stone, below].iter().all(|&p| !is_edge(p))
                        && row(stone) == here + 1
                        && row(reply) == here
                        && row(below) == here - 1;
                    if fits && here < nearest[way] {
                        let other = topology
                            .neighbours(Cell(reply))
                            .iter()
                            .find(|&&c| c.0 != below && row(c.0) == here - 1);
                        self.under[way] = other.map_or(NOWHERE, |c| c.0);
                        self.counts &= !(0b11_1111 << WALKS[way]);
                        self.counts |= 1 << (WALKS[way] + k as u32);
                        nearest[way] = here;
                    }
                }
            }
        }
    }

    /// What fits in the ring as it is.
    #[inline(always)]
    fn fitting<const OWN: Owners>(&self, board: &LocalBoard) -> Fits {
        let at = |k: usize| usize::from(board.get(self.ring[k]));
        // Written so that every step is one address computation.
        let seen = ((at(2) * 4 + at(1)) * 4 + at(0)) + ((at(5) * 4 + at(4)) * 4 + at(3)) * 64;
        let seen = if OWN == BLACK { seen } else { (seen & 0x555) * 2 + ((seen >> 1) & 0x555) };
        FITTING[seen % FITTING.len()]
    }

    /// The places where what fits is really a reply: a walk must not have the opponent under it.
    fn open<const OWN: Owners>(&self, board: &LocalBoard, fits: Fits) -> u32 {
        let mut places = fits;
        for (way, &under) in self.under.iter().enumerate() {
            if board.get(under) & (OWN ^ (BLACK | WHITE)) == 0 {
                places |= fits >> WALKS[way];
            }
        }
        places & 0b11_1111
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use spinney_game::Game;

    /// What the patterns mean, said without rings: a reply keeps a bridge if it and the last
    /// stone are all that two own ends have in common.
    fn keeps_bridge(position: &Position, own: Stone, last: Cell, reply: Cell) -> bool {
        let t = position.topology();
        let mine = position.stones(own);
        let beside_both = t.adjacency(last).and(t.adjacency(reply)).and(mine);
        let ways = |a: Cell, b: Cell| t.adjacency(a).and(t.adjacency(b));
        beside_both.iter().any(|a| {
            beside_both.iter().any(|b| {
                a < b && !t.adjacency(a).contains(b) && {
                    let ways = ways(a, b);
                    ways.len() == 2 && ways.contains(last) && ways.contains(reply)
                }
            })
        })
    }

    fn keeps_edge(position: &Position, own: Stone, last: Cell, reply: Cell) -> bool {
        let t = position.topology();
        let open = |e: usize| t.edge_owner(e).is_none_or(|owner| owner == own);
        let shared = t.edge_mask(last) & t.edge_mask(reply);
        (0..t.edges()).any(|e| shared >> e & 1 == 1 && open(e))
            && !t.adjacency(last).and(t.adjacency(reply)).and(position.stones(own)).is_empty()
    }

    /// Random positions of a board, each with its last stone.
    fn positions(text: &str, count: usize) -> impl Iterator<Item = Position> {
        let start = Position::from_text(text).unwrap();
        let mut rng = Rng::new(7, 0);
        std::iter::repeat_with(move || {
            let mut position = start.clone();
            let mut moves = Vec::new();
            for _ in 0..=rng.below(start.topology().cells() as u32 - 2) {
                moves.clear();
                position.moves(&mut moves);
                match rng.choose(&moves) {
                    Some(&m) => position.play(m),
                    None => break,
                }
            }
            position
        })
        .filter(|position| position.winner().is_none())
        .take(count)
    }

    #[test]
    fn bridges_and_edge_bridges_are_what_their_definition_says() {
        let both = PlayoutSettings { walk_around: false, ..PlayoutSettings::default() };
        for text in
            ["hex 7x7", "hex 5x9", "y 8", "y bent-27", "polyy 5,5", "polyy 9,4", "polyy 3,5"]
        {
            let topology = Position::from_text(text).unwrap().topology().clone();
            let replies = Replies::compile(&topology, &both).unwrap();
            let mut board = LocalBoard::default();
            let mut kept = 0;
            for position in positions(text, 3_000) {
                let (own, last) = (position.to_move(), position.last_move().unwrap());
                board.set_up(&position);
                let expected: CellSet = topology
                    .neighbours(last)
                    .iter()
                    .copied()
                    .filter(|&c| position.stone_at(c).is_none())
                    .filter(|&c| {
                        keeps_bridge(&position, own, last, c) || keeps_edge(&position, own, last, c)
                    })
                    .collect();
                let found = replies.kept(&board, last, own);
                // Beside a three-sided centre two cells can be bridged across the ring, not along
                // it; that one pattern is not looked for.
                let expected =
                    if text.starts_with("polyy 3") { expected.and(&found) } else { expected };
                assert_eq!(found, expected, "{}", position.text());
                kept += found.len();
            }
            assert!(kept > 100, "{text}: the test must see replies");
        }
    }

    #[test]
    fn each_pattern_can_be_turned_off() {
        let uniform = PlayoutSettings::uniform();
        let topology = Position::from_text("polyy 5,7").unwrap().topology().clone();
        assert!(Replies::compile(&topology, &uniform).is_none());
        // The published counts for this board: bridges around cells off the rim, edge bridges.
        let count = |settings: &PlayoutSettings, rim: bool| -> u32 {
            let replies = Replies::compile(&topology, settings).unwrap();
            let ordinary: u32 = topology
                .all_cells()
                .iter()
                .filter(|&c| (topology.edge_distance(c) == 0) == rim)
                .map(|c| &replies.around[2 * c.index()])
                .filter(|around| !around.odd)
                .map(|around| (around.counts & 0b11_1111).count_ones())
                .sum();
            let odd: usize = replies.odd.iter().map(|odd| odd.ring.len()).sum();
            ordinary + if rim { 0 } else { odd as u32 }
        };
        assert_eq!(count(&PlayoutSettings { bridges: true, ..uniform.clone() }, false), 455);
        assert_eq!(count(&PlayoutSettings { edge_bridges: true, ..uniform.clone() }, true), 60);
    }

    /// Black has come down to the third row; White blocks below; Black steps aside.
    #[test]
    fn a_blocked_stone_walks_around() {
        let mut position = Position::from_text("hex 7x7").unwrap();
        for text in ["d4", "d5"] {
            let m = position.parse_move(text).unwrap();
            position.play(m);
        }
        let walking = PlayoutSettings { walk_around: true, ..PlayoutSettings::uniform() };
        let replies = Replies::compile(position.topology(), &walking).unwrap();
        let mut board = LocalBoard::default();
        let mut kept = |position: &Position| {
            board.set_up(position);
            let kept = replies.kept(&board, position.last_move().unwrap(), Stone::Black);
            kept.iter().map(|c| position.topology().cell_name(c).to_string()).collect::<Vec<_>>()
        };
        assert_eq!(kept(&position), ["c5"], "the other cell below d4");

        // With a white stone under that cell there is nothing to walk to.
        let mut blocked = Position::from_text("hex 7x7").unwrap();
        for text in ["d4", "b6", "g1", "d5"] {
            let m = blocked.parse_move(text).unwrap();
            blocked.play(m);
        }
        assert_eq!(kept(&blocked), Vec::<String>::new());
    }
}
