//! A player and a table, asked by text.

use std::time::Duration;

use serde_json::{Value, json};
use spinney_engine::explanation::explain;
use spinney_engine::forecast::forecast;
use spinney_engine::{
    Board, EngineError, Limits, Line, Player, Preset, Resources, Stop, Thought, bench,
    game_of_position, games, open_preset,
};
use spinney_web::LocalPage;

use crate::request::Request;

/// MiB that a player takes where nobody says, and at most. A phone ends a page that takes too much, and
/// a page may have several modules.
const MEMORY: u32 = 32;
const MOST_MEMORY: u32 = 64;
/// A slice of a search lasts at most this long: nothing else is heard meanwhile.
const LONGEST_SLICE: f64 = 60.0;

/// What a module is asked.
#[derive(Default)]
pub struct Engine {
    page: LocalPage,
    player: Option<OpenPlayer>,
    search: Option<(Line, Thought)>,
}

/// A player with its tree, kept for as long as the same one is asked for.
struct OpenPlayer {
    key: PlayerKey,
    player: Box<dyn Player>,
}

#[derive(Clone, Debug, PartialEq)]
struct PlayerKey {
    preset: String,
    start: String,
    memory: u32,
    seed: Option<u64>,
    comparing: bool,
}

/// Why there is no answer.
#[derive(Debug)]
struct Problem(String);

impl From<EngineError> for Problem {
    fn from(error: EngineError) -> Problem {
        Problem(error.to_string())
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Problem {
        Problem(error.to_string())
    }
}

impl Engine {
    /// Answers a [`Request`] in JSON: `{"ok": …}` or `{"error": "…"}`.
    pub fn answer(&mut self, request: &str) -> String {
        let answer = match serde_json::from_str(request) {
            // The table speaks JSON already.
            Ok(Request::Page { of }) => match self.page.grant(&of.to_string()) {
                Ok(text) => return format!("{{\"ok\":{text}}}"),
                Err(problem) => Err(Problem(problem)),
            },
            Ok(request) => self.carry_out(request),
            Err(problem) => Err(problem.into()),
        };
        match answer {
            Ok(answer) => json!({ "ok": answer }),
            Err(Problem(problem)) => json!({ "error": problem }),
        }
        .to_string()
    }

    fn carry_out(&mut self, request: Request) -> Result<Value, Problem> {
        match request {
            Request::Version => {
                let presets = |game: &spinney_engine::GameEntry| {
                    game.presets.iter().map(|preset| preset.name).collect::<Vec<_>>()
                };
                let games: serde_json::Map<_, _> =
                    games().iter().map(|game| (game.name.into(), json!(presets(game)))).collect();
                Ok(json!({ "version": env!("CARGO_PKG_VERSION"), "presets": games }))
            }
            Request::Search {
                preset,
                position,
                moves,
                playouts,
                seconds,
                seed,
                memory,
                comparing,
            } => {
                let line = line(&position, &moves)?;
                if line.board().outcome().is_some() {
                    return Err(EngineError::GameOver.into());
                }
                let game = game_of_position(&position)?;
                let key = PlayerKey {
                    preset: game.preset_name(preset.as_deref()),
                    start: line.start().text(),
                    memory: memory.unwrap_or(MEMORY).min(MOST_MEMORY),
                    seed,
                    comparing,
                };
                let time = seconds.and_then(|time| Duration::try_from_secs_f64(time).ok());
                let limits = Limits { playouts, move_time: time, ..Limits::default() };
                let player = self.player(key)?;
                let thought = Thought::new(player, &limits);
                self.search = Some((line, thought));
                Ok(json!({ "over": false }))
            }
            Request::Poll { seconds } => {
                let (Some((line, thought)), Some(open)) = (&mut self.search, &mut self.player)
                else {
                    return Err(Problem("there is no search to go on with".to_owned()));
                };
                let slice = Duration::try_from_secs_f64(seconds.clamp(0.001, LONGEST_SLICE));
                let slice = slice.unwrap_or(Duration::from_millis(100));
                let report = thought.poll(&mut *open.player, line, slice, &Stop::new())?;
                let over = thought.is_over();
                Ok(json!({ "over": over, "report": serde_json::to_value(report)? }))
            }
            Request::Explain { position, moves } => {
                let line = line(&position, &moves)?;
                // Each is there for some games only.
                let mut known = serde_json::Map::new();
                if let Ok(explanation) = explain(line.board()) {
                    known.insert("explanation".into(), serde_json::to_value(explanation)?);
                }
                if let Ok(forecast) = forecast(line.board()) {
                    known.insert("forecast".into(), serde_json::to_value(forecast)?);
                }
                Ok(known.into())
            }
            Request::Signature { preset } => {
                let case = bench::usual_case(&preset)?;
                let signature = format!("{:016x}", bench::signature(&case)?);
                Ok(json!({ "signature": signature, "position": case.position }))
            }
            Request::Page { .. } => Ok(Value::Null),
        }
    }

    /// The player of that key: the one that is there, with its tree, or another in its place.
    fn player(&mut self, key: PlayerKey) -> Result<&dyn Player, EngineError> {
        if self.player.as_ref().is_none_or(|open| open.key != key) {
            // The memory of one is needed for the other.
            self.search = None;
            self.player = None;
            let resources = Resources { threads: None, memory: Some(key.memory), seed: key.seed };
            let mut preset = Preset::load(&key.preset)?.within(&resources)?;
            preset = preset.watched(Duration::from_secs(1))?;
            if key.comparing {
                preset = preset.comparing_moves()?;
            }
            let player = open_preset(preset, Some(&key.start))?.player;
            self.player = Some(OpenPlayer { key, player });
        }
        match &self.player {
            Some(open) => Ok(&*open.player),
            None => Err(EngineError::GameOver),
        }
    }
}

/// A game from its start.
fn line(position: &str, moves: &[String]) -> Result<Line, EngineError> {
    let mut line = Line::new(Board::from_text(position)?);
    for text in moves {
        line.play(None, text)?;
    }
    Ok(line)
}
