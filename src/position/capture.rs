//! Captures: the one generator for men and kings of every rule set.
//!
//! It walks over all ways to capture, depth first, and offers each complete one
//! to the list. The priority of captures lives in one place, at the door of the
//! list ([`Captures::offer`]): a worse capture is dropped, a better one clears
//! what was there.

use super::moves::{Move, MoveList};
use super::position::{View, promotion_row};
use crate::board::dir::{Dir, each_dir, turn};
use crate::board::{Geometry, Word};
use crate::rules::facts::{Key, Passing, Removal};
use crate::rules::variant::Squares;
use crate::rules::{Rules, Side};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, DefaultHasher};

/// From this number of jumps on, the walk remembers where it has been: a king
/// among many pieces can take the same ones in thousands of orders.
const LONG: u32 = 6;

/// Up to this length the list itself is searched for a second copy of a capture;
/// longer lists are sorted in the end.
const SHORT_LIST: usize = 32;

/// Can the side to move capture?
#[inline(always)]
pub(super) fn exist<R: Rules, const WHITE: bool>(view: &View<R>) -> bool {
    let men = view.us & !view.kings;
    let kings = view.us & view.kings;
    let empty = view.empty();
    let prey = man_prey(view);
    each_dir!(R::FACTS.man_captures.seen_by(WHITE), D => {
        if !(R::Board::step(R::Board::step(men, D) & prey, D) & empty).is_empty() {
            return true;
        }
    });
    if kings.is_empty() {
        return false;
    }
    if R::FACTS.flying {
        let occupied = view.us | view.them;
        for king in kings.bits() {
            each_dir!(R::FACTS.king_captures, D => {
                let (_, block) = R::Board::reach(king, D, occupied);
                if !(R::Board::step(block & view.them, D) & empty).is_empty() {
                    return true;
                }
            });
        }
    } else {
        each_dir!(R::FACTS.king_captures, D => {
            if !(R::Board::step(R::Board::step(kings, D) & view.them, D) & empty).is_empty() {
                return true;
            }
        });
    }
    false
}

/// Adds every legal capture to an empty list.
///
/// Kept out of line: most positions have no capture, and their callers stay small.
#[inline(never)]
pub(super) fn generate<R: Rules, const WHITE: bool>(view: &View<R>, list: &mut MoveList<R>) {
    debug_assert!(list.is_empty());
    let men = view.us & !view.kings;
    let kings = view.us & view.kings;
    let empty = view.empty();
    let prey = man_prey(view);
    let mut walk = Captures::<R, WHITE> {
        list,
        best: 0,
        prey,
        them: view.them,
        kings: view.kings,
        from: 0,
        with_king: false,
        empty,
        visited: HashSet::default(),
    };
    each_dir!(R::FACTS.man_captures.seen_by(WHITE), D => {
        let landings = R::Board::step(R::Board::step(men, D) & prey, D) & empty;
        for to in landings.bits() {
            let land = Squares::<R>::bit(to);
            walk.lift(R::Board::two_back(land, D), false, empty);
            let chain = walk.jump(Chain::default(), R::Board::step(land, turn(D)));
            walk.man_landed(land, chain);
        }
    });
    if !kings.is_empty() {
        if R::FACTS.flying {
            for king in kings.bits() {
                walk.lift(Squares::<R>::bit(king), true, empty);
                walk.fly(king, Chain::default());
            }
        } else {
            each_dir!(R::FACTS.king_captures, D => {
                let landings = R::Board::step(R::Board::step(kings, D) & view.them, D) & empty;
                for to in landings.bits() {
                    let land = Squares::<R>::bit(to);
                    walk.lift(R::Board::two_back(land, D), true, empty);
                    let chain = walk.jump(Chain::default(), R::Board::step(land, turn(D)));
                    walk.short_king_landed(land, chain);
                }
            });
        }
    }
    if walk.list.len() > SHORT_LIST {
        walk.list.dedup();
    }
}

/// What a man may take.
#[inline(always)]
fn man_prey<R: Rules>(view: &View<R>) -> Squares<R> {
    if R::FACTS.men_take_kings { view.them } else { view.them & !view.kings }
}

/// A capture on its way.
#[derive(Clone, Copy)]
struct Chain<W> {
    taken: W,
    jumps: u32,
    /// One bit a jump, the first one highest: was it a king?
    order: u64,
}

