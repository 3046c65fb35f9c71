//! What lines will come to: the length that a colour's best line is expected to have at the end.
//!
//! A line is worth its tiles, and more for what its ends may still find. An end opens to a space;
//! with some chance a tile comes that fits there. If another line of the colour ends at the same
//! space, that tile joins them (any tile that fits has its link there); if the line's own other end
//! does, it makes a loop; otherwise the line grows by its share of the tiles that are left.

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};
use spinney_game::{MAX_PLAYERS, Player, TextError};

use crate::board::{Board, MOST_SPACES, Space};
use crate::position::Position;
use crate::rules::Rules;
use crate::table::Table;
use crate::tile::TILES;

/// What the ends of lines are worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[documented_fields(rename_all = "kebab-case")]
pub struct OutlookSettings {
    /// Tiles that an open end is expected to gain, for each tile not yet laid.
    pub growth: f32,
    /// The chance to fill a space with a tile that is in the hand.
    pub in_hand: f32,
    /// The chance to fill a forced space that only others have a tile for.
    pub forced_for_others: f32,
    /// Fitting tiles in the bag, for each player, that make it an even chance to fill a space.
    pub in_bag: f32,
    /// How much of the second best line counts.
    pub second_line: f32,
    /// The lead in points that makes a win 85% likely, when all tiles are laid.
    pub lead: f32,
    /// How much more is needed for each tile not yet laid.
    pub lead_per_tile: f32,
}

impl Default for OutlookSettings {
    fn default() -> Self {
        OutlookSettings {
            growth: 0.12,
            in_hand: 0.95,
            forced_for_others: 0.9,
            in_bag: 0.8,
            second_line: 0.0,
            lead: 1.0,
            lead_per_tile: 0.12,
        }
    }
}

impl OutlookSettings {
    /// Finds the first field with a value that makes no sense.
    pub fn check(&self) -> Result<(), TextError> {
        let within = |field: &str, value: f32, most: f32| {
            if (0.0..=most).contains(&value) {
                return Ok(());
            }
            Err(TextError::at(field, format_args!("must be from 0 to {most}")))
        };
        within("growth", self.growth, 1.0)?;
        within("in-hand", self.in_hand, 1.0)?;
        within("forced-for-others", self.forced_for_others, 1.0)?;
        within("second-line", self.second_line, 1.0)?;
        within("lead-per-tile", self.lead_per_tile, 10.0)?;
        if !(self.in_bag > 0.0 && self.in_bag <= 100.0) {
            return Err(TextError::at("in-bag", "must be above 0 and at most 100"));
        }
        if !(self.lead > 0.0 && self.lead <= 100.0) {
            return Err(TextError::at("lead", "must be above 0 and at most 100"));
        }
        Ok(())
    }
}

/// Judges positions by what lines will come to.
#[derive(Clone, Debug)]
pub struct Outlook {
    settings: OutlookSettings,
}

impl Outlook {
    /// With these weights.
    pub fn new(settings: &OutlookSettings) -> Outlook {
        Outlook { settings: settings.clone() }
    }

    /// The points that a player's best line is expected to have at the end.
    pub fn points(&self, position: &Position, player: Player) -> f32 {
        self.expected(position.table(), position.rules(), player.index())
    }

    /// By how many points each player is expected to beat the best opponent. At the end of the
    /// game that is what they have won by, and nothing after a deadlock.
    pub fn leads(&self, position: &Position) -> [f32; MAX_PLAYERS] {
        if position.is_deadlock() {
            return [0.0; MAX_PLAYERS];
        }
        self.leads_at(position.table(), position.rules())
    }

    /// The same for a game that goes on.
    #[inline(always)]
    pub(crate) fn leads_at(&self, table: &Table, rules: &Rules) -> [f32; MAX_PLAYERS] {
        let points = self.all_points(table, rules);
        let points = &points[..rules.colours().len()];
        let mut leads = [0.0; MAX_PLAYERS];
        for (seat, its_lead) in leads.iter_mut().enumerate().take(points.len()) {
            *its_lead = lead(rules, points, Player(seat as u8));
        }
        leads
    }

    /// How likely a lead is to win, with that table's tiles still to come. Without exponentials,
    /// which differ from machine to machine.
    #[inline(always)]
    pub(crate) fn chance_of(&self, lead: f32, table: &Table) -> f32 {
        let left = (TILES - table.board.laid().len()) as f32;
        let scale = self.settings.lead + self.settings.lead_per_tile * left;
        0.5 + 0.5 * lead / (lead * lead + scale * scale).sqrt()
    }

    #[inline(always)]
    fn all_points(&self, table: &Table, rules: &Rules) -> [f32; MAX_PLAYERS] {
        let mut points = [0.0; MAX_PLAYERS];
        for (seat, points) in points.iter_mut().enumerate().take(rules.colours().len()) {
            *points = self.expected(table, rules, seat);
        }
        points
    }

