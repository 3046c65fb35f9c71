//! One game to be played, with all that it takes to play it.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use spinney_engine::Rng;

use crate::entrant::Entrant;
use crate::queue::Task;

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
    /// What ends it if its players do not.
    pub bounds: Bounds,
    /// Where all dice of this game come from.
    pub seed: u64,
}

/// What ends a game if its players do not.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Bounds {
    /// The game is drawn after this many moves; 0 for no such bound.
    pub move_cap: u32,
    /// How many seconds a player may be late before it has lost on time.
    pub grace: f64,
    /// How many seconds after its time was up a program that has not answered hangs; ten times as
    /// many where it has no clock.
    pub patience: f64,
    /// When a game is given to somebody before the rules do.
    #[serde(skip_serializing_if = "Adjudication::is_never")]
    pub adjudicate: Adjudication,
}

impl Default for Bounds {
    fn default() -> Bounds {
        let adjudicate = Adjudication::default();
        Bounds { move_cap: 0, grace: 0.1, patience: 30.0, adjudicate }
    }
}

/// When a game is given to somebody before the rules do.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Adjudication {
    /// As soon as one of our own players has proven who wins.
    pub proven: bool,
    /// When for so many of everybody's last moves all agreed who wins; 0 for never. A player that
    /// does not say what it thinks never agrees.
    pub agreed: u32,
    /// Whoever gives its winner this chance, and everybody else no more than the rest, agrees.
    pub rate: f32,
}

impl Default for Adjudication {
    fn default() -> Adjudication {
        Adjudication { proven: false, agreed: 0, rate: 0.95 }
    }
}

impl Adjudication {
    /// Whether every game is played to its end.
    pub fn is_never(&self) -> bool {
        !self.proven && self.agreed == 0
    }
}

impl Task for Job {
    fn id(&self) -> String {
        Job::id(self)
    }
}

impl Job {
    /// The key of the game: 32 hexadecimal digits, different for all jobs that differ.
    pub fn id(&self) -> String {
        let text = serde_json::to_vec(self).expect("a job is words and numbers");
        Sha256::digest(text).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }

    /// The number that a seat's dice start from.
    pub fn seat_seed(&self, seat: usize) -> u64 {
        // Short enough for every format's numbers.
        Rng::new(self.seed, seat as u64).bits() >> 11
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::entrant::Program;
    use crate::player::TimeControl;

    pub(crate) fn entrant(name: &str) -> Entrant {
        let program =
            Program::Preset { name: "hex/uct".into(), text: None, set: Default::default() };
        let control = TimeControl { playouts: Some(20), ..TimeControl::default() };
        Entrant { name: name.into(), program, threads: 1, control }
    }

    pub(crate) fn job(position: &str, opening: &[&str]) -> Job {
        Job {
            event: "test".into(),
            round: 0,
            pair: 0,
            game: "hex".into(),
            position: position.into(),
            opening: opening.iter().map(|&text| text.to_owned()).collect(),
            seats: vec![entrant("A"), entrant("B")],
            bounds: Bounds::default(),
            seed: 1,
        }
    }

    #[test]
    fn a_job_is_known_by_what_it_is() {
        let one = job("hex 3x3", &["a1"]);
        assert_eq!(one.id(), job("hex 3x3", &["a1"]).id());
        assert_eq!(one.id().len(), 32);
        let others = [
            job("hex 4x4", &["a1"]),
            job("hex 3x3", &["a2"]),
            Job { seed: 2, ..one.clone() },
            Job { pair: 1, ..one.clone() },
            Job { seats: vec![entrant("B"), entrant("A")], ..one.clone() },
        ];
        assert!(others.iter().all(|other| other.id() != one.id()));
    }

    #[test]
    fn a_job_survives_being_written_down() {
        let mut one = job("hex 3x3", &["a1"]);
        one.seats[0].control.per_game = Some(std::time::Duration::from_millis(1500));
        let text = serde_json::to_string(&one).unwrap();
        let again: Job = serde_json::from_str(&text).unwrap();
        assert_eq!((again.id(), again), (one.id(), one));
    }

    #[test]
    fn ids_do_not_change_from_release_to_release() {
        // Stores are resumed by them.
        assert_eq!(job("hex 3x3", &["a1"]).id(), "7b9f6d9f5573349ccf6a39c3c2a38bf0");
    }
}
