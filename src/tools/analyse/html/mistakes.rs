//! Boards of the mistakes, drawn here: they need no script.

use super::fragment;
use super::moves::find;
use crate::annotate::{Annotation, Judged, Mark, eval_text};
use crate::eval::score::men;
use crate::notation::svg::{self, Role, Trail};
use crate::rules::{Rules, Visitor};

/// A board for every mistake: what was played and what was better.
pub(super) fn cards(number: u64, annotation: &Annotation) -> String {
    annotation.variant.visit(Cards { number, annotation })
}

struct Cards<'a> {
    number: u64,
    annotation: &'a Annotation,
}

impl Visitor for Cards<'_> {
    type Output = String;

    fn visit<R: Rules>(self) -> String {
        let cards: String = (1..)
            .zip(&self.annotation.moves)
            .filter_map(|(ply, judged)| card::<R>(self.number, ply, judged, judged.mark?))
            .collect();
        match cards.is_empty() {
            true => String::new(),
            false => format!(
                "<section class=\"mistakes\"><h3>Mistakes <small>red what was played, green and dashed what \
                 was better</small></h3>\n{cards}</section>\n"
            ),
        }
    }
}

fn card<R: Rules>(number: u64, ply: usize, judged: &Judged, mark: Mark) -> Option<String> {
    let (position, played) = find::<R>(&judged.ply.fen, &judged.ply.text)?;
    let best = judged.before.line.first()?;
    let (_, better) = find::<R>(&judged.ply.fen, best)?;
    let trails = [Trail::new(Role::Played, &position, played), Trail::new(Role::Better, &position, better)];
    let dots = if judged.ply.side == R::FACTS.first { "." } else { "…" };
    Some(format!(
        "<figure id=\"game={number}&amp;ply={ply}\">{}<figcaption><a class=\"{}\" href=\"{}\">{}{dots} {}<b>{}</b></a> \
         loses {:.2} <span class=\"better\">Better {} ({})</span></figcaption></figure>\n",
        svg::draw_in_page(&position, &trails),
        mark.name(),
        fragment(number, ply),
        judged.ply.number,
        judged.ply.text,
        mark.sign(),
        men(judged.loss),
        judged.before.line.join(" "),
        eval_text(judged.best_eval()),
    ))
}
