//! Open connections: how many there may be, and which of them gives way to a newcomer.
//!
//! A connection waits as long as the server has no whole request from it, and it is those that give
//! way: half a request, or none, keeps nobody else out. What is being answered is left alone, and so
//! are WebSockets.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::Notify;

use crate::client::Client;

/// All connections that are open.
pub(crate) struct Connections {
    most: usize,
    /// Of one client, where clients have addresses of their own.
    most_per_client: Option<usize>,
    open: Mutex<Open>,
    /// Wakes whoever waits for the last one to be closed.
    emptied: Notify,
}

#[derive(Default)]
struct Open {
    next: u64,
    by_number: HashMap<u64, Connection>,
}

struct Connection {
    client: Client,
    /// Since when no whole request is there; `None` while one is being answered.
    waiting_since: Option<Instant>,
    /// Tells the connection to close.
    close: Arc<Notify>,
}

impl Open {
    /// Closes the connection, of one client or of all, that has kept us waiting longest.
    fn close_longest_waiting(&mut self, client: Option<Client>) -> bool {
        let longest = self
            .by_number
            .iter()
            .filter(|(_, connection)| client.is_none_or(|client| connection.client == client))
            .filter_map(|(number, connection)| Some((connection.waiting_since?, *number)))
            .min();
        let Some(closed) = longest.and_then(|(_, number)| self.by_number.remove(&number)) else {
            return false;
        };
        closed.close.notify_one();
        true
    }
}

impl Connections {
    pub(crate) fn new(most: usize, most_per_client: Option<usize>) -> Connections {
        let most = most.max(1);
        Connections { most, most_per_client, open: Mutex::default(), emptied: Notify::new() }
    }

    /// A place for one more connection; `None` where nobody can give way to it.
    pub(crate) fn admit(self: &Arc<Self>, client: Client) -> Option<Seat> {
        let mut open = self.open();
        if let Some(most) = self.most_per_client {
            let own = open.by_number.values().filter(|other| other.client == client).count();
            if own >= most && !open.close_longest_waiting(Some(client)) {
                return None;
            }
        }
        if open.by_number.len() >= self.most && !open.close_longest_waiting(None) {
            return None;
        }
        let number = open.next;
        open.next += 1;
        let close = Arc::new(Notify::new());
        let waiting_since = Some(Instant::now());
        let connection = Connection { client, waiting_since, close: Arc::clone(&close) };
        open.by_number.insert(number, connection);
        let progress = Progress { connections: Arc::clone(self), number };
        Some(Seat { progress, close })
    }

    /// Closes one connection that waits, because the system lets no more be opened.
    pub(crate) fn make_room(&self) {
        self.open().close_longest_waiting(None);
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.open().by_number.len()
    }

    /// Waits until there are none.
    pub(crate) async fn all_closed(&self) {
        loop {
            let emptied = self.emptied.notified();
            if self.count() == 0 {
                return;
            }
            emptied.await;
        }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection's place, given back when it is dropped.
pub(crate) struct Seat {
    pub(crate) progress: Progress,
    /// Wakes the connection when it has to give way.
    pub(crate) close: Arc<Notify>,
}

impl Drop for Seat {
    fn drop(&mut self) {
        let Progress { connections, number } = &self.progress;
        let mut open = connections.open();
        open.by_number.remove(number);
        if open.by_number.is_empty() {
            drop(open);
            connections.emptied.notify_waiters();
        }
    }
}

/// What a connection is at, for those who answer it to say.
#[derive(Clone)]
pub(crate) struct Progress {
    connections: Arc<Connections>,
    number: u64,
}

impl Progress {
    /// A whole request is there.
    pub(crate) fn answering(&self) {
        self.set(None);
    }

    /// It has been answered; the next one may come.
    pub(crate) fn waiting(&self) {
        self.set(Some(Instant::now()));
    }

    /// Whether no whole request is there.
    pub(crate) fn is_waiting(&self) -> bool {
        let open = self.connections.open();
        open.by_number.get(&self.number).is_none_or(|known| known.waiting_since.is_some())
    }

    fn set(&self, since: Option<Instant>) {
        if let Some(connection) = self.connections.open().by_number.get_mut(&self.number) {
            connection.waiting_since = since;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(last: u8) -> Client {
        Client::of([192, 0, 2, last].into())
    }

    /// Whether a connection was told to give way.
    fn gives_way(seat: &Seat) -> bool {
        let closed = std::pin::pin!(seat.close.notified());
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        closed.poll(&mut context).is_ready()
    }

    #[test]
    fn whoever_keeps_the_server_waiting_longest_gives_way() {
        let connections = Arc::new(Connections::new(3, None));
        let seats = [1, 2, 3].map(|i| connections.admit(client(i)).unwrap());
        seats[0].progress.answering();
        let newcomer = connections.admit(client(4)).unwrap();
        assert_eq!(seats.each_ref().map(gives_way), [false, true, false]);
        assert_eq!(connections.count(), 3);
        drop(newcomer);
        drop(seats);
        assert_eq!(connections.count(), 0);
    }

    #[test]
    fn what_is_being_answered_is_left_alone() {
        let connections = Arc::new(Connections::new(2, None));
        let seats = [1, 2].map(|i| connections.admit(client(i)).unwrap());
        seats.iter().for_each(|seat| seat.progress.answering());
        assert!(connections.admit(client(3)).is_none());
        seats[0].progress.waiting();
        assert!(connections.admit(client(3)).is_some());
        assert!(gives_way(&seats[0]) && !gives_way(&seats[1]));
    }

    #[test]
    fn one_client_takes_places_from_nobody_but_itself() {
        let connections = Arc::new(Connections::new(100, Some(2)));
        let other = connections.admit(client(1)).unwrap();
        let greedy: Vec<_> = (0..50).map(|_| connections.admit(client(2)).unwrap()).collect();
        assert_eq!(connections.count(), 3);
        assert!(!gives_way(&other));
        assert_eq!(greedy.iter().filter(|seat| !gives_way(seat)).count(), 2);
        greedy[48].progress.answering();
        greedy[49].progress.answering();
        assert!(connections.admit(client(2)).is_none());
        assert!(connections.admit(client(3)).is_some());
    }
}
