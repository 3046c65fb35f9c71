//! Matches and tournaments, run as people run them: killed, resumed, exported.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use serde_json::Value;
use spinney_game::conformance::thorough;

use crate::{SPINNEY, command, path, prints, spinney, text};

/// The objects that a command prints, one a line.
fn objects<A: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = A>) -> Vec<Value> {
    prints(arguments).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What a store holds and must hold however it came about: for each game its result and its moves.
fn games(store: &Path) -> BTreeMap<String, (Value, Vec<String>)> {
    let mut games = BTreeMap::new();
    for game in objects(["export", path(store), "--format", "json"]) {
        let moves = game["moves"].as_array().unwrap();
        let moves = moves.iter().map(|made| made["move"].to_string()).collect();
        let id = game["id"].as_str().unwrap().to_owned();
        let earlier = games.insert(id, (game["rewards"].clone(), moves));
        assert_eq!(earlier, None, "a game is there once");
    }
    games
}

/// The final standing without its times.
fn standing(lines: &[Value]) -> Value {
    let end = lines.last().unwrap();
    assert_eq!((&end["type"], &end["why"]), (&"end".into(), &"complete".into()));
    let mut standing = end["standing"].clone();
    for player in standing.as_array_mut().unwrap() {
        player.as_object_mut().unwrap().remove("seconds_per_move");
    }
    standing
}

/// A tournament of a few seconds whose games depend on nothing but their seeds.
const CUP: &str = r#"
    position = "hex 6x6"
    games = 24
    openings = { kind = "random", plies = 2 }
    time = { playouts = 60 }

    [[player]]
    preset = "hex/best"
    set.search.memory = 8

    [[player]]
    preset = "hex/uct"
    set.search.memory = 8

    [[player]]
    preset = "hex/random"
    set.search.memory = 8
"#;

#[test]
fn a_tournament_that_is_killed_again_and_again_is_as_if_it_had_never_been() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let cup = file("cup.toml");
    std::fs::write(&cup, CUP).unwrap();
    let run = |store: &Path| -> Vec<String> {
        let arguments = ["tournament", path(&cup), "--json", "--store", path(store)];
        arguments.map(str::to_owned).to_vec()
    };
    let whole = file("whole.sqlite");
    let expected = standing(&objects(run(&whole)));
    let expected_games = games(&whole);
    assert_eq!(expected_games.len(), 3 * 24);

    let wanted = 10 * thorough();
    let (mut kills, mut tries) = (0, 0u64);
    while kills < wanted {
        tries += 1;
        let store = file(&format!("killed-{tries}.sqlite"));
        loop {
            let mut child = command(run(&store)).stdout(Stdio::null()).spawn().unwrap();
            // From before the store is there to well into the games; never the same twice.
            let step = (kills as u64 + tries).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56;
            thread::sleep(Duration::from_millis(step));
            if let Some(status) = child.try_wait().unwrap() {
                assert!(status.success());
                break;
            }
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
            if kills == wanted {
                break;
            }
        }
        let lines = objects(run(&store));
        assert_eq!(standing(&lines), expected);
        assert_eq!(games(&store), expected_games);
    }
    println!("{kills} kills, {tries} tournaments");
}

#[test]
fn a_match_tells_who_is_stronger() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("results.sqlite");
    let arguments = |games: &str| {
        let words =
            "match hex/uct hex/random --size 5x5 --playouts 200 --seed 3 --openings random:1";
        let mut words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        words.extend(["--store", path(&store), "--games", games].map(str::to_owned));
        words
    };
    let table = prints(arguments("12"));
    assert!(table.starts_with("hex/uct - hex/random: hex 5x5, 12 games\n"), "{table}");
    assert!(table.lines().any(|line| line.starts_with("1  hex/uct ")), "{table}");
    assert!(table.contains("Whoever moved first scored "), "{table}");
    // The same again plays nothing; more games go on from there.
    assert_eq!(prints(arguments("12")), table);
    let before = games(&store);
    prints(arguments("16"));
    let after = games(&store);
    assert_eq!(after.len(), 16);
    assert!(before.iter().all(|(id, game)| after[id] == *game));
}