impl<W: Word> Default for Chain<W> {
    #[inline(always)]
    fn default() -> Self {
        Self { taken: W::EMPTY, jumps: 0, order: 0 }
    }
}

/// A place in the walk: (square reached, way it was reached, taken, order).
type Place<W> = (u8, u8, W, u64);

struct Captures<'a, R: Rules, const WHITE: bool> {
    list: &'a mut MoveList<R>,
    /// The rank of the captures in the list.
    best: u64,
    prey: Squares<R>,
    them: Squares<R>,
    kings: Squares<R>,
    from: usize,
    with_king: bool,
    /// Empty squares, the start square of the lifted piece among them.
    empty: Squares<R>,
    /// Where the lifted piece has been after long chains.
    visited: HashSet<Place<Squares<R>>, BuildHasherDefault<DefaultHasher>>,
}

impl<R: Rules, const WHITE: bool> Captures<'_, R, WHITE> {
    const US: Side = if WHITE { Side::White } else { Side::Black };
    const AT_ONCE: bool = matches!(R::FACTS.removal, Removal::AtOnce);

    /// Lifts a piece off its square to capture with it.
    #[inline(always)]
    fn lift(&mut self, from: Squares<R>, with_king: bool, empty: Squares<R>) {
        self.from = from.lowest();
        self.with_king = with_king;
        self.empty = empty | from;
        if !self.visited.is_empty() {
            self.visited.clear();
        }
    }

    /// The chain with one more piece taken.
    #[inline(always)]
    fn jump(&self, chain: Chain<Squares<R>>, over: Squares<R>) -> Chain<Squares<R>> {
        let order = if uses::<R>(Key::KingsFirst) {
            chain.order << 1 | u64::from(!(over & self.kings).is_empty())
        } else {
            0
        };
        Chain { taken: chain.taken | over, jumps: chain.jumps + 1, order }
    }

    /// Squares a piece may pass or land on.
    #[inline(always)]
    fn free(&self, chain: &Chain<Squares<R>>) -> Squares<R> {
        if Self::AT_ONCE { self.empty | chain.taken } else { self.empty }
    }

    /// Has the walk been here before? Remembers that it has now.
    #[inline(always)]
    fn again(&mut self, at: usize, way: usize, chain: &Chain<Squares<R>>) -> bool {
        chain.jumps >= LONG && !self.visited.insert((at as u8, way as u8, chain.taken, chain.order))
    }

    fn man_landed(&mut self, land: Squares<R>, chain: Chain<Squares<R>>) {
        let at = land.lowest();
        let last_row = !(land & promotion_row::<R>(Self::US)).is_empty();
        if last_row {
            match R::FACTS.passing {
                Passing::EndsMove => return self.offer(at, true, chain),
                Passing::BecomesKing => return self.crowned_landed(at, land, chain),
                Passing::StaysMan => {}
            }
        }
        if self.again(at, 0, &chain) {
            return;
        }
        let free = self.free(&chain);
        let prey = self.prey & !chain.taken;
        let mut goes_on = false;
        each_dir!(R::FACTS.man_captures.seen_by(WHITE), D => {
            let over = R::Board::step(land, D) & prey;
            let next = R::Board::step(over, D) & free;
            if !next.is_empty() {
                goes_on = true;
                let chain = self.jump(chain, over);
                self.man_landed(next, chain);
            }
        });
        if !goes_on {
            self.offer(at, last_row, chain);
        }
    }

    /// A man crowned in mid-capture looks around as a king.
    fn crowned_landed(&mut self, at: usize, land: Squares<R>, chain: Chain<Squares<R>>) {
        if !R::FACTS.flying {
            self.short_king_landed(land, chain);
        } else if !self.fly(at, chain) {
            self.offer(at, true, chain);
        }
    }

    fn short_king_landed(&mut self, land: Squares<R>, chain: Chain<Squares<R>>) {
        let at = land.lowest();
        if self.again(at, 1, &chain) {
            return;
        }
        let free = self.free(&chain);
        let prey = self.them & !chain.taken;
        let mut goes_on = false;
        each_dir!(R::FACTS.king_captures, D => {
            let over = R::Board::step(land, D) & prey;
            let next = R::Board::step(over, D) & free;
            if !next.is_empty() {
                goes_on = true;
                let chain = self.jump(chain, over);
                self.short_king_landed(next, chain);
            }
        });
        if !goes_on {
            self.offer(at, true, chain);
        }
    }

    /// Captures with a flying king in every direction. Is there one?
    fn fly(&mut self, at: usize, chain: Chain<Squares<R>>) -> bool {
        let mut any = false;
        each_dir!(R::FACTS.king_captures, D => {
            any |= self.fly_towards(at, D, chain);
        });
        any
    }

    /// Captures with a flying king in one direction. Is there one?
    #[inline(always)]
    fn fly_towards(&mut self, at: usize, dir: Dir, chain: Chain<Squares<R>>) -> bool {
        let occupied = R::Board::ALL & !self.free(&chain);
        let (_, over) = R::Board::reach(at, dir, occupied);
        self.fly_over(over, dir, occupied, chain)
    }

    /// Jumps the first piece met, when that can be done.
    fn fly_over(
        &mut self,
        over: Squares<R>,
        dir: Dir,
        occupied: Squares<R>,
        chain: Chain<Squares<R>>,
    ) -> bool {
        if (over & self.them & !chain.taken).is_empty() {
            return false;
        }
        let over_bit = over.lowest();
        let (landings, next) = R::Board::reach(over_bit, dir, occupied);
        if landings.is_empty() {
            return false;
        }
        let chain = self.jump(chain, over);
        if !self.again(over_bit, 2 + dir, &chain) {
            self.fly_landed(landings, next, dir, chain);
        }
        true
    }

    /// A flying king behind the piece it jumped: if it can go on from some of
    /// the landing squares it must land on one of those.
    fn fly_landed(&mut self, landings: Squares<R>, next: Squares<R>, dir: Dir, chain: Chain<Squares<R>>) {
        let occupied = R::Board::ALL & !self.free(&chain);
        // Straight on is the same capture from every landing square.
        let mut goes_on = self.fly_over(next, dir, occupied, chain);
        for at in landings.bits() {
            each_dir!(R::FACTS.king_captures, D => {
                if D != dir && (R::FACTS.reversal || D != turn(dir)) {
                    goes_on |= self.fly_towards(at, D, chain);
                }
            });
        }
        if !goes_on {
            for at in landings.bits() {
                self.offer(at, true, chain);
            }
        }
    }

    /// Adds a complete capture to the list if nothing better is there.
    #[inline(always)]
    fn offer(&mut self, to: usize, king: bool, chain: Chain<Squares<R>>) {
        if !R::FACTS.priority.is_empty() {
            let rank = rank::<R>(&chain, self.with_king, self.kings);
            if rank < self.best {
                return;
            }
            if rank > self.best {
                self.best = rank;
                self.list.clear();
            }
        }
        let mv = Move::new(self.from, to, king, chain.taken);
        // Two ways to the same capture make a circle: not with one piece.
        if chain.jumps > 1 && self.list.len() <= SHORT_LIST {
            for known in self.list.as_mut_slice() {
                if known.identity() == mv.identity() {
                    known.king |= king;
                    return;
                }
            }
        }
        self.list.push(mv);
    }
}

/// Does the rule set ask for a key?
#[inline(always)]
const fn uses<R: Rules>(key: Key) -> bool {
    let mut i = 0;
    while i < R::FACTS.priority.len() {
        if R::FACTS.priority[i] as u8 == key as u8 {
            return true;
        }
        i += 1;
    }
    false
}

/// The keys of a capture packed into one number, the first key highest.
#[inline(always)]
fn rank<R: Rules>(chain: &Chain<Squares<R>>, with_king: bool, kings: Squares<R>) -> u64 {
    let jumps = u64::from(chain.jumps);
    let kings_taken = || (chain.taken & kings).count() as u64;
    R::FACTS.priority.iter().fold(0, |rank, key| match key {
        Key::Pieces => rank << 8 | jumps,
        Key::Value => {
            let kings = kings_taken();
            rank << 16 | ((jumps + kings) * 128 - kings)
        }
        Key::WithKing => rank << 1 | u64::from(with_king),
        Key::Kings => rank << 8 | kings_taken(),
        // At least as many pieces, so at most as many bits, as there are jumps.
        Key::KingsFirst => rank << 40 | chain.order,
    })
}
