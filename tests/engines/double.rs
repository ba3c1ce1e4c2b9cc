//! A small Hub engine for tests. It plays legal moves at once, the same ones in
//! every run, and misbehaves on request: `--fault` breaks one search or start,
//! `--sloppy` deviates from the protocol throughout. Without either it keeps to
//! the protocol.

mod options;

use clap::Parser;
use options::{Fault, Options, Sloppy};
use polydam::hub::scan::{Line, quoted};
use polydam::notation::Dialect;
use polydam::referee::{self, Referee, Setup, Style};
use polydam::rules::Variant;
use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, Write};
use std::process::exit;
use std::thread::sleep;
use std::time::Duration;

const STYLE: Style = Style::Hub(Dialect::Hub);

/// A double that nobody ends does so by itself.
const LONG: Duration = Duration::from_secs(300);

const NONSENSE: &[&str] = &["\u{1}\u{2} \"", "info", "info depth=x score= pv", "done-ish move=1-1", ""];

struct Double {
    options: Options,
    referee: Box<dyn Referee>,
    /// Own moves of the game so far, the one under way included.
    moves: usize,
    /// Is this search for an own move?
    own: bool,
    inits: usize,
    move_time: Option<f64>,
    /// Is there a limit on the next search?
    limited: bool,
    refused: bool,
    /// Waits for `stop` or `ponder-hit` with the answer.
    searching: bool,
    held: Option<String>,
}

fn main() {
    let options = Options::parse();
    let mut log = options.log.as_ref().map(|path| {
        let file = OpenOptions::new().create(true).append(true).open(path);
        file.expect("the log can be written")
    });
    let mut double = Double {
        referee: referee::new(options.variant),
        options,
        moves: 0,
        own: false,
        inits: 0,
        move_time: None,
        limited: false,
        refused: false,
        searching: false,
        held: None,
    };
    if double.is(Sloppy::Greets) {
        double.say("hello");
    }
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        if let Some(log) = &mut log {
            writeln!(log, "{line}").expect("the log can be written");
        }
        if let Some(held) = double.held.take() {
            write_line(&held);
        }
        double.take(&line);
    }
    if double.is(Sloppy::IgnoresEnd) {
        sleep(LONG);
    }
}

/// Writes a line; without a reader there is nothing left to do.
fn write_line(line: &str) {
    let mut output = io::stdout().lock();
    if writeln!(output, "{line}").and_then(|()| output.flush()).is_err() {
        exit(0);
    }
}

impl Double {
    fn is(&self, sloppy: Sloppy) -> bool {
        self.options.sloppy.contains(&sloppy)
    }

    fn say(&mut self, line: &str) {
        if let Some(held) = self.held.take() {
            write_line(&held);
        }
        if self.is(Sloppy::Buffers) {
            self.held = Some(line.to_owned());
        } else {
            write_line(line);
        }
    }

    /// Does the fault come now?
    fn is_due(&self, fault: Fault) -> bool {
        let wanted = self.options.fault == Some(fault);
        let now = fault == Fault::HangAtInit || self.options.at.is_none_or(|at| self.own && at == self.moves);
        wanted && now && self.options.marker.as_ref().is_none_or(|marker| File::create_new(marker).is_ok())
    }

    fn take(&mut self, text: &str) {
        let Ok(line) = Line::scan(text) else { return self.say("error message=\"open quote\"") };
        if self.searching {
            match &*line.command {
                "ping" if self.is(Sloppy::NoPongInSearch) => return,
                "ping" if !self.is(Sloppy::PingEndsSearch) => return self.say("pong"),
                "stop" if self.is(Sloppy::DoneTwice) => {
                    self.answer();
                    return self.answer();
                }
                "stop" => return self.answer(),
                "ponder-hit" => {
                    self.count_move(true);
                    return self.answer();
                }
                "" => return,
                _ => self.answer(),
            }
        }
        self.obey(&line);
    }

    fn obey(&mut self, line: &Line) {
        match &*line.command {
            "hub" => self.introduce(),
            "set-param" => self.set_param(line),
            "init" => self.init(),
            "new-game" => self.moves = 0,
            "pos" => self.set_up(line),
            "level" => {
                self.move_time = line.get("move-time").and_then(|seconds| seconds.parse().ok());
                self.limited |= line.get("infinite").is_none();
            }
            "go" => self.go(line),
            "ping" => self.say("pong"),
            "stop" if self.is(Sloppy::DoneWhenIdle) => self.say("done"),
            "quit" if !self.is(Sloppy::IgnoresQuit) => exit(0),
            "stop" | "ponder-hit" | "quit" | "" => {}
            _ if self.is(Sloppy::ErrorOnUnknown) => self.say("error message=\"unknown command\""),
            _ => {}
        }
    }

    fn introduce(&mut self) {
        let author = if self.is(Sloppy::NoAuthor) { "" } else { " author=tests" };
        self.say(&format!("id name={} version=1{author}", quoted(&self.options.name)));
        let names: Vec<_> = Variant::ALL.iter().map(|variant| variant.name()).collect();
        let values = format!("type=enum values=\"normal {}\"", names.join(" "));
        self.say(&format!("param name=variant value={} {values}", self.referee.variant()));
        let bounds = if self.is(Sloppy::NoBounds) { "" } else { " min=1 max=16" };
        self.say(&format!("param name=threads value=1 type=int{bounds}"));
        self.say("wait");
    }

