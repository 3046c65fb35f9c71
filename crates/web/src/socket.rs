//! One page at one game, over a WebSocket.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, close_code};
use spinney_engine::{Limits, Stop};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

use crate::app::{App, Place};
use crate::client::{Bucket, Client, SocketSeat};
use crate::engines::Purpose;
use crate::message::{Answer, Command, Message, Request};
use crate::refusal::Refusal;
use crate::tree::NodeId;

/// The longest message that a page may send.
pub(crate) const LONGEST_MESSAGE: usize = 64 * 1024;
/// Messages for one page that wait to be sent; of more, those about thinking are dropped.
const OUTBOX: usize = 64;
/// A page that goes on sending too fast for this many messages is shown the door.
const PATIENCE: u32 = 2_000;
/// A page that takes nothing for this long is gone.
const SEND_TIME: Duration = Duration::from_secs(20);
/// How often a silent page is asked whether it is still there.
const PING: Duration = Duration::from_secs(30);

/// A page at a table.
struct Guest {
    app: Arc<App>,
    place: Arc<Place>,
    client: Client,
    number: u64,
    outbox: mpsc::Sender<String>,
    /// Ends what the engine thinks for this page.
    analysis: Option<Stop>,
    /// Ends its thinking about the last hint that was asked for.
    hint: Option<Stop>,
    /// Calls off the last explanation that was asked for.
    explanation: Option<Stop>,
}

/// Serves a page until it leaves, misbehaves or the server closes.
pub(crate) async fn serve(
    app: Arc<App>,
    place: Arc<Place>,
    client: Client,
    seat: SocketSeat,
    mut socket: WebSocket,
) {
    let mut closing = app.closing.subscribe();
    if *closing.borrow() {
        return;
    }
    app.counts.sockets.fetch_add(1, Relaxed);
    let (outbox, mut outgoing) = mpsc::channel(OUTBOX);
    let number = app.socket_number();
    let mut guest = Guest {
        app: Arc::clone(&app),
        place,
        client,
        number,
        outbox,
        analysis: None,
        hint: None,
        explanation: None,
    };
    let close = match guest.arrive().await {
        Err(refusal) => Some((close_code::ERROR, refusal.to_string())),
        Ok((everything, mut events)) => {
            let mut bucket = Bucket::new(app.settings.clients.messages, Instant::now());
            let mut too_fast = 0;
            let mut ping = tokio::time::interval(PING);
            ping.reset();
            let mut next = Some(Frame::text(everything));
            loop {
                if let Some(frame) = next.take() {
                    match tokio::time::timeout(SEND_TIME, socket.send(frame)).await {
                        Ok(Ok(())) => {}
                        Ok(Err(_)) | Err(_) => break None,
                    }
                }
                tokio::select! {
                    frame = socket.recv() => match frame {
                        Some(Ok(Frame::Text(text))) => {
                            app.counts.messages.fetch_add(1, Relaxed);
                            if bucket.take(Instant::now()) {
                                too_fast = 0;
                                next = guest.hear(&text).await.map(Frame::text);
                                continue;
                            }
                            app.counts.refused.fetch_add(1, Relaxed);
                            too_fast += 1;
                            if too_fast > PATIENCE {
                                break Some((close_code::POLICY, "too many messages".to_owned()));
                            }
                            let refusal = Refusal::TooMuch("too many messages");
                            next = Some(Frame::text(error(id_of(&text), &refusal)));
                        }
                        Some(Ok(Frame::Binary(_))) => {
                            next = Some(Frame::text(error(None, &Refusal::wrong("messages are text"))));
                        }
                        Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                        Some(Ok(Frame::Close(_)) | Err(_)) | None => break None,
                    },
                    event = events.recv() => match event {
                        Ok(json) => next = Some(Frame::text(json.as_ref())),
                        Err(RecvError::Closed) => break None,
                        // It was too slow for all that happened: tell it everything again.
                        Err(RecvError::Lagged(_)) => match guest.arrive().await {
                            Ok((everything, fresh)) => {
                                events = fresh;
                                next = Some(Frame::text(everything));
                            }
                            Err(refusal) => break Some((close_code::ERROR, refusal.to_string())),
                        },
                    },
                    Some(json) = outgoing.recv() => next = Some(Frame::text(json)),
                    _ = ping.tick() => next = Some(Frame::Ping(Default::default())),
                    _ = closing.changed() => {
                        break Some((close_code::AWAY, "the server is closing".to_owned()));
                    }
                }
            }
        }
    };
    if let Some((code, reason)) = close {
        let frame = CloseFrame { code, reason: reason.into() };
        tokio::time::timeout(SEND_TIME, socket.send(Frame::Close(Some(frame)))).await.ok();
    }
    guest.end_analysis();
    for stop in [guest.hint.take(), guest.explanation.take()].into_iter().flatten() {
        stop.stop();
    }
    app.forget_socket(number);
    app.counts.sockets.fetch_sub(1, Relaxed);
    drop(seat);
}

