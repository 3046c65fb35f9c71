//! Every connection that H-search claims survives every attack, played out by brute force.

use rustc_hash::FxHashMap;
use spinney_board::{Cell, CellSet, Stone};
use spinney_connection::{Board, ConnectionSettings, Connections, EdgeGoal, Endpoint, Position};
use spinney_game::conformance::thorough;
use spinney_game::{Game, Rng};

/// A small board, one bit a cell, and its rules written down once more.
struct Referee {
    board: Board,
    next_to: Vec<u32>,
    edges: Vec<u32>,
    /// Who wins from (stones of the colour, vacant cells), the other to move. For one question.
    known: FxHashMap<(u32, u32), bool>,
}

impl Referee {
    fn new(text: &str) -> Referee {
        let board = Position::from_text(text).unwrap().board().clone();
        let topology = board.topology();
        let cells = (0..topology.cells() as u16).map(Cell);
        Referee {
            next_to: cells.map(|cell| bits(topology.adjacency(cell))).collect(),
            edges: (0..topology.edges()).map(|edge| bits(topology.edge_cells(edge))).collect(),
            board,
            known: FxHashMap::default(),
        }
    }

    /// All stones connected to those of `from`.
    fn flood(&self, from: u32, stones: u32) -> u32 {
        let mut reached = from & stones;
        let mut rim = reached;
        while rim != 0 {
            let cell = rim.trailing_zeros() as usize;
            rim &= rim - 1;
            let fresh = self.next_to[cell] & stones & !reached;
            reached |= fresh;
            rim |= fresh;
        }
        reached
    }

    /// Whether the stones win for a colour.
    fn wins(&self, colour: Stone, stones: u32) -> bool {
        let touches = |group: u32, edge: usize| group & self.edges[edge] != 0;
        match self.board.goal() {
            EdgeGoal::Hex => {
                let [from, to] = if colour == Stone::Black { [0, 2] } else { [1, 3] };
                touches(self.flood(self.edges[from], stones), to)
            }
            EdgeGoal::Y => self.groups(stones).any(|group| (0..3).all(|edge| touches(group, edge))),
            EdgeGoal::Corners { sides } => {
                let sides = usize::from(sides);
                let captured = |corner: usize| {
                    self.groups(stones).any(|group| {
                        let third = (0..sides).filter(|&edge| touches(group, edge)).count() > 2;
                        touches(group, corner) && touches(group, (corner + 1) % sides) && third
                    })
                };
                2 * (0..sides).filter(|&corner| captured(corner)).count() > sides
            }
        }
    }

    fn groups(&self, stones: u32) -> impl Iterator<Item = u32> {
        let mut left = stones;
        std::iter::from_fn(move || {
            let group = self.flood(left & left.wrapping_neg(), left);
            left &= !group;
            (group != 0).then_some(group)
        })
    }

    /// Whether a colour with these stones connects two ends.
    fn connects(&self, a: Endpoint, b: Endpoint, stones: u32) -> bool {
        let ends = [a, b].map(|end| match end {
            Endpoint::Cell(cell) => 1 << cell.0,
            Endpoint::Edge(edge) => self.edges[usize::from(edge)],
        });
        let assumed = [a, b].map(|end| if let Endpoint::Cell(c) = end { 1 << c.0 } else { 0 });
        self.flood(ends[0], stones | assumed[0] | assumed[1]) & ends[1] != 0
    }

    /// Whether a colour with these stones gets what it wants in the free cells when the other
    /// moves first. Cells that are not free are the other's.
    fn holds(&mut self, stones: u32, free: u32, got: &dyn Fn(&Referee, u32) -> bool) -> bool {
        self.known.clear();
        self.holds_from(stones, free, got)
    }

