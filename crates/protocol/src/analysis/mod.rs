//! Queries in JSON, one a line, many at a time: for scripts that have positions judged.
//!
//! Whoever asks sends [`Query`] objects and [`Action`]s and hears [`Answer`]s, each with the id of
//! what it answers, in the order in which they are ready. A query names a position, as a start and the
//! moves from it, which turns of that game it is about, and how long to think about each. Several
//! are thought about at the same time; the others wait, those of higher priority first. Players keep
//! their trees, so that turns of one game, and queries about it, go on from what is known.
//!
//! An error names the query and the line, and changes nothing. What waits is bounded, and so is what
//! all players together remember.

mod answer;
mod desk;
mod query;
mod schema;
mod thinker;

use std::io::{self, BufRead, Write};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use spinney_engine::Limits;

pub use answer::Answer;
pub use query::{Action, Query};
pub use schema::schema;

use crate::lines::read_line;
use desk::{Batch, Desk};
use query::Request;
use thinker::Thinkers;

/// No line is longer, in bytes; the rest of a longer one is thrown away.
const LONGEST: usize = 1 << 20;
/// How often it is looked whether anybody still listens.
const LOOK: Duration = Duration::from_millis(100);

/// How to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the program calls its version.
    pub version: String,
    /// Threads for all searches together.
    pub threads: usize,
    /// Threads for one search.
    pub search_threads: usize,
    /// MiB that the program takes at most, or where that is little, that all players remember.
    pub memory: u64,
    /// The limits of a turn of which a query says none; the player's own if there are none.
    pub limits: Option<Limits>,
}

impl Default for Options {
    fn default() -> Options {
        Options { version: String::new(), threads: 1, search_threads: 1, memory: 256, limits: None }
    }
}

/// Where answers go, one a line, from several threads.
struct Mouth<W>(Mutex<W>);

impl<W: Write> Mouth<W> {
    fn say(&self, answer: &Answer<'_>) -> io::Result<()> {
        let mut line = serde_json::to_vec(answer)?;
        line.push(b'\n');
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        output.write_all(&line)?;
        output.flush()
    }
}

/// Answers queries until the input has ended and all of them are answered, or until nobody listens
/// any more: `is_heard` tells whether somebody may, where that can be known before anything is said.
pub fn serve(
    options: &Options,
    mut input: impl BufRead,
    output: impl Write + Send,
    is_heard: impl Fn() -> bool,
) -> io::Result<()> {
    let (mouth, desk) = (Mouth(Mutex::new(output)), Desk::default());
    let thinkers = Thinkers::new(options);
    thread::scope(|scope| {
        for _ in 0..thinkers.at_work() {
            scope.spawn(|| {
                let mut batch = Batch::default();
                while let Some(task) = desk.next(&mut batch) {
                    let spoken = thinkers.think(&task, &mut |answer| mouth.say(answer));
                    desk.finish(&task);
                    if spoken.is_err() {
                        desk.close();
                    }
                }
            });
        }
        let served = listen(options, &thinkers, &desk, &mut input, &mouth);
        // Nobody will ask for more. What was asked for is answered as long as somebody wants it.
        if served.is_ok() {
            desk.end();
            while !desk.wait_until_idle(LOOK) && is_heard() {}
        }
        desk.close();
        match served {
            // Whoever closed its end has enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            served => served,
        }
    })
}

/// Takes requests until there are no more.
fn listen(
    options: &Options,
    thinkers: &Thinkers,
    desk: &Desk,
    input: &mut impl BufRead,
    mouth: &Mouth<impl Write>,
) -> io::Result<()> {
    let mut number = 0;
    while let Some(line) = read_line(input, LONGEST)? {
        number += 1;
        let Some(line) = line else {
            let problem = format!("the line is longer than {LONGEST} bytes");
            mouth.say(&Answer::error(number, None, problem))?;
            continue;
        };
        if line.trim().is_empty() {
            continue;
        }
        let taken = match Request::read(&line) {
            Err(failure) => Err(failure),
            Ok(Request::Query(query)) => {
                let tasks = thinkers.tasks(*query, number, line.len());
                tasks.and_then(|tasks| desk.put(tasks))
            }
            Ok(Request::Action { id, action }) => {
                perform(&action, options, thinkers, desk, mouth, &id)?;
                Ok(())
            }
        };
        if let Err(failure) = taken {
            mouth.say(&failure.answer(number))?;
        }
        if desk.is_closed() {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
    }
    Ok(())
}

fn perform(
    action: &Action,
    options: &Options,
    thinkers: &Thinkers,
    desk: &Desk,
    mouth: &Mouth<impl Write>,
    id: &str,
) -> io::Result<()> {
    let mut version = None;
    let mut cancelled = None;
    match action {
        Action::Version => version = Some(options.version.as_str()),
        Action::Forget => thinkers.forget(),
        Action::Cancel { of, turns } => {
            let (waiting, running) = desk.cancel(of.as_deref(), turns.as_deref());
            for task in &waiting {
                mouth.say(&task.cancelled())?;
            }
            cancelled = Some(waiting.len() + running);
        }
    }
    mouth.say(&Answer::Done { id, version, cancelled })
}
