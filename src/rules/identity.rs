//! Which rule sets can share endgame tables and nets: a number made from all that
//! decides the moves and the end of a game, draw counters left aside.

use super::Rules;
use crate::board::{Geometry, Word};

/// The same for two rule sets exactly when (but for a chance of one in four
/// billion) every position is worth the same in both and has the same number.
/// It is part of every table file and every net, and must not change with the program.
pub fn identity<R: Rules>() -> u32 {
    let facts = R::FACTS;
    let mut bytes = vec![R::Board::FILES as u8, R::Board::RANKS as u8];
    // The squares in the order of their bits, which is that of the index.
    for bit in R::Board::ALL.bits() {
        let (file, rank) = R::Board::coordinates(bit);
        bytes.extend([file as u8, rank as u8]);
    }
    for directions in [facts.man_moves, facts.king_moves, facts.man_captures, facts.king_captures] {
        bytes.push((0..8).filter(|&dir| directions.contains(dir)).fold(0, |set, dir| set | 1 << dir));
    }
    let flags = [facts.flying, facts.men_take_kings, facts.reversal, facts.one_piece_each_draws];
    bytes.extend(flags.map(u8::from));
    // The order in which these are declared is part of the file format.
    bytes.extend([facts.removal as u8, facts.passing as u8]);
    bytes.extend(facts.priority.iter().map(|&key| key as u8));
    crc32fast::hash(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Variant, Visitor};

    struct Identity;

    impl Visitor for Identity {
        type Output = u32;

        fn visit<R: Rules>(self) -> u32 {
            identity::<R>()
        }
    }

    #[test]
    fn only_rule_sets_with_the_same_moves_share_an_identity() {
        let of = |variant: Variant| variant.visit(Identity);
        for &one in Variant::ALL {
            for &other in Variant::ALL {
                let sisters = [Variant::Russian, Variant::Ukrainian];
                let share = one == other || sisters.contains(&one) && sisters.contains(&other);
                assert_eq!(of(one) == of(other), share, "{one} {other}");
            }
        }
    }
}
