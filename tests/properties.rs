//! What holds in every position of every game, in random games of every rule set.

mod common;

use common::{Check, Random, check_doors, for_variant};
use polydam::board::Word;
use polydam::notation::fen;
use polydam::position::{Game, Kind, MoveList, Outcome, Position, path};
use polydam::rules::{Rules, Variant};
use std::collections::HashSet;

const GAMES: u64 = 60;
const PLIES: usize = 160;

#[derive(Clone, Copy)]
struct RandomGames;

impl Check for RandomGames {
    fn check<R: Rules>(self) {
        for seed in 0..GAMES {
            let mut random = Random::new(seed);
            let mut game = Game::<R>::default();
            for _ in 0..PLIES {
                let moves = game.moves();
                check_doors(game.position(), &moves);
                check_moves(game.position(), &moves);
                if moves.is_empty() || game.outcome() != Outcome::Open {
                    break;
                }
                game.play(moves[random.below(moves.len())]);
                assert_eq!(game.key(), game.position().key());
            }
        }
    }
}

fn check_moves<R: Rules>(position: &Position<R>, moves: &MoveList<R>) {
    let text = fen::format(position);
    let copy = *position;
    let mut seen = HashSet::new();
    for &mv in moves.iter() {
        assert!(seen.insert((mv.from(), mv.to(), mv.taken())), "{text} has a move twice");
        let after = position.play(mv);
        assert_eq!(*position, copy, "playing changes nothing but the copy");
        assert_eq!(position.key_after(position.key(), mv), after.key(), "{text}");
        assert_eq!(after.side(), position.side().other());
        check_pieces(position, &after, mv.taken(), &text);
        let way = path::way(position, mv);
        let stops: Vec<_> = way.iter().map(|&bit| Word::bit(bit)).collect();
        assert!(path::is_way(position, mv, &stops), "{text} {way:?}");
        assert!(path::passes(position, mv, &[stops[0], stops[stops.len() - 1]]), "{text}");
        assert_eq!(way.len(), 1 + mv.taken().count().max(1), "{text}");
    }
}

/// Nothing but the taken pieces goes, and a man on its promotion row is a king.
fn check_pieces<R: Rules>(
    before: &Position<R>,
    after: &Position<R>,
    taken: polydam::rules::variant::Squares<R>,
    text: &str,
) {
    let us = before.side();
    assert_eq!(after.pieces(us).count(), before.pieces(us).count(), "{text}");
    assert!((taken & !before.pieces(us.other())).is_empty(), "{text}");
    assert_eq!(after.pieces(us.other()), before.pieces(us.other()) & !taken, "{text}");
    assert!((after.pieces(us) & after.pieces(us.other())).is_empty(), "{text}");
    assert!((after.kings() & !after.occupied()).is_empty(), "{text}");
    for bit in after.pieces(us).bits() {
        let kind = if after.kings().contains(bit) { Kind::King } else { Kind::Man };
        assert_eq!(Position::<R>::empty(us).put((us, kind), bit), Ok(()), "{text}");
    }
}

#[test]
fn random_games() {
    for &variant in Variant::ALL {
        for_variant(variant, RandomGames);
    }
}
