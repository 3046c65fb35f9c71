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
use crate::guidance::Guidance;
use crate::margin::Margin;
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
    /// How much likelier a tile is laid where a line of one's own goes on: by so much for each square of its points. With `others-lines` 0 as well, all moves are alike.
    pub own_lines: f32,
    /// How much less likely it is laid where an opponent's line goes on: by so much for each point.
    pub others_lines: f32,
}

impl Default for PlayoutSettings {
    fn default() -> Self {
        PlayoutSettings {
            margin_weight: 0.0,
            margin_scale: 6.0,
            cutoff: 0,
            own_lines: 0.0,
            others_lines: 0.0,
        }
    }
}

impl PlayoutSettings {
    /// How much the margin of points counts.
    pub fn margin(&self) -> Margin {
        Margin { weight: self.margin_weight, scale: self.margin_scale }
    }

    /// Finds the first field with a value that makes no sense.
    pub fn check(&self) -> Result<(), TextError> {
        if !(0.0..=1.0).contains(&self.margin_weight) {
            return Err(TextError::at("margin-weight", "must be from 0 to 1"));
        }
        if !(self.margin_scale > 0.0 && self.margin_scale <= 1e3) {
            return Err(TextError::at("margin-scale", "must be above 0"));
        }
        if !(0.0..=1e3).contains(&self.own_lines) {
            return Err(TextError::at("own-lines", "must be from 0 to 1000"));
        }
        if !(0.0..=1e3).contains(&self.others_lines) {
            return Err(TextError::at("others-lines", "must be from 0 to 1000"));
        }
        Ok(())
    }
}

/// Every legal move is equally likely, and so is every tile in the bag.
#[derive(Clone)]
pub struct RandomGame {
    settings: PlayoutSettings,
    outlook: Outlook,
    guidance: Option<Guidance>,
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
            guidance: Guidance::new(settings.own_lines, settings.others_lines),
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
        let guidance = self.guidance.as_ref();
        match self.arch.dispatch(Run { scratch, outlook, guidance, rules, cutoff, rng, trace }) {
            End::Scores(scores) => self.settings.margin().rewards(rules, scores),
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
    guidance: Option<&'a Guidance>,
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
        let Run { scratch, outlook, guidance, rules, cutoff, rng, trace } = self;
        let Scratch { table, bag, sums } = scratch;
        bag.fill(table.bag);
        table.defers_draws = false;
        loop {
            let stage = table.advance();
            match stage {
                Stage::Draw(player) => table.draw(player, bag.draw(rng)),
                Stage::Free if table.board.laid().len() >= cutoff && table.bag != 0 => {
                    let leads = outlook.leads_at(table, rules);
                    return End::Cut(leads.map(|lead| outlook.chance_of(lead, table)));
                }
                Stage::Fill | Stage::Free => {
                    let picked = match guidance {
                        None => pick(table, stage, sums, rng),
                        Some(guidance) => pick_guided(table, rules, guidance, stage, sums, rng),
                    };
                    let Some(placement) = picked else {
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

/// The same with likelier and less likely ones.
#[inline(always)]
fn pick_guided(
    table: &Table,
    rules: &Rules,
    guidance: &Guidance,
    stage: Stage,
    sums: &mut Sums,
    rng: &mut Rng,
) -> Option<Placement> {
    let (board, hand) = (&table.board, table.hand());
    if board.laid().is_empty() {
        return pick(table, stage, sums, rng);
    }
    if stage == Stage::Fill {
        let mut fills = table.fills(hand);
        let first = fills.next()?;
        let Some(second) = fills.next() else {
            return Some(nth_way(first, hand, rng.below(first.ways(hand))));
        };
        let mut chosen = first;
        let mut all = guidance.weight(table, rules, first) * first.ways(hand);
        for space in std::iter::once(second).chain(fills) {
            let weight = guidance.weight(table, rules, space) * space.ways(hand);
            all += weight;
            if rng.below(all) < weight {
                chosen = space;
            }
        }
        return Some(nth_way(chosen, hand, rng.below(chosen.ways(hand))));
    }
    let mut sum = 0;
    let spaces = board.spaces();
    let sums = &mut sums[..spaces.len()];
    for (space, so_far) in spaces.iter().zip(&mut *sums) {
        if board.is_open(space) {
            let ways = space.ways(hand);
            if ways != 0 {
                sum += ways * guidance.weight(table, rules, space);
            }
        }
        *so_far = sum;
    }
    if sum == 0 {
        return None;
    }
    let rank = rng.below(sum);
    let mut at = 0;
    for &sum in &*sums {
        at += usize::from(sum <= rank);
    }
    Some(nth_way(&spaces[at], hand, rng.below(spaces[at].ways(hand))))
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
