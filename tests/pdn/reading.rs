//! The forms in which games are written.

use crate::{brief, game, games};
use polydam::notation::pdn::GameResult;
use polydam::rules::Variant;

fn movetext(text: &str) -> String {
    brief(&game(text).items)
}

#[test]
fn moves_are_written_in_many_ways() {
    for (text, wanted) in [
        ("1. 32-28 19-23 2. 28x19 14x23 *", "32-28 19-23 28x19 14x23"),
        ("1.32-28 19-23 2.28x19", "32-28 19-23 28x19"),
        ("1 32-28 19-23 2 28x19", "32-28 19-23 28x19"),
        ("32-28 19-23", "32-28 19-23"),
        (" 1. 32 - 28  1- 6 2.28 x 19 14x 3", "32-28 1-6 28x19 14x3"),
        ("1. 26 x 17 x 10 x 1 2-7", "26x17x10x1 2-7"),
        ("1. 26x17 x10\n x1 2-7", "26x17x10x1 2-7"),
        ("1. 3228 1923", "32-28 19-23"),
        ("1... 19-23 2. 28x19", "19-23 28x19"),
        ("1. ... 19-23 2...14x23", "19-23 14x23"),
        ("12.c3-d4 f6-g5 13.cd4 c:e5", "c3-d4 f6-g5 cd4 c:e5"),
        ("1. c3d4 c3 : e5 : g7 a1-b2", "c3d4 c3:e5:g7 a1-b2"),
        ("1. 32–28 28×19", "32–28 28×19"),
        ("1. 32-28, 19-23.", "32-28 19-23"),
        ("1.", ""),
    ] {
        let read: Vec<_> = games(text).iter().map(|game| brief(&game.items)).collect();
        let wanted: Vec<_> = Some(wanted).into_iter().filter(|wanted| !wanted.is_empty()).collect();
        assert_eq!(read, wanted, "{text}");
    }
}

#[test]
fn results_are_no_moves_and_moves_no_results() {
    use GameResult::*;
    for (text, wanted) in [
        ("2-0", WhiteWins),
        ("1-0", WhiteWins),
        ("0-2", BlackWins),
        ("0-1", BlackWins),
        ("1-1", Draw),
        ("1/2-1/2", Draw),
        ("½-½", Draw),
        ("1 - 1", Draw),
        ("1/2 - 1/2", Draw),
        ("2 -0", WhiteWins),
        ("0-0", Unknown),
        ("*", Unknown),
    ] {
        let read = game(format!("1. 32-28 1-5 2. 1-10 {text}"));
        assert_eq!((read.result, brief(&read.items)), (Some(wanted), "32-28 1-5 1-10".to_owned()), "{text}");
        assert_eq!(game(format!("1. 32-28 1.{text}")).result, Some(wanted), "{text}");
    }
    assert_eq!(game("32-28").result, None);
}

#[test]
fn unusual_results_need_the_tag() {
    let read = game("[Result \"4-6\"]\n1. 34-29 4-6 2. 40-34\n4-6\n");
    assert_eq!((brief(&read.items).as_str(), read.result), ("34-29 4-6 40-34", Some(GameResult::Unknown)));
    assert_eq!(movetext("1. 34-29 4-6\n"), "34-29 4-6");
}

#[test]
fn remarks_marks_and_variations() {
    for (text, wanted) in [
        ("{ a \n  b } 1. 32-28 {} {c}", "{a b} 32-28 {c}"),
        ("1. 32-28 ; to the end { 19-23\n 18-23", "32-28 {to the end { 19-23} 18-23"),
        (
            "32-28! 19-23 ? 28x19!! 14x23 ?? 34-29!? 23x34 ?!",
            "32-28 $1 19-23 $2 28x19 $3 14x23 $4 34-29 $5 23x34 $6",
        ),
        ("32-28(!) 19-23(?!) 28x19(!?!!!)", "32-28 $1 19-23 $6 28x19 $5"),
        ("32-28 $1 19-23$14 28x19* 14x23 * ", "32-28 $1 19-23 $14 28x19 $7 14x23"),
        ("32-28 = 19-23 +- 28x19 ± 14x23+ 34-29 #", "32-28 $10 19-23 $18 28x19 $16 14x23 34-29"),
        ("32-28 $902 19-23", "32-28 {$902} 19-23"),
        (
            "32-28 19-23 (18-23 38-32 (37-32? 23-29!) 12-18) 28x19",
            "32-28 19-23 ( 18-23 38-32 ( 37-32 $2 23-29 $1 ) 12-18 ) 28x19",
        ),
        ("32-28 ( {first} 1. 33-28 {then} 2-0 ) 19-23 ()", "32-28 ( {first} 33-28 {then} {2-0} ) 19-23"),
        (
            "32-28 (or 33-28 (weak), e.g.) 19-23 (e.g. 18-23)",
            "32-28 {or 33-28 (weak), e.g.} 19-23 {e.g. 18-23}",
        ),
        ("1. cd4 (1. ab4 ba5) dc5", "cd4 ( ab4 ba5 ) dc5"),
        ("32-28 {[%clock w0:10:00 B0:10:00]} 19-23", "32-28 {[%clock w0:10:00 B0:10:00]} 19-23"),
        ("% 1. 31-26\n32-28\n%{\n19-23", "32-28 19-23"),
    ] {
        assert_eq!(movetext(text), wanted, "{text}");
    }
}

