//! Playouts of Havannah: stones in turn until somebody has won or the board is full.

use std::sync::Arc;

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};
use spinney_game::{Playout, Rewards, Rng, TextError, Trace};

use super::stones::{BLACK, Links, Stones, WHITE, places};
use super::{Havannah, Position};
use crate::Board;
use spinney_board::{CellSet, MAX_CELLS, Stone};

/// How stones are chosen in a playout of Havannah.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlayoutSettings {
    /// Answer an intrusion into a bridge between two stones by keeping the connection.
    pub bridges: bool,
    /// Answer an intrusion between a stone on the second row and the edge by keeping the connection.
    pub edge_bridges: bool,
    /// How likely a threatened connection is answered at all, 0 to 1.
    pub reply_rate: f32,
    /// Win, or keep the opponent from winning, on a cell next to the last two stones; until so many stones have been laid in the playout, 0 never.
    pub threats: u32,
}

impl Default for PlayoutSettings {
    fn default() -> Self {
        PlayoutSettings { bridges: true, edge_bridges: false, reply_rate: 1.0, threats: 0 }
    }
}

impl PlayoutSettings {
    /// Cells are drawn with equal chances and nothing is answered.
    pub fn uniform() -> PlayoutSettings {
        PlayoutSettings { bridges: false, ..PlayoutSettings::default() }
    }

    /// Says which setting makes no sense, if one does not.
    pub fn check(&self) -> Result<(), TextError> {
        if (0.0..=1.0).contains(&self.reply_rate) {
            return Ok(());
        }
        Err(TextError::at("reply-rate", format!("{} is not between 0 and 1", self.reply_rate)))
    }
}

/// Plays positions of one board out.
#[derive(Clone)]
pub struct RandomGame {
    compiled: Arc<Compiled>,
    stones: Stones,
    empties: Empties,
    /// The same as they are when each of several playouts begins.
    start: (Stones, Empties),
    /// What was played.
    played: [u16; MAX_CELLS],
}

struct Compiled {
    links: Links,
    settings: PlayoutSettings,
    /// A connection is answered if 16 random bits are not above this.
    reply_threshold: u16,
}

/// The empty cells; those that were taken out of turn stay in it until they are drawn.
#[derive(Clone)]
struct Empties {
    list: [u16; MAX_CELLS],
    len: usize,
}

impl Empties {
    fn list(&mut self, cells: CellSet) {
        self.len = 0;
        for cell in &cells {
            self.list[self.len] = cell.0;
            self.len += 1;
        }
    }

    fn copy(&mut self, other: &Empties) {
        self.list[..other.len].copy_from_slice(&other.list[..other.len]);
        self.len = other.len;
    }

    /// Takes one of the cells out, each as likely; there must be one.
    #[inline(always)]
    fn draw(&mut self, rng: &mut Rng) -> u16 {
        let pick = rng.below(self.len as u32) as usize;
        self.len -= 1;
        let cell = self.list[pick];
        self.list[pick] = self.list[self.len];
        cell
    }
}

impl Default for Empties {
    fn default() -> Self {
        Empties { list: [0; MAX_CELLS], len: 0 }
    }
}

impl RandomGame {
    /// Playouts on that board.
    pub fn new(board: &Board<Havannah>, settings: &PlayoutSettings) -> RandomGame {
        let compiled = Compiled {
            links: Links::new(board),
            settings: settings.clone(),
            reply_threshold: (settings.reply_rate * 65535.0) as u16,
        };
        RandomGame {
            compiled: Arc::new(compiled),
            stones: Stones::default(),
            empties: Empties::default(),
            start: Default::default(),
            played: [0; MAX_CELLS],
        }
    }

    /// Plays on until somebody has won, `FIRST` moving first in answer to the last stones. Says how
    /// many stones were laid and whether the last one won.
    fn play_on<const FIRST: usize, const SECOND: usize>(
        &mut self,
        last: Option<u16>,
        rng: &mut Rng,
    ) -> (usize, bool) {
        let RandomGame { compiled, stones, empties, played, .. } = self;
        let total = empties.len;
        // A copy that can live in registers.
        let mut dice = rng.clone();
        let mut lasts = [last, None];
        let mut laid = 0;
        let mut is_won = false;
        while laid < total {
            let cell = compiled.choose::<FIRST, SECOND>(stones, empties, lasts, laid, &mut dice);
            played[laid] = cell;
            laid += 1;
            is_won = stones.place::<FIRST>(&compiled.links, cell);
            if is_won || laid == total {
                break;
            }
            lasts = [Some(cell), lasts[0]];
            let cell = compiled.choose::<SECOND, FIRST>(stones, empties, lasts, laid, &mut dice);
            played[laid] = cell;
            laid += 1;
            is_won = stones.place::<SECOND>(&compiled.links, cell);
            if is_won {
                break;
            }
            lasts = [Some(cell), lasts[0]];
        }
        *rng = dice;
        (laid, is_won)
    }

