//! L4: the rules for a rule set known only at run time. Text in, text out: keeps
//! a game, judges moves, knows when it is over. Has no opinion about moves and
//! never searches.

use crate::board::Word;
use crate::notation::{Dialect, diagram, fen, pdn};
use crate::position::{Game, Move, Outcome, Position};
use crate::rules::{Rules, Side, Variant, Visitor};

/// A position, as text.
#[derive(Clone, Copy, Debug)]
pub enum Setup<'a> {
    /// The start of a game.
    Start,
    /// PDN FEN.
    Fen(&'a str),
    /// A Hub position and the Hub moves that follow, separated by blanks.
    Hub {
        /// The position before the moves.
        position: &'a str,
        /// The moves; may be empty.
        moves: &'a str,
        /// The dialect of both.
        dialect: Dialect,
    },
}

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// As in the Hub protocol, in a dialect of it.
    Hub(Dialect),
    /// As players of the rule set write them.
    Pdn,
}

/// Keeps and judges a game of one rule set.
pub trait Referee: Send {
    /// The rule set.
    fn variant(&self) -> Variant;

    /// Sets up a position; the moves of a Hub position have been played.
    ///
    /// # Errors
    ///
    /// When the text is wrong; then the old game stays.
    fn set_up(&mut self, setup: Setup<'_>) -> Result<(), String>;

    /// Plays a move and returns it in Hub's own form.
    ///
    /// # Errors
    ///
    /// When the text is no legal move, or no one in particular; then nothing changes.
    fn play(&mut self, text: &str, style: Style) -> Result<String, String>;

    /// Takes back the last `plies` moves; false, and nothing changes, if there are
    /// not so many.
    fn take_back(&mut self, plies: usize) -> bool;

    /// Is the game over, and how?
    fn outcome(&self) -> Outcome;

    /// Can a count of plies end the game as a draw within `plies` plies?
    fn is_near_draw(&self, plies: usize) -> bool;

    /// The side to move.
    fn side(&self) -> Side;

    /// Number of pieces on the board.
    fn pieces(&self) -> usize;

    /// The legal moves. A game that is drawn still has them.
    fn moves(&self, style: Style) -> Vec<String>;

    /// The moves played since the set-up.
    fn played(&self, style: Style) -> Vec<String>;

    /// The position at the start of the game, as in Hub.
    fn start(&self, dialect: Dialect) -> String;

    /// The position at the start of the game, as PDN FEN; none if it is that of
    /// the rule set.
    fn start_fen(&self) -> Option<String>;

    /// The present position, as PDN FEN.
    fn fen(&self) -> String;

    /// The present position drawn in text.
    fn diagram(&self) -> String;
}

/// A referee for a rule set, the pieces set up for a game.
pub fn new(variant: Variant) -> Box<dyn Referee> {
    struct New(Variant);

    impl Visitor for New {
        type Output = Box<dyn Referee>;

        fn visit<R: Rules>(self) -> Self::Output {
            Box::new(Record::<R>::new(self.0))
        }
    }

    variant.visit(New(variant))
}

/// A game with all its moves.
pub(crate) struct Record<R: Rules> {
    variant: Variant,
    start: Position<R>,
    moves: Vec<Move<R>>,
    game: Game<R>,
}

impl<R: Rules> Record<R> {
    pub(crate) fn new(variant: Variant) -> Self {
        let game = Game::default();
        Self { variant, start: *game.position(), moves: Vec::new(), game }
    }

    /// The game as the search knows it.
    pub(crate) fn game(&self) -> &Game<R> {
        &self.game
    }

    fn push(&mut self, mv: Move<R>) {
        self.game.play(mv);
        self.moves.push(mv);
    }

    /// Legal moves, separated by blanks; at least one.
    ///
    /// # Errors
    ///
    /// When there is none, or one is no legal move or no one in particular.
    pub(crate) fn choice(&self, moves: &str, style: Style) -> Result<Vec<Move<R>>, String> {
        let texts = moves.split_ascii_whitespace().enumerate();
        let choice =
            texts.map(|(index, text)| self.parse_one(index, text, style)).collect::<Result<Vec<_>, _>>()?;
        if choice.is_empty() { Err("expected at least one move".to_owned()) } else { Ok(choice) }
    }

    /// Reads one of several moves; an error names it.
    fn parse_one(&self, index: usize, text: &str, style: Style) -> Result<Move<R>, String> {
        self.parse(text, style).map_err(|error| format!("move {} '{}': {error}", index + 1, shorten(text)))
    }

