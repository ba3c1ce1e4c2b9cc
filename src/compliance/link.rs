//! One process of the program under examination. Every wait is bounded, and so
//! is everything the program says.

use super::done::{self, Answer};
use super::scene::Scene;
use super::{Check, Miss, Options, Stage, failed, skipped};
use crate::hub::process::{Process, Received, Silence};
use crate::hub::scan::Line;
use crate::referee::shorten;
use crate::rules::Variant;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// How much of it a program may say to one point.
const MOST_LINES: usize = 20_000;
const MOST_BYTES: usize = 1 << 23;

/// Lines of the transcript that are kept, and their characters.
const KEPT_LINES: usize = 12;
const KEPT_CHARS: usize = 240;

/// Sizes of the transposition table: entries as a power of two, and MiB.
const LOG_ENTRIES: i64 = 18;
const HASH_MIB: i64 = 8;

/// How long to listen where nothing should be heard.
const HUSH: Duration = Duration::from_millis(60);
/// The same for a program that does not answer `ping`.
const LONG_HUSH: Duration = Duration::from_millis(400);

/// The time of a point, as a multiple of the time for an answer.
const POINT: u32 = 6;

/// A program that takes this long to quit is not asked any more.
const POLITE: Duration = Duration::from_millis(400);

/// What is known about the program so far.
pub(super) struct Candidate {
    options: Options,
    stage: Stage,
    /// Why it has come no further.
    obstacle: String,
    pings: bool,
    quits: bool,
}

impl Candidate {
    pub(super) fn new(options: &Options) -> Self {
        Self {
            options: options.clone(),
            stage: Stage::Absent,
            obstacle: String::new(),
            pings: true,
            quits: true,
        }
    }

    /// Can a point that needs the stage be examined?
    pub(super) fn allows(&self, stage: Stage) -> Result<(), Miss> {
        if stage <= self.stage { Ok(()) } else { skipped(&*self.obstacle) }
    }

    /// Notes how a point came out that others stand on.
    pub(super) fn open(&mut self, stage: Stage, id: &str, result: &Check) {
        match result {
            Ok(_) => self.stage = self.stage.max(stage),
            Err(Miss::Failed(_)) => self.obstacle = format!("{id} has failed"),
            Err(Miss::Skipped(_)) => {}
        }
    }

    pub(super) fn start(&self) -> Result<Link, Miss> {
        let process = Process::start(&self.options.command, None)
            .map_err(|error| Miss::Failed(format!("'{}': {error}", self.options.command)))?;
        Ok(Link {
            process,
            variant: self.options.variant,
            timeout: self.options.timeout,
            deadline: Instant::now() + self.options.timeout * POINT,
            lines: 0,
            bytes: 0,
            pings: self.pings,
            introduction: Vec::new(),
            transcript: VecDeque::new(),
        })
    }

    /// Ends the process and keeps what it has taught about the program.
    pub(super) fn learn_from(&mut self, link: Link) {
        self.pings &= link.pings;
        if self.quits {
            let begin = Instant::now();
            link.process.end("quit");
            self.quits = begin.elapsed() < POLITE;
        }
    }
}

/// A process and what it has said.
pub(super) struct Link {
    process: Process,
    pub(super) variant: Variant,
    /// How long to wait for an answer.
    pub(super) timeout: Duration,
    deadline: Instant,
    lines: usize,
    bytes: usize,
    /// Does it answer `ping`?
    pub(super) pings: bool,
    /// Its answer to `hub`, once it was asked by [`Self::prepare`].
    pub(super) introduction: Vec<String>,
    transcript: VecDeque<String>,
}

/// Lines up to one that was waited for.
pub(super) struct Heard {
    pub(super) before: Vec<String>,
    pub(super) line: String,
    pub(super) at: Instant,
}

