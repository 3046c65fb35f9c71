//! A position of the game, with its rules.

mod symmetry;

use spinney_game::{
    Actor, Fact, Game, MAX_PLAYERS, Move, Picture, Player, Rewards, Setup, TextError,
};

use crate::board::Line;
use crate::cell::{Action, Cell, Placement};
use crate::margin::Margin;
use crate::rules::Rules;
use crate::table::{Stage, Table};
use crate::tile::{Tile, Tiles, tiles_of};

/// A position: the table, the open hands, what is left in the bag (not its order, which nobody
/// knows), and whose decision it is.
#[derive(Debug)]
pub struct Position {
    rules: Rules,
    table: Table,
    stage: Stage,
    /// Counts in rewards of positions with deferred draws.
    margin: Margin,
    /// Of the tiles on the table.
    hash: u64,
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position { table: self.table.clone(), ..*self }
    }

    fn clone_from(&mut self, from: &Position) {
        self.table.clone_from(&from.table);
        self.rules = from.rules;
        self.stage = from.stage;
        self.margin = from.margin;
        self.hash = from.hash;
    }
}

impl Position {
    /// Before the first tile is drawn.
    pub fn new(rules: Rules) -> Position {
        let table = Table::new(rules.colours().len() as u8);
        Position::of_table(rules, table)
    }

    pub(crate) fn of_table(rules: Rules, table: Table) -> Position {
        let hash = table.board.laid().iter().fold(0, |hash, &laid| hash ^ hash_of(laid));
        let mut position =
            Position { rules, table, stage: Stage::Over, margin: Margin::default(), hash };
        position.settle();
        position
    }

    fn settle(&mut self) {
        self.stage = self.table.advance();
        if self.stage == Stage::Free && !self.table.can_move() {
            self.stage = Stage::Deadlock;
        }
    }

    /// The position as a search had better see it. Draws are put off: what is drawn after a free
    /// move is drawn at the start of the next turn, until the bag is low. So between a move and the
    /// answer to it there is no chance, and what one would draw matters little to what is best now.
    /// And rewards look at the margin. Where a player is to move, the moves are the same.
    pub fn with_deferred_draws(&self, margin: Margin) -> Position {
        let mut position = self.clone();
        position.margin = margin;
        position.table.defers_draws = true;
        position.settle();
        position
    }

    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    /// Who plays.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The tiles on the table, in the order in which they were laid.
    pub fn laid(&self) -> &[Placement] {
        self.table.board.laid()
    }

    /// The tile on a cell.
    pub fn tile(&self, cell: Cell) -> Option<&Placement> {
        self.table.board.tile(cell)
    }

    /// A player's open hand, by number.
    pub fn hand(&self, player: Player) -> Vec<Tile> {
        tiles_of(self.table.hands[player.index()]).collect()
    }

    /// What is left in the bag, by number.
    pub fn bag(&self) -> Vec<Tile> {
        tiles_of(self.table.bag).collect()
    }

    /// Whoever's turn it is, chance drawing for them or not. `None` while the first tiles are
    /// dealt, and when the game is over.
    pub fn turn(&self) -> Option<Player> {
        let over = matches!(self.stage, Stage::Over | Stage::Deadlock);
        (!over && self.table.has_starter()).then_some(Player(self.table.turn))
    }

    /// Who draws the tile that is drawn next; `None` where none is drawn.
    pub fn drawing(&self) -> Option<Player> {
        match self.stage {
            Stage::Draw(player) => Some(Player(player)),
            _ => None,
        }
    }

    /// Whether the player to move must fill a forced space.
    pub fn must_fill(&self) -> bool {
        self.stage == Stage::Fill
    }

    /// Whether the game ended because a free move was due and there was none.
    pub fn is_deadlock(&self) -> bool {
        self.stage == Stage::Deadlock
    }

    /// The forced spaces: empty cells with three neighbours or more. Whether anybody can fill them
    /// is another matter.
    pub fn forced_spaces(&self) -> Vec<Cell> {
        let mut cells: Vec<_> = self.table.board.forced().map(|space| space.cell).collect();
        cells.sort_unstable();
        cells
    }

    /// The forced spaces that a player could fill if it were their turn.
    pub fn fillable_spaces(&self, player: Player) -> Vec<Cell> {
        let hand = self.table.hands[player.index()];
        let mut cells: Vec<_> = self.table.fills(hand).map(|space| space.cell).collect();
        cells.sort_unstable();
        cells
    }

    /// The points of a player's best line.
    pub fn score(&self, player: Player) -> u32 {
        self.table.board.score(self.rules.colour(player) as u8)
    }

    pub(crate) fn scores(&self) -> [u32; MAX_PLAYERS] {
        let mut scores = [0; MAX_PLAYERS];
        for (score, &colour) in scores.iter_mut().zip(self.rules.colours()) {
            *score = self.table.board.score(colour as u8);
        }
        scores
    }

