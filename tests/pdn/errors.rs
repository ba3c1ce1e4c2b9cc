//! What is no game is reported with its line, and the rest is read.

use crate::{brief, read};
use polydam::notation::fen;
use polydam::notation::pdn::{GameText, Reader, check_variations, replay};
use polydam::rules::international::International;
use polydam::rules::russian::Russian;
use std::io::{self, BufReader, Read};

/// Games as briefs, errors as they are shown.
fn told(text: &str) -> Vec<String> {
    read(text)
        .into_iter()
        .map(|game| game.map_or_else(|error| error.to_string(), |game| brief(&game.items)))
        .collect()
}

#[test]
fn a_bad_game_is_skipped() {
    for (bad, wanted) in [
        ("[A \"1\"]\n1. 32-28 nonsense 19-23 2-0", "line 3: expected a move, found 'nonsense'"),
        ("[A \"1\"]\n1. 32-28 - 2-0", "line 3: expected a move, found '32-28-'"),
        ("[A \"1\"]\n1. 32- {x} 2-0", "line 3: expected a move, found '32-'"),
        ("[A \"1\"]\n1. - - 2-0", "line 3: expected a move, found '-'"),
        ("[A \"1\"]\n1. c3 d4 2-0", "line 3: expected a move, found 'c3'"),
        ("[A \"1\"]\n1. 32-28 (19-23\n 28x19 2-0", "line 3: the variation is not closed: expected ')'"),
        ("[A \"1\"]\n1. 32-28 (19-23\n 28x19", "line 3: the variation is not closed: expected ')'"),
        ("[A \"1\"]\n1. 32-28 ) 2-0", "line 3: expected a move, found ')' without a variation to close"),
        ("[A \"1\"]\n(32-28) 19-23 2-0", "line 3: expected a move before a variation, found '('"),
        (
            "[A \"1\"]\n1. 32-28 { never closed\n19-23 2-0",
            "line 3: the comment is not closed: expected '}' before the next tag",
        ),
        ("[A \"1\"]\n1. 32-28 { a { b } } 2-0", "line 3: expected a move, found '}'"),
        (
            "[A \"1\"]\n1. 32-28 (remark\n19-23 2-0",
            "line 3: the remark is not closed: expected ')' before the next tag",
        ),
        (
            "[A \"1\"]\n1. 32-28 [19-23] 2-0",
            "line 3: expected a move or a tag with its value in quotes, found '['",
        ),
        ("[A \"1\"]\n1. 32-28 $ 2-0", "line 3: expected a number after '$'"),
        (
            "[A \"1\"]\n1. 32-28 /FEN \"W:W31:B20\"/ 2-0",
            "line 3: expected a move, found a set-up in mid-game: 'FEN \\\"W:W31:B20\\\"'",
        ),
        ("[A \"1\n[B \"2\"]\n1. 32-28 2-0", "line 2: the tag is not closed: expected '\"]' at its end"),
        ("[\"1\"]\n[B \"2\"]\n1. 32-28 2-0", "line 2: expected the name of a tag after '['"),
    ] {
        let text = format!("1. 31-26 *\n{bad}\n\n[A \"2\"]\n1. 33-28 *");
        assert_eq!(told(&text), ["31-26", wanted, "33-28"], "{bad}");
    }
}

#[test]
fn without_tags_the_next_game_begins_behind_the_result() {
    assert_eq!(told("1. 32-28 oh dear 2-0 1. 33-28 2-0"), ["line 1: expected a move, found 'oh'", "33-28"]);
    assert_eq!(
        told("1. 32-28 (19-23 2-0\n\n1. 33-28 2-0"),
        ["line 1: the variation is not closed: expected ')'", "33-28"]
    );
    assert_eq!(
        told("1. 32-28 { 2-0\n1. 33-28"),
        ["line 1: the comment is not closed: expected '}' at its end"]
    );
}

