//! Games played out at random, by the tens of thousands a second.
//!
//! Counting the ways that a hand fits is a matter of bits; the whole playout is compiled for
//! processors that count bits in one instruction and picked at run time.

use documented::DocumentedFields;
use pulp::{Arch, Simd, WithSimd};
use serde::{Deserialize, Serialize};
use spinney_game::{MAX_PLAYERS, Move, Player, Playout, Rewards, Rng, TextError, Trace};

use crate::board::{MOST_SPACES, Space};
use crate::cell::{Action, Cell, Placement};
use crate::outlook::Outlook;
use crate::position::Position;
use crate::rules::Rules;
use crate::table::{Stage, Table};
use crate::tile::{TILES, Tile, Tiles, tiles_of};

/// How games are played out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[documented_fields(rename_all = "kebab-case")]
pub struct PlayoutSettings {
    /// How much of the reward is for the margin of points and not for the win alone, 0 to 1.
    pub margin_weight: f32,
    /// The margin at which the reward for it is half of what it can be on top of a draw.
    pub margin_scale: f32,
    /// Tiles laid before the game is judged by the outlook of its lines; 0 plays to the end, and
    /// so does every game whose bag is empty by then.
    pub cutoff: u32,
}

impl Default for PlayoutSettings {
    fn default() -> Self {
        PlayoutSettings { margin_weight: 0.0, margin_scale: 6.0, cutoff: 0 }
    }
}

impl PlayoutSettings {
    /// Finds the first field with a value that makes no sense.
    pub fn check(&self) -> Result<(), TextError> {
        if !(0.0..=1.0).contains(&self.margin_weight) {
            return Err(TextError::at("margin-weight", "must be from 0 to 1"));
        }
        if !(self.margin_scale > 0.0 && self.margin_scale <= 1e3) {
            return Err(TextError::at("margin-scale", "must be above 0"));
        }
        Ok(())
    }
}

/// Every legal move is equally likely, and so is every tile in the bag.
#[derive(Clone)]
pub struct RandomGame {
    settings: PlayoutSettings,
    outlook: Outlook,
    arch: Arch,
    scratch: Box<Scratch>,
}

type Sums = [u32; MOST_SPACES];

#[derive(Clone)]
struct Scratch {
    table: Table,
    bag: Bag,
    /// The ways to lay a tile, up to and with each space.
    sums: Sums,
}

impl RandomGame {
    /// A playout with room for any game, judged by that outlook where it is cut off.
    pub fn new(settings: &PlayoutSettings, outlook: &Outlook) -> RandomGame {
        let scratch = Scratch {
            table: Table::new(MAX_PLAYERS as u8),
            bag: Bag::default(),
            sums: [0; MOST_SPACES],
        };
        RandomGame {
            settings: settings.clone(),
            outlook: outlook.clone(),
            arch: Arch::new(),
            scratch: Box::new(scratch),
        }
    }
}

impl Playout<Position> for RandomGame {
    fn run(&mut self, position: &Position, rng: &mut Rng, trace: &mut Trace) -> Rewards {
        self.scratch.table.clone_from(position.table());
        let rules = position.rules();
        let cutoff = match self.settings.cutoff {
            0 => TILES,
            tiles => (position.laid().len() + tiles as usize).min(TILES),
        };
        let (scratch, outlook) = (&mut self.scratch, &self.outlook);
        match self.arch.dispatch(Run { scratch, outlook, rules, cutoff, rng, trace }) {
            End::Scores(scores) => judge(rules, scores, &self.settings),
            End::Deadlock => rules.draw(),
            End::Cut(chances) => {
                let mut rewards = Rewards::default();
                for (seat, &chance) in chances.iter().enumerate().take(rules.colours().len()) {
                    rewards[Player(seat as u8)] = chance;
                }
                rewards
            }
        }
    }
}

/// What a finished game is worth.
fn judge(rules: &Rules, scores: [u32; MAX_PLAYERS], settings: &PlayoutSettings) -> Rewards {
    let mut rewards = rules.rewards(scores);
    if settings.margin_weight > 0.0 {
        let standing = rules.standing(scores);
        for player in (0..rules.colours().len()).map(|seat| Player(seat as u8)) {
            let others = (0..rules.colours().len()).map(|seat| Player(seat as u8));
            let best_other = others
                .filter(|&other| !rules.together(player, other))
                .map(|other| standing[other.index()])
                .max();
            let margin = standing[player.index()] as f32 - best_other.unwrap_or(0) as f32;
            let share = 0.5 + 0.5 * margin / (margin.abs() + settings.margin_scale);
            rewards[player] += settings.margin_weight * (share - rewards[player]);
        }
    }
    rewards
}

