//! Lines from outside, read while the engine thinks.
//!
//! A thread reads; whoever serves takes the lines one by one. What is read while a search runs
//! may end that search at once, although the line itself waits its turn. Nothing grows without
//! bound: a line has a greatest length, and only so many bytes of lines wait, after which the
//! sender has to.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use spinney_engine::Stop;

/// No line is longer, in bytes; the rest of a longer one is thrown away.
pub(crate) const LONGEST: usize = 16 << 10;
/// So much waits at most, in bytes: more than any script has, so that an interrupt is read however
/// many lines were sent before it.
const WAITING: usize = 16 << 20;
/// What a line takes beside its text, in bytes, and a little more.
const OVERHEAD: usize = 64;
/// The number of the last line, so to speak, when the input has ended.
const END: u64 = u64::MAX;
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

impl Line {
    /// What it takes while it waits.
    fn bytes(&self) -> usize {
        OVERHEAD + self.text.as_ref().map_or(0, String::len)
    }
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
pub(crate) struct Lines(Arc<Watch>);

impl Lines {
    /// Starts reading. `urgency` is asked about every line as soon as it is there.
    pub(crate) fn read(
        input: impl BufRead + Send + 'static,
        urgency: fn(&str) -> Urgency,
    ) -> Lines {
        let watch = Arc::new(Watch::default());
        let reader_watch = Arc::clone(&watch);
        thread::spawn(move || read_all(input, urgency, &reader_watch));
        Lines(watch)
    }

    /// The next line, when there is one; `None` at the end.
    pub(crate) fn next(&self) -> Option<Line> {
        self.0.take()
    }

    /// Whether a line, or the end, is there already.
    pub(crate) fn has_more(&self) -> bool {
        self.0.state().has_more()
    }

    /// A switch for a search on behalf of the line taken last.
    pub(crate) fn begin_search(&self, until: Until) -> Stop {
        self.0.begin_search(until)
    }

    /// The search has ended.
    pub(crate) fn end_search(&self) {
        self.0.state().search = None;
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.0.state().is_closed = true;
        self.0.changed.notify_all();
    }
}

fn read_all(mut input: impl BufRead, urgency: fn(&str) -> Urgency, watch: &Watch) {
    let mut number = 0;
    // An input that cannot be read any more has ended.
    while let Ok(Some(text)) = read_line(&mut input, LONGEST) {
        number += 1;
        let line = Line { number, text, read: Instant::now() };
        watch.note(number, line.text.as_deref().map_or(Urgency::Waits, urgency), line.read);
        if !watch.hand_over(line) {
            return;
        }
    }
    watch.note(END, Urgency::Ends, Instant::now());
}

/// The next line: `None` at the end of the input, `Some(None)` for one of more than that many bytes.
pub(crate) fn read_line(
    input: &mut impl BufRead,
    longest: usize,
) -> io::Result<Option<Option<String>>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(longest as u64 + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() > longest {
        input.skip_until(b'\n')?;
        return Ok(Some(None));
    }
    Ok(Some(Some(String::from_utf8_lossy(&bytes).into_owned())))
}

/// What reader and server know of each other.
#[derive(Default)]
struct Watch {
    state: Mutex<State>,
    /// A line has come or gone, or one of the two is no longer there.
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The lines that wait, and what they take.
    lines: VecDeque<Line>,
    bytes: usize,
    /// Nobody takes lines any more.
    is_closed: bool,
    /// The number of the last line read; [`END`] after the end.
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
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'s>(&self, state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
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
        if number == END {
            self.changed.notify_all();
        }
    }

    /// Lets a line wait with the others, as soon as there is room. `false`: nobody wants it.
    fn hand_over(&self, line: Line) -> bool {
        let mut state = self.state();
        while state.bytes >= WAITING && !state.is_closed {
            state = self.wait(state);
        }
        state.bytes += line.bytes();
        state.lines.push_back(line);
        self.changed.notify_all();
        !state.is_closed
    }

    fn take(&self) -> Option<Line> {
        let mut state = self.state();
        loop {
            if let Some(line) = state.lines.pop_front() {
                state.bytes -= line.bytes();
                state.taken = line.number;
                state.taken_read = Some(line.read);
                self.changed.notify_all();
                return Some(line);
            }
            if state.read == END {
                return None;
            }
            state = self.wait(state);
        }
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
        wait_for(|| lines.0.state().read == 4);
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
        wait_for(|| lines.0.state().read == 3);
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
    fn an_interrupt_is_heard_behind_ten_thousand_lines() {
        use std::io::Write;
        let (mut writer, lines) = conversation();
        writer.write_all(b"think\n").unwrap();
        lines.next();
        let stop = lines.begin_search(Until::Interrupted);
        writer.write_all("name\n".repeat(10_000).as_bytes()).unwrap();
        writer.write_all(b"interrupt\n").unwrap();
        wait_for(|| stop.is_stopped());
        drop(writer);
        assert_eq!(std::iter::from_fn(|| lines.next()).count(), 10_001);
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
        let most = (WAITING / OVERHEAD) as u64;
        wait_for(|| lines.0.state().read == most + 1);
        thread::sleep(Duration::from_millis(20));
        assert!(read.load(std::sync::atomic::Ordering::Relaxed) <= most + 65);
    }
}
