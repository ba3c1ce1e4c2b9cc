//! Legal moves of whole positions: `tests/data/cases` (random games and random
//! placements, checked by several programs) and `tests/data/traps.tsv` (positions
//! in which a rule, read wrongly, gives other moves).

mod common;

use common::{Check, NAMES, Row, check_case, check_moves, for_variant, playing, position, rows};
use polydam::rules::Rules;

#[derive(Clone, Copy)]
struct Cases<'a>(&'a [Row]);

impl Check for Cases<'_> {
    fn check<R: Rules>(self) {
        self.0.iter().for_each(check_case::<R>);
    }
}

#[derive(Clone, Copy)]
struct Trap<'a>(&'a Row);

impl Check for Trap<'_> {
    fn check<R: Rules>(self) {
        let wanted: Vec<_> =
            self.0.get("legal_moves").split_whitespace().filter(|&text| text != "-").collect();
        let place = format!("{} ({})", self.0.place(), self.0.get("rule"));
        check_moves(&position::<R>(self.0), &wanted, &place);
    }
}

#[test]
fn cases() {
    for name in NAMES {
        let rows = rows(&format!("cases/{name}.tsv"));
        assert!(rows.len() >= 800, "{name}");
        for variant in playing(name) {
            for_variant(variant, Cases(&rows));
        }
    }
}

#[test]
fn traps() {
    for row in rows("traps.tsv") {
        for variant in playing(row.get("variant")) {
            for_variant(variant, Trap(&row));
        }
    }
}
