//! The limits that a server has, for people to read, and the one that the system has.

use spinney_web::{
    ClientLimits, LARGEST_GAME, LONGEST_HEAD, LONGEST_LINE, LONGEST_MESSAGE, LONGEST_RECORD,
    MOST_NODES, MOST_SEARCHES, MOST_SEARCHES_IN_ALL, ServerLimits,
};

/// What `spinney serve --help` ends with.
pub(crate) fn help() -> String {
    let examples = include_str!("../help/serve.txt");
    let all = ServerLimits::default();
    let one = ClientLimits::default();
    let [head, record, message, game] =
        [LONGEST_HEAD, LONGEST_RECORD, LONGEST_MESSAGE, LARGEST_GAME].map(|bytes| bytes >> 10);
    let [bodies, tables] = [all.bodies, all.tables].map(|bytes| bytes >> 20);
    format!(
        "\
{examples}
Limits of one client (an IPv4 address, or the first half of an IPv6 one):
  requests      {} at once, then {} a second; {} worked on at once, and {} with a record
  games         {} new ones at once, then one every {} s
  pages         {} open; a page sends {} messages at once, then {} a second
  connections   {}, where others may connect and no proxy stands before the server
  searches      {MOST_SEARCHES} that wait

Limits of all together:
  connections   --max-connections, and what the system allows
  requests      {} worked on at once, and {} with a record; {} s to wait for that
  bodies        {bodies} MiB held at once
  games         --max-games, --max-disk; {tables} MiB of them in memory beside those in use
  engines       --threads, --memory; one that goes on for {} s after it should end is given up
  searches      {MOST_SEARCHES_IN_ALL} that wait

Limits of one thing:
  request       {} s and {head} KiB for its head, {} s and {message} KiB for the rest,
                {record} KiB for a record
  game          {MOST_NODES} moves and variations, {LONGEST_LINE} in a line, {game} KiB
  answer        a client that takes nothing of it for {} s is gone",
        one.requests.burst,
        one.requests.per_second,
        one.requests_at_work,
        one.conversions,
        one.games.burst,
        1.0 / one.games.per_second,
        one.sockets,
        one.messages.burst,
        one.messages.per_second,
        one.connections,
        all.requests_at_work,
        all.conversions,
        all.waiting_time.as_secs(),
        all.engine_patience.as_secs(),
        all.head_time.as_secs(),
        all.body_time.as_secs(),
        all.send_time.as_secs(),
    )
}

/// Asks the system for as many files as connections take, which is often more than it gives at
/// first. What it does not give, the server does without.
#[cfg(unix)]
pub(crate) fn allow_connections(connections: u64) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    const OTHER_FILES: u64 = 200;
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let wanted = connections + OTHER_FILES;
    let wanted = maximum.map_or(wanted, |maximum| wanted.min(maximum));
    if current.is_some_and(|current| current < wanted) {
        setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum }).ok();
    }
}

/// The system has no such limit.
#[cfg(not(unix))]
pub(crate) fn allow_connections(_: u64) {}
