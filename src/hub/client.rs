//! The client side of the Hub protocol: starts an engine, asks it for moves.
//! Believes nothing: whether a move is legal is for others to judge.

use super::process::{Process, Received, Silence};
use super::scan::{Line, quote, quoted};
use crate::rules::Variant;
use crate::search::Limits;
use log::warn;
use std::fmt::{self, Display};
use std::path::Path;
use std::time::{Duration, Instant};

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// None came in time.
    Silent,
    /// The program has ended.
    Ended,
    /// What came is not Hub.
    Malformed(String),
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Silent => f.write_str("no answer in time"),
            Self::Ended => f.write_str("the program has ended"),
            Self::Malformed(line) => write!(f, "not Hub: {line:?}"),
        }
    }
}

impl From<Silence> for Failure {
    fn from(silence: Silence) -> Self {
        match silence {
            Silence::Late => Self::Silent,
            Silence::Ended => Self::Ended,
        }
    }
}

/// What an engine has said about its search.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Told {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Score in men, seen by the side to move.
    pub score: Option<f64>,
    /// Nodes.
    pub nodes: Option<u64>,
}

/// The answer to a question for a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The move as it was written; none if the engine names none.
    pub best: Option<String>,
    /// The line of the answer as it came.
    pub raw: String,
    /// From the question to the answer.
    pub used: Duration,
    /// The last that was said of the search.
    pub told: Told,
}

/// An engine that is ready to play.
#[derive(Debug)]
pub struct Client {
    process: Process,
    /// The name the engine gives itself.
    name: Option<String>,
    /// Errors of the engine since the last question.
    complaint: Option<String>,
}

/// The longest wait for an engine that gets ready for another game.
const CLEARING: Duration = Duration::from_secs(2);

impl Client {
    /// Starts an engine for a rule set and sets parameters.
    ///
    /// # Errors
    ///
    /// When it does not start, does not get ready within `patience`, does not
    /// play the rule set or does not have a parameter.
    pub fn start(
        command: &str,
        folder: Option<&Path>,
        variant: Variant,
        params: &[(String, String)],
        patience: Duration,
    ) -> Result<Self, String> {
        let process = Process::start(command, folder).map_err(|error| format!("cannot start it: {error}"))?;
        let mut client = Self { process, name: None, complaint: None };
        client.process.send("hub");
        let declared = client.declarations(Instant::now() + patience).map_err(|failure| {
            format!("after 'hub' expected id, param and wait within {} s: {failure}", patience.as_secs())
        })?;
        for (name, _) in params {
            if !declared.iter().any(|(known, _)| known == name) {
                let names: Vec<_> = declared.iter().map(|(name, _)| &**name).collect();
                return Err(format!("it has no parameter '{name}', only: {}", names.join(" ")));
            }
        }
        if let Some(value) = variant_value(variant, &declared)? {
            client.set("variant", &value);
        }
        for (name, value) in params {
            client.set(name, value);
        }
        client.process.send("init");
        client.until("ready", Instant::now() + patience).map_err(|failure| {
            format!("after 'init' expected ready within {} s: {failure}", patience.as_secs())
        })?;
        if let Some(complaint) = client.complaint.take() {
            return Err(format!("while it got ready: {complaint}"));
        }
        Ok(client)
    }

    /// The name the engine gives itself.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Tells that another game begins, and waits for an engine that has to clear
    /// its memory: its clock must not run meanwhile.
    pub fn new_game(&mut self) {
        self.process.send("new-game");
        self.process.send("ping");
        // Whether there is somebody to answer the first move will show.
        let _ = self.until("pong", Instant::now() + CLEARING);
    }

    /// Asks for a move. The engine has until the deadline; what it may spend
    /// itself is in the limits.
    ///
    /// # Errors
    ///
    /// When no answer comes, or none that is Hub.
    pub fn think(
        &mut self,
        start: &str,
        moves: &str,
        limits: &Limits,
        patience: Duration,
    ) -> Result<Answer, Failure> {
        self.complaint = None;
        let moves = if moves.is_empty() { String::new() } else { format!(" moves={}", quoted(moves)) };
        self.process.send(&format!("pos pos={start}{moves}"));
        if let Some(level) = level(limits) {
            self.process.send(&level);
        }
        let asked = Instant::now();
        self.process.send("go think");
        let mut told = Told::default();
        loop {
            let line = self.receive(asked + patience)?;
            match first_word(&line.text) {
                "info" => listen(&line.text, &mut told),
                "done" => {
                    let words = Line::scan(&line.text).map_err(|_| Failure::Malformed(line.text.clone()))?;
                    return Ok(Answer {
                        best: words.get("move").filter(|text| !text.is_empty()).map(str::to_owned),
                        raw: line.text,
                        used: line.at.saturating_duration_since(asked),
                        told,
                    });
                }
                _ => {}
            }
        }
    }

    /// What the engine has complained of since the last question.
    pub fn complaint(&self) -> Option<&str> {
        self.complaint.as_deref()
    }

    /// Asks the engine to end, and makes it.
    pub fn quit(self) {
        self.process.end("quit");
    }

    fn set(&mut self, name: &str, value: &str) {
        self.process.send(&format!("set-param name={} value={}", quote(name), quote(value)));
    }

