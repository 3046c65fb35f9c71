//! Openings that leave both players the same chance.

use serde::{Deserialize, Serialize};
use spinney_engine::{EngineError, Limits, Preset, Resources, Stop, TextError};

use super::{Opening, random};

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

impl Judge {
    /// The openings that are nearest to even among several times as many.
    pub(super) fn nearest(
        &self,
        position: &str,
        plies: usize,
        count: usize,
        seed: u64,
    ) -> Result<Vec<Opening>, EngineError> {
        let pool = random::distinct(position, plies, count * self.pool.max(1), seed)?;
        if pool.len() < count {
            let problem = format!("found {} of {plies} moves, not {count}", pool.len());
            return Err(TextError::at("balanced openings", problem).into());
        }
        let mut judged = Vec::new();
        for opening in pool {
            judged.push((self.imbalance(position, &opening, seed)?, opening));
        }
        judged.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        Ok(judged.into_iter().take(count).map(|(_, opening)| opening).collect())
    }

    /// How far an opening is from giving everybody the same chance, as a short search sees it.
    pub(super) fn imbalance(
        &self,
        position: &str,
        opening: &Opening,
        seed: u64,
    ) -> Result<f32, EngineError> {
        let game = spinney_engine::game_of_position(position)?;
        let preset = if self.preset.is_empty() { game.name } else { &self.preset };
        // Alone and with the same dice every time, so that the same openings are found again.
        let preset = Preset::load(preset)?;
        let resources = Resources {
            threads: (preset.threads() > 1).then_some(1),
            seed: Some(seed >> 11),
            ..Resources::default()
        };
        let mut session = spinney_engine::open_preset(preset.within(&resources)?, Some(position))?;
        for text in opening {
            session.line.play(None, text)?;
        }
        let even = 1.0 / session.board().sides().len() as f32;
        let report = session.think(&Limits::playouts(self.playouts), &Stop::new(), &mut |_| {})?;
        Ok((report.win_rate - even).abs())
    }
}
