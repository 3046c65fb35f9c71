//! What can be proven about a position without search, and which moves to try first if it cannot.

use crate::{
    Action, Board, ConnectionSettings, Connections, EdgeGoal, Inferior, InferiorCells, Monotone,
    Network, PositionOf, Reason, SemiConnection,
};
use spinney_board::{Cell, CellSet, Stone, zobrist};
use spinney_game::{Game, Interrupt, StaticProof, StaticProver};

/// So few moves are tried rather than judged.
const FEW: usize = 2;
/// So few moves are put in order by what the opponent's connections say alone.
const NOT_MANY: usize = 4;

/// Proves what it can of positions on one board, and orders the moves that are left.
#[derive(Clone)]
pub struct Deduction<G: Monotone = EdgeGoal> {
    /// Whether there is time to put moves in order and to prove deeper.
    thorough: bool,
    /// Whether what will soon show is left to the search.
    frugal: bool,
    inferior: InferiorCells<G>,
    connections: [Connections; 2],
    network: Network,
    /// How much each cell matters to either colour.
    weights: Vec<f64>,
    /// Part of every key, so that those of different boards differ.
    board: u64,
}

impl<G: Monotone> Deduction<G> {
    /// For positions on that board, where moves are tried in the order that it gives them.
    pub fn new(board: &Board<G>) -> Self {
        // A search for proofs is shorter by more than these larger numbers take.
        let settings = ConnectionSettings { fulls: 16, semis: 60, or_width: 4 };
        Deduction::with(board, &settings, true)
    }

    /// The same for a search for proofs, which comes to many positions and finds out soon enough
    /// what a static proof leaves open.
    pub fn for_proofs(board: &Board<G>) -> Self {
        Deduction { frugal: true, ..Deduction::new(board) }
    }

    /// For positions on that board, where the order of moves does not matter and a static
    /// proof must not take long: none is tried deeper.
    pub fn in_passing(board: &Board<G>) -> Self {
        Deduction::with(board, &ConnectionSettings::default(), false)
    }

    fn with(board: &Board<G>, settings: &ConnectionSettings, thorough: bool) -> Self {
        Deduction {
            thorough,
            frugal: false,
            inferior: InferiorCells::new(board),
            connections: Stone::BOTH.map(|stone| Connections::new(board, stone, settings)),
            network: Network::new(board.topology()),
            weights: vec![0.0; board.topology().cells()],
            board: zobrist::board(&board.to_string()),
        }
    }

    /// What a colour meets on the way from edge to edge: see [`Network::resistance`].
    pub(crate) fn resistance(&mut self, stones: &[CellSet; 2], stone: Stone) -> f64 {
        let connections = &mut self.connections[stone.index()];
        connections.update(&stones[stone.index()], &stones[stone.opponent().index()]);
        self.network.resistance(connections)
    }

    /// The cell that a move is on; `None` for swaps.
    fn cell(&self, m: Action) -> Option<Cell> {
        (usize::from(m.0) < self.weights.len()).then_some(Cell(m.0))
    }

    /// What connections tell of these stones with that colour to move.
    fn connect(&mut self, stones: &[CellSet; 2], to_move: Stone) -> Told {
        let opponent = to_move.opponent();
        let [own, other] = [to_move, opponent].map(|stone| &stones[stone.index()]);
        let theirs = &mut self.connections[opponent.index()];
        theirs.update(other, own);
        if let Some(carrier) = theirs.winning_full() {
            return Told::Loses { carrier: *carrier };
        }
        if !theirs.is_whole() {
            return Told::Nothing;
        }
        let must = Told::MustPlay { cells: *theirs.mustplay(), threats: theirs.threats().to_vec() };
        // A win by one of a few moves will soon show.
        if self.frugal && theirs.mustplay().len() <= NOT_MANY {
            return must;
        }
        let mine = &mut self.connections[to_move.index()];
        mine.update(own, other);
        if let Some(SemiConnection { key, carrier }) = mine.winning_semis().first() {
            return Told::Wins { by: CellSet::from_iter([*key]), carrier: *carrier };
        }
        if let Some(carrier) = mine.winning_full() {
            return Told::Wins { by: *carrier, carrier: *carrier };
        }
        if mine.is_whole() { must } else { Told::Nothing }
    }