    /// Reads declarations up to `wait`: the names and the values, if they are
    /// enumerated, of the parameters.
    fn declarations(&mut self, deadline: Instant) -> Result<Vec<(String, Vec<String>)>, Failure> {
        let mut declared = Vec::new();
        loop {
            let line = self.receive(deadline)?.text;
            let word = first_word(&line);
            if word == "wait" {
                return Ok(declared);
            }
            if !matches!(word, "id" | "param") {
                continue;
            }
            let words = Line::scan(&line).map_err(|_| Failure::Malformed(line.clone()))?;
            let Some(name) = words.get("name") else { return Err(Failure::Malformed(line)) };
            if word == "id" {
                self.name = Some(name.to_owned());
            } else {
                let values = words.get("values").unwrap_or("").split_whitespace().map(str::to_owned);
                declared.push((name.to_owned(), values.collect()));
            }
        }
    }

    /// Reads until a line begins with a word.
    fn until(&mut self, word: &str, deadline: Instant) -> Result<(), Failure> {
        while first_word(&self.receive(deadline)?.text) != word {}
        Ok(())
    }

    fn receive(&mut self, deadline: Instant) -> Result<Received, Failure> {
        let line = self.process.receive(deadline)?;
        if first_word(&line.text) == "error" {
            warn!("{}: {}", self.name().unwrap_or("engine"), line.text);
            self.complaint = Some(line.text.clone());
        }
        Ok(line)
    }
}

fn first_word(line: &str) -> &str {
    line.split_ascii_whitespace().next().unwrap_or("")
}

/// The value of the engine's parameter `variant` for a rule set; none if it has
/// no such parameter and needs none.
fn variant_value(variant: Variant, declared: &[(String, Vec<String>)]) -> Result<Option<String>, String> {
    let Some((_, values)) = declared.iter().find(|(name, _)| name == "variant") else {
        // An engine without the parameter plays what the protocol is made for.
        return match variant {
            Variant::International => Ok(None),
            _ => Err(format!("it has no parameter 'variant', and {variant} is asked for")),
        };
    };
    let fits = |value: &&String| value.parse() == Ok(variant);
    match values.iter().find(fits) {
        Some(value) => Ok(Some(value.clone())),
        None => Err(format!("it does not play {variant}, only: {}", values.join(" "))),
    }
}

/// The limits as a command; none if there are none.
fn level(limits: &Limits) -> Option<String> {
    let mut words = String::new();
    let mut add = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            words += &format!(" {name}={value}");
        }
    };
    add("depth", limits.depth.map(|depth| depth.to_string()));
    add("nodes", limits.nodes.map(|nodes| nodes.to_string()));
    add("move-time", limits.move_time.map(|seconds| format!("{seconds:.3}")));
    if let Some(clock) = limits.clock {
        add("moves", clock.moves.map(|moves| moves.to_string()));
        add("time", Some(format!("{:.3}", clock.time)));
        add("inc", Some(format!("{:.3}", clock.increment)));
    }
    (!words.is_empty()).then(|| format!("level{words}"))
}

/// Notes what an `info` line says; what cannot be read says nothing.
fn listen(line: &str, told: &mut Told) {
    let Ok(line) = Line::scan(line) else { return };
    if line.get("multi-pv").is_some_and(|rank| rank != "1") {
        return; // not what it is going to play
    }
    fn read<T: std::str::FromStr>(line: &Line, name: &str) -> Option<T> {
        line.get(name).and_then(|text| text.parse().ok())
    }
    told.depth = read(&line, "depth").or(told.depth);
    told.score = read(&line, "score").filter(|score: &f64| score.is_finite()).or(told.score);
    told.nodes = read(&line, "nodes").or(told.nodes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Clock;

    #[test]
    fn limits_become_a_command() {
        assert_eq!(level(&Limits::default()), None);
        assert_eq!(level(&Limits::nodes(300)).as_deref(), Some("level nodes=300"));
        let clock = Some(Clock { time: 1.5, increment: 0.01, moves: Some(40) });
        let limits = Limits { clock, depth: Some(9), ..Limits::default() };
        assert_eq!(level(&limits).as_deref(), Some("level depth=9 moves=40 time=1.500 inc=0.010"));
    }

    #[test]
    fn a_variant_is_asked_for_by_the_name_the_engine_gives_it() {
        let declared = |values: &str| {
            let values = values.split_whitespace().map(str::to_owned).collect();
            vec![("threads".to_owned(), vec![]), ("variant".to_owned(), values)]
        };
        let scan = declared("normal killer bt");
        assert_eq!(variant_value(Variant::International, &scan), Ok(Some("normal".into())));
        assert!(variant_value(Variant::Russian, &scan).unwrap_err().contains("normal killer bt"));
        assert_eq!(variant_value(Variant::Russian, &declared("x shashki")), Ok(Some("shashki".into())));
        assert_eq!(variant_value(Variant::International, &[]), Ok(None));
        assert!(variant_value(Variant::Turkish, &[]).is_err());
    }

    #[test]
    fn what_is_told_is_kept_until_something_newer_comes() {
        let mut told = Told::default();
        listen("info depth=5 score=-0.25 nodes=100 pv=\"32-28\"", &mut told);
        listen("info depth=6 score=nan nodes=x", &mut told);
        listen("info pv=\"open", &mut told);
        listen("info depth=6 score=-0.50 multi-pv=2", &mut told);
        assert_eq!(told, Told { depth: Some(6), score: Some(-0.25), nodes: Some(100) });
    }
}
