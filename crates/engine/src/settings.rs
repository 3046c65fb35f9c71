//! One table of a preset: a settings struct seen as names, values and meanings.
//!
//! The struct is the only place where a parameter is written down: its field is the parameter,
//! the field's doc comment its meaning, `Default` its default, serde its reader and writer.

use documented::DocumentedFields;
use serde::de::{DeserializeOwned, IntoDeserializer};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use toml::{Table, Value};

use spinney_game::{Game, TextError};
use spinney_search::{Kind, Limits, TimeSettings, alphabeta, dfpn, expectimax, flat, mcts};

use crate::advice::NO_BOOK;
use crate::nearest;

/// A struct that is one table of a preset.
pub(crate) trait Settings: Default + Serialize + DeserializeOwned {
    /// Its fields: their names in files and their meanings.
    fn fields() -> Vec<(&'static str, &'static str)>;

    /// What is wrong with the values together or with one that has the right type, if anything.
    /// The place of the error is the field's name.
    fn check(&self) -> Result<(), TextError> {
        Ok(())
    }
}

/// Makes settings structs tables of presets, by their own documentation and their own check; those
/// whose values all make sense have none.
macro_rules! settings {
    (unchecked $($settings:ty),+ $(,)?) => {
        $(impl $crate::settings::Settings for $settings {
            fn fields() -> Vec<(&'static str, &'static str)> {
                $crate::settings::documented::<$settings>()
            }
        })+
    };
    ($($settings:ty),+ $(,)?) => {
        $(impl $crate::settings::Settings for $settings {
            fn fields() -> Vec<(&'static str, &'static str)> {
                $crate::settings::documented::<$settings>()
            }

            fn check(&self) -> Result<(), spinney_game::TextError> {
                <$settings>::check(self)
            }
        })+
    };
}
pub(crate) use settings;

/// The fields of a struct as its documentation has them.
pub(crate) fn documented<S: DocumentedFields>() -> Vec<(&'static str, &'static str)> {
    S::FIELD_NAMES.iter().copied().zip(S::FIELD_DOCS.iter().copied()).collect()
}

settings!(PlaySettings, TimeSettings, alphabeta::Settings, expectimax::Settings, flat::Settings);

impl Settings for mcts::Settings {
    fn fields() -> Vec<(&'static str, &'static str)> {
        mcts::Settings::fields()
    }

    fn check(&self) -> Result<(), TextError> {
        mcts::Settings::check(self)
    }
}

/// A settings struct without its type: what presets and parameters are made of.
#[derive(Clone)]
pub(crate) struct Section {
    pub(crate) name: &'static str,
    pub(crate) fields: Vec<Field>,
    pub(crate) defaults: Table,
    canonical: fn(&Table) -> Result<Table, String>,
    check: fn(&Table) -> Result<(), TextError>,
    /// Fields whose value is one of some words that the struct itself does not know.
    choices: Vec<(&'static str, Vec<&'static str>)>,
}

#[derive(Clone)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) meaning: String,
}

impl Section {
    /// The table called `name` that `S` describes.
    pub(crate) fn of<S: Settings>(name: &'static str) -> Section {
        let fields = S::fields()
            .into_iter()
            .map(|(field, docs)| Field {
                name: field.replace('_', "-"),
                meaning: docs.split_whitespace().collect::<Vec<_>>().join(" "),
            })
            .collect();
        Section {
            name,
            fields,
            defaults: write(&S::default()),
            canonical: |table| read::<S>(table).map(|settings| write(&settings)),
            check: |table| read::<S>(table).map_err(|e| TextError::at("table", e))?.check(),
            choices: Vec::new(),
        }
    }

    /// The same table, with `field` one of `words`.
    pub(crate) fn choosing(
        mut self,
        field: &'static str,
        words: impl IntoIterator<Item = &'static str>,
    ) -> Section {
        self.choices.push((field, words.into_iter().collect()));
        self
    }

