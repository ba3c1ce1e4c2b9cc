//! What is written is read back as the same game, in every rule set, and no text
//! makes the reader stumble.

use crate::common::{Check, Random, for_variant};
use crate::{game, read};
use polydam::notation::fen;
use polydam::notation::pdn::{GameResult, GameText, Item, format_move, normalise, replay, write_game};
use polydam::position::Position;
use polydam::rules::english::English;
use polydam::rules::facts::Squares;
use polydam::rules::russian::Russian;
use polydam::rules::{Rules, Variant};
use proptest::prelude::*;

const REMARKS: &[&str] = &[
    "good",
    "[%clock w0:10:00 B0:10:00]",
    "2.39-34 also",
    "brace } inside",
    "{ [Event \"x\"] 1-0 *",
    "№ 1; (so)",
];
const VALUES: &[&str] = &["?", "", "a \"quoted\" \\ name", "[in brackets]", "Ольга", "2-0"];

/// A game with everything in it.
fn random_game<R: Rules>(random: &mut Random) -> (GameText, usize) {
    let mut tags: Vec<_> = ["Event", "White", "Black"]
        .map(|name| (name.to_owned(), VALUES[random.below(VALUES.len())].to_owned()))
        .into();
    let mut position = Position::<R>::start();
    if random.below(3) == 0 {
        for _ in 0..random.below(30) {
            position = random_move(&position, random).map_or(position, |(_, next)| next);
        }
        tags.push(("FEN".to_owned(), fen::format(&position)));
    }
    let (plies, mut variations) = (random.below(70), 12);
    let items = random_line(position, plies, 0, &mut variations, random);
    let result = [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];
    let moves = items.iter().filter(|item| matches!(item, Item::Move { .. })).count();
    (GameText { line: 0, tags, items, result: Some(result[random.below(4)]) }, moves)
}

fn random_move<R: Rules>(position: &Position<R>, random: &mut Random) -> Option<(Item, Position<R>)> {
    let moves = position.moves();
    let mv = *moves.get(random.below(moves.len().max(1)))?;
    Some((Item::Move { text: format_move(position, mv), line: 0 }, position.play(mv)))
}

fn random_line<R: Rules>(
    mut position: Position<R>,
    plies: usize,
    depth: usize,
    variations: &mut usize,
    random: &mut Random,
) -> Vec<Item> {
    let mut items = Vec::new();
    for _ in 0..plies {
        if random.below(12) == 0 {
            items.push(Item::Comment(REMARKS[random.below(REMARKS.len())].to_owned()));
        }
        let Some((item, next)) = random_move(&position, random) else { break };
        items.push(item);
        if random.below(8) == 0 {
            items.push(Item::Nag(random.below(256) as u8));
        }
        if random.below(10) == 0 && depth < 3 && *variations > 0 {
            *variations -= 1;
            items.push(Item::Variation(random_line(
                position,
                1 + random.below(5),
                depth + 1,
                variations,
                random,
            )));
        }
        position = next;
    }
    items
}

/// What must come back: the tags in their order, all lines 0.
fn comparable(game: &GameText) -> GameText {
    fn without_lines(items: &[Item]) -> Vec<Item> {
        let without = |item: &Item| match item {
            Item::Move { text, .. } => Item::Move { text: text.clone(), line: 0 },
            Item::Variation(items) => Item::Variation(without_lines(items)),
            other => other.clone(),
        };
        items.iter().map(without).collect()
    }
    let mut tags = game.tags.clone();
    tags.sort();
    let result = Some(game.result.unwrap_or(GameResult::Unknown));
    GameText { line: 0, tags, items: without_lines(&game.items), result }
}

fn written<R: Rules>(game: &GameText) -> String {
    let mut text = Vec::new();
    write_game::<R>(&mut text, game).unwrap();
    String::from_utf8(text).unwrap()
}

#[derive(Clone, Copy)]
struct RoundTrip(u64);

impl Check for RoundTrip {
    fn check<R: Rules>(self) {
        let mut random = Random::new(self.0);
        let (first, plies) = random_game::<R>(&mut random);
        let text = written::<R>(&first);
        let second = game(&text);
        assert_eq!(comparable(&second), comparable(&first), "{text}");
        let (start, moves) = replay::<R>(&second).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(moves.len(), plies);
        for squares in [None, Some(Squares::Numeric), Some(Squares::Algebraic)] {
            let normal = normalise::<R>(&second, squares).unwrap_or_else(|error| panic!("{error}\n{text}"));
            let text = written::<R>(&normal);
            let third = game(&text);
            assert_eq!(comparable(&third), comparable(&normal), "{text}");
            assert_eq!(replay::<R>(&third), Ok((start, moves.clone())), "{text}");
            assert_eq!(normalise::<R>(&third, squares).map(|game| written::<R>(&game)), Ok(text));
        }
        for line in text.lines().filter(|line| !line.contains(REMARKS[3]) && !line.contains("[Event")) {
            assert!(line.starts_with('[') || line.chars().count() <= 79, "{line}");
        }
    }
}

