//! What the engine thinks, written into the game.
//!
//! All of it from White's view, as other programs write evaluations:
//! `{[%eval 0.34] best 31-27 (0.41), depth 12}`. What stood in the file stays.

use super::game::{Annotation, Judged};
use crate::eval::Score;
use crate::eval::score::{men, plies_to_end};
use crate::notation::pdn::{GameText, Item};

/// A score for White as other programs read it: men, or moves to a win, `#3`, or
/// to a loss, `#-3`.
pub fn eval_text(score: Score) -> String {
    match plies_to_end(score) {
        Some(plies) => format!("#{}{}", if score < 0 { "-" } else { "" }, plies.div_ceil(2)),
        None => men_text(score),
    }
}

/// A score in men.
fn men_text(score: Score) -> String {
    format!("{:.2}", men(score))
}

/// The game with a mark, a comment and, at mistakes, the better line behind its
/// moves. Comments, variations and marks that stood there stay; only an earlier
/// `[%eval]` gives way. A second time nothing is added twice.
pub fn annotated(game: &GameText, annotation: &Annotation) -> GameText {
    let mut result = GameText { items: Vec::with_capacity(game.items.len() * 2), ..game.clone() };
    add_tag(&mut result, "Annotator", concat!("polydam ", env!("CARGO_PKG_VERSION")));
    add_tag(&mut result, "GameType", annotation.variant.facts().game_type);
    let mut moves = annotation.moves.iter();
    let mut rest = game.items.as_slice();
    while let Some((item, behind)) = rest.split_first() {
        rest = behind;
        result.items.push(item.clone());
        if let Item::Move { .. } = item
            && let Some(judged) = moves.next()
        {
            let end = behind.iter().position(|item| matches!(item, Item::Move { .. }));
            let (remarks, next) = behind.split_at(end.unwrap_or(behind.len()));
            put_remarks(&mut result.items, judged, remarks);
            rest = next;
        }
    }
    result
}

/// Adds a tag unless there is one with a value.
fn add_tag(game: &mut GameText, name: &str, value: &str) {
    if game.tag(name).is_none() {
        game.tags.push((name.to_owned(), value.to_owned()));
    }
}

/// What stands behind a move: marks, then the engine's comment, then the other
/// remarks of the file, then the better line.
fn put_remarks(items: &mut Vec<Item>, judged: &Judged, remarks: &[Item]) {
    let marks = remarks.iter().take_while(|item| matches!(item, Item::Nag(_))).count();
    let (marks, remarks) = remarks.split_at(marks);
    items.extend_from_slice(marks);
    let mark = judged.mark.map(|mark| Item::Nag(mark.nag()));
    items.extend(mark.filter(|mark| !marks.contains(mark)));
    let comment = comment(judged);
    let own = Item::Comment(comment.clone());
    items.push(own);
    for remark in remarks {
        match remark {
            Item::Comment(text) if *text == comment => {}
            Item::Comment(text) => items.extend(without_eval(text).map(Item::Comment)),
            _ => items.push(remark.clone()),
        }
    }
    if judged.mark.is_some() {
        let line = judged.before.line.iter().map(|text| Item::Move { text: text.clone(), line: 0 }).collect();
        if !remarks.iter().any(|item| is_line(item, &judged.before.line)) {
            items.push(Item::Variation(line));
        }
    }
}

fn comment(judged: &Judged) -> String {
    let eval = eval_text(judged.eval());
    let depth = judged.before.depth;
    if judged.ply.forced {
        return format!("[%eval {eval}] only move");
    }
    if judged.is_best() {
        return format!("[%eval {eval}] best, depth {depth}");
    }
    let loses = match judged.mark {
        Some(_) => format!("loses {}, ", men_text(judged.loss)),
        None => String::new(),
    };
    let best = judged.before.line.first().map_or("none", |best| best);
    format!("[%eval {eval}] {loses}best {best} ({}), depth {depth}", eval_text(judged.best_eval()))
}