    /// The cells of a player's best line, and whether it is a loop; empty on an empty table.
    pub fn best_line(&self, player: Player) -> (Vec<Cell>, bool) {
        let best = self.table.board.best_line(self.rules.colour(player) as u8);
        let cells = |line: Line| {
            let laid = self.laid().iter().enumerate();
            laid.filter(|(i, _)| line.tiles >> i & 1 != 0).map(|(_, laid)| laid.cell).collect()
        };
        best.map_or((Vec::new(), false), |line| (cells(line), line.is_loop))
    }

    /// The hash of all but the tiles on the table, if hands and turn were these.
    fn rest_hash(&self, hands: &[Tiles; MAX_PLAYERS], turn: u8) -> u64 {
        let rules = self
            .rules
            .colours()
            .iter()
            .fold(u64::from(self.rules.teams()), |sum, &colour| sum * 8 + colour as u64 + 1);
        let turn = u64::from(turn) * 2 + u64::from(self.table.moved);
        let hands = hands.iter().fold(0, |sum: u64, &hand: &Tiles| mix(sum ^ hand));
        mix(hands ^ mix(rules * 16 + turn))
    }

    fn holds(&self, tile: Tile) -> bool {
        self.table.hand() >> tile.index() & 1 != 0
    }
}

impl Game for Position {
    type Move = Action;

    fn name(&self) -> &'static str {
        "tantrix"
    }

    fn players(&self) -> usize {
        self.rules.colours().len()
    }

    fn actor(&self) -> Actor {
        match self.stage {
            Stage::Draw(_) => Actor::Chance,
            Stage::Fill | Stage::Free => Actor::Player(Player(self.table.turn)),
            Stage::Over | Stage::Deadlock => Actor::Nobody,
        }
    }

    fn moves(&self, out: &mut Vec<Action>) {
        match self.stage {
            Stage::Draw(_) => out.extend(tiles_of(self.table.bag).map(Action::Draw)),
            Stage::Fill | Stage::Free => {
                let first = out.len();
                self.table.each_placement(self.stage, |laid| out.push(Action::Place(laid)));
                // Spaces lie in an order that depends on the past.
                out[first..].sort_unstable();
            }
            Stage::Over | Stage::Deadlock => {}
        }
    }

    fn is_legal(&self, m: Action) -> bool {
        let board = &self.table.board;
        match (self.stage, m) {
            (Stage::Draw(_), Action::Draw(tile)) => self.table.bag >> tile.index() & 1 != 0,
            (Stage::Free, Action::Place(laid)) => board.allows(laid) && self.holds(laid.tile),
            (Stage::Fill, Action::Place(laid)) => {
                board.space(laid.cell).is_some_and(|space| space.is_forced())
                    && board.allows(laid)
                    && self.holds(laid.tile)
            }
            _ => false,
        }
    }

    fn chances(&self, out: &mut Vec<f32>) {
        if let Stage::Draw(_) = self.stage {
            let left = self.table.bag.count_ones();
            out.extend(std::iter::repeat_n(1.0 / left as f32, left as usize));
        }
    }

    fn play(&mut self, m: Action) {
        match (self.stage, m) {
            (Stage::Draw(player), Action::Draw(tile)) => self.table.draw(player, tile),
            (Stage::Fill | Stage::Free, Action::Place(laid)) => {
                self.table.lay(laid, self.stage == Stage::Free);
                self.hash ^= hash_of(laid);
            }
            _ => debug_assert!(false, "{m:?} is not a move of {:?}", self.stage),
        }
        self.settle();
    }

    fn rewards(&self) -> Option<Rewards> {
        match self.stage {
            Stage::Over => Some(self.margin.rewards(&self.rules, self.scores())),
            Stage::Deadlock => Some(self.rules.draw()),
            _ => None,
        }
    }

    fn hash(&self) -> u64 {
        self.hash ^ self.rest_hash(&self.table.hands, self.table.turn)
    }

    fn move_codes(&self) -> usize {
        Action::CODES
    }

    fn move_text(&self, m: Action) -> String {
        match m {
            Action::Draw(tile) => tile.to_string(),
            Action::Place(laid) => laid.to_string(),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Action, TextError> {
        crate::notation::parse_move(self, text)
    }

    fn text(&self) -> String {
        crate::notation::write(self)
    }

    fn setup(&self) -> Setup {
        crate::notation::setup(self.rules())
    }

    fn from_text(text: &str) -> Result<Position, TextError> {
        crate::notation::read(text)
    }

    fn side_name(&self, player: Player) -> &'static str {
        self.rules.colour(player).name()
    }

    fn facts(&self) -> Vec<Fact> {
        crate::notation::facts(self)
    }

    fn picture(&self) -> Picture {
        crate::picture::draw(self)
    }
}

fn hash_of(laid: Placement) -> u64 {
    mix(u64::from(Action::Place(laid).code()))
}

/// A number that looks random and differs for every other number.
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
