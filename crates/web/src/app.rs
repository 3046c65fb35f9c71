//! The server's heart: games at their tables, the shelf behind them, and engines that take turns.

mod thoughts;

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::task::AbortHandle;

pub(crate) use thoughts::Question;

use crate::bind::{self, BindError};
use crate::body::Bodies;
use crate::client::{Client, Clients};
use crate::connections::Connections;
use crate::engines::{Desk, Engines, Purpose, Thinking, Thought};
use crate::evaluation::Thoughts;
use crate::kept::KeptGame;
use crate::message::{Answer, Command, Message};
use crate::queue::Queue;
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::settings::Settings;
use crate::shelf::Shelf;
use crate::slots::{Work, Workshop};
use crate::table::Table;
use crate::workers::Workers;

/// A game that nobody has touched for this long is put back on the shelf.
const IDLE: Duration = Duration::from_secs(60);
/// How long a game waits before it asks again for a move that there was no room for.
const ASK_AGAIN: Duration = Duration::from_secs(1);

/// Everything that requests share.
pub(crate) struct App {
    pub(crate) settings: Settings,
    pub(crate) shelf: Shelf,
    pub(crate) clients: Arc<Clients>,
    pub(crate) counts: Counts,
    pub(crate) connections: Arc<Connections>,
    pub(crate) bodies: Bodies,
    /// Turns true when the server is to end.
    pub(crate) closing: watch::Sender<bool>,
    tables: Mutex<HashMap<String, Arc<Place>>>,
    engines: Arc<Engines>,
    queue: Arc<Queue>,
    pub(crate) workers: Arc<Workers>,
    workshop: Workshop,
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
    /// Waits for the flag of whoever is to move: there is one clock that runs, so there is one.
    flag: Mutex<Option<AbortHandle>>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.set_flag(None);
    }
}

impl Place {
    fn new(table: Table) -> Place {
        let used = Mutex::new(Instant::now());
        Place { table: Mutex::new(table), used, flag: Mutex::default() }
    }

