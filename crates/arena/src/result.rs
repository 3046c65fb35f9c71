//! All that is kept of a game that was played.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::job::Job;
use crate::player::{Evaluation, FaultKind};

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameResult {
    /// What was to be played.
    pub job: Job,
    /// Every move from the starting position on, the opening's and chance's included.
    pub moves: Vec<MoveMade>,
    /// What each seat got: 1 for a win, 0 for a loss, parts of it for a draw.
    pub rewards: Vec<f64>,
    /// How it came to its end.
    pub ending: Ending,
    /// What a player did that cost it the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultMade>,
    /// What played at each seat, as it said itself.
    pub versions: Vec<String>,
    /// The machine that it was played on.
    pub machine: String,
    /// The build of this program that held it; unknown of games that were kept before it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<String>,
    /// When it began, in milliseconds since 1970.
    pub started: u64,
    /// How long it took, the start of programs included; in seconds where it is written down.
    #[serde(with = "seconds")]
    pub wall: Duration,
}

impl GameResult {
    /// The seat that won, if one did.
    pub fn winner(&self) -> Option<usize> {
        self.rewards.iter().position(|&reward| reward == 1.0)
    }

    /// Whether its parts fit together, if it was made elsewhere; else what is wrong, with the name of
    /// the part.
    pub fn check(&self) -> Result<(), String> {
        let seats = self.job.seats.len();
        if self.rewards.len() != seats {
            return Err("rewards: one for each player is needed".to_owned());
        }
        if self.fault.as_ref().is_some_and(|fault| fault.seat >= seats) {
            return Err("fault_seat: no such player".to_owned());
        }
        Ok(())
    }

    /// How long a seat has thought.
    pub fn thinking(&self, seat: usize) -> Duration {
        let own = self.moves.iter().filter(|made| made.seat == Some(seat));
        own.map(|made| Duration::from_micros(made.micros)).sum()
    }
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveMade {
    /// Who made it, as the game calls that player then: `black`; `chance` for a draw of lots.
    pub side: String,
    /// The move in the game's own notation.
    #[serde(rename = "move")]
    pub text: String,
    /// The seat that decided it; none for an opening's move and for chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// How long that took, in microseconds.
    #[serde(default)]
    pub micros: u64,
    /// What the player thought of its position.
    #[serde(flatten)]
    pub evaluation: Evaluation,
}

/// What a player did that cost it the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultMade {
    /// Whose fault it was.
    pub seat: usize,
    /// What kind.
    pub kind: FaultKind,
    /// What happened, in one sentence.
    pub problem: String,
    /// The last part of what was said to and by the program.
    pub transcript: String,
}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// By the rules.
    Rules,
    /// Somebody gave up.
    Resignation,
    /// Somebody broke the rules, the clock or itself.
    Fault,
    /// It grew too long and was drawn.
    MoveCap,
    /// It was given to whoever was sure to win.
    Adjudication,
}

impl Ending {
    /// Every ending.
    pub const ALL: [Ending; 5] =
        [Ending::Rules, Ending::Resignation, Ending::Fault, Ending::MoveCap, Ending::Adjudication];

    /// Its name in tables and files.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Rules => "rules",
            Ending::Resignation => "resignation",
            Ending::Fault => "fault",
            Ending::MoveCap => "move-cap",
            Ending::Adjudication => "adjudication",
        }
    }
}

/// A length of time as a number of seconds.
mod seconds {
    use std::time::Duration;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        time.as_secs_f64().serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        Duration::try_from_secs_f64(f64::deserialize(from)?).map_err(D::Error::custom)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::job::tests::job;

    /// A game that was lost by a crash.
    pub(crate) fn result(pair: u32) -> GameResult {
        let mut job = job("hex 3x3", &["a1"]);
        job.pair = pair;
        let evaluation = Evaluation { win_rate: Some(0.25), playouts: Some(20), proven: None };
        GameResult {
            moves: vec![
                MoveMade {
                    side: "black".into(),
                    text: "a1".into(),
                    seat: None,
                    micros: 0,
                    evaluation: Evaluation::default(),
                },
                MoveMade {
                    side: "white".into(),
                    text: "b2".into(),
                    seat: Some(1),
                    micros: 1234,
                    evaluation,
                },
            ],
            rewards: vec![0.0, 1.0],
            ending: Ending::Fault,
            fault: Some(FaultMade {
                seat: 0,
                kind: FaultKind::Crash,
                problem: "gone".into(),
                transcript: "> genmove black\n".into(),
            }),
            versions: vec!["x 1".into(), "y 2".into()],
            machine: "here".into(),
            build: Some("0.1.0, unknown commit".into()),
            started: 1_700_000_000_000,
            wall: Duration::from_micros(1_234_567),
            job,
        }
    }

    #[test]
    fn a_result_survives_being_written_down() {
        let mut games = vec![result(0), GameResult { fault: None, ..result(1) }];
        for ending in Ending::ALL {
            for kind in FaultKind::ALL {
                let mut game = GameResult { ending, ..result(2) };
                game.fault.as_mut().unwrap().kind = kind;
                game.rewards = vec![1.0 / 3.0, 2.0 / 3.0];
                game.wall = Duration::from_micros(86_399_999_999);
                game.moves[1].evaluation.win_rate = Some(0.1 + 0.2);
                games.push(game);
            }
        }
        for game in games {
            let text = serde_json::to_string(&game).unwrap();
            let again: GameResult = serde_json::from_str(&text).unwrap();
            assert_eq!((again.job.id(), &again), (game.job.id(), &game));
        }
    }

    #[test]
    fn a_result_from_elsewhere_is_looked_at() {
        assert_eq!(result(0).check(), Ok(()));
        let short = GameResult { rewards: vec![1.0], ..result(0) };
        assert!(short.check().unwrap_err().contains("rewards"));
        let mut nobody = result(0);
        nobody.fault.as_mut().unwrap().seat = 2;
        assert!(nobody.check().unwrap_err().contains("fault_seat"));
        let text = serde_json::to_string(&result(0)).unwrap();
        let endless = text.replace("1.234567", "-1.0");
        assert_ne!(endless, text);
        assert!(serde_json::from_str::<GameResult>(&endless).is_err());
    }
}
