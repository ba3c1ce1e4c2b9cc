//! Forms of `pos`, good and bad. Whether a position has arrived shows in the
//! move: it is legal there, and the positions are chosen so that few are.

use super::link::Link;
use super::scene::{self, STYLE, Scene};
use super::{Check, Miss, Point, Stage, failed, skipped};
use crate::position::Outcome;
use crate::referee::Referee;
use crate::rules::Variant;

pub(super) const POINTS: &[Point] = &[
    Point::must(
        "pos.moves",
        Stage::Playing,
        "the start of a game and all moves since are followed, captures included",
        "protocol, position; pydraughts, lidraughts-bot and GWDGUI send them all",
        all_moves,
    ),
    Point::must(
        "pos.current",
        Stage::Playing,
        "a position without moves is set up, Black to move",
        "protocol, position",
        current,
    ),
    Point::must(
        "pos.last-moves",
        Stage::Playing,
        "a position in the middle of a game and the moves since are followed",
        "protocol, position",
        last_moves,
    ),
    Point::must(
        "pos.king-moves",
        Stage::Playing,
        "moves of kings to and fro are followed",
        "protocol, position: the moves a client has to send",
        king_moves,
    ),
    Point::must(
        "pos.capture-order",
        Stage::Playing,
        "the taken squares of a capture may come in any order",
        "protocol, position: \"in any order\"",
        capture_order,
    ),
    Point::must(
        "pos.quotes",
        Stage::Playing,
        "any value may be quoted, and a single move need not be",
        "protocol, general syntax",
        quotes,
    ),
    Point::must(
        "pos.blanks",
        Stage::Playing,
        "additional blanks have no meaning",
        "protocol, initialisation",
        blanks,
    ),
    Point::must(
        "pos.unknown-argument",
        Stage::Playing,
        "an argument that does not exist is ignored",
        "protocol, general syntax; lidraughts sends wolf=\"..\"",
        unknown_argument,
    ),
    Point::should(
        "pos.argument-order",
        Stage::Playing,
        "arguments may come in any order",
        "protocol, general syntax: they have names for that",
        argument_order,
    ),
    Point::should(
        "pos.bad-survived",
        Stage::Playing,
        "a position that is none does not end the program",
        "apps send FEN and half positions",
        bad_survived,
    ),
    Point::should(
        "pos.bad-error",
        Stage::Playing,
        "a position that is none is answered with `error`",
        "protocol, additional answers",
        bad_error,
    ),
    Point::should(
        "pos.illegal-survived",
        Stage::Playing,
        "an illegal move does not end the program",
        "lidraughts and pydraughts write moves in other ways",
        illegal_survived,
    ),
    Point::should(
        "pos.illegal-error",
        Stage::Playing,
        "an illegal move is answered with `error`",
        "protocol, additional answers",
        illegal_error,
    ),
];

const SHALLOW: &[&str] = &["level depth=2"];

/// A position that is still open and has a move worth telling apart.
fn middle(link: &Link, wanted: impl Fn(&dyn Referee) -> bool) -> Result<Scene, Miss> {
    let open = |referee: &dyn Referee| referee.outcome() == Outcome::Open && wanted(referee);
    Scene::find(link.variant, open).map_or_else(|| skipped("no such position was found"), Ok)
}

fn find(link: &Link, plies: usize) -> Result<Scene, Miss> {
    middle(link, |referee| referee.played(STYLE).len() == plies)
}

fn set_up(link: &mut Link, scene: &Scene) -> Check {
    Ok(link.search(scene, SHALLOW)?.line)
}

/// Sends a `pos` line as it is and expects a move for the scene.
fn set_up_as(link: &mut Link, line: &str, scene: &Scene) -> Check {
    link.send(line);
    link.send(SHALLOW[0]);
    let begin = std::time::Instant::now();
    link.send("go think");
    Ok(link.answer(scene, begin)?.line)
}

fn all_moves(link: &mut Link) -> Check {
    let mut seen = String::new();
    for plies in [1, 2, 9, 20, 31] {
        let scene = find(link, plies)?;
        seen = set_up(link, &scene)?;
    }
    Ok(seen)
}

fn current(link: &mut Link) -> Check {
    let scene = middle(link, |referee| referee.played(STYLE).len() > 20 && referee.side().letter() == 'B')?;
    let scene = scene.with_last_moves(link.variant, 0).map_err(Miss::Failed)?;
    set_up(link, &scene)
}

fn last_moves(link: &mut Link) -> Check {
    let scene = find(link, 26)?.with_last_moves(link.variant, 5).map_err(Miss::Failed)?;
    set_up(link, &scene)
}

