//! The server's heart: games at their tables, the shelf behind them, and engines that take turns.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use spinney_engine::{Limits, Stop};
use tokio::runtime::Handle;
use tokio::sync::{oneshot, watch};

use crate::bind::{self, BindError};
use crate::client::{Client, Clients};
use crate::engines::{Desk, Engines, Purpose, Thinking};
use crate::evaluation::{Evaluation, Thoughts};
use crate::insight::Insight;
use crate::kept::KeptGame;
use crate::message::{Answer, Command, Message};
use crate::queue::Queue;
use crate::refusal::Refusal;
use crate::settings::Settings;
use crate::shelf::Shelf;
use crate::table::Table;
use crate::tree::NodeId;

/// How long a hint is thought about.
const HINT_TIME: Duration = Duration::from_secs(2);
/// A game that nobody has touched for this long is put back on the shelf.
const IDLE: Duration = Duration::from_secs(60);

/// Everything that requests share.
pub(crate) struct App {
    pub(crate) settings: Settings,
    pub(crate) shelf: Shelf,
    pub(crate) clients: Arc<Clients>,
    pub(crate) counts: Counts,
    /// Turns true when the server is to end.
    pub(crate) closing: watch::Sender<bool>,
    tables: Mutex<HashMap<String, Arc<Place>>>,
    engines: Arc<Engines>,
    queue: Arc<Queue>,
    next_socket: AtomicU64,
    runtime: Handle,
}

/// What `/metrics` tells.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) requests: AtomicU64,
    pub(crate) refused: AtomicU64,
    pub(crate) messages: AtomicU64,
    pub(crate) sockets: AtomicU64,
    pub(crate) moves: AtomicU64,
    pub(crate) playouts: AtomicU64,
    pub(crate) games_started: AtomicU64,
}

/// A table and when it was last used.
pub(crate) struct Place {
    table: Mutex<Table>,
    used: Mutex<Instant>,
}

impl Place {
    fn lock(&self) -> MutexGuard<'_, Table> {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl App {
    /// Opens the shelf of a server at that address and starts the threads that think. Must be
    /// called within a runtime.
    pub(crate) fn start(settings: Settings, address: &str) -> Result<Arc<App>, BindError> {
        let lock = bind::take_folder(&settings.games, address)?;
        let shelf = Shelf::open(&settings.games, lock, settings.max_games)
            .map_err(|source| BindError::Folder { folder: settings.games.clone(), source })?;
        let search_threads = settings.search_threads.clamp(1, settings.threads.max(1));
        let at_work = (settings.threads / search_threads).max(1);
        let app = Arc::new(App {
            shelf,
            clients: Arc::new(Clients::new(settings.clients)),
            counts: Counts::default(),
            closing: watch::Sender::new(false),
            tables: Mutex::default(),
            engines: Arc::new(Engines::new(at_work, search_threads, settings.memory)),
            queue: Arc::default(),
            next_socket: AtomicU64::new(1),
            runtime: Handle::current(),
            settings,
        });
        for i in 0..at_work {
            let queue = Arc::clone(&app.queue);
            let name = format!("engine-{i}");
            let thread = thread::Builder::new().name(name).spawn(move || {
                while let Some(job) = queue.next() {
                    // A fault in one game must not take engine time from all others.
                    let _ = catch_unwind(AssertUnwindSafe(job));
                }
            });
            thread.map_err(BindError::Threads)?;
        }
        let weak = Arc::downgrade(&app);
        app.runtime.spawn(async move {
            let mut minute = tokio::time::interval(IDLE);
            loop {
                minute.tick().await;
                let Some(app) = weak.upgrade() else { break };
                app.put_away_idle_games();
            }
        });
        Ok(app)
    }

    /// The table of a game, fetched from the shelf where nobody sits at it yet.
    pub(crate) fn table(&self, id: &str) -> Result<Arc<Place>, Refusal> {
        if let Some(place) = self.tables().get(id) {
            return Ok(Arc::clone(place));
        }
        let table = Table::new(self.shelf.get(id)?)?;
        Ok(self.set(table))
    }

