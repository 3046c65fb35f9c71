//! `suite`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use serde_json::Value;
use spinney_arena::suite::{self, Criteria, Test};
use spinney_engine::proof::{ProofSettings, prover};
use spinney_engine::{Board, GameEntry, Limits, Line, Rng, Stop, count_turns, turn_text};

use crate::{SPINNEY, path, prints, spinney, text};

/// Our own tests.
fn ours() -> Vec<Test> {
    suite::shipped_names().filter_map(suite::shipped).flat_map(Result::unwrap).collect()
}

fn game(test: &Test) -> &'static GameEntry {
    spinney_engine::game_of_position(&test.position).unwrap()
}

fn has(test: &Test, tag: &str) -> bool {
    test.tags.iter().any(|own| own == tag)
}

/// Where they are.
const SUITES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites");

#[test]
fn our_own_tests_are_answered_in_every_game() {
    let printed = prints(["suite", SUITES, "--playouts", "100", "--json"]);
    let objects: Vec<Value> =
        printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (summary, answers) = objects.split_last().unwrap();
    assert_eq!(summary["answers"], answers.len());
    for game in ["hex", "y", "polyy", "havannah", "tantrix", "arimaa"] {
        let answered = answers.iter().filter(|answer| answer["game"] == game).count();
        assert_eq!(summary["by_tag"][game]["answers"], answered, "{game}");
        assert!(answered > 0, "{game}");
    }
    for answer in answers {
        let score = answer["score"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&score) && answer["turn"] != "", "{answer}");
    }
    let sum: f64 = answers.iter().map(|answer| answer["score"].as_f64().unwrap()).sum();
    assert_eq!(summary["score"].as_f64().unwrap(), sum);
}

#[test]
fn there_are_forty_tests_of_every_game_and_of_every_grade_some() {
    let mut counts: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    for test in ours() {
        let game = counts.entry(game(&test).name.to_owned()).or_default();
        let mut grades = test.tags.iter().filter(|tag| tag.starts_with("grade-"));
        let (grade, other) = (grades.next().expect("a grade"), grades.next());
        assert!(other.is_none(), "{} has two grades", test.name);
        assert!(
            test.tags.iter().any(|tag| ["proven", "deep", "published"].contains(&tag.as_str())),
            "{} does not say how it is known",
            test.name
        );
        *game.entry(grade.clone()).or_default() += 1;
    }
    assert_eq!(counts.len(), 6);
    for (game, grades) in counts {
        assert!(grades.values().sum::<usize>() >= 40, "{game}: {grades:?}");
        let names: Vec<_> = grades.keys().map(String::as_str).collect();
        assert_eq!(names[..4], ["grade-1", "grade-2", "grade-3", "grade-4"], "{game}");
        assert!(names[4..].iter().all(|grade| *grade == "grade-5"), "{game}");
    }
}

#[test]
fn a_sample_of_the_proven_tests_is_proven_again() {
    let sampled = |test: &Test| {
        let is_short = ["grade-1", "grade-2"].iter().any(|grade| has(test, grade));
        is_short && has(test, "proven") && game(test).capabilities.proofs.is_some()
    };
    let mut checked = BTreeMap::new();
    for test in ours().into_iter().filter(sampled).step_by(7) {
        let Criteria::Move(blocks) = &test.criteria else { panic!("{}", test.name) };
        let claimed: BTreeSet<_> = blocks.iter().map(|block| block.atoms[0].clone()).collect();
        let board = Board::from_text(&test.position).unwrap();
        let mut prover = prover(&test.position, &ProofSettings::default()).unwrap();
        let limits = Limits { nodes: Some(500), ..Limits::default() };
        let mut winning = BTreeSet::new();
        let mut is_decided = true;
        for opening in prover.openings(&test.position).unwrap() {
            let after = Board::from_text(&opening.after).unwrap();
            let winner = match after.outcome() {
                Some(outcome) => outcome.winner,
                None => {
                    let known = prover.solve(&opening.after, &limits, &Stop::new(), &mut |_| {});
                    known.unwrap().winner
                }
            };
            is_decided &= winner.is_some();
            if winner.is_some() && winner == board.to_move() {
                winning.extend(opening.moves);
            }
        }
        // What takes longer than a test should says nothing against the claim.
        assert!(winning.is_subset(&claimed), "{}: {winning:?}", test.name);
        if is_decided {
            assert_eq!(winning, claimed, "{}", test.name);
            *checked.entry(game(&test).name).or_insert(0) += 1;
        }
    }
    assert_eq!(checked.len(), 4, "{checked:?}");
}