#[test]
fn the_lines_of_json_tell_the_start_every_game_and_the_end() {
    let words = "match hex/uct hex/random --size 4x4 --playouts 100 --games 6 --json --sprt 0,400";
    let lines = objects(words.split(' '));
    let kinds: Vec<_> = lines.iter().map(|line| line["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["start", "game", "game", "game", "game", "game", "game", "end"]);
    assert_eq!(lines[0]["total"], 6);
    let game = &lines[6];
    assert_eq!((&game["done"], &game["ending"]), (&6.into(), &"rules".into()));
    for name in ["id", "players", "rewards", "thinking", "games_per_hour", "seconds_left"] {
        assert!(!game[name].is_null(), "{name}");
    }
    assert!(game["sprt"]["llr"].as_f64().unwrap() > 0.0);
    let end = &lines[7];
    assert_eq!(
        end["standing"][0]["wins"].as_u64().unwrap() + end["standing"][1]["wins"].as_u64().unwrap(),
        6
    );
    let scored = &end["first_player"];
    assert_eq!(scored["wins"].as_u64().unwrap() + scored["losses"].as_u64().unwrap(), 6);
}

#[test]
fn a_sequential_test_ends_a_match_by_itself() {
    let words =
        "match hex/best hex/random --size 5x5 --playouts 200 --games 2000 --sprt 0,50 --json";
    let lines = objects(words.split(' '));
    let end = lines.last().unwrap();
    assert_eq!((&end["why"], &end["sprt"]["verdict"]), (&"decided".into(), &"elo1".into()));
    assert!(end["games"].as_u64().unwrap() < 400, "{end}");
}

#[test]
fn foreign_programs_play_unattended() {
    // The program itself, from outside: over GTP against a player within.
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("report.html");
    let program = format!("gtp:{SPINNEY} engine hex --playouts 50 --memory 8");
    let words = "hex/uct --size 4x4 --games 4 --playouts-b 50 --name-a visitor --json --report";
    let arguments = ["match", program.as_str()].into_iter().chain(words.split(' '));
    let lines = objects(arguments.chain([path(&report)]));
    let end = lines.last().unwrap();
    assert_eq!((&end["games"], &end["why"]), (&4.into(), &"complete".into()));
    assert_eq!(end["standing"][0]["name"], "visitor");
    assert_eq!(end["standing"][0]["faults"], serde_json::json!({}));
    // Whichever game ended first, the visitor has one of its seats.
    let versions = lines[1]["versions"].to_string();
    assert!(versions.contains("Spinney"), "{versions}");
    assert!(std::fs::read_to_string(report).unwrap().contains("visitor"));
}

#[test]
fn a_mistake_costs_no_game_and_names_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let spec = folder.path().join("cup.toml");
    let problem = |arguments: &[&str]| {
        let output = spinney(arguments, "");
        assert!(!output.status.success(), "{arguments:?}");
        text(&output.stderr)
    };
    for (contents, expected) in [
        (CUP.replace("games = 24", "games = many"), "line 3"),
        (CUP.replace("hex/uct", "hex/utc"), "line 12"),
        (CUP.replace("6x6", "6xx6"), "line 2"),
        (CUP.replace("random\", plies", "randon\", plies"), "line 4"),
        (CUP.replace("plies = 2", "plies = 99"), "openings"),
    ] {
        std::fs::write(&spec, contents).unwrap();
        let told = problem(&["tournament", path(&spec)]);
        assert!(told.contains(expected), "{told}");
    }
    assert!(problem(&["tournament", "nowhere.toml"]).contains("nowhere.toml"));
    assert!(problem(&["match", "hex/best", "y/best"]).contains("plays Y, not Hex"));
    assert!(problem(&["match", "gtp:x", "gtp:y"]).contains("--game"));
    assert!(problem(&["match", "hex/uct", "hex/best", "--sprt", "5,0"]).contains("ELO0"));
    let missing = ["match", "hex/uct", "gtp:/nowhere/engine", "--games", "2", "--size", "4x4"];
    assert!(problem(&missing).contains("engine"), "{}", problem(&missing));
    assert!(problem(&["export", "nowhere.sqlite"]).contains("nowhere.sqlite"));
}

#[test]
fn results_leave_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("results.sqlite");
    let words = "match hex/random hex/random --size 4x4 --swap pieces --games 4 --quiet --store";
    prints(words.split(' ').chain([path(&store)]));
    let sgf = folder.path().join("games.sgf");
    prints(["export", path(&store), "--format", "sgf", "--output", path(&sgf)]);
    let shown = prints(["show", path(&sgf), "--format", "position"]);
    assert!(shown.starts_with("hex 4x4"), "{shown}");
    let csv = prints(["export", path(&store), "--format", "csv"]);
    assert_eq!(csv.lines().count(), 5);
    assert!(csv.starts_with("id,event,round,pair,game,"), "{csv}");
    let none = prints(["export", path(&store), "--format", "json", "--event", "nothing"]);
    assert_eq!(none, "");
}