impl Link {
    /// Brings the program to a stage.
    pub(super) fn prepare(&mut self, stage: Stage) -> Result<(), Miss> {
        if stage >= Stage::Introduced {
            self.introduction = self.introduce()?;
        }
        if stage >= Stage::Ready {
            self.configure();
            self.init()?;
        }
        Ok(())
    }

    pub(super) fn introduce(&mut self) -> Result<Vec<String>, Miss> {
        self.send("hub");
        let heard = self.until(&["wait"], self.timeout)?;
        Ok(heard.before)
    }

    /// Sets the rule set. Switches the book off, as its moves come without a search,
    /// and makes the tables small, as every point has to wait for them.
    pub(super) fn configure(&mut self) {
        let mut lines: Vec<_> = self.variant_value().map(|value| ("variant", value)).into_iter().collect();
        for line in self.declared() {
            let bound = |key| line.get(key).and_then(|bound| bound.parse::<i64>().ok());
            let allows =
                |value| bound("min").zip(bound("max")).is_some_and(|(min, max)| min <= value && value <= max);
            match (line.get("name"), line.get("type")) {
                (Some("book"), Some("bool")) => lines.push(("book", "false".to_owned())),
                (Some("tt-size"), Some("int")) if allows(LOG_ENTRIES) => {
                    lines.push(("tt-size", LOG_ENTRIES.to_string()))
                }
                (Some("hash"), Some("int")) if allows(HASH_MIB) => lines.push(("hash", HASH_MIB.to_string())),
                _ => {}
            }
        }
        for (name, value) in lines {
            self.send(&format!("set-param name={name} value={value}"));
        }
    }

    pub(super) fn init(&mut self) -> Result<Heard, Miss> {
        self.send("init");
        self.until(&["ready"], self.timeout)
    }

    /// The parameters it has declared, as far as they can be read.
    pub(super) fn declared(&self) -> impl Iterator<Item = Line> {
        self.introduction
            .iter()
            .filter_map(|text| Line::scan(text).ok())
            .filter(|line| line.command == "param" && line.get("name").is_some())
    }

    /// How it calls the rule set, if it lets the client choose.
    pub(super) fn variant_value(&self) -> Option<String> {
        let values = self.declared().find(|line| line.get("name") == Some("variant"))?;
        let values = values.get("values").unwrap_or("").to_owned();
        let facts = self.variant.facts();
        // A name that is only an alias comes after the rule set's own, but the
        // international game is called `normal` by most.
        let names = facts.aliases.iter().filter(|&&alias| alias == "normal").chain([&facts.name]);
        names
            .chain(facts.aliases)
            .find(|&&name| values.split_whitespace().any(|value| value == name))
            .map(|&name| name.to_owned())
    }

    pub(super) fn send(&mut self, line: &str) {
        self.note('>', line);
        self.process.send(line);
    }

    /// Sends bytes as they are.
    pub(super) fn send_raw(&mut self, bytes: &str) {
        self.note('>', &shorten(bytes));
        self.process.send_raw(bytes);
    }

    pub(super) fn close_input(&mut self) {
        self.note('>', "(end of input)");
        self.process.close_input();
    }

    /// Keeps the last lines; of what the program says no more than half of them, so
    /// that one that says much does not hide what it was asked.
    fn note(&mut self, sign: char, line: &str) {
        let line: String =
            line.chars().take(KEPT_CHARS).map(|c| if c.is_control() { '?' } else { c }).collect();
        self.transcript.push_back(format!("{sign} {line}"));
        if self.transcript.len() > KEPT_LINES {
            let answers = self.transcript.iter().filter(|line| line.starts_with('<')).count();
            let answer = self.transcript.iter().position(|line| line.starts_with('<'));
            self.transcript.remove(answer.filter(|_| answers > KEPT_LINES / 2).unwrap_or(0));
        }
    }

    pub(super) fn transcript(&self) -> Vec<String> {
        self.transcript.iter().cloned().collect()
    }