#[test]
fn goals_that_tests_ask_for_are_there_and_are_missed_by_some_turns() {
    let is_goal =
        |test: &Test| !matches!(test.criteria, Criteria::Move(_) | Criteria::PiecePosition(_));
    for test in ours().into_iter().filter(is_goal) {
        let board = Board::from_text(&test.position).unwrap();
        let Some(counts) = count_turns(&board).unwrap() else { continue };
        let reaches = counts.goal_turns > 0;
        assert_eq!(reaches, test.criteria == Criteria::ScoreGoal, "{}", test.name);
        let mut rng = Rng::new(1, 0);
        let is_missed = (0..200).any(|_| {
            let mut line = Line::new(board.clone());
            let mover = board.seat_to_move();
            while line.board().seat_to_move() == mover {
                let moves = line.board().legal_moves();
                line.play(None, rng.choose(&moves).unwrap()).unwrap();
            }
            let turn = turn_text(&line, 0);
            test.judge(&mut Line::new(board.clone()), &turn).unwrap() < 1.0
        });
        assert!(is_missed, "{}", test.name);
    }
}

#[test]
fn tests_are_made_and_those_that_a_file_has_stay() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("mine.ats");
    let make = |count: &str| {
        let words = ["suite", "make", "hex", "--size", "4x4", "--games", "4", "--deep", "0"];
        let rest = ["--count", count, "--seed", "5", "--out", path(&file)];
        prints(words.into_iter().chain(rest));
        fs::read_to_string(&file).unwrap()
    };
    let first = make("2");
    assert!(first.matches("[settings]").count() <= 2 && first.contains("proven"), "{first}");
    let second = make("3");
    assert!(second.starts_with(&first), "{second}");
    assert!(prints(["suite", path(&file), "--playouts", "100"]).contains("mine"));
}

#[test]
fn tests_of_the_first_grade_are_passed_with_as_few_playouts_as_it_says() {
    let tags = ["--tag", "hex", "--tag", "grade-1", "--cycles", "3"];
    let table = prints(["suite"].into_iter().chain(tags).chain(["--playouts", "100"]));
    let all = table.lines().find(|line| line.starts_with("all ")).unwrap();
    let words: Vec<_> = all.split_whitespace().collect();
    assert_eq!(words[1], words[2], "all of them are passed: {table}");
}

#[test]
fn what_is_wrong_in_a_file_is_said_with_its_line() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("wrong.ats");
    fs::write(&file, "[settings]\nposition = hex 3x3\n[criteria]\ncondition = luck\n").unwrap();
    for asked in [path(&file), path(place.path())] {
        let output = spinney(["suite", asked], "");
        assert!(!output.status.success());
        let error = text(&output.stderr);
        assert!(error.contains("wrong.ats: line 4, condition: \"luck\""), "{error}");
    }
}

#[test]
fn a_path_without_its_ending_was_not_found() {
    let asked = format!("{SUITES}/arimaa");
    let of = |path: &str| prints(["suite", path, "--tag", "goal", "--playouts", "100"]);
    assert_eq!(of(&asked), of(&format!("{asked}.ats")));
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("mine.ats"), "").unwrap();
    let missing = spinney(["suite", path(&place.path().join("theirs"))], "");
    assert!(!missing.status.success());
    let error = text(&missing.stderr);
    assert!(error.contains("beside it are mine") && error.contains("arimaa"), "{error}");
}

#[test]
fn a_tag_without_a_path_was_refused() {
    let place = tempfile::tempdir().unwrap();
    let command = |arguments: &[&str]| {
        let mut command = Command::new(SPINNEY);
        command.current_dir(place.path()).arg("suite").args(arguments);
        command.args(["--playouts", "100"]).output().unwrap()
    };
    let bridges = command(&["--tag", "bridge"]);
    assert!(bridges.status.success(), "{}", text(&bridges.stderr));
    assert!(
        text(&bridges.stdout).contains("havannah-3"),
        "no suite is there but the program's own"
    );
    assert!(command(&["hex", "--tag", "proven"]).status.success(), "a suite by its name");
}

