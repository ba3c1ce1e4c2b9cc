//! The way of a capture, square by square. A move does not keep it: two ways to
//! the same taken pieces are one move. People write it down all the same.

use super::moves::Move;
use super::position::{Position, promotion_row};
use crate::board::dir::{Dir, turn};
use crate::board::{DirSet, Geometry, Word};
use crate::rules::facts::{Passing, Removal};
use crate::rules::variant::Squares;
use crate::rules::{Rules, Side};
use std::collections::HashSet;

/// The squares a piece touches in a legal move: its start, its landing squares,
/// its end. There may be other ways, but the answer is always this one. A king
/// that goes straight on lands right behind the piece it jumps.
pub fn way<R: Rules>(position: &Position<R>, mv: Move<R>) -> Vec<usize> {
    let mut walk = Walk::new(position, mv, &[], false);
    if mv.is_capture() && walk.run() { walk.trail } else { vec![mv.from(), mv.to()] }
}

/// Is there a way to make the legal move on which the piece touches just these
/// squares? Of each, start and end included, it is enough to name a set that
/// holds it.
pub fn is_way<R: Rules>(position: &Position<R>, mv: Move<R>, stops: &[Squares<R>]) -> bool {
    follows(position, mv, stops, true)
}

/// Is there a way to make the legal move on which the piece touches these squares
/// in this order, whatever it touches in between? Of each, start and end
/// included, it is enough to name a set that holds it.
pub fn passes<R: Rules>(position: &Position<R>, mv: Move<R>, stops: &[Squares<R>]) -> bool {
    follows(position, mv, stops, false)
}

fn follows<R: Rules>(position: &Position<R>, mv: Move<R>, stops: &[Squares<R>], whole: bool) -> bool {
    let [first, between @ .., last] = stops else { return false };
    first.contains(mv.from())
        && last.contains(mv.to())
        && if mv.is_capture() { Walk::new(position, mv, between, whole).run() } else { between.is_empty() }
}

/// A search for a way, depth first.
struct Walk<'a, R: Rules> {
    mv: Move<R>,
    them: Squares<R>,
    /// What a man may take.
    prey: Squares<R>,
    /// Empty squares, the start of the move among them.
    empty: Squares<R>,
    last_row: Squares<R>,
    man_captures: DirSet,
    start: Mover,
    /// Where to land between start and end.
    stops: &'a [Squares<R>],
    /// Are these all landing squares?
    whole: bool,
    trail: Vec<usize>,
    /// Places from which the walk cannot be completed.
    dead: HashSet<Place<R>>,
}

/// What a piece is in the middle of its capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Mover {
    Man,
    King,
    /// Crowned, and not to move on.
    Crowned,
}

/// Where a walk is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place<R: Rules> {
    at: usize,
    mover: Mover,
    taken: Squares<R>,
    /// The direction of the last jump, if it matters.
    dir: Option<Dir>,
    /// How many stops have been made.
    stopped: usize,
}

/// A jump: the piece jumped, and the squares to land on, the nearest first.
struct Jump {
    over: usize,
    landings: Vec<usize>,
}

impl<'a, R: Rules> Walk<'a, R> {
    fn new(position: &Position<R>, mv: Move<R>, stops: &'a [Squares<R>], whole: bool) -> Self {
        let (side, view) = (position.side(), position.view());
        Self {
            mv,
            them: view.them,
            prey: if R::FACTS.men_take_kings { view.them } else { view.them & !view.kings },
            empty: view.empty() | Squares::<R>::bit(mv.from()),
            last_row: promotion_row::<R>(side),
            man_captures: R::FACTS.man_captures.seen_by(side == Side::White),
            start: if view.kings.contains(mv.from()) { Mover::King } else { Mover::Man },
            stops,
            whole,
            trail: vec![mv.from()],
            dead: HashSet::new(),
        }
    }

