//! The registry: from a name to a rule set, once, at selection.

use super::facts::Facts;
use super::{
    brazilian::Brazilian, english::English, international::International, italian::Italian, russian::Russian,
    spanish::Spanish, turkish::Turkish, ukrainian::Ukrainian,
};
use crate::board::Geometry;
use once_cell::sync::Lazy;
use std::collections::HashMap;
use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

/// A rule set as a type: everything below is compiled once for each.
pub trait Rules: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The board it is played on.
    type Board: Geometry;

    /// All the rest.
    const FACTS: Facts;

    /// Names this constant to have contradictions stop the build.
    const CHECK: () = Self::FACTS.check::<Self::Board>();
}

/// The set of squares of a rule set's board.
pub type Squares<R> = <<R as Rules>::Board as Geometry>::Word;

/// Something to do with a rule set that is known only at run time.
pub trait Visitor {
    /// What it yields.
    type Output;

    /// Does it.
    fn visit<R: Rules>(self) -> Self::Output;
}

macro_rules! variants {
    ($($variant:ident),* $(,)?) => {
        /// A rule set as a value.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Variant {
            $(
                #[doc = concat!("[`", stringify!($variant), "`]")]
                $variant
            ),*
        }

        impl Variant {
            /// Every rule set.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The facts of the rule set.
            pub const fn facts(self) -> &'static Facts {
                match self {
                    $(Self::$variant => const { &<$variant as Rules>::FACTS }),*
                }
            }

            /// Calls the visitor with the rule set as a type: the one place where
            /// a value becomes a type.
            pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
                match self {
                    $(Self::$variant => {
                        let () = <$variant as Rules>::CHECK;
                        visitor.visit::<$variant>()
                    }),*
                }
            }
        }
    };
}

variants! { International, English, Russian, Ukrainian, Brazilian, Spanish, Turkish, Italian }

impl Variant {
    /// The name of the rule set.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }
}

impl Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// No rule set has the name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownVariant(String);

impl Display for UnknownVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown variant '{}', expected one of:", self.0)?;
        Variant::ALL.iter().try_for_each(|variant| write!(f, " {variant}"))
    }
}

impl std::error::Error for UnknownVariant {}

impl FromStr for Variant {
    type Err = UnknownVariant;

    /// Finds a rule set by its name or an alias, in any case.
    fn from_str(text: &str) -> Result<Self, UnknownVariant> {
        let wanted = text.trim();
        NAMES
            .get(&*wanted.to_lowercase())
            .copied()
            .ok_or_else(|| UnknownVariant(wanted.chars().take(40).collect()))
    }
}

/// No rule set has the number in the PDN tag `GameType`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownGameType(String);

impl Display for UnknownGameType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown GameType '{}', expected one of:", self.0.escape_debug())?;
        Variant::ALL
            .iter()
            .try_for_each(|variant| write!(f, " {} ({variant})", game_type_number(variant.facts().game_type)))
    }
}

impl std::error::Error for UnknownGameType {}

/// The rule set that a PDN tag `GameType` names: its number decides, whatever
/// else follows. Where rule sets share a number it is the first of
/// [`Variant::ALL`].
///
/// # Errors
///
/// When no rule set has the number.
pub fn from_game_type(text: &str) -> Result<Variant, UnknownGameType> {
    let number = game_type_number(text);
    Variant::ALL
        .iter()
        .copied()
        .find(|variant| game_type_number(variant.facts().game_type) == number)
        .ok_or_else(|| UnknownGameType(text.chars().take(40).collect()))
}

/// The number in front.
fn game_type_number(text: &str) -> &str {
    text.split(',').next().unwrap_or("").trim()
}

/// Every name and alias, in small letters.
static NAMES: Lazy<HashMap<&str, Variant>> = Lazy::new(|| {
    let names = |variant: Variant| variant.facts().aliases.iter().copied().chain([variant.name()]);
    Variant::ALL.iter().flat_map(|&variant| names(variant).map(move |name| (name, variant))).collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_found_in_any_case() {
        let mut seen = std::collections::HashSet::new();
        for &variant in Variant::ALL {
            let facts = variant.facts();
            for name in facts.aliases.iter().chain([&facts.name]) {
                assert!(seen.insert(name.to_lowercase()), "{name} names two rule sets");
                assert_eq!(name.to_uppercase().parse(), Ok(variant));
            }
        }
    }

    #[test]
    fn game_types_can_be_made_for_both_kinds_of_squares() {
        use crate::rules::facts::Squares;
        for &variant in Variant::ALL {
            let facts = variant.facts();
            assert_eq!(facts.game_type_in(facts.squares), facts.game_type, "{variant}");
        }
        let made = |variant: Variant, squares| variant.facts().game_type_in(squares);
        assert_eq!(made(Variant::Russian, Squares::Numeric), "25,W,8,8,N2,0");
        assert_eq!(made(Variant::English, Squares::Algebraic), "21,B,8,8,A3,0");
    }

    #[test]
    fn game_types_are_known_by_their_number() {
        for &variant in Variant::ALL {
            let read = from_game_type(variant.facts().game_type).unwrap();
            assert_eq!(read.facts().game_type, variant.facts().game_type);
        }
        assert_eq!(from_game_type(" 25 "), Ok(Variant::Russian));
        assert_eq!(from_game_type("20,W,10,10,N2,0,more"), Ok(Variant::International));
        let error = from_game_type("40,W,10,10,N2,0").unwrap_err().to_string();
        assert!(
            error.starts_with("unknown GameType '40,W,10,10,N2,0', expected one of: 20 (international) 21 ")
        );
        assert!(from_game_type("").is_err());
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let error = "chess".parse::<Variant>().unwrap_err().to_string();
        assert!(error.contains("chess") && error.contains("turkish"), "{error}");
    }
}
