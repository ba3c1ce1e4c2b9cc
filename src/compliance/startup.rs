//! Starting, up to the first move. The first points are those that all others
//! stand on.

use super::link::Link;
use super::{Check, Miss, Point, Stage, failed, searching, skipped};
use crate::hub::scan::Line;
use std::time::{Duration, Instant};

pub(super) const POINTS: &[Point] = &[
    Point::must("startup.starts", Stage::Absent, "the command can be started", "command line", |_| {
        Ok("started".to_owned())
    })
    .opening(Stage::Started),
    Point::must(
        "startup.wait",
        Stage::Started,
        "`hub` is answered, and the answer ends with `wait`",
        "protocol, initialisation",
        wait,
    )
    .opening(Stage::Introduced),
    Point::must(
        "init.ready",
        Stage::Introduced,
        "`init` is answered with `ready`",
        "protocol, initialisation",
        ready,
    )
    .opening(Stage::Ready),
    Point::must(
        "search.done",
        Stage::Ready,
        "`go think` is answered with `done move=` and a legal move",
        "protocol, the engine is searching",
        searching::done,
    )
    .opening(Stage::Playing),
    Point::must(
        "ping.idle",
        Stage::Ready,
        "`ping` is answered with `pong`, once",
        "protocol, additional commands",
        ping,
    ),
    Point::should(
        "startup.silent",
        Stage::Started,
        "nothing is written before `hub`",
        "clients take the first lines for the answer to `hub`",
        silent,
    ),
    Point::should(
        "startup.soon",
        Stage::Started,
        "`wait` comes within 2 s",
        "GWDGUI waits no longer",
        wait_soon,
    ),
    Point::must("startup.id", Stage::Introduced, "one `id` line with a name", "protocol, initialisation", id),
    Point::should(
        "startup.id-fields",
        Stage::Introduced,
        "`id` begins with name=, version= and author=, in this order",
        "pattern of lidraughts; the example of the protocol",
        id_fields,
    ),
    Point::should(
        "startup.only",
        Stage::Introduced,
        "`hub` is answered with id and param lines only",
        "protocol, initialisation",
        only,
    ),
    Point::should(
        "startup.hub-again",
        Stage::Ready,
        "a second `hub` is answered like the first",
        "apps that start every request with `hub` and `init`",
        hub_again,
    ),
    Point::should(
        "startup.variant",
        Stage::Introduced,
        "a parameter `variant` offers the rule set",
        "pydraughts, lidraughts-bot and lidraughts choose it there",
        variant,
    ),
    Point::should(
        "init.soon",
        Stage::Introduced,
        "`ready` comes within 5 s",
        "GWDGUI waits no longer",
        ready_soon,
    ),
    Point::should(
        "init.again",
        Stage::Playing,
        "a second `init` is answered with `ready`, too",
        "lidraughts sends `init` again after each change of a parameter",
        init_again,
    ),
    Point::should(
        "init.at-once",
        Stage::Started,
        "`init` may be sent before `wait` has come",
        "lidraughts and scripts that pipe their commands in",
        init_at_once,
    ),
    Point::must(
        "game.new",
        Stage::Playing,
        "`new-game` is taken without a word, and the next search works",
        "protocol, additional commands",
        new_game,
    ),
];

fn wait(link: &mut Link) -> Check {
    link.send("hub");
    let begin = Instant::now();
    match link.until(&["wait"], link.timeout) {
        Ok(heard) => Ok(format!("after {:.3} s", heard.at.saturating_duration_since(begin).as_secs_f64())),
        Err(Miss::Failed(why)) => {
            // A buffer that is not flushed is worth telling.
            link.send("");
            let late = link.until(&["wait"], Duration::from_millis(300)).is_ok();
            failed(if late {
                "`wait` comes only with further input: the output is buffered".to_owned()
            } else {
                why
            })
        }
        Err(miss) => Err(miss),
    }
}

fn ready(link: &mut Link) -> Check {
    link.configure();
    let begin = Instant::now();
    let heard = link.init()?;
    Ok(format!("after {:.3} s", heard.at.saturating_duration_since(begin).as_secs_f64()))
}

fn ping(link: &mut Link) -> Check {
    link.send("ping");
    let result = link.until(&["pong"], link.timeout);
    // Without it the other points have to wait instead.
    link.pings = result.is_ok();
    let heard = result?;
    link.stays_silent()?;
    Ok(heard.line)
}

fn silent(link: &mut Link) -> Check {
    match link.next(Instant::now() + Duration::from_millis(400))? {
        None => Ok("silence".to_owned()),
        Some(line) => failed(line.text),
    }
}

fn soon(link: &mut Link, word: &str, limit: Duration) -> Check {
    link.until(&[word], limit)?;
    Ok("in time".to_owned())
}

fn wait_soon(link: &mut Link) -> Check {
    link.send("hub");
    soon(link, "wait", Duration::from_secs(2))
}

fn ready_soon(link: &mut Link) -> Check {
    link.configure();
    link.send("init");
    soon(link, "ready", Duration::from_secs(5))
}

fn id(link: &mut Link) -> Check {
    let ids: Vec<_> =
        link.introduction.iter().filter(|line| line.split_whitespace().next() == Some("id")).collect();
    match ids[..] {
        [line] => {
            let words = Line::scan(line).map_err(|error| Miss::Failed(format!("{line}: {error}")))?;
            let named = words.get("name").is_some_and(|name| !name.is_empty());
            if named { Ok(line.clone()) } else { failed(line) }
        }
        _ => failed(format!("{} id lines", ids.len())),
    }
}

fn id_fields(link: &mut Link) -> Check {
    let Some(text) = link.introduction.iter().find(|line| line.starts_with("id ")) else {
        return skipped("there is no id line");
    };
    let names: Vec<_> =
        Line::scan(text).unwrap_or_default().arguments.into_iter().map(|(name, _)| name).collect();
    let good = names.len() >= 3 && names[..3] == ["name", "version", "author"];
    if good { Ok(text.clone()) } else { failed(text) }
}

fn only(link: &mut Link) -> Check {
    let known = |line: &&String| !matches!(line.split_whitespace().next(), Some("id" | "param"));
    match link.introduction.iter().find(known) {
        None => Ok(format!("{} lines", link.introduction.len())),
        Some(line) => failed(format!("'{line}'")),
    }
}

fn hub_again(link: &mut Link) -> Check {
    let lines = link.introduce()?;
    let count = |lines: &[String]| lines.iter().filter(|line| line.starts_with("param ")).count();
    let (before, now) = (count(&link.introduction), count(&lines));
    let seen = format!("{now} parameters, {before} before");
    if before == now { Ok(seen) } else { failed(seen) }
}

fn variant(link: &mut Link) -> Check {
    if let Some(value) = link.variant_value() {
        return Ok(format!("variant={value}"));
    }
    if link.declared().any(|line| line.get("name") == Some("variant")) {
        return failed(format!("{} is not among the values", link.variant));
    }
    skipped("there is no parameter `variant`")
}

fn init_again(link: &mut Link) -> Check {
    let heard = link.init()?;
    link.still_plays()?;
    Ok(heard.line)
}

fn init_at_once(link: &mut Link) -> Check {
    link.send_raw("hub\ninit\n");
    link.until(&["wait"], link.timeout)?;
    link.until(&["ready"], link.timeout)?;
    Ok("wait, ready".to_owned())
}

fn new_game(link: &mut Link) -> Check {
    link.send("new-game");
    link.stays_silent()?;
    link.still_plays()
}
