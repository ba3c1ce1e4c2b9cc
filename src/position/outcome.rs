//! How a game ends: no move, or one of the draws of the rule set.

use super::moves::Move;
use super::position::Position;
use crate::board::{Geometry, Word, dir};
use crate::rules::facts::{Balance, Ending, Progress, Restart};
use crate::rules::variant::Squares;
use crate::rules::{Rules, Side};

/// Why a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draw {
    /// The position has occurred often enough.
    Repetition,
    /// Too many plies without progress.
    QuietLimit,
    /// An ending has lasted its number of plies.
    Ending,
    /// One piece each, and the side to move cannot capture.
    OnePieceEach,
}

/// The state of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It goes on.
    Open,
    /// The side has won: the other is to move and cannot.
    Won(Side),
    /// It is drawn.
    Drawn(Draw),
}

/// What the draw rules count, apart from repetition. Part of the state of a
/// game, updated move by move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawClock {
    /// Plies without progress, as the rule set defines progress.
    quiet: u16,
    /// Plies since a position occurred that cannot occur again.
    reversible: u16,
    /// Plies of the present ending.
    ending: u16,
    /// Positions with a lone king on the main road.
    road: u16,
    /// The present ending, as its place among the facts.
    balance: Option<u8>,
}

impl DrawClock {
    /// The clock of a game that starts here.
    pub fn start<R: Rules>(position: &Position<R>) -> Self {
        let balance = balance(position);
        let road = u16::from(on_road::<R>(balance));
        Self { quiet: 0, reversible: 0, ending: 0, road, balance }
    }

    /// The clock after a move from `before` to `after`.
    #[inline(always)]
    pub fn after<R: Rules>(&self, before: &Position<R>, mv: Move<R>, after: &Position<R>) -> Self {
        let man = !before.kings.contains(mv.from());
        let capture = mv.is_capture();
        let crowned = man && mv.ends_as_king();
        let progress = match R::FACTS.quiet_limit.map(|limit| limit.progress) {
            Some(Progress::CaptureOrCrowning) => capture || crowned,
            _ => capture || man,
        };
        let mut clock = Self {
            quiet: if progress { 0 } else { self.quiet.saturating_add(1) },
            reversible: if capture || man && !is_sideways::<R>(mv) {
                0
            } else {
                self.reversible.saturating_add(1)
            },
            ..*self
        };
        if !R::FACTS.endings.is_empty() {
            clock.count_ending(balance(after), capture, crowned, R::FACTS.endings);
            clock.road += u16::from(on_road::<R>(clock.balance));
        }
        clock
    }

    fn count_ending(&mut self, now: Option<u8>, capture: bool, crowned: bool, endings: &[Ending]) {
        let before = std::mem::replace(&mut self.balance, now);
        let restart = now.is_none_or(|now| match endings[usize::from(now)].restart {
            Restart::Never => before != Some(now),
            Restart::Capture => before.is_none() || capture,
            Restart::CaptureOrCrowning => before.is_none() || capture || crowned,
        });
        self.ending = if restart { 0 } else { self.ending.saturating_add(1) };
        if now.is_none() {
            self.road = 0;
        }
    }

    /// Plies since a position occurred that cannot occur again: how far back a
    /// repetition can lie.
    #[inline(always)]
    pub fn reversible(&self) -> usize {
        self.reversible.into()
    }

    /// Plies without progress.
    pub fn quiet(&self) -> usize {
        self.quiet.into()
    }

    /// Can a count of plies end the game within `plies` plies?
    #[inline(always)]
    pub fn is_near_draw<R: Rules>(&self, plies: usize) -> bool {
        let near = |count: u16, limit: u16| usize::from(count) + plies >= usize::from(limit);
        R::FACTS.quiet_limit.is_some_and(|limit| near(self.quiet, limit.plies))
            || self.balance.is_some_and(|index| {
                let ending = &R::FACTS.endings[usize::from(index)];
                near(self.ending, ending.plies) || on_road::<R>(self.balance)
            })
    }

    /// The shortest of the counts that run, if any does.
    pub fn limit<R: Rules>(&self) -> Option<u16> {
        let ending = self.balance.map(|index| R::FACTS.endings[usize::from(index)].plies);
        ending.into_iter().chain(R::FACTS.quiet_limit.map(|limit| limit.plies)).min()
    }