#[test]
fn what_follows_the_result_on_its_line_belongs_to_it() {
    let read = games("1. 32-28 2-0 {Black resigned} ; late\n{next} 1. 33-28 1-1 {why} 1-1\n");
    let briefs: Vec<_> = read.iter().map(|game| brief(&game.items)).collect();
    assert_eq!(briefs, ["32-28 {Black resigned} {late}", "{next} 33-28 {why}"]);
}

#[test]
fn tags_are_written_in_many_ways() {
    let read = game(concat!(
        "[Event       \"XXV  championship\"] \r\n",
        "[ Site \"a \"club\" [x]\" ]\r\n",
        "[Path \"C:\\\\d\\\"q\\\"\"] [Round \"3\"]\r\n",
        "[Back \"C:\\\"]\r\n",
        "[Bare W:W31:B20]\r\n",
        "[Empty \"\"][None]\r\n",
        "\r\n1. 32-28\r\n",
    ));
    let wanted = [
        ("Event", "XXV championship"),
        ("Site", "a \"club\" [x]"),
        ("Path", "C:\\d\"q\""),
        ("Round", "3"),
        ("Back", "C:\\"),
        ("Bare", "W:W31:B20"),
        ("Empty", ""),
        ("None", ""),
    ];
    assert_eq!(read.tags, wanted.map(|(name, value)| (name.to_owned(), value.to_owned())));
    assert_eq!(read.tag("EVENT"), Some("XXV championship"));
    assert_eq!(read.tag("Date"), None);
    assert_eq!(brief(&read.items), "32-28");
}

#[test]
fn every_encoding_is_read() {
    for (bytes, wanted) in [
        (&b"\xEF\xBB\xBF[White \"\xD0\x96\"] 32-28"[..], "Ж"),
        (b"[White \"Andr\xE9\"] 32-28", "André"),
        (b"[White \"\xC8\xE2\xE0\xED\xEE\xE2\"] 32-28", "Иванов"),
        (b"\r[White \"a\0b\"]\r\r1. 32-28\r", "a b"),
    ] {
        assert_eq!(game(bytes).tag("White"), Some(wanted));
    }
}

#[test]
fn games_are_told_apart() {
    for (text, wanted) in [
        ("[A \"1\"]\n1. 32-28 *\n[A \"2\"]\n1. 33-28", &["32-28", "33-28"][..]),
        ("[A \"1\"]\n1. 32-28\n\n[A \"2\"]\n1. 33-28", &["32-28", "33-28"]),
        ("[A \"1\"]\n\n[A \"2\"]\n1. 33-28", &["", "33-28"]),
        ("[A \"1\"]\n2-0\n\n[A \"2\"]\n1-1\n", &["", ""]),
        ("1. 32-28 2-0 1. 33-28 1-1 1. 34-29", &["32-28", "33-28", "34-29"]),
        ("1. 32-28 19-23 \n1. 33-28 18-23 \n1. 34-29", &["32-28 19-23", "33-28 18-23", "34-29"]),
        ("1. 32-28 19-23 *\n*\n2-0\n1. 33-28", &["32-28 19-23", "33-28"]),
        ("{head} [A \"1\"]\n[B \"2\"] {body} 1. 32-28", &["{head} {body} 32-28"]),
        ("{only}", &[]),
        (" \n % nothing\n", &[]),
    ] {
        let read: Vec<_> = games(text).iter().map(|game| brief(&game.items)).collect();
        assert_eq!(read, wanted, "{text}");
    }
    let read = games("\n\n[A \"1\"]\n1. 32-28 \n\n19-23 *\n\n% x\n 1. 33-28");
    assert_eq!(read.iter().map(|game| game.line).collect::<Vec<_>>(), [3, 9]);
}

#[test]
fn a_set_up_at_the_start_is_the_tag_fen() {
    let read = game("/FEN \"B:W28,31-36,38-50:B1-20\"/ 1... 20-25");
    assert_eq!(read.tag("FEN"), Some("B:W28,31-36,38-50:B1-20"));
    assert_eq!(brief(&read.items), "20-25");
}

#[test]
fn the_rule_set_comes_from_the_tag() {
    let variant = |value: &str| game(format!("[GameType \"{value}\"]\n*")).variant().unwrap();
    assert_eq!(variant("20"), Ok(Variant::International));
    assert_eq!(variant("25,W,8,8,A0,0"), Ok(Variant::Russian));
    assert_eq!(variant(" 30 , W"), Ok(Variant::Turkish));
    assert!(variant("98").unwrap_err().to_string().contains("20 (international)"));
    assert_eq!(game("32-28").variant(), None);
}