    /// Cells in the order of how much they matter: those through which the most current flows, of
    /// either colour, for what is good for one is good for the other. Where the colour to move has
    /// only a few, its opponent's network will do.
    fn sorted(&mut self, cells: &CellSet, to_move: Stone) -> Vec<Cell> {
        if !self.thorough || cells.len() == 1 {
            return cells.iter().collect();
        }
        let both = [to_move.opponent(), to_move];
        let known = if self.frugal && cells.len() <= NOT_MANY { 1 } else { 2 };
        self.weights.fill(0.0);
        for stone in &both[..known] {
            self.network.resistance(&self.connections[stone.index()]);
            for (weight, current) in self.weights.iter_mut().zip(self.network.currents()) {
                *weight += current;
            }
        }
        let weight = |cell: &Cell| self.weights[cell.index()];
        let mut sorted: Vec<Cell> = cells.iter().collect();
        sorted.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
        sorted
    }
}

/// What is known of a position with a colour to move.
enum Told {
    /// It wins with any of the cells in `by`.
    Wins {
        by: CellSet,
        carrier: CellSet,
    },
    /// It loses unless it plays one of these cells, because of threats on others.
    MustPlay {
        cells: CellSet,
        threats: Vec<CellSet>,
    },
    Loses {
        carrier: CellSet,
    },
    /// It was broken off.
    Nothing,
}

/// What is known of an open position, as far as it matters to what proofs rest on: the empty cells
/// that the winner needs. They may all be the loser's but these. (A cell that is dead stays dead,
/// what is captured or dominated by a colour stays so, with more of its stones elsewhere.)
#[derive(Clone, Debug)]
pub struct ProofContext {
    /// The colour to move.
    to_move: Stone,
    /// What each colour has captured, which it needs to keep.
    captured: [CellSet; 2],
    /// Where it must play because of what the opponent threatens, the most promising cells first.
    must: Vec<Cell>,
    /// What the opponent threatens: see [`Connections::threats`].
    threats: Vec<CellSet>,
    /// What the opponent has captured besides.
    others: CellSet,
    /// Moves that are no use because of an answer, and the cells that it takes.
    answers: Vec<(Cell, CellSet)>,
    /// All empty cells.
    vacant: CellSet,
}

impl ProofContext {
    /// The context of nothing: the carrier of any proof may be all empty cells.
    fn blank<G: Monotone>(position: &PositionOf<G>) -> ProofContext {
        let vacant = position.empties();
        ProofContext {
            to_move: position.to_move(),
            captured: [vacant; 2],
            must: Vec::new(),
            threats: Vec::new(),
            others: CellSet::EMPTY,
            answers: Vec::new(),
            vacant,
        }
    }

    /// What is left with these inferior cells. Where moves are, `moves` gets them.
    fn with_inferior<G: Monotone>(
        mut self,
        found: &Inferior,
        position: &PositionOf<G>,
        moves: &mut Vec<Action>,
    ) -> StaticProof<CellSet, ProofContext> {
        let opponent = self.to_move.opponent();
        if let Some(winner) = found.winner() {
            // The mover has as good as won: one more stone of its own does no harm anywhere.
            moves.extend(position.empties().iter().map(Action::from));
            let carrier = self.captured[winner.index()].or(found.captured(winner));
            return StaticProof::Decided { winner: position.seat_of(winner), carrier };
        }
        self.others = *found.captured(opponent);
        let answer = |&cell: &Cell| match found.reason(cell)? {
            Reason::Vulnerable { killer } => Some((cell, CellSet::from_iter([killer]))),
            Reason::Reversible { carrier, .. } => Some((cell, carrier)),
            Reason::Dead | Reason::Captured(_) | Reason::Dominated { .. } => None,
        };
        self.answers = self.must.iter().filter_map(answer).collect();
        let is_left = |cell: &Cell| found.candidates().contains(*cell);
        let before = moves.len();
        moves.extend(self.must.iter().copied().filter(is_left).map(Action::from));
        if moves.len() > before {
            return StaticProof::Open(self);
        }
        let carrier = self.carrier(&[], &CellSet::EMPTY).unwrap_or(self.vacant);
        let carrier = carrier.or(&self.captured[opponent.index()]);
        StaticProof::Decided { winner: position.seat_of(opponent), carrier }
    }