    fn parse(&self, text: &str, style: Style) -> Result<Move<R>, String> {
        match style {
            Style::Hub(dialect) => dialect.parse_move(text, &self.game.moves()),
            Style::Pdn => pdn::parse_move(text, self.game.position()),
        }
        .map_err(|error| error.to_string())
    }
}

impl<R: Rules> From<(Variant, Position<R>)> for Record<R> {
    fn from((variant, start): (Variant, Position<R>)) -> Self {
        Self { variant, start, moves: Vec::new(), game: Game::new(start) }
    }
}

/// Writes a legal move of a position.
pub(crate) fn write_move<R: Rules>(position: &Position<R>, mv: Move<R>, style: Style) -> String {
    match style {
        Style::Hub(dialect) => dialect.format_move(mv),
        Style::Pdn => pdn::format_move(position, mv),
    }
}

impl<R: Rules> Referee for Record<R> {
    fn variant(&self) -> Variant {
        self.variant
    }

    fn set_up(&mut self, setup: Setup<'_>) -> Result<(), String> {
        *self = match setup {
            Setup::Start => Self::new(self.variant),
            Setup::Fen(text) => {
                Self::from((self.variant, fen::parse(text).map_err(|error| error.to_string())?))
            }
            Setup::Hub { position, moves, dialect } => {
                let start = dialect.parse_position(position).map_err(|error| error.to_string())?;
                let mut record = Self::from((self.variant, start));
                for (ply, text) in moves.split_ascii_whitespace().enumerate() {
                    let mv = record.parse_one(ply, text, Style::Hub(dialect))?;
                    record.push(mv);
                }
                record
            }
        };
        Ok(())
    }

    fn play(&mut self, text: &str, style: Style) -> Result<String, String> {
        let mv = self.parse(text, style)?;
        self.push(mv);
        Ok(Dialect::Hub.format_move(mv))
    }

    fn take_back(&mut self, plies: usize) -> bool {
        let Some(left) = self.moves.len().checked_sub(plies) else { return false };
        self.moves.truncate(left);
        self.game = Game::new(self.start);
        for &mv in &self.moves {
            self.game.play(mv);
        }
        true
    }

    fn outcome(&self) -> Outcome {
        self.game.outcome()
    }

    fn is_near_draw(&self, plies: usize) -> bool {
        self.game.clock().is_near_draw::<R>(plies)
    }

    fn side(&self) -> Side {
        self.game.position().side()
    }

    fn pieces(&self) -> usize {
        self.game.position().occupied().count()
    }

    fn moves(&self, style: Style) -> Vec<String> {
        self.game.moves().iter().map(|&mv| write_move(self.game.position(), mv, style)).collect()
    }

    fn played(&self, style: Style) -> Vec<String> {
        let mut position = self.start;
        let write = |&mv: &Move<R>| {
            let text = write_move(&position, mv, style);
            position = position.play(mv);
            text
        };
        self.moves.iter().map(write).collect()
    }

    fn start(&self, dialect: Dialect) -> String {
        dialect.format_position(&self.start)
    }

    fn start_fen(&self) -> Option<String> {
        (self.start != Position::start()).then(|| fen::format(&self.start))
    }

    fn fen(&self) -> String {
        fen::format(self.game.position())
    }

    fn diagram(&self) -> String {
        diagram::draw(self.game.position())
    }
}

/// At most forty characters of a text, for messages.
pub(crate) fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(40).flat_map(char::escape_default).collect();
    if text.chars().nth(40).is_some() {
        short.push_str("...");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_kept_and_taken_back() {
        let mut referee = new(Variant::Russian);
        let start = referee.fen();
        assert_eq!(referee.play("c3-d4", Style::Pdn).as_deref(), Ok("22-18"));
        assert_eq!(referee.play("9-14", Style::Hub(Dialect::Hub)).as_deref(), Ok("9-14"));
        assert!(referee.play("c3-d4", Style::Pdn).is_err());
        assert_eq!(referee.played(Style::Pdn), ["c3-d4", "b6-c5"]);
        assert_eq!(referee.start_fen(), None);
        assert!(!referee.take_back(3));
        assert_eq!(referee.played(Style::Pdn).len(), 2);
        assert!(referee.take_back(2));
        assert_eq!(referee.fen(), start);
        assert_eq!((referee.outcome(), referee.pieces()), (Outcome::Open, 24));
    }

    #[test]
    fn a_wrong_set_up_leaves_the_game_as_it_was() {
        let mut referee = new(Variant::International);
        referee.play("32-28", Style::Pdn).unwrap();
        let before = referee.fen();
        assert!(referee.set_up(Setup::Fen("W:W99:B1")).is_err());
        let position = referee.start(Dialect::Hub);
        let wrong = Setup::Hub { position: &position, moves: "32-28 1-2", dialect: Dialect::Hub };
        assert!(referee.set_up(wrong).unwrap_err().starts_with("move 2 '1-2'"));
        assert_eq!(referee.fen(), before);
        referee.set_up(Setup::Fen("B:W28:B22")).unwrap();
        assert_eq!((referee.side(), referee.start_fen().as_deref()), (Side::Black, Some("B:W28:B22")));
    }
}
