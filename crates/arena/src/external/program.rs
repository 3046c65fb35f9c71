//! A foreign program that runs: it is told lines and says lines, and it is ended whole.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitIdOptions, kill_process_group, waitid};
use spinney_game::TextError;

use super::family::Family;
use super::output::{Heard, LONGEST, Output};
use crate::entrant::External;
use crate::player::{Fault, FaultKind};

/// Whoever says more than this without answering, in bytes, will not answer.
const MOST: usize = 8 << 20;

/// How a program is started.
#[derive(Clone, Debug)]
pub(super) struct Launch {
    words: Vec<String>,
    external: External,
}

impl Launch {
    /// Reads the command as a shell would, without substitutions.
    pub(super) fn new(external: &External) -> Result<Launch, TextError> {
        let words = shlex::split(&external.command)
            .ok_or_else(|| TextError::word(&external.command, "a quote is not closed"))?;
        if words.is_empty() {
            return Err(TextError::at("command", "is empty"));
        }
        if let Some(line) = external.init.iter().find(|line| line.contains(['\n', '\r'])) {
            return Err(TextError::word(line, "one line at a time"));
        }
        Ok(Launch { words, external: external.clone() })
    }

    /// The program's file name.
    pub(super) fn name(&self) -> &str {
        self.words[0].rsplit('/').next().unwrap_or(&self.words[0])
    }

    /// Starts the program, with further arguments and a further setting of its environment.
    pub(super) fn start(
        &self,
        arguments: &[&OsStr],
        setting: Option<(&str, &str)>,
    ) -> Result<Program, Fault> {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).args(arguments).envs(&self.external.env).envs(setting);
        let family = Family::new();
        command.envs([family.setting()]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(dir) = &self.external.dir {
            command.current_dir(dir);
        }
        // Its own group: what it starts in turn is ended together with it.
        command.process_group(0);
        let failed = |error: io::Error| {
            Fault::new(FaultKind::Start, format!("cannot start {}: {error}", self.words[0]))
        };
        let mut child = command.spawn().map_err(failed)?;
        let group = Pid::from_child(&child);
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(stdout), Some(stderr)) = streams else {
            unreachable!("all three are pipes");
        };
        // From here on, whatever fails, the program is ended by being dropped.
        let mut program = Program {
            child,
            group,
            family,
            input: Some(input),
            output: None,
            asked: String::new(),
            said: 0,
            last: String::new(),
        };
        program.output = Some(Output::read(stdout, stderr).map_err(failed)?);
        if let Some(input) = &program.input {
            rustix::io::ioctl_fionbio(input, true).map_err(|error| failed(error.into()))?;
        }
        Ok(program)
    }
}

/// A program that runs. Dropped, it and all that it started are killed.
pub(super) struct Program {
    child: Child,
    group: Pid,
    family: Family,
    input: Option<ChildStdin>,
    output: Option<Output>,
    /// The last line that it was told.
    asked: String,
    /// How much it has said since, in bytes.
    said: usize,
    /// The last line that it has said since; empty if that was understood.
    last: String,
}

impl Program {
    /// Tells it a line. It must take it before then.
    pub(super) fn tell(&mut self, line: &str, until: Instant) -> Result<(), Fault> {
        if let Some(output) = &self.output {
            output.note_told(line);
        }
        self.asked = line.to_owned();
        self.said = 0;
        self.last.clear();
        let line = format!("{line}\n");
        let mut bytes = line.as_bytes();
        while !bytes.is_empty() {
            let Some(input) = &mut self.input else { return Err(self.gone()) };
            match input.write(bytes) {
                Ok(written) => bytes = &bytes[written..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if !wait_for_room(input, until) {
                        let problem = format!("does not read its input: \"{}\"", self.asked);
                        return Err(Fault::new(FaultKind::Hang, problem));
                    }
                }
                Err(_) => return Err(self.gone()),
            }
        }
        Ok(())
    }