    /// The carrier of the opponent's win, if these are the carriers after some moves, and these all
    /// the moves worth trying. `None` if it cannot be told.
    ///
    /// Every move within the carrier must be refuted. A threat or a refutation of another move
    /// does that if the move is outside it, and is then part of the carrier. Not all may be
    /// needed: start with the smallest, and add others for the moves that are left.
    fn carrier(&self, refutations: &[CellSet], worth_trying: &CellSet) -> Option<CellSet> {
        let mut sorted: Vec<&CellSet> = refutations.iter().chain(&self.threats).collect();
        sorted.sort_by_key(|set| set.len());
        let must: CellSet = self.must.iter().copied().collect();
        // The answers to moves that are not worth trying are known, or they are dominated.
        let mut open = self.vacant.andnot(&must.andnot(worth_trying));
        let mut carrier = self.others;
        let mut next = **sorted.first()?;
        loop {
            carrier = self.with_answers(carrier.or(&next));
            open = open.and(&next);
            let Some(cell) = open.and(&carrier).iter().next() else { return Some(carrier) };
            match sorted.iter().find(|set| !set.contains(cell)) {
                Some(set) => next = **set,
                // The threats as a whole.
                None if !must.contains(cell) => {
                    open = open.and(&must);
                    next = self.threats.iter().fold(next, |all, set| all.or(set));
                }
                None => return None,
            }
        }
    }

    /// Adds what it takes to answer the moves within the carrier that were not tried.
    fn with_answers(&self, mut carrier: CellSet) -> CellSet {
        loop {
            let needed = self.answers.iter().filter(|(cell, _)| carrier.contains(*cell));
            let more = needed.fold(carrier, |all, (_, answer)| all.or(answer));
            if more == carrier {
                return carrier;
            }
            carrier = more;
        }
    }
}

impl<G: Monotone> StaticProver<PositionOf<G>> for Deduction<G> {
    type Carrier = CellSet;
    type Context = ProofContext;

    fn keep_within(&mut self, bytes: usize) {
        self.connections.iter_mut().for_each(|connections| connections.keep_within(bytes / 2));
    }

    fn break_off_when(&mut self, interrupt: Option<Interrupt>) {
        for connections in &mut self.connections {
            connections.break_off_when(interrupt.clone());
        }
    }

