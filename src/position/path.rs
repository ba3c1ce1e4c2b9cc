//! The way of a capture, square by square. A move does not keep it: two ways to
//! the same taken pieces are one move. People write it down all the same.

use super::moves::Move;
use super::position::{Position, promotion_row};
use crate::board::dir::turn;
use crate::board::{Geometry, Word};
use crate::rules::facts::{Passing, Removal};
use crate::rules::variant::Squares;
use crate::rules::{Rules, Side};
use std::collections::HashSet;

/// The squares a piece touches in a move: its start, its landing squares, its
/// end. A king that goes straight on lands right behind the piece it jumps.
pub fn way<R: Rules>(position: &Position<R>, mv: Move<R>) -> Vec<usize> {
    let mut walk = Walk::new(position, mv, &[]);
    if mv.is_capture() && walk.run() { walk.trail } else { vec![mv.from(), mv.to()] }
}

/// Do the squares, start and end among them, lie in this order on a way to make
/// the move? Landing squares may be left out.
pub fn leads<R: Rules>(position: &Position<R>, mv: Move<R>, squares: &[usize]) -> bool {
    let [first, named @ ..] = squares else { return false };
    if *first != mv.from() || named.last() != Some(&mv.to()) {
        return false;
    }
    if mv.is_capture() { Walk::new(position, mv, named).run() } else { named.len() == 1 }
}

struct Walk<'a, R: Rules> {
    mv: Move<R>,
    with_king: bool,
    prey: Squares<R>,
    /// Empty squares, the start of the move among them.
    empty: Squares<R>,
    last_row: Squares<R>,
    white: bool,
    /// Squares to be touched, in order.
    named: &'a [usize],
    trail: Vec<usize>,
    /// Places from which the walk cannot be completed.
    dead: HashSet<Place<R>>,
}

/// Where a walk is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place<R: Rules> {
    at: usize,
    king: bool,
    taken: Squares<R>,
    /// The direction of the last jump.
    dir: Option<usize>,
    /// How many of the named squares have been touched.
    touched: usize,
}

impl<'a, R: Rules> Walk<'a, R> {
    fn new(position: &Position<R>, mv: Move<R>, named: &'a [usize]) -> Self {
        Self {
            mv,
            with_king: position.kings().contains(mv.from()),
            prey: mv.taken(),
            empty: position.view().empty() | Squares::<R>::bit(mv.from()),
            last_row: promotion_row::<R>(position.side()),
            white: position.side() == Side::White,
            named,
            trail: vec![mv.from()],
            dead: HashSet::new(),
        }
    }

    /// Is there a way? The trail then holds it.
    fn run(&mut self) -> bool {
        let (at, king) = (self.mv.from(), self.with_king);
        self.go(Place { at, king, taken: Squares::<R>::EMPTY, dir: None, touched: 0 })
    }

    /// Completes the walk from a place; the trail then holds it.
    fn go(&mut self, place: Place<R>) -> bool {
        if place.taken == self.prey {
            return place.at == self.mv.to() && place.touched == self.named.len();
        }
        if self.dead.contains(&place) {
            return false;
        }
        let set = if place.king { R::FACTS.king_captures } else { R::FACTS.man_captures.seen_by(self.white) };
        for dir in set.iter() {
            if !R::FACTS.reversal && place.king && place.dir == Some(turn(dir)) {
                continue;
            }
            for (over, land) in self.jumps(place, dir) {
                let next = self.landed(place, over, land, dir);
                self.trail.push(land);
                if self.go(next) {
                    return true;
                }
                self.trail.pop();
            }
        }
        self.dead.insert(place);
        false
    }

    /// The jumps from a place in a direction: the piece jumped, and where to.
    fn jumps(&self, place: Place<R>, dir: usize) -> Vec<(usize, usize)> {
        let at_once = R::FACTS.removal == Removal::AtOnce;
        let free = if at_once { self.empty | place.taken } else { self.empty };
        let occupied = R::Board::ALL & !free;
        let long = place.king && R::FACTS.flying;
        let over = if long {
            R::Board::reach(place.at, dir, occupied).1
        } else {
            R::Board::step(Squares::<R>::bit(place.at), dir)
        };
        let over = over & self.prey & !place.taken;
        if over.is_empty() {
            return Vec::new();
        }
        let behind = if long {
            R::Board::reach(over.lowest(), dir, occupied).0
        } else {
            R::Board::step(over, dir) & free
        };
        let mut landings: Vec<_> = behind.bits().map(|land| (over.lowest(), land)).collect();
        if R::Board::RAYS[over.lowest()][dir] < over {
            landings.reverse(); // nearest first
        }
        landings
    }

    fn landed(&self, place: Place<R>, over: usize, land: usize, dir: usize) -> Place<R> {
        let crowned = R::FACTS.passing == Passing::BecomesKing && self.last_row.contains(land);
        Place {
            at: land,
            king: place.king || crowned,
            taken: place.taken | Squares::<R>::bit(over),
            dir: Some(dir),
            touched: place.touched + usize::from(self.named.get(place.touched) == Some(&land)),
        }
    }
}