#[test]
fn what_the_arena_costs() {
    // Printed, not asserted: the figure depends on who else uses the machine.
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("results.sqlite");
    // On a busy machine nobody should lose on time.
    let words = "match hex/best hex/uct --size 8x8 --games 6 --time 0.02 --grace 9 --quiet --store";
    prints(words.split(' ').chain([path(&store)]));
    let (mut thought, mut taken) = (0.0, 0.0);
    for game in objects(["export", path(&store), "--format", "json"]) {
        taken += game["wall"].as_f64().unwrap();
        let thinking = game["thinking"].as_array().unwrap();
        thought += thinking.iter().map(|seconds| seconds.as_f64().unwrap()).sum::<f64>();
    }
    let share = 100.0 * thought / taken;
    println!("players think {share:.2}% of a game's time, two games at a time, 20 ms a move");
}

#[test]
fn a_match_starts_from_the_usual_position_of_any_game() {
    for players in [["tantrix/random", "tantrix/greedy"], ["arimaa/random", "arimaa/random"]] {
        let limits = ["--games", "2", "--playouts", "1", "--move-cap", "200"];
        prints(["match"].iter().chain(&players).chain(&limits));
    }
}

#[test]
fn a_test_without_a_number_of_games_ends_when_it_is_decided() {
    let words = "match hex/random hex/random --size 3x3 --sprt -30,30 --json --playouts 1";
    let lines = objects(words.split(' '));
    let end = lines.last().unwrap();
    assert_eq!((&lines[0]["total"], &end["why"]), (&Value::Null, &"decided".into()));
    assert!(end["games"].as_u64().unwrap() > 100, "more than the usual number: {end}");
}

#[test]
fn a_program_of_another_game_is_refused_with_its_reason() {
    for (player, of, size, protocol) in [
        ("hex/random", "y", "5x5", "gtp"),
        ("y/random", "hex", "5", "gtp"),
        ("polyy/random", "hex", "5,5", "gtp"),
        ("hex/random", "polyy", "5x5", "codecup"),
    ] {
        let program = format!(
            "{protocol}:{SPINNEY} engine {of} --protocol {protocol} --playouts 9 --memory 8"
        );
        let limits = ["--playouts-a", "1", "--games", "2", "--size", size];
        let output = spinney(["match", player, &program].into_iter().chain(limits), "");
        let told = text(&output.stderr);
        assert!(!output.status.success(), "{player} against {program}: {}", text(&output.stdout));
        let reason = "the program plays another game";
        assert!(told.contains(reason) || told.contains("does it play"), "{told}");
    }
}

/// A store with a match of as many games, each player with a playout or two.
fn played(store: &Path, words: &str) {
    let words = words.split(' ').chain(["--quiet", "--store", path(store)]);
    prints(["match"].into_iter().chain(words));
}

