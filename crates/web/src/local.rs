//! The page without a server: a table in the same program as the page, which a browser runs.
//!
//! What the page says and hears is what it would say to a server and hear from one. What a server
//! does besides, whoever runs this does for it, and is told so by [`Effects`]: games are kept, searches
//! are begun and ended, flags are watched. Everything is text in and text out, and every call returns
//! at once: nothing is searched here.

mod merge;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use spinney_engine::{Limits, Line, Report, Stop};
use tokio::sync::broadcast::Receiver;

use crate::evaluation::{Evaluation, Thoughts};
use crate::kept::KeptGame;
use crate::message::{Answer, Command, Message, Request};
use crate::offer::{Listed, NewGame, Rules, write_record};
use crate::refusal::Refusal;
use crate::table::Table;
use crate::tree::NodeId;

use merge::Told;

/// How long a hint is searched for.
const HINT_TIME: Duration = Duration::from_secs(2);
/// How long a position is analysed.
const ANALYSIS_TIME: Duration = Duration::from_secs(600);

/// What is asked for.
#[derive(Deserialize)]
#[serde(tag = "wish", rename_all = "kebab-case", deny_unknown_fields)]
enum Wish {
    /// What can be played.
    Rules,
    /// A new game, which is kept under that name.
    Begin { id: String, game: NewGame },
    /// What is to be said of some games that were kept.
    List { kept: Vec<String> },
    /// A game that was kept comes to the table.
    Open { kept: String },
    /// A page says something about the game at the table.
    Say { request: Value },
    /// A search tells what it knows, by a report of each who took part in it.
    Hear { search: u64, reports: Vec<Told>, over: bool, seconds: f64 },
    /// What is known of a position without search.
    Explained { search: u64, knowledge: Value },
    /// A search cannot go on.
    Failed { search: u64, why: String },
    /// The time of a flag has come.
    Flag { generation: u64 },
    /// The record of the game at the table.
    Record { format: Option<String> },
    /// The drawing of a position of it.
    Picture { node: NodeId },
    /// The position at a node, as a file.
    Position { node: NodeId },
}

/// What whoever runs this has to do now.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Effects {
    /// The game as it is to be kept, before anybody hears of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<String>,
    /// What the page hears, in the words of a server.
    messages: Vec<String>,
    /// Searches that nobody wants any more.
    ended: Vec<u64>,
    /// Searches that are to be begun.
    searches: Vec<Order>,
    /// The flag to be watched, in place of any other.
    flag: Option<Flag>,
}

/// A search to be begun.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Order {
    /// Its number.
    search: u64,
    purpose: &'static str,
    node: NodeId,
    preset: String,
    /// Where the game starts.
    position: String,
    /// The moves from there.
    moves: Vec<String>,
    playouts: Option<u64>,
    seconds: Option<f64>,
}

/// When a flag may fall.
#[derive(Serialize)]
struct Flag {
    generation: u64,
    milliseconds: u64,
}

/// Why somebody searches.
enum Purpose {
    Move { generation: u64 },
    Hint { request: Option<u64> },
    Explanation { request: Option<u64> },
    Analysis,
    Review { time: Duration },
}

impl Purpose {
    fn name(&self) -> &'static str {
        match self {
            Purpose::Move { .. } => "move",
            Purpose::Hint { .. } => "hint",
            Purpose::Explanation { .. } => "explanation",
            Purpose::Analysis => "analysis",
            Purpose::Review { .. } => "review",
        }
    }
}

struct Search {
    purpose: Purpose,
    node: NodeId,
    /// Whether it is wanted.
    stop: Stop,
}

/// The game that a page shows.
struct Seated {
    table: Table,
    /// What the page is to be told.
    hearing: Receiver<Arc<str>>,
    searches: BTreeMap<u64, Search>,
    /// Begun since the last answer.
    orders: Vec<Order>,
    /// What only whoever asked hears.
    answers: Vec<String>,
    next_search: u64,
}

/// The page without a server.
#[derive(Default)]
pub struct LocalPage {
    seated: Option<Seated>,
}

impl LocalPage {
    /// Grants a wish, which is a JSON object, and answers with another one; or says why not.
    pub fn grant(&mut self, wish: &str) -> Result<String, String> {
        let wish: Wish = serde_json::from_str(wish).map_err(|problem| problem.to_string())?;
        let answer = self.carry_out(wish).map_err(|refusal| refusal.to_string())?;
        Ok(answer.to_string())
    }

