//! Requests, one at a time.

use serde_json::{Value, json};

use crate::{Host, PATIENCE, agent, engine, person};

const RECORD: &str = "(;FF[4]GM[11]SZ[5]PB[Ann]PW[Bo]C[A small game.]\
    ;B[a2];W[c3]C[The middle.](;B[b4];W[d2])(;B[d2]C[Or this.];W[b4]))";

#[test]
fn the_page_comes_with_headers_that_keep_it_to_itself() {
    let host = Host::start();
    for path in ["/", "/g/abc", "/page/main.js", "/page/icon.svg", "/healthz", "/nowhere"] {
        let answer = agent().get(host.url(path)).call().unwrap();
        let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
        assert!(header("content-security-policy").contains("default-src 'none'"), "{path}");
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("x-frame-options"), "DENY");
        assert_eq!(answer.status().as_u16(), if path == "/nowhere" { 404 } else { 200 });
    }
    let script = agent().get(host.url("/page/main.js")).call().unwrap();
    assert!(script.headers()["content-type"].to_str().unwrap().starts_with("text/javascript"));
    let tag = script.headers()["etag"].clone();
    let again = agent().get(host.url("/page/main.js")).header("if-none-match", tag).call().unwrap();
    assert_eq!(again.status().as_u16(), 304);
}

#[test]
fn no_path_leads_out_of_the_page() {
    let host = Host::start();
    for path in ["/page/../Cargo.toml", "/page/%2e%2e/Cargo.toml", "/page//etc/passwd", "/page/"] {
        assert_eq!(host.get(path).0, 404, "{path}");
    }
}

#[test]
fn every_path_of_the_description_is_there() {
    let host = Host::start();
    let id = host.begin(json!({"game": "hex", "position": "hex 3x3"}));
    let description: Value = serde_json::from_str(&host.get("/api/openapi.json").1).unwrap();
    let paths = description["paths"].as_object().unwrap();
    assert!(paths.len() >= 9, "{paths:?}");
    for (path, methods) in paths {
        let path = path.replace("{id}", &id);
        for method in methods.as_object().unwrap().keys() {
            let status = match method.as_str() {
                "get" => agent().get(host.url(&path)).call().unwrap().status(),
                "post" => agent().post(host.url(&path)).send_json(json!({})).unwrap().status(),
                _ => continue,
            };
            assert!(![404, 405, 500].contains(&status.as_u16()), "{method} {path}: {status}");
        }
    }
    let schemas = description["components"]["schemas"].as_object().unwrap();
    for schema in ["Snapshot", "Command", "Patch", "Thoughts", "Seat"] {
        assert!(schemas.contains_key(schema), "{schema}");
    }
}

/// The page makes a position of what it is told, and knows no game that it is of.
#[test]
fn every_board_and_swap_rule_that_is_offered_begins_a_game() {
    let host = Host::start();
    let rules: Value = serde_json::from_str(&host.get("/api/rules").1).unwrap();
    for game in rules["games"].as_array().unwrap() {
        let boards = game["boards"].as_array().unwrap();
        assert!(boards.iter().any(|board| board["text"] == game["usualBoard"]), "{game}");
        assert!(!game["display"]["rotations"].as_array().unwrap().is_empty());
        let none = vec![json!("")];
        let swaps = game["swaps"].as_array().filter(|swaps| !swaps.is_empty()).unwrap_or(&none);
        let begin = |board: &Value, swap: &Value| {
            let words = [&game["name"], board, swap].map(|word| word.as_str().unwrap());
            let words: Vec<_> = words.into_iter().filter(|word| !word.is_empty()).collect();
            host.post("/api/games", &json!({"position": words.join(" ")}))
        };
        for board in boards {
            let mut begun = 0;
            for swap in swaps {
                let (status, game) = begin(&board["text"], swap);
                // Not every board has every swap, and who asks for it hears what is wrong.
                assert!(
                    status == 201 || game["error"].as_str().unwrap().contains("swap"),
                    "{game}"
                );
                begun += usize::from(status == 201);
                let size = &game["size"];
                assert!(status != 201 || size == "" || *size == board["text"], "{board}: {size}");
            }
            assert!(begun > 0 && begun + 1 >= swaps.len(), "{board}");
        }
        let usual = begin(&game["usualBoard"], &swaps[0]).1;
        let default = host.game(&host.begin(json!({"position": game["defaultPosition"]})));
        assert_eq!(usual["start"], default["start"]);
    }
}

