//! What a person types, and Ctrl-C.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use spinney_engine::Stop;

use crate::output;

/// No line is longer, in bytes; the rest of a longer one is a line of its own.
const LONGEST: u64 = 4096;
/// Lines that may wait while the engine thinks.
const WAITING: usize = 64;

enum Event {
    Line(String),
    End,
}

/// Lines from standard input. Ctrl-C ends them, and whatever search looks at [`Input::stop`].
pub(super) struct Input {
    events: Receiver<Event>,
    stop: Stop,
}

impl Input {
    /// Starts to listen. Only one can, as long as the program runs.
    pub(super) fn listen() -> anyhow::Result<Input> {
        let (sender, events) = sync_channel(WAITING);
        let stop = Stop::new();
        let (thrown, wake) = (stop.clone(), sender.clone());
        ctrlc::set_handler(move || {
            thrown.stop();
            // Whoever waits for a line must hear of it; with lines waiting, nobody does.
            wake.try_send(Event::End).ok();
        })?;
        thread::spawn(move || read_lines(&sender));
        Ok(Input { events, stop })
    }

    /// A switch that Ctrl-C throws.
    pub(super) fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Asks for a line. `None`: there will be no more.
    pub(super) fn ask(&self, prompt: &str) -> anyhow::Result<Option<String>> {
        if self.stop.is_stopped() {
            return Ok(None);
        }
        output::print(prompt)?;
        match self.events.recv() {
            Ok(Event::Line(line)) if !self.stop.is_stopped() => Ok(Some(line)),
            _ => {
                // The next thing on the screen is not part of the prompt.
                output::print("\n")?;
                Ok(None)
            }
        }
    }
}

fn read_lines(sender: &SyncSender<Event>) {
    let mut stdin = io::stdin().lock();
    let mut bytes = Vec::new();
    // An input that cannot be read any more has ended.
    while let Ok(1..) = stdin.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        bytes.clear();
        if sender.send(Event::Line(line)).is_err() {
            return;
        }
    }
    sender.send(Event::End).ok();
}
