//! What is written is read back as the same thing, in every notation and rule
//! set; what is no text of ours is refused with an error, never with a panic.

mod common;

use common::{Check, Random, for_variant};
use polydam::board::{Corner, Geometry, Word};
use polydam::notation::{Dialect, diagram, fen, hub_text, pdn, svg};
use polydam::position::{Kind, Position};
use polydam::rules::facts::Squares;
use polydam::rules::{Rules, Side, Variant};
use proptest::prelude::*;

/// A position after random moves from the start.
fn played<R: Rules>(random: &mut Random) -> Position<R> {
    let mut position = Position::<R>::start();
    for _ in 0..random.below(90) {
        let moves = position.moves();
        if moves.is_empty() {
            break;
        }
        position = position.play(moves[random.below(moves.len())]);
    }
    position
}

/// A position of random pieces on random squares.
fn placed<R: Rules>(random: &mut Random) -> Position<R> {
    let mut position = Position::empty(if random.below(2) == 0 { Side::White } else { Side::Black });
    let (most, kings) = (1 + random.below(R::Board::SQUARES * 2 / 3), 1 + random.below(6));
    for _ in 0..most {
        let bit = R::Board::bit_of_number(1 + random.below(R::Board::SQUARES), Corner::TopLeft).unwrap();
        let side = if random.below(2) == 0 { Side::White } else { Side::Black };
        let kind = if random.below(kings) == 0 { Kind::King } else { Kind::Man };
        // Taken squares and men on their promotion row are left out.
        let _ = position.put((side, kind), bit);
    }
    position
}

#[derive(Clone, Copy)]
struct RoundTrips(u64);

impl Check for RoundTrips {
    fn check<R: Rules>(self) {
        let mut random = Random::new(self.0);
        for position in [played::<R>(&mut random), placed(&mut random)] {
            positions(&position);
            moves(&position);
        }
    }
}

fn positions<R: Rules>(position: &Position<R>) {
    let text = fen::format(position);
    assert_eq!(fen::parse(&text), Ok(*position), "{text}");
    let names = fen::format_algebraic(position);
    assert_eq!(fen::parse(&names), Ok(*position), "{names}");
    let hub = hub_text::format_position(position);
    assert_eq!(hub_text::parse_position(&hub), Ok(*position), "{hub}");
    for &dialect in Dialect::ALL {
        let text = dialect.format_position(position);
        assert_eq!(text.len(), 1 + R::Board::SQUARES);
        assert_eq!(dialect.parse_position(&text), Ok(*position), "{dialect} {text}");
    }
    assert!(diagram::draw(position).lines().all(|line| line.chars().count() < 80));
    let drawing = svg::draw(position, &[]);
    assert_eq!(drawing.matches("\"#piece-").count(), position.occupied().count());
    assert!(drawing.contains(&format!("<title>{text}</title>")));
}

fn moves<R: Rules>(position: &Position<R>) {
    let legal = position.moves();
    let place = fen::format(position);
    // Compositions with thousands of captures take too long here.
    for &mv in legal.iter().take(200) {
        for corner in [Corner::TopLeft, R::FACTS.corner] {
            let text = hub_text::format_move(mv, corner);
            assert_eq!(hub_text::parse_move(&text, &legal, corner), Ok(mv), "{place} {text}");
        }
        for &dialect in Dialect::ALL {
            let text = dialect.format_move(mv);
            assert_eq!(dialect.parse_move(&text, &legal), Ok(mv), "{place} {dialect} {text}");
        }
        for squares in [Squares::Numeric, Squares::Algebraic] {
            let text = pdn::format_move_in(position, mv, squares);
            assert_eq!(pdn::parse_move(&text, position), Ok(mv), "{place} {text}");
        }
        let way = polydam::position::path::way(position, mv);
        let numbers: Vec<_> =
            way.iter().map(|&bit| R::Board::number(bit, Corner::TopLeft).to_string()).collect();
        if mv.is_capture() {
            // A way may read as another capture in Hub form, which goes first.
            let text = numbers.join("x");
            let read = hub_text::parse_move(&text, &legal, Corner::TopLeft);
            let is_hub = legal.iter().any(|&mv| {
                let hub = hub_text::format_move(mv, Corner::TopLeft);
                common::same_squares(&hub, &text)
            });
            assert!(is_hub || read == Ok(mv), "{place} {text} {read:?}");
        }
    }
}

#[derive(Clone, Copy)]
struct Garbage<'a>(&'a str);

impl Check for Garbage<'_> {
    fn check<R: Rules>(self) {
        let Self(text) = self;
        let position = Position::<R>::start();
        let legal = position.moves();
        let errors = [
            fen::parse::<R>(text).err(),
            hub_text::parse_position::<R>(text).err(),
            hub_text::parse_move(text, &legal, Corner::TopLeft).err(),
            Dialect::Pydraughts.parse_position::<R>(text).err(),
            Dialect::Pydraughts.parse_move(text, &legal).err(),
            pdn::parse_move(text, &position).err(),
        ];
        for error in errors.into_iter().flatten() {
            assert!(!error.message.is_empty());
            assert!(error.to_string().chars().all(|c| !c.is_control()), "{error:?}");
            assert!((1..=text.chars().count() + 1).contains(&error.column), "{error:?} in {text:?}");
        }
    }
}

fn check_all(check: impl Check) {
    Variant::ALL.iter().for_each(|&variant| for_variant(variant, check));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn what_is_written_is_read_back(seed in any::<u64>()) {
        check_all(RoundTrips(seed));
    }

    #[test]
    fn any_text_is_survived(text in any::<String>()) {
        check_all(Garbage(&text));
    }

    #[test]
    fn text_of_likely_characters_is_survived(text in "[WBKwbkex:,.0-9a-h \"\\-\\[\\]+!×F]{0,60}") {
        check_all(Garbage(&text));
    }

    #[test]
    fn broken_positions_are_survived(
        seed in any::<u64>(),
        place in any::<prop::sample::Index>(),
        junk in "[WBKwbe:,0-9a-h\\-]{0,3}",
    ) {
        let start = Position::<polydam::rules::russian::Russian>::start();
        let mut random = Random::new(seed);
        for text in [fen::format(&start), hub_text::format_position(&start), "22x15x18x11".to_owned()] {
            let cut = place.index(text.len());
            let end = (cut + random.below(4)).min(text.len());
            check_all(Garbage(&format!("{}{junk}{}", &text[..cut], &text[end..])));
        }
    }
}

#[test]
fn long_texts_are_refused_at_once() {
    for text in ["W", "W:W", "1x", "a1", "x", "e", "[", "\"", " ", "12-", "é"] {
        let long = text.repeat((1 << 20) / text.len());
        let started = std::time::Instant::now();
        check_all(Garbage(&long));
        assert!(started.elapsed().as_secs() < 5, "{text}");
    }
}
