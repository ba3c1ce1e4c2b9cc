//! Who plays: an engine behind a pipe, or polydam itself in this process. Knows
//! neither the rules nor the clock.

use crate::engine::{self, Engine, Setup, Style};
use crate::eval::score::men;
use crate::hub::Settings;
use crate::hub::client::{Answer, Client, Failure, Told};
use crate::notation::Dialect;
use crate::rules::Variant;
use crate::search::{Control, Limits};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The command that means polydam itself, without another process.
pub const SELF: &str = "self";

/// An engine as it was asked for.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Spec {
    /// What players and tables call it.
    pub name: String,
    /// The command that starts it, or [`SELF`].
    pub command: String,
    /// The folder it is started in.
    pub folder: Option<PathBuf>,
    /// Its parameters, in order.
    pub params: Vec<(String, String)>,
    /// Its limits, where they differ from those of the match.
    pub limits: TimeControl,
}

/// What a side may spend, as far as it is said.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct TimeControl {
    /// Seconds for the game.
    pub time: Option<f64>,
    /// Seconds added before every move.
    pub increment: Option<f64>,
    /// Seconds for each move.
    pub move_time: Option<f64>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Depth of each search in plies.
    pub depth: Option<u32>,
}

impl TimeControl {
    /// Says it anything?
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// This control, or the other one where it says nothing at all.
    pub fn or(self, other: Self) -> Self {
        if self.is_empty() { other } else { self }
    }
}

/// Somebody who plays.
pub trait Player: Send {
    /// Gets ready for another game.
    fn new_game(&mut self);

    /// Finds a move in the position after the Hub moves. There will be no answer
    /// after `patience`.
    ///
    /// # Errors
    ///
    /// When there is no answer. Then the player is of no use any more.
    fn think(
        &mut self,
        start: &str,
        moves: &str,
        limits: &Limits,
        patience: Duration,
    ) -> Result<Answer, Failure>;

    /// The last thing it complained of, if it did during the last question.
    fn complaint(&self) -> Option<&str> {
        None
    }
}

/// Starts a player.
///
/// # Errors
///
/// When it does not get ready within `patience`, or cannot do what is asked.
pub fn start(spec: &Spec, variant: Variant, patience: Duration) -> Result<Box<dyn Player>, String> {
    if spec.command == SELF {
        return Ok(Box::new(Local::new(variant, &spec.params)?));
    }
    let client = Client::start(&spec.command, spec.folder.as_deref(), variant, &spec.params, patience)?;
    Ok(Box::new(Remote(client)))
}

/// An engine behind a pipe.
struct Remote(Client);

impl Player for Remote {
    fn new_game(&mut self) {
        self.0.new_game();
    }

    fn think(
        &mut self,
        start: &str,
        moves: &str,
        limits: &Limits,
        patience: Duration,
    ) -> Result<Answer, Failure> {
        self.0.think(start, moves, limits, patience)
    }

    fn complaint(&self) -> Option<&str> {
        self.0.complaint()
    }
}

/// Polydam in this process.
struct Local(Box<dyn Engine>);

impl Local {
    fn new(variant: Variant, params: &[(String, String)]) -> Result<Self, String> {
        let mut settings = Settings::new(variant);
        for (name, value) in params {
            if !settings.has(name) {
                return Err(format!("there is no parameter '{name}'"));
            }
            settings.set(name, value)?;
        }
        engine::new(variant, &settings.config).map(Self)
    }
}

impl Player for Local {
    fn new_game(&mut self) {
        self.0.new_game();
    }

    fn think(&mut self, start: &str, moves: &str, limits: &Limits, _: Duration) -> Result<Answer, Failure> {
        let asked = Instant::now();
        self.0
            .set_up(Setup::Hub { position: start, moves, dialect: Dialect::Hub })
            .map_err(Failure::Malformed)?;
        let findings = self.0.search(limits, &Control::new(false), Style::Hub(Dialect::Hub), &|_| ());
        let best = findings.line.first().cloned();
        Ok(Answer {
            raw: best.clone().unwrap_or_default(),
            best,
            used: asked.elapsed(),
            told: Told {
                depth: Some(findings.depth),
                score: Some(men(findings.score)),
                nodes: Some(findings.nodes),
            },
        })
    }
}
