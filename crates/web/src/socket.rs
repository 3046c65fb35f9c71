//! One page at one game, over a WebSocket.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, close_code};
use spinney_engine::{Limits, Stop};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;

use crate::app::{App, GameHandle, Question};
use crate::client::{Bucket, Client, ClientLimits, SocketSeat};
use crate::engines::Purpose;
use crate::message::{Answer, Command, Message, Request};
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::slots::Work;
use crate::tree::NodeId;

/// Messages for one page that wait to be sent; of more, those about searches are dropped.
const OUTBOX: usize = 16;
/// How often a page is asked whether it is still there.
const PING: Duration = Duration::from_secs(30);
/// A page that has said nothing for this long, not even that it is still there, is gone.
const SILENCE: Duration = Duration::from_secs(100);

/// A page that is connected to a game.
struct Connection {
    app: Arc<App>,
    handle: Arc<GameHandle>,
    client: Client,
    number: u64,
    outbox: mpsc::Sender<String>,
    /// Ends the search that this page looks at.
    analysis: Option<Stop>,
    /// Ends the search for the last hint that was asked for.
    hint: Option<Stop>,
    /// Calls off the last explanation that was asked for.
    explanation: Option<Stop>,
}

/// Serves a page until it leaves, misbehaves or the server closes.
pub(crate) async fn serve(
    app: Arc<App>,
    handle: Arc<GameHandle>,
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
    let mut connection = Connection {
        app: Arc::clone(&app),
        handle,
        client,
        number,
        outbox,
        analysis: None,
        hint: None,
        explanation: None,
    };
    let send_time = app.settings.limits.send_time;
    let close = match connection.arrive().await {
        Err(refusal) => Some((close_code::ERROR, refusal.to_string())),
        Ok((everything, mut events)) => {
            let mut pace = Pace::new(&app.settings.clients);
            let mut heard = Instant::now();
            let mut ping = tokio::time::interval(PING);
            ping.reset();
            let mut next = Some(Frame::text(everything));
            loop {
                if let Some(frame) = next.take() {
                    match tokio::time::timeout(send_time, socket.send(frame)).await {
                        Ok(Ok(())) => {}
                        Ok(Err(_)) | Err(_) => break None,
                    }
                }
                tokio::select! {
                    frame = socket.recv() => {
                        let frame = match frame {
                            Some(Ok(Frame::Close(_)) | Err(_)) | None => break None,
                            Some(Ok(frame)) => frame,
                        };
                        heard = Instant::now();
                        app.counts.messages.fetch_add(1, Relaxed);
                        // Whatever it is, somebody has to look at it.
                        let granted = pace.grants(heard);
                        if granted != Some(true) {
                            app.counts.refused.fetch_add(1, Relaxed);
                        }
                        next = match (frame, granted) {
                            (_, None) => {
                                let reason = "too many messages".to_owned();
                                break Some((close_code::POLICY, reason));
                            }
                            (Frame::Text(text), Some(true)) => connection.hear(&text).await,
                            (Frame::Text(text), Some(false)) => {
                                let refusal = Refusal::TooMuch("too many messages");
                                Some(error(id_of(&text), &refusal))
                            }
                            (Frame::Binary(_), _) => {
                                Some(error(None, &Refusal::wrong("messages are text")))
                            }
                            (Frame::Ping(_) | Frame::Pong(_) | Frame::Close(_), _) => None,
                        }
                        .map(Frame::text);
                    }
                    event = events.recv() => match event {
                        Ok(json) => next = Some(Frame::text(json.as_ref())),
                        Err(RecvError::Closed) => break None,
                        // It was too slow for all that happened: tell it everything again.
                        Err(RecvError::Lagged(_)) => match connection.arrive().await {
                            Ok((everything, fresh)) => {
                                events = fresh;
                                next = Some(Frame::text(everything));
                            }
                            Err(refusal) => break Some((close_code::ERROR, refusal.to_string())),
                        },
                    },
                    Some(json) = outgoing.recv() => next = Some(Frame::text(json)),
                    _ = ping.tick() => {
                        if heard.elapsed() > SILENCE {
                            break None;
                        }
                        next = Some(Frame::Ping(Default::default()));
                    }
                    _ = closing.changed() => {
                        break Some((close_code::AWAY, "the server is closing".to_owned()));
                    }
                }
            }
        }
    };
    if let Some((code, reason)) = close {
        let frame = CloseFrame { code, reason: reason.into() };
        tokio::time::timeout(send_time, socket.send(Frame::Close(Some(frame)))).await.ok();
    }
    connection.end_analysis();
    for stop in [connection.hint.take(), connection.explanation.take()].into_iter().flatten() {
        stop.stop();
    }
    // Trees are large, and it takes a while to let one go.
    let forget = {
        let app = Arc::clone(&app);
        move || app.forget_socket(number)
    };
    tokio::task::spawn_blocking(forget).await.ok();
    app.counts.sockets.fetch_sub(1, Relaxed);
    drop(seat);
}

