//! The words in which a rule set is stated. Facts only, no algorithms.

use crate::board::{Corner, DirSet, Geometry};

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// Starts at the bottom of the board and moves north.
    White,
    /// Starts at the top of the board and moves south.
    Black,
}

impl Side {
    /// The opponent.
    #[inline(always)]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// `W` or `B`, as in FEN and Hub.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Black => 'B',
        }
    }
}

/// What one capture may have more of than another. The legal captures are those
/// with the most of the first key, among them those with the most of the second,
/// and so on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// Pieces taken.
    Pieces,
    /// Value taken: n kings are worth less than 2n men and more than 2n - 1.
    Value,
    /// Made with a king rather than with a man.
    WithKing,
    /// Kings taken.
    Kings,
    /// Kings taken early: the captures are compared piece by piece in the order
    /// of taking, and the first difference decides for the king.
    KingsFirst,
}

/// When taken pieces leave the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removal {
    /// After the whole move; until then they block and may not be jumped again.
    AfterMove,
    /// Each right after its jump.
    AtOnce,
}

/// What becomes of a man that reaches the promotion row in mid-capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passing {
    /// The move ends there and the man is crowned.
    EndsMove,
    /// It goes on as a man, and is crowned only where the move ends.
    StaysMan,
    /// It is crowned at once and goes on as a king.
    BecomesKing,
}

/// How PDN writes squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Squares {
    /// By number.
    Numeric,
    /// By file letter and rank.
    Algebraic,
}

/// What sets the count of quiet plies back to zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// A capture or any move of a man.
    CaptureOrManMove,
    /// A capture or a crowning; other man moves count as quiet.
    CaptureOrCrowning,
}

/// The game is drawn after `plies` plies without progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuietLimit {
    /// Number of plies, both sides counted.
    pub plies: u16,
    /// What starts the count anew.
    pub progress: Progress,
}

/// A balance of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Balance {
    /// A single king against between `min` and `max` pieces, at least one of
    /// them a king.
    LoneKing {
        /// Fewest pieces of the strong side.
        min: u8,
        /// Most pieces of the strong side.
        max: u8,
        /// Must all pieces of the strong side be kings?
        kings_only: bool,
    },
    /// A single king alone on the main road (the diagonal from a1) against
    /// `pieces` pieces, at least one of them a king.
    LoneKingOnMainRoad {
        /// Pieces of the strong side.
        pieces: u8,
        /// Drawn as soon as this many plies of the ending, and this many
        /// positions of it, have passed with the king on the road.
        road_plies: u16,
    },
    /// Both sides have a king, and between `min` and `max` pieces are left.
    BothHaveKings {
        /// Fewest pieces of both sides together.
        min: u8,
        /// Most pieces of both sides together.
        max: u8,
    },
}

/// What starts the count of an ending anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Restart {
    /// Nothing once it runs: it starts when the balance arises.
    Never,
    /// A capture.
    Capture,
    /// A capture or a crowning.
    CaptureOrCrowning,
}

/// The game is drawn when a balance of pieces has lasted for `plies` plies. The
/// move that brings it about is not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The balance.
    pub balance: Balance,
    /// Number of plies, both sides counted.
    pub plies: u16,
    /// What starts the count anew.
    pub restart: Restart,
}

/// What the untrained evaluation pays for, in hundredths of a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// A king.
    pub king: i16,
    /// Each row a man has advanced.
    pub advance: i16,
    /// A man on its own home row.
    pub home: i16,
    /// A man or king on one of the inner files.
    pub centre: i16,
    /// Each square a king can go to.
    pub mobility: i16,
    /// Being the side to move.
    pub tempo: i16,
}

/// A rule set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Facts {
    // ---- the game and its notation
    /// The name, also the value of the Hub parameter `variant`.
    pub name: &'static str,
    /// Other names people use.
    pub aliases: &'static [&'static str],
    /// One line for people.
    pub title: &'static str,
    /// Where square 1 is.
    pub corner: Corner,
    /// The value of the PDN tag `GameType`.
    pub game_type: &'static str,
    /// How PDN writes squares.
    pub squares: Squares,
    /// The sign between the squares of a capture, as players write it.
    pub capture_sign: char,
    /// Points for a win, as PDN writes results: 2 (`2-0`, `1-1`, `0-2`) or
    /// 1 (`1-0`, `1/2-1/2`, `0-1`).
    pub win_points: u8,

    // ---- the start
    /// Who moves first.
    pub first: Side,
    /// Rows of men on each side.
    pub men_rows: usize,
    /// Empty rows behind the men.
    pub rows_behind: usize,

    // ---- movement, as White sees it
    /// Where men move.
    pub man_moves: DirSet,
    /// Where kings move.
    pub king_moves: DirSet,
    /// Do kings move and capture at any distance?
    pub flying: bool,

    // ---- captures, as White sees them
    /// Where men capture.
    pub man_captures: DirSet,
    /// Where kings capture.
    pub king_captures: DirSet,
    /// May a man take a king?
    pub men_take_kings: bool,
    /// Which captures are allowed when there are several.
    pub priority: &'static [Key],
    /// When taken pieces leave the board.
    pub removal: Removal,
    /// May a king turn by 180° between two jumps? It can matter only where
    /// taken pieces are removed at once.
    pub reversal: bool,

    // ---- promotion
    /// A man on the promotion row in mid-capture.
    pub passing: Passing,

    // ---- draws
    /// The game is drawn when a position has occurred this often; 0: never.
    pub repetitions: u8,
    /// The game is drawn after so many quiet plies.
    pub quiet_limit: Option<QuietLimit>,
    /// Endings with a count of their own; the first that fits is counted.
    pub endings: &'static [Ending],
    /// Is the game drawn when each side has one piece and the side to move
    /// cannot capture?
    pub one_piece_each_draws: bool,

    // ---- evaluation
    /// The untrained evaluation.
    pub weights: Weights,
}

impl Facts {
    /// The value of the PDN tag `GameType` for a game with its moves in numbers or
    /// in names. Source: PDN 3.0, GameType tag.
    pub fn game_type_in(&self, squares: Squares) -> String {
        let (letter, corner) = match squares {
            Squares::Numeric => ('N', self.corner),
            Squares::Algebraic => ('A', Corner::BottomLeft),
        };
        let seen_by_white = match corner {
            Corner::BottomLeft => 0,
            Corner::BottomRight => 1,
            Corner::TopLeft => 2,
        };
        // The corner of the first square as the side sees it that moves first.
        let digit = if self.first == Side::White { seen_by_white } else { 3 - seen_by_white };
        let mut fields: Vec<_> = self.game_type.split(',').map(str::to_owned).collect();
        if let Some(notation) = fields.get_mut(4) {
            *notation = format!("{letter}{digit}");
        }
        fields.join(",")
    }

    /// Stops the build when facts contradict each other or the board.
    pub const fn check<G: Geometry>(&self) {
        assert!(self.men_rows + self.rows_behind <= G::RANKS / 2, "the two sides overlap");
        assert!(
            G::HAS_ORTHOGONAL
                || !(self.man_moves.has_orthogonal()
                    || self.man_captures.has_orthogonal()
                    || self.king_moves.has_orthogonal()
                    || self.king_captures.has_orthogonal()),
            "the board has no room for orthogonal steps"
        );
        assert!(
            !self.reversal || matches!(self.removal, Removal::AtOnce),
            "a taken piece that stays blocks the way back"
        );
    }
}