impl Guest {
    /// Everything about the game, and what happens from then on.
    async fn arrive(
        &self,
    ) -> Result<(String, tokio::sync::broadcast::Receiver<Arc<str>>), Refusal> {
        let (app, place, client) = (Arc::clone(&self.app), Arc::clone(&self.place), self.client);
        let arrive = move || {
            app.at(&place, client, |table| {
                let game = table.snapshot()?;
                Ok((Message::Game { game: &game }.to_json(), table.events.subscribe()))
            })
        };
        spawn_blocking(arrive).await.unwrap_or(Err(Refusal::Closing))
    }

    /// Does what a message asks for, and answers, at once or later.
    async fn hear(&mut self, text: &str) -> Option<String> {
        let (id, answer) = match serde_json::from_str::<Request>(text) {
            Err(problem) => {
                let problem = format!("this is no message: {problem}");
                (id_of(text), Err(Refusal::wrong(problem)))
            }
            Ok(Request { id, command }) => match command {
                Command::Analyze { node } => (id, self.analyze(node).await),
                Command::EndAnalysis => {
                    self.end_analysis();
                    (id, Ok(Answer::default()))
                }
                Command::Hint { node } => {
                    let stop = renew(&mut self.hint);
                    let (app, place) = (Arc::clone(&self.app), Arc::clone(&self.place));
                    let client = self.client;
                    self.answer_later(
                        id,
                        async move { app.hint(&place, client, node, stop).await },
                    );
                    return None;
                }
                Command::Explain { node } => {
                    let stop = renew(&mut self.explanation);
                    let (app, place) = (Arc::clone(&self.app), Arc::clone(&self.place));
                    let client = self.client;
                    self.answer_later(
                        id,
                        async move { app.explain(&place, client, node, stop).await },
                    );
                    return None;
                }
                command => {
                    let (app, place) = (Arc::clone(&self.app), Arc::clone(&self.place));
                    let client = self.client;
                    let granted = spawn_blocking(move || app.grant(&place, client, command)).await;
                    (id, granted.unwrap_or(Err(Refusal::Closing)))
                }
            },
        };
        if answer.is_err() {
            self.app.counts.refused.fetch_add(1, Relaxed);
        }
        Some(match &answer {
            Ok(answer) => Message::Answer { id, answer }.to_json(),
            Err(refusal) => error(id, refusal),
        })
    }

    /// Some answers come when they are ready; the page may go on in the meantime.
    fn answer_later(
        &self,
        id: Option<u64>,
        answer: impl Future<Output = Result<Answer, Refusal>> + Send + 'static,
    ) {
        let outbox = self.outbox.clone();
        tokio::spawn(async move {
            let json = match answer.await {
                Ok(answer) => Message::Answer { id, answer: &answer }.to_json(),
                Err(refusal) => error(id, &refusal),
            };
            outbox.send(json).await.ok();
        });
    }

    /// Has the engine think about a node in place of what it thinks about now.
    async fn analyze(&mut self, node: NodeId) -> Result<Answer, Refusal> {
        self.end_analysis();
        let stop = Stop::new();
        self.analysis = Some(stop.clone());
        let (app, place, client) = (Arc::clone(&self.app), Arc::clone(&self.place), self.client);
        let purpose = Purpose::Analysis(self.number);
        let limits = Limits::move_time(app.settings.analysis_time);
        let (live, last) = (self.outbox.clone(), self.outbox.clone());
        let switch = stop.clone();
        let think = move || {
            let listener = move |thoughts: &_| {
                let message = Message::Analysis { node, done: false, thoughts };
                live.try_send(message.to_json()).ok();
            };
            let finish = move |thoughts: Result<_, Refusal>| {
                if let (Ok(thoughts), false) = (&thoughts, switch.is_stopped()) {
                    let message = Message::Analysis { node, done: true, thoughts };
                    last.try_send(message.to_json()).ok();
                }
            };
            app.think_at(
                &place,
                client,
                node,
                purpose,
                limits,
                stop,
                Box::new(listener),
                Box::new(finish),
            )
        };
        let begun = spawn_blocking(think).await;
        begun.unwrap_or(Err(Refusal::Closing)).map(|()| Answer::default())
    }

    fn end_analysis(&mut self) {
        if let Some(stop) = self.analysis.take() {
            stop.stop();
        }
    }
}

fn error(id: Option<u64>, refusal: &Refusal) -> String {
    Message::Error { id, error: refusal.to_string() }.to_json()
}

/// Calls off what was asked for before, and says how to call off what is asked for now.
fn renew(last: &mut Option<Stop>) -> Stop {
    let stop = Stop::new();
    if let Some(last) = last.replace(stop.clone()) {
        last.stop();
    }
    stop
}

/// The number of a message that may not be one.
fn id_of(text: &str) -> Option<u64> {
    #[derive(serde::Deserialize)]
    struct Numbered {
        id: u64,
    }
    serde_json::from_str::<Numbered>(text).ok().map(|numbered| numbered.id)
}