    fn carry_out(&mut self, wish: Wish) -> Result<Value, Refusal> {
        let to_json = |value: serde_json::Result<Value>| value.map_err(|_| Refusal::Fault);
        match wish {
            Wish::Rules => {
                return to_json(serde_json::to_value(Rules::new(ANALYSIS_TIME, true)));
            }
            Wish::Begin { id, game } => {
                let table = Table::new(game.into_game(id)?)?;
                let kept = String::from_utf8_lossy(&table.game.to_json()).into_owned();
                return Ok(json!({ "kept": kept, "game": table.snapshot()? }));
            }
            Wish::List { kept } => {
                // What cannot be read is none of this list's business.
                let games = kept.iter().filter_map(|game| read(game).ok());
                return to_json(serde_json::to_value(games.map(Listed::of).collect::<Vec<_>>()));
            }
            Wish::Open { kept } => {
                let seated = self.seated.insert(Seated::new(read(&kept)?)?);
                let effects = seated.effects();
                let everything = seated.table.snapshot()?;
                let message = Message::Game { game: &everything }.to_json();
                return to_json(serde_json::to_value(Effects {
                    messages: vec![message],
                    ..effects
                }));
            }
            _ => {}
        }
        let seated = self.seated.as_mut().ok_or(Refusal::NoSuchGame)?;
        match wish {
            Wish::Say { request } => seated.say(request),
            Wish::Hear { search, reports, over, seconds } => {
                let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
                if let Err(refusal) = seated.hear(search, reports, over, time) {
                    seated.fail(search, &refusal);
                }
            }
            Wish::Explained { search, knowledge } => seated.explained(search, knowledge),
            Wish::Failed { search, why } => seated.fail(search, &Refusal::Wrong(why)),
            Wish::Flag { generation } => seated.table.flag_may_fall(generation),
            Wish::Record { format } => {
                return Ok(write_record(&seated.table.record()?, format.as_deref())?.into());
            }
            Wish::Picture { node } => return Ok(seated.table.svg(node)?.into()),
            Wish::Position { node } => return Ok(seated.table.position_file(node)?.into()),
            Wish::Rules | Wish::Begin { .. } | Wish::List { .. } | Wish::Open { .. } => {}
        }
        to_json(serde_json::to_value(seated.effects()))
    }
}

fn read(kept: &str) -> Result<KeptGame, Refusal> {
    KeptGame::from_json(kept.as_bytes()).map_err(Refusal::Wrong)
}

impl Seated {
    fn new(game: KeptGame) -> Result<Seated, Refusal> {
        let table = Table::new(game)?;
        Ok(Seated {
            hearing: table.events.subscribe(),
            table,
            searches: BTreeMap::new(),
            orders: Vec::new(),
            answers: Vec::new(),
            next_search: 1,
        })
    }

    /// What has come of all that was done since this was asked last.
    fn effects(&mut self) -> Effects {
        let task = self.table.move_task();
        if let Some(task) = task {
            let purpose = Purpose::Move { generation: task.generation };
            let limits = task.limits;
            self.begin(purpose, task.node, task.preset, &task.line, &limits, task.stop);
        }
        let news = self.table.take_news();
        if let Some(news) = &news {
            self.table.tell(&Message::Patch { patch: news });
        }
        let kept = || String::from_utf8_lossy(&self.table.game.to_json()).into_owned();
        let kept = news.is_some().then(kept);
        // Who waits for an answer may look for what it names: so the news come first.
        let mut messages = Vec::new();
        while let Ok(message) = self.hearing.try_recv() {
            messages.push(message.to_string());
        }
        messages.append(&mut self.answers);
        let is_over = |search: &Search| search.stop.is_stopped();
        let ended = self.searches.iter().filter(|(_, search)| is_over(search)).map(|(id, _)| *id);
        let ended: Vec<_> = ended.collect();
        for search in &ended {
            let called_off = self.searches.remove(search);
            if let Some(Search {
                purpose: Purpose::Hint { request } | Purpose::Explanation { request },
                ..
            }) = called_off
            {
                messages.push(error(request, &Refusal::CalledOff));
            }
        }
        let mut searches = std::mem::take(&mut self.orders);
        searches.retain(|order| !ended.contains(&order.search));
        let flag = self.table.flag().map(|(generation, time)| Flag {
            generation,
            milliseconds: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
        });
        Effects { kept, messages, ended, searches, flag }
    }

    /// Orders a search.
    fn begin(
        &mut self,
        purpose: Purpose,
        node: NodeId,
        preset: String,
        line: &Line,
        limits: &Limits,
        stop: Stop,
    ) {
        let search = self.next_search;
        self.next_search += 1;
        self.orders.push(Order {
            search,
            purpose: purpose.name(),
            node,
            preset,
            position: line.start().text(),
            moves: line.played().map(|played| played.text.clone()).collect(),
            playouts: limits.playouts,
            seconds: limits.move_time.map(|time| time.as_secs_f64()),
        });
        self.searches.insert(search, Search { purpose, node, stop });
    }

    /// Asks the best player about a node, in place of what was asked for the same reason before.
    fn ask(&mut self, purpose: Purpose, node: NodeId, time: Duration) -> Result<(), Refusal> {
        let line = self.table.line(node)?;
        if line.board().outcome().is_some() {
            return Err(Refusal::Over);
        }
        self.call_off(purpose.name());
        let preset = self.table.best_preset().to_owned();
        let limits = Limits::move_time(time);
        self.begin(purpose, node, preset, &line, &limits, Stop::new());
        Ok(())
    }

    fn call_off(&mut self, purpose: &str) {
        let same = self.searches.values().filter(|search| search.purpose.name() == purpose);
        same.for_each(|search| search.stop.stop());
    }