    /// Tells it that there will be no more lines.
    pub(super) fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line that it says, before then.
    pub(super) fn hear(&mut self, until: Instant) -> Result<String, Fault> {
        match self.next(until) {
            Heard::Line(line) => Ok(line),
            Heard::Nothing { begun } => Err(self.silent(&begun)),
            Heard::Closed => Err(self.gone()),
            Heard::Overlong => Err(self.flood(LONGEST, "in one line")),
        }
        .and_then(|line| {
            self.said += line.len() + 1;
            if self.said > MOST {
                return Err(self.flood(MOST, "in answer"));
            }
            self.last.clone_from(&line);
            Ok(line)
        })
    }

    /// The next line, or `None` where it has closed its output, before then.
    pub(super) fn hear_or_end(&mut self, until: Instant) -> Result<Option<String>, Fault> {
        match self.hear(until) {
            Ok(line) => Ok(Some(line)),
            Err(fault) if fault.kind == FaultKind::Crash => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    /// The last part of what was said on both sides.
    pub(super) fn transcript(&self) -> String {
        self.output.as_ref().map_or(String::new(), Output::transcript)
    }

    /// Asks it to leave, waits a little, and ends it with all that it started.
    pub(super) fn end(mut self, farewell: &str, grace: Duration) {
        let until = Instant::now() + grace;
        if self.tell(farewell, until).is_ok() {
            self.close_input();
            self.has_exited_before(until);
        }
    }

    fn next(&self, until: Instant) -> Heard {
        self.output.as_ref().map_or(Heard::Closed, |output| output.next(until))
    }

    fn gone(&self) -> Fault {
        // A program that closes its output is usually about to exit: say how, if it does.
        let how = match self.has_exited_before(Instant::now() + Duration::from_millis(100)) {
            Some(how) => format!("ended ({how})"),
            None => "closed its output or input".to_owned(),
        };
        let when = if self.asked.is_empty() { "at the start" } else { &self.asked };
        Fault::new(FaultKind::Crash, format!("{how}: \"{when}\""))
    }

    /// What is wrong with a program whose time is up, by what it has said instead of an answer.
    fn silent(&self, begun: &str) -> Fault {
        let nothing = format!("no answer to \"{}\"", self.asked);
        let last = self.last.trim();
        if !begun.is_empty() {
            let problem = format!("{nothing}, but a line that did not end: {begun:?}");
            Fault::new(FaultKind::Garbled, problem)
        } else if !last.is_empty() {
            Fault::new(FaultKind::Garbled, format!("{nothing}, but {last:?}"))
        } else {
            Fault::new(FaultKind::Hang, nothing)
        }
    }

    /// The line heard last is not the answer, but it makes sense before one.
    pub(super) fn understand(&mut self) {
        self.last.clear();
    }

    fn flood(&self, bytes: usize, place: &str) -> Fault {
        let problem = format!("said more than {bytes} bytes {place}: \"{}\"", self.asked);
        Fault::new(FaultKind::Garbled, problem)
    }

    /// How the program itself has ended, if it has. It stays to be reaped, so that its group's
    /// number cannot become somebody else's before the group is killed.
    fn has_exited_before(&self, until: Instant) -> Option<String> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        loop {
            if let Ok(Some(status)) = waitid(rustix::process::WaitId::Pid(self.group), options) {
                return Some(match (status.exit_status(), status.terminating_signal()) {
                    (Some(code), _) => format!("exit status {code}"),
                    (_, Some(signal)) => format!("signal {signal}"),
                    _ => "killed".to_owned(),
                });
            }
            if Instant::now() >= until {
                return None;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Nothing can be done where this fails: then nobody is left, or it is not ours to end.
        let _ = kill_process_group(self.group, Signal::KILL);
        let _ = self.child.wait();
        self.family.end();
    }
}

/// Waits until there is room in a pipe; `false`: there is none, and the time is up.
fn wait_for_room(input: &ChildStdin, until: Instant) -> bool {
    let left = until.saturating_duration_since(Instant::now());
    let timeout = Timespec::try_from(left).ok();
    let mut streams = [PollFd::new(input, PollFlags::OUT)];
    matches!(poll(&mut streams, timeout.as_ref()), Ok(1..) | Err(rustix::io::Errno::INTR))
}