#[test]
fn a_report_tells_how_a_store_stands() {
    let folder = tempfile::tempdir().unwrap();
    let [store, page] = ["results.sqlite", "page.html"].map(|name| folder.path().join(name));
    played(&store, "hex/uct hex/random --size 4x4 --playouts 50 --games 8 --concurrency 2");
    played(&store, "y/random y/random --size 4 --playouts 1 --games 4 --event second");
    let report = prints(["report", path(&store), "--sprt", "0,400", "--html", path(&page)]);
    assert!(report.contains("hex/uct - hex/random: hex 4x4, 8 games\n"), "{report}");
    assert!(report.contains("second: y 4, 4 games\n"), "{report}");
    let build = prints(["--version"]);
    assert_eq!(report.matches(&format!("\nHeld by {build}")).count(), 2, "{report}");
    assert!(report.contains("hex/uct against hex/random: Elo "), "{report}");
    assert!(report.contains("Sequential test of +0 against +400 Elo: "), "{report}");
    assert!(std::fs::read_to_string(&page).unwrap().contains("hex/uct"));
    // The match says the same of itself.
    let words = "match hex/uct hex/random --size 4x4 --playouts 50 --games 8 --sprt 0,400 --json";
    let lines = objects(words.split(' ').chain(["--store", path(&store)]));
    let events = objects(["report", path(&store), "--sprt", "0,400", "--json"]);
    let (end, event) = (lines.last().unwrap(), &events[0]);
    for name in ["event", "games", "standing", "first_player", "sprt"] {
        assert_eq!(event[name], end[name], "{name}");
    }
    assert_eq!((&event["type"], &events[1]["event"]), (&"event".into(), &"second".into()));
    let nothing = spinney(["report", path(&store), "--event", "third"], "");
    assert!(text(&nothing.stderr).contains("there is no event \"third\""));
}

#[test]
fn stores_are_merged() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two, all] = ["one", "two", "all"].map(|name| folder.path().join(name));
    let words = "hex/random hex/random --size 3x3 --playouts 1 --games ";
    played(&one, &format!("{words}4"));
    played(&two, &format!("{words}6"));
    let told = prints(["merge", path(&all), path(&one), path(&two)]);
    assert!(told.contains("one: 4 games added\n"), "{told}");
    assert!(told.contains("two: 2 games added, 4 were there\n"), "{told}");
    assert_eq!(games(&all), games(&two));
    assert!(!spinney(["merge", path(&all), path(&all)], "").status.success());
    assert!(!spinney(["merge", path(&all), "nowhere.sqlite"], "").status.success());
}

#[test]
fn records_are_written_while_a_match_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sgf");
    let words = "match hex/random hex/random --size 4x4 --games 3 --playouts 1 --records";
    prints(words.split(' ').chain([path(&file)]));
    let written = std::fs::read_to_string(&file).unwrap();
    assert_eq!(written.matches("(;").count(), 3, "{written}");
    let output = spinney(words.split(' ').chain(["/nowhere/games.sgf"]), "");
    assert!(text(&output.stderr).contains("cannot write /nowhere/games.sgf"));
    assert_eq!(text(&output.stdout), "");
}

#[test]
fn games_are_given_to_whoever_is_sure_to_win() {
    let folder = tempfile::tempdir().unwrap();
    for rule in ["proven", "agreed:2:0.7"] {
        let store = folder.path().join(rule);
        let words = "hex/best hex/best --size 5x5 --playouts 100 --games 4 --adjudicate ";
        played(&store, &format!("{words}{rule}"));
        let games = objects(["export", path(&store), "--format", "json"]);
        assert!(games.iter().any(|game| game["ending"] == "adjudication"), "{rule}: {games:?}");
        let is_one =
            |game: &Value| ["[1.0,0.0]", "[0.0,1.0]"].contains(&&*game["rewards"].to_string());
        assert!(games.iter().all(is_one), "{games:?}");
    }
    let output = spinney(["match", "hex/uct", "hex/best", "--adjudicate", "agreed:x"], "");
    assert!(text(&output.stderr).contains("agreed:4:0.95"), "{}", text(&output.stderr));
}

#[test]
fn an_export_has_the_format_of_the_game_unless_another_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("results.sqlite");
    played(&store, "arimaa/random arimaa/random --playouts 1 --games 1 --move-cap 40");
    let records = prints(["export", path(&store)]);
    assert!(records.contains("1g Ra1") || records.contains("1g "), "{records}");
}

#[test]
fn a_report_that_cannot_be_written_is_told_before_the_match() {
    let words = "match hex/random hex/random --size 3x3 --games 2 --report /nowhere/report.html";
    let output = spinney(words.split(' '), "");
    assert!(!output.status.success());
    assert!(text(&output.stderr).contains("cannot write /nowhere/report.html"));
    assert_eq!(text(&output.stdout), "");
}