    /// A win in so many plies comes before any count of plies ends the game. A count
    /// of quiet plies does not matter in its first half: progress starts it anew.
    #[inline(always)]
    pub fn plies_left<R: Rules>(&self) -> usize {
        let left = |count: u16, limit: u16| usize::from(limit.saturating_sub(count));
        let quiet = match R::FACTS.quiet_limit {
            Some(limit) if self.quiet > limit.plies / 2 => left(self.quiet, limit.plies),
            _ => usize::MAX,
        };
        let Some(index) = self.balance else { return quiet };
        let ending = &R::FACTS.endings[usize::from(index)];
        let road = match ending.balance {
            Balance::LoneKingOnMainRoad { road_plies, .. } => left(self.road.min(self.ending), road_plies),
            _ => usize::MAX,
        };
        quiet.min(left(self.ending, ending.plies)).min(road)
    }

    /// Is the game drawn by a count of plies? A side that cannot move has lost
    /// all the same.
    #[inline(always)]
    pub fn draw<R: Rules>(&self) -> Option<Draw> {
        if R::FACTS.quiet_limit.is_some_and(|limit| self.quiet >= limit.plies) {
            return Some(Draw::QuietLimit);
        }
        let ending = &R::FACTS.endings[usize::from(self.balance?)];
        let held = match ending.balance {
            Balance::LoneKingOnMainRoad { road_plies, .. } => self.road.min(self.ending) >= road_plies,
            _ => false,
        };
        (held || self.ending >= ending.plies).then_some(Draw::Ending)
    }
}

/// Does a man move along its row? It can come back, as it cannot from a move
/// forward.
#[inline(always)]
fn is_sideways<R: Rules>(mv: Move<R>) -> bool {
    let rank = |bit| R::Board::coordinates(bit).1;
    (R::FACTS.man_moves.contains(dir::E) || R::FACTS.man_moves.contains(dir::W))
        && rank(mv.from()) == rank(mv.to())
}

/// The first ending of the rule set whose balance the position has.
#[inline(always)]
fn balance<R: Rules>(position: &Position<R>) -> Option<u8> {
    let white_kings = position.white & position.kings;
    let black_kings = position.black & position.kings;
    // Every balance has kings on both sides.
    if R::FACTS.endings.is_empty() || white_kings.is_empty() || black_kings.is_empty() {
        return None;
    }
    let white = (position.white.count(), white_kings.count());
    let black = (position.black.count(), black_kings.count());
    let found = R::FACTS.endings.iter().position(|ending| {
        let lone = |weak: (usize, usize), strong: (usize, usize), min: u8, max: u8, kings_only: bool| {
            weak.0 == 1
                && (min.into()..=max.into()).contains(&strong.0)
                && (!kings_only || strong.0 == strong.1)
        };
        let lone_king = |min, max, kings_only| {
            lone(white, black, min, max, kings_only) || lone(black, white, min, max, kings_only)
        };
        match ending.balance {
            Balance::LoneKing { min, max, kings_only } => lone_king(min, max, kings_only),
            Balance::LoneKingOnMainRoad { pieces, .. } => {
                let on_road = position.occupied() & main_road::<R>();
                lone_king(pieces, pieces, false)
                    && on_road.count() == 1
                    && (if white.0 == 1 { position.white } else { position.black }) == on_road
            }
            Balance::BothHaveKings { min, max } => (min.into()..=max.into()).contains(&(white.0 + black.0)),
        }
    });
    found.map(|index| index as u8)
}

fn on_road<R: Rules>(balance: Option<u8>) -> bool {
    balance.is_some_and(|index| {
        matches!(R::FACTS.endings[usize::from(index)].balance, Balance::LoneKingOnMainRoad { .. })
    })
}

/// The diagonal from a1.
fn main_road<R: Rules>() -> Squares<R> {
    (0..R::Board::FILES.min(R::Board::RANKS))
        .filter_map(|i| R::Board::bit_at(i, i))
        .fold(Squares::<R>::EMPTY, |road, bit| road | Squares::<R>::bit(bit))
}

impl<R: Rules> Position<R> {
    /// One piece each, where that is a draw unless the side to move captures?
    #[inline(always)]
    pub fn is_one_piece_each(&self) -> bool {
        R::FACTS.one_piece_each_draws && self.white.count() == 1 && self.black.count() == 1
    }
}