    fn set(&self, table: Table) -> Arc<Place> {
        let id = table.game.id.clone();
        let place = Place { table: Mutex::new(table), used: Mutex::new(Instant::now()) };
        // Somebody may have been faster; there must be one table only.
        Arc::clone(self.tables().entry(id).or_insert(Arc::new(place)))
    }

    /// Puts a new game on the shelf and on a table.
    pub(crate) fn begin(
        self: &Arc<Self>,
        game: KeptGame,
        client: Client,
    ) -> Result<Arc<Place>, Refusal> {
        let table = Table::new(game)?;
        self.shelf.put(&table.game)?;
        self.counts.games_started.fetch_add(1, Relaxed);
        let place = self.set(table);
        self.at(&place, client, |_| Ok(()))?;
        Ok(place)
    }

    /// Throws a game away, with everything that is thought about it.
    pub(crate) fn throw_away(&self, id: &str) -> Result<(), Refusal> {
        let place = self.table(id)?;
        let mut table = place.lock();
        self.shelf.remove(id)?;
        table.leave();
        drop(table);
        self.tables().remove(id);
        self.engines.forget(|desk| desk.game == id);
        Ok(())
    }

    /// Does something at a table. What has changed is on disk before anybody hears of it.
    pub(crate) fn at<T>(
        self: &Arc<Self>,
        place: &Arc<Place>,
        client: Client,
        act: impl FnOnce(&mut Table) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let mut table = place.lock();
        if table.is_gone() {
            return Err(Refusal::NoSuchGame);
        }
        let result = act(&mut table);
        self.settle(place, &mut table, client)?;
        result
    }

    fn settle(
        self: &Arc<Self>,
        place: &Arc<Place>,
        table: &mut Table,
        client: Client,
    ) -> Result<(), Refusal> {
        let task = table.move_task();
        self.publish(place, table, client)?;
        let Some(task) = task else { return Ok(()) };
        let desk =
            Desk { game: table.game.id.clone(), preset: task.preset, purpose: Purpose::Move };
        let (generation, node) = (task.generation, task.node);
        let events = table.events.clone();
        let (app, at) = (Arc::clone(self), Arc::clone(place));
        let thinking = Thinking {
            client,
            desk,
            way: task.way,
            limits: task.limits,
            stop: task.stop,
            spent: Duration::ZERO,
            listener: Box::new(move |report| {
                if events.receiver_count() > 0 {
                    let thoughts = Thoughts::of_report(report);
                    events
                        .send(Message::Thinking { node, thoughts: &thoughts }.to_json().into())
                        .ok();
                }
            }),
            finish: Box::new(move |thought| {
                let found = thought.ok();
                if let Some((report, _)) = &found {
                    app.counts.playouts.fetch_add(report.playouts, Relaxed);
                    app.counts.moves.fetch_add(1, Relaxed);
                }
                // If the disk refuses, everybody has been told where the game stands.
                let _ = app.at(&at, client, |table| {
                    table.engine_moves(generation, found.as_ref().map(|(r, took)| (r, *took)))
                });
            }),
        };
        if !thinking.start(&self.engines, &self.queue) {
            table.engine_moves(generation, None)?;
            self.publish(place, table, client)?;
        }
        Ok(())
    }

    /// Keeps what has changed, and then tells everybody.
    fn publish(
        self: &Arc<Self>,
        place: &Arc<Place>,
        table: &mut Table,
        client: Client,
    ) -> Result<(), Refusal> {
        let Some(news) = table.take_news() else { return Ok(()) };
        if let Err(error) = self.shelf.put(&table.game) {
            // What cannot be kept has not happened.
            table.set_back(self.shelf.get(&table.game.id)?)?;
            let everything = table.snapshot()?;
            table.tell(&Message::Game { game: &everything });
            return Err(error);
        }
        table.tell(&Message::Patch { patch: &news });
        if let Some((generation, time)) = table.flag().filter(|_| news.is_about_the_game()) {
            self.raise_flag(place, client, generation, time);
        }
        Ok(())
    }