    #[inline(always)]
    fn expected(&self, table: &Table, rules: &Rules, seat: usize) -> f32 {
        let ends = Ends::of(&table.board, rules.colours()[seat] as u8);
        let left = (TILES - table.board.laid().len()) as f32;
        let growth = self.settings.growth * left;
        let (mut best, mut second) = (0.0_f32, 0.0_f32);
        for line in ends.lines() {
            let worth = self.worth(table, seat, line, &ends, growth);
            if worth > best {
                (best, second) = (worth, best);
            } else if worth > second {
                second = worth;
            }
        }
        best + self.settings.second_line * second
    }

    #[inline(always)]
    fn worth(&self, table: &Table, seat: usize, line: &OpenLine, ends: &Ends, growth: f32) -> f32 {
        if line.is_loop {
            return 2.0 * line.tiles;
        }
        let spaces = table.board.spaces();
        let chance = |slot: u8| self.chance(table, seat, &spaces[usize::from(slot)]);
        let [a, b] = line.ends;
        if a == b {
            if a == NOWHERE {
                return line.tiles;
            }
            let closed = chance(a);
            return closed * 2.0 * (line.tiles + 1.0) + (1.0 - closed) * line.tiles;
        }
        let mut worth = line.tiles;
        for end in line.ends {
            if end == NOWHERE {
                continue;
            }
            let gain = match ends.other_at(end, line) {
                Some(other) => {
                    let goes_on = other.ends.iter().any(|&far| far != end && far != NOWHERE);
                    1.0 + other.tiles + if goes_on { growth } else { 0.0 }
                }
                None => growth,
            };
            worth += chance(end) * gain;
        }
        worth
    }

    /// How likely the space is to be filled, by that player or by force.
    #[inline(always)]
    fn chance(&self, table: &Table, seat: usize, space: &Space) -> f32 {
        let fitting = space.fitting.iter().fold(0, |all, tiles| all | tiles);
        if fitting & table.hands[seat] != 0 {
            return self.settings.in_hand;
        }
        let in_bag = (fitting & table.bag).count_ones() as f32;
        let chance = in_bag / (in_bag + self.settings.in_bag * f32::from(table.players));
        let hands = table.hands.iter().fold(0, |all, hand| all | hand);
        if space.is_forced() && fitting & hands != 0 {
            return chance.max(self.settings.forced_for_others);
        }
        chance
    }
}

/// A player's expected points above the best opponent's.
#[inline(always)]
fn lead(rules: &Rules, points: &[f32], player: Player) -> f32 {
    let standing = |seat: usize| {
        if rules.teams() { points[seat] + points[(seat + 2) % MAX_PLAYERS] } else { points[seat] }
    };
    let mut best_other = 0.0_f32;
    for other in 0..points.len() {
        if !rules.together(player, Player(other as u8)) {
            best_other = best_other.max(standing(other));
        }
    }
    standing(player.index()) - best_other
}

/// No space: the end of the line is closed in.
const NOWHERE: u8 = u8::MAX;
/// No more lines of one colour: it is on 42 tiles.
const MOST_LINES: usize = 42;

/// A line and the spaces at its ends.
#[derive(Clone, Copy)]
struct OpenLine {
    tiles: f32,
    is_loop: bool,
    ends: [u8; 2],
}

/// The lines of a colour, and which of them end at a space.
struct Ends {
    lines: [OpenLine; MOST_LINES],
    count: usize,
    /// The first two lines that end at each space.
    at: [[u8; 2]; MOST_SPACES],
}

impl Ends {
    #[inline(always)]
    fn of(board: &Board, colour: u8) -> Ends {
        let blank = OpenLine { tiles: 0.0, is_loop: false, ends: [NOWHERE; 2] };
        let mut ends =
            Ends { lines: [blank; MOST_LINES], count: 0, at: [[NOWHERE; 2]; MOST_SPACES] };
        board.each_line(colour, |line| {
            let slots = line.ends.map(|end| board.slot_at_end(end).unwrap_or(NOWHERE));
            let number = ends.count as u8;
            for slot in slots.into_iter().filter(|&slot| slot != NOWHERE && !line.is_loop) {
                let at = &mut ends.at[usize::from(slot)];
                if at[0] == NOWHERE {
                    at[0] = number;
                } else {
                    at[1] = number;
                }
            }
            ends.lines[ends.count] = OpenLine {
                tiles: line.tiles.count_ones() as f32,
                is_loop: line.is_loop,
                ends: slots,
            };
            ends.count += 1;
        });
        ends
    }

    #[inline(always)]
    fn lines(&self) -> &[OpenLine] {
        &self.lines[..self.count]
    }

    /// Another line that ends at a space where `line` ends.
    #[inline(always)]
    fn other_at(&self, slot: u8, line: &OpenLine) -> Option<&OpenLine> {
        let [a, b] = self.at[usize::from(slot)];
        if b == NOWHERE {
            return None;
        }
        let first = &self.lines[usize::from(a)];
        Some(if std::ptr::eq(first, line) { &self.lines[usize::from(b)] } else { first })
    }
}