fn king_moves(link: &mut Link) -> Check {
    let there_and_back =
        |referee: &dyn Referee| to_and_fro(&Scene::of(referee).bare(referee.variant()), referee.variant());
    let scene = middle(link, |referee| there_and_back(referee).is_some())?;
    let referee = scene.referee(link.variant).map_err(Miss::Failed)?;
    match there_and_back(&*referee) {
        Some(scene) => set_up(link, &scene),
        None => skipped("no such position was found"),
    }
}

/// The scene with five moves of kings after it: one of each side, both back, and
/// the first once more. None if the first ones that come to mind do not do.
fn to_and_fro(scene: &Scene, variant: Variant) -> Option<Scene> {
    let first = scene::king_moves(&*scene.referee(variant).ok()?).into_iter().next()?;
    let scene = scene.then(&first);
    let second = scene::king_moves(&*scene.referee(variant).ok()?).into_iter().next()?;
    let back = |mv: &str| {
        let squares = scene::squares(mv);
        format!("{}-{}", squares[1], squares[0])
    };
    let scene = scene.then(&second).then(&back(&first)).then(&back(&second)).then(&first);
    let end = scene.referee(variant).ok()?;
    (!end.moves(STYLE).is_empty()).then_some(scene)
}

fn capture_order(link: &mut Link) -> Check {
    let mut scene =
        middle(link, |referee| referee.played(STYLE).last().is_some_and(|mv| scene::squares(mv).len() > 3))?;
    if let Some(last) = scene.moves.last_mut() {
        let mut squares: Vec<_> = scene::squares(last).iter().map(usize::to_string).collect();
        squares[2..].reverse();
        *last = squares.join("x");
    }
    set_up(link, &scene)
}

fn quotes(link: &mut Link) -> Check {
    let scene = find(link, 1)?;
    let mv = scene.moves.join(" ");
    let position = &scene.position;
    set_up_as(link, &format!("pos pos=\"{position}\" moves=\"{mv}\""), &scene)?;
    set_up_as(link, &format!("pos pos={position} moves={mv}"), &scene)
}

fn blanks(link: &mut Link) -> Check {
    let scene = find(link, 3)?;
    let moves = scene.moves.join(" ");
    set_up_as(link, &format!("  pos   pos={}  moves=\"{moves}\"  ", scene.position), &scene)
}

fn unknown_argument(link: &mut Link) -> Check {
    let scene = find(link, 3)?;
    let moves = scene.moves.join(" ");
    set_up_as(link, &format!("pos pos={} wolf=\"W28=2 B5=1\" moves=\"{moves}\"", scene.position), &scene)
}

fn argument_order(link: &mut Link) -> Check {
    let scene = find(link, 3)?;
    let moves = scene.moves.join(" ");
    set_up_as(link, &format!("pos moves=\"{moves}\" pos={}", scene.position), &scene)
}

/// `pos` commands that are none.
fn bad_positions(link: &Link) -> Vec<String> {
    let start = Scene::start(link.variant).position;
    let (short, long) = (&start[..start.len() - 1], format!("{start}e"));
    [short, &long, &start.replacen('e', "?", 1), &format!("X{}", &start[1..]), "\"\""]
        .iter()
        .map(|bad| format!("pos pos={bad}"))
        .collect()
}

fn illegal_moves(link: &Link) -> Vec<String> {
    let start = Scene::start(link.variant).position;
    ["1-2", "99-100", "nonsense", "1x2x3x4"]
        .iter()
        .map(|mv| format!("pos pos={start} moves=\"{mv}\""))
        .collect()
}

fn survived(link: &mut Link, lines: &[String]) -> Check {
    for line in lines {
        link.send(line);
        link.unasked()?;
    }
    link.still_plays()
}

/// Is each of the lines answered with an error?
fn refused(link: &mut Link, lines: &[String]) -> Check {
    for line in lines {
        link.send(line);
        let answers = link.unasked()?;
        if !answers.iter().any(|answer| answer.starts_with("error")) {
            return failed(format!("{} is taken without a word", crate::referee::shorten(line)));
        }
    }
    Ok(format!("{} refused", lines.len()))
}

fn bad_survived(link: &mut Link) -> Check {
    let mut lines = bad_positions(link);
    // Some understand this one.
    lines.push("pos pos=W:W31-50:B1-20".to_owned());
    survived(link, &lines)
}

fn bad_error(link: &mut Link) -> Check {
    refused(link, &bad_positions(link))
}

fn illegal_survived(link: &mut Link) -> Check {
    survived(link, &illegal_moves(link))
}

fn illegal_error(link: &mut Link) -> Check {
    refused(link, &illegal_moves(link))
}