    /// A page says something.
    fn say(&mut self, request: Value) {
        let id = request["id"].as_u64();
        let answer = match serde_json::from_value(request) {
            Err(problem) => Err(Refusal::wrong(problem.to_string())),
            Ok(Request { command, .. }) => match command {
                Command::Hint { node } => {
                    match self.ask(Purpose::Hint { request: id }, node, HINT_TIME) {
                        Ok(()) => return,
                        Err(refusal) => Err(refusal),
                    }
                }
                Command::Explain { node } => {
                    match self.ask(Purpose::Explanation { request: id }, node, HINT_TIME) {
                        Ok(()) => return,
                        Err(refusal) => Err(refusal),
                    }
                }
                Command::Analyze { node } => {
                    self.ask(Purpose::Analysis, node, ANALYSIS_TIME).map(|()| Answer::default())
                }
                Command::EndAnalysis => {
                    self.call_off(Purpose::Analysis.name());
                    Ok(Answer::default())
                }
                Command::Review { node, seconds } => {
                    self.table.carry_out(Command::Review { node, seconds }).inspect(|_| {
                        let time = Duration::from_secs_f64(seconds.clamp(0.0, 60.0));
                        self.go_on_with_review(time);
                    })
                }
                command => self.table.carry_out(command),
            },
        };
        self.answers.push(match &answer {
            Ok(answer) => Message::Answer { id, answer }.to_json(),
            Err(refusal) => error(id, refusal),
        });
    }

    /// Looks at the next position of a review.
    fn go_on_with_review(&mut self, time: Duration) {
        let Some(stop) = self.table.review_stop() else { return };
        let Some((node, line)) = self.table.next_step(&stop) else { return };
        let preset = self.table.best_preset().to_owned();
        let limits = Limits::move_time(time);
        self.begin(Purpose::Review { time }, node, preset, &line, &limits, stop);
    }

    /// A search tells what it knows.
    fn hear(
        &mut self,
        search: u64,
        reports: Vec<Told>,
        over: bool,
        took: Duration,
    ) -> Result<(), Refusal> {
        let Some(Search { node, .. }) = self.searches.get(&search) else { return Ok(()) };
        let node = *node;
        let report = merge::merged(reports, &self.table.board(node)?)
            .ok_or_else(|| Refusal::wrong("the engine has nothing to say"))?;
        if !over {
            self.tell_so_far(search, node, &report);
            return Ok(());
        }
        let Some(Search { purpose, stop, .. }) = self.searches.remove(&search) else {
            return Ok(());
        };
        let evaluation = Evaluation::of_report(&report);
        match purpose {
            Purpose::Move { generation } => self.table.engine_moves(generation, &report, took)?,
            Purpose::Hint { request } => {
                self.table.evaluate(node, evaluation);
                let thoughts = Some(Thoughts::of_report(&report));
                let answer = Answer { thoughts, ..Answer::default() };
                self.answers.push(Message::Answer { id: request, answer: &answer }.to_json());
            }
            Purpose::Analysis => {
                self.table.evaluate(node, evaluation);
                let thoughts = Thoughts::of_report(&report);
                let message = Message::Analysis { node, done: true, thoughts: &thoughts };
                self.answers.push(message.to_json());
            }
            Purpose::Review { time } => {
                self.table.reviewed(node, &stop, evaluation);
                self.go_on_with_review(time);
            }
            Purpose::Explanation { .. } => {}
        }
        Ok(())
    }

    fn tell_so_far(&mut self, search: u64, node: NodeId, report: &Report) {
        let thoughts = Thoughts::of_report(report);
        let message = match self.searches.get(&search).map(|search| &search.purpose) {
            Some(Purpose::Move { .. }) => Message::Thinking { node, thoughts: &thoughts },
            Some(Purpose::Analysis) => Message::Analysis { node, done: false, thoughts: &thoughts },
            _ => return,
        };
        self.answers.push(message.to_json());
    }

    fn explained(&mut self, search: u64, knowledge: Value) {
        if let Some(Search { purpose: Purpose::Explanation { request }, .. }) =
            self.searches.remove(&search)
        {
            let answer = json!({ "type": "answer", "id": request, "insight": knowledge });
            self.answers.push(answer.to_string());
        }
    }

    /// A search cannot go on.
    fn fail(&mut self, search: u64, refusal: &Refusal) {
        let Some(Search { purpose, .. }) = self.searches.remove(&search) else { return };
        match purpose {
            Purpose::Move { generation } => self.table.engine_fails(generation, refusal),
            Purpose::Hint { request } | Purpose::Explanation { request } => {
                self.answers.push(error(request, refusal));
            }
            Purpose::Analysis => self.answers.push(error(None, refusal)),
            Purpose::Review { .. } => self.table.break_review_off(refusal),
        }
    }
}

fn error(id: Option<u64>, refusal: &Refusal) -> String {
    Message::Error { id, error: refusal.to_string() }.to_json()
}

#[cfg(test)]
mod tests;
