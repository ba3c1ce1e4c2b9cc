//! The files in `tests/data/pdn`, each in the style of some program or site. The
//! games were played at random with another move generator, but for the problems.

use crate::common::{Check, for_variant};
use crate::{brief, read};
use polydam::notation::pdn::{GameResult, GameText, check_variations, normalise, replay, write_game};
use polydam::rules::{Rules, Variant};
use std::path::{Path, PathBuf};

/// What a file holds.
struct File {
    name: &'static str,
    /// The rule set of games without the tag GameType.
    variant: Variant,
    /// Plies and result of each game.
    games: &'static [(usize, Option<GameResult>)],
}

use GameResult::{BlackWins, Draw, Unknown, WhiteWins};
use Variant::{Brazilian, English, International, Italian, Russian, Turkish};

const FILES: &[File] = &[
    File { name: "aurora", variant: Russian, games: &[(44, Some(BlackWins)), (42, Some(BlackWins))] },
    File {
        name: "bare",
        variant: International,
        games: &[(24, None), (17, Some(Draw)), (20, Some(Unknown)), (10, None)],
    },
    File { name: "brazilian", variant: Brazilian, games: &[(40, Some(WhiteWins))] },
    File {
        name: "checkerboard",
        variant: English,
        games: &[
            (52, Some(WhiteWins)),
            (40, Some(Draw)),
            (12, Some(WhiteWins)),
            (0, Some(WhiteWins)),
            (0, Some(Draw)),
        ],
    },
    File { name: "dam22", variant: International, games: &[(80, Some(Unknown)), (36, Some(BlackWins))] },
    File {
        name: "lidraughts",
        variant: International,
        games: &[(72, Some(WhiteWins)), (48, Some(BlackWins)), (48, Some(BlackWins)), (15, Some(Unknown))],
    },
    File { name: "playok", variant: International, games: &[(96, Some(BlackWins))] },
    File { name: "shashki_utf8", variant: Russian, games: &[(43, Some(WhiteWins)), (31, Some(Draw))] },
    File { name: "short_algebraic", variant: Russian, games: &[(34, None), (34, None), (34, None)] },
    File { name: "turbo_dambase", variant: International, games: &[(80, Some(Draw)), (40, Some(WhiteWins))] },
    File { name: "turkish", variant: Turkish, games: &[(44, Some(Unknown)), (11, Some(Unknown))] },
    File { name: "vergani", variant: Italian, games: &[(60, Some(WhiteWins)), (44, Some(Draw))] },
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pdn")
}

fn games_of(file: &File) -> Vec<GameText> {
    let text = std::fs::read(folder().join(file.name).with_extension("pdn")).unwrap();
    read(text).into_iter().map(|game| game.unwrap_or_else(|error| panic!("{}: {error}", file.name))).collect()
}

/// The rule set of a game.
fn variant(file: &File, game: &GameText) -> Variant {
    game.variant().map_or(file.variant, Result::unwrap)
}

#[derive(Clone, Copy)]
struct Replays<'a>(&'a str, &'a GameText, usize);

impl Check for Replays<'_> {
    fn check<R: Rules>(self) {
        let Self(file, game, plies) = self;
        let (start, moves) = replay::<R>(game).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!(moves.len(), plies, "{file}:{}", game.line);
        assert_eq!(check_variations::<R>(game), Ok(()), "{file}:{}", game.line);
        // Written anew, it is the same game.
        let normal = normalise::<R>(game, None).unwrap();
        let mut text = Vec::new();
        write_game::<R>(&mut text, &normal).unwrap();
        let again = crate::game(&text);
        assert_eq!(replay::<R>(&again), Ok((start, moves)), "{file}:{}", game.line);
        assert_eq!(brief(&again.items), brief(&normal.items), "{file}:{}", game.line);
        assert_eq!(again.variant().unwrap().unwrap().facts().game_type, R::FACTS.game_type);
        assert_eq!(again.result, normal.result, "{file}:{}", game.line);
    }
}

#[test]
fn every_game_of_every_file_is_read_and_replayed() {
    for file in FILES {
        let games = games_of(file);
        let results: Vec<_> = games.iter().map(|game| game.result).collect();
        let wanted: Vec<_> = file.games.iter().map(|&(_, result)| result).collect();
        assert_eq!(results, wanted, "{}", file.name);
        for (game, &(plies, _)) in games.iter().zip(file.games) {
            for_variant(variant(file, game), Replays(file.name, game, plies));
        }
    }
}

#[test]
fn no_file_is_forgotten() {
    let mut names: Vec<_> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    assert_eq!(names, FILES.iter().map(|file| file.name).collect::<Vec<_>>());
}

#[test]
fn tags_keep_what_the_files_say() {
    let tag = |name: &str, game: usize, tag: &str| {
        let file = FILES.iter().find(|file| file.name == name).unwrap();
        games_of(file)[game].tag(tag).unwrap().to_owned()
    };
    assert_eq!(tag("aurora", 0, "White"), "Иванов И.");
    assert_eq!(tag("brazilian", 0, "Event"), "Torneio \"São João\"");
    assert_eq!(tag("brazilian", 0, "Black"), "Antônio {o velho} [2]");
    assert_eq!(tag("shashki_utf8", 1, "Black"), "高文龙");
    assert_eq!(tag("turkish", 0, "Black"), "Şükrü");
    assert_eq!(tag("vergani", 1, "Dati"), "69° ASSOLUTO 2° TURNO");
    assert_eq!(tag("dam22", 0, "Result"), "4-6");
    assert_eq!(tag("lidraughts", 3, "FEN"), "W:W28,32,37,38,42,43,48,K6:B3,9,13,14,18,19,K46:H0:F1");
}