    /// Is there a way? The trail then holds it.
    fn run(&mut self) -> bool {
        let (at, mover) = (self.mv.from(), self.start);
        self.complete(Place { at, mover, taken: Squares::<R>::EMPTY, dir: None, stopped: 0 })
    }

    /// Completes the walk from a place; the trail then holds it.
    fn complete(&mut self, place: Place<R>) -> bool {
        if self.dead.contains(&place) {
            return false;
        }
        for dir in self.directions(&place).iter() {
            let jump = self.jump(&place, dir).filter(|jump| self.mv.taken().contains(jump.over));
            if jump.is_some_and(|jump| self.complete_jump(&place, dir, &jump)) {
                return true;
            }
        }
        self.dead.insert(place);
        false
    }

    /// Completes the walk with a jump.
    fn complete_jump(&mut self, place: &Place<R>, dir: Dir, jump: &Jump) -> bool {
        if place.taken | Squares::<R>::bit(jump.over) == self.mv.taken() {
            let end = self.mv.to();
            let fits = place.stopped == self.stops.len() && jump.landings.contains(&end);
            let goes_on = |&land: &usize| self.goes_on(&self.landed(place, dir, jump.over, land));
            if !fits || jump.landings.iter().any(goes_on) {
                return false;
            }
            self.trail.push(end);
            return true;
        }
        for &land in &jump.landings {
            let stops_here = self.stops.get(place.stopped).is_some_and(|stop| stop.contains(land));
            if self.whole && !stops_here {
                continue;
            }
            let mut next = self.landed(place, dir, jump.over, land);
            next.stopped += usize::from(stops_here);
            self.trail.push(land);
            if self.complete(next) {
                return true;
            }
            self.trail.pop();
        }
        false
    }

    /// Can the piece jump on?
    fn goes_on(&self, place: &Place<R>) -> bool {
        self.directions(place).iter().any(|dir| self.jump(place, dir).is_some())
    }

    /// Where the piece may jump to.
    fn directions(&self, place: &Place<R>) -> DirSet {
        match (place.mover, place.dir) {
            (Mover::Crowned, _) => DirSet::of(&[]),
            (Mover::Man, _) => self.man_captures,
            (Mover::King, Some(dir)) if !R::FACTS.reversal => R::FACTS.king_captures.without(turn(dir)),
            (Mover::King, _) => R::FACTS.king_captures,
        }
    }

    fn jump(&self, place: &Place<R>, dir: Dir) -> Option<Jump> {
        let free = match R::FACTS.removal {
            Removal::AtOnce => self.empty | place.taken,
            Removal::AfterMove => self.empty,
        };
        let far = place.mover == Mover::King && R::FACTS.flying;
        let prey = if place.mover == Mover::Man { self.prey } else { self.them };
        let over = Self::look(place.at, dir, free, far).1 & prey & !place.taken;
        if over.is_empty() {
            return None;
        }
        let over = over.lowest();
        let behind = if far {
            Self::look(over, dir, free, true).0
        } else {
            R::Board::step(Squares::<R>::bit(over), dir) & free
        };
        let mut landings: Vec<_> = behind.bits().collect();
        if landings.first().is_some_and(|&land| land < over) {
            landings.reverse();
        }
        (!landings.is_empty()).then_some(Jump { over, landings })
    }

    /// The free squares in a direction and the first one that is not; without
    /// `far`, only the neighbour is looked at.
    fn look(at: usize, dir: Dir, free: Squares<R>, far: bool) -> (Squares<R>, Squares<R>) {
        if far {
            return R::Board::reach(at, dir, R::Board::ALL & !free);
        }
        let next = R::Board::step(Squares::<R>::bit(at), dir) & R::Board::ALL;
        (next & free, next & !free)
    }

