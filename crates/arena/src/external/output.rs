//! What a program says, read on a thread of its own.
//!
//! The thread reads standard output and standard error together and ends when it is told to, even
//! if somebody (a grandchild that got away) still holds the other end. Nothing grows: a line has
//! a greatest length and only so much waits to be heard, after which the program has to.

use std::collections::VecDeque;
use std::io::{self, PipeReader, PipeWriter, Read};
use std::process::{ChildStderr, ChildStdout};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::transcript::{Speaker, Transcript};

/// No line is longer, in bytes.
pub(super) const LONGEST: usize = 64 << 10;
/// So much waits to be heard at most, in bytes (and a little more).
const WAITING: usize = 256 << 10;
/// How soon we look again for room, where there was none.
const AGAIN: Timespec = Timespec { tv_sec: 0, tv_nsec: 5_000_000 };

/// What came next.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A line, without its end.
    Line(String),
    /// Nothing, or the beginning of a line that had not ended, and the time is up.
    Nothing { begun: String },
    /// The program has closed its output.
    Closed,
    /// A line without end.
    Overlong,
}

/// What a program says.
pub(super) struct Output {
    shared: Arc<Shared>,
    /// Closing it ends the thread.
    _awake: PipeWriter,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    lines: VecDeque<String>,
    bytes: usize,
    /// The beginning of a line that has not ended yet, or some of it.
    begun: String,
    /// No more lines will come, and why.
    end: Option<End>,
    transcript: Transcript,
}

#[derive(Clone, Copy)]
enum End {
    Closed,
    Overlong,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics while it holds the lock; if it did, what is there would still be right.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Output {
    /// Starts reading.
    pub(super) fn read(stdout: ChildStdout, stderr: ChildStderr) -> io::Result<Output> {
        let (asleep, awake) = io::pipe()?;
        let shared = Arc::new(Shared::default());
        let reader = Reader {
            asleep,
            stdout: Some(stdout),
            stderr: Some(stderr),
            said: Lines::default(),
            complained: Lines::default(),
            shared: Arc::clone(&shared),
        };
        thread::Builder::new().name("program output".to_owned()).spawn(move || reader.run())?;
        Ok(Output { shared, _awake: awake })
    }

    /// The next line, waiting for it until then.
    pub(super) fn next(&self, until: Instant) -> Heard {
        let mut state = self.shared.state();
        loop {
            if let Some(line) = state.lines.pop_front() {
                state.bytes -= line.len() + 1;
                return Heard::Line(line);
            }
            match state.end {
                Some(End::Closed) => return Heard::Closed,
                Some(End::Overlong) => return Heard::Overlong,
                None => {}
            }
            let left = until.saturating_duration_since(Instant::now());
            if left == Duration::ZERO {
                return Heard::Nothing { begun: state.begun.clone() };
            }
            let waited = self.shared.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Notes what we say ourselves.
    pub(super) fn note_told(&self, line: &str) {
        self.shared.state().transcript.note(Speaker::Arena, line);
    }

    /// The last part of what was said on both sides.
    pub(super) fn transcript(&self) -> String {
        self.shared.state().transcript.text()
    }
}

struct Reader {
    asleep: PipeReader,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    said: Lines,
    complained: Lines,
    shared: Arc<Shared>,
}

impl Reader {
    fn run(mut self) {
        let mut chunk = vec![0; 16 << 10];
        while self.stdout.is_some() || self.stderr.is_some() {
            let Some((said, complained)) = self.wait() else { return };
            if said {
                self.take_output(&mut chunk);
            }
            if complained {
                self.take_errors(&mut chunk);
            }
        }
    }

    /// Waits for something to read on standard output or standard error; `None` at the end.
    fn wait(&self) -> Option<(bool, bool)> {
        let is_full = self.shared.state().bytes >= WAITING;
        let stdout = self.stdout.as_ref().filter(|_| !is_full);
        let mut streams = vec![PollFd::new(&self.asleep, PollFlags::IN)];
        streams.extend(stdout.map(|stdout| PollFd::new(stdout, PollFlags::IN)));
        streams.extend(self.stderr.as_ref().map(|stderr| PollFd::new(stderr, PollFlags::IN)));
        match poll(&mut streams, is_full.then_some(&AGAIN)) {
            Err(rustix::io::Errno::INTR) => return Some((false, false)),
            Err(_) => return None,
            Ok(_) => {}
        }
        let mut ready = streams.iter().map(|stream| !stream.revents().is_empty());
        if ready.next() == Some(true) {
            return None;
        }
        let said = stdout.is_some() && ready.next() == Some(true);
        Some((said, ready.next() == Some(true)))
    }

    fn take_output(&mut self, chunk: &mut [u8]) {
        let bytes = read(&mut self.stdout, chunk);
        let mut state = self.shared.state();
        for line in self.said.add(bytes) {
            state.transcript.note(Speaker::Program, &line);
            state.bytes += line.len() + 1;
            state.lines.push_back(line);
        }
        state.begun = self.said.begun();
        if self.said.is_overlong() {
            // Nobody listens any more: the program finds its output closed.
            self.stdout = None;
            state.end = Some(End::Overlong);
        } else if self.stdout.is_none() {
            // The last line may lack its end.
            if let Some(line) = self.said.rest() {
                state.transcript.note(Speaker::Program, &line);
                state.lines.push_back(line);
                state.bytes = state.lines.iter().map(|line| line.len() + 1).sum();
            }
            state.end = Some(End::Closed);
        }
        self.shared.changed.notify_all();
    }

    fn take_errors(&mut self, chunk: &mut [u8]) {
        let bytes = read(&mut self.stderr, chunk);
        let lines = self.complained.add(bytes);
        let mut state = self.shared.state();
        for line in lines {
            state.transcript.note(Speaker::Errors, &line);
        }
        if self.complained.is_overlong() {
            self.complained = Lines::default();
        }
    }
}

/// Reads what is there; a stream that has ended or cannot be read is dropped.
fn read<'a>(stream: &mut Option<impl Read>, chunk: &'a mut [u8]) -> &'a [u8] {
    let Some(open) = stream else { return &[] };
    match open.read(chunk) {
        Ok(0) => *stream = None,
        Ok(length) => return &chunk[..length],
        Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
        Err(_) => *stream = None,
    }
    &[]
}

/// Bytes on their way to be lines.
#[derive(Default)]
struct Lines {
    begun: Vec<u8>,
}

impl Lines {
    /// The lines that these bytes complete.
    fn add(&mut self, mut bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(end) = bytes.iter().position(|&byte| byte == b'\n') {
            self.begun.extend_from_slice(&bytes[..end]);
            lines.extend(self.rest().or(Some(String::new())));
            bytes = &bytes[end + 1..];
        }
        self.begun.extend_from_slice(bytes);
        lines
    }

