//! Bit-sliced fills: 512 games at once, one word for each cell, one bit for each game.
//!
//! A fill shares the empty cells out between the colours, each with its right number of stones,
//! and finds the winner of every game without a branch: see `balance` for the first, `circuit`
//! and `unfold` for the second. Nothing is answered and nothing comes before anything else, so a
//! fill knows less of play than a [`crate::Fill`], but it costs a few nanoseconds.

mod balance;
mod circuit;
mod counter;
mod dice;
mod flood;
mod pairs;
mod prior;
pub(crate) mod unfold;
mod word;

use std::ops::Range;
use std::sync::Arc;

use documented::DocumentedFields;
use pulp::{Arch, Simd, WithSimd};
use serde::{Deserialize, Serialize};
use spinney_game::{BatchPlayout, Game, LANES, Player, PlayoutBatch, Rng};

use self::circuit::Circuit;
use self::dice::Dice;
use self::pairs::Pairs;
use self::word::Word;
use crate::{Board, Monotone, PositionOf};
use spinney_board::{Cell, CellSet, Stone, Topology};

pub(crate) use self::prior::FillPrior;

/// How stones are laid in bit-sliced fills.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct SlicedSettings {
    /// Of the two cells of a bridge that is on the board, give exactly one to each side.
    pub coupled_bridges: bool,
}

/// What a bit-sliced fill computes with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VectorUnit {
    /// Whatever every processor of its kind has.
    Baseline,
    /// Registers of 256 bits.
    Bits256,
    /// Registers of 512 bits.
    Bits512,
}

impl VectorUnit {
    /// The widest that this processor has.
    pub fn best() -> VectorUnit {
        let has = |unit: &VectorUnit| unit.arch().is_some();
        [VectorUnit::Bits512, VectorUnit::Bits256].into_iter().find(has).unwrap_or(Self::Baseline)
    }

    /// How to call code that was compiled for it; `None`: this processor has no such thing.
    fn arch(self) -> Option<Arch> {
        match self {
            VectorUnit::Baseline => Some(Arch::Scalar),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            VectorUnit::Bits256 => pulp::x86::V3::try_new().map(Arch::V3),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            VectorUnit::Bits512 => pulp::x86::V4::try_new().map(Arch::V4),
            #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
            _ => None,
        }
    }
}

/// Plays positions of one board out by the batch.
///
/// `WORDS` machine words of games are filled in one go: 1 is bit-slicing as in textbooks, 8 is
/// fastest. It is part of what the random numbers mean; the vector unit is not, so the same seed
/// gives the same games on every machine.
#[derive(Clone)]
pub struct SlicedFill<const WORDS: usize = 8> {
    compiled: Arc<Compiled>,
    arch: Arch,
    bridges: Vec<[u16; 2]>,
    /// The hash of the position that these bridges are of.
    bridges_of: Option<u64>,
    free: Vec<u16>,
    /// Black's stones, cell by cell, and two constants: see [`Circuit::black_wins`].
    board: Vec<Word<WORDS>>,
    scratch: Vec<Word<WORDS>>,
}

/// What is worked out once per board and settings.
struct Compiled {
    topology: Arc<Topology>,
    circuit: Circuit,
    pairs: Option<Pairs>,
}

impl SlicedFill {
    /// Fills of that board with the best this processor has.
    pub fn new<G: Monotone>(board: &Board<G>, settings: &SlicedSettings) -> SlicedFill {
        SlicedFill::with_unit(board, settings, VectorUnit::best()).unwrap_or_else(|| {
            unreachable!("the best is one that the processor has");
        })
    }
}

impl<const WORDS: usize> SlicedFill<WORDS> {
    const PASSES: usize = {
        assert!(LANES.is_multiple_of(64 * WORDS));
        LANES / (64 * WORDS)
    };

    /// Fills of that board with a given vector unit; `None` if this processor has no such thing.
    pub fn with_unit<G: Monotone>(
        board: &Board<G>,
        settings: &SlicedSettings,
        unit: VectorUnit,
    ) -> Option<SlicedFill<WORDS>> {
        let topology = board.topology();
        let circuit = Circuit::new(board);
        let mut words = vec![Word::ZERO; topology.cells() + 2];
        words[topology.cells()] = Word::ONES;
        Some(SlicedFill {
            arch: unit.arch()?,
            bridges: Vec::new(),
            bridges_of: None,
            free: Vec::with_capacity(topology.cells()),
            board: words,
            scratch: vec![Word::ZERO; circuit.room()],
            compiled: Arc::new(Compiled {
                topology: Arc::clone(topology),
                circuit,
                pairs: settings.coupled_bridges.then(|| Pairs::new(topology)),
            }),
        })
    }