    fn prove(
        &mut self,
        position: &mut PositionOf<G>,
        moves: &mut Vec<Action>,
    ) -> StaticProof<CellSet, ProofContext> {
        if let Some(winner) = position.winner() {
            let winner = position.seat_of(winner);
            return StaticProof::Decided { winner, carrier: CellSet::EMPTY };
        }
        // What holds for stones need not hold where the colours may still change hands.
        if position.swap_open() {
            position.moves(moves);
            return StaticProof::Open(ProofContext::blank(position));
        }
        let to_move = position.to_move();
        let opponent = to_move.opponent();
        let vacant = position.empties();
        let found = self.inferior.fill_in(&Stone::BOTH.map(|stone| *position.stones(stone)));
        found.apply(position);
        let stones = Stone::BOTH.map(|stone| *found.stones(stone));
        let captured = Stone::BOTH.map(|stone| *found.captured(stone));
        let told = match found.winner() {
            // The mover has as good as won: one more stone of its own does no harm anywhere.
            Some(winner) if winner == to_move => Told::Wins { by: vacant, carrier: CellSet::EMPTY },
            Some(_) => Told::Loses { carrier: CellSet::EMPTY },
            None => self.connect(&stones, to_move),
        };
        let mut decided = |stone: Stone, by: CellSet, carrier: CellSet| {
            moves.extend(by.iter().map(Action::from));
            let carrier = carrier.or(&captured[stone.index()]);
            StaticProof::Decided { winner: position.seat_of(stone), carrier }
        };
        let (cells, threats) = match told {
            Told::Wins { by, carrier } => return decided(to_move, by, carrier),
            Told::Loses { carrier } => return decided(opponent, CellSet::EMPTY, carrier),
            Told::MustPlay { cells, threats } => (cells, threats),
            Told::Nothing => return StaticProof::BrokenOff,
        };
        // A winning move, if there is one, is among the candidates and must be played.
        let context = ProofContext {
            to_move,
            captured,
            must: self.sorted(&cells, to_move),
            threats,
            others: CellSet::EMPTY,
            answers: Vec::new(),
            vacant,
        };
        // Where there is little choice, it is soon enough to prove deeper if it comes to that.
        if self.frugal && context.must.len() <= FEW {
            moves.extend(context.must.iter().copied().map(Action::from));
            return StaticProof::Open(context);
        }
        let found = self.inferior.prune_quickly(to_move, &cells);
        context.with_inferior(found, position, moves)
    }

    fn prove_deeper(
        &mut self,
        position: &PositionOf<G>,
        context: &ProofContext,
        moves: &mut Vec<Action>,
    ) -> Option<StaticProof<CellSet, ProofContext>> {
        // In passing, what more inferior cells there are is not worth as much time again.
        if position.swap_open() || !self.thorough {
            return None;
        }
        let found = self.inferior.analyse(position, context.to_move);
        Some(context.clone().with_inferior(found, position, moves))
    }

    fn disturbs(&self, carrier: &CellSet, m: Action) -> bool {
        self.cell(m).is_none_or(|cell| carrier.contains(cell))
    }

    fn won_by(&self, _: &ProofContext, m: Action, after: &CellSet) -> Option<CellSet> {
        Some(after.iter().chain(self.cell(m)).collect())
    }

    fn lost_by(
        &self,
        context: &ProofContext,
        tried: &[(Action, CellSet)],
        untried: &[Action],
    ) -> Option<CellSet> {
        let refutations: Vec<CellSet> = tried.iter().map(|(_, carrier)| *carrier).collect();
        let moves = tried.iter().map(|(m, _)| m).chain(untried);
        let cells: Option<CellSet> = moves.map(|m| self.cell(*m)).collect();
        context.carrier(&refutations, &cells?)
    }

    fn unsimplified(&self, context: &ProofContext, won: bool, carrier: &CellSet) -> CellSet {
        let winner = if won { context.to_move } else { context.to_move.opponent() };
        carrier.or(&context.captured[winner.index()])
    }

    /// Positions that are images of each other under a symmetry of the board have the same key,
    /// and so have those with colours exchanged where the board is the same for both colours.
    fn key(&self, position: &PositionOf<G>) -> u64 {
        let to_move = position.to_move();
        let images = position.topology().symmetries().iter().map(|symmetry| {
            // What becomes of a stone's colour: seen by the player to move where edges have no
            // owner; with the edges where they do.
            let exchanged = if position.topology().edges_are_owned() {
                symmetry.exchanges_colours
            } else {
                to_move == Stone::White
            };
            self.board ^ position.stones_hash(symmetry, exchanged)
        });
        let least = images.min().expect("every board has the identity");
        if position.swap_open() { least ^ zobrist::SWAP_SIDES_OPEN } else { least }
    }
}
