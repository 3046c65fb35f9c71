//! Playouts: fill the board with alternating stones, answering what the last stone threatens, and
//! look once at the end who has won.
//!
//! Playing on after the win changes nothing about who has won, so there is no test per move.

mod board;
mod empties;
mod flood;
mod replies;

use std::sync::Arc;

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};
use spinney_game::{Playout, Rewards, Rng, TextError, Trace};

use self::board::{BLACK, Owners, WHITE};
use self::empties::{Empties, Lots, ZONES};

pub(crate) use self::board::LocalBoard;
pub(crate) use self::flood::Flood;
pub(crate) use self::replies::Replies;

use crate::{Board, EdgeGoal, Monotone, PositionOf};
use spinney_board::{Cell, CellSet, Stone, Topology};

/// How stones are chosen in a playout.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlayoutSettings {
    /// Answer an intrusion into a bridge between two stones by keeping the connection.
    pub bridges: bool,
    /// Answer an intrusion into a bridge between a stone and an edge by keeping the connection.
    pub edge_bridges: bool,
    /// Walk around a stone that blocks the way from the third or fourth row to an edge.
    pub walk_around: bool,
    /// While more than this share of the board is empty, draw only cells two or more rows from
    /// the edge (1 = never).
    pub centre_until: f32,
    /// While more than this share of the board is empty, draw no cell on the edge (1 = never).
    pub off_edge_until: f32,
    /// How likely a threatened connection is answered at all, 0 to 1.
    pub reply_rate: f32,
}

impl Default for PlayoutSettings {
    fn default() -> Self {
        PlayoutSettings {
            bridges: true,
            edge_bridges: true,
            walk_around: true,
            centre_until: 1.0,
            off_edge_until: 1.0,
            reply_rate: 1.0,
        }
    }
}

impl PlayoutSettings {
    /// Cells are drawn with equal chances and nothing is answered.
    pub fn uniform() -> PlayoutSettings {
        PlayoutSettings {
            bridges: false,
            edge_bridges: false,
            walk_around: false,
            ..PlayoutSettings::default()
        }
    }

    /// Says which setting makes no sense, if one does not.
    pub fn check(&self) -> Result<(), TextError> {
        let shares = [
            ("centre-until", self.centre_until),
            ("off-edge-until", self.off_edge_until),
            ("reply-rate", self.reply_rate),
        ];
        match shares.iter().find(|(_, share)| !(0.0..=1.0).contains(share)) {
            Some((name, share)) => {
                Err(TextError::at(name, format!("{share} is not between 0 and 1")))
            }
            None => Ok(()),
        }
    }
}

/// Plays positions of one board out: fills it with stones and looks who has won.
#[derive(Clone)]
pub struct Fill<G: Monotone = EdgeGoal> {
    compiled: Arc<Compiled<G>>,
    board: LocalBoard,
    empties: Empties,
    /// The same as they are when each of several playouts begins.
    start: (LocalBoard, Empties),
}

/// What is worked out once per board and settings.
struct Compiled<G> {
    topology: Arc<Topology>,
    replies: Option<Replies>,
    /// A connection is answered if 16 random bits are not above this.
    reply_threshold: u16,
    flood: Flood<G>,
    /// The cells of each zone: the first may be drawn from at once, the others open later.
    zones: [CellSet; ZONES],
    /// Zone by zone: it opens when no more than so many cells are empty.
    opens_at: [usize; ZONES],
}

impl<G: Monotone> Fill<G> {
    /// Playouts on that board.
    pub fn new(board: &Board<G>, settings: &PlayoutSettings) -> Self {
        let topology = board.topology();
        let cells = topology.cells();
        let share = |share: f32| (share * cells as f32).round() as usize;
        let opens_at = [cells, share(settings.centre_until), share(settings.off_edge_until)];
        let mut zones = [CellSet::EMPTY; ZONES];
        for cell in topology.all_cells().iter() {
            let zone = match topology.edge_distance(cell) {
                0 if opens_at[2] < cells => 2,
                0 | 1 if opens_at[1] < cells => 1,
                _ => 0,
            };
            zones[zone].insert(cell);
        }
        let compiled = Compiled {
            topology: Arc::clone(topology),
            replies: Replies::compile(topology, settings),
            reply_threshold: (settings.reply_rate * 65535.0) as u16,
            flood: Flood::new(board),
            zones,
            opens_at,
        };
        Fill {
            compiled: Arc::new(compiled),
            board: LocalBoard::default(),
            empties: Empties::default(),
            start: Default::default(),
        }
    }