/// The description says that errors are JSON; this one was plain text.
#[test]
fn whoever_asks_for_a_socket_without_an_upgrade_hears_why_in_json() {
    let host = Host::start();
    let id = host.begin(json!({"position": "hex 5x5"}));
    let (status, body) = host.get(&format!("/api/games/{id}/socket"));
    let body: Value = serde_json::from_str(&body).unwrap_or_else(|_| panic!("{body}"));
    assert_eq!(status, 400);
    assert!(body["error"].as_str().unwrap().contains("upgrade"), "{body}");
}

/// What the description says of a field, and what becomes of it at its bounds and beyond them.
#[test]
fn the_description_allowed_what_the_server_refused_and_once_the_reverse() {
    let host = Host::start();
    let all: Value = serde_json::from_str(&host.get("/api/openapi.json").1).unwrap();
    let schema = |pointer: &str| {
        let path = format!("/components/schemas/{pointer}");
        all.pointer(&path).unwrap_or_else(|| panic!("{path}")).clone()
    };
    let command = |name: &str| {
        let commands = schema("Command/oneOf");
        let named = |command: &&Value| command["properties"]["do"]["enum"][0] == name;
        commands.as_array().unwrap().iter().find(named).unwrap()["properties"].clone()
    };
    let engine = |preset: Value, level: Value| {
        json!({"position": "hex 3x3", "seats": [{"kind": "person"},
            {"kind": "engine", "preset": preset, "level": level}]})
    };
    let time = |seconds: Value, increment: Value| json!({"position": "hex 3x3", "time": {"seconds": seconds, "increment": increment}});
    let begins = |game: Value| host.post("/api/games", &game).0 == 201;
    let id = host.begin(json!({"position": "hex 3x3"}));
    let granted = |command: Value| host.command(&id, command).0 == 200;
    let bounded = |schema: &Value, step: f64, taken: &dyn Fn(Value) -> bool| {
        for (bound, beyond) in [("minimum", -step), ("maximum", step)] {
            let bound = schema[bound].as_f64().unwrap_or_else(|| panic!("{bound} of {schema}"));
            let number = |x: f64| if step < 1.0 { json!(x) } else { json!(x as i64) };
            assert!(taken(number(bound)), "{bound} of {schema} is taken");
            assert!(!taken(number(bound + beyond)), "beyond {bound} of {schema} is refused");
        }
    };
    bounded(&schema("Seat/oneOf/1/properties/level"), 1.0, &|level| {
        begins(engine(json!("hex/random"), level))
    });
    bounded(&schema("TimeControl/properties/seconds"), 1.0, &|s| begins(time(s, json!(0))));
    bounded(&schema("TimeControl/properties/increment"), 1.0, &|s| begins(time(json!(9), s)));
    bounded(&command("review")["seconds"], 0.01, &|seconds| {
        granted(json!({"do": "review", "node": 0, "seconds": seconds}))
    });
    let longest = command("comment")["text"]["maxLength"].as_u64().unwrap() as usize;
    for (length, taken) in [(longest, true), (longest + 1, false)] {
        let text = "x".repeat(length);
        assert_eq!(granted(json!({"do": "comment", "node": 0, "text": text})), taken);
    }
    let presets = schema("Seat/oneOf/1/properties/preset/enum");
    for preset in presets.as_array().unwrap() {
        let game = preset.as_str().unwrap().split('/').next().unwrap();
        let seat = json!({"kind": "engine", "preset": preset, "level": 1});
        assert!(begins(json!({"game": game, "seats": [{"kind": "person"}, seat]})), "{preset}");
    }
    for nobody in ["", "hex/nobody"] {
        assert!(!begins(engine(json!(nobody), json!(1))), "{nobody:?}");
    }
    // A node that is not there is not found, as far as nodes are numbered.
    let most = schema("u32/maximum").as_u64().unwrap();
    for (node, status) in [(most, 404), (most + 1, 400)] {
        assert_eq!(host.command(&id, json!({"do": "position", "node": node})).0, status);
        assert_eq!(host.get(&format!("/api/games/{id}/picture.svg?node={node}")).0, status);
    }
    // Parameters are where the description says, and may be left out if it says so.
    for (path, name) in [("record", "format"), ("picture.svg", "node")] {
        let path = all["paths"][format!("/api/games/{{id}}/{path}")]["get"]["parameters"].clone();
        let parameter = path.as_array().unwrap().iter().find(|p| p["name"] == name).unwrap();
        assert_eq!((&parameter["in"], &parameter["required"]), (&json!("query"), &json!(false)));
    }
}