    /// The next line; none if none comes in time.
    pub(super) fn next(&mut self, until: Instant) -> Result<Option<Received>, Miss> {
        match self.process.receive(until.min(self.deadline)) {
            Ok(received) => {
                self.note('<', &received.text);
                self.lines += 1;
                self.bytes += received.text.len();
                if self.lines > MOST_LINES || self.bytes > MOST_BYTES {
                    return failed(format!("{} lines without what was waited for", self.lines));
                }
                Ok(Some(received))
            }
            Err(Silence::Late) if Instant::now() >= self.deadline => failed("the point takes too long"),
            Err(Silence::Late) => Ok(None),
            Err(Silence::Ended) => failed(self.obituary()),
        }
    }

    fn obituary(&mut self) -> String {
        match self.process.wait(Instant::now() + HUSH) {
            Some(status) => format!("the program has ended ({status})"),
            None => "the program has closed its output".to_owned(),
        }
    }

    /// The lines up to one with one of these first words.
    pub(super) fn until(&mut self, words: &[&str], within: Duration) -> Result<Heard, Miss> {
        let until = Instant::now() + within;
        let mut before = Vec::new();
        while let Some(received) = self.next(until)? {
            if received.text.split_whitespace().next().is_some_and(|first| words.contains(&first)) {
                return Ok(Heard { before, line: received.text, at: received.at });
            }
            before.push(received.text);
        }
        let more = before.last().map_or_else(String::new, |last| format!(", last line: {}", shorten(last)));
        failed(format!("no `{}` within {:.1} s{more}", words.join("` or `"), within.as_secs_f64()))
    }

    /// What the program says until it has taken in everything that was sent.
    pub(super) fn unasked(&mut self) -> Result<Vec<String>, Miss> {
        let mut lines = Vec::new();
        let mut hush = LONG_HUSH;
        if self.pings {
            self.send("ping");
            lines = self.until(&["pong"], self.timeout)?.before;
            hush = HUSH;
        }
        let until = Instant::now() + hush;
        while let Some(received) = self.next(until)? {
            lines.push(received.text);
        }
        Ok(lines)
    }

    /// Nothing is said, and the program is there.
    pub(super) fn stays_silent(&mut self) -> Result<(), Miss> {
        match self.unasked()?.first() {
            None => Ok(()),
            Some(line) => failed(line),
        }
    }

    /// Sets up a position under limits and starts a search. Returns when it began.
    pub(super) fn go(&mut self, scene: &Scene, levels: &[&str], mode: &str) -> Instant {
        self.send(&scene.line());
        levels.iter().for_each(|level| self.send(level));
        let begin = Instant::now();
        self.send(&format!("go {mode}"));
        begin
    }

    /// The answer to a search that runs.
    pub(super) fn answer(&mut self, scene: &Scene, begin: Instant) -> Result<Answer, Miss> {
        let heard = self.until(&["done", "error"], self.timeout)?;
        done::judge(self.variant, scene, heard, begin)
    }

    /// Searches: position, limits, `go think` and the answer, which is a legal move.
    pub(super) fn search(&mut self, scene: &Scene, levels: &[&str]) -> Result<Answer, Miss> {
        let begin = self.go(scene, levels, "think");
        self.answer(scene, begin)
    }

    /// It is still there, and still plays.
    pub(super) fn still_plays(&mut self) -> Check {
        let answer = self.search(&Scene::start(self.variant), &["level depth=1"])?;
        Ok(format!("still plays {}", answer.best))
    }

    /// Waits for the process to end.
    pub(super) fn ends(&mut self, within: Duration) -> Check {
        let begin = Instant::now();
        // What it still says is taken off its hands: it may wait for that.
        while self.next(begin + within).is_ok_and(|line| line.is_some()) {}
        match self.process.wait(begin + within) {
            Some(_) => Ok(format!("ended after {:.3} s", begin.elapsed().as_secs_f64())),
            None => failed(format!("still runs after {:.1} s", within.as_secs_f64())),
        }
    }
}
