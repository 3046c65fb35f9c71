//! How fast a player is, in CPU time on one thread, and a signature of how it searches.

use std::time::Duration;

use spinney_game::host::processor_time;
use spinney_game::{Game, Move, Playout, RandomPlayout, Rng, TextError, Trace};
use spinney_search::{Budget, Searcher, Stop};

use crate::game_player::searcher;
use crate::plugin::GamePlugin;
use crate::preset::Preset;
use crate::registry;
use crate::report::EngineError;

/// What is measured: a player at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchCase {
    /// The player.
    pub preset: String,
    /// The position, as text.
    pub position: String,
}

/// What was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct BenchResult {
    /// The player and the position: `hex/best hex 11x11`.
    pub name: String,
    /// Playouts from the position without a tree, per second of CPU time.
    pub playouts_per_cpu_s: f64,
    /// Playouts that a tree search makes from its leaves, or a flat analysis from the position, per
    /// second of CPU time.
    pub tree_playouts_per_cpu_s: f64,
    /// Simulations, per second of CPU time; a player may make several playouts in each.
    pub simulations_per_cpu_s: f64,
    /// See [`signature`].
    pub signature: u64,
}

/// Playouts of one position's part in a [`signature`].
const SIGNATURE_PLAYOUTS: u64 = 2_000;
/// A signature looks at the position itself and after these many random moves more.
const SIGNATURE_MOVES: [usize; 3] = [0, 6, 20];
/// Playouts between two looks at the clock.
const CHUNK: u64 = 5_000;

/// The cases that are measured when nobody asks for others: each game's tree searches, and
/// bit-sliced fills with their statistics, on an empty board that it is often played on.
pub fn cases() -> Vec<BenchCase> {
    let case = |&(preset, position): &(&str, &str)| BenchCase {
        preset: preset.to_owned(),
        position: position.to_owned(),
    };
    registry::games().iter().flat_map(|game| game.bench.iter().map(case)).collect()
}

/// Where a preset is usually measured: as [`cases`] say, or where they measure its game first.
pub fn usual_case(preset: &str) -> Result<BenchCase, EngineError> {
    let game = Preset::load(preset)?.game();
    let cases = cases();
    let own = cases.iter().find(|case| case.preset == preset);
    let of_game = || cases.iter().find(|case| case.position.split(' ').next() == Some(game.name));
    let position = own.or_else(of_game).map_or(game.default_position, |case| &case.position);
    Ok(BenchCase { preset: preset.to_owned(), position: position.to_owned() })
}

/// Measures a case, spending about this much CPU time on each of its two rates, and as much on a
/// rehearsal of the second.
pub fn run(case: &BenchCase, cpu_time: Duration) -> Result<BenchResult, EngineError> {
    let preset = one_thread(&case.preset)?;
    let board = preset.game().board(&case.position)?;
    let game = preset.game().erased;
    let rates = game.rates(&preset, &board, cpu_time)?;
    Ok(BenchResult {
        name: format!("{} {}", case.preset, case.position),
        playouts_per_cpu_s: rates.playouts,
        tree_playouts_per_cpu_s: rates.tree_playouts,
        simulations_per_cpu_s: rates.simulations,
        signature: game.signature(&preset, &board)?,
    })
}

/// A number that stays the same as long as the player searches the same way: a hash over the
/// nodes and visits of short searches with a fixed seed on one thread, at the position and after
/// some random moves from it.
pub fn signature(case: &BenchCase) -> Result<u64, EngineError> {
    let preset = one_thread(&case.preset)?;
    preset.game().erased.signature(&preset, &preset.game().board(&case.position)?)
}

fn one_thread(name: &str) -> Result<Preset, EngineError> {
    let mut preset = Preset::load(name)?;
    preset.set("search.threads", "1")?;
    preset.set("search.seed", "1")?;
    Ok(preset)
}

/// Per second of CPU time.
pub(crate) struct Rates {
    playouts: f64,
    tree_playouts: f64,
    simulations: f64,
}

pub(crate) fn rates<P: GamePlugin>(
    preset: &Preset,
    position: &P::Game,
    cpu: Duration,
) -> Result<Rates, EngineError> {
    if processor_time().is_none() {
        return Err(TextError::at("bench", "processor time is not counted here").into());
    }
    let mut playout = P::new(preset).playout(position);
    let mut rng = Rng::new(1, 0);
    let mut trace = Trace::unwanted();
    let playouts = per_second(cpu, || {
        for _ in 0..CHUNK {
            playout.run(position, &mut rng, &mut trace);
        }
        [CHUNK; 2]
    });

    let mut searcher = searcher::<P>(preset, position)?;
    // The fastest make a hundred million playouts a second, and do not want to be disturbed.
    let mut chunk = CHUNK;
    let mut think = |searcher: &mut dyn Searcher<P::Game>| {
        let start = processor_time().unwrap_or_default();
        let report =
            searcher.think(position, &Budget::default().at_most(chunk), &Stop::new(), &mut |_| {});
        if report.playouts < chunk {
            // A solved position needs no more playouts: start over.
            searcher.forget();
        } else if processor_time().unwrap_or_default() - start < cpu / 100 {
            chunk *= 2;
        }
        [report.playouts, report.simulations]
    };
    // Memory that was never used has to be provided first, which says more about the operating
    // system than about the player: so there is a rehearsal.
    per_second(cpu, || think(&mut *searcher));
    searcher.forget();
    let tree = per_second(cpu, || think(&mut *searcher));
    Ok(Rates { playouts: playouts[0], tree_playouts: tree[0], simulations: tree[1] })
}

pub(crate) fn signature_of<P: GamePlugin>(
    preset: &Preset,
    start: &P::Game,
) -> Result<u64, EngineError> {
    let mut hash = Fnv::default();
    for (stream, moves) in SIGNATURE_MOVES.into_iter().enumerate() {
        let mut position = start.clone();
        let mut pick = RandomPlayout::default();
        let mut rng = Rng::new(1, stream as u64);
        for _ in 0..moves {
            if let Some(m) = pick.pick(&position, &mut rng) {
                position.play(m);
            }
        }
        let report = searcher::<P>(preset, &position)?.think(
            &position,
            &Budget::default().at_most(SIGNATURE_PLAYOUTS),
            &Stop::new(),
            &mut |_| {},
        );
        hash.add(report.nodes);
        hash.add(report.simulations);
        for candidate in &report.candidates {
            hash.add(u64::from(candidate.played.code()));
            hash.add(candidate.visits);
        }
    }
    Ok(hash.0)
}

/// Does the work again and again until the CPU time is spent; what it counted, per second.
fn per_second(cpu: Duration, mut work: impl FnMut() -> [u64; 2]) -> [f64; 2] {
    let start = processor_time().unwrap_or_default();
    let mut done = [0; 2];
    loop {
        let now = work();
        done[0] += now[0];
        done[1] += now[1];
        let spent = processor_time().unwrap_or_default() - start;
        if spent >= cpu {
            return done.map(|count| count as f64 / spent.as_secs_f64().max(1e-9));
        }
    }
}

/// The Fowler–Noll–Vo hash: small, and the same everywhere and for ever.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, number: u64) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}
