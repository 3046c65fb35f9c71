//! One seat of one game, and what may go wrong there.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use spinney_engine::Report;

/// One seat of one game, whoever sits there: our own session or a foreign program.
///
/// The referee calls [`Player::new_game`], then, for every decision of anyone, [`Player::choose`]
/// of whoever is to move and [`Player::played`] of everybody, the mover included; at last
/// [`Player::end_game`]. The move that ends the game is not told. A player that returned a [`Fault`] is asked nothing more in that game. It
/// may be asked for another game later, and then starts afresh (a program is started anew).
pub trait Player: Send {
    /// A game begins. Whatever takes time at the start (a program to be loaded, memory to be
    /// cleared) happens here and is not on the clock.
    fn new_game(&mut self, game: &NewGame) -> Result<(), Fault>;

    /// A move was played: an opening's, another player's, chance's (`side` is `chance` then), or
    /// this player's own, right after [`Player::choose`] answered with it.
    fn played(&mut self, side: &str, text: &str) -> Result<(), Fault>;

    /// The player's next decision. Where a side decides several times in a turn (the steps of
    /// Arimaa), it is asked once for each. Returns before `turn.deadline` has passed, with
    /// [`FaultKind::Hang`] if need be.
    fn choose(&mut self, turn: &Turn) -> Result<Answer, Fault>;

    /// The game is over or broken off. Never waits long: a program that does not let go is ended.
    fn end_game(&mut self);

    /// What plays, with its version, as far as is known: `hex/best 0.1.0`, `MoHex 2.0`. A program
    /// may know it only after its first game has begun.
    fn version(&self) -> String;

    /// The last part of what was said to and by a foreign program in this game.
    fn transcript(&self) -> String {
        String::new()
    }
}

/// What a player is told at the start of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    /// The game's name: `hex`.
    pub game: String,
    /// The text of the position that the game starts from, rules included. The moves of an opening
    /// follow through [`Player::played`].
    pub position: String,
    /// What the seats are called at the start, in order of their first turn: `black`, `white`. A
    /// swap may change that; [`Turn::side`] and [`Player::played`] tell the name of the moment.
    pub sides: Vec<String>,
    /// This player's seat.
    pub seat: usize,
    /// This player's time.
    pub control: TimeControl,
    /// How many threads this player may use.
    pub threads: u32,
    /// A number for this player's dice: the same game played again has the same one.
    pub seed: u64,
}

/// How much a player may think. Several bounds together: the first one reached ends a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct TimeControl {
    /// At most this long for each decision.
    #[serde(with = "seconds", skip_serializing_if = "Option::is_none")]
    pub per_move: Option<Duration>,
    /// At most this long for the whole game, with what `increment` adds.
    #[serde(with = "seconds", skip_serializing_if = "Option::is_none")]
    pub per_game: Option<Duration>,
    /// Added to the clock of `per_game` after each decision.
    #[serde(with = "seconds", skip_serializing_if = "Option::is_none")]
    pub increment: Option<Duration>,
    /// This many playouts for each decision, where the player can count them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub playouts: Option<u64>,
}

impl TimeControl {
    /// The same control with its times multiplied: a handicap.
    pub fn scaled(&self, factor: f64) -> TimeControl {
        let scale = |time: Option<Duration>| time.map(|time| time.mul_f64(factor));
        TimeControl {
            per_move: scale(self.per_move),
            per_game: scale(self.per_game),
            increment: scale(self.increment),
            playouts: self.playouts,
        }
    }

    /// Whether the player's own usual limits apply.
    pub fn is_unset(&self) -> bool {
        *self == TimeControl::default()
    }
}

/// Times as seconds, the way people write them.
mod seconds {
    use std::time::Duration;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        time.map(|time| time.as_secs_f64()).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Duration>, D::Error> {
        let Some(seconds) = Option::<f64>::deserialize(from)? else { return Ok(None) };
        Duration::try_from_secs_f64(seconds)
            .ok()
            .filter(|time| *time <= super::LONGEST)
            .map(Some)
            .ok_or_else(|| D::Error::custom("give a number of seconds of at least 0"))
    }
}

/// No time that people give is longer: a year.
pub const LONGEST: Duration = Duration::from_secs(366 * 86_400);

/// What a player is told before a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// What the player is called now.
    pub side: String,
    /// The player's seat, as in [`NewGame::seat`].
    pub seat: usize,
    /// How many moves have been played since the starting position, the opening's included.
    pub ply: usize,
    /// This player's time, as in [`NewGame::control`].
    pub control: TimeControl,
    /// What is left on each seat's clock of the whole game, where it has one.
    pub remaining: Vec<Option<Duration>>,
    /// A program that has not answered after this long hangs. Longer than what the clock allows, so
    /// that a small overrun is the referee's to judge.
    pub deadline: Duration,
}

/// A player's decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What to do.
    pub choice: Choice,
    /// What the player thinks of its position, where it says so.
    pub evaluation: Evaluation,
}

impl Answer {
    /// A move without comment.
    pub fn play(text: impl Into<String>) -> Answer {
        Answer { choice: Choice::Move(text.into()), evaluation: Evaluation::default() }
    }

    /// Gives up.
    pub fn resign() -> Answer {
        Answer { choice: Choice::Resign, evaluation: Evaluation::default() }
    }
}

/// What a player decides to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Play a move, in the game's own notation.
    Move(String),
    /// Give up.
    Resign,
}

/// What a player thinks of its position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Evaluation {
    /// Its chance to win, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_rate: Option<f32>,
    /// Playouts made for this decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub playouts: Option<u64>,
    /// Whether it wins with right play, where one of our own has proven that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proven: Option<bool>,
}

impl From<&Report> for Evaluation {
    fn from(report: &Report) -> Evaluation {
        Evaluation {
            win_rate: Some(report.win_rate),
            playouts: Some(report.playouts),
            proven: report.proven_winner.map(|winner| winner == report.side),
        }
    }
}

/// A player did what costs it the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}: {problem}")]
pub struct Fault {
    /// What kind of fault.
    pub kind: FaultKind,
    /// What happened, in one sentence.
    pub problem: String,
}

impl Fault {
    /// A fault of that kind. The words of a foreign program can be anything, so long ones are cut.
    pub fn new(kind: FaultKind, problem: impl AsRef<str>) -> Fault {
        const LONGEST: usize = 500;
        Fault { kind, problem: problem.as_ref().chars().take(LONGEST).collect() }
    }
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// It could not be started, or refused the game's set-up.
    Start,
    /// Its program ended or closed its output.
    Crash,
    /// It did not answer before the deadline.
    Hang,
    /// It answered after its time was up. The referee's verdict, never a player's.
    Time,
    /// It answered with a move that is not legal.
    Illegal,
    /// It answered with something that is no answer, or far too much of it.
    Garbled,
    /// It refused a legal move or a command that it must know.
    Refused,
}

impl FaultKind {
    /// Every kind.
    pub const ALL: [FaultKind; 7] = [
        FaultKind::Start,
        FaultKind::Crash,
        FaultKind::Hang,
        FaultKind::Time,
        FaultKind::Illegal,
        FaultKind::Garbled,
        FaultKind::Refused,
    ];

    /// Its name in tables and files.
    pub fn name(self) -> &'static str {
        match self {
            FaultKind::Start => "start",
            FaultKind::Crash => "crash",
            FaultKind::Hang => "hang",
            FaultKind::Time => "time",
            FaultKind::Illegal => "illegal",
            FaultKind::Garbled => "garbled",
            FaultKind::Refused => "refused",
        }
    }
}

impl std::fmt::Display for FaultKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
