use serde_json::{Value, json};

use super::*;

fn grant(page: &mut LocalPage, wish: Value) -> Value {
    let answer = page.grant(&wish.to_string()).unwrap_or_else(|problem| panic!("{problem}"));
    serde_json::from_str(&answer).unwrap()
}

/// A page at a table, with what it hears first.
fn seated(position: &str, seats: &Value) -> (LocalPage, Value) {
    let mut page = LocalPage::default();
    let game = json!({ "position": position, "seats": seats });
    let begun = grant(&mut page, json!({ "wish": "begin", "id": "abc", "game": game }));
    let effects = grant(&mut page, json!({ "wish": "open", "kept": begun["kept"] }));
    (page, effects)
}

fn say(page: &mut LocalPage, request: Value) -> Value {
    grant(page, json!({ "wish": "say", "request": request }))
}

/// The messages of a kind.
fn messages(effects: &Value, kind: &str) -> Vec<Value> {
    let all = effects["messages"].as_array().unwrap().iter();
    let read = all.map(|text| serde_json::from_str::<Value>(text.as_str().unwrap()).unwrap());
    read.filter(|message| message["type"] == kind).collect()
}

/// A report of a search that likes some moves so much.
fn report(side: &str, moves: &[(&str, u64, f32)]) -> Value {
    let candidate = |(text, visits, rate): &(&str, u64, f32)| {
        json!({ "move": text, "visits": visits, "winRate": rate, "amaf": null, "prior": null,
                "proven": null, "line": [text] })
    };
    let candidates: Vec<_> = moves.iter().map(candidate).collect();
    json!({ "side": side, "candidates": candidates, "resign": false, "winRate": 0.5,
            "provenWinner": null, "playouts": 10, "simulations": 10, "nodes": 5, "memory": 100,
            "memoryCap": 1000, "seconds": 0.25 })
}

fn hear(page: &mut LocalPage, search: &Value, reports: &[Value], over: bool) -> Value {
    let wish = json!({ "wish": "hear", "search": search, "reports": reports, "over": over,
                       "seconds": 0.5 });
    grant(page, wish)
}

fn against_engine() -> Value {
    json!([{ "kind": "person" }, { "kind": "engine", "preset": "hex/best", "level": 10 }])
}

#[test]
fn the_engine_answers_a_move_by_the_sum_of_what_its_threads_say() {
    let (mut page, effects) = seated("hex 5x5", &against_engine());
    assert_eq!(messages(&effects, "game").len(), 1);
    assert!(effects["searches"].as_array().unwrap().is_empty());
    let effects = say(&mut page, json!({ "id": 7, "do": "play", "node": 0, "move": "c3" }));
    assert_eq!(messages(&effects, "answer")[0]["id"], 7);
    assert_eq!(messages(&effects, "patch").len(), 1);
    assert!(effects["kept"].as_str().unwrap().contains("c3"));
    let order = &effects["searches"][0];
    assert_eq!((&order["purpose"], &order["moves"]), (&json!("move"), &json!(["c3"])));
    // Each alone would play a1 or a2; together they like b4.
    let reports = [
        report("white", &[("a1", 50, 0.5), ("b4", 40, 0.6)]),
        report("white", &[("a2", 50, 0.5), ("b4", 40, 0.4)]),
    ];
    let thinking = hear(&mut page, &order["search"], &reports, false);
    let thoughts = &messages(&thinking, "thinking")[0]["thoughts"];
    assert_eq!(thoughts["candidates"][0]["move"], "b4");
    assert_eq!(
        (&thoughts["candidates"][0]["visits"], &thoughts["playouts"]),
        (&80.into(), &20.into())
    );
    assert!((thoughts["candidates"][0]["winRate"].as_f64().unwrap() - 0.5).abs() < 1e-6);
    let moved = hear(&mut page, &order["search"], &reports, true);
    assert!(moved["kept"].as_str().unwrap().contains("b4"));
    assert_eq!(messages(&moved, "patch")[0]["view"]["toMove"], "black");
    // A report that comes too late changes nothing.
    let late = hear(&mut page, &order["search"], &reports, true);
    assert!(late["kept"].is_null() && late["messages"].as_array().unwrap().is_empty());
}

#[test]
fn what_one_thread_has_proven_holds_for_all() {
    let (mut page, _) = seated("hex 5x5", &against_engine());
    let effects = say(&mut page, json!({ "id": 1, "do": "play", "node": 0, "move": "c3" }));
    let mut proven = report("white", &[("d2", 3, 1.0)]);
    proven["candidates"][0]["proven"] = true.into();
    proven["provenWinner"] = "white".into();
    let reports = [report("white", &[("a1", 500, 0.5), ("d2", 1, 0.1)]), proven];
    let moved = hear(&mut page, &effects["searches"][0]["search"], &reports, true);
    assert!(moved["kept"].as_str().unwrap().contains("\"d2\""));
}

#[test]
fn an_undone_move_ends_the_search_for_its_answer() {
    let (mut page, _) = seated("hex 5x5", &against_engine());
    let effects = say(&mut page, json!({ "id": 1, "do": "play", "node": 0, "move": "c3" }));
    let undone = say(&mut page, json!({ "id": 2, "do": "undo" }));
    assert_eq!(undone["ended"][0], effects["searches"][0]["search"]);
}

