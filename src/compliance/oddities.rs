//! What a client should not send, but some do.

use super::link::Link;
use super::scene::Scene;
use super::{Check, Point, Stage};
use std::time::Duration;

pub(super) const POINTS: &[Point] = &[
    Point::must(
        "odd.unknown",
        Stage::Playing,
        "commands that do not exist are ignored without a word",
        "protocol, general syntax; py-draughts gives up at `error`",
        unknown,
    ),
    Point::must(
        "odd.blanks",
        Stage::Playing,
        "additional blanks around a command have no meaning",
        "protocol, initialisation",
        |link| answers(link, "   ping  \n"),
    ),
    Point::should("odd.empty", Stage::Playing, "blank lines are ignored", "scripts", |link| {
        silent(link, "\n   \n\n")
    }),
    Point::should("odd.crlf", Stage::Playing, "lines may end with CR LF", "clients on Windows", crlf),
    Point::should(
        "odd.unknown-mode",
        Stage::Playing,
        "`go` with an unknown word does not end the program",
        "GWDGUI sends `go mcts`",
        unknown_mode,
    ),
    Point::should(
        "odd.quote",
        Stage::Playing,
        "a quote that is not closed does not end the program",
        "clients that do not escape what users type",
        |link| survives(link, "pos pos=\"Wbbb\nset-param name=\"x value=\"\n"),
    ),
    Point::should(
        "odd.characters",
        Stage::Playing,
        "control characters and other alphabets do not end the program",
        "clients that are piped the wrong file",
        |link| survives(link, "\u{0}\u{1}\u{7f}\nдоброе утро = \u{1F600}\n= = =\n"),
    ),
    Point::should(
        "odd.long",
        Stage::Playing,
        "lines of 200000 characters do not end the program",
        "long games, and clients that are piped the wrong file",
        long,
    ),
    Point::should(
        "odd.go-in-search",
        Stage::Playing,
        "a position and `go` during a search do not confuse the program for good",
        "clients that do not wait for `done`",
        |link| during_search(link, &["level depth=2", "go think"]),
    ),
    Point::should(
        "odd.new-game-in-search",
        Stage::Playing,
        "`new-game` and `init` during a search do not confuse the program for good",
        "clients that do not wait for `done`",
        |link| during_search(link, &["new-game", "init"]),
    ),
];

fn silent(link: &mut Link, text: &str) -> Check {
    link.send_raw(text);
    link.stays_silent()?;
    Ok("silence".to_owned())
}

fn unknown(link: &mut Link) -> Check {
    silent(link, "no-such-command a=1 flag b=\"c d\"\nuci\nisready\n")
}

fn answers(link: &mut Link, text: &str) -> Check {
    link.send_raw(text);
    Ok(link.until(&["pong"], link.timeout)?.line)
}

fn survives(link: &mut Link, text: &str) -> Check {
    link.send_raw(text);
    link.unasked()?;
    link.still_plays()
}

fn crlf(link: &mut Link) -> Check {
    let scene = Scene::start(link.variant);
    let begin = std::time::Instant::now();
    link.send_raw(&format!("new-game\r\n{}\r\nlevel depth=2\r\ngo think\r\n", scene.line()));
    Ok(link.answer(&scene, begin)?.line)
}

fn unknown_mode(link: &mut Link) -> Check {
    let begin = link.go(&Scene::start(link.variant), &["level depth=2"], "no-such-mode");
    // Whatever it makes of it, it has half a second for that.
    let until = begin + Duration::from_millis(500);
    while link.next(until)?.is_some_and(|received| !received.text.starts_with("done")) {}
    link.send("stop");
    link.unasked()?;
    link.still_plays()
}

fn long(link: &mut Link) -> Check {
    let many = "x".repeat(200_000);
    survives(link, &format!("no-such-command a={many}\npos pos={many}\n{many}\n"))
}

fn during_search(link: &mut Link, lines: &[&str]) -> Check {
    let scene = Scene::start(link.variant);
    let begin = link.go(&scene, &["level infinite"], "analyze");
    link.next(begin + Duration::from_millis(100))?;
    link.send(&scene.line());
    lines.iter().for_each(|line| link.send(line));
    link.send("stop");
    // How many answers come is not said anywhere; afterwards all is quiet.
    link.until(&["done"], link.timeout)?;
    link.unasked()?;
    link.stays_silent()?;
    link.still_plays()
}
