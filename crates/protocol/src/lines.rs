//! Lines from outside, read while the engine thinks.
//!
//! A thread reads; whoever serves takes the lines one by one. What is read while a search runs
//! may end that search at once, although the line itself waits its turn. Nothing grows: a line
//! has a greatest length and only so many lines wait, after which the sender has to.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use spinney_engine::Stop;

/// No line is longer, in bytes; the rest of a longer one is thrown away.
pub(crate) const LONGEST: usize = 16 << 10;
/// So many lines wait at most.
const WAITING: usize = 256;
/// An end of the conversation that comes this soon after a command was sent together with it.
const TOGETHER: Duration = Duration::from_millis(100);

/// A line and where it stood.
#[derive(Debug)]
pub(crate) struct Line {
    /// The first line is 1.
    pub(crate) number: u64,
    /// The text without its end; `None` if it was too long.
    pub(crate) text: Option<String>,
    /// When it was read.
    pub(crate) read: Instant,
}

/// What a line means for a search that was asked for before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Urgency {
    /// Nothing: it waits its turn.
    Waits,
    /// The search must end now.
    Interrupts,
    /// Nobody waits for the search any more, unless everything was sent in one go (a script in a
    /// pipe), where each command should have its full answer.
    Ends,
}

/// What ends a search from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Until {
    /// An interrupting line, or the end of the conversation.
    Interrupted,
    /// Any line at all.
    AnyLine,
}

/// The lines of an input, as they come.
pub(crate) struct Lines {
    waiting: Receiver<Line>,
    watch: Arc<Watch>,
}

impl Lines {
    /// Starts reading. `urgency` is asked about every line as soon as it is there.
    pub(crate) fn read(
        input: impl BufRead + Send + 'static,
        urgency: fn(&str) -> Urgency,
    ) -> Lines {
        let (sender, waiting) = sync_channel(WAITING);
        let watch = Arc::new(Watch::default());
        let reader_watch = Arc::clone(&watch);
        thread::spawn(move || read_all(input, urgency, &sender, &reader_watch));
        Lines { waiting, watch }
    }

    /// The next line, when there is one; `None` at the end.
    pub(crate) fn next(&self) -> Option<Line> {
        let line = self.waiting.recv().ok()?;
        self.watch.take(&line);
        Some(line)
    }

    /// Whether a line, or the end, is there already.
    pub(crate) fn has_more(&self) -> bool {
        // Every line is counted before it is handed over, so the count knows first.
        self.watch.state().has_more()
    }

    /// A switch for a search on behalf of the line taken last.
    pub(crate) fn begin_search(&self, until: Until) -> Stop {
        self.watch.begin_search(until)
    }

    /// The search has ended.
    pub(crate) fn end_search(&self) {
        self.watch.state().search = None;
    }
}

fn read_all(
    mut input: impl BufRead,
    urgency: fn(&str) -> Urgency,
    sender: &SyncSender<Line>,
    watch: &Watch,
) {
    let mut number = 0;
    // An input that cannot be read any more has ended.
    while let Ok(Some(text)) = read_line(&mut input) {
        number += 1;
        let line = Line { number, text, read: Instant::now() };
        watch.note(number, line.text.as_deref().map_or(Urgency::Waits, urgency), line.read);
        if sender.send(line).is_err() {
            return;
        }
    }
    watch.note(u64::MAX, Urgency::Ends, Instant::now());
}

/// The next line: `None` at the end of the input, `Some(None)` for a line that is too long.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Option<String>>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(LONGEST as u64 + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() > LONGEST {
        input.skip_until(b'\n')?;
        return Ok(Some(None));
    }
    Ok(Some(Some(String::from_utf8_lossy(&bytes).into_owned())))
}

/// What reader and server know of each other.
#[derive(Default)]
struct Watch(Mutex<State>);

#[derive(Default)]
struct State {
    /// The number of the last line read; `u64::MAX` after the end.
    read: u64,
    /// The last line that interrupted what was asked before it.
    interrupted: u64,
    /// The line that the server is busy with, and when it was read.
    taken: u64,
    taken_read: Option<Instant>,
    search: Option<(Stop, Until)>,
}

impl State {
    fn has_more(&self) -> bool {
        self.read > self.taken
    }

    /// Whether what is read now was sent without waiting for the answer to the line that the
    /// server is busy with.
    fn is_sent_together(&self, now: Instant) -> bool {
        let soon = |read| now.duration_since(read) < TOGETHER;
        self.has_more() || self.taken_read.is_some_and(soon)
    }
}

