//! What the tests of the servers share.

use std::io::{BufReader, Cursor, PipeWriter, Read, Write};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use spinney_engine::{Session, mock};
use spinney_game::Rng;
use spinney_game::conformance::mangle;

/// A session at that position.
pub fn session(text: &str) -> Session {
    mock::session(text).unwrap()
}

/// A session that takes its time, so that only an interrupt ends its thinking.
pub fn slow_session(text: &str) -> Session {
    mock::slow_session(text, Duration::from_millis(1)).unwrap()
}

/// Text as an input.
pub fn input(text: impl Into<Vec<u8>>) -> Cursor<Vec<u8>> {
    Cursor::new(text.into())
}

/// So many lines that nobody should write, made from lines that somebody might.
pub fn malformed_lines(seeds: &[&str], count: usize, seed: u64) -> String {
    let mut rng = Rng::new(seed, 0);
    let mut text = String::new();
    for _ in 0..count {
        text += &mangle(seeds, &mut rng);
        text.push('\n');
    }
    text
}

/// A conversation with a server on another thread, a line at a time.
pub struct Conversation {
    to_server: Option<PipeWriter>,
    heard: Arc<Mutex<String>>,
    server: Option<JoinHandle<()>>,
}

/// Where a server writes.
pub struct Ear(Arc<Mutex<String>>);

impl Write for Ear {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().push_str(std::str::from_utf8(bytes).unwrap());
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Conversation {
    /// Starts `serve` with an input and an output.
    pub fn with(
        serve: impl FnOnce(BufReader<Box<dyn Read + Send>>, Ear) + Send + 'static,
    ) -> Conversation {
        let (reader, writer) = std::io::pipe().unwrap();
        let heard = Arc::default();
        let ear = Ear(Arc::clone(&heard));
        let input: Box<dyn Read + Send> = Box::new(reader);
        let server = thread::spawn(move || serve(BufReader::new(input), ear));
        Conversation { to_server: Some(writer), heard, server: Some(server) }
    }

    pub fn say(&mut self, line: &str) {
        writeln!(self.to_server.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Waits until the server has said something that ends like this.
    pub fn wait_for(&self, what: &str) {
        self.wait_until(|heard| heard.contains(what));
    }

    pub fn wait_until(&self, is_enough: impl Fn(&str) -> bool) {
        while !is_enough(&self.heard.lock().unwrap()) {
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Everything that the server has said.
    pub fn heard(&self) -> String {
        self.heard.lock().unwrap().clone()
    }

    /// Ends the input, waits for the server's end and returns all that it has said.
    pub fn end(mut self) -> String {
        drop(self.to_server.take());
        self.server.take().unwrap().join().unwrap();
        self.heard()
    }
}
