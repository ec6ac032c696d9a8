//! A child process that is spoken to line by line. Whatever it does, it holds little of our memory
//! and nobody waits for it longer than agreed: the lines in either direction are queued in bounded
//! channels, each between the pipe's thread and the game.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::Foul;
use crate::StopFlag;

/// The longest line read; one in our dialect has a few hundred bytes.
const MAX_LINE: u64 = 64 << 10;

/// Lines queued in each direction. Where the queue is full, the pipe fills and the program waits.
const MAX_QUEUED: usize = 16;

/// Bytes a program may write before it answers a question.
const MAX_OUTPUT: usize = 4 << 20;

/// How often somebody who waits looks whether the match is to stop.
const POLL: Duration = Duration::from_millis(20);

/// A program that was started; it is killed when this is dropped.
pub(super) struct Process {
    child: Child,
    input: SyncSender<String>,
    output: Receiver<Result<String, Foul>>,
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.input.try_send("quit".into());
        kill(&mut self.child);
    }
}

/// Kills a program with the processes it started. It may have ended already.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        // The group has the number of the child, which is not reaped yet.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// Starts a program with its arguments.
fn spawn(command: &[String]) -> io::Result<Child> {
    let mut program = Command::new(&command[0]);
    program
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    // Ctrl-C ends the match; it is no crash of the program.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut program, 0);
    program.spawn()
}

/// Whether a program can be started; it is killed at once.
pub(super) fn try_to_start(command: &[String]) -> io::Result<()> {
    kill(&mut spawn(command)?);
    Ok(())
}

impl Process {
    pub fn start(command: &[String]) -> Result<Process, Foul> {
        let mut child = spawn(command).map_err(|_| Foul::Crash)?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            kill(&mut child);
            return Err(Foul::Crash);
        };
        let (input, to_write) = sync_channel(MAX_QUEUED);
        let (was_read, output) = sync_channel(MAX_QUEUED);
        thread::spawn(move || write_lines(stdin, &to_write));
        thread::spawn(move || read_lines(stdout, &was_read));
        Ok(Process {
            child,
            input,
            output,
        })
    }

    /// Sends a line. A program that never reads its input is found out when the queue is full.
    pub fn say(&self, line: String) -> Result<(), Foul> {
        self.input.try_send(line).map_err(|error| match error {
            TrySendError::Full(_) => Foul::Hang,
            TrySendError::Disconnected(_) => Foul::Crash,
        })
    }

    /// Returns the first line that begins with `word`; a wait that is stopped ends as a hang.
    /// `slow` is called once if that takes longer than a second.
    pub fn hear(
        &self,
        word: &str,
        patience: Duration,
        stop: &StopFlag,
        slow: &mut dyn FnMut(),
    ) -> Result<String, Foul> {
        let start = Instant::now();
        let (mut bytes, mut reported) = (0, false);
        loop {
            let waited = start.elapsed();
            if waited >= patience || stop.is_stopped() {
                return Err(Foul::Hang);
            }
            if waited >= Duration::from_secs(1) && !reported {
                reported = true;
                slow();
            }
            match self
                .output
                .recv_timeout(POLL.min(patience.saturating_sub(waited)))
            {
                Ok(line) => {
                    let line = line?;
                    if line.split_whitespace().next() == Some(word) {
                        return Ok(line);
                    }
                    bytes += line.len() + 1;
                    if bytes > MAX_OUTPUT {
                        return Err(Foul::Flood);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Foul::Crash),
            }
        }
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        let written = writeln!(stdin, "{line}").and_then(|()| stdin.flush());
        if written.is_err() {
            break;
        }
    }
}

fn read_lines(stdout: ChildStdout, lines: &SyncSender<Result<String, Foul>>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = (&mut stdout)
            .take(MAX_LINE)
            .read_until(b'\n', &mut line)
            .unwrap_or(0);
        if read == 0 {
            break;
        }
        let whole = line.ends_with(b"\n") || (read as u64) < MAX_LINE;
        let said = if whole {
            Ok(String::from_utf8_lossy(&line).trim_end().to_string())
        } else {
            Err(Foul::Flood)
        };
        if lines.send(said).is_err() || !whole {
            break;
        }
    }
}
