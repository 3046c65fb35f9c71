//! `spinney suite`: how well a player does on test positions, and where they come from.

mod make;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Args, Subcommand, value_parser};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use spinney_arena::entrant::{External, Protocol};
use spinney_arena::player::{Evaluation, FaultKind, TimeControl};
use spinney_arena::suite::{self, Answer, ProgramError, SuiteError, Test};
use spinney_engine::Limits;

use crate::output;
use crate::player::{PlayerArguments, ThinkArguments};

/// Time for each test where nobody says anything.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// Ask a player for its move in test positions and score what it finds
///
/// A test is a position, what a good move does there (with weights), tags and a comment; tests are
/// files *.ats, and docs/suites.md describes them. The score of a test is the weight of the best
/// thing that the move does, from 0 to 1 where no weights say otherwise.
#[derive(Args)]
#[command(after_long_help = include_str!("help/suite.txt"), args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Files of tests (*.ats, which may be left out), folders with such files, or names of suites
    /// that ship with the program [default: all that ship with it]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    player: PlayerArguments,
    /// Ask a foreign program instead, one that is started for every test: gtp:COMMAND,
    /// codecup:COMMAND, aei:COMMAND, getmove:COMMAND
    #[arg(long, value_name = "PROGRAM", value_parser = program, conflicts_with_all = ["preset", "assignments", "threads", "memory"])]
    program: Option<External>,
    /// Send this line to the program before each test (may be repeated)
    #[arg(long, value_name = "LINE", allow_hyphen_values = true, requires = "program")]
    init: Vec<String>,
    #[command(flatten)]
    think: ThinkArguments,
    /// Only tests with this tag, or of this game (may be repeated)
    #[arg(long, value_name = "WORD")]
    tag: Vec<String>,
    /// How often to ask, each time with other dice
    #[arg(long, value_name = "N", default_value = "1", value_parser = value_parser!(u64).range(1..=10_000))]
    cycles: u64,
    /// Print one JSON object a line: each answer, then the summary
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand)]
enum Command {
    Make(make::Arguments),
}

/// One answer, for `--json`.
#[derive(Serialize)]
struct Row<'a> {
    test: &'a str,
    cycle: u64,
    game: &'a str,
    tags: &'a [String],
    turn: &'a str,
    score: f64,
    /// What a program did wrong, which is worth nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'a str>,
    #[serde(flatten)]
    evaluation: Evaluation,
    seconds: f64,
}

/// Scores so far.
#[derive(Clone, Copy, Default, Serialize)]
struct Tally {
    answers: u64,
    score: f64,
    /// Answers with a score of 1 or more.
    passed: u64,
}

#[derive(Serialize)]
struct Summary<'a> {
    #[serde(flatten)]
    all: Tally,
    by_tag: &'a BTreeMap<String, Tally>,
}

impl Tally {
    fn add(&mut self, score: f64) {
        self.answers += 1;
        self.score += score;
        self.passed += u64::from(score >= 1.0);
    }