    fn landed(&self, place: &Place<R>, dir: Dir, over: usize, land: usize) -> Place<R> {
        let crossed = place.mover == Mover::Man && self.last_row.contains(land);
        let mover = match R::FACTS.passing {
            Passing::EndsMove if crossed => Mover::Crowned,
            Passing::BecomesKing if crossed => Mover::King,
            _ => place.mover,
        };
        // A new king has no way behind it yet.
        let dir = (mover == Mover::King && !crossed).then_some(dir);
        Place { at: land, mover, taken: place.taken | Squares::<R>::bit(over), dir, stopped: place.stopped }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Kind;
    use crate::rules::{international::International, russian::Russian};

    /// White to move, a white king and black men by name.
    fn king_against_men<R: Rules>(king: &str, men: &[&str]) -> Position<R> {
        let bit = |name: &str| R::Board::bit_of_name(name).unwrap();
        let mut position = Position::empty(Side::White);
        position.put((Side::White, Kind::King), bit(king)).unwrap();
        for name in men {
            position.put((Side::Black, Kind::Man), bit(name)).unwrap();
        }
        position
    }

    fn name(bit: usize) -> String {
        <Russian as Rules>::Board::name(bit)
    }

    fn stops<R: Rules>(names: &[&str]) -> Vec<Squares<R>> {
        names.iter().map(|name| Squares::<R>::bit(R::Board::bit_of_name(name).unwrap())).collect()
    }

    #[test]
    fn straight_on_lands_right_behind() {
        let position = king_against_men::<Russian>("a1", &["b2", "e5"]);
        let mv = *position.moves().iter().find(|mv| name(mv.to()) == "h8").unwrap();
        let names: Vec<_> = way(&position, mv).into_iter().map(name).collect();
        assert_eq!(names, ["a1", "c3", "h8"]);
        assert!(is_way(&position, mv, &stops::<Russian>(&["a1", "d4", "h8"])));
        assert!(!is_way(&position, mv, &stops::<Russian>(&["a1", "f6", "h8"])));
        assert!(!is_way(&position, mv, &stops::<Russian>(&["a1", "h8"])));
        assert!(passes(&position, mv, &stops::<Russian>(&["a1", "h8"])));
        assert!(passes(&position, mv, &stops::<Russian>(&["a1", "d4", "h8"])));
        assert!(!passes(&position, mv, &stops::<Russian>(&["a1", "d4", "g7"])));
        assert!(!passes(&position, mv, &stops::<Russian>(&["a1"])));
    }

    #[test]
    fn a_quiet_move_has_one_way() {
        let position = king_against_men::<Russian>("a1", &[]);
        let mv = *position.moves().iter().find(|mv| name(mv.to()) == "d4").unwrap();
        assert_eq!(way(&position, mv), [mv.from(), mv.to()]);
        assert!(is_way(&position, mv, &stops::<Russian>(&["a1", "d4"])));
        assert!(!passes(&position, mv, &stops::<Russian>(&["a1", "b2", "d4"])));
    }

    #[test]
    fn long_captures_are_found_at_once() {
        let files = ["c", "e", "g", "i"].into_iter();
        let men: Vec<_> = files.flat_map(|file| [3, 5, 7, 9].map(|rank| format!("{file}{rank}"))).collect();
        let men: Vec<_> = men.iter().map(String::as_str).collect();
        let position = king_against_men::<International>("a1", &men);
        let moves = position.moves();
        assert!(moves[0].taken().count() > 10, "{}", moves[0].taken().count());
        for &mv in moves.iter().take(100) {
            let way = way(&position, mv);
            assert_eq!(way.len(), 1 + mv.taken().count());
            let stops: Vec<_> = way.iter().map(|&bit| Squares::<International>::bit(bit)).collect();
            assert!(is_way(&position, mv, &stops));
            // No way lands on a taken piece: every place is tried, and but once.
            let blocked =
                [stops[0], Squares::<International>::bit(mv.taken().lowest()), stops[way.len() - 1]];
            assert!(!passes(&position, mv, &blocked));
        }
    }
}