/// A comment less its `[%eval ...]`; none when nothing else was in it.
fn without_eval(comment: &str) -> Option<String> {
    let Some(start) = comment.find("[%eval") else { return Some(comment.to_owned()) };
    let end = comment[start..].find(']').map_or(comment.len(), |end| start + end + 1);
    let text = format!("{} {}", comment[..start].trim_end(), comment[end..].trim_start());
    let text = text.trim();
    if text.is_empty() { None } else { Some(text.to_owned()) }
}

/// Is this a variation of just these moves?
fn is_line(item: &Item, line: &[String]) -> bool {
    let Item::Variation(items) = item else { return false };
    let moves = items.iter().filter_map(|item| match item {
        Item::Move { text, .. } => Some(text),
        _ => None,
    });
    moves.eq(line)
}

#[cfg(test)]
mod tests {
    use super::super::{Mark, Opinion, Ply};
    use super::*;
    use crate::eval::score::{lost_in, table_won_in, won_in};
    use crate::notation::pdn::Reader;
    use crate::rules::{Side, Variant};

    fn game(text: &str) -> GameText {
        Reader::new(text.as_bytes()).next().unwrap().unwrap()
    }

    /// Black has played 20-25 in place of 19-23.
    fn annotation() -> Annotation {
        let ply = |text: &str, side| Ply {
            text: text.into(),
            hub: text.into(),
            fen: String::new(),
            side,
            number: 1,
            forced: false,
        };
        let opinion = |score, line: &str| Opinion {
            score,
            depth: 9,
            nodes: 1000,
            line: line.split(' ').map(str::to_owned).collect(),
        };
        let moves = vec![
            Judged {
                ply: ply("32-28", Side::White),
                before: opinion(5, "32-28 19-23"),
                played: 4,
                loss: 0,
                mark: None,
            },
            Judged {
                ply: ply("20-25", Side::Black),
                before: opinion(-4, "19-23 28x19"),
                played: -310,
                loss: 306,
                mark: Some(Mark::Blunder),
            },
        ];
        Annotation {
            variant: Variant::International,
            start: String::new(),
            moves,
            end: String::new(),
            end_opinion: Opinion::default(),
            end_side: Side::White,
        }
    }

    fn lines(items: &[Item]) -> Vec<String> {
        items.iter().map(|item| format!("{item:?}")).collect()
    }

    #[test]
    fn remarks_of_the_file_stay_in_their_order() {
        let text = "[White \"A\"] {before} 1. 32-28 $1 {good} 20-25 {[%eval 0.9] hm} (20-24 {x}) {end} 2-0";
        let result = annotated(&game(text), &annotation());
        let expected = game(
            "{before} 1. 32-28 $1 {[%eval 0.04] best, depth 9} {good} 20-25 $4 \
             {[%eval 3.10] loses 3.06, best 19-23 (0.04), depth 9} {hm} (20-24 {x}) {end} (19-23 28x19) 2-0",
        );
        let plain = |items: &[Item]| lines(items).join("\n").replace("line: 0", "line: 1");
        assert_eq!(plain(&result.items), plain(&expected.items));
        assert_eq!(result.tag("GameType"), Some("20,W,10,10,N2,0"));
        assert!(result.tag("Annotator").unwrap().starts_with("polydam "));
    }

    #[test]
    fn annotating_again_adds_nothing() {
        let once = annotated(&game("1. 32-28 20-25 *"), &annotation());
        assert_eq!(annotated(&once, &annotation()), once);
    }

    #[test]
    fn scores_are_men_or_moves() {
        assert_eq!(eval_text(-34), "-0.34");
        assert_eq!(eval_text(0), "0.00");
        assert_eq!((eval_text(won_in(5)), eval_text(lost_in(4))), ("#3".into(), "#-2".into()));
        assert_eq!(eval_text(table_won_in(10)), "89.90");
    }
}
