//! The registry of the sets that come with the program. Each is a file of
//! openings with a header that says how it was made.

use super::{Opening, read};
use crate::rules::Variant;

/// A set of openings that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Set {
    /// The name, unique in its rule set.
    pub name: &'static str,
    /// What is in it, in a few words.
    pub description: &'static str,
    variants: &'static [Variant],
    text: &'static str,
}

impl Set {
    /// How many openings it has.
    pub fn size(&self) -> usize {
        self.text.lines().filter(|line| !read::is_blank(line)).count()
    }
}

/// All sets. The first of a rule set is its default.
const SETS: &[Set] = &[
    Set {
        name: "3-move",
        description: "the three-move ballots without those barred as lost",
        variants: &[Variant::English],
        text: include_str!("data/english-3-move.txt"),
    },
    Set {
        name: "2-move",
        description: "the two-move ballots without those barred",
        variants: &[Variant::English],
        text: include_str!("data/english-2-move.txt"),
    },
    Set {
        name: "gayp",
        description: "go as you please: the position in which a game starts",
        variants: &[Variant::English],
        text: include_str!("data/start.txt"),
    },
    Set {
        name: "2-move",
        description: "the pairs of first moves that lose no man",
        variants: &[Variant::International],
        text: include_str!("data/international-2-move.txt"),
    },
    Set {
        name: "3-move",
        description: "the positions after three plies in which nobody loses a man",
        variants: &[Variant::International],
        text: include_str!("data/international-3-move.txt"),
    },
    Set {
        name: "3-move",
        description: "the positions after three plies in which nobody loses a man",
        variants: &[Variant::Italian],
        text: include_str!("data/italian-3-move.txt"),
    },
    Set {
        name: "tables",
        description: "the positions of the draw tables, flying men included",
        variants: &[Variant::Russian, Variant::Ukrainian],
        text: include_str!("data/russian-tables.txt"),
    },
    Set {
        name: "tables",
        description: "the positions of the draw tables, flying men included",
        variants: &[Variant::Brazilian],
        text: include_str!("data/brazilian-tables.txt"),
    },
    Set {
        name: "balanced",
        description: "four to six plies after which nobody loses a man, by lot",
        variants: &[Variant::Spanish],
        text: include_str!("data/spanish-balanced.txt"),
    },
    Set {
        name: "balanced",
        description: "four to six plies after which nobody loses a man, by lot",
        variants: &[Variant::Turkish],
        text: include_str!("data/turkish-balanced.txt"),
    },
    Set {
        name: "start",
        description: "the position in which a game starts",
        variants: Variant::ALL,
        text: include_str!("data/start.txt"),
    },
];

/// The sets of a rule set, the default first.
pub fn sets(variant: Variant) -> Vec<&'static Set> {
    SETS.iter().filter(|set| set.variants.contains(&variant)).collect()
}

/// The name of the set to play when nobody has chosen one.
pub fn default_set(variant: Variant) -> &'static str {
    sets(variant)[0].name
}

/// The openings of a set.
///
/// # Errors
///
/// When the rule set has no set of that name.
pub fn builtin(variant: Variant, name: &str) -> Result<Vec<Opening>, String> {
    let sets = sets(variant);
    let set = sets.iter().find(|set| set.name == name).ok_or_else(|| {
        let names: Vec<_> = sets.iter().map(|set| set.name).collect();
        format!("unknown set of {variant} openings '{name}', expected one of: {}", names.join(" "))
    })?;
    read(variant, set.text.as_bytes())
        .map_err(|error| error.to_string())?
        .into_openings()
        .map_err(|error| format!("the set {name} of {variant} openings: {error}"))
}
