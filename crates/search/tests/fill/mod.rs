//! A game on boards as wide as real ones, for tests and benchmarks: two players in turn take
//! cells, each worth a few points, until the board is full; who has more points wins.

use std::hash::{DefaultHasher, Hash, Hasher};

use spinney_game::{Actor, Game, Move, Picture, Player, Playout, Rewards, Rng, TextError, Trace};

/// Taking a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell(pub u8);

impl Move for Cell {
    fn code(self) -> u32 {
        self.0.into()
    }
    fn from_code(code: u32) -> Cell {
        Cell(code as u8)
    }
}

/// A position: whose cell each one is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fill {
    cells: u8,
    turn: Player,
    stones: [[u64; 4]; 2],
}

impl Fill {
    /// An empty board of that many cells.
    pub fn new(cells: u8) -> Fill {
        Fill { cells, turn: Player::FIRST, stones: [[0; 4]; 2] }
    }

    /// What a cell is worth, in no order.
    pub fn points(cell: u8) -> u32 {
        u32::from(cell).wrapping_mul(2_654_435_761) >> 16 & 0xffff | 1
    }

    fn is_empty(&self, cell: usize) -> bool {
        let taken = self.stones[0][cell / 64] | self.stones[1][cell / 64];
        cell < self.cells.into() && taken >> (cell % 64) & 1 == 0
    }

    fn empties(&self) -> impl Iterator<Item = u8> + '_ {
        (0..self.cells).filter(|&cell| self.is_empty(cell.into()))
    }

    fn take(&mut self, cell: u8) {
        self.stones[self.turn.index()][usize::from(cell) / 64] |= 1 << (cell % 64);
        self.turn = self.turn.opponent();
    }

    /// What the cells of each player are worth.
    pub fn all_points(&self) -> [u32; 2] {
        self.stones.map(|stones| {
            let owned = |&c: &u8| stones[usize::from(c) / 64] >> (c % 64) & 1 == 1;
            (0..self.cells).filter(owned).map(Fill::points).sum()
        })
    }

    fn result(&self) -> Rewards {
        let [first, second] = self.all_points();
        Rewards::win(if first > second { Player::FIRST } else { Player::SECOND })
    }
}

impl Game for Fill {
    type Move = Cell;

    fn name(&self) -> &'static str {
        "fill"
    }
    fn players(&self) -> usize {
        2
    }
    fn actor(&self) -> Actor {
        if self.empties().next().is_some() { Actor::Player(self.turn) } else { Actor::Nobody }
    }
    fn moves(&self, out: &mut Vec<Cell>) {
        out.extend(self.empties().map(Cell));
    }
    fn is_legal(&self, m: Cell) -> bool {
        self.is_empty(m.0.into())
    }
    fn play(&mut self, m: Cell) {
        self.take(m.0);
    }
    fn rewards(&self) -> Option<Rewards> {
        (self.actor() == Actor::Nobody).then(|| self.result())
    }
    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        Hash::hash(self, &mut hasher);
        hasher.finish()
    }
    fn move_codes(&self) -> usize {
        self.cells.into()
    }
    fn move_text(&self, m: Cell) -> String {
        m.0.to_string()
    }
    fn parse_move(&self, text: &str) -> Result<Cell, TextError> {
        text.parse().map(Cell).map_err(|_| TextError::word(text, "not a cell"))
    }
    fn text(&self) -> String {
        format!("{self:?}")
    }
    fn from_text(text: &str) -> Result<Fill, TextError> {
        text.parse().map(Fill::new).map_err(|_| TextError::word(text, "not a number of cells"))
    }
    fn side_name(&self, player: Player) -> &'static str {
        ["first", "second"][player.index()]
    }
    fn picture(&self) -> Picture {
        Picture::default()
    }
}

/// Shuffles the empty cells and deals them out.
#[derive(Clone, Default)]
pub struct Deal {
    cells: Vec<u8>,
}

impl Playout<Fill> for Deal {
    fn run(&mut self, position: &Fill, rng: &mut Rng, trace: &mut Trace) -> Rewards {
        let mut end = *position;
        self.cells.clear();
        self.cells.extend(position.empties());
        for i in (0..self.cells.len()).rev() {
            self.cells.swap(i, rng.below(i as u32 + 1) as usize);
            end.take(self.cells[i]);
        }
        if trace.wanted() {
            for player in [Player::FIRST, Player::SECOND] {
                let (before, after) = (position.stones[player.index()], end.stones[player.index()]);
                for (word, marks) in trace.player_mut(player).iter_mut().enumerate() {
                    *marks = after[word] & !before[word];
                }
            }
        }
        end.result()
    }
}
