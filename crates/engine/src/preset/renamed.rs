//! What parameters were called in earlier versions. Presets that people have written, and those that
//! results and games were kept with, can still be read.

use toml::Value;

/// Earlier names, and the present ones.
const NAMES: &[(&str, &str)] = &[
    ("play.overlooks", "play.blunder-rate"),
    ("search.safety-margin", "time.safety-margin"),
    ("search.clock-parts", "time.clock-parts"),
    ("search.unclear-extension", "time.unclear-extension"),
    ("search.obvious-stop", "time.obvious-stop"),
    ("alpha-beta.safety-margin", "time.safety-margin"),
    ("alpha-beta.clock-parts", "time.clock-parts"),
    ("alpha-beta.unclear-extension", "time.unclear-extension"),
    ("lookahead.safety-margin", "time.safety-margin"),
    ("search.insight-visits", "search.static-proof-visits"),
    ("search.insight-haste", "search.static-proof-adaptivity"),
    ("search.island-walks", "search.island-simulations"),
    ("prior.fill-volleys", "prior.fill-batches"),
    ("lookahead.turns", "expectimax.turns"),
    ("lookahead.width", "expectimax.width"),
    ("lookahead.full-rounds", "expectimax.full-rounds"),
];

/// A value that was a player of its own, and what it is now: another one with a parameter set.
const PLAYERS: &[(&str, &str, (&str, Value))] = &[
    ("foresight", "mcts", ("draws.deferred", Value::Boolean(true))),
    ("greedy", "expectimax", ("expectimax.turns", Value::Integer(0))),
];

/// What a parameter is called now.
pub(super) fn name(name: &str) -> &str {
    NAMES.iter().find(|(before, _)| *before == name).map_or(name, |(_, now)| now)
}

/// Whether parameters were once in that table.
pub(super) fn is_table(table: &str) -> bool {
    NAMES.iter().any(|(before, _)| before.split('.').next() == Some(table))
}

/// What to set now where a parameter was set to that.
pub(super) fn settings(before: &str, value: Value) -> Vec<(&str, Value)> {
    let player = PLAYERS.iter().find(|(word, ..)| value.as_str() == Some(word));
    match (before, player) {
        ("play.player", Some((_, now, also))) => {
            vec![(before, Value::String((*now).to_owned())), also.clone()]
        }
        _ => vec![(name(before), value)],
    }
}
