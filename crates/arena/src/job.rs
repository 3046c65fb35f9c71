//! One game to be played, with all that it takes to play it.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::entrant::Entrant;

/// One game to be played. It depends on nothing else, so that any worker may play it, and playing
/// it twice does no harm: the [id](Job::id) under which its result is kept is made from the job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The match or tournament that it belongs to.
    pub event: String,
    /// Its stage, from 0 on: rounds of a knockout, else 0.
    pub round: u32,
    /// The games of a pairing with the same number share an opening, with the seats changed.
    pub pair: u32,
    /// The game's name: `hex`.
    pub game: String,
    /// The text of the position that the game starts from.
    pub position: String,
    /// Moves that are played for the players first; chance's are among them.
    pub opening: Vec<String>,
    /// Who sits where, in order of the first turn.
    pub seats: Vec<Entrant>,
    /// The game is drawn after this many moves; 0 for no such bound.
    pub move_cap: u32,
    /// Where all dice of this game come from.
    pub seed: u64,
}

impl Job {
    /// The key of the game: 32 hexadecimal digits, different for all jobs that differ.
    pub fn id(&self) -> String {
        let text = serde_json::to_vec(self).expect("a job is words and numbers");
        Sha256::digest(text).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }
}