    fn set_flag(&self, flag: Option<AbortHandle>) {
        let mut last = self.flag.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(last) = std::mem::replace(&mut *last, flag) {
            last.abort();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl App {
    /// Opens the shelf of a server at that address and starts the threads that think. Must be
    /// called within a runtime.
    pub(crate) fn start(
        settings: Settings,
        address: SocketAddr,
        engines: Engines,
    ) -> Result<Arc<App>, BindError> {
        let lock = bind::take_folder(&settings.games, &format!("http://{address}/"))?;
        let max_disk = settings.max_disk.saturating_mul(1 << 20);
        let shelf = Shelf::open(&settings.games, lock, settings.max_games, max_disk)
            .map_err(|source| BindError::Folder { folder: settings.games.clone(), source })?;
        let limits = settings.limits;
        // Behind a proxy, and on this machine, everybody comes from one address.
        let has_addresses = !address.ip().is_loopback() && !settings.behind_proxy;
        let per_client = has_addresses.then_some(settings.clients.connections);
        let queue = Arc::new(Queue::default());
        let workers = Workers::start(
            Arc::clone(&queue),
            engines.at_work,
            limits.engine_patience,
            settings.log.clone(),
        );
        let app = Arc::new(App {
            shelf,
            clients: Arc::new(Clients::new(settings.clients)),
            counts: Counts::default(),
            connections: Arc::new(Connections::new(
                bind::connections_within(limits.connections, &settings.log),
                per_client,
            )),
            bodies: Bodies::new(limits),
            closing: watch::Sender::new(false),
            tables: Mutex::default(),
            engines: Arc::new(engines),
            queue,
            workers: workers.map_err(BindError::Threads)?,
            workshop: Workshop::new(&limits),
            next_socket: AtomicU64::new(1),
            runtime: Handle::current(),
            settings,
        });
        let weak = Arc::downgrade(&app);
        app.runtime.spawn(async move {
            let mut minute = tokio::time::interval(IDLE);
            loop {
                minute.tick().await;
                let Some(app) = weak.upgrade() else { break };
                let put_away = {
                    let app = Arc::clone(&app);
                    move || {
                        app.put_away_idle_games();
                        Ok(())
                    }
                };
                let _ = app.workshop.run_own(put_away).await;
            }
        });
        Ok(app)
    }

    /// Does something that may take a while for a client, where it holds nobody else up.
    pub(crate) async fn work<T: Send + 'static>(
        self: &Arc<Self>,
        client: Client,
        kind: Work,
        work: impl FnOnce(&Arc<App>) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let app = Arc::clone(self);
        self.workshop.run(self.clients.slots(client), kind, move || work(&app)).await
    }

    /// The table of a game, fetched from the shelf where nobody sits at it yet.
    pub(crate) fn table(&self, id: &str) -> Result<Arc<Place>, Refusal> {
        if let Some(place) = self.tables().get(id) {
            return Ok(Arc::clone(place));
        }
        let table = Table::new(self.shelf.get(id)?)?;
        let place = self.set(table);
        self.put_away_idle_games();
        Ok(place)
    }

    fn set(&self, table: Table) -> Arc<Place> {
        let id = table.game.id.clone();
        // Somebody may have been faster; there must be one table only.
        Arc::clone(self.tables().entry(id).or_insert_with(|| Arc::new(Place::new(table))))
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
        self.put_away_idle_games();
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
            line: task.line,
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
            reply: Reply::new(move |thought: Thought| {
                if let Ok((report, _)) = &thought {
                    app.counts.playouts.fetch_add(report.playouts, Relaxed);
                    app.counts.moves.fetch_add(1, Relaxed);
                }
                // If the disk refuses, everybody has been told where the game stands.
                let _ = app.at(&at, client, |table| match &thought {
                    Ok((report, took)) => table.engine_moves(generation, report, *took),
                    Err(refusal) => {
                        table.engine_fails(generation, refusal);
                        Ok(())
                    }
                });
            }),
        };
        match thinking.start(&self.engines, &self.queue) {
            Ok(()) => return Ok(()),
            Err(refusal @ (Refusal::TooMuch(_) | Refusal::Busy(_))) => {
                table.postpone(&refusal);
                self.ask_again(place, client, generation);
            }
            Err(refusal) => table.engine_fails(generation, &refusal),
        }
        self.publish(place, table, client)
    }

    /// Has a game ask again for a move that there was no room for.
    fn ask_again(self: &Arc<Self>, place: &Arc<Place>, client: Client, generation: u64) {
        let (app, place) = (Arc::downgrade(self), Arc::downgrade(place));
        self.runtime.spawn(async move {
            tokio::time::sleep(ASK_AGAIN).await;
            let (Some(app), Some(place)) = (app.upgrade(), place.upgrade()) else { return };
            let ask = {
                let app = Arc::clone(&app);
                move || app.at(&place, client, |table| table.ask_again(generation))
            };
            let _ = app.workshop.run_own(ask).await;
        });
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
        if news.is_about_the_game() {
            let flag = table.flag();
            place.set_flag(
                flag.map(|(generation, time)| self.raise_flag(place, client, generation, time)),
            );
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
    ) -> AbortHandle {
        let (app, place) = (Arc::downgrade(self), Arc::downgrade(place));
        let fall = async move {
            tokio::time::sleep(time + Duration::from_millis(1)).await;
            let (Some(app), Some(place)) = (app.upgrade(), place.upgrade()) else { return };
            let fall = {
                let app = Arc::clone(&app);
                move || {
                    app.at(&place, client, |table| {
                        table.flag_may_fall(generation);
                        Ok(())
                    })
                }
            };
            let _ = app.workshop.run_own(fall).await;
        };
        self.runtime.spawn(fall).abort_handle()
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

    /// A number for a new socket.
    pub(crate) fn socket_number(&self) -> u64 {
        self.next_socket.fetch_add(1, Relaxed)
    }

    /// A socket is closed: nobody will ask for its tree again.
    pub(crate) fn forget_socket(&self, number: u64) {
        self.engines.forget(|desk| desk.purpose == Purpose::Analysis(number));
    }

    /// Has somebody else do work of the engines.
    #[cfg(test)]
    pub(crate) fn push(&self, client: Client, job: crate::queue::Job) -> Result<(), Refusal> {
        self.queue.push(client, job)
    }

    /// Thoughts that wait for their turn.
    pub(crate) fn queue_length(&self) -> usize {
        self.queue.length()
    }

    /// Games that are at a table.
    pub(crate) fn tables_in_use(&self) -> usize {
        self.tables().len()
    }

    /// Puts games away that nobody has touched for a while, and more of them where all together
    /// take too much, those first that were touched least recently.
    fn put_away_idle_games(&self) {
        let mut tables = self.tables();
        let mut bytes = 0;
        let mut idle = Vec::new();
        for (id, place) in tables.iter() {
            let table = match place.table.try_lock() {
                Ok(table) => table,
                Err(TryLockError::Poisoned(table)) => table.into_inner(),
                // All others wait for this list, so nobody in it is waited for.
                Err(TryLockError::WouldBlock) => continue,
            };
            bytes += table.bytes();
            if Arc::strong_count(place) == 1 && table.is_idle() {
                let used = *place.used.lock().unwrap_or_else(PoisonError::into_inner);
                idle.push((used, table.bytes(), id.clone()));
            }
        }
        idle.sort_unstable();
        let mut put_away = Vec::new();
        for (used, size, id) in idle {
            if used.elapsed() >= IDLE || bytes > self.settings.limits.tables {
                put_away.extend(tables.remove(&id));
                bytes -= size;
            }
        }
        drop(tables);
        drop(put_away);
    }

    /// Ends all thinking and all conversations. Every game is on the shelf already.
    pub(crate) fn close(&self) {
        self.closing.send_replace(true);
        self.queue.close();
        let places: Vec<_> = self.tables().values().cloned().collect();
        places.iter().for_each(|place| place.lock().halt());
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, Arc<Place>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for App {
    fn drop(&mut self) {
        // Its threads wait for work otherwise, for ever.
        self.queue.close();
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
