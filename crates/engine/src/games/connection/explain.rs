//! All that is provable about a position of a connection game, in the words of the waist.

use spinney_board::{Cell, CellSet, Stone, Topology};
use spinney_connection::{
    Board, ConnectionSettings, Connections, Endpoint, Inferior, InferiorCells, Position, Reason,
    SemiConnection,
};
use spinney_game::Game;

use crate::connections::{Connection, Strength};
use crate::explanation::{
    Explanation, FillIn, FillInCause, Ground, InferiorMove, Inferiority, Link, SideKnowledge,
};

/// Where the colours may still change hands, what holds for stones says nothing of players.
const BEFORE_THE_SWAP: &str = "if nobody swaps";

/// Explains a position.
pub(super) fn explain(position: &Position) -> Explanation {
    let mut told = Explanation { position: position.text(), ..Explanation::default() };
    if let Some(winner) = position.winner() {
        told.winner = Some(winner.name());
        told.ground = Some(Ground::GameOver);
        return told;
    }
    let to_move = position.to_move();
    told.to_move = Some(to_move.name());
    told.note = position.swap_open().then_some(BEFORE_THE_SWAP);
    let mut cells = InferiorCells::new(position.board());
    let found = cells.analyse(position, to_move).clone();
    let board = Filled { board: position.board(), found: &found };
    told.fill_in = board.fill_in();
    match found.winner() {
        Some(winner) => {
            told.winner = Some(winner.name());
            told.ground = Some(Ground::FillIn);
            told.moves = board.names(found.candidates());
        }
        None => {
            // What is tried out later would be found instead.
            let parts = Stone::BOTH.map(|stone| cells.parts(stone));
            told.inferior = board.inferior(&mut cells, to_move);
            board.connect(to_move, &parts, &mut told);
        }
    }
    if told.note.is_some() {
        // Whoever swaps takes the win along.
        (told.winner, told.ground) = (None, None);
    }
    told
}

/// A board with its fill-in.
struct Filled<'a> {
    board: &'a Board,
    found: &'a Inferior,
}

