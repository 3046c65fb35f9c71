//! The access log: a line of JSON a request, written by a thread of its own.
//!
//! Requests wait for nobody: their lines wait in a queue of a bounded length, and where a disk is so
//! slow that it is full, lines are left out and counted. A file that has grown to
//! [`LONGEST`] bytes is renamed to the same name with `.1`, in the place of the one that was renamed
//! before, so that both together never take more than twice that.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::thread;
use std::time::{Duration, UNIX_EPOCH};

use anyhow::Context;
use serde_json::json;
use spinney_arena::export;
use spinney_web::{Access, AccessLog};

/// A file is begun anew when it has that many bytes.
pub(crate) const LONGEST: u64 = 64 << 20;
/// That many lines may wait.
const QUEUE: usize = 10_000;
/// How long the end of the program waits for the last lines.
const PATIENCE: Duration = Duration::from_secs(2);

/// What the writer is told.
enum Wish {
    Line(String),
    /// Say when everything before this is written.
    Written(Sender<()>),
}

/// A log that is being written.
#[derive(Clone)]
pub(crate) struct Writer {
    queue: SyncSender<Wish>,
    left_out: Arc<AtomicU64>,
}

impl Writer {
    /// Opens a file, or standard output for `-`. What a file holds already stays.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Writer> {
        let output = if path == Path::new("-") {
            Output::Standard
        } else {
            let output = Output::open(path, LONGEST);
            output.with_context(|| format!("cannot write {}", path.display()))?
        };
        let (queue, wishes) = sync_channel(QUEUE);
        let left_out = Arc::default();
        let writer = Writer { queue, left_out: Arc::clone(&left_out) };
        let thread = thread::Builder::new().name("access log".to_owned());
        thread.spawn(move || write(output, &wishes, &left_out))?;
        Ok(writer)
    }

    /// Whom the server tells.
    pub(crate) fn log(&self) -> AccessLog {
        let Writer { queue, left_out } = self.clone();
        AccessLog::new(move |access| {
            if queue.try_send(Wish::Line(line(&access))).is_err() {
                left_out.fetch_add(1, Relaxed);
            }
        })
    }

    /// Waits until what was told so far is written, but not for ever.
    pub(crate) fn finish(&self) {
        let (done, is_done) = channel();
        if self.queue.try_send(Wish::Written(done)).is_ok() {
            is_done.recv_timeout(PATIENCE).ok();
        }
    }
}

/// A request as a line.
fn line(access: &Access) -> String {
    let millis = access.time.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64);
    let (seconds, rest) = (millis / 1000, millis % 1000);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    let date = export::date(millis);
    // In the order in which people read them, which an object of JSON alone does not keep.
    let fields = [
        ("time", json!(format!("{date}T{hour:02}:{minute:02}:{second:02}.{rest:03}Z"))),
        ("address", json!(access.address.to_string())),
        ("method", json!(access.method)),
        ("path", json!(access.path)),
        ("status", json!(access.status)),
        ("bytes", json!(access.bytes)),
        ("seconds", json!(access.duration.as_micros() as f64 / 1e6)),
    ];
    let fields: Vec<_> = fields.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
    format!("{{{}}}\n", fields.join(","))
}

/// Writes what comes until nobody can say anything any more.
fn write(mut output: Output, wishes: &Receiver<Wish>, left_out: &AtomicU64) {
    let mut told = false;
    loop {
        let wish = match wishes.try_recv() {
            Ok(wish) => wish,
            // What is read by others should be there as soon as there is time for it.
            Err(TryRecvError::Empty) => {
                output.flush().ok();
                match wishes.recv() {
                    Ok(wish) => wish,
                    Err(_) => return,
                }
            }
            Err(TryRecvError::Disconnected) => return drop(output.flush()),
        };
        let written = match wish {
            Wish::Line(line) => {
                let lost = left_out.swap(0, Relaxed);
                let note = (lost > 0).then(|| format!("{{\"left_out\":{lost}}}\n"));
                note.map_or(Ok(()), |note| output.add(&note)).and_then(|()| output.add(&line))
            }
            Wish::Written(done) => {
                let written = output.flush();
                done.send(()).ok();
                written
            }
        };
        // A full disk is told once; the server goes on.
        if let Err(error) = written
            && !std::mem::replace(&mut told, true)
        {
            eprintln!("spinney: the access log cannot be written: {error}");
        }
    }
}

enum Output {
    Standard,
    File { path: PathBuf, file: BufWriter<File>, length: u64, longest: u64 },
}

impl Output {
    fn open(path: &Path, longest: u64) -> io::Result<Output> {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        let length = file.metadata()?.len();
        Ok(Output::File { path: path.to_owned(), file: BufWriter::new(file), length, longest })
    }

    fn add(&mut self, line: &str) -> io::Result<()> {
        let Output::File { path, file, length, longest } = self else {
            return io::stdout().write_all(line.as_bytes());
        };
        if *length > 0 && *length + line.len() as u64 > *longest {
            file.flush()?;
            let mut old = path.clone().into_os_string();
            old.push(".1");
            fs::rename(&*path, old)?;
            *self = Output::open(&path.clone(), *longest)?;
            return self.add(line);
        }
        *length += line.len() as u64;
        file.write_all(line.as_bytes())
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Standard => io::stdout().flush(),
            Output::File { file, .. } => file.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_begun_anew_and_two_are_all_there_ever_are() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("access.log");
        fs::write(&path, "earlier\n").unwrap();
        let mut output = Output::open(&path, 100).unwrap();
        for number in 0..1000 {
            output.add(&format!("line {number}\n")).unwrap();
        }
        output.flush().unwrap();
        let old = folder.path().join("access.log.1");
        let [new, old] = [&path, &old].map(|path| fs::read_to_string(path).unwrap());
        assert!(new.len() <= 100 && old.len() <= 100, "{old}{new}");
        assert!(new.ends_with("line 999\n"));
        // Nothing is lost between them.
        let lines: Vec<_> = (old + &new).lines().map(str::to_owned).collect();
        let first: usize = lines[0]["line ".len()..].parse().unwrap();
        assert_eq!(lines, (first..1000).map(|n| format!("line {n}")).collect::<Vec<_>>());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_line_is_one_object_whatever_a_path_holds() {
        let access = Access {
            time: UNIX_EPOCH + Duration::from_millis(1_709_251_199_999),
            address: "2001:db8::1".parse().unwrap(),
            method: "GET".to_owned(),
            path: "/a\"b\nc".to_owned(),
            status: 404,
            bytes: 12,
            duration: Duration::from_micros(1500),
        };
        assert_eq!(
            line(&access),
            "{\"time\":\"2024-02-29T23:59:59.999Z\",\"address\":\"2001:db8::1\",\"method\":\"GET\",\
             \"path\":\"/a\\\"b\\nc\",\"status\":404,\"bytes\":12,\"seconds\":0.0015}\n"
        );
    }
}
