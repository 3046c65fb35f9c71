use super::*;
use crate::job::tests::{entrant, job};
use crate::player::{Evaluation, FaultKind};
use crate::result::{Ending, FaultMade, MoveMade};
use spinney_game::Rng;
use std::time::Duration;

/// A tournament of that many games each between all of those players; the earlier are stronger.
fn tournament(names: &[&str], rounds: u32) -> Vec<GameResult> {
    let mut rng = Rng::new(5, 0);
    let mut games = Vec::new();
    for round in 0..rounds {
        for (i, first) in names.iter().enumerate() {
            for (j, second) in names.iter().enumerate().filter(|(j, _)| *j != i) {
                let chance = 0.55 + 0.15 * (j as f32 - i as f32);
                let first_wins = rng.unit() < chance;
                let draws = rng.below(10) == 0;
                let rewards = if draws {
                    [0.5, 0.5]
                } else {
                    [first_wins, !first_wins].map(|won| f64::from(u8::from(won)))
                };
                games.push(game(first, second, round, rewards, 20 + rng.below(30) as usize));
            }
        }
    }
    games
}

fn game(first: &str, second: &str, pair: u32, rewards: [f64; 2], length: usize) -> GameResult {
    let mut job = job("hex 9x9", &["a1"]);
    (job.seats, job.pair) = (vec![entrant(first), entrant(second)], pair);
    let made = |i: usize| MoveMade {
        side: ["black", "white"][i % 2].to_owned(),
        text: "a1".to_owned(),
        seat: (i > 0).then_some(i % 2),
        micros: 200_000 / (i as u64 + 1),
        evaluation: Evaluation::default(),
    };
    GameResult {
        job,
        moves: (0..length).map(made).collect(),
        rewards: rewards.to_vec(),
        ending: Ending::Rules,
        fault: None,
        versions: vec![format!("{first} 1.0"), format!("{second} 1.0")],
        machine: "here".to_owned(),
        build: Some("0.1.0, unknown commit".to_owned()),
        started: 0,
        wall: Duration::from_secs(1),
    }
}

/// The names of open elements at the end, which are none if markup is well formed.
fn check_well_formed(page: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page.strip_prefix("<!DOCTYPE html>").unwrap();
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').expect("a tag is closed");
        let tag = &rest[start + 1..end];
        let name = tag.trim_matches('/').split_whitespace().next().unwrap();
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') && !["meta", "br"].contains(&name) {
            open.push(name);
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn a_page_needs_nothing_else() {
    let games = tournament(&["strong", "middling", "weak"], 20);
    let page = html("A tournament", &games);
    check_well_formed(&page);
    for outside in ["http:", "https:", "src=", "href", "url(", "@import", "<script", "NaN", "inf"] {
        assert!(!page.contains(outside), "{outside}");
    }
    for inside in [
        "120 games of hex 9x9 on here",
        "the first move is worth",
        "equal players draw",
        "prefers-color-scheme: dark",
    ] {
        assert!(page.contains(inside), "{inside}");
    }
    // The players' table is in order of strength.
    let place = |name: &str| page.find(&format!("<td class=\"text\">{name}<br>")).unwrap();
    assert!(place("strong") < place("middling") && place("middling") < place("weak"));
    assert_eq!(page.matches("<svg").count(), 4);
    assert_eq!(page, html("A tournament", &games));
}

#[test]
fn the_words_of_others_stay_words() {
    let evil = "<script>alert('&')</script>";
    let mut games = tournament(&[evil, "B"], 2);
    games[0].versions[0] = evil.to_owned();
    games[1].machine = evil.to_owned();
    games[1].job.position = evil.to_owned();
    games[0].ending = Ending::Fault;
    let (problem, transcript) = (evil.to_owned(), format!("> genmove black\n< {evil}\n"));
    games[0].fault = Some(FaultMade { seat: 0, kind: FaultKind::Garbled, problem, transcript });
    let page = html(evil, &games);
    check_well_formed(&page);
    assert!(!page.contains("<script"));
    assert!(page.contains("garbled: &lt;script&gt;"));
}

#[test]
fn few_games_or_none_make_a_page_too() {
    check_well_formed(&html("Nothing", &[]));
    let one = [game("A", "B", 0, [1.0, 0.0], 1)];
    check_well_formed(&html("One", &one));
    let alone = [game("A", "A", 0, [1.0, 0.0], 0)];
    let page = html("Alone", &alone);
    check_well_formed(&page);
    assert!(!page.contains("NaN") && !page.contains("inf"));
}

#[test]
fn many_games_make_no_larger_a_page_than_a_few_hundred() {
    let few = html("", &tournament(&["A", "B"], 400)).len();
    let many = html("", &tournament(&["A", "B"], 4_000)).len();
    assert!(many < few + few / 4, "{few} {many}");
}