impl Filled<'_> {
    fn topology(&self) -> &Topology {
        self.board.topology()
    }

    fn name(&self, cell: Cell) -> String {
        self.topology().cell_name(cell).to_string()
    }

    fn names(&self, cells: &CellSet) -> Vec<String> {
        cells.iter().map(|cell| self.name(cell)).collect()
    }

    fn stones(&self) -> [CellSet; 2] {
        Stone::BOTH.map(|stone| *self.found.stones(stone))
    }

    fn fill_in(&self) -> Vec<FillIn> {
        let of = |stone: Stone| {
            self.found.fill_in(stone).iter().collect::<Vec<_>>().into_iter().map(move |cell| {
                let is_dead = self.found.dead().contains(cell);
                let cause = if is_dead { FillInCause::Dead } else { FillInCause::Captured };
                FillIn { cell: self.name(cell), side: stone.name(), cause }
            })
        };
        Stone::BOTH.into_iter().flat_map(of).collect()
    }

    /// The moves that are left out, without those that are filled in.
    fn inferior(&self, cells: &mut InferiorCells, to_move: Stone) -> Vec<InferiorMove> {
        let mut explain = |cell: Cell| {
            let (reason, by, taken) = match self.found.reason(cell)? {
                Reason::Dead | Reason::Captured(_) => return None,
                Reason::Vulnerable { killer } => (Inferiority::Vulnerable, killer, CellSet::EMPTY),
                Reason::Reversible { by, carrier } => {
                    let taken = carrier.andnot(&CellSet::from_iter([by]));
                    (Inferiority::CapturedReversible, by, taken)
                }
                Reason::Dominated { by } => match self.taken(cells, to_move, by) {
                    taken if taken.contains(cell) => (Inferiority::FillInDominated, by, taken),
                    _ => (Inferiority::PathDominated, by, CellSet::EMPTY),
                },
            };
            let mut carrier = taken;
            carrier.remove(cell);
            let (cell, by) = (self.name(cell), self.name(by));
            Some(InferiorMove { cell, reason, by, carrier: self.names(&carrier) })
        };
        self.topology().all_cells().iter().filter_map(&mut explain).collect()
    }

    /// The cells that a colour gets by fill-in once it has a stone on that cell.
    fn taken(&self, cells: &mut InferiorCells, taker: Stone, cell: Cell) -> CellSet {
        let mut stones = self.stones();
        stones[taker.index()].insert(cell);
        let found = cells.fill_in(&stones);
        found.dead().or(found.captured(taker))
    }

    /// What connections tell.
    fn connect(&self, to_move: Stone, parts: &[Vec<CellSet>; 2], told: &mut Explanation) {
        let stones = self.stones();
        let both = Stone::BOTH.map(|stone| {
            let settings = ConnectionSettings::default();
            let mut links = Connections::new(self.board, stone, &settings);
            links.build(&stones[stone.index()], &stones[stone.opponent().index()]);
            links
        });
        let [mine, theirs] = [to_move, to_move.opponent()].map(|stone| &both[stone.index()]);
        if !theirs.winning_semis().is_empty() || theirs.winning_full().is_some() {
            told.mustplay = Some(self.names(theirs.mustplay()));
        }
        let left = theirs.mustplay().and(self.found.candidates());
        let keys = || mine.winning_semis().iter().map(|semi| semi.key).collect();
        let (winner, moves) = match (mine.winning_full(), mine.winning_semis()) {
            (Some(carrier), _) => (Some((to_move, Ground::Connection)), *carrier),
            (None, [_, ..]) => (Some((to_move, Ground::Connection)), keys()),
            (None, []) if theirs.winning_full().is_some() => {
                (Some((to_move.opponent(), Ground::Connection)), CellSet::EMPTY)
            }
            (None, []) if left.is_empty() => {
                (Some((to_move.opponent(), Ground::NoMoves)), CellSet::EMPTY)
            }
            (None, []) => (None, left),
        };
        told.moves = self.names(&moves);
        told.winner = winner.map(|(stone, _)| stone.name());
        told.ground = winner.map(|(_, ground)| ground);
        let knows = |stone: Stone| {
            let parts = &parts[stone.index()];
            let cut = parts.iter().filter(|_| parts.len() > 1);
            SideKnowledge {
                side: stone.name(),
                winning: self.winning(&both[stone.index()]),
                connections: self.links(&both[stone.index()]),
                parts: cut.map(|part| self.names(part)).collect(),
            }
        };
        told.sides = Stone::BOTH.map(knows).to_vec();
    }

    fn full(&self, carrier: &CellSet) -> Connection {
        Connection { strength: Strength::Full, carrier: self.names(carrier), key: None }
    }

    fn semi(&self, semi: &SemiConnection) -> Connection {
        Connection {
            strength: Strength::Semi,
            carrier: self.names(&semi.carrier),
            key: Some(self.name(semi.key)),
        }
    }

    fn winning(&self, links: &Connections) -> Vec<Connection> {
        let full = links.winning_full().map(|carrier| self.full(carrier));
        full.into_iter().chain(links.winning_semis().iter().map(|semi| self.semi(semi))).collect()
    }

    /// Whether what is connected to an end is joined by it: not so at an edge that is nobody's.
    fn joins(&self, stone: Stone, end: Endpoint) -> bool {
        match end {
            Endpoint::Cell(_) => true,
            Endpoint::Edge(edge) => self.topology().edge_owner(edge.into()) == Some(stone),
        }
    }

    /// The smallest connection of each two chains or edges of a colour, unless two others make it.
    fn links(&self, links: &Connections) -> Vec<Link> {
        let stone = links.stone();
        let seen = self.found.stones(stone).andnot(&self.found.fill_in(stone));
        let ends = Endpoint::all(self.topology(), stone, self.found.stones(stone), &seen);
        let end = |point: Endpoint| End { point, joins: self.joins(stone, point) };
        let ends: Vec<End> = ends.into_iter().map(end).collect();
        let mut joined: Vec<Joined> = (0..ends.len())
            .flat_map(|b| (0..b).map(move |a| [a, b]))
            .filter_map(|pair| Joined::smallest(links, &ends, pair))
            .collect();
        // What another one is made of comes before it.
        joined.sort_by_key(|j| {
            let at_rim = j.ends.iter().filter(|&&end| !ends[end].joins).count();
            (j.key.is_some(), j.carrier.len(), at_rim)
        });
        let mut kept: Vec<Joined> = Vec::new();
        for one in joined {
            if !one.is_made_of(&kept, &ends) {
                kept.push(one);
            }
        }
        kept.retain(|j| !j.carrier.is_empty());
        let link = |j: Joined| Link {
            ends: j.ends.map(|end| ends[end].point.name(self.topology())),
            connection: match j.key {
                Some(key) => self.semi(&SemiConnection { key, carrier: j.carrier }),
                None => self.full(&j.carrier),
            },
        };
        kept.into_iter().map(link).collect()
    }
}

/// An end of connections.
struct End {
    point: Endpoint,
    joins: bool,
}

/// Two ends and the smallest connection between them.
struct Joined {
    ends: [usize; 2],
    key: Option<Cell>,
    carrier: CellSet,
}

impl Joined {
    fn smallest(links: &Connections, ends: &[End], pair: [usize; 2]) -> Option<Joined> {
        if pair.iter().all(|&end| !ends[end].joins) {
            return None;
        }
        let [a, b] = pair.map(|end| ends[end].point);
        let full = links.fulls(a, b).into_iter().min_by_key(CellSet::len);
        let found = full.map(|carrier| (None, carrier)).or_else(|| {
            let semi = links.semis(a, b).into_iter().min_by_key(|semi| semi.carrier.len())?;
            Some((Some(semi.key), semi.carrier))
        });
        found.map(|(key, carrier)| Joined { ends: pair, key, carrier })
    }

    /// Whether two of these, joined by an end between them, are this one or part of it.
    fn is_made_of(&self, others: &[Joined], ends: &[End]) -> bool {
        let part = |a: usize, b: usize| {
            let is_between = |j: &&Joined| j.ends == [a, b] || j.ends == [b, a];
            let found = others.iter().find(is_between)?;
            found.carrier.andnot(&self.carrier).is_empty().then_some(found)
        };
        let [a, b] = self.ends;
        let by_way_of = |end: usize| {
            let (Some(one), Some(other)) = (part(a, end), part(end, b)) else { return false };
            one.key.is_none() || other.key.is_none()
        };
        (0..ends.len()).any(|end| ends[end].joins && end != a && end != b && by_way_of(end))
    }
}