    /// The table with each value as the struct would write it, or why it is not such a table.
    pub(crate) fn canonical(&self, table: &Table) -> Result<Table, String> {
        let known = || self.fields.iter().map(|field| field.name.as_str());
        if let Some(unknown) = table.keys().find(|key| known().all(|name| name != *key)) {
            let meant = nearest::question(unknown, known());
            return Err(format!("unknown; {meant}there are {}", self.names()));
        }
        (self.canonical)(table)
    }

    /// Whether the values make sense.
    pub(crate) fn check(&self, table: &Table) -> Result<(), TextError> {
        for (field, words) in &self.choices {
            let word = table.get(*field).and_then(Value::as_str).unwrap_or_default();
            if !words.contains(&word) {
                let problem = format!("\"{word}\" is not one of {}", words.join(", "));
                return Err(TextError::at(*field, problem));
            }
        }
        (self.check)(table)
    }

    pub(crate) fn names(&self) -> String {
        self.fields.iter().map(|field| field.name.as_str()).collect::<Vec<_>>().join(", ")
    }
}

/// The settings that a table holds.
pub(crate) fn read<S: Settings>(table: &Table) -> Result<S, String> {
    S::deserialize(table.clone().into_deserializer())
        .map_err(|error: toml::de::Error| error.message().to_owned())
}

fn write<S: Settings>(settings: &S) -> Table {
    Table::try_from(settings).expect("settings are numbers, words and flags, which TOML can hold")
}

/// A value as a preset file writes it.
pub(crate) fn value_text(value: &Value) -> String {
    match value {
        // Settings are mostly f32: 0.7 has become 0.699999988 on its way into the table.
        Value::Float(number) if f64::from(*number as f32) == *number => {
            format!("{:?}", *number as f32)
        }
        Value::Array(values) => {
            let values: Vec<_> = values.iter().map(value_text).collect();
            format!("[{}]", values.join(", "))
        }
        Value::Table(table) => {
            let entries: Vec<_> =
                table.iter().map(|(key, value)| format!("{key} = {}", value_text(value))).collect();
            format!("{{ {} }}", entries.join(", "))
        }
        other => other.to_string(),
    }
}

/// Reads a value as people type it: as in a preset file, but words need no quotes, and 0 and 1
/// are also no and yes. `present` is the value that it will replace.
pub(crate) fn parse_value(text: &str, present: &Value) -> Value {
    let text = text.trim();
    let word = || Value::String(text.to_owned());
    let value = text.parse::<Value>().unwrap_or_else(|_| word());
    match (present, value) {
        (Value::Boolean(_), Value::Integer(flag @ (0 | 1))) => Value::Boolean(flag == 1),
        (Value::String(_), Value::String(text)) => Value::String(text),
        (Value::String(_), _) => word(),
        (_, value) => value,
    }
}

/// The part of the search's memory that a solver before it takes.
pub(crate) const SOLVER_PART: f64 = 0.25;

/// How a player behaves at the board, whatever it thinks with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DocumentedFields)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct PlaySettings {
    /// The search: `mcts` (Monte Carlo tree search), `alpha-beta`, `expectimax`, `flat` (statistics of
    /// playouts without a tree), `product` (product propagation) or `random` (any legal move); not
    /// every game has all of them.
    pub player: Kind,
    /// Playouts for a move where nobody sets a limit; 0 for no such limit.
    pub playouts: u64,
    /// Seconds for a move where nobody sets a limit; 0 for no such limit. With `playouts` set as
    /// well, the first one reached ends the search.
    pub move_time: f32,
    /// Threads of a solver that works on the same position beside the search; what it proves is
    /// played. 0 for no such solver.
    pub solver_threads: u32,
    /// The share of a move's time, 0 to 1, that a solver may take before the tree search, late in a
    /// game; what it proves is played. 0 for no such solver. It has a quarter of `search.memory`, and
    /// there is none with less than a MiB, with `solver-threads` or without a tree.
    pub solver_share: f32,
    /// MiB for the solver of `solver-threads`.
    pub solver_memory: u32,
    /// Resign when the win rate falls below this; 0 never resigns.
    pub resign_below: f32,
    /// Resign only when the search has made at least this many visits.
    pub resign_visits: u64,
    /// Weakens the player: the chance, 0 to 1, that it misses a move, for each of its moves; of those
    /// that are left it plays the best. In the same position it misses the same ones.
    pub blunder_rate: f32,
    /// Fixed moves, each as `position: move`, whatever a search says. Meant for the first move under
    /// the swap rule, whose balance no search of seconds can judge.
    pub openings: Vec<String>,
    /// The opening book: `off`, or the path of a file that `spinney book` made.
    pub book: String,
    /// How much worse than the best a book move may be and still be played now and then, in chances
    /// to win, 0 to 1; 0 for the best one always.
    pub book_variety: f32,
}