    /// Ends the game by time when a person has not moved by then.
    fn raise_flag(
        self: &Arc<Self>,
        place: &Arc<Place>,
        client: Client,
        generation: u64,
        time: Duration,
    ) {
        let (app, place) = (Arc::downgrade(self), Arc::downgrade(place));
        self.runtime.spawn(async move {
            tokio::time::sleep(time + Duration::from_millis(1)).await;
            if let (Some(app), Some(place)) = (app.upgrade(), place.upgrade()) {
                let fall = move || {
                    app.at(&place, client, |table| {
                        table.flag_may_fall(generation);
                        Ok(())
                    })
                };
                let _ = tokio::task::spawn_blocking(fall).await;
            }
        });
    }

    /// Grants a wish that needs no more than the table.
    pub(crate) fn grant(
        self: &Arc<Self>,
        place: &Arc<Place>,
        client: Client,
        command: Command,
    ) -> Result<Answer, Refusal> {
        let review = match command {
            Command::Review { seconds, .. } => {
                Some(Duration::from_secs_f64(seconds.clamp(0.0, 60.0)))
            }
            _ => None,
        };
        let (answer, review_stop) = self.at(place, client, |table| {
            let answer = table.carry_out(command)?;
            Ok((answer, review.and(table.review_stop())))
        })?;
        if let (Some(stop), Some(time)) = (review_stop, review) {
            self.go_on_with_review(place, client, stop, time);
        }
        Ok(answer)
    }

    /// Looks at the next position of a review, and at the others after it.
    fn go_on_with_review(
        self: &Arc<Self>,
        place: &Arc<Place>,
        client: Client,
        stop: Stop,
        time: Duration,
    ) {
        let step = self
            .at(place, client, |table| Ok((table.next_step(&stop), table.desk(Purpose::Review))));
        let Ok((Some(step), desk)) = step else { return };
        let (app, at) = (Arc::clone(self), Arc::clone(place));
        let thinking = Thinking {
            client,
            desk,
            way: step.way.clone(),
            limits: Limits::move_time(time),
            stop: step.stop.clone(),
            spent: Duration::ZERO,
            listener: Box::new(|_| {}),
            finish: Box::new(move |thought| {
                let report = match thought {
                    Ok((report, _)) => report,
                    Err(Refusal::CalledOff) => return,
                    Err(_) => {
                        let _ = app.at(&at, client, |table| {
                            table.end_review();
                            Ok(())
                        });
                        return;
                    }
                };
                app.counts.playouts.fetch_add(report.playouts, Relaxed);
                let kept = app.at(&at, client, |table| {
                    table.reviewed(&step, Evaluation::of_report(&report));
                    Ok(())
                });
                if kept.is_ok() {
                    app.go_on_with_review(&at, client, stop, time);
                }
            }),
        };
        if !thinking.start(&self.engines, &self.queue) {
            let _ = self.at(place, client, |table| {
                table.end_review();
                Ok(())
            });
        }
    }

    /// What the engine would play at a node.
    pub(crate) async fn hint(
        self: &Arc<Self>,
        place: &Arc<Place>,
        client: Client,
        node: NodeId,
        stop: Stop,
    ) -> Result<Answer, Refusal> {
        let (sender, answer) = oneshot::channel();
        let limits = Limits::move_time(HINT_TIME.min(self.settings.analysis_time));
        let finish = move |thoughts| drop(sender.send(thoughts));
        self.think_at(
            place,
            client,
            node,
            Purpose::Hint,
            limits,
            stop,
            Box::new(|_| {}),
            Box::new(finish),
        )?;
        let thoughts = answer.await.map_err(|_| Refusal::Closing)?;
        Ok(Answer { thoughts: Some(thoughts?), ..Answer::default() })
    }

    /// What is known of a node without search. It waits for its turn like all that takes time.
    pub(crate) async fn explain(
        self: &Arc<Self>,
        place: &Arc<Place>,
        client: Client,
        node: NodeId,
        stop: Stop,
    ) -> Result<Answer, Refusal> {
        let board = self.at(place, client, |table| table.board(node))?;
        let (sender, answer) = oneshot::channel();
        let job = move || {
            if !stop.is_stopped() {
                drop(sender.send(Insight::into(&board)));
            }
        };
        if !self.queue.push(client, Box::new(job)) {
            return Err(Refusal::Busy("too much is waiting"));
        }
        let insight = answer.await.map_err(|_| Refusal::CalledOff)?;
        Ok(Answer { insight: Some(insight), ..Answer::default() })
    }

