//! Turkish draughts (dama), 8x8, all squares.
//!
//! Sources: Güldeste, Rules of game and learning guide; Örnek (1974), as the
//! rule pages of the game quote them.

use super::facts::*;
use super::variant::Rules;
use crate::board::{Corner, DirSet, Full8x8};

/// The rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Turkish;

impl Rules for Turkish {
    type Board = Full8x8;

    const FACTS: Facts = Facts {
        name: "turkish",
        aliases: &["dama", "turk", "türk", "turkish-dama", "30"],
        title: "Turkish draughts (dama), 8x8, all squares, orthogonal, most pieces",
        corner: Corner::BottomLeft, // PDN 3.0, type A0
        game_type: "30,W,8,8,A0,0",
        squares: Squares::Algebraic,
        capture_sign: 'x',
        win_points: 1, // PDN 3.0, result types
        first: Side::White,
        men_rows: 2,
        rows_behind: 1,
        man_moves: DirSet::FORWARD_AND_SIDEWAYS,
        king_moves: DirSet::ORTHOGONALS,
        flying: true,
        man_captures: DirSet::FORWARD_AND_SIDEWAYS,
        king_captures: DirSet::ORTHOGONALS,
        men_take_kings: true,
        priority: &[Key::Pieces], // a king counts as one piece
        removal: Removal::AtOnce,
        reversal: false,
        passing: Passing::StaysMan,
        repetitions: 3,
        quiet_limit: Some(QuietLimit { plies: 50, progress: Progress::CaptureOrManMove }),
        endings: &[],
        one_piece_each_draws: true,
        weights: Weights { king: 450, advance: 3, home: 0, centre: 1, mobility: 2, tempo: 5 },
    };
}
