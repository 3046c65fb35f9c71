//! Queries in JSON: every one is answered, whatever else is said.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Cursor, PipeReader, PipeWriter, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use serde_json::{Value, json};
use spinney_engine::{Line, Rng};
use spinney_game::conformance::{mangle, thorough};
use spinney_protocol::analysis::{Options, schema, serve};

fn options() -> Options {
    Options { version: "9.9".to_owned(), threads: 2, memory: 128, ..Options::default() }
}

/// What is answered to all lines together.
fn answers(input: &str) -> Vec<Value> {
    let mut output = Vec::new();
    serve(&options(), Cursor::new(input.to_owned()), &mut output, || true).unwrap();
    let lines = String::from_utf8(output).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn error_of(line: &str) -> String {
    let said = answers(line);
    assert_eq!(said.len(), 1, "{line}: {said:?}");
    assert_eq!((&said[0]["type"], &said[0]["line"]), (&json!("error"), &json!(1)), "{said:?}");
    said[0]["error"].as_str().unwrap().to_owned()
}

/// A conversation that goes on while answers are read.
struct Talk {
    input: Option<PipeWriter>,
    output: BufReader<PipeReader>,
    is_heard: Arc<AtomicBool>,
    server: JoinHandle<std::io::Result<()>>,
}

impl Talk {
    fn new(options: Options) -> Talk {
        let (reader, input) = std::io::pipe().unwrap();
        let (output, writer) = std::io::pipe().unwrap();
        let is_heard = Arc::new(AtomicBool::new(true));
        let heard = Arc::clone(&is_heard);
        let server = thread::spawn(move || {
            serve(&options, BufReader::new(reader), writer, || heard.load(Ordering::SeqCst))
        });
        Talk { input: Some(input), output: BufReader::new(output), is_heard, server }
    }

    fn say(&mut self, line: &Value) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line:?}: {error}"))
    }
}

#[test]
fn a_query_is_answered_with_a_report_of_the_position() {
    let query = json!({
        "id": "q", "position": "hex 5x5", "moves": ["a1", "c3"], "playouts": 200, "candidates": 3
    });
    let said = answers(&query.to_string());
    assert_eq!(said.len(), 1, "{said:?}");
    let answer = &said[0];
    assert_eq!((&answer["type"], &answer["id"]), (&json!("report"), &json!("q")));
    assert_eq!(answer["turn"], 2);
    assert_eq!(answer["position"], "hex 5x5; black a1; white c3; black to move");
    assert_eq!(answer["report"]["side"], "black");
    assert_eq!(answer["report"]["candidates"].as_array().unwrap().len(), 3);
    assert!(answer["report"]["candidates"][0]["winRate"].is_number());
}

#[test]
fn every_turn_that_is_named_has_an_answer_of_its_own() {
    let query = json!({
        "id": "q", "game": "arimaa", "preset": "uct", "playouts": 20, "turns": [0, 1, 2],
        "moves": [
            "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2",
            "ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7"
        ]
    });
    let said = answers(&query.to_string());
    let sides = said.iter().map(|a| (a["turn"].as_u64().unwrap(), a["report"]["side"].clone()));
    let sides: BTreeMap<u64, Value> = sides.collect();
    assert_eq!(sides, [(0, json!("gold")), (1, json!("silver")), (2, json!("gold"))].into());
}

#[test]
fn a_thousand_mixed_queries_in_flight_are_each_answered_once() {
    let games = spinney_engine::games();
    let mut input = String::new();
    let mut rng = Rng::new(1, 0);
    for number in 0..1000 {
        let game = &games[number % games.len()];
        // Chance has nothing to think about.
        let mut line = Line::new(game.board(game.default_position).unwrap());
        while line.roll(&mut rng).is_ok() {}
        let query = json!({
            "id": number.to_string(), "playouts": 2, "position": line.board().text(),
            "preset": game.presets.last().unwrap().name, "priority": rng.below(3), "candidates": 1,
        });
        input += &format!("{query}\n");
    }
    let said = answers(&input);
    let odd = said.iter().find(|answer| answer["type"] != "report");
    assert!(odd.is_none(), "{odd:?}");
    let ids: BTreeSet<&str> = said.iter().map(|answer| answer["id"].as_str().unwrap()).collect();
    assert_eq!((said.len(), ids.len()), (1000, 1000));
}

