//! Another program at the other end of two pipes, line by line. Knows no
//! protocol; never waits longer than it is told, whatever that program does.

use log::debug;
use std::fmt::{self, Display};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes of a line that are kept.
const LONGEST_LINE: u64 = 1 << 20;

/// Lines that may wait to be received before the program has to.
const BACKLOG: usize = 1024;

/// How long a program that is told to end may take over it.
const GRACE: Duration = Duration::from_millis(500);

/// A line from the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Received {
    /// The line without its end.
    pub text: String,
    /// When it came.
    pub at: Instant,
}

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Silence {
    /// None came in time.
    Late,
    /// None will come: the program has closed its output.
    Ended,
}

impl Display for Silence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Late => "no answer in time",
            Self::Ended => "the program has ended its output",
        })
    }
}

/// A running program. It is killed when the value is dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// To the thread that writes; none after the input was closed.
    input: Option<Sender<String>>,
    output: Receiver<Received>,
    /// A line that came after the deadline it was waited for.
    kept: Option<Received>,
}

impl Process {
    /// Starts a program, in a folder if one is given. The command is split into
    /// words as a shell does it; no shell runs. What the program writes to its
    /// standard error goes to ours.
    ///
    /// # Errors
    ///
    /// When the command is empty, its quotes do not close, or it cannot be
    /// started.
    pub fn start(command: &str, folder: Option<&Path>) -> io::Result<Self> {
        let words = shell_words::split(command)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error.to_string()))?;
        let [program, arguments @ ..] = &words[..] else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the command is empty"));
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        let mut child = command.spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (stdin, stdout) = pipes.ok_or_else(|| io::Error::other("no pipes to the program"))?;
        let (input, lines) = channel();
        let (sender, output) = sync_channel(BACKLOG);
        // A program that does not read must not keep us from noticing it: writing,
        // too, is done by a thread of its own.
        thread::Builder::new().name("to engine".into()).spawn(move || write_lines(stdin, &lines))?;
        thread::Builder::new().name("from engine".into()).spawn(move || read_lines(stdout, &sender))?;
        Ok(Self { child, input: Some(input), output, kept: None })
    }

    /// Sends a line. Whether the program is still there shows when it should answer.
    pub fn send(&mut self, line: &str) {
        debug!("{} < {line}", self.child.id());
        if let Some(input) = &self.input {
            // Without its thread the program has gone, and the next answer is missing.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// Sends bytes as they are, which need not be a line.
    pub fn send_raw(&mut self, bytes: &str) {
        if let Some(input) = &self.input {
            let _ = input.send(bytes.to_owned());
        }
    }

    /// Closes the program's input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line, if one comes before the deadline. A later one waits: a
    /// program that never stops talking does not outrun its time.
    ///
    /// # Errors
    ///
    /// When none does.
    pub fn receive(&mut self, deadline: Instant) -> Result<Received, Silence> {
        let wait = deadline.saturating_duration_since(Instant::now());
        let line = match self.kept.take() {
            Some(line) => line,
            None => self.output.recv_timeout(wait).map_err(|error| match error {
                RecvTimeoutError::Timeout => Silence::Late,
                RecvTimeoutError::Disconnected => Silence::Ended,
            })?,
        };
        if line.at > deadline {
            self.kept = Some(line);
            return Err(Silence::Late);
        }
        debug!("{} > {}", self.child.id(), line.text);
        Ok(line)
    }

    /// Waits for the program to end; none if it does not before the deadline.
    pub fn wait(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// Ends the program: asks with a line, then by closing its input, then by force.
    pub fn end(mut self, farewell: &str) {
        self.send(farewell);
        self.close_input();
        self.wait(Instant::now() + GRACE);
        // Dropping it does the rest.
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Nothing can be done about one that cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write_lines(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(output: ChildStdout, lines: &SyncSender<Received>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) if line.last() != Some(&b'\n') => {
                // An error here ends the output, which the next turn finds out.
                let _ = output.skip_until(b'\n');
            }
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned();
        if lines.send(Received { text, at: Instant::now() }).is_err() {
            return;
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(10)
    }

    #[test]
    fn lines_go_both_ways() {
        let mut cat = Process::start("cat", None).unwrap();
        cat.send("hello world");
        assert_eq!(cat.receive(soon()).unwrap().text, "hello world");
        assert_eq!(cat.receive(Instant::now()), Err(Silence::Late));
        cat.close_input();
        assert_eq!(cat.receive(soon()), Err(Silence::Ended));
        assert!(cat.wait(soon()).unwrap().success());
    }

    #[test]
    fn a_program_that_does_not_read_holds_nobody_up() {
        let mut sleeper = Process::start("sleep 60", None).unwrap();
        let start = Instant::now();
        for _ in 0..100 {
            sleeper.send(&"x".repeat(10_000));
        }
        assert_eq!(sleeper.receive(Instant::now() + Duration::from_millis(20)), Err(Silence::Late));
        drop(sleeper);
        assert!(start.elapsed() < Duration::from_secs(5));
    }

    #[test]
    fn a_program_that_never_stops_talking_is_late() {
        let mut talker = Process::start("yes", None).unwrap();
        let deadline = Instant::now() + Duration::from_millis(50);
        let silence = loop {
            if let Err(silence) = talker.receive(deadline) {
                break silence;
            }
        };
        assert_eq!(silence, Silence::Late);
        assert_eq!(talker.receive(soon()).unwrap().text, "y", "what came late is not lost");
    }

    #[test]
    fn quotes_in_a_command_are_a_shells() {
        let mut echo = Process::start("printf '%s|%s' 'a b' \"c d\"", None).unwrap();
        assert_eq!(echo.receive(soon()).unwrap().text, "a b|c d");
        assert!(Process::start("", None).is_err());
        assert!(Process::start("echo 'open", None).is_err());
        assert!(Process::start("./no-such-program", None).is_err());
    }
}