#[test]
fn a_game_is_played_over_http() {
    let host = Host::start();
    let id = host.begin(json!({"position": "hex 3x3"}));
    for (node, text) in ["a1", "b1", "a2", "b2", "a3"].iter().enumerate() {
        let (status, answer) = host.command(&id, json!({"do": "play", "node": node, "move": text}));
        assert_eq!((status, &answer["node"]), (200, &json!(node + 1)));
    }
    let game = host.game(&id);
    assert_eq!(game["view"]["over"], true);
    assert_eq!(game["view"]["winner"], "black");
    let (status, answer) = host.command(&id, json!({"do": "play", "node": 5, "move": "c3"}));
    assert_eq!((status, &answer["error"]), (409, &json!("the game is over")));
    assert!(host.get(&format!("/api/games/{id}/record")).1.contains("RE[B+]"));
    let (_, svg) = host.get(&format!("/api/games/{id}/picture.svg?node=1"));
    assert_eq!(svg.matches("<polygon").count(), 9);
    assert_eq!(svg.matches("class=\"stone").count(), 1);
    assert_eq!(agent().delete(host.url(&format!("/api/games/{id}"))).call().unwrap().status(), 204);
    assert_eq!(host.get(&format!("/api/games/{id}")).0, 404);
}

#[test]
fn a_position_comes_and_goes_as_a_file() {
    let host = Host::start();
    let file = "8s\n +-----------------+\n8| r . . . . r r r |\n7| . r c . . c . h |\n\
                6| h . x r . x d . |\n5| . . . . . r . . |\n4| . . d . r e . . |\n\
                3| . D x E M x D . |\n2| H . C m . C . H |\n1| R R R R R R R R |\n \
                +-----------------+\n   a b c d e f g h\n";
    let id = host.begin(json!({"record": file}));
    assert_eq!(host.get(&format!("/api/games/{id}/position")), (200, file.to_owned()));
    let (status, _) = host.command(&id, json!({"do": "play", "node": 0, "move": "ha6s"}));
    assert_eq!(status, 200);
    let (status, begun) = host.get(&format!("/api/games/{id}/position?node=1"));
    assert!(status == 400 && begun.contains("start of a turn"), "{begun}");
    assert_eq!(host.get(&format!("/api/games/{id}/position?node=0")).1, file);
    // Other games have no such files, and the page is told so.
    let hex = host.begin(json!({"position": "hex 3x3"}));
    assert_eq!(host.get(&format!("/api/games/{hex}/position")).0, 400);
    let rules: Value = serde_json::from_str(&host.get("/api/rules").1).unwrap();
    let formats = rules["games"].as_array().unwrap().iter().map(|game| &game["positionFormat"]);
    assert_eq!(formats.filter(|format| !format.is_null()).count(), 1);
}

