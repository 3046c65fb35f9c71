//! The engines at work: how sessions are opened, kept warm and led to a position, and how long
//! thinking is cut into turns.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use spinney_engine::{EngineError, Limits, Report, Session, Stop};

use crate::client::Client;
use crate::queue::Queue;
use crate::refusal::Refusal;

/// How long one turn of thinking lasts before others get theirs.
const TURN: Duration = Duration::from_millis(400);
/// Milliseconds between live reports.
const REPORT_INTERVAL: &str = "150";

/// A position as the way that leads there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub(crate) start: String,
    /// Side and text of every move.
    pub(crate) moves: Vec<(String, String)>,
}

/// A session that knows the rules and has no engine.
pub(crate) fn rules(game: &str, start: Option<&str>) -> Result<Session, EngineError> {
    let idle = [("play.player".to_owned(), "random".to_owned())];
    spinney_engine::open(spinney_engine::game(game)?.presets[0].name, start, &idle)
}

/// Leads a session to a position, along what both ways share without undoing it.
pub(crate) fn lead(session: &mut Session, way: &Way) -> Result<(), EngineError> {
    if session.start() != way.start {
        session.set_position(&way.start)?;
    }
    let played = session.played();
    let shared = played
        .iter()
        .zip(&way.moves)
        .take_while(|(played, (side, text))| played.side == side && played.text == *text)
        .count();
    for _ in shared..played.len() {
        session.undo()?;
    }
    for (side, text) in &way.moves[shared..] {
        let side = (side != "chance").then_some(side.as_str());
        session.play(side, text)?;
    }
    Ok(())
}

/// Whose tree a session grows: trees of different thoughts are kept apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Desk {
    pub(crate) game: String,
    pub(crate) preset: String,
    pub(crate) purpose: Purpose,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The engine's own moves.
    Move,
    /// What somebody looks at, by the number of the socket.
    Analysis(u64),
    /// A look at a whole game.
    Review,
    /// A hint.
    Hint,
}

/// Sessions that may be needed again, with their trees; the least recently used goes first.
pub(crate) struct Engines {
    idle: Mutex<Vec<(Desk, Session)>>,
    most_idle: usize,
    overrides: Vec<(String, String)>,
}

impl Engines {
    /// At most `at_work` of them think at once with that many threads each, and all of them
    /// together take `memory` MiB.
    pub(crate) fn new(at_work: usize, threads: usize, memory: u64) -> Engines {
        // A tree of a few MiB is small but still thinks well.
        const LEAST: u64 = 4;
        let most_idle = (memory / 64).saturating_sub(at_work as u64).clamp(1, 64) as usize;
        let each = (memory / (at_work + most_idle) as u64).max(LEAST);
        let overrides = [
            ("search.threads", threads.to_string()),
            ("search.memory", each.to_string()),
            ("search.report-interval", REPORT_INTERVAL.to_owned()),
            ("search.safety-margin", "0".to_owned()),
            // A turn that ends early would end a thought that has turns left.
            ("search.obvious-stop", "false".to_owned()),
        ];
        Engines {
            idle: Mutex::default(),
            most_idle,
            overrides: overrides.map(|(name, value)| (name.to_owned(), value)).into(),
        }
    }

    fn take(&self, desk: &Desk, way: &Way) -> Result<Session, EngineError> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let known = idle.iter().position(|(known, _)| known == desk).map(|at| idle.remove(at));
        drop(idle);
        let mut session = match known {
            Some((_, session)) => session,
            None => {
                let mut overrides = self.overrides.clone();
                overrides.push(("search.seed".to_owned(), fresh_seed().to_string()));
                let mut session = spinney_engine::open(&desk.preset, Some(&way.start), &overrides)?;
                if matches!(desk.purpose, Purpose::Analysis(_)) {
                    compare_moves(&mut session)?;
                }
                session
            }
        };
        lead(&mut session, way)?;
        Ok(session)
    }

    fn give_back(&self, desk: Desk, session: Session) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push((desk, session));
        let too_many = idle.len().saturating_sub(self.most_idle);
        let dropped: Vec<_> = idle.drain(..too_many).collect();
        drop(idle);
        drop(dropped);
    }

    /// Forgets what was thought for a socket that is closed or a game that is put away.
    pub(crate) fn forget(&self, of: impl Fn(&Desk) -> bool) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let (gone, kept): (Vec<_>, Vec<_>) = idle.drain(..).partition(|(desk, _)| of(desk));
        *idle = kept;
        drop(idle);
        drop(gone);
    }
}

/// Whoever analyses wants to compare moves, which some players do only if they are told to.
fn compare_moves(session: &mut Session) -> Result<(), EngineError> {
    const NAME: &str = "alpha-beta.exact-moves";
    if session.parameters().iter().any(|parameter| parameter.name == NAME) {
        session.set_parameter(NAME, "12")?;
    }
    Ok(())
}

/// A seed that differs from session to session, so that no two games need be alike.
fn fresh_seed() -> u64 {
    let mut bytes = [0; 8];
    // Without randomness, games repeat; that is no reason to stop.
    let _ = getrandom::fill(&mut bytes);
    u64::from_le_bytes(bytes) >> 1
}

