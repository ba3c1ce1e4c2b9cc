//! Openings: the built-in sets, and files in every form.

use polydam::openings::{self, Opening, Reading, read};
use polydam::rules::Variant;
use std::collections::HashMap;

fn reading(variant: Variant, text: &str) -> Reading {
    read(variant, text.as_bytes()).unwrap()
}

fn one(variant: Variant, line: &str) -> Opening {
    let reading = reading(variant, line);
    assert_eq!(reading.bad, [], "{line}");
    assert_eq!(reading.openings.len(), 1, "{line}");
    reading.into_openings().unwrap().remove(0)
}

fn error(variant: Variant, line: &str) -> String {
    let reading = reading(variant, line);
    assert_eq!(reading.openings.len(), 0, "{line}");
    reading.bad[0].to_string()
}

#[test]
fn every_set_replays_and_repeats_no_position() {
    for &variant in Variant::ALL {
        let sets = openings::sets(variant);
        assert_eq!(openings::default_set(variant), sets[0].name);
        for set in sets {
            let openings = openings::builtin(variant, set.name).unwrap();
            assert_eq!(openings.len(), set.size(), "{variant} {}", set.name);
            let mut seen = HashMap::new();
            for opening in openings {
                let fen = opening.referee(variant).unwrap().fen();
                let other = seen.insert(fen, opening.name.clone());
                assert_eq!(other, None, "{variant} {}: {} again", set.name, opening.name);
            }
        }
    }
}

#[test]
fn lines_of_every_form_are_read() {
    let russian = Variant::Russian;
    let wanted = one(russian, "c3-d4 b6-c5 ; 0.30 ; town");
    assert_eq!((wanted.name.as_str(), wanted.score, &wanted.fen), ("town", Some(0.3), &None));
    assert_eq!(wanted.moves, ["22-18", "9-14"]);
    let fen = "W:W21-32:B1-12";
    let hub = format!("W{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12));
    for line in [
        "cd4 bc5".to_owned(),
        "1. c3-d4 b6-c5".to_owned(),
        "1.c3-d4 1...b6-c5 # no comment".replace(" # no comment", ""),
        "\u{feff}  22-18  9-14  ;".to_owned(),
        format!("{fen} c3-d4 b6-c5"),
        format!("{hub} 22-18 9-14"),
    ] {
        let opening = one(russian, &line);
        assert_eq!((&opening.moves, &opening.fen), (&wanted.moves, &None), "{line}");
        assert_eq!(opening.name, "c3-d4 b6-c5", "{line}");
    }
    let position = one(russian, "B:Wa1,c3:Bb8,Kh8");
    assert_eq!(position.fen.as_deref(), Some("B:W22,29:B1,K4"));
    assert_eq!(one(russian, "B : W a1, c3 : B b8, K h8").fen, position.fen);
    assert_eq!(one(russian, "start").moves, Vec::<String>::new());
    assert_eq!(reading(russian, "# nothing\n\n  # at all\n").openings, []);
}

#[test]
fn bad_lines_are_named_and_the_others_are_kept() {
    let reading =
        reading(Variant::English, "# header\n11-15 23-19\n11-15 15-19\n\n12-16 24-20\r\nW:W99:B1\n");
    let lines: Vec<_> = reading.openings.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [2, 5]);
    let bad: Vec<_> = reading.bad.iter().map(ToString::to_string).collect();
    assert!(bad[0].starts_with("line 3: move 2 '15-19':"), "{}", bad[0]);
    assert!(bad[1].starts_with("line 6: column 4: expected a square from 1 to 32"), "{}", bad[1]);
    assert!(reading.into_openings().unwrap_err().starts_with("line 3: "));
    assert!(error(Variant::English, "B:W32:B").contains("the game is over"));
    for line in ["11-15 \u{e9}", "é", "W:", "\"", "W:W1 hello", &"b".repeat(40), "1.", "; 0.3"] {
        let reading = self::reading(Variant::English, line);
        assert_eq!(reading.bad.len() + reading.openings.len(), 1, "{line}");
    }
    assert!(read(Variant::English, &b"\xff\xfe\n"[..]).unwrap().bad[0].to_string().starts_with("line 1: "));
}

#[test]
fn a_set_or_a_file_that_is_not_there_is_explained() {
    let error = openings::builtin(Variant::English, "nine").unwrap_err();
    assert!(error.contains("'nine'") && error.contains("start"), "{error}");
    let error = openings::load(Variant::English, "no/such/file").unwrap_err();
    assert!(error.contains("'no/such/file'") && error.contains("start"), "{error}");
}