/// How a playout ended.
enum End {
    Scores([u32; MAX_PLAYERS]),
    Deadlock,
    /// Before the end, with each player's chances.
    Cut([f32; MAX_PLAYERS]),
}

struct Run<'a> {
    scratch: &'a mut Scratch,
    outlook: &'a Outlook,
    rules: &'a Rules,
    /// The game is judged when so many tiles are laid.
    cutoff: usize,
    rng: &'a mut Rng,
    trace: &'a mut Trace,
}

impl WithSimd for Run<'_> {
    type Output = End;

    #[inline(always)]
    fn with_simd<V: Simd>(self, _: V) -> End {
        let Run { scratch: Scratch { table, bag, sums }, outlook, rules, cutoff, rng, trace } =
            self;
        bag.fill(table.bag);
        loop {
            let stage = table.advance();
            match stage {
                Stage::Draw(player) => table.draw(player, bag.draw(rng)),
                Stage::Free if table.board.laid().len() >= cutoff && table.bag != 0 => {
                    let leads = outlook.leads_at(table, rules);
                    return End::Cut(leads.map(|lead| outlook.chance_of(lead, table)));
                }
                Stage::Fill | Stage::Free => {
                    let Some(placement) = pick(table, stage, sums, rng) else {
                        return End::Deadlock;
                    };
                    if trace.wanted() {
                        trace.mark(Player(table.turn), Action::Place(placement).code());
                    }
                    table.lay(placement, stage == Stage::Free);
                }
                Stage::Over | Stage::Deadlock => break,
            }
        }
        let mut scores = [0; MAX_PLAYERS];
        for (score, &colour) in scores.iter_mut().zip(rules.colours()) {
            *score = table.board.score(colour as u8);
        }
        End::Scores(scores)
    }
}

/// One of the ways to lay a tile, each as likely.
#[inline(always)]
fn pick(table: &Table, stage: Stage, sums: &mut Sums, rng: &mut Rng) -> Option<Placement> {
    let (board, hand) = (&table.board, table.hand());
    if board.laid().is_empty() {
        let tile = nth_tile(hand, rng.below(hand.count_ones()));
        return Some(Placement { cell: Cell::ORIGIN, tile, orientation: 0 });
    }
    if stage == Stage::Fill {
        let mut ways = 0;
        for space in table.fills(hand) {
            ways += space.ways(hand);
        }
        let mut rank = rng.below(ways);
        for space in table.fills(hand) {
            let ways = space.ways(hand);
            if rank < ways {
                return Some(nth_way(space, hand, rank));
            }
            rank -= ways;
        }
        return None;
    }
    let mut ways = 0;
    let spaces = board.spaces();
    let sums = &mut sums[..spaces.len()];
    for (space, sum) in spaces.iter().zip(&mut *sums) {
        ways += u32::from(board.is_open(space)) * space.ways(hand);
        *sum = ways;
    }
    if ways == 0 {
        return None;
    }
    let rank = rng.below(ways);
    let mut at = 0;
    for &sum in &*sums {
        at += usize::from(sum <= rank);
    }
    let before = if at == 0 { 0 } else { sums[at - 1] };
    Some(nth_way(&spaces[at], hand, rank - before))
}

#[inline(always)]
fn nth_way(space: &Space, hand: Tiles, mut rank: u32) -> Placement {
    let mut orientation = 0;
    loop {
        let tiles = space.fitting[orientation] & hand;
        let ways = tiles.count_ones();
        if rank < ways {
            let tile = nth_tile(tiles, rank);
            return Placement { cell: space.cell, tile, orientation: orientation as u8 };
        }
        rank -= ways;
        orientation += 1;
    }
}

#[inline(always)]
fn nth_tile(mut tiles: Tiles, rank: u32) -> Tile {
    for _ in 0..rank {
        tiles &= tiles - 1;
    }
    Tile::at(tiles.trailing_zeros() as usize)
}

/// What is left in the bag, to be drawn from in constant time.
#[derive(Clone)]
struct Bag {
    tiles: [Tile; TILES],
    count: u32,
}

impl Default for Bag {
    fn default() -> Bag {
        Bag { tiles: [Tile::at(0); TILES], count: 0 }
    }
}

impl Bag {
    #[inline(always)]
    fn fill(&mut self, tiles: Tiles) {
        self.count = tiles.count_ones();
        for (place, tile) in self.tiles.iter_mut().zip(tiles_of(tiles)) {
            *place = tile;
        }
    }

    #[inline(always)]
    fn draw(&mut self, rng: &mut Rng) -> Tile {
        let at = rng.below(self.count) as usize;
        self.count -= 1;
        let tile = self.tiles[at];
        self.tiles[at] = self.tiles[self.count as usize];
        tile
    }
}
