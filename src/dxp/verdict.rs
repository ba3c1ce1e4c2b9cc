//! How a game ended, and why.
//!
//! | cause | result | how it comes |
//! |---|---|---|
//! | `no-move` | win | the side to move cannot; it sends GAMEEND with reason 1 |
//! | `repetition`, `quiet-limit`, `ending` | draw | a rule; the side to move sends reason 2 |
//! | `move-limit` | unknown | the moves of the request are made; reason 0 |
//! | `resigned`, `draw-claimed`, `win-claimed` | as said | the peer sends reason 1, 2 or 3 where the rules say nothing |
//! | `ended` | unknown | the peer sends reason 0 where the rules say nothing |
//! | `illegal-move`, `bad-message`, `disconnected`, `silent` | unknown | the game cannot go on |

use super::message::Reason;
use crate::notation::pdn::GameResult;
use crate::position::{Draw, Outcome};
use crate::rules::Side;
use std::fmt::{self, Display};

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The side to move cannot.
    NoMove,
    /// The game is drawn by a rule.
    Rule(Draw),
    /// All moves of the request have been made.
    MoveLimit,
    /// The peer says it has lost.
    Resigned,
    /// The peer says it is a draw.
    DrawClaimed,
    /// The peer says it has won.
    WinClaimed,
    /// The peer ended the game and did not say why.
    Ended,
    /// The peer sent a move that is not legal.
    IllegalMove,
    /// The peer sent what is no message.
    BadMessage,
    /// The connection is gone.
    Disconnected,
    /// The peer has said nothing for too long.
    Silent,
}

impl Cause {
    /// Was the game cut short by something that should not happen?
    pub fn is_failure(self) -> bool {
        matches!(self, Self::IllegalMove | Self::BadMessage | Self::Disconnected | Self::Silent)
    }
}

impl Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::NoMove => "no-move",
            Self::Rule(Draw::Repetition) => "repetition",
            Self::Rule(Draw::QuietLimit) => "quiet-limit",
            Self::Rule(Draw::Ending) => "ending",
            Self::Rule(Draw::OnePieceEach) => "one-piece-each",
            Self::MoveLimit => "move-limit",
            Self::Resigned => "resigned",
            Self::DrawClaimed => "draw-claimed",
            Self::WinClaimed => "win-claimed",
            Self::Ended => "ended",
            Self::IllegalMove => "illegal-move",
            Self::BadMessage => "bad-message",
            Self::Disconnected => "disconnected",
            Self::Silent => "silent",
        })
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The result.
    pub result: GameResult,
    /// Why.
    pub cause: Cause,
}

impl Verdict {
    /// What the rules say; none while the game goes on.
    pub(super) fn by_rule(outcome: Outcome) -> Option<Self> {
        match outcome {
            Outcome::Open => None,
            Outcome::Won(side) => Some(Self { result: won_by(side), cause: Cause::NoMove }),
            Outcome::Drawn(draw) => Some(Self { result: GameResult::Draw, cause: Cause::Rule(draw) }),
        }
    }

    /// What a side says at the end of a game.
    pub(super) fn said(reason: Reason, side: Side) -> Self {
        let (result, cause) = match reason {
            Reason::Unknown => (GameResult::Unknown, Cause::Ended),
            Reason::Lost => (won_by(side.other()), Cause::Resigned),
            Reason::Drawn => (GameResult::Draw, Cause::DrawClaimed),
            Reason::Won => (won_by(side), Cause::WinClaimed),
        };
        Self { result, cause }
    }

    /// No result.
    pub(super) fn open(cause: Cause) -> Self {
        Self { result: GameResult::Unknown, cause }
    }

    /// What a side says that ends the game.
    pub(super) fn reason(&self, side: Side) -> Reason {
        match self.result {
            GameResult::Unknown => Reason::Unknown,
            GameResult::Draw => Reason::Drawn,
            result if result == won_by(side) => Reason::Won,
            _ => Reason::Lost,
        }
    }
}

fn won_by(side: Side) -> GameResult {
    match side {
        Side::White => GameResult::WhiteWins,
        Side::Black => GameResult::BlackWins,
    }
}
