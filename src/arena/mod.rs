//! L7: matches between engines. Plays, judges, counts; prints nothing.
//!
//! From the inside out: a [`player`] answers for one side, a [`game`] is played
//! by two of them and judged on every move, the [`schedule`] says which games
//! there are, the [`tournament`] plays them on several threads and keeps a
//! [`journal`], and [`elo`] and [`sprt`] say what the results are worth.

pub mod elo;
pub mod endings;
pub mod game;
pub mod journal;
pub mod player;
pub mod schedule;
pub mod sprt;
pub mod standings;
pub mod tournament;