impl Watch {
    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics while it holds the lock; if it did, the numbers would still be right.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, number: u64, urgency: Urgency, now: Instant) {
        let mut state = self.state();
        let ends = urgency == Urgency::Ends && !state.is_sent_together(now);
        state.read = number;
        if urgency == Urgency::Interrupts {
            state.interrupted = number;
        }
        if let Some((stop, until)) = &state.search
            && (ends || urgency == Urgency::Interrupts || *until == Until::AnyLine)
        {
            stop.stop();
        }
    }

    fn take(&self, line: &Line) {
        let mut state = self.state();
        state.taken = line.number;
        state.taken_read = Some(line.read);
    }

    fn begin_search(&self, until: Until) -> Stop {
        let mut state = self.state();
        let stop = Stop::new();
        let is_over = match until {
            Until::Interrupted => state.interrupted > state.taken,
            Until::AnyLine => state.has_more(),
        };
        if is_over {
            stop.stop();
        }
        state.search = Some((stop.clone(), until));
        stop
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Cursor};

    fn lines_of(text: impl Into<Vec<u8>>) -> Vec<Option<String>> {
        let lines = Lines::read(Cursor::new(text.into()), |_| Urgency::Waits);
        std::iter::from_fn(|| lines.next()).map(|line| line.text).collect()
    }

    #[test]
    fn lines_are_cut_at_their_ends() {
        let text = |line: &str| Some(line.to_owned());
        assert_eq!(
            lines_of("one\n\nthree\r\nfour"),
            [text("one"), text(""), text("three\r"), text("four")]
        );
        assert_eq!(lines_of(""), []);
        assert_eq!(lines_of(b"\xff\n"), [text("\u{fffd}")]);
    }

    #[test]
    fn an_overlong_line_is_dropped_and_the_next_one_is_whole() {
        let fits = "x".repeat(LONGEST);
        let text = format!("{fits}\n{fits}y\n{fits}{fits}{fits}\nnext\n");
        assert_eq!(lines_of(text), [Some(fits), None, None, Some("next".to_owned())]);
    }

    /// An input whose lines the test sends one at a time.
    fn conversation() -> (std::io::PipeWriter, Lines) {
        let (reader, writer) = std::io::pipe().unwrap();
        let urgency = |line: &str| match line {
            "interrupt" => Urgency::Interrupts,
            "quit" => Urgency::Ends,
            _ => Urgency::Waits,
        };
        (writer, Lines::read(BufReader::new(reader), urgency))
    }

    fn wait_for(condition: impl Fn() -> bool) {
        while !condition() {
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn an_interrupt_stops_what_was_asked_before_it_and_nothing_after() {
        use std::io::Write;
        let (mut writer, lines) = conversation();
        writer.write_all(b"think\nthink\ninterrupt\nthink\n").unwrap();
        wait_for(|| lines.watch.state().read == 4);
        let mut stopped = Vec::new();
        for _ in 0..4 {
            lines.next();
            stopped.push(lines.begin_search(Until::Interrupted).is_stopped());
            lines.end_search();
        }
        assert_eq!(stopped, [true, true, false, false]);
    }

    #[test]
    fn quit_ends_a_search_that_runs_but_not_one_that_it_was_sent_with() {
        use std::io::Write;
        let (mut writer, lines) = conversation();
        writer.write_all(b"think\nshow\nquit\n").unwrap();
        lines.next();
        let stop = lines.begin_search(Until::Interrupted);
        wait_for(|| lines.watch.state().read == 3);
        assert!(!stop.is_stopped());

        let (mut writer, lines) = conversation();
        writer.write_all(b"think\n").unwrap();
        lines.next();
        let stop = lines.begin_search(Until::Interrupted);
        thread::sleep(TOGETHER);
        drop(writer);
        wait_for(|| stop.is_stopped());
        assert!(lines.next().is_none());
    }

    #[test]
    fn any_line_ends_an_open_search() {
        use std::io::Write;
        let (mut writer, lines) = conversation();
        writer.write_all(b"analyze\n").unwrap();
        lines.next();
        let stop = lines.begin_search(Until::AnyLine);
        assert!(!stop.is_stopped());
        writer.write_all(b"\n").unwrap();
        wait_for(|| stop.is_stopped());
    }

    #[test]
    fn a_flood_waits_at_the_door() {
        struct Flood(Arc<std::sync::atomic::AtomicU64>);
        impl Read for Flood {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                buffer.fill(b'\n');
                self.0.fetch_add(buffer.len() as u64, std::sync::atomic::Ordering::Relaxed);
                Ok(buffer.len())
            }
        }
        let read = Arc::default();
        let lines =
            Lines::read(BufReader::with_capacity(64, Flood(Arc::clone(&read))), |_| Urgency::Waits);
        wait_for(|| lines.watch.state().read == WAITING as u64 + 1);
        thread::sleep(Duration::from_millis(20));
        assert!(read.load(std::sync::atomic::Ordering::Relaxed) <= WAITING as u64 + 65);
    }
}
