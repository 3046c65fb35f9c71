//! The server's heart: games at their tables, the store that keeps them, and engines that take turns.

mod searches;

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::task::AbortHandle;

pub(crate) use searches::Question;

use crate::bind::{self, BindError};
use crate::body::Bodies;
use crate::client::{Client, Clients};
use crate::connections::Connections;
use crate::engines::{EngineKey, Engines, Purpose};
use crate::evaluation::Thoughts;
use crate::game_store::GameStore;
use crate::kept::KeptGame;
use crate::message::{Answer, Command, Message};
use crate::queue::Queue;
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::search_task::{Found, SearchTask};
use crate::settings::Settings;
use crate::slots::{Work, Workshop};
use crate::table::Table;
use crate::workers::Workers;

/// A game that nobody has touched for this long is put away.
const IDLE: Duration = Duration::from_secs(60);
/// How long a game waits before it asks again for a move that there was no room for.
const ASK_AGAIN: Duration = Duration::from_secs(1);

/// Everything that requests share.
pub(crate) struct App {
    pub(crate) settings: Settings,
    pub(crate) store: GameStore,
    pub(crate) clients: Arc<Clients>,
    pub(crate) counts: Counts,
    pub(crate) connections: Arc<Connections>,
    pub(crate) bodies: Bodies,
    /// Turns true when the server is to end.
    pub(crate) closing: watch::Sender<bool>,
    tables: Mutex<HashMap<String, Arc<GameHandle>>>,
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

/// A game that is at its table, shared by all who deal with it.
pub(crate) struct GameHandle {
    table: Mutex<Table>,
    /// When somebody last dealt with it.
    used: Mutex<Instant>,
    /// Waits for the flag of whoever is to move: there is one clock that runs, so there is one.
    flag: Mutex<Option<AbortHandle>>,
}

impl Drop for GameHandle {
    fn drop(&mut self) {
        self.set_flag(None);
    }
}

impl GameHandle {
    fn new(table: Table) -> GameHandle {
        let used = Mutex::new(Instant::now());
        GameHandle { table: Mutex::new(table), used, flag: Mutex::default() }
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
    /// Opens the store of a server at that address and starts the threads that think. Must be
    /// called within a runtime.
    pub(crate) fn start(
        settings: Settings,
        address: SocketAddr,
        engines: Engines,
    ) -> Result<Arc<App>, BindError> {
        let lock = bind::take_folder(&settings.games, &format!("http://{address}/"))?;
        let max_disk = settings.max_disk.saturating_mul(1 << 20);
        let store = GameStore::open(&settings.games, lock, settings.max_games, max_disk)
            .map_err(|source| BindError::Folder { folder: settings.games.clone(), source })?;
        let limits = settings.limits;
        // Behind a proxy, and on this machine, everybody comes from one address.
        let has_addresses = !address.ip().is_loopback() && !settings.behind_proxy;
        let per_client = has_addresses.then_some(settings.clients.connections);
        let queue = Arc::new(Queue::default());
        let workers = Workers::start(
            Arc::clone(&queue),
            engines.at_work(),
            limits.engine_patience,
            settings.log.clone(),
        );
        let app = Arc::new(App {
            store,
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

    /// The table of a game, read from the store where nobody sits at it yet.
    pub(crate) fn table(&self, id: &str) -> Result<Arc<GameHandle>, Refusal> {
        if let Some(handle) = self.tables().get(id) {
            return Ok(Arc::clone(handle));
        }
        let table = Table::new(self.store.get(id)?)?;
        let handle = self.set(table);
        self.put_away_idle_games();
        Ok(handle)
    }

    fn set(&self, table: Table) -> Arc<GameHandle> {
        let id = table.game.id.clone();
        // Somebody may have been faster; there must be one table only.
        Arc::clone(self.tables().entry(id).or_insert_with(|| Arc::new(GameHandle::new(table))))
    }

    /// Keeps a new game and sets it up at a table.
    pub(crate) fn begin(
        self: &Arc<Self>,
        game: KeptGame,
        client: Client,
    ) -> Result<Arc<GameHandle>, Refusal> {
        let table = Table::new(game)?;
        self.store.put(&table.game)?;
        self.counts.games_started.fetch_add(1, Relaxed);
        let handle = self.set(table);
        self.put_away_idle_games();
        self.at(&handle, client, |_| Ok(()))?;
        Ok(handle)
    }

    /// Throws a game away, with everything that is thought about it.
    pub(crate) fn throw_away(&self, id: &str) -> Result<(), Refusal> {
        let handle = self.table(id)?;
        let mut table = handle.lock();
        self.store.remove(id)?;
        table.leave();
        drop(table);
        self.tables().remove(id);
        self.engines.forget(|key| key.game == id);
        Ok(())
    }

    /// Does something at a table. What has changed is on disk before anybody hears of it.
    pub(crate) fn at<T>(
        self: &Arc<Self>,
        handle: &Arc<GameHandle>,
        client: Client,
        act: impl FnOnce(&mut Table) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let mut table = handle.lock();
        if table.is_gone() {
            return Err(Refusal::NoSuchGame);
        }
        let result = act(&mut table);
        self.settle(handle, &mut table, client)?;
        result
    }

    fn settle(
        self: &Arc<Self>,
        handle: &Arc<GameHandle>,
        table: &mut Table,
        client: Client,
    ) -> Result<(), Refusal> {
        let task = table.move_task();
        self.publish(handle, table, client)?;
        let Some(task) = task else { return Ok(()) };
        let key =
            EngineKey { game: table.game.id.clone(), preset: task.preset, purpose: Purpose::Move };
        let (generation, node) = (task.generation, task.node);
        let events = table.events.clone();
        let (app, at) = (Arc::clone(self), Arc::clone(handle));
        let search = SearchTask {
            client,
            key,
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
            reply: Reply::new(move |found: Found| {
                if let Ok((report, _)) = &found {
                    app.counts.playouts.fetch_add(report.playouts, Relaxed);
                    app.counts.moves.fetch_add(1, Relaxed);
                }
                // If the disk refuses, everybody has been told where the game stands.
                let _ = app.at(&at, client, |table| match &found {
                    Ok((report, took)) => table.engine_moves(generation, report, *took),
                    Err(refusal) => {
                        table.engine_fails(generation, refusal);
                        Ok(())
                    }
                });
            }),
        };
        match search.start(&self.engines, &self.queue) {
            Ok(()) => return Ok(()),
            Err(refusal @ (Refusal::TooMuch(_) | Refusal::Busy(_))) => {
                table.postpone(&refusal);
                self.ask_again(handle, client, generation);
            }
            Err(refusal) => table.engine_fails(generation, &refusal),
        }
        self.publish(handle, table, client)
    }

    /// Has a game ask again for a move that there was no room for.
    fn ask_again(self: &Arc<Self>, handle: &Arc<GameHandle>, client: Client, generation: u64) {
        let (app, handle) = (Arc::downgrade(self), Arc::downgrade(handle));
        self.runtime.spawn(async move {
            tokio::time::sleep(ASK_AGAIN).await;
            let (Some(app), Some(handle)) = (app.upgrade(), handle.upgrade()) else { return };
            let ask = {
                let app = Arc::clone(&app);
                move || app.at(&handle, client, |table| table.ask_again(generation))
            };
            let _ = app.workshop.run_own(ask).await;
        });
    }

    /// Keeps what has changed, and then tells everybody.
    fn publish(
        self: &Arc<Self>,
        handle: &Arc<GameHandle>,
        table: &mut Table,
        client: Client,
    ) -> Result<(), Refusal> {
        let Some(news) = table.take_news() else { return Ok(()) };
        if let Err(error) = self.store.put(&table.game) {
            // What cannot be kept has not happened.
            table.set_back(self.store.get(&table.game.id)?)?;
            let everything = table.snapshot()?;
            table.tell(&Message::Game { game: &everything });
            return Err(error);
        }
        table.tell(&Message::Patch { patch: &news });
        if news.is_about_the_game() {
            let flag = table.flag();
            handle.set_flag(
                flag.map(|(generation, time)| self.raise_flag(handle, client, generation, time)),
            );
        }
        Ok(())
    }

    /// Ends the game by time when a person has not moved by then.
    fn raise_flag(
        self: &Arc<Self>,
        handle: &Arc<GameHandle>,
        client: Client,
        generation: u64,
        time: Duration,
    ) -> AbortHandle {
        let (app, handle) = (Arc::downgrade(self), Arc::downgrade(handle));
        let fall = async move {
            tokio::time::sleep(time + Duration::from_millis(1)).await;
            let (Some(app), Some(handle)) = (app.upgrade(), handle.upgrade()) else { return };
            let fall = {
                let app = Arc::clone(&app);
                move || {
                    app.at(&handle, client, |table| {
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
        handle: &Arc<GameHandle>,
        client: Client,
        command: Command,
    ) -> Result<Answer, Refusal> {
        let review = match command {
            Command::Review { seconds, .. } => {
                Some(Duration::from_secs_f64(seconds.clamp(0.0, 60.0)))
            }
            _ => None,
        };
        let (answer, review_stop) = self.at(handle, client, |table| {
            let answer = table.carry_out(command)?;
            Ok((answer, review.and(table.review_stop())))
        })?;
        if let (Some(stop), Some(time)) = (review_stop, review) {
            self.go_on_with_review(handle, client, stop, time);
        }
        Ok(answer)
    }

    /// A number for a new socket.
    pub(crate) fn socket_number(&self) -> u64 {
        self.next_socket.fetch_add(1, Relaxed)
    }

    /// A socket is closed: nobody will ask for its tree again.
    pub(crate) fn forget_socket(&self, number: u64) {
        self.engines.forget(|key| key.purpose == Purpose::Analysis(number));
    }

    /// Has somebody else do work of the engines.
    #[cfg(test)]
    pub(crate) fn push(&self, client: Client, job: crate::queue::Job) -> Result<(), Refusal> {
        self.queue.push(client, job)
    }

    /// Searches that wait for their turn.
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
        for (id, handle) in tables.iter() {
            let table = match handle.table.try_lock() {
                Ok(table) => table,
                Err(TryLockError::Poisoned(table)) => table.into_inner(),
                // All others wait for this list, so nobody in it is waited for.
                Err(TryLockError::WouldBlock) => continue,
            };
            bytes += table.bytes();
            if Arc::strong_count(handle) == 1 && table.is_idle() {
                let used = *handle.used.lock().unwrap_or_else(PoisonError::into_inner);
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

    /// Ends all searches and all conversations. Every game is in the store already.
    pub(crate) fn close(&self) {
        self.closing.send_replace(true);
        self.queue.close();
        let handles: Vec<_> = self.tables().values().cloned().collect();
        handles.iter().for_each(|handle| handle.lock().halt());
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, Arc<GameHandle>>> {
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
    fn engine_key(&self, purpose: Purpose) -> EngineKey {
        EngineKey { game: self.game.id.clone(), preset: self.best_preset().to_owned(), purpose }
    }
}