#[test]
fn hints_analyses_reviews_and_explanations_are_ordered_and_answered() {
    let people = json!([{ "kind": "person" }, { "kind": "person" }]);
    let (mut page, _) = seated("hex 5x5", &people);
    say(&mut page, json!({ "id": 1, "do": "play", "node": 0, "move": "c3" }));

    let hint = say(&mut page, json!({ "id": 2, "do": "hint", "node": 1 }));
    assert!(messages(&hint, "answer").is_empty());
    // Whoever asks again does not want the first answer any more.
    let again = say(&mut page, json!({ "id": 3, "do": "hint", "node": 1 }));
    assert_eq!(again["ended"][0], hint["searches"][0]["search"]);
    assert_eq!(messages(&again, "error")[0]["id"], 2);
    let told = [report("white", &[("a1", 9, 0.5)])];
    let answer = hear(&mut page, &again["searches"][0]["search"], &told, true);
    assert_eq!(messages(&answer, "answer")[0]["thoughts"]["candidates"][0]["move"], "a1");

    let explain = say(&mut page, json!({ "id": 4, "do": "explain", "node": 1 }));
    let search = &explain["searches"][0]["search"];
    let wish = json!({ "wish": "explained", "search": search, "knowledge": { "explanation": 1 } });
    let answer = grant(&mut page, wish);
    assert_eq!(messages(&answer, "answer")[0]["insight"]["explanation"], 1);

    let analysis = say(&mut page, json!({ "id": 5, "do": "analyze", "node": 1 }));
    let search = &analysis["searches"][0]["search"];
    let so_far = hear(&mut page, search, &told, false);
    assert_eq!(messages(&so_far, "analysis")[0]["done"], false);
    let ended = say(&mut page, json!({ "id": 6, "do": "end-analysis" }));
    assert_eq!(&ended["ended"][0], search);

    let review = say(&mut page, json!({ "id": 7, "do": "review", "node": 1, "seconds": 0.2 }));
    let mut order = review["searches"][0].clone();
    let mut positions = 0;
    while order["purpose"] == "review" {
        positions += 1;
        let side = if order["node"] == 0 { "black" } else { "white" };
        let told = [report(side, &[("a1", 9, 0.5)])];
        let step = hear(&mut page, &order["search"], &told, true);
        order = step["searches"][0].clone();
    }
    assert_eq!(positions, 2);
    let record = grant(&mut page, json!({ "wish": "record", "format": null }));
    assert!(record.as_str().unwrap().starts_with("(;"));
}

#[test]
fn an_engine_that_fails_leaves_its_seat_and_says_so() {
    let (mut page, _) = seated("hex 5x5", &against_engine());
    let effects = say(&mut page, json!({ "id": 1, "do": "play", "node": 0, "move": "c3" }));
    let search = &effects["searches"][0]["search"];
    let failed =
        grant(&mut page, json!({ "wish": "failed", "search": search, "why": "no memory" }));
    let state = &messages(&failed, "patch")[0]["state"];
    assert!(state["notice"].as_str().unwrap().contains("no memory"));
    assert_eq!(state["seats"][1]["kind"], "person");
}

#[test]
fn a_person_loses_on_time_without_a_server() {
    let mut page = LocalPage::default();
    let game = json!({ "position": "hex 5x5", "time": { "seconds": 1, "increment": 0 } });
    let begun = grant(&mut page, json!({ "wish": "begin", "id": "abc", "game": game }));
    grant(&mut page, json!({ "wish": "open", "kept": begun["kept"] }));
    let moved = say(&mut page, json!({ "id": 1, "do": "play", "node": 0, "move": "c3" }));
    let flag = &moved["flag"];
    let left = flag["milliseconds"].as_u64().unwrap();
    assert!((1..=1000).contains(&left));
    std::thread::sleep(Duration::from_millis(left + 1));
    let fallen = grant(&mut page, json!({ "wish": "flag", "generation": flag["generation"] }));
    assert_eq!(messages(&fallen, "patch")[0]["state"]["ending"]["by"], "time");
}

#[test]
fn wishes_that_make_no_sense_are_refused() {
    let mut page = LocalPage::default();
    for wish in [
        "",
        "{",
        "{}",
        r#"{"wish":"fly"}"#,
        r#"{"wish":"record"}"#,
        r#"{"wish":"open","kept":"{}"}"#,
        r#"{"wish":"begin","id":"a","game":{"position":"chess"}}"#,
    ] {
        assert!(page.grant(wish).is_err(), "{wish}");
    }
    let (mut page, _) = seated("hex 5x5", &against_engine());
    let refused = say(&mut page, json!({ "id": 1, "do": "play", "node": 0, "move": "z9" }));
    assert_eq!(messages(&refused, "error")[0]["id"], 1);
    let refused = say(&mut page, json!({ "do": "dance" }));
    assert!(messages(&refused, "error")[0]["id"].is_null());
}