    fn set_param(&mut self, line: &Line) {
        let value = line.get("value").unwrap_or("");
        match line.get("name") {
            Some("variant") => match value.parse() {
                Ok(variant) => self.referee = referee::new(variant),
                Err(error) => self.refuse(&error.to_string(), Sloppy::DiesOnBadValue),
            },
            Some("threads") if !value.parse().is_ok_and(|n| (1..=16).contains(&n)) => {
                self.refuse("threads: expected 1 to 16", Sloppy::DiesOnBadValue);
            }
            _ => {}
        }
    }

    fn refuse(&mut self, message: &str, deadly: Sloppy) {
        if self.is(deadly) {
            exit(1);
        }
        self.say(&format!("error message={}", quoted(message)));
    }

    fn init(&mut self) {
        if self.is_due(Fault::HangAtInit) {
            sleep(LONG);
        }
        self.inits += 1;
        if self.inits == 1 || !self.is(Sloppy::ReadyOnce) {
            self.say("ready");
        }
    }

    fn set_up(&mut self, line: &Line) {
        let moves = if self.is(Sloppy::ForgetsMoves) { None } else { line.get("moves") };
        let setup = Setup::Hub {
            position: line.get("pos").unwrap_or(""),
            moves: moves.unwrap_or(""),
            dialect: Dialect::Hub,
        };
        (self.limited, self.move_time) = (false, None);
        let result = self.referee.set_up(setup);
        self.refused = result.is_err() && !self.is(Sloppy::TakesBadPos);
        if let (Err(message), true) = (result, self.refused) {
            self.refuse(&message, Sloppy::DiesOnBadPos);
        }
    }

    fn go(&mut self, line: &Line) {
        if self.refused {
            return self.say("error message=\"no position\"");
        }
        self.searching = true;
        self.count_move(line.get("think").is_some());
        if line.get("ponder").is_some() || !self.limited {
            return;
        }
        if self.is(Sloppy::Overstays) {
            sleep(Duration::from_secs_f64(3.0 * self.move_time.unwrap_or(0.0).clamp(0.0, 10.0)));
        }
        self.answer();
    }

    fn count_move(&mut self, own: bool) {
        self.own = own;
        self.moves += usize::from(own);
    }

    /// Ends the search: info and the move.
    fn answer(&mut self) {
        self.searching = false;
        let fault = self.options.fault.filter(|&fault| fault != Fault::HangAtInit && self.is_due(fault));
        match fault {
            Some(Fault::Crash) => std::process::abort(),
            Some(Fault::Exit) => exit(3),
            Some(Fault::Hang) => sleep(LONG),
            Some(Fault::Slow) => sleep(Duration::from_millis(self.options.delay)),
            Some(Fault::Garbage) => NONSENSE.iter().for_each(|line| self.say(line)),
            Some(Fault::Flood) => loop {
                self.say("info depth=1 score=0.00 nodes=1 pv=\"\"");
            },
            Some(Fault::ClosesStdout) => go_on_unheard(),
            _ => {}
        }
        let Some((best, reply)) = self.choose() else { return self.say("done") };
        self.info(&best, reply.as_deref());
        let reply = if self.is(Sloppy::IllegalPonder) { Some(best.clone()) } else { reply };
        let ponder = reply.map_or_else(String::new, |reply| format!(" ponder={reply}"));
        match fault {
            Some(Fault::NoDoneMove) => self.say("done"),
            // Sideways from a corner: in no rule set from its start, and nowhere on diagonals.
            Some(Fault::Illegal) => self.say("done move=1-2"),
            _ => self.say(&format!("done move={best}{ponder}")),
        }
    }

    fn info(&mut self, best: &str, reply: Option<&str>) {
        let line = match reply {
            Some(_) if self.is(Sloppy::IllegalPv) => format!("{best} {best}"),
            Some(reply) => format!("{best} {reply}"),
            None => best.to_owned(),
        };
        let depth = if self.is(Sloppy::BadInfo) { "depth=one" } else { "depth=1" };
        let score = self.score();
        let rest = "nodes=1 time=0.000 nps=0.00";
        self.say(&format!("info {depth} mean-depth=1.0 score={score} {rest} pv=\"{line}\""));
    }

    /// The move and the reply that is expected to it.
    fn choose(&mut self) -> Option<(String, Option<String>)> {
        let ply = self.referee.played(STYLE).len();
        let written = self.options.script.split_ascii_whitespace().nth(ply).map(str::to_owned);
        let best = written.or_else(|| self.pick())?;
        let reply = self.referee.play(&best, STYLE).ok().and_then(|_| {
            let reply = self.pick();
            self.referee.take_back(1);
            reply
        });
        Some((best, reply))
    }

    /// A legal move, chosen by the seed and the position.
    fn pick(&self) -> Option<String> {
        let moves = self.referee.moves(STYLE);
        let mut hasher = DefaultHasher::new();
        (self.options.seed, self.referee.fen()).hash(&mut hasher);
        moves.get((hasher.finish() % moves.len().max(1) as u64) as usize).cloned()
    }

    fn score(&self) -> String {
        let scores: Vec<_> = self.options.score.split_ascii_whitespace().collect();
        let number = self.moves.clamp(1, scores.len().max(1));
        scores.get(number - 1).copied().unwrap_or("0.00").to_owned()
    }
}

/// Becomes a process that reads on and has no output. Closing the standard output
/// is not to be had in safe code, replacing the process is.
fn go_on_unheard() {
    #[cfg(unix)]
    if let Ok(program) = std::env::current_exe() {
        use std::os::unix::process::CommandExt;
        let error = std::process::Command::new(program).stdout(std::process::Stdio::null()).exec();
        eprintln!("double: {error}");
    }
    sleep(LONG);
}
