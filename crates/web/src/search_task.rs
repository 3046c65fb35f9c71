//! A search that an engine is asked for: its time is cut into turns, so that everybody who waits for
//! an engine gets on.

use std::sync::Arc;
use std::time::{Duration, Instant};

use spinney_engine::{Limits, Line, Report, Stop};

use crate::client::Client;
use crate::engines::{EngineKey, Engines};
use crate::queue::Queue;
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::workers::Post;

/// How long one turn of a search lasts before others get theirs.
const TURN: Duration = Duration::from_millis(400);
/// How long it may take to open a player.
const OPENING: Duration = Duration::from_secs(5);

/// What a search has found, and how long the engine was at it.
pub(crate) type Found = Result<(Report, Duration), Refusal>;

/// One search about one position, turn by turn.
pub(crate) struct SearchTask {
    pub(crate) client: Client,
    pub(crate) key: EngineKey,
    /// The moves to where it searches, with the boards between them.
    pub(crate) line: Line,
    pub(crate) limits: Limits,
    pub(crate) stop: Stop,
    pub(crate) spent: Duration,
    pub(crate) listener: Box<dyn FnMut(&Report) + Send>,
    pub(crate) reply: Reply<Found>,
}

impl SearchTask {
    /// Waits for the first turn, or says why there will be none; then there is no reply either.
    pub(crate) fn start(self, engines: &Arc<Engines>, queue: &Arc<Queue>) -> Result<(), Refusal> {
        let (engines, later) = (Arc::clone(engines), Arc::clone(queue));
        queue.push(self.client, Box::new(move |post| self.turn(&engines, &later, post)))
    }

    fn turn(mut self, engines: &Arc<Engines>, queue: &Arc<Queue>, post: &Post) {
        if self.stop.is_stopped() {
            return self.reply.give(Err(Refusal::CalledOff));
        }
        if !post.is_manned() {
            return self.reply.give(Err(Refusal::NoEngine));
        }
        self.expect(post, engines, OPENING);
        let player = engines.take(&self.key, self.line.start());
        if !post.done() {
            return engines.let_go(player);
        }
        let mut player = match player {
            Ok(player) => player,
            Err(error) => return self.reply.give(Err(error.into())),
        };
        loop {
            let left = self.left();
            let turn = left.move_time.unwrap_or(TURN);
            self.expect(post, engines, turn);
            let (listener, reply) = (&mut self.listener, &self.reply);
            let begun = Instant::now();
            let found = player.think(&self.line, &left, &self.stop, &mut |report| {
                // Nobody listens to one that was given up.
                if reply.is_due() {
                    listener(report);
                }
            });
            // All that it did counts, whichever part of it a report is about.
            let took = begun.elapsed();
            if !post.done() {
                return engines.let_go(player);
            }
            let report = match found {
                Ok(report) => report,
                Err(error) => return self.reply.give(Err(error.into())),
            };
            self.spent += took;
            if let Some(playouts) = &mut self.limits.playouts {
                *playouts = playouts.saturating_sub(report.playouts);
            }
            let done = self.stop.is_stopped()
                || report.proven_winner.is_some()
                || self.limits.playouts == Some(0)
                || self.limits.move_time.is_some_and(|time| self.spent >= time)
                // It has nothing more to think about.
                || took < turn / 2;
            if done {
                engines.give_back(self.key, player);
                return self.reply.give(Ok((report, self.spent)));
            }
            (self.listener)(&report);
            if queue.length() > 0 {
                engines.give_back(self.key.clone(), player);
                let (again, later) = (Arc::clone(engines), Arc::clone(queue));
                let client = self.client;
                let next = Box::new(move |post: &Post| self.turn(&again, &later, post));
                return queue.push_again(client, next);
            }
        }
    }

    /// Has the watchdog answer if what follows takes much longer than that.
    fn expect(&self, post: &Post, engines: &Arc<Engines>, within: Duration) {
        let (stop, reply) = (self.stop.clone(), self.reply.clone());
        let engines = Arc::clone(engines);
        post.expect(within, self.key.to_string(), move |why| {
            if matches!(why, Refusal::EngineLost) {
                engines.give_up();
            }
            // It may still hear it one day.
            stop.stop();
            reply.give(Err(why));
        });
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
    use spinney_engine::Board;

    use super::*;
    use crate::engines::Purpose;

    #[test]
    fn a_search_takes_its_limits_in_turns() {
        let engines = Arc::new(Engines::new(1, 1, 64));
        let queue = Arc::new(Queue::default());
        let (sender, receiver) = std::sync::mpsc::channel();
        let search = SearchTask {
            client: Client::of([192, 0, 2, 1].into()),
            key: EngineKey { game: "g".into(), preset: "hex/best".into(), purpose: Purpose::Hint },
            line: Line::new(Board::from_text("hex 11x11").unwrap()),
            limits: Limits::move_time(TURN * 2 + TURN / 2),
            stop: Stop::new(),
            spent: Duration::ZERO,
            listener: Box::new(|_| {}),
            reply: Reply::new(move |found| sender.send(found).unwrap()),
        };
        search.start(&engines, &queue).unwrap();
        let post = Post::new(TURN);
        let mut turns = 0;
        // Somebody else always waits.
        while queue.length() > 0 {
            let other = Client::of([192, 0, 2, 2].into());
            queue.push(other, Box::new(|_| {})).unwrap();
            queue.next().unwrap()(&post);
            queue.next().unwrap()(&post);
            turns += 1;
        }
        let (report, spent) = receiver.recv().unwrap().unwrap();
        // Three turns, or two where the machine is busy and a turn takes longer.
        assert!(turns >= 2, "{turns}");
        assert!(spent >= TURN * 2 && report.best().is_some());
    }
}
