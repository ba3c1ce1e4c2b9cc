//! The commands of the Hub protocol: words to meaning. What is malformed ends
//! here; what is unknown is ignored, as the protocol asks.

use super::scan::Line;
use crate::engine::shorten;
use crate::search::{Clock, Limits};
use std::fmt::Display;
use std::str::FromStr;

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// For a move, on the own clock.
    Think,
    /// On the opponent's clock, until the hit.
    Ponder,
    /// For the score and the line.
    Analyze,
}

/// The arguments of one `level` command.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Level {
    infinite: bool,
    depth: Option<u32>,
    nodes: Option<u64>,
    move_time: Option<f64>,
    time: Option<f64>,
    increment: Option<f64>,
    moves: Option<u32>,
}

impl Level {
    /// Adds the limits of this command to those of earlier ones.
    pub fn add_to(&self, limits: &mut Limits) {
        if self.infinite {
            *limits = Limits::default();
        }
        limits.depth = self.depth.or(limits.depth);
        limits.nodes = self.nodes.or(limits.nodes);
        limits.move_time = self.move_time.or(limits.move_time);
        if self.time.is_some() || self.increment.is_some() || self.moves.is_some() {
            let old = limits.clock;
            limits.clock = Some(Clock {
                time: self.time.or(old.map(|clock| clock.time)).unwrap_or(0.0),
                increment: self.increment.or(old.map(|clock| clock.increment)).unwrap_or(0.0),
                moves: self.moves.or(old.and_then(|clock| clock.moves)),
            });
        }
    }
}

/// A command of the client.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Introduce yourself.
    Hub,
    /// Set a parameter.
    SetParam {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// Get ready.
    Init,
    /// Forget the last game.
    NewGame,
    /// Set up a position.
    Pos {
        /// The position, if it was given.
        position: Option<String>,
        /// The moves that follow.
        moves: String,
    },
    /// Limit the next search.
    Level(Level),
    /// Search.
    Go {
        /// How.
        mode: Mode,
        /// The moves to choose among; none: all.
        moves: Option<String>,
    },
    /// The opponent has played the expected move.
    PonderHit,
    /// End the search.
    Stop,
    /// Are you there?
    Ping,
    /// End the program.
    Quit,
}

impl Command {
    /// Reads a command; none for a blank line or a command nobody knows.
    ///
    /// # Errors
    ///
    /// When a command that is known has arguments that make no sense.
    pub fn parse(text: &str) -> Result<Option<Self>, String> {
        let first = text.split_ascii_whitespace().next().unwrap_or("");
        if !KNOWN.contains(&first) {
            return Ok(None);
        }
        let line = Line::scan(text).map_err(|error| format!("{first}: {error}"))?;
        Ok(Some(match first {
            "hub" => Self::Hub,
            "set-param" => Self::SetParam {
                name: line.get("name").ok_or("set-param: name= is missing")?.to_owned(),
                value: line.get("value").unwrap_or("").to_owned(),
            },
            "init" => Self::Init,
            "new-game" => Self::NewGame,
            "pos" => Self::Pos {
                position: line.get("pos").map(str::to_owned),
                moves: line.get("moves").unwrap_or("").to_owned(),
            },
            "level" => Self::Level(level(&line)?),
            "go" => Self::Go { mode: mode(&line), moves: line.get("moves").map(str::to_owned) },
            "ponder-hit" => Self::PonderHit,
            "stop" => Self::Stop,
            "ping" => Self::Ping,
            _ => Self::Quit,
        }))
    }
}

const KNOWN: [&str; 11] =
    ["hub", "set-param", "init", "new-game", "pos", "level", "go", "ponder-hit", "stop", "ping", "quit"];

/// Words that are no mode are ignored; without a mode the client wants a move.
fn mode(line: &Line) -> Mode {
    line.arguments
        .iter()
        .find_map(|(name, _)| match &**name {
            "think" => Some(Mode::Think),
            "ponder" => Some(Mode::Ponder),
            "analyze" | "analyse" => Some(Mode::Analyze),
            _ => None,
        })
        .unwrap_or(Mode::Think)
}

