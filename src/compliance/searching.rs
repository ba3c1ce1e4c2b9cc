//! Searches and their answers.

use super::done::is_complete;
use super::link::Link;
use super::scene::{self, STYLE, Scene};
use super::{Check, Miss, Point, Stage, failed, skipped};
use crate::hub::scan::Line;
use crate::position::Outcome;
use std::time::{Duration, Instant};

pub(super) const POINTS: &[Point] = &[
    Point::must(
        "search.once",
        Stage::Playing,
        "`done` comes once for each `go`",
        "protocol, the engine is searching",
        once,
    ),
    Point::must(
        "search.ponder-move",
        Stage::Playing,
        "the expected reply, if one is told, is legal after the move",
        "protocol: it is searched with `go ponder`; pydraughts fails on it",
        ponder_move,
    ),
    Point::must(
        "search.capture-text",
        Stage::Playing,
        "a capture is written as start, end and every taken square, joined by x",
        "protocol, position",
        capture_text,
    ),
    Point::should(
        "search.plain-done",
        Stage::Playing,
        "`done` has a move, perhaps a reply, nothing else, and no quotes",
        "pydraughts splits the line at blanks and takes the fields as they are",
        plain_done,
    ),
    Point::must(
        "search.analyze",
        Stage::Playing,
        "`go analyze` under a limit ends with a legal move",
        "protocol, search mode",
        analyze,
    ),
    Point::must(
        "search.forced",
        Stage::Playing,
        "the only legal move is answered, in every mode",
        "protocol, search mode",
        forced,
    ),
    Point::should(
        "search.no-moves",
        Stage::Playing,
        "a position without legal moves does not end the program; no move is told",
        "clients ask for it, whatever the protocol says",
        no_moves,
    ),
    Point::must(
        "search.games",
        Stage::Playing,
        "three games in a row, with analysis in between: each `done` answers its own search",
        "protocol, the engine is searching",
        games,
    ),
];

const SHALLOW: &[&str] = &["level depth=2"];

pub(super) fn done(link: &mut Link) -> Check {
    Ok(link.search(&Scene::start(link.variant), SHALLOW)?.line)
}

fn once(link: &mut Link) -> Check {
    for _ in 0..3 {
        link.search(&Scene::start(link.variant), SHALLOW)?;
        if let Some(line) = link.unasked()?.iter().find(|line| line.starts_with("done")) {
            return failed(format!("a second one: {line}"));
        }
    }
    Ok("once in 3 searches".to_owned())
}

/// A few positions of all sorts, without moves: whether those are followed is for
/// other points.
fn several(link: &Link) -> Vec<Scene> {
    let at = |plies: usize| {
        Scene::find(link.variant, move |referee| {
            referee.played(STYLE).len() == plies && referee.outcome() == Outcome::Open
        })
    };
    [0, 1, 8, 15, 24, 33, 42].into_iter().filter_map(at).map(|scene| scene.bare(link.variant)).collect()
}

fn ponder_move(link: &mut Link) -> Check {
    let mut told = 0;
    for scene in several(link) {
        let answer = link.search(&scene, &["level depth=4"])?;
        let Some(reply) = &answer.reply else { continue };
        let mut referee = scene.then(&answer.best).referee(link.variant).map_err(Miss::Failed)?;
        if let Err(error) = referee.play(reply, STYLE) {
            return failed(format!("{}: {error}", answer.line));
        }
        told += 1;
    }
    if told > 0 { Ok(format!("{told} legal replies")) } else { skipped("no reply was told") }
}

fn capture_text(link: &mut Link) -> Check {
    let is_long = |moves: &[String]| moves.iter().all(|mv| scene::squares(mv).len() > 3);
    let is_capture = |moves: &[String]| moves.iter().all(|mv| mv.contains('x'));
    for wanted in [is_capture as fn(&[String]) -> bool, is_long] {
        let found = Scene::find(link.variant, |referee| {
            let moves = referee.moves(STYLE);
            !moves.is_empty() && wanted(&moves)
        });
        let Some(scene) = found.map(|scene| scene.bare(link.variant)) else { continue };
        let answer = link.search(&scene, SHALLOW)?;
        let text = Line::scan(&answer.line).unwrap_or_default().get("move").unwrap_or("").to_owned();
        if !is_complete(&text, &answer.best) {
            return failed(format!("{text} for {}", answer.best));
        }
    }
    Ok("complete".to_owned())
}

fn plain_done(link: &mut Link) -> Check {
    let answer = link.search(&Scene::start(link.variant), SHALLOW)?;
    let fields: Vec<_> = answer.line.split_whitespace().skip(1).collect();
    let plain = match fields[..] {
        [mv] => mv.starts_with("move="),
        [mv, reply] => mv.starts_with("move=") && reply.starts_with("ponder="),
        _ => false,
    };
    if plain && !answer.line.contains('"') { Ok(answer.line) } else { failed(answer.line) }
}

fn analyze(link: &mut Link) -> Check {
    let scene = Scene::start(link.variant);
    let begin = link.go(&scene, &["level depth=4"], "analyze");
    Ok(link.answer(&scene, begin)?.line)
}

fn forced(link: &mut Link) -> Check {
    let found = Scene::find(link.variant, |referee| referee.moves(STYLE).len() == 1);
    let Some(scene) = found.map(|scene| scene.bare(link.variant)) else {
        return skipped("no such position was found");
    };
    let mut line = String::new();
    for (level, mode) in
        [("level depth=6", "think"), ("level move-time=0.2", "think"), ("level depth=6", "analyze")]
    {
        let begin = link.go(&scene, &[level], mode);
        line = link.answer(&scene, begin)?.line;
    }
    Ok(line)
}

fn no_moves(link: &mut Link) -> Check {
    let found = Scene::find(link.variant, |referee| referee.moves(STYLE).is_empty());
    let Some(scene) = found.map(|scene| scene.bare(link.variant)) else {
        return skipped("no such position was found");
    };
    link.go(&scene, SHALLOW, "think");
    let until = Instant::now() + Duration::from_secs(1);
    let mut seen = "silence".to_owned();
    while let Some(received) = link.next(until)? {
        let line = Line::scan(&received.text).unwrap_or_default();
        if line.get("move").is_some_and(|mv| !mv.is_empty()) {
            return failed(received.text);
        }
        if matches!(&*line.command, "done" | "error") {
            seen = received.text;
            break;
        }
    }
    // One that still searches is told to stop, so that the answers are in step.
    link.send("stop");
    link.unasked()?;
    link.still_plays()?;
    Ok(seen)
}

fn games(link: &mut Link) -> Check {
    for _ in 0..3 {
        link.send("new-game");
        let mut scene = Scene::start(link.variant);
        for ply in 0..10 {
            if ply % 3 == 2 {
                let begin = link.go(&scene, &["level infinite"], "analyze");
                link.send("stop");
                link.answer(&scene, begin)?;
            }
            let answer = link.search(&scene, SHALLOW)?;
            scene = scene.then(&answer.best);
            if scene.referee(link.variant).map_err(Miss::Failed)?.outcome() != Outcome::Open {
                break;
            }
        }
    }
    link.stays_silent()?;
    Ok("all in step".to_owned())
}
