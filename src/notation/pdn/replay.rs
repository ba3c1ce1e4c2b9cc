//! From the text of a game to its positions and moves, and to the same text as this
//! program writes it.

use super::game::{GameResult, GameText, Item, PdnError};
use super::moves::{format_move_in, parse_move_with};
use crate::notation::fen;
use crate::position::{Move, MoveList, Position};
use crate::rules::facts::Squares;
use crate::rules::{Rules, Side};

/// The position a game starts from: that of the tag FEN, or the usual one.
///
/// # Errors
///
/// When the tag holds no position.
pub fn start<R: Rules>(game: &GameText) -> Result<Position<R>, PdnError> {
    // Some programs put the position into SetUp, which should be a mere 1.
    let set_up = || game.tag("SetUp").filter(|value| value.contains(':'));
    match game.tag("FEN").filter(|value| !value.is_empty()).or_else(set_up) {
        Some(text) => fen::parse(text).map_err(|error| PdnError::new(game.line, format!("tag FEN: {error}"))),
        None => Ok(Position::start()),
    }
}

/// The start of a game and the moves of its main line, each found to be legal.
///
/// # Errors
///
/// When the tag FEN holds no position or a move is not legal; the error names the
/// move and what was expected.
pub fn replay<R: Rules>(game: &GameText) -> Result<(Position<R>, Vec<Move<R>>), PdnError> {
    let start = start(game)?;
    let mut follow = Follow::new(start);
    let (mut position, mut moves) = (start, Vec::with_capacity(game.items.len()));
    for item in &game.items {
        if let Item::Move { text, line } = item {
            let mv = follow.find(text, *line, &position, moves.len())?;
            position = position.play(mv);
            moves.push(mv);
        }
    }
    Ok((start, moves))
}

/// Checks the moves of all variations, in place of what move each of them stands.
///
/// # Errors
///
/// As with [`replay`].
pub fn check_variations<R: Rules>(game: &GameText) -> Result<(), PdnError> {
    if !game.items.iter().any(|item| matches!(item, Item::Variation(_))) {
        return Ok(());
    }
    let start = start(game)?;
    Follow::<R>::new(start).line(&game.items, start, 0).map(|_| ())
}

/// The game with every move as the rule set's players write it, or, with
/// `squares`, in numbers or names as told; with the tags GameType and FEN as they
/// should be, and the result in its tag and at the end.
///
/// # Errors
///
/// As with [`replay`], for variations too.
pub fn normalise<R: Rules>(game: &GameText, squares: Option<Squares>) -> Result<GameText, PdnError> {
    let squares = squares.unwrap_or(R::FACTS.squares);
    let start = start(game)?;
    let items = Follow { squares: Some(squares), ..Follow::<R>::new(start) }.line(&game.items, start, 0)?;
    let mut game = GameText { items, ..game.clone() };
    game.set_tag("GameType", R::FACTS.game_type_in(squares));
    if start == Position::start() {
        // Some readers take a FEN for a sign that the game began in its midst.
        game.tags.retain(|(name, _)| !["FEN", "SetUp"].iter().any(|tag| name.eq_ignore_ascii_case(tag)));
    } else {
        game.set_tag("SetUp", "1");
        let fen = match squares {
            Squares::Numeric => fen::format(&start),
            Squares::Algebraic => fen::format_algebraic(&start),
        };
        game.set_tag("FEN", fen);
    }
    let tagged = game.tag("Result").map(|value| (GameResult::parse(value), value == "0-0"));
    let result = game.result.filter(|&result| result != GameResult::Unknown);
    game.result = result.or(tagged.and_then(|(result, _)| result)).or(Some(GameResult::Unknown));
    if let Some(result) = game.result
        // What no result of ours can say stays: a double forfeit, other points.
        && tagged.is_none_or(|(tagged, forfeit)| tagged.is_some() && !(forfeit && result == GameResult::Unknown))
    {
        game.set_tag("Result", result.text_with(R::FACTS.win_points));
    }
    Ok(game)
}

/// Follows the moves of a game.
struct Follow<R: Rules> {
    /// The position before the first move.
    start: Position<R>,
    /// How to write the moves anew, if at all.
    squares: Option<Squares>,
    legal: MoveList<R>,
}

impl<R: Rules> Follow<R> {
    fn new(start: Position<R>) -> Self {
        Self { start, squares: None, legal: MoveList::new() }
    }

    /// The legal move that a text names after so many plies.
    fn find(
        &mut self,
        text: &str,
        line: u64,
        position: &Position<R>,
        plies: usize,
    ) -> Result<Move<R>, PdnError> {
        parse_move_with(text, position, &mut self.legal).map_err(|error| {
            let number = number(first_ply(&self.start) + plies);
            PdnError::new(line, format!("move {number} {}", error.message))
        })
    }

    /// Follows moves from a position after so many plies; variations too. The answer
    /// is the same line written anew, if it is to be.
    fn line(&mut self, items: &[Item], from: Position<R>, plies: usize) -> Result<Vec<Item>, PdnError> {
        let (mut position, mut before) = (from, from);
        let mut played = plies;
        let mut written = Vec::new();
        for item in items {
            let item = match item {
                Item::Move { text, line } => {
                    let mv = self.find(text, *line, &position, played)?;
                    before = position;
                    position = position.play(mv);
                    played += 1;
                    let text = self.squares.map(|squares| format_move_in(&before, mv, squares));
                    text.map(|text| Item::Move { text, line: *line })
                }
                Item::Variation(items) => {
                    let items = self.line(items, before, played.saturating_sub(1))?;
                    self.squares.map(|_| Item::Variation(items))
                }
                other => self.squares.map(|_| other.clone()),
            };
            written.extend(item);
        }
        Ok(written)
    }
}

/// The place of the first move: 1, with the number `1...`, where Black begins and in
/// the usual position would not, else 0. Source: the practice of problem books, also
/// where Black usually begins.
pub(super) fn first_ply<R: Rules>(start: &Position<R>) -> usize {
    usize::from(start.side() == Side::Black && R::FACTS.first == Side::White)
}

/// The number in front of a move, `3.` or `3...`, given its place.
pub(super) fn number(ply: usize) -> String {
    format!("{}{}", ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." })
}
