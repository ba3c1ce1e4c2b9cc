//! The messages of DamExchange, layer 2, version 01. Knows what they say and no
//! rule of any game.

use crate::rules::Side;
use std::fmt::{self, Display};

/// Most characters of a message, the end code not counted.
pub const LONGEST: usize = 127;

/// A message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// `R`, GAMEREQ: the initiator asks for a game.
    GameRequest(GameRequest),
    /// `A`, GAMEACC: the follower answers that.
    GameAccept {
        /// The name of the follower.
        name: String,
        /// What it answers.
        answer: Answer,
    },
    /// `M`, MOVE: a move.
    Move(Move),
    /// `E`, GAMEEND: in place of a move; also the answer to that.
    GameEnd {
        /// Why, for information only.
        reason: Reason,
        /// Does the sender want no further game?
        stop: bool,
    },
    /// `C`, CHAT: text for people.
    Chat(String),
    /// `B`, BACKREQ: back to the position where a side was to move.
    BackRequest {
        /// The number of the move, the first one of each side being 1.
        number: u16,
        /// The side to move.
        side: Side,
    },
    /// `K`, BACKACC: the answer to that.
    BackAccept(BackAnswer),
}

/// What the initiator asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRequest {
    /// The name of the initiator.
    pub name: String,
    /// The side of the follower.
    pub follower: Side,
    /// Minutes that each side has for the whole game; 0, as programs use it: no clock.
    pub minutes: u16,
    /// Moves of each side after which the game may be ended; 0: no limit.
    pub moves: u16,
    /// The position as in Hub; none: the start of a game.
    pub position: Option<String>,
}

/// A move, squares counted as players count them. It says nothing of the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// Seconds it took, for information only.
    pub seconds: u16,
    /// The start square.
    pub from: u16,
    /// The end square.
    pub to: u16,
    /// The squares of the taken pieces, in any order.
    pub taken: Vec<u16>,
}

/// A code of one digit.
pub(super) trait Code: Copy + PartialEq + 'static {
    /// Every value; its place is its digit.
    const ALL: &[Self];
}

/// Whether there will be a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The game begins.
    Accepted,
    /// The version of the protocol is another one.
    OtherVersion,
    /// Not this game, perhaps another.
    NotThis,
    /// No game at all.
    NoGame,
}

impl Code for Answer {
    const ALL: &[Self] = &[Self::Accepted, Self::OtherVersion, Self::NotThis, Self::NoGame];
}

/// Why a game is ended, from the view of the sender.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// None given.
    Unknown,
    /// The sender has lost.
    Lost,
    /// It is a draw.
    Drawn,
    /// The sender has won.
    Won,
}

impl Code for Reason {
    const ALL: &[Self] = &[Self::Unknown, Self::Lost, Self::Drawn, Self::Won];
}

/// Whether moves are taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BackAnswer {
    /// They are.
    Accepted,
    /// The program cannot do that.
    Unsupported,
    /// The program wants to go on from the present position.
    GoOn,
}

impl Code for BackAnswer {
    const ALL: &[Self] = &[Self::Accepted, Self::Unsupported, Self::GoOn];
}

/// Why a text is no message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MessageError {
    /// A game request of another version of the protocol.
    OtherVersion(String),
    /// Nothing begins with that character.
    UnknownKind(char),
    /// A message of a known kind that is not formed as it should be.
    Malformed {
        /// The letter of the kind.
        kind: char,
        /// What is wrong.
        message: String,
    },
}

impl Display for MessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherVersion(version) => {
                write!(f, "GAMEREQ: version '{}' of the protocol is not known", version.escape_default())
            }
            Self::UnknownKind(kind) => {
                write!(f, "no message begins with '{}'", kind.escape_default())
            }
            Self::Malformed { kind, message } => write!(f, "{}: {message}", kind_name(*kind)),
        }
    }
}

impl std::error::Error for MessageError {}

fn kind_name(kind: char) -> &'static str {
    match kind {
        'R' => "GAMEREQ",
        'A' => "GAMEACC",
        'M' => "MOVE",
        'E' => "GAMEEND",
        'C' => "CHAT",
        'B' => "BACKREQ",
        _ => "BACKACC",
    }
}

impl Message {
    /// A text for people, made to fit: what is not printable ASCII becomes `?`, and
    /// what is too long is cut.
    pub fn chat(text: &str) -> Self {
        let printable = |c: char| if c == ' ' || c.is_ascii_graphic() { c } else { '?' };
        Self::Chat(text.chars().map(printable).take(LONGEST - 1).collect())
    }
}
