//! What the server itself can be told, beside the engine's own parameters.

use std::time::Duration;

use spinney_engine::proof::ProofSettings;
use spinney_engine::{Limits, Parameter, TextError};

/// No duration that people set is longer: a year.
const LONGEST: f64 = 366.0 * 86_400.0;

/// How a server lets its engine think. Each field is also a parameter of the protocol.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// `limits.move-time`: at most this much time for a move.
    pub move_time: Option<Duration>,
    /// `limits.playouts`: at most this many playouts for a move.
    pub playouts: Option<u64>,
    /// `limits.nodes`: at most this many new tree nodes for a move.
    pub nodes: Option<u64>,
    /// `gtp.ponder`: think while nobody asks anything.
    pub ponder: bool,
    /// `gtp.live-gfx`: draw what a search finds on the GUI's board while it runs.
    pub live_gfx: bool,
    /// `gtp.live-interval`: time between two such drawings.
    pub live_interval: Duration,
    /// `dfpn.use-guifx`: draw how a proof search goes while it runs. HexGui turns it on.
    pub solver_gfx: bool,
    /// `dfpn.threads`: threads of a proof search.
    pub solver_threads: usize,
    /// `dfpn.memory`: megabytes for what a proof search finds.
    pub solver_memory: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            move_time: None,
            playouts: None,
            nodes: None,
            ponder: false,
            live_gfx: false,
            live_interval: Duration::from_millis(500),
            solver_gfx: false,
            solver_threads: 1,
            solver_memory: 256,
        }
    }
}

/// One field, as the parameter commands see it.
struct Field {
    name: &'static str,
    meaning: &'static str,
    get: fn(&Settings) -> String,
    set: fn(&mut Settings, &str) -> Option<()>,
    /// What would be right.
    hint: &'static str,
}

const FIELDS: [Field; 9] = [
    Field {
        name: "limits.move-time",
        meaning: "Seconds for a move at most, or none.",
        get: |settings| optional(settings.move_time.map(|time| time.as_secs_f64())),
        set: |settings, text| unless_none(text, seconds).map(|time| settings.move_time = time),
        hint: "seconds, or none",
    },
    Field {
        name: "limits.playouts",
        meaning: "Playouts for a move at most, or none.",
        get: |settings| optional(settings.playouts),
        set: |settings, text| unless_none(text, count).map(|most| settings.playouts = most),
        hint: "a number above 0, or none",
    },
    Field {
        name: "limits.nodes",
        meaning: "New tree nodes for a move at most, or none.",
        get: |settings| optional(settings.nodes),
        set: |settings, text| unless_none(text, count).map(|most| settings.nodes = most),
        hint: "a number above 0, or none",
    },
    Field {
        name: "gtp.ponder",
        meaning: "Think while nobody asks anything.",
        get: |settings| settings.ponder.to_string(),
        set: |settings, text| flag(text).map(|on| settings.ponder = on),
        hint: "1 or 0",
    },
    Field {
        name: "gtp.live-gfx",
        meaning: "Draw what a search finds on the GUI's board while it runs.",
        get: |settings| settings.live_gfx.to_string(),
        set: |settings, text| flag(text).map(|on| settings.live_gfx = on),
        hint: "1 or 0",
    },
    Field {
        name: "gtp.live-interval",
        meaning: "Seconds between two live drawings.",
        get: |settings| settings.live_interval.as_secs_f64().to_string(),
        set: |settings, text| seconds(text).map(|time| settings.live_interval = time),
        hint: "seconds",
    },
    Field {
        name: "dfpn.use-guifx",
        meaning: "Draw how a proof search goes on the GUI's board while it runs.",
        get: |settings| settings.solver_gfx.to_string(),
        set: |settings, text| flag(text).map(|on| settings.solver_gfx = on),
        hint: "1 or 0",
    },
    Field {
        name: "dfpn.threads",
        meaning: "Threads of a proof search.",
        get: |settings| settings.solver_threads.to_string(),
        set: |settings, text| {
            let threads = count(text).and_then(|n| n.try_into().ok())?;
            settings.set_proof(ProofSettings { threads, ..settings.proof() })
        },
        hint: "a number of threads",
    },
    Field {
        name: "dfpn.memory",
        meaning: "Megabytes for what a proof search finds.",
        get: |settings| settings.solver_memory.to_string(),
        set: |settings, text| {
            let memory = count(text)?;
            settings.set_proof(ProofSettings { memory, ..settings.proof() })
        },
        hint: "megabytes that there can be",
    },
];

impl Settings {
    pub(crate) fn parameters(&self) -> impl Iterator<Item = Parameter> + '_ {
        FIELDS.iter().map(|field| Parameter {
            name: field.name.to_owned(),
            value: (field.get)(self),
            meaning: field.meaning.to_owned(),
        })
    }

    /// Sets the field of that name; `None` if there is none.
    pub(crate) fn set(&mut self, name: &str, text: &str) -> Option<Result<(), TextError>> {
        let field = FIELDS.iter().find(|field| field.name == name)?;
        let wrong = || TextError::word(text, format!("{name} must be {}", field.hint));
        Some((field.set)(self, text).ok_or_else(wrong))
    }

    /// How a proof search works.
    pub(crate) fn proof(&self) -> ProofSettings {
        ProofSettings {
            threads: self.solver_threads,
            memory: self.solver_memory,
            ..ProofSettings::default()
        }
    }

    fn set_proof(&mut self, proof: ProofSettings) -> Option<()> {
        proof.check().ok()?;
        (self.solver_threads, self.solver_memory) = (proof.threads, proof.memory);
        Some(())
    }

    /// The limits for one move, but for the clock.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            playouts: self.playouts,
            nodes: self.nodes,
            move_time: self.move_time,
            ..Limits::default()
        }
    }
}

fn optional(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
}

fn unless_none<T>(text: &str, read: fn(&str) -> Option<T>) -> Option<Option<T>> {
    if text == "none" { Some(None) } else { read(text).map(Some) }
}

/// A number of seconds, fractions allowed.
pub(crate) fn seconds(text: &str) -> Option<Duration> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=LONGEST).contains(seconds))?;
    Some(Duration::from_secs_f64(seconds))
}

fn count(text: &str) -> Option<u64> {
    text.parse().ok().filter(|&count| count > 0)
}

/// Yes or no, as people and dialogs write it.
pub(crate) fn flag(text: &str) -> Option<bool> {
    match text {
        "1" | "true" | "on" | "yes" => Some(true),
        "0" | "false" | "off" | "no" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_takes_what_it_shows() {
        let mut settings = Settings {
            move_time: Some(Duration::from_millis(1500)),
            playouts: Some(1000),
            nodes: None,
            ponder: true,
            ..Settings::default()
        };
        let before = settings.clone();
        for parameter in before.parameters() {
            assert_eq!(settings.set(&parameter.name, &parameter.value), Some(Ok(())));
        }
        assert_eq!(settings, before);
    }

    #[test]
    fn what_makes_no_sense_changes_nothing() {
        let mut settings = Settings::default();
        for text in ["", "-1", "nan", "inf", "1e300", "many", "\u{661}"] {
            for field in &FIELDS {
                assert!(settings.set(field.name, text).unwrap().is_err(), "{} {text}", field.name);
            }
        }
        assert_eq!(settings, Settings::default());
        assert_eq!(settings.set("limits.patience", "1"), None);
    }
}
