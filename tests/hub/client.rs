//! A Hub client for tests: it drives the real binary and never waits for ever.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Long enough for a loaded machine, short enough to fail a hanging test.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_polydam"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let output = child.stdout.take().expect("a pipe");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self { input: child.stdin.take(), child, lines }
    }

    /// Starts the engine for a rule set and initialises it.
    pub(crate) fn ready(variant: &str) -> Self {
        let mut engine = Self::start(&[]);
        engine.send("hub");
        engine.until("wait");
        engine.send(&format!("set-param name=variant value={variant}"));
        engine.send("set-param name=hash value=8");
        engine.send("init");
        engine.until("ready");
        engine
    }

    pub(crate) fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the engine reads");
    }

    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line.
    pub(crate) fn line(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("the engine answers")
    }

    /// The lines up to the one with this first word, that one included.
    pub(crate) fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            let found = line.split(' ').next() == Some(word);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// Asks for a sign of life and returns what came before it.
    pub(crate) fn ping(&mut self) -> Vec<String> {
        self.send("ping");
        let mut lines = self.until("pong");
        lines.pop();
        lines
    }

    /// Searches and returns the answer: what follows `done`, or the error.
    pub(crate) fn go(&mut self, lines: &[&str]) -> String {
        lines.iter().for_each(|line| self.send(line));
        self.send("go think");
        loop {
            let line = self.line();
            if let Some(answer) = line.strip_prefix("done") {
                return answer.trim().to_owned();
            }
            assert!(!line.starts_with("error"), "{lines:?}: {line}");
        }
    }

    /// Says nothing for a while.
    pub(crate) fn stays_silent(&mut self, time: Duration) {
        match self.lines.recv_timeout(time) {
            Err(RecvTimeoutError::Timeout) => {}
            other => panic!("unexpected: {other:?}"),
        }
    }

    /// Reads what still comes, until nothing has come for a while.
    pub(crate) fn drain(&mut self) {
        while self.lines.recv_timeout(Duration::from_millis(500)).is_ok() {}
    }

    /// Waits for the end of the process.
    pub(crate) fn exit(&mut self) -> (ExitStatus, Duration) {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return (status, start.elapsed());
            }
            assert!(start.elapsed() < PATIENCE, "the engine does not end");
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // A test that fails must not leave an engine behind; one that has ended
        // cannot be killed, and need not be.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
