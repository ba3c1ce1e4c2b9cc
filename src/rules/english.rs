//! English draughts (American checkers), 8x8.
//!
//! Source: World Checkers Draughts Federation, Rules of draughts; the numbers
//! in brackets are its articles.

use super::facts::*;
use super::variant::Rules;
use crate::board::{Board8, Corner, DirSet};

/// The rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct English;

impl Rules for English {
    type Board = Board8;

    const FACTS: Facts = Facts {
        name: "english",
        aliases: &["american", "checkers", "classic", "classical", "anglo-american", "straight", "acf", "21"],
        title: "English draughts (American checkers), 8x8, short kings, free choice",
        corner: Corner::TopLeft,    // 1.6: square 1 is at the bottom right of Black
        game_type: "21,B,8,8,N1,0", // PDN 3.0
        squares: Squares::Numeric,
        capture_sign: 'x',
        win_points: 1,      // PDN 3.0, result types
        first: Side::Black, // 1.9
        men_rows: 3,        // 1.8
        rows_behind: 0,
        man_moves: DirSet::FORWARD_DIAGONALS,    // 1.14
        king_moves: DirSet::DIAGONALS,           // 1.15
        flying: false,                           // 1.15
        man_captures: DirSet::FORWARD_DIAGONALS, // 1.17
        king_captures: DirSet::DIAGONALS,        // 1.18
        men_take_kings: true,                    // 1.17
        priority: &[],                           // 1.20
        removal: Removal::AfterMove,
        reversal: false,
        passing: Passing::EndsMove, // 1.19
        repetitions: 3,             // 1.32
        // 1.32 counts man moves as progress; the stricter common reading, 40 moves of
        // each side without a capture or a crowning, is met no later
        quiet_limit: Some(QuietLimit { plies: 80, progress: Progress::CaptureOrCrowning }),
        endings: &[],
        one_piece_each_draws: false,
        weights: Weights { king: 130, advance: 2, home: 6, centre: 3, mobility: 2, tempo: 4 },
    };
}