#[test]
fn the_engine_answers_in_every_game_that_there_is() {
    let host = Host::start();
    let rules: Value = serde_json::from_str(&host.get("/api/rules").1).unwrap();
    let games = rules["games"].as_array().unwrap();
    assert!(games.len() >= 3);
    for game in games {
        let preset = game["presets"][0].as_str().unwrap();
        let id = host.begin(json!({
            "position": game["defaultPosition"],
            "seats": [engine(preset, 1), person()],
        }));
        let start = std::time::Instant::now();
        while host.game(&id)["state"]["live"] == 0 {
            assert!(start.elapsed() < PATIENCE, "no move in {game}");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }
}

#[test]
fn a_record_comes_back_as_it_went_in() {
    let host = Host::start();
    let id = host.begin(json!({"record": RECORD}));
    let (_, sgf) = host.get(&format!("/api/games/{id}/record?format=sgf"));
    for part in
        ["PB[Ann]", "C[A small game.]", "C[The middle.]", "(;B[b4];W[d2])", "(;B[d2]C[Or this.]"]
    {
        assert!(sgf.contains(part), "{part}: {sgf}");
    }
    let again = host.begin(json!({"record": sgf}));
    assert_eq!(host.get(&format!("/api/games/{again}/record?format=sgf")).1, sgf);
    let (_, link) = host.get(&format!("/api/games/{id}/record?format=hexworld"));
    assert!(link.contains("hexworld.org"), "{link}");
    let linked = host.begin(json!({"record": link}));
    assert_eq!(host.game(&linked)["nodes"].as_array().unwrap().len(), 5);
    let (status, text) =
        host.post("/api/convert", &json!({"record": RECORD, "format": "hexworld"}));
    assert_eq!(status, 200);
    assert!(text.as_str().unwrap().contains("a2c3b4d2"), "{text}");
}

#[test]
fn nonsense_gets_an_error_and_starts_nothing() {
    let host = Host::start();
    let long = "x".repeat(100_000);
    for wrong in [
        json!({}),
        json!({"game": "chess"}),
        json!({"game": "hex", "position": "hex 1000x1000"}),
        json!({"game": "hex", "position": "y 10"}),
        json!({"game": "hex", "position": long}),
        json!({"record": "(;GM[11]SZ[5];B[z99])"}),
        json!({"record": "(((((", "game": "hex"}),
        json!({"record": RECORD, "position": "hex 5x5"}),
        json!({"game": "hex", "seats": [person(), person(), person()]}),
        json!({"game": "hex", "seats": [person(), engine("/etc/passwd", 3)]}),
        json!({"game": "hex", "seats": [person(), engine("hex/best", 99)]}),
        json!({"game": "hex", "time": {"seconds": 0, "increment": 0}}),
        json!({"game": "hex", "wish": 1}),
        json!([1, 2, 3]),
    ] {
        let (status, answer) = host.post("/api/games", &wrong);
        assert_eq!(status, 400, "{wrong}: {answer}");
        assert!(
            answer["error"].as_str().is_some_and(|e| !e.is_empty() && e.len() < 1000),
            "{answer}"
        );
    }
    let plain =
        agent().post(host.url("/api/games")).content_type("text/plain").send("{\"game\":\"hex\"}");
    assert_eq!(plain.unwrap().status(), 400);
    let huge = agent()
        .post(host.url("/api/games"))
        .content_type("application/json")
        .send(" ".repeat(5_000_000));
    // Whoever sends too much may not even hear that it was too much.
    assert!(huge.is_err() || huge.unwrap().status() == 413);
    assert_eq!(host.get("/api/games").1, "[]");
}

/// Records of games that are no games: they took hundreds of megabytes and many seconds.
#[test]
fn a_record_is_read_within_bounds_of_bytes_and_nodes() {
    let host = Host::start();
    let wide = |nodes: usize| format!("(;GM[11]SZ[5]{})", "(;B[a1])".repeat(nodes));
    let long = format!("(;GM[11]SZ[5]C[{}])", "x".repeat(1 << 20));
    // All that is said in it would be kept.
    let talk = format!("(;GM[11]SZ[5]C[{0}];B[a1]C[{0}])", "x".repeat(500_000));
    for (record, convert, import, why) in [
        (wide(19_000), 200, 201, ""),
        (wide(20_001), 400, 400, "at most 20000"),
        (long, 413, 413, "too long"),
        (talk, 200, 201, ""),
    ] {
        let (status, answer) =
            host.post("/api/convert", &json!({"record": record, "format": "sgf"}));
        assert_eq!(status, convert, "{why}");
        assert!(status == 200 || answer["error"].as_str().unwrap().contains(why), "{answer}");
        let (status, answer) = host.post("/api/games", &json!({"record": record}));
        assert_eq!(status, import, "{why}");
        assert!(status == 201 || answer["error"].as_str().unwrap().contains(why), "{answer}");
    }
    // Whoever says beforehand that it will be too much need not send it.
    let huge = agent()
        .post(host.url("/api/games"))
        .content_type("application/json")
        .send(" ".repeat(5_000_000));
    assert!(huge.is_err() || huge.unwrap().status() == 413);
}

/// Every node was led to from the start of the game, and every comment copied for the next one.
#[test]
fn an_import_took_the_square_of_the_records_length() {
    let host = Host::start();
    let cells: Vec<_> = (0..19 * 19u16)
        .map(|i| format!("{}{}", char::from(b'a' + (i % 19) as u8), i / 19 + 1))
        .collect();
    let moves = cells[..300].iter().enumerate();
    let line: String = moves.map(|(i, cell)| format!(";{}[{cell}]", ["B", "W"][i % 2])).collect();
    let leaves: String = cells[301..].iter().map(|cell| format!("(;B[{cell}]C[x])")).collect();
    let record = format!("(;GM[11]SZ[19]RU[no-swap]{line}{})", leaves.repeat(300));
    let (status, game) = host.post("/api/games", &json!({"record": record}));
    assert_eq!(status, 201, "{game}");
    let nodes = game["nodes"].as_array().unwrap();
    assert_eq!(nodes.len(), 1 + 300 + 60);
    assert_eq!(nodes[360]["parent"], 300);
    assert_eq!(nodes[360]["comment"].as_str().unwrap().len(), 300 + 299);
}

#[test]
fn pages_of_other_sites_are_shut_out() {
    let host = Host::start();
    let ask = |name: &str, value: &str| {
        let answer = agent().get(host.url("/api/rules")).header(name, value).call().unwrap();
        answer.status().as_u16()
    };
    assert_eq!(ask("host", "evil.example"), 403);
    assert_eq!(ask("origin", "http://evil.example"), 403);
    assert_eq!(ask("origin", &format!("http://{}", host.address)), 200);
}

#[test]
fn a_client_that_asks_for_too_much_is_told_so_and_others_are_not() {
    let few = spinney_web::Rate { burst: 5.0, per_second: 0.01 };
    let host = Host::with(|settings| spinney_web::Settings {
        clients: spinney_web::ClientLimits { requests: few, ..settings.clients },
        behind_proxy: true,
        ..settings
    });
    let ask = |from: &str| {
        let answer = agent().get(host.url("/api/rules")).header("x-forwarded-for", from).call();
        answer.unwrap().status().as_u16()
    };
    let granted = (0..20).filter(|_| ask("192.0.2.1") == 200).count();
    assert_eq!(granted, 5);
    assert_eq!(ask("192.0.2.2"), 200);
    assert_eq!(ask("192.0.2.1"), 429);
    // Health is told to everybody.
    for _ in 0..20 {
        assert_eq!(host.get("/healthz").0, 200);
    }
}

#[test]
fn games_are_there_after_a_restart() {
    let host = Host::start();
    let id = host.begin(json!({"position": "y 5", "time": {"seconds": 600, "increment": 2}}));
    host.command(&id, json!({"do": "play", "node": 0, "move": "a1"}));
    host.command(&id, json!({"do": "comment", "node": 1, "text": "A corner!"}));
    host.command(&id, json!({"do": "play", "node": 0, "move": "b2"}));
    let before = host.game(&id);
    let folder = host.end();
    let host = Host::in_folder(folder, |settings| settings);
    let after = host.game(&id);
    assert_eq!(after["nodes"], before["nodes"]);
    assert_eq!(after["state"]["live"], before["state"]["live"]);
    assert_eq!(after["nodes"][1]["comment"], "A corner!");
    let listed: Value = serde_json::from_str(&host.get("/api/games").1).unwrap();
    assert_eq!(listed[0]["id"], json!(id));
}

#[test]
fn health_and_metrics_tell_what_goes_on() {
    let host = Host::start();
    assert_eq!(host.get("/healthz"), (200, "ok\n".to_owned()));
    host.begin(json!({"position": "hex 3x3"}));
    let (_, metrics) = host.get("/metrics");
    assert!(metrics.contains("spinney_games_kept 1\n"), "{metrics}");
    assert!(metrics.lines().filter(|l| l.starts_with("# TYPE")).count() >= 8);
}