    /// Fills every empty cell, `FIRST` moving first in answer to `last`.
    fn fill<const FIRST: Owners, const SECOND: Owners>(
        &mut self,
        last: Option<Cell>,
        rng: &mut Rng,
    ) {
        let Fill { compiled, board, empties, .. } = self;
        let mut left = empties.len();
        let mut lots = empties.lots();
        // A copy that can live in registers.
        let mut dice = rng.clone();
        let mut reply = match (&compiled.replies, last) {
            (Some(replies), Some(last)) => {
                replies.answer::<FIRST>(board, last.0, compiled.reply_threshold, &mut dice)
            }
            _ => None,
        };
        'zones: for zone in 0..ZONES {
            lots.open(zone);
            let until = compiled.opens_at.get(zone + 1).copied().unwrap_or(0);
            while left > until {
                reply = compiled.lay::<FIRST, SECOND>(board, &mut lots, reply, &mut dice);
                left -= 1;
                if left == 0 {
                    break 'zones;
                }
                reply = compiled.lay::<SECOND, FIRST>(board, &mut lots, reply, &mut dice);
                left -= 1;
            }
        }
        *rng = dice;
    }
}

impl<G: Monotone> Compiled<G> {
    /// Lays a stone of `MOVER`, on the given cell or a random one. Returns where `OTHER` answers,
    /// if it does. (The colours are constants so that reading the ring needs no variable shift.)
    #[inline(always)]
    fn lay<const MOVER: Owners, const OTHER: Owners>(
        &self,
        board: &mut LocalBoard,
        lots: &mut Lots,
        reply: Option<u16>,
        rng: &mut Rng,
    ) -> Option<u16> {
        let cell = match reply {
            Some(cell) => cell,
            None => lots.draw(board, rng),
        };
        board.set(cell, MOVER);
        let replies = self.replies.as_ref()?;
        replies.answer::<OTHER>(board, cell, self.reply_threshold, rng)
    }
}

impl<G: Monotone> Fill<G> {
    /// Plays out a position that is not over and for which board and list are laid out.
    fn finish(&mut self, position: &PositionOf<G>, rng: &mut Rng, trace: &mut Trace) -> Rewards {
        debug_assert!(Arc::ptr_eq(position.topology(), &self.compiled.topology));
        let last = position.last_move();
        match position.to_move() {
            Stone::Black => self.fill::<BLACK, WHITE>(last, rng),
            Stone::White => self.fill::<WHITE, BLACK>(last, rng),
        }

        let black = self.compiled.flood.black_cells(&self.board);
        if trace.wanted() {
            let (had_black, had_white) =
                (position.stones(Stone::Black), position.stones(Stone::White));
            let all = *self.compiled.topology.all_cells().words();
            let mut mark = |stone, bits: &dyn Fn(usize) -> u64| {
                let words = trace.player_mut(position.seat_of(stone));
                for (i, word) in words.iter_mut().enumerate().take(all.len()) {
                    *word |= bits(i);
                }
            };
            mark(Stone::Black, &|i| black[i] & !had_black.words()[i]);
            mark(Stone::White, &|i| all[i] & !black[i] & !had_white.words()[i]);
        }
        let winner = self.compiled.flood.winner(&black);
        Rewards::win(position.seat_of(winner))
    }
}

impl<G: Monotone> Playout<PositionOf<G>> for Fill<G> {
    fn run(&mut self, position: &PositionOf<G>, rng: &mut Rng, trace: &mut Trace) -> Rewards {
        if let Some(winner) = position.winner() {
            return Rewards::win(position.seat_of(winner));
        }
        self.board.set_up(position);
        self.empties.list(position.empties(), &self.compiled.zones);
        self.finish(position, rng, trace)
    }