    /// What is left without an end.
    fn rest(&mut self) -> Option<String> {
        let begun = std::mem::take(&mut self.begun);
        let line = String::from_utf8_lossy(&begun);
        (!begun.is_empty()).then(|| line.trim_end_matches('\r').to_owned())
    }

    /// The first part of what has no end yet.
    fn begun(&self) -> String {
        const SHOWN: usize = 100;
        String::from_utf8_lossy(&self.begun[..self.begun.len().min(SHOWN)]).into_owned()
    }

    fn is_overlong(&self) -> bool {
        self.begun.len() > LONGEST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_not_heard_has_to_wait() {
        use std::process::{Command, Stdio};
        let mut command = Command::new("yes");
        let mut flood = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (stdout, stderr) = (flood.stdout.take().unwrap(), flood.stderr.take().unwrap());
        let output = Output::read(stdout, stderr).unwrap();
        let waiting = || output.shared.state().bytes;
        while waiting() < WAITING {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(50));
        assert!(waiting() < WAITING + (16 << 10));
        assert_eq!(output.next(Instant::now()), Heard::Line("y".to_owned()));
        // Its thread ends with the output and closes the pipe, which ends the flood.
        drop(output);
        flood.wait().unwrap();
    }

    #[test]
    fn lines_are_cut_wherever_the_bytes_are() {
        let text = b"one\r\n\n\xffthree\nfour";
        for cut in 0..text.len() {
            let mut lines = Lines::default();
            let mut all = lines.add(&text[..cut]);
            all.extend(lines.add(&text[cut..]));
            all.extend(lines.rest());
            assert_eq!(all, ["one", "", "\u{fffd}three", "four"], "cut at {cut}");
            assert_eq!(lines.rest(), None);
        }
    }
}