    fn holds_from(&mut self, stones: u32, free: u32, got: &dyn Fn(&Referee, u32) -> bool) -> bool {
        if got(self, stones) {
            return true;
        }
        if !got(self, stones | free) {
            return false;
        }
        if let Some(&known) = self.known.get(&(stones, free)) {
            return known;
        }
        let holds = cells(free).all(|attack| {
            let left = free & !attack;
            cells(left).any(|answer| self.holds_from(stones | answer, left & !answer, got))
        });
        self.known.insert((stones, free), holds);
        holds
    }
}

fn bits(set: &CellSet) -> u32 {
    set.words()[0] as u32
}

/// The cells of a set, each as a set.
fn cells(set: u32) -> impl Iterator<Item = u32> {
    let mut left = set;
    std::iter::from_fn(move || {
        let cell = left & left.wrapping_neg();
        left &= !cell;
        (cell != 0).then_some(cell)
    })
}

fn set(bits: u32) -> CellSet {
    cells(bits).map(|cell| Cell(cell.trailing_zeros() as u16)).collect()
}

/// Stones of each colour put anywhere, by chance, leaving at most so many vacant cells.
fn random_stones(rng: &mut Rng, cells: usize, most_vacant: usize) -> [u32; 2] {
    let vacant = rng.below(most_vacant.min(cells) as u32 + 1) as usize;
    let mut order: Vec<u32> = (0..cells as u32).collect();
    for i in (1..cells).rev() {
        order.swap(i, rng.below(i as u32 + 1) as usize);
    }
    let mut stones = [0, 0];
    for cell in &order[vacant..] {
        stones[rng.below(2) as usize] |= 1 << cell;
    }
    stones
}

/// Asks a colour for every connection and the referee whether it holds.
fn check_connections(referee: &mut Referee, connections: &Connections, own: u32, vacant: u32) {
    let chains = referee.groups(own).map(|group| group & group.wrapping_neg());
    let firsts = chains.fold(vacant, |all, cell| all | cell);
    let mut ends: Vec<Endpoint> =
        cells(firsts).map(|cell| Endpoint::Cell(Cell(cell.trailing_zeros() as u16))).collect();
    // A chain that touches an edge of its own is part of the edge: there is no other name for it.
    let topology = referee.board.topology().clone();
    let ours = |edge: usize| topology.edge_owner(edge) == Some(connections.stone());
    ends.retain(|end| {
        let Endpoint::Cell(cell) = *end else { return true };
        let chain = referee.flood(1 << cell.0, own);
        !(0..topology.edges()).any(|edge| ours(edge) && chain & referee.edges[edge] != 0)
    });
    let edges = 0..topology.edges();
    let serves = |&edge: &usize| ours(edge) || topology.edge_owner(edge).is_none();
    ends.extend(edges.filter(serves).map(|edge| Endpoint::Edge(edge as u8)));

    for (i, &a) in ends.iter().enumerate() {
        for &b in &ends[..i] {
            let got = |referee: &Referee, stones| referee.connects(a, b, stones);
            let inside = |carrier: u32| {
                let apart = |end| !matches!(end, Endpoint::Cell(c) if carrier >> c.0 & 1 != 0);
                carrier & !vacant == 0 && apart(a) && apart(b)
            };
            for carrier in connections.fulls(a, b) {
                let free = bits(&carrier);
                let claim = || format!("{a:?} to {b:?} by {carrier:?}, stones {:?}", set(own));
                assert!(inside(free), "{}", claim());
                assert!(referee.holds(own, free, &got), "full {}", claim());
            }
            for semi in connections.semis(a, b) {
                let (key, free) = (1 << semi.key.0, bits(&semi.carrier));
                let claim = || format!("{a:?} to {b:?} by {semi:?}, stones {:?}", set(own));
                assert!(inside(free) && free & key != 0, "{}", claim());
                assert!(referee.holds(own | key, free & !key, &got), "semi {}", claim());
            }
        }
    }
}