#[test]
fn a_tag_that_no_test_has_was_not_told_from_the_others() {
    let unheard_of = spinney(["suite", "--tag", "unheard-of"], "");
    assert!(!unheard_of.status.success());
    let error = text(&unheard_of.stderr);
    assert!(error.contains("no test has the tag \"unheard-of\"; there are "), "{error}");
    for tag in ["bridge", "capture", "proven", "tantrix"] {
        assert!(error.contains(tag), "{error}");
    }
    let error = text(&spinney(["suite", "--tag", "bridge", "--tag", "tantrix"], "").stderr);
    assert!(error.contains("no test has the tags bridge, tantrix together"), "{error}");
}

#[test]
fn a_foreign_program_is_asked_in_its_own_language() {
    let program = format!("aei:{SPINNEY} engine arimaa --protocol aei --playouts 300");
    let arguments = ["suite", "arimaa", "--tag", "goal", "--tag", "grade-2", "--time", "1"];
    let ours = |more: &[&str]| prints([&arguments[..], more].concat());
    let printed = ours(&["--program", &program, "--json"]);
    let objects: Vec<Value> =
        printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (summary, answers) = objects.split_last().unwrap();
    assert!(!answers.is_empty() && answers.iter().all(|answer| answer["fault"].is_null()));
    assert!(summary["passed"].as_u64() > Some(0), "{summary}");
    let printed =
        ours(&["--program", "aei:sh -c 'echo aeiok; echo readyok; read a; echo readyok'"]);
    assert!(printed.contains("crash: ") && printed.contains("0.000"), "{printed}");
    for (program, problem) in [
        ("aei:/no/such/program", "start: "),
        ("nonsense", "write it as its language"),
        ("aei:", "write it as its language"),
    ] {
        let said = spinney([&arguments[..], &["--program", program]].concat(), "");
        assert!(!said.status.success() && text(&said.stderr).contains(problem), "{program}");
    }
}

/// The squares beside one, by name.
fn beside(square: &str) -> Vec<String> {
    let [file, row] = square.as_bytes() else { panic!("{square} is no square") };
    let shifted = [(file - 1, *row), (file + 1, *row), (*file, row - 1), (*file, row + 1)];
    shifted.map(|(file, row)| format!("{}{}", char::from(file), char::from(row))).to_vec()
}

/// Whether the elephant of whoever is to move can neither step nor push.
fn is_shut_in(board: &Board, elephant: char) -> bool {
    let picture = board.picture();
    let cell = picture.cells.iter().find(|cell| cell.glyph == Some(elephant)).unwrap();
    let near = beside(&cell.name);
    let is_own = |text: &str| text.starts_with(elephant);
    let is_pushed = |text: &str| {
        text.starts_with(char::is_lowercase) && near.iter().any(|square| text[1..3] == **square)
    };
    !board.legal_moves().iter().any(|text| is_own(text) || is_pushed(text))
}

#[test]
fn a_proven_blockade_is_what_every_turn_was_tried_for() {
    let blockades = ours().into_iter().filter(|test| has(test, "proven") && has(test, "blockade"));
    let mut checked = 0;
    for test in blockades {
        let start = Board::from_text(&test.position).unwrap();
        assert_eq!(start.to_move(), Some("silver"), "{}: Gold's elephant is shut in", test.name);
        let mut seen = BTreeSet::new();
        let mut open = vec![Line::new(start.clone())];
        let mut counts = [0; 2];
        while let Some(line) = open.pop() {
            for text in line.board().legal_moves() {
                let mut next = line.clone();
                next.play(None, &text).unwrap();
                if !seen.insert(next.board().hash()) {
                    continue;
                }
                if next.board().to_move() == start.to_move() {
                    open.push(next);
                    continue;
                }
                let turn = turn_text(&next, 0);
                let shuts_in = is_shut_in(next.board(), 'E');
                let score = test.judge(&mut Line::new(start.clone()), &turn).unwrap();
                assert_eq!(score == 1.0, shuts_in, "{}: {turn}", test.name);
                counts[usize::from(shuts_in)] += 1;
            }
        }
        assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
        checked += 1;
    }
    assert!(checked > 0);
}
