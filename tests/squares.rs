//! Square numbers and names of every rule set against `tests/data/squares.tsv`.

mod common;

use common::{Check, NAMES, Row, for_variant, playing, rows};
use polydam::board::Geometry;
use polydam::rules::Rules;

#[derive(Clone, Copy)]
struct Squares<'a>(&'a [Row]);

impl Check for Squares<'_> {
    fn check<R: Rules>(self) {
        let squares: Vec<_> = self.0.iter().filter(|row| row.get("variant") == data_name::<R>()).collect();
        assert_eq!(squares.len(), R::Board::SQUARES, "{}", R::FACTS.name);
        for row in squares {
            let bit = R::Board::bit_of_number(row.number("number") as usize, R::FACTS.corner).unwrap();
            assert_eq!(R::Board::name(bit), row.get("algebraic"), "{}", row.place());
        }
    }
}

/// The name under which the data files have the rule set.
fn data_name<R: Rules>() -> &'static str {
    let variant = R::FACTS.name.parse().unwrap();
    NAMES.iter().find(|name| playing(name).contains(&variant)).unwrap()
}

#[test]
fn numbers_and_names() {
    let rows = rows("squares.tsv");
    for variant in NAMES.iter().flat_map(|name| playing(name)) {
        for_variant(variant, Squares(&rows));
    }
}