/// What a thought came to, and how long the engine was at it.
pub(crate) type Thought = Result<(Report, Duration), Refusal>;

/// One thought about one position, turn by turn.
pub(crate) struct Thinking {
    pub(crate) client: Client,
    pub(crate) desk: Desk,
    pub(crate) way: Way,
    pub(crate) limits: Limits,
    pub(crate) stop: Stop,
    pub(crate) spent: Duration,
    pub(crate) listener: Box<dyn FnMut(&Report) + Send>,
    pub(crate) finish: Box<dyn FnOnce(Thought) + Send>,
}

impl Thinking {
    /// Waits for the first turn. `false`: the client has too much waiting already.
    #[must_use]
    pub(crate) fn start(self, engines: &Arc<Engines>, queue: &Arc<Queue>) -> bool {
        let (engines, later) = (Arc::clone(engines), Arc::clone(queue));
        queue.push(self.client, Box::new(move || self.turn(&engines, &later)))
    }

    fn turn(mut self, engines: &Arc<Engines>, queue: &Arc<Queue>) {
        if self.stop.is_stopped() {
            return (self.finish)(Err(Refusal::CalledOff));
        }
        let mut session = match engines.take(&self.desk, &self.way) {
            Ok(session) => session,
            Err(error) => return (self.finish)(Err(error.into())),
        };
        loop {
            let left = self.left();
            let thought = session.think(&left, &self.stop, &mut self.listener);
            let report = match thought {
                Ok(report) => report,
                Err(error) => return (self.finish)(Err(error.into())),
            };
            self.spent += report.elapsed;
            if let Some(playouts) = &mut self.limits.playouts {
                *playouts = playouts.saturating_sub(report.playouts);
            }
            let used_its_turn = left.move_time.is_some_and(|turn| report.elapsed >= turn / 2);
            let done = self.stop.is_stopped()
                || report.proven_winner.is_some()
                || self.limits.playouts == Some(0)
                || self.limits.move_time.is_some_and(|time| self.spent >= time)
                || !used_its_turn;
            if done {
                engines.give_back(self.desk, session);
                return (self.finish)(Ok((report, self.spent)));
            }
            (self.listener)(&report);
            if queue.length() > 0 {
                engines.give_back(self.desk.clone(), session);
                let (again, later) = (Arc::clone(engines), Arc::clone(queue));
                queue.push(self.client, Box::new(move || self.turn(&again, &later)));
                return;
            }
        }
    }

    /// The limits of the next turn.
    fn left(&self) -> Limits {
        let time = self.limits.move_time.map(|time| time.saturating_sub(self.spent));
        let time = time.map_or(TURN, |time| time.min(TURN)).max(Duration::from_millis(1));
        Limits { move_time: Some(time), ..self.limits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way(moves: &[(&str, &str)]) -> Way {
        let moves = moves.iter().map(|&(side, text)| (side.into(), text.into())).collect();
        Way { start: rules("hex", Some("hex 5x5")).unwrap().start(), moves }
    }

    #[test]
    fn a_session_is_led_from_anywhere_to_anywhere() {
        let mut session = rules("hex", Some("hex 7x7")).unwrap();
        let main = way(&[("black", "a1"), ("white", "b2"), ("black", "c3")]);
        let variation = way(&[("black", "a1"), ("white", "c1")]);
        for way in [&main, &variation, &main] {
            lead(&mut session, way).unwrap();
            let played = session.played();
            assert_eq!(played.len(), way.moves.len());
            assert!(played.iter().zip(&way.moves).all(|(p, (_, text))| p.text == *text));
        }
    }

    #[test]
    fn a_thought_takes_its_limits_in_turns() {
        let engines = Arc::new(Engines::new(1, 1, 64));
        let queue = Arc::new(Queue::default());
        let (sender, receiver) = std::sync::mpsc::channel();
        let thinking = Thinking {
            client: Client::of([192, 0, 2, 1].into()),
            desk: Desk { game: "g".into(), preset: "hex/best".into(), purpose: Purpose::Hint },
            way: Way { start: "hex 11x11".into(), moves: Vec::new() },
            limits: Limits::move_time(TURN * 2 + TURN / 2),
            stop: Stop::new(),
            spent: Duration::ZERO,
            listener: Box::new(|_| {}),
            finish: Box::new(move |thought| sender.send(thought).unwrap()),
        };
        assert!(thinking.start(&engines, &queue));
        let mut turns = 0;
        // Somebody else always waits.
        while queue.length() > 0 {
            let other = Client::of([192, 0, 2, 2].into());
            assert!(queue.push(other, Box::new(|| {})));
            queue.next().unwrap()();
            queue.next().unwrap()();
            turns += 1;
        }
        let (report, spent) = receiver.recv().unwrap().unwrap();
        // Three turns, or two where the machine is busy and a turn takes longer.
        assert!(turns >= 2, "{turns}");
        assert!(spent >= TURN * 2 && report.best().is_some());
    }
}