    /// Lays the stones of a position and sets pairs of cells aside to be coupled. The other empty
    /// cells are free. Returns how many pairs there are.
    fn set_up<G: Monotone>(&mut self, position: &PositionOf<G>, rng: &mut Rng) -> usize {
        for stone in position.stones(Stone::Black) {
            self.board[stone.index()] = Word::ONES;
        }
        for stone in position.stones(Stone::White) {
            self.board[stone.index()] = Word::ZERO;
        }
        let mut free = position.empties();
        let mut coupled = 0;
        if let Some(pairs) = &self.compiled.pairs {
            if self.bridges_of != Some(position.hash()) {
                pairs.bridges(position, &mut self.bridges);
                self.bridges_of = Some(position.hash());
            }
            coupled = pairs::draw_disjoint(&mut self.bridges, rng);
            self.bridges[..coupled].iter().flatten().for_each(|&cell| free.remove(Cell(cell)));
        }
        self.free.clear();
        free.iter().for_each(|cell| self.free.push(cell.0));
        coupled
    }
}

impl<G: Monotone, const WORDS: usize> BatchPlayout<PositionOf<G>> for SlicedFill<WORDS> {
    fn run(&mut self, position: &PositionOf<G>, rng: &mut Rng, batch: &mut PlayoutBatch) {
        debug_assert!(Arc::ptr_eq(position.topology(), &self.compiled.topology));
        let coupled = self.set_up(position, rng);
        // Whoever moves gets the odd stone.
        let black_stones = match position.to_move() {
            Stone::Black => self.free.len().div_ceil(2),
            Stone::White => self.free.len() / 2,
        };
        for pass in 0..Self::PASSES {
            let mut dice = Dice::new(rng);
            self.arch.dispatch(Pass {
                circuit: &self.compiled.circuit,
                board: &mut self.board,
                scratch: &mut self.scratch,
                coupled: &self.bridges[..coupled],
                free: &mut self.free,
                black_stones,
                dice: &mut dice,
                rng,
                report: Report {
                    words: pass * WORDS..(pass + 1) * WORDS,
                    empties: position.empties(),
                    black: position.seat_of(Stone::Black),
                    white: position.seat_of(Stone::White),
                    batch,
                },
            });
        }
    }
}

/// One fill of every word's games, with the vector unit at hand.
struct Pass<'a, const WORDS: usize> {
    circuit: &'a Circuit,
    board: &'a mut [Word<WORDS>],
    scratch: &'a mut [Word<WORDS>],
    coupled: &'a [[u16; 2]],
    free: &'a mut [u16],
    black_stones: usize,
    dice: &'a mut Dice<WORDS>,
    rng: &'a mut Rng,
    report: Report<'a>,
}

impl<const WORDS: usize> WithSimd for Pass<'_, WORDS> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for &[a, b] in self.coupled {
            let coins = self.dice.flip();
            self.board[usize::from(a)] = coins;
            self.board[usize::from(b)] = !coins;
        }
        balance::fill(self.board, self.free, self.black_stones, self.dice, self.rng);
        let black_wins = self.circuit.black_wins(self.board, self.scratch);
        self.report.write(self.board, black_wins);
    }
}

/// Where the games of a pass are written down.
struct Report<'a> {
    /// Their words in every [`spinney_game::Lanes`].
    words: Range<usize>,
    /// The cells that were filled.
    empties: CellSet,
    black: Player,
    white: Player,
    batch: &'a mut PlayoutBatch,
}

impl Report<'_> {
    #[inline(always)]
    fn write<const WORDS: usize>(self, board: &[Word<WORDS>], black_wins: Word<WORDS>) {
        let Report { words, empties, black, white, batch } = self;
        let mut write = |player, sign: Word<WORDS>| {
            batch.won_mut(player)[words.clone()].copy_from_slice(&(black_wins ^ sign).0);
            for (code, lanes) in batch.made_mut(player).iter_mut().enumerate() {
                // The code after the cells is the swap, which nobody plays here.
                let filled = code + 2 < board.len() && empties.contains(Cell(code as u16));
                let made = (board[code] ^ sign) & Word::all(filled);
                lanes[words.clone()].copy_from_slice(&made.0);
            }
        };
        write(black, Word::ZERO);
        write(white, Word::ONES);
    }
}

#[cfg(test)]
mod tests;