    /// Has the engine think about a node for whoever listens.
    #[expect(clippy::too_many_arguments, reason = "each says something else about the thought")]
    pub(crate) fn think_at(
        self: &Arc<Self>,
        place: &Arc<Place>,
        client: Client,
        node: NodeId,
        purpose: Purpose,
        limits: Limits,
        stop: Stop,
        mut listener: Box<dyn FnMut(&Thoughts) + Send>,
        finish: Box<dyn FnOnce(Result<Thoughts, Refusal>) + Send>,
    ) -> Result<(), Refusal> {
        let (way, desk) = self.at(place, client, |table| {
            if table.view(node)?.is_over() {
                return Err(Refusal::Over);
            }
            Ok((table.way(node), table.desk(purpose)))
        })?;
        let (app, at) = (Arc::clone(self), Arc::clone(place));
        let thinking = Thinking {
            client,
            desk,
            way,
            limits,
            stop,
            spent: Duration::ZERO,
            listener: Box::new(move |report| listener(&Thoughts::of_report(report))),
            finish: Box::new(move |thought| {
                let thoughts = thought.map(|(report, _)| {
                    app.counts.playouts.fetch_add(report.playouts, Relaxed);
                    // An opinion that cannot be kept is still one.
                    let _ = app.at(&at, client, |table| {
                        table.evaluate(node, Evaluation::of_report(&report));
                        Ok(())
                    });
                    Thoughts::of_report(&report)
                });
                finish(thoughts);
            }),
        };
        if thinking.start(&self.engines, &self.queue) {
            Ok(())
        } else {
            Err(Refusal::TooMuch("you have too many searches waiting"))
        }
    }

    /// A number for a new socket.
    pub(crate) fn socket_number(&self) -> u64 {
        self.next_socket.fetch_add(1, Relaxed)
    }

    /// A socket is closed: nobody will ask for its tree again.
    pub(crate) fn forget_socket(&self, number: u64) {
        self.engines.forget(|desk| desk.purpose == Purpose::Analysis(number));
    }

    /// Thoughts that wait for their turn.
    pub(crate) fn queue_length(&self) -> usize {
        self.queue.length()
    }

    /// Games that are at a table.
    pub(crate) fn tables_in_use(&self) -> usize {
        self.tables().len()
    }

    fn put_away_idle_games(&self) {
        let is_in_use = |place: &Arc<Place>| {
            let used = *place.used.lock().unwrap_or_else(PoisonError::into_inner);
            let table = place.table.lock().unwrap_or_else(PoisonError::into_inner);
            used.elapsed() < IDLE || !table.is_idle()
        };
        self.tables().retain(|_, place| Arc::strong_count(place) > 1 || is_in_use(place));
    }

    /// Ends all thinking and all conversations. Every game is on the shelf already.
    pub(crate) fn close(&self) {
        self.closing.send_replace(true);
        self.queue.close();
        let places: Vec<_> = self.tables().values().cloned().collect();
        places.iter().for_each(|place| place.lock().halt());
    }

    /// Waits until every page has heard goodbye, or does not want to.
    pub(crate) async fn see_guests_off(&self) {
        const PATIENCE: Duration = Duration::from_secs(2);
        const LOOK: Duration = Duration::from_millis(10);
        let start = Instant::now();
        while self.counts.sockets.load(Relaxed) > 0 && start.elapsed() < PATIENCE {
            tokio::time::sleep(LOOK).await;
        }
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, Arc<Place>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    /// Tells everybody who listens.
    fn tell(&self, message: &Message<'_>) {
        // Nobody need listen.
        self.events.send(message.to_json().into()).ok();
    }

    fn desk(&self, purpose: Purpose) -> Desk {
        // Whoever asks for advice gets the best there is.
        let preset = spinney_engine::game(&self.game.game).map_or("", |game| game.presets[0].name);
        Desk { game: self.game.id.clone(), preset: preset.to_owned(), purpose }
    }
}