impl Default for PlaySettings {
    fn default() -> Self {
        PlaySettings {
            player: Kind::Mcts,
            playouts: 0,
            move_time: 2.0,
            solver_threads: 0,
            solver_share: 0.0,
            solver_memory: 128,
            resign_below: 0.0,
            resign_visits: 1000,
            blunder_rate: 0.0,
            openings: Vec::new(),
            book: NO_BOOK.to_owned(),
            book_variety: 0.0,
        }
    }
}

impl PlaySettings {
    fn check(&self) -> Result<(), TextError> {
        let PlaySettings { move_time, solver_share, resign_below, blunder_rate, .. } = self;
        if !(0.0..=86_400.0).contains(move_time) {
            return Err(TextError::at("move-time", format!("{move_time} is not 0 to 86400 s")));
        }
        if !(0.0..=1.0).contains(solver_share) {
            return Err(TextError::at("solver-share", format!("{solver_share} is not 0 to 1")));
        }
        if !(0.0..=1.0).contains(resign_below) {
            return Err(TextError::at("resign-below", format!("{resign_below} is not 0 to 1")));
        }
        if !(0.0..=1.0).contains(blunder_rate) {
            return Err(TextError::at("blunder-rate", format!("{blunder_rate} is not 0 to 1")));
        }
        if !(0.0..=1.0).contains(&self.book_variety) {
            let problem = format!("{} is not 0 to 1", self.book_variety);
            return Err(TextError::at("book-variety", problem));
        }
        if let Some(solver) = self.solver_beside() {
            let place =
                |error: TextError| TextError::at(format!("solver-{}", error.place), error.problem);
            solver.check().map_err(place)?;
        }
        if self.playouts == 0 && *move_time == 0.0 {
            let problem = "is 0 and so is move-time: a move would take for ever";
            return Err(TextError::at("playouts", problem));
        }
        if let Some(opening) = self.openings.iter().find(|opening| !opening.contains(": ")) {
            return Err(TextError::word(opening, "an opening is written as position: move"));
        }
        Ok(())
    }
}

impl PlaySettings {
    /// The move to play at that position, if it has a fixed opening.
    pub(crate) fn opening<G: Game>(&self, position: &G) -> Option<&str> {
        let is_here = |text: &str| G::from_text(text).is_ok_and(|at| at.text() == position.text());
        let openings = self.openings.iter().filter_map(|opening| opening.split_once(": "));
        openings.into_iter().find(|(at, _)| is_here(at)).map(|(_, played)| played)
    }

    /// The proof search beside the player's thinking.
    pub(crate) fn solver_beside(&self) -> Option<dfpn::Settings> {
        (self.solver_threads > 0).then(|| dfpn::Settings {
            threads: self.solver_threads as usize,
            memory: self.solver_memory.into(),
            ..dfpn::Settings::default()
        })
    }

    /// The proof search before it, which shares its memory.
    pub(crate) fn solver_before(&self, memory: f64) -> Option<dfpn::Settings> {
        let memory = (memory * SOLVER_PART) as u64;
        let is_wanted =
            self.player == Kind::Mcts && self.solver_threads == 0 && self.solver_share > 0.0;
        let is_there = is_wanted && memory > 0;
        is_there.then(|| dfpn::Settings { memory, ..dfpn::Settings::default() })
    }

    /// The limits of a move where nobody has set any.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            playouts: (self.playouts > 0).then_some(self.playouts),
            move_time: (self.move_time > 0.0).then(|| Duration::from_secs_f32(self.move_time)),
            ..Limits::default()
        }
    }
}
