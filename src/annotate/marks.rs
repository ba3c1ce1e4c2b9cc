//! When a move is a mistake.
//!
//! A move is measured by what it gives away: the value of the position before it,
//! with best play, less the value after it, both for the side that moved. In a
//! position that is won or lost anyway a few men more or less are of no
//! consequence, so values end at [`CLEAR`]; only a win that is proved counts a
//! little more. A missed win or a missed draw is thus a loss like any other.

use crate::eval::Score;
use crate::eval::score::is_decided;

/// From this loss on a move is an inaccuracy, `?!`: half a man.
pub const INACCURACY: Score = 50;
/// From this loss on a move is a mistake, `?`: a man.
pub const MISTAKE: Score = 100;
/// From this loss on a move is a blunder, `??`: two men.
pub const BLUNDER: Score = 200;
/// Estimates are cut to this: five men decide a game. Nothing played in a
/// position worse than this is marked.
pub const CLEAR: Score = 500;
/// The value of a game that is won for certain.
pub const WON: Score = 550;

/// What is wrong with a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// All marks, the mildest first.
    pub const ALL: &[Self] = &[Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// Its numeric annotation glyph.
    pub const fn nag(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }

    /// Its sign behind a move.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// What a score is worth when moves are compared, in hundredths of a man.
pub fn value(score: Score) -> Score {
    if is_decided(score) { WON * score.signum() } else { score.clamp(-CLEAR, CLEAR) }
}

/// What a move has given away, in hundredths of a man: `best` is the score with
/// best play and `played` the score after the move, both for the side that moved.
pub fn loss(best: Score, played: Score) -> Score {
    (value(best) - value(played)).max(0)
}

/// The mark of a move with a loss, in a position with a score for the side that
/// moved.
pub fn mark(best: Score, loss: Score) -> Option<Mark> {
    match loss {
        _ if best <= -CLEAR => None,
        BLUNDER.. => Some(Mark::Blunder),
        MISTAKE.. => Some(Mark::Mistake),
        INACCURACY.. => Some(Mark::Inaccuracy),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::score::{DRAW, lost_in, won_in};

    fn judge(best: Score, played: Score) -> Option<Mark> {
        mark(best, loss(best, played))
    }

    #[test]
    fn marks_follow_the_loss() {
        assert_eq!(judge(30, 30), None);
        assert_eq!(judge(30, 80), None, "better than thought");
        assert_eq!(judge(30, 30 - INACCURACY + 1), None);
        assert_eq!(judge(30, 30 - INACCURACY), Some(Mark::Inaccuracy));
        assert_eq!(judge(30, 30 - MISTAKE), Some(Mark::Mistake));
        assert_eq!(judge(-300, -300 - BLUNDER), Some(Mark::Blunder));
    }

    #[test]
    fn a_missed_win_and_a_missed_draw_count() {
        assert_eq!(judge(won_in(9), DRAW), Some(Mark::Blunder));
        assert_eq!(judge(DRAW, lost_in(12)), Some(Mark::Blunder));
        assert_eq!(judge(won_in(9), 400), Some(Mark::Mistake));
        assert_eq!(judge(won_in(9), 1200), Some(Mark::Inaccuracy), "it still wins");
        assert_eq!(judge(DRAW, -150), Some(Mark::Mistake));
    }

    #[test]
    fn nothing_is_lost_where_the_game_is_decided() {
        assert_eq!(judge(won_in(5), won_in(41)), None);
        assert_eq!(judge(lost_in(40), lost_in(2)), None);
        assert_eq!(judge(1500, 700), None);
        assert_eq!(judge(-600, lost_in(3)), None);
    }

    #[test]
    fn glyphs_and_signs_agree() {
        let signs: Vec<_> = Mark::ALL.iter().map(|mark| (mark.nag(), mark.sign())).collect();
        assert_eq!(signs, [(6, "?!"), (2, "?"), (4, "??")]);
        assert!(Mark::Inaccuracy < Mark::Blunder);
    }
}
