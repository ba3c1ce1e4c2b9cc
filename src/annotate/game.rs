//! A game is judged from its end to its start: what the search has seen further
//! on is in its table when it gets to the moves before.

use super::marks::{Mark, loss, mark};
use crate::engine::{Engine, Setup, Style};
use crate::eval::Score;
use crate::eval::score::{DRAW, is_decided};
use crate::notation::pdn::{self, GameText, PdnError};
use crate::notation::{Dialect, fen, hub_text};
use crate::position::{Game, Outcome};
use crate::rules::{Rules, Side, Variant, Visitor};
use crate::search::{Control, Limits};

/// A move that was played, and the position before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move as players write it.
    pub text: String,
    /// The move as in Hub.
    pub hub: String,
    /// The position before it, as PDN FEN.
    pub fen: String,
    /// Who moved.
    pub side: Side,
    /// The number of the move, from 1; both sides' moves have the same.
    pub number: usize,
    /// Was it the only legal move?
    pub forced: bool,
}

/// A game that was played, its moves known to be legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The rule set.
    pub variant: Variant,
    /// The start of the game, as in Hub.
    pub start: String,
    /// The moves.
    pub plies: Vec<Ply>,
    /// The position after the last move, as PDN FEN.
    pub end: String,
    /// The side to move there.
    pub end_side: Side,
    /// Whether the rules say that the game is over there.
    pub outcome: Outcome,
}

impl Played {
    /// Replays the main line of a game from a file.
    ///
    /// # Errors
    ///
    /// When its start or one of its moves is wrong.
    pub fn new(game: &GameText, variant: Variant) -> Result<Self, PdnError> {
        struct Replay<'a>(&'a GameText, Variant);

        impl Visitor for Replay<'_> {
            type Output = Result<Played, PdnError>;

            fn visit<R: Rules>(self) -> Self::Output {
                let (start, moves) = pdn::replay::<R>(self.0)?;
                let mut game = Game::new(start);
                let mut plies = Vec::with_capacity(moves.len());
                let before = usize::from(start.side() != R::FACTS.first);
                for mv in moves {
                    let position = game.position();
                    plies.push(Ply {
                        text: pdn::format_move(position, mv),
                        hub: Dialect::Hub.format_move(mv),
                        fen: fen::format(position),
                        side: position.side(),
                        number: (before + plies.len()) / 2 + 1,
                        forced: game.moves().len() == 1,
                    });
                    game.play(mv);
                }
                Ok(Played {
                    variant: self.1,
                    start: hub_text::format_position(&start),
                    plies,
                    end: fen::format(game.position()),
                    end_side: game.position().side(),
                    outcome: game.outcome(),
                })
            }
        }

        variant.visit(Replay(game, variant))
    }
}

/// What the engine thinks of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opinion {
    /// The score with best play, for the side to move.
    pub score: Score,
    /// The depth searched; 0 where the game is over.
    pub depth: u32,
    /// The nodes searched; 0 where there was no choice.
    pub nodes: u64,
    /// The best line as players write it, the best move first.
    pub line: Vec<String>,
}

/// A move that was played, and what the engine thinks of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    /// The move.
    pub ply: Ply,
    /// The position before it.
    pub before: Opinion,
    /// The score after it, for the side that moved.
    pub played: Score,
    /// What it has given away, in hundredths of a man; 0 for the best move.
    pub loss: Score,
    /// What is wrong with it.
    pub mark: Option<Mark>,
}

impl Judged {
    /// Was the best move played?
    pub fn is_best(&self) -> bool {
        self.before.line.first() == Some(&self.ply.text)
    }

    /// The score after the move, for White.
    pub fn eval(&self) -> Score {
        for_white(self.played, self.ply.side)
    }

    /// The score before the move with best play, for White.
    pub fn best_eval(&self) -> Score {
        for_white(self.before.score, self.ply.side)
    }
}

/// A game and what the engine thinks of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotation {
    /// The rule set.
    pub variant: Variant,
    /// The start of the game, as in Hub.
    pub start: String,
    /// The moves.
    pub moves: Vec<Judged>,
    /// The position after the last one, as PDN FEN.
    pub end: String,
    /// What the engine thinks of that.
    pub end_opinion: Opinion,
    /// The side to move there.
    pub end_side: Side,
}

impl Annotation {
    /// The score of every position of the game, the first one being its start,
    /// for White.
    pub fn curve(&self) -> Vec<Score> {
        let start = match self.moves.first() {
            Some(first) => first.best_eval(),
            None => for_white(self.end_opinion.score, self.end_side),
        };
        std::iter::once(start).chain(self.moves.iter().map(Judged::eval)).collect()
    }
}

/// Has the engine judge every move of a game. It forgets everything first, so
/// that games do not depend on each other. `go_on` is asked after each position;
/// when it says no, there is no result.
///
/// # Errors
///
/// When the engine refuses a position.
pub fn annotate(
    engine: &mut dyn Engine,
    game: Played,
    limits: &Limits,
    go_on: &dyn Fn() -> bool,
) -> Result<Option<Annotation>, String> {
    engine.new_game();
    let mut moves: Vec<_> = game.plies.iter().map(|ply| &*ply.hub).collect();
    let end_opinion = match game.outcome {
        Outcome::Drawn(_) => Opinion { score: DRAW, ..Opinion::default() },
        Outcome::Won(_) | Outcome::Open => consult(engine, &game.start, &moves, limits)?,
    };
    let mut judged = Vec::with_capacity(moves.len());
    let mut after = end_opinion.clone();
    for ply in game.plies.iter().rev() {
        if !go_on() {
            return Ok(None);
        }
        moves.pop();
        let before = if ply.forced {
            only_move(&ply.text, &after)
        } else {
            consult(engine, &game.start, &moves, limits)?
        };
        judged.push(judge(ply.clone(), before.clone(), &after));
        after = before;
    }
    go_on();
    judged.reverse();
    Ok(Some(Annotation {
        variant: game.variant,
        start: game.start,
        moves: judged,
        end: game.end,
        end_opinion,
        end_side: game.end_side,
    }))
}