    /// Plays out a position that is not over and for which stones and list are laid out.
    fn finish(&mut self, position: &Position, rng: &mut Rng, trace: &mut Trace) -> Rewards {
        debug_assert!(Arc::ptr_eq(position.topology(), self.compiled.links.topology()));
        let last = position.last_move().map(|cell| cell.0);
        let (laid, is_won) = match position.to_move() {
            Stone::Black => self.play_on::<BLACK, WHITE>(last, rng),
            Stone::White => self.play_on::<WHITE, BLACK>(last, rng),
        };
        let first = position.seat_of(position.to_move());
        if trace.wanted() {
            for (player, skipped) in [(first, 0), (first.opponent(), 1)] {
                let words = trace.player_mut(player);
                for &cell in self.played[..laid].iter().skip(skipped).step_by(2) {
                    words[usize::from(cell) / 64] |= 1 << (cell % 64);
                }
            }
        }
        let last_mover = if laid % 2 == 1 { first } else { first.opponent() };
        if is_won { Rewards::win(last_mover) } else { Rewards::draw(2) }
    }
}

impl Compiled {
    /// Where `MOVER` lays a stone, after the last ones: the opponent's, then its own.
    #[inline(always)]
    fn choose<const MOVER: usize, const OTHER: usize>(
        &self,
        stones: &Stones,
        empties: &mut Empties,
        lasts: [Option<u16>; 2],
        laid: usize,
        rng: &mut Rng,
    ) -> u16 {
        if laid < self.settings.threats as usize
            && let Some(cell) = self.threat::<MOVER, OTHER>(stones, lasts)
        {
            return cell;
        }
        if let Some(last) = lasts[0]
            && let Some(cell) = self.reply::<MOVER, OTHER>(stones, last, rng)
        {
            return cell;
        }
        loop {
            let cell = empties.draw(rng);
            if stones.is_empty(cell) {
                return cell;
            }
        }
    }

    /// A cell next to the mover's last stone on which it wins, or next to the opponent's on which that
    /// one would.
    #[inline]
    fn threat<const MOVER: usize, const OTHER: usize>(
        &self,
        stones: &Stones,
        [theirs, own]: [Option<u16>; 2],
    ) -> Option<u16> {
        let beside = |last: u16| {
            let cells = places(self.links.on_board(last)).map(move |i| self.links.at(last, i));
            cells.filter(|&cell| stones.is_empty(cell))
        };
        let won = own.and_then(|last| beside(last).find(|&c| stones.wins::<MOVER>(&self.links, c)));
        won.or_else(|| {
            theirs.and_then(|last| beside(last).find(|&c| stones.wins::<OTHER>(&self.links, c)))
        })
    }

    /// Where the mover keeps a connection that the last stone intrudes on.
    ///
    /// Both cells of a bridge are next to each other, so that around the intruder there is the empty
    /// one between the two stones.
    #[inline]
    fn reply<const MOVER: usize, const OTHER: usize>(
        &self,
        stones: &Stones,
        last: u16,
        rng: &mut Rng,
    ) -> Option<u16> {
        let PlayoutSettings { bridges, edge_bridges, .. } = self.settings;
        if !bridges && !edge_bridges {
            return None;
        }
        let own = stones.around::<MOVER>(last);
        if own == 0 {
            return None;
        }
        let before = own << 1 | own >> 5;
        let after = own >> 1 | own << 5;
        let mut open = if bridges { before & after } else { 0 };
        if edge_bridges && self.links.at_rim(last) {
            open |= self.beside_rim(last, own);
        }
        open &= self.links.on_board(last) & !(own | stones.around::<OTHER>(last));
        if open == 0 {
            return None;
        }
        let bits = rng.bits();
        if bits as u16 > self.reply_threshold {
            return None;
        }
        let count = open.count_ones();
        let skipped = (((bits >> 32) * u64::from(count)) >> 32) as usize;
        places(open).nth(skipped).map(|place| self.links.at(last, place))
    }

    /// On an edge, the cells of a rim cell's neighbours come first and last; those in between are on
    /// the second row. A stone there can still reach the edge on the other side of the intruder.
    #[inline]
    fn beside_rim(&self, last: u16, own: u16) -> u16 {
        match self.links.on_board(last) {
            0b1111 => own >> 1 & 0b0001 | own << 1 & 0b1000,
            _ => 0,
        }
    }
}

impl Playout<Position> for RandomGame {
    fn run(&mut self, position: &Position, rng: &mut Rng, trace: &mut Trace) -> Rewards {
        if let Some(winner) = position.winner() {
            return Rewards::win(position.seat_of(winner));
        }
        self.stones.set_up(&self.compiled.links, position);
        self.empties.list(position.empties());
        self.finish(position, rng, trace)
    }

    fn run_many(
        &mut self,
        position: &Position,
        times: u64,
        rng: &mut Rng,
        trace: &mut Trace,
        mut show: impl FnMut(&Rewards, &Trace),
    ) {
        if let Some(winner) = position.winner() {
            trace.clear();
            let rewards = Rewards::win(position.seat_of(winner));
            return (0..times).for_each(|_| show(&rewards, trace));
        }
        self.start.0.set_up(&self.compiled.links, position);
        self.start.1.list(position.empties());
        for _ in 0..times {
            self.stones.copy(&self.start.0, &self.compiled.links);
            self.empties.copy(&self.start.1);
            trace.clear();
            let rewards = self.finish(position, rng, trace);
            show(&rewards, trace);
        }
    }
}

#[cfg(test)]
mod tests;
