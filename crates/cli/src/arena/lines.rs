//! An event as JSON, one object a line. The names are a promise; docs/arena.md lists them.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;
use spinney_arena::event::Event;
use spinney_arena::export::GameLine;
use spinney_arena::player::FaultKind;
use spinney_arena::standing::{Sequential, Standing};
use spinney_arena::statistics::{Draws, Fit, Verdict};
use spinney_arena::tournament::{Ended, Progress, Why};

use super::progress::Pace;
use crate::output;

/// Prints an event as lines of JSON.
pub(super) struct Lines<'a> {
    shown: bool,
    store: Option<&'a Path>,
    pace: Pace,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Line<'a> {
    Start {
        event: &'a str,
        position: &'a str,
        players: Vec<&'a str>,
        store: Option<String>,
        done: usize,
        total: Option<usize>,
    },
    Game {
        #[serde(flatten)]
        game: Box<GameLine<'a>>,
        done: usize,
        total: Option<usize>,
        standing: Vec<PlayerLine<'a>>,
        sprt: Option<TestLine>,
        games_per_hour: Option<f64>,
        seconds_left: Option<f64>,
    },
    End {
        event: &'a str,
        why: &'static str,
        games: u32,
        standing: Vec<PlayerLine<'a>>,
        first_player: ScoreLine,
        sprt: Option<TestLine>,
        champion: Option<&'a str>,
    },
    Event {
        event: &'a str,
        positions: &'a [&'a str],
        builds: &'a [&'a str],
        games: u32,
        standing: Vec<PlayerLine<'a>>,
        first_player: ScoreLine,
        sprt: Option<TestLine>,
    },
}

#[derive(Serialize)]
struct ScoreLine {
    wins: u64,
    draws: u64,
    losses: u64,
}

#[derive(Serialize)]
struct PlayerLine<'a> {
    name: &'a str,
    #[serde(flatten)]
    score: ScoreLine,
    rate: Option<f64>,
    rate_low: f64,
    rate_high: f64,
    elo: f64,
    elo_error: f64,
    superiority: f64,
    faults: BTreeMap<FaultKind, u32>,
    seconds_per_move: Option<f64>,
}

#[derive(Serialize)]
struct TestLine {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    llr: f64,
    lower: f64,
    upper: f64,
    pairs: [u64; 5],
    verdict: &'static str,
}

impl Lines<'_> {
    pub(super) fn new(shown: bool, store: Option<&Path>) -> Lines<'_> {
        Lines { shown, store, pace: Pace::new() }
    }

    pub(super) fn show(&mut self, event: &Event, progress: &Progress<'_>) -> anyhow::Result<()> {
        if !self.shown {
            return Ok(());
        }
        let Progress { game, done, total, standing, sequential } = *progress;
        let Some(game) = game else {
            return output::print_json(&Line::Start {
                event: &event.name,
                position: &event.position,
                players: standing.names.iter().map(String::as_str).collect(),
                store: self.store.map(|path| path.display().to_string()),
                done,
                total,
            });
        };
        self.pace.add();
        let left = total.and_then(|total| self.pace.left(total.saturating_sub(done)));
        output::print_json(&Line::Game {
            game: Box::new(GameLine::short(game)),
            done,
            total,
            standing: players(standing),
            sprt: sequential.map(test),
            games_per_hour: self.pace.games_per_hour(),
            seconds_left: left.map(|time| time.as_secs_f64()),
        })
    }

    pub(super) fn end(&self, event: &Event, ended: &Ended) -> anyhow::Result<()> {
        output::print_json(&Line::End {
            event: &event.name,
            why: match ended.why {
                Why::Complete => "complete",
                Why::Decided => "decided",
                Why::Stopped => "stopped",
            },
            games: ended.standing.games,
            standing: players(&ended.standing),
            first_player: first_player(&ended.standing),
            sprt: ended.sequential.as_ref().map(test),
            champion: ended.champion.map(|place| event.entrants[place].name.as_str()),
        })
    }
}

/// Prints how an event of a store stands.
pub(crate) fn event(
    name: &str,
    positions: &[&str],
    builds: &[&str],
    standing: &Standing,
    sequential: Option<&Sequential>,
) -> anyhow::Result<()> {
    output::print_json(&Line::Event {
        event: name,
        positions,
        builds,
        games: standing.games,
        standing: players(standing),
        first_player: first_player(standing),
        sprt: sequential.map(test),
    })
}

fn first_player(standing: &Standing) -> ScoreLine {
    let first = standing.tally.first_player();
    ScoreLine { wins: first.wins, draws: first.draws, losses: first.losses }
}

/// Everybody, in the order of the event.
fn players(standing: &Standing) -> Vec<PlayerLine<'_>> {
    let ratings = Fit::default().ratings(&standing.tally);
    let player = |place: usize| {
        let score = standing.tally.total(place);
        let interval = score.wilson_corrected(Draws::Half);
        let (time, moves) = standing.thinking[place];
        PlayerLine {
            name: &standing.names[place],
            score: ScoreLine { wins: score.wins, draws: score.draws, losses: score.losses },
            rate: score.rate(Draws::Half),
            rate_low: interval.low,
            rate_high: interval.high,
            elo: ratings.players()[place].elo.elo,
            elo_error: ratings.players()[place].elo.error,
            superiority: score.superiority(),
            faults: standing.faults[place].clone(),
            seconds_per_move: (moves > 0).then(|| time.as_secs_f64() / moves as f64),
        }
    };
    (0..standing.names.len()).map(player).collect()
}

fn test(state: &Sequential) -> TestLine {
    let test = &state.test;
    TestLine {
        elo0: test.elo0,
        elo1: test.elo1,
        alpha: test.alpha,
        beta: test.beta,
        llr: state.ratio,
        lower: test.lower_bound(),
        upper: test.upper_bound(),
        pairs: state.pairs.counts,
        verdict: match state.verdict {
            Verdict::Open => "open",
            Verdict::AcceptElo0 => "elo0",
            Verdict::AcceptElo1 => "elo1",
        },
    }
}