    fn row(&self, name: &str) -> [String; 4] {
        let mean = self.score / self.answers.max(1) as f64;
        [name.to_owned(), self.answers.to_string(), self.passed.to_string(), format!("{mean:.3}")]
    }
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self.command {
            Some(Command::Make(arguments)) => arguments.run(),
            None => self.ask_all(),
        }
    }

    fn ask_all(&self) -> anyhow::Result<()> {
        let tests = self.tests()?;
        let limits = self.think.limits().unwrap_or(Limits::move_time(USUAL_TIME));
        let widest = tests.iter().map(|test| test.name.chars().count()).max().unwrap_or(0);
        let bar = progress_bar(tests.len() as u64 * self.cycles);
        let mut all = Tally::default();
        let mut by_tag: BTreeMap<String, Tally> = BTreeMap::new();
        for cycle in 1..=self.cycles {
            for test in &tests {
                bar.set_message(test.name.clone());
                let (answer, fault) = self.ask(test, cycle, &limits)?;
                bar.inc(1);
                all.add(answer.score);
                for tag in test.tags.iter().map(String::as_str).chain([game(test)]) {
                    by_tag.entry(tag.to_owned()).or_default().add(answer.score);
                }
                let line = if self.json {
                    serde_json::to_string(&row(test, cycle, &answer, fault.as_deref()))?
                } else {
                    let done = fault.as_deref().map_or(answer.turn.clone(), output::harmless);
                    format!("{:widest$}  {:5.3}  {done}", test.name, answer.score)
                };
                bar.suspend(|| output::print(&format!("{line}\n")))?;
            }
        }
        bar.finish_and_clear();
        if self.json {
            return output::print_json(&Summary { all, by_tag: &by_tag });
        }
        let mut table =
            output::table(["tag", "answers", "passed", "mean"], [false, true, true, true]);
        by_tag.iter().for_each(|(tag, tally)| _ = table.add_row(tally.row(tag)));
        table.add_row(all.row("all"));
        output::print("\n")?;
        Ok(output::print_table(&table)?)
    }

    /// The tests that were asked for.
    fn tests(&self) -> anyhow::Result<Vec<Test>> {
        let tests = load(&self.paths)?;
        let has =
            |test: &Test, word: &String| test.tags.contains(word) || game(test) == word.as_str();
        let chosen = tests.iter().filter(|test| self.tag.iter().all(|word| has(test, word)));
        let chosen: Vec<_> = chosen.cloned().collect();
        if chosen.is_empty() {
            let known = tests.iter().flat_map(|test| test.tags.iter().map(String::as_str));
            let known: BTreeSet<_> = known.chain(tests.iter().map(game)).collect();
            let known = known.into_iter().collect::<Vec<_>>().join(", ");
            match self.tag.iter().find(|word| !tests.iter().any(|test| has(test, word))) {
                Some(word) => bail!("no test has the tag \"{word}\"; there are {known}"),
                None => bail!("no test has the tags {} together", self.tag.join(", ")),
            }
        }
        if self.program.is_some() {
            return Ok(chosen);
        }
        for test in &chosen {
            self.player.check(spinney_engine::game_of_position(&test.position)?)?;
        }
        Ok(chosen)
    }

    /// The answer to a test, or none and what a program did wrong.
    fn ask(
        &self,
        test: &Test,
        cycle: u64,
        limits: &Limits,
    ) -> anyhow::Result<(Answer, Option<String>)> {
        if let Some(program) = &self.program {
            let external = External { init: self.init.clone(), ..program.clone() };
            return ask_program(test, &external, cycle, limits);
        }
        let game = spinney_engine::game_of_position(&test.position)?;
        let mut session = self.player.open(game, &test.position, Some(cycle))?;
        Ok((test.ask(&mut session, limits)?, None))
    }
}

/// A foreign program's answer. One that cannot play the game ends everything; any other fault is a
/// test that it has not passed.
fn ask_program(
    test: &Test,
    external: &External,
    cycle: u64,
    limits: &Limits,
) -> anyhow::Result<(Answer, Option<String>)> {
    let control = TimeControl {
        per_move: limits.move_time,
        playouts: limits.playouts,
        ..TimeControl::default()
    };
    match test.ask_program(external, control, cycle) {
        Ok(answer) => Ok((answer, None)),
        Err(ProgramError::Program(fault)) if fault.kind != FaultKind::Start => {
            Ok((Answer::default(), Some(fault.to_string())))
        }
        Err(error) => Err(error).with_context(|| test.name.clone()),
    }
}

/// A foreign program, as an argument.
fn program(text: &str) -> Result<External, String> {
    let (protocol, command) = Protocol::split(text)
        .filter(|(_, command)| !command.is_empty())
        .ok_or("write it as its language and its command, such as aei:COMMAND")?;
    Ok(External {
        protocol,
        command: command.to_owned(),
        init: Vec::new(),
        dialect: None,
        dir: None,
        env: BTreeMap::new(),
    })
}

/// The tests of some paths, or of all suites that ship with the program where there are none.
fn load(paths: &[PathBuf]) -> Result<Vec<Test>, SuiteError> {
    let tests: Vec<_> = match paths {
        [] => suite::shipped_names().filter_map(suite::shipped).collect::<Result<_, _>>()?,
        paths => paths.iter().map(|path| suite::load(path)).collect::<Result<_, _>>()?,
    };
    Ok(tests.concat())
}

/// The name of a test's game.
fn game(test: &Test) -> &str {
    test.position.split_whitespace().next().unwrap_or_default()
}

fn row<'a>(test: &'a Test, cycle: u64, answer: &'a Answer, fault: Option<&'a str>) -> Row<'a> {
    Row {
        test: &test.name,
        cycle,
        game: game(test),
        tags: &test.tags,
        turn: &answer.turn,
        score: answer.score,
        fault,
        evaluation: answer.evaluation,
        seconds: answer.elapsed.as_secs_f64(),
    }
}

/// Which test is being asked, on a terminal.
fn progress_bar(answers: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}");
    ProgressBar::new(answers).with_style(style.expect("the template is right"))
}
