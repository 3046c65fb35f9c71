//! Openings that leave both players the same chance.

use serde::{Deserialize, Serialize};
use spinney_engine::{Board, EngineError, Limits, Preset, Resources, Rng, Session, Stop};

use super::Opening;

/// Who judges openings, and how carefully.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Judge {
    /// The preset that judges; the game's best one if empty.
    pub preset: String,
    /// Playouts for each opening.
    pub playouts: u64,
    /// So many openings are judged for each that is wanted.
    pub pool: usize,
}

impl Default for Judge {
    fn default() -> Judge {
        Judge { preset: String::new(), playouts: 1000, pool: 8 }
    }
}

/// A judge at work on the openings from a position.
pub(super) struct Judging {
    preset: Preset,
    playouts: u64,
    pool: usize,
    position: String,
    fair: f32,
    seed: u64,
}

/// Chance's stream of the seed in quick games.
const CHANCE: u64 = 2001;
/// A move of a quick game has so much fewer playouts than a judgement.
const QUICKER: u64 = 10;
/// A quick game is broken off after so many moves.
const LONGEST: usize = 1000;

impl Judging {
    pub(super) fn new(judge: &Judge, position: &str, seed: u64) -> Result<Judging, EngineError> {
        let game = spinney_engine::game_of_position(position)?;
        let preset = if judge.preset.is_empty() { game.name } else { &judge.preset };
        // Alone and with the same dice every time, so that the same openings are found again.
        let preset = Preset::load(preset)?;
        let resources = Resources {
            threads: (preset.threads() > 1).then_some(1),
            seed: Some(seed >> 11),
            ..Resources::default()
        };
        Ok(Judging {
            preset: preset.within(&resources)?,
            playouts: judge.playouts,
            pool: judge.pool.max(1),
            position: position.to_owned(),
            fair: 1.0 / Board::from_text(position)?.sides().len() as f32,
            seed,
        })
    }

    /// How many openings are judged for each that is wanted.
    pub(super) fn pool(&self) -> usize {
        self.pool
    }

    /// The chance that whoever is to move has after an opening, as a short search sees it.
    pub(super) fn chance(&self, opening: &Opening) -> Result<f32, EngineError> {
        let mut session = self.session(opening)?;
        let limits = Limits::playouts(self.playouts);
        Ok(session.think(&limits, &Stop::new(), &mut |_| {})?.win_rate)
    }

    /// Everybody's share.
    pub(super) fn fair(&self) -> f32 {
        self.fair
    }

    /// What whoever is to move after an opening gets in a quick game from there; nothing if that
    /// takes too long.
    pub(super) fn sample(&self, opening: &Opening) -> Result<Option<f32>, EngineError> {
        let mut session = self.session(opening)?;
        let mut rng = Rng::new(self.seed, CHANCE);
        let Some(mover) = session.board().seat_to_move() else { return Ok(None) };
        let limits = Limits::playouts((self.playouts / QUICKER).max(1));
        for _ in 0..LONGEST {
            let board = session.board();
            if let Some(outcome) = board.outcome() {
                return Ok(outcome.rewards.get(mover).copied());
            }
            if board.is_chance() {
                session.line.roll(&mut rng)?;
                continue;
            }
            let report = session.think(&limits, &Stop::new(), &mut |_| {})?;
            if let Some(winner) = report.proven_winner {
                let won = session.board().sides().get(mover) == Some(&winner);
                return Ok(Some(f32::from(u8::from(won))));
            }
            let Some(best) = report.best() else { break };
            session.line.play(None, &best.text)?;
        }
        Ok(None)
    }

    fn session(&self, opening: &Opening) -> Result<Session, EngineError> {
        let mut session = spinney_engine::open_preset(self.preset.clone(), Some(&self.position))?;
        for text in opening {
            session.line.play(None, text)?;
        }
        Ok(session)
    }
}
