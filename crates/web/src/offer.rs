//! What can be played here, and how a game is asked for.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use spinney_engine::record::Record;
use spinney_engine::{BoardChoice, Display, GameEntry, Level, Setup};
use utoipa::ToSchema;

use crate::kept::{KeptGame, Seat, TimeControl};
use crate::limits::{LONGEST_RECORD, MOST_NODES};
use crate::refusal::Refusal;

/// What can be played, on which boards and against whom.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Rules {
    version: &'static str,
    games: Vec<GameRules>,
    levels: Vec<LevelRules>,
    /// Seconds that an engine thinks about a position at most.
    analysis_seconds: u64,
    /// Whether `/api/games` lists games.
    list_games: bool,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GameRules {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    /// Where a game usually starts.
    default_position: &'static str,
    /// Other boards.
    setups: Vec<String>,
    /// The boards that people mostly play on. A position is the game's name, the board's text and a
    /// swap rule.
    boards: Vec<BoardRules>,
    /// The text of the board that is usual.
    usual_board: String,
    /// The swap rules that it is played with, the usual one first; empty for none.
    swaps: Vec<&'static str>,
    /// How to show it.
    display: Display,
    /// How moves are written.
    notation: &'static str,
    record_formats: Vec<&'static str>,
    /// The format of files of one position, where the game has them.
    #[schema(required)]
    position_format: Option<&'static str>,
    presets: Vec<&'static str>,
}

#[derive(Serialize, ToSchema)]
struct BoardRules {
    text: &'static str,
    /// As people call it.
    label: &'static str,
}

#[derive(Serialize, ToSchema)]
struct LevelRules {
    number: u8,
    about: String,
}

impl Rules {
    pub(crate) fn new(analysis_time: Duration, list_games: bool) -> Rules {
        let level = |level: Level| LevelRules { number: level.number(), about: level.about() };
        Rules {
            version: env!("CARGO_PKG_VERSION"),
            games: spinney_engine::games().iter().map(GameRules::of).collect(),
            levels: Level::all().map(level).collect(),
            analysis_seconds: analysis_time.as_secs(),
            list_games,
        }
    }
}

impl GameRules {
    fn of(game: &GameEntry) -> GameRules {
        let board = |choice: &BoardChoice| BoardRules { text: choice.text, label: choice.label };
        let Setup { size, players, .. } = game.usual_setup();
        let usual: Vec<_> = [size, players].into_iter().filter(|part| !part.is_empty()).collect();
        GameRules {
            name: game.name,
            title: game.title,
            about: game.about,
            default_position: game.default_position,
            setups: game.setups().collect(),
            boards: game.boards.iter().map(board).collect(),
            usual_board: usual.join(" "),
            swaps: game.swaps.iter().map(|swap| swap.name().unwrap_or_default()).collect(),
            display: game.display,
            notation: game.notation,
            record_formats: game.record_formats.to_vec(),
            position_format: game.capabilities.position_files.map(|files| files.format),
            presets: game.presets.iter().map(|preset| preset.name).collect(),
        }
    }
}

/// One game of a list.
#[derive(Serialize, ToSchema)]
pub(crate) struct Listed {
    id: String,
    game: String,
    start: String,
    /// The size of its board, where it has one.
    size: String,
    created: u64,
    /// How many moves were played.
    moves: usize,
}

impl Listed {
    pub(crate) fn of(game: KeptGame) -> Listed {
        Listed {
            moves: game.tree.line_to(game.live).len() - 1,
            size: game.start_board().map_or_else(|_| String::new(), |start| start.setup().size),
            id: game.id,
            game: game.game,
            start: game.start,
            created: game.created,
        }
    }
}

/// A game to be started: from a position, or from a record.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    /// The game's name: `hex`. With a record, only where the record does not tell.
    game: Option<String>,
    /// Where it starts: `hex 13x13 swap-pieces`; the game's usual board where nothing is said.
    position: Option<String>,
    /// A record in any format that the game knows, or a link of HexWorld or trmph.
    pub(crate) record: Option<String>,
    /// Who plays, in order of first turns; people where nothing is said. Of a larger game, the
    /// last one plays all others.
    #[schema(min_items = 1, max_items = 4)]
    seats: Option<Vec<Seat>>,
    /// Clocks; none where nothing is said.
    time: Option<TimeControl>,
}

impl NewGame {
    pub(crate) fn into_game(self, id: String) -> Result<KeptGame, Refusal> {
        let mut game = match (&self.record, &self.position) {
            (Some(_), Some(_)) => {
                return Err(Refusal::wrong("give a record or a position, not both"));
            }
            (Some(record), None) => {
                KeptGame::of_record(id, &read_record(record, self.game.as_deref())?)?
            }
            (None, position) => {
                let name = match (&self.game, position) {
                    (Some(name), _) => name,
                    (None, Some(position)) => spinney_engine::game_of_position(position)?.name,
                    (None, None) => {
                        return Err(Refusal::wrong("say which game, or where it starts"));
                    }
                };
                let entry = spinney_engine::game(name)?;
                let start = entry.board(position.as_deref().unwrap_or(entry.default_position))?;
                let seats = vec![Seat::Person; start.sides().len()];
                KeptGame::new(id, entry.name, start.text(), seats)
            }
        };
        if let Some(mut seats) = self.seats {
            seats.iter().try_for_each(|seat| seat.check(&game.game))?;
            // Whoever comes last sits in for all others of a larger game.
            if let Some(last) = seats.last().cloned() {
                seats.extend(vec![last; game.seats.len().saturating_sub(seats.len())]);
            }
            game.seats = seats;
        }
        self.time.map_or(Ok(()), TimeControl::check)?;
        game.time = self.time;
        Ok(game)
    }
}

/// A record to be written otherwise.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Conversion {
    /// The record.
    pub(crate) record: String,
    /// Its game, where the record does not tell.
    pub(crate) game: Option<String>,
    /// `sgf`, or another format that the game has.
    pub(crate) format: String,
}

impl Conversion {
    /// The record in that format.
    pub(crate) fn convert(&self) -> Result<String, Refusal> {
        let record = read_record(&self.record, self.game.as_deref())?;
        Ok(spinney_engine::write_record(&record, &self.format)?)
    }
}

/// Reads a record that can be a game here.
fn read_record(text: &str, game: Option<&str>) -> Result<Record, Refusal> {
    let text = text.trim();
    if text.len() > LONGEST_RECORD {
        return Err(Refusal::TooLong(LONGEST_RECORD));
    }
    Ok(spinney_engine::read_record_within(text, game, MOST_NODES)?)
}

/// Writes a record in a format, or in the usual one of its game.
pub(crate) fn write_record(record: &Record, format: Option<&str>) -> Result<String, Refusal> {
    let usual = spinney_engine::game(&record.game)?.record_formats.first().copied();
    Ok(spinney_engine::write_record(record, format.or(usual).unwrap_or("sgf"))?)
}
