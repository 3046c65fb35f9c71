//! What engines are asked for beside their moves: reviews, hints, explanations, analyses.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use spinney_engine::{Limits, Stop};
use tokio::sync::oneshot;

use super::{App, GameHandle};
use crate::client::Client;
use crate::engines::Purpose;
use crate::evaluation::{Evaluation, Thoughts};
use crate::knowledge::StaticKnowledge;
use crate::message::Answer;
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::search_task::{Found, SearchTask};
use crate::slots::Work;
use crate::tree::NodeId;
use crate::workers::Post;

/// How long a hint is searched for.
const HINT_TIME: Duration = Duration::from_secs(2);
/// How long it may take to explain a position: such work is done in one turn and hears no stop.
const EXPLANATION_TIME: Duration = Duration::from_secs(30);

/// A search about a node, for whoever listens.
pub(crate) struct Question {
    pub(crate) node: NodeId,
    pub(crate) purpose: Purpose,
    pub(crate) limits: Limits,
    pub(crate) stop: Stop,
    /// Hears what is known so far.
    pub(crate) listener: Box<dyn FnMut(&Thoughts) + Send>,
    /// Hears what came of it.
    pub(crate) reply: Reply<Result<Thoughts, Refusal>>,
}

impl App {
    /// Looks at the next position of a review, and at the others after it.
    pub(super) fn go_on_with_review(
        self: &Arc<Self>,
        handle: &Arc<GameHandle>,
        client: Client,
        stop: Stop,
        time: Duration,
    ) {
        let step = self.at(handle, client, |table| {
            Ok((table.next_step(&stop), table.engine_key(Purpose::Review)))
        });
        let Ok((Some((node, line)), key)) = step else { return };
        let (app, at) = (Arc::clone(self), Arc::clone(handle));
        let search = SearchTask {
            client,
            key,
            line,
            limits: Limits::move_time(time),
            stop: stop.clone(),
            spent: Duration::ZERO,
            listener: Box::new(|_| {}),
            reply: Reply::new(move |found: Found| {
                let report = match found {
                    Ok((report, _)) => report,
                    Err(Refusal::CalledOff) => return,
                    Err(refusal) => return app.break_review_off(&at, client, &refusal),
                };
                app.counts.playouts.fetch_add(report.playouts, Relaxed);
                let kept = app.at(&at, client, |table| {
                    table.reviewed(node, &stop, Evaluation::of_report(&report));
                    Ok(())
                });
                if kept.is_ok() {
                    app.go_on_with_review(&at, client, stop, time);
                }
            }),
        };
        if let Err(refusal) = search.start(&self.engines, &self.queue) {
            self.break_review_off(handle, client, &refusal);
        }
    }

    fn break_review_off(
        self: &Arc<Self>,
        handle: &Arc<GameHandle>,
        client: Client,
        refusal: &Refusal,
    ) {
        // If the disk refuses, everybody has been told where the game stands.
        let _ = self.at(handle, client, |table| {
            table.break_review_off(refusal);
            Ok(())
        });
    }

    /// What the engine would play at a node.
    pub(crate) async fn hint(
        self: &Arc<Self>,
        handle: Arc<GameHandle>,
        client: Client,
        node: NodeId,
        stop: Stop,
    ) -> Result<Answer, Refusal> {
        let (sender, answer) = oneshot::channel();
        let question = Question {
            node,
            purpose: Purpose::Hint,
            limits: Limits::move_time(HINT_TIME.min(self.settings.analysis_time)),
            stop,
            listener: Box::new(|_| {}),
            reply: Reply::new(move |thoughts| drop(sender.send(thoughts))),
        };
        let ask = move |app: &Arc<App>| app.think_at(&handle, client, question);
        self.work(client, Work::Game, ask).await?;
        let thoughts = answer.await.map_err(|_| Refusal::Closing)?;
        Ok(Answer { thoughts: Some(thoughts?), ..Answer::default() })
    }

    /// What is known of a node without search. It waits for its turn like all that takes time.
    pub(crate) async fn explain(
        self: &Arc<Self>,
        handle: Arc<GameHandle>,
        client: Client,
        node: NodeId,
        stop: Stop,
    ) -> Result<Answer, Refusal> {
        let find = move |app: &Arc<App>| app.at(&handle, client, |table| table.board(node));
        let board = self.work(client, Work::Game, find).await?;
        let (sender, answer) = oneshot::channel();
        let reply = Reply::new(move |knowledge| drop(sender.send(knowledge)));
        let job = move |post: &Post| {
            if stop.is_stopped() {
                return reply.give(Err(Refusal::CalledOff));
            }
            if !post.is_manned() {
                return reply.give(Err(Refusal::NoEngine));
            }
            let overdue = reply.clone();
            let what = format!("explaining {board:?}");
            post.expect(EXPLANATION_TIME, what, move |why| overdue.give(Err(why)));
            let knowledge = StaticKnowledge::of(&board);
            // If it was given up, somebody else has answered.
            let _ = post.done();
            reply.give(Ok(knowledge));
        };
        self.queue.push(client, Box::new(job))?;
        let knowledge = answer.await.map_err(|_| Refusal::Closing)?;
        Ok(Answer { knowledge: Some(knowledge?), ..Answer::default() })
    }

    /// Has the engine think about a node for whoever listens, or says why not; then there is no
    /// reply either.
    pub(crate) fn think_at(
        self: &Arc<Self>,
        handle: &Arc<GameHandle>,
        client: Client,
        question: Question,
    ) -> Result<(), Refusal> {
        let Question { node, purpose, limits, stop, mut listener, reply } = question;
        let (line, key) = self.at(handle, client, |table| {
            let line = table.line(node)?;
            if line.board().outcome().is_some() {
                return Err(Refusal::Over);
            }
            Ok((line, table.engine_key(purpose)))
        })?;
        let (app, at) = (Arc::clone(self), Arc::clone(handle));
        let search = SearchTask {
            client,
            key,
            line,
            limits,
            stop,
            spent: Duration::ZERO,
            listener: Box::new(move |report| listener(&Thoughts::of_report(report))),
            reply: Reply::new(move |found: Found| {
                let thoughts = found.map(|(report, _)| {
                    app.counts.playouts.fetch_add(report.playouts, Relaxed);
                    // An opinion that cannot be kept is still one.
                    let _ = app.at(&at, client, |table| {
                        table.evaluate(node, Evaluation::of_report(&report));
                        Ok(())
                    });
                    Thoughts::of_report(&report)
                });
                reply.give(thoughts);
            }),
        };
        search.start(&self.engines, &self.queue)
    }
}
