//! What the double is asked to do.

use clap::{Parser, ValueEnum};
use polydam::rules::Variant;
use std::path::PathBuf;

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Fault {
    /// Ends by a signal instead of answering `go`.
    Crash,
    /// Ends with code 3 instead of answering `go`.
    Exit,
    /// Neither answers `go` nor reads any more.
    Hang,
    /// Neither answers `init` nor reads any more.
    HangAtInit,
    /// Plays a move that is not legal.
    Illegal,
    /// Sleeps for `--delay` before the answer, whatever is sent.
    Slow,
    /// Writes nonsense before the answer.
    Garbage,
    /// Says `done` without a move.
    NoDoneMove,
    /// Writes info lines for ever instead of answering `go`.
    Flood,
    /// Goes on, but nobody hears it any more.
    ClosesStdout,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Sloppy {
    /// Greets before it is asked to.
    Greets,
    /// Has no author.
    NoAuthor,
    /// Declares a number without its bounds.
    NoBounds,
    /// Gets ready only once.
    ReadyOnce,
    /// Ends at a parameter out of range.
    DiesOnBadValue,
    /// Ends at a position it cannot read.
    DiesOnBadPos,
    /// Takes a bad position without a word.
    TakesBadPos,
    /// Forgets the moves of `pos`.
    ForgetsMoves,
    /// Takes three times the time it is given for a move.
    Overstays,
    /// Writes info that is not `key=value`.
    BadInfo,
    /// Tells a line of moves that cannot be played.
    IllegalPv,
    /// Expects a reply that cannot be played.
    IllegalPonder,
    /// Does not answer `ping` while it searches.
    NoPongInSearch,
    /// Ends the search at `ping`.
    PingEndsSearch,
    /// Says `done` twice when it is stopped.
    DoneTwice,
    /// Says `done` to `stop` when it does not search.
    DoneWhenIdle,
    /// Says `error` to commands it does not know.
    ErrorOnUnknown,
    /// Goes on when its input ends.
    IgnoresEnd,
    /// Goes on at `quit`.
    IgnoresQuit,
    /// Keeps its last line until more input comes.
    Buffers,
}

#[derive(Parser, Debug)]
pub(crate) struct Options {
    /// Name in `id`
    #[arg(long, default_value = "double")]
    pub(crate) name: String,
    /// The rule set until `set-param name=variant`
    #[arg(long, default_value = "international")]
    pub(crate) variant: Variant,
    /// Chooses among the legal moves; the choice depends on this and the position
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The whole game, moves of both sides: in a position with n moves behind
    /// `pos`, number n+1 is played as it is written, legal or not
    #[arg(long, default_value = "")]
    pub(crate) script: String,
    /// Scores in men, own view, one for each own move of a game; the last one stays
    #[arg(long, default_value = "0.00", allow_hyphen_values = true)]
    pub(crate) score: String,
    #[arg(long)]
    pub(crate) fault: Option<Fault>,
    /// The own move of a game, from 1, that the fault comes with [default: every]
    #[arg(long)]
    pub(crate) at: Option<usize>,
    /// The fault comes only if this file does not exist, and makes it
    #[arg(long)]
    pub(crate) marker: Option<PathBuf>,
    /// Milliseconds for `--fault slow`
    #[arg(long, default_value_t = 1000)]
    pub(crate) delay: u64,
    #[arg(long)]
    pub(crate) sloppy: Vec<Sloppy>,
    /// Appends every line that is read to this file
    #[arg(long)]
    pub(crate) log: Option<PathBuf>,
}
