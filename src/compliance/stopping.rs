//! `stop`, `ponder-hit` and `ping`, in time, late and never asked for.

use super::link::Link;
use super::scene::Scene;
use super::{Check, Point, Stage, failed, skipped};
use std::time::{Duration, Instant};

pub(super) const POINTS: &[Point] = &[
    Point::must(
        "stop.analyze",
        Stage::Playing,
        "`stop` ends an analysis with a move",
        "protocol, the engine is searching",
        |link| stopped(link, "analyze"),
    ),
    Point::must(
        "stop.think",
        Stage::Playing,
        "`stop` ends the search for a move with a move",
        "protocol, the engine is searching",
        |link| stopped(link, "think"),
    ),
    Point::should(
        "stop.soon",
        Stage::Playing,
        "the answer to `stop` comes within 2 s",
        "GWDGUI waits no longer",
        soon,
    ),
    Point::must(
        "stop.at-once",
        Stage::Playing,
        "`stop` right after `go` brings one answer, too",
        "protocol, the engine is searching",
        at_once,
    ),
    Point::must(
        "stop.once",
        Stage::Playing,
        "a search that is stopped, even twice, is answered with `done` once",
        "protocol, the engine is searching; a second one is taken for the next search's",
        twice,
    ),
    Point::must(
        "stop.idle",
        Stage::Playing,
        "`stop` without a search is not answered: the search may just have ended by itself",
        "protocol, the engine is searching; GWDGUI sends it before each analysis",
        |link| ignored_when_idle(link, "stop"),
    ),
    Point::should(
        "stop.no-wait",
        Stage::Playing,
        "after `stop` the next position and `go` may come before `done`; both searches are answered",
        "protocol: \"immediately set up a new search\"; a web-worker client",
        no_wait,
    ),
    Point::must(
        "ponder.stop",
        Stage::Playing,
        "`go ponder` and `stop` bring a move",
        "protocol, search mode",
        |link| stopped(link, "ponder"),
    ),
    Point::must(
        "ponder.hit",
        Stage::Playing,
        "after `go ponder` and `ponder-hit` the move comes within the time of the clock",
        "protocol, search mode",
        hit,
    ),
    Point::must(
        "ponder.late-hit",
        Stage::Playing,
        "`ponder-hit` without a search is not answered: the search may just have ended by itself",
        "protocol, the engine is searching; seen from lidraughts-bot",
        |link| ignored_when_idle(link, "ponder-hit"),
    ),
    Point::should(
        "ponder.new-search",
        Stage::Playing,
        "after `go ponder`, `stop` and its answer another move can be searched",
        "lidraughts-bot, when the opponent plays another move",
        new_search,
    ),
    Point::must(
        "ping.search",
        Stage::Playing,
        "`ping` during a search is answered with `pong` before the search ends",
        "protocol, the engine is searching",
        ping,
    ),
    Point::must(
        "ping.no-stop",
        Stage::Playing,
        "`ping` does not end the search",
        "protocol: \"answer pong and keep searching\"",
        ping_goes_on,
    ),
];

const FOREVER: &[&str] = &["level infinite"];

/// How long a search runs before it is disturbed.
const WHILE: Duration = Duration::from_millis(150);

/// Starts a search without an end and lets it run for a while. False: it has
/// ended by itself, as it may; the answer has been taken.
fn running(link: &mut Link, scene: &Scene, mode: &str) -> Result<(Instant, bool), super::Miss> {
    let begin = link.go(scene, FOREVER, mode);
    let runs = runs_on(link)?;
    Ok((begin, runs))
}

/// Does the search go on for a while?
fn runs_on(link: &mut Link) -> Result<bool, super::Miss> {
    let until = Instant::now() + WHILE;
    while let Some(received) = link.next(until)? {
        if received.text.split_whitespace().next() == Some("done") {
            return Ok(false);
        }
    }
    Ok(true)
}

fn stopped(link: &mut Link, mode: &str) -> Check {
    let scene = Scene::start(link.variant);
    let begin = link.go(&scene, FOREVER, mode);
    link.next(begin + WHILE)?;
    link.send("stop");
    Ok(link.answer(&scene, begin)?.line)
}

