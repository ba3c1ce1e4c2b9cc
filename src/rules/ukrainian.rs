//! Ukrainian draughts (shashki), 8x8.
//!
//! Source: the Ukrainian rules as its players publish them (shashky.in.ua).

use super::facts::*;
use super::variant::Rules;
use crate::board::{Board8, Corner, DirSet};

/// The rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ukrainian;

impl Rules for Ukrainian {
    type Board = Board8;

    const FACTS: Facts = Facts {
        name: "ukrainian",
        aliases: &["ukraine", "shashky", "ukrainian-shashki"],
        title: "Ukrainian draughts (shashky), 8x8, flying kings, free choice",
        corner: Corner::TopLeft,
        game_type: "25,W,8,8,A0,0", // PDN 3.0, as Russian
        squares: Squares::Algebraic,
        capture_sign: ':',
        win_points: 1, // PDN 3.0, result types
        first: Side::White,
        men_rows: 3,
        rows_behind: 0,
        man_moves: DirSet::FORWARD_DIAGONALS,
        king_moves: DirSet::DIAGONALS,
        flying: true,
        man_captures: DirSet::DIAGONALS,
        king_captures: DirSet::DIAGONALS,
        men_take_kings: true,
        priority: &[],               // "may choose any"
        removal: Removal::AfterMove, // "their square stays blocked"
        reversal: false,
        passing: Passing::BecomesKing, // "becomes a king at once and goes on as a king"
        repetitions: 3,
        // 15 moves of each side without a capture and without a man moving
        quiet_limit: Some(QuietLimit { plies: 30, progress: Progress::CaptureOrManMove }),
        endings: &[],
        one_piece_each_draws: false,
        weights: Weights { king: 300, advance: 3, home: 6, centre: 3, mobility: 3, tempo: 5 },
    };
}