/// Searches the position after some moves.
fn consult(engine: &mut dyn Engine, start: &str, moves: &[&str], limits: &Limits) -> Result<Opinion, String> {
    let moves = moves.join(" ");
    engine.set_up(Setup::Hub { position: start, moves: &moves, dialect: Dialect::Hub })?;
    let findings = engine.search(limits, &Control::new(false), Style::Pdn, &|_| ());
    Ok(Opinion { score: findings.score, depth: findings.depth, nodes: findings.nodes, line: findings.line })
}

/// Where there is no choice, a search would only find what follows.
fn only_move(text: &str, after: &Opinion) -> Opinion {
    let line = std::iter::once(text.to_owned()).chain(after.line.iter().cloned()).collect();
    Opinion { score: one_ply_before(after.score), depth: after.depth + 1, nodes: 0, line }
}

fn judge(ply: Ply, before: Opinion, after: &Opinion) -> Judged {
    let mut judged = Judged { ply, before, played: one_ply_before(after.score), loss: 0, mark: None };
    if !judged.is_best() {
        judged.loss = loss(judged.before.score, judged.played);
        judged.mark = mark(judged.before.score, judged.loss);
    }
    judged
}

/// The score of a position for the side that made the move to it.
fn one_ply_before(score: Score) -> Score {
    // A decided game is one ply further away.
    -if is_decided(score) { score - score.signum() } else { score }
}

fn for_white(score: Score, side: Side) -> Score {
    match side {
        Side::White => score,
        Side::Black => -score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{self, Config};
    use crate::eval::score::{lost_in, won_in};
    use crate::notation::pdn::Reader;

    fn judged(text: &str) -> Annotation {
        let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let variant = game.variant().unwrap().unwrap();
        let mut engine = engine::new(variant, &Config { hash_bytes: 1 << 20, ..Config::default() }).unwrap();
        let played = Played::new(&game, variant).unwrap();
        annotate(&mut *engine, played, &Limits::depth(7), &|| true).unwrap().unwrap()
    }

    /// White gives a man away, Black has to take it.
    const GIFT: &str =
        "[GameType \"20\"] [FEN \"W:W32,38,43,48:B3,8,12,22\"] 1. 32-27 22x31 2. 38-32 12-17 *";

    #[test]
    fn a_gift_is_a_blunder_and_what_takes_it_is_not() {
        let game = judged(GIFT);
        assert!(game.moves[0].mark >= Some(Mark::Mistake), "{:?}", game.moves[0]);
        assert_eq!(game.moves[1].mark, None);
        assert!(game.moves[0].played < game.moves[0].before.score && !game.moves[0].is_best());
        let numbers: Vec<_> = game.moves.iter().map(|mv| (mv.ply.number, mv.ply.side)).collect();
        let (w, b) = (Side::White, Side::Black);
        assert_eq!(numbers, [(1, w), (1, b), (2, w), (2, b)]);
    }

    #[test]
    fn scores_are_seen_by_the_mover_and_the_curve_by_white() {
        let game = judged(GIFT);
        let curve = game.curve();
        assert_eq!(curve.len(), 5);
        assert_eq!(curve[0], game.moves[0].before.score);
        for (mv, &eval) in game.moves.iter().zip(&curve[1..]) {
            assert_eq!(eval, if mv.ply.side == Side::White { mv.played } else { -mv.played });
        }
        assert!(curve[1] < 0, "Black is a man up");
    }

    #[test]
    fn an_only_move_is_as_good_as_what_follows() {
        let game = judged(GIFT);
        let [_, forced, next, _] = &game.moves[..] else { panic!("four moves") };
        assert!(forced.ply.forced && forced.is_best());
        assert_eq!(forced.before.score, one_ply_before(next.before.score));
        assert_eq!((forced.before.nodes, forced.loss), (0, 0));
        assert_eq!(forced.before.line[1..], next.before.line);
    }

    #[test]
    fn a_game_that_is_over_needs_no_search() {
        let won = judged("[GameType \"20\"] [FEN \"W:W28:B23\"] 1. 28x19 2-0");
        assert_eq!((won.end_opinion.score, won.end_opinion.nodes), (lost_in(0), 0));
        assert_eq!(won.moves[0].played, won_in(1));
        let drawn = judged("[GameType \"30\"] [FEN \"W:WKa1:BKh5,a3\"] 1. a1xa4 1-1");
        assert_eq!(drawn.end_opinion, Opinion::default());
    }

    #[test]
    fn nobody_waits_for_an_unwanted_game() {
        let game = Reader::new(GIFT.as_bytes()).next().unwrap().unwrap();
        let mut engine = engine::new(Variant::International, &Config::default()).unwrap();
        let played = Played::new(&game, Variant::International).unwrap();
        assert_eq!(annotate(&mut *engine, played, &Limits::depth(3), &|| false), Ok(None));
    }

    #[test]
    fn decided_scores_count_plies() {
        assert_eq!(one_ply_before(lost_in(3)), won_in(4));
        assert_eq!(one_ply_before(won_in(4)), lost_in(5));
        assert_eq!((one_ply_before(12), one_ply_before(DRAW)), (-12, 0));
    }
}
