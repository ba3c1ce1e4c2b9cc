//! Draws: the sequences of `tests/data/draws.tsv`, played move by move, and walks
//! that turn up the counts which no sequence reaches. A game is drawn after just
//! the given ply, for just the given reason.

mod common;

use common::{Check, Random, Row, for_variant, native, playing, position, rows};
use polydam::board::{Geometry, Word};
use polydam::notation::fen;
use polydam::position::{Draw, Game, Move, Outcome, Position};
use polydam::rules::{
    Rules, Side, brazilian::Brazilian, international::International, italian::Italian, russian::Russian,
    spanish::Spanish, turkish::Turkish, ukrainian::Ukrainian,
};

/// The ply after which a game is drawn, and why.
type End = Option<(usize, Draw)>;

#[derive(Clone, Copy)]
struct Sequence<'a>(&'a Row);

impl Check for Sequence<'_> {
    fn check<R: Rules>(self) {
        let Self(row) = self;
        let wanted = match row.get("reason") {
            "none" => None,
            "third repetition" => Some(Draw::Repetition),
            "one piece each" => Some(Draw::OnePieceEach),
            "16 moves" | "5 moves" => Some(Draw::Ending),
            _ => Some(Draw::QuietLimit),
        };
        let wanted = wanted.map(|draw| (row.number("draw_at_ply") as usize, draw));
        let name = R::FACTS.name;
        assert_eq!(first_draw::<R>(position(row), row.get("moves")), wanted, "{} {name}", row.get("id"));
    }
}

/// Plays moves in the rule set's own numbers and reports the first draw.
fn first_draw<R: Rules>(position: Position<R>, moves: &str) -> End {
    let mut game = Game::new(position);
    for (index, text) in moves.split_whitespace().enumerate() {
        let mv = game.moves().iter().copied().find(|&mv| native(mv) == text);
        game.play(mv.unwrap_or_else(|| panic!("{text} is not legal")));
        match game.outcome() {
            Outcome::Open => {}
            Outcome::Drawn(draw) => return Some((index + 1, draw)),
            Outcome::Won(side) => panic!("{side:?} has won after {text}"),
        }
    }
    None
}

#[test]
fn sequences() {
    for row in rows("draws.tsv") {
        for variant in playing(row.get("variant")) {
            for_variant(variant, Sequence(&row));
        }
    }
}

/// Plays quiet moves of kings until the game is drawn, and never one that repeats
/// a position or lets the opponent capture; `wanted` says which moves will do.
fn walk<R: Rules>(text: &str, wanted: impl Fn(&Position<R>, Move<R>) -> bool) -> End {
    'walks: for seed in 0..200 {
        let mut random = Random::new(seed);
        let mut game = Game::<R>::new(fen::parse(text).unwrap());
        for ply in 1..=200 {
            let position = *game.position();
            let moves: Vec<_> = game
                .moves()
                .iter()
                .copied()
                .filter(|&mv| {
                    let after = position.play(mv);
                    !mv.is_capture()
                        && position.kings().contains(mv.from())
                        && !after.can_capture()
                        && !game.past().contains(&after.key())
                        && wanted(&position, mv)
                })
                .collect();
            if moves.is_empty() {
                continue 'walks;
            }
            game.play(moves[random.below(moves.len())]);
            if let Outcome::Drawn(draw) = game.outcome() {
                return Some((ply, draw));
            }
        }
    }
    None
}

fn any<R: Rules>(_: &Position<R>, _: Move<R>) -> bool {
    true
}

#[test]
fn quiet_limits_no_sequence_reaches() {
    assert_eq!(walk::<Spanish>("W:WK1,2:BK31,32", any), Some((50, Draw::QuietLimit)));
    assert_eq!(walk::<Italian>("W:WK32,K31,30:BK1,K2,3", any), Some((80, Draw::QuietLimit)));
    // Endings are the federation's, not the Ukrainian player's.
    assert_eq!(walk::<Ukrainian>("W:WK29:BK1", any), Some((30, Draw::QuietLimit)));
}

#[test]
fn endings_of_the_federation() {
    fn check<R: Rules>() {
        assert_eq!(walk::<R>("W:WK29:BK1", any), Some((10, Draw::Ending)));
        assert_eq!(walk::<R>("W:WK29,K25:BK1", any), Some((10, Draw::Ending)));
        assert_eq!(walk::<R>("W:WK29,K30,K25:BK1", any).map(|(ply, _)| ply), Some(30));
    }
    check::<Russian>();
    check::<Brazilian>();
}

#[test]
fn a_lone_king_holds_the_main_road() {
    let on_road = |bit| matches!(<Russian as Rules>::Board::coordinates(bit), (file, rank) if file == rank);
    // Black's king stays on a1-h8, White's pieces off it.
    let holds = |position: &Position<Russian>, mv: Move<Russian>| {
        on_road(mv.to()) == (position.pieces(position.side()).count() == 1)
    };
    assert_eq!(walk::<Russian>("W:WK5,K32,K12:BK29", holds), Some((10, Draw::Ending)));
}

#[test]
fn international_endings() {
    assert_eq!(walk::<International>("W:WK46,K47,K48:BK3", any), Some((32, Draw::Ending)));
    assert_eq!(walk::<International>("W:WK46,K47:BK3", any), Some((10, Draw::Ending)));
}

#[test]
fn italy_counts_to_four() {
    let twice = "32-28 1-5 28-32 5-1 32-28 1-5 28-32 5-1";
    let thrice = format!("{twice} 32-28 1-5 28-32 5-1");
    let position = || fen::parse::<Italian>("W:WK32,30:BK1,3").unwrap();
    assert_eq!(first_draw(position(), twice), None);
    assert_eq!(first_draw(position(), &thrice), Some((12, Draw::Repetition)));
}

#[test]
fn a_position_may_come_back_by_men_that_move_sideways() {
    let position = fen::parse::<Turkish>("W:W9,16:B49,56").unwrap();
    let circle = "9-10 49-50 10-9 50-49";
    assert_eq!(first_draw(position, &format!("{circle} {circle}")), Some((8, Draw::Repetition)));
}

#[test]
fn no_move_is_a_loss() {
    let game = Game::<Russian>::new(fen::parse("W:W21:B17,14,13").unwrap());
    assert_eq!(game.outcome(), Outcome::Won(Side::Black));
}