#[test]
fn endless_things_are_refused_and_what_follows_is_read() {
    const HUGE: usize = 1 << 21;
    for (piece, start) in [
        ("32-28 ", "line 1: the game is longer than 1024 KiB"),
        ("[A \"b\"]\n", "line 1: the game is longer than 1024 KiB"),
        ("x", "line 1: the game is longer than 1024 KiB"),
        ("1-", "line 1: the game is longer than 1024 KiB"),
        ("1 - ", "line 1: expected a move, found "),
        ("(", "line 1: expected a move before a variation, found '('"),
        ("1-2(", "line 1: variations lie more than 64 deep"),
        ("1-2(3-4)", "line 1: the game is longer than 1024 KiB"),
        ("$1", "line 1: the game is longer than 1024 KiB"),
        ("{x} ", "line 1: the game is longer than 1024 KiB"),
        ("!", ""),
    ] {
        let text = format!("{}\n\n[A \"2\"]\n1. 33-28 *", piece.repeat(HUGE / piece.len()));
        let told = told(&text);
        assert!(told[0].starts_with(start), "{piece}: {}", &told[0][..told[0].len().min(100)]);
        assert_eq!(told.last().map(String::as_str), Some("33-28"), "{piece}");
    }
    for open in ["{", "[A \"", "(a ", ";", "[A"] {
        let text = format!("{open}{}\n\n[A \"2\"]\n1. 33-28 *", "y".repeat(HUGE));
        let told = told(&text);
        assert!(told.len() == 2 && told[0].starts_with("line 1: "), "{open}: {}", told.len());
        assert_eq!(told[1], "33-28");
    }
}

#[test]
fn memory_does_not_grow_with_the_file() {
    /// A file of endless games.
    struct Endless(u64);

    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            const GAME: &[u8] = b"[A \"1\"]\n1. 32-28 19-23 2. 28x19 14x23 2-0\n\n";
            for byte in buffer.iter_mut() {
                *byte = GAME[(self.0 % GAME.len() as u64) as usize];
                self.0 += 1;
            }
            Ok(buffer.len())
        }
    }

    // Reads 10,000 games of a file that has no end.
    let games = Reader::new(BufReader::new(Endless(0))).take(10_000);
    assert!(games.map(Result::unwrap).all(|game| brief(&game.items) == "32-28 19-23 28x19 14x23"));
}

#[test]
fn an_error_of_the_input_is_the_last_thing() {
    struct Broken;

    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }

    let input = BufReader::new(b"1. 32-28 *\n1. 33-28".chain(Broken));
    let read: Vec<_> = Reader::new(input).map(|game| game.map_err(|error| error.to_string())).collect();
    assert_eq!(read.len(), 2);
    assert_eq!(read[1], Err("line 2: the input cannot be read: the disk is gone".to_owned()));
}

fn only(text: &str) -> GameText {
    crate::game(text)
}

#[test]
fn illegal_moves_are_named() {
    let error = |text: &str| replay::<International>(&only(text)).unwrap_err().to_string();
    assert_eq!(
        error("[A \"1\"]\n1. 32-28 19-23\n2. 28-22 *"),
        "line 3: move 2. '28-22' is not a legal move here: expected 28x19"
    );
    assert!(error("1. 32-28\n28-19").starts_with("line 2: move 1... '28-19' is not a legal move"));
    let error = error("[FEN \"B:W28:B19\"]\n1... 19-23 2. 28-22");
    assert!(error.starts_with("line 2: move 2. '28-22' is not a legal move here: expected 28x19"), "{error}");
}

#[test]
fn a_bad_position_is_an_error_of_its_tag() {
    let text = "\n[A \"1\"]\n[FEN \"W:W32,99:B1\"]\n*";
    let error = replay::<International>(&only(text)).unwrap_err().to_string();
    assert_eq!(error, "line 2: tag FEN: column 7: expected a square from 1 to 50, found '99'");
}

#[test]
fn positions_may_be_set_up() {
    for tags in
        ["[SetUp \"1\"]\n[FEN \"B:WK1:B30,K50.\"]", "[SetUp \"B:WK1:B30,K50\"]", "[fen \"B:BKi1,i5:WKb10\"]"]
    {
        let game = only(&format!("{tags}\n1... 30-35 2. 1-6 *"));
        let (start, moves) = replay::<International>(&game).unwrap();
        assert_eq!(fen::format(&start), "B:WK1:B30,K50", "{tags}");
        assert_eq!(moves.len(), 2);
    }
}

#[test]
fn moves_of_variations_are_checked_in_place_of_the_move_before() {
    let check = |text: &str| check_variations::<Russian>(&only(text)).map_err(|error| error.to_string());
    assert_eq!(check("1. c3-d4 d6-c5 (1... f6-g5 2. b2-c3 (2. g3-f4) g7-f6) 2. b2-c3 *"), Ok(()));
    let error = check("1. c3-d4\nd6-c5 (1... f6-g5\n2. c3-d4) 2. b2-c3 *").unwrap_err();
    assert!(error.starts_with("line 3: move 2. 'c3-d4' is not a legal move here"), "{error}");
}