/// Compares what the connections say of the game with the truth. Returns what was claimed.
fn check_verdict(
    referee: &mut Referee,
    connections: &Connections,
    own: u32,
    vacant: u32,
) -> Claims {
    let stone = connections.stone();
    let got = move |referee: &Referee, stones| referee.wins(stone, stones);
    let about = || format!("{stone:?} on {:?}, vacant {:?}", set(own), set(vacant));
    let full = connections.winning_full();
    if let Some(carrier) = full {
        assert!(referee.holds(own, bits(carrier), &got), "full win, {} {carrier:?}", about());
    }
    for semi in connections.winning_semis() {
        let (key, free) = (1 << semi.key.0, bits(&semi.carrier));
        assert!(free & key != 0 && free & !vacant == 0, "{} {semi:?}", about());
        assert!(referee.holds(own | key, free & !key, &got), "semi win, {} {semi:?}", about());
    }
    let mustplay = bits(connections.mustplay());
    for cell in cells(vacant & !mustplay) {
        let left = vacant & !cell;
        referee.known.clear();
        let refuted = got(referee, own)
            || cells(left).any(|answer| referee.holds_from(own | answer, left & !answer, &got));
        assert!(refuted, "not in the mustplay: {:?}, {}", set(cell), about());
    }
    Claims {
        wins: usize::from(full.is_some()),
        true_wins: usize::from(referee.holds(own, vacant, &got)),
    }
}

#[derive(Default)]
struct Claims {
    wins: usize,
    true_wins: usize,
}

/// Random positions of a board, each worked out from nothing or from the one before it.
/// H-search is not complete; `seen` is the share of wins, in percent, that it must find.
fn check_board(text: &str, most_vacant: usize, count: usize, seen: usize) {
    let mut referee = Referee::new(text);
    let topology = referee.board.topology().clone();
    let settings = ConnectionSettings::default();
    let mut both = Stone::BOTH.map(|stone| Connections::new(&referee.board, stone, &settings));
    let all = bits(&topology.all_cells());
    let mut rng = Rng::new(4, topology.cells() as u64);
    let mut claims = Claims::default();
    for _ in 0..count * thorough() {
        let stones = random_stones(&mut rng, topology.cells(), most_vacant);
        let before = stones.map(|stones| stones & rng.bits() as u32 & rng.bits() as u32);
        let vacant = all & !stones[0] & !stones[1];
        for connections in &mut both {
            let (us, them) = (connections.stone().index(), connections.stone().opponent().index());
            let stepwise = rng.below(2) == 0;
            if stepwise {
                connections.build(&set(before[us]), &set(before[them]));
                connections.update(&set(stones[us]), &set(stones[them]));
            } else {
                connections.build(&set(stones[us]), &set(stones[them]));
            }
            check_connections(&mut referee, connections, stones[us], vacant);
            let more = check_verdict(&mut referee, connections, stones[us], vacant);
            claims.wins += more.wins;
            claims.true_wins += more.true_wins;
        }
    }
    println!("{text}: {} wins seen of {}", claims.wins, claims.true_wins);
    assert!(claims.wins <= claims.true_wins);
    let share = 100 * claims.wins / claims.true_wins;
    assert!(share >= seen, "{text}: {share} percent");
}

#[test]
fn every_claim_holds_in_hex() {
    check_board("hex 3x3", 9, 200, 95);
    check_board("hex 4x4", 12, 300, 95);
    check_board("hex 5x4", 12, 200, 95);
    check_board("hex 5x5", 13, 100, 95);
}

#[test]
fn every_claim_holds_in_y() {
    check_board("y 3", 6, 100, 95);
    check_board("y 4", 10, 400, 95);
    check_board("y 5", 12, 300, 95);
    check_board("y bent-27", 11, 100, 95);
}

#[test]
fn every_claim_holds_in_polyy() {
    check_board("polyy 3,3", 10, 300, 95);
    check_board("polyy 5,3", 12, 300, 75);
    check_board("polyy 7,2", 8, 100, 40);
}
