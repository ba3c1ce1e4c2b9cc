//! Parameters: how they are declared, and what happens when they are set.

use super::link::Link;
use super::{Check, Point, Stage, failed, skipped};
use crate::hub::scan::{Line, quote};

pub(super) const POINTS: &[Point] = &[
    Point::must(
        "params.declared",
        Stage::Introduced,
        "each `param` has a name and a value, and the value fits the type and its bounds",
        "protocol, initialisation",
        declared,
    ),
    Point::should(
        "params.typed",
        Stage::Introduced,
        "each `param` has a type",
        "protocol, initialisation: recommended",
        typed,
    ),
    Point::should(
        "params.pairs",
        Stage::Introduced,
        "what follows `id` and `param` is key=value, with one `=` each, quoted ones included",
        "pydraughts fails on flags and on a second sign",
        pairs,
    ),
    Point::must(
        "params.defaults",
        Stage::Introduced,
        "each parameter takes the value it is declared with, and `init` works after that",
        "protocol, initialisation",
        defaults,
    ),
    Point::must(
        "params.unknown",
        Stage::Introduced,
        "a parameter that does not exist does no harm",
        "protocol, general syntax",
        unknown,
    ),
    Point::must(
        "params.unknown-silent",
        Stage::Ready,
        "a parameter that does not exist is ignored without a word",
        "protocol, general syntax",
        unknown_silent,
    ),
    Point::should(
        "params.range",
        Stage::Introduced,
        "values out of range do not end the program, and `ready` comes all the same",
        "clients set what users type",
        range,
    ),
    Point::should(
        "params.after-init",
        Stage::Playing,
        "parameters may be set after `init`",
        "lidraughts changes threads and tt-size between searches",
        after_init,
    ),
];

fn declared(link: &mut Link) -> Check {
    let mut count = 0;
    for text in link.introduction.iter().filter(|text| text.split_whitespace().next() == Some("param")) {
        if let Err(why) = check_param(text) {
            return failed(format!("{text}: {why}"));
        }
        count += 1;
    }
    Ok(format!("{count} parameters"))
}

/// Judges a `param` line.
fn check_param(text: &str) -> Result<(), String> {
    let line = Line::scan(text)?;
    let get = |key: &str| line.get(key).ok_or_else(|| format!("{key}= is missing"));
    let value = get("value")?;
    if get("name")?.is_empty() {
        return Err("the name is empty".to_owned());
    }
    let number = |key: &str, whole: bool| -> Result<f64, String> {
        let text = get(key)?;
        let number = if whole { text.parse::<i64>().ok().map(|n| n as f64) } else { text.parse().ok() };
        number.filter(|n: &f64| n.is_finite()).ok_or_else(|| format!("{key}={text} is no number of the type"))
    };
    match line.get("type") {
        Some("bool") if !matches!(value, "true" | "false") => Err("neither true nor false".to_owned()),
        Some(kind @ ("int" | "real")) => {
            let whole = kind == "int";
            let (min, max, value) = (number("min", whole)?, number("max", whole)?, number("value", whole)?);
            if (min..=max).contains(&value) { Ok(()) } else { Err("the value is out of bounds".to_owned()) }
        }
        Some("enum") if !get("values")?.split_whitespace().any(|other| other == value) => {
            Err("the value is not among the values".to_owned())
        }
        None | Some("bool" | "string" | "enum") => Ok(()),
        Some(other) => Err(format!("there is no type {other}")),
    }
}

fn typed(link: &mut Link) -> Check {
    match link.declared().find(|line| line.get("type").is_none()) {
        None => Ok("all have one".to_owned()),
        Some(line) => failed(format!("{} has none", line.get("name").unwrap_or(""))),
    }
}

fn pairs(link: &mut Link) -> Check {
    let with_arguments = |text: &&String| matches!(text.split_whitespace().next(), Some("id" | "param"));
    match link.introduction.iter().filter(with_arguments).find(|text| !has_only_pairs(text)) {
        None => Ok("all are".to_owned()),
        Some(text) => failed(text),
    }
}

