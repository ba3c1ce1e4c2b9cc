//! L3: from a position to a score. Knows nothing of search or text.
//!
//! `net` is the trained evaluation, `material` the untrained one, which plays
//! every rule set. Which of them plays is chosen once, when an engine is set up.

pub mod material;
pub mod net;
pub mod score;

pub use material::Material;
pub use score::Score;

use crate::position::Position;
use crate::rules::Rules;
use net::{Net, Shape, Sums, Weights};
use std::fmt::{self, Display};
use std::fs;
use std::path::{Path, PathBuf};

/// An evaluation. The search asks it only about positions in which neither side
/// can capture, unless it runs out of depth.
pub trait Evaluation<R: Rules>: Send + Sync {
    /// The value of the position for the side to move, strictly inside
    /// [`score::EVAL_LIMIT`] either way.
    fn evaluate(&self, position: &Position<R>) -> Score;

    /// The same, with the help of what the thread that asks has worked out for the
    /// positions it came through; `key` is that of the position, `ply` how far it has
    /// come, at most [`score::MAX_PLY`].
    #[inline(always)]
    fn evaluate_at(&self, position: &Position<R>, key: u64, ply: usize, sums: &mut Sums<R>) -> Score {
        let _ = (key, ply, sums);
        self.evaluate(position)
    }

    /// Makes `sums` fit for this evaluation: to be called before
    /// [`Self::evaluate_at`] unless nothing else has used them.
    fn begin(&self, sums: &mut Sums<R>) {
        let _ = sums;
    }
}

/// Which evaluation is to play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    /// The net of the rule set that comes with the program, or else material.
    #[default]
    Trained,
    /// The untrained evaluation.
    Material,
    /// The net of a file.
    File(PathBuf),
}

impl Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Trained => f.write_str("trained"),
            Self::Material => f.write_str("material"),
            Self::File(path) => write!(f, "{}", path.display()),
        }
    }
}

impl From<&str> for Choice {
    fn from(text: &str) -> Self {
        match text {
            "trained" | "" => Self::Trained,
            "material" => Self::Material,
            path => Self::File(path.into()),
        }
    }
}

/// The evaluation that has been chosen.
#[derive(Clone, Debug)]
pub enum Evaluator<R: Rules> {
    /// The untrained one.
    Material(Material<R>),
    /// A net with 32 hidden units for each side.
    Net32(Net<R, 32>),
    /// A net with 64.
    Net64(Net<R, 64>),
    /// A net with 128.
    Net128(Net<R, 128>),
}

impl<R: Rules> Evaluator<R> {
    /// The evaluation of a choice.
    ///
    /// # Errors
    ///
    /// When a file is not to be read, is no net, or is one of other rules.
    pub fn new(choice: &Choice) -> Result<Self, String> {
        match choice {
            Choice::Material => Ok(Self::Material(Material::default())),
            Choice::Trained => match net::shipped::<R>() {
                Some(weights) => Self::of(&weights),
                None => Ok(Self::Material(Material::default())),
            },
            Choice::File(path) => {
                let named = |error: String| format!("{}: {error}", path.display());
                Self::of(&read(path).map_err(named)?).map_err(named)
            }
        }
    }

    /// The evaluation by a net.
    ///
    /// # Errors
    ///
    /// When the weights are for other rules.
    pub fn of(weights: &Weights) -> Result<Self, String> {
        Ok(match weights.shape.hidden {
            32 => Self::Net32(Net::new(weights)?),
            64 => Self::Net64(Net::new(weights)?),
            128 => Self::Net128(Net::new(weights)?),
            other => return Err(format!("it has {other} hidden units, expected {:?}", Shape::HIDDEN)),
        })
    }

    /// What it is, for people, where it was chosen so.
    pub fn describe(&self, choice: &Choice) -> String {
        match (self, choice) {
            (Self::Material(_), _) => "material".to_owned(),
            (_, Choice::File(path)) => path.display().to_string(),
            _ => "trained".to_owned(),
        }
    }

    /// The part of the points the side to move can hope for, if the evaluation knows.
    pub fn chance(&self, position: &Position<R>) -> Option<f64> {
        let scale = match self {
            Self::Material(_) => return None,
            Self::Net32(net) => net.scale(),
            Self::Net64(net) => net.scale(),
            Self::Net128(net) => net.scale(),
        };
        let odds = (f64::from(self.evaluate(position)) / f64::from(scale)).exp();
        Some(odds / (1.0 + odds))
    }

    /// Which of its second layers a net uses for a position, and how many there are.
    pub fn bucket(&self, position: &Position<R>) -> Option<(usize, usize)> {
        match self {
            Self::Material(_) => None,
            Self::Net32(net) => Some(net.bucket(position)),
            Self::Net64(net) => Some(net.bucket(position)),
            Self::Net128(net) => Some(net.bucket(position)),
        }
    }
}

fn read(path: &Path) -> Result<Weights, String> {
    Weights::read(&fs::read(path).map_err(|error| error.to_string())?)
}

/// Calls the one that has been chosen.
macro_rules! chosen {
    ($self:expr, $eval:ident => $call:expr) => {
        match $self {
            Evaluator::Material($eval) => $call,
            Evaluator::Net32($eval) => $call,
            Evaluator::Net64($eval) => $call,
            Evaluator::Net128($eval) => $call,
        }
    };
}

impl<R: Rules> Evaluation<R> for Evaluator<R> {
    fn evaluate(&self, position: &Position<R>) -> Score {
        chosen!(self, eval => eval.evaluate(position))
    }

    #[inline(always)]
    fn evaluate_at(&self, position: &Position<R>, key: u64, ply: usize, sums: &mut Sums<R>) -> Score {
        chosen!(self, eval => eval.evaluate_at(position, key, ply, sums))
    }

    fn begin(&self, sums: &mut Sums<R>) {
        chosen!(self, eval => eval.begin(sums))
    }
}
