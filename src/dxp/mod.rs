//! L6: DamExchange (DXP), the protocol by which two programs play draughts over a
//! socket, from both ends. It knows international draughts on 10x10 and no other
//! rule set. Text in and out; knows engines only through [`crate::engine::Engine`]
//! and games only through [`crate::referee`].
//!
//! The *initiator* connects and asks for games, the *follower* waits and accepts
//! them. Otherwise both do the same: they move in turn, and who is to move may end
//! the game instead. Nobody is held to a clock that only one side can see: we keep
//! to ours, and do not claim that the peer has overstepped its own.

mod connection;
mod fields;
mod game;
mod link;
pub mod message;
mod player;
mod session;
mod verdict;
mod wire;

pub use connection::{PORT, parse_address};
pub use game::Played;
pub use link::{connect, listen};
pub use player::{GameRecord, Notice, Options, Plan};
pub use verdict::{Cause, Verdict};
pub use wire::check_name;