impl Connection {
    /// Everything about the game, and what happens from then on.
    async fn arrive(
        &self,
    ) -> Result<(String, tokio::sync::broadcast::Receiver<Arc<str>>), Refusal> {
        let (handle, client) = (Arc::clone(&self.handle), self.client);
        let arrive = move |app: &Arc<App>| {
            app.at(&handle, client, |table| {
                let game = table.snapshot()?;
                Ok((Message::Game { game: &game }.to_json(), table.events.subscribe()))
            })
        };
        self.app.work(client, Work::Game, arrive).await
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
                    let (app, handle) = (Arc::clone(&self.app), Arc::clone(&self.handle));
                    let client = self.client;
                    self.answer_later(
                        id,
                        async move { app.hint(handle, client, node, stop).await },
                    );
                    return None;
                }
                Command::Explain { node } => {
                    let stop = renew(&mut self.explanation);
                    let (app, handle) = (Arc::clone(&self.app), Arc::clone(&self.handle));
                    let client = self.client;
                    self.answer_later(
                        id,
                        async move { app.explain(handle, client, node, stop).await },
                    );
                    return None;
                }
                command => {
                    let (handle, client) = (Arc::clone(&self.handle), self.client);
                    let grant = move |app: &Arc<App>| app.grant(&handle, client, command);
                    (id, self.app.work(client, Work::Game, grant).await)
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
        let (live, last) = (self.outbox.clone(), self.outbox.clone());
        let called_off = stop.clone();
        let question = Question {
            node,
            purpose: Purpose::Analysis(self.number),
            limits: Limits::move_time(self.app.settings.analysis_time),
            stop,
            listener: Box::new(move |thoughts: &_| {
                let message = Message::Analysis { node, done: false, thoughts };
                live.try_send(message.to_json()).ok();
            }),
            reply: Reply::new(move |thoughts: Result<_, Refusal>| {
                let message = match &thoughts {
                    Ok(_) if called_off.is_stopped() => return,
                    Err(Refusal::CalledOff) => return,
                    Ok(thoughts) => Message::Analysis { node, done: true, thoughts }.to_json(),
                    Err(refusal) => error(None, refusal),
                };
                last.try_send(message).ok();
            }),
        };
        let (handle, client) = (Arc::clone(&self.handle), self.client);
        let ask = move |app: &Arc<App>| app.think_at(&handle, client, question);
        self.app.work(client, Work::Game, ask).await.map(|()| Answer::default())
    }

    fn end_analysis(&mut self) {
        if let Some(stop) = self.analysis.take() {
            stop.stop();
        }
    }
}

/// How fast a page sends.
struct Pace {
    messages: Bucket,
    /// What is refused still has to be read and answered, so there is an end to it, too.
    refusals: Bucket,
}

impl Pace {
    fn new(limits: &ClientLimits) -> Pace {
        let now = Instant::now();
        let ClientLimits { messages, refusals, .. } = *limits;
        Pace { messages: Bucket::new(messages, now), refusals: Bucket::new(refusals, now) }
    }

    /// Whether one more message is granted; `None`: that was one too many.
    fn grants(&mut self, now: Instant) -> Option<bool> {
        if self.messages.take(now) {
            return Some(true);
        }
        self.refusals.take(now).then_some(false)
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