fn soon(link: &mut Link) -> Check {
    let scene = Scene::start(link.variant);
    if !running(link, &scene, "analyze")?.1 {
        return skipped("the search has ended by itself");
    }
    let begin = Instant::now();
    link.send("stop");
    let answer = link.answer(&scene, begin)?;
    let seen = format!("after {:.3} s", answer.time.as_secs_f64());
    if answer.time <= Duration::from_secs(2) { Ok(seen) } else { failed(seen) }
}

fn at_once(link: &mut Link) -> Check {
    let scene = Scene::start(link.variant);
    let mut line = String::new();
    for mode in ["think", "analyze", "ponder"] {
        let begin = Instant::now();
        link.send_raw(&format!("{}\nlevel infinite\ngo {mode}\nstop\n", scene.line()));
        line = link.answer(&scene, begin)?.line;
    }
    Ok(line)
}

fn twice(link: &mut Link) -> Check {
    let scene = Scene::start(link.variant);
    for stops in ["stop\n", "stop\nstop\n"] {
        let (begin, runs) = running(link, &scene, "analyze")?;
        link.send_raw(stops);
        if runs {
            link.answer(&scene, begin)?;
        }
        if let Some(line) = link.unasked()?.iter().find(|line| line.starts_with("done")) {
            return failed(format!("a second one: {line}"));
        }
    }
    Ok("once".to_owned())
}

fn ignored_when_idle(link: &mut Link, command: &str) -> Check {
    link.send(command);
    link.stays_silent()?;
    link.search(&Scene::start(link.variant), &["level depth=1"])?;
    link.send(command);
    link.stays_silent()?;
    Ok("silence".to_owned())
}

fn no_wait(link: &mut Link) -> Check {
    let scene = Scene::start(link.variant);
    let first = link.go(&scene, FOREVER, "analyze");
    link.next(first + WHILE)?;
    link.send("stop");
    let Some(next) = Scene::find(link.variant, |referee| referee.played(super::scene::STYLE).len() == 9)
    else {
        return skipped("no such position was found");
    };
    let next = next.bare(link.variant);
    let second = link.go(&next, &["level depth=2"], "think");
    link.answer(&scene, first)?;
    Ok(link.answer(&next, second)?.line)
}

fn hit(link: &mut Link) -> Check {
    let scene = Scene::start(link.variant);
    let mut best = Duration::MAX;
    for _ in 0..3 {
        let begin = link.go(&scene, &["level moves=10 time=1.0"], "ponder");
        if !runs_on(link)? {
            link.send("ponder-hit");
            return skipped("the search has ended by itself");
        }
        let hit = Instant::now();
        link.send("ponder-hit");
        let answer = link.answer(&scene, begin)?;
        best = best.min(answer.time.saturating_sub(hit - begin));
        if best <= Duration::from_secs(1) {
            return Ok(format!("{:.3} s after the hit", best.as_secs_f64()));
        }
    }
    failed(format!("{:.3} s after the hit at best", best.as_secs_f64()))
}

fn new_search(link: &mut Link) -> Check {
    stopped(link, "ponder")?;
    link.still_plays()
}

fn ping(link: &mut Link) -> Check {
    let scene = Scene::start(link.variant);
    if !running(link, &scene, "analyze")?.1 {
        return skipped("the search has ended by itself");
    }
    link.send("ping");
    let heard = link.until(&["pong", "done"], link.timeout)?;
    if heard.line.trim() == "pong" { Ok(heard.line) } else { failed(heard.line) }
}

fn ping_goes_on(link: &mut Link) -> Check {
    let scene = Scene::start(link.variant);
    let (begin, runs) = running(link, &scene, "analyze")?;
    if !runs {
        return skipped("the search has ended by itself");
    }
    link.send("ping");
    if !runs_on(link)? {
        return failed("`done` right after `ping`");
    }
    link.send("stop");
    Ok(link.answer(&scene, begin)?.line)
}