fn level(line: &Line) -> Result<Level, String> {
    let mut level = Level::default();
    for (name, value) in &line.arguments {
        match &**name {
            "infinite" => level.infinite = true,
            "depth" => level.depth = Some(number(name, value, "a whole number")?),
            "nodes" => level.nodes = Some(number(name, value, "a whole number")?),
            "moves" => level.moves = Some(number(name, value, "a whole number")?).filter(|&moves| moves > 0),
            "move-time" => level.move_time = Some(seconds(name, value)?),
            "time" => level.time = Some(seconds(name, value)?),
            "inc" => level.increment = Some(seconds(name, value)?),
            _ => {} // handicap, ply, ...: other programs' ideas
        }
    }
    Ok(level)
}

fn number<T: FromStr>(name: &str, value: &str, expected: impl Display) -> Result<T, String> {
    value.parse().map_err(|_| format!("level: {name}: expected {expected}, found '{}'", shorten(value)))
}

fn seconds(name: &str, value: &str) -> Result<f64, String> {
    let seconds: f64 = number(name, value, "a number of seconds")?;
    if seconds.is_finite() {
        Ok(seconds)
    } else {
        Err(format!("level: {name}: expected a finite number of seconds, found '{}'", shorten(value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(lines: &[&str]) -> Limits {
        let mut limits = Limits::default();
        for line in lines {
            match Command::parse(line) {
                Ok(Some(Command::Level(level))) => level.add_to(&mut limits),
                other => panic!("{line}: {other:?}"),
            }
        }
        limits
    }

    #[test]
    fn limits_add_up() {
        let both = Limits { depth: Some(12), move_time: Some(1.0), ..Limits::default() };
        assert_eq!(limits(&["level depth=12 move-time=1.000"]), both);
        assert_eq!(limits(&["level move-time=1", "level depth=12"]), both);
        assert_eq!(limits(&["level depth=3", "level infinite"]), Limits::default());
        assert_eq!(limits(&["level handicap=3", "level ply=4"]), Limits::default());
        let clock = Clock { time: -1.5, increment: 2.0, moves: None };
        assert_eq!(limits(&["level time=-1.5 inc=2"]).clock, Some(clock));
        assert_eq!(limits(&["level moves=0 time=5"]).clock.unwrap().moves, None);
    }

    #[test]
    fn bad_numbers_are_named() {
        for (line, wanted) in [
            ("level depth=abc", "level: depth: expected a whole number, found 'abc'"),
            ("level depth=1.5", "level: depth: expected a whole number, found '1.5'"),
            ("level nodes=-1", "level: nodes: expected a whole number, found '-1'"),
            ("level time=inf", "level: time: expected a finite number of seconds, found 'inf'"),
            ("level inc=", "level: inc: expected a number of seconds, found ''"),
            ("set-param value=3", "set-param: name= is missing"),
        ] {
            assert_eq!(Command::parse(line).unwrap_err(), wanted);
        }
    }

    #[test]
    fn the_unknown_is_ignored() {
        for line in ["", "   ", "hello world", "uci", "position startpos", "\"quit\"", "GO think", "x=\"open"]
        {
            assert_eq!(Command::parse(line), Ok(None), "{line}");
        }
    }

    #[test]
    fn flags_may_have_values() {
        let go = |mode| Ok(Some(Command::Go { mode, moves: None }));
        assert_eq!(Command::parse("go think=true"), go(Mode::Think));
        assert_eq!(Command::parse("go mcts"), go(Mode::Think));
        assert_eq!(Command::parse("\tgo analyze"), go(Mode::Analyze));
    }

    #[test]
    fn moves_to_choose_among_come_with_any_mode() {
        let moves = Some("32-28 31-27".to_owned());
        for (line, mode) in [
            ("go moves=\"32-28 31-27\"", Mode::Think),
            ("go moves=\"32-28 31-27\" ponder", Mode::Ponder),
            ("go analyze moves=\"32-28 31-27\"", Mode::Analyze),
        ] {
            assert_eq!(Command::parse(line), Ok(Some(Command::Go { mode, moves: moves.clone() })));
        }
    }
}
