//! A conversation with another program, kept in a file as it goes.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;

/// A file that a conversation is written to, line by line: `> ` before what was said to us, `< `
/// before what we said.
#[derive(Clone)]
pub(super) struct Transcript(Arc<Mutex<File>>);

impl Transcript {
    /// Goes on at the end of a file.
    pub(super) fn open(path: &Path) -> anyhow::Result<Transcript> {
        let file = OpenOptions::new().append(true).create(true).open(path);
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Transcript(Arc::new(Mutex::new(file))))
    }

    /// What is heard by way of another reader.
    pub(super) fn heard<R>(&self, reader: R) -> Heard<R> {
        Heard { reader, voice: Voice::new(self, "> ") }
    }

    /// What is said by way of another writer.
    pub(super) fn said<W>(&self, writer: W) -> Said<W> {
        Said { writer, voice: Voice::new(self, "< ") }
    }
}

/// One side of a conversation.
struct Voice {
    transcript: Transcript,
    mark: &'static str,
    /// The line that is not at its end yet.
    line: Vec<u8>,
}

impl Voice {
    fn new(transcript: &Transcript, mark: &'static str) -> Voice {
        Voice { transcript: transcript.clone(), mark, line: Vec::new() }
    }

    fn note(&mut self, bytes: &[u8]) {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") {
                self.write();
            }
        }
    }

    fn write(&mut self) {
        let line = [self.mark.as_bytes(), &std::mem::take(&mut self.line)].concat();
        let mut file = self.transcript.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A disk that is full is no reason to lose the game.
        file.write_all(&line).ok();
    }
}

impl Drop for Voice {
    fn drop(&mut self) {
        if !self.line.is_empty() {
            self.line.push(b'\n');
            self.write();
        }
    }
}

/// A reader whose bytes are noted.
pub(super) struct Heard<R> {
    reader: R,
    voice: Voice,
}

impl<R: Read> Read for Heard<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(buffer)?;
        self.voice.note(&buffer[..length]);
        Ok(length)
    }
}

/// A writer whose bytes are noted.
pub(super) struct Said<W> {
    writer: W,
    voice: Voice,
}

impl<W: Write> Write for Said<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.writer.write(bytes)?;
        self.voice.note(&bytes[..length]);
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}
