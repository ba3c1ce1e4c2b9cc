//! The ways Hub programs write positions and moves on boards other than 10x10,
//! where the protocol says nothing.

use super::error::TextError;
use super::hub_text;
use crate::board::Corner;
use crate::position::{Move, Position};
use crate::rules::facts::Squares;
use crate::rules::{Rules, Side};
use std::fmt::{self, Display};
use std::str::FromStr;

/// A way to write positions and moves. On 10x10 boards all are the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dialect {
    /// The protocol taken at its word: the same order of squares, from the top
    /// row, in positions and in moves.
    #[default]
    Hub,
    /// As the Python library pydraughts writes: moves count from a1 where the
    /// rule set uses algebraic names; where Black moves first, positions are
    /// turned by 180° with the colours changed, but moves are not.
    Pydraughts,
}

impl Dialect {
    /// Every dialect.
    pub const ALL: &[Self] = &[Self::Hub, Self::Pydraughts];

    /// The name of the dialect.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hub => "hub",
            Self::Pydraughts => "pydraughts",
        }
    }

    /// Writes a position.
    pub fn format_position<R: Rules>(self, position: &Position<R>) -> String {
        hub_text::write_position(position, self.turns::<R>())
    }

    /// Reads a position.
    ///
    /// # Errors
    ///
    /// With the first column that does not fit, and what would.
    pub fn parse_position<R: Rules>(self, text: &str) -> Result<Position<R>, TextError> {
        hub_text::read_position(text, self.turns::<R>())
    }

    /// Writes a move.
    pub fn format_move<R: Rules>(self, mv: Move<R>) -> String {
        hub_text::format_move(mv, self.corner::<R>())
    }

    /// Finds the legal move that a text names.
    ///
    /// # Errors
    ///
    /// When the text is no move, names no legal move, or names several.
    pub fn parse_move<R: Rules>(self, text: &str, legal: &[Move<R>]) -> Result<Move<R>, TextError> {
        hub_text::parse_move(text, legal, self.corner::<R>())
    }

    /// Where moves have square 1.
    fn corner<R: Rules>(self) -> Corner {
        match (self, R::FACTS.squares) {
            (Self::Pydraughts, Squares::Algebraic) => Corner::BottomLeft,
            _ => Corner::TopLeft,
        }
    }

    /// Are positions written turned round?
    fn turns<R: Rules>(self) -> bool {
        self == Self::Pydraughts && R::FACTS.first == Side::Black
    }
}

impl Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// No dialect has the name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownDialect(String);

impl Display for UnknownDialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown dialect {}, expected one of:", super::error::quote(&self.0))?;
        Dialect::ALL.iter().try_for_each(|dialect| write!(f, " {dialect}"))
    }
}

impl std::error::Error for UnknownDialect {}

impl FromStr for Dialect {
    type Err = UnknownDialect;

    /// Finds a dialect by its name, in any case.
    fn from_str(text: &str) -> Result<Self, UnknownDialect> {
        let wanted = text.trim();
        Self::ALL
            .iter()
            .copied()
            .find(|dialect| dialect.name().eq_ignore_ascii_case(wanted))
            .ok_or_else(|| UnknownDialect(wanted.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::rules::{
        brazilian::Brazilian, english::English, international::International, italian::Italian,
        russian::Russian, turkish::Turkish,
    };

    const START: &str = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

    fn sent<R: Rules>(position: &str, text: &str) -> String {
        let position: Position<R> = fen::parse(position).unwrap();
        let mv = Dialect::Pydraughts.parse_move(text, &position.moves()).unwrap();
        assert_eq!(Dialect::Pydraughts.format_move(mv), text);
        Dialect::Hub.format_move(mv)
    }

    #[test]
    fn names() {
        assert_eq!("PYDRAUGHTS ".parse(), Ok(Dialect::Pydraughts));
        assert_eq!(Dialect::default().to_string(), "hub");
        let error = "scan".parse::<Dialect>().unwrap_err().to_string();
        assert_eq!(error, "unknown dialect 'scan', expected one of: hub pydraughts");
    }

    #[test]
    fn pydraughts_moves_count_from_a1_where_names_are_usual() {
        assert_eq!(sent::<Russian>(&start_of::<Russian>(), "9-13"), "21-17"); // a3-b4
        assert_eq!(sent::<Brazilian>(&start_of::<Brazilian>(), "9-13"), "21-17");
        assert_eq!(sent::<Turkish>(&start_of::<Turkish>(), "17-25"), "41-33"); // a3-a4
        assert_eq!(sent::<Italian>(&start_of::<Italian>(), "21-17"), "21-17");
        assert_eq!(sent::<International>(&start_of::<International>(), "32-28"), "32-28");
        assert_eq!(sent::<English>(&start_of::<English>(), "11-15"), "11-15");
    }

    fn start_of<R: Rules>() -> String {
        fen::format(&Position::<R>::start())
    }

    #[test]
    fn pydraughts_turns_the_board_where_black_begins() {
        let start = Position::<English>::start();
        assert_eq!(Dialect::Pydraughts.format_position(&start), START);
        assert_eq!(Dialect::Pydraughts.parse_position(START), Ok(start));
        assert_eq!(Dialect::Hub.format_position(&start), START.replacen('W', "B", 1));
        assert_eq!(Dialect::Pydraughts.format_position(&Position::<Russian>::start()), START);
        let position: Position<English> = fen::parse("B:WK3,32:BK5,1").unwrap();
        let text = Dialect::Pydraughts.format_position(&position);
        assert_eq!(text, format!("Wb{}WeBew", "e".repeat(26)));
        assert_eq!(Dialect::Pydraughts.parse_position(&text), Ok(position));
    }
}