/// Is every argument `key=value`, with no second sign?
pub(super) fn has_only_pairs(text: &str) -> bool {
    let mut quoted = false;
    let mut arguments = text.trim().split(|c: char| {
        quoted ^= c == '"';
        c.is_whitespace() && !quoted
    });
    arguments.next();
    arguments.filter(|argument| !argument.is_empty()).all(|argument| argument.matches('=').count() == 1)
}

/// The commands that set each parameter to what it is.
fn set_to_itself(link: &Link) -> Vec<String> {
    let line = |line: Line| {
        let (name, value) = (line.get("name")?, line.get("value")?);
        Some(format!("set-param name={} value={}", quote(name), quote(value)))
    };
    link.declared().filter_map(line).collect()
}

fn defaults(link: &mut Link) -> Check {
    let lines = set_to_itself(link);
    if lines.is_empty() {
        return skipped("there are no parameters");
    }
    lines.iter().for_each(|line| link.send(line));
    link.send("init");
    let heard = link.until(&["ready", "error"], link.timeout)?;
    if heard.line.starts_with("error") { failed(heard.line) } else { Ok(format!("{} set", lines.len())) }
}

const UNKNOWN: &str = "set-param name=no-such-parameter value=60.0";

fn unknown(link: &mut Link) -> Check {
    link.configure();
    link.send(UNKNOWN);
    link.init()?;
    Ok("ready".to_owned())
}

fn unknown_silent(link: &mut Link) -> Check {
    link.send(UNKNOWN);
    link.stays_silent()?;
    Ok("silence".to_owned())
}

fn range(link: &mut Link) -> Check {
    let mut lines = Vec::new();
    for line in link.declared() {
        let name = quote(line.get("name").unwrap_or(""));
        let below =
            line.get("min").and_then(|min| min.parse::<i64>().ok()).and_then(|min| min.checked_sub(1));
        let values = match line.get("type") {
            Some("int" | "real") => vec!["nonsense".to_owned(), below.unwrap_or(i64::MIN).to_string()],
            Some("bool" | "enum") => vec!["nonsense".to_owned(), "\"\"".to_owned()],
            _ => Vec::new(),
        };
        lines.extend(values.iter().map(|value| format!("set-param name={name} value={value}")));
    }
    if lines.is_empty() {
        return skipped("no parameter has bounds");
    }
    for line in &lines {
        link.send(line);
        if link.pings {
            // One at a time, so that the transcript shows which it was.
            link.unasked()?;
        }
    }
    link.configure();
    link.init()?;
    Ok(format!("{} set", lines.len()))
}

fn after_init(link: &mut Link) -> Check {
    let lines: Vec<_> =
        set_to_itself(link).into_iter().filter(|line| !line.contains("name=variant ")).collect();
    if lines.is_empty() {
        return skipped("there are no parameters");
    }
    lines.iter().for_each(|line| link.send(line));
    link.stays_silent()?;
    link.still_plays()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_judged() {
        for good in [
            "param name=a value=true type=bool",
            "param name=a value=1 type=int min=0 max=3",
            "param name=a value=1.5 type=real min=0 max=3",
            "param name=a value=\"\" type=string",
            "param name=a value=x type=enum values=\"x y\"",
            "param name=a value=x",
        ] {
            assert_eq!(check_param(good), Ok(()), "{good}");
        }
        for (bad, why) in [
            ("param value=1", "name= is missing"),
            ("param name=a type=bool", "value= is missing"),
            ("param name=a value=yes type=bool", "neither"),
            ("param name=a value=1 type=int", "min= is missing"),
            ("param name=a value=9 type=int min=0 max=3", "out of bounds"),
            ("param name=a value=1.5 type=int min=0 max=3", "value=1.5 is no number"),
            ("param name=a value=nan type=real min=0 max=3", "value=nan is no number"),
            ("param name=a value=z type=enum values=\"x y\"", "not among"),
            ("param name=a value=z type=combo", "no type combo"),
            ("param name=\"a", "not closed"),
        ] {
            let error = check_param(bad).unwrap_err();
            assert!(error.contains(why), "{bad}: {error}");
        }
    }

    #[test]
    fn pairs_have_one_sign() {
        assert!(has_only_pairs("id name=x author=\"a b\"  version=1"));
        assert!(!has_only_pairs("id name=x flag"));
        assert!(!has_only_pairs("id name=x author=\"a=b\""));
    }
}
