//! Whoever asks, told apart by address, and how much each may ask for.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::slots::Slots;

/// One client: an address. Of an IPv6 address the first half counts, because the other half is
/// the client's to choose.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Client(IpAddr);

impl Client {
    pub(crate) fn of(address: IpAddr) -> Client {
        match address.to_canonical() {
            IpAddr::V6(v6) => {
                let network = u128::from(v6) & !u128::from(u64::MAX);
                Client(IpAddr::V6(Ipv6Addr::from(network)))
            }
            v4 => Client(v4),
        }
    }
}

/// So many at once, and so many a second after that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// How many at once.
    pub burst: f64,
    /// How many a second.
    pub per_second: f64,
}

/// A rate, being used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    rate: Rate,
    left: f64,
    filled: Instant,
}

impl Bucket {
    pub(crate) fn new(rate: Rate, now: Instant) -> Bucket {
        Bucket { rate, left: rate.burst, filled: now }
    }

    /// Takes one, if there is one.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.filled).as_secs_f64();
        self.left = (self.left + passed * self.rate.per_second).min(self.rate.burst);
        self.filled = now;
        let there = self.left >= 1.0;
        if there {
            self.left -= 1.0;
        }
        there
    }

    fn is_full(&self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.filled).as_secs_f64();
        self.left + passed * self.rate.per_second >= self.rate.burst
    }
}

/// What each client may do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClientLimits {
    /// Requests.
    pub requests: Rate,
    /// New games.
    pub games: Rate,
    /// Open WebSockets.
    pub sockets: usize,
    /// Messages on each of them, whatever kind they are of.
    pub messages: Rate,
    /// Messages beyond that which are refused before the WebSocket is closed.
    pub refusals: Rate,
    /// Open connections, where the server listens on an address that others reach and no proxy
    /// stands before it.
    pub connections: usize,
    /// Requests and messages that are worked on at once, apart from conversions.
    pub requests_at_work: usize,
    /// Records that are read or written at once.
    pub conversions: usize,
}

impl Default for ClientLimits {
    fn default() -> ClientLimits {
        ClientLimits {
            requests: Rate { burst: 200.0, per_second: 20.0 },
            games: Rate { burst: 50.0, per_second: 0.2 },
            sockets: 64,
            messages: Rate { burst: 300.0, per_second: 60.0 },
            refusals: Rate { burst: 200.0, per_second: 2.0 },
            connections: 100,
            requests_at_work: 8,
            conversions: 1,
        }
    }
}

/// What each client has done lately.
pub(crate) struct Clients {
    limits: ClientLimits,
    known: Mutex<HashMap<Client, Account>>,
}

struct Account {
    requests: Bucket,
    games: Bucket,
    sockets: usize,
    slots: Slots,
}

impl Account {
    /// Whether forgetting it would change nothing.
    fn is_unused(&self, now: Instant) -> bool {
        self.sockets == 0
            && self.requests.is_full(now)
            && self.games.is_full(now)
            && self.slots.is_unused()
    }
}

/// What a client wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Request,
    Game,
}

impl Clients {
    /// Accounts that are kept before those that say nothing are closed.
    const MANY: usize = 10_000;

    pub(crate) fn new(limits: ClientLimits) -> Clients {
        Clients { limits, known: Mutex::default() }
    }

    /// Whether the client may have that now.
    pub(crate) fn grant(&self, client: Client, wish: Wish) -> bool {
        let now = Instant::now();
        self.with(client, now, |account| match wish {
            Wish::Request => account.requests.take(now),
            Wish::Game => account.games.take(now),
        })
    }

    /// A place for one more socket of that client, given back when it is dropped.
    pub(crate) fn seat(self: &Arc<Self>, client: Client) -> Option<SocketSeat> {
        let granted = self.with(client, Instant::now(), |account| {
            let free = account.sockets < self.limits.sockets;
            account.sockets += usize::from(free);
            free
        });
        granted.then(|| SocketSeat { clients: Arc::clone(self), client })
    }

    /// Where the client's work waits for its own.
    pub(crate) fn slots(&self, client: Client) -> Slots {
        self.with(client, Instant::now(), |account| account.slots.clone())
    }

    fn with<T>(&self, client: Client, now: Instant, ask: impl FnOnce(&mut Account) -> T) -> T {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= Clients::MANY && !known.contains_key(&client) {
            known.retain(|_, account| !account.is_unused(now));
        }
        ask(known.entry(client).or_insert_with(|| Account {
            requests: Bucket::new(self.limits.requests, now),
            games: Bucket::new(self.limits.games, now),
            sockets: 0,
            slots: Slots::new(self.limits.requests_at_work, self.limits.conversions),
        }))
    }
}

/// One open socket of a client.
pub(crate) struct SocketSeat {
    clients: Arc<Clients>,
    client: Client,
}

impl Drop for SocketSeat {
    fn drop(&mut self) {
        self.clients.with(self.client, Instant::now(), |account| account.sockets -= 1);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_gives_a_burst_and_then_what_flows_in() {
        let start = Instant::now();
        let mut bucket = Bucket::new(Rate { burst: 3.0, per_second: 2.0 }, start);
        let taken = (0..10).filter(|_| bucket.take(start)).count();
        assert_eq!(taken, 3);
        let later = start + Duration::from_secs(1);
        assert_eq!((0..10).filter(|_| bucket.take(later)).count(), 2);
        let much_later = start + Duration::from_secs(100);
        assert_eq!((0..10).filter(|_| bucket.take(much_later)).count(), 3);
    }

    #[test]
    fn one_network_is_one_client() {
        let of = |text: &str| Client::of(text.parse().unwrap());
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:1"));
        assert_ne!(of("2001:db8:0:1::1"), of("2001:db8:0:2::1"));
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"));
        assert_ne!(of("192.0.2.2"), of("192.0.2.1"));
    }

    #[test]
    fn sockets_are_counted_and_given_back() {
        let limits = ClientLimits { sockets: 2, ..ClientLimits::default() };
        let clients = Arc::new(Clients::new(limits));
        let client = Client::of([192, 0, 2, 1].into());
        let first = clients.seat(client).unwrap();
        let _second = clients.seat(client).unwrap();
        assert!(clients.seat(client).is_none());
        assert!(clients.seat(Client::of([192, 0, 2, 2].into())).is_some());
        drop(first);
        assert!(clients.seat(client).is_some());
    }
}