#[test]
fn what_is_wrong_is_named_and_ends_nothing() {
    for (line, problem) in [
        ("{", "EOF"),
        ("[]", "struct Head"),
        ("{}", "there is no \"id\""),
        (r#"{"id": 3}"#, "must be a string"),
        (r#"{"id": "a"}"#, "name a game, a position or a preset"),
        (r#"{"id": "a", "game": "chess"}"#, "chess"),
        (r#"{"id": "a", "position": "hex 99x99"}"#, "99"),
        (r#"{"id": "a", "game": "y", "position": "hex 5x5"}"#, "not of y"),
        (r#"{"id": "a", "game": "hex", "preset": "y/best"}"#, "plays y, not hex"),
        (r#"{"id": "a", "game": "hex", "preset": "/etc/passwd"}"#, "no preset"),
        (r#"{"id": "a", "game": "hex", "moves": ["a1", "a1"]}"#, "\"moves\", entry 2"),
        (r#"{"id": "a", "game": "hex", "turns": [1]}"#, "there is no turn 1"),
        (r#"{"id": "a", "game": "hex", "turns": [0, 0]}"#, "twice"),
        (r#"{"id": "a", "game": "hex", "turns": []}"#, "names none"),
        (r#"{"id": "a", "game": "hex", "playouts": 0}"#, "\"playouts\" must"),
        (r#"{"id": "a", "game": "hex", "seconds": -1}"#, "\"seconds\" must"),
        (r#"{"id": "a", "game": "hex", "reportEvery": 0.01}"#, "\"reportEvery\" must"),
        (r#"{"id": "a", "game": "hex", "visits": 10}"#, "unknown field `visits`"),
        (r#"{"id": "a", "game": "hex", "settings": {"search.depth": 1}}"#, "search.depth"),
        (r#"{"id": "a", "action": "dance"}"#, "dance"),
        (r#"{"id": "a", "action": "cancel", "of": 7}"#, "invalid type"),
    ] {
        let error = error_of(line);
        assert!(error.contains(problem), "{line}: {error}");
    }
    let long = format!("{{\"id\": \"{}\"}}", "x".repeat(2 << 20));
    assert!(error_of(&long).contains("longer than"));
    let said = answers("nonsense\n\n{\"id\": \"v\", \"action\": \"version\"}\n");
    assert_eq!(said[1], json!({ "type": "done", "id": "v", "version": "9.9" }));
}

#[test]
fn settings_are_those_of_the_preset() {
    let query = json!({
        "id": "q", "position": "hex 3x3", "playouts": 10,
        "settings": { "search.exploration": 0.5, "play.solver-share": "0" }
    });
    assert_eq!(answers(&query.to_string())[0]["type"], "report");
}

#[test]
fn higher_priorities_come_first_and_what_is_cancelled_is_answered() {
    let mut talk = Talk::new(Options { threads: 1, ..options() });
    let position = "hex 11x11";
    let endless = json!({
        "id": "endless", "position": position, "seconds": 1e6, "reportEvery": 0.1,
        "preset": "uct"
    });
    talk.say(&endless);
    assert_eq!(talk.hear()["type"], "partial");
    talk.say(&endless);
    let twice = loop {
        let answer = talk.hear();
        if answer["type"] != "partial" {
            break answer;
        }
    };
    assert!(twice["error"].as_str().unwrap().contains("not answered yet"), "{twice}");
    for (id, priority) in [("low", -1), ("usual", 0), ("high", 5), ("gone", 9)] {
        talk.say(&json!({
            "id": id, "position": position, "preset": "uct", "playouts": 5, "priority": priority
        }));
    }
    talk.say(&json!({ "id": "c1", "action": "cancel", "of": "gone" }));
    talk.say(&json!({ "id": "c2", "action": "cancel", "of": "endless" }));
    drop(talk.input.take());
    let mut said = Vec::new();
    let mut line = String::new();
    while talk.output.read_line(&mut line).unwrap() > 0 {
        let answer: Value = serde_json::from_str(&line).unwrap();
        if answer["type"] != "partial" {
            said.push((answer["id"].as_str().unwrap().to_owned(), answer.clone()));
        }
        line.clear();
    }
    talk.server.join().unwrap().unwrap();
    let at = |id: &str| said.iter().position(|(known, _)| known == id).unwrap();
    assert!(at("high") < at("usual") && at("usual") < at("low"), "{said:?}");
    let (gone, endless) = (&said[at("gone")].1, &said[at("endless")].1);
    assert_eq!(*gone, json!({ "type": "cancelled", "id": "gone", "turn": 0 }));
    assert_eq!(endless["type"], "cancelled");
    assert!(endless["report"]["playouts"].as_u64().unwrap() > 0);
    assert_eq!(said[at("c1")].1["cancelled"], 1);
    assert_eq!(said[at("c2")].1["cancelled"], 1);
}

#[test]
fn nothing_goes_on_for_a_client_that_is_gone() {
    let endless = json!({ "id": "a", "position": "hex 11x11", "preset": "uct", "seconds": 1e6 });
    // It ended its input, and then itself.
    let mut talk = Talk::new(options());
    talk.say(&endless);
    drop(talk.input.take());
    talk.is_heard.store(false, Ordering::SeqCst);
    talk.server.join().unwrap().unwrap();
    // It reads no more: the first partial report tells.
    let mut talk = Talk::new(options());
    let mut watched = endless;
    watched["reportEvery"] = json!(0.1);
    talk.say(&watched);
    talk.hear();
    drop(talk.output);
    drop(talk.input);
    talk.server.join().unwrap().unwrap();
}

#[test]
fn mangled_lines_get_answers() {
    const LINES: usize = 20_000;
    let seeds = [
        r#"{"id": "q", "position": "hex 3x3", "moves": ["a1", "c3"], "playouts": 2, "turns": [0, 1]}"#,
        r#"{"id": "z", "game": "tantrix", "preset": "random", "playouts": 1, "fresh": true}"#,
        r#"{"id": "s", "position": "y 3", "preset": "uct", "playouts": 3, "settings": {"search.exploration": 0.7}, "reportEvery": 0.5, "priority": -3}"#,
        r#"{"id": "c", "action": "cancel", "of": "q", "turns": [0]}"#,
        r#"{"id": "v", "action": "version"}"#,
        r#"{"id": "f", "action": "forget"}"#,
    ];
    let mut rng = Rng::new(7, 0);
    let mut input = Vec::new();
    for _ in 0..LINES * thorough() {
        input.extend(mangle(&seeds, &mut rng).replace('\n', " ").bytes());
        input.push(b'\n');
    }
    input.extend(
        b"{\"id\": \"all\", \"action\": \"cancel\"}\n{\"id\": \"end\", \"action\": \"version\"}\n",
    );
    let mut output = Vec::new();
    serve(&options(), Cursor::new(input), &mut output, || true).unwrap();
    let mut last = false;
    for line in output.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let answer: Value = serde_json::from_slice(line).unwrap();
        last |= answer["id"] == "end" && answer["type"] == "done";
    }
    assert!(last);
}

/// Every field that can be sent or heard says what it means.
#[test]
fn the_schema_documents_every_field() {
    fn look(at: &Value, path: &str, missing: &mut Vec<String>) {
        if let Some(properties) = at["properties"].as_object() {
            for (name, field) in properties {
                let is_tag = ["type", "action", "id"].contains(&name.as_str());
                // What is an object of its own is documented there.
                let is_object = field.to_string().contains("$ref");
                if field["description"].is_null() && !is_object && !is_tag {
                    missing.push(format!("{path}.{name}"));
                }
                look(field, &format!("{path}.{name}"), missing);
            }
        }
        for list in ["oneOf", "allOf"] {
            for part in at[list].as_array().into_iter().flatten() {
                look(part, path, missing);
            }
        }
    }
    let schema = schema();
    let definitions = schema["$defs"].as_object().unwrap();
    for name in ["Query", "Action", "Answer", "Report", "Candidate"] {
        let mut missing = Vec::new();
        look(&definitions[name], name, &mut missing);
        assert!(missing.is_empty(), "{missing:?}");
    }
    assert!(!schema.to_string().contains("components/schemas"));
}
