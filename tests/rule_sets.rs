//! A further rule set is one small file of facts: those below are made of nothing
//! else, and play as the data files say. The limit on moves of one king, which
//! Frisian has, is no fact yet; the files assume that it does not bind.

mod common;

use common::{check_case, check_perft, rows};
use polydam::board::{Board10Orthogonal, Board12, DirSet};
use polydam::notation::fen;
use polydam::position::Position;
use polydam::rules::facts::{Facts, Key, Passing};
use polydam::rules::{
    Rules, english::English, international::International, russian::Russian, spanish::Spanish,
};

macro_rules! rule_set {
    ($(#[$doc:meta])* $name:ident: $parent:ident on $board:ty { $($facts:tt)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        struct $name;

        impl Rules for $name {
            type Board = $board;
            const FACTS: Facts = Facts { aliases: &[], $($facts)* ..$parent::FACTS };
        }
    };
}

rule_set! {
    /// International draughts on 12x12.
    Canadian: International on Board12 {
        name: "canadian",
        title: "Canadian draughts, 12x12",
        game_type: "27,W,12,12,N2,0",
        men_rows: 5,
    }
}

rule_set! {
    /// Captures along rows and columns as well, and by value.
    Frisian: International on Board10Orthogonal {
        name: "frisian",
        title: "Frisian draughts, 10x10",
        game_type: "40,W,10,10,N2,0",
        man_captures: DirSet::ALL,
        king_captures: DirSet::ALL,
        priority: &[Key::Value, Key::WithKing],
    }
}

rule_set! {
    /// The Spanish game.
    Portuguese: Spanish on <Spanish as Rules>::Board {
        name: "portuguese",
        title: "Portuguese draughts, 8x8",
        game_type: "28,W,8,8,N1,1",
    }
}

rule_set! {
    /// Men capture forward, kings fly and go first.
    Czech: Russian on <Russian as Rules>::Board {
        name: "czech",
        title: "Czech draughts, 8x8",
        game_type: "29,W,8,8,A0,0",
        man_captures: DirSet::FORWARD_DIAGONALS,
        priority: &[Key::WithKing],
        passing: Passing::EndsMove,
        endings: &[],
    }
}

rule_set! {
    /// The Russian game, but a man goes on as a man, and Black begins.
    Pool: Russian on <Russian as Rules>::Board {
        name: "pool",
        title: "Pool checkers, 8x8",
        game_type: "23,B,8,8,N1,0",
        squares: English::FACTS.squares,
        capture_sign: 'x',
        first: English::FACTS.first,
        passing: Passing::StaysMan,
        endings: &[],
    }
}

/// Checks the moves of single positions and perft.
fn check<R: Rules>() {
    let () = R::CHECK;
    let start = Position::<R>::start();
    assert_eq!(fen::parse(&fen::format(&start)), Ok(start));
    let name = R::FACTS.name;
    let cases = rows(&format!("cases/{name}.tsv"));
    assert!(cases.len() >= 400);
    cases.iter().for_each(check_case::<R>);
    check_perft::<R>(&format!("perft/{name}.tsv"), 0..u64::MAX);
}

#[test]
fn canadian() {
    check::<Canadian>();
}

#[test]
fn frisian() {
    check::<Frisian>();
}

#[test]
fn portuguese() {
    check::<Portuguese>();
}

#[test]
fn czech() {
    check::<Czech>();
}

#[test]
fn pool() {
    check::<Pool>();
}
