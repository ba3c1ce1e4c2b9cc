//! International draughts (Polish draughts), 10x10.
//!
//! Source: FMJD, Official rules for international draughts 10x10 (annex 1);
//! the numbers in brackets are its articles.

use super::facts::*;
use super::variant::Rules;
use crate::board::{Board10, Corner, DirSet};

/// The rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct International;

impl Rules for International {
    type Board = Board10;

    const FACTS: Facts = Facts {
        name: "international",
        aliases: &["normal", "standard", "polish", "international10x10", "10x10", "draughts", "dammen", "20"],
        title: "International (Polish) draughts, 10x10, flying kings, most pieces",
        corner: Corner::TopLeft,      // 2.8
        game_type: "20,W,10,10,N2,0", // PDN 3.0
        squares: Squares::Numeric,    // 7.1
        capture_sign: 'x',            // 7.4
        win_points: 2,                // PDN 3.0, result types
        first: Side::White,           // 2.7
        men_rows: 4,                  // 2.6
        rows_behind: 0,
        man_moves: DirSet::FORWARD_DIAGONALS, // 3.4
        king_moves: DirSet::DIAGONALS,        // 3.9
        flying: true,                         // 3.9
        man_captures: DirSet::DIAGONALS,      // 4.2
        king_captures: DirSet::DIAGONALS,     // 4.3
        men_take_kings: true,                 // 4.2
        priority: &[Key::Pieces],             // 4.13, 4.14
        removal: Removal::AfterMove,          // 4.8
        reversal: false,
        passing: Passing::StaysMan, // 4.15
        repetitions: 3,             // 6.1
        quiet_limit: Some(QuietLimit { plies: 50, progress: Progress::CaptureOrManMove }), // 6.2
        endings: &[
            // 6.3: 16 moves each for three pieces, a king among them, against a king
            Ending {
                balance: Balance::LoneKing { min: 3, max: 3, kings_only: false },
                plies: 32,
                restart: Restart::Never,
            },
            // 6.4: 5 moves each for two pieces or one against a king
            Ending {
                balance: Balance::LoneKing { min: 1, max: 2, kings_only: false },
                plies: 10,
                restart: Restart::Never,
            },
        ],
        one_piece_each_draws: false,
        weights: Weights { king: 300, advance: 2, home: 0, centre: 2, mobility: 2, tempo: 5 },
    };
}
