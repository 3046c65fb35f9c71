//! The wish that the program end: the first one is granted in good order, the second one at once.

use std::io;
use std::sync::mpsc;
use std::thread;

use tokio::sync::oneshot;

/// What a program that was ended by a signal says to whoever started it.
const ENDED_BY_SIGNAL: i32 = 130;

/// Listens from now on, and says when the first wish comes. At the second one the program ends
/// wherever it is: all that anybody was told of is on disk.
pub(crate) fn ended() -> io::Result<impl Future<Output = ()>> {
    let (ready, is_ready) = mpsc::channel();
    let (wish, wished) = oneshot::channel();
    // On a thread of its own, so that it is heard however busy all others are.
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
            Ok(runtime) => runtime,
            Err(error) => return drop(ready.send(Err(error))),
        };
        runtime.block_on(async {
            let mut signals = match Signals::new() {
                Ok(signals) => signals,
                Err(error) => return drop(ready.send(Err(error))),
            };
            ready.send(Ok(())).ok();
            signals.next().await;
            wish.send(()).ok();
            signals.next().await;
            std::process::exit(ENDED_BY_SIGNAL);
        });
    })?;
    is_ready.recv().map_err(io::Error::other)??;
    Ok(async { drop(wished.await) })
}

#[cfg(unix)]
struct Signals {
    interrupted: tokio::signal::unix::Signal,
    terminated: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn new() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals {
            interrupted: signal(SignalKind::interrupt())?,
            terminated: signal(SignalKind::terminate())?,
        })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupted.recv() => {}
            _ = self.terminated.recv() => {}
        }
    }
}

#[cfg(windows)]
struct Signals(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl Signals {
    fn new() -> io::Result<Signals> {
        tokio::signal::windows::ctrl_c().map(Signals)
    }

    async fn next(&mut self) {
        self.0.recv().await;
    }
}
