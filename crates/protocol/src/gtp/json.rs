//! What is known, as JSON in the words of this protocol.
//!
//! A report is written by its own type; here its names get the protocol's spelling, so that whatever
//! a report has is told without being listed again.

use serde_json::{Map, Value, json};
use spinney_engine::Report;

use super::command::{Answer, Failure};

/// A report as one line.
pub(super) fn report(report: &Report) -> Answer {
    let value = serde_json::to_value(report);
    Ok(respelt(value.map_err(|error| Failure::new("cannot be written", error))?).to_string())
}

/// The same value with names in snake case, as many digits as mean something, and proofs in words.
fn respelt(value: Value) -> Value {
    let field = |(name, value): (String, Value)| {
        let value = match (name.as_str(), value) {
            ("proven", Value::Bool(wins)) => json!(if wins { "win" } else { "loss" }),
            (_, value) => respelt(value),
        };
        (snake_case(&name), value)
    };
    match value {
        Value::Object(fields) => {
            Value::Object(fields.into_iter().map(field).collect::<Map<_, _>>())
        }
        Value::Array(values) => values.into_iter().map(respelt).collect(),
        Value::Number(number) if number.is_f64() => {
            json!(number.as_f64().map(|number| (number * 1e6).round() / 1e6))
        }
        value => value,
    }
}

/// `winRate` is `win_rate`.
fn snake_case(name: &str) -> String {
    let spelt = |c: char| match c.is_uppercase() {
        true => format!("_{}", c.to_lowercase()),
        false => c.to_string(),
    };
    name.chars().map(spelt).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use spinney_engine::Candidate;

    use super::*;

    #[test]
    fn a_report_is_written_as_it_always_was() {
        let candidate = |text: &str, proven| Candidate {
            text: text.to_owned(),
            visits: 12,
            win_rate: 0.6,
            amaf: Some(0.25),
            prior: None,
            proven,
            book: None,
            line: vec![text.to_owned(), "b2".to_owned()],
        };
        let known = Report {
            side: "black",
            candidates: vec![candidate("a1", Some(true)), candidate("c3", None)],
            resign: false,
            win_rate: 0.7,
            proven_winner: Some("black"),
            playouts: 100,
            simulations: 90,
            nodes: 80,
            memory: 70,
            memory_cap: 1000,
            depth: None,
            elapsed: Duration::from_micros(1_500),
            from_book: false,
        };
        let line = report(&known).unwrap_or_default();
        let expected = r#"{"candidates":[{"amaf":0.25,"line":["a1","b2"],"move":"a1","prior":null,"#
            .to_owned()
            + r#""proven":"win","visits":12,"win_rate":0.6},{"amaf":0.25,"line":["c3","b2"],"#
            + r#""move":"c3","prior":null,"proven":null,"visits":12,"win_rate":0.6}],"depth":null,"memory":70,"#
            + r#""memory_cap":1000,"nodes":80,"playouts":100,"proven_winner":"black","resign":false,"#
            + r#""seconds":0.0015,"side":"black","simulations":90,"win_rate":0.7}"#;
        assert_eq!(line, expected);
    }
}
