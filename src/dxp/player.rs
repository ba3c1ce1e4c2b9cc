//! Who plays, how, and who is told. Knows no connection.

use super::game::Played;
use super::message::GameRequest;
use super::verdict::Verdict;
use crate::engine::{Config, Engine, Findings};
use crate::rules::Side;
use crate::search::Limits;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

/// How we play.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// Our name.
    pub name: String,
    /// Limits of each search, besides the clock of a game.
    pub limits: Limits,
    /// What the engine is given.
    pub config: Config,
    /// Games in all; none: as many as are asked for.
    pub games: Option<u32>,
    /// How long the peer may say nothing when it should.
    pub patience: Duration,
}

/// What the initiator asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Our side in the first game; it changes from game to game.
    pub side: Side,
    /// Minutes for each side and game; 0: no clock.
    pub minutes: u16,
    /// Moves of each side after which a game may end; 0: no limit.
    pub moves: u16,
    /// The position at the start, as in Hub, if it is not the usual one.
    pub position: Option<String>,
}

/// A game, from its start on.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord {
    /// Its number, from 1.
    pub number: u32,
    /// Who plays White.
    pub white: String,
    /// Who plays Black.
    pub black: String,
    /// Minutes for each side; 0: no clock.
    pub minutes: u16,
    /// Moves of each side after which it may end; 0: no limit.
    pub move_limit: u16,
    /// The position at the start as PDN FEN, if it is not the usual one.
    pub start_fen: Option<String>,
    /// The moves as players write them.
    pub moves: Vec<String>,
}

/// What has happened.
#[derive(Debug)]
pub enum Notice<'a> {
    /// Peers may connect to this address.
    Listening(SocketAddr),
    /// A peer is there.
    Connected(&'a str),
    /// A game begins.
    Started(&'a GameRecord),
    /// A move was made.
    Moved {
        /// The number of the game.
        game: u32,
        /// The move.
        played: &'a Played,
        /// What our search found; none for the peer's moves.
        findings: Option<&'a Findings>,
    },
    /// Moves were taken back.
    TakenBack {
        /// The number of the game.
        game: u32,
        /// The plies that are left.
        plies: usize,
    },
    /// The peer says something to people.
    Chat(&'a str),
    /// A game has ended.
    Ended(&'a GameRecord, Verdict),
    /// Something is not as it should be.
    Trouble(&'a str),
    /// The connection is closed, for this reason.
    Disconnected(&'a str),
}

/// Hears what happens. Its errors end everything.
pub(super) type Listener<'a> = &'a mut dyn FnMut(Notice<'_>) -> io::Result<()>;

/// Plays games, over one connection after another.
pub(super) struct Player<'a> {
    pub(super) options: &'a Options,
    pub(super) listener: Listener<'a>,
    /// Away while a search runs.
    pub(super) engine: Option<Box<dyn Engine>>,
    /// Games that have begun.
    pub(super) games: u32,
    /// Has all gone as it should?
    pub(super) sound: bool,
}

impl<'a> Player<'a> {
    pub(super) fn new(options: &'a Options, engine: Box<dyn Engine>, listener: Listener<'a>) -> Self {
        Self { options, listener, engine: Some(engine), games: 0, sound: true }
    }

    /// Have all games begun?
    pub(super) fn is_done(&self) -> bool {
        self.options.games.is_some_and(|games| self.games >= games)
    }

    /// Something has gone wrong.
    pub(super) fn complain(&mut self, text: &str) -> io::Result<()> {
        self.sound = false;
        (self.listener)(Notice::Trouble(text))
    }
}

impl Plan {
    /// The request for the next game.
    pub(super) fn request(&self, name: &str) -> GameRequest {
        GameRequest {
            name: name.to_owned(),
            follower: self.side.other(),
            minutes: self.minutes,
            moves: self.moves,
            position: self.position.clone(),
        }
    }
}