    fn run_many(
        &mut self,
        position: &PositionOf<G>,
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
        self.start.0.set_up(position);
        self.start.1.list(position.empties(), &self.compiled.zones);
        for _ in 0..times {
            self.board.copy(&self.start.0, position.topology().cells());
            self.empties.copy(&self.start.1);
            trace.clear();
            let rewards = self.finish(position, rng, trace);
            show(&rewards, trace);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use spinney_game::{Game, Move, Player};

    const BOARDS: [&str; 9] = [
        "hex 1x1",
        "hex 4x6",
        "hex 11x11",
        "hex 19x19",
        "y 1",
        "y 9",
        "y bent-93",
        "polyy 5,7",
        "polyy 7,5",
    ];

    fn settings() -> [PlayoutSettings; 3] {
        let biased = PlayoutSettings {
            centre_until: 0.9,
            off_edge_until: 0.47,
            reply_rate: 0.8,
            ..PlayoutSettings::default()
        };
        [PlayoutSettings::uniform(), PlayoutSettings::default(), biased]
    }

    /// The rules, played move by move, agree with the flood at the end of every playout; the
    /// stones alternate; every empty cell is filled once.
    #[test]
    fn a_playout_ends_as_the_rules_say() {
        for text in BOARDS {
            let start = Position::from_text(text).unwrap();
            let cells = start.topology().cells();
            for settings in settings() {
                let mut fill = Fill::new(start.board(), &settings);
                let mut rng = Rng::new(3, 0);
                for game in 0..200 {
                    let mut position = start.clone();
                    for _ in 0..game % 5 {
                        let mut moves = Vec::new();
                        position.moves(&mut moves);
                        rng.choose(&moves).into_iter().for_each(|&m| position.play(m));
                    }
                    let mut trace = Trace::new(2, position.move_codes());
                    let rewards = fill.run(&position, &mut rng, &mut trace);
                    if position.winner().is_some() {
                        assert_eq!(Some(rewards), position.rewards());
                        continue;
                    }
                    let made = |player| bits_of(trace.player(player));
                    let (first, second) = (made(Player::FIRST), made(Player::SECOND));
                    assert_eq!(first.len() + second.len(), position.empties().len());
                    let mover = position.actor().player().unwrap();
                    let (mine, other) =
                        if mover == Player::FIRST { (&first, &second) } else { (&second, &first) };
                    assert!(mine.len() == other.len() || mine.len() == other.len() + 1);
                    // Lay the same stones by the rules, in any order, until somebody has won.
                    for (player, cells) in [(Player::FIRST, &first), (Player::SECOND, &second)] {
                        for &code in cells {
                            if position.hand_turn_to(player) {
                                position.play(Move::from_code(code));
                            }
                        }
                    }
                    assert_eq!(position.rewards(), Some(rewards), "{text}, {cells} cells");
                }
            }
        }
    }

    /// Many playouts at once are the same as one after the other.
    #[test]
    fn many_are_as_one_by_one() {
        for text in BOARDS {
            let position = Position::from_text(text).unwrap();
            for settings in settings() {
                let mut fill = Fill::new(position.board(), &settings);
                let mut trace = Trace::new(2, position.move_codes());
                let (mut alone, mut together) = (Vec::new(), Vec::new());
                let mut rng = Rng::new(11, 0);
                for _ in 0..5 {
                    trace.clear();
                    let rewards = fill.run(&position, &mut rng, &mut trace);
                    alone.push((rewards, trace.player(Player::FIRST).to_vec()));
                }
                let mut rng = Rng::new(11, 0);
                fill.run_many(&position, 5, &mut rng, &mut trace, |&rewards, trace| {
                    together.push((rewards, trace.player(Player::FIRST).to_vec()));
                });
                assert_eq!(alone, together, "{text}");
            }
        }
    }

    fn bits_of(words: &[u64]) -> Vec<u32> {
        (0..64 * words.len() as u32)
            .filter(|&i| words[i as usize / 64] >> (i % 64) & 1 == 1)
            .collect()
    }

    /// Without replies every way of sharing out the cells is equally likely: on a board of three
    /// cells Black's two stones are equally often any two.
    #[test]
    fn uniform_playouts_are_uniform() {
        let start = Position::from_text("y 2").unwrap();
        let mut fill = Fill::new(start.board(), &PlayoutSettings::uniform());
        let mut rng = Rng::new(5, 0);
        let mut counts = [0; 3];
        for _ in 0..30_000 {
            let mut trace = Trace::new(2, start.move_codes());
            fill.run(&start, &mut rng, &mut trace);
            counts[bits_of(trace.player(Player::SECOND))[0] as usize] += 1;
        }
        assert!(counts.iter().all(|&n| (9_600..10_400).contains(&n)), "{counts:?}");
    }

    /// White intrudes into the bridge from d4 to e2 with the last move before the playout: the
    /// playout's own first stone answers.
    #[test]
    fn the_move_before_the_playout_is_answered() {
        let mut position = Position::from_text("hex 7x7").unwrap();
        for text in ["d4", "a7", "e2", "d3"] {
            let m = position.parse_move(text).unwrap();
            position.play(m);
        }
        let mut fill = Fill::new(position.board(), &PlayoutSettings::default());
        let answer = position.parse_move("e3").unwrap();
        let mut rng = Rng::new(9, 0);
        for _ in 0..100 {
            let mut trace = Trace::new(2, position.move_codes());
            fill.run(&position, &mut rng, &mut trace);
            assert!(bits_of(trace.player(Player::FIRST)).contains(&answer.code()));
        }
    }

    /// Early in a playout the edges are left alone unless a connection to them is at stake.
    #[test]
    fn the_edge_comes_last() {
        let start = Position::from_text("hex 6x6").unwrap();
        let biased = PlayoutSettings { off_edge_until: 20.0 / 36.0, ..PlayoutSettings::uniform() };
        let fill = Fill::new(start.board(), &biased);
        let mut empties = fill.empties.clone();
        let mut board = LocalBoard::default();
        empties.list(start.empties(), &fill.compiled.zones);
        let mut lots = empties.lots();
        lots.open(0);
        let mut rng = Rng::new(1, 0);
        for _ in 0..16 {
            let cell = lots.draw(&board, &mut rng);
            board.set(cell, BLACK);
            assert!(start.topology().edge_distance(Cell(cell)) > 0);
        }
        let cell = lots.draw(&board, &mut rng);
        assert_eq!(start.topology().edge_distance(Cell(cell)), 0, "nothing else is left");
    }
}