/// Reads a text to its end: errors are one line each, and every game is written and
/// read back as it is.
fn survive<R: Rules>(text: &[u8]) {
    let lines = 1 + text.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() as u64;
    for read in read(text) {
        match read {
            Ok(first) => {
                assert!((1..=lines).contains(&first.line), "{first:?}");
                let text = written::<R>(&first);
                assert_eq!(comparable(&game(&text)), comparable(&first), "{text}");
                if let Err(error) = replay::<R>(&first) {
                    assert!(error.to_string().chars().all(|c| !c.is_control()), "{error}");
                }
            }
            Err(error) => {
                assert!((1..=lines).contains(&error.line), "{error}");
                assert!(error.to_string().chars().all(|c| !c.is_control()), "{error}");
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Mutated(u64);

impl Check for Mutated {
    fn check<R: Rules>(self) {
        const JUNK: &[&[u8]] = &[
            b"(", b")", b"{", b"}", b"[", b"]", b"\"", b";", b"%", b"$", b"!", b"?", b"\\", b"\n", b"\n\n",
            b"1-1 ", b"*", b" ", b"-", b"x", b"/", b"1.", b"\r", b"\xFF", b"\xC3", b"[A \"", b"1. ",
        ];
        let mut random = Random::new(self.0);
        let mut text = written::<R>(&random_game::<R>(&mut random).0).into_bytes();
        text.extend(written::<R>(&random_game::<R>(&mut random).0).into_bytes());
        for _ in 0..1 + random.below(6) {
            let at = random.below(text.len());
            let end = (at + random.below(4)).min(text.len());
            text.splice(at..end, JUNK[random.below(JUNK.len())].iter().copied());
        }
        survive::<R>(&text);
    }
}

#[test]
fn moves_are_numbered_as_people_do() {
    let written = |text: &str| {
        let game = game(text);
        let text = match game.variant().unwrap().unwrap() {
            Variant::English => written::<English>(&game),
            _ => written::<Russian>(&game),
        };
        text.trim_end().lines().last().unwrap().to_owned()
    };
    for (text, wanted) in [
        ("[GameType \"25\"] cd4 dc5 bc3", "1. cd4 dc5 2. bc3 *"),
        ("[GameType \"25\"] cd4 {a} dc5 {b} bc3", "1. cd4 {a} dc5 {b} 2. bc3 *"),
        (
            "[GameType \"25\"] cd4! $12 dc5 (fg5 bc3 (gf4 {c} gh4) gf6) bc3",
            "1. cd4! $12 dc5 (1... fg5 2. bc3 (2. gf4 {c} gh4) gf6) 2. bc3 *",
        ),
        ("[GameType \"25\"] {a} cd4 ({b} ab4) dc5 1-0", "{a} 1. cd4 ({b} 1. ab4) dc5 1-0"),
        ("[GameType \"25\"][FEN \"B:Wc3:Bd6,h8\"] dc5 cb4 hg7 1-1", "1... dc5 2. cb4 hg7 1/2-1/2"),
        ("[GameType \"21\"] 11-15 22-18 15-22 0-1", "1. 11-15 22-18 2. 15-22 0-1"),
        ("[GameType \"21\"][FEN \"W:W22:B11,2\"] 22-18 11-15", "1. 22-18 11-15 *"),
        ("[GameType \"21\"][FEN \"B:W22:B11,2\"] 11-15 22-18", "1. 11-15 22-18 *"),
        ("[GameType \"21\"][Result \"2-0\"] 11-15 2-0", "1. 11-15 2-0"),
    ] {
        assert_eq!(written(text), wanted, "{text}");
    }
}

#[test]
fn tags_have_their_order() {
    let text = "[FEN \"W:Wc3:Bd6\"][Opening \"x\"][Result \"*\"][White \"a\"][GameType \"25\"][ECO \"y\"][Event \"e\"] *";
    let names: Vec<_> =
        game(written::<Russian>(&game(text))).tags.into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["Event", "White", "Result", "Opening", "ECO", "GameType", "FEN"]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    #[test]
    fn games_are_read_back_as_they_were(seed in any::<u64>()) {
        Variant::ALL.iter().for_each(|&variant| for_variant(variant, RoundTrip(seed)));
    }

    #[test]
    fn damaged_files_are_survived(seed in any::<u64>()) {
        Variant::ALL.iter().for_each(|&variant| for_variant(variant, Mutated(seed)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn any_bytes_are_survived(text in prop::collection::vec(any::<u8>(), 0..200)) {
        survive::<polydam::rules::international::International>(&text);
    }

    #[test]
    fn likely_text_is_survived(text in r#"([\[\](){};%$!?*./="\\\n -]|[0-9]|1\.|x|:|[a-h][1-8]|2-0|1/2|\[A "|32-28 ){0,60}"#) {
        survive::<polydam::rules::international::International>(text.as_bytes());
    }
}
